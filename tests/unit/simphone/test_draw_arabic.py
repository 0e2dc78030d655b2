"""Arabic on the screen: letters joined, lines in visual order, and what is in a box on the side where one looks for it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageOps

from kit.simphone import fonts, shaping
from kit.simphone.boxes import Metrics
from kit.simphone.draw import paint
from kit.simphone.draw.brush import Brush
from kit.simphone.draw.canvas import Canvas, blank
from kit.simphone.layout import Layouter
from kit.simphone.widgets import Widget, button, changed, grid, row, text, text_field

METRICS = Metrics(2.0, 1.0)
WIDE, TALL = 600, 120
ARABIC = st.text(alphabet="abc 12(.مرحبالاسلًاحسنّ،-", max_size=80)


def painted(widget: Widget, mirror: bool, focus: str = "") -> Image.Image:
    """The widget over the whole of a small screen."""
    box = Layouter(METRICS, {}).run(widget, 0, 0, WIDE, TALL, mirror)
    canvas = Canvas(blank(WIDE, TALL, (255, 255, 255, 255)))
    paint.tree(Brush(METRICS, dark=False, mirror=mirror, focus=focus), canvas, box)
    return canvas.image.convert("RGB")


def ink(one: Image.Image, other: Image.Image) -> tuple[int, int]:
    """The columns, first and last, in which two pictures differ."""
    box = ImageChops.difference(one, other).getbbox()
    assert box is not None
    return box[0], box[2]


# --- letters and their order -----------------------------------------------------------------------------------------


def test_letters_take_the_form_their_neighbours_ask_for() -> None:
    assert shaping.joined("بيت") == "\ufe91\ufef4\ufe96"
    assert shaping.joined("لا بيت") == "\ufefb \ufe91\ufef4\ufe96"
    assert shaping.visual("بيت", True) == "\ufe96\ufef4\ufe91"
    assert fonts.width("بيت", 40) < sum(fonts.width(letter, 40) for letter in "بيت")


@pytest.mark.parametrize(
    ("line", "drawn"),
    [
        ("אבג דה", "הד גבא"),
        ("אבג Alice דה", "הד Alice גבא"),
        ("אבג (דה)!", "!(הד) גבא"),
        ("(אבג", "גבא)"),
        ("אבג: 17:34", "17:34 :גבא"),
        ("17:34 – 18:00", "18:00 – 17:34"),
        ("(Android) 15", "15 (Android)"),
    ],
)
def test_a_line_that_runs_from_right_to_left_in_the_order_it_is_drawn(line: str, drawn: str) -> None:
    assert shaping.visual(line, True).replace("\u2066", "").replace("\u2069", "") == drawn


def test_a_line_that_runs_from_left_to_right_turns_only_what_does_not() -> None:
    assert shaping.visual("Call אבג (דה) now", False) == "Call (הד) גבא now"


@pytest.mark.parametrize(
    "number",
    [
        "202-555-0167",
        "+44 20 7946 0123",
        "(202) 555-0167",
        "-$50.89",
        "59%",
        "43.1 GB",
        "2025-11-08",
        "54+93",
        "1,507.15",
    ],
)
def test_a_number_among_arabic_words_keeps_its_order(number: str) -> None:
    for line in (f"مع {number}", f"{number} مع", f"مع {number} عن", number):
        assert number in shaping.visual(line, True), ascii(line)


def test_a_number_behind_a_latin_name_stays_behind_it() -> None:
    assert shaping.visual("iPhone 15 متاح", True).endswith("iPhone 15")


@pytest.mark.parametrize(
    ("paragraph", "english", "arabic", "typed"),
    [
        ("Hello!", False, False, False),
        ("مرحبا Alice", True, True, True),
        ("Alice · مجاني", False, True, False),
        ("17:34", False, True, True),
        ("", False, True, True),
    ],
)
def test_which_way_a_paragraph_runs(paragraph: str, english: bool, arabic: bool, typed: bool) -> None:
    assert shaping.leads_left(paragraph, False) is english
    assert shaping.leads_left(paragraph, True) is arabic
    assert shaping.leads_left(paragraph, True, typed=True) is typed


def test_each_line_runs_as_its_paragraph_does() -> None:
    words = "Hello there, how are you?\nمرحبا كيف حالك اليوم يا صديقي"
    lines = fonts.wrap(words, 30, 200)
    assert len(lines) > 3
    ways = shaping.directions(words, lines, True)
    assert ways == tuple(line[0] >= "\u0600" for line in lines)
    assert set(ways) == {False, True}


@settings(deadline=None)
@given(st.text(max_size=40), st.booleans())
def test_any_text_has_an_order_and_keeps_its_letters(line: str, rtl: bool) -> None:
    drawn = shaping.visual(line, rtl)
    assert sorted(c for c in drawn if c.isascii() and c.isalnum()) == sorted(
        c for c in line if c.isascii() and c.isalnum()
    )


# --- widths ----------------------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(ARABIC, st.integers(12, 50), st.booleans())
def test_what_is_measured_is_what_is_drawn(words: str, size: int, rtl: bool) -> None:
    drawn, _ = fonts.mask(words, size, rtl)
    wider = sum(fonts.font(which, size).getlength(part) for which, part in fonts.runs(words))
    assert drawn.width == max(1, fonts.width(words, size))
    assert wider <= drawn.width < wider + 2


@settings(deadline=None)
@given(ARABIC, st.integers(12, 50), st.integers(30, 600))
def test_arabic_is_wrapped_in_the_order_it_is_read_and_fits(words: str, size: int, room: int) -> None:
    lines = fonts.wrap(words, size, room)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert all(fonts.width(line.rstrip(), size) <= room for line in lines if len(line) > 2)
    assert fonts.width(fonts.fit(words, size, room), size) <= room


def test_a_text_that_is_cut_ends_at_the_left() -> None:
    cut = fonts.fit("مرحبا كيف حالك اليوم يا صديقي", 30, 150)
    assert cut.startswith("مرحبا")
    assert shaping.visual(cut, True).startswith("…")


def test_vowel_signs_are_drawn_and_take_no_room() -> None:
    plain, marked = fonts.mask("حسنا", 40, True)[0], fonts.mask("حسنًا", 40, True)[0]
    assert plain.size == marked.size
    assert sum(marked.histogram()[128:]) > sum(plain.histogram()[128:])


def test_latin_text_needs_none_of_it() -> None:
    code = (
        "import sys; from kit.simphone.phone import Phone; p = Phone(0); p.run('screencap'); "
        "sys.exit(bool({'bidi', 'arabic_reshaper'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- what is in a box ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "control",
    [
        Widget(kind="switch", checked=True),
        Widget(kind="switch", checked=False),
        Widget(kind="radio", checked=True),
        Widget(kind="checkbox", checked=False),
        Widget(kind="slider", id="s", value=30),
        text_field("f", ""),
    ],
    ids=lambda w: f"{w.kind} {w.checked}",
)
def test_a_control_is_mirrored(control: Widget) -> None:
    arabic = painted(control, True)
    assert ImageOps.mirror(painted(control, False)).tobytes() == arabic.tobytes()
    assert arabic.getcolors(1) is None


@pytest.mark.parametrize(
    "control",
    [
        Widget(kind="switch", checked=True, style="tile", icon="add", text="بلوتوث"),
        Widget(kind="switch", checked=False, text="بلوتوث"),
        Widget(kind="checkbox", checked=False, text="بلوتوث"),
        text_field("f", "", icon="add", hint="بلوتوث"),
        button("بلوتوث", ("go",), style="row", icon="add"),
    ],
    ids=lambda w: f"{w.kind} {w.style}",
)
def test_glyph_and_words_of_a_control_are_at_its_right(control: Widget) -> None:
    full, silent = painted(control, True), painted(changed(control, text="", hint=""), True)
    left, right = ink(full, silent)
    assert left > WIDE // 2
    if control.icon:
        assert ink(full, painted(changed(control, icon="close"), True))[0] >= right


def test_the_search_pill_has_its_glass_at_the_right() -> None:
    pill = painted(text("", style="search", height=60), True)
    assert pill.crop((WIDE - 120, 20, WIDE - 20, 100)).getcolors(2) is None
    assert len(pill.crop((60, 30, WIDE - 120, 90)).getcolors() or ()) == 1


@pytest.mark.parametrize(
    ("kind", "value", "at_right"),
    [
        ("text", "مرحبا", True),
        ("text", "Alice", False),
        ("number", "12", True),
        ("phone", "+44 20", False),
        ("password", "abc", False),
    ],
)
def test_what_is_typed_begins_where_its_paragraph_does(kind: str, value: str, at_right: bool) -> None:
    empty, filled = (painted(text_field("f", v, input=kind), True) for v in ("", value))
    left, right = ink(empty, filled)
    assert (left > WIDE // 2, right > WIDE // 2) == (at_right, at_right)


def test_a_hint_and_the_cursor_stand_at_the_right() -> None:
    bare, hinted = painted(text_field("f", ""), True), painted(text_field("f", "", hint="بحث"), True)
    assert ink(bare, hinted)[0] > WIDE // 2
    words = "مرحبا"
    still, used = painted(text_field("f", words), True), painted(text_field("f", words), True, focus="f")
    middle = (24, 40, WIDE - 24, TALL - 40)  # without the border, which is stronger now
    left, right = ink(still.crop(middle), used.crop(middle))
    assert right - left <= METRICS.dp(2)
    written = ink(painted(text_field("f", ""), True), still)
    assert abs(left + 24 - written[0]) < 10


def test_arabic_words_begin_at_the_right_and_what_is_cut_ends_at_the_left() -> None:
    line = text("مرحبا", height=60)
    assert ink(painted(text("", height=60), True), painted(line, True))[1] > WIDE - 10
    assert ink(painted(text("", height=60), False), painted(line, False))[0] < 10


def test_a_bracket_on_a_pad_of_digits_is_not_turned() -> None:
    pad = grid(*(button(key, ("press", key)) for key in "(7"), columns=2, ltr=True)
    assert painted(pad, True).tobytes() == painted(pad, False).tobytes()
    free = grid(*(button(key, ("press", key)) for key in "(7"), columns=2)
    assert painted(free, True).tobytes() != painted(pad, False).tobytes()


def test_a_row_that_runs_from_left_to_right_keeps_its_texts_there() -> None:
    line = row(text("12:", weight=1), text("30", weight=1), ltr=True)
    assert painted(line, True).tobytes() == painted(line, False).tobytes()
