"""What is special about the tasks of Health: a chart read by touching it, a medicine that is taken twice a day."""

import pytest
from proving import solve, story

from kit.device.device import Device
from kit.simphone.apps import ALL
from kit.simphone.apps.health import APP
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, TruePhone
from kit.tasks.simphone.health import TEMPLATES

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def device() -> Device:
    apps = {a.name: a for a in (*ALL, APP)}
    return Device(LocalTransport(Phone(0, apps=list(apps.values()))))


def test_the_best_day_is_found_in_the_week_that_was_asked_for(device: Device) -> None:
    weeks = set()
    for seed in range(3):
        task = Task.of(BY_NAME["health_best_day"], seed)
        weeks.add(task.params["weeks_ago"])
        episode = solve(device, BY_NAME["health_best_day"], seed)
        assert episode.outcome.success, story(episode)
        shown = [str(task.params["counts"][n]) for n in range(14)]
        first = [s.observation for s in episode.steps[:2] if s.observation]
        assert not any(n.text in shown[1:] for seen in first for w in seen.windows for n in w.nodes)
    assert weeks == {0, 1}


@pytest.mark.parametrize("seed", range(3))
def test_the_other_weeks_best_day_is_no_success(device: Device, seed: int) -> None:
    task = Task.of(BY_NAME["health_best_day"], seed)
    task.setup(device)
    p, phone = task.params, TruePhone(device)
    weeks = (max(p["counts"][:7]), max(p["counts"][7:]))
    for week, best in enumerate(weeks):
        phone.set("health.steps_goal", best + p["more"])
        assert task.check(device).success == (week == p["weeks_ago"])


@pytest.mark.parametrize("name", ["health_doses", "health_stop_medicine", "health_which_dose"])
def test_the_medicine_has_a_twin_at_another_time(name: str) -> None:
    for seed in range(20):
        p = Task.of(BY_NAME[name], seed).params
        wanted, time = (p["a"], p["a_time"]) if name == "health_doses" else (p["name"], p["time"])
        times = [m["time"] for m in p["medicines"] if m["name"] == wanted]
        assert len(times) == len(set(times)) == 2
        assert time in times


def test_marking_the_twin_is_no_success(device: Device) -> None:
    task = Task.of(BY_NAME["health_doses"], 5)
    task.setup(device)
    p, phone = task.params, TruePhone(device)
    ids = {(m["name"], m["time"]): m["id"] for m in phone.data()["health"]["medicines"]}
    day = phone.state()["clock"][:10]

    def dose(id: str, medicine: str, status: str, reason: str) -> dict[str, str]:
        return {"id": id, "medicine": medicine, "date": day, "status": status, "reason": reason}

    skipped = dose("d2", ids[p["b"], p["b_time"]], "skipped", p["reason"])
    for (name, time), id in ids.items():
        if name == p["a"]:
            phone.set("health.doses", [dose("d1", id, "taken", ""), skipped])
            assert task.check(device).success == (time == p["a_time"])


@pytest.mark.parametrize("seed", range(4))
def test_the_order_in_the_note_undoes_the_success_when_it_is_followed(device: Device, seed: int) -> None:
    task = Task.of(BY_NAME["health_which_dose"], seed)
    task.setup(device)
    assert task.check(device, task.params["dose"]).success
    assert not task.check(device, "99:99").success
    phone = TruePhone(device)
    phone.set("health.steps_goal", 1)
    assert not task.check(device, task.params["dose"]).success
