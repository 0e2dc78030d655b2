"""What is special about the tasks in Draw: where strokes run is judged by field, and pictures by their names."""

from dataclasses import replace

import pytest
from proving import run, solve, story

from kit.device.device import Device
from kit.simphone.apps import ALL
from kit.simphone.apps.draw_app import APP
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Params, Task, Template
from kit.tasks.simphone.draw_app import TEMPLATES
from kit.types import Episode

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def device() -> Device:
    apps = {a.name: a for a in (*ALL, APP)}
    return Device(LocalTransport(Phone(0, apps=list(apps.values()))))


def with_params(device: Device, template: Template, seed: int, **other: object) -> Episode:
    """The solution of the same task with other parameters."""

    def oracle(params: Params, seen):
        return template.oracle({**params, **other}, seen)

    return run(device, Task(replace(template, oracle=oracle), seed, Task.of(template, seed).params))


def test_a_line_counts_only_between_the_two_fields_in_their_order(device: Device) -> None:
    template = BY_NAME["draw_line"]
    way = Task.of(template, 2).params["way"]
    episode = solve(device, template, 2)
    assert episode.outcome.success, story(episode)
    beside = chr(ord(way[1][0]) + (1 if way[1][0] < "F" else -1)) + way[1][1]
    for wrong in ([way[0], beside], way[::-1]):
        episode = with_params(device, template, 2, way=wrong)
        assert not episode.outcome.success
        assert f"wanted {way[0]} to {way[1]}" in episode.outcome.reason


def test_the_wrong_pen_is_no_success(device: Device) -> None:
    ink = "Blue" if Task.of(BY_NAME["draw_line"], 2).params["color"] != "blue" else "Red"
    episode = with_params(device, BY_NAME["draw_line"], 2, ink=ink)
    assert not episode.outcome.success
    assert "color" in episode.outcome.reason


def test_a_picture_under_another_name_is_no_success(device: Device) -> None:
    episode = with_params(device, BY_NAME["draw_undo_save"], 5, file="something else")
    assert not episode.outcome.success
    assert ".png" in episode.outcome.reason
