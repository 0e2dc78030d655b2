"""Where the keys of the soft keyboard stand: English, pinyin and Arabic letters, symbols, the number pad; one key's widget.

A key is named by the character it types or by a word: Shift, Delete, Space, Globe, Hide, Action, `?123` and
`ABC` (to the symbols and back).
"""

from __future__ import annotations

from functools import lru_cache

from kit.simphone.widgets import Widget, button, column, icon_button, row, space, text
from kit.simphone.words import system as say

Rows = tuple[tuple[str, ...], ...]

ACTIONS = {"done": "Done", "search": "Search", "send": "Send", "next": "Next", "go": "Go", "enter": "Enter"}
LATIN: Rows = (tuple("qwertyuiop"), tuple("asdfghjkl"), ("Shift", *"zxcvbnm", "Delete"))
ARABIC: Rows = (tuple("ضصثقفغعهخحج"), tuple("شسيبلاتنمكط"), ("Shift", *"ذءؤرىةوزظد", "Delete"))
SYMBOLS: dict[str, Rows] = {
    "en": (tuple("1234567890"), tuple("@#$_&-+()/"), (*"*\"':;!?%=", "Delete")),
    "pinyin": (tuple("1234567890"), tuple("@#￥_&-+（）/"), (*"*“”：；！？%=", "Delete")),
    "ar": (tuple("1234567890"), tuple("@#$_&-+()/"), (*"*\"':؛!؟%=", "Delete")),
}
NUMBERS: Rows = (
    ("1", "2", "3", "Delete"),
    ("4", "5", "6", "-"),
    ("7", "8", "9", "+"),
    (",", "0", ".", "Hide", "Action"),
)
LETTERS: dict[str, Rows] = {"en": LATIN, "pinyin": LATIN, "ar": ARABIC}
SIGNS = {"en": (",", "."), "pinyin": ("，", "。"), "ar": ("،", ".")}
"""The comma and the full stop beside the space bar."""
HAMZA = {"ا": "أ", "ل": "إ", "ت": "آ", "ي": "ئ", "ه": "ۀ", "و": "ؤ"}
"""What Shift makes of Arabic letters."""
BACK_TO_LETTERS = {"en": "ABC", "pinyin": "拼音", "ar": "أبج"}

_WIDE = {"Space": 5, "Action": 4, "?123": 3, "ABC": 3}
"""Shares of a row's width; a letter has 2."""
_ICONS = {"Shift": "shift", "Delete": "backspace", "Globe": "globe", "Hide": "down"}
_NAMES = {"Globe": "Switch language", "Hide": "Hide keyboard"}
CANDIDATES = 5
"""How many candidates the row shows at a time."""
_INSET = Widget(kind="space", width=8, no_node=True)


def layouts(locale: str) -> tuple[str, ...]:
    """The layouts of a phone in this language, the first one its own; the globe key goes round them."""
    language = locale.split("-")[0]
    order = {"zh": ("pinyin", "en"), "ar": ("ar", "en", "pinyin")}
    return order.get(language, ("en", "pinyin"))


def letter(layout: str, key: str, shift: bool) -> str:
    """What a letter key types."""
    if not shift or len(key) != 1:
        return key
    return HAMZA.get(key, key) if layout == "ar" else key.upper()


@lru_cache(maxsize=128)
def keys(language: str, layout: str, page: str, shift: bool, action: str, height: int = 54) -> Widget:
    """The keys of one page, from left to right in every language; one is `height` dp tall."""
    comma, stop = SIGNS[layout]
    turn = "?123" if page == "letters" else "ABC"
    bottom = (turn, "Globe", comma, "Space", stop, "Hide", "Action")
    rows = NUMBERS if page == "number" else (*(LETTERS if page == "letters" else SYMBOLS)[layout], bottom)
    made: list[Widget] = []
    for names in rows:
        line = [_key(language, layout, page, name, shift, action, height) for name in names]
        made.append(row(*line, weight=1, ltr=True))
    return column(*made, pad=4, color="keyboard", id="keyboard_view")


def _key(language: str, layout: str, page: str, name: str, shift: bool, action: str, height: int) -> Widget:
    typed = letter(layout, name, shift)
    label, color = typed, "key"
    if name == "Action":
        label, color = say(language, ACTIONS.get(action, "Done")), "action"
    elif name == "ABC":
        label, color = BACK_TO_LETTERS[layout], "special"
    elif len(name) > 1:
        label = say(language, _NAMES.get(name, name))
        color = "key" if name == "Space" else "special"
    return Widget(
        kind="button", style="key", text=label, icon=_ICONS.get(name, ""), color=color, on_tap=("press", typed),
        weight=1 if page == "number" else _WIDE.get(name, 2), height=height, selected=name == "Shift" and shift,
    )  # fmt: skip


def candidate_bar(language: str, composing: str, shown: tuple[str, ...], more: bool, mirrored: bool) -> Widget:
    """The letters typed so far over what they may be; a tap on the n-th candidate sends ("candidate", n)."""
    cells = [
        button(words, ("candidate", n), style="text", height=40, weight=1 + len(words), id=f"candidate_{n}")
        for n, words in enumerate(shown)
    ]
    if more:
        cells.append(icon_button("forward", say(language, "More candidates"), ("more",), width=40, height=40))
    letters = text(composing, style="caption", height=16, id="composing") if composing else space(16)
    return column(
        row(_INSET, letters, _INSET, height=18, align="end" if mirrored else "start"),
        row(*cells, height=40, ltr=True),
        color="keyboard",
        id="candidates_view",
    )
