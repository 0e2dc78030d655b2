"""A text is as wide as Pillow says: layout adds up letters, painting asks the font."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.simphone import fonts
from kit.simphone.boxes import fitting

LATIN = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x17F, exclude_categories=["Cc", "Cf", "Mn"]), max_size=40
)


@pytest.mark.parametrize("size", [11, 13, 21, 34, 39, 42, 55, 118])
@given(text=LATIN)
def test_the_sum_of_the_letters_is_the_width(size: int, text: str) -> None:
    drawn = sum(fonts.font(which, size).getlength(part) for which, part in fonts.runs(text) if which != fonts.NONE)
    if all(which != fonts.NONE for which, _ in fonts.runs(text)):
        assert fonts.width(text, size) == int(drawn + 0.999)
        assert fonts.width(text, size) >= math.floor(drawn)


def test_a_text_that_takes_no_room_keeps_its_size_where_there_is_none() -> None:
    assert fitting("", 20, -4, 10) == 20
    assert fitting("\u200b", 20, -4, 10) == 20
