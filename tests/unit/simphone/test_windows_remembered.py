"""What making a screen keeps from one look to the next follows what it was made from."""

from __future__ import annotations

from datetime import date, datetime

from kit.simphone import fonts
from kit.simphone.phone import Phone
from kit.simphone.system import statusbar
from kit.simphone.widgets import Widget, changed, item, text
from kit.simphone.words import day


def test_an_apps_words_follow_the_language() -> None:
    phone = Phone(0)
    env = phone.env("contacts")
    assert env.t("Save") == "Save"
    phone.core.settings.locale = "zh-CN"
    assert env.t("Save") == "保存"
    phone.core.settings.locale = "en-GB"
    assert env.t("Save") == "Save"


def test_a_day_is_worded_by_language_and_year_whatever_the_hour() -> None:
    morning, night = datetime(2025, 9, 1, 7), datetime(2025, 9, 1, 23)
    assert day("en", morning) == day("en", night) == day("en", date(2025, 9, 1)) == "Mon, Sep 1"
    assert day("zh", morning) == "9月1日周一"
    assert day("en", night, year=True) == "Mon, Sep 1, 2025"


def test_the_status_bar_is_the_same_object_until_something_in_it_changes() -> None:
    phone = Phone(0)
    first = statusbar.view(phone)
    assert statusbar.view(phone) is first
    for name, value in (
        ("ringer_mode", "silent"), ("ringer_mode", "vibrate"), ("dnd", True), ("bluetooth", True), ("hotspot", True),
        ("airplane", True), ("wifi", False), ("show_battery_percent", True), ("time_24h", True), ("locale", "ar-EG"),
    ):  # fmt: skip
        if getattr(phone.core.settings, name) != value:
            before = statusbar.view(phone)
            setattr(phone.core.settings, name, value)
            assert statusbar.view(phone) != before, name
    phone.env("mail").notify("Hello", "there")
    before = statusbar.view(phone)
    phone.core.system.notices.clear()
    assert statusbar.view(phone) != before


def test_a_changed_widget_keeps_the_rest_and_leaves_the_first_alone() -> None:
    first = item("Title", "more", on_tap=("open", 1), icon="file", trailing=Widget(kind="switch", checked=True))
    again = changed(first, id="row")
    assert (again.id, first.id) == ("row", "")
    assert again != first
    assert changed(again, id="") == first
    assert again.children is first.children
    assert changed(text("a"), text="b") == text("b")


def test_plain_letters_are_as_wide_alone_as_among_others() -> None:
    for words in ("Wi-Fi & Bluetooth", "A", "", "settings 1.0"):
        assert fonts.width(words + "é", 40) - fonts.width("é", 40) in (fonts.width(words, 40) + n for n in (-1, 0, 1))
