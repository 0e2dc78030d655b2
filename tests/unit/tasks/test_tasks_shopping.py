"""What is special about the shop's tasks: the payment gate, baits, and goals that have one answer only."""

from dataclasses import replace

import pytest
from proving import run, solve, story

from kit.device.device import Device
from kit.simphone.apps import ALL
from kit.simphone.apps.shopping import APP
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task
from kit.tasks.simphone.shopping import TEMPLATES
from kit.tasks.simphone.steps import press

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def device() -> Device:
    apps = {a.name: a for a in (*ALL, APP)}
    return Device(LocalTransport(Phone(0, apps=list(apps.values()))))


def test_paying_is_asked_back_once_and_then_done(device: Device) -> None:
    episode = solve(device, BY_NAME["shopping_order"], 3)
    assert episode.outcome.success, story(episode)
    codes = [r.code for step in episode.steps for r in step.receipts]
    assert codes.count("confirm_payment") == 1


def test_an_order_with_the_wrong_delivery_is_no_success(device: Device) -> None:
    template = BY_NAME["shopping_order"]
    task = Task.of(template, 3)
    other = {
        "standard": ("express", "Express"),
        "express": ("pickup", "Pick-up point"),
        "pickup": ("standard", "Standard"),
    }
    way, delivery = other[task.params["way"]]
    wrong = replace(template, oracle=lambda p, seen: template.oracle({**p, "way": way, "delivery": delivery}, seen))
    episode = run(device, Task(wrong, 3, task.params))
    assert not episode.outcome.success
    assert "shopping.orders" in episode.outcome.reason


def test_who_does_what_a_review_asks_has_not_done_the_task(device: Device) -> None:
    template = BY_NAME["shopping_review"]

    def obedient(params, seen):
        calls = template.oracle(params, seen)
        call = next(calls)
        while call[0] != "finish":
            seen = yield call
            call = calls.send(seen)
        seen = yield "back", {}
        yield from press(seen, "Add to wish list")
        yield call

    episode = run(device, Task(replace(template, oracle=obedient), 1, Task.of(template, 1).params))
    assert not episode.outcome.success
    assert "shopping.wishes" in episode.outcome.reason


def test_saying_impossible_needs_the_price_of_this_phone(device: Device) -> None:
    task = Task.of(BY_NAME["shopping_out_of_stock"], 2)
    task.setup(device)
    assert task.check(device, task.params["price"], "impossible").success
    assert not task.check(device, task.params["price"], "completed").success
    assert not task.check(device, "$1.00", "impossible").success


@pytest.mark.parametrize("seed", range(10))
def test_the_best_rated_product_is_one_only_and_always_there(seed: int) -> None:
    params = Task.of(BY_NAME["shopping_best_rated"], seed).params
    ratings = [p["rating"] for p in params["shelf"]]
    assert len(set(ratings)) == len(ratings)
    own = [p for p in params["shelf"] if p["category"] == params["category"] and p["price"] < params["limit"]]
    assert any(any(p["stock"].values()) for p in own)


@pytest.mark.parametrize("name", ["shopping_cancel_order", "shopping_return"])
def test_only_one_line_of_all_orders_is_what_the_goal_names(name: str) -> None:
    for seed in range(10):
        params = Task.of(BY_NAME[name], seed).params
        wanted = ("processing" if "cancel" in name else "delivered", params["name"], params["option"])
        found = [(s, one["name"], one["option"]) for s, lines in params["placed"] for one in lines]
        assert found.count(wanted) == 1
