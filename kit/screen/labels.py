"""What a person would read on a control. Pure.

Order (spec: harness, windowed marks): text, then content-desc, then words made of the resource-id. Icon-font glyphs
(Unicode private use) are no label, and a content-desc that looks like an identifier counts as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

LIMIT = 32
"""Characters of a displayed label (spec: harness, windowed marks)."""

_INVISIBLE = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc\ufffd"
    "\ue000-\uf8ff\U000f0000-\U0010ffff]"
)
_SPACE = re.compile(r"\s+")
_IDENTIFIER = re.compile(r"[A-Za-z][\w.$]*[:_/][\w.$:/]+")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_TECHNICAL = frozenset(
    [
        "btn",
        "button",
        "iv",
        "img",
        "image",
        "imageview",
        "tv",
        "text",
        "textview",
        "txt",
        "et",
        "edit",
        "edittext",
        "ll",
        "rl",
        "fl",
        "cl",
        "layout",
        "linearlayout",
        "relativelayout",
        "framelayout",
        "container",
        "wrapper",
        "view",
        "viewgroup",
        "widget",
        "id",
        "root",
        "item",
        "parent",
        "content",
        "holder",
        "frame",
        "panel",
        "group",
        "cb",
        "rb",
        "sw",
        "lottie",
        "compose",
        "rv",
        "recycler",
        "recyclerview",
        "lv",
        "main",
        "clickable",
    ]
)
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
_SHORTEST_WORD = 3
_COUNT = re.compile(r"\d{1,3}\+?")
_THIN = 6


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    """One line without glyphs, control and direction characters."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()
    return _SPACE.sub(" ", _INVISIBLE.sub("", _SPACE.sub(" ", text))).strip()


@lru_cache(maxsize=4096)
def description(text: str) -> str:
    """A content-desc as a label; empty when it only names a resource."""
    text = clean(text)
    return "" if _IDENTIFIER.fullmatch(text) else text


@lru_cache(maxsize=4096)
def words(resource_id: str) -> str:
    """Words of a resource-id or of an identifier: `com.x:id/btn_search_close` -> "search close".

    Empty when nothing readable is left (obfuscated ids such as `kbq` or `a1x`, or type words alone).
    """
    entry = resource_id.rsplit("/", 1)[-1].rsplit(":", 1)[-1].rsplit(".", 1)[-1]
    found = [w.lower() for w in _WORDS.findall(entry)]
    kept = [w for w in found if w not in _TECHNICAL]
    if not any(len(w) >= _SHORTEST_WORD and _VOWEL.search(w) for w in kept):
        return ""
    if len(kept) == 1 and len(kept[0]) < _SHORTEST_WORD + 1 and len(found) == 1:
        return ""
    return " ".join(kept)


def join(parts: Iterable[str]) -> str:
    """Several texts as one label, each once: "Wi-Fi, Connected"."""
    return ", ".join(dict.fromkeys(p for p in parts if p))


def cut(text: str) -> str:
    """At most LIMIT characters; a cut one ends in an ellipsis."""
    return text if len(text) <= LIMIT else text[: LIMIT - 1].rstrip() + "…"


def is_count(text: str) -> bool:
    """Whether a text is only a number on a badge: 3, 99+."""
    return _COUNT.fullmatch(text) is not None


def is_thin(text: str) -> bool:
    """Whether a text is only a count, a time or a sign: too little to name a control that has a description."""
    return len(text) <= _THIN and not any(c.isalpha() for c in text)
