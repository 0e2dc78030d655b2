"""Words of goals, and the names in them: what past experience is found by. Pure, in any script."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from typing import Any

from kit.memory.archive_text import fold

MOST_WORDS = 32
"""Most words of one text that are looked at."""

LONGEST_NAME = 4
"""Words of the longest name that is looked for in a text."""

MOST_NAMES = 240
"""Most possible names of one text that are looked up."""

_RUN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+|[^\W\d_\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+|\d+")
_HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]")
_BRACKETS = re.compile(r"\[[^\[\]]{1,24}\]")
_MARK_ID = re.compile(r"(?<![0-9A-Za-z_])(?:ax_\d+(?:@e\d+)?|#?\d{1,4}@e\d+)[0-9A-Za-z_@#]*")

Clean = Callable[[str], str]
"""Takes secrets out of a text (`kit.trace.redact`, with what this episode knows to be secret)."""


def runs(text: str) -> list[str]:
    """Folded runs of letters, of characters of a script without blanks, and of digits, in order."""
    return _RUN.findall(fold(_BRACKETS.sub(" ", text)))


def has_han(text: str) -> bool:
    """Whether the text holds a character of a script without blanks."""
    return _HAN.search(text) is not None


def words(text: str) -> tuple[str, ...]:
    """What a text is about, each once: words, and pairs of characters where a script has no blanks.

    Numbers and what was taken out (`[typed]`, `[phone]`) are left out: they differ from time to time.
    """
    found: dict[str, None] = {}
    for run in runs(text):
        if run[0].isdigit():
            continue
        if _HAN.match(run) and len(run) > 1:
            found |= dict.fromkeys(run[i : i + 2] for i in range(len(run) - 1))
        else:
            found[run] = None
    return tuple(found)[:MOST_WORDS]


def goal_form(goal: str) -> str:
    """What two goals have in common that differ only in numbers, case, width, punctuation or what was typed."""
    return " ".join("#" if run[0].isdigit() else run for run in runs(goal))


def name_form(name: str) -> str:
    """The form names are compared in."""
    return "".join(runs(name))


def possible_names(text: str) -> tuple[str, ...]:
    """The forms of everything in a text that could be a name, longest first."""
    plain = runs(text)
    found: dict[str, None] = {}
    for size in range(LONGEST_NAME, 0, -1):
        found |= dict.fromkeys("".join(plain[i : i + size]) for i in range(len(plain) - size + 1))
    for run in plain:
        if _HAN.match(run):
            for size in range(min(6, len(run)), 1, -1):
                found |= dict.fromkeys(run[i : i + size] for i in range(len(run) - size + 1))
    return tuple(sorted((f for f in found if len(f) > 1), key=len, reverse=True))[:MOST_NAMES]


def without_ids(text: str) -> str:
    """The text without mark ids: one of an earlier run must never be taken for one of this."""
    return _MARK_ID.sub("[mark]", text)


def scrub(value: Any, clean: Clean) -> Any:
    """A JSON value in which every text went through `clean` and holds no mark id. Raises whatever `clean` raises."""
    if isinstance(value, str):
        return without_ids(clean(value))
    if isinstance(value, dict):
        return {scrub(str(k), clean): scrub(v, clean) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [scrub(item, clean) for item in value]
    return value


def token(kind: str, value: str) -> str:
    """One word of the index that stands for a value as a whole, such as a package."""
    return kind + hashlib.blake2b(value.encode("utf-8", "replace"), digest_size=6).hexdigest()


def digest(parts: Iterable[str]) -> str:
    """16 hex digits over texts in order."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).hexdigest()[:16]
