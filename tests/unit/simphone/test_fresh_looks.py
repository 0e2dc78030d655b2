"""What is remembered between two looks never shows: every look gives the phone as it is at that moment."""

from __future__ import annotations

import demo_app as demo
import pytest

from kit.device.device import Device
from kit.screen.observe import observe
from kit.settings import Settings
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.types import Observation

FILES = "com.android.documentsui/.files.FilesActivity"


def look(device: Device) -> Observation:
    return observe(device, Settings.model_validate({"screenshots": False, "observe_settle_ms": 0}))


def words(seen: Observation) -> set[str]:
    nodes = [n for w in seen.windows for n in w.nodes]
    return {n.text for n in nodes} | {n.content_desc for n in nodes}


def clock(seen: Observation) -> str:
    return next(n.text for w in seen.windows for n in w.nodes if n.resource_id.endswith(":id/clock"))


@pytest.mark.parametrize("front", ["launcher", "com.android.settings/.Settings", FILES])
def test_the_next_minute_is_seen_in_the_status_bar(front: str) -> None:
    device = Device(LocalTransport(Phone(0)))
    if front != "launcher":
        device.launch(front)
    before = clock(look(device))
    device.wait(60)
    after = clock(look(device))
    device.wait(60)
    assert len({before, after, clock(look(device))}) == 3


def test_a_notification_that_arrives_is_seen_at_once() -> None:
    phone = demo.opened(0)
    device = Device(LocalTransport(phone))
    assert "Demo notification" not in words(look(device))
    phone.send("demo", ("notify",))
    assert "Demo notification" in words(look(device))


def test_a_turned_screen_is_seen_at_once_and_back() -> None:
    device = Device(LocalTransport(demo.opened(0)))
    upright = look(device)
    device.shell("settings put system accelerometer_rotation 0; settings put system user_rotation 1")
    turned = look(device)
    device.shell("settings put system user_rotation 0")
    again = look(device)
    assert (turned.screen.width, turned.screen.height) == (upright.screen.height, upright.screen.width)
    assert turned.windows[-1].bounds.right == turned.screen.width
    assert again.windows == upright.windows


def test_a_dialog_takes_the_focus_at_once() -> None:
    phone = demo.opened(0)
    device = Device(LocalTransport(phone))
    first = look(device)
    phone.core.system.anr = "demo"
    phone.touch()
    assert (first.foreground.package, look(device).foreground.package) == ("org.demo", "android")


def test_files_that_come_and_go_are_seen_at_once() -> None:
    phone = Phone(0)
    device = Device(LocalTransport(phone))
    device.push(b"x", "/sdcard/Download/zz_here.txt")
    device.launch(FILES)
    if "zz_here.txt" not in words(look(device)):
        demo.tap(phone, "Download")
    assert "zz_here.txt" in words(look(device))
    device.shell("rm /sdcard/Download/zz_here.txt")
    assert "zz_here.txt" not in words(look(device))
    device.shell("echo hi > /sdcard/Download/zz_new.txt")
    assert "zz_new.txt" in words(look(device))


def test_a_file_removed_without_time_passing_is_gone_from_the_next_dump() -> None:
    phone = Phone(0)
    phone.files.write("/sdcard/Download/zz_here.txt", b"x")
    phone.launch("files")
    demo.tap(phone, "Download")
    assert any(win.key.startswith("app:") and "zz_here.txt" in repr(win.root) for win in phone.windows())
    phone.run("rm /sdcard/Download/zz_here.txt")
    assert not any("zz_here.txt" in repr(win.root) for win in phone.windows())


@pytest.mark.parametrize("app", ["messages", "mail", "phone"])
def test_the_next_day_is_seen_though_nothing_happened(app: str) -> None:
    phone = Phone(0)
    device = Device(LocalTransport(phone))
    phone.launch(app)
    before = {n.text for n in look(device).windows[-1].nodes}
    device.wait(24 * 3600)
    assert {n.text for n in look(device).windows[-1].nodes} != before


def test_a_look_leaves_what_stands_on_the_screen_as_it_was() -> None:
    """Nothing is built anew for a screen on which nothing happened: the dump's own file is shown by nobody."""
    phone = Phone(0)
    device = Device(LocalTransport(phone))
    phone.launch("messages")
    look(device)
    before = phone.windows()
    look(device)
    assert phone.windows() is before


def test_what_is_typed_shows_and_what_is_deleted_is_gone() -> None:
    phone = demo.opened(0, "form")
    device = Device(LocalTransport(phone))
    demo.tap(phone, "Name")
    device.type_text("Ada")
    assert "Ada" in words(look(device))
    device.clear_field()
    assert "Ada" not in words(look(device))
