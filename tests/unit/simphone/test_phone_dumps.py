"""Dumps of every release and maker: their shape is that of real ones, the kit reads them to the same marks, and they fail as there."""

from __future__ import annotations

import re
from pathlib import Path

import demo_app as demo
import pytest
from maker_phones import PROFILES, SCENES, asking, dumped, made, typing

from kit.device.device import Device
from kit.device.parsing import check_dump, split_dump
from kit.errors import HierarchyError
from kit.screen import marks, tree
from kit.screen.observe import observe
from kit.simphone import vendors
from kit.simphone.commands.views import DUMP_FILE
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.simphone.profiles import APIS, read
from kit.simphone.vendors import MAKERS
from kit.types import Screen

DUMPS = Path(__file__).resolve().parents[3] / "../shared/dumps"
KNOWN = {
    "samsung 16": ("052-samsung-launcher-hebrew-multipkg.xml", "066-samsung-keyguard-1440x3120.xml"),
    "xiaomi 16": ("064-miui-home-a16.xml",),
    "aosp 16": ("003-permission-dialog-a16-es.xml", "009-google-dialer-a16.xml", "079-systemui-a16-155.xml"),
    "huawei": ("018-huawei-calendar-fold.xml",),
    "xiaomi": ("037-miui-fingerprint-overlay-3nodes.xml", "042-xiaomi-account-webview.xml"),
    "": ("024-systemui-shade.xml", "043-systemui-shade-2412.xml", "085-lockscreen-shade-multipkg-es.xml"),
}
"""Real dumps by maker and release; those of older releases say no release, so they stand for all before Android 16."""


def shapes(xml: str) -> set[tuple[str, ...]]:
    """Names of the attributes of each kind of node, in order."""
    return {tuple(re.findall(r' ([\w-]+)="', node)) for node in re.findall(r"<node [^>]*>", xml)}


# --- dumps -----------------------------------------------------------------------------------------------------------


def _real(traits: str) -> set[tuple[str, ...]]:
    wanted = read(traits)
    vendor, newest = wanted.get("vendor", "aosp"), wanted.get("api", 36) >= 36
    if newest:
        names = KNOWN.get(f"{vendor} 16", KNOWN["aosp 16"])  # a maker without a dump of this release writes as AOSP
    else:
        names = KNOWN.get(vendor, KNOWN[""])
    if not all((DUMPS / n).is_file() for n in names):
        pytest.skip("the sample dumps are not here")
    return set[tuple[str, ...]]().union(*(shapes((DUMPS / n).read_text(encoding="utf-8")) for n in names))


@pytest.mark.parametrize("traits", PROFILES)
def test_every_node_has_a_shape_that_a_real_dump_of_its_maker_and_release_has(traits: str) -> None:
    real = _real(traits)
    plain = {s for s in real if s[0] != "NAF"}
    for build in (*SCENES.values(), lambda t: demo.opened(**read(t))):
        mine = shapes(dumped(build(traits)))
        assert {s for s in mine if s[0] != "NAF"} <= plain
        assert all(s[1:] in plain for s in mine if s[0] == "NAF"), "NAF comes first and changes nothing else"
    newest = read(traits).get("api", 36) >= 36
    assert all(("hint" in s) is newest for s in plain)


def test_a_naf_node_is_written_as_the_real_ones_are() -> None:
    xml = dumped(demo.opened())
    path = DUMPS / "079-systemui-a16-155.xml"
    if not path.is_file():
        pytest.skip("the sample dumps are not here")
    real = re.findall(r"<node NAF[^>]*>", path.read_text(encoding="utf-8"))
    mine = re.findall(r"<node NAF[^>]*>", xml)
    assert real
    assert mine
    shape = re.compile(r'="[^"]*"')
    for node in mine:
        assert node.startswith('<node NAF="true" index=')
        assert {shape.sub("", node).rstrip(" />")} <= {shape.sub("", n).rstrip(" />") for n in real}
        assert 'clickable="true" enabled="true"' in node


def seen(xml: str, phone: Phone) -> list[tuple[str, ...]]:
    """What the kit makes of a dump: role, states and actions of each mark, and its label unless a field's."""
    screen = Screen(width=phone.size[0], height=phone.size[1], density=phone.density, rotation=phone.rotation)
    found = marks.make(tree.parse(xml.encode()), screen, 1).marks
    return [(m.role, *m.states, *m.actions, "" if m.role == "field" else m.full_label) for m in found]


@pytest.mark.parametrize("scene", SCENES)
def test_the_kit_reads_every_profile_to_the_same_marks(scene: str) -> None:
    default = SCENES[scene]("")
    plain = seen(dumped(default), default)
    windows = seen(dumped(default, "--windows"), default)
    assert plain
    assert windows
    for traits in PROFILES[1:]:
        phone = SCENES[scene](traits)
        assert seen(dumped(phone), phone) == plain, traits
        knows = read(traits)["api"] >= vendors.WINDOWS_API
        assert seen(dumped(phone, "--windows"), phone) == (windows if knows else plain), traits
        assert phone.internal_errors == []


@pytest.mark.parametrize("release", APIS)
def test_windows_is_known_from_android_14_on_and_ignored_before(release: str) -> None:
    phone = made(f"android={release}")
    said = phone.run("uiautomator dump --windows /sdcard/d.xml")
    assert (said.text, said.stderr, said.code) == ("UI hierchary dumped to: /sdcard/d.xml\n", b"", 0)
    xml = phone.run("cat /sdcard/d.xml").stdout
    assert (b"<displays>" in xml) is (int(release) >= 14)
    device = Device(LocalTransport(phone))
    if int(release) < 14:
        assert xml == phone.run("uiautomator dump /sdcard/e.xml 1>&2; cat /sdcard/e.xml").stdout
        with pytest.raises(HierarchyError) as caught:
            device.hierarchy(windows=True)
        assert caught.value.code == "dump_unsupported"
    look = observe(device)
    assert look.marks
    assert not look.marks_code or look.marks_code == "dump_unsupported"


@pytest.mark.parametrize(("release", "clipped"), [("11", True), ("12", True), ("13", False), ("16", False)])
def test_until_android_12_bounds_end_above_the_gesture_area(release: str, clipped: bool) -> None:
    phone = made(f"android={release}")
    bottoms = [int(b) for b in re.findall(r'bounds="\[\d+,\d+\]\[\d+,(\d+)\]"', dumped(phone))]
    assert max(bottoms) == (2400 - phone.metrics.dp(24) if clipped else 2400)


def test_the_permission_windows_ids_are_the_makers() -> None:
    for vendor, package in (("samsung", "com.android.permissioncontroller"), ("xiaomi", "com.lbe.security.miui")):
        xml = dumped(asking(f"vendor={vendor}"))
        assert f'resource-id="{package}:id/permission_allow_foreground_only_button"' in xml
        assert f'package="{MAKERS[vendor].permission}"' in xml


# --- dumps that fail --------------------------------------------------------------------------------------------------


def test_a_moving_screen_refuses_a_dump_only_when_asked_and_leaves_the_stale_file() -> None:
    phone = demo.opened(0, "odds")  # a page with a spinner
    assert phone.run("uiautomator dump").code == 0
    before = phone.run(f"cat {DUMP_FILE}").stdout
    phone.faults.chances["animation"] = 1.0
    start = phone.core.now
    said = phone.run("uiautomator dump")
    assert (said.stdout, said.stderr, said.code) == (b"", b"ERROR: could not get idle state.\n", 0)
    assert phone.core.now - start >= 10_000
    assert phone.run(f"cat {DUMP_FILE}").stdout == before
    assert [name for _, name, _ in phone.faults.log] == ["animation"]


def test_a_screen_at_rest_is_dumped_even_then() -> None:
    phone = typing("")
    phone.faults.chances["animation"] = 1.0
    assert phone.run("uiautomator dump").text.startswith("UI hierchary dumped")
    assert phone.faults.log == []


def test_something_due_soon_in_the_app_in_front_is_movement() -> None:
    phone = typing("")
    phone.faults.chances["animation"] = 1.0
    phone.env("demo").later(800, ("noop",))
    assert b"could not get idle state" in phone.run("uiautomator dump").stderr
    assert phone.run("uiautomator dump").stderr == b"", "it came while Android waited"


def test_a_dump_that_another_one_kills_says_nothing_and_keeps_the_old_file() -> None:
    phone = made()
    before = phone.run(f"uiautomator dump 1>&2; cat {DUMP_FILE}").stdout
    phone.faults.chances["dump_killed"] = 1.0
    said = phone.run("uiautomator dump")
    assert (said.stdout, said.stderr, said.code) == (b"", b"", 137)
    assert phone.run(f"cat {DUMP_FILE}").stdout == before
    with pytest.raises(HierarchyError) as caught:
        Device(LocalTransport(phone)).hierarchy(windows=False)
    assert caught.value.code == "dump_killed"


def test_unknown_options_are_ignored_and_the_last_path_counts() -> None:
    phone = made()
    assert phone.run("uiautomator dump -x --what /sdcard/a.xml /sdcard/b.xml").text.endswith("/sdcard/b.xml\n")
    assert phone.run("ls /sdcard/a.xml /sdcard/b.xml").text == "/sdcard/b.xml\n"


def test_a_stale_plain_dump_is_never_taken_for_one_by_window() -> None:
    phone = made("android=11")
    result = phone.run("uiautomator dump --windows /sdcard/d.xml 1>&2; cat /sdcard/d.xml")
    xml, messages = split_dump(result.stdout, result.stderr)
    with pytest.raises(HierarchyError):
        check_dump(xml, messages, windows=True)
    check_dump(xml, messages, windows=False)
