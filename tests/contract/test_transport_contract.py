"""What every transport promises, run on the in-process simphone and on the same phone behind a real adb server."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from kit.device.device import Device
from kit.device.keyboard import ADB_KEYBOARD
from kit.device.transport import Transport
from kit.errors import CommandFailed, DeviceLost, DeviceTimeout, HierarchyError, KeyboardNotRestored
from kit.phones.open import open_device
from kit.screen.tree import parse
from kit.types import Node


@pytest.fixture(params=["sim:7", "sim+adb:7"])
def phone(request: pytest.FixtureRequest) -> Iterator[Device]:
    device = open_device(request.param)
    yield device
    device.close()


@pytest.fixture
def transport(phone: Device) -> Transport:
    return phone.transport


def test_it_names_itself_and_its_kind(transport: Transport) -> None:
    assert transport.serial
    assert transport.simulated
    assert transport.raw_pixels


def test_streams_and_exit_codes_stay_apart(transport: Transport) -> None:
    fine = transport.shell("echo 'a  b' \"é😀\"")
    assert (fine.text, fine.stderr, fine.code) == ("a  b é😀\n", b"", 0)
    bad = transport.shell("ls /sdcard/nope")
    assert bad.stdout == b""
    assert "No such file or directory" in bad.error_text
    assert bad.code == 1
    assert transport.shell("no-such-command").code == 127


def test_input_reaches_the_command(transport: Transport) -> None:
    data = bytes(range(256)) * 3000
    assert transport.shell("cat", stdin=data).stdout == data


@pytest.mark.parametrize("data", [b"", b"x", b"line\n\xff\x00" * 40_000], ids=["empty", "one", "large"])
def test_files_come_back_as_they_went(transport: Transport, data: bytes) -> None:
    transport.push(data, "/sdcard/Download/füll name.bin", mode=0o600)
    assert transport.pull("/sdcard/Download/füll name.bin") == data


def test_pushed_files_are_what_the_shell_sees(transport: Transport) -> None:
    transport.push(b"hello", "/data/local/tmp/x.txt")
    assert transport.shell("cat /data/local/tmp/x.txt").stdout == b"hello"


def test_missing_and_forbidden_files_are_refused(transport: Transport) -> None:
    with pytest.raises(CommandFailed, match="No such file"):
        transport.pull("/sdcard/nope")
    with pytest.raises(CommandFailed):
        transport.push(b"x", "/system/x")


def test_what_is_no_app_is_not_installed(transport: Transport) -> None:
    with pytest.raises(CommandFailed, match="INSTALL_"):
        transport.install(b"not an apk")


def test_waiting_moves_the_phones_clock_and_not_ours(transport: Transport) -> None:
    def clock() -> int:
        return int(transport.shell("date +%s").text)

    before, start = clock(), time.monotonic()
    transport.sleep(600)
    assert clock() - before >= 600
    assert time.monotonic() - start < 5


def test_a_hung_command_is_a_timeout(transport: Transport) -> None:
    transport.shell("simphone fault hang 1")
    start = time.monotonic()
    with pytest.raises(DeviceTimeout):
        transport.shell("ls /", timeout=0.5)
    assert time.monotonic() - start < 3


def test_a_phone_that_is_gone_is_lost(transport: Transport) -> None:
    transport.shell("simphone fault offline 1")
    with pytest.raises(DeviceLost):
        transport.shell("ls /", timeout=5)


def test_closing_twice_is_fine(transport: Transport) -> None:
    transport.close()
    transport.close()


def test_the_true_state_is_json(transport: Transport) -> None:
    state = json.loads(transport.shell("simphone state").text)
    assert set(state) >= {"data", "front", "clock"}


# --- the device over it ---------------------------------------------------------------------------------------------


def test_launch_look_and_leave(phone: Device) -> None:
    home = phone.foreground()
    phone.launch("com.android.settings")
    phone.wait(2)
    assert phone.foreground().package == "com.android.settings"
    screen = phone.screen()
    assert phone.screenshot().size == (screen.width, screen.height)
    assert b"com.android.settings" in phone.hierarchy(windows=False)
    assert phone.hierarchy(windows=True).count(b"<window ") >= 2
    phone.key("HOME")
    phone.wait(2)
    assert phone.foreground() == home


def test_what_is_installed(phone: Device) -> None:
    packages = phone.packages()
    assert {"com.android.settings", "com.simphone.notes"} <= set(packages)
    assert {c.partition("/")[0] for c in phone.launchables()} <= set(packages)
    with pytest.raises(CommandFailed) as caught:
        phone.launch("org.nowhere")
    assert caught.value.code == "app_not_installed"


def test_health_and_identity(phone: Device) -> None:
    assert 0 < phone.battery().level <= 100
    assert 0 <= phone.thermal() <= 6
    assert not phone.keyboard_shown()
    assert "/" in phone.current_ime()
    assert phone.properties()["ro.product.model"]


@pytest.mark.parametrize(("fault", "code"), [("null_root", "dump_null_root"), ("idle_state", "dump_idle_state")])
def test_failed_dumps_keep_their_code(phone: Device, fault: str, code: str) -> None:
    phone.hierarchy(windows=False)
    phone.shell(f"simphone fault {fault} 1")
    with pytest.raises(HierarchyError) as caught:
        phone.hierarchy(windows=False)  # the file of the first dump must not be read again
    assert caught.value.code == code


def test_any_text_reaches_the_focused_field(phone: Device) -> None:
    ime = phone.current_ime()
    phone.launch("com.android.settings")
    phone.wait(2)
    for mark in ("earch", "EditText"):
        phone.tap(*_find(phone, mark))
        phone.wait(1)
    assert phone.keyboard_shown()
    for text in ("plain text", "Grüße 你好 😀 %s $x 'q'"):
        phone.clear_field()
        phone.type_text(text)
        phone.wait(1)
        assert text in _texts(phone)
    assert phone.current_ime() == ime


def test_a_keyboard_that_cannot_be_put_back_is_told_apart_from_unsent_text(phone: Device) -> None:
    phone.launch("com.android.settings")
    phone.wait(2)
    for mark in ("earch", "EditText"):
        phone.tap(*_find(phone, mark))
        phone.wait(1)
    phone.shell("simphone fault keyboard_restore 1")
    with pytest.raises(KeyboardNotRestored):
        phone.type_text("Grüße")
    assert "Grüße" in _texts(phone)
    assert phone.current_ime() == ADB_KEYBOARD


def _nodes(phone: Device) -> list[Node]:
    return [node for window in parse(phone.hierarchy(windows=False)) for node in window.nodes]


def _find(phone: Device, mark: str) -> tuple[int, int]:
    return next(n for n in _nodes(phone) if mark in n.class_name + n.text + n.content_desc).bounds.center


def _texts(phone: Device) -> set[str]:
    return {node.text for node in _nodes(phone)}


def test_both_doors_lead_to_the_same_phone() -> None:
    with open_device("sim:11") as near, open_device("sim+adb:11") as far:
        assert near.hierarchy(windows=True) == far.hierarchy(windows=True)
        assert near.screenshot().tobytes() == far.screenshot().tobytes()
        assert near.packages() == far.packages()
