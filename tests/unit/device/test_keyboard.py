"""Typing: what goes plainly, what goes through ADBKeyboard, and what is said when something is unknown."""

from __future__ import annotations

import base64
import re
import shlex
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.device import keyboard
from kit.device.transport import ShellResult
from kit.errors import DeviceTimeout, KeyboardNotRestored, TextNotTypable, TextOutcomeUnknown

GBOARD = "com.google.android.inputmethod.latin/.LatinIME"
SENT = "Broadcasting: Intent { act=X flg=0x400000 (has extras) }\nBroadcast completed: result=0\n"


class Keyboards:
    """The keyboards of a phone with ADBKeyboard; single commands can be made to fail."""

    def __init__(self, phone: Any, *, selected: str = GBOARD, installed: bool = True) -> None:
        self.selected, self.installed, self.typed = selected, installed, ""
        self.broken: dict[str, ShellResult | Exception] = {}
        self.sent: list[str] = phone.sent
        phone.shell = self.shell

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        self.sent.append(command)
        for part, answer in self.broken.items():
            if part in command:
                if isinstance(answer, Exception):
                    raise answer
                return answer
        output = ""
        for single in re.split(r"; (?=ime|settings|dumpsys)", command):
            output += self.one(shlex.split(single))
        return ShellResult(output.encode())

    def one(self, words: list[str]) -> str:
        if words[:2] == ["ime", "set"]:
            self.selected = words[2]
            return f"Input method {words[2]} selected for user #0\n"
        if words[:2] == ["settings", "get"]:
            return self.selected + "\n"
        if words[:2] == ["ime", "list"]:
            return GBOARD + "\n" + (keyboard.ADB_KEYBOARD + "\n" if self.installed else "")
        if words[:2] == ["am", "broadcast"]:
            if "ADB_INPUT_B64" in words:
                self.typed += base64.b64decode(words[words.index("msg") + 1]).decode()
            return SENT
        if words[:2] == ["input", "text"]:
            self.typed += words[2].replace("%s", " ")
        return ""


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=40))
def test_plain_text_arrives_as_it_is(text: str) -> None:
    phone = type("P", (), {"sent": [], "sleep": lambda _self, _s: None})()
    keys = Keyboards(phone)
    keyboard.type_text(phone, text)
    assert keys.typed == text
    assert keys.selected == GBOARD
    assert any("input text" in c for c in keys.sent) == ("%s" not in text)


@given(st.text(st.characters(codec="utf-8"), min_size=1, max_size=60))
def test_any_unicode_arrives_and_the_keyboard_is_put_back(text: str) -> None:
    phone = type("P", (), {"sent": [], "sleep": lambda _self, _s: None})()
    keys = Keyboards(phone)
    keyboard.type_text(phone, text)
    assert keys.typed == text
    assert keys.selected == GBOARD


def test_text_longer_than_one_command_keeps_its_order(phone: Any) -> None:
    keys = Keyboards(phone)
    text = "".join(chr(0x4E00 + i % 5000) for i in range(30_000))
    keyboard.type_text(phone, text)
    assert keys.typed == text
    assert max(len(c) for c in keys.sent) < 65_000


def test_warm_up_sends_a_real_empty_string_to_the_keyboard_alone(phone: Any) -> None:
    keys = Keyboards(phone)
    keyboard.type_text(phone, "é")
    warm, text = [c for c in keys.sent if "am broadcast" in c]
    assert "--es msg '' -p com.android.adbkeyboard" in warm
    assert "-a ADB_INPUT_B64 --es msg" in text
    assert text.endswith("-p com.android.adbkeyboard")


def test_adb_keyboard_already_selected_stays(phone: Any) -> None:
    keys = Keyboards(phone, selected="com.android.adbkeyboard/com.android.adbkeyboard.AdbIME")
    keyboard.type_text(phone, "plain")
    assert keys.typed == "plain"
    assert not any("ime set" in c for c in keys.sent)


def test_nothing_to_type_sends_nothing(phone: Any) -> None:
    keyboard.type_text(phone, "")
    assert phone.sent == []


def test_romaji_keyboards_get_no_plain_letters(phone: Any) -> None:
    keys = Keyboards(phone, selected="com.google.android.inputmethod.japanese/.MozcService", installed=False)
    with pytest.raises(TextNotTypable, match="ADBKeyboard"):
        keyboard.type_text(phone, "abc")
    keyboard.type_text(phone, "123")
    assert keys.typed == "123"


def test_without_adb_keyboard_the_fix_says_what_to_install(phone: Any) -> None:
    keys = Keyboards(phone, installed=False)
    with pytest.raises(TextNotTypable) as caught:
        keyboard.type_text(phone, "naïve")
    assert "com.android.adbkeyboard" in caught.value.fix
    assert keys.typed == ""


def test_android_refused_plain_text(phone: Any) -> None:
    keys = Keyboards(phone)
    keys.broken["input text"] = ShellResult(b"", b"java.lang.NullPointerException: null array\n", 255)
    with pytest.raises(TextNotTypable, match="typed nothing"):
        keyboard.type_text(phone, "abc")
    keys.broken["input text"] = DeviceTimeout("late")
    with pytest.raises(TextOutcomeUnknown, match="may have been sent"):
        keyboard.type_text(phone, "abc")


def test_switch_refused_leaves_everything_as_it_was(phone: Any) -> None:
    keys = Keyboards(phone)
    keys.broken["ime enable"] = ShellResult(b"x/.Y\n", b"java.lang.SecurityException: WRITE_SECURE_SETTINGS\n", 0)
    with pytest.raises(TextNotTypable) as caught:
        keyboard.type_text(phone, "é")
    assert "USB debugging (Security settings)" in caught.value.fix
    assert "not changed" in caught.value.message
    assert not any(c.startswith("ime set") for c in keys.sent)


@pytest.mark.parametrize("failure", [ShellResult(b"", b"Error", 1), DeviceTimeout("late")])
def test_failed_warm_up_restores_once_and_reports_both_facts(phone: Any, failure: ShellResult | Exception) -> None:
    keys = Keyboards(phone)
    keys.broken["ADB_INPUT_TEXT"] = failure
    with pytest.raises(TextNotTypable, match="not sent.*was put back") as caught:
        keyboard.type_text(phone, "é")
    assert caught.value.code == "keyboard_warmup_failed"
    assert (keys.selected, keys.typed) == (GBOARD, "")
    keys.broken[f"ime set {GBOARD}"] = DeviceTimeout("late")
    before = len(keys.sent)
    with pytest.raises(TextNotTypable, match="not sent.*unknown"):
        keyboard.type_text(phone, "é")
    assert sum(c.startswith(f"ime set {GBOARD}") for c in keys.sent[before:]) == 1


def test_failed_warm_up_with_no_keyboard_before(phone: Any) -> None:
    keys = Keyboards(phone, selected="null")
    keys.broken["ADB_INPUT_TEXT"] = ShellResult(b"", b"Error", 1)
    with pytest.raises(TextNotTypable, match="no keyboard to put back"):
        keyboard.type_text(phone, "é")


def test_text_sent_but_keyboard_not_restored(phone: Any) -> None:
    keys = Keyboards(phone)
    keys.broken[f"ime set {GBOARD}"] = ShellResult(b"Unknown input method\nother/.Ime\n", b"", 255)
    with pytest.raises(KeyboardNotRestored, match="text was sent"):
        keyboard.type_text(phone, "é")
    assert keys.typed == "é"


def test_unknown_outcome_of_the_broadcast_still_restores(phone: Any) -> None:
    keys = Keyboards(phone)
    keys.broken["ADB_INPUT_B64"] = DeviceTimeout("late")
    with pytest.raises(TextOutcomeUnknown, match="may have been sent.*was put back"):
        keyboard.type_text(phone, "é")
    assert keys.selected == GBOARD


NOTHING = "  mCurMethodId=a/.B\n  mServedView=null\n  mServedInputConnection=null\n"
FIELD = (
    "  mCurMethodId=a/.B\n  mServedView=android.widget.EditText{1}\n  mServedInputConnection=Remote{finished=false}\n"
)


@pytest.mark.parametrize("replace", [False, True])
def test_where_nothing_has_the_focus_nothing_is_sent(phone: Any, replace: bool) -> None:
    keys = Keyboards(phone)
    keys.broken["dumpsys input_method"] = ShellResult(f"{GBOARD}\n{NOTHING}".encode())
    for text in ("plain", "é"):
        with pytest.raises(TextNotTypable) as caught:
            keyboard.type_text(phone, text, replace=replace)
        assert (caught.value.code, caught.value.fix) == ("no_focus", "Tap the field first.")
    with pytest.raises(TextNotTypable):
        keyboard.clear_field(phone)
    assert keys.typed == ""
    assert all(c.startswith("settings get secure default_input_method; dumpsys") for c in phone.sent)


def test_a_field_that_takes_the_focus_late_is_typed_into(phone: Any) -> None:
    keys = Keyboards(phone)
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        keys.broken["dumpsys input_method"] = ShellResult(f"{GBOARD}\n{FIELD}".encode())

    phone.sleep = sleep
    keys.broken["dumpsys input_method"] = ShellResult(f"{GBOARD}\n{NOTHING}".encode())
    assert keyboard.type_text(phone, "plain") is True
    assert keys.typed == "plain"
    assert sum(waited) < 1


def test_typing_says_whether_the_phone_named_a_field(phone: Any) -> None:
    keys = Keyboards(phone)
    assert keyboard.type_text(phone, "unsure") is False
    keys.broken["dumpsys input_method"] = ShellResult(f"{GBOARD}\n{FIELD}".encode())
    assert keyboard.type_text(phone, "sure") is True
    assert keys.typed == "unsuresure"


def test_clearing_a_field(phone: Any) -> None:
    Keyboards(phone)
    keyboard.clear_field(phone)
    assert phone.sent[-2:] == ["input keycombination KEYCODE_CTRL_LEFT KEYCODE_A", "input keyevent KEYCODE_DEL"]


def test_clearing_on_phones_without_key_combinations(phone: Any) -> None:
    keys = Keyboards(phone)
    keys.broken["keycombination"] = ShellResult(b"Unknown command: keycombination\n")
    keyboard.clear_field(phone)
    assert phone.sent[-1].startswith("input keyevent KEYCODE_MOVE_END KEYCODE_DEL")
    assert phone.sent[-1].count("KEYCODE_DEL") == 250


def test_clearing_through_adb_keyboard(phone: Any) -> None:
    Keyboards(phone, selected=keyboard.ADB_KEYBOARD)
    keyboard.clear_field(phone)
    assert phone.sent[-1] == "am broadcast -a ADB_CLEAR_TEXT -p com.android.adbkeyboard"
