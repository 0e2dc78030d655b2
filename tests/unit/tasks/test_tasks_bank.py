"""What is special about the bank's tasks: the gate before money moves, and payees and cards that are easily mixed up."""

from dataclasses import replace

import pytest
from proving import run, solve, story

from kit.device.device import Device
from kit.simphone.apps import ALL
from kit.simphone.apps.bank import APP
from kit.simphone.apps.bank_pages import cents
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, TruePhone
from kit.tasks.simphone.bank import TEMPLATES

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def device() -> Device:
    apps = {a.name: a for a in (*ALL, APP)}
    return Device(LocalTransport(Phone(0, apps=list(apps.values()))))


def test_a_transfer_is_asked_back_once_and_then_done(device: Device) -> None:
    episode = solve(device, BY_NAME["bank_transfer"], 1)
    assert episode.outcome.success, story(episode)
    codes = [r.code for step in episode.steps for r in step.receipts]
    assert codes.count("confirm_money_transfer") == 1


def test_money_for_the_namesake_is_no_success(device: Device) -> None:
    template = BY_NAME["bank_transfer"]
    task = Task.of(template, 1)
    right = task.params["number"]
    twin = next(p for p in task.params["payees"] if p["name"] == task.params["payee"] and p["number"] != right)
    wrong = replace(template, oracle=lambda p, seen: template.oracle({**p, "number": twin["number"]}, seen))
    episode = run(device, Task(wrong, 1, task.params))
    assert not episode.outcome.success
    assert twin["number"] in episode.outcome.reason


@pytest.mark.parametrize("seed", range(10))
def test_what_is_too_little_is_too_little_and_another_account_would_do(seed: int) -> None:
    params = Task.of(BY_NAME["bank_too_little"], seed).params
    wanted = cents(params["amount"])
    balances = {a["name"]: a["balance"] for a in params["accounts"]}
    assert balances[params["account"]] < wanted <= max(balances.values())


def test_freezing_the_card_named_first_is_no_success(device: Device) -> None:
    task = Task.of(BY_NAME["bank_lost_card"], 4)
    task.setup(device)
    cards = task.params["cards"]
    n = next(n for n, c in enumerate(cards) if c["digits"] == task.params["wrong"])
    TruePhone(device).set(f"bank.cards.{n}.frozen", True)
    verdict = task.check(device)
    assert not verdict.success
    assert "frozen" in verdict.reason
