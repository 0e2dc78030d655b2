"""A scripted adb server and a small adbd that can misbehave, both on loopback sockets."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from kit.device.transport import ShellResult

Handler = Callable[[socket.socket], None]


@dataclass
class Listener:
    """Accepts connections on a free port and hands each to `serve` on its own thread."""

    serve: Handler
    port: int = 0
    links: list[socket.socket] = field(default_factory=list)

    def __enter__(self) -> Listener:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(5)
        for link in self.links:
            link.close()

    def _run(self) -> None:
        while True:
            try:
                link, _ = self._listener.accept()
            except OSError:
                return
            self.links.append(link)
            threading.Thread(target=self._one, args=(link,), daemon=True).start()

    def _one(self, link: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError), link:
            self.serve(link)


def take(link: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = link.recv(count - len(data))
        if not part:
            raise EOFError
        data += part
    return data


def packet(kind: int, data: bytes) -> bytes:
    """One shell_v2 packet."""
    return bytes((kind,)) + struct.pack("<I", len(data)) + data


def drain(link: socket.socket) -> None:
    """Ends the stream as adb does: what the client still sends is read, or the kernel would reset the connection."""
    link.shutdown(socket.SHUT_WR)
    while link.recv(4096):
        pass


@dataclass
class FakeServer:
    """An adb server that answers by a table: request -> bytes to send; `tail` runs after a phone service opened."""

    answers: dict[str, bytes] = field(default_factory=dict)
    tail: Handler | None = None
    asked: list[str] = field(default_factory=list)
    port: int = 0

    def serve(self, link: socket.socket) -> None:
        while True:
            request = take(link, int(take(link, 4), 16)).decode()
            self.asked.append(request)
            answer = self.answers.get(request)
            if answer is None and request.startswith("host:transport:"):
                answer = b"OKAY"
            if answer is not None:
                link.sendall(answer)
                if not request.startswith("host"):
                    drain(link)
                    return
            elif request.startswith("host:version"):
                link.sendall(b"OKAY00040029")
            elif request.endswith(":features"):
                link.sendall(b"OKAY0008shell_v2")
            elif request.endswith(":get-state"):
                link.sendall(b"OKAY0006device")
            elif self.tail is not None:
                link.sendall(b"OKAY")
                self.tail(link)
                return
            if request.startswith("host") and not request.startswith("host:transport:"):
                return


def fail(sentence: str) -> bytes:
    return b"FAIL%04x%s" % (len(sentence.encode()), sentence.encode())


@pytest.fixture
def server() -> Iterator[FakeServer]:
    """A scripted adb server; set `answers` and `tail`."""
    fake = FakeServer()
    with Listener(fake.serve) as listener:
        fake.port = listener.port
        yield fake


@dataclass
class SmallAdbd:
    """Just enough of a phone's adbd for a real adb server: handshake, and `run` for every service opened."""

    run: Callable[[bytes], bytes | None] = lambda service: b""
    banner: bytes = (
        b"device::ro.product.name=small;ro.product.model=Small;ro.product.device=small;features=shell_v2,cmd"
    )
    port: int = 0
    links: list[socket.socket] = field(default_factory=list)

    def serve(self, link: socket.socket) -> None:
        self.links.append(link)
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while True:
            command, one, two, length, _, _ = struct.unpack("<6I", take(link, 24))
            body = take(link, length)
            if command == 0x4E584E43:
                _message(link, 0x4E584E43, 0x01000001, 0x100000, self.banner)
            elif command == 0x4E45504F:
                self._open(link, one, body.rstrip(b"\0"))
            elif command == 0x45545257:
                _message(link, 0x59414B4F, two, one, b"")

    def _open(self, link: socket.socket, theirs: int, service: bytes) -> None:
        answer = self.run(service)
        if answer is None:
            _message(link, 0x45534C43, 0, theirs, b"")
            return
        mine = theirs + 1000
        _message(link, 0x59414B4F, mine, theirs, b"")
        if answer:
            _message(link, 0x45545257, mine, theirs, answer)
            _message(link, 0x45534C43, mine, theirs, b"")


def _message(link: socket.socket, command: int, one: int, two: int, body: bytes) -> None:
    head = struct.pack("<6I", command, one, two, len(body), sum(body) & 0xFFFFFFFF, command ^ 0xFFFFFFFF)
    link.sendall(head + body)


@pytest.fixture
def small_adbd() -> Iterator[SmallAdbd]:
    """A small adbd on a free port."""
    adbd = SmallAdbd()
    with Listener(adbd.serve) as listener:
        adbd.port = listener.port
        yield adbd


@dataclass
class FakePhone:
    """A transport that answers by a table of (part of the command -> answer); an exception is raised instead."""

    answers: dict[str, object] = field(default_factory=dict)
    serial: str = "fake"
    raw_pixels: bool = False
    simulated: bool = True
    sent: list[str] = field(default_factory=list)
    slept: float = 0.0

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        self.sent.append(command)
        for part, answer in self.answers.items():
            if part in command:
                if isinstance(answer, Exception):
                    raise answer
                return answer if isinstance(answer, ShellResult) else ShellResult(str(answer).encode())
        return ShellResult()

    def push(self, data: bytes, remote: str, *, mode: int = 0o644, timeout: float = 60.0) -> None:
        self.sent.append(f"push {remote}")

    def pull(self, remote: str, *, timeout: float = 60.0) -> bytes:
        return b""

    def install(self, apk: bytes, *, timeout: float = 120.0) -> None:
        self.sent.append("install")

    def sleep(self, seconds: float) -> None:
        self.slept += seconds

    def close(self) -> None:
        self.sent.append("close")


@pytest.fixture
def phone() -> FakePhone:
    """A phone that answers what the test says and nothing else."""
    return FakePhone()
