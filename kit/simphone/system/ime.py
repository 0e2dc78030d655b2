"""The soft keyboards: Latin (letters, symbols, number pad) and ADB Keyboard's bar; and what their keys do."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kit.simphone import entry
from kit.simphone.settings_state import IME_ADB
from kit.simphone.widgets import Widget, column, row, text

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

LATIN_PACKAGE, ADB_PACKAGE = "com.android.inputmethod.latin", "com.android.adbkeyboard"
ACTIONS = {"done": "Done", "search": "Search", "send": "Send", "next": "Next", "go": "Go", "enter": "Enter"}
_ACTIONS_ZH = {"done": "完成", "search": "搜索", "send": "发送", "next": "下一步", "go": "前往", "enter": "换行"}
_PAGES = {
    "letters": (("q", "w", "e", "r", "t", "y", "u", "i", "o", "p"), tuple("asdfghjkl"), ("Shift", *"zxcvbnm", "Delete"), ("?123", ",", "Space", ".", "*")),
    "symbols": (tuple("1234567890"), tuple("@#$_&-+()/"), (*"*\"':;!?%=", "Delete"), ("ABC", ",", "Space", ".", "*")),
    "number": (("1", "2", "3", "Delete"), ("4", "5", "6", "-"), ("7", "8", "9", "+"), (",", "0", ".", "*")),
}  # fmt: skip
_WIDE = {"Space": 5, "Shift": 1, "Delete": 1, "?123": 1, "ABC": 1, "*": 2}
KEYBOARD_DP, BAR_DP = 232, 40


def window(phone: Phone, field: Widget) -> tuple[str, Widget, int]:
    """The keyboard shown for a field: package, view, height in dp without the gesture area."""
    if phone.core.settings.default_ime == IME_ADB:
        return ADB_PACKAGE, _adb_bar(), BAR_DP
    system = phone.core.system
    page = "number" if field.input in ("number", "phone") else system.ime_page
    action = entry.action_of(field)
    labels = _ACTIONS_ZH if phone.core.settings.locale.startswith("zh") else ACTIONS
    return LATIN_PACKAGE, _keys(page, system.shift, labels.get(action, ACTIONS["done"])), KEYBOARD_DP


@lru_cache(maxsize=1)
def _adb_bar() -> Widget:
    return column(text("ADB Keyboard {ON}", align="center", pad=8), color="keyboard", id="adb_keyboard")


@lru_cache(maxsize=64)
def _keys(page: str, shift: bool, action: str) -> Widget:
    rows = [row(*(_key(k, shift, action, page) for k in keys), weight=1) for keys in _PAGES[page]]
    return column(*rows, pad=4, color="keyboard", id="keyboard_view")


def _key(name: str, shift: bool, action: str, page: str) -> Widget:
    weight = _WIDE.get(name, 1) * 2 if page != "number" else 1
    icon = {"Shift": "shift", "Delete": "backspace"}.get(name, "")
    label = name.upper() if shift and len(name) == 1 else name
    color = "key"
    if name == "*":
        label, color = action, "action"
    elif len(name) > 1 and name != "Space":
        color = "special"
    event = ("press", "action" if name == "*" else label)
    return Widget(
        kind="button", style="key", text=label, icon=icon, color=color, on_tap=event, weight=weight,
        height=54, selected=name == "Shift" and shift,
    )  # fmt: skip


def on_press(phone: Phone, key: str) -> None:
    """A key of the keyboard was tapped."""
    system = phone.core.system
    if key == "Shift":
        system.shift = not system.shift
    elif key in ("?123", "ABC"):
        system.ime_page = "symbols" if key == "?123" else "letters"
    elif key == "Delete":
        entry.backspace(phone)
    elif key == "action":
        entry.submit(phone)
    else:
        entry.insert(phone, " " if key == "Space" else key)
        system.shift = False


HANDLERS = {"press": on_press}
