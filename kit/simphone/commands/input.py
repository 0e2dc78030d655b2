"""`input`: touches, keys and text from the shell."""

from __future__ import annotations

from kit.simphone import entry, gestures, keys
from kit.simphone.commands.call import Call

SOURCES = frozenset(
    {"touchscreen", "keyboard", "mouse", "dpad", "touchpad", "trackball", "stylus", "gamepad", "joystick", "touchnavigation", "rotaryencoder"}
)  # fmt: skip
STEP_S = 0.05
"""Phone time a tap, a key or a text takes."""


def run(call: Call, args: list[str]) -> int:
    """`input [SOURCE] [-d DISPLAY] COMMAND ...`. Success prints nothing."""
    rest = list(args)
    if rest and rest[0] in SOURCES:
        rest.pop(0)
    if rest and rest[0] == "-d":
        del rest[:2]
    if not rest:
        call.fail("Error: Unknown command.")
        return 255
    command = _COMMANDS.get(rest[0])
    if command is None:
        call.say(f"Unknown command: {rest[0]}")
        return 0
    try:
        return command(call, rest[1:])
    except IndexError:
        return call.exception(rest[0], "java.lang.IllegalArgumentException", f'Argument expected after "{rest[-1]}"')
    except (ValueError, OverflowError) as error:
        word = str(error).rsplit(":", 1)[-1].strip().strip("'")
        return call.exception(rest[0], "java.lang.NumberFormatException", f'For input string: "{word}"')


def _int(word: str) -> int:
    return int(float(word))


def _dropped(call: Call) -> bool:
    return call.phone.faults.draw("dropped_tap", call.phone.core.now, "input")


def _tap(call: Call, args: list[str]) -> int:
    x, y = _int(args[0]), _int(args[1])
    if not _dropped(call):
        gestures.tap(call.phone, x, y)
    call.wait(STEP_S)
    return 0


def _swipe(call: Call, args: list[str]) -> int:
    start, end = (_int(args[0]), _int(args[1])), (_int(args[2]), _int(args[3]))
    ms = _int(args[4]) if len(args) > 4 else 300
    if not _dropped(call):
        gestures.swipe(call.phone, start, end, max(1, ms))
    call.wait(max(0, ms) / 1000)
    return 0


def _motion(call: Call, args: list[str]) -> int:
    """DOWN begins a touch, MOVE goes on, UP ends it: together a tap or a swipe."""
    action, x, y = args[0].upper(), _int(args[1]), _int(args[2])
    memo = call.phone.core.system.launcher.memo
    if action == "DOWN":
        memo["finger"] = [x, y, call.phone.core.now]
    elif action == "UP" and "finger" in memo:
        x1, y1, since = memo.pop("finger")
        gestures.swipe(call.phone, (x1, y1), (x, y), max(1, call.phone.core.now - since))
    elif action == "CANCEL":
        memo.pop("finger", None)
    elif action not in ("MOVE", "UP"):
        return call.exception("motionevent", "java.lang.IllegalArgumentException", f"Unknown motionevent {args[0]}")
    call.wait(0.01)
    return 0


def _text(call: Call, args: list[str]) -> int:
    """Types the first argument only; `%s` is a space; anything not ASCII throws and types nothing (samples, section 8)."""
    words = args[0].replace("%s", " ")
    if not words.isascii():
        return call.exception("text", "java.lang.NullPointerException", "Attempt to get length of null array")
    entry.insert(call.phone, "".join(c for c in words if c >= " "))
    call.wait(STEP_S)
    return 0


def _key(call: Call, args: list[str]) -> int:
    names = [a for a in args if not a.startswith("--")]
    if not names:
        raise IndexError
    for name in names:
        keys.press(call.phone, name, long="--longpress" in args)
        if "--doubletap" in args:
            keys.press(call.phone, name)
        call.wait(STEP_S)
    return 0


def _combination(call: Call, args: list[str]) -> int:
    names = [a for a in args if not a.startswith("-")]
    keys.combination(call.phone, names)
    call.wait(STEP_S)
    return 0


def _press(call: Call, args: list[str]) -> int:
    """A trackball's press: the focused thing is chosen."""
    keys.press(call.phone, "KEYCODE_DPAD_CENTER")
    return 0


def _roll(call: Call, args: list[str]) -> int:
    _ = _int(args[0]), _int(args[1])
    return 0


_COMMANDS = {
    "tap": _tap, "swipe": _swipe, "draganddrop": _swipe, "motionevent": _motion, "text": _text, "keyevent": _key,
    "keycombination": _combination, "press": _press, "roll": _roll,
}  # fmt: skip
COMMANDS = {"input": run}
