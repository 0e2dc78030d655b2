"""Device specs: what each opens, what a wrong one says, and that closing ends what was started."""

from __future__ import annotations

import pytest

from kit.device.hostclient import HostClient
from kit.device.transport import AdbTransport, OwnServer
from kit.errors import NoDevice, ServerUnreachable, UsageError
from kit.phones.open import open_device
from kit.settings import Settings


@pytest.mark.parametrize("spec", ["", "sim", "7", "simulator:1", "usb:X", "adb", "avd:Pixel"])
def test_a_wrong_spec_shows_the_valid_forms(spec: str) -> None:
    with pytest.raises(UsageError, match=r"sim:SEED.*sim\+adb:SEED.*adb:SERIAL"):
        open_device(spec)


@pytest.mark.parametrize("spec", ["sim:", "sim:x", "sim:-1", "sim:1.5", "sim+adb:seven", "sim:²"])
def test_a_wrong_seed_is_told(spec: str) -> None:
    with pytest.raises(UsageError, match="no seed"):
        open_device(spec)


def test_settings_reach_the_device() -> None:
    settings = Settings.model_validate({"black_screen_detect": False, "command_timeout_s": 33})
    with open_device("sim:3", settings=settings) as phone:
        assert (phone.black_screen_detect, phone.command_timeout) == (False, 33)
        assert phone.serial == "sim:3"
        assert phone.epoch == 0


def test_a_simphone_behind_adb_leaves_nothing_running() -> None:
    phone = open_device("sim+adb:3")
    transport = phone.transport
    assert isinstance(transport, AdbTransport)
    port = transport.client.port
    assert phone.shell("echo hi").text == "hi\n"
    assert HostClient(port).alive()
    phone.close()
    phone.close()
    with pytest.raises(ServerUnreachable):
        HostClient(port).query("host:version")


def test_two_simphones_behind_adb_do_not_meet() -> None:
    with open_device("sim+adb:1") as one, open_device("sim+adb:2") as other:
        assert one.serial != other.serial
        assert one.transport.client.port != other.transport.client.port  # type: ignore[attr-defined]


def test_real_phones_are_looked_for_on_the_port_that_is_set() -> None:
    server = OwnServer()
    try:
        settings = Settings.model_validate({"adb_server_port": server.port})
        with pytest.raises(NoDevice, match="No phone is connected"):
            open_device("adb:", settings=settings)
        with pytest.raises(NoDevice, match="'A1'"):
            open_device("adb:A1", settings=settings)
    finally:
        server.close()
