"""Pixels: the right size, the same bytes for the same screen, black where a window forbids pictures."""

from __future__ import annotations

import io
import struct

import demo_app as demo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from kit.simphone import fonts
from kit.simphone.phone import Phone


def _png(phone: Phone) -> Image.Image:
    return Image.open(io.BytesIO(phone.run("screencap -p").stdout)).convert("RGB")


def test_raw_and_png_hold_the_same_picture() -> None:
    phone = demo.opened()
    raw = phone.run("screencap").stdout
    assert struct.unpack("<4I", raw[:16]) == (1080, 2400, 1, 1)
    assert Image.frombytes("RGBA", (1080, 2400), raw[16:]).convert("RGB").tobytes() == _png(phone).tobytes()


def test_an_unchanged_screen_is_the_very_same_bytes() -> None:
    phone = demo.opened()
    first = phone.run("screencap -p").stdout
    phone.run("input tap 5 2390; dumpsys window displays")
    assert phone.run("screencap -p").stdout is first
    demo.tap(phone, "Power")
    assert phone.run("screencap -p").stdout != first


def test_two_phones_of_one_seed_paint_alike() -> None:
    assert demo.opened(5).run("screencap").stdout == demo.opened(5).run("screencap").stdout


@pytest.mark.parametrize("page", ["vault"])
def test_a_secure_page_is_black_but_still_dumped(page: str) -> None:
    phone = demo.opened(0, page)
    result = phone.run("screencap -p")
    assert result.code == 0
    assert not result.stderr
    assert _png(phone).getextrema() == ((0, 0), (0, 0), (0, 0))
    assert demo.find(phone, "the secret is 42") is not None
    phone.run("input keyevent BACK")
    assert _png(phone).getextrema() != ((0, 0), (0, 0), (0, 0))


def test_a_sleeping_screen_is_black() -> None:
    phone = demo.phone()
    phone.run("input keyevent POWER")
    assert _png(phone).getextrema() == ((0, 0), (0, 0), (0, 0))


def test_dark_theme_is_dark_and_a_dialog_darkens_the_rest() -> None:
    light, dark = _png(demo.opened()), _png(demo.opened(dark_theme=True))
    spot = (540, 2200)
    assert sum(light.getpixel(spot)) > 600 > 200 > sum(dark.getpixel(spot))  # type: ignore[arg-type]
    phone = demo.opened()
    phone.send("demo", ("ask",))
    assert sum(_png(phone).getpixel((540, 150))) < sum(light.getpixel((540, 150)))  # type: ignore[arg-type]


@pytest.mark.parametrize("page", ["home", "form", "odds", "search"])
@pytest.mark.parametrize(
    "traits",
    [{}, {"dark_theme": True, "font_scale": 1.3}, {"density": 560}, {"width": 720, "height": 1280, "density": 320}],
)
def test_every_page_paints(page: str, traits: dict[str, object]) -> None:
    phone = demo.opened(0, *([page] if page != "home" else []), **traits)
    picture = _png(phone)
    assert picture.size == phone.size
    assert len(set(picture.resize((54, 120)).getdata())) > 3 if not hasattr(picture, "get_flattened_data") else True
    assert not phone.internal_errors


def test_a_toast_is_seen_and_goes() -> None:
    phone = demo.opened()
    before = phone.run("screencap").stdout
    phone.env("demo").toast("Saved")
    assert phone.run("screencap").stdout != before
    phone.advance(2.1)
    assert phone.run("screencap").stdout == before


@settings(deadline=None)
@given(st.text(max_size=80), st.integers(10, 60), st.integers(1, 900))
def test_fitted_text_never_exceeds_its_room(words: str, size: int, room: int) -> None:
    assert fonts.width(fonts.fit(words, size, room), size) <= room


@settings(deadline=None)
@given(st.text(alphabet="abc déf 你好-", max_size=120), st.integers(12, 50), st.integers(80, 900))
def test_wrapped_lines_lose_nothing_but_spaces(words: str, size: int, room: int) -> None:
    lines = fonts.wrap(words, size, room)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert all(fonts.width(line.rstrip(), size) <= room for line in lines if len(line) > 1)


def test_glyphs_no_font_has_are_boxes() -> None:
    assert [which for which, _ in fonts.runs("aЖ你")] == [fonts.LATIN, fonts.WIDE, fonts.NONE]
    assert fonts.mask("你", 40)[0].getbbox() is not None
