"""A picture being painted: rectangles with smooth corners, text, glyphs. All coordinates are screen pixels."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kit.simphone import fonts, icons
from kit.simphone.palette import RGBA

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


class Canvas:
    """An RGBA picture whose top left pixel is the screen's (`left`, `top`)."""

    def __init__(self, width: int, height: int, background: RGBA, left: int = 0, top: int = 0) -> None:
        from PIL import Image

        self.buffer = bytearray()
        self.image = Image.new("RGBA", (width, height), background)
        self.left, self.top = left, top

    @classmethod
    def framed(cls, width: int, height: int, background: RGBA, header: bytes) -> Canvas:
        """A canvas whose pixels lie in `buffer` right behind a header, ready to be handed out.

        Every fresh 10 MB block costs milliseconds of page faults, so a raw screenshot must not copy itself together.
        """
        from PIL import Image

        canvas = cls(1, 1, background)
        canvas.buffer = bytearray(len(header) + width * height * 4)
        canvas.buffer[: len(header)] = header
        pixels = memoryview(canvas.buffer)[len(header) :]
        canvas.image = Image.frombuffer("RGBA", (width, height), pixels, "raw", "RGBA", 0, 1)
        canvas.image.readonly = 0
        canvas.image.paste(background, (0, 0, width, height))
        return canvas

    def fill(self, x0: int, y0: int, x1: int, y1: int, color: RGBA) -> None:
        """A rectangle, right and bottom exclusive."""
        if x1 > x0 and y1 > y0:
            self.image.paste(color, (x0 - self.left, y0 - self.top, x1 - self.left, y1 - self.top))

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
            self.image.paste(color, (x - self.left, y - self.top), mask)

    def outlined(
        self, x0: int, y0: int, x1: int, y1: int, radius: int, line: RGBA, inside: RGBA, width: int = 3
    ) -> None:
        """A rounded rectangle with a border."""
        self.rounded(x0, y0, x1, y1, radius, line)
        self.rounded(x0 + width, y0 + width, x1 - width, y1 - width, max(1, radius - width), inside)

    def disc(self, x: int, y: int, radius: int, color: RGBA) -> None:
        """A filled circle around a point."""
        self.rounded(x - radius, y - radius, x + radius, y + radius, radius, color)

    def text(self, x: int, y: int, line: str, size: int, color: RGBA) -> None:
        """One line of text; y is the top of its line."""
        if line:
            picture, _ = fonts.mask(line, size)
            self.image.paste(color, (x - self.left, y - self.top), picture)

    def glyph(self, x: int, y: int, name: str, size: int, color: RGBA) -> None:
        """A glyph around a centre point."""
        if size > 3:
            self.image.paste(color, (x - size // 2 - self.left, y - size // 2 - self.top), icons.mask(name, size))
