"""The phone's shell: one command line in, both streams and an exit code out. Pure parsing, then commands by name.

It knows quotes, `;`, `&&`, `||`, `|`, `!`, redirections, here-documents, variables, `$?`, `$(...)`, `$((...))`, globs, `if`,
`while`, `until`, `for`, groups, `cd`, `exec`, `sh -c`; no functions, no `case`, which are refused with a syntax error.
Anything unknown fails as Android's mksh does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.device.transport import ShellResult
from kit.errors import DeviceTimeout, KitError
from kit.simphone import commands, shell_expand
from kit.simphone.commands import trouble
from kit.simphone.commands.call import Call, NotInteger, Printed, Session
from kit.simphone.shell_parse import Compound, Simple, Step, parse
from kit.simphone.shell_sums import BadSum
from kit.simphone.shell_words import ShellSyntax

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

SHELL = "/system/bin/sh"
LOOPS_MAX = 10_000
"""Rounds of all loops of a line; one that has not ended then is taken to run for ever, and the phone does not answer."""


def run(phone: Phone, line: str, stdin: bytes = b"") -> ShellResult:
    """Runs a command line, faults included. Raises DeviceTimeout and DeviceLost where a fault says so."""
    trouble.before(phone, line)
    call = Call(phone, Session(execute, run_words), stdin=stdin)
    try:
        code = execute(call, line)
    finally:
        phone.files.cwd = "/"
    if phone.faults.chances:
        trouble.after(phone, line)
    return ShellResult(call.printed, bytes(call.err), code)


def execute(call: Call, line: str) -> int:
    """Runs a command line within a call; its exit code."""
    try:
        steps = parse(line)
    except ShellSyntax as error:
        substitution = str(error).endswith("bad substitution")
        call.fail(f"{SHELL}: {error}" if substitution else f"{SHELL}: syntax error: {error}")
        return 1
    return _steps(call, steps)


def _steps(call: Call, steps: tuple[Step, ...]) -> int:
    session = call.session
    for step in steps:
        if (step.when == "&&" and session.code) or (step.when == "||" and not session.code):
            continue
        session.code = _pipeline(call, step.pipeline)
        if session.ended or session.leaving:
            break
    return session.code


def _pipeline(call: Call, parts: tuple[Simple | Compound, ...]) -> int:
    if len(parts) != 1:
        return _joined(call, parts)
    part = parts[0]
    if not (part.redirects or call.out or call.whole):
        return _simple(call, part)
    inner = Call(call.phone, call.session, call.stdin, call.piped)
    code = _simple(inner, part)
    call.take(inner)
    if not any(fd == "0" for fd, _, _ in part.redirects):
        call.stdin = inner.stdin  # less what `read` took of it
    return code


def _joined(call: Call, parts: tuple[Simple | Compound, ...]) -> int:
    """Runs a pipeline; every part of it is a shell of its own."""
    files, session, data, piped = call.phone.files, call.session, call.stdin, call.piped
    folder = files.cwd
    for part in parts[:-1]:
        inner = Call(call.phone, session.copy(), data, piped)
        _simple(inner, part)
        files.cwd = folder
        call.err += inner.err
        data, piped = inner.printed, True
    last = parts[-1]
    if last.redirects or call.out or call.whole:
        inner = Call(call.phone, session.copy(), data, True)
        code = _simple(inner, last)
        call.take(inner)
    else:  # what it prints needs no keeping apart
        call.note()
        stdin, piped, call.stdin, call.piped, call.session = call.stdin, call.piped, data, True, session.copy()
        code = _simple(call, last)
        call.stdin, call.piped, call.session = stdin, piped, session
    files.cwd = folder
    return code


def _simple(call: Call, part: Simple | Compound) -> int:
    if part.fixed and not part.redirects:
        return run_words(call, list(part.fixed))
    try:
        values, words = _expanded(call, part)
        redirects = [(fd, op, shell_expand.one(call, word)) for fd, op, word in part.redirects]
    except BadSum as error:
        call.fail(f"{SHELL}: {error}")
        call.session.ended = True
        return 1
    if redirects and not all(_opened(call, *redirect) for redirect in redirects):
        return 1
    if isinstance(part, Compound):
        code = _compound(call, part)
    elif words:
        code = run_words(call, words)
    else:
        if values:
            call.session.put(values)
        code = shell_expand.status(call, part.words)
    if redirects and call.whole:
        call.out, call.whole = bytearray(call.printed), b""
    for fd, op, target in redirects:
        if fd != "0":
            _send(call, fd, op, target)
    return code


def _expanded(call: Call, part: Simple | Compound) -> tuple[dict[str, str], list[str]]:
    """The values a command begins with, and its words; a compound has neither. Raises BadSum."""
    if part.fixed or isinstance(part, Compound):
        return {}, list(part.fixed)
    if not part.assigns:
        return {}, shell_expand.words(call, part.words)
    values, tokens = shell_expand.assignments(call, part.words)
    return values, shell_expand.words(call, tokens)


def _opened(call: Call, fd: str, op: str, target: str) -> bool:
    """Takes the input a redirection names, or makes sure that its file can be written."""
    if op == "<<":
        call.stdin, call.piped = target.encode("utf-8", "surrogatepass"), True
    elif fd == "0":
        try:
            call.stdin, call.piped = call.phone.files.read(target), True
        except OSError as error:
            call.fail(f"{SHELL}: can't open {target}: {error.strerror}")
            return False
    elif op != ">&":
        return _writable(call, target, op)
    return True


def _compound(call: Call, part: Compound) -> int:
    if part.kind == "{":
        return _steps(call, part.blocks[0])
    if part.kind == "!":
        return int(not _steps(call, part.blocks[0]))
    if part.kind == "(":
        outer, folder = call.session, call.phone.files.cwd
        call.session = outer.copy()
        code = _steps(call, part.blocks[0])
        call.session, call.phone.files.cwd = outer, folder
        return code
    return _choice(call, part) if part.kind == "if" else _loop(call, part)


def _choice(call: Call, part: Compound) -> int:
    """The first block whose condition holds; none of them is a success, as mksh has it."""
    blocks = list(part.blocks)
    while len(blocks) > 1:
        holds = not _steps(call, blocks.pop(0))
        if call.session.ended or call.session.leaving:
            return call.session.code
        chosen = blocks.pop(0)
        if holds:
            return _steps(call, chosen)
    return _steps(call, blocks[0]) if blocks else 0


def _loop(call: Call, part: Compound) -> int:
    session, code = call.session, 0
    over = iter(shell_expand.words(call, part.over)) if part.kind == "for" else None
    while not session.ended:
        if over is not None:
            value = next(over, None)
            if value is None:
                break
            session.put({part.name: value})
        elif bool(_steps(call, part.blocks[0])) == (part.kind == "while") and not session.leaving:
            break
        _count(call)
        if not session.leaving:
            code = _steps(call, part.blocks[-1])
        if session.leaving:
            left, session.leaving = session.leaving, 0
            if abs(left) > 1:  # the loop around this one is meant
                session.leaving = left - 1 if left > 0 else left + 1
            if left > 0 or session.leaving:
                return 0
    return session.code if session.ended else code


def _count(call: Call) -> None:
    call.session.rounds[0] += 1
    if call.session.rounds[0] > LOOPS_MAX:
        raise DeviceTimeout("The phone's shell did not answer: a loop does not end.")


def _writable(call: Call, path: str, op: str) -> bool:
    if path in ("/dev/null", "/dev/tty"):
        return True
    if call.phone.files.is_dir(path):
        call.fail(f"{SHELL}: can't create {path}: Is a directory")
        return False
    try:
        if op == ">" or not call.phone.files.exists(path):
            call.phone.files.write(path, b"", parents=False)
    except OSError as error:
        call.fail(f"{SHELL}: can't create {path}: {error.strerror}")
        return False
    return True


def _send(call: Call, fd: str, op: str, target: str) -> None:
    stream = call.err if fd == "2" else call.out
    if op == ">&":
        other = call.out if target == "1" else call.err
        if other is call.out and isinstance(printed := call.printed, Printed):
            call.out = bytearray(b"".join(data for _, data in printed.pieces(bytes(call.err))))
            call.err.clear()
            call.times, call.timed, call.whole = (), 0, b""
        elif other is not stream:
            other += stream
            stream.clear()
        return
    if target not in ("/dev/null", "/dev/tty"):
        old = call.phone.files.read(target) if op == ">>" else b""
        call.phone.files.write(target, old + bytes(stream), parents=False)
    stream.clear()


def run_words(call: Call, words: list[str]) -> int:
    """Runs one command given as words. A Python error becomes Android's words and is kept in `internal_errors`."""
    name = words[0].rsplit("/", 1)[-1] if words[0].startswith("/system/bin/") else words[0]
    command = commands.TABLE.get(name)
    if command is None:
        if call.phone.files.is_dir(words[0]):
            call.fail(f"{SHELL}: {words[0]}: can't execute: Is a directory")
            return 126
        call.fail(f"{SHELL}: {words[0]}: inaccessible or not found")
        return 127
    try:
        return command(call, words[1:])
    except KitError:
        raise
    except NotInteger as error:
        call.fail(f"{name}: not integer: {error}")
        return 1
    except Exception as error:  # noqa: BLE001 - a phone prints Java's words, never a Python traceback
        call.phone.internal_errors.append(f"{' '.join(words)[:200]}: {type(error).__name__}: {error}")
        call.fail(f"Error: java.lang.RuntimeException: {error}")
        return 1
