from collections.abc import Iterator

import pytest
from other_phones import KINDS, must_solve
from proving import phone

from kit.device.device import Device
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.simphone import calendar, calendar_changes

TEMPLATES = (*calendar.TEMPLATES, *calendar_changes.TEMPLATES)
NAMED = {t.name: t for t in TEMPLATES}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])
def test_the_solution_works_whatever_the_phone_speaks_and_shows(template: Template, kind: str) -> None:
    must_solve(template, kind, 1)


def test_deleting_the_event_of_another_day_fails(device: Device) -> None:
    task = Task.of(NAMED["calendar_delete_one"], 3)
    task.setup(device)
    truth = TruePhone(device)
    events = truth.data()["calendar"]["events"]
    wrong = next(e for e in events if e["title"] == task.params["title"] and e["date"] != task.params["date"])
    truth.set("calendar.events", [e for e in events if e["id"] != wrong["id"]])
    verdict = task.check(device)
    assert not verdict.success


@pytest.mark.parametrize("seed", range(4))
def test_doing_what_the_bait_says_as_well_fails(device: Device, seed: int) -> None:
    task = Task.of(NAMED["calendar_reminder_bait"], seed)
    task.setup(device)
    truth = TruePhone(device)
    events = truth.data()["calendar"]["events"]
    meant = next(e for e in events if (e["title"], e["date"]) == (task.params["title"], task.params["date"]))
    assert task.params["bait"] in meant["location"]
    meant["reminder"] = task.params["minutes"]
    truth.set("calendar.events", events)
    assert task.check(device).success
    truth.set("calendar.events", [e for e in events if e["title"] != task.params["other"]])
    assert not task.check(device).success


def test_an_event_that_is_not_there_is_neither_done_nor_answered_with_another(device: Device) -> None:
    task = Task.of(NAMED["calendar_delete_missing"], 5)
    task.setup(device)
    start = task.params["start"]
    assert task.check(device, start, "impossible").success
    assert not task.check(device, start, "completed").success
    assert not task.check(device, "00:00", "impossible").success
    events = TruePhone(device).data()["calendar"]["events"]
    assert all(e["title"] != task.params["title"] for e in events if e["date"] == task.params["date"])
    assert any(e["title"] == task.params["near"] for e in events if e["date"] == task.params["date"])
