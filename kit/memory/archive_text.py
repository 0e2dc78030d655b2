"""What of an archived screen is searched, and how a query is cut into terms; pure (spec: harness, archive and recall).

The archive keeps every screen word for word. Searched are the words a person would look for: mark ids, coordinates,
operability and landmarks are left out, or a search for "500" would find every control in the middle of a screen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

GRAM = 3
"""Characters of one indexed gram; shorter terms are looked up through the grams that begin with them."""

MOST_TERMS = 8
"""Most terms of one query that are looked at; more make a search slower, not better."""

_MARK = re.compile(r"\s*ax_\d+@e\d+ \| ")
_PLACE = re.compile(
    r"(?P<kept>.*) \| \(-?\d+,-?\d+\)(?P<more>(?: \| state=[^|]*)?(?: \| value=.*?)?)(?: \| op=\w*)?(?: \| path=[^|]*)?"
)
_HEADER = re.compile(r"\[OBS\] app=(?P<package>\S*) screen#\d+")
_WINDOW = re.compile(r"W\d+ (?P<kept>.*?)(?: layer=-?\d+)?(?: active)?(?: focus)?(?: (?:maybe_)?covered_by=W\d+)?")
_COUNT = re.compile(r"marks \(\d+\)(?: \[accessibility:[^\]]*\])?:?")
_QUOTES = "\"'`“”‘’「」『』《》"
_HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]")


def fold(text: str) -> str:
    """Compatibility forms and case folded, so that a full-width or capital letter is found by its plain form."""
    plain = text.replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")  # SQLite stops at NUL, bars surrogates
    return unicodedata.normalize("NFKC", plain).casefold()


def searchable(line: str) -> str:
    """The words of one line of an [OBS] text, without what only addresses or measures a control."""
    if header := _HEADER.fullmatch(line):
        return header["package"]
    if window := _WINDOW.fullmatch(line):
        return window["kept"]
    if _COUNT.fullmatch(line):
        return ""
    mark = _MARK.match(line)
    if mark is None:
        return line
    rest = line[mark.end() :]
    place = _PLACE.fullmatch(rest)
    return place["kept"] + place["more"] if place else rest


def body(text: str) -> str:
    """What is indexed of a whole [OBS] text: folded lines, with an end long enough for the last characters' grams."""
    return "\n".join(fold(searchable(line)) for line in text.split("\n")) + "\n\n"


def grams(words: str) -> set[str]:
    """Every gram of a folded text."""
    return {words[i : i + GRAM] for i in range(len(words) - GRAM + 1)}


def terms(query: str) -> tuple[str, ...]:
    """The query's words, folded; quotes around a word are dropped, everything else counts as it is written."""
    words = [fold(word) for word in query.split()]
    bare = [word.strip(_QUOTES) or word for word in words]
    # folding may bring out blanks (a full-width one becomes a plain one)
    return tuple(dict.fromkeys(part for word in bare for part in word.split()))[:MOST_TERMS]


def pieces(wanted: Sequence[str]) -> tuple[str, ...]:
    """Smaller parts for a second try: each term, and pairs of characters of a term in a script without blanks."""
    found: list[str] = []
    for term in wanted:
        found.append(term)
        if len(term) >= GRAM:
            found += [pair for i in range(len(term) - 1) if len(_HAN.findall(pair := term[i : i + 2])) == 2]
    return tuple(dict.fromkeys(found))[:MOST_TERMS]


def matching(text: str, wanted: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """The lines of an [OBS] text that hold one of the terms, and how many terms the text holds.

    Lines are word for word, those holding most terms first.
    """
    scored: list[tuple[int, int, str]] = []
    held: set[str] = set()
    for number, (line, whole) in enumerate(zip(text.split("\n"), fold(text).split("\n"), strict=True)):
        if not any(term in whole for term in wanted):
            continue  # most lines; what is searched of a line is a part of it, so nothing is missed
        words = fold(searchable(line))
        found = [term for term in wanted if term in words]
        held.update(found)
        if found:
            scored.append((-len(found), number, line))
    return tuple(line for _, _, line in sorted(scored)), len(held)
