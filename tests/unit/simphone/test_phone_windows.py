"""Keyboard, dialogs, permissions, shade, launcher, recents: the windows that are not an app's page."""

from __future__ import annotations

import base64

import demo_app as demo
import pytest


def _windows(phone: object) -> list[tuple[str, str, str]]:
    root = demo.dump(phone, windows=True)  # type: ignore[arg-type]
    return [(w.get("type", ""), w.find(".//node").get("package", ""), w.get("active", "")) for w in root.iter("window")]  # type: ignore[union-attr]


def test_the_keyboard_is_a_window_of_its_own_and_shrinks_the_page() -> None:
    phone = demo.opened(0, "form")
    tall = demo.find(phone, "Save")
    assert tall is not None
    demo.tap(phone, "Name")
    assert ("TYPE_INPUT_METHOD", "com.android.inputmethod.latin", "false") in _windows(phone)
    root = demo.dump(phone, windows=True)
    keyboard = next(w for w in root.iter("window") if w.get("type") == "TYPE_INPUT_METHOD")
    page = next(w for w in root.iter("window") if w.get("type") == "TYPE_APPLICATION")
    assert page.get("bounds") == "[0,0][1080,2400]"
    floor = demo.bounds(keyboard)[1]
    assert all(demo.bounds(n)[3] <= floor for n in page.iter("node") if n.get("resource-id") == "org.demo:id/form")


def test_tapping_keys_types_and_the_action_key_says_what_it_does() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Name")
    for key in ("Shift", "H", "i", "Space", "?123", "7", "ABC", "x", "Delete"):
        demo.tap(phone, key)
    assert phone.core.apps["demo"].ui.fields["name"] == "Hi 7"
    assert phone.core.apps["demo"].ui.memo["typed"] == "Hi 7"
    assert demo.find(phone, "Next") is not None
    demo.tap(phone, "Next")
    assert phone.core.system.focus is not None
    assert phone.core.system.focus.field == "secret"


def test_a_password_is_never_shown() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "PIN")
    phone.run("input text 1234")
    xml = phone.run("uiautomator dump; cat /sdcard/window_dump.xml").text
    assert "1234" not in xml
    assert 'text="••••"' in xml
    assert phone.core.apps["demo"].ui.fields["secret"] == "1234"


def test_enter_in_a_multiline_field_breaks_the_line_and_elsewhere_submits() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Body")
    phone.run("input text a; input keyevent ENTER; input text b")
    assert phone.core.apps["demo"].ui.fields["body"] == "a\nb"
    demo.tap(phone, "Send it")
    phone.run("input text done; input keyevent 66")
    assert phone.core.apps["demo"].data.saved == ["done"]


def test_select_all_copy_cut_and_paste() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Name")
    phone.run("input text abc; input keycombination 113 29; input keycombination 113 31; input keyevent DEL")
    assert phone.core.apps["demo"].ui.fields["name"] == ""
    phone.run("input keyevent 279; input keyevent MOVE_HOME; input text X; input keyevent FORWARD_DEL")
    assert phone.core.apps["demo"].ui.fields["name"] == "Xbc"


def test_adb_keyboard_types_unicode_only_when_it_is_the_current_one() -> None:
    phone = demo.opened(0, "form")
    demo.tap(phone, "Name")
    words = "Zoë 你好 😀"
    send = f"am broadcast -a ADB_INPUT_B64 --es msg {base64.b64encode(words.encode()).decode()}"
    assert phone.run(send).text.endswith("result=0\n")
    assert "name" not in phone.core.apps["demo"].ui.fields
    phone.run("ime enable com.android.adbkeyboard/.AdbIME; ime set com.android.adbkeyboard/.AdbIME")
    phone.run(send)
    assert phone.core.apps["demo"].ui.fields["name"] == words
    phone.run("am broadcast -a ADB_CLEAR_TEXT")
    assert phone.core.apps["demo"].ui.fields["name"] == ""


def test_without_adb_keyboard_it_cannot_be_chosen() -> None:
    phone = demo.phone(adb_keyboard=False)
    result = phone.run("ime set com.android.adbkeyboard/.AdbIME")
    assert result.code == 255
    assert result.error_text.startswith("Unknown input method com.android.adbkeyboard/.AdbIME cannot be selected")


def test_a_dialog_closes_before_its_event_and_covers_the_page() -> None:
    phone = demo.opened()
    phone.send("demo", ("ask",))
    assert phone.state()["front"]["window"] == "dialog"
    assert [w[0] for w in _windows(phone)] == ["TYPE_SYSTEM", "TYPE_APPLICATION", "TYPE_APPLICATION"]
    phone.run("input tap 540 300")
    assert phone.core.apps["demo"].ui.dialog is None
    phone.send("demo", ("ask",))
    demo.tap(phone, "Why")
    phone.run("input text because")
    demo.tap(phone, "Remove")
    state = phone.core.apps["demo"]
    assert (state.data.count, state.ui.dialog, state.ui.fields) == (1, None, {})


@pytest.mark.parametrize(
    ("permission", "choice", "sent", "held"),
    [
        ("camera", "While using the app", 1, True),
        ("camera", "Only this time", 1, False),
        ("camera", "Don’t allow", 0, False),
        ("contacts", "Allow", 1, True),
    ],
)
def test_permissions(permission: str, choice: str, sent: int, held: bool) -> None:
    phone = demo.opened()
    phone.send("demo", ("permit", permission))
    assert "permissioncontroller" in phone.run("dumpsys window displays | grep mCurrentFocus").text
    demo.tap(phone, choice)
    state = phone.core.apps["demo"]
    assert state.data.count == sent
    assert (permission in state.granted) == held
    if held:
        phone.send("demo", ("permit", permission))
        assert state.data.count == sent + 1


def test_a_permission_denied_twice_is_not_asked_again() -> None:
    phone = demo.opened()
    for _ in range(2):
        phone.send("demo", ("permit", "camera"))
        demo.tap(phone, "Don’t allow")
    phone.send("demo", ("permit", "camera"))
    assert phone.core.system.ask is None


def test_tiles_flip_the_settings_android_commands_read() -> None:
    phone = demo.phone()
    phone.run("input swipe 540 5 540 900 200")
    assert phone.state()["front"]["window"] == "shade"
    assert "NotificationShade" in phone.run("dumpsys window displays | grep mCurrentFocus").text
    demo.tap(phone, "Bluetooth, Off")
    assert phone.run("settings get global bluetooth_on").text == "1\n"
    assert demo.find(phone, "Bluetooth, On") is not None
    phone.run("cmd statusbar collapse")
    assert phone.state()["front"]["window"] == "launcher"


def test_a_notification_opens_its_app_with_its_event() -> None:
    phone = demo.phone()
    phone.send("demo", ("notify",))
    phone.run("cmd statusbar expand-notifications")
    demo.tap(phone, "from the demo")
    assert phone.state()["front"] == {"app": "demo", "page": "row", "window": "app"}


def test_clear_all_and_dismissing_sideways() -> None:
    phone = demo.phone()
    for _ in range(2):
        phone.send("demo", ("notify",))
    phone.open_shade()
    node = demo.find(phone, "from the demo")
    assert node is not None
    y = demo.bounds(node)[1] + 5
    phone.run(f"input swipe 200 {y} 900 {y} 200")
    assert len(phone.core.system.notices) == 1
    demo.tap(phone, "Clear all")
    assert phone.core.system.notices == []


def test_the_drawer_opens_by_swipe_and_filters() -> None:
    phone = demo.phone()
    phone.run("input swipe 540 1700 540 700 300")
    assert phone.state()["front"]["page"] == "drawer"
    demo.tap(phone, "Search apps")
    phone.run("input text oth")
    assert demo.find(phone, "Other") is not None
    assert demo.find(phone, "Demo") is None
    phone.run("input keyevent ENTER")
    assert phone.state()["front"]["app"] == "other"


def test_recents_show_what_ran_and_clear_all_ends_it() -> None:
    phone = demo.opened(0, "form")
    phone.launch("other")
    phone.run("input keyevent KEYCODE_APP_SWITCH")
    demo.tap(phone, "Demo")
    assert phone.state()["front"] == {"app": "demo", "page": "form", "window": "app"}
    phone.run("input keyevent 187")
    demo.tap(phone, "Clear all")
    phone.launch("demo")
    assert phone.state()["front"]["page"] == "home"


def test_edge_gestures() -> None:
    phone = demo.opened(0, "form")
    phone.run("input swipe 2 1200 500 1200 200")
    assert phone.state()["front"]["page"] == "home"
    phone.run("input swipe 540 2395 540 1200 200")
    assert phone.state()["front"]["app"] == "launcher"


def test_a_sleeping_phone_ignores_touches_until_woken() -> None:
    phone = demo.phone()
    phone.run("input keyevent POWER")
    phone.run("input tap 540 1200; input swipe 540 5 540 900 200")
    assert phone.state()["front"]["window"] == "launcher"
    phone.run("input keyevent WAKEUP; input swipe 540 5 540 900 200")
    assert phone.state()["front"]["window"] == "shade"


def test_labels_follow_the_locale() -> None:
    assert demo.find(demo.phone(locale="zh-CN"), "演示") is not None


def test_rotation_swaps_the_screen() -> None:
    phone = demo.opened()
    phone.run("settings put system user_rotation 1")
    root = demo.dump(phone)
    assert root.get("rotation") == "1"
    assert root[0].get("bounds") == "[0,0][2400,1080]"
    assert phone.run("wm size").text == "Physical size: 1080x2400\n"
