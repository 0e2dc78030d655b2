"""Contact sheets: many screens on one picture, each with its name below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kit.simphone import fonts

if TYPE_CHECKING:
    from PIL.Image import Image

GAP, LINE, SIZE = 12, 26, 13
"""Pixels between pictures, of the line with the name, and of its letters."""


def contact_sheet(pictures: Sequence[tuple[str, Image]], *, columns: int = 8, width: int = 240) -> Image:
    """One picture of many.

    Args:
        pictures: (name, picture) pairs, in reading order.
        columns: pictures in a row.
        width: of each, pixels; heights follow from their own proportions.

    Raises:
        ValueError: there is no picture, or no column.
    """
    from PIL import Image

    if not pictures or columns < 1 or width < 1:
        raise ValueError("A contact sheet needs at least one picture, one column and one pixel of width.")
    small = [(name, p.convert("RGB").resize((width, round(p.height * width / p.width)))) for name, p in pictures]
    rows = [small[n : n + columns] for n in range(0, len(small), columns)]
    heights = [max(p.height for _, p in row) for row in rows]
    across = min(columns, len(small))
    sheet = Image.new("RGB", (GAP + across * (width + GAP), GAP + sum(h + LINE + GAP for h in heights)), "#808890")
    y = GAP
    for row, tall in zip(rows, heights, strict=True):
        for n, (name, picture) in enumerate(row):
            x = GAP + n * (width + GAP)
            sheet.paste(picture, (x, y))
            letters, _ = fonts.mask(fonts.fit(name, SIZE, width), SIZE)
            sheet.paste("white", (x, y + picture.height + 6), letters)
        y += tall + LINE + GAP
    return sheet
