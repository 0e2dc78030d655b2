"""A thin client of the adb server's own protocol: plain sockets, one deadline a call, no waiting on close.

The server takes `hhhh` + request (four hex digits of length) and answers `OKAY` or `FAIL` + `hhhh` + sentence. After
`host:transport:SERIAL` the same socket becomes a stream to a service of the phone (`shell,v2,raw:`, `exec:`, `sync:`).
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import time
from collections.abc import Generator
from dataclasses import dataclass, field

from kit.device.parsing import DeviceInfo, parse_devices, server_failure
from kit.errors import (
    CommandFailed,
    DeviceError,
    DeviceLost,
    DeviceTimeout,
    OutcomeUnknown,
    ServerUnreachable,
    UsageError,
)

_STDIN, _STDOUT, _STDERR, _EXIT, _CLOSE_STDIN = 0, 1, 2, 3, 4
_PACKET_LIMIT = 64 * 1024
_RECEIVE = 1 << 20
_SHELL = "shell,v2,raw:"
_LONGEST_REQUEST = 0xFFFF
_END_OF_INPUT = bytes((_CLOSE_STDIN, 0, 0, 0, 0))
"""Always sent: a command that reads would otherwise wait for ever."""

Output = tuple[bytes, bytes, int]
"""Standard output, standard error, exit code."""


class _Cut(Exception):
    """The stream ended or broke before the answer was whole."""


@dataclass(slots=True)
class Stream:
    """A socket with one deadline for everything done on it (`ends`: monotonic seconds)."""

    socket: socket.socket
    ends: float
    what: str
    buffer: bytearray = field(default_factory=bytearray)

    def arm(self) -> None:
        """Sets the socket's timeout to what is left; raises DeviceTimeout when nothing is."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise self.late()
        self.socket.settimeout(left)

    def late(self) -> DeviceTimeout:
        """The error for a passed deadline."""
        return DeviceTimeout(f"{self.what} did not end in time; whether the phone carried it out is unknown.")

    def send(self, data: bytes | memoryview) -> None:
        """Sends all of `data`."""
        self.arm()
        try:
            self.socket.sendall(data)
        except TimeoutError:
            raise self.late() from None
        except OSError as error:
            raise _Cut(str(error)) from None

    def send_some(self, data: memoryview) -> int:
        """Sends what fits now; returns how many bytes went."""
        self.arm()
        try:
            return self.socket.send(data)
        except TimeoutError:
            raise self.late() from None
        except OSError as error:
            raise _Cut(str(error)) from None

    def receive(self) -> bytes:
        """Whatever has arrived; empty at the end of the stream."""
        self.arm()
        try:
            return self.socket.recv(_RECEIVE)
        except TimeoutError:
            raise self.late() from None
        except OSError as error:
            raise _Cut(str(error)) from None

    def exactly(self, count: int) -> bytes:
        """The next `count` bytes."""
        while len(self.buffer) < count:
            data = self.receive()
            if not data:
                raise _Cut("it was closed")
            self.buffer += data
        found = bytes(self.buffer[:count])
        del self.buffer[:count]
        return found

    def rest(self) -> bytes:
        """Everything up to the end of the stream."""
        while data := self.receive():
            self.buffer += data
        found = bytes(self.buffer)
        self.buffer.clear()
        return found


@dataclass(frozen=True, slots=True)
class HostClient:
    """Speaks to the adb server on `host`:`port`. Holds no connection: every call opens its own."""

    port: int = 5037
    host: str = "127.0.0.1"

    # --- the server itself -------------------------------------------------------------------------------------------

    def alive(self, timeout: float = 1.0) -> bool:
        """Whether an adb server answers there."""
        try:
            self.query("host:version", timeout=timeout)
        except DeviceError:
            return False
        return True

    def query(self, request: str, *, timeout: float = 10.0, serial: str = "") -> str:
        """Asks the server; returns the text of its answer."""
        with self._guard(serial), self._connect(request, timeout) as stream:
            self._ask(stream, request, serial)
            return stream.exactly(int(stream.exactly(4), 16)).decode("utf-8", "replace")

    def devices(self, *, timeout: float = 5.0) -> tuple[DeviceInfo, ...]:
        """What the server has connected, in its order."""
        return parse_devices(self.query("host:devices-l", timeout=timeout))

    def state(self, serial: str, *, timeout: float = 5.0) -> str:
        """`device`, `offline` ...; raises the typed error when the phone is not there or not authorised."""
        return self.query(f"host-serial:{serial}:get-state", timeout=timeout, serial=serial)

    def features(self, serial: str, *, timeout: float = 5.0) -> frozenset[str]:
        """What the phone's adbd can do (`shell_v2`, `cmd` ...); raises like `state`."""
        said = self.query(f"host-serial:{serial}:features", timeout=timeout, serial=serial)
        return frozenset(part for part in said.strip().split(",") if part)

    # --- the phone -----------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def service(self, serial: str, request: str, *, timeout: float) -> Generator[Stream]:
        """Opens a service of the phone; every error inside the block comes out typed."""
        with self._guard(serial), self._connect(request, timeout) as stream:
            self._ask(stream, f"host:transport:{serial}", serial)
            self._ask(stream, request, serial)
            yield stream

    def shell_v2(self, serial: str, command: str, *, stdin: bytes, timeout: float) -> Output:
        """One command line with both streams apart and its exit code."""
        with self.service(serial, _SHELL + command, timeout=timeout) as stream:
            return _talk(stream, stdin)

    def shell_v1(self, serial: str, command: str, *, timeout: float) -> bytes:
        """One command line on a phone without shell_v2: streams mixed, no exit code. `exec:` keeps bytes as they are."""
        with self.service(serial, f"exec:{command}", timeout=timeout) as stream:
            return stream.rest()

    # --- inside ------------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _connect(self, what: str, timeout: float) -> Generator[Stream]:
        ends = time.monotonic() + timeout
        try:
            link = socket.create_connection((self.host, self.port), timeout=min(timeout, 3.0))
        except OSError as error:
            raise ServerUnreachable(
                f"No adb server answers on {self.host}:{self.port} ({error}).",
                fix=f"Start one: adb -P {self.port} start-server.",
            ) from None
        with link:
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            yield Stream(link, ends, f"`{what.removeprefix(_SHELL)[:80]}`")

    def _ask(self, stream: Stream, request: str, serial: str) -> None:
        data = request.encode("utf-8", "surrogateescape")
        if len(data) > _LONGEST_REQUEST:
            raise UsageError(
                f"The command is {len(data)} bytes long; adb carries 65535.", fix="Push a script and run that."
            )
        stream.send(b"%04x%s" % (len(data), data))
        try:
            status = stream.exactly(4)
        except _Cut as error:
            if not serial:
                raise ServerUnreachable(f"What listens on {self.host}:{self.port} closed the link ({error}).") from None
            raise
        if status == b"OKAY":
            return
        if status != b"FAIL":
            raise ServerUnreachable(
                f"What listens on {self.host}:{self.port} is no adb server: it answered {status!r}."
            )
        sentence = stream.exactly(int(stream.exactly(4), 16)).decode("utf-8", "replace")
        raise server_failure(sentence, serial)

    @contextlib.contextmanager
    def _guard(self, serial: str) -> Generator[None]:
        try:
            yield
        except _Cut as cut:
            raise self._why_cut(serial, str(cut)) from None
        except CommandFailed as error:
            if error.code != "device_closed" or not serial:
                raise
            raise self._why_gone(serial) or error from None

    def _why_cut(self, serial: str, reason: str) -> DeviceError:
        if not self.alive():
            return ServerUnreachable(f"The adb server on port {self.port} went away in the middle of a call.")
        gone = self._why_gone(serial) if serial else None
        return gone or OutcomeUnknown(
            f"The link to {serial or 'the server'} broke in the middle of a reply ({reason}); what was carried out is unknown."
        )

    def _why_gone(self, serial: str) -> DeviceError | None:
        """The typed error when the phone is not usable any more; None when it still is."""
        try:
            state = self.state(serial)
            return None if state == "device" else server_failure(f"device {state} (offline)", serial)
        except DeviceLost as error:
            return error
        except DeviceError:
            return None


def _talk(stream: Stream, stdin: bytes) -> Output:
    out: dict[int, bytearray] = {_STDOUT: bytearray(), _STDERR: bytearray()}
    inbox = stream.buffer  # may hold output already: it can arrive together with the server's OKAY
    if stdin:
        code = _feed(stream, stdin, inbox, out)
    else:
        stream.send(_END_OF_INPUT)
        code = _unpack(inbox, out)
    while code is None:
        data = stream.receive()
        if not data:
            raise _Cut("the command's exit code never came")
        inbox += data
        code = _unpack(inbox, out)
    return bytes(out[_STDOUT]), bytes(out[_STDERR]), code


def _feed(stream: Stream, stdin: bytes, inbox: bytearray, out: dict[int, bytearray]) -> int | None:
    """Sends the input and takes output meanwhile, so that a chatty command cannot block its own input."""
    waiting = memoryview(_stdin_packets(stdin))
    with selectors.DefaultSelector() as selector:
        selector.register(stream.socket, selectors.EVENT_READ | selectors.EVENT_WRITE)
        while waiting:
            ready = selector.select(max(0.0, stream.ends - time.monotonic()))
            if not ready:
                raise stream.late()
            if ready[0][1] & selectors.EVENT_READ:
                data = stream.receive()
                inbox += data
                code = _unpack(inbox, out)
                if code is not None or not data:
                    return code
            else:
                waiting = waiting[stream.send_some(waiting[:_PACKET_LIMIT]) :]
    return None


def _stdin_packets(stdin: bytes) -> bytes:
    packets = bytearray()
    for start in range(0, len(stdin), _PACKET_LIMIT):
        part = stdin[start : start + _PACKET_LIMIT]
        packets += bytes((_STDIN,)) + len(part).to_bytes(4, "little") + part
    return bytes(packets + _END_OF_INPUT)


def _unpack(inbox: bytearray, out: dict[int, bytearray]) -> int | None:
    """Takes whole packets off the inbox; the exit code when it has come."""
    at, code = 0, None
    while code is None and len(inbox) - at >= 5:
        kind, length = inbox[at], int.from_bytes(inbox[at + 1 : at + 5], "little")
        if len(inbox) - at - 5 < length:
            break
        body = memoryview(inbox)[at + 5 : at + 5 + length]
        if kind in out:
            out[kind] += body
        elif kind == _EXIT:
            code = body[0] if length else 0
        body.release()
        at += 5 + length
    del inbox[:at]
    return code
