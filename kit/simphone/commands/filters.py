"""Text filters and the small commands every shell has."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kit.simphone.commands.call import Call, whole


def _input(call: Call, name: str, paths: Sequence[str]) -> bytes | None:
    """What a filter reads: its files, or stdin."""
    if not paths:
        return call.stdin
    data = b""
    for path in paths:
        try:
            data += call.phone.files.read(path)
        except OSError as error:
            call.fail(f"{name}: {path}: {error.strerror}")
            return None
    return data


def _lines(data: bytes) -> list[bytes]:
    return data.removesuffix(b"\n").split(b"\n") if data else []


def grep(call: Call, args: list[str]) -> int:
    """`grep [-E] [-F] [-i] [-v] [-c] [-o] [-q] [-m N] [-e PATTERN] PATTERN [FILE...]`."""
    words = tuple(args)
    asked = _asked(words)
    if asked is None:
        call.fail("grep: no REGEX")
        return 2
    data = _input(call, "grep", asked.files)
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
    hits = [line for line in _lines(data) if bool(regex.search(line)) != others]
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


def _count(args: list[str]) -> tuple[int, list[str], bool]:
    """The number of head and tail, the files, and whether it counts bytes."""
    number, words, in_bytes, rest = 10, [], False, list(args)
    while rest:
        word = rest.pop(0)
        if word in ("-n", "-c") and rest:
            in_bytes = word == "-c"
            number = whole(rest.pop(0))
        elif re.fullmatch(r"-[nc]?\d+", word):
            in_bytes = word[1] == "c"
            number = int(word.lstrip("-nc"))
        else:
            words.append(word)
    return number, words, in_bytes


def head(call: Call, args: list[str]) -> int:
    """`head [-n N|-c N] [FILE]`."""
    number, words, in_bytes = _count(args)
    data = _input(call, "head", words)
    if data is None:
        return 1
    call.out += data[:number] if in_bytes else b"".join(line + b"\n" for line in _lines(data)[:number])
    return 0


def tail(call: Call, args: list[str]) -> int:
    """`tail [-n N|-c N] [FILE]`."""
    number, words, in_bytes = _count(args)
    data = _input(call, "tail", words)
    if data is None:
        return 1
    last = _lines(data)[-number:] if number else []
    call.out += data[-number:] if in_bytes else b"".join(line + b"\n" for line in last)
    return 0


def wc(call: Call, args: list[str]) -> int:
    """`wc [-l] [-w] [-c] [FILE]`."""
    letters = {c for a in args if a.startswith("-") for c in a[1:]}
    words = [a for a in args if not a.startswith("-")]
    data = _input(call, "wc", words)
    if data is None:
        return 1
    counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data)}
    shown = [str(counts[c]) for c in "lwc" if not letters or c in letters]
    call.say(" ".join([*shown, *words[:1]]))
    return 0


def sort(call: Call, args: list[str]) -> int:
    """`sort [-r] [-u] [-n] [FILE]`."""
    letters = {c for a in args if a.startswith("-") for c in a[1:]}
    data = _input(call, "sort", [a for a in args if not a.startswith("-")])
    if data is None:
        return 1
    lines = _lines(data)
    if "u" in letters:
        lines = list(dict.fromkeys(lines))
    for line in sorted(lines, key=_number if "n" in letters else None, reverse="r" in letters):
        call.out += line + b"\n"
    return 0


def _number(line: bytes) -> int:
    found = re.match(rb"\s*-?\d+", line)
    return int(found.group()) if found is not None else 0


def uniq(call: Call, args: list[str]) -> int:
    """`uniq [FILE]`."""
    data = _input(call, "uniq", [a for a in args if not a.startswith("-")])
    last: bytes | None = None
    for line in _lines(data or b""):
        if line != last:
            call.out += line + b"\n"
        last = line
    return 0 if data is not None else 1


def cut(call: Call, args: list[str]) -> int:
    """`cut -d CHARACTER -f LIST [FILE]` and `cut -c LIST [FILE]`: LIST is numbers and ranges such as 1,3-5,7-."""
    rest, options, paths = list(args), dict[str, str](), list[str]()
    while rest:
        word = rest.pop(0)
        if word[:2] in ("-d", "-f", "-c") and (word[2:] or rest):
            options[word[1]] = word[2:] or rest.pop(0)
        elif not word.startswith("-"):
            paths.append(word)
    chosen = options.get("f", options.get("c", ""))
    if not chosen:
        call.fail("cut: Needs -fFcb")
        return 1
    data = _input(call, "cut", paths)
    joint = options.get("d", "\t") if "f" in options else ""
    for line in _lines(data or b""):
        text = line.decode("utf-8", "surrogateescape")
        pieces = text.split(joint) if joint else list(text)
        kept = pieces if joint and len(pieces) == 1 else [p for n, p in enumerate(pieces, 1) if _among(n, chosen)]
        call.out += joint.join(kept).encode("utf-8", "surrogateescape") + b"\n"
    return 0 if data is not None else 1


def _among(number: int, chosen: str) -> bool:
    """Whether a list such as 1,3-5,7- has this number."""
    for part in chosen.split(","):
        low, sign, high = part.partition("-")
        least, most = whole(low or "1"), whole(high) if high else (1 << 30 if sign else whole(low or "1"))
        if least <= number <= most:
            return True
    return False


def tr(call: Call, args: list[str]) -> int:
    """`tr [-d] SET [SET]` with a-z ranges and \\n \\r \\t; byte by byte, as toybox does it."""
    delete = "-d" in args
    sets = [_set(a) for a in args if a != "-d"]
    text = call.stdin.decode("latin-1")
    if delete and sets:
        text = "".join(c for c in text if c not in sets[0])
    elif len(sets) == 2 and sets[1]:
        text = text.translate({ord(a): sets[1][min(n, len(sets[1]) - 1)] for n, a in enumerate(sets[0])})
    call.out += text.encode("latin-1")
    return 0


def _set(word: str) -> str:
    word = word.encode("utf-8", "surrogatepass").decode("latin-1")
    word = word.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t")
    return re.sub(r"(.)-(.)", lambda m: "".join(chr(c) for c in range(ord(m[1]), ord(m[2]) + 1)), word)


def b64(call: Call, args: list[str]) -> int:
    """`base64 [-d] [FILE]`."""
    data = _input(call, "base64", [a for a in args if not a.startswith("-") and not a.isdecimal()])
    if data is None:
        return 1
    if "-d" in args:
        try:
            call.out += base64.b64decode(data)
        except ValueError:
            call.fail("base64: bad input")
            return 1
    else:
        text = base64.b64encode(data).decode()
        call.say(*(text[n : n + 76] for n in range(0, len(text), 76)))
    return 0


def md5sum(call: Call, args: list[str]) -> int:
    """`md5sum [FILE...]`."""
    return _sums(call, args, "md5")


def sha256sum(call: Call, args: list[str]) -> int:
    """`sha256sum [FILE...]`."""
    return _sums(call, args, "sha256")


def _sums(call: Call, args: list[str], name: str) -> int:
    for path in args or ["-"]:
        data = _input(call, f"{name}sum", [] if path == "-" else [path])
        if data is None:
            return 1
        call.say(f"{hashlib.new(name, data).hexdigest()}  {path}")
    return 0


COMMANDS = {
    "grep": grep, "egrep": egrep, "head": head, "tail": tail, "wc": wc, "sort": sort,
    "uniq": uniq, "cut": cut, "tr": tr, "base64": b64, "md5sum": md5sum, "sha256sum": sha256sum,
}  # fmt: skip
