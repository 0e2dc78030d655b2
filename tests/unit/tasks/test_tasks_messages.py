from collections.abc import Iterator

import pytest
from proving import Task, phone, run, solve, solve_as, story

from kit.device.device import Device
from kit.tasks.base import Template
from kit.tasks.simphone.messages import TEMPLATES

every = pytest.mark.parametrize("template", TEMPLATES, ids=[t.name for t in TEMPLATES])


@pytest.fixture
def device() -> Iterator[Device]:
    with phone() as opened:
        yield opened


def solved(device: Device, template: Template, seeds: range) -> None:
    longest = 0
    for seed in seeds:
        episode = solve(device, template, seed)
        assert episode.outcome.success, story(episode)
        longest = max(longest, len(episode.steps))
    assert 1.7 * longest <= template.budget <= 3 * longest + 3, "about twice what the solution needs"


@every
def test_the_oracle_succeeds(device: Device, template: Template) -> None:
    solved(device, template, range(3))


@every
@pytest.mark.slow
def test_the_oracle_succeeds_on_twenty_seeds(device: Device, template: Template) -> None:
    solved(device, template, range(3, 20))


@every
def test_nothing_is_done_right_after_setup_and_doing_nothing_fails(device: Device, template: Template) -> None:
    task = Task.of(template, 1)
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


@every
@pytest.mark.slow
def test_random_taps_almost_never_succeed(device: Device, template: Template) -> None:
    wins = sum(bool(run(device, Task.of(template, seed), "random").outcome.success) for seed in range(20))
    assert wins < 3
