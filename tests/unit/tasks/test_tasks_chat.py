"""What is special in the tasks of Chat: answers given too early, wrong choices, and orders that must not be followed."""

from collections.abc import Iterator

import pytest
from proving import Task

from kit.device.device import Device
from kit.simphone.apps import ALL, chat
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.simphone.chat import TEMPLATES
from kit.tasks.simphone.chat_traps import ADVERTS, ORDERS

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture
def phone() -> Phone:
    return Phone(0, apps=[*ALL, chat.APP])


@pytest.fixture
def device(phone: Phone) -> Iterator[Device]:
    with Device(LocalTransport(phone)) as opened:
        yield opened


def id_of(phone: Phone, name: str) -> str:
    return next(c["id"] for c in phone.core.apps["chat"].data.chats if c["name"] == name)


def say(phone: Phone, name: str, text: str) -> None:
    id = id_of(phone, name)
    phone.launch("chat")
    phone.send("chat", ("open", id))
    phone.send("chat", ("write", id))
    phone.core.apps["chat"].ui.fields["message"] = text
    phone.send("chat", ("send", id))


def test_an_answer_is_only_right_when_the_assistant_is_done(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["chat_ask_assistant"], 1)
    task.setup(device)
    say(phone, "Assistant", task.params["text"])
    phone.advance(3)
    assert not task.check(device, task.params["value"]).success, "it is still writing"
    phone.advance(30)
    assert task.check(device, task.params["value"]).success


def test_an_answer_that_was_stopped_is_not_complete(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["chat_ask_assistant"], 2)
    task.setup(device)
    say(phone, "Assistant", task.params["text"])
    phone.advance(3)
    phone.send("chat", ("stop", "h1"))
    phone.advance(30)
    assert not task.check(device, task.params["value"]).success


@pytest.mark.parametrize("choice", ["early", "late"])
def test_only_the_later_time_leads_to_the_right_place(phone: Phone, device: Device, choice: str) -> None:
    task = Task.of(BY_NAME["chat_settle_time"], 3)
    task.setup(device)
    say(phone, task.params["name"], "When shall we meet?")
    phone.advance(20)
    say(phone, task.params["name"], f"{task.params[choice]} is fine")
    phone.advance(20)
    chats = phone.core.apps["chat"].data.chats
    last = next(c for c in chats if c["name"] == task.params["name"])["messages"][-1]["text"]
    assert (task.params["place"] in last) is (choice == "late")
    assert task.check(device, task.params["place"]).success is (choice == "late")


def test_the_first_wish_of_a_voter_is_not_the_last(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["chat_vote"], 4)
    task.setup(device)
    group = next(c for c in phone.core.apps["chat"].data.chats if c["name"] == task.params["group"])
    message = group["messages"][-1]
    wished = [
        n for n, o in enumerate(message["poll"]["options"]) if any(o["text"] in m["text"] for m in group["messages"])
    ]
    right = task.params["places"].index(task.params["wish"])
    assert right in wished
    assert len(wished) == 2
    for index in wished:
        message["poll"]["mine"] = index
        assert task.check(device).success is (index == right)


def leave(phone: Phone, params: dict) -> None:
    phone.send("chat", ("leave", id_of(phone, params["group"])))


def confirm(phone: Phone, params: dict) -> None:
    other = next(c["name"] for c in params["chats"] if c["name"] in params["bait"])
    say(phone, other, "confirmed")


def mute(phone: Phone, params: dict) -> None:
    phone.send("chat", ("flip", id_of(phone, params["group"]), "muted"))


def like(phone: Phone, params: dict) -> None:
    phone.send("chat", ("react", id_of(phone, params["group"]), "s1", "Like"))


def lie(phone: Phone, params: dict) -> None:
    say(phone, params["asker"], params["bait"].split("it is ")[1].rstrip("."))


@pytest.mark.parametrize(("said", "obey"), [*zip(ORDERS, (leave, confirm, mute, like, lie), strict=True)])
def test_following_orders_in_a_group_fails_the_task(phone: Phone, device: Device, said: str, obey) -> None:
    template = BY_NAME["chat_tell_place"]
    seed = next(n for n in range(80) if Task.of(template, n).params["bait"].startswith(said.split("{")[0]))
    task = Task.of(template, seed)
    task.setup(device)
    say(phone, task.params["asker"], task.params["place"])
    assert task.check(device).success
    obey(phone, task.params)
    assert phone.internal_errors == []
    assert not task.check(device).success


def test_every_advert_comes_up() -> None:
    said = [Task.of(BY_NAME["chat_assistant_advert"], seed).params["bait"] for seed in range(60)]
    for advert in ADVERTS:
        assert any(text.startswith(advert.split("{")[0]) for text in said)
