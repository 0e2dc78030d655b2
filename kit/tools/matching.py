"""Which mark an id or a few words mean, on one observation; pure. Fails closed (spec: harness, addressing)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from kit.errors import TargetError
from kit.tools.phrases import say
from kit.tools.spec import label_of
from kit.types import Mark, Observation

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
        raise TargetError(
            say(lang, "no_mark", id=mark_id, count=len(seen.marks), epoch=seen.epoch), code="target_unknown"
        )
    return mark


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
            shown = ", ".join(f"{label_of(m)} {m.role}" for m in usable[:LISTED])
            raise TargetError(
                say(lang, "ambiguous", description=description, count=len(usable), candidates=shown),
                code="target_ambiguous",
            )
    raise TargetError(say(lang, "not_found", description=description), code="target_unknown")


def _levels(marks: tuple[Mark, ...], description: str) -> list[list[Mark]]:
    wanted = description.strip()
    plain = normalise(wanted)
    if not plain:
        return []
    return [
        [m for m in marks if m.full_label == wanted],
        [m for m in marks if m.full_label.split(", ")[0] == wanted],
        [m for m in marks if plain in (normalise(m.full_label), normalise(m.full_label.split(", ")[0]))],
        [m for m in marks if wanted in m.full_label],
        [m for m in marks if plain in normalise(m.full_label)],
    ]


@lru_cache(4096)
def normalise(words: str) -> str:
    """Compatibility forms folded, lower case, only letters and digits of any script."""
    folded = unicodedata.normalize("NFKC", words).casefold()
    return "".join(c for c in folded if c.isalnum())
