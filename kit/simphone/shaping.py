"""Arabic and Hebrew as they are drawn: letters joined, each line in visual order.

Pillow does both only through libraries of the operating system, which differ between machines; `arabic-reshaper` and
`python-bidi` give the same everywhere. They are imported when the first text needs them.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arabic_reshaper import ArabicReshaper

MARKS = frozenset("\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0653\u0654\u0655\u0670")
"""Vowel signs: they have no width, and stand over or under the letter that follows them in visual order."""
UNDER = frozenset("\u064d\u0650\u0655")
"""Those of them that stand under it."""
_FROM_RIGHT = re.compile("[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff]")
_STAMP = "\u034f"
"""Set behind a bracket, it takes the bracket's level: before it in the visual line, it says that the bracket is turned."""
_LINE_ENDS = {"B", "S"}
_STRONG = {"L", "R", "AL"}
_NUMBER = re.compile(
    r"(?<!\w)(?:\+\d[\d -]*\d|\+?\(\d{3,}\) ?\d[\d -]+\d|\d{3,}(?: \d{3,})+"
    r"|(?:[+−-]|= ?)?[$€£¥]?\d+(?:[.,:/×÷*+=−-]\d+)*(?:[%°]| ?(?:[kKMGT]?B|k?m|k?g|mi|min|bpm|kcal|Mbps)\b)?)"
)
"""What is dialled, stands on a card, or has a sign, a currency or a unit: apps format it to run from left to right."""
_FROM_LEFT = "\u2066{}\u2069"


def from_right(text: str) -> bool:
    """Whether anything in the text runs from right to left."""
    return not text.isascii() and _FROM_RIGHT.search(text) is not None


def leads_left(text: str, mirror: bool, typed: bool = False) -> bool:
    """Whether a paragraph runs from right to left.

    Args:
        text: the paragraph.
        mirror: whether the language runs from right to left: then a paragraph does that has any such letter, as an app
            isolates the Latin names in its phrases, and one without letters.
        typed: it is what somebody types, whose first letter decides.
    """
    return (mirror or not text.isascii()) and _leads_left(text, mirror, typed)


@lru_cache(maxsize=8192)
def _leads_left(text: str, mirror: bool, typed: bool) -> bool:
    strong = [k for k in map(unicodedata.bidirectional, text) if k in _STRONG]
    if not strong:
        return mirror
    return strong[0] != "L" or (mirror and not typed and len(set(strong)) > 1)


@lru_cache(maxsize=4096)
def directions(text: str, lines: tuple[str, ...], mirror: bool, typed: bool = False) -> tuple[bool, ...]:
    """Whether each line of a wrapped text runs from right to left: as its paragraph does."""
    paragraphs = text.split("\n")
    found: list[bool] = []
    at = seen = 0
    for line in lines:
        found.append(leads_left(paragraphs[at], mirror, typed))
        seen += len(line.replace(" ", ""))
        if seen >= len(paragraphs[at].replace(" ", "")) and at + 1 < len(paragraphs):
            at, seen = at + 1, 0
    return tuple(found)


@lru_cache(maxsize=1)
def _reshaper() -> ArabicReshaper:
    from arabic_reshaper import ArabicReshaper
    from arabic_reshaper.reshaper_config import default_config

    # every key is given, so that no configuration file of the machine has a say; DejaVu has no ligature for "Allah"
    return ArabicReshaper({**default_config, "delete_harakat": False, "ARABIC LIGATURE ALLAH": False})


@lru_cache(maxsize=8192)
def _word(word: str) -> str:
    return _reshaper().reshape(word) if _FROM_RIGHT.search(word) else word


@lru_cache(maxsize=8192)
def joined(text: str) -> str:
    """The text with each letter in the form its neighbours ask for, still in logical order."""
    return " ".join(map(_word, text.split(" ")))  # a space joins nothing


@lru_cache(maxsize=8192)
def visual(line: str, rtl: bool) -> str:
    """The characters of one line in the order they are drawn, from the left; letters joined, brackets turned.

    Args:
        line: a line in logical order, without line ends.
        rtl: whether its paragraph runs from right to left.
    """
    from bidi import get_display

    if rtl:
        line = _NUMBER.sub(_kept, line)
    return _turned(str(get_display(_stamped(joined(line)), base_dir="R" if rtl else "L")))


def _kept(number: re.Match[str]) -> str:
    """A number that keeps its own order; behind Latin letters it runs with them as it is."""
    before = number.string[: number.start()]
    strong = next((k for c in reversed(before) if (k := unicodedata.bidirectional(c)) in _STRONG), "")
    return number[0] if strong == "L" else _FROM_LEFT.format(number[0])


def _stamped(line: str) -> str:
    """Without what cannot be drawn, a stamp behind every bracket."""
    from bidi.mirror import MIRRORED

    kept: list[str] = []
    for char in line:
        if unicodedata.bidirectional(char) in _LINE_ENDS:
            kept.append(" ")  # the order is that of one paragraph
        elif char in MARKS or unicodedata.category(char) not in {"Cc", "Mn"}:
            kept.append(char + _STAMP if char in MIRRORED else char)
    return "".join(kept)


def _turned(line: str) -> str:
    """A visual line without stamps, brackets that run from right to left as in a mirror."""
    from bidi.mirror import MIRRORED

    drawn: list[str] = []
    chars = iter(line)
    for char in chars:
        if char == _STAMP:
            drawn.append(MIRRORED[next(chars)])
            continue
        drawn.append(char)
        if char in MIRRORED:
            next(chars)  # its stamp
    return "".join(drawn)
