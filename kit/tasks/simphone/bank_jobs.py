"""Longer tasks in Bank: the right one of two cards is frozen, several jobs with a reference to remember."""

from __future__ import annotations

import random

from kit.simphone.apps.bank_pages import money
from kit.simphone.apps.contacts import person
from kit.simphone.spellings import spellings
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.bank_moves import (
    draw_bank,
    expect_money,
    send_money,
    setup_bank,
    sign_in,
)
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.messages import READING, add_threads
from kit.tasks.simphone.reading import find_out
from kit.tasks.simphone.shopping_orders import agree
from kit.tasks.simphone.steps import press
from kit.types import Observation

# --- the card somebody lost ------------------------------------------------------------------------------------------


def _draw_lost(rng: random.Random) -> Params:
    bank = draw_bank(rng)
    first, last, number = draw_people(rng, 1)[0]
    wrong, right = (c["digits"] for c in rng.sample(bank["cards"], 2))
    return {**bank, "first": first, "last": last, "phone": number, "right": right, "wrong": wrong}


def _setup_lost(phone: TruePhone, params: Params) -> None:
    setup_bank(phone, params)
    add_people(phone, [person("", params["first"], params["last"], params["phone"])])
    said = [(False, f"I cannot find our card, I think it was the one ending {params['wrong']}"), (True, "Look again please"),
            (False, f"Found that one! What is missing is the card ending {params['right']}.")]  # fmt: skip
    add_threads(phone, [(params["phone"], said)])


def _expect_lost(data: Data, params: Params) -> None:
    next(c for c in data["bank"]["cards"] if c["digits"] == params["right"])["frozen"] = True


def _solve_lost(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, f"{params['first']} {params['last']}")
    seen, told = yield from find_out(seen, "(Found that one!.*)", "up")
    digits = told.rstrip(".")[-4:]
    seen = yield from sign_in(params["pin"])
    seen = yield from press(seen, "Cards")
    seen = yield from press(seen, spellings("Card ending {digits}", digits=digits))
    seen = yield from press(seen, "Freeze card")
    yield from agree(seen)
    yield "finish", {}


# --- several jobs, and a reference to remember -----------------------------------------------------------------------


def _draw_chores(rng: random.Random) -> Params:
    bank = draw_bank(rng)
    first, last, number = draw_people(rng, 1)[0]
    ended = rng.choice(bank["standing"])
    names = {p["id"]: p["name"] for p in bank["payees"]}
    known = list(names.values())
    payee = rng.choice([n for n in known if known.count(n) == 1])
    cents = rng.randrange(1200, 80_000, 5)
    return {**bank, "first": first, "last": last, "phone": number, "digits": rng.choice(bank["cards"])["digits"],
            "ended": names[ended["payee"]], "ended_id": ended["id"], "payee": payee, "cents": cents,
            "amount": money(cents), "account": rng.choice(bank["accounts"])["name"],
            "recall": f"{rng.choice(('RF', 'QX', 'KM', 'TZ'))}{rng.randrange(10**5, 10**6)}"}  # fmt: skip


def _setup_chores(phone: TruePhone, params: Params) -> None:
    setup_bank(phone, params)
    add_people(phone, [person("", params["first"], params["last"], params["phone"])])
    said = [(True, "Which reference shall I write?"), (False, f"Please write {params['recall']}, nothing else.")]
    add_threads(phone, [(params["phone"], said)])


def _expect_chores(data: Data, params: Params) -> None:
    bank = data["bank"]
    next(c for c in bank["cards"] if c["digits"] == params["digits"])["frozen"] = True
    bank["standing"] = [s for s in bank["standing"] if s["id"] != params["ended_id"]]
    number = next(p["number"] for p in bank["payees"] if p["name"] == params["payee"])
    expect_money(data, params["account"], number, params["cents"], params["recall"])


def _solve_chores(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, f"{params['first']} {params['last']}")
    seen, reference = yield from find_out(seen, r"Please write ([^,]+),.*", "up")
    seen = yield from sign_in(params["pin"])
    seen = yield from press(seen, "Cards")
    seen = yield from press(seen, spellings("Card ending {digits}", digits=params["digits"]))
    seen = yield from press(seen, "Freeze card")
    seen = yield from agree(seen)
    for _ in range(2):
        seen = yield from press(seen, "Navigate up")
    seen = yield from press(seen, "Standing orders")
    seen = yield from press(seen, params["ended"])
    seen = yield from press(seen, "End standing order")
    seen = yield from agree(seen)
    seen = yield from press(seen, "Navigate up")
    seen = yield from send_money(seen, params["account"], f"{params['payee']} · ", params["cents"], reference)
    yield from agree(seen)
    yield "finish", {}


JOB_TEMPLATES: tuple[Template, ...] = (
    Template(
        name="bank_lost_card",
        goals={
            "en": "Read in Messages which card {first} {last} is missing, and freeze that card in Bank (PIN {pin}).",
            "zh": "在信息（Messages）里看看 {first} {last} 丢了哪张卡，然后在银行（Bank，PIN 码 {pin}）中冻结那张卡。",
        },
        apps=("bank", "messages", "contacts"),
        tags=("transfer", "read", "irreversible", "toggle"),
        difficulty=3,
        budget=30,
        draw=_draw_lost,
        setup=_setup_lost,
        expect=_expect_lost,
        oracle=_solve_lost,
        ignore=READING,
    ),
    Template(
        name="bank_three_jobs",
        goals={
            "en": "{first} {last} told you in Messages which reference to write. Read it there first. Then do this in Bank (PIN {pin}), in this order: freeze the card ending {digits}; end the standing order to {ended}; transfer {amount} from the account {account} to {payee} with that reference.",
            "zh": "{first} {last} 在信息（Messages）里告诉了你要写的附言，先去看。然后在银行（Bank，PIN 码 {pin}）中依次：冻结尾号 {digits} 的卡；终止给 {ended} 的定期转账；用该附言从账户 {account} 向 {payee} 转账 {amount}。",
        },
        apps=("bank", "messages", "contacts"),
        tags=("memory", "transfer", "form", "irreversible"),
        difficulty=5,
        budget=60,
        draw=_draw_chores,
        setup=_setup_chores,
        expect=_expect_chores,
        oracle=_solve_chores,
        ignore=READING,
    ),
)
