"""A picture being painted: rectangles with smooth corners, text, glyphs. All coordinates are screen pixels."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kit.simphone import fonts
from kit.simphone.draw import icons
from kit.simphone.draw.palette import RGBA

if TYPE_CHECKING:
    from PIL.Image import Image


@lru_cache(maxsize=128)
def _corner(radius: int) -> tuple[Image, ...]:
    """The four quarter discs of this radius: top left, top right, bottom left, bottom right."""
    from PIL import Image, ImageDraw

    over = 4
    side = radius * 2 * over
    disc = Image.new("L", (side, side), 0)
    ImageDraw.Draw(disc).ellipse((0, 0, side - 1, side - 1), fill=255)
    disc = disc.resize((radius * 2, radius * 2), Image.Resampling.BOX)
    cuts = ((0, 0), (radius, 0), (0, radius), (radius, radius))
    return tuple(disc.crop((x, y, x + radius, y + radius)) for x, y in cuts)


@lru_cache(maxsize=512)
def dimmed(color: RGBA, light: int) -> RGBA:
    """A colour at this percentage of its brightness."""
    return color[0] * light // 100, color[1] * light // 100, color[2] * light // 100, color[3]


def blank(width: int, height: int, color: RGBA) -> Image:
    """A picture of one colour."""
    from PIL import Image

    return Image.new("RGBA", (width, height), color)


class Canvas:
    """An RGBA picture whose top left pixel is the screen's (`left`, `top`).

    Attributes:
        light: brightness in percent of everything painted from now on: what lies under a dialog is painted dim.
    """

    def __init__(self, image: Image, left: int = 0, top: int = 0) -> None:
        self.image = image
        self.left, self.top = left, top
        self.light = 100

    def shade(self, color: RGBA) -> RGBA:
        """A colour as bright as things are painted now."""
        return color if self.light == 100 else dimmed(color, self.light)

    def fill(self, x0: int, y0: int, x1: int, y1: int, color: RGBA) -> None:
        """A rectangle, right and bottom exclusive."""
        if x1 > x0 and y1 > y0:
            self.image.paste(self.shade(color), (x0 - self.left, y0 - self.top, x1 - self.left, y1 - self.top))

    def rounded(self, x0: int, y0: int, x1: int, y1: int, radius: int, color: RGBA) -> None:
        """A rectangle with round corners."""
        radius = min(radius, (x1 - x0) // 2, (y1 - y0) // 2)
        if radius <= 1:
            self.fill(x0, y0, x1, y1, color)
            return
        self.fill(x0 + radius, y0, x1 - radius, y1, color)
        self.fill(x0, y0 + radius, x0 + radius, y1 - radius, color)
        self.fill(x1 - radius, y0 + radius, x1, y1 - radius, color)
        places = ((x0, y0), (x1 - radius, y0), (x0, y1 - radius), (x1 - radius, y1 - radius))
        for (x, y), mask in zip(places, _corner(radius), strict=True):
            self.image.paste(self.shade(color), (x - self.left, y - self.top), mask)

    def outlined(
        self, x0: int, y0: int, x1: int, y1: int, radius: int, line: RGBA, inside: RGBA, width: int = 3
    ) -> None:
        """A rounded rectangle with a border."""
        self.rounded(x0, y0, x1, y1, radius, line)
        self.rounded(x0 + width, y0 + width, x1 - width, y1 - width, max(1, radius - width), inside)

    def disc(self, x: int, y: int, radius: int, color: RGBA) -> None:
        """A filled circle around a point."""
        self.rounded(x - radius, y - radius, x + radius, y + radius, radius, color)

    def text(self, x: int, y: int, line: str, size: int, color: RGBA, rtl: bool = False) -> None:
        """One line of text; x is its left end, y the top of its line, `rtl` says that its paragraph runs to the left."""
        if line:
            picture, _ = fonts.mask(line, size, rtl)
            self.image.paste(self.shade(color), (x - self.left, y - self.top), picture)

    def glyph(self, x: int, y: int, name: str, size: int, color: RGBA) -> None:
        """A glyph around a centre point."""
        if size > 3:
            self.image.paste(
                self.shade(color), (x - size // 2 - self.left, y - size // 2 - self.top), icons.mask(name, size)
            )
