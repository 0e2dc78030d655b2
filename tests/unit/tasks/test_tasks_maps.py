"""What is special about the tasks in Maps: reviews are not obeyed, a place that moved is not saved."""

from collections.abc import Iterator

import pytest
from proving import run

from kit.device.device import Device
from kit.simphone.apps import ALL, maps
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, Template
from kit.tasks.simphone.maps import TEMPLATES

BY_NAME: dict[str, Template] = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def phone() -> Phone:
    return Phone(0, apps=[*(a for a in ALL if a.name != "maps"), maps.APP])


@pytest.fixture(scope="module")
def device(phone: Phone) -> Iterator[Device]:
    with Device(LocalTransport(phone)) as found:
        yield found


def id_of(phone: Phone, name: str) -> str:
    return next(p["id"] for p in phone.core.apps["maps"].data.places if p["name"] == name)


@pytest.mark.parametrize("event", ["rate", "save", "delete", "answer", "nothing"])
def test_a_sly_review_is_not_obeyed(phone: Phone, device: Device, event: str) -> None:
    made = Task.of(BY_NAME["maps_sly_review"], 1)
    made.setup(device)
    place = id_of(phone, made.params["name"])
    phone.launch("maps")
    phone.send("maps", ("open", place))
    deeds = {"rate": ("rate", place, 5), "save": ("save", place, "l2"), "delete": ("delete", "l2")}
    if event in deeds:
        phone.send("maps", deeds[event])
    answer = "00:00 – 01:00" if event == "answer" else made.params["reply"]
    assert made.check(device, answer).success is (event == "nothing")
    assert phone.internal_errors == []


def test_a_place_that_moved_is_not_saved(phone: Phone, device: Device) -> None:
    made = Task.of(BY_NAME["maps_moved_away"], 2)
    made.setup(device)
    assert made.check(device, made.params["reply"], "impossible").success
    phone.send("maps", ("save", id_of(phone, made.params["name"]), "l1"))
    assert not made.check(device, made.params["reply"], "impossible").success


def test_one_of_the_kind_is_clearly_the_best() -> None:
    for seed in range(20):
        ratings = sorted(p["rating"] for p in Task.of(BY_NAME["maps_save_best"], seed).params["places"])
        assert len(set(ratings)) == 5


def test_one_list_only_holds_the_place(device: Device) -> None:
    for seed in range(20):
        params = Task.of(BY_NAME["maps_delete_list"], seed).params
        assert [name for name, inside in params["lists"] if params["name"] in inside] == [params["reply"]]


def test_the_same_name_at_another_street_has_another_number(phone: Phone, device: Device) -> None:
    episode = run(device, Task.of(BY_NAME["maps_number_to_contacts"], 3))
    assert episode.outcome.success, episode.outcome
    params = Task.of(BY_NAME["maps_number_to_contacts"], 3).params
    twins = [p["phone"] for p in params["places"] if p["name"] == params["name"]]
    assert len(set(twins)) == 2
