"""The parsers against verbatim outputs of real phones, kept outside this project; skipped where they are missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kit.device import parsing
from kit.errors import CommandFailed, DeviceTimeout, ParseError, ScreenshotFailed

ANDROID = Path(__file__).resolve().parents[3] / "../shared/android"


@pytest.fixture(scope="module")
def blocks() -> list[str]:
    """All fenced blocks of the sample file, indentation of list items kept as Android printed it."""
    path = ANDROID / "adb-samples.md"
    if not path.is_file():
        pytest.skip("the collection of real outputs is not here")
    return re.findall(r"^```\n(.*?)^```", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def one(blocks: list[str], *marks: str) -> str:
    found = [b for b in blocks if all(mark in b for mark in marks)]
    assert found, marks
    return found[0]


@pytest.mark.parametrize(
    ("marks", "component"),
    [
        (("com.incall.apps",), "com.incall.apps.launcher/com.incall.apps.launcher.Launcher"),
        (
            ("mInputMethodTarget in display# 0",),
            "com.google.android.apps.nexuslauncher/com.google.android.apps.nexuslauncher.NexusLauncherActivity",
        ),
        (
            ("imeControlTarget in display# 0",),
            "com.android.launcher3/com.android.launcher3.uioverrides.QuickstepLauncher",
        ),
        (
            ("Pop-Up Window",),
            "dev.jasonpearson.automobile.playground/dev.jasonpearson.android.appshell.MainTabActivity",
        ),
        (("telemachus",), "dev.telemachus.display/dev.telemachus.display.MainActivity"),
        (("BlueArchive",), "com.YostarJP.BlueArchive/com.yostarjp.bluearchive.MxUnityPlayerActivity"),
        (("subscreen",), "jp.naver.line.android/jp.naver.line.android.activity.main.MainActivity"),
    ],
)
def test_foreground(blocks: list[str], marks: tuple[str, ...], component: str) -> None:
    assert parsing.parse_foreground(one(blocks, *marks)).component == component


@pytest.mark.parametrize(
    ("number", "package"),
    [
        (1, "com.google.android.apps.nexuslauncher"),
        (2, "com.android.launcher3"),
        (3, "com.google.android.apps.nexuslauncher"),
    ],
)
def test_whole_window_dumps(number: int, package: str) -> None:
    path = ANDROID / f"dumpsys/window-windows-appium-{number}.txt"
    if not path.is_file():
        pytest.skip("the collection of real outputs is not here")
    assert parsing.parse_foreground(path.read_text(encoding="utf-8")).package == package


def test_hidden_window_names_nobody(blocks: list[str]) -> None:
    with pytest.raises(ParseError):
        parsing.parse_foreground(one(blocks, "tv.danmaku.bili"))
    with pytest.raises(DeviceTimeout):
        parsing.parse_foreground(one(blocks, "DUMP TIMEOUT"))


def test_system(blocks: list[str]) -> None:
    assert parsing.parse_keyguard(one(blocks, "KeyguardServiceDelegate")) is False
    method = parsing.parse_input_method(one(blocks, "mIsInputViewShown"))
    assert (method.id, method.shown) == ("com.google.android.inputmethod.latin/.LatinIME", True)
    assert parsing.parse_size(one(blocks, "Override size")) == (540, 1209)
    assert parsing.parse_density(one(blocks, "Override density")) == 240
    names = [d.name for d in parsing.parse_displays(one(blocks, "samsung lcd"))]
    assert names == ["samsung lcd", "Overlay #1"]
    assert len(parsing.parse_displays(one(blocks, "EMU_display_1"))) == 2
    viewport = parsing.parse_viewport(one(blocks, "mViewports"))
    assert viewport is not None
    assert (viewport.width, viewport.height, viewport.rotation) == (2640, 1080, 1)
    battery = parsing.parse_battery(one(blocks, "Battery Service"))
    assert (battery.level, battery.temperature) == (15, 34.0)
    assert parsing.parse_input_methods(one(blocks, "mIsDefaultResId")) == ("com.android.inputmethod.latin/.LatinIME",)


def test_apps(blocks: list[str]) -> None:
    assert parsing.parse_resolved(one(blocks, "specificIndex=-1 isDefault=true")) == "com.android.settings/.Settings"
    for block in blocks:
        if block.startswith("Warning: Activity not started") or (
            block.startswith("Starting:") and "Error" not in block
        ):
            parsing.check_start(block, "", 0)
    with pytest.raises(CommandFailed) as missing:
        parsing.check_start(one(blocks, "Error type 3"), "", 1)
    assert missing.value.code == "activity_missing"
    parsing.check_monkey(one(blocks, "Events injected: 1"))


def test_captures_and_keyboards(blocks: list[str]) -> None:
    parsing.check_screencap(1000, one(blocks, "Multiple displays"), 0)
    for status, code in (("-1", "secure_screenshot_blocked"), ("-2", "adb_screencap_failed")):
        with pytest.raises(ScreenshotFailed) as caught:
            parsing.check_screencap(0, one(blocks, f"Status: {status}"), 1)
        assert caught.value.code == code
    for mark in ("InputText.sendText", "InputShellCommand.sendText", "WRITE_SECURE_SETTINGS"):
        with pytest.raises(CommandFailed):
            parsing.check_command("x", "", one(blocks, mark), 255)
    rows = parsing.parse_devices(one(blocks, "List of devices"))
    assert [r.state for r in rows] == ["unauthorized", "offline", "device"]
