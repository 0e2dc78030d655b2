"""Pictures: every pixel format, protected screens, damage."""

from __future__ import annotations

import io
import struct
from typing import Any

import pytest
from PIL import Image

from kit.device.screenshot import decode_raw, is_black, take_screenshot
from kit.device.transport import ShellResult
from kit.errors import DeviceTimeout, ScreenshotFailed, SecureScreen

PIXELS = [(10, 20, 30), (250, 0, 5), (0, 0, 0), (255, 255, 255), (1, 2, 3), (9, 8, 7)]


def picture(size: tuple[int, int] = (3, 2), pixels: list[tuple[int, int, int]] | None = None) -> Image.Image:
    image = Image.new("RGB", size)
    image.putdata(pixels or PIXELS)
    return image


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("header", [struct.pack("<4I", 3, 2, 1, 1), struct.pack("<3I", 3, 2, 1)])
def test_raw_pixels_of_new_and_old_headers(header: bytes) -> None:
    body = b"".join(bytes(p) + b"\xff" for p in PIXELS)
    image = decode_raw(header + body)
    assert image is not None
    assert (image.mode, image.tobytes()) == ("RGB", picture().tobytes())


def test_other_raw_formats() -> None:
    bgra = b"".join(bytes(p[::-1]) + b"\xff" for p in PIXELS)
    image = decode_raw(struct.pack("<4I", 3, 2, 5, 1) + bgra)
    assert image is not None
    assert image.tobytes() == picture().tobytes()
    rgb = decode_raw(struct.pack("<4I", 3, 2, 3, 0) + picture().tobytes())
    assert rgb is not None
    assert rgb.tobytes() == picture().tobytes()
    assert decode_raw(struct.pack("<4I", 3, 2, 43, 0) + bytes(24)) is None  # HDR: PNG is asked for instead


def test_cut_raw_pixels_are_not_a_picture() -> None:
    with pytest.raises(ScreenshotFailed) as caught:
        decode_raw(struct.pack("<4I", 3, 2, 1, 1) + bytes(10))
    assert caught.value.code == "screenshot_pull_failed"


def test_hdr_phones_fall_back_to_png(phone: Any) -> None:
    phone.raw_pixels = True
    phone.answers = {
        "screencap -p": ShellResult(png(picture())),
        "screencap": ShellResult(struct.pack("<4I", 3, 2, 43, 0) + bytes(24)),
    }
    assert take_screenshot(phone).tobytes() == picture().tobytes()


def test_png_behind_a_warning(phone: Any) -> None:
    warning = b"[Warning] Multiple displays were found, but no display id was specified!\n"
    phone.answers = {"screencap -p": ShellResult(warning + png(picture()), b"", None)}
    assert take_screenshot(phone).tobytes() == picture().tobytes()


@pytest.mark.parametrize("raw", [True, False])
@pytest.mark.parametrize(
    ("result", "code"),
    [
        (
            ShellResult(b"", b"Failed to take screenshot. Status: -1\nCapturing failed.\n", 1),
            "secure_screenshot_blocked",
        ),
        (ShellResult(b""), "secure_screenshot_blocked"),
        (ShellResult(b"", b"Failed to take screenshot. Status: -2\nCapturing failed.\n", 1), "adb_screencap_failed"),
        (ShellResult(b"", b"sh: screencap: not found\n", 127), "adb_screencap_failed"),
    ],
)
def test_failures(phone: Any, raw: bool, result: ShellResult, code: str) -> None:
    phone.raw_pixels = raw
    phone.answers = {"screencap": result}
    with pytest.raises(ScreenshotFailed) as caught:
        take_screenshot(phone)
    assert caught.value.code == code


def test_a_hung_capture_and_a_damaged_png(phone: Any) -> None:
    phone.answers = {"screencap": DeviceTimeout("late")}
    with pytest.raises(ScreenshotFailed) as late:
        take_screenshot(phone)
    assert late.value.code == "screenshot_unavailable"
    phone.answers = {"screencap": ShellResult(png(Image.effect_noise((64, 64), 90))[:200])}
    with pytest.raises(ScreenshotFailed) as damaged:
        take_screenshot(phone)
    assert damaged.value.code == "screenshot_pull_failed"


def test_black_means_protected_unless_switched_off(phone: Any) -> None:
    phone.answers = {"screencap": ShellResult(png(Image.new("RGB", (40, 80), (4, 4, 4))))}
    with pytest.raises(SecureScreen):
        take_screenshot(phone)
    assert take_screenshot(phone, black_screen_detect=False).size == (40, 80)


def test_black_threshold_and_a_single_bright_pixel() -> None:
    dark = Image.new("RGB", (200, 400), (4, 4, 4))
    assert is_black(dark)
    dark.putpixel((133, 257), (4, 5, 4))
    assert not is_black(dark)
    assert not is_black(Image.new("RGB", (2, 2), (0, 0, 5)))
