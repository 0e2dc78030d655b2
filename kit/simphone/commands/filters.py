"""Text filters and the small commands every shell has."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence

from kit.simphone.commands.call import Call, whole


def taken(call: Call, name: str, paths: Sequence[str]) -> bytes | None:
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


def lines_of(data: bytes) -> list[bytes]:
    """The lines of some text, without their ends."""
    return data.removesuffix(b"\n").split(b"\n") if data else []


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
    data = taken(call, "head", words)
    if data is None:
        return 1
    call.out += data[:number] if in_bytes else b"".join(line + b"\n" for line in lines_of(data)[:number])
    return 0


def tail(call: Call, args: list[str]) -> int:
    """`tail [-n N|-c N] [FILE]`."""
    number, words, in_bytes = _count(args)
    data = taken(call, "tail", words)
    if data is None:
        return 1
    last = lines_of(data)[-number:] if number else []
    call.out += data[-number:] if in_bytes else b"".join(line + b"\n" for line in last)
    return 0


def wc(call: Call, args: list[str]) -> int:
    """`wc [-l] [-w] [-c] [FILE]`."""
    letters = {c for a in args if a.startswith("-") for c in a[1:]}
    words = [a for a in args if not a.startswith("-")]
    data = taken(call, "wc", words)
    if data is None:
        return 1
    counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data)}
    shown = [str(counts[c]) for c in "lwc" if not letters or c in letters]
    call.say(" ".join([*shown, *words[:1]]))
    return 0


def sort(call: Call, args: list[str]) -> int:
    """`sort [-r] [-u] [-n] [FILE]`."""
    letters = {c for a in args if a.startswith("-") for c in a[1:]}
    data = taken(call, "sort", [a for a in args if not a.startswith("-")])
    if data is None:
        return 1
    lines = lines_of(data)
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
    data = taken(call, "uniq", [a for a in args if not a.startswith("-")])
    last: bytes | None = None
    for line in lines_of(data or b""):
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
    data = taken(call, "cut", paths)
    joint = options.get("d", "\t") if "f" in options else ""
    for line in lines_of(data or b""):
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
    data = taken(call, "base64", [a for a in args if not a.startswith("-") and not a.isdecimal()])
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
        data = taken(call, f"{name}sum", [] if path == "-" else [path])
        if data is None:
            return 1
        call.say(f"{hashlib.new(name, data).hexdigest()}  {path}")
    return 0


COMMANDS = {
    "head": head, "tail": tail, "wc": wc, "sort": sort,
    "uniq": uniq, "cut": cut, "tr": tr, "base64": b64, "md5sum": md5sum, "sha256sum": sha256sum,
}  # fmt: skip
