"""Expenses: what was spent, on what, when and from which account; totals by month and category; budgets.

Data: `entries` (id, amount in cents, category, date as 2026-03-14, account, note), `accounts` (names), `budgets` (category ->
cents a month) and `account`, the one whose entries are shown ("" for all), which the app remembers.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.expenses_pages import (
    AMOUNT,
    BUDGET,
    CATEGORIES,
    DATE,
    NOTE,
    SEARCH,
    find,
    money,
    months,
    view,
)
from kit.simphone.apps.expenses_words import WORDS
from kit.simphone.apps.people import Record

SAMPLES = (
    ("Food", "Weekly market", 4210), ("Food", "Bakery", 640), ("Transport", "Bus tickets", 1200), ("Leisure", "Cinema", 1850),
    ("Health", "Pharmacy", 1395), ("Gifts", "Flowers", 2200), ("Housing", "Light bulbs", 980), ("Clothes", "Rain jacket", 7900),
    ("Food", "Lunch", 1150), ("Travel", "Train to Bern", 5600), ("Leisure", "Book", 1490), ("Transport", "Bike repair", 3500),
)  # fmt: skip


@dataclass(slots=True)
class ExpensesData:
    """All entries, accounts and budgets, and the account looked at last."""

    entries: list[Record] = field(default_factory=list[Record])
    accounts: list[str] = field(default_factory=lambda: ["Cash", "Bank card"])
    budgets: dict[str, int] = field(default_factory=dict[str, int])
    account: str = ""


def entry(id: str, amount: int, category: str, date: str, account: str, note: str = "") -> Record:
    """An entry's record; also what tasks put on the phone. `amount` in cents."""
    return {"id": id, "amount": amount, "category": category, "date": date, "account": account, "note": note}


def fresh(rng: random.Random, now: datetime) -> ExpensesData:
    """Two or three accounts, eight to twelve entries of the last weeks, two budgets."""
    accounts = ["Cash", f"Card {rng.randrange(1000, 10000)}", "Joint account"][: rng.randint(2, 3)]
    made: list[Record] = []
    for n, (category, note, amount) in enumerate(rng.sample(SAMPLES, rng.randint(8, 12)), start=1):
        day = (now.date() - timedelta(days=4 * n)).isoformat()
        made.append(entry(f"x{n}", amount + rng.randrange(300), category, day, rng.choice(accounts), note))
    return ExpensesData(entries=made, accounts=accounts, budgets={"Food": 30000, "Leisure": 8000})


def cents(typed: str) -> int | None:
    """An amount as a person types it ("12", "12.4", "12,40") in cents; None when it is none, or nothing."""
    found = re.fullmatch(r"(\d{1,7})(?:[.,](\d{1,2}))?", typed.strip())
    if found is None:
        return None
    return (int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))) or None


# --- looking ---------------------------------------------------------------------------------------------------------


def _tab(run: Run, index: int) -> None:
    run.ui.memo["tab"] = index


def _open(run: Run, id: str) -> None:
    run.ui.go("entry", id=id)


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _choice(run: Run, title: str, rows: tuple[w.Widget, ...]) -> None:
    run.ui.dialog = Dialog(title=title, body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _ask_account(run: Run) -> None:
    names = (("", run.t("All accounts")), *((a, a) for a in run.data.accounts))
    rows = tuple(w.radio(label, run.data.account == key, ("account", key)) for key, label in names)
    _choice(run, run.t("Show account"), rows)


def _account(run: Run, name: str) -> None:
    run.data.account, run.ui.dialog = name, None


def _ask_month(run: Run) -> None:
    rows = tuple(w.item(m, icon="calendar", on_tap=("month", m), id="month_choice") for m in months(run.data))
    _choice(run, run.t("Month"), rows)


def _month(run: Run, month: str) -> None:
    run.ui.memo["month"], run.ui.dialog = month, None


def _category_page(run: Run, category: str, month: str) -> None:
    run.ui.go("category", category=category, month=month)


# --- the form --------------------------------------------------------------------------------------------------------


def _create(run: Run) -> None:
    account = run.data.account or (run.data.accounts[0] if run.data.accounts else "")
    _form(run, entry("", 0, CATEGORIES[0], run.env.today.isoformat(), account))


def _start_edit(run: Run, id: str) -> None:
    if (found := find(run, id)) is not None:
        _form(run, found, id=id)


def _form(run: Run, old: Record, **args: Any) -> None:
    amount = money(old["amount"]) if old["amount"] else ""
    run.ui.fields.update({AMOUNT: amount, DATE: old["date"], NOTE: old["note"]})
    run.ui.memo["form"] = {"category": old["category"], "account": old["account"]}
    run.ui.memo["form_error"] = ""
    run.ui.scroll["entry_form"] = 0
    run.ui.go("edit", **args)


def _ask_choice(run: Run, key: str) -> None:
    now = run.ui.memo["form"][key]
    if key == "category":
        pairs = [(c, run.t(c)) for c in run.env.arrange(CATEGORIES)]
    else:
        pairs = [(a, a) for a in run.data.accounts]
    rows = tuple(w.radio(label, value == now, ("choose", key, value)) for value, label in pairs)
    _choice(run, run.t("Category" if key == "category" else "Account"), rows)


def _choose(run: Run, key: str, value: str) -> None:
    run.ui.memo["form"][key], run.ui.dialog = value, None


def _save(run: Run, *_: Any) -> None:
    amount, day = cents(run.ui.fields.get(AMOUNT, "")), run.ui.fields.get(DATE, "").strip()
    try:
        day = date.fromisoformat(day).isoformat()
    except ValueError:
        day = ""
    if amount is None or not day:
        words = "Enter an amount such as 12.40" if amount is None else "Enter the date as yyyy-mm-dd"
        run.ui.memo["form_error"] = run.t(words)
        run.ui.scroll["entry_form"] = 0
        return
    made = {"amount": amount, "date": day, "note": run.ui.fields.get(NOTE, "").strip(), **run.ui.memo["form"]}
    old = find(run, run.ui.page.args.get("id", ""))
    run.ui.back()
    if old is not None:
        old.update(made)
    else:
        id = pool.next_id("x", run.data.entries)
        run.data.entries.append({**entry(id, 0, "", "", ""), **made})
    run.env.toast(run.t("Entry saved"))


def _ask_delete(run: Run, id: str) -> None:
    if (found := find(run, id)) is not None:
        buttons = ((run.t("Delete"), ("delete", id)), (run.t("Cancel"), ("noop",)))
        message = run.t("{amount} of {date} will be gone for good.", amount=money(found["amount"]), date=found["date"])
        run.ui.dialog = Dialog(title=run.t("Delete entry?"), message=message, buttons=buttons)


def _delete(run: Run, id: str) -> None:
    run.data.entries[:] = [e for e in run.data.entries if e["id"] != id]
    run.ui.back()
    run.env.toast(run.t("Entry deleted"))


# --- budgets ---------------------------------------------------------------------------------------------------------


def _ask_budget(run: Run, category: str, problem: str = "") -> None:
    if not problem:
        old = run.data.budgets.get(category, 0)
        run.ui.fields[BUDGET] = money(old) if old else ""
    box = w.text_field(BUDGET, "", hint=run.t("Budget"), input="number", on_submit=("budget", category))
    buttons = ((run.t("Save"), ("budget", category)), (run.t("Cancel"), ("noop",)))
    message = problem or run.t("For a month. Leave it empty for none.")
    title = run.t("Budget for {category}", category=run.t(category))
    run.ui.dialog = Dialog(title=title, message=message, body=(box,), buttons=buttons)


def _budget(run: Run, category: str, *_: Any) -> None:
    typed = run.ui.fields.get(BUDGET, "").strip()
    amount = cents(typed)
    if typed and amount is None:
        _ask_budget(run, category, run.t("Enter an amount such as 12.40"))
        return
    run.ui.dialog = None
    if amount is None:
        run.data.budgets.pop(category, None)
    else:
        run.data.budgets[category] = amount


HANDLERS: dict[str, Handler] = {
    "tab": _tab, "open": _open, "search": _start_search, "ask_account": _ask_account, "account": _account,
    "ask_month": _ask_month, "month": _month, "category_page": _category_page, "create": _create, "edit": _start_edit,
    "ask_choice": _ask_choice, "choose": _choose, "save": _save, "ask_delete": _ask_delete, "delete": _delete,
    "ask_budget": _ask_budget, "budget": _budget,
}  # fmt: skip

APP = App(
    name="expenses",
    package="com.simphone.expenses",
    activity=".MainActivity",
    labels={"en": "Expenses", "zh": "记账", "ar": "المصاريف"},
    icon="chart",
    color="#7b1fa2",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
