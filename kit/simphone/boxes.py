"""Boxes in pixels, what a dp is worth, and how large texts are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from kit.simphone import fonts
from kit.simphone.widgets import Widget, changed

SIZES = {
    "display": 45,
    "title": 16,
    "headline": 21,
    "alert": 21,
    "body": 15,
    "caption": 13,
    "tiny": 11,
    "app": 12,
    "search": 16,
    "ask": 18,
}
"""Text sizes in sp by style."""

POINTING = frozenset({"back", "forward", "left", "send", "undo", "list", "sort", "backspace"})
"""Glyphs that point along the line: turned round where it runs from right to left."""

MOST_LINES = {"title": 2, "headline": 1, "caption": 3, "tiny": 1, "app": 1, "search": 1}
"""Lines a text of this style may take; others wrap as long as they need."""


class Box:
    """A placed widget. `x`, `y` are screen pixels of its full box; left..bottom is the part that can be seen."""

    __slots__ = ("bottom", "content", "h", "kids", "left", "lines", "right", "size", "top", "w", "widget", "x", "y")

    left: int
    top: int
    right: int
    bottom: int

    def __init__(self, widget: Widget, w: int, h: int, kids: list[Box], lines: tuple[str, ...] = (), size: int = 0):
        self.widget = widget
        self.w = w
        self.h = h
        self.kids = kids
        self.lines = lines
        self.size = size
        self.x = self.y = self.content = 0

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


Length = Callable[[float], int]
"""Pixels of a length."""


@lru_cache(maxsize=64)
def lengths(m: Metrics) -> tuple[Length, Length, dict[str, int], dict[str, int]]:
    """A display's lengths, worked out once: dp and sp to pixels, text sizes by style, widths of what has a fixed one."""
    dp, sp = lru_cache(maxsize=512)(m.dp), lru_cache(maxsize=512)(m.sp)
    fixed = {
        "icon_button": dp(48), "fab": dp(56), "switch": dp(52), "checkbox": dp(40), "radio": dp(40),
        "progress": dp(48), "image": dp(40), "field": dp(180), "slider": dp(180), "canvas": dp(120), "divider": 1,
    }  # fmt: skip
    return dp, sp, {style: sp(size) for style, size in SIZES.items()}, fixed


def fitting(text: str, size: int, room: int, least: int) -> int:
    """The size at which a text fits on one line; what does not fit at the least one is cut when it is drawn."""
    wide = fonts.width(text, size)
    if wide <= room or not wide:
        return size
    size = max(least, size * max(room, 1) // wide)
    while size > least and fonts.width(text, size) > room:
        size -= 1
    return size


def settle(box: Box, x: int, y: int, clip: tuple[int, int, int, int], mirror: bool = False) -> bool:
    """Turns relative places into screen pixels and drops what lies outside the clip; whether the box can be seen.

    `mirror` puts everything right to left but what is in a widget that is `ltr`, and turns the glyphs that point along.
    """
    box.x = x
    box.y = y
    left, top, right, bottom = clip
    if x > left:
        left = x
    if y > top:
        top = y
    if x + box.w < right:
        right = x + box.w
    if y + box.h < bottom:
        bottom = y + box.h
    box.left, box.top, box.right, box.bottom = left, top, right, bottom
    if right <= left or bottom <= top:
        return False
    widget = box.widget
    if mirror and widget.icon in POINTING:
        box.widget = changed(widget, icon=f"{widget.icon}:turned")
    kids = box.kids
    if kids:
        if mirror := mirror and not widget.ltr:
            for kid in kids:
                kid.x = box.w - kid.x - kid.w
        inner = (left, top, right, bottom)
        box.kids = [k for k in kids if settle(k, x + k.x, y + k.y, inner, mirror)]
    return True
