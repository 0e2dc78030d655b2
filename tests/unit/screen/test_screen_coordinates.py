from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.screen.coordinates import aim, to_pixels, to_relative
from kit.types import Rect, Screen

SIDES = st.integers(1, 8000)


@pytest.mark.parametrize(
    ("point", "pixel"), [((500, 500), (540, 1200)), ((0, 0), (0, 0)), ((1000, 1000), (1080, 2400)), ((1, 1), (1, 2))]
)
def test_relative_values_map_linearly(point, pixel):
    assert to_pixels(point, Screen(width=1080, height=2400)) == pixel


def test_nothing_is_clamped():
    screen = Screen(width=1000, height=2000)
    assert to_pixels((-100, 1500), screen) == (-100, 3000)
    assert to_relative((-100, 3000), screen) == (-100, 1500)


@given(SIDES, SIDES, st.integers(-500, 1500), st.integers(-500, 1500))
def test_round_trips(width, height, x, y):
    screen = Screen(width=width, height=height)
    pixel = to_pixels((x, y), screen)
    assert to_pixels(to_relative(pixel, screen), screen) == pixel or max(width, height) > 1000
    back = to_relative(pixel, screen)
    for side, given_value, value in ((width, x, back[0]), (height, y, back[1])):
        if side > 1000:
            assert value == given_value


@given(st.integers(1001, 4000), st.data())
def test_aim_hits_every_area_as_thick_as_one_relative_step(side, data):
    screen = Screen(width=side, height=side)
    thick = -(-side // 1000) + 1
    left, top = data.draw(st.integers(0, side - thick)), data.draw(st.integers(0, side - thick))
    area = Rect(left, top, left + thick, top + thick)
    assert area.contains(*to_pixels(aim(area.center, area, screen), screen))
