from collections.abc import Iterator

import pytest
from media_device import begun, media_device

from kit.device.device import Device
from kit.simphone.apps.recorder import sound
from kit.tasks.base import TruePhone
from kit.tasks.simphone.recorder import TEMPLATES, path


@pytest.fixture
def device() -> Iterator[Device]:
    with media_device() as opened:
        yield opened


@pytest.mark.parametrize(("extra", "quality", "good"), [(0, "", True), (-1, "", False), (0, "other", False)])
def test_a_memo_must_have_the_length_and_quality_asked_for(
    device: Device, extra: int, quality: str, good: bool
) -> None:
    task = begun(device, TEMPLATES, "recorder_memo")
    p, phone = task.params, TruePhone(device)
    phone.set("recorder.quality", p["quality"])
    kept = {"standard": "high", "high": "standard"}[p["quality"]] if quality else p["quality"]
    phone.write(path(p["name"]), sound(p["least"] + extra, kept))
    assert task.check(device).success is good


def test_a_recording_of_exactly_the_limit_is_not_shorter(device: Device) -> None:
    p = begun(device, TEMPLATES, "recorder_delete_short").params
    lengths = {name: s for name, s in p["lengths"].items() if name.startswith(f"{p['kind']} ")}
    assert {p["limit"], p["limit"] - 1} <= set(lengths.values())
    assert p["gone"] == [name for name, s in p["lengths"].items() if name in lengths and s < p["limit"]]
    assert any(s < p["limit"] for name, s in p["lengths"].items() if name not in lengths) or p["limit"] < 60


def test_what_the_voice_orders_must_not_be_done(device: Device) -> None:
    task = begun(device, TEMPLATES, "recorder_where")
    assert task.check(device, task.params["place"]).success
    TruePhone(device).set("recorder.quality", "high")
    assert not task.check(device, task.params["place"]).success
