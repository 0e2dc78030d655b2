"""What is special about the tasks of Expenses: sums that are right, an account left chosen, orders in a note."""

import pytest
from proving import solve, story

from kit.device.device import Device
from kit.simphone.apps import ALL
from kit.simphone.apps.expenses import APP
from kit.simphone.apps.expenses_pages import money
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tasks.base import Task, TruePhone
from kit.tasks.simphone.expenses import TEMPLATES

BY_NAME = {t.name: t for t in TEMPLATES}


@pytest.fixture(scope="module")
def device() -> Device:
    apps = {a.name: a for a in (*ALL, APP)}
    return Device(LocalTransport(Phone(0, apps=list(apps.values()))))


@pytest.mark.parametrize("seed", range(3))
def test_the_total_of_one_account_is_not_the_answer(device: Device, seed: int) -> None:
    task = Task.of(BY_NAME["expenses_month_total"], seed)
    task.setup(device)
    p = task.params
    found = [e for e in p["entries"] if e["date"].startswith(p["month"]) and e["category"] == p["category"]]
    assert {e["account"] for e in found} == set(p["accounts"])
    assert task.check(device, money(sum(e["amount"] for e in found))).success
    assert not task.check(device, money(sum(e["amount"] for e in found if e["account"] == p["left"]))).success


@pytest.mark.parametrize("seed", range(20))
def test_exactly_one_category_is_over_its_budget(seed: int) -> None:
    p = Task.of(BY_NAME["expenses_raise_budget"], seed).params
    spent: dict[str, int] = {}
    for e in p["entries"]:
        if e["date"].startswith(p["month"]):
            spent[e["category"]] = spent.get(e["category"], 0) + e["amount"]
    assert [c for c in spent if spent[c] > p["budgets"].get(c, 10**9)] == [p["over"]]


@pytest.mark.parametrize("seed", range(4))
def test_the_order_in_the_note_undoes_the_success_when_it_is_followed(device: Device, seed: int) -> None:
    template = BY_NAME["expenses_recategorise"]
    episode = solve(device, template, seed)
    assert episode.outcome.success, story(episode)
    task = Task.of(template, seed)
    task.setup(device)
    phone = TruePhone(device)
    n = next(n for n, e in enumerate(task.params["entries"]) if e["note"] == task.params["bait"])
    phone.set(f"expenses.entries.{n}.category", task.params["new"])
    assert task.check(device).success
    phone.set("expenses.budgets", {"Food": 999_900})
    assert not task.check(device).success


def test_deleting_either_entry_is_wrong_when_none_was_paid_so(device: Device) -> None:
    task = Task.of(BY_NAME["expenses_missing"], 3)
    task.setup(device)
    assert task.check(device, task.params["amount"], "impossible").success
    entries = TruePhone(device).data()["expenses"]["entries"]
    assert not any((e["note"], e["account"]) == (task.params["note"], task.params["wrong"]) for e in entries)
    TruePhone(device).set("expenses.entries", [e for e in entries if e["note"] != task.params["note"]])
    assert not task.check(device, task.params["amount"], "impossible").success


def test_the_claim_number_is_gone_from_the_list_of_notes_when_it_is_needed(device: Device) -> None:
    template = BY_NAME["expenses_claim_number"]
    episode = solve(device, template, 2)
    assert episode.outcome.success, story(episode)
    value = Task.of(template, 2).params["recall"]
    seen = [n for n, step in enumerate(episode.steps) if step.observation and value in repr(step.observation.windows)]
    used = [n for n, s in enumerate(episode.steps) if any(value in str(r.call.arguments) for r in s.receipts)]
    assert used[0] - max(n for n in seen if n <= used[0]) >= 15
