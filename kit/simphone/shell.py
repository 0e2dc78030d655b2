"""The phone's shell: one command line in, both streams and an exit code out. Pure parsing, then commands by name.

It knows quotes, `;`, `&&`, `||`, `|`, redirections, variables, `$?`, `$(...)`, globs, `cd`, `exec`, `sh -c`; no loops,
functions or arithmetic, which are refused with a syntax error. Anything unknown fails as Android's mksh does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kit.device.transport import ShellResult
from kit.errors import KitError
from kit.simphone import commands, shell_expand
from kit.simphone.commands.call import Call, NotInteger, Session
from kit.simphone.shell_words import ShellSyntax, Token, tokens

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

SHELL = "/system/bin/sh"
RESERVED = frozenset(
    {"for", "while", "until", "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "function", "{", "}"}
)
"""Words that begin what this shell does not do; mksh's syntax error is the honest answer."""


@dataclass(frozen=True, slots=True)
class Simple:
    """One command of a pipeline: its words and redirections (descriptor, operator, word).

    `fixed`: the words as the command gets them, where nothing has to be put into them; empty otherwise.
    """

    words: tuple[Token, ...]
    redirects: tuple[tuple[str, str, Token], ...] = ()
    fixed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A pipeline and when it runs: always (";"), after a success ("&&") or a failure ("||")."""

    when: str
    pipeline: tuple[Simple, ...]


@lru_cache(maxsize=1024)
def parse(line: str) -> tuple[Step, ...]:
    """The steps of a command line. Raises ShellSyntax."""
    steps: list[Step] = []
    pipeline: list[Simple] = []
    words: list[Token] = []
    redirects: list[tuple[str, str, Token]] = []
    when = ";"
    pending = ""
    for token in [*tokens(line), Token("", ";", True)]:
        if pending:
            if token.operator:
                raise ShellSyntax(token.text)
            fd, _, op = pending.partition(" ")
            redirects.append((fd, op, token))
            pending = ""
        elif not token.operator:
            words.append(_word(token, first=not words))
        elif token.text[-1] in "<>" or token.text.endswith(">&1") or token.text.endswith(">&2"):
            pending = _redirect(token.text, redirects)
        else:
            if words or redirects:
                pipeline.append(Simple(tuple(words), tuple(redirects), shell_expand.fixed(words)))
            elif token.text != ";" or pipeline:
                raise ShellSyntax(token.text)
            words, redirects = [], []
            if token.text != "|":
                if pipeline:
                    steps.append(Step(when, tuple(pipeline)))
                pipeline, when = [], token.text if token.text != "&" else ";"
    return tuple(steps)


def _word(token: Token, first: bool) -> Token:
    """The word itself. Raises ShellSyntax for one that begins a loop or a condition."""
    if first and token.bare and token.text in RESERVED:
        raise ShellSyntax(token.text)
    return token


def _redirect(text: str, redirects: list[tuple[str, str, Token]]) -> str:
    """Notes a `2>&1`, or says what the next word is the target of."""
    fd = text[0] if text[0].isdigit() else ("0" if text[0] == "<" else "1")
    op = text.lstrip("0123456789")
    if op.startswith(">&"):
        redirects.append((fd, ">&", Token(op[2:], op[2:])))
        return ""
    return f"{fd} {op}"


def run(phone: Phone, line: str, stdin: bytes = b"") -> ShellResult:
    """Runs a command line, faults included. Raises DeviceTimeout and DeviceLost where a fault says so."""
    from kit.simphone.commands import trouble

    trouble.before(phone, line)
    call = Call(phone, Session(execute, run_words), stdin=stdin)
    try:
        code = execute(call, line)
    finally:
        phone.files.cwd = "/"
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
    session = call.session
    for step in steps:
        if (step.when == "&&" and session.code) or (step.when == "||" and not session.code):
            continue
        session.code = _pipeline(call, step.pipeline)
        if session.ended:
            break
    return session.code


def _pipeline(call: Call, parts: tuple[Simple, ...]) -> int:
    if len(parts) == 1 and not (parts[0].redirects or call.out or call.whole):
        return _simple(call, parts[0])
    data, code = call.stdin, 0
    folder = call.phone.files.cwd
    for n, part in enumerate(parts):
        session = call.session if len(parts) == 1 else call.session.copy()
        inner = Call(call.phone, stdin=data, piped=n > 0 or call.piped, session=session)
        code = _simple(inner, part)
        if len(parts) > 1:  # every part of a pipeline is a shell of its own
            call.phone.files.cwd = folder
        call.err += inner.err
        if n == len(parts) - 1:
            call.take(inner)
        else:
            data = inner.printed
    return code


def _simple(call: Call, part: Simple) -> int:
    values: dict[str, str] = {}
    words = list(part.fixed)
    if not words:
        values, tokens = shell_expand.assignments(call, part.words)
        words = shell_expand.words(call, tokens)
    redirects = [(fd, op, shell_expand.one(call, word)) for fd, op, word in part.redirects]
    for fd, op, target in redirects:
        if fd == "0":
            try:
                call.stdin, call.piped = call.phone.files.read(target), True
            except OSError as error:
                call.fail(f"{SHELL}: can't open {target}: {error.strerror}")
                return 1
        elif op != ">&" and not _writable(call, target, op):
            return 1
    if not words:
        call.session.env.update(values)
    code = run_words(call, words) if words else shell_expand.status(call, part.words)
    if redirects and call.whole:
        call.out, call.whole = bytearray(call.printed), b""
    for fd, op, target in redirects:
        if fd != "0":
            _send(call, fd, op, target)
    return code


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
        if other is not stream:
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
