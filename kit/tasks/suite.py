"""The task suite: every template for simphone, found by name or pattern, and which of them learning may see.

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

from kit.errors import UnknownName
from kit.simphone.draws import Part
from kit.tasks import stock
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


def find(pattern: str) -> tuple[Template, ...]:
    """The templates whose names match, in the suite's order.

    Args:
        pattern: a name ("contacts_add"), a glob ("contacts_*", "*") or one of `SETS` ("core", "stock", "train", "dev",
            "test"); several may be joined by commas.

    Raises:
        UnknownName: a part matches nothing; the nearest names are suggested.
    """
    names = [t.name for t in TEMPLATES]
    parts = [p.strip() for p in pattern.split(",") if p.strip()]
    for part in parts or [pattern]:
        if part not in SETS and not any(fnmatchcase(name, part) for name in names):
            raise UnknownName("task", part, [*names, *SETS])
    return tuple(t for t in TEMPLATES if any(t.name in SETS.get(p, ()) or fnmatchcase(t.name, p) for p in parts))


def catalogue() -> list[dict[str, Any]]:
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
        for t in TEMPLATES
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
