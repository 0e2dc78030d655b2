"""The model's copy of a screenshot: set-of-mark badges, grid, last touch. Nothing is ever drawn on the phone itself.

Spec: translation, T1.2 and T1.3. The badges carry the same numbers as the list.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from kit.screen import coordinates
from kit.types import Mark, Observation, Rect, Screen

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont
    from PIL.ImageFont import ImageFont as BitmapFont

Grid = Literal["faint", "prominent"]
COLUMNS = "ABCDEFGH"
ROWS = 12

_COLOURS = ((220, 38, 38), (37, 99, 235), (5, 150, 105), (217, 119, 6), (147, 51, 234), (190, 24, 93))
_CYAN = (0, 229, 255)
_BADGE_SHARE = 44
"""The screen's shorter side divided by this is the height of a badge's digits in pixels."""
_SMALLEST = 11
_FOREIGN = 4
"""A control more than this many times as large as the own one may be drawn on: its badge is a small part of it."""


def draw_marks(
    obs: Observation,
    *,
    image: Image | None = None,
    marks: Sequence[Mark] | None = None,
    grid: Grid | None = None,
    last_touch: tuple[float, float] | None = None,
    side: int | None = None,
) -> Image:
    """Draws boxes and number badges on a copy of the picture.

    Args:
        obs: the observation; its picture is used unless `image` is given, a blank canvas when there is none.
        image: another picture of the same screen.
        marks: another choice of marks; default all of the observation.
        grid: a grid of cells A-H x 1-12, "faint" under the marks or "prominent" for a canvas without controls.
        last_touch: relative (x, y), 0-1000, of the last touch; a cyan ring is drawn there.
        side: longer side of the result in pixels; None keeps the size. Badges are drawn after scaling, so they stay
            readable.
    """
    from PIL import Image as Images
    from PIL import ImageDraw

    picture = image or obs.image
    if picture is None:
        picture = Images.new("RGB", (obs.screen.width, obs.screen.height), (250, 250, 250))
    canvas = scaled(picture, side).convert("RGB").copy()
    factor = canvas.width / obs.screen.width, canvas.height / obs.screen.height
    draw = ImageDraw.Draw(canvas, "RGBA")
    if grid:
        _draw_grid(draw, canvas.size, grid)
    _draw_marks(draw, obs.marks if marks is None else marks, canvas.size, factor)
    if last_touch is not None:
        _draw_touch(draw, last_touch, canvas.size)
    return canvas


def scaled(image: Image, side: int | None) -> Image:
    """The picture with its longer side at most `side` pixels; never enlarged."""
    from PIL.Image import Resampling

    longer = max(image.size)
    if side is None or longer <= side:
        return image
    size = (max(1, round(image.width * side / longer)), max(1, round(image.height * side / longer)))
    return image.resize(size, Resampling.LANCZOS)


def cell(name: str, fx: float = 0.5, fy: float = 0.5) -> tuple[float, float]:
    """The relative point (0-1000) inside a grid cell such as "C7"; (fx, fy) run 0-1 from its top left corner.

    Raises:
        ValueError: no such cell, or a fraction outside 0-1.
    """
    column, row = COLUMNS.find(name[:1].upper()), name[1:]
    if column < 0 or not row.isdecimal() or not 1 <= int(row) <= ROWS:
        raise ValueError(f"There is no grid cell {name!r}; cells are A1 to {COLUMNS[-1]}{ROWS}.")
    if not (0 <= fx <= 1 and 0 <= fy <= 1):
        raise ValueError(f"Fractions inside a cell run from 0 to 1, not ({fx}, {fy}).")
    scale = coordinates.SCALE
    return (column + fx) * scale / len(COLUMNS), (int(row) - 1 + fy) * scale / ROWS


# --- marks -----------------------------------------------------------------------------------------------------------


def _draw_marks(draw: ImageDraw, marks: Sequence[Mark], size: tuple[int, int], factor: tuple[float, float]) -> None:
    font = _font(max(_SMALLEST, min(size) // _BADGE_SHARE))
    boxes = [_scale(mark.bounds, factor) for mark in marks]
    line = max(1, min(size) // 360)
    for mark, box in zip(marks, boxes, strict=True):
        colour = _COLOURS[mark.number % len(_COLOURS)]
        draw.rectangle(
            (box.left, box.top, max(box.left, box.right - 1), max(box.top, box.bottom - 1)), outline=colour, width=line
        )
    placed: list[Rect] = []
    for mark, box in sorted(zip(marks, boxes, strict=True), key=lambda pair: pair[1].area):
        badge = _place(_badge_size(draw, str(mark.number), font), box, placed, boxes, size)
        placed.append(badge)
        colour = _COLOURS[mark.number % len(_COLOURS)]
        draw.rectangle((badge.left, badge.top, badge.right - 1, badge.bottom - 1), fill=(*colour, 235))
        draw.text(badge.center, str(mark.number), fill=(255, 255, 255), font=font, anchor="mm")


def _badge_size(draw: ImageDraw, text: str, font: FreeTypeFont | BitmapFont) -> tuple[int, int]:
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    return int(right - left) + 6, int(bottom - top) + 6


def _place(
    badge: tuple[int, int], box: Rect, placed: Sequence[Rect], boxes: Sequence[Rect], size: tuple[int, int]
) -> Rect:
    """The best of some places at the box: in a corner of a roomy one, beside a small one."""
    places = [_inside(p, badge, size) for p in _candidates(badge, box)]
    return min(enumerate(places), key=lambda pair: (_cost(pair[1], box, placed, boxes), pair[0]))[1]


def _candidates(badge: tuple[int, int], box: Rect) -> list[tuple[int, int]]:
    width, height = badge
    corners = [
        (box.left, box.top),
        (box.right - width, box.top),
        (box.left, box.bottom - height),
        (box.right - width, box.bottom - height),
    ]
    outside = [
        (box.left, box.top - height),
        (box.right - width, box.top - height),
        (box.right, box.top),
        (box.left - width, box.top),
        (box.left, box.bottom),
        (box.right - width, box.bottom),
        (box.right, box.bottom - height),
        (box.left - width, box.bottom - height),
    ]
    along = [(box.left + box.width * i // 8, box.top) for i in range(1, 8)]
    return [*corners, *along, *outside]


def _cost(badge: Rect, box: Rect, placed: Sequence[Rect], boxes: Sequence[Rect]) -> float:
    """Overlap with other badges weighs most; then hiding the middle of the own control; then lying outside it or on
    somebody else's.
    """
    own = badge.area or 1
    dx, dy = box.width // 5, box.height // 5
    middle = Rect(box.left + dx, box.top + dy, box.right - dx, box.bottom - dy)
    on_badges = sum(badge.intersect(other).area for other in placed) / own
    hidden = badge.intersect(middle).area / max(box.area, 1)
    outside = 1 - badge.intersect(box).area / own
    foreign = sum(badge.intersect(o).area / max(o.area, 1) for o in boxes if o != box and o.area < box.area * _FOREIGN)
    return 100 * on_badges + 4 * hidden + 0.6 * outside + 2 * foreign


def _inside(place: tuple[int, int], badge: tuple[int, int], size: tuple[int, int]) -> Rect:
    left = max(0, min(place[0], size[0] - badge[0]))
    top = max(0, min(place[1], size[1] - badge[1]))
    return Rect(left, top, left + badge[0], top + badge[1])


def _scale(rect: Rect, factor: tuple[float, float]) -> Rect:
    return Rect(
        round(rect.left * factor[0]),
        round(rect.top * factor[1]),
        round(rect.right * factor[0]),
        round(rect.bottom * factor[1]),
    )


# --- grid and touch --------------------------------------------------------------------------------------------------


def _draw_grid(draw: ImageDraw, size: tuple[int, int], grid: Grid) -> None:
    prominent = grid == "prominent"
    alpha, width = (170, max(2, min(size) // 300)) if prominent else (40, 1)
    columns, rows = len(COLUMNS), ROWS
    for i in range(1, columns):
        x = size[0] * i // columns
        draw.line((x, 0, x, size[1]), fill=(90, 90, 90, alpha), width=width)
    for i in range(1, rows):
        y = size[1] * i // rows
        draw.line((0, y, size[0], y), fill=(90, 90, 90, alpha), width=width)
    font = _font(max(_SMALLEST, min(size) // (_BADGE_SHARE if prominent else 2 * _BADGE_SHARE)))
    ink = (60, 60, 60, 230) if prominent else (180, 180, 180, 255)
    for column in range(columns):
        for row in range(rows):
            place = size[0] * column // columns + 3, size[1] * row // rows + 2
            draw.text(place, f"{COLUMNS[column]}{row + 1}", fill=ink, font=font, anchor="la")


def _draw_touch(draw: ImageDraw, point: tuple[float, float], size: tuple[int, int]) -> None:
    x, y = coordinates.to_pixels(point, Screen(width=size[0], height=size[1]))
    radius = max(8, min(size) // 24)
    line = max(3, radius // 5)
    draw.ellipse(
        (x - radius - 1, y - radius - 1, x + radius + 1, y + radius + 1), outline=(0, 0, 0, 160), width=line + 2
    )
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=_CYAN, width=line)


def _font(height: int) -> FreeTypeFont | BitmapFont:
    from PIL import ImageFont

    return ImageFont.load_default(size=height)
