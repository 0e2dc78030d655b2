"""From words read in a picture to the place a description means. Pure; fails closed: several places are all returned.

Levels, and the first that matches at all decides (spec: harness, addressing): exact, then the same but for case and
punctuation, contained as whole words, contained, contained but for case and punctuation, then alike: letters a reader
confuses, and near spellings. Words side by side count as one text too, because a reader may cut a label in two.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz

from kit.types import Rect

NEAR = 0.88
"""Least similarity of a near spelling: one wrong letter in nine. Numbers must agree whole whatever the similarity."""
_GAP = 1.2
"""Words of one text are at most this many heights apart."""
_LONGEST_RUN = 6
_SURE = 0.9
"""Least reading confidence of a single character: readers take a lone 1 for a 7, and nothing beside it says otherwise."""
_CONFUSED = str.maketrans({"o": "0", "i": "1", "l": "1", "|": "1", "曰": "日", "巿": "市", "己": "已", "末": "未"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A run of text read in a picture: `box` in pixels of that picture, `confidence` 0-1 as the reader gives it."""

    text: str
    box: Rect
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A place that fits: the words there, the box of the part that fits, and how sure (reading times likeness, 0-1)."""

    words: str
    box: Rect
    confidence: float
    level: str


@dataclass(frozen=True, slots=True)
class _Run:
    """Neighbouring words as one text; `chars` holds the box of every character."""

    text: str
    chars: tuple[Rect, ...]
    parts: frozenset[int]
    confidence: float


_Part = tuple[int, int, float]
"""A fitting part of a run's text: first character, one past the last, likeness 0-1."""


def find(words: Sequence[Word], description: str) -> tuple[Match, ...]:
    """The places a description may mean, best first; empty when there is none, several when it is ambiguous.

    Args:
        words: as a reader gives them.
        description: words that stand on the screen, such as `Wi-Fi` or `沈阳市`.
    """
    wanted = " ".join(description.split())
    if not wanted:
        return ()
    lone = len(normalise(wanted)) == 1
    runs = [run for run in _runs(words) if not lone or run.confidence >= _SURE]
    for level, fits in _LEVELS[: _reach(wanted)]:
        found = [(run, part) for run in runs for part in fits(run.text, wanted)]
        if found:
            return tuple(_match(run, part, level) for run, part in _apart(found))
    return ()


def normalise(text: str) -> str:
    """Compatibility forms folded, lower case, only letters and digits of any script."""
    return _spread(text)[0]


# --- levels ----------------------------------------------------------------------------------------------------------


def _exact(text: str, wanted: str) -> Iterator[_Part]:
    if text == wanted:
        yield 0, len(text), 1.0


def _same(text: str, wanted: str) -> Iterator[_Part]:
    if normalise(text) == normalise(wanted):
        yield 0, len(text), 1.0


def _whole_words(text: str, wanted: str) -> Iterator[_Part]:
    for start, end, likeness in _contains(text, wanted):
        if not (_joined(text, start) or _joined(text, end)):
            yield start, end, likeness


def _contains(text: str, wanted: str) -> Iterator[_Part]:
    start = text.find(wanted)
    while start >= 0:
        yield start, start + len(wanted), 1.0
        start = text.find(wanted, start + len(wanted))


def _normalised(text: str, wanted: str) -> Iterator[_Part]:
    (plain, places), needle = _spread(text), normalise(wanted)
    for start, end, likeness in _contains(plain, needle):
        yield places[start], places[end - 1] + 1, likeness


def _alike(text: str, wanted: str) -> Iterator[_Part]:
    ours, theirs = normalise(text), normalise(wanted)
    if ours.translate(_CONFUSED) == theirs.translate(_CONFUSED):
        yield 0, len(text), 0.95
        return
    if _digits(ours) != _digits(theirs):
        return
    likeness = fuzz.ratio(ours, theirs) / 100
    if likeness >= NEAR:
        yield 0, len(text), likeness


_LEVELS: tuple[tuple[str, Callable[[str, str], Iterator[_Part]]], ...] = (
    ("exact", _exact), ("same", _same), ("whole_words", _whole_words), ("contains", _contains),
    ("normalised", _normalised), ("alike", _alike),
)  # fmt: skip


def _reach(wanted: str) -> int:
    """How many levels a description may go through: what is very short stands inside many a text that it does not mean."""
    plain = normalise(wanted)
    if not plain:
        return 1
    if len(plain) == 1:
        return 2
    return 3 if len(plain) == 2 and not _wide(plain[0]) else len(_LEVELS)


def _spread(text: str) -> tuple[str, list[int]]:
    """The normalised text, and for each of its characters the place it came from."""
    plain = [
        (folded, place)
        for place, char in enumerate(text)
        for folded in unicodedata.normalize("NFKC", char).casefold()
        if folded.isalnum()
    ]
    return "".join(c for c, _ in plain), [place for _, place in plain]


def _joined(text: str, place: int) -> bool:
    """Whether a word goes on across this place. Chinese has no gaps between words, so none goes on there."""
    return 0 < place < len(text) and all(c.isalnum() and not _wide(c) for c in text[place - 1 : place + 1])


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


# --- runs of words ---------------------------------------------------------------------------------------------------


def _runs(words: Sequence[Word]) -> Iterator[_Run]:
    """Every word alone, and every few neighbours of one line."""
    for line in _lines(words):
        for first in range(len(line)):
            for last in range(first, min(first + _LONGEST_RUN, len(line))):
                yield _join(words, line[first : last + 1])


def _lines(words: Sequence[Word]) -> list[list[int]]:
    """Indices of words that stand close together on one line, from left to right."""
    lines: list[list[int]] = []
    for at in sorted(range(len(words)), key=lambda i: words[i].box.left):
        line = next((one for one in lines if _continues(words[one[-1]].box, words[at].box)), None)
        if line is None:
            lines.append([at])
        else:
            line.append(at)
    return lines


def _continues(left: Rect, right: Rect) -> bool:
    low, high = sorted((max(left.height, 1), max(right.height, 1)))
    level = abs(left.center[1] - right.center[1]) <= low / 2 and high <= 2 * low
    return level and -low <= right.left - left.right <= _GAP * high


def _join(words: Sequence[Word], line: Sequence[int]) -> _Run:
    text, chars = "", list[Rect]()
    for at in line:
        word = words[at]
        if text and not (_wide(text[-1]) and _wide(word.text[0])):
            text += " "
            chars.append(Rect(chars[-1].right, word.box.top, max(word.box.left, chars[-1].right), word.box.bottom))
        text += word.text
        chars += _boxes(word)
    return _Run(text, tuple(chars), frozenset(line), min(words[at].confidence for at in line))


def _boxes(word: Word) -> list[Rect]:
    """A box for each character, as wide as its script usually is."""
    widths = [2 if _wide(c) else 1 for c in word.text]
    step = word.box.width / sum(widths)
    edges = [word.box.left + step * sum(widths[:n]) for n in range(len(widths) + 1)]
    return [Rect(round(a), word.box.top, round(b), word.box.bottom) for a, b in pairwise(edges)]


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def _apart(found: Iterable[tuple[_Run, _Part]]) -> list[tuple[_Run, _Part]]:
    """The fits that share no word with a better one; fits of the same text in several places all stay."""
    kept: list[tuple[_Run, _Part]] = []
    for run, part in sorted(found, key=lambda pair: (-pair[1][2], len(pair[0].parts))):
        if all(run.parts == other.parts or not run.parts & other.parts for other, _ in kept):
            kept.append((run, part))
    return kept


def _match(run: _Run, part: _Part, level: str) -> Match:
    start, end, likeness = part
    boxes = run.chars[start:end]
    box = Rect(
        min(b.left for b in boxes), min(b.top for b in boxes),
        max(b.right for b in boxes), max(b.bottom for b in boxes),
    )  # fmt: skip
    return Match(words=run.text[start:end], box=box, confidence=run.confidence * likeness, level=level)
