"""Tasks in Expenses: enter, add up, clear up, keep to a budget; the longer ones stand in `expenses_chains`."""

from __future__ import annotations

import random

from kit.simphone.apps import people as pool
from kit.simphone.apps.expenses import entry
from kit.simphone.apps.expenses_pages import CATEGORIES, money
from kit.simphone.apps.people import Record
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import expenses_chains as chains
from kit.tasks.simphone.expenses_chains import (
    ACCOUNTS,
    CATEGORIES_ZH,
    NOTES,
    VIEW,
    amount_in,
    draw_amount,
    draw_days,
    draw_entries,
    put,
    search,
    write,
)
from kit.tasks.simphone.lists import open_where
from kit.tasks.simphone.steps import Walk, enter, press, shows
from kit.types import Observation

# --- add -------------------------------------------------------------------------------------------------------------


def _draw_add(rng: random.Random) -> Params:
    accounts = rng.sample(ACCOUNTS, 4)
    e = draw_entries(rng, accounts, 1)[0]
    return {**e, "cents": e["amount"], "amount": money(e["amount"]), "accounts": accounts,
            "category_zh": CATEGORIES_ZH[e["category"]]}  # fmt: skip


def _new(params: Params) -> Record:
    return entry("", params["cents"], params["category"], params["date"], params["account"], params["note"])


def _setup_add(phone: TruePhone, params: Params) -> None:
    old = [entry("", 1200, "Transport", "2025-02-03", name, "Bus pass") for name in params["accounts"]]
    put(phone, params["accounts"], old)


def _expect_add(data: Data, params: Params) -> None:
    entries = data["expenses"]["entries"]
    entries.append({**_new(params), "id": pool.next_id("x", entries)})


def _solve_add(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Expenses"}
    yield from write(seen, _new(params))
    yield "finish", {}


# --- a month's total, with an account left chosen ---------------------------------------------------------------------


def _draw_total(rng: random.Random) -> Params:
    accounts, category = rng.sample(ACCOUNTS, 3), rng.choice(CATEGORIES)
    first, second = (f"2025-{m:02d}" for m in rng.sample(range(2, 9), 2))
    made = [e for e in draw_entries(rng, accounts, 12) if not e["date"].startswith(first) or e["category"] != category]
    names = rng.sample(NOTES, 6)
    for n, name in enumerate(names):
        month = second if n == 5 else first
        made.append(entry("", draw_amount(rng), category, f"{month}-{rng.randint(1, 28):02d}", accounts[n % 3], name))
    rng.shuffle(made)
    return {"accounts": accounts, "entries": made, "category": category, "category_zh": CATEGORIES_ZH[category],
            "month": first, "left": rng.choice(accounts)}  # fmt: skip


def _setup_total(phone: TruePhone, params: Params) -> None:
    put(phone, params["accounts"], params["entries"], account=params["left"])


def _total(params: Params) -> int:
    found = [e for e in params["entries"] if e["date"].startswith(params["month"])]
    return sum(e["amount"] for e in found if e["category"] == params["category"])


def _answer_total(_: Data, params: Params) -> tuple[str, ...]:
    words = money(_total(params))
    return words, words.replace(".", ","), words.rstrip("0").rstrip(".")


def _see_month(seen: Observation, month: str) -> Walk:
    """All accounts' totals of a month."""
    seen = yield from press(seen, "Months")
    if not shows(seen, "All accounts"):
        seen = yield from press(seen, "Show account")
        seen = yield from press(seen, "All accounts")
    seen = yield from press(seen, "Month")
    return (yield from press(seen, month))


def _solve_total(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Expenses"}
    seen = yield from _see_month(seen, params["month"])
    _, amount = yield from amount_in(seen, params["category"])
    yield "finish", {"answer": amount}


# --- entered twice ---------------------------------------------------------------------------------------------------


def _draw_twice(rng: random.Random) -> Params:
    accounts = rng.sample(ACCOUNTS, 3)
    made = draw_entries(rng, accounts, 7)
    e = made[rng.randrange(7)]
    e["account"], right = rng.sample(accounts, 2)
    made.insert(rng.randrange(8), {**e, "account": right})
    return {
        "accounts": accounts,
        "entries": made,
        "note": e["note"],
        "date": e["date"],
        "wrong": e["account"],
        "right": right,
    }


def _setup_entries(phone: TruePhone, params: Params) -> None:
    put(phone, params["accounts"], params["entries"])


def _expect_twice(data: Data, params: Params) -> None:
    entries = data["expenses"]["entries"]
    gone = next(e for e in entries if (e["note"], e["account"]) == (params["note"], params["wrong"]))
    entries.remove(gone)


def _solve_twice(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Expenses"}
    seen = yield from search(seen, params["note"])
    seen = yield from open_where(seen, params["note"], params["wrong"])
    seen = yield from press(seen, "Delete entry")
    yield from press(seen, "Delete")
    yield "finish", {}


# --- over the budget -------------------------------------------------------------------------------------------------


def _draw_budget(rng: random.Random) -> Params:
    month = f"2025-{rng.randint(2, 8):02d}"
    accounts, categories = rng.sample(ACCOUNTS, 2), rng.sample(CATEGORIES, 5)
    made = [
        entry("", draw_amount(rng), c, f"{month}-{rng.randint(1, 28):02d}", rng.choice(accounts), name)
        for c, name in zip(categories * 2, rng.sample(NOTES, 10), strict=True)
    ]
    other = [e for e in draw_entries(rng, accounts, 5) if not e["date"].startswith(month)]
    spent = {c: sum(e["amount"] for e in made if e["category"] == c) for c in categories}
    budgets = {c: (spent[c] // 1000 + rng.randint(1, 9)) * 1000 for c in categories}
    over = rng.choice(categories)
    budgets[over] = max(1000, spent[over] // 1000 * 1000 - 1000 * rng.randint(0, 3))
    budgets[over] = min(budgets[over], spent[over] - 1)
    return {"accounts": accounts, "entries": made + other, "month": month, "budgets": budgets, "over": over,
            "spent": spent[over], "days": draw_days(rng, 1)}  # fmt: skip


def _setup_budget(phone: TruePhone, params: Params) -> None:
    put(phone, params["accounts"], params["entries"], budgets=params["budgets"])


def _expect_budget(data: Data, params: Params) -> None:
    data["expenses"]["budgets"][params["over"]] = params["spent"]


def _solve_budget(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Expenses"}
    seen = yield from _see_month(seen, params["month"])
    seen, spent = yield from amount_in(seen, params["over"])
    seen = yield from press(seen, "Budgets")
    seen = yield from press(seen, params["over"])
    seen = yield from enter(seen, "Budget", spent)
    yield from press(seen, "Save")
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="expenses_add",
        goals={
            "en": "Add an entry in Expenses: amount {amount}, date {date}, note “{note}”, category {category}, account {account}.",
            "zh": "在记账（Expenses）里新增一笔：金额 {amount}，日期 {date}，备注“{note}”，类别{category_zh}，账户 {account}。",
        },
        apps=("expenses",),
        tags=("form", "input"),
        difficulty=3,
        budget=25,
        draw=_draw_add,
        setup=_setup_add,
        expect=_expect_add,
        oracle=_solve_add,
        ignore=VIEW,
    ),
    Template(
        name="expenses_month_total",
        goals={
            "en": "According to Expenses, how much was spent on {category} in {month}, from all accounts together? Answer with the "
            "amount alone.",
            "zh": "根据记账（Expenses），{month} 所有账户在{category_zh}上一共花了多少？只回答金额。",
        },
        apps=("expenses",),
        tags=("recovery", "read", "navigation"),
        difficulty=3,
        budget=17,
        draw=_draw_total,
        setup=_setup_total,
        answer=_answer_total,
        oracle=_solve_total,
        ignore=VIEW,
    ),
    Template(
        name="expenses_entered_twice",
        goals={
            "en": "“{note}” of {date} was entered twice in Expenses, from two accounts. It was paid from {right}: delete the other one.",
            "zh": "{date} 的“{note}”在记账（Expenses）里记了两次，账户不同。实际是从 {right} 支付的：请删除另一笔。",
        },
        apps=("expenses",),
        tags=("irreversible", "search", "read"),
        difficulty=3,
        budget=19,
        draw=_draw_twice,
        setup=_setup_entries,
        expect=_expect_twice,
        oracle=_solve_twice,
        ignore=VIEW,
    ),
    Template(
        name="expenses_raise_budget",
        goals={
            "en": "In {month} one category in Expenses went over its budget. Raise the budget of that category to exactly what was "
            "spent on it in that month.",
            "zh": "{month} 记账（Expenses）里有一个类别超出了预算。把这个类别的预算提高到该月实际花费的金额，一分不差。",
        },
        apps=("expenses",),
        tags=("read", "form", "input"),
        difficulty=4,
        budget=20,
        draw=_draw_budget,
        setup=_setup_budget,
        expect=_expect_budget,
        oracle=_solve_budget,
        ignore=VIEW,
    ),
    *chains.TEMPLATES,
)
