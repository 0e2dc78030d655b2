"""The task suite: every template for simphone, found by name or pattern (one's own as well), and which learning may see.

Splits are by template and by app, never by seed alone (DESIGN section 6): whatever touches a held-out app is "test" or "dev", the
named templates of the other apps are "dev", the rest is "train". Names and phrases come from disjoint shares of pools,
small pools excepted (`kit.simphone.draws`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from kit.errors import UnknownName, UsageError
from kit.simphone.draws import Part
from kit.tasks import own, stock
from kit.tasks.base import Template
from kit.tasks.simphone import (
    bank,
    browser,
    calculator,
    calendar,
    calendar_changes,
    camera,
    chat,
    clock,
    clock_chains,
    clock_ringing,
    contacts,
    contacts_chains,
    draw_app,
    expenses,
    files,
    files_changes,
    gallery,
    health,
    home,
    mail,
    maps,
    messages,
    messages_chains,
    messages_talks,
    music,
    notes,
    notes_chains,
    phone,
    puzzle,
    recorder,
    settings,
    settings_apps,
    settings_system,
    shopping,
    store,
    tasks_app,
    transit,
)

VERSION = "0.3"
"""Of the suite: results of different versions are not compared. Grows whenever a goal, a setup or a check changes."""

TEST_APPS = frozenset({"bank", "calendar", "files", "transit"})
"""Held out: whatever touches one of these apps is for testing only."""
DEV_APPS = frozenset({"health", "maps", "music"})
"""Held out of the others, with the templates below: for choosing between models and settings."""
DEV_TEMPLATES = frozenset(
    {"clock_alarms_tidy", "contacts_delete_similar", "messages_read_last", "notes_move", "settings_storage_name"}
)


def part_of(template: Template) -> Part:
    """Which part of the suite a template belongs to."""
    if TEST_APPS.intersection(template.apps):
        return "test"
    held_out = template.name in DEV_TEMPLATES or DEV_APPS.intersection(template.apps)
    return "dev" if held_out else "train"


def _placed(*areas: Iterable[Template]) -> tuple[Template, ...]:
    return tuple(replace(t, split=part_of(t)) for area in areas for t in area)


TEMPLATES: tuple[Template, ...] = _placed(
    settings.TEMPLATES,
    settings_system.TEMPLATES,
    settings_apps.TEMPLATES,
    contacts.TEMPLATES,
    contacts_chains.TEMPLATES,
    messages.TEMPLATES,
    messages_talks.TEMPLATES,
    messages_chains.TEMPLATES,
    notes.TEMPLATES,
    notes_chains.TEMPLATES,
    clock.TEMPLATES,
    clock_ringing.TEMPLATES,
    clock_chains.TEMPLATES,
    files.TEMPLATES,
    files_changes.TEMPLATES,
    calculator.TEMPLATES,
    calendar.TEMPLATES,
    calendar_changes.TEMPLATES,
    phone.TEMPLATES,
    mail.TEMPLATES,
    chat.TEMPLATES,
    browser.TEMPLATES,
    camera.TEMPLATES,
    gallery.TEMPLATES,
    music.TEMPLATES,
    recorder.TEMPLATES,
    tasks_app.TEMPLATES,
    maps.TEMPLATES,
    transit.TEMPLATES,
    shopping.TEMPLATES,
    bank.TEMPLATES,
    expenses.TEMPLATES,
    health.TEMPLATES,
    store.TEMPLATES,
    draw_app.TEMPLATES,
    puzzle.TEMPLATES,
    home.TEMPLATES,
    stock.TEMPLATES,
)


def _core() -> frozenset[str]:
    easiest: dict[str, Template] = {}
    for t in TEMPLATES:
        app = t.name.split("_")[0]
        if app not in easiest or t.difficulty < easiest[app].difficulty:
            easiest[app] = t
    return frozenset(t.name for t in easiest.values())


SETS: dict[str, frozenset[str]] = {
    "core": _core(),
    "stock": frozenset(t.name for t in TEMPLATES if t.stock is not None),
    **{part: frozenset(t.name for t in TEMPLATES if t.split == part) for part in ("train", "dev", "test")},
}
"""Names for sets of templates: `core` is the easiest one of each area (what `kit bench` plays when nothing is named)."""


Tasks = str | Template | Iterable[str | Template]
"""What a person may give for tasks: a pattern as in `find`, a template, or several of both."""


def find(pattern: str) -> tuple[Template, ...]:
    """The templates whose names match, in the suite's order, and after them those of one's own.

    Args:
        pattern: a name ("contacts_add"), a glob ("contacts_*", "*"), one of `SETS` ("core", "stock", "train", "dev",
            "test"), or one's own as "module:NAME" (`kit.tasks.own`); several may be joined by commas.

    Raises:
        UnknownName: a part matches nothing; the nearest names are suggested.
        UsageError: a module of one's own cannot be loaded or holds no templates there.
    """
    return tuple(by_name(pattern).values())


def by_name(pattern: str) -> dict[str, Template]:
    """As `find`, by the name that stands for each alone: the template's own, or its "module:NAME"."""
    names = [t.name for t in TEMPLATES]
    parts = [p.strip() for p in pattern.split(",") if p.strip()]
    mine = [p for p in parts if ":" in p]
    for part in [p for p in parts if p not in mine] or [pattern] * (not mine):
        if part not in SETS and not any(fnmatchcase(name, part) for name in names):
            listed = f"`kit tasks list` shows them; sets of them are {', '.join(SETS)}; your own is {own.FORM}."
            raise UnknownName("task", part, [*names, *SETS], listed=listed)
    found = {t.name: t for t in TEMPLATES if any(t.name in SETS.get(p, ()) or fnmatchcase(t.name, p) for p in parts)}
    for part in mine:
        found |= own.load(part)
    return found


def one(name: str) -> Template:
    """The one template a name stands for. Raises as `find`, and UsageError when there are several."""
    found = by_name(name)
    if name in found:
        return found[name]
    if len(found) != 1:
        raise UsageError(f"{name!r} names several tasks.", fix="Name one; `kit tasks list` shows them.")
    return next(iter(found.values()))


def choose(tasks: Tasks, *, elsewhere: bool = False) -> dict[str, Template]:
    """Templates by the name under which a plan keeps them, so that `one` finds each again.

    Args:
        tasks: patterns, templates, or both.
        elsewhere: other processes shall find them.

    Raises:
        UnknownName, UsageError: as `find`; a template that nobody could find by a name; two of the same name.
    """
    found: dict[str, Template] = {}
    for wanted in [tasks] if isinstance(tasks, str | Template) else tasks:
        found |= {_name(wanted, elsewhere): wanted} if isinstance(wanted, Template) else by_name(wanted)
    for name, template in found.items():
        if elsewhere and name.startswith("__main__:"):
            own.name_of(template, elsewhere=True)
        twin = next((n for n, t in found.items() if n != name and t.name == template.name), None)
        if twin is not None:
            raise UsageError(
                f"Two tasks are named {template.name}: {name} and {twin}.",
                fix="Give each a name of its own: results are told apart by it.",
            )
    return found


def _name(template: Template, elsewhere: bool) -> str:
    in_suite = any(template is t for t in TEMPLATES)
    return template.name if in_suite else own.name_of(template, elsewhere=elsewhere)


def catalogue(templates: Iterable[Template] = TEMPLATES) -> list[dict[str, Any]]:
    """One plain entry a template, as a card or a table shows it: name, goals, apps, tags, difficulty, budget, split."""
    return [
        {
            "name": t.name,
            "goals": dict(t.goals),
            "apps": list(t.apps),
            "tags": list(t.tags),
            "difficulty": t.difficulty,
            "budget": t.budget,
            "split": t.split,
            "stock": t.stock is not None,
        }
        for t in templates
    ]


def counts(templates: Iterable[Template] = TEMPLATES) -> dict[str, Any]:
    """How many templates there are by app, skill, difficulty and split; one that needs two apps counts for both."""
    templates = list(templates)

    def tally(values: Iterable[Any]) -> dict[str, int]:
        return {str(key): n for key, n in sorted(Counter(values).items(), key=lambda kv: (-kv[1], str(kv[0])))}

    return {
        "templates": len(templates),
        "apps": tally(app for t in templates for app in t.apps),
        "skills": tally(tag for t in templates for tag in t.tags),
        "difficulty": dict(sorted(tally(t.difficulty for t in templates).items())),
        "splits": tally(t.split for t in templates),
        "stock": sum(t.stock is not None for t in templates),
    }
