"""Words of a command line with the values of their variables and substituted commands, and the files their wildcards mean."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kit.simphone import shell_sums
from kit.simphone.shell_words import COMMAND, SUM, VARIABLE, Token, quoted

if TYPE_CHECKING:
    from kit.simphone.commands.call import Call
    from kit.simphone.phone import Phone

_MARKED = re.compile(f"{VARIABLE}([^{VARIABLE}]*){VARIABLE}|{COMMAND}([^{COMMAND}]*){COMMAND}|{SUM}([^{SUM}]*){SUM}")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")
_SPECIAL = {"$": "2311", "#": "0", "0": "/system/bin/sh"}  # $$ as `ps` tells it


def words(call: Call, tokens: tuple[Token, ...]) -> list[str]:
    """The words a command gets: values put in, wildcards replaced by the files they match.

    A word without quotes is cut at the spaces its values bring, and vanishes when nothing is left of it.
    """
    found: list[str] = []
    for token in tokens:
        text = one(call, token)
        parts = text.split() if token.bare and text != token.text else [text]
        for part in parts:
            hits = _glob(call.phone, part) if token.glob else []
            found += hits or [part]
    return found


def is_assignment(token: Token) -> bool:
    """Whether a command's first word is `NAME=value`."""
    return _ASSIGNMENT.match(token.text) is not None


def fixed(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The words of a command that are the same whenever it runs; empty where a value, a file or an assignment is in them."""
    if not tokens or is_assignment(tokens[0]) or any(t.glob or _MARKED.search(t.text) for t in tokens):
        return ()
    return tuple(t.text for t in tokens)


def one(call: Call, token: Token) -> str:
    """One word with its values put in, as the target of a redirection is."""
    return _filled(call, token.text)


def _filled(call: Call, text: str) -> str:
    if VARIABLE not in text and COMMAND not in text and SUM not in text:
        return text
    return _MARKED.sub(lambda hit: _value(call, hit), text)


def _value(call: Call, hit: re.Match[str]) -> str:
    if hit[2] is not None:
        return _output(call, hit[2])
    if hit[3] is not None:
        return str(shell_sums.value(_filled(call, quoted(hit[3])), call.session.env))
    if hit[1] == "?":
        return str(call.session.code)
    name, has_default, default = hit[1].partition(":-")
    value = str(call.session.code) if name == "?" else _SPECIAL.get(name, call.session.env.get(name, ""))
    return default if has_default and not value else value


def _output(call: Call, line: str) -> str:
    """What a substituted command line prints, without the line ends after it; it runs in a shell of its own."""
    inner = replace(
        call, session=call.session.copy(), stdin=b"", piped=False, out=bytearray(), err=bytearray(), whole=b"",
        times=(), timed=0,
    )  # fmt: skip
    folder = call.phone.files.cwd
    call.session.code = inner.session.execute(inner, line)
    call.phone.files.cwd = folder
    if inner.err:
        call.times += ((len(call.whole) + len(call.out), call.timed),)
        call.err += inner.err
        call.timed = len(call.err)
    return inner.printed.decode("utf-8", "replace").replace("\0", "").rstrip("\n")


def status(call: Call, tokens: tuple[Token, ...]) -> int:
    """The exit code of a command without words: that of its last substituted command, 0 without one."""
    return call.session.code if any(COMMAND in token.text for token in tokens) else 0


def assignments(call: Call, tokens: tuple[Token, ...]) -> tuple[dict[str, str], tuple[Token, ...]]:
    """The `NAME=value` words a command begins with, and the words after them."""
    values: dict[str, str] = {}
    for n, token in enumerate(tokens):
        hit = _ASSIGNMENT.match(token.text)
        if hit is None:
            return values, tokens[n:]
        values[hit[0][:-1]] = one(call, token)[hit.end() :]
    return values, ()


def _glob(phone: Phone, pattern: str) -> list[str]:
    folder, slash, last = pattern.rpartition("/")
    if any(c in folder for c in "*?["):
        return []
    try:
        names = phone.files.listdir(folder or ("/" if slash else "."))
    except OSError:
        return []
    return [f"{folder}{slash}{n}" for n in names if fnmatch.fnmatchcase(n, last) and not n.startswith(".")]
