"""`reboot` and `logcat`: restarting the phone, and what its services wrote down."""

from __future__ import annotations

from kit.simphone import boot, journal
from kit.simphone.commands.call import Call

_TARGETS = ("", "userspace", "recovery", "bootloader", "fastboot", "sideload", "sideload-auto-reboot")


def reboot(call: Call, args: list[str]) -> int:
    """`reboot [TARGET]`: the phone restarts into Android whatever the target; nobody answers until it is up again."""
    words = [a for a in args if a != "-p"]
    if words and words[0] not in _TARGETS:
        call.fail(f"reboot: unknown target {words[0]}")
        return 1
    boot.restart(call.phone)
    return 0


def logcat(call: Call, args: list[str]) -> int:
    """`logcat [-d] [-c] [-t N] [-v FORMAT] [-s] [TAG[:PRIORITY]...]`: the lines so far. It never waits for new ones."""
    core = call.phone.core
    rest, form, most, rules = list(args), "threadtime", 0, dict[str, str]()
    while rest:
        word = rest.pop(0)
        if word in ("-c", "--clear"):
            core.system.log.clear()
            return 0
        if word in ("-g", "--buffer-size"):
            call.say("main: ring buffer is 256 KiB (64 KiB consumed), max entry is 5120 B, max payload is 4068 B")
            return 0
        if word in ("-v", "--format", "-t", "-T", "-b", "--buffer", "--pid", "-m", "-e"):
            value = rest.pop(0) if rest else ""
            form = value if word in ("-v", "--format") else form
            most = int(value) if word in ("-t", "-T", "-m") and value.isdecimal() else most
        elif word == "-s":
            rules["*"] = "S"
        elif not word.startswith("-"):
            tag, _, priority = word.partition(":")
            least = (priority or "V").upper()
            if least not in (*journal.PRIORITIES, "S", "*"):
                call.fail(f"Invalid filter expression '{word}'")
                return 1
            rules[tag] = "V" if least == "*" else least
    lines = journal.shown(core, rules, form)
    call.say("--------- beginning of main", *(lines[-most:] if most else lines))
    return 0


COMMANDS = {"reboot": reboot, "logcat": logcat}
