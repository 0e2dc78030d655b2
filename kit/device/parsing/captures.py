"""Pictures and hierarchies: what `screencap` and `uiautomator dump` print beside or instead of their data."""

from __future__ import annotations

import re

from kit.errors import HierarchyError, ScreenshotFailed, SecureScreen

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"
_DUMPED = re.compile(r"UI hier\w+ dumped to:")
_EXIT = re.compile(r"^kit-exit=(\d+)$", re.MULTILINE)


def split_png(data: bytes) -> tuple[bytes, str]:
    """The picture and the text that a link without separate streams put before it; the picture is empty when missing."""
    start = data.find(PNG_MAGIC)
    if start < 0:
        return b"", data.decode("utf-8", "replace")
    return data[start:], data[:start].decode("utf-8", "replace")


def check_screencap(size: int, messages: str, code: int | None) -> None:
    """Accepts a capture that gave `size` bytes of picture, or raises with the right code.

    `Status: -1` / `Failed to take screenshot` and a capture of nothing at all are how Android says that the screen is
    protected (spec: harness, atomic observation); warnings about several displays are harmless.

    Raises:
        SecureScreen: the screen forbids pictures.
        ScreenshotFailed: adb_screencap_failed (a bad exit code or a reason), screenshot_unavailable otherwise.
    """
    said = " ".join(messages.split())
    if "Status: -1" in said:
        raise SecureScreen("This screen forbids screenshots.", fix="Leave the protected screen and look again.")
    if re.search(r"display id|Display Id|display ID|Status: -2", said) and "Multiple displays" not in said:
        raise ScreenshotFailed(f"Android knows no such display: {said[:160]}", code="adb_screencap_failed")
    if size and not code:
        return
    if "Failed" in said and "shader cache" not in said and "compress" not in said:
        raise SecureScreen(
            f"Android took no screenshot: {said[:160]}", fix="Leave the protected screen and look again."
        )
    if code or said:
        raise ScreenshotFailed(f"`screencap` failed (exit {code}): {said[:160]}", code="adb_screencap_failed")
    raise SecureScreen("`screencap` gave 0 bytes, as older phones do on protected screens.")


def split_dump(stdout: bytes, stderr: bytes) -> tuple[bytes, str]:
    """The XML and all messages; on a link that mixes streams the messages stand before the XML or right behind it."""
    if stdout.startswith(b"<?xml") and stdout.endswith((b"</displays>", b"</hierarchy>")):
        return stdout, f"\n\n{stderr.decode('utf-8', 'replace')}"  # streams apart, as nearly every link has them
    starts = [at for at in (stdout.find(mark) for mark in (b"<?xml", b"<hierarchy", b"<displays")) if at >= 0]
    if not starts:
        return b"", (stdout + b"\n" + stderr).decode("utf-8", "replace")
    start = min(starts)
    end = max(stdout.rfind(b"</hierarchy>") + 12, stdout.rfind(b"</displays>") + 11, stdout.rfind(b"/>") + 2, start)
    before = stdout[:start].decode("utf-8", "replace")
    return stdout[
        start:end
    ], f"{before}\n{stdout[end:].decode('utf-8', 'replace')}\n{stderr.decode('utf-8', 'replace')}"


_DUMP_FAILURES = (
    ("could not get idle state", "dump_idle_state", "The screen never came to rest (an animation or a video runs)."),
    ("null root node", "dump_null_root", "Android has no window to show yet."),
    ("Killed", "dump_killed", "The dump was killed, as when two run at once."),
    ("not found", "dump_unsupported", "This phone has no `uiautomator dump`."),
    ("Unknown option", "dump_unsupported", "This phone cannot dump by window."),
)


def check_dump(xml: bytes, messages: str, *, windows: bool) -> None:
    """Accepts a dump, or raises HierarchyError with the exact code.

    A status line is no proof of a file, so only the XML counts. Codes: dump_idle_state, dump_null_root, dump_killed,
    dump_unsupported, dump_no_file (success was claimed and nothing written), dump_failed.
    """
    if xml:
        if windows and b"<displays" not in xml[:400]:
            raise HierarchyError("This phone cannot dump by window.", code="dump_unsupported")
        return
    exits = _EXIT.search(messages)
    for mark, code, sentence in _DUMP_FAILURES:
        if mark in messages and not (mark == "not found" and "uiautomator" not in messages):
            raise HierarchyError(sentence, code=code)
    if exits and exits[1] == "137":
        raise HierarchyError("The dump was killed, as when two run at once.", code="dump_killed")
    if _DUMPED.search(messages):
        raise HierarchyError("The dump claimed success but wrote no file.", code="dump_no_file")
    lines = (line.strip() for line in _EXIT.sub("", messages).splitlines())
    first = next((line for line in lines if line), "it printed nothing")
    raise HierarchyError(f"`uiautomator dump` failed: {first[:160]}", code="dump_failed")
