"""Every way a text of the phone can be written, so that who knows its English words finds it in any language.

An app of one's own is known once it is learned: by the device spec that names it, or by the module of a task that is played.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache

from kit.simphone.app import App
from kit.simphone.apps import ALL
from kit.simphone.words import COMMON, SYSTEM, Words

_LEARNED: dict[str, App] = {}
"""Apps of one's own by name."""


def learn(app: App) -> None:
    """Makes the words of an app of one's own known; a newer one of the same name takes the older one's place."""
    if _LEARNED.get(app.name) is not app and not any(app is known for known in ALL):
        _LEARNED[app.name] = app
        _index.cache_clear()
        entries.cache_clear()


def learn_from(module: str) -> None:
    """Learns the apps at the top of a module, as a task that is played on an app of one's own has it at hand."""
    if module.partition(".")[0] == "kit" or module not in sys.modules:
        return
    for found in list(vars(sys.modules[module]).values()):
        if type(found) is App:  # isinstance would wake lazy objects that the module imports
            learn(found)


@cache
def _index() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    apps = (*ALL, *_LEARNED.values())
    names: list[Words] = [{lang: {app.label("en"): name} for lang, name in app.labels.items()} for app in apps]
    for words in (COMMON, SYSTEM, *(app.words for app in apps), *names):
        for table in words.values():
            for english, other in table.items():
                found.setdefault(english, {english}).add(other)
    return {english: frozenset(all_of) for english, all_of in found.items()}


@cache
def entries() -> frozenset[str]:
    """What the texts of the phone would be as resource entry names: "First name" is "first_name"."""
    return frozenset(english.lower().replace(" ", "_") for english in _index())


def spellings(english: str, /, **values: object) -> frozenset[str]:
    """Every way a text (an app's, the system's, an app's name) can be written: each language and variant, holes filled."""
    return frozenset(s.format(**values) if values else s for s in _index().get(english, {english}))
