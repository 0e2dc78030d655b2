"""The soft keyboard and what its keys do: English, pinyin, Arabic, a number pad; and ADB Keyboard's bar.

`system.ime_page` says which page is shown; in the pinyin layout the letters that are being composed follow a colon, and
after another one which screenful of candidates ("letters:nihao:1"). A new focus puts it back to "letters", so what was not
chosen is forgotten. The layout itself is a persistent property: it outlives focus and reboot, as on a vendor's keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from kit.simphone import entry
from kit.simphone.settings_state import IME_ADB
from kit.simphone.system import ime_layouts, ime_pinyin
from kit.simphone.system.ime_layouts import CANDIDATES
from kit.simphone.widgets import Widget, column, text

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

LATIN_PACKAGE, ADB_PACKAGE = "com.android.inputmethod.latin", "com.android.adbkeyboard"
KEYBOARD_DP, BAR_DP, CANDIDATES_DP = 232, 40, 58
MOST = 0.46
"""Of the screen's height: a keyboard is lower where the screen lies on its side, as Android's own is."""
LAYOUT = "persist.ime.layout"
LONGEST = 30
"""Letters that can be composed at a time."""


def window(phone: Phone, field: Widget) -> tuple[str, Widget, int]:
    """The keyboard shown for a field: package, view, height in dp without the gesture area."""
    if phone.core.settings.default_ime == IME_ADB:
        return ADB_PACKAGE, _adb_bar(), BAR_DP
    system = phone.core.system
    page, composing, screen = _state(phone)
    numeric = field.input in ("number", "phone")
    page = "number" if numeric else page
    kind = layout(phone)
    language = "en" if phone.language == "alt" else phone.language  # a keyboard is another maker's: its words stay
    plain = kind != "pinyin" or numeric or field.input == "password"
    bar_height = 0 if plain else CANDIDATES_DP
    height = min(KEYBOARD_DP + bar_height, round(phone.size[1] / phone.metrics.scale * MOST))
    key = (height - bar_height) // 4 - 4
    board = ime_layouts.keys(language, kind, page, system.shift, entry.action_of(field), key)
    if plain:
        return LATIN_PACKAGE, board, height
    found = ime_pinyin.candidates(composing)
    shown = tuple(words for words, _ in found[screen * CANDIDATES : (screen + 1) * CANDIDATES])
    bar = ime_layouts.candidate_bar(language, composing, shown, len(found) > CANDIDATES, phone.mirrored)
    return LATIN_PACKAGE, column(bar, board, color="keyboard", id="input_view"), height


@lru_cache(maxsize=1)
def _adb_bar() -> Widget:
    return column(text("ADB Keyboard {ON}", align="center", pad=8), color="keyboard", id="adb_keyboard")


def layout(phone: Phone) -> str:
    """The letters on the keys: en, pinyin or ar; the language's own until the globe key was used."""
    offered = ime_layouts.layouts(phone.core.settings.locale)
    chosen = phone.core.system.properties.get(LAYOUT, "")
    return chosen if chosen in offered else offered[0]


def _state(phone: Phone) -> tuple[str, str, int]:
    """Page, letters being composed, screenful of candidates."""
    page, _, rest = phone.core.system.ime_page.partition(":")
    composing, _, screen = rest.partition(":")
    return page, composing, int(screen or 0)


def _compose(phone: Phone, letters: str, screen: int = 0) -> None:
    phone.core.system.ime_page = f"letters:{letters}:{screen}" if letters else "letters"


# --- keys ------------------------------------------------------------------------------------------------------------


def on_press(phone: Phone, key: str) -> None:
    """A key of the keyboard was tapped."""
    special = _SPECIAL.get(key)
    if special is not None:
        special(phone)
        return
    field = entry.focused(phone)
    plain = field is not None and field.input not in ("number", "phone", "password")
    page, composing, _ = _state(phone)
    if plain and page == "letters" and layout(phone) == "pinyin" and ime_pinyin.spells(key):
        _compose(phone, (composing + key)[:LONGEST])
        return
    _first(phone)
    entry.insert(phone, key)
    phone.core.system.shift = False


def on_candidate(phone: Phone, number: int) -> None:
    """A candidate was tapped: it goes into the field, the letters it does not stand for stay."""
    _, composing, screen = _state(phone)
    words, used = ime_pinyin.candidates(composing)[screen * CANDIDATES + number]
    entry.insert(phone, words)
    _compose(phone, composing[used:])


def on_more(phone: Phone) -> None:
    """The next screenful of candidates, the first one after the last."""
    _, composing, screen = _state(phone)
    screens = -(-len(ime_pinyin.candidates(composing)) // CANDIDATES)
    _compose(phone, composing, (screen + 1) % screens if screens else 0)


def _first(phone: Phone) -> bool:
    """Takes the first candidate of what is being composed, as a sign or the space bar does; whether there was one."""
    _, composing, _ = _state(phone)
    if not composing:
        return False
    words, used = ime_pinyin.candidates(composing)[0]
    entry.insert(phone, words)
    _compose(phone, composing[used:])
    return True


def _space(phone: Phone) -> None:
    if not _first(phone):
        entry.insert(phone, " ")


def _delete(phone: Phone) -> None:
    _, composing, _ = _state(phone)
    if composing:
        _compose(phone, composing[:-1])
    else:
        entry.backspace(phone)


def _action(phone: Phone) -> None:
    """Takes the letters as they were typed when there are any, as pinyin keyboards do; else the field's action."""
    _, composing, _ = _state(phone)
    if composing:
        entry.insert(phone, composing)
        _compose(phone, "")
    else:
        entry.submit(phone)


def _shift(phone: Phone) -> None:
    phone.core.system.shift = not phone.core.system.shift


def _turn(page: str) -> Callable[[Phone], None]:
    def turn(phone: Phone) -> None:
        while _first(phone):
            continue
        phone.core.system.ime_page = page

    return turn


def _globe(phone: Phone) -> None:
    offered = ime_layouts.layouts(phone.core.settings.locale)
    following = offered[(offered.index(layout(phone)) + 1) % len(offered)]
    phone.core.system.properties[LAYOUT] = following
    phone.core.system.ime_page, phone.core.system.shift = "letters", False


def _hide(phone: Phone) -> None:
    phone.core.system.ime_page = "letters"
    phone.core.system.ime_shown = False


_SPECIAL: dict[str, Callable[[Phone], None]] = {
    "Shift": _shift, "?123": _turn("symbols"), "ABC": _turn("letters"), "Delete": _delete, "Space": _space,
    "Globe": _globe, "Hide": _hide, "Action": _action,
}  # fmt: skip

HANDLERS: dict[str, Callable[..., None]] = {"press": on_press, "candidate": on_candidate, "more": on_more}
