"""Bytes as a phone or a file really holds them -> clean XML text and its byproducts. Pure.

Facts behind the rules: dumps saved by PowerShell are UTF-16 with a declaration that says UTF-8; logs and linker
warnings come first; the status line follows without a newline; a PTY breaks lines every 1024 bytes; old Android
writes surrogate halves as character references, which XML 1.0 forbids.
"""

from __future__ import annotations

import codecs
import re

from kit.errors import HierarchyError

START = re.compile(rb"<\?xml|<(?:displays|hierarchy|node)(?=[\s/>])")
"""Where a document may begin."""

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_AMPERSAND = re.compile(r"&(?:#(?:x([0-9a-fA-F]{1,8})|([0-9]{1,10}));|(amp|lt|gt|quot|apos);)?")
_HIGH_BYTES = re.compile(rb"[\x80-\xff]+(?:[ -~]?[\x80-\xff]+)*")
_TTY_COLUMN = 1024
_SHORTEST_WRAP = 64
_NEWLINE = 10

_SAID = (
    (r"could not get idle state", "dump_idle_state", "The screen never came to rest, so Android refused to dump it"),
    (r"null root node", "dump_null_root", "Android had no root node to dump"),
    (r"^\s*Killed\s*$", "dump_killed", "Android killed the dump, mostly because two dumps overlapped"),
    (r"no such file or directory", "dump_no_file", "The dump wrote no file"),
    (r"unknown option|^\s*usage: uiautomator", "dump_unsupported", "This Android does not know that kind of dump"),
    (r"exception|^\s*error\b", "dump_failed", "The dump failed on the phone"),
)
_SAYINGS = tuple((re.compile(p, re.IGNORECASE | re.MULTILINE), code, words) for p, code, words in _SAID)
_PROOF = frozenset({"dump_idle_state", "dump_null_root", "dump_killed"})
_FIXES = {
    "dump_idle_state": "Wait until animations end and look again; use the picture alone where the screen never rests.",
    "dump_unsupported": "Set marks_windowed to auto or off.",
}


def said(text: str, *, beside_document: bool = False) -> HierarchyError | None:
    """The failure that uiautomator or the shell reported in words, or None when the text reports none.

    Args:
        text: what was printed.
        beside_document: the text came with a document. Then only what proves that this very dump failed counts, and the
            document is a stale file; exceptions alone prove nothing (vendor themes print them before good dumps).
    """
    for pattern, code, words in _SAYINGS:
        found = pattern.search(text)
        if found and not (beside_document and code not in _PROOF):
            start, end = text.rfind("\n", 0, found.start()) + 1, text.find("\n", found.end())
            line = text[start : end if end >= 0 else None].strip()
            return HierarchyError(f'{words} ("{line[:120]}").', code=code, fix=_FIXES.get(code, "Look again."))
    return None


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """Bytes to text, whatever the XML declaration claims, with line ends and terminal breaks undone.

    Returns:
        The text, and notes that say what had to be done (none for plain UTF-8). Never fails: bytes that fit no
        encoding become replacement characters.
    """
    wide = _wide_encoding(data)
    if wide:
        text = data[len(wide[0]) :].decode(wide[1], "replace")
        return unbreak(text.encode("utf-8", "replace"))[0].decode(), (f"decoded from {wide[1]}",)
    data, broken = unbreak(data.removeprefix(codecs.BOM_UTF8))
    notes = ("line breaks of a terminal taken out",) if broken else ()
    try:
        return data.decode("utf-8"), notes
    except UnicodeDecodeError as error:
        if error.start >= len(data) - 3:
            return data[: error.start].decode("utf-8"), (*notes, "cut inside a character")
    text, note = _decode_mixed(data)
    return text, (*notes, note)


def _wide_encoding(data: bytes) -> tuple[bytes, str] | None:
    for bom, name in _BOMS:
        if data.startswith(bom):
            return bom, name
    head = data[:64]
    if head[1::2].count(0) > len(head) // 4:
        return b"", "utf-16-le"
    if head[0::2].count(0) > len(head) // 4:
        return b"", "utf-16-be"
    return None


def _decode_mixed(data: bytes) -> tuple[str, str]:
    """Text in which only some runs are UTF-8: each other run is read as the one legacy code page that fits them all."""
    try:
        return data.decode("utf-8", "surrogatepass"), "surrogate halves in UTF-8"
    except UnicodeDecodeError:
        pass
    legacy = _legacy([run for run in _HIGH_BYTES.findall(data) if not _is_utf8(run)])

    def fix(match: re.Match[bytes]) -> bytes:
        run = match.group()
        return run if _is_utf8(run) else run.decode(legacy, "replace").encode()

    return _HIGH_BYTES.sub(fix, data).decode("utf-8", "replace"), f"text that is not UTF-8 read as {legacy}"


def _legacy(runs: list[bytes]) -> str:
    for name, first, last in (("cp949", "\uac00", "\ud7a3"), ("gb18030", "\u4e00", "\u9fff")):
        try:
            text = "".join(run.decode(name) for run in runs)
        except UnicodeDecodeError:
            continue
        letters = [c for c in text if ord(c) > 127]
        if sum(first <= c <= last for c in letters) * 2 > len(letters):
            return name
    return "utf-8"


def _is_utf8(run: bytes) -> bool:
    try:
        run.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def unbreak(raw: bytes) -> tuple[bytes, bool]:
    """Makes CR LF and CR CR LF plain, and takes out the line breaks of a terminal.

    A terminal breaks every 1024 bytes, or makes all lines but the last equally long. Android itself never breaks a line
    inside a tag (it writes `&#10;`), and a break between tags carries no meaning, so taking one out loses nothing.

    Returns:
        The bytes, and whether a terminal's breaks were found.
    """
    if b"\r" in raw:
        raw = re.sub(rb"\r+\n?", b"\n", raw)
    if b"\n" not in raw:
        return raw, False
    raw = raw.rstrip(b"\n")
    places = range(_TTY_COLUMN, len(raw), _TTY_COLUMN + 1)
    if places and all(raw[place] == _NEWLINE for place in places):
        return b"".join(raw[p : p + _TTY_COLUMN] for p in range(0, len(raw), _TTY_COLUMN + 1)), True
    *full, _ = lines = raw.split(b"\n")
    if len(full) > 1 and len({len(line) for line in full}) == 1 and len(full[0]) >= _SHORTEST_WRAP:
        return b"".join(lines), True
    return raw.replace(b" \n", b" "), False


def pair(text: str) -> str:
    """Joins surrogate halves to the character they mean; a lone half goes."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def legalise(text: str) -> str:
    """Makes text legal XML 1.0: surrogate pairs written as references become the real character, other forbidden
    characters go, a bare ampersand becomes `&amp;`.
    """
    high: list[int] = []

    def fix(match: re.Match[str]) -> str:
        hexa, decimal, named = match.groups()
        if named:
            return match.group()
        if hexa is None and decimal is None:
            return "&amp;"
        point = int(hexa, 16) if hexa else int(decimal)
        if 0xD800 <= point < 0xDC00:
            high[:] = [point, match.end()]
            return ""
        if 0xDC00 <= point < 0xE000:
            paired = high and high[1] == match.start()
            return chr(0x10000 + ((high[0] - 0xD800) << 10) + point - 0xDC00) if paired else ""
        legal = point in (9, 10, 13) or (32 <= point <= 0x10FFFF and point not in (0xFFFE, 0xFFFF))
        return match.group() if legal else ""

    return _FORBIDDEN.sub("", _AMPERSAND.sub(fix, text))
