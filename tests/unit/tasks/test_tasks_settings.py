from collections.abc import Iterator

import pytest
from proving import phone, run, solve, solve_as, story

from kit.device.device import Device
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.simphone.settings import TEMPLATES

every = pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


def solved(device: Device, template: Template, seeds: range) -> None:
    for seed in seeds:
        episode = solve(device, template, seed)
        assert episode.outcome.success, story(episode)
        assert len(episode.steps) * 2 >= template.budget - 9, "the budget is about twice what the solution needs"


@every
def test_the_oracle_succeeds(device: Device, template: Template) -> None:
    solved(device, template, range(3))


@every
@pytest.mark.slow
def test_the_oracle_succeeds_on_twenty_seeds(device: Device, template: Template) -> None:
    solved(device, template, range(3, 20))


@every
def test_nothing_is_done_right_after_setup_and_doing_nothing_fails(device: Device, template: Template) -> None:
    for seed in (1, 2):
        task = Task.of(template, seed)
        task.setup(device)
        assert not task.check(device).success
        assert not run(device, task, "do-nothing").outcome.success


@every
def test_the_solution_of_another_seed_fails(device: Device, template: Template) -> None:
    for seed in (0, 1):
        episode = solve_as(device, template, seed, seed + 5)
        assert not episode.outcome.success, story(episode)


@every
@pytest.mark.slow
def test_the_solution_of_another_seed_fails_on_twenty_seeds(device: Device, template: Template) -> None:
    for seed in range(20):
        episode = solve_as(device, template, seed, seed + 1)
        assert not episode.outcome.success, story(episode)


OTHER_PHONES = {
    "small": {"width": 480, "height": 854, "density": 240},
    "landscape": {"width": 2400, "height": 1080},
    "large print": {"font_scale": 1.3},
    "Chinese": {"locale": "zh-CN"},
}


@every
@pytest.mark.slow
@pytest.mark.parametrize("kind", OTHER_PHONES)
def test_the_oracle_succeeds_on_other_phones(template: Template, kind: str) -> None:
    with Device(LocalTransport(Phone(0, **OTHER_PHONES[kind]))) as device:
        for seed in range(2):
            episode = solve(device, template, seed)
            assert episode.outcome.success, story(episode)


@every
@pytest.mark.slow
def test_random_actions_almost_never_succeed(device: Device, template: Template) -> None:
    wins = sum(bool(run(device, Task.of(template, seed), "random").outcome.success) for seed in range(20))
    assert wins < 3


def test_another_switch_flipped_on_the_way_fails(device: Device) -> None:
    template = next(t for t in TEMPLATES if t.name == "settings_display")
    task = Task.of(template, 3)
    task.setup(device)
    truth = TruePhone(device)
    for field, value in {**task.params["wanted"], "nfc": False}.items():
        truth.set(f"settings.{field}", value)
    verdict = task.check(device)
    assert not verdict.success
    assert "settings.nfc" in verdict.reason
