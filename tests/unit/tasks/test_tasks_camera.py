from collections.abc import Iterator
from typing import Any

import pytest
from media_device import begun, media_device

from kit.device.device import Device
from kit.simphone.apps.camera import film, photo
from kit.simphone.apps.camera_pages import ROLL
from kit.tasks.base import Task, TruePhone
from kit.tasks.simphone.camera import TEMPLATES


@pytest.fixture
def device() -> Iterator[Device]:
    with media_device() as opened:
        yield opened


def _set(device: Device, task: Task, **values: Any) -> None:
    TruePhone(device).set("camera", {**task.params["left"], **values})


@pytest.mark.parametrize(("extra", "good"), [(-1, False), (0, True), (6, True), (7, False)])
def test_a_film_must_have_the_length_asked_for(device: Device, extra: int, good: bool) -> None:
    task = begun(device, TEMPLATES, "camera_film")
    lens, flash = task.params["lens"], task.params["flash"]
    _set(device, task, mode="video", lens=lens, flash=flash)
    TruePhone(device).write(f"{ROLL}/VID_0001.mp4", film(lens, flash, task.params["least"] + extra))
    assert task.check(device).success is good


def test_photos_with_the_wrong_lens_do_not_count_even_when_the_camera_is_set_right_afterwards(device: Device) -> None:
    task = begun(device, TEMPLATES, "camera_shots")
    p = task.params
    _set(device, task, mode="photo", lens=p["lens"], flash=p["flash"], timer=p["timer"])
    other = {"front": "back", "back": "front"}[p["lens"]]
    for lens, good in ((other, False), (p["lens"], True)):
        for number in range(1, p["count"] + 1):
            TruePhone(device).write(f"{ROLL}/IMG_{number:04}.png", photo(lens, p["flash"], number))
        assert task.check(device).success is good


def test_allowing_the_camera_once_or_for_good_is_the_same(device: Device) -> None:
    task = begun(device, TEMPLATES, "camera_shots")
    TruePhone(device).set("system.granted.camera", ["camera"])
    assert "granted" not in task.check(device).reason
