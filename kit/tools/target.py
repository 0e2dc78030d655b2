"""From a mark id or a description to ONE mark of the current batch. Fails closed (spec: harness, addressing)."""

from __future__ import annotations

from kit.errors import TargetError
from kit.screen.coordinates import to_pixels
from kit.tools.locate import fall_back
from kit.tools.matching import agrees, by_description, by_id
from kit.tools.phrases import say
from kit.tools.safety import check
from kit.tools.session import Session
from kit.tools.spec import label_of
from kit.types import Mark, Observation


def resolve(session: Session, tool: str, mark_id: str | None, description: str | None, *, action: str = "tap") -> Mark:
    """The one mark meant.

    Args:
        mark_id: `ax_3@e12` (a badge of another epoch is refused) or `ax_3` (looked up in the current batch only).
        description: words written on the control; resolved exact, then contains, then normalised.
        action: what will be done; for "type" fields are preferred among several hits.

    Raises:
        TargetError: codes target_missing, target_stale, target_unknown, target_ambiguous, target_blocked,
            target_contradicts (the id and the description given together do not mean the same control).
    """
    lang = session.settings.lang
    seen = session.observation
    if not mark_id and not description:
        raise TargetError(say(lang, "needs_target", tool=tool), code="target_missing")
    if seen is None:
        raise TargetError(say(lang, "no_batch"), code="target_stale")
    mark = by_id(seen, mark_id, lang) if mark_id else _described(session, seen, description or "", action)
    if mark_id and description and not agrees(seen, mark, description):
        words = say(lang, "contradiction", id=mark_id, target=label_of(mark), description=description)
        raise TargetError(words, code="target_contradicts")
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
        check(session, session.calling, mark)
    return mark


def point(session: Session, mark: Mark) -> tuple[int, int]:
    """The pixel to touch: the mark's own centre, which keeps clear of other controls lying over it."""
    screen = session.observation.screen if session.observation else session.device.screen()
    return to_pixels(mark.center, screen)
