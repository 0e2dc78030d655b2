"""A tiny phone for the adb tests, and a real adb client with a server of its own."""

import contextlib
import os
import shlex
import socket
import struct
import subprocess
import time
from pathlib import Path

from kit.device.transport import ShellResult
from kit.errors import DeviceOffline, DeviceTimeout
from kit.simphone.adbd import wire
from kit.simphone.files import FileTree

EVERY_BYTE = bytes(range(256)) * 64
NOT_AN_APK = b"Failure [INSTALL_PARSE_FAILED_NOT_APK: Failed to parse base.apk]\n"


class SmallPhone:
    """Answers a handful of commands; enough to see what the wire does to them."""

    def __init__(self, name: str = "small"):
        self.serial = name
        self.properties = {
            "ro.product.name": "sim_" + name,
            "ro.product.model": "Sim Phone:" + name,
            "ro.product.device": "simdev",
        }
        self.files = FileTree()
        self.log: list[tuple[str, bytes]] = []
        self.touched = 0
        self.boots = 0

    def touch(self) -> None:
        self.touched += 1

    def run(self, command: str, stdin: bytes = b"") -> ShellResult:
        self.log.append((command, stdin))
        try:
            words = shlex.split(command) or [""]
        except ValueError:
            words = [command]
        action = getattr(self, "do_" + words[0], None)
        if action is None:
            return ShellResult(b"", f"/system/bin/sh: {words[0]}: inaccessible or not found\n".encode(), 127)
        return action(words[1:], stdin)

    def do_echo(self, words, _stdin):
        return ShellResult(" ".join(words).encode() + b"\n")

    def do_exit(self, words, _stdin):
        return ShellResult(code=int(words[0]))

    def do_both(self, _words, _stdin):
        return ShellResult(b"out\n", b"err\n", 3)

    def do_bytes(self, _words, _stdin):
        return ShellResult(EVERY_BYTE)

    def do_zeros(self, words, _stdin):
        return ShellResult(bytes(int(words[0])))

    def do_cat(self, words, stdin):
        return ShellResult(self.files.read(words[0]) if words else stdin)

    def do_whoami(self, _words, _stdin):
        return ShellResult(self.serial.encode() + b"\n")

    def do_nap(self, words, _stdin):
        time.sleep(float(words[0]))
        return ShellResult(b"awake\n")

    def do_cmd(self, words, _stdin):
        if words[:2] == ["package", "install"]:
            return ShellResult(NOT_AN_APK, b"", 1)
        return ShellResult(b"null\n")

    def do_screencap(self, _words, _stdin):
        return ShellResult(struct.pack("<4I", 2, 3, 1, 1) + bytes(range(24)))

    def do_reboot(self, _words, _stdin):
        return ShellResult()

    def do_hang(self, _words, _stdin):
        raise DeviceTimeout("hung on purpose")

    def do_vanish(self, _words, _stdin):
        raise DeviceOffline("gone on purpose")

    def do_crash(self, _words, _stdin):
        raise RuntimeError("a bug in a command")


def free_port() -> int:
    with contextlib.closing(socket.socket()) as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


class Adb:
    """The real adb binary with a server of its own; `close` ends that server."""

    def __init__(self, home: Path):
        import adbutils

        self.port = free_port()
        self.binary = adbutils.adb_path()
        self.env = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("ADB_", "ANDROID_"))},
            "HOME": str(home),
            "TMPDIR": str(home),
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",  # no search for emulators: other tests' phones stay out of sight
            "ADB_MDNS": "0",
            "ADB_USB": "0",
            "ADB_LIBUSB": "0",
        }
        self("start-server")

    def __call__(self, *words: str, stdin: bytes = b"", timeout: float = 60) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [self.binary, *words], input=stdin, capture_output=True, env=self.env, timeout=timeout, check=False
        )

    def on(self, serial: str, *words: str, stdin: bytes = b"", timeout: float = 60):
        return self("-s", serial, *words, stdin=stdin, timeout=timeout)

    def popen(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self.binary, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.env
        )

    def connect(self, address: str) -> str:
        return self("connect", address).stdout.decode().strip()

    def close(self) -> None:
        self("kill-server")


class RawHost:
    """Speaks the wire protocol itself, so that tests can say what no adb says."""

    def __init__(
        self, address: str, *, version: int = wire.VERSION, payload: int = wire.MAX_PAYLOAD, hello: bool = True
    ):
        host, port = address.rsplit(":", 1)
        self.sock = socket.create_connection((host, int(port)), timeout=10)
        self.check = version < wire.VERSION
        self.next_id = 0
        if hello:
            self.send(wire.CNXN, version, payload, b"host::features=shell_v2", check=True)
            self.banner = self.receive()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.sock.close()

    def send(self, command: int, arg0: int, arg1: int, data: bytes = b"", *, check: bool | None = None) -> None:
        self.sock.sendall(wire.pack(command, arg0, arg1, data, check=self.check if check is None else check))

    def exactly(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            part = self.sock.recv(size - len(data))
            if not part:
                raise EOFError
            data += part
        return bytes(data)

    def receive(self) -> tuple[wire.Header, bytes]:
        header = wire.unpack_header(self.exactly(wire.HEADER_SIZE))
        return header, self.exactly(header.size)

    def at_end(self) -> bool:
        """Whether the phone closes the connection; waits for it."""
        try:
            while self.sock.recv(65536):
                pass
        except ConnectionResetError:
            pass
        return True

    def open(self, service: bytes) -> tuple[int, int]:
        """Opens a stream; (our id, the phone's id), the latter 0 when it was refused."""
        self.next_id += 1
        self.send(wire.OPEN, self.next_id, 0, service + b"\0")
        header, _ = self.receive()
        while header.arg1 != self.next_id:  # late words about an earlier stream
            header, _ = self.receive()
        assert header.command in (wire.OKAY, wire.CLSE)
        return self.next_id, header.arg0

    def write(self, ids: tuple[int, int], data: bytes) -> None:
        self.send(wire.WRTE, *ids, data)

    def until_closed(self, ids: tuple[int, int]) -> bytes:
        """Everything the phone writes on a stream until it closes it, each message acknowledged."""
        data = bytearray()
        while True:
            header, payload = self.receive()
            if (header.arg0, header.arg1) != (ids[1], ids[0]):
                continue
            if header.command == wire.CLSE:
                return bytes(data)
            if header.command == wire.WRTE:
                data += payload
                self.send(wire.OKAY, *ids)

    def ask(self, service: bytes, data: bytes = b"") -> bytes:
        """Opens a service, writes `data`, returns all it answers."""
        ids = self.open(service)
        if not ids[1]:
            raise EOFError("refused")
        if data:
            self.write(ids, data)
        return self.until_closed(ids)
