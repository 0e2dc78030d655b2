"""Releases and makers: what they print differs as on real phones, and the kit reads each of them to the same screen."""

from __future__ import annotations

import io
import re
from pathlib import Path

import demo_app as demo
import pytest
from maker_phones import PROFILES, SCENES, dumped, made, typing
from PIL import Image

from kit.agent.episode import Job, play
from kit.device.device import Device
from kit.device.parsing import parse_displays, parse_foreground, parse_viewport, split_png
from kit.device.parsing.status import parse_battery, parse_input_method, parse_temperatures, parse_thermal_status
from kit.errors import UnknownName
from kit.lab.proof import cheapest
from kit.phones.open import open_device
from kit.simphone import vendors
from kit.simphone.adbd.shell import merge
from kit.simphone.commands.views import FOLDABLE_WARNING
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.simphone.profiles import APIS, SCREENS
from kit.simphone.state import VENDORS
from kit.simphone.system import prompts
from kit.simphone.vendors import MAKERS
from kit.tasks import suite
from kit.tasks.base import Task
from kit.tools.risks import is_launcher

DUMPS = Path(__file__).resolve().parents[3] / "../shared/dumps"


# --- names ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("traits", PROFILES)
def test_the_launcher_is_in_front_under_its_makers_name(traits: str) -> None:
    phone = made(traits)
    maker = vendors.of(phone.profile)
    device = Device(LocalTransport(phone))
    assert device.foreground().component == f"{maker.launcher}/{maker.launcher_activity}"
    assert is_launcher(device.foreground().package)
    home = phone.run(
        "cmd package resolve-activity --brief -a android.intent.action.MAIN -c android.intent.category.HOME"
    )
    assert home.text.splitlines()[-1] == maker.launcher_component
    phone.launch("notes")
    assert phone.run(f"am start -n {maker.launcher_component}").code == 0
    assert phone.core.system.front == "launcher"


@pytest.mark.parametrize("traits", PROFILES)
def test_every_text_about_the_front_names_the_same_app(traits: str) -> None:
    for scene in ("home", "settings", "asking"):
        phone = SCENES[scene](traits)
        front = Device(LocalTransport(phone)).foreground()
        for command in ("dumpsys window displays", "dumpsys activity activities", "dumpsys window"):
            assert parse_foreground(phone.run(command).text).component == front.component, (command, scene)


@pytest.mark.parametrize(
    ("vendor", "first"), [("aosp", ".Settings"), ("xiaomi", ".MainSettings"), ("huawei", ".HWSettings")]
)
def test_the_settings_app_begins_with_the_makers_page_and_still_answers_to_its_own_name(
    vendor: str, first: str
) -> None:
    phone = made(f"vendor={vendor}")
    found = phone.run("cmd package resolve-activity --brief com.android.settings").text.splitlines()[-1]
    assert found == f"com.android.settings/{first}"
    for activity in (first, f"com.android.settings{first}", ".Settings"):
        phone.home()
        assert phone.run(f"am start -n com.android.settings/{activity}").code == 0
        assert (
            Device(LocalTransport(phone)).foreground().component == f"com.android.settings/com.android.settings{first}"
        )


@pytest.mark.parametrize("vendor", VENDORS)
def test_what_a_maker_brings_is_installed_and_nothing_of_another_one(vendor: str) -> None:
    phone = made(f"vendor={vendor}")
    listed = phone.run("pm list packages -s").text
    maker = MAKERS[vendor]
    for package in (maker.launcher, maker.permission, *maker.packages):
        assert f"package:{package}\n" in listed
        assert phone.run(f"pm path {package}").code == 0
    foreign = {m.launcher for m in MAKERS.values()} - {maker.launcher}
    assert not any(f"package:{package}\n" in listed for package in foreign)


def test_an_incoming_call_is_the_makers_window() -> None:
    for vendor, package in (("aosp", "com.android.incallui"), ("samsung", "com.samsung.android.incallui")):
        phone = made(f"vendor={vendor}")
        prompts.show(phone, "call", "Ann")
        assert f'package="{package}"' in dumped(phone, "--windows")


@pytest.mark.parametrize("vendor", VENDORS)
def test_the_keyboards_window_is_that_of_the_default_input_method(vendor: str) -> None:
    phone = typing(f"vendor={vendor}")
    said = parse_input_method(phone.run("dumpsys input_method").text)
    assert said.shown
    assert f'package="{said.id.partition("/")[0]}"' in dumped(phone, "--windows")


def test_an_unknown_maker_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="nokia"):
        vendors.of(made().profile.__class__(vendor="nokia"))


# --- properties -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("traits", PROFILES)
def test_properties_fit_together(traits: str) -> None:
    phone = made(traits)
    said = phone.properties
    fingerprint = said.get("ro.build.fingerprint")
    if phone.profile.vendor == "aosp":
        assert fingerprint is None
        assert said["ro.product.model"] == "Simphone"
        return
    product = "/".join(said[f"ro.product.{n}"] for n in ("brand", "name", "device"))
    assert fingerprint == (
        f"{product}:{said['ro.build.version.release']}/{said['ro.build.id']}/{said['ro.build.version.incremental']}"
        ":user/release-keys"
    )
    assert "ro.kernel.qemu" not in said, "it is no emulator"
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", said["ro.build.version.security_patch"])
    assert phone.run("getprop ro.product.model").text.strip() == said["ro.product.model"]


def test_a_maker_names_its_own_version() -> None:
    keys = {"samsung": "ro.build.version.oneui", "xiaomi": "ro.miui.ui.version.name", "huawei": "ro.build.version.emui"}
    for vendor, key in keys.items():
        phone = made(f"vendor={vendor},android=13")
        assert phone.run(f"getprop {key}").text.strip() == vendors.properties(phone.profile, "13")[key]
        assert all(not phone.run(f"getprop {other}").text.strip() for v, other in keys.items() if v != vendor)
    assert made("vendor=samsung,android=13").properties["ro.build.version.oneui"] == "50101"


# --- dumpsys by release -----------------------------------------------------------------------------------------------


def test_the_list_of_windows_has_each_releases_words() -> None:
    told = {api: typing_at(api).run("dumpsys window windows").text for api in (28, 30, 31, 33, 36)}
    assert {api: "mCurrentFocus=" in t for api, t in told.items()} == {
        28: True,
        30: False,
        31: False,
        33: False,
        36: False,
    }
    assert {api: "mInputMethodTarget in display# 0 " in t for api, t in told.items()} == {
        28: True, 30: True, 31: False, 33: False, 36: False,
    }  # fmt: skip
    assert {api: "imeLayeringTarget in display# 0 " in t for api, t in told.items()} == {
        28: False, 30: False, 31: True, 33: True, 36: True,
    }  # fmt: skip
    assert "mObscuringWindow=" in told[30]
    assert "mObscuringWindow=" not in told[36]
    for text in told.values():
        assert parse_foreground(text).package == "org.demo"


def typing_at(api: int) -> Phone:
    phone = demo.opened(0, "form", api=api)
    demo.tap(phone, "Name")
    return phone


def test_android_9_says_the_focus_among_the_windows_and_the_kit_finds_it() -> None:
    phone = typing_at(28)
    assert "mCurrentFocus" not in phone.run("dumpsys window displays").text
    assert Device(LocalTransport(phone)).foreground().package == "org.demo"


@pytest.mark.parametrize(("release", "line"), [
    ("11", r"    mResumedActivity: ActivityRecord\{\w+ u0 org\.demo/\S+ t\d+\}"),
    ("13", r"    topResumedActivity=ActivityRecord\{\w+ u0 org\.demo/\S+\} t\d+\}"),
    ("15", r"    topResumedActivity=ActivityRecord\{\w+ u0 org\.demo/[^}\s]+ t\d+\}"),
])  # fmt: skip
def test_the_resumed_activity_is_printed_as_that_release_does(release: str, line: str) -> None:
    text = demo.opened(api=APIS[release]).run("dumpsys activity activities").text
    assert re.search(rf"^{line}$", text, re.MULTILINE)
    assert parse_foreground(text).package == "org.demo"


def test_the_keyboard_is_said_to_be_shown_on_one_line_until_android_12() -> None:
    older = typing("android=12").run("dumpsys input_method").text
    newer = typing("android=13").run("dumpsys input_method").text
    assert "  mShowRequested=true mShowExplicitlyRequested=false mShowForced=false mInputShown=true\n" in older
    assert "    mInputShown=true\n" in newer
    assert "mShowRequested" not in newer
    assert parse_input_method(older) == parse_input_method(newer)


def test_samsungs_battery_log_and_sensors_are_there_and_mislead_nobody() -> None:
    plain, galaxy = made(), made("vendor=samsung")
    text = galaxy.run("dumpsys battery").text
    assert "[EventLogBuffer]" in text
    assert "ACTION_BATTERY_CHANGED: level:" in text
    assert parse_battery(text) == parse_battery(plain.run("dumpsys battery").text)
    galaxy.core.system.battery.thermal = 2
    said = galaxy.run("dumpsys thermalservice").text
    assert "Sdhms connected: yes" in said
    assert parse_thermal_status(said) == 2
    assert {t.name for t in parse_temperatures(said)} == {"TYPE_BATTERY", "TYPE_SKIN", "TYPE_POWER_AMPLIFIER"}


# --- foldables --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("traits", ["screen=fold", "screen=cover", "screen=fold,vendor=samsung,android=12"])
def test_a_foldable_warns_before_a_picture_and_the_kit_takes_it_all_the_same(traits: str) -> None:
    phone = made(traits)
    said = phone.run("screencap -p")
    assert said.error_text.splitlines() == list(FOLDABLE_WARNING)
    assert said.code == 0
    assert said.stdout.startswith(b"\x89PNG")
    joined = merge(said)
    assert joined.startswith(b"[Warning] Multiple displays"), "as the stream of shell v1 has it"
    assert split_png(joined)[0] == said.stdout
    assert Device(LocalTransport(phone)).screenshot().size == phone.size


def test_one_panel_or_a_named_one_or_an_old_release_brings_no_warning() -> None:
    assert made().run("screencap -p").stderr == b""
    assert made("screen=fold,android=11").run("screencap -p").stderr == b""
    fold = made("screen=fold")
    first = parse_displays(fold.run("dumpsys SurfaceFlinger --display-id").text)[0]
    assert fold.run(f"screencap -d {first.id} -p").stderr == b""


def test_the_other_panel_is_black_and_small() -> None:
    phone = made("screen=fold")
    displays = parse_displays(phone.run("dumpsys SurfaceFlinger --display-id").text)
    assert len(displays) == 2
    picture = Image.open(io.BytesIO(phone.run(f"screencap -d {displays[1].id} -p").stdout)).convert("RGB")
    assert picture.size == (SCREENS["cover"]["width"], SCREENS["cover"]["height"])
    assert picture.getextrema() == ((0, 0), (0, 0), (0, 0))
    raw = phone.run(f"screencap -d {displays[1].id}").stdout
    assert len(raw) == 16 + 4 * picture.size[0] * picture.size[1]
    assert (
        made().run(f"screencap -d {displays[1].id} -p").error_text.startswith("Failed to take screenshot. Status: -2")
    )


@pytest.mark.parametrize("vendor", VENDORS)
def test_a_foldables_dark_panel_comes_first_and_is_not_the_front(vendor: str) -> None:
    phone = made(f"screen=fold,vendor={vendor}")
    text = phone.run("dumpsys window displays").text
    assert text.index("mCurrentFocus=null") < text.index("mCurrentFocus=Window")
    device = Device(LocalTransport(phone))
    assert device.foreground().package == MAKERS[vendor].launcher
    assert (device.screen().width, device.screen().height) == phone.size
    viewport = parse_viewport(phone.run("dumpsys display").text)
    assert viewport is not None
    assert (viewport.width, viewport.height) == phone.size


def test_samsungs_panel_has_its_own_id() -> None:
    phone = made("vendor=samsung")
    (panel,) = parse_displays(phone.run("dumpsys SurfaceFlinger --display-id").text)
    assert panel.name == "samsung lcd"
    assert phone.run(f"screencap -d {panel.id} -p").code == 0


def test_panels_are_the_screens_of_the_profiles() -> None:
    assert (
        tuple(tuple(SCREENS[n][k] for k in ("width", "height", "density")) for n in ("fold", "cover")) == vendors.PANELS
    )


# --- whole episodes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "traits", ["vendor=samsung,android=13", "vendor=xiaomi,android=16", "vendor=huawei,android=11"]
)
def test_solutions_go_on_working(traits: str) -> None:
    with open_device(f"sim:0,{traits}") as device:
        for template in suite.TEMPLATES[:: len(suite.TEMPLATES) // 3]:
            episode = play(device, Job(task=template.name, seed=2), cheapest(), task=Task.of(template, 2))
            assert episode.outcome.success, (template.name, episode.outcome.reason)
