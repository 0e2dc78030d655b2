"""One command's streams, and what every command needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


@dataclass(slots=True)
class Call:
    """A running command: the phone, its input, and what it has printed so far. `piped` says that stdin holds something."""

    phone: Phone
    stdin: bytes = b""
    piped: bool = False
    out: bytearray = field(default_factory=bytearray)
    err: bytearray = field(default_factory=bytearray)

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
