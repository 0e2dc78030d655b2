"""From words read in a picture to the place a description means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.screen.matching import Word, find, normalise
from kit.types import Rect


def word(text: str, x: int, y: int = 100, *, height: int = 40, confidence: float = 0.99) -> Word:
    """A word whose letters are 20 pixels wide, Chinese ones 40."""
    width = sum(40 if ord(c) > 0x2E80 else 20 for c in text)
    return Word(text=text, box=Rect(x, y, x + width, y + height), confidence=confidence)


SCREEN = [
    word("Wi-Fi", 40, 100),
    word("Bluetooth", 40, 200),
    word("Don't allow", 40, 300),
    word("Allow", 400, 300),
    word("沈阳市", 40, 400),
    word("Terms of", 40, 500),
    word("service", 215, 500),
    word("Delete 1", 40, 600),
    word("Alarm", 40, 700),
    word("Alarm", 40, 800),
    word("17:34", 0, 0),
    word("接受全部条款", 40, 900),
    word("Forgot password? Sign up", 40, 1000),
]


@pytest.mark.parametrize(
    ("description", "words", "level"),
    [
        ("Wi-Fi", "Wi-Fi", "exact"),
        ("  Wi-Fi ", "Wi-Fi", "exact"),
        ("wifi", "Wi-Fi", "same"),
        ("allow", "Allow", "same"),
        ("沈阳市", "沈阳市", "exact"),
        ("沈阳", "沈阳", "whole_words"),
        ("Terms of service", "Terms of service", "exact"),
        ("tooth", "tooth", "contains"),
        ("SIGN UP", "Sign up", "normalised"),
        ("B1uet00th", "Bluetooth", "alike"),
        ("Bluetootn", "Bluetooth", "alike"),
        ("全部", "全部", "whole_words"),
    ],
)
def test_the_first_level_that_matches_decides(description, words, level):
    (match,) = find(SCREEN, description)
    assert (match.words, match.level) == (words, level)


@pytest.mark.parametrize("description", ["Delete 2", "Delete", "Alarm", "7", "al", "北京市", "Blue sky", "", "  ", "÷"])
def test_what_is_not_there_or_not_sure_is_never_a_single_wrong_hit(description):
    hits = find(SCREEN, description)
    assert {"Delete": 1, "Alarm": 2}.get(description, 0) == len(hits)


def test_a_part_of_a_line_is_hit_where_it_stands():
    (match,) = find(SCREEN, "Sign up")
    line = SCREEN[-1].box
    assert match.box.right == line.right
    assert match.box.left == line.left + 20 * len("Forgot password? ")
    assert (match.box.top, match.box.bottom) == (line.top, line.bottom)


def test_chinese_letters_are_twice_as_wide_as_latin_ones():
    (match,) = find([Word(text="AB中文", box=Rect(0, 0, 60, 10), confidence=1.0)], "中文")
    assert match.box == Rect(20, 0, 60, 10)


def test_words_far_apart_or_on_other_lines_are_not_joined():
    assert find([word("Terms of", 40, 500), word("service", 500, 500)], "Terms of service") == ()
    assert find([word("Terms of", 40, 500), word("service", 215, 560)], "Terms of service") == ()


def test_two_places_in_one_line_are_two_hits():
    assert len(find([word("OK or OK", 0)], "OK")) == 2


def test_an_unsure_reading_of_a_single_character_is_no_hit():
    assert find([word("7", 0, confidence=0.72)], "7") == ()
    assert len(find([word("7", 0, confidence=0.95)], "7")) == 1


def test_a_symbol_is_found_only_as_it_is():
    assert [m.words for m in find([word("+", 0), word("1+1", 200)], "+")] == ["+"]


@given(st.text(min_size=1, max_size=12), st.integers(0, 500), st.integers(0, 500))
def test_the_whole_text_of_a_lone_word_is_found_in_its_own_box(text, x, y):
    shown = " ".join(text.split())
    if not shown:
        return
    lone = Word(text=shown, box=Rect(x, y, x + 300, y + 40), confidence=1.0)
    (match,) = find([lone], text)
    assert match.words == shown
    assert match.box == lone.box


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=8).filter(str.strip), st.integers(0, 900), st.integers(0, 900))),
    st.text(),
)
def test_every_hit_lies_within_the_words_that_were_read(words, description):
    read = [Word(text=t.strip(), box=Rect(x, y, x + 100, y + 30), confidence=0.9) for t, x, y in words]
    for hit in find(read, description):
        assert any(w.box.intersect(hit.box).area or w.box.contains(*hit.box.center) for w in read)


def test_normalise_keeps_letters_and_digits_of_any_script():
    assert normalise("Ｗｉ－Fi 沈阳 №5!") == "wifi沈阳no5"
