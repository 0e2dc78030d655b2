"""The pages of the bank: PIN pad, accounts, transactions, transfer, standing orders, cards, messages. Pure views."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar

SEARCH, AMOUNT, REFERENCE, LIMIT = "search_transactions", "amount", "reference", "new_amount"
PIN_LENGTH = 4


def view(run: Run) -> w.Widget:
    """The page in front; while the app is locked, the PIN pad."""
    if not run.ui.memo.get("open"):
        return _pad(run)
    return PAGES.get(run.ui.page.name, _home)(run)


def money(cents: int) -> str:
    """An amount as the bank writes it: -$1,234.50."""
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def cents(typed: str) -> int:
    """A typed amount in cents; 0 for what is no amount."""
    plain = typed.strip().lstrip("$").replace(",", "")
    return round(float(plain) * 100) if re.fullmatch(r"\d{1,9}(\.\d{1,2})?", plain) else 0


def find(records: list[Record], id: str) -> Record | None:
    """The record with this id."""
    return next((r for r in records if r["id"] == id), None)


def name_of(records: list[Record], id: str) -> str:
    """The name of the record with this id; empty when it is gone."""
    found = find(records, id)
    return found["name"] if found else ""


def _pad(run: Run) -> w.Widget:
    typed = len(run.ui.memo.get("typed", ""))
    error = run.ui.memo.get("pin_error", "")
    dots = " ".join("●" if n < typed else "○" for n in range(PIN_LENGTH))
    keys = [w.button(str(n), ("digit", n), id=f"digit_{n}") for n in (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    last = (
        w.text("", no_node=True),
        w.button("0", ("digit", 0), id="digit_0"),
        w.icon_button("backspace", run.t("Delete digit"), ("drop_digit",), id="delete_digit"),
    )
    return w.page(
        bar(run, run.t("Bank")),
        w.column(
            w.space(8),
            w.text(run.t("Enter your PIN"), style="headline", align="center", id="pin_title"),
            w.space(8),
            w.text(
                dots, desc=run.t("{count} of 4 digits", count=typed), style="headline", align="center", id="pin_dots"
            ),
            w.text(run.t(error), color="error", align="center", id="error") if error else None,
            weight=1,
        ),
        w.grid(*keys, *last, columns=3, pad=8, weight=2, id="pin_pad", ltr=True),
    )


def _home(run: Run) -> w.Widget:
    new = sum(1 for m in run.data.messages if not m["read"])
    accounts = [
        w.item(a["name"], money(a["balance"]), icon="bank", on_tap=("go", "account", a["id"]), id="account_row")
        for a in run.data.accounts
    ]
    rows = (
        ("send", "Transfer", "", ("start_transfer",)),
        ("card", "Cards", "", ("go", "cards")),
        ("repeat", "Standing orders", "", ("go", "standing")),
        ("mail", "Messages from the bank", run.t("{count} new", count=new) if new else "", ("go", "messages")),
    )
    lines = [w.item(run.t(label), more, icon=icon, on_tap=event) for icon, label, more, event in rows]
    top = bar(
        run,
        run.t("Accounts"),
        w.icon_button("search", run.t("Search transactions"), ("search",), id="action_search"),
        w.icon_button("lock", run.t("Lock"), ("lock",), id="action_lock"),
    )
    return w.page(top, w.scroll(*accounts, w.divider(), *lines, id="bank_home"))


def _gone(run: Run) -> w.Widget:
    return w.page(bar(run, "", up=True), w.empty(run.t("This is gone")))


# --- transactions ----------------------------------------------------------------------------------------------------


def _move_row(run: Run, m: Record) -> w.Widget:
    about = f"{run.env.day(date.fromisoformat(m['date']))} · {m['about']}".removesuffix(" · ")
    amount = w.text(money(m["amount"]), style="title", id="amount")
    return w.item(m["who"], about, trailing=amount, on_tap=("go", "move", m["id"]), id="move_row")


def _newest(moves: list[Record]) -> list[Record]:
    return sorted(moves, key=lambda m: str(m["date"]), reverse=True)


def _account(run: Run) -> w.Widget:
    a = find(run.data.accounts, run.ui.page.args.get("id", ""))
    if a is None:
        return _gone(run)
    rows = [_move_row(run, m) for m in _newest(run.data.moves) if m["account"] == a["id"]]
    top = bar(
        run, a["name"], w.icon_button("search", run.t("Search transactions"), ("search",), id="action_search"), up=True
    )
    head = w.column(
        w.text(run.t("Balance: {amount}", amount=money(a["balance"])), style="title", id="balance"),
        w.text(run.t("Account number {number}", number=a["number"]), style="caption"),
        pad=16,
    )
    body = w.scroll(*rows, id=f"moves_{a['id']}") if rows else w.empty(run.t("No transactions"))
    return w.page(top, head, body)


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [m for m in _newest(run.data.moves) if query and query in _said(m)]
    top = w.row(
        w.icon_button("back", run.t("Navigate up"), ("back",)),
        w.text_field(SEARCH, typed, hint=run.t("Search transactions"), action="search", on_submit=("noop",), weight=1),
        id="toolbar",
        pad=8,
    )
    nothing = run.t("No results") if query else run.t("Type to search")
    return w.page(top, w.scroll(*(_move_row(run, m) for m in found), id="found") if found else w.empty(nothing))


def _said(m: Record) -> str:
    return f"{m['who']} {m['about']} {money(m['amount'])}".casefold()


def _move(run: Run) -> w.Widget:
    m = find(run.data.moves, run.ui.page.args.get("id", ""))
    if m is None:
        return _gone(run)
    return w.page(
        bar(run, run.t("Transaction"), up=True),
        w.column(
            w.text(m["who"], style="headline", id="who"),
            w.text(money(m["amount"]), style="title", id="amount"),
            w.text(run.env.day(date.fromisoformat(m["date"]), year=True), id="date"),
            w.text(run.t("Reference: {words}", words=m["about"]), id="about") if m["about"] else None,
            w.text(run.t("Account number {number}", number=m["number"]), style="caption") if m["number"] else None,
            w.text(run.t("Account: {name}", name=name_of(run.data.accounts, m["account"])), style="caption"),
            pad=16,
        ),
    )


# --- transfer and standing orders ------------------------------------------------------------------------------------


def _transfer(run: Run) -> w.Widget:
    form = run.ui.memo["transfer"]
    fields = run.ui.fields
    error = run.ui.memo.get("transfer_error", "")
    accounts = [
        w.radio(
            f"{a['name']} ({money(a['balance'])})", a["id"] == form["account"], ("from", a["id"]), id="from_account"
        )
        for a in run.data.accounts
    ]
    payees = [
        w.radio(f"{p['name']} · {p['number']}", p["id"] == form["payee"], ("to", p["id"]), id="payee")
        for p in run.data.payees
    ]
    return w.page(
        bar(run, run.t("Transfer"), up=True),
        w.scroll(
            w.column(
                w.text_field(AMOUNT, fields.get(AMOUNT, ""), hint=run.t("Amount"), action="next"),
                w.space(8),
                w.text_field(REFERENCE, fields.get(REFERENCE, ""), hint=run.t("Reference")),
                pad=12,
            ),
            w.text(run.t("From account"), style="caption"),
            *accounts,
            w.text(run.t("Saved payees"), style="caption"),
            *payees,
            id="transfer_form",
        ),
        w.text(run.t(error), color="error", id="error", pad=12) if error else None,
        w.row(w.button(run.t("Check transfer"), ("check_transfer",), style="filled", weight=1, id="check"), pad=12),
    )


def _standing(run: Run) -> w.Widget:
    rows = [
        w.item(
            name_of(run.data.payees, s["payee"]),
            run.t("{amount} on day {day} of each month", amount=money(s["amount"]), day=s["day"]),
            icon="repeat",
            on_tap=("go", "order", s["id"]),
            id="standing_row",
        )
        for s in run.data.standing
    ]
    top = bar(run, run.t("Standing orders"), up=True)
    return w.page(top, w.scroll(*rows, id="standing") if rows else w.empty(run.t("No standing orders")))


def _order(run: Run) -> w.Widget:
    s = find(run.data.standing, run.ui.page.args.get("id", ""))
    if s is None:
        return _gone(run)
    return w.page(
        bar(run, run.t("Standing order"), up=True),
        w.column(
            w.text(name_of(run.data.payees, s["payee"]), style="headline", id="payee_name"),
            w.text(run.t("{amount} on day {day} of each month", amount=money(s["amount"]), day=s["day"])),
            w.text(run.t("Reference: {words}", words=s["about"]), id="about"),
            w.text(run.t("Account: {name}", name=name_of(run.data.accounts, s["account"])), style="caption"),
            w.space(16),
            w.button(run.t("Change amount"), ("ask_amount", s["id"]), style="outlined", id="change_amount"),
            w.space(8),
            w.button(run.t("End standing order"), ("ask_end", s["id"]), style="outlined", id="end_order"),
            pad=16,
        ),
    )


# --- cards and messages ----------------------------------------------------------------------------------------------


def _cards(run: Run) -> w.Widget:
    rows = [
        w.item(
            run.t("Card ending {digits}", digits=c["digits"]),
            f"{c['name']} · {run.t('Frozen') if c['frozen'] else run.t('Active')}",
            icon="card",
            on_tap=("go", "card", c["id"]),
            id="card_row",
        )
        for c in run.data.cards
    ]
    return w.page(bar(run, run.t("Cards"), up=True), w.scroll(*rows, id="cards"))


def _card(run: Run) -> w.Widget:
    c = find(run.data.cards, run.ui.page.args.get("id", ""))
    if c is None:
        return _gone(run)
    limits = [
        w.item(
            run.t(label),
            run.t("{amount} a day", amount=money(c[key])),
            on_tap=("ask_limit", c["id"], key),
            id=f"{key}_limit",
        )
        for key, label in (("online", "Online limit"), ("cash", "Cash limit"))
    ]
    note = run.t("Nobody can pay with a frozen card")
    return w.page(
        bar(run, run.t("Card ending {digits}", digits=c["digits"]), up=True),
        w.scroll(
            w.text(c["name"], style="caption"),
            w.switch(run.t("Freeze card"), c["frozen"], ("ask_freeze", c["id"]), subtitle=note, id="freeze"),
            w.switch(run.t("Payments abroad"), c["abroad"], ("abroad", c["id"]), id="abroad"),
            *limits,
            w.item(run.t("Show card number"), icon="security", on_tap=("number", c["id"]), id="show_number"),
            id=f"card_{c['id']}",
        ),
    )


def _number(run: Run) -> w.Widget:
    """The whole number of a card: the one page that no screenshot may show."""
    c = find(run.data.cards, run.ui.page.args.get("id", ""))
    if c is None:
        return _gone(run)
    number = w.text(f"4000 0012 3450 {c['digits']}", style="headline", id="card_number")
    return w.page(bar(run, run.t("Card number"), up=True), w.column(number, w.text(c["name"], style="caption"), pad=16))


def _messages(run: Run) -> w.Widget:
    rows = [
        w.item(
            m["subject"],
            run.env.day(date.fromisoformat(m["date"])),
            icon="mail",
            on_tap=("read", m["id"]),
            selected=not m["read"],
            id="message_row",
        )
        for m in _newest(run.data.messages)
    ]
    top = bar(run, run.t("Messages from the bank"), up=True)
    return w.page(top, w.scroll(*rows, id="bank_messages") if rows else w.empty(run.t("No messages")))


def _message(run: Run) -> w.Widget:
    m = find(run.data.messages, run.ui.page.args.get("id", ""))
    if m is None:
        return _gone(run)
    return w.page(
        bar(run, "", up=True),
        w.scroll(
            w.text(m["subject"], style="headline", pad=16, id="subject"),
            w.text(run.env.day(date.fromisoformat(m["date"]), year=True), style="caption", pad=16),
            w.text(m["body"], pad=16, id="message_body"),
            id=f"message_{m['id']}",
        ),
    )


PAGES: dict[str, Callable[[Run], w.Widget]] = {
    "home": _home, "account": _account, "search": _search, "move": _move, "transfer": _transfer, "standing": _standing,
    "order": _order, "cards": _cards, "card": _card, "number": _number, "messages": _messages, "message": _message,
}  # fmt: skip
