"""One command's streams, and what every command needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


VARIABLES: Mapping[str, str] = MappingProxyType({
    "HOME": "/", "PATH": "/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin", "SHELL": "/system/bin/sh",
    "EXTERNAL_STORAGE": "/sdcard", "USER": "shell", "HOSTNAME": "simphone", "TMPDIR": "/data/local/tmp", "PWD": "/",
    "ANDROID_ROOT": "/system", "ANDROID_DATA": "/data",
})  # fmt: skip
"""A new shell's environment."""


class NotInteger(ValueError):
    """A word that should be a whole number; the shell says so in toybox's words, and the command exits with 1."""


def whole(word: str) -> int:
    """The number a word stands for. Raises NotInteger."""
    try:
        return int(word)
    except ValueError:
        raise NotInteger(word) from None


class Printed(bytes):
    """Standard output that knows when, between its bytes, something was said on standard error.

    Attributes:
        times: (bytes of output there were before, bytes of errors there were before) of each time, in order. What was
            said lasts to the next time's errors, or to their end.
    """

    times: tuple[tuple[int, int], ...] = ()

    def pieces(self, err: bytes) -> Iterator[tuple[bool, bytes]]:
        """This output and these errors, piece after piece as they came: (whether it is of the errors, bytes)."""
        at = 0
        for (there, start), (_, end) in pairwise((*self.times, (0, len(err)))):
            yield False, self[at:there]
            yield True, err[start:end]
            at = there
        yield False, self[at:]


@dataclass(slots=True)
class Session:
    """What the commands of one shell share: variables, the last exit code, whether `exit` or `exec` ended it.

    `env` is replaced by `put` and `drop` and never changed, so shells begin with the same. `leaving`: how many loops
    `break` leaves (`continue`: less than 0). `rounds`: how often the loops of the line went round, for all its shells
    together.

    `execute` runs a command line and `run_words` a command already taken apart, in that shell: `sh -c`, `exec` and command
    substitution need it, and the shell itself imports the commands.
    """

    execute: Callable[[Call, str], int]
    run_words: Callable[[Call, list[str]], int]
    env: Mapping[str, str] = field(default_factory=lambda: VARIABLES)
    code: int = 0
    ended: bool = False
    leaving: int = 0
    rounds: list[int] = field(default_factory=lambda: [0])

    def copy(self) -> Session:
        """The session of a subshell."""
        return Session(self.execute, self.run_words, self.env, self.code, rounds=self.rounds)

    def put(self, values: Mapping[str, str]) -> None:
        """Sets variables."""
        self.env = {**self.env, **values}

    def drop(self, names: list[str]) -> None:
        """Unsets variables."""
        self.env = {k: v for k, v in self.env.items() if k not in names}


@dataclass(slots=True)
class Call:
    """A running command: the phone, its input, and what it has printed so far.

    `piped` says that stdin holds something. `whole` is output that is handed on uncopied (a screenshot); it comes before
    anything in `out`. `session` is the shell it runs in. `times` is what `Printed` says of it, for the first `timed` bytes
    of `err`: a phone's streams may end in one, and then their order is seen.
    """

    phone: Phone
    session: Session
    stdin: bytes = b""
    piped: bool = False
    out: bytearray = field(default_factory=bytearray)
    err: bytearray = field(default_factory=bytearray)
    whole: bytes = b""
    times: tuple[tuple[int, int], ...] = ()
    timed: int = 0

    @property
    def printed(self) -> bytes:
        """All of standard output; as `Printed` where something was said on standard error as well."""
        if not self.whole:
            data = bytes(self.out)
        else:
            data = self.whole + bytes(self.out) if self.out else self.whole
        if not self.times:
            return data
        printed = Printed(data)
        printed.times = self.times
        return printed

    def note(self) -> None:
        """Whatever was said on standard error since the last time was said now: by the parts of a pipeline before the last."""
        if len(self.err) > self.timed:
            self.times += ((len(self.whole) + len(self.out), self.timed),)
            self.timed = len(self.err)

    def hand_on(self, data: bytes) -> None:
        """Prints bytes, uncopied where nothing was printed before."""
        self.note()
        if self.out or self.whole:
            self.out += data
        else:
            self.whole = data

    def take(self, inner: Call) -> None:
        """Adds what a command within this one printed."""
        if inner.err or len(self.err) > self.timed:
            self._take_errors(inner)
        if inner.whole and not self.out and not self.whole:
            self.whole, self.out = inner.whole, inner.out
        else:
            self.out += inner.printed

    def _take_errors(self, inner: Call) -> None:
        at, start, size = len(self.whole) + len(self.out), len(self.err), len(inner.whole) + len(inner.out)
        self.times += ((at, self.timed),)
        self.err += inner.err
        if inner.times:
            self.times += tuple((at + min(o, size), start + e) for o, e in inner.times if e < len(inner.err))
        self.timed = len(self.err)

    def say(self, *lines: str) -> None:
        """Prints lines to standard output."""
        self.out += "".join([f"{line}\n" for line in lines]).encode("utf-8", "surrogatepass")

    def fail(self, *lines: str) -> None:
        """Prints lines to standard error."""
        self.times += ((len(self.whole) + len(self.out), self.timed),)
        for line in lines:
            self.err += line.encode("utf-8", "surrogatepass") + b"\n"
        self.timed = len(self.err)

    def exception(self, action: str, kind: str, message: str) -> int:
        """Prints what a Java shell command prints when it throws; exit code 255."""
        self.fail(f"Exception occurred while executing '{action}':", f"{kind}: {message}")
        return 255

    def wait(self, seconds: float) -> None:
        """The command takes this much phone time."""
        self.phone.advance(seconds)
