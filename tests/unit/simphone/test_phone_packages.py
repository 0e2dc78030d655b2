"""Installing, clearing, granting, disabling: and that all of it can be seen in the true state."""

import io
import json
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kit.simphone.apps
from kit.device.device import Device
from kit.simphone.apk import MANIFEST, NotInstallable, package_of
from kit.simphone.apps import clock
from kit.simphone.apps.settings_pages import PAGES
from kit.simphone.commands import settings_actions
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task
from kit.tasks.suite import TEMPLATES

NOTES = "com.simphone.notes"


def manifest(package: str, *, utf8: bool = False) -> bytes:
    """A binary manifest: string pool, start of <manifest package=...>."""
    words = ["manifest", "package", package]
    body, offsets = b"", []
    for word in words:
        offsets.append(len(body))
        data = word.encode() if utf8 else word.encode("utf-16-le")
        body += bytes([len(word), len(data)]) + data + b"\0" if utf8 else struct.pack("<H", len(word)) + data + b"\0\0"
    body += b"\0" * (-len(body) % 4)
    start = 28 + 4 * len(words)
    pool = struct.pack("<HHIIIIII", 1, 28, start + len(body), len(words), 0, 0x100 if utf8 else 0, start, 0)
    pool += struct.pack(f"<{len(words)}I", *offsets) + body
    attribute = struct.pack("<III", 0xFFFFFFFF, 1, 2) + struct.pack("<HBBI", 8, 0, 3, 2)
    element = struct.pack("<IIIIHHHHHH", 1, 0xFFFFFFFF, 0xFFFFFFFF, 0, 20, 20, 1, 0, 0, 0) + attribute
    tag = struct.pack("<HHI", 0x0102, 16, 8 + len(element)) + element
    return struct.pack("<HHI", 3, 8, 8 + len(pool) + len(tag)) + pool + tag


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


@pytest.mark.parametrize("utf8", [False, True])
def test_an_apk_is_installed_under_the_name_in_its_manifest(utf8: bool) -> None:
    phone = Phone(0)
    apk = zipped({MANIFEST: manifest("org.example.tea", utf8=utf8), "classes.dex": b"dex\n035\0" * 20})
    assert phone.run(f"pm install -r -S {len(apk)}", apk).text == "Success\n"
    assert "package:org.example.tea" in phone.run("pm list packages -3").text.splitlines()
    assert phone.state()["data"]["system"]["installed"] == ["org.example.tea"]
    assert phone.run("pm install -r", apk).text == "Success\n"
    assert phone.run("pm list packages | grep -c tea").text == "1\n"
    assert phone.run("pm uninstall org.example.tea").text == "Success\n"
    assert phone.state()["data"]["system"]["installed"] == []


def test_a_manifest_in_an_unknown_form_is_named_by_the_phone() -> None:
    phone = Phone(0)
    apk = zipped({MANIFEST: manifest("org.example.tea")[:60]})
    assert phone.run("pm install", apk).text == "Success\n"
    assert phone.state()["data"]["system"]["installed"] == ["com.example.installed1"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "INSTALL_PARSE_FAILED_NOT_APK"),
        (b"PK\x03\x04", "INSTALL_PARSE_FAILED_NOT_APK"),
        (b"PK\x03\x04" + bytes(500), "INSTALL_PARSE_FAILED_NOT_APK"),
        (zipped({"notes.txt": b"hello"}), "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION"),
        (zipped({MANIFEST: b"<manifest package='a.b'/>"}), "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION"),
        (zipped({MANIFEST: manifest("not a name")}), "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME"),
    ],
)
def test_what_is_no_apk_is_refused_in_androids_words(data: bytes, code: str) -> None:
    phone = Phone(0)
    result = phone.run("pm install -", data)
    assert result.text.startswith(f"Failure [{code}: ")
    assert result.text.endswith("]\n")
    assert result.code == 1
    assert phone.state()["data"]["system"]["installed"] == []


WHOLE = zipped({MANIFEST: manifest("org.example.tea"), "res/a.png": bytes(range(256)) * 4})


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(WHOLE) - 23), st.binary(max_size=8))
def test_a_damaged_apk_never_breaks_the_installer(cut: int, noise: bytes) -> None:
    with pytest.raises(NotInstallable):
        package_of(WHOLE[:cut])
    try:
        name = package_of(WHOLE[:cut] + noise + WHOLE[cut + len(noise) :])
    except NotInstallable:
        return
    assert name in ("", "org.example.tea") or "." in name


# --- clearing ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("app", [a.name for a in kit.simphone.apps.ALL])
def test_clearing_leaves_an_app_nobody_has_used_by_both_ways(app: str) -> None:
    phone, other = Phone(6), Phone(9)
    phone.core.system.removed, other.core.system.removed = [], []  # what waits in Store is installed as well
    package = phone.apps[app].package
    phone.run(f"pm grant {package} android.permission.CAMERA")
    phone.env(app).notify("Old", "news")
    assert phone.run(f"pm clear {package}").text == "Success\n"
    data = phone.state()["data"]
    assert data["system"]["granted"] == {}
    assert phone.core.system.notices == []
    other.launch("settings", page="app_storage", args={"app": app})
    other.send("settings", ("clear",))
    for both in (phone, other):
        both.launch(app)
        assert both.windows()
        assert both.internal_errors == []
    left = phone.core.apps[app].data
    assert left == other.core.apps[app].data
    if app not in ("settings", "clock"):
        assert left == type(left)(), "no sample data are left"


def test_a_cleared_clock_has_the_two_alarms_of_every_new_one() -> None:
    phone = Phone(6)
    phone.run("pm clear com.android.deskclock")
    data = phone.core.apps["clock"].data
    assert data == clock.APP.empty()  # type: ignore[misc]
    assert [(a["hour"], a["minute"], a["enabled"]) for a in data.alarms] == [(8, 30, False), (9, 0, False)]


# --- true state ----------------------------------------------------------------------------------------------------------


def test_what_was_decided_about_apps_is_in_the_state_and_can_be_set() -> None:
    phone = Phone(6)
    waiting = sorted(a.name for a in phone.apps.values() if not a.preinstalled)
    assert phone.state()["data"]["system"] == {"granted": {}, "removed": waiting, "disabled": [], "installed": []}
    phone.run("pm grant com.android.deskclock android.permission.POST_NOTIFICATIONS")
    phone.run(f"pm uninstall {NOTES}")
    phone.launch("settings", page="app_info", args={"app": "files"})
    phone.send("settings", ("remove",))
    wanted = {
        "granted": {"clock": ["notifications"]},
        "removed": sorted([*waiting, "notes"]),
        "disabled": ["files"],
        "installed": [],
    }
    assert phone.state()["data"]["system"] == wanted
    twin = Phone(6)
    for part, value in wanted.items():
        assert twin.run(f"simphone set system.{part}", json.dumps(value).encode()).code == 0
    assert twin.state()["data"]["system"] == wanted
    assert twin.run(f"pm path {NOTES}").code == 1
    assert twin.run("simphone set system.granted.clock", b"[]").code == 0
    assert twin.state()["data"]["system"]["granted"] == {}


@pytest.mark.parametrize(
    ("path", "value"),
    [("granted", '{"nope": []}'), ("removed", '["files"]'), ("disabled", '["notes"]'), ("nothing", "[]")],
)
def test_nonsense_about_apps_is_refused(path: str, value: str) -> None:
    phone = Phone(6)
    result = phone.run(f"simphone set system.{path}", value.encode())
    assert result.code == 1
    assert result.error_text.startswith("simphone set: ")
    assert phone.state()["data"]["system"] == Phone(6).state()["data"]["system"]


@pytest.mark.parametrize(
    ("command", "part"),
    [
        ("pm grant com.android.deskclock android.permission.POST_NOTIFICATIONS", "system.granted"),
        (f"pm uninstall {NOTES}", "system.removed"),
        ("simphone set system.disabled", "system.disabled"),
    ],
)
def test_an_unasked_change_of_apps_fails_a_task(command: str, part: str) -> None:
    template = next(t for t in TEMPLATES if t.name == "files_read_value")
    with Device(LocalTransport(Phone(2))) as device:
        task = Task.of(template, 2)
        task.setup(device)
        answer = task.params["values"][task.params["fact"]]
        assert task.check(device, answer).success
        device.transport.shell(command, stdin=b'["files"]')
        verdict = task.check(device, answer)
    assert not verdict.success
    assert part in verdict.reason


# --- settings pages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", sorted(settings_actions.PAGES))
def test_every_settings_action_opens_its_page(action: str) -> None:
    phone = Phone(6)
    result = phone.run(f"am start -a android.settings.{action}")
    assert result.code == 0
    front = phone.state()["front"]
    assert (front["app"], front["page"]) == ("settings", settings_actions.PAGES[action])
    title = {
        "search": "Search settings",
        "apps": "All apps",
        "storage": "Storage",
        "app_notifications": "App notifications",
    }
    words = title.get(front["page"]) or PAGES[front["page"]][0]
    shown = phone.run("uiautomator dump >/dev/null; cat /sdcard/window_dump.xml").text
    assert words.replace("&", "&amp;") in shown
    assert phone.internal_errors == []


def test_the_named_actions_are_all_there() -> None:
    assert {"WIFI_SETTINGS", "BLUETOOTH_SETTINGS", "DISPLAY_SETTINGS", "SOUND_SETTINGS", "APPLICATION_SETTINGS",
            "LOCATION_SOURCE_SETTINGS", "BATTERY_SAVER_SETTINGS", "DATE_SETTINGS"} <= set(settings_actions.PAGES)  # fmt: skip


@pytest.mark.parametrize("action", sorted(settings_actions.APP_PAGES))
def test_an_apps_own_settings_page(action: str) -> None:
    phone = Phone(6)
    words = f"-d package:{NOTES}" if "DETAILS" in action else f"--es android.provider.extra.APP_PACKAGE {NOTES}"
    assert phone.run(f"am start -W -a android.settings.{action} {words}").code == 0
    assert phone.core.apps["settings"].ui.page.args == {"app": "notes"}
    assert "Notes" in phone.run("uiautomator dump >/dev/null; cat /sdcard/window_dump.xml").text


@pytest.mark.parametrize("action", ["android.settings.NOPE", "android.settings.APPLICATION_DETAILS_SETTINGS", "x.WIFI_SETTINGS"])  # fmt: skip
def test_an_action_nobody_answers_cannot_be_resolved(action: str) -> None:
    phone = Phone(6)
    result = phone.run(f"am start -a {action} -d package:com.nope")
    assert result.error_text.startswith("Error: Activity not started, unable to resolve Intent")
    assert phone.state()["front"]["app"] == "launcher"
