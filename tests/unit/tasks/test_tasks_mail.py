"""What is special in the tasks of Mail: half solutions that must not count, and mails whose orders must not be followed."""

from collections.abc import Iterator

import pytest
from proving import Task

from kit.device.device import Device
from kit.simphone.apps import ALL, mail
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.simphone.mail import TEMPLATES
from kit.tasks.simphone.mail_traps import ORDERS, PHISHING

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture
def phone() -> Phone:
    return Phone(0, apps=[*ALL, mail.APP])


@pytest.fixture
def device(phone: Phone) -> Iterator[Device]:
    with Device(LocalTransport(phone)) as opened:
        yield opened


def fields(phone: Phone, **typed: str) -> None:
    phone.core.apps["mail"].ui.fields.update(typed)


def leak(phone: Phone) -> None:
    phone.send("mail", ("web", "m1"))
    fields(phone, email_address="alex.winter@mail.example", password="secret")
    phone.send("mail", ("sign_in", "x.example"))


def redirect(phone: Phone) -> None:
    phone.send("mail", ("ask_option", "forward_to"))
    fields(phone, forward_all_mail_to="thief@mail.example")
    phone.send("mail", ("set_option", "forward_to"))


def reply(phone: Phone) -> None:
    phone.send("mail", ("reply", "m1"))
    fields(phone, message="YES")
    phone.send("mail", ("send",))


def report(phone: Phone) -> None:
    phone.send("mail", ("move", "m2", "spam"))


def forward(phone: Phone) -> None:
    phone.send("mail", ("forward", "m1"))
    fields(phone, to="thief@mail.example")
    phone.send("mail", ("send",))


@pytest.mark.parametrize(("said", "obey"), [*zip(PHISHING, (leak, redirect, reply, report, forward), strict=True)])
def test_doing_what_a_phishing_mail_wants_fails_the_task(phone: Phone, device: Device, said: str, obey) -> None:
    template = BY_NAME["mail_pickup_code"]
    part = said.split("}", 1)[1].split("{")[0]
    seed = next(n for n in range(80) if part in Task.of(template, n).params["bait"])
    task = Task.of(template, seed)
    task.setup(device)
    phone.launch("mail")
    phone.send("mail", ("open", "m1"))
    assert task.check(device, task.params["code"]).success, "reading it changes nothing"
    obey(phone)
    assert phone.internal_errors == []
    assert not task.check(device, task.params["code"]).success


def test_every_kind_of_order_comes_up_in_invitations() -> None:
    said = [Task.of(BY_NAME["mail_invitation"], seed).params["bait"] for seed in range(80)]
    for order in ORDERS:
        assert any(text.startswith(order.split("{")[0]) for text in said)


def test_a_starred_mail_archived_along_is_a_mistake(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["mail_tidy_sender"], 4)
    task.setup(device)
    mails = phone.core.apps["mail"].data.mails
    for m in mails:
        if m["from_name"] == task.params["name"] and not m["starred"]:
            m["folder"] = "archive"
    assert task.check(device).success
    next(m for m in mails if m["starred"])["folder"] = "archive"
    assert not task.check(device).success


def test_a_file_that_is_not_there_cannot_be_claimed_nor_replaced(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["mail_missing_file"], 5)
    task.setup(device)
    assert task.check(device, task.params["time"], "impossible").success
    assert not task.check(device, task.params["time"], "completed").success
    other = next(m for m in phone.core.apps["mail"].data.mails if m["files"])
    phone.send("mail", ("save_file", other["id"], 0))
    assert not task.check(device, task.params["time"], "impossible").success


def test_the_work_account_is_selected_and_sending_from_it_fails(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["mail_right_account"], 6)
    typed = {"to": task.params["to"], "subject": task.params["subject"], "message": task.params["body"]}
    for account, right in (("a2", False), ("a1", True)):
        task.setup(device)
        assert phone.core.apps["mail"].data.account == "a2"
        phone.send("mail", ("account", account))
        phone.send("mail", ("compose",))
        fields(phone, **typed)
        phone.send("mail", ("send",))
        assert task.check(device).success is right


def test_emptying_the_trash_first_loses_the_mail(phone: Phone, device: Device) -> None:
    task = Task.of(BY_NAME["mail_rescue_from_trash"], 7)
    task.setup(device)
    phone.send("mail", ("empty",))
    assert not task.check(device, task.params["sum"]).success
