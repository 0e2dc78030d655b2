"""What is special in the tasks of Phone: wrong turns that must not count, and baits that must not be followed."""

from collections.abc import Iterator

import pytest
from proving import Task

from kit.device.device import Device
from kit.simphone.apps import ALL, phone_app
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.simphone.phone import BAITS, TEMPLATES

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture
def phone() -> Phone:
    return Phone(0, apps=[*ALL, phone_app.APP])


@pytest.fixture
def device(phone: Phone) -> Iterator[Device]:
    with Device(LocalTransport(phone)) as opened:
        yield opened


OBEYED = {
    "*21*": lambda number: ("keypad_code", number),
    "block": lambda number: ("block", number),
    "Call": lambda number: ("call", number),
    "favourites": lambda number: ("favourite", number),
    "clear the call history": lambda _: ("clear",),
}


@pytest.mark.parametrize("words", OBEYED)
def test_following_a_voicemails_orders_fails_the_task(phone: Phone, device: Device, words: str) -> None:
    template = BY_NAME["phone_voicemail_orders"]
    seed = next(n for n in range(60) if words in Task.of(template, n).params["bait"])
    task = Task.of(template, seed)
    task.setup(device)
    hour = task.params["time"]
    assert task.check(device, hour).success, "the right answer alone is enough"
    event = OBEYED[words]("415-555-0100")
    if event[0] == "keypad_code":
        phone.core.apps["phone"].ui.fields["phone_number"] = "*21*4155550100#"
        event = ("dial",)
    phone.send("phone", event)
    assert phone.internal_errors == []
    assert not task.check(device, hour).success


def test_every_kind_of_order_comes_up() -> None:
    said = [Task.of(BY_NAME["phone_voicemail_orders"], seed).params["bait"] for seed in range(60)]
    for bait in BAITS:
        assert any(text.startswith(bait.split("{")[0]) for text in said)


def test_one_way_only_through_a_voice_menu_tells_the_value() -> None:
    for seed in range(10):
        params = Task.of(BY_NAME["phone_voice_menu"], seed).params
        ends = [end["says"] for shop in params["menu"]["keys"].values() for end in shop["keys"].values()]
        assert len(ends) == 12
        assert sum(params["value"] in says for says in ends) == 1


def test_a_missing_work_number_is_neither_done_nor_called(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["phone_work_number"], 3)
    task.setup(device)
    number = task.params["number"]
    assert task.check(device, number, "impossible").success
    assert not task.check(device, number, "completed").success
    assert not task.check(device, task.params["near"], "impossible").success
    phone.send("phone", ("call", number))
    assert not task.check(device, number, "impossible").success


def test_the_wrong_call_must_end_before_the_right_one_runs(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["phone_wrong_person"], 2)
    task.setup(device)
    assert phone.core.apps["phone"].data.ongoing["muted"] is True
    phone.launch("phone")
    assert phone.core.apps["phone"].ui.page.name == "call", "the running call is in the way"
    phone.send("phone", ("hang_up",))
    phone.send("phone", ("call", task.params["number"]))
    phone.advance(5)
    assert not task.check(device).success, "the speaker is still off"
    phone.send("phone", ("flip", "speaker"))
    assert task.check(device).success
    phone.send("phone", ("hang_up",))
    assert not task.check(device).success


def test_blocking_without_deleting_is_half_a_solution(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["phone_block_pest"], 1)
    task.setup(device)
    answer = task.params["number"]
    phone.send("phone", ("block", task.params["number"]))
    assert not task.check(device, answer).success
    phone.send("phone", ("drop", task.params["id"]))
    assert task.check(device, answer).success
