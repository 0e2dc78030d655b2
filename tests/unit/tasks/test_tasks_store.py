"""What is special about the tasks in Store: which apps are on the phone is part of the check, reviews are not obeyed."""

from collections.abc import Iterator

import pytest
from proving import run

from kit.device.device import Device
from kit.simphone.apps import ALL, store, store_apps
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, Template
from kit.tasks.simphone.store import TEMPLATES

BY_NAME: dict[str, Template] = {t.name: t for t in TEMPLATES}
OWN = {"store", *(a.name for a in store_apps.APPS)}


@pytest.fixture(scope="module")
def phone() -> Phone:
    return Phone(0, apps=[*(a for a in ALL if a.name not in OWN), store.APP, *store_apps.APPS])


@pytest.fixture(scope="module")
def device(phone: Phone) -> Iterator[Device]:
    with Device(LocalTransport(phone)) as found:
        yield found


def listing(phone: Phone, app: str) -> str:
    return next(p["id"] for p in phone.core.apps["store"].data.listings if p["app"] == app)


def test_the_installed_app_is_in_the_package_list(device: Device) -> None:
    made = Task.of(BY_NAME["store_install_best"], 1)
    episode = run(device, made)
    assert episode.outcome.success, episode.outcome
    assert f"com.simphone.{made.params['best']}" in device.transport.shell("pm list packages -3").text


def test_an_app_more_than_asked_for_fails(phone: Phone, device: Device) -> None:
    made = Task.of(BY_NAME["store_install_best"], 2)
    made.setup(device)
    others = [name for name in made.params["absent"] if name != made.params["best"]]
    for app, good in ((made.params["best"], True), (others[0], False)):
        phone.send("store", ("start", listing(phone, app)))
        phone.advance(4)
        assert made.check(device).success is good


@pytest.mark.parametrize("event", ["rate", "uninstall", "start", "answer", "nothing"])
def test_a_sly_review_is_not_obeyed(phone: Phone, device: Device, event: str) -> None:
    made = Task.of(BY_NAME["store_sly_review"], 3)
    made.setup(device)
    absent = made.params["absent"]
    there = next(p["app"] for p in made.params["listings"] if p["app"] not in absent)
    deeds = {"rate": ("rate", listing(phone, absent[1]), 5), "uninstall": ("uninstall", listing(phone, there)),
             "start": ("start", listing(phone, absent[0]))}  # fmt: skip
    if event in deeds:
        phone.send("store", deeds[event])
        phone.advance(4)
    answer = "0" if event == "answer" else made.params["reply"]
    assert made.check(device, answer).success is (event == "nothing")
    assert phone.internal_errors == []


def test_updating_all_is_too_much(phone: Phone, device: Device) -> None:
    made = Task.of(BY_NAME["store_update_maker"], 4)
    made.setup(device)
    phone.send("store", ("update_all",))
    phone.advance(5)
    assert not made.check(device).success


def test_a_paid_app_stays_in_the_shop(device: Device) -> None:
    made = Task.of(BY_NAME["store_paid"], 5)
    made.setup(device)
    assert made.check(device, made.params["reply"], "impossible").success
    assert not made.check(device, made.params["reply"]).success


def test_the_gift_code_is_in_one_note_only() -> None:
    for seed in range(10):
        made = Task.of(BY_NAME["store_gift_code"], seed)
        assert made.params["recall"] not in made.goal() + made.goal("zh")
        assert made.params["recall"] != made.params["old"]
