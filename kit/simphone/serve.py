"""Simphones on the network, for real adb: `PhoneServer` in a process of one's own, `serve` for `kit phone`."""

from __future__ import annotations

import asyncio
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self

from kit.device.transport import ShellResult
from kit.errors import KitError, UsageError
from kit.simphone.adbd.connection import Auth
from kit.simphone.adbd.runner import Machine
from kit.simphone.adbd.server import AdbServer
from kit.simphone.files import FileTree

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

_STOP_SECONDS = 5.0
_POLL_SECONDS = 0.5
_LONGEST_SECONDS = 60.0
"""A command waits no longer: a phone runs one command at a time, so a forgotten `sleep 9999` would block it for hours."""


class PhoneServer:
    """Serves phones over adb from a background thread; a context manager.

    Example:
        `with PhoneServer([Phone(7)]) as server: print(server.addresses)` prints `["127.0.0.1:40213"]`.

    Args:
        phones: the phones, in the order of their ports.
        host: the address to listen on.
        port: the first phone's port, the others follow; 0 takes free ports.
        auth: "none", "accept" (any key) or "unauthorized" (no key).

    Attributes:
        addresses: one `HOST:PORT` a phone, as `adb connect` takes it; empty before `start`.
    """

    def __init__(
        self,
        phones: Sequence[Machine],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        auth: Auth = "none",
    ) -> None:
        self.addresses: list[str] = []
        self._server = AdbServer(phones, host=host, port=port, auth=auth)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="simphone-adbd", daemon=True)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def start(self) -> list[str]:
        """Listens and returns the addresses. Raises UsageError when a port cannot be used."""
        self._thread.start()
        try:
            found = asyncio.run_coroutine_threadsafe(self._server.start(), self._loop).result()
        except KitError:
            self._end_loop()
            raise
        self.addresses = [f"[{host}]:{port}" if ":" in host else f"{host}:{port}" for host, port in found]
        return self.addresses

    def stop(self) -> None:
        """Closes all connections and ports; safe to call twice."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._server.stop(), self._loop).result(_STOP_SECONDS)
            self._end_loop()

    def _end_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_STOP_SECONDS)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def serve(
    count: int,
    port: int,
    seed: int,
    *,
    host: str = "127.0.0.1",
    stop: threading.Event | None = None,
    ready: Callable[[str], None] = print,
    auth: Auth = "none",
    real_time: bool = False,
    traits: str = "",
) -> None:
    """Serves `count` new phones with seeds `seed`, `seed + 1`, ... until SIGINT, SIGTERM or `stop`.

    Args:
        count: how many phones, at least 1.
        port: the first phone's port; phone i listens on `port + i`. 0 takes free ports.
        seed: the first phone's seed.
        host: the address to listen on.
        stop: ends serving when it is set; None for signals only.
        ready: gets one `HOST:PORT` a phone once all phones answer.
        auth: see PhoneServer.
        real_time: the phones' clocks follow wall time, and a command takes as long as it takes on the phone (`sleep 5`
            five seconds); else time passes only while commands run, and they return at once.
        traits: what all of them are like, as written behind the seed of a device spec: "locale=zh-CN,fault.offline=0.01".

    Raises:
        UsageError: `count` is below 1, a trait is wrong, or a port is taken; the message names it.
    """
    from kit.simphone import profiles
    from kit.simphone.phone import Phone

    if count < 1:
        raise UsageError(f"{count} phones cannot be served.", fix="Ask for at least 1.")
    shape = profiles.read(traits)
    phones = [Phone(seed + index, real_time=real_time, **shape) for index in range(count)]
    done = stop or threading.Event()
    machines: list[Machine] = [WallPaced(phone, done) for phone in phones] if real_time else [*phones]
    with _Signals(done), PhoneServer(machines, host=host, port=port, auth=auth) as server:
        for address in server.addresses:
            ready(address)
        while not done.wait(_POLL_SECONDS):
            pass


class WallPaced:
    """A phone whose commands take the wall time that they take of its own, so that its clock never runs ahead.

    Args:
        phone: one made with `real_time`, whose clock catches up with wall time before each command.
        done: ends all waiting when it is set.
    """

    def __init__(self, phone: Phone, done: threading.Event) -> None:
        self.phone = phone
        self._done = done

    @property
    def serial(self) -> str:
        """The phone's."""
        return self.phone.serial

    @property
    def properties(self) -> Mapping[str, str]:
        """The phone's."""
        return self.phone.properties

    @property
    def files(self) -> FileTree:
        """The phone's."""
        return self.phone.files

    @property
    def boots(self) -> int:
        """The phone's."""
        return self.phone.boots

    def touch(self) -> None:
        """The phone's."""
        self.phone.touch()

    def run(self, command: str, stdin: bytes = b"") -> ShellResult:
        """Runs one command line; returns when the phone's time for it has passed, `_LONGEST_SECONDS` at most."""
        began = time.monotonic()
        with self.phone.lock:
            self.phone.catch_up()
            since = self.phone.core.now
            result = self.phone.run(command, stdin)
            spent = (self.phone.core.now - since) / 1000
        # the privileged door is no part of a phone: what it does takes no time (a reset even turns the clock back)
        left = 0.0 if command.startswith("simphone ") else spent - (time.monotonic() - began)
        if left > 0:
            self._done.wait(min(left, _LONGEST_SECONDS))
        return result


class _Signals:
    """Sets the event on SIGINT and SIGTERM while active; does nothing outside the main thread, where Python forbids it."""

    def __init__(self, done: threading.Event) -> None:
        self._done = done
        self._old = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread():
            for number, _ in self._old:
                signal.signal(number, self._stop)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._done.set()

    def __exit__(self, *_: object) -> None:
        if threading.current_thread() is threading.main_thread():
            for number, handler in self._old:
                signal.signal(number, handler)
