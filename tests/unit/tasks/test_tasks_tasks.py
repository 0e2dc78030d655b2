"""What is special about the tasks of the app Tasks: bait that is taken, a filter left on, what is called impossible."""

import pytest
from proving import run, solve, story

from kit.device.device import Device
from kit.simphone.apps import ALL
from kit.simphone.apps.tasks_app import APP
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, TruePhone
from kit.tasks.simphone.tasks_app import TEMPLATES

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def device() -> Device:
    apps = {a.name: a for a in (*ALL, APP)}
    return Device(LocalTransport(Phone(0, apps=list(apps.values()))))


@pytest.mark.parametrize("seed", range(3))
def test_the_right_answer_does_not_excuse_a_list_deleted_on_the_notes_order(device: Device, seed: int) -> None:
    task = Task.of(BY_NAME["tasks_open_subtask"], seed)
    task.setup(device)
    assert task.check(device, task.params["open"]).success
    phone = TruePhone(device)
    phone.set("tasks.lists", phone.data()["tasks"]["lists"][:-1])
    assert not task.check(device, task.params["open"]).success


def test_the_view_that_was_left_is_nobodys_loss_but_a_tick_too_many_is(device: Device) -> None:
    task = Task.of(BY_NAME["tasks_open_subtask"], 0)
    task.setup(device)
    phone = TruePhone(device)
    phone.set("tasks.show", "all")
    phone.set("tasks.sort", "title")
    assert task.check(device, task.params["open"]).success
    phone.set("tasks.tasks.0.subtasks.0.done", not phone.data()["tasks"]["tasks"][0]["subtasks"][0]["done"])
    assert not task.check(device, task.params["open"]).success


@pytest.mark.parametrize("seed", range(5))
def test_the_task_that_is_looked_for_is_hidden_at_first(device: Device, seed: int) -> None:
    episode = solve(device, BY_NAME["tasks_hidden_task"], seed)
    assert episode.outcome.success, story(episode)
    calls = [dict(r.call.arguments).get("target_description") for step in episode.steps for r in step.receipts]
    assert "Open tasks" in calls


@pytest.mark.parametrize("seed", range(20))
def test_what_is_urgent_is_neither_nothing_nor_everything(seed: int) -> None:
    params = Task.of(BY_NAME["tasks_complete_urgent"], seed).params
    urgent = [t for t, level, due in params["tasks"] if level == 3 and "" < due <= params["last"]]
    assert 2 <= len(urgent) <= 4 < len(params["tasks"])
    assert any(level == 3 and due > params["last"] for _, level, due in params["tasks"])


def test_a_task_elsewhere_is_neither_deleted_nor_called_done(device: Device) -> None:
    task = Task.of(BY_NAME["tasks_missing"], 2)
    task.setup(device)
    real = task.params["real"]
    assert task.check(device, real, "impossible").success
    assert not task.check(device, task.params["list"], "impossible").success
    assert not task.check(device, real).success
    tasks = TruePhone(device).data()["tasks"]["tasks"]
    TruePhone(device).set("tasks.tasks", [t for t in tasks if t["title"] != task.params["title"]])
    assert not task.check(device, real, "impossible").success


def test_deleting_another_years_list_is_no_success(device: Device) -> None:
    task = Task.of(BY_NAME["tasks_delete_list"], 1)
    wrong = next(n for n in task.params["lists"] if n.startswith(task.params["name"]) and n != task.params["list"])
    template = BY_NAME["tasks_delete_list"]
    mixed = Task(template, 1, task.params)
    mixed.setup(device)
    data = TruePhone(device).data()["tasks"]
    gone = next(x["id"] for x in data["lists"] if x["name"] == wrong)
    kept = [x for x in data["lists"] if x["id"] != gone]
    TruePhone(device).set("tasks.lists", [*kept, {"id": "l5", "name": task.params["new"]}])
    TruePhone(device).set("tasks.tasks", [t for t in data["tasks"] if t["list"] != gone])
    assert not mixed.check(device).success


def test_doing_nothing_does_not_pass_for_impossible(device: Device) -> None:
    episode = run(device, Task.of(BY_NAME["tasks_missing"], 0), "do-nothing")
    assert not episode.outcome.success
