"""What is special about the tasks in Puzzle: any way to the solved board counts, and not a touch more than was asked for."""

from dataclasses import replace

import pytest
from proving import run, solve, story

from kit.device.device import Device
from kit.simphone.apps import ALL
from kit.simphone.apps.puzzle import APP
from kit.simphone.apps.puzzle_rules import goal, solution
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task
from kit.tasks.simphone.puzzle import SIDE, TEMPLATES, play_field, solve_board
from kit.tasks.simphone.steps import press

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def device() -> Device:
    apps = {a.name: a for a in (*ALL, APP)}
    return Device(LocalTransport(Phone(0, apps=list(apps.values()))))


def test_a_longer_way_to_the_solved_board_counts_as_well(device: Device) -> None:
    template = BY_NAME["puzzle_lights"]

    def detour(params, seen):
        seen = yield "launch_app", {"name": "Puzzle"}
        seen = yield from press(seen, params["name"])
        for _ in range(2):
            seen = yield play_field(seen, 4)
        yield from solve_board(seen, "lights")
        yield "finish", {}

    episode = run(device, Task(replace(template, oracle=detour), 1, Task.of(template, 1).params))
    assert episode.outcome.success, story(episode)


def test_one_touch_too_many_is_no_success(device: Device) -> None:
    template = BY_NAME["puzzle_touches"]

    def eager(params, seen):
        calls = template.oracle(params, seen)
        call = next(calls)
        while call[0] != "finish":
            seen = yield call
            call = calls.send(seen)
        yield play_field(seen, next(n for n in range(9) if n not in params["fields"]))
        yield call

    assert solve(device, template, 2).outcome.success
    episode = run(device, Task(replace(template, oracle=eager), 2, Task.of(template, 2).params))
    assert not episode.outcome.success
    assert "puzzle.levels" in episode.outcome.reason


@pytest.mark.parametrize("name", ["puzzle_tiles", "puzzle_lights", "puzzle_unlock"])
def test_every_board_can_be_solved_within_the_budget_and_is_not_solved_yet(name: str) -> None:
    for seed in range(8):
        task = Task.of(BY_NAME[name], seed)
        one = next(one for one in task.params["levels"] if one["name"] == task.params["name"])
        board = tuple(one["board"])
        assert board != goal(one["kind"], SIDE)
        assert len(solution(one["kind"], SIDE, board)) + 8 <= task.template.budget
