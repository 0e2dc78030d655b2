"""What reference solutions read off a screen and wait for, by the sentence it stands in."""

from __future__ import annotations

import re
from collections.abc import Generator

from kit.tasks.base import Action
from kit.tasks.simphone.steps import Walk, close_keyboard, until
from kit.types import Observation

Find = Generator[Action, Observation, tuple[Observation, str]]
"""Some actions; returns the last observation and what was looked for (empty when it is not there)."""

PATIENCE, PAUSE_S = 10, 5
"""How often, and how long each time, a reply is waited for."""


def texts(seen: Observation) -> list[str]:
    """Everything that can be read, in controls and outside, window by window."""
    return [n.text for w in seen.windows for n in w.nodes if n.text]


def found(seen: Observation, pattern: str) -> str:
    """What the first group of a pattern takes of the last text on screen that is all of it; empty when none is."""
    hits = [m[1] for t in texts(seen) if (m := re.fullmatch(pattern, t, re.DOTALL))]
    return hits[-1] if hits else ""


def hole(sentence: str) -> str:
    """The pattern of a sentence with one {}: what stands there is taken."""
    start, end = sentence.split("{}")
    return f"{re.escape(start)}(.+){re.escape(end)}"


def find_out(seen: Observation, pattern: str, way: str = "down") -> Find:
    """Brings a text that is all of a pattern onto the screen: down the page, then up, or the other way round."""
    seen = yield from until(seen, lambda now: bool(found(now, pattern)), way)
    return seen, found(seen, pattern)


def find_after(seen: Observation, *heads: str) -> Find:
    """Brings a text that begins like this onto the screen; what follows, without the full stop at its end."""
    seen, rest = yield from find_out(seen, f"(?:{'|'.join(map(re.escape, heads))})(.*)")
    return seen, rest.strip(" .")


def wait_for(seen: Observation, *patterns: str) -> Find:
    """Waits until a text is all of one of these patterns."""
    for n in range(PATIENCE):
        if n == PATIENCE // 2 or seen.screen.width > seen.screen.height:
            seen = yield from close_keyboard(seen)  # on a low screen it may be all that is seen
        if values := [value for p in patterns if (value := found(seen, p))]:
            return seen, values[0]
        seen = yield "wait", {"seconds": PAUSE_S}
    return seen, ""


def pull_shade(seen: Observation) -> Walk:
    """Opens the notification shade with the gesture a finger would make."""
    del seen
    return (yield "swipe", {"start": [500, 2], "end": [500, 600]})
