"""What tasks in Bank have in common: a bank with accounts and payees, signing in, sending money."""

from __future__ import annotations

import random
from datetime import datetime

from kit.simphone.apps import people as pool
from kit.simphone.apps.bank import card, move
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, Params, TruePhone
from kit.tasks.simphone.contacts import draw_people
from kit.tasks.simphone.lists import tap_row, with_id
from kit.tasks.simphone.shopping_orders import beginning, seek_beginning
from kit.tasks.simphone.steps import Walk, enter, press
from kit.types import Observation

NAMES = ("Everyday", "Savings", "Holiday", "House", "Business", "Children")
PARTS = ("pin", "accounts", "payees", "standing", "cards")
READ = ("bank.messages.*.read",)


def draw_bank(rng: random.Random) -> Params:
    """A customer: PIN, three accounts, six payees of whom two share a name, three standing orders, three cards."""
    accounts: list[Record] = [
        {
            "id": f"a{n}",
            "name": name,
            "number": str(rng.randrange(10**7, 10**8)),
            "balance": rng.randrange(90_000, 400_000),
        }
        for n, name in enumerate(rng.sample(NAMES, 3), start=1)
    ]
    names = [f"{first} {last}" for first, last, _ in draw_people(rng, 5)]
    names.insert(rng.randrange(5), names[rng.randrange(5)])
    payees: list[Record] = [
        {"id": f"p{n}", "name": name, "number": str(rng.randrange(10**7, 10**8))}
        for n, name in enumerate(names, start=1)
    ]
    alone = [p for p in payees if names.count(p["name"]) == 1]
    standing: list[Record] = [
        {"id": f"s{n}", "account": "a1", "payee": p["id"], "amount": rng.randrange(1500, 9000, 50),
         "day": rng.randint(1, 28), "about": rng.choice(("Rent", "Gym", "Choir", "Savings plan", "房租"))}
        for n, p in enumerate(rng.sample(alone, 3), start=1)
    ]  # fmt: skip
    digits = [f"{n:04d}" for n in rng.sample(range(1000, 10_000), 3)]
    kinds = rng.sample(("Debit card", "Credit card", "Travel card", "Virtual card"), 3)
    cards = [
        card(f"c{n}", kind, number, abroad=True, online=rng.randrange(100, 900, 50) * 100)
        for n, (kind, number) in enumerate(zip(kinds, digits, strict=True), start=1)
    ]
    pin = f"{rng.randrange(10_000):04d}"
    return {"pin": pin, "accounts": accounts, "payees": payees, "standing": standing, "cards": cards}


def setup_bank(phone: TruePhone, params: Params) -> None:
    """Makes the bank that of the drawn customer, without any messages."""
    for part in PARTS:
        phone.set(f"bank.{part}", params[part])
    first = params["accounts"][0]["id"]
    moves = [m | {"account": first} for m in phone.data()["bank"]["moves"]]
    phone.set("bank.moves", moves)
    phone.set("bank.messages", [])


def sign_in(pin: str) -> Walk:
    """Opens the app and types the PIN."""
    seen = yield "launch_app", {"name": "Bank"}
    for digit in pin:
        seen = yield from tap_row(seen, with_id(f"digit_{digit}"))
    return seen


def send_money(seen: Observation, account: str, payee: str, amount: int, about: str = "") -> Walk:
    """From the overview: fills the transfer form and asks for the check. `payee` is how the payee's row begins."""
    seen = yield from press(seen, "Transfer")
    seen = yield from enter(seen, "Amount", f"{amount / 100:.2f}")
    if about:
        seen = yield from enter(seen, "Reference", about)
    for start in (f"{account} (", payee):
        seen = yield from seek_beginning(seen, start)
        seen = yield from press(seen, beginning(seen, start))
    return (yield from press(seen, "Check transfer"))


def expect_money(data: Data, account: str, number: str, amount: int, about: str) -> None:
    """The wanted data after a transfer to the saved payee with this number."""
    bank = data["bank"]
    source = next(a for a in bank["accounts"] if a["name"] == account)
    payee = next(p for p in bank["payees"] if p["number"] == number)
    source["balance"] -= amount
    made = move(pool.next_id("m", bank["moves"]), source["id"], datetime.min, payee["name"], -amount, about, number)
    bank["moves"].append(made | {"date": ANY})
