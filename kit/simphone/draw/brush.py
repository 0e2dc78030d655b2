"""What painting a widget needs besides its box: theme, metrics, and lines of text in a box."""

from __future__ import annotations

from dataclasses import dataclass

from kit.simphone import fonts
from kit.simphone.boxes import Box, Metrics
from kit.simphone.draw.canvas import Canvas
from kit.simphone.draw.palette import RGBA, color

WHITE: RGBA = (255, 255, 255, 255)


@dataclass(slots=True)
class Brush:
    """What painting needs to know besides the boxes."""

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


def lines(b: Brush, c: Canvas, box: Box, ink: RGBA, align: str, pad: int) -> None:
    """A text's lines in its box, the block centred along."""
    step = box.size * 27 // 20
    room = max(1, box.h // max(1, step))
    shown = box.lines[:room] if len(box.lines) > room else box.lines
    if b.mirror and align != "center":
        align = "end" if align == "start" else "start"
    y = box.y + (box.h - step * len(shown)) // 2 + box.size // 24
    for n, line in enumerate(shown):
        text = fonts.fit(line, box.size, max(1, box.w - 2 * pad))
        spare = box.w - 2 * pad - fonts.width(text, box.size)
        x = box.x + pad + (spare // 2 if align == "center" else spare if align == "end" else 0)
        c.text(x, y + n * step, text, box.size, ink)
