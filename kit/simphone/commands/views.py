"""uiautomator and screencap: the screen as XML and as pixels."""

from __future__ import annotations

import io
import struct
from functools import lru_cache

from kit.simphone import hierarchy, vendors
from kit.simphone.boxes import Box
from kit.simphone.commands.call import Call
from kit.simphone.draw import screens
from kit.simphone.hierarchy import nodes
from kit.simphone.windows import active

DUMP_FILE = "/sdcard/window_dump.xml"
DUMP_S, REFUSAL_S, SCREENCAP_S = 0.25, 10.0, 0.1
"""Phone time a dump takes, one that waits for an idle screen in vain, and a screenshot."""
QUIET_MS = 1000
"""How long nothing may move before Android dumps."""
KILLED = 137
"""Exit code of a dump that another one killed: UiAutomation serves one at a time."""
FOLDABLE_WARNING = (
    "[Warning] Multiple displays were found, but no display id was specified! Defaulting to the first display found, "
    "however this default is not guaranteed to be consistent across captures. A display id should be specified.",
    "A display ID can be specified with the [-d display-id] option.",
    'See "dumpsys SurfaceFlinger --display-id" for valid display IDs.',
)
"""What `screencap` without `-d` says on stderr where there are two panels (screencap.cpp, Android 12-16)."""
WARNING_API = 31


def uiautomator(call: Call, args: list[str]) -> int:
    """`uiautomator dump [--windows|--compressed] [FILE]`. Failures say so on stderr, exit 0, and leave an old file alone.

    An option Android does not know is ignored, and `--windows` is one before Android 14. Two faults concern it alone:
    `animation` refuses while something on the screen moves, `dump_killed` ends it as another dump at the same time does.
    """
    if not args or args[0] != "dump":
        call.fail("Usage: uiautomator <subcommand> [options]", "Available subcommands:", "help: displays help message")
        return 1 if args and args[0] != "help" else 0
    by_window, path = _dump_of(tuple(args))
    refused = _refused(call)
    if refused is not None:
        return refused
    whole = by_window and call.phone.profile.api >= vendors.WINDOWS_API
    data = (windows_xml(call) if whole else active_xml(call)).encode()
    faults = call.phone.faults
    if faults.chances and faults.draw("truncated_dump", call.phone.core.now, "uiautomator dump"):
        data = data[: max(200, int(len(data) * faults.rng.random()))]
    if path == "/dev/tty":
        call.out += data
        call.out += b"UI hierchary dumped to: /dev/tty\n"
        return 0
    try:
        call.phone.files.write(path, data, parents=False)
        if path not in call.phone.core.system.artifacts:
            call.phone.core.system.artifacts.append(path)
    except OSError:
        pass  # Android's dumper swallows this too and prints its success line
    call.say(f"UI hierchary dumped to: {path}")
    return 0


@lru_cache(maxsize=64)
def _dump_of(args: tuple[str, ...]) -> tuple[bool, str]:
    """Whether `dump` is to be by window, and where to."""
    path = next((a for a in reversed(args[1:]) if not a.startswith("-")), DUMP_FILE)
    return "--windows" in args[1:], path


def _refused(call: Call) -> int | None:
    """Lets the dump's time pass; the exit code when nothing is dumped, whatever the reason."""
    faults, now = call.phone.faults, call.phone.core.now
    if not faults.chances:
        call.wait(DUMP_S)
        return None
    if faults.draw("idle_state", now, "uiautomator dump") or (
        "animation" in faults.chances and _moves(call) and faults.draw("animation", now, "uiautomator dump")
    ):
        call.wait(REFUSAL_S)
        call.fail("ERROR: could not get idle state.")
        return 0
    call.wait(DUMP_S)
    if faults.draw("dump_killed", now, "uiautomator dump"):
        return KILLED
    if faults.draw("null_root", now, "uiautomator dump"):
        call.fail("ERROR: null root node returned by UiTestAutomationBridge.")
        return 0
    return None


def _moves(call: Call) -> bool:
    """Whether something would move within `QUIET_MS`: a spinner turns, or the app in front has something due (a reply
    that streams in, a running stopwatch).
    """
    core = call.phone.core
    due = core.now + QUIET_MS
    if any(t.app == core.system.front and t.due <= due for t in core.timers):
        return True
    return any(w.box is not None and _spins(w.box) for w in call.phone.windows())


def _spins(box: Box) -> bool:
    return box.widget.kind == "progress" or any(_spins(kid) for kid in box.kids)


def active_xml(call: Call) -> str:
    """The active window's hierarchy, as a plain dump has it."""
    phone = call.phone
    win = active(phone.windows())
    return f'{hierarchy.DECLARATION}<hierarchy rotation="{phone.rotation}">{nodes(phone, win)}</hierarchy>'


def windows_xml(call: Call) -> str:
    """All windows, top first, as `--windows` has them."""
    phone = call.phone
    found = phone.windows()
    front = active(found)
    rotation, above = phone.rotation, len(found) - 1
    parts = [hierarchy.DECLARATION, '<displays><display id="0">']
    for n, win in enumerate(found):
        left, top, right, bottom = win.bounds
        on = "true" if win is front else "false"
        title = hierarchy.escape_title(win.title)
        parts += (
            f'<window index="{n}" title="{title}" bounds="[{left},{top}][{right},{bottom}]" active="{on}" focused="{on}" '
            f'accessibility-focused="false" id="{phone.window_id(win.key)}" layer="{above - n}" type="{win.kind}">'
            f'<hierarchy rotation="{rotation}">',
            nodes(phone, win),
            "</hierarchy></window>",
        )
    parts.append("</display></displays>")
    return "".join(parts)


def screencap(call: Call, args: list[str]) -> int:
    """`screencap [-p] [-d ID] [FILE]`: raw (16-byte header and RGBA) or PNG, to stdout or a file."""
    png, path, display = False, "", ""
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word == "-p":
            png = True
        elif word == "-d":
            display = rest.pop(0) if rest else ""
        elif word.startswith("-"):
            call.fail("usage: screencap [-ahp] [-d display-id] [FILENAME]")
            return 0 if word == "-h" else 1
        else:
            path = word
    if display and (problem := _no_id(display)):
        call.fail(f"Invalid display ID: {problem}.")
        return 1
    call.wait(SCREENCAP_S)
    data = _captured(call, display, png or path.endswith(".png"))
    if data is None:
        call.fail("Failed to take screenshot. Status: -2", "Capturing failed.")
        return 1
    if not path:
        call.whole = data
        return 0
    try:
        call.phone.files.write(path, data, parents=False)
    except OSError as error:
        call.fail(f"Error opening file: {path} ({error.strerror})")
        return 1
    if path not in call.phone.core.system.artifacts:
        call.phone.core.system.artifacts.append(path)
    return 0


def _no_id(display: str) -> str:
    """What is wrong with a display's id as a number; empty when nothing is."""
    if not display.isascii() or not display.isdigit():
        return "Incorrect encoding"
    return "" if int(display) < 1 << 64 else "Out of range [0, 2^64)"


def _captured(call: Call, display: str, png: bool) -> bytes | None:
    """The picture of one display; the default one's, with a warning, when none is named on a foldable; None: no such."""
    phone = call.phone
    dark = vendors.other_panel(phone.profile)
    if dark is not None and display == vendors.OTHER_DISPLAY:
        return _black(dark[0], dark[1], png)
    if display not in ("", "0", vendors.of(phone.profile).display[0]):
        return None
    if dark is not None and not display and phone.profile.api >= WARNING_API:
        call.fail(*FOLDABLE_WARNING)
    return screens.png(phone) if png else screens.raw(phone)


def _black(width: int, height: int, png: bool) -> bytes:
    """A panel that is switched off: a valid picture, all of it black."""
    if not png:
        return struct.pack("<4I", width, height, screens.RGBA_8888, screens.SRGB) + b"\0\0\0\xff" * (width * height)
    from PIL import Image  # costs a moment that most phones never need

    stream = io.BytesIO()
    Image.new("RGBA", (width, height), (0, 0, 0, 255)).save(stream, "PNG", compress_level=1)
    return stream.getvalue()


COMMANDS = {"uiautomator": uiautomator, "screencap": screencap}
