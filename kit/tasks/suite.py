"""The task suite: every template for simphone, found by name or pattern, and which of them learning may see.

Splits are by template and by app, never by seed alone (DESIGN section 6): whatever touches a held-out app is "unseen_app",
the named templates of the other apps are "unseen_template", the rest is "train".
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Any, Literal

from kit.errors import UnknownName
from kit.tasks.base import Template
from kit.tasks.simphone import calculator, calendar, clock, contacts, files, messages, notes, settings

VERSION = "0.2"
"""Of the suite: results of different versions are not compared. Grows whenever a goal, a setup or a check changes."""

TEMPLATES: tuple[Template, ...] = (
    *settings.TEMPLATES,
    *contacts.TEMPLATES,
    *messages.TEMPLATES,
    *notes.TEMPLATES,
    *clock.TEMPLATES,
    *files.TEMPLATES,
    *calculator.TEMPLATES,
    *calendar.TEMPLATES,
)

Split = Literal["train", "unseen_template", "unseen_app"]

UNSEEN_APPS = frozenset({"calendar", "files"})
UNSEEN_TEMPLATES = frozenset(
    {"clock_alarms_tidy", "contacts_delete_similar", "messages_read_last", "notes_move", "settings_storage_name"}
)


def find(pattern: str) -> tuple[Template, ...]:
    """The templates whose names match, in the suite's order.

    Args:
        pattern: a name ("contacts_add") or a glob ("contacts_*", "*"); several may be joined by commas.

    Raises:
        UnknownName: a part matches nothing; the nearest names are suggested.
    """
    names = [t.name for t in TEMPLATES]
    parts = [p.strip() for p in pattern.split(",") if p.strip()]
    for part in parts or [pattern]:
        if not any(fnmatchcase(name, part) for name in names):
            raise UnknownName("task", part, names)
    return tuple(t for t in TEMPLATES if any(fnmatchcase(t.name, p) for p in parts))


def split_of(template: Template) -> Split:
    """Which part of the suite a template belongs to: what is learned from "train" is measured on the other two."""
    if UNSEEN_APPS.intersection(template.apps):
        return "unseen_app"
    return "unseen_template" if template.name in UNSEEN_TEMPLATES else "train"


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
            "split": split_of(t),
        }
        for t in TEMPLATES
    ]
