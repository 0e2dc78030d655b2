"""Bringing a slider to a value, as a solution does it: by swipes, looking at what it shows."""

from __future__ import annotations

from kit.tasks.simphone.steps import Label, Walk, spelled, until, words
from kit.types import Mark, Observation


def slide(seen: Observation, label: Label, value: int, maximum: int) -> Walk:
    """Brings a slider to a value: aims as if its ends were those of the track, then corrects by what it shows.

    Where writing runs from right to left, so does a slider: the first try tells.
    """
    seen = yield from until(seen, lambda now: _slider(now, label) is not None)
    x, way, missed = None, 1, maximum
    for _ in range(7):
        found = _slider(seen, label)
        if found is None or (off := value - (shown := round(float(found.value or 0)))) == 0:
            break
        box, screen = found.bounds, seen.screen
        if x is None:
            x = box.left + box.width * value / maximum
        elif way == 1 and abs(off) > maximum / 8 and abs(off) > abs(maximum - value - shown):
            x, way = box.left + box.right - x, -1
        else:
            way = -way if abs(off) > missed else way
            part = 2 if abs(off) == 1 else 1  # half a step: a whole one may jump over it
            x += way * off * box.width / maximum / part
        x, missed = min(max(x, box.left + 1), box.right - 1), abs(off)
        start, y = box.left + box.width * (0.25 if x > box.center[0] else 0.75), box.center[1] * 1000 / screen.height
        seen = yield "swipe", {"start": [start * 1000 / screen.width, y], "end": [x * 1000 / screen.width, y]}
    return seen


def _slider(seen: Observation, label: Label) -> Mark | None:
    wanted = spelled(label)
    return next((m for m in seen.marks if m.role == "slider" and not wanted.isdisjoint(words(seen, m))), None)
