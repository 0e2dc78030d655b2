"""A reference solution that is not put off: what the system asks unbidden is answered with "no, thanks" first.

Phones disturb (`popups` of a simphone's profile); a solution that knows only its task would tap into the dialog. This wraps
one so that it never sees the disturbance.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING

from kit.simphone.system.prompts import KINDS
from kit.types import Observation

if TYPE_CHECKING:
    from kit.tasks.base import Action, Oracle

PACKAGES = frozenset(kind.package for kind in KINDS.values())
MOST = 5
"""Disturbances answered one after the other before the solution goes on all the same."""


def disturbance(seen: Observation) -> Action | None:
    """The tap that sends away what lies over the screen unbidden, if something does."""
    for mark in seen.marks:
        if mark.resource_id.endswith("id/button2"):
            window = next((w for w in seen.windows if w.index == mark.window), None)
            if window is not None and window.package in PACKAGES:
                return "tap", {"target_mark_id": mark.id}
    return None


def steady(start: Callable[[Observation], Oracle], first: Observation) -> Oracle:
    """The solution that `start` begins, with disturbances answered between its steps."""
    seen = yield from _cleared(first)
    inner = start(seen)
    try:
        action = next(inner)
        while True:
            seen = yield action
            seen = yield from _cleared(seen)
            action = inner.send(seen)
    except StopIteration:
        return


def _cleared(seen: Observation) -> Generator[Action, Observation, Observation]:
    for _ in range(MOST):
        tap = disturbance(seen)
        if tap is None:
            break
        seen = yield tap
    return seen
