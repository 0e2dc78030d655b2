"""Hardware and virtual keys by Android's names and numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kit.simphone import entry, journal
from kit.simphone.entry import focused

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

NUMBERS = {
    3: "HOME", 4: "BACK", 19: "DPAD_UP", 20: "DPAD_DOWN", 21: "DPAD_LEFT", 22: "DPAD_RIGHT", 23: "DPAD_CENTER",
    24: "VOLUME_UP", 25: "VOLUME_DOWN", 26: "POWER", 61: "TAB", 62: "SPACE", 66: "ENTER", 67: "DEL", 82: "MENU",
    83: "NOTIFICATION", 84: "SEARCH", 111: "ESCAPE", 112: "FORWARD_DEL", 122: "MOVE_HOME", 123: "MOVE_END",
    160: "NUMPAD_ENTER", 164: "VOLUME_MUTE", 187: "APP_SWITCH", 220: "BRIGHTNESS_DOWN", 221: "BRIGHTNESS_UP",
    223: "SLEEP", 224: "WAKEUP", 277: "CUT", 278: "COPY", 279: "PASTE", 113: "CTRL_LEFT", 114: "CTRL_RIGHT",
    59: "SHIFT_LEFT", 60: "SHIFT_RIGHT", 57: "ALT_LEFT",
}  # fmt: skip
_SIGNS = {
    55: ",",
    56: ".",
    68: "`",
    69: "-",
    70: "=",
    71: "[",
    72: "]",
    73: "\\",
    74: ";",
    75: "'",
    76: "/",
    77: "@",
    81: "+",
    17: "*",
    18: "#",
}
_SIGN_NAMES = {
    "COMMA": ",", "PERIOD": ".", "GRAVE": "`", "MINUS": "-", "EQUALS": "=", "LEFT_BRACKET": "[", "RIGHT_BRACKET": "]",
    "BACKSLASH": "\\", "SEMICOLON": ";", "APOSTROPHE": "'", "SLASH": "/", "AT": "@", "PLUS": "+", "STAR": "*", "POUND": "#",
}  # fmt: skip
FAR = 1 << 30
_EDITING = frozenset({"DEL", "FORWARD_DEL", "SPACE", "MOVE_HOME", "MOVE_END", "COPY", "CUT", "PASTE"})
"""Keys for the focused field, which says itself whether anything changed that can be seen."""


def name_of(word: str) -> str:
    """A key's bare name from a number, a bare name or KEYCODE_NAME; a single character for those that type one."""
    if word.isdigit():
        number = int(word)
        if 29 <= number <= 54:
            return chr(ord("a") + number - 29)
        if 7 <= number <= 16:
            return chr(ord("0") + number - 7)
        return NUMBERS.get(number) or _SIGNS.get(number, "")
    name = word.upper().removeprefix("KEYCODE_")
    if len(name) == 1 and name.isalnum():
        return name.lower()
    return _SIGN_NAMES.get(name, name)


def press(phone: Phone, word: str, long: bool = False) -> None:
    """Presses a key; unknown ones do nothing, as on Android."""
    name = name_of(word)
    if not phone.core.system.awake and name not in ("POWER", "WAKEUP"):
        return
    if len(name) == 1:
        entry.insert(phone, name)
        return
    action = _KEYS.get(name)
    if action is not None:
        action(phone)
        if name not in _EDITING:
            phone.touch()


def combination(phone: Phone, words: list[str]) -> None:
    """Several keys at once: Ctrl with A, C, X or V; others do nothing. A selection is not shown."""
    names = [name_of(w) for w in words]
    if len(names) == 2 and names[0].startswith("CTRL"):
        action = {"a": _select_all, "c": _copy, "x": _cut, "v": _paste}.get(names[1])
        if action is not None:
            action(phone)


def _select_all(phone: Phone) -> None:
    if focused(phone) is not None and phone.core.system.focus is not None:
        phone.core.system.focus.everything = True


def _copy(phone: Phone) -> None:
    field = focused(phone)
    if field is not None and phone.core.system.focus is not None and phone.core.system.focus.everything:
        phone.core.system.clipboard = field.text


def _cut(phone: Phone) -> None:
    _copy(phone)
    if phone.core.system.focus is not None and phone.core.system.focus.everything:
        entry.backspace(phone)


def _paste(phone: Phone) -> None:
    entry.insert(phone, phone.core.system.clipboard)


def _volume(step: int) -> Callable[[Phone], None]:
    def change(phone: Phone) -> None:
        settings = phone.core.settings
        settings.volume_media = max(0, min(15, settings.volume_media + step))

    return change


def _brightness(step: int) -> Callable[[Phone], None]:
    def change(phone: Phone) -> None:
        settings = phone.core.settings
        settings.brightness = max(0, min(255, settings.brightness + step))

    return change


def _turn(phone: Phone, awake: bool) -> None:
    """The screen on or off, and what the power manager writes of it."""
    if phone.core.system.awake != awake:
        words = (
            "Waking up from Asleep (reason=WAKE_REASON_POWER_BUTTON)" if awake else "Going to sleep due to power_button"
        )
        journal.note(phone.core, "PowerManagerService", f"{words} (uid 1000)...")
    phone.core.system.awake = awake


def _power(phone: Phone) -> None:
    _turn(phone, not phone.core.system.awake)


def _sleep(phone: Phone) -> None:
    _turn(phone, False)


def _wake(phone: Phone) -> None:
    _turn(phone, True)


def _enter(phone: Phone) -> None:
    entry.submit(phone)


def _space(phone: Phone) -> None:
    entry.insert(phone, " ")


def _tab(phone: Phone) -> None:
    entry.following(phone)


_KEYS: dict[str, Callable[[Phone], None]] = {
    "HOME": lambda p: p.home(), "BACK": lambda p: p.back(), "ESCAPE": lambda p: p.back(), "APP_SWITCH": lambda p: p.recents(),
    "ENTER": _enter, "NUMPAD_ENTER": _enter, "DEL": lambda p: entry.backspace(p), "FORWARD_DEL": lambda p: entry.backspace(p, True),
    "SPACE": _space, "TAB": _tab, "DPAD_DOWN": _tab, "DPAD_LEFT": lambda p: entry.move(p, -1),
    "DPAD_RIGHT": lambda p: entry.move(p, 1), "MOVE_HOME": lambda p: entry.move(p, -FAR), "MOVE_END": lambda p: entry.move(p, FAR),
    "VOLUME_UP": _volume(1), "VOLUME_DOWN": _volume(-1), "VOLUME_MUTE": _volume(-15), "POWER": _power, "SLEEP": _sleep,
    "WAKEUP": _wake, "NOTIFICATION": lambda p: p.open_shade(), "COPY": _copy, "CUT": _cut, "PASTE": _paste,
    "BRIGHTNESS_UP": _brightness(25), "BRIGHTNESS_DOWN": _brightness(-25),
}  # fmt: skip
