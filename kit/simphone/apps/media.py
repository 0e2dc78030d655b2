"""Pictures, films and recordings as real files: made small, read back, and drawn on a canvas.

Pictures are PNG files with their facts in a tEXt chunk; films and recordings are MPEG-4 containers whose movie header
says how long they are. Both open in other programs; nothing here is made at a reset.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from kit.simphone.app import Run

PICTURES = ("png", "jpg", "jpeg", "gif", "webp")
FILMS = ("mp4", "webm", "mkv")
SOUNDS = ("m4a", "mp3", "ogg", "wav")
LONGEST = 255
"""Bytes a file name may have."""
_PNG = b"\x89PNG\r\n\x1a\n"
_SIDE = 48
_SECOND = 1000

RGB = tuple[int, int, int]


def ending(path: str) -> str:
    """The extension in lower case, without its dot."""
    return posixpath.splitext(path)[1].removeprefix(".").lower()


def name_of(path: str) -> str:
    """The last part of a path."""
    return posixpath.basename(path)


def stem(path: str) -> str:
    """The name without its extension."""
    return posixpath.splitext(posixpath.basename(path))[0]


def fingerprint(data: bytes) -> str:
    """What `simphone state` says of a file with this content, which is no text."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


# --- pictures --------------------------------------------------------------------------------------------------------


def picture(bands: Sequence[tuple[int, RGB]], facts: Mapping[str, str] | None = None) -> bytes:
    """A PNG of 48 x 48 pixels: horizontal bands of (rows, colour) from the top, the last one down to the bottom.

    Args:
        bands: rows and colour of each band.
        facts: keys and values kept in the file (lens, flash ...), ASCII.
    """
    lines: list[bytes] = []
    for rows, colour in bands:
        lines += [b"\0" + bytes(colour) * _SIDE] * rows
    lines = (lines + lines[-1:] * _SIDE)[:_SIDE]
    parts = [_chunk(b"IHDR", struct.pack(">2I5B", _SIDE, _SIDE, 8, 2, 0, 0, 0))]
    parts += [_chunk(b"tEXt", f"{key}\0{value}".encode("latin-1")) for key, value in (facts or {}).items()]
    parts += [_chunk(b"IDAT", zlib.compress(b"".join(lines))), _chunk(b"IEND", b"")]
    return _PNG + b"".join(parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def facts_of(data: bytes) -> dict[str, str]:
    """The facts kept in a PNG's tEXt chunks; empty for any other file."""
    found: dict[str, str] = {}
    at = len(_PNG) if data.startswith(_PNG) else len(data)
    while at + 8 <= len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        if name == b"tEXt":
            key, _, value = data[at + 8 : at + 8 + size].partition(b"\0")
            found[key.decode("latin-1")] = value.decode("latin-1")
        at += size + 12
    return found


@lru_cache(maxsize=256)
def pixels(data: bytes) -> tuple[int, int] | None:
    """Width and height of a picture, or None when it is no picture that can be read."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(_stream(data)) as image:
            return image.size
    except (UnidentifiedImageError, OSError, ValueError):
        return None


@lru_cache(maxsize=64)
def shapes(data: bytes, cells: int = 12) -> tuple[tuple[Any, ...], ...]:
    """A picture as `cells` x `cells` rectangles for a canvas, equal neighbours joined; empty when it cannot be read."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(_stream(data)) as image:
            small = image.convert("RGB").resize((cells, cells))
    except (UnidentifiedImageError, OSError, ValueError):
        return ()
    values = small.tobytes()
    step = 1000 / cells
    found: list[tuple[Any, ...]] = []
    for y in range(cells):
        row = [values[3 * (y * cells + x) :][:3].hex() for x in range(cells)]
        x = 0
        while x < cells:
            end = next((n for n in range(x, cells) if row[n] != row[x]), cells)
            found.append(("rect", f"#{row[x]}", x * step, y * step, end * step, (y + 1) * step))
            x = end
    return tuple(found)


def _stream(data: bytes) -> Any:
    from io import BytesIO

    return BytesIO(data)


# --- films and recordings --------------------------------------------------------------------------------------------


def clip(seconds: int, kind: str = "mp42", facts: str = "") -> bytes:
    """An MPEG-4 container of this length without tracks: ftyp, moov/mvhd, a few bytes of data.

    Args:
        seconds: its length.
        kind: the brand: "mp42" for a film, "M4A " for a recording.
        facts: a note kept in a free box, ASCII.
    """
    matrix = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    head = struct.pack(">5IIH10x", 0, 0, 0, _SECOND, seconds * _SECOND, 0x10000, 0x100)
    mvhd = _box(b"mvhd", head + matrix + bytes(24) + struct.pack(">I", 1))
    sound = b"\xff\xf1" + bytes(30)
    return (
        _box(b"ftyp", kind.encode() + bytes(4) + b"isom")
        + _box(b"moov", mvhd)
        + _box(b"free", facts.encode("ascii"))
        + _box(b"mdat", sound)
    )


def _box(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data) + 8) + name + data


def length(data: bytes) -> int | None:
    """Seconds of an MPEG-4 file by its movie header, or None when it has none."""
    at = data.find(b"mvhd")
    if at < 0 or len(data) < at + 24:
        return None
    scale, ticks = struct.unpack(">2I", data[at + 16 : at + 24])
    return round(ticks / scale) if scale else None


def clock(seconds: float) -> str:
    """A length as players write it: "0:07", "3:25", "1:02:03"."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


# --- the tree --------------------------------------------------------------------------------------------------------


def stamp_of(run: Run, path: str) -> datetime:
    """When the file was last written, on the phone's own clock."""
    stat = run.env.files.stat(path)
    return datetime(1970, 1, 1) + timedelta(seconds=stat.mtime if stat is not None else 0)


def size_words(size: int) -> str:
    """Bytes in words, powers of 1000: "512 B", "1.2 kB", "3.4 MB"."""
    if size < 1000:
        return f"{size} B"
    return f"{size / 1000:.1f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"


def unused(run: Run, path: str) -> str:
    """This path, or with " (1)", " (2)" ... before its extension when it is taken."""
    base, tail = posixpath.splitext(path)
    number, found = 0, path
    while run.env.files.exists(found):
        number += 1
        found = f"{base} ({number}){tail}"
    return found


def bad_name(run: Run, folder: str, name: str, old: str = "") -> str:
    """What is wrong with a name typed for a file in a folder, in English words for `run.t`; empty when it is fine."""
    if not name.strip():
        return "Enter a name"
    if "/" in name or name.startswith(".") or len(name.encode()) > LONGEST:
        return "This name has characters that cannot be used"
    path = posixpath.join(folder, name)
    if path != old and run.env.files.exists(path):
        return "There is a file with this name already"
    return ""


def next_number(names: Sequence[str]) -> int:
    """The number after the highest one that IMG_0001 or VID_0001 names carry."""
    found = [int(m[1]) for n in names if (m := re.match(r"(?:IMG|VID)_(\d{4})\.", n))]
    return max(found, default=0) + 1


ROWS = """
Enter a name|请输入名称|أدخل اسمًا|
This name has characters that cannot be used|名称中含有不能使用的字符|يحتوي الاسم على أحرف لا يمكن استخدامها|
There is a file with this name already|已有同名文件|يوجد ملف بهذا الاسم بالفعل|"""
"""Translations of what `bad_name` says, for an app's own to follow."""
