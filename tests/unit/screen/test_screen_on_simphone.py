"""The whole room on an embedded phone."""

from __future__ import annotations

import pytest

from kit.device.device import Device
from kit.errors import ObservationFailed
from kit.screen import coordinates, describe, signature
from kit.screen.observe import observe
from kit.settings import Settings
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone


@pytest.fixture
def device():
    return Device(LocalTransport(Phone(3)))


def press(device, label: str) -> None:
    seen = observe(device)
    (mark,) = [m for m in seen.marks if m.full_label.split(", ")[0] == label]
    device.tap(*coordinates.to_pixels(mark.center, seen.screen))
    device.wait(1)


def test_the_home_screen_shows_its_apps_and_a_tap_opens_one(device):
    home = observe(device)
    assert home.marks_code == ""
    assert {"Settings", "Contacts", "Calculator"} <= {m.label for m in home.marks}
    assert home.image is not None
    assert home.image.size == (home.screen.width, home.screen.height)
    press(device, "Settings")
    opened = observe(device)
    assert opened.foreground.package == "com.android.settings"
    assert "front com.android.launcher3→com.android.settings" in signature.diff(home, opened)
    assert signature.hamming(signature.average_hash(home.image), signature.average_hash(opened.image)) > 0


def test_a_row_with_a_switch_is_one_mark_whose_state_follows_a_tap(device):
    device.launch("com.android.settings")
    device.wait(1)
    press(device, "Display")

    def dark():
        return next(m for m in observe(device).marks if m.full_label == "Dark theme")

    before = dark()
    assert before.role == "switch"
    press(device, "Dark theme")
    assert {*before.states, *dark().states} == {"on", "off"}


def test_the_same_screen_has_the_same_signature_on_another_day(device):
    device.launch("com.android.settings")
    device.wait(1)
    first = observe(device)
    device.wait(86_400)
    second = observe(device)
    assert signature.structural(first) == signature.structural(second)
    assert first.epoch + 1 == second.epoch
    assert first.texts != second.texts or describe.describe(first, "compact") == describe.describe(second, "compact")


@pytest.mark.parametrize(("fault", "code"), [("null_root", "dump_null_root"), ("idle_state", "dump_idle_state")])
def test_a_phone_that_cannot_dump_gives_a_frame_that_says_why(device, fault, code):
    device.shell(f"simphone fault {fault} 1")
    seen = observe(device)
    assert (seen.marks_code, seen.marks) == (code, ())
    assert f"marks (0) [accessibility:{code}]" in describe.describe(seen)


def test_a_phone_that_drifts_during_the_look_gives_a_reference_picture_only(device):
    device.shell("simphone fault drift 1")
    with pytest.raises(ObservationFailed) as caught:
        observe(device, Settings(observe_retry_max_loops=0))
    assert caught.value.code == "foreground_drift"
    assert caught.value.reference is not None
    assert device.epoch == 0
