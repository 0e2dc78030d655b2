"""The soft keyboard: its layouts and the globe key, pinyin letter by letter, Arabic, the hide key."""

from __future__ import annotations

import demo_app as demo
import pytest

from kit.simphone.phone import Phone
from kit.simphone.system import ime, ime_layouts, ime_pinyin


def opened(**traits: object) -> Phone:
    phone = demo.opened(0, "form", **traits)
    demo.tap(phone, "Name")
    return phone


def keys(phone: Phone) -> list[str]:
    """What the keyboard's keys and candidates say."""
    board = next(w for w in demo.dump(phone, windows=True).iter("window") if w.get("type") == "TYPE_INPUT_METHOD")
    return [n.get("text") or n.get("content-desc") or "" for n in board.iter("node") if n.get("clickable") == "true"]


def press(phone: Phone, *names: str) -> None:
    for name in names:
        demo.tap(phone, name)


def typed(phone: Phone) -> str:
    return phone.core.apps["demo"].ui.fields.get("name", "")


def pinyin(**traits: object) -> Phone:
    phone = opened(**traits)
    if ime.layout(phone) != "pinyin":
        press(phone, "Switch language")
    assert ime.layout(phone) == "pinyin"
    return phone


def test_the_globe_goes_round_and_the_layout_outlives_the_field() -> None:
    phone = opened()
    assert {"q", "Shift", "?123", ",", "Space", ".", "Hide keyboard", "Next"} <= set(keys(phone))
    press(phone, "Switch language")
    assert "，" in keys(phone)
    demo.tap(phone, "PIN")
    assert ime.layout(phone) == "pinyin"
    phone.restore(phone.snapshot())
    assert ime.layout(phone) == "pinyin"
    demo.tap(phone, "Name")
    press(phone, "Switch language")
    assert ime.layout(phone) == "en"
    assert "," in keys(phone)


def test_pinyin_is_composed_chosen_and_stands_in_the_field_only_then() -> None:
    phone = pinyin()
    press(phone, *"nihao")
    assert typed(phone) == ""
    assert keys(phone)[:2] == ["你好", "你"]
    press(phone, "你好")
    assert typed(phone) == "你好"
    press(phone, *"ma", "Space")
    assert typed(phone) == "你好吗"


def test_a_candidate_for_the_beginning_leaves_the_other_letters() -> None:
    phone = pinyin()
    press(phone, *"mingtianlai", "明天")
    assert typed(phone) == "明天"
    assert "来" in keys(phone)
    press(phone, "Delete", "Delete", "Delete")
    assert "来" not in keys(phone)
    press(phone, "Delete")
    assert typed(phone) == "明", "with nothing to compose, Delete takes from the field"


def test_the_action_key_takes_the_letters_first_and_acts_then() -> None:
    phone = pinyin()
    press(phone, *"ok", "Next")
    assert typed(phone) == "ok"
    press(phone, "Next")
    assert phone.core.system.focus is not None
    assert phone.core.system.focus.field == "secret"


def test_a_sign_takes_the_first_candidate_and_unknown_letters_show_themselves() -> None:
    phone = pinyin()
    press(phone, *"hao", "，")
    assert typed(phone) == "好，"
    press(phone, *"vz")
    assert keys(phone)[0] == "vz"
    press(phone, "?123", "1", "拼音")
    assert typed(phone) == "好，vz1"


def test_more_candidates_come_by_screenfuls_and_the_first_again() -> None:
    phone = pinyin()
    press(phone, *"duoshaoqian")
    first = keys(phone)[: ime_layouts.CANDIDATES]
    press(phone, "More candidates")
    second = keys(phone)[: ime_layouts.CANDIDATES]
    assert not set(first) & set(second)
    while keys(phone)[: ime_layouts.CANDIDATES] != first:
        press(phone, "More candidates")
    press(phone, "多少钱")
    assert typed(phone) == "多少钱"


def test_passwords_and_numbers_are_never_composed() -> None:
    phone = pinyin()
    demo.tap(phone, "PIN")
    press(phone, *"ni")
    assert phone.core.apps["demo"].ui.fields["secret"] == "ni"


def test_what_was_not_chosen_is_forgotten_with_the_focus() -> None:
    phone = pinyin()
    press(phone, *"ni")
    demo.tap(phone, "PIN")
    demo.tap(phone, "Name")
    assert typed(phone) == ""
    assert "你" not in keys(phone)


def test_the_hide_key_puts_the_keyboard_away_and_keeps_the_text() -> None:
    phone = opened()
    press(phone, "h", "i", "Hide keyboard")
    assert not phone.core.system.ime_shown
    assert typed(phone) == "hi"
    demo.tap(phone, "hi")
    assert phone.core.system.ime_shown


@pytest.mark.parametrize(
    ("locale", "first", "action", "space"), [("zh-CN", "pinyin", "下一步", "空格"), ("ar", "ar", "التالي", "مسافة")]
)
def test_a_language_brings_its_own_layout_and_names(locale: str, first: str, action: str, space: str) -> None:
    phone = opened(locale=locale)
    assert ime.layout(phone) == first
    assert {action, space} <= set(keys(phone))


def test_arabic_letters_are_typed_and_stand_as_on_a_keyboard() -> None:
    phone = opened(locale="ar")
    row = keys(phone)[: len(ime_layouts.ARABIC[0])]
    places = [demo.bounds(n)[0] for key in row if (n := demo.find(phone, key)) is not None]
    left_to_right = [key for _, key in sorted(zip(places, row, strict=True))]
    assert left_to_right == list(ime_layouts.ARABIC[0]), "a keyboard is not turned round with the language"
    press(phone, "س", "ل", "ا", "م", "مسافة", "تبديل الأحرف", "أ")
    assert typed(phone) == "سلام أ"
    press(phone, "تبديل اللغة", "s")
    assert typed(phone) == "سلام أs"


def test_every_candidate_says_how_many_letters_it_takes() -> None:
    book = ime_pinyin._dictionary()
    assert len(book) >= 300
    for letters, words in book.items():
        assert all("a" <= c <= "z" for c in letters)
        found = ime_pinyin.candidates(letters)
        assert found[0] == (words[0], len(letters))
        assert found[-1] == (letters, len(letters))
        assert all(1 <= used <= len(letters) for _, used in found)
    assert ime_pinyin.candidates("") == ()
    assert ime_pinyin.candidates("women")[0] == ("我们", 5)
    assert ime_pinyin.candidates("womenhecha")[0] == ("我们喝茶", 10)
