"""One simphone through both doors, in this process or behind a real adb server, with the phone itself at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from kit.device.device import Device
from kit.device.transport import AdbTransport, OwnServer, ShellResult, connect_device, disconnect_device
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.simphone.serve import PhoneServer

DOORS = ["sim", pytest.param("sim+adb", marks=pytest.mark.slow)]
"""In process, and over adb."""

FOREGROUND, PICTURE, DUMP, TOUCH = "dumpsys window", "screencap", "uiautomator", "input "
Effect = Callable[[], ShellResult | Exception | None]


@dataclass
class Rule:
    """After the n-th command that holds `part` (0: after each) comes `effect`."""

    part: str
    nth: int
    effect: Effect
    met: int = 0


@dataclass
class Meddled:
    """A transport that remembers what is sent and lets a test act right after, or instead of, the n-th such command.

    Attributes:
        log: the kinds of commands sent, and ("rest", seconds) for waiting.
        after: what happens after which command; a result of it replaces the phone's, an exception is raised.
        done: touches that the phone has carried out.
    """

    inner: Any
    log: list[Any] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    after: list[Rule] = field(default_factory=list)
    done: list[str] = field(default_factory=list)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        self.commands.append(command)
        kind = next((k for k in (FOREGROUND, PICTURE, DUMP, TOUCH) if k in command), command.split()[0])
        self.log.append(kind)
        result = self.inner.shell(command, stdin=stdin, timeout=timeout)
        if command.startswith(TOUCH):
            self.done.append(command)
        for rule in self.after:
            if rule.part in command:
                rule.met += 1
                if rule.nth in (0, rule.met):
                    other = rule.effect()
                    if isinstance(other, Exception):
                        raise other
                    result = other or result
        return result

    def sleep(self, seconds: float) -> None:
        self.log.append(("rest", seconds))
        self.inner.sleep(seconds)


@dataclass
class Door:
    """An open phone: the device, its transport, and the simphone behind it."""

    device: Device
    transport: Meddled
    phone: Phone

    def at(self, part: str, effect: Effect, *, nth: int = 1) -> None:
        """Does something after the n-th command of a kind, counted from now; nth=0 means after each."""
        self.transport.after.append(Rule(part, nth, effect))

    def front(self, app: str) -> Effect:
        """An effect: another app comes to the front."""

        def come() -> None:
            with self.phone.lock:
                self.phone.launch(app)

        return come

    def secure(self, app: str, *pages: str) -> None:
        """Makes pages of an app forbid screenshots."""
        with self.phone.lock:
            self.phone.apps[app] = replace(self.phone.apps[app], secure=pages)
            self.phone.touch()


@contextmanager
def opened(door: str, seed: int = 3, **shape: Any) -> Iterator[Door]:
    """A simphone of this seed through this door."""
    phone = Phone(seed, **shape)
    with ExitStack() as stack:
        inner: Any = LocalTransport(phone)
        if door == "sim+adb":
            served = PhoneServer([phone])
            stack.callback(served.stop)
            (address,) = served.start()
            server = OwnServer()
            stack.callback(server.close)
            connect_device(address, server.port)
            stack.callback(disconnect_device, address, server.port)
            inner = AdbTransport(address, port=server.port, simulated=True)
        transport = Meddled(inner)
        device = Device(transport)
        stack.callback(device.close)
        yield Door(device, transport, phone)
