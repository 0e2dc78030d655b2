"""The way to a phone: the `Transport` protocol and its adb implementation. Every call has a deadline.

adbutils is used for one thing, the adb binary it bundles; the rest speaks the server's protocol itself
(`kit.device.hostclient`), which keeps streams apart and answers within a millisecond.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import time
import zlib
from dataclasses import dataclass
from typing import Protocol

from kit.device import sync
from kit.device.hostclient import HostClient
from kit.device.parsing import DeviceInfo, check_connect, check_install
from kit.errors import DeviceError, NoDevice, ServerUnreachable, UsageError


@dataclass(frozen=True, slots=True)
class ShellResult:
    """What a shell command left: both streams apart, as bytes, and its exit code (None when the transport cannot know it)."""

    stdout: bytes = b""
    stderr: bytes = b""
    code: int | None = 0

    @property
    def text(self) -> str:
        """Standard output as text; bytes that are not UTF-8 become replacement characters."""
        return self.stdout.decode("utf-8", "replace")

    @property
    def error_text(self) -> str:
        """Standard error as text."""
        return self.stderr.decode("utf-8", "replace")


class Transport(Protocol):
    """One phone's shell and file door. Implementations: adb (here) and the in-process simphone.

    Every method raises DeviceTimeout when `timeout` (seconds) passes and a DeviceLost subclass when the phone is gone.

    Attributes:
        serial: as `adb devices` lists it, or `sim:SEED` in process.
        raw_pixels: uncompressed screenshots are cheaper than PNG on this link.
        simulated: the phone is a simphone: it answers `simphone ...` commands and its waiting costs no wall time.
    """

    @property
    def serial(self) -> str:
        """Read only: an implementation may compute it."""
        ...

    @property
    def raw_pixels(self) -> bool:
        """Read only, as above."""
        ...

    @property
    def simulated(self) -> bool:
        """Read only, as above."""
        ...

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        """Runs one command line in the phone's shell, streams kept apart."""
        ...

    def push(self, data: bytes, remote: str, *, mode: int = 0o644, timeout: float = 60.0) -> None:
        """Writes a file on the phone; whole or not at all as far as the phone allows. Raises CommandFailed."""
        ...

    def pull(self, remote: str, *, timeout: float = 60.0) -> bytes:
        """Reads a file from the phone. Raises CommandFailed when it is not there."""
        ...

    def install(self, apk: bytes, *, timeout: float = 120.0) -> None:
        """Installs an APK. Raises CommandFailed with Android's reason."""
        ...

    def sleep(self, seconds: float) -> None:
        """Lets the phone's time pass: wall time on a real phone, virtual time on a simphone."""
        ...

    def close(self) -> None:
        """Gives the phone back; safe to call twice."""
        ...


class AdbTransport:
    """A phone behind an adb server.

    Args:
        serial: as `adb devices` lists it.
        port: the server's port.
        simulated: it is a simphone: `sleep` lets its own clock run, which costs no wall time.
        raw_pixels: take uncompressed screenshots; default only from a simphone (on a cable PNG is cheaper).

    Raises:
        DeviceLost: a subclass says why the phone cannot be used (NoDevice, DeviceOffline, DeviceUnauthorized ...).
    """

    def __init__(
        self, serial: str, *, port: int = 5037, simulated: bool = False, raw_pixels: bool | None = None
    ) -> None:
        self.serial = serial
        self.simulated = simulated
        self.client = HostClient(port)
        features = self.client.features(serial)
        self._separate = "shell_v2" in features
        # mixed into raw pixels, a warning could not be told apart any more; before a PNG it can
        self.raw_pixels = self._separate and (simulated if raw_pixels is None else raw_pixels)
        self._closed = False

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        """Runs one command line; without shell_v2 the streams come mixed and `code` is None."""
        self._open()
        if self._separate:
            return ShellResult(*self.client.shell_v2(self.serial, command, stdin=stdin, timeout=timeout))
        if stdin:
            raise UsageError("This phone's adbd cannot pass input to a command (no shell_v2).")
        return ShellResult(self.client.shell_v1(self.serial, command, timeout=timeout), b"", None)

    def push(self, data: bytes, remote: str, *, mode: int = 0o644, timeout: float = 60.0) -> None:
        """Writes a file on the phone through adb's file service."""
        self._open()
        sync.push(self.client, self.serial, data, remote, mode=mode, timeout=timeout)

    def pull(self, remote: str, *, timeout: float = 60.0) -> bytes:
        """Reads a file from the phone through adb's file service."""
        self._open()
        return sync.pull(self.client, self.serial, remote, timeout=timeout)

    def install(self, apk: bytes, *, timeout: float = 120.0) -> None:
        """Pushes the APK beside the phone's own temporary files, installs it, and removes it again."""
        remote = f"/data/local/tmp/kit-{zlib.crc32(apk):08x}.apk"
        self.push(apk, remote, timeout=timeout)
        try:
            result = self.shell(f"pm install -r -t {remote}", timeout=timeout)
        finally:
            self.shell(f"rm -f {remote}")
        check_install(f"{result.text}\n{result.error_text}")

    def sleep(self, seconds: float) -> None:
        """Wall time on a real phone; a simphone's own clock on a simphone."""
        if not self.simulated:
            time.sleep(max(0.0, seconds))
        elif seconds > 0:
            self.shell(f"sleep {seconds:.3f}", timeout=10.0 + seconds)

    def close(self) -> None:
        """Forgets the phone. There is no connection to end: each call has its own."""
        self._closed = True

    def _open(self) -> None:
        if self._closed:
            raise UsageError(f"The handle on {self.serial} was closed.", fix="Open the phone again.")


def adb_binary() -> str:
    """Path of the adb that comes with adbutils (or of the one on PATH, which adbutils prefers)."""
    import adbutils

    return adbutils.adb_path()


def ensure_server(port: int, *, timeout: float = 20.0) -> None:
    """Makes sure an adb server answers on `port`; one that already does is never touched.

    A server started here stays, as `adb` itself leaves it, so that the next run finds it.

    Raises:
        ServerUnreachable: something else listens there, or the server does not start.
    """

    if HostClient(port).alive():
        return
    run = [adb_binary(), "-P", str(port), "start-server"]
    try:
        done = subprocess.run(
            run,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=timeout,
            check=False,
        )
        said = done.stderr.decode("utf-8", "replace").strip()
    except (OSError, subprocess.TimeoutExpired) as error:
        said = str(error)
    if not HostClient(port).alive():
        said = said.splitlines()[-1] if said else "no reason given"
        raise ServerUnreachable(f"No adb server could be started on port {port}: {said}.", fix="Choose another port.")


def list_devices(port: int = 5037) -> tuple[DeviceInfo, ...]:
    """All phones the server on `port` has, in any state; starts a server when none answers."""

    ensure_server(port)
    return HostClient(port).devices()


def connect_device(address: str, port: int = 5037, *, timeout: float = 15.0) -> None:
    """`adb connect HOST:PORT`; being connected already is fine.

    Raises:
        DeviceLost: nothing answers there; DeviceUnauthorized: it refuses this computer's key.
    """

    ensure_server(port)
    check_connect(HostClient(port).query(f"host:connect:{address}", timeout=timeout))


def disconnect_device(address: str, port: int = 5037) -> None:
    """`adb disconnect HOST:PORT`; a phone that is not connected is fine."""

    with contextlib.suppress(DeviceError):
        HostClient(port).query(f"host:disconnect:{address}", timeout=5.0)


def open_adb(serial: str = "", port: int = 5037, *, simulated: bool = False) -> AdbTransport:
    """A transport to a phone; an empty serial means the only one connected.

    Raises:
        NoDevice: none is connected, none has the serial, or several are and none was named (they are listed).
        DeviceOffline, DeviceUnauthorized: it is there but not usable.
    """
    found = list_devices(port)
    if not serial:
        if len(found) > 1:
            rows = ", ".join(f"{d.serial} ({d.state})" for d in found)
            raise NoDevice(
                f"Several phones are connected and none was named: {rows}.", fix=f"Name one: adb:{found[0].serial}."
            )
        if not found:
            raise NoDevice("No phone is connected.", fix="Plug one in with USB debugging on, or use `sim:0`.")
        serial = found[0].serial
    return AdbTransport(serial, port=port, simulated=simulated)


class OwnServer:
    """An adb server of one's own, on a free port, that ends with `close`: it never meets phones or servers of others.

    Raises:
        ServerUnreachable: adb could not be started.
    """

    def __init__(self, *, timeout: float = 10.0) -> None:
        self.port = _free_port()
        # neither cables nor emulators nor the local network: it starts in 20 ms instead of 3 s and meets nobody
        alone = {"ADB_USB": "0", "ADB_LIBUSB": "0", "ADB_MDNS": "0", "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553"}
        self._process = subprocess.Popen(
            [adb_binary(), "-P", str(self.port), "nodaemon", "server"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **alone},
        )
        ends = time.monotonic() + timeout
        while not HostClient(self.port).alive():
            if self._process.poll() is not None or time.monotonic() > ends:
                self.close()
                raise ServerUnreachable(f"adb could not be started on port {self.port}.")
            time.sleep(0.01)

    def close(self) -> None:
        """Ends the server; safe to call twice."""
        if self._process.poll() is None:
            self._process.terminate()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
