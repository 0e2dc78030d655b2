"""What is special about the tasks of Transit: the gate before payments, the first trip, tickets that are easily mixed up."""

from dataclasses import replace

import pytest
from proving import run, solve, story

from kit.device.device import Device
from kit.simphone.apps import ALL
from kit.simphone.apps.transit import APP
from kit.simphone.apps.transit_pages import trips
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, TruePhone
from kit.tasks.simphone.transit import TEMPLATES

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def device() -> Device:
    apps = {a.name: a for a in (*ALL, APP)}
    return Device(LocalTransport(Phone(0, apps=list(apps.values()))))


def test_a_ticket_is_paid_after_the_gate_asked_once(device: Device) -> None:
    episode = solve(device, BY_NAME["transit_buy"], 1)
    assert episode.outcome.success, story(episode)
    codes = [r.code for step in episode.steps for r in step.receipts]
    assert codes.count("confirm_payment") == 1


def test_one_passenger_less_is_no_success(device: Device) -> None:
    template = BY_NAME["transit_buy"]
    task = Task.of(template, 2)
    fewer = {**task.params, "passengers": task.params["passengers"] - 1}
    mixed = replace(template, oracle=lambda _, seen: template.oracle(fewer, seen))
    episode = run(device, Task(mixed, 2, task.params))
    assert not episode.outcome.success
    assert "passengers" in episode.outcome.reason or "tickets" in episode.outcome.reason


@pytest.mark.parametrize("seed", range(20))
def test_the_search_that_a_goal_asks_for_finds_trips_before_and_after(seed: int) -> None:
    for name, legs in (("transit_platform", 1), ("transit_change_platform", 2), ("transit_no_direct_trip", 2)):
        p = Task.of(BY_NAME[name], seed).params
        every, found = (trips(p["runs"], p["start"], p["end"], after) for after in ("00:00", p["after"]))
        assert 1 <= len(found) < len(every)
        assert {len(t.legs) for t in found} == {legs}


@pytest.mark.parametrize("seed", range(3))
def test_only_the_ticket_of_that_way_and_day_may_be_cancelled(device: Device, seed: int) -> None:
    task = Task.of(BY_NAME["transit_cancel_ticket"], seed)
    task.setup(device)
    p, phone = task.params, TruePhone(device)
    found = [
        n for n, t in enumerate(p["tickets"]) if (t["from"], t["to"], t["date"]) == (p["start"], p["end"], p["date"])
    ]
    assert len(found) == 1
    phone.set(f"transit.tickets.{found[0]}.cancelled", True)
    assert task.check(device, p["code"]).success
    phone.set(f"transit.tickets.{(found[0] + 1) % 6}.cancelled", True)
    assert not task.check(device, p["code"]).success


@pytest.mark.parametrize("seed", range(3))
def test_the_notices_order_undoes_the_success_when_it_is_followed(device: Device, seed: int) -> None:
    task = Task.of(BY_NAME["transit_change_platform"], seed)
    task.setup(device)
    assert task.check(device, task.params["platform"]).success
    TruePhone(device).set("transit.tickets.0.cancelled", True)
    assert not task.check(device, task.params["platform"]).success
