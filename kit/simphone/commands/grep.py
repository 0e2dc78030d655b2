"""`grep`, and what it found before."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kit.simphone.commands.call import Call, whole
from kit.simphone.commands.filters import lines_of, taken


def grep(call: Call, args: list[str]) -> int:
    """`grep [-E] [-F] [-i] [-v] [-c] [-o] [-q] [-m N] [-e PATTERN] PATTERN [FILE...]`."""
    words = tuple(args)
    asked = _asked(words)
    if asked is None:
        call.fail("grep: no REGEX")
        return 2
    data = taken(call, "grep", asked.files)
    if data is None:
        return 2
    try:
        find = _found if len(data) <= KEPT else _found.__wrapped__
        printed, hits = find(data, words)
    except re.error:
        call.fail(f"grep: bad REGEX '{asked.pattern}'")
        return 2
    call.out += printed
    return 0 if hits else 1


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a grep is asked for; `most` lines at most, 0 for all."""

    pattern: str
    flags: frozenset[str]
    files: tuple[str, ...]
    most: int


@lru_cache(maxsize=64)
def _asked(args: tuple[str, ...]) -> _Asked | None:
    """The arguments of grep; None when there is no pattern."""
    flags, rest, most, pattern = set[str](), list(args), 0, None
    words: list[str] = []
    while rest:
        word = rest.pop(0)
        if word == "-e" and rest:
            pattern = rest.pop(0)
        elif word == "-m" and rest:
            most = whole(rest.pop(0))
        elif re.fullmatch(r"-m\d+", word):
            most = int(word[2:])
        elif word.startswith("-") and len(word) > 1:
            flags.update(word[1:])
        else:
            words.append(word)
    if pattern is None and words:
        pattern = words.pop(0)
    return _Asked(pattern, frozenset(flags), tuple(words), most) if pattern is not None else None


def egrep(call: Call, args: list[str]) -> int:
    """`egrep`: grep -E."""
    return grep(call, ["-E", *args])


def _regex(asked: _Asked) -> re.Pattern[bytes]:
    """The pattern as Python's. Raises re.error."""
    pattern, flags = asked.pattern, asked.flags
    text = re.escape(pattern) if "F" in flags else pattern if "E" in flags else _basic(pattern)
    return re.compile(text.encode(), re.IGNORECASE if "i" in flags else 0)


KEPT = 1 << 16
"""Bytes of input up to which what grep found in it is kept: 64 such inputs at most, for all phones of the process."""


@lru_cache(maxsize=64)
def _found(data: bytes, args: tuple[str, ...]) -> tuple[bytes, int]:
    """What grep prints, and how many lines match; much is asked again and did not change. Raises re.error for a bad pattern."""
    asked = _asked(args)
    assert asked is not None
    flags, regex, others = asked.flags, _regex(asked), "v" in asked.flags
    hits = [line for line in lines_of(data) if bool(regex.search(line)) != others]
    hits = hits[: asked.most] if asked.most else hits
    if "c" in flags:
        return f"{len(hits)}\n".encode(), len(hits)
    if "q" in flags:
        return b"", len(hits)
    shown = [m.group() for line in hits for m in regex.finditer(line)] if "o" in flags else hits
    return b"".join([line + b"\n" for line in shown]), len(hits)


def _basic(pattern: str) -> str:
    r"""A basic regular expression as Python's: `\|`, `\(` and `\+` are special, their bare forms are not."""
    special = "|(){}+?"
    out: list[str] = []
    at = 0
    while at < len(pattern):
        char, following = pattern[at], pattern[at + 1 : at + 2]
        if char == "\\" and following and following in special:
            out.append(following)
            at += 2
            continue
        out.append("\\" + char if char in special else char)
        at += 1
    return "".join(out)


COMMANDS = {"grep": grep, "egrep": egrep}
