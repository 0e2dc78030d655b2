"""AdbTransport through a real adb server to an adbd whose phone misbehaves on command."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from kit.device.hostclient import HostClient
from kit.device.transport import (
    AdbTransport,
    OwnServer,
    ShellResult,
    connect_device,
    disconnect_device,
    ensure_server,
    list_devices,
    open_adb,
)
from kit.errors import (
    CommandFailed,
    DeviceError,
    DeviceLost,
    DeviceTimeout,
    DeviceUnauthorized,
    NoDevice,
    OutcomeUnknown,
    ServerUnreachable,
)
from kit.simphone.files import FileTree
from kit.simphone.serve import PhoneServer


class Machine:
    """A phone with a handful of commands."""

    def __init__(self) -> None:
        self.serial = "machine"
        self.properties = {"ro.product.name": "m", "ro.product.model": "Machine", "ro.product.device": "m"}
        self.files = FileTree()
        self.ran: list[str] = []
        self.go_on = threading.Event()

    def run(self, command: str, stdin: bytes = b"") -> ShellResult:
        self.ran.append(command)
        if command == "hang":
            self.go_on.wait(10)
        if command == "both":
            return ShellResult(b"out\n", b"err\n", 3)
        if command == "cat":
            return ShellResult(stdin)
        if command == "big":
            return ShellResult(bytes(range(256)) * 40_000)
        if command.startswith("pm install"):
            return ShellResult(b"", b"Failure [INSTALL_FAILED_INVALID_APK: too small]\n", 1)
        if command.startswith("rm -f "):
            self.files.remove(command.removeprefix("rm -f "))
        return ShellResult()

    def touch(self) -> None:
        """Nothing on the screen shows files."""


@pytest.fixture(scope="module")
def adb() -> Iterator[OwnServer]:
    server = OwnServer()
    yield server
    server.close()


@pytest.fixture
def machine() -> Iterator[Machine]:
    machine = Machine()
    yield machine
    machine.go_on.set()


@pytest.fixture
def phone(adb: OwnServer, machine: Machine) -> Iterator[AdbTransport]:
    with PhoneServer([machine]) as served:
        (address,) = served.addresses
        connect_device(address, adb.port)
        yield AdbTransport(address, port=adb.port)
        machine.go_on.set()
        disconnect_device(address, adb.port)


def test_streams_exit_code_and_input(phone: AdbTransport) -> None:
    assert phone.shell("both") == ShellResult(b"out\n", b"err\n", 3)
    data = bytes(range(256)) * 4000
    assert phone.shell("cat", stdin=data).stdout == data
    assert phone.shell("big").stdout == bytes(range(256)) * 40_000


def test_non_ascii_commands_arrive_as_they_are(phone: AdbTransport, machine: Machine) -> None:
    phone.shell("echo 'héé 😀 $x'")
    assert machine.ran == ["echo 'héé 😀 $x'"]


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 1_000_000])
def test_files_there_and_back(phone: AdbTransport, size: int) -> None:
    data = (b"0123456789abcde" * (size // 15 + 1))[:size]
    phone.push(data, "/sdcard/Download/a b.bin")
    assert phone.pull("/sdcard/Download/a b.bin") == data


def test_files_refused(phone: AdbTransport) -> None:
    with pytest.raises(CommandFailed, match="No such file"):
        phone.pull("/sdcard/nope")
    with pytest.raises(CommandFailed, match="Read-only"):
        phone.push(b"x", "/system/x")


def test_install_tells_the_reason_and_leaves_no_file(phone: AdbTransport, machine: Machine) -> None:
    with pytest.raises(CommandFailed, match="too small") as caught:
        phone.install(b"not an apk")
    assert caught.value.code == "install_failed_invalid_apk"
    assert machine.files.listdir("/data/local/tmp") == []


def test_a_hung_command_ends_at_its_deadline_and_the_phone_stays_usable(phone: AdbTransport, machine: Machine) -> None:
    with pytest.raises(DeviceTimeout):
        phone.shell("hang", timeout=0.3)
    machine.go_on.set()
    assert phone.shell("both").code == 3


def test_a_phone_that_goes_away_in_the_middle_of_a_command(adb: OwnServer, machine: Machine) -> None:
    served = PhoneServer([machine])
    (address,) = served.start()
    connect_device(address, adb.port)
    phone = AdbTransport(address, port=adb.port)
    threading.Timer(0.3, disconnect_device, (address, adb.port)).start()
    with pytest.raises((DeviceLost, OutcomeUnknown)):
        phone.shell("hang", timeout=5)
    with pytest.raises(NoDevice, match="not found"):
        phone.shell("both")
    machine.go_on.set()
    served.stop()


def test_the_device_list_and_the_only_phone(phone: AdbTransport, adb: OwnServer) -> None:
    (row,) = list_devices(adb.port)
    assert (row.serial, row.state, row.model) == (phone.serial, "device", "Machine")
    assert open_adb("", adb.port).serial == phone.serial


def test_two_phones_and_none_named(phone: AdbTransport, adb: OwnServer) -> None:
    with PhoneServer([Machine()]) as other:
        connect_device(other.addresses[0], adb.port)
        with pytest.raises(NoDevice) as caught:
            open_adb("", adb.port)
        disconnect_device(other.addresses[0], adb.port)
    assert phone.serial in str(caught.value)
    assert other.addresses[0] in str(caught.value)


def test_wrong_serial(adb: OwnServer) -> None:
    with pytest.raises(NoDevice, match="'nosuch'"):
        open_adb("nosuch", adb.port)


def test_unauthorized(adb: OwnServer) -> None:
    with PhoneServer([Machine()], auth="unauthorized") as served:
        (address,) = served.addresses
        with pytest.raises(DeviceUnauthorized):
            connect_device(address, adb.port)
        with pytest.raises(DeviceError):  # listed as unauthorized by this adb, gone from the list of others
            open_adb(address, adb.port)
        disconnect_device(address, adb.port)


def test_nothing_listens_at_the_address(adb: OwnServer) -> None:
    with pytest.raises(DeviceLost, match="could not connect"):
        connect_device("127.0.0.1:9", adb.port)


def test_sleep_of_a_simulated_phone_costs_no_wall_time(phone: AdbTransport, adb: OwnServer, machine: Machine) -> None:
    simulated = AdbTransport(phone.serial, port=adb.port, simulated=True)
    start = time.monotonic()
    simulated.sleep(30)
    assert time.monotonic() - start < 5
    assert machine.ran == ["sleep 30.000"]
    assert simulated.raw_pixels
    assert not phone.raw_pixels


def test_a_round_trip_stays_within_its_budget(phone: AdbTransport) -> None:
    phone.shell("both")
    seconds = []
    for _ in range(30):
        start = time.perf_counter()
        phone.shell("both")
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < 0.002  # the quickest: other work on this computer must not fail the test


def test_a_server_is_started_where_none_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADB_USB", "0")
    monkeypatch.setenv("ADB_LIBUSB", "0")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ensure_server(port)
    try:
        assert list_devices(port) == ()
    finally:
        with pytest.raises(ServerUnreachable):  # it was started above, by this test; it ends without a word
            HostClient(port).query("host:kill")


def test_a_port_held_by_something_else_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        threading.Thread(target=lambda: [other.accept()[0].close() for _ in range(3)], daemon=True).start()
        with pytest.raises(ServerUnreachable, match=str(port)):
            ensure_server(port, timeout=5)


def test_an_own_server_ends_when_closed() -> None:
    server = OwnServer()
    assert HostClient(server.port).alive()
    assert list_devices(server.port) == ()
    server.close()
    server.close()
    with pytest.raises(ServerUnreachable):
        HostClient(server.port).query("host:version")
