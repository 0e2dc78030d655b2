"""A simphone as any other phone is: without a privileged door, and one that refuses some commands."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from kit.device.device import Device
from kit.device.transport import ShellResult


@dataclass
class Ordinary:
    """A transport that remembers what is sent. What begins with `simphone` is not found, what begins with `refused` is denied."""

    inner: Any
    refused: tuple[str, ...] = ()
    commands: list[str] = field(default_factory=list[str])

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        self.commands.append(command)
        if command.startswith("simphone"):
            return ShellResult(b"", b"/system/bin/sh: simphone: inaccessible or not found\n", 127)
        if self.refused and command.startswith(self.refused):
            return ShellResult(b"", b"Permission Denial", 255)
        return self.inner.shell(command, stdin=stdin, timeout=timeout)


@contextmanager
def ordinary(device: Device, *refused: str) -> Generator[list[str]]:
    """Closes the privileged door for a while; gives the commands that are sent."""
    inner = device.transport
    door = Ordinary(inner, refused)
    device.transport = cast(Any, door)
    try:
        yield door.commands
    finally:
        device.transport = inner
