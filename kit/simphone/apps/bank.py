"""Bank: a PIN pad first, then accounts, transactions, transfers, standing orders, cards and the bank's messages.

Every page forbids screenshots, and coming back to the app asks for the PIN again. Amounts are cents. Data: `pin`, `accounts`
(balance), `payees`, `moves` (transactions; money that leaves is negative), `standing`, `cards` (limits a day), `messages`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.bank_pages import (
    AMOUNT,
    LIMIT,
    PIN_LENGTH,
    REFERENCE,
    SEARCH,
    cents,
    find,
    money,
    name_of,
    view,
)
from kit.simphone.apps.bank_words import WORDS
from kit.simphone.apps.people import Record

TRIES = 3
BLOCK_MS = 30_000
MOST = 500_000
"""The highest limit of a card, cents."""
SHOPS = (
    "Corner Bakery", "City Transit", "Bluewater Gym", "Fernway Books", "Old Mill Market", "Kino Aurora", "Pharmacy Lind",
    "Nordlys Power", "Café Zoë", "Green Grocer",
)  # fmt: skip
NEWS = (
    ("Your statement is ready", "You find it at the counter of your branch."),
    ("New opening hours", "From next month we are open until six on Thursdays."),
    ("Holiday notice", "Transfers made on a public holiday arrive a day later."),
)


@dataclass(slots=True)
class BankData:
    """What one customer has at the bank."""

    pin: str = "0000"
    accounts: list[Record] = field(default_factory=list[Record])
    payees: list[Record] = field(default_factory=list[Record])
    moves: list[Record] = field(default_factory=list[Record])
    standing: list[Record] = field(default_factory=list[Record])
    cards: list[Record] = field(default_factory=list[Record])
    messages: list[Record] = field(default_factory=list[Record])


def move(id: str, account: str, when: datetime, who: str, amount: int, about: str = "", number: str = "") -> Record:
    """A transaction's record; `number` is the payee's account, known of transfers only."""
    return {"id": id, "account": account, "date": when.date().isoformat(), "who": who, "about": about, "amount": amount,
            "number": number}  # fmt: skip


def card(id: str, name: str, digits: str, **more: Any) -> Record:
    """A card's record."""
    blank: Record = {"frozen": False, "abroad": True, "online": 50_000, "cash": 30_000}
    return {"id": id, "name": name, "digits": digits, **blank, **more}


def fresh(rng: random.Random, now: datetime) -> BankData:
    """Two accounts, four payees, ten transactions, a standing order, two cards, a few messages."""
    number = rng.randrange(10_000_000, 90_000_000)
    accounts: list[Record] = [
        {"id": "a1", "name": "Everyday", "number": str(number), "balance": rng.randrange(80_000, 300_000)},
        {"id": "a2", "name": "Savings", "number": str(number + 17), "balance": rng.randrange(300_000, 900_000)},
    ]
    names = rng.sample(pool.COMPANIES, 4)
    payees = [{"id": f"p{n}", "name": name, "number": f"{number + 91 * n}"} for n, name in enumerate(names, start=1)]
    moves = [
        move(f"m{n}", "a2" if n % 5 == 0 else "a1", now - timedelta(days=2 * n), shop, -350 - number // n % 6000)
        for n, shop in enumerate(SHOPS, start=1)
    ]
    standing = [{"id": "s1", "account": "a1", "payee": "p1", "amount": 4500, "day": 3, "about": "Membership"}]
    cards = [
        card("c1", "Debit card", f"{number % 10_000:04d}"),
        card("c2", "Credit card", f"{number // 7 % 10_000:04d}"),
    ]
    messages = [
        {"id": f"n{n}", "subject": subject, "body": body, "date": moves[n * 2]["date"], "read": n > 1}
        for n, (subject, body) in enumerate(NEWS, start=1)
    ]
    return BankData(f"{number % 9973:04d}", accounts, payees, moves, standing, cards, messages)


# --- the PIN ---------------------------------------------------------------------------------------------------------


def _lock(run: Run) -> None:
    """Also what happens when the app comes back to the front."""
    run.ui.memo.update(open=False, typed="", pin_error=run.ui.memo.get("blocked", ""))
    run.ui.dialog = None


def _digit(run: Run, digit: int) -> None:
    memo = run.ui.memo
    if memo.get("blocked"):
        return
    memo["typed"] = memo.get("typed", "") + str(digit)
    memo["pin_error"] = ""
    if len(memo["typed"]) < PIN_LENGTH:
        return
    if memo["typed"] == run.data.pin:
        memo.update(open=True, tries=0)
    else:
        _refuse(run)
    memo["typed"] = ""


def _refuse(run: Run) -> None:
    memo = run.ui.memo
    memo["tries"] = memo.get("tries", 0) + 1
    memo["pin_error"] = "Wrong PIN"
    if memo["tries"] >= TRIES:
        memo["pin_error"] = memo["blocked"] = "Too many tries. Wait 30 seconds"
        run.env.later(BLOCK_MS, ("unblock",))


def _unblock(run: Run) -> None:
    run.ui.memo.update(blocked="", pin_error="", tries=0)


def _drop_digit(run: Run) -> None:
    run.ui.memo["typed"] = run.ui.memo.get("typed", "")[:-1]


# --- looking and transferring ----------------------------------------------------------------------------------------


def _go(run: Run, name: str, id: str = "") -> None:
    run.ui.go(name, **({"id": id} if id else {}))


def _search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _read(run: Run, id: str) -> None:
    if (m := find(run.data.messages, id)) is not None:
        m["read"] = True
    run.ui.go("message", id=id)


def _start_transfer(run: Run) -> None:
    run.ui.fields.update({AMOUNT: "", REFERENCE: ""})
    first = run.data.accounts[0]["id"] if run.data.accounts else ""
    run.ui.memo["transfer"] = {"account": first, "payee": ""}
    run.ui.memo["transfer_error"] = ""
    run.ui.go("transfer")


def _from(run: Run, id: str) -> None:
    run.ui.memo["transfer"]["account"] = id


def _to(run: Run, id: str) -> None:
    run.ui.memo["transfer"]["payee"] = id


def _check_transfer(run: Run) -> None:
    form, amount = run.ui.memo["transfer"], cents(run.ui.fields.get(AMOUNT, ""))
    account = find(run.data.accounts, form["account"])
    error = ""
    if not amount:
        error = "Enter an amount such as 12.50"
    elif not form["payee"]:
        error = "Choose who gets the money"
    elif account is None or account["balance"] < amount:
        error = "Not enough money in this account"
    run.ui.memo["transfer_error"] = error
    if error or account is None:
        return
    payee = name_of(run.data.payees, form["payee"])
    run.ui.dialog = Dialog(
        title=run.t("Transfer {amount}?", amount=money(amount)),
        message=run.t("From {account} to {payee}. This cannot be undone.", account=account["name"], payee=payee),
        buttons=((run.t("Transfer {amount}", amount=money(amount)), ("transfer",)), (run.t("Cancel"), ("noop",))),
    )


def _transfer(run: Run) -> None:
    form, amount = run.ui.memo["transfer"], cents(run.ui.fields.get(AMOUNT, ""))
    account = find(run.data.accounts, form["account"])
    if account is None:
        return
    account["balance"] -= amount
    about = run.ui.fields.get(REFERENCE, "").strip()
    payee = find(run.data.payees, form["payee"]) or {"name": "", "number": ""}
    id = pool.next_id("m", run.data.moves)
    made = move(id, account["id"], run.env.now, payee["name"], -amount, about, payee["number"])
    run.data.moves.append(made)
    run.ui.back()
    run.env.toast(run.t("Transfer done"))


# --- standing orders and cards ---------------------------------------------------------------------------------------


def _amount_dialog(run: Run, title: str, then: tuple[Any, ...], error: str = "") -> None:
    box = w.text_field(LIMIT, run.ui.fields.get(LIMIT, ""), hint=run.t("New amount"), on_submit=then)
    buttons = ((run.t("Save"), then), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title=title, message=error, body=(box,), buttons=buttons)


def _ask_amount(run: Run, id: str) -> None:
    run.ui.fields[LIMIT] = ""
    _amount_dialog(run, run.t("Change amount"), ("amount", id))


def _amount(run: Run, id: str, *_: str) -> None:
    amount, s = cents(run.ui.fields.get(LIMIT, "")), find(run.data.standing, id)
    if not amount:
        _amount_dialog(run, run.t("Change amount"), ("amount", id), run.t("Enter an amount such as 12.50"))
        return
    run.ui.dialog = None
    if s is not None:
        s["amount"] = amount
        run.env.toast(run.t("Saved"))


def _ask_end(run: Run, id: str) -> None:
    s = find(run.data.standing, id)
    payee = name_of(run.data.payees, s["payee"]) if s else ""
    run.ui.dialog = Dialog(
        title=run.t("End this standing order?"),
        message=run.t("{payee} will get no more payments.", payee=payee),
        buttons=((run.t("End it"), ("end", id)), (run.t("Keep it"), ("noop",))),
    )


def _end(run: Run, id: str) -> None:
    run.data.standing[:] = [s for s in run.data.standing if s["id"] != id]
    run.ui.back()
    run.env.toast(run.t("Standing order ended"))


def _ask_freeze(run: Run, id: str) -> None:
    if (c := find(run.data.cards, id)) is None:
        return
    if c["frozen"]:
        title, about = "Unfreeze this card?", run.t("The card ending {digits} can be used again.", digits=c["digits"])
    else:
        title = "Freeze this card?"
        about = run.t("Payments with the card ending {digits} stop at once.", digits=c["digits"])
    yes = run.t("Unfreeze") if c["frozen"] else run.t("Freeze")
    buttons = ((yes, ("freeze", id)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title=run.t(title), message=about, buttons=buttons)


def _freeze(run: Run, id: str) -> None:
    if (c := find(run.data.cards, id)) is not None:
        c["frozen"] = not c["frozen"]


def _abroad(run: Run, id: str) -> None:
    if (c := find(run.data.cards, id)) is not None:
        c["abroad"] = not c["abroad"]


def _ask_limit(run: Run, id: str, key: str) -> None:
    run.ui.fields[LIMIT] = ""
    _amount_dialog(run, run.t("Online limit") if key == "online" else run.t("Cash limit"), ("limit", id, key))


def _limit(run: Run, id: str, key: str, *_: str) -> None:
    typed = run.ui.fields.get(LIMIT, "")
    amount, c = cents(typed), find(run.data.cards, id)
    if amount > MOST or not (amount or typed.strip() in ("0", "0.00")):
        title = run.t("Online limit") if key == "online" else run.t("Cash limit")
        _amount_dialog(run, title, ("limit", id, key), run.t("The limit must be between $0 and $5,000"))
        return
    run.ui.dialog = None
    if c is not None:
        c[key] = amount


def _number(run: Run, id: str) -> None:
    run.ui.go("number", id=id)


HANDLERS: dict[str, Handler] = {
    "resume": _lock, "lock": _lock, "digit": _digit, "drop_digit": _drop_digit, "unblock": _unblock, "go": _go,
    "search": _search, "read": _read, "start_transfer": _start_transfer, "from": _from, "to": _to,
    "check_transfer": _check_transfer, "transfer": _transfer, "ask_amount": _ask_amount, "amount": _amount,
    "ask_end": _ask_end, "end": _end, "ask_freeze": _ask_freeze, "freeze": _freeze, "abroad": _abroad,
    "ask_limit": _ask_limit, "limit": _limit, "number": _number,
}  # fmt: skip

APP = App(
    name="bank",
    package="com.simphone.bank",
    activity=".MainActivity",
    labels={"en": "Bank", "zh": "银行", "ar": "البنك"},
    icon="bank",
    color="#00695c",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    secure=("number",),
    words=WORDS,
)
