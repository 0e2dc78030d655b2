"""Pictures and dumps: data apart from chatter, and each failure under its own code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.device.parsing import check_dump, check_screencap, split_dump, split_png
from kit.errors import HierarchyError, ScreenshotFailed, SecureScreen

PNG = b"\x89PNG\r\n\x1a\n rest"
WARNING = (
    "[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found.\n"
    'A display ID can be specified with the [-d display-id] option.\nSee "dumpsys SurfaceFlinger --display-id".\n'
)
XML = b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node /></hierarchy>"
DONE = b"UI hierchary dumped to: /sdcard/window_dump.xml\n"


@given(st.text(alphabet="abc []!\n", max_size=400))
def test_png_after_any_prefix(prefix: str) -> None:
    assert split_png(prefix.encode() + PNG) == (PNG, prefix)


def test_no_png_at_all() -> None:
    assert split_png(b"Capturing failed.\n") == (b"", "Capturing failed.\n")


@pytest.mark.parametrize(
    "messages", ["", WARNING, "Failed to create //.cache for shader cache (Read-only file system)---disabling."]
)
def test_harmless_messages_beside_a_picture(messages: str) -> None:
    check_screencap(1000, messages, 0)


@pytest.mark.parametrize(
    ("messages", "code", "expected"),
    [
        ("Failed to take screenshot. Status: -1\nCapturing failed.", 1, "secure_screenshot_blocked"),
        ("Failed to take screenshot ( Error Code: 5)", 1, "secure_screenshot_blocked"),
        ("", 0, "secure_screenshot_blocked"),
        ("", None, "secure_screenshot_blocked"),
        ("Failed to take screenshot. Status: -2\nCapturing failed.", 1, "adb_screencap_failed"),
        ("Failed to take take screenshot. Display Id '9' is not valid.", 1, "adb_screencap_failed"),
        ("Failed to get ID for any displays.", 1, "secure_screenshot_blocked"),
        ("Failed to compress PNG (error code: 1)", 1, "adb_screencap_failed"),
        ("Error opening file: /x.png (Read-only file system)", 1, "adb_screencap_failed"),
        ("", 1, "adb_screencap_failed"),
    ],
)
def test_failed_captures(messages: str, code: int | None, expected: str) -> None:
    with pytest.raises(ScreenshotFailed) as caught:
        check_screencap(0, messages, code)
    assert caught.value.code == expected
    assert isinstance(caught.value, SecureScreen) == (expected == "secure_screenshot_blocked")


def test_a_cut_picture_with_a_bad_exit_is_no_picture() -> None:
    with pytest.raises(ScreenshotFailed) as caught:
        check_screencap(500, "", 137)
    assert caught.value.code == "adb_screencap_failed"


def test_dump_data_apart_from_status_lines() -> None:
    assert split_dump(XML, DONE)[0] == XML
    assert split_dump(DONE + XML, b"")[0] == XML
    assert split_dump(XML + b"UI hierchary dumped to: /dev/tty", b"")[0] == XML


@pytest.mark.parametrize(
    ("stdout", "stderr", "expected"),
    [
        (b"", b"ERROR: could not get idle state.\nkit-exit=0\n", "dump_idle_state"),
        (b"", b"ERROR: null root node returned by UiTestAutomationBridge.\nkit-exit=0\n", "dump_null_root"),
        (b"", b"Killed \n", "dump_killed"),
        (b"", b"kit-exit=137\ncat: /x.xml: No such file or directory\n", "dump_killed"),
        (b"", DONE + b"kit-exit=0\ncat: /x.xml: No such file or directory\n", "dump_no_file"),
        (b"UI hierarchy dumped to: /x.xml\n", b"", "dump_no_file"),
        (b"", b"sh: uiautomator: not found\n", "dump_unsupported"),
        (b"", b"java.lang.IllegalArgumentException: Illegal character (d83d)\n", "dump_failed"),
        (b"", b"", "dump_failed"),
    ],
)
def test_failed_dumps(stdout: bytes, stderr: bytes, expected: str) -> None:
    xml, messages = split_dump(stdout, stderr)
    with pytest.raises(HierarchyError) as caught:
        check_dump(xml, messages, windows=False)
    assert caught.value.code == expected


def test_old_phones_ignore_the_windows_flag() -> None:
    check_dump(XML, "", windows=False)
    check_dump(b"<?xml version='1.0'?><displays><display id=\"0\" /></displays>", "", windows=True)
    with pytest.raises(HierarchyError) as caught:
        check_dump(XML, "", windows=True)
    assert caught.value.code == "dump_unsupported"
