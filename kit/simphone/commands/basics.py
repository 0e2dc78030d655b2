"""echo, sleep, date, id and the like."""

from __future__ import annotations

from kit.simphone.commands.call import Call, whole

_ESCAPES = {"\\n": "\n", "\\t": "\t", "\\\\": "\\", "\\r": "\r"}


def _unescape(text: str) -> str:
    out, at = "", 0
    while at < len(text):
        pair = text[at : at + 2]
        out += _ESCAPES.get(pair, text[at])
        at += 2 if pair in _ESCAPES else 1
    return out


def echo(call: Call, args: list[str]) -> int:
    """`echo [-n] [-e] WORD...`."""
    rest, newline, escapes = list(args), "\n", False
    while rest and rest[0] in ("-n", "-e", "-ne", "-en"):
        newline = "" if "n" in rest[0] else newline
        escapes = escapes or "e" in rest[0]
        rest.pop(0)
    text = " ".join(rest)
    call.out += ((_unescape(text) if escapes else text) + newline).encode("utf-8", "surrogatepass")
    return 0


def printf(call: Call, args: list[str]) -> int:
    """`printf FORMAT [WORD...]` with %s, %d and %%."""
    if not args:
        call.fail("printf: usage: printf FORMAT [ARG...]")
        return 1
    form, words = _unescape(args[0]), list(args[1:])
    out = ""
    at = 0
    while at < len(form):
        pair = form[at : at + 2]
        if pair in ("%s", "%d"):
            out += words.pop(0) if words else ("" if pair == "%s" else "0")
            at += 2
        elif pair == "%%":
            out += "%"
            at += 2
        else:
            out += form[at]
            at += 1
    call.out += out.encode()
    return 0


def sleep(call: Call, args: list[str]) -> int:
    """`sleep SECONDS`: phone time passes."""
    if not args:
        call.fail("sleep: Needs 1 argument")
        return 1
    units = {"s": 1, "m": 60, "h": 3600}
    total = 0.0
    for word in args:
        unit = units.get(word[-1:], 0)
        try:
            total += float(word[:-1] if unit else word) * (unit or 1)
        except ValueError:
            call.fail(f"sleep: bad '{word}'")
            return 1
    call.wait(total)
    return 0


def date(call: Call, args: list[str]) -> int:
    """`date [+FORMAT]` on the phone's clock."""
    now = call.phone.now
    form = next((a[1:] for a in args if a.startswith("+")), "")
    if "%s" in form:
        form = form.replace("%s", str(int(call.phone.unix_time())))
    call.say(now.strftime(form) if form else f"{now:%a %b} {now.day:>2} {now:%H:%M:%S} GMT {now.year}")
    return 0


def ident(call: Call, args: list[str]) -> int:
    """`id`."""
    if "-u" in args:
        call.say("2000")
    else:
        call.say(
            "uid=2000(shell) gid=2000(shell) groups=2000(shell),1004(input),1015(sdcard_rw),3003(inet) context=u:r:shell:s0"
        )
    return 0


def which(call: Call, args: list[str]) -> int:
    """`which NAME...`."""
    from kit.simphone.commands import TABLE
    from kit.simphone.commands.session import BUILT_IN

    code = 0 if args else 1
    for name in args:
        if name in TABLE and name != "simphone" and name not in BUILT_IN:
            call.say(f"/system/bin/{name}")
        else:
            code = 1
    return code


def uptime(call: Call, args: list[str]) -> int:
    """`uptime`."""
    minutes = call.phone.core.now // 60_000
    call.say(f" {call.phone.now:%H:%M:%S} up {minutes} min,  0 users,  load average: 0.52, 0.58, 0.59")
    return 0


def uname(call: Call, args: list[str]) -> int:
    """`uname [-a]`."""
    call.say("Linux localhost 6.6.50-android15-8 #1 SMP PREEMPT aarch64 Toybox" if "-a" in args else "Linux")
    return 0


def quiet(call: Call, args: list[str]) -> int:
    """Commands that do nothing here and say nothing (true, sync, :, kill)."""
    return 0


def failing(call: Call, args: list[str]) -> int:
    """`false`."""
    return 1


def whoami(call: Call, args: list[str]) -> int:
    """`whoami`."""
    call.say("shell")
    return 0


def seq(call: Call, args: list[str]) -> int:
    """`seq [FIRST [STEP]] LAST`, whole numbers."""
    if not 1 <= len(args) <= 3:
        call.fail("seq: Needs 1 argument" if not args else "seq: Max 3 arguments")
        return 1
    numbers = [whole(a) for a in args]
    first, last, step = numbers[0] if len(args) > 1 else 1, numbers[-1], numbers[1] if len(args) == 3 else 1
    if step:
        call.say(*(str(n) for n in range(first, last + (1 if step > 0 else -1), step)[:100_000]))
    return 0


COMMANDS = {
    "echo": echo, "printf": printf, "seq": seq, "sleep": sleep, "date": date, "id": ident, "which": which,
    "uptime": uptime, "uname": uname, "true": quiet, ":": quiet, "sync": quiet, "false": failing, "whoami": whoami, "kill": quiet,
}  # fmt: skip
