"""Every way a text of the phone can be written, so that who knows its English words finds it in any language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kit.simphone.apps import ALL
from kit.simphone.words import COMMON, SYSTEM, Words


@cache
def _index() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    names: list[Words] = [{lang: {app.label("en"): name} for lang, name in app.labels.items()} for app in ALL]
    for words in (COMMON, SYSTEM, *(app.words for app in ALL), *names):
        for table in words.values():
            for english, other in table.items():
                found.setdefault(english, {english}).add(other)
    return {english: frozenset(all_of) for english, all_of in found.items()}


def spellings(english: str, /, **values: object) -> frozenset[str]:
    """Every way a text (an app's, the system's, an app's name) can be written: each language and variant, holes filled."""
    return frozenset(s.format(**values) if values else s for s in _index().get(english, {english}))
