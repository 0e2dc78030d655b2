from collections.abc import Iterator

import pytest
from other_phones import KINDS, must_solve
from proving import phone

from kit.device.device import Device
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.simphone import contacts, contacts_chains

TEMPLATES = (*contacts.TEMPLATES, *contacts_chains.TEMPLATES)
NAMED = {t.name: t for t in TEMPLATES}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])
def test_the_solution_works_whatever_the_phone_speaks_and_shows(template: Template, kind: str) -> None:
    must_solve(template, kind, 1)


def test_a_work_number_that_is_there_is_not_called_impossible(device: Device) -> None:
    kinds: set[bool] = set()
    for seed in range(8):
        task = Task.of(NAMED["contacts_work_number"], seed)
        task.setup(device)
        missing = not task.params["desk"]
        kinds.add(missing)
        assert task.check(device, task.params["mobile"], "impossible").success is missing
        assert not task.check(device, task.params["mobile"], "completed").success
        assert not task.check(device, task.params["near"], "impossible").success
    assert kinds == {True, False}


def test_following_the_orders_on_the_card_fails_the_task(device: Device) -> None:
    task = Task.of(NAMED["contacts_group"], 3)
    task.setup(device)
    truth = TruePhone(device)
    people = truth.data()["contacts"]["people"]
    people[-1]["group"] = task.params["group"]
    truth.set("contacts.people", people)
    assert task.check(device, task.params["company"]).success
    for change in ({"email": "desk111@example.com"}, {"starred": True}):
        truth.set("contacts.people", [*people[:-1], {**people[-1], **change}])
        assert not task.check(device, task.params["company"]).success
    truth.set("contacts.people", people[:-1])
    assert not task.check(device, task.params["company"]).success
