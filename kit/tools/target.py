"""From a mark id or a description to ONE mark of the current batch. Fails closed (spec: harness, addressing)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from kit.errors import TargetError
from kit.screen.coordinates import to_pixels
from kit.tools.locate import fall_back
from kit.tools.phrases import say
from kit.tools.session import Session
from kit.tools.spec import label_of
from kit.types import Mark, Observation

MARK_ID = re.compile(r"(?:ax_|#)?(\d{1,4})(?:@e(\d+))?")
LISTED = 6


def resolve(session: Session, tool: str, mark_id: str | None, description: str | None, *, action: str = "tap") -> Mark:
    """The one mark meant.

    Args:
        mark_id: `ax_3@e12` (a badge of another epoch is refused) or `ax_3` (looked up in the current batch only).
        description: words written on the control; resolved exact, then contains, then normalised.
        action: what will be done; for "type" fields are preferred among several hits.

    Raises:
        TargetError: codes target_missing, target_stale, target_unknown, target_ambiguous, target_blocked.
    """
    lang = session.settings.lang
    seen = session.observation
    if not mark_id and not description:
        raise TargetError(say(lang, "needs_target", tool=tool), code="target_missing")
    if seen is None:
        raise TargetError(say(lang, "no_batch"), code="target_stale")
    mark = by_id(seen, mark_id, lang) if mark_id else _described(session, seen, description or "", action)
    if "disabled" in mark.states:
        raise TargetError(say(lang, "disabled", target=label_of(mark)), code="target_blocked")
    return mark


def _described(session: Session, seen: Observation, description: str, action: str) -> Mark:
    """The mark that reads so; when none does, what deep visual location finds, as a batch of its own."""
    try:
        return by_description(seen, description, action, session.settings.lang)
    except TargetError as error:
        if error.code != "target_unknown":
            raise
    mark = fall_back(session, description)
    if session.calling is not None:  # the safety gate could not know this control before
        from kit.tools.safety import check  # imports this module

        check(session, session.calling, mark)
    return mark


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


def point(session: Session, mark: Mark) -> tuple[int, int]:
    """The pixel to touch: the mark's own centre, which keeps clear of other controls lying over it."""
    screen = session.observation.screen if session.observation else session.device.screen()
    return to_pixels(mark.center, screen)


@lru_cache(4096)
def normalise(words: str) -> str:
    """Compatibility forms folded, lower case, only letters and digits of any script."""
    folded = unicodedata.normalize("NFKC", words).casefold()
    return "".join(c for c in folded if c.isalnum())
