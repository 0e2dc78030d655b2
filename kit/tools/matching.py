"""Which mark an id or a few words mean, on one observation; pure. Fails closed (spec: harness, addressing)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from kit.errors import TargetError
from kit.tools.phrases import say, shortlist
from kit.tools.spec import label_of
from kit.types import Mark, Observation

_WORD = re.compile(r"\w+")
MARK_ID = re.compile(r"(?:ax_|#)?(\d{1,4})(?:@e(\d+))?")
LISTED = 6


def by_id(seen: Observation, mark_id: str, lang: str = "en") -> Mark:
    """The mark with this badge in this batch."""
    match = MARK_ID.fullmatch(mark_id.strip())
    if match is None:
        raise TargetError(say(lang, "bad_mark", id=mark_id, epoch=seen.epoch), code="target_unknown")
    if match[2] is not None and int(match[2]) != seen.epoch:
        raise TargetError(say(lang, "stale", id=mark_id, epoch=seen.epoch), code="target_stale")
    mark = seen.mark(int(match[1]))
    if mark is None:
        key = "no_mark" if seen.marks else "no_marks"
        raise TargetError(say(lang, key, id=mark_id, count=len(seen.marks), epoch=seen.epoch), code="target_unknown")
    return mark


def agrees(seen: Observation, mark: Mark, description: str) -> bool:
    """Whether a description given beside an id can mean the id's mark.

    Where it matches controls, this must be among the best of them: "Allow" does not mean "Don't allow". Where it matches
    none, it must name what stands on the mark: "the Clock icon" means Clock. A mark without words contradicts nothing.
    """
    best = next((hits for hits in _levels(seen.marks, description) if hits), None)
    if best is not None:
        return mark in best
    title = mark.full_label.split(", ")[0]
    label, said = normalise(title), normalise(description)
    if not label or not said or (not label.isascii() and label in said):
        return True
    return set(_words(description)) >= set(_words(title))


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def by_description(seen: Observation, description: str, action: str = "tap", lang: str = "en") -> Mark:
    """The only mark whose words match at the first level that matches at all: exact, contains, normalised.

    A row's label is its title and the rest ("Battery, 71%"); its title alone counts as exact, after whole labels, and
    so does what differs only in case, width or punctuation: "allow" must mean "Allow", never "Don't allow".
    """
    for hits in _levels(seen.marks, description):
        usable = [m for m in hits if action in m.actions] or hits
        if len(usable) == 1:
            return usable[0]
        if usable:
            shown = shortlist(lang, [f"{label_of(m)} {m.role}" for m in usable], LISTED)
            raise TargetError(
                say(lang, "ambiguous", description=description, count=len(usable), candidates=shown),
                code="target_ambiguous",
            )
    raise TargetError(say(lang, "not_found", description=description), code="target_unknown")


def _levels(marks: tuple[Mark, ...], description: str) -> Iterator[list[Mark]]:
    """What fits at each level, the strictest first; most descriptions fit at the first."""
    wanted = description.strip()
    plain = normalise(wanted)
    if not plain:
        return
    yield [m for m in marks if m.full_label == wanted]
    yield [m for m in marks if m.full_label.split(", ")[0] == wanted]
    yield [m for m in marks if plain in (normalise(m.full_label), normalise(m.full_label.split(", ")[0]))]
    yield [m for m in marks if wanted in m.full_label]
    yield [m for m in marks if plain in normalise(m.full_label)]


@lru_cache(4096)
def normalise(words: str) -> str:
    """Compatibility forms folded, lower case, only letters and digits of any script."""
    folded = unicodedata.normalize("NFKC", words).casefold()
    return "".join(c for c in folded if c.isalnum())
