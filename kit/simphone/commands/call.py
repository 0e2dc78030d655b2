"""One command's streams, and what every command needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


VARIABLES = {
    "HOME": "/", "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin", "SHELL": "/system/bin/sh",
    "EXTERNAL_STORAGE": "/sdcard", "USER": "shell", "HOSTNAME": "simphone", "TMPDIR": "/data/local/tmp", "PWD": "/",
    "ANDROID_ROOT": "/system", "ANDROID_DATA": "/data",
}  # fmt: skip
"""A new shell's environment."""


class NotInteger(ValueError):
    """A word that should be a whole number; the shell says so in toybox's words, and the command exits with 1."""


def whole(word: str) -> int:
    """The number a word stands for. Raises NotInteger."""
    try:
        return int(word)
    except ValueError:
        raise NotInteger(word) from None


@dataclass(slots=True)
class Session:
    """What the commands of one shell share: variables, the last exit code, whether `exit` or `exec` ended it.

    `execute` runs a command line and `run_words` a command already taken apart, in that shell: `sh -c`, `exec` and command
    substitution need it, and the shell itself imports the commands.
    """

    execute: Callable[[Call, str], int]
    run_words: Callable[[Call, list[str]], int]
    env: dict[str, str] = field(default_factory=lambda: dict(VARIABLES))
    code: int = 0
    ended: bool = False

    def copy(self) -> Session:
        """The session of a subshell."""
        return Session(self.execute, self.run_words, dict(self.env), self.code)


@dataclass(slots=True)
class Call:
    """A running command: the phone, its input, and what it has printed so far.

    `piped` says that stdin holds something. `whole` is output that is handed on uncopied (a screenshot); it comes before
    anything in `out`. `session` is the shell it runs in.
    """

    phone: Phone
    session: Session
    stdin: bytes = b""
    piped: bool = False
    out: bytearray = field(default_factory=bytearray)
    err: bytearray = field(default_factory=bytearray)
    whole: bytes = b""

    @property
    def printed(self) -> bytes:
        """All of standard output."""
        if not self.whole:
            return bytes(self.out)
        return self.whole + bytes(self.out) if self.out else self.whole

    def take(self, inner: Call) -> None:
        """Adds what a command within this one printed."""
        if inner.whole and not self.out and not self.whole:
            self.whole, self.out = inner.whole, inner.out
        else:
            self.out += inner.printed

    def say(self, *lines: str) -> None:
        """Prints lines to standard output."""
        for line in lines:
            self.out += line.encode("utf-8", "surrogatepass") + b"\n"

    def fail(self, *lines: str) -> None:
        """Prints lines to standard error."""
        for line in lines:
            self.err += line.encode("utf-8", "surrogatepass") + b"\n"

    def exception(self, action: str, kind: str, message: str) -> int:
        """Prints what a Java shell command prints when it throws; exit code 255."""
        self.fail(f"Exception occurred while executing '{action}':", f"{kind}: {message}")
        return 255

    def wait(self, seconds: float) -> None:
        """The command takes this much phone time."""
        self.phone.advance(seconds)
