"""Text as pixels and as widths: two fonts that come with the dependencies, boxes for what neither has.

Latin text uses the font inside Pillow; everything else DejaVu Sans from matplotlib's data folder (found without importing
matplotlib), so a screen looks the same on every machine. Chinese and Japanese need a third one, from a package of the
extra `cjk` when that is installed; without it their characters are boxes. What runs from right to left is joined and put
in visual order by `kit.simphone.shaping`; every text given here is in logical order. Caches are shared by all phones of
the process and hold only pure results.
"""

from __future__ import annotations

import importlib.util
import io
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kit.simphone import shaping

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

Run = tuple[int, str]
"""Which font (0 Latin, 1 wide, 2 Han, 3 none has it) and the text it draws."""

LATIN, WIDE, HAN, NONE = 0, 1, 2, 3
HAN_FONTS = (
    ("paperang_p2_fonts_cjk", "fonts/wqy-microhei.ttc"),
    ("pylopdf_fonts_zh_cn", "NotoSansSC-Regular.otf"),
)
"""Packages that ship a font with Han characters, and the file in them; the first that is installed is used."""
_PRIVATE = "\uffff"  # a code point no font has: its glyph is what a missing one looks like


def _shipped(package: str, file: str) -> bytes:
    """A file of an installed package, found without importing it; empty when there is none."""
    spec = importlib.util.find_spec(package)
    path = Path(spec.origin).parent / file if spec is not None and spec.origin else None
    return path.read_bytes() if path is not None and path.is_file() else b""


@lru_cache(maxsize=1)
def _files() -> tuple[bytes, bytes, bytes]:
    from PIL import ImageFont

    latin = ImageFont.load_default(10)
    assert isinstance(latin, ImageFont.FreeTypeFont)
    stream = latin.path
    data = stream.getvalue() if isinstance(stream, io.BytesIO) else latin.font_bytes
    wide = _shipped("matplotlib", "mpl-data/fonts/ttf/DejaVuSans.ttf")
    han = next((found for package in HAN_FONTS if (found := _shipped(*package))), b"")
    return data, wide or data, han


@lru_cache(maxsize=128)
def font(which: int, size: int) -> FreeTypeFont:
    """One of the fonts at a size in pixels."""
    from PIL import ImageFont

    return ImageFont.truetype(io.BytesIO(_files()[which]), size, layout_engine=ImageFont.Layout.BASIC)


def _pixels(face: FreeTypeFont, char: str) -> bytes:
    from PIL import Image, ImageDraw

    picture = Image.new("L", (32, 32), 0)
    ImageDraw.Draw(picture).text((2, 26), char, fill=255, font=face, anchor="ls")
    return picture.tobytes()


@lru_cache(maxsize=3)
def _missing(which: int) -> tuple[float, bytes]:
    face = font(which, 24)
    return face.getlength(_PRIVATE), _pixels(face, _PRIVATE)


@lru_cache(maxsize=8192)
def _owner(char: str) -> int:
    if char.isspace():
        return LATIN
    for which in (LATIN, WIDE, HAN) if _files()[HAN] else (LATIN, WIDE):
        face = font(which, 24)
        if (face.getlength(char), _pixels(face, char)) != _missing(which):
            return which
    return NONE


@lru_cache(maxsize=16384)
def runs(text: str) -> tuple[Run, ...]:
    """The text cut where the font changes, in logical order; marks and controls that cannot be drawn are dropped."""
    if text.isascii():
        return ((LATIN, text),) if text else ()
    return _cut(shaping.joined(text) if shaping.from_right(text) else text)


def _cut(text: str) -> tuple[Run, ...]:
    found: list[tuple[int, list[str]]] = []
    for char in text:
        if unicodedata.category(char) in {"Cc", "Cf", "Mn"} and char not in shaping.MARKS:
            continue
        which = _owner(char)
        if found and found[-1][0] == which:
            found[-1][1].append(char)
        else:
            found.append((which, [char]))
    return tuple((which, "".join(chars)) for which, chars in found)


@lru_cache(maxsize=65536)
def width(text: str, size: int) -> int:
    """Pixels the text needs on one line, rounded up."""
    if text.isascii():
        return int(sum(map(_advances(size).__getitem__, text)) + 0.999)
    total = 0.0
    for which, part in runs(text):
        if which == LATIN:
            total += sum(map(_advances(size).__getitem__, part))
        else:
            total += sum(_box_width(c, size) for c in part) if which == NONE else font(which, size).getlength(part)
    return int(total + 0.999)


class _Advances(dict[str, float]):
    """How far each character of the Latin font moves on. It kerns no pairs, so that a text is as wide as their sum."""

    def __init__(self, size: int) -> None:
        self.face = font(LATIN, size)

    def __missing__(self, char: str) -> float:
        found = self[char] = self.face.getlength(char)
        return found


@lru_cache(maxsize=128)
def _advances(size: int) -> _Advances:
    return _Advances(size)


def _box_width(char: str, size: int) -> int:
    return size if unicodedata.east_asian_width(char) in "WF" else size * 6 // 10


@lru_cache(maxsize=16384)
def wrap(text: str, size: int, room: int, most: int = 0) -> tuple[str, ...]:
    """Lines no wider than `room` pixels; with `most` > 0, at most so many, the last one ending in an ellipsis."""
    if width(text, size) <= room and "\n" not in text:
        return (text,)
    lines = [line for part in text.split("\n") for line in _wrap_part(part, size, room)]
    if most and len(lines) > most:
        lines = [*lines[: most - 1], fit(" ".join(lines[most - 1 :]), size, room)]
    return tuple(lines)


def _wrap_part(text: str, size: int, room: int) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        trial = f"{line} {word}" if line else word
        if width(trial, size) <= room:
            line = trial
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 1 and width(line, size) > room:
            cut = _prefix(line, size, room)
            lines.append(line[:cut])
            line = line[cut:]
    lines.append(line)
    return lines


def _prefix(text: str, size: int, room: int) -> int:
    """How many leading characters fit, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if width(text[:middle], size) <= room:
            low = middle
        else:
            high = middle - 1
    return low


@lru_cache(maxsize=8192)
def fit(text: str, size: int, room: int) -> str:
    """The text, cut with an ellipsis when it is wider than `room` pixels; empty when not even that fits."""
    if width(text, size) <= room:
        return text
    left = room - width("…", size)
    if left <= 0:
        return ""
    cut = text[: _prefix(text, size, left)].rstrip() + "…"
    return cut if width(cut, size) <= room else "…"


@lru_cache(maxsize=2048)
def mask(text: str, size: int, rtl: bool = False) -> tuple[Image, int]:
    """One line of text as an 8-bit coverage picture, and how far its top lies below the line's ascent line.

    Args:
        text: the line, in logical order.
        size: of the letters, in pixels.
        rtl: whether the paragraph it belongs to runs from right to left.
    """
    from PIL import Image, ImageDraw

    ascent, descent = font(LATIN, size).getmetrics()
    picture = Image.new("L", (max(1, width(text, size)), ascent + descent + size // 4), 0)
    draw = ImageDraw.Draw(picture)
    x = 0.0
    for which, part in _cut(shaping.visual(text, rtl)) if rtl or shaping.from_right(text) else runs(text):
        if which == NONE:
            x = _draw_boxes(draw, part, x, ascent, size)
        elif which == WIDE and not shaping.MARKS.isdisjoint(part):
            x = _draw_marked(draw, part, x, ascent, picture.height, size)
        else:
            face = font(which, size)
            draw.text((x, ascent), part, fill=255, font=face, anchor="ls")
            x += face.getlength(part)
    return picture, ascent


@lru_cache(maxsize=4096)
def _ink(char: str, size: int) -> tuple[int, int, int, int]:
    """Where a letter of the wide font has ink, from its origin on the base line."""
    from PIL import Image, ImageDraw

    picture = Image.new("L", (size * 4, size * 4), 0)
    ImageDraw.Draw(picture).text((size, size * 2), char, fill=255, font=font(WIDE, size), anchor="ls")
    left, top, right, bottom = picture.getbbox() or (size, size * 2, size, size * 2)
    return left - size, top - size * 2, right - size, bottom - size * 2


def _draw_marked(draw: ImageDraw, part: str, x: float, ascent: int, height: int, size: int) -> float:
    """Letters with their vowel signs, each over or under the middle of the letter it precedes, none out of the picture."""
    face = font(WIDE, size)
    waiting: list[str] = []
    for char in part:
        if char in shaping.MARKS:
            waiting.append(char)
            continue
        draw.text((x, ascent), char, fill=255, font=face, anchor="ls")
        left, top, right, bottom = _ink(char, size)
        for mark in reversed(waiting):  # what was typed first lies nearest to the letter
            start, over, end, under = _ink(mark, size)
            if mark in shaping.UNDER:
                y = min(max(0, bottom + size // 16 - over), height - ascent - under)
                bottom = under + y
            else:
                y = max(min(0, top - size // 16 - under), -ascent - over)
                top = over + y
            middle = x + (left + right - start - end) / 2
            draw.text((middle, ascent + y), mark, fill=255, font=face, anchor="ls")
        waiting.clear()
        x += face.getlength(char)
    return x


def _draw_boxes(draw: ImageDraw, part: str, x: float, ascent: int, size: int) -> float:
    for char in part:
        wide = _box_width(char, size)
        frame = (x + size * 0.1, ascent - size * 0.72, x + wide - size * 0.1, ascent + size * 0.06)
        draw.rectangle(frame, outline=255, width=max(1, size // 18))
        x += wide
    return x
