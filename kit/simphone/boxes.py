"""Boxes in pixels, what a dp is worth, and how large texts are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kit.simphone.widgets import Widget

SIZES = {
    "display": 45,
    "title": 16,
    "headline": 21,
    "body": 15,
    "caption": 13,
    "tiny": 11,
    "app": 12,
    "search": 16,
    "ask": 18,
}
"""Text sizes in sp by style."""

MOST_LINES = {"title": 2, "headline": 1, "caption": 3, "tiny": 1, "app": 1, "search": 1}
"""Lines a text of this style may take; others wrap as long as they need."""


class Box:
    """A placed widget. `x`, `y` are screen pixels of its full box; left..bottom is the part that can be seen."""

    __slots__ = ("bottom", "content", "h", "kids", "left", "lines", "right", "size", "top", "w", "widget", "x", "y")

    def __init__(self, widget: Widget, w: int, h: int, kids: list[Box], lines: tuple[str, ...] = (), size: int = 0):
        self.widget = widget
        self.w = w
        self.h = h
        self.kids = kids
        self.lines = lines
        self.size = size
        self.x = self.y = self.left = self.top = self.right = self.bottom = 0
        self.content = 0

    @property
    def scrolls(self) -> bool:
        """Whether its content is taller than its room."""
        return self.content > self.h


@dataclass(frozen=True, slots=True)
class Metrics:
    """dp to pixels: `scale` is density / 160, `font` the system's font scale."""

    scale: float
    font: float

    def dp(self, value: float) -> int:
        """Pixels of a length in dp."""
        return int(value * self.scale + 0.5)

    def sp(self, value: float) -> int:
        """Pixels of a text size in sp."""
        return int(value * self.scale * self.font + 0.5)


@lru_cache(maxsize=64)
def metrics(density: int, font: float) -> Metrics:
    """The metrics of a display."""
    return Metrics(density / 160, font)


def settle(box: Box, x: int, y: int, clip: tuple[int, int, int, int], mirror: bool = False) -> bool:
    """Turns relative places into screen pixels and drops what lies outside the clip; whether the box can be seen.

    `mirror` puts everything right to left.
    """
    box.x = x
    box.y = y
    left, top, right, bottom = clip
    box.left = left = x if x > left else left
    box.top = top = y if y > top else top
    if x + box.w < right:
        right = x + box.w
    if y + box.h < bottom:
        bottom = y + box.h
    box.right, box.bottom = right, bottom
    if right <= left or bottom <= top:
        return False
    if box.kids:
        inner = (left, top, right, bottom)
        if mirror:
            for kid in box.kids:
                kid.x = box.w - kid.x - kid.w
        box.kids = [k for k in box.kids if settle(k, x + k.x, y + k.y, inner, mirror)]
    return True
