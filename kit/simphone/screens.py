"""The screen as bytes: raw (screencap's header and RGBA) and PNG; the same bytes until something changes."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

    from kit.simphone.phone import Phone

RGBA_8888, SRGB = 1, 1
"""Pixel format and colour space in the raw header."""


def _stamp(phone: Phone) -> tuple[int, object]:
    """What a frame depends on: the window list object changes with everything that can be seen."""
    return phone.version, phone.windows()


def image(phone: Phone) -> Image:
    """The screen as an RGBA picture, black where an awake phone shows a secure window or the phone sleeps."""
    from kit.simphone import paint

    return paint.screen(phone)


def _cached(phone: Phone, form: str) -> bytes | None:
    frame = phone.frames.get(form)
    if frame is None:
        return None
    version, windows = _stamp(phone)
    return frame[2] if frame[0] == version and frame[1] is windows else None


def raw(phone: Phone) -> bytes:
    """Width, height, format, colour space as 32-bit little-endian numbers, then RGBA rows."""
    found = _cached(phone, "raw")
    if found is None:
        picture = image(phone)
        found = struct.pack("<4I", *picture.size, RGBA_8888, SRGB) + picture.tobytes()
        phone.frames.clear()
        phone.frames["raw"] = (*_stamp(phone), found)
    return found


def png(phone: Phone) -> bytes:
    """A PNG at a fast compression level."""
    found = _cached(phone, "png")
    if found is None:
        stream = io.BytesIO()
        image(phone).save(stream, "PNG", compress_level=1)
        found = stream.getvalue()
        phone.frames["png"] = (*_stamp(phone), found)
    return found
