"""uiautomator and screencap: the screen as XML and as pixels."""

from __future__ import annotations

from kit.simphone import hierarchy
from kit.simphone.commands.call import Call
from kit.simphone.draw import screens
from kit.simphone.windows import active, nodes

DUMP_FILE = "/sdcard/window_dump.xml"
DUMP_S, REFUSAL_S, SCREENCAP_S = 0.25, 10.0, 0.1
"""Phone time a dump takes, one that waits for an idle screen in vain, and a screenshot."""
DISPLAY_ID = "4619827259835644672"


def uiautomator(call: Call, args: list[str]) -> int:
    """`uiautomator dump [--windows|--compressed] [FILE]`. Failures say so on stderr, exit 0, and leave an old file alone."""
    if not args or args[0] != "dump":
        call.fail("Usage: uiautomator <subcommand> [options]", "Available subcommands:", "help: displays help message")
        return 1 if args and args[0] != "help" else 0
    options = [a for a in args[1:] if a.startswith("--")]
    paths = [a for a in args[1:] if not a.startswith("--")]
    path = paths[0] if paths else DUMP_FILE
    faults, now = call.phone.faults, call.phone.core.now
    if faults.draw("idle_state", now, "uiautomator dump"):
        call.wait(REFUSAL_S)
        call.fail("ERROR: could not get idle state.")
        return 0
    call.wait(DUMP_S)
    if faults.draw("null_root", now, "uiautomator dump"):
        call.fail("ERROR: null root node returned by UiTestAutomationBridge.")
        return 0
    xml = windows_xml(call) if "--windows" in options else active_xml(call)
    data = xml.encode()
    if faults.draw("truncated_dump", now, "uiautomator dump"):
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
    parts = [hierarchy.DECLARATION, '<displays><display id="0">']
    for n, win in enumerate(found):
        left, top, right, bottom = win.bounds
        on = "true" if win is front else "false"
        title = hierarchy.escape_title(win.title)
        parts.append(
            f'<window index="{n}" title="{title}" bounds="[{left},{top}][{right},{bottom}]" active="{on}" focused="{on}" '
            f'accessibility-focused="false" id="{phone.window_id(win.key)}" layer="{len(found) - 1 - n}" type="{win.kind}">'
            f'<hierarchy rotation="{phone.rotation}">{nodes(phone, win)}</hierarchy></window>'
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
    call.wait(SCREENCAP_S)
    if display and display not in (DISPLAY_ID, "0"):
        call.fail("Failed to take screenshot. Status: -2", "Capturing failed.")
        return 1
    png = png or path.endswith(".png")
    data = screens.png(call.phone) if png else screens.raw(call.phone)
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


COMMANDS = {"uiautomator": uiautomator, "screencap": screencap}
