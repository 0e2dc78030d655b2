"""adb's device list and the sentences its server fails with, old and new."""

from __future__ import annotations

import pytest

from kit.device.parsing import check_connect, parse_devices, server_failure
from kit.errors import DeviceLost, DeviceUnauthorized


def test_device_list_among_banners() -> None:
    said = (
        "* daemon not running; starting now at tcp:5037\n* daemon started successfully\nList of devices attached\n"
        "adb server version (32) doesn't match this client (36); killing...\n"
        "127.0.0.1:15564\tunauthorized\n127.0.0.1:15563\toffline\n"
        "127.0.0.1:15555        device product:probe model:Probe device:probe transport_id:1\n\n"
    )
    rows = parse_devices(said)
    assert [(r.serial, r.state) for r in rows] == [
        ("127.0.0.1:15564", "unauthorized"),
        ("127.0.0.1:15563", "offline"),
        ("127.0.0.1:15555", "device"),
    ]
    assert (rows[2].model, rows[2].transport) == ("Probe", "1")
    assert parse_devices("") == ()


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("no devices/emulators found", "no_device"),
        ("adb: device 'nosuch' not found", "no_device"),
        ("error: device not found", "no_device"),
        ("error: device '(null)' not found", "no_device"),
        ("no device with transport id '7'", "no_device"),
        ("more than one device/emulator", "no_device"),
        ("more than one device with serial X", "no_device"),
        ("device offline", "device_offline"),
        ("error: device offline", "device_offline"),
        ("device offline (no transport)", "device_offline"),
        ("device still connecting", "device_offline"),
        ("device unauthorized.\nThis adb server's $ADB_VENDOR_KEYS is not set", "device_unauthorized"),
        ("device still authorizing", "device_unauthorized"),
        ("closed", "device_closed"),
        ("error: closed", "device_closed"),
        ("protocol fault (status 01 03 00 00?!)", "device_lost"),
        ("protocol fault (couldn't read status): Connection reset by peer", "device_lost"),
        ("unknown host service", "device_error"),
    ],
)
def test_sentences_become_typed_errors(sentence: str, code: str) -> None:
    error = server_failure(sentence, "X1")
    assert error.code == code
    assert error.message


def test_connect_answers() -> None:
    check_connect("connected to 127.0.0.1:15555")
    check_connect("already connected to 127.0.0.1:15555")
    with pytest.raises(DeviceUnauthorized):
        check_connect("failed to authenticate to 127.0.0.1:15555")
    with pytest.raises(DeviceLost, match="Connection refused"):
        check_connect("failed to connect to '127.0.0.1:15999': Connection refused")
