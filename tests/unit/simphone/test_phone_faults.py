"""Faults on purpose, and the in-process transport that must report them as a real phone would."""

from __future__ import annotations

import demo_app as demo
import pytest

from kit.errors import CommandFailed, DeviceOffline, DeviceTimeout, UnknownName
from kit.simphone.local import LocalTransport


def test_a_seed_gives_one_series_of_faults_and_each_is_logged() -> None:
    logs = []
    for _ in range(2):
        phone = demo.opened(4)
        phone.faults.set("dropped_tap", 0.5)
        for _ in range(20):
            phone.run("input tap 5 1200")
        logs.append(phone.faults.log)
    assert logs[0] == logs[1]
    assert 0 < len(logs[0]) < 20
    assert {entry[1] for entry in logs[0]} == {"dropped_tap"}


def test_a_dropped_tap_has_no_effect() -> None:
    phone = demo.opened()
    phone.run("simphone fault dropped_tap 1")
    demo.tap(phone, "New")
    assert phone.state()["front"]["page"] == "home"


def test_dump_faults_look_like_androids() -> None:
    phone = demo.opened()
    phone.run("uiautomator dump")
    old = phone.run("cat /sdcard/window_dump.xml").stdout
    phone.faults.set("idle_state", 1)
    before = phone.now
    result = phone.run("uiautomator dump")
    assert (result.text, result.error_text, result.code) == ("", "ERROR: could not get idle state.\n", 0)
    assert (phone.now - before).total_seconds() >= 10
    assert phone.run("cat /sdcard/window_dump.xml").stdout == old
    phone.faults.set("idle_state", 0)
    phone.faults.set("null_root", 1)
    assert phone.run("uiautomator dump").error_text == "ERROR: null root node returned by UiTestAutomationBridge.\n"
    phone.faults.set("null_root", 0)
    phone.faults.set("truncated_dump", 1)
    assert not phone.run("uiautomator dump >/dev/null; cat /sdcard/window_dump.xml").stdout.endswith(b"</hierarchy>")


def test_a_hung_shell_is_a_timeout_and_an_offline_phone_is_lost() -> None:
    transport = LocalTransport(demo.phone())
    transport.phone.faults.set("hang", 1)
    with pytest.raises(DeviceTimeout):
        transport.shell("echo hi")
    transport.phone.faults.set("hang", 0)
    transport.phone.faults.set("offline", 1)
    with pytest.raises(DeviceOffline):
        transport.shell("echo hi")
    assert transport.shell("simphone fault offline 0").code == 0
    assert transport.shell("echo hi").text == "hi\n"


def test_slow_calls_meet_the_deadline_in_phone_time() -> None:
    transport = LocalTransport(demo.phone())
    assert transport.shell("sleep 5", timeout=10).code == 0
    with pytest.raises(DeviceTimeout):
        transport.shell("sleep 20", timeout=10)
    transport.phone.faults.set("slow", 1)
    with pytest.raises(DeviceTimeout):
        transport.shell("echo hi", timeout=2)


def test_the_foreground_drifts_during_an_observation() -> None:
    phone = demo.opened()
    phone.faults.set("drift", 1)
    phone.run("screencap")
    assert phone.state()["front"]["app"] == "other"


def test_restoring_the_keyboard_can_fail() -> None:
    phone = demo.phone()
    phone.faults.set("keyboard_restore", 1)
    assert phone.run("ime set com.android.adbkeyboard/.AdbIME").code == 0
    assert phone.run("ime set com.android.inputmethod.latin/.LatinIME").code == 255
    assert phone.core.settings.default_ime == "com.android.adbkeyboard/.AdbIME"


def test_dialogs_come_up_and_can_be_answered() -> None:
    phone = demo.opened()
    phone.faults.set("anr", 1)
    phone.run("input tap 5 1200")
    assert "Application Not Responding: org.demo" in phone.run("dumpsys window displays | grep mCurrentFocus").text
    phone.faults.set("anr", 0)
    demo.tap(phone, "Wait")
    assert phone.state()["front"]["window"] == "app"
    phone.faults.set("permission", 1)
    phone.run("input tap 5 1200")
    assert phone.state()["front"]["window"] == "permission"


def test_low_battery_and_heat_are_reported() -> None:
    phone = demo.phone()
    phone.faults.set("low_battery", 1)
    phone.faults.set("heat", 1)
    assert "  level: 4" in phone.run("dumpsys battery").text
    assert "Thermal Status: 4" in phone.run("dumpsys thermalservice").text


def test_an_unknown_fault_names_the_near_ones() -> None:
    with pytest.raises(UnknownName, match="hang"):
        demo.phone().faults.set("hangs", 1)


def test_push_pull_install_sleep() -> None:
    transport = LocalTransport(demo.phone(7))
    assert (transport.serial, transport.raw_pixels, transport.simulated) == ("sim:7", True, True)
    transport.push(b"data", "/sdcard/Download/x.bin")
    assert transport.pull("/sdcard/Download/x.bin") == b"data"
    with pytest.raises(CommandFailed, match="No such file"):
        transport.pull("/sdcard/nope")
    with pytest.raises(CommandFailed, match="Read-only"):
        transport.push(b"x", "/system/x")
    with pytest.raises(CommandFailed, match="NOT_APK"):
        transport.install(b"junk")
    before = transport.phone.now
    transport.sleep(30)
    assert (transport.phone.now - before).total_seconds() == 30
    transport.close()
    transport.close()
