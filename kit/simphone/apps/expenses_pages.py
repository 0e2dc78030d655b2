"""The pages of Expenses: entries, months, budgets, an entry, the form. Pure views of the data of `kit.simphone.apps.expenses`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.prompts import search_bar

AMOUNT, DATE, NOTE, SEARCH, BUDGET = "amount", "date", "note", "search_expenses", "budget"
CATEGORIES = ("Food", "Transport", "Housing", "Leisure", "Health", "Travel", "Gifts", "Clothes")


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {
        "entry": _entry, "edit": _edit, "search": _search, "category": _category
    }  # fmt: skip
    return pages.get(run.ui.page.name, _home)(run)


def find(run: Run, id: str) -> Record | None:
    """The entry with this id."""
    return next((e for e in run.data.entries if e["id"] == id), None)


def money(cents: int) -> str:
    """An amount as the app writes it: 1240 cents are 12.40."""
    return f"{cents // 100}.{cents % 100:02d}"


def shown(data: Any, *, month: str = "", category: str = "") -> list[Record]:
    """The entries of the account looked at, newest first; only those of a month and a category where they are given."""
    found = [
        e
        for e in data.entries
        if data.account in ("", e["account"]) and e["date"].startswith(month) and category in ("", e["category"])
    ]
    return sorted(found, key=lambda e: (e["date"], int(e["id"][1:])), reverse=True)


def months(data: Any) -> list[str]:
    """Every month in which something was spent from any account, newest first: 2026-03."""
    return sorted({e["date"][:7] for e in data.entries}, reverse=True)


def _row(run: Run, e: Record) -> w.Widget:
    category = run.t(e["category"])
    when = run.env.day(date.fromisoformat(e["date"]), year=True)
    amount = w.text(money(e["amount"]), style="title", id="entry_amount")
    below = " · ".join((category, when, e["account"]))
    return w.item(e["note"] or category, below, trailing=amount, on_tap=("open", e["id"]), id="entry_row")


def _account_button(run: Run) -> w.Widget:
    return w.icon_button("filter", run.t("Show account"), ("ask_account",), id="action_account")


def _home(run: Run) -> w.Widget:
    tab = int(run.ui.memo.get("tab", 0))
    bar = page_bar(
        run,
        run.t("Expenses"),
        w.icon_button("search", run.t("Search expenses"), ("search",), id="action_search"),
        _account_button(run),
    )
    labels = (run.t("Entries"), run.t("Months"), run.t("Budgets"))
    body = (_entries, _months, _budgets)[tab](run)
    head = w.text(run.data.account or run.t("All accounts"), style="caption", pad=12, id="account_line")
    floating = w.fab("add", run.t("New entry"), ("create",), id="new_entry") if tab == 0 else None
    return w.page(bar, w.tabs(labels, tab, "tab"), head if tab < 2 else None, body, floating=floating)


def _entries(run: Run) -> w.Widget:
    rows = [_row(run, e) for e in shown(run.data)]
    return w.scroll(*rows, w.space(96), id="entries") if rows else w.empty(run.t("Nothing was spent here"))


def _months(run: Run) -> w.Widget:
    known = months(run.data)
    month = run.ui.memo.get("month") or (known[0] if known else run.env.today.isoformat()[:7])
    totals: dict[str, int] = {}
    for e in shown(run.data, month=month):
        totals[e["category"]] = totals.get(e["category"], 0) + e["amount"]
    rows = [
        w.item(
            run.t(category),
            _left(run, category, total),
            trailing=w.text(money(total), style="title", id="category_total"),
            on_tap=("category_page", category, month),
            id="category_row",
        )
        for category, total in sorted(totals.items(), key=lambda pair: -pair[1])
    ]
    total = w.text(money(sum(totals.values())), style="title", id="month_total")
    return w.scroll(
        w.item(run.t("Month"), month, icon="calendar", on_tap=("ask_month",), id="month_row"),
        w.item(run.t("Total of {month}", month=month), trailing=total, id="total_row"),
        w.divider(),
        *rows,
        id="months",
    )


def _left(run: Run, category: str, total: int) -> str:
    budget = run.data.budgets.get(category, 0)
    if not budget or run.data.account:  # a budget is for all accounts together
        return ""
    if total > budget:
        return run.t("{over} over the budget of {budget}", over=money(total - budget), budget=money(budget))
    return run.t("{left} left of {budget}", left=money(budget - total), budget=money(budget))


def _budgets(run: Run) -> w.Widget:
    def line(category: str) -> str:
        budget = run.data.budgets.get(category, 0)
        return run.t("{amount} a month", amount=money(budget)) if budget else run.t("No budget")

    rows = [
        w.item(run.t(c), line(c), icon="label", on_tap=("ask_budget", c), id="budget_row")
        for c in run.env.arrange(CATEGORIES)
    ]
    return w.scroll(*rows, id="budgets")


def _category(run: Run) -> w.Widget:
    args = run.ui.page.args
    rows = [_row(run, e) for e in shown(run.data, month=args["month"], category=args["category"])]
    bar = page_bar(run, f"{run.t(args['category'])} · {args['month']}", up=True)
    return w.page(bar, w.scroll(*rows, id="category_list") if rows else w.empty(run.t("Nothing was spent here")))


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [
        e for e in shown(run.data) if query and query in f"{e['note']} {money(e['amount'])} {e['date']}".casefold()
    ]
    rows = [_row(run, e) for e in found]
    account = w.text(run.data.account, style="caption", pad=12, id="account_line") if run.data.account else None
    body = w.empty(run.t("No matching entries" if query else "Type to search"))
    return w.page(search_bar(run, SEARCH, "Search expenses"), account, w.scroll(*rows, id="results") if rows else body)


def _entry(run: Run) -> w.Widget:
    e = find(run, run.ui.page.args.get("id", ""))
    if e is None:
        return w.page(page_bar(run, run.t("Entry"), up=True), w.empty(run.t("This entry was deleted")))
    bar = page_bar(
        run,
        "",
        w.icon_button("edit", run.t("Edit entry"), ("edit", e["id"]), id="action_edit"),
        w.icon_button("delete", run.t("Delete entry"), ("ask_delete", e["id"]), id="action_delete"),
        up=True,
    )
    when = run.env.day(date.fromisoformat(e["date"]), year=True)
    body = w.scroll(
        w.text(money(e["amount"]), style="display", id="amount_shown", pad=16),
        w.item(run.t(e["category"]), run.t("Category"), icon="label", id="category_line"),
        w.item(when, run.t("Date"), icon="calendar", id="date_line"),
        w.item(e["account"], run.t("Account"), icon="card", id="account_shown"),
        w.item(e["note"], run.t("Note"), icon="note", id="note_line") if e["note"] else None,
        id=f"entry_{e['id']}",
    )
    return w.page(bar, body)


def _field(run: Run, id: str, hint: str, **more: Any) -> w.Widget:
    """A field with its name above it: a filled one no longer shows its hint."""
    box = w.text_field(id, run.ui.fields.get(id, ""), hint=run.t(hint), action="next", **more)
    return w.column(w.text(run.t(hint), style="caption"), box, pad=8)


def _edit(run: Run) -> w.Widget:
    form = run.ui.memo["form"]
    error = run.ui.memo.get("form_error", "")
    bar = page_bar(
        run,
        run.t("Edit entry" if run.ui.page.args.get("id") else "New entry"),
        w.button(run.t("Save"), ("save",), style="text", id="action_save"),
        up=True,
    )
    category, account = run.t(form["category"]), form["account"]
    return w.page(
        bar,
        w.scroll(
            w.text(error, color="error", id="error", pad=16) if error else None,
            _field(run, AMOUNT, "Amount", input="number"),
            _field(run, DATE, "Date"),
            _field(run, NOTE, "Note"),
            w.item(run.t("Category"), category, icon="label", on_tap=("ask_choice", "category"), id="category_choice"),
            w.item(run.t("Account"), account, icon="card", on_tap=("ask_choice", "account"), id="account_choice"),
            id="entry_form",
        ),
    )
