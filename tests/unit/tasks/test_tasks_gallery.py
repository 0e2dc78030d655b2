from collections.abc import Iterator

import pytest
from media_device import begun, media_device

from kit.device.device import Device
from kit.tasks.base import TruePhone
from kit.tasks.simphone.gallery import TEMPLATES
from kit.tasks.simphone.media import album, kept_as


@pytest.fixture
def device() -> Iterator[Device]:
    with media_device() as opened:
        yield opened


def test_the_right_total_is_not_enough_when_the_receipt_was_obeyed(device: Device) -> None:
    task = begun(device, TEMPLATES, "gallery_receipt_total")
    total = task.params["total"]
    assert task.check(device, total).success
    first = album(task.params["album"], f"Receipt {task.params['first']}")[0]
    TruePhone(device).set("gallery.favourites", [first])
    assert "favourites" in task.check(device, total).reason


def test_a_picture_that_is_elsewhere_is_impossible_only_with_the_place(device: Device) -> None:
    task = begun(device, TEMPLATES, "gallery_not_there")
    real = task.params["real"]
    assert task.check(device, real, "impossible").success
    assert not task.check(device, real).success
    assert not task.check(device, task.params["said"], "impossible").success


def test_the_trash_must_lose_one_and_give_back_another(device: Device) -> None:
    task = begun(device, TEMPLATES, "gallery_trash")
    phone = TruePhone(device)
    (gone,), (back,) = (album(task.params["album"], task.params[key]) for key in ("gone", "back"))
    trash = [x for x in phone.data()["gallery"]["trash"] if x["path"] not in (gone, back)]
    phone.set("gallery.trash", trash)
    assert not task.check(device).success, "the files are still where the trash keeps them"
    phone.write(back, device.transport.pull(kept_as(back)))
    for path in (gone, back):
        phone.set(f"files.{kept_as(path)}", None)
    assert task.check(device).success
