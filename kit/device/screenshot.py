"""A picture of the screen as RGB, and the test for protected (all black) ones."""

from __future__ import annotations

import io
import struct
from typing import TYPE_CHECKING, Any

from kit.device.parsing import check_screencap, split_png
from kit.device.transport import Transport
from kit.errors import DeviceTimeout, ScreenshotFailed, SecureScreen

if TYPE_CHECKING:
    from PIL.Image import Image

BLACK_MAX = 4
"""Brightest value per channel that still counts as black (spec: harness, PHONE_AGENT_BLACK_SCREEN_DETECT)."""

# Android's pixel formats: bytes a pixel, and PIL's name of the layout
_FORMATS = {1: (4, "RGBX"), 2: (4, "RGBX"), 3: (3, "RGB"), 4: (2, "BGR;16"), 5: (4, "BGRX")}
_COARSE = 16
_COMPLAINT = 256  # bytes at the beginning of a capture in which Android may have written words instead of pixels


def take_screenshot(transport: Transport, *, black_screen_detect: bool = True, timeout: float = 10.0) -> Image:
    """Takes a picture.

    Args:
        transport: the phone; its `raw_pixels` chooses uncompressed pixels over PNG.
        black_screen_detect: treat an all-black picture as a protected screen.
        timeout: seconds.

    Returns:
        RGB, as large as the screen is rotated now.

    Raises:
        SecureScreen: the screen forbids pictures; nothing is kept.
        ScreenshotFailed: adb_screencap_failed, screenshot_pull_failed or screenshot_unavailable.
    """
    try:
        image = _raw(transport, timeout) if transport.raw_pixels else None
        image = image or _png(transport, timeout)
    except DeviceTimeout:
        raise ScreenshotFailed(f"No picture within {timeout:g} s.", code="screenshot_unavailable") from None
    if black_screen_detect and is_black(image):
        raise SecureScreen("The picture is all black: this screen forbids screenshots, or the display is off.")
    return image


def is_black(image: Image) -> bool:
    """Whether no channel of any pixel exceeds 4. A coarse grid is looked at first: few pictures pass that."""
    from PIL.Image import Resampling

    coarse = image.resize((max(1, image.width // _COARSE), max(1, image.height // _COARSE)), Resampling.NEAREST)
    return _brightest(coarse) <= BLACK_MAX and _brightest(image) <= BLACK_MAX


def _brightest(image: Image) -> int:
    from PIL import ImageStat

    return max(int(high) for _, high in ImageStat.Stat(image).extrema)


def _png(transport: Transport, timeout: float) -> Image:
    from PIL import Image as images

    result = transport.shell("screencap -p", timeout=timeout)
    data, prefix = split_png(result.stdout)
    check_screencap(len(data), f"{prefix} {result.error_text}", result.code)
    try:
        return images.open(io.BytesIO(data), formats=("PNG",)).convert("RGB")
    except (OSError, SyntaxError, ValueError) as error:
        raise ScreenshotFailed(f"The picture arrived damaged: {error}.", code="screenshot_pull_failed") from None


def _raw(transport: Transport, timeout: float) -> Image | None:
    """The uncompressed capture, or None when its pixel format is not one of the plain ones."""
    result = transport.shell("screencap", timeout=timeout)
    data = result.stdout
    if len(data) < 12 or any(words in data[:_COMPLAINT] for words in (b"Status: -1", b"Failed")):
        check_screencap(0, f"{result.text} {result.error_text}", result.code)
    check_screencap(len(data), result.error_text, result.code)
    return decode_raw(data)


def decode_raw(data: bytes) -> Image | None:
    """Pixels of a raw `screencap`: width, height, format and, since Android 9, colour space (u32 each), then rows.

    Returns:
        RGB; None for pixel formats that need a conversion (HDR) and are better taken as PNG.

    Raises:
        ScreenshotFailed: screenshot_pull_failed when the length does not fit the header.
    """
    from PIL import Image as images

    width, height, kind = struct.unpack_from("<3I", data)
    if kind not in _FORMATS:
        return None
    size, layout = _FORMATS[kind]
    header = len(data) - width * height * size
    if header not in (12, 16) or width * height == 0:
        raise ScreenshotFailed(
            f"The picture arrived damaged: {len(data)} bytes for {width}x{height} pixels.",
            code="screenshot_pull_failed",
        )
    pixels: Any = memoryview(data)[header:]  # not a copy: a picture is 10 MB
    return images.frombytes("RGB", (width, height), pixels, "raw", layout, 0, 1)
