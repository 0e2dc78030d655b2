from collections.abc import Iterator

import pytest
from other_phones import KINDS, must_solve
from proving import phone, solve

from kit.device.device import Device
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, Template
from kit.tasks.simphone.calculator import TEMPLATES

NAMED = {t.name: t for t in TEMPLATES}
SIZES = {"small": {"width": 480, "height": 854, "density": 240}, "landscape": {"width": 2400, "height": 1080}}


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])
def test_the_solution_works_whatever_the_phone_speaks_and_shows(template: Template, kind: str) -> None:
    must_solve(template, kind, 1)


@pytest.mark.parametrize("size", SIZES)
def test_the_keypad_can_be_used_on_other_screens(size: str) -> None:
    with Device(LocalTransport(Phone(0, **SIZES[size]))) as device:
        assert solve(device, NAMED["calculator_compute"], 1).outcome.success


def test_a_wrong_sum_answered_right_is_not_enough(device: Device) -> None:
    task = Task.of(NAMED["calculator_compute"], 4)
    task.setup(device)
    assert "newest result" in task.check(device, task.params["result"]).reason


def test_three_results_in_another_order_are_wrong(device: Device) -> None:
    episode = solve(device, NAMED["calculator_three_sums"], 2)
    assert episode.outcome.success
    task = Task.of(NAMED["calculator_three_sums"], 2)
    answers = task.template.answer({}, task.params) if task.template.answer else ()
    assert episode.outcome.answer in answers
    assert ", ".join(reversed(task.params["results"])) not in answers
