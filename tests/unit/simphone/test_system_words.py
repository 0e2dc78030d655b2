"""The system's own surfaces speak the phone's language, and solutions know every way their texts are written."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from translated import LETTERS

from kit.simphone import words
from kit.simphone.phone import Phone
from kit.simphone.spellings import spellings
from kit.simphone.state import Ask
from kit.simphone.system import dialogs
from kit.simphone.system.statusbar import clock_text
from kit.simphone.widgets import Widget

OTHERS = pytest.mark.parametrize("locale", ["zh-CN", "ar"])


def english(phone: Phone, owner: str) -> set[str]:
    def read(widget: Widget) -> set[str]:
        own = {t for t in (widget.text, widget.desc, widget.hint) if LETTERS.search(t.replace("WLAN", ""))}
        return own.union(*(read(child) for child in widget.children))

    win = next(w for w in phone.windows() if w.owner == owner)
    return read(win.root)


def test_every_system_text_has_chinese_and_arabic_with_the_same_holes() -> None:
    assert words.SYSTEM["zh"].keys() == words.SYSTEM["ar"].keys()
    for table in words.SYSTEM.values():
        for text, other in table.items():
            assert text.count("{") == other.count("{"), text


@OTHERS
def test_launcher_recents_shade_and_status_bar_say_nothing_in_english(locale: str) -> None:
    phone = Phone(2, locale=locale)
    assert english(phone, "launcher") == set()
    phone.send("launcher", ("drawer", True))
    phone.core.system.launcher.fields["fallback_search_view"] = "؟؟"
    phone.touch()
    assert english(phone, "launcher") == set()
    phone.recents()
    assert english(phone, "launcher") == set()
    phone.launch("notes")
    phone.env("notes").notify("1", "2")
    phone.recents()
    assert english(phone, "launcher") == english(phone, "status") == set()
    phone.open_shade()
    assert english(phone, "shade") == set()
    phone.send("shade", ("clear",))
    phone.open_shade()
    assert english(phone, "shade") == set()


@OTHERS
@pytest.mark.parametrize("permission", sorted(dialogs._ASKS))
def test_permission_dialogs_say_nothing_in_english(locale: str, permission: str) -> None:
    phone = Phone(2, locale=locale)
    phone.launch("notes")
    phone.core.system.ask = Ask("notes", permission, ("noop",))
    phone.touch()
    assert english(phone, "permission") == set()


@OTHERS
def test_an_app_that_hangs_is_named_in_the_phones_language(locale: str) -> None:
    phone = Phone(2, locale=locale)
    for name in ("notes", "com.android.systemui"):
        phone.core.system.anr = name
        phone.touch()
        assert english(phone, "anr") == set()


def test_dates_and_times_are_written_as_the_language_does() -> None:
    day, evening = date(2026, 9, 1), datetime(2026, 9, 1, 17, 5)
    said = {lang: (words.day(lang, day), clock_text(evening, False, lang)) for lang in ("en", "zh", "ar")}
    assert said["en"] == ("Tue, Sep 1", "5:05 PM")
    assert said["zh"] == ("9月1日周二", "下午5:05")
    assert said["ar"] == ("الثلاثاء، 1 سبتمبر", "5:05 م")
    assert clock_text(evening, True, "ar") == "17:05"


def test_solutions_know_the_systems_texts_and_the_apps_names_in_every_language() -> None:
    assert {"Allow", "允许", "سماح"} <= spellings("Allow")
    assert {"While using the app", "使用时允许"} <= spellings("While using the app")
    assert {"Notes", "笔记", "الملاحظات"} <= spellings("Notes")
    assert "关闭笔记" in spellings("Close {app}", app="笔记")


def test_other_words_are_other_words_for_the_system_too() -> None:
    phone = Phone(2, label_variants=True)
    phone.open_shade()
    shown = {w.text for win in phone.windows() for w in _all(win.root)}
    assert "Torch" in shown
    assert "Flashlight" not in shown
    assert "Torch" in spellings("Flashlight")


def _all(widget: Widget) -> list[Widget]:
    return [widget, *(w for child in widget.children for w in _all(child))]


def test_a_recent_app_is_closed_by_its_button_and_the_others_stay() -> None:
    phone = Phone(2)
    for name in ("notes", "messages", "clock"):
        phone.launch(name)
    phone.recents()
    phone.send("launcher", ("close", "messages"))
    assert phone.core.system.recents == ["clock", "notes"]
    assert phone.core.system.launcher.page.name == "recents"
