"""What is drawn on a canvas: lines, discs, rectangles and words that have no node in the XML, only pixels.

A shape is a plain tuple; places and sizes are thousandths of the canvas (x and radius of its width, y of its height):

    ("line", color, width, ((x, y), ...))    ("rect", color, x0, y0, x1, y1)
    ("disc", color, x, y, radius)            ("text", color, x, y, size, words), centred
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kit.simphone import fonts, shaping

if TYPE_CHECKING:
    from collections.abc import Callable

    from kit.simphone.boxes import Box
    from kit.simphone.draw.brush import Brush
    from kit.simphone.draw.canvas import Canvas

Shape = tuple[Any, ...]


class _Sheet:
    """One canvas box: thousandths to screen pixels."""

    def __init__(self, brush: Brush, canvas: Canvas, box: Box) -> None:
        self.brush, self.canvas, self.box = brush, canvas, box

    def x(self, value: float) -> int:
        return self.box.x + round(value * self.box.w / 1000)

    def y(self, value: float) -> int:
        return self.box.y + round(value * self.box.h / 1000)

    def size(self, value: float) -> int:
        return max(1, round(value * self.box.w / 1000))

    def line(self, color: str, width: float, points: Any) -> None:
        from PIL import ImageDraw

        c, thick = self.canvas, self.size(width)
        ink = c.shade(self.brush.color(color))
        way = [(self.x(px) - c.left, self.y(py) - c.top) for px, py in points]
        draw = ImageDraw.Draw(c.image)
        if len(way) > 1:
            draw.line(way, fill=ink, width=thick, joint="curve")
        for px, py in (way[0], way[-1]):
            draw.ellipse((px - thick // 2, py - thick // 2, px + thick // 2, py + thick // 2), fill=ink)

    def rect(self, color: str, x0: float, y0: float, x1: float, y1: float) -> None:
        self.canvas.fill(self.x(x0), self.y(y0), self.x(x1), self.y(y1), self.brush.color(color))

    def disc(self, color: str, x: float, y: float, radius: float) -> None:
        self.canvas.disc(self.x(x), self.y(y), self.size(radius), self.brush.color(color))

    def text(self, color: str, x: float, y: float, size: float, words: str) -> None:
        tall = self.size(size)
        wide = fonts.width(words, tall)
        rtl = shaping.leads_left(words, False)  # a picture is the same in every language
        self.canvas.text(self.x(x) - wide // 2, self.y(y) - tall * 27 // 40, words, tall, self.brush.color(color), rtl)


def paint(brush: Brush, canvas: Canvas, box: Box) -> None:
    """Paints the shapes of the box's widget, first ones lowest."""
    sheet = _Sheet(brush, canvas, box)
    hands: dict[str, Callable[..., None]] = {
        "line": sheet.line, "rect": sheet.rect, "disc": sheet.disc, "text": sheet.text
    }  # fmt: skip
    for kind, *rest in box.widget.drawing:
        hands[kind](*rest)
