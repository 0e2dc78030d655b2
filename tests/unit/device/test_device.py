"""The device's verbs: what they send, what they read, and how each failure is told."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from kit.device.device import Device
from kit.device.keys import keycode
from kit.device.transport import ShellResult
from kit.errors import CommandFailed, DeviceTimeout, HierarchyError, OutcomeUnknown, ParseError, UnknownName
from kit.types import Foreground, Screen

FOCUS = "  mCurrentFocus=Window{1 u0 org.mail/org.mail.ui.Inbox}\n"
DISPLAY = "  Display: mDisplayId=0\n    init=1080x2400 420dpi cur=1080x2400 app=1\n"
FLAT = b"<?xml version='1.0'?><hierarchy rotation=\"0\"><node /></hierarchy>"


def test_foreground_costs_one_round_trip_and_brings_the_screen(phone: Any) -> None:
    phone.answers = {"dumpsys window displays": DISPLAY + FOCUS}
    device = Device(phone)
    assert device.foreground() == Foreground(package="org.mail", activity="org.mail.ui.Inbox")
    assert device.screen() == Screen(width=1080, height=2400, density=420)
    assert len(phone.sent) == 1


def test_foreground_of_older_phones(phone: Any) -> None:
    phone.answers = {"window displays": DISPLAY, "window windows | grep": FOCUS}
    assert Device(phone).foreground().package == "org.mail"


def test_foreground_when_only_a_window_block_tells(phone: Any) -> None:
    block = "  Window #9 Window{d u0 Pop-Up Window}:\n    mActivityRecord=ActivityRecord{5 u0 org.mail/.ui.Inbox t8}\n"
    focus = "  mCurrentFocus=Window{d u0 Pop-Up Window}\n  mFocusedApp=null\n"
    phone.answers = {"window displays": focus, "window windows | grep": "", "window windows": block}
    assert Device(phone).foreground().package == "org.mail"


def test_foreground_failures(phone: Any) -> None:
    with pytest.raises(ParseError):
        Device(phone).foreground()
    phone.answers = {"window displays": "*** SERVICE 'window' DUMP TIMEOUT (10000ms) EXPIRED ***"}
    with pytest.raises(DeviceTimeout):
        Device(phone).foreground()


def test_screen_of_phones_that_print_no_display_line(phone: Any) -> None:
    phone.answers = {"wm size": "Physical size: 720x1280\nPhysical density: 320\n"}
    assert Device(phone).screen() == Screen(width=720, height=1280, density=320)


def test_rotation_seen_in_a_picture_makes_the_screen_be_read_again(phone: Any) -> None:
    from PIL import Image

    phone.answers = {"window displays": DISPLAY + FOCUS}
    device = Device(phone, black_screen_detect=False)
    device.screen()
    phone.raw_pixels = True
    pixels = Image.new("RGBX", (24, 10)).tobytes()
    phone.answers["screencap"] = ShellResult(
        (24).to_bytes(4, "little") + (10).to_bytes(4, "little") + b"\1\0\0\0" * 2 + pixels
    )
    phone.answers["window displays"] = DISPLAY.replace("cur=1080x2400", "cur=2400x1080")
    assert device.screenshot().size == (24, 10)
    assert device.screen().width == 2400


def test_touches_reach_android_as_input_commands(phone: Any) -> None:
    device = Device(phone)
    device.tap(3, 4)
    device.long_press(3, 4)
    device.swipe(1, 2, 3, 4, ms=250)
    device.key("back")
    device.key("KEYCODE_HOME")
    device.press_action()
    device.stop("a.b")
    assert phone.sent == [
        "input tap 3 4",
        "input swipe 3 4 3 4 600",
        "input swipe 1 2 3 4 250",
        "input keyevent KEYCODE_BACK",
        "input keyevent KEYCODE_HOME",
        "input keyevent KEYCODE_ENTER",
        "am force-stop a.b",
    ]


def test_a_key_android_would_swallow_in_silence_is_refused(phone: Any) -> None:
    with pytest.raises(UnknownName, match="BACK"):
        Device(phone).key("BAKC")
    assert phone.sent == []
    assert keycode("keycode_enter") == "KEYCODE_ENTER"


def test_an_action_past_its_deadline_is_unknown_not_failed(phone: Any) -> None:
    phone.answers = {"input": DeviceTimeout("late"), "am start": DeviceTimeout("late")}
    with pytest.raises(OutcomeUnknown, match="may have carried it out"):
        Device(phone).tap(1, 1)
    with pytest.raises(OutcomeUnknown):
        Device(phone).launch("a.b/.C")


def test_android_refusing_an_action(phone: Any) -> None:
    phone.answers = {"input": ShellResult(b"", b"java.lang.SecurityException: needs INJECT_EVENTS\n", 255)}
    with pytest.raises(CommandFailed, match="Security settings"):
        Device(phone).tap(1, 1)


def test_launch_starts_what_the_icon_would(phone: Any) -> None:
    phone.answers = {"resolve-activity": "priority=0 isDefault=true\na.b/.Main$Alias\n"}
    Device(phone).launch("a.b")
    assert phone.sent[-1] == (
        "am start -a android.intent.action.MAIN -c android.intent.category.LAUNCHER -f 0x10200000 -n 'a.b/.Main$Alias'"
    )


def test_launch_of_an_app_with_several_icons(phone: Any) -> None:
    phone.answers = {
        "resolve-activity": "android/com.android.internal.app.ResolverActivity\n",
        "query-activities": "    x.y/.Z\n    a.b/.One\n    a.b/.Two\n",
    }
    Device(phone).launch("a.b")
    assert phone.sent[-1].endswith("-n a.b/.One")


@pytest.mark.parametrize(
    ("listed", "code"), [("package:x.y\n", "app_not_installed"), ("package:a.b\n", "app_not_launchable")]
)
def test_launch_of_what_cannot_be_launched(phone: Any, listed: str, code: str) -> None:
    aborted = "** No activities found to run, monkey aborted.\n"
    phone.answers = {"resolve-activity": "No activity found\n", "pm list": listed, "monkey": aborted}
    with pytest.raises(CommandFailed) as caught:
        Device(phone).launch("a.b")
    assert caught.value.code == code


def test_launch_on_phones_that_cannot_name_launcher_activities(phone: Any) -> None:
    missing = ShellResult(b"", b"sh: cmd: not found\n", 127)
    phone.answers = {"cmd package": missing, "pm list": "package:a.b\n", "monkey": "Events injected: 1\n"}
    Device(phone).launch("a.b")
    assert phone.sent[-1] == "monkey -p a.b -c android.intent.category.LAUNCHER 1"


def test_hierarchy_is_never_stale_and_reads_in_one_round_trip(phone: Any) -> None:
    phone.answers = {"uiautomator": ShellResult(FLAT, b"UI hierchary dumped to: /x\nkit-exit=0\n")}
    assert Device(phone).hierarchy(windows=False) == FLAT
    (command,) = phone.sent
    assert command.startswith("rm -f /data/local/tmp/")
    assert command.index("rm -f") < command.index("uiautomator dump") < command.index("cat ")


def test_dump_by_window_is_tried_once_on_phones_that_cannot(phone: Any) -> None:
    phone.answers = {"uiautomator": ShellResult(FLAT)}
    device = Device(phone)
    for _ in range(3):
        with pytest.raises(HierarchyError) as caught:
            device.hierarchy(windows=True)
        assert caught.value.code == "dump_unsupported"
    assert len(phone.sent) == 1
    assert device.hierarchy(windows=False) == FLAT


def test_hung_dump(phone: Any) -> None:
    phone.answers = {"uiautomator": DeviceTimeout("late")}
    with pytest.raises(HierarchyError) as caught:
        Device(phone).hierarchy(windows=True)
    assert caught.value.code == "dump_timeout"


def test_answers_of_the_phone(phone: Any) -> None:
    phone.answers = {
        "pm list packages": "package:a.b\npackage:c.d\n",
        "query-activities": "a.b/.Main\n",
        "dumpsys battery": "  level: 55\n  scale: 100\n  status: 5\n",
        "thermalservice": "Thermal Status: 2\n",
        "dumpsys input_method": "  mCurMethodId=a.b/.C\n  mInputShown=true\n",
        "settings get secure default_input_method": "null\n",
        "getprop": "[ro.product.model]: [Probe [x]]\n[empty]: []\n",
    }
    device = Device(phone)
    assert device.packages() == ("a.b", "c.d")
    assert device.launchables() == ("a.b/.Main",)
    assert (device.battery().level, device.battery().status) == (55, "full")
    assert device.thermal() == 2
    assert device.keyboard_shown()
    assert not device.locked()
    assert device.current_ime() == ""
    assert device.properties() == {"ro.product.model": "Probe [x]", "empty": ""}


def test_a_failing_question_is_an_error_not_an_empty_answer(phone: Any) -> None:
    phone.answers = {"pm list": ShellResult(b"", b"cmd: Can't find service: package\n", 20)}
    with pytest.raises(CommandFailed, match="Can't find service"):
        Device(phone).packages()


def test_closing_ends_what_was_started_after_the_transport(phone: Any) -> None:
    resources = ExitStack()
    resources.callback(phone.sent.append, "server ended")
    with Device(phone, resources=resources) as device:
        device.wait(1.5)
    device.close()
    assert phone.slept == 1.5
    assert phone.sent == ["close", "server ended", "close"]
