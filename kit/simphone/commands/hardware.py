"""`df`, `getevent`, `screenrecord`: storage, the touch screen's driver, the video encoder a simphone does not have."""

from __future__ import annotations

import posixpath

from kit.simphone.apps.settings_facts import APPS_BYTES, SYSTEM_BYTES, TOTAL_BYTES
from kit.simphone.commands.call import Call
from kit.simphone.files import SHARED

SYSTEM_KB = 1_021_648


def _mounts(call: Call) -> list[tuple[str, int, int, str]]:
    """Device, size and use in KB, and where it is mounted. The data partition is what Settings calls storage."""
    files = call.phone.files
    data = SYSTEM_BYTES + APPS_BYTES + sum(f.size for path in files.walk(SHARED) if (f := files.stat(path)))
    total, used = (TOTAL_BYTES // 1024, data // 1024)
    return [
        ("/dev/block/dm-6", SYSTEM_KB, SYSTEM_KB, "/"), ("tmpfs", 1_957_240, 1_088, "/dev"),
        ("/dev/block/dm-40", total, used, "/data"), ("/dev/fuse", total, used, "/storage/emulated"),
    ]  # fmt: skip


def df(call: Call, args: list[str]) -> int:
    """`df [-h|-k] [PATH...]`: the file systems, or those the paths lie on; 1 for a path that does not exist."""
    human = any(a.startswith("-") and "h" in a for a in args)
    mounts, code = _mounts(call), 0
    shown = mounts
    if paths := [a for a in args if not a.startswith("-")]:
        shown = []
        for path in paths:
            if not call.phone.files.exists(path):
                call.fail(f"df: {path}: No such file or directory")
                code = 1
                continue
            place = call.phone.files.resolve(path)
            shown.append(max((m for m in mounts if _within(place, m[3])), key=lambda m: len(m[3])))
    if shown:
        call.say(f"Filesystem       {'Size  Used Avail' if human else '1K-blocks     Used Available'} Use% Mounted on")
    for device, total, used, where in shown:
        sizes = [_human(n) if human else str(n) for n in (total, used, total - used)]
        widths = (4, 5, 5) if human else (9, 8, 9)
        row = " ".join(f"{size:>{width}}" for size, width in zip(sizes, widths, strict=True))
        call.say(f"{device:<16} {row} {-(-100 * used // total):>3}% {where}")
    return code


def _within(place: str, mount: str) -> bool:
    return mount == "/" or posixpath.commonpath((place, mount)) == mount


def _human(size: int) -> str:
    for unit, scale in (("G", 1024 * 1024), ("M", 1024)):
        if size >= scale:
            shown = size / scale
            return f"{shown:.1f}{unit}" if shown < 10 else f"{shown:.0f}{unit}"
    return f"{size}K"


def getevent(call: Call, args: list[str]) -> int:
    """`getevent -p|-i [-l] [DEVICE]`: the input devices. Without -p it would wait for events; none come from a driver here."""
    letters = {letter for a in args if a.startswith("-") for letter in a[1:]}
    asked = [a for a in args if a.startswith("/dev/")]
    width, height = call.phone.size
    devices = {
        "/dev/input/event0": ("gpio-keys", {"KEY (0001)": "KEY_VOLUMEDOWN        KEY_VOLUMEUP          KEY_POWER"}, ("0072  0073  0074", "")),
        "/dev/input/event1": ("simphone_touch", {}, ("", "")),
    }  # fmt: skip
    if missing := [a for a in asked if a not in devices]:
        call.fail(f"could not open {missing[0]}, No such file or directory")
        return 1
    for n, (path, (name, keys, (codes, _))) in reversed(list(enumerate(devices.items(), 1))):
        if asked and path not in asked:
            continue
        call.say(f"add device {n}: {path}", f'  name:     "{name}"')
        if not letters & {"p", "i"}:
            continue
        named = "l" in letters
        call.say("  events:")
        call.say(*(f"    {kind}: {names if named else codes}" for kind, names in keys.items()))
        if not keys:
            call.say(*_touch_axes(width - 1, height - 1, named=named))
        call.say("  input props:", f"    {('INPUT_PROP_DIRECT' if named else '0001') if not keys else '<none>'}")
    return 0


def _touch_axes(right: int, bottom: int, *, named: bool) -> list[str]:
    rows: list[str] = []
    for code, name, most in (("002f", "ABS_MT_SLOT", 9), ("0035", "ABS_MT_POSITION_X", right), ("0036", "ABS_MT_POSITION_Y", bottom),
                             ("0039", "ABS_MT_TRACKING_ID", 65535)):  # fmt: skip
        start = "    ABS (0003): " if not rows else " " * 16
        rows.append(
            f"{start}{f'{name:<22}' if named else f'{code} '} : value 0, min 0, max {most}, fuzz 0, flat 0, resolution 0"
        )
    return rows


_RECORD_OPTIONS = frozenset({"--size", "--bit-rate", "--time-limit", "--display-id", "--codec-name", "--output-format"})


def screenrecord(call: Call, args: list[str]) -> int:
    """`screenrecord [OPTIONS] FILE`: refused as on a phone without a video encoder; nothing is written."""
    rest, names = list(args), list[str]()
    while rest:
        word = rest.pop(0)
        if word in _RECORD_OPTIONS:
            del rest[:1]
        elif word in ("--help", "-h"):
            call.say("Usage: screenrecord [options] <filename>")
            return 0
        elif not word.startswith("--"):
            names.append(word)
    if len(names) != 1:
        call.fail("Must specify output file (see --help).")
        return 2
    try:
        folder = posixpath.dirname(call.phone.files.resolve(names[0])) or "/"
        call.phone.files.status(folder)
    except OSError as error:
        call.fail(f"Unable to open '{names[0]}': {error.strerror}")
        return 1
    call.fail("ERROR: unable to create video/avc codec instance")
    return 1


COMMANDS = {"df": df, "getevent": getevent, "screenrecord": screenrecord}
