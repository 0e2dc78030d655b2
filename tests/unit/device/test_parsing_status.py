"""Sizes, displays, battery, heat and keyboards as Android prints them."""

from __future__ import annotations

import pytest

from kit.device.parsing import (
    parse_battery,
    parse_density,
    parse_displays,
    parse_input_method,
    parse_input_methods,
    parse_size,
    parse_temperatures,
    parse_thermal_status,
    parse_viewport,
    same_input_method,
)
from kit.errors import ParseError
from kit.types import Screen


def test_override_wins_over_physical() -> None:
    assert parse_size("Physical size: 720x1600\n") == (720, 1600)
    assert parse_size("Physical size: 720x1600\nOverride size: 540x1209\n") == (540, 1209)
    assert parse_density("Physical density: 320\nOverride density: 240\n") == 240
    with pytest.raises(ParseError, match="wm size"):
        parse_size("Can't find service: window")
    with pytest.raises(ParseError, match="wm density"):
        parse_density("")


def test_viewport_of_the_main_display_as_rotated() -> None:
    said = (
        "  mViewports=[DisplayViewport{type=VIRTUAL, displayId=7, orientation=0, logicalFrame=Rect(0, 0 - 9, 9)}, "
        "DisplayViewport{type=INTERNAL, valid=true, displayId=0, uniqueId='local:1', orientation=1, "
        "logicalFrame=Rect(0, 0 - 2640, 1080), densityDpi=160, deviceWidth=2640}]"
    )
    assert parse_viewport(said) == Screen(width=2640, height=1080, density=160, rotation=1)
    assert parse_viewport("nothing") is None


def test_display_ids_keep_all_digits_and_names_lose_padding() -> None:
    said = (
        'Display 4633128672291735939 (HWC display 0): port=131 pnpId=SAM displayName="lcd  "\n'
        'Display 11529215046894381469 (Virtual display): displayName="Overlay #1" uniqueId=""\n'
        'Display 46 (HWC display 1): port=0 pnpId=GGL screenPartStatus=UNSUPPORTED displayName="second"\n'
    )
    assert [(d.id, d.name, d.virtual) for d in parse_displays(said)] == [
        (4633128672291735939, "lcd", False),
        (11529215046894381469, "Overlay #1", True),
        (46, "second", False),
    ]


BATTERY = (
    "Current Battery Service state:\n  AC powered: true\n  USB powered: false\n  Wireless powered: false\n"
    "  status: 2\n  level: 15\n  scale: 100\n  voltage: 4359\n  temperature: 340\n  technology: Li-poly\n"
)


def test_battery() -> None:
    battery = parse_battery(BATTERY)
    assert (battery.level, battery.status, battery.temperature, battery.plugged) == (15, "charging", 34.0, ("ac",))
    assert not battery.updates_stopped
    stopped = BATTERY.replace("state:\n", "state:\n  (UPDATES STOPPED -- use 'reset' to restart)\n")
    assert parse_battery(stopped).updates_stopped


def test_battery_ignores_vendor_event_logs_and_odd_scales() -> None:
    noisy = BATTERY + "[EventLogBuffer]\n  level: 72\n 08-01 level:72, scale:100, voltage:4120\n"
    assert parse_battery(noisy).level == 15
    assert parse_battery("  level: 100\n  scale: 200\n").level == 50
    with pytest.raises(ParseError):
        parse_battery("Can't find service: battery")


def test_thermal() -> None:
    said = (
        "IsStatusOverride: false\nThermal Status: 3\nCached temperatures:\n"
        " Temperature{mValue=-99.9, mType=6, mName=TYPE_POWER_AMPLIFIER, mStatus=0}\n"
        "HAL Ready: true\nCurrent temperatures from HAL:\n\tTemperature{mValue=24.4, mType=3, mName=battery, mStatus=0}\n"
        "Current cooling devices from HAL:\n\tCoolingDevice{mValue=0, mType=2, mName=TYPE_CPU}\n"
    )
    assert parse_thermal_status(said) == 3
    assert [(t.name, t.celsius, t.kind) for t in parse_temperatures(said)] == [("battery", 24.4, 3)]
    cached_only = said.partition("HAL Ready")[0]
    assert [t.celsius for t in parse_temperatures(cached_only)] == [-99.9]
    with pytest.raises(ParseError):
        parse_thermal_status("")


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        ("  mCurMethodId=a.b/.C\n      mInputShown=true\n  mIsInputViewShown=true x=0", "a.b/.C", True),
        ("  mCurMethodId=a.b/.C\n  mInputShown=true\n  mIsInputViewShown=false", "a.b/.C", False),  # hardware keyboard
        ("  mCurId=a.b/a.b.C mHaveConnection=true\n  mShowForced=false mInputShown=true", "a.b/a.b.C", True),
        ("  mCurMethodId=null\n  mInputShown=false", "", False),
    ],
)
def test_input_method(text: str, name: str, shown: bool) -> None:
    method = parse_input_method(text)
    assert (method.id, method.shown) == (name, shown)


def test_input_method_language_and_nonsense() -> None:
    said = "  mCurMethodId=a.b/.C\n  mInputShown=true\n  mCurrentSubtype=Subtype{mSubtypeLocale=ja_JP mode=keyboard}"
    assert parse_input_method(said).language == "ja"
    with pytest.raises(ParseError):
        parse_input_method("Can't find service: input_method")


_EDIT = "  mServedView=android.widget.EditText{1f V.E...}\n"


@pytest.mark.parametrize(
    ("text", "serving"),
    [
        (_EDIT + "  mServedInputConnection=RemoteInputConnectionImpl{connection=a.b@1 finished=false}", True),
        (_EDIT + "  mServedInputConnectionWrapper=ControlledInputConnectionWrapper{connection=a mActive=true}", True),
        ("  mServedView=null\n  mServedInputConnection=null", False),
        ("  mServedView=null\n  mServedInputConnectionWrapper=null", False),  # up to Android 11
        ("      mInputShown=true\n  mServedView=null\n  mServedInputConnection=null", None),  # drawn, bound to nothing
        ("  mServedView=a.GameView{1}\n  mServedInputConnection=null", None),  # reads keys, or nothing
        (_EDIT + "  mServedInputConnection=RemoteInputConnectionImpl{finished=true}", None),  # its window is closed
        (_EDIT + "  mServedInputConnection=X{finished=false mParentInputMethodManager.isActive()=false}", None),
        ("  startInput(mServedView=null, mServedInputConnection=null)", None),  # lines that only mention it
        ("", None),
    ],
)
def test_whether_a_field_takes_text(text: str, serving: bool | None) -> None:
    assert parse_input_method(f"  mCurMethodId=a.b/.C\n{text}").serving is serving


def test_input_method_lists() -> None:
    assert parse_input_methods("a.b/.C\nd.e/d.e.F\n") == ("a.b/.C", "d.e/d.e.F")
    block = "a.b/.C:\n  mId=a.b/.C mSettingsActivityName=d.e\n  Service:\n    name=a.b.C\n"
    assert parse_input_methods(block) == ("a.b/.C",)


def test_same_keyboard_in_both_spellings() -> None:
    assert same_input_method("a.b/.C", "a.b/a.b.C")
    assert not same_input_method("a.b/.C", "a.b/.D")
    assert not same_input_method("", "a.b/.C")
