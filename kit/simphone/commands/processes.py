"""What runs on the phone, with one number and owner for each wherever it is told: `ps`, `pidof`, `top`, `dumpsys meminfo`."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass

from kit.errors import DeviceTimeout
from kit.simphone import vendors
from kit.simphone.commands.call import Call

SHELL_PID = 2311
"""What `$$` gives; the shell that runs the line."""
LOOKS_MAX = 1000
"""Looks of one `top`; more are taken to go on for ever, and the phone does not answer."""
_OWN_PID = 2398
_FIRST_APP_PID, _FIRST_APP_UID = 2400, 10100
_ZYGOTE = 371
TOTAL_KB, FREE_KB = 3_914_484, 1_121_332
_USERS = {0: "root", 1000: "system", 1036: "logd", 2000: "shell"}
_SYSTEM_UIDS = {"android": 1000, "com.android.settings": 1000, "com.android.systemui": 10085}
_TOOLS = (("init", 1, 0, 0, 12_840), ("logd", 251, 1, 1036, 9_512), ("zygote64", _ZYGOTE, 1, 0, 171_300),
          ("adbd", 412, 1, 2000, 8_120), ("system_server", 871, _ZYGOTE, 1000, 331_400))  # fmt: skip
"""Name, pid, parent, owner and resident memory (KB) of what is no app."""


@dataclass(frozen=True, slots=True)
class Process:
    """One process; memory in KB."""

    pid: int
    ppid: int
    uid: int
    name: str
    resident: int

    @property
    def user(self) -> str:
        """The owner as Android names it."""
        return _USERS.get(self.uid) or f"u0_a{self.uid - 10000}"

    @property
    def virtual(self) -> int:
        """Address space; what the runtime reserves for an app is large."""
        return 10_900_000 + self.resident if self.ppid == _ZYGOTE or self.pid == _ZYGOTE else 2_100_000 + self.resident


def uid_of(call: Call, package: str) -> int:
    """The owner of a package's processes and files."""
    if package in _SYSTEM_UIDS:
        return _SYSTEM_UIDS[package]
    for n, app in enumerate(call.phone.apps.values()):
        if app.package == package:
            return _FIRST_APP_UID + n
    return 10086 if package == vendors.of(call.phone.profile).launcher else 10040 + zlib.crc32(package.encode()) % 40


def pid_of(call: Call, package: str) -> int:
    """The process of a package or a name; 0 when none runs."""
    return next((p.pid for p in running(call) if p.name == package), 0)


def running(call: Call) -> list[Process]:
    """Every process, as they started."""
    home = vendors.of(call.phone.profile).launcher
    found = [Process(pid, parent, uid, name, size) for name, pid, parent, uid, size in _TOOLS]
    for name, pid in (("com.android.systemui", 1203), (home, 1388)):
        found.append(Process(pid, _ZYGOTE, uid_of(call, name), name, 212_000 if pid == 1203 else 141_000))
    for n, (short, app) in enumerate(call.phone.apps.items()):
        if call.phone.core.apps[short].started:
            size = 96_000 + zlib.crc32(app.package.encode()) % 90_000
            found.append(Process(_FIRST_APP_PID + n, _ZYGOTE, uid_of(call, app.package), app.package, size))
    return found


def _with_own(call: Call, command: str) -> list[Process]:
    return [
        *running(call),
        Process(SHELL_PID, 412, 2000, "sh", 3_104),
        Process(_OWN_PID, SHELL_PID, 2000, command, 3_860),
    ]


def pidof(call: Call, args: list[str]) -> int:
    """`pidof [-s] NAME...`; 1 when none of them runs."""
    found = [str(pid) for name in args if not name.startswith("-") and (pid := pid_of(call, name))]
    if found:
        call.say(" ".join(found))
    return 0 if found else 1


_FIELDS: dict[str, tuple[str, int, Callable[[Process], object]]] = {
    "USER": ("<", 12, lambda p: p.user), "UID": (">", 5, lambda p: p.uid), "PID": (">", 5, lambda p: p.pid),
    "PPID": (">", 5, lambda p: p.ppid), "VSZ": (">", 10, lambda p: p.virtual), "RSS": (">", 6, lambda p: p.resident),
    "WCHAN": ("<", 10, lambda p: 0), "ADDR": (">", 10, lambda p: 0), "S": ("<", 1, lambda p: "R" if p.pid == _OWN_PID else "S"),
    "NAME": ("<", 27, lambda p: p.name), "ARGS": ("<", 27, lambda p: p.name), "CMD": ("<", 27, lambda p: p.name),
    "COMM": ("<", 15, lambda p: p.name[-15:]),
}  # fmt: skip
_USUAL = ("USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME")


def ps(call: Call, args: list[str]) -> int:
    """`ps [-A|-e|-f] [-o FIELD,...] [-p PID,...] [NAME]`: as on a phone, without -A only what the shell itself started."""
    fields, pids, every, names = _USUAL, set[str](), False, list[str]()
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word in ("-o", "-p") and not rest:
            call.fail(f"ps: Missing argument to {word}")
            return 1
        if word == "-o":
            fields = tuple(f.partition("=")[0].upper() for f in rest.pop(0).split(","))
        elif word == "-p":
            pids |= set(rest.pop(0).split(","))
        elif word.startswith("-"):
            every = every or any(letter in word for letter in "Ae")
        else:
            names.append(word)
    if unknown := [f for f in fields if f not in _FIELDS]:
        call.fail(f"ps: bad -o {unknown[0]}")
        return 1
    shown = [p for p in _with_own(call, "ps") if not pids or str(p.pid) in pids]
    if not pids:
        shown = [p for p in shown if every or p.name in names or (not names and p.pid in (SHELL_PID, _OWN_PID))]
    call.say(_row(fields, lambda name: name))
    for process in shown:
        call.say(_row(fields, lambda name, process=process: _FIELDS[name][2](process)))
    return 0 if shown else 1


def _row(fields: tuple[str, ...], value: Callable[[str], object]) -> str:
    return " ".join(f"{value(f)!s:{_FIELDS[f][0]}{_FIELDS[f][1]}}" for f in fields).rstrip()


def top(call: Call, args: list[str]) -> int:
    """`top -b -n N [-d SECONDS] [-m LINES]`: N looks; one where N is not given, since what never ends is of no use here."""
    rest, options = list(args), {"-n": 1.0, "-d": 3.0, "-m": 1e6}
    while rest:
        word = rest.pop(0)
        if word in options:
            try:
                options[word] = float(int(float(rest.pop(0)) * 1000)) / 1000  # neither nan nor infinite
            except (IndexError, ValueError, OverflowError):
                call.fail(f"top: Bad argument to {word}" if rest else f"top: Missing argument to {word}")
                return 1
    if options["-n"] > LOOKS_MAX:
        raise DeviceTimeout(f"`top` does not end within {LOOKS_MAX} looks.", fix="Ask for fewer looks.")
    for look in range(max(1, int(options["-n"]))):
        if look:
            call.wait(max(0.0, options["-d"]))
            call.say("")
        _look(call, int(options["-m"]))
    return 0


def _look(call: Call, most: int) -> None:
    found = _with_own(call, "top")
    busy = {_OWN_PID: 3.4, 871: 2.1, 1203: 0.7}
    used = TOTAL_KB - FREE_KB
    call.say(
        f"Tasks: {len(found)} total,   1 running, {len(found) - 1} sleeping,   0 stopped,   0 zombie",
        f"  Mem: {TOTAL_KB:>8}K total, {used:>8}K used, {FREE_KB:>8}K free,    10248K buffers",
        " Swap:  2935860K total,   512768K used,  2423092K free,  1764172K cached",
        "800%cpu   4%user   0%nice   3%sys 793%idle   0%iow   0%irq   0%sirq   0%host",
        "  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS",
    )
    for process in sorted(found, key=lambda p: (-busy.get(p.pid, 0.0), p.pid))[:most]:
        state = "R" if process.pid == _OWN_PID else "S"
        call.say(
            f"{process.pid:>5} {process.user:<12} 20   0 {_human(process.virtual):>4} {_human(process.resident):>4} "
            f"{_human(process.resident * 6 // 10):>4} {state} {busy.get(process.pid, 0.0):>4.1f} "
            f"{100 * process.resident / TOTAL_KB:>5.1f} {'0:00.02' if process.pid == _OWN_PID else '0:01.40':>9} {process.name}"
        )


def _human(size: int) -> str:
    """A size of KB in four characters."""
    if size < 1024:
        return f"{size}K"
    shown, unit = (size / 1024, "M") if size < 1024 * 1024 else (size / 1024 / 1024, "G")
    return f"{shown:.1f}{unit}" if shown < 10 else f"{shown:.0f}{unit}"


def meminfo(call: Call, args: list[str]) -> int:
    """`dumpsys meminfo [-s] [PACKAGE|PID]`."""
    words = [a for a in args if not a.startswith("-")]
    found = [p for p in running(call) if p.ppid == _ZYGOTE and (not words or words[0] in (p.name, str(p.pid)))]
    if not found:
        call.say(f"No process found for: {words[0]}")
        return 0
    call.say(
        "Applications Memory Usage (in Kilobytes):", f"Uptime: {call.phone.core.now} Realtime: {call.phone.core.now}"
    )
    if words:
        for process in found:
            _details(call, process)
        return 0
    rows = sorted(found, key=lambda p: -p.resident)
    call.say("", "Total PSS by process:")
    call.say(*(f"{_pss(p):>11,}K: {'system' if p.pid == 871 else p.name} (pid {p.pid})" for p in rows))
    used = sum(_pss(p) for p in found)
    call.say(
        "", f"Total RAM: {TOTAL_KB:,}K (status normal)", f" Free RAM: {FREE_KB:,}K (        0K cached pss +   604,120K cached kernel "
        f"+   {FREE_KB - 604_120:,}K free)", f" Used RAM: {TOTAL_KB - FREE_KB:,}K ({used:,}K used pss +   {TOTAL_KB - FREE_KB - used:,}K kernel)",
        " Lost RAM:         0K", "   Tuning: 256 (large 512), oom   322,560K, restore limit   107,520K (high-end-gfx)",
    )  # fmt: skip
    return 0


def _pss(process: Process) -> int:
    return process.resident * 45 // 100


def _details(call: Call, process: Process) -> None:
    pss = _pss(process)
    parts = {
        "Native Heap": pss // 5,
        "Dalvik Heap": pss // 8,
        "Stack": pss // 60,
        ".so mmap": pss // 4,
        ".dex mmap": pss // 6,
    }
    parts["Unknown"] = pss - sum(parts.values())
    call.say(
        "", f"** MEMINFO in pid {process.pid} [{'system' if process.pid == 871 else process.name}] **",
        "                   Pss  Private  Private  SwapPss      Rss", "                 Total    Dirty    Clean    Dirty    Total",
        "                ------   ------   ------   ------   ------",
    )  # fmt: skip
    for name, size in parts.items():
        call.say(f"{name:>13} {size:>8} {size * 9 // 10:>8} {0:>8} {0:>8} {size * process.resident // pss:>8}")
    call.say(
        f"{'TOTAL':>13} {pss:>8} {sum(s * 9 // 10 for s in parts.values()):>8} {0:>8} {0:>8} {process.resident:>8}", " ", " App Summary",
        f"           TOTAL PSS: {pss:>8}            TOTAL RSS: {process.resident:>8}       TOTAL SWAP PSS: {0:>8}", " ",
    )  # fmt: skip


COMMANDS = {"ps": ps, "pidof": pidof, "top": top}
