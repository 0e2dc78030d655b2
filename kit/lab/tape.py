"""What an agent did to a phone, as the raw commands it sent, and the same commands played again without looking.

This is the measure of how much a task asks to be seen: a solution that also works on another seed's phone, its taps
landing where the other phone's controls stood, was no test of perception (blind replay).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kit.device.transport import ShellResult, Transport
from kit.errors import DeviceError

ACTING = ("input ", "am ", "monkey ", "ime ", "cmd ")
"""How commands begin that change the phone; everything else an agent sends only looks."""


@dataclass(slots=True)
class Tape:
    """A transport that hands everything on and keeps what acted.

    Attributes:
        inner: the phone's own transport.
        commands: (command line, stdin) of each acting call, in order; a pause is ("sleep SECONDS", b"").
    """

    inner: Transport
    commands: list[tuple[str, bytes]] = field(default_factory=list[tuple[str, bytes]])

    @property
    def serial(self) -> str:
        """The phone's."""
        return self.inner.serial

    @property
    def raw_pixels(self) -> bool:
        """The phone's."""
        return self.inner.raw_pixels

    @property
    def simulated(self) -> bool:
        """The phone's."""
        return self.inner.simulated

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        """Runs one command line, and keeps it when it acts."""
        if command.startswith(ACTING):
            self.commands.append((command, stdin))
        return self.inner.shell(command, stdin=stdin, timeout=timeout)

    def push(self, data: bytes, remote: str, *, mode: int = 0o644, timeout: float = 60.0) -> None:
        """Handed on."""
        self.inner.push(data, remote, mode=mode, timeout=timeout)

    def pull(self, remote: str, *, timeout: float = 60.0) -> bytes:
        """Handed on."""
        return self.inner.pull(remote, timeout=timeout)

    def install(self, apk: bytes, *, timeout: float = 120.0) -> None:
        """Handed on."""
        self.inner.install(apk, timeout=timeout)

    def sleep(self, seconds: float) -> None:
        """Lets the phone's time pass, and keeps how long."""
        self.commands.append((f"sleep {seconds:.3f}", b""))
        self.inner.sleep(seconds)

    def close(self) -> None:
        """Handed on."""
        self.inner.close()


def replay(transport: Transport, commands: list[tuple[str, bytes]]) -> None:
    """Sends what was kept, in the same order and with the same pauses; a command that fails stops nothing."""
    for command, stdin in commands:
        word, _, seconds = command.partition(" ")
        if word == "sleep":
            transport.sleep(float(seconds))
            continue
        try:
            transport.shell(command, stdin=stdin, timeout=60.0)
        except DeviceError:
            continue  # the other phone did not take it either; a blind hand would go on
