"""A simphone in this process behind the Transport protocol: no adb, no sockets, no wall time."""

from __future__ import annotations

from kit.device.transport import ShellResult
from kit.errors import CommandFailed, DeviceTimeout
from kit.simphone.phone import Phone


class LocalTransport:
    """The Transport of one Phone. Deadlines are counted in the phone's own time."""

    raw_pixels = True
    simulated = True

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.closed = False

    @property
    def serial(self) -> str:
        """`sim:SEED`."""
        return self.phone.serial

    def shell(self, command: str, *, stdin: bytes = b"", timeout: float = 10.0) -> ShellResult:
        """Runs one command line. Raises DeviceTimeout when more phone time passed than `timeout` seconds."""
        since = self.phone.core.now
        result = self.phone.run(command, stdin)
        spent = (self.phone.core.now - since) / 1000
        if spent > timeout and not command.startswith("simphone"):
            raise DeviceTimeout(
                f"`{command[:60]}` took {spent:.1f} s of phone time, more than {timeout:g} s.",
                fix="Allow more time; whether it took effect is unknown.",
            )
        return result

    def push(self, data: bytes, remote: str, *, mode: int = 0o644, timeout: float = 60.0) -> None:
        """Writes a file. Raises CommandFailed where the phone's shell user may not write."""
        with self.phone.lock:
            try:
                self.phone.files.write(remote, data, mode)
            except OSError as error:
                raise CommandFailed(f"The phone refused to write {remote}: {error.strerror}.") from None

    def pull(self, remote: str, *, timeout: float = 60.0) -> bytes:
        """Reads a file. Raises CommandFailed when it is not there."""
        with self.phone.lock:
            try:
                return self.phone.files.read(remote)
            except OSError as error:
                raise CommandFailed(f"The phone has no {remote}: {error.strerror}.") from None

    def install(self, apk: bytes, *, timeout: float = 120.0) -> None:
        """Installs an APK. Raises CommandFailed with Android's reason."""
        result = self.phone.run(f"pm install -r -S {len(apk)}", apk)
        if result.code:
            raise CommandFailed(f"The phone refused the APK: {result.text.strip() or result.error_text.strip()}")

    def sleep(self, seconds: float) -> None:
        """Lets phone time pass."""
        self.phone.advance(seconds)

    def close(self) -> None:
        """Gives the phone back."""
        self.closed = True
