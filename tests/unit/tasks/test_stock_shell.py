"""What stock tasks see of a phone through ordinary commands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from ordinary_phone import ordinary
from proving import phone

from kit.device.device import Device
from kit.errors import VerifierError
from kit.tasks.base import Task
from kit.tasks.stock import TEMPLATES
from kit.tasks.stock_shell import compare, look, ready, run

NAMED = {t.name: t for t in TEMPLATES}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


def test_the_keyboard_and_what_airplane_mode_switches_off_do_not_count(device: Device) -> None:
    run(device, "svc", "bluetooth", "enable")
    before = ready(device)
    run(device, "settings", "put", "secure", "default_input_method", "com.android.adbkeyboard/.AdbIME")
    assert compare(device, before) == ""
    run(device, "cmd", "connectivity", "airplane-mode", "enable")
    run(device, "svc", "bluetooth", "disable")
    assert "airplane_mode_on" in compare(device, before)
    assert compare(device, before, settings={"global/airplane_mode_on": "1"}) == ""
    assert "bluetooth_on" in compare(
        device, before, settings={"global/airplane_mode_on": "1", "global/bluetooth_on": "1"}
    )


def test_every_folder_is_seen_whatever_its_name(device: Device) -> None:
    for name in ("Ünïcode folder", "it's: a test", "a/b/c/d"):
        run(device, "mkdir", "-p", f"/sdcard/Download/{name}")
        device.push(b"12345", f"/sdcard/Download/{name}/five bytes.txt")
    files = look(device)["files"]
    assert files["/sdcard/Download/Ünïcode folder/five bytes.txt"] == 5
    assert files["/sdcard/Download/it's: a test"] == "folder"
    assert files["/sdcard/Download/a/b/c/d/five bytes.txt"] == 5


@pytest.mark.parametrize(
    ("name", "refused", "told"),
    [("stock_flight", "svc", "Permission Denial"), ("stock_contact_add", "content", "does not tell its contacts")],
)
def test_a_phone_that_refuses_a_command_is_the_verifiers_fault(
    device: Device, name: str, refused: str, told: str
) -> None:
    with ordinary(device, refused), pytest.raises(VerifierError, match=told):
        Task.of(NAMED[name], 3).setup(device)


def test_a_phone_that_does_not_tell_its_contacts_does_for_other_tasks(device: Device) -> None:
    task = Task.of(NAMED["stock_file_delete"], 3)
    with ordinary(device, "content"):
        task.setup(device)
        run(device, "rm", f"/sdcard/Documents/{task.params['folder']}/{task.params['file']}")
        assert task.check(device).success
