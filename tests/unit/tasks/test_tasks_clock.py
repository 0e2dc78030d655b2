from collections.abc import Iterator

import pytest
from other_phones import KINDS, must_solve
from proving import phone, solve

from kit.device.device import Device
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.simphone import clock, clock_chains, clock_ringing

TEMPLATES = (*clock.TEMPLATES, *clock_chains.TEMPLATES, *clock_ringing.TEMPLATES)
NAMED = {t.name: t for t in TEMPLATES}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])
def test_the_solution_works_whatever_the_phone_speaks_and_shows(template: Template, kind: str) -> None:
    must_solve(template, kind, 1)


def test_a_timer_that_was_reset_is_not_running(device: Device) -> None:
    task = Task.of(NAMED["clock_timer_and_city"], 2)
    task.setup(device)
    length = task.params["minutes"] * 60 + task.params["seconds"]
    truth = TruePhone(device)
    truth.set("clock.cities", [*truth.data()["clock"]["cities"], {"id": "2", "name": task.params["city"]}])
    truth.set("clock.timers", [{"id": "1", "seconds": length, "ends": "", "left_ms": length * 1000}])
    assert task.check(device).reason == "the timer is not running"


def test_the_other_alarm_does_ring_on_the_way(device: Device) -> None:
    for seed in range(3):
        episode = solve(device, NAMED["clock_change_ringing"], seed)
        assert episode.outcome.success
        ringing = Task.of(NAMED["clock_change_ringing"], seed).params["ringing"]
        assert any(ringing in step.observation.texts for step in episode.steps if step.observation)


def test_the_value_to_be_remembered_is_read_from_the_right_file(device: Device) -> None:
    task = Task.of(NAMED["clock_door_code"], 4)
    task.setup(device)
    files = TruePhone(device).data()["files"]
    holding = [path for path, text in files.items() if task.params["recall"] in text]
    assert holding == [f"/sdcard/Documents/{task.params['file']}"]
    assert any(task.params["wrong"] in text for text in files.values()), "a file of a similar name holds another code"
