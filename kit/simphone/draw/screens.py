"""The screen as bytes: raw (screencap's header and RGBA) and PNG; the same bytes until something changes."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

    from kit.simphone.phone import Phone

RGBA_8888, SRGB = 1, 1
"""Pixel format and colour space in the raw header."""
HEADER = struct.Struct("<4I")


def _stamp(phone: Phone) -> tuple[Any, ...]:
    """What a frame depends on. The boxes are kept, not copied: an unchanged window has the very same ones."""
    system, settings = phone.core.system, phone.core.settings
    focus = system.focus
    return (
        [w.box for w in phone.windows()],
        [(w.bounds, w.secure) for w in phone.windows()],
        (focus.owner, focus.field) if focus is not None else None,
        system.toast, system.awake, settings.dark_theme, phone.size,
    )  # fmt: skip


def _same(old: tuple[Any, ...], new: tuple[Any, ...]) -> bool:
    boxes = len(old[0]) == len(new[0]) and all(a is b for a, b in zip(old[0], new[0], strict=True))
    return boxes and old[1:] == new[1:]


def image(phone: Phone) -> Image:
    """The screen as an RGBA picture, black where an awake phone shows a secure window or the phone sleeps."""
    from kit.simphone.draw import paint
    from kit.simphone.draw.canvas import blank

    picture = blank(*phone.size, paint.BLACK)
    paint.screen(phone, picture)
    return picture


def _cached(phone: Phone, form: str, make: Callable[[], bytes]) -> bytes:
    """The frame in one form, made anew when anything in it changed; a phone keeps one frame only."""
    stamp = _stamp(phone)
    frame = phone.frames.get("stamp")
    if frame is None or not _same(frame, stamp):
        phone.frames.clear()
        phone.frames["stamp"] = stamp
    if form not in phone.frames:
        phone.frames[form] = make()
    return phone.frames[form]


def raw(phone: Phone) -> bytes:
    """Width, height, format, colour space as 32-bit little-endian numbers, then RGBA rows."""
    return _cached(phone, "raw", lambda: _raw(phone))


def _raw(phone: Phone) -> bytes:
    """Painted in place behind the header: a picture has 10 MB, and each copy of it costs as much as painting it."""
    from PIL import Image

    from kit.simphone.draw import paint

    width, height = phone.size
    data = bytearray(HEADER.size + 4 * width * height)
    HEADER.pack_into(data, 0, width, height, RGBA_8888, SRGB)
    pixels: Any = memoryview(data)[HEADER.size :]
    picture = Image.frombuffer("RGBA", (width, height), pixels, "raw", "RGBA", 0, 1)
    picture.readonly = 0  # PIL would paint on a copy of its own
    paint.screen(phone, picture)
    return bytes(data)


def png(phone: Phone) -> bytes:
    """A PNG at a fast compression level."""
    return _cached(phone, "png", lambda: _png(phone))


def _png(phone: Phone) -> bytes:
    stream = io.BytesIO()
    image(phone).save(stream, "PNG", compress_level=1)
    return stream.getvalue()
