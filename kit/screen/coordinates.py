"""Relative (0-1000) <-> pixels. The only place of the kit where the two meet.

The mapping is linear in the screen as it is rotated now and never clamped: a relative value outside 0-1000 lands outside
the screen (spec: harness, coordinates). Rounded to the nearest, so pixels(relative(pixels(r))) == pixels(r) on every
screen, and relative(pixels(r)) == r where a side is longer than 1000 pixels.
"""

from __future__ import annotations

import math

from kit.types import Rect, Screen

SCALE = 1000


def to_pixels(point: tuple[float, float], screen: Screen) -> tuple[int, int]:
    """Relative (x, y), 0-1000, to the pixel."""
    return _nearest(point[0] * screen.width / SCALE), _nearest(point[1] * screen.height / SCALE)


def to_relative(point: tuple[float, float], screen: Screen) -> tuple[int, int]:
    """A pixel (x, y) to relative coordinates, 0-1000."""
    return _nearest(point[0] * SCALE / screen.width), _nearest(point[1] * SCALE / screen.height)


def aim(point: tuple[int, int], area: Rect, screen: Screen) -> tuple[int, int]:
    """The relative point nearest to a pixel whose own pixel still lies inside `area`.

    On screens longer than 1000 pixels not every pixel has a relative value, so a thin control can be missed by plain
    rounding. Where the area is thinner than one relative step, the nearest value is returned all the same.
    """
    return (
        _aim_axis(point[0], area.left, area.right, screen.width),
        _aim_axis(point[1], area.top, area.bottom, screen.height),
    )


def _aim_axis(pixel: int, first: int, end: int, side: int) -> int:
    value = math.floor(pixel * SCALE / side + 0.5)
    if first <= math.floor(value * side / SCALE + 0.5) < end:  # nearly always; this runs for every mark
        return value
    for candidate in (value - 1, value + 1):
        if first <= _nearest(candidate * side / SCALE) < end:
            return candidate
    return value


def _nearest(value: float) -> int:
    return math.floor(value + 0.5)
