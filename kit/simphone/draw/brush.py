"""What painting a widget needs besides its box: theme, metrics, and lines of text in a box."""

from __future__ import annotations

from dataclasses import dataclass

from kit.simphone import fonts, shaping
from kit.simphone.boxes import Box, Metrics
from kit.simphone.draw.canvas import Canvas
from kit.simphone.draw.palette import RGBA, color

WHITE: RGBA = (255, 255, 255, 255)


@dataclass(slots=True)
class Brush:
    """What painting needs to know besides the boxes.

    Attributes:
        mirror: whether the language runs from right to left, and with it what is in a box.
    """

    m: Metrics
    dark: bool
    on_wallpaper: bool = False
    focus: str = ""
    mirror: bool = False

    def color(self, name: str) -> RGBA:
        """A colour of the theme."""
        return color(name, self.dark)

    def ink(self, enabled: bool, name: str) -> RGBA:
        """A text or glyph colour; faint for what is disabled, white on the wallpaper."""
        if not enabled:
            return self.color("faint")
        return WHITE if self.on_wallpaper and not name.startswith("#") else self.color(name)

    def at(self, box: Box, x: int) -> int:
        """A place in a box as it is without a mirror -> where it is painted."""
        return 2 * box.x + box.w - x if self.mirror else x

    def span(self, box: Box, x0: int, x1: int) -> tuple[int, int]:
        """A stretch of a box as it is without a mirror -> its left and right end as painted."""
        return (self.at(box, x1), self.at(box, x0)) if self.mirror else (x0, x1)

    def leads_left(self, box: Box, text: str) -> bool:
        """Whether a text in this box is written as a paragraph that runs from right to left."""
        return shaping.leads_left(text, self.mirror and not box.widget.ltr)


def lines(b: Brush, c: Canvas, box: Box, ink: RGBA, align: str, pad: int) -> None:
    """A text's lines in its box, the block centred along."""
    step = box.size * 27 // 20
    room = max(1, box.h // max(1, step))
    shown = box.lines[:room] if len(box.lines) > room else box.lines
    if b.mirror and align != "center":
        align = "end" if align == "start" else "start"
    y = box.y + (box.h - step * len(shown)) // 2 + box.size // 24
    ways = shaping.directions(box.widget.text, shown, b.mirror and not box.widget.ltr)
    for n, line in enumerate(shown):
        text = fonts.fit(line, box.size, max(1, box.w - 2 * pad))
        spare = box.w - 2 * pad - fonts.width(text, box.size)
        x = box.x + pad + (spare // 2 if align == "center" else spare if align == "end" else 0)
        c.text(x, y + n * step, text, box.size, ink, ways[n])


def label(b: Brush, c: Canvas, box: Box, x0: int, x1: int, size: int, ink: RGBA) -> None:
    """The box's text on one line between two places of the box (as they are without a mirror), at the start of them."""
    text = box.widget.text
    x0, x1 = b.span(box, x0, x1)
    line = fonts.fit(text, size, max(1, x1 - x0))
    x = x1 - fonts.width(line, size) if b.mirror else x0
    c.text(x, box.y + (box.h - size * 27 // 20) // 2, line, size, ink, b.leads_left(box, text))
