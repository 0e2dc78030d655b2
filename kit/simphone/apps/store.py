"""Store: an app shop. Search, categories, app pages, installing with progress, updates, uninstalling, gift codes.

Data: `listings` (id, app: short name of the app behind it or "" where there is none for this phone, name, developer,
category, rating, size in MB, price in cents, version, newer: the version an update brings or "", permissions, about,
reviews), `balance` in cents, `codes` (gift code -> cents) and `ratings` (listing id -> stars given). Which apps are on the
phone is the phone's own truth: an app installed here is on the launcher and in `pm list packages`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone import boot
from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import ask
from kit.simphone.apps.store_apps import APPS, KINDS
from kit.simphone.apps.store_pages import CODE, SEARCH, find, installed, money, view
from kit.simphone.apps.store_words import WORDS

STEP_MS = 600
"""Phone time a quarter of an installation takes."""
PRAISE = ("Does what it says.", "Simple and quick.", "I use it every week.", "No frills, good.", "Small and handy.")


@dataclass(slots=True)
class StoreData:
    """What the shop offers, and what was paid and said there."""

    listings: list[Record] = field(default_factory=list[Record])
    balance: int = 0
    codes: dict[str, int] = field(default_factory=dict[str, int])
    ratings: dict[str, int] = field(default_factory=dict[str, int])


def listing(id: str, app: str, name: str, developer: str, **more: Any) -> Record:
    """A listing's record with every key present."""
    blank: Record = {
        "category": KINDS.get(app, "Other"), "rating": 4.0, "size": 8, "price": 0, "version": "1.0", "newer": "",
        "permissions": [], "about": "", "reviews": [],
    }  # fmt: skip
    return {"id": id, "app": app, "name": name, "developer": developer, **blank, **more}


def draw_listing(rng: random.Random, app: str, name: str, developer: str) -> Record:
    """A listing with figures of its own."""
    return listing("", app, name, developer, rating=rng.randint(28, 49) / 10, size=rng.randint(2, 90), version=f"{rng.randint(1, 6)}.{rng.randrange(10)}",
                   about="Free, without an account.", reviews=[[rng.choice(pool.FIRST), rng.randint(3, 5), rng.choice(PRAISE)]])  # fmt: skip


def fresh(rng: random.Random, now: datetime) -> StoreData:
    """A listing for each small app, two of them with an update, and one app that costs something."""
    del now
    made = [draw_listing(rng, a.name, a.labels["en"], f"{rng.choice(pool.LAST)} Apps") for a in APPS]
    made.append(
        draw_listing(rng, "", "Star Atlas", f"{rng.choice(pool.LAST)} Apps")
        | {"price": rng.choice((199, 299, 499)), "about": "Paid app."}
    )
    for n, p in enumerate(made, start=1):
        p["id"] = f"s{n}"
        p["newer"] = f"{p['version']}.1" if n in (2, 5) else ""
    return StoreData(listings=made)


# --- moving about ----------------------------------------------------------------------------------------------------


def _open(run: Run, id: str) -> None:
    run.ui.go("app", id=id)


def _category(run: Run, name: str) -> None:
    run.ui.go("category", category=name)


def _manage(run: Run) -> None:
    run.ui.go("manage")


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _launch(run: Run, id: str) -> None:
    if (p := find(run, id)) is not None and installed(run, p):
        run.env.open(p["app"])


# --- installing ------------------------------------------------------------------------------------------------------


def _start(run: Run, id: str) -> None:
    """Begins to fetch an app or its update."""
    p, settings = find(run, id), run.env.settings
    if p is None or id in run.ui.memo.setdefault("progress", {}):
        return
    if not (settings.wifi or (settings.data and not settings.airplane)):
        run.ui.dialog = Dialog(
            title=run.t("No internet connection"),
            message=run.t("Check Wi-Fi or mobile data."),
            buttons=((run.t("OK"), ("noop",)),),
        )
    elif not p["app"]:
        run.ui.dialog = Dialog(
            title=run.t("Not available"),
            message=run.t("{name} does not run on this phone.", name=p["name"]),
            buttons=((run.t("OK"), ("noop",)),),
        )
    else:
        run.ui.memo["progress"][id] = 0
        run.env.later(STEP_MS, ("step", id))


def _step(run: Run, id: str) -> None:
    running: dict[str, int] = run.ui.memo.get("progress", {})
    p = find(run, id)
    if p is None or id not in running:
        return
    running[id] += 25
    if running[id] < 100:
        run.env.later(STEP_MS, ("step", id))
        return
    del running[id]
    _put(run, p)


def _put(run: Run, p: Record) -> None:
    """The app is there, in its newest version."""
    removed: list[str] = run.env.phone.core.system.removed
    words = run.t("{name} updated", name=p["name"]) if installed(run, p) else run.t("{name} installed", name=p["name"])
    if p["app"] in removed:
        removed.remove(p["app"])
    if p["newer"]:
        p["version"], p["newer"] = p["newer"], ""
    run.env.toast(words)


def _stop(run: Run, id: str) -> None:
    run.ui.memo.get("progress", {}).pop(id, None)


def _update_all(run: Run) -> None:
    for p in run.data.listings:
        if p["newer"] and installed(run, p):
            _start(run, p["id"])


def _ask_uninstall(run: Run, id: str) -> None:
    if (p := find(run, id)) is not None:
        buttons = ((run.t("Uninstall"), ("uninstall", id)), (run.t("Cancel"), ("noop",)))
        words = run.t("{name} and its data will be removed.", name=p["name"])
        run.ui.dialog = Dialog(title=run.t("Uninstall this app?"), message=words, buttons=buttons)


def _uninstall(run: Run, id: str) -> None:
    p, phone = find(run, id), run.env.phone
    if p is None or not installed(run, p):
        return
    state = phone.core.apps[p["app"]]
    phone.stop(p["app"])
    state.data = boot.empty(phone.apps[p["app"]], state.data)
    state.granted, state.once, state.denied = [], [], []
    phone.core.system.removed.append(p["app"])
    run.env.toast(run.t("{name} uninstalled", name=p["name"]))


# --- paying, rating --------------------------------------------------------------------------------------------------


def _ask_buy(run: Run, id: str) -> None:
    p = find(run, id)
    if p is None:
        return
    if run.data.balance < p["price"]:
        words = run.t("Your balance is {balance}. Redeem a gift code first.", balance=money(run.data.balance))
        run.ui.dialog = Dialog(title=run.t("Not enough balance"), message=words, buttons=((run.t("OK"), ("noop",)),))
        return
    buttons = ((run.t("Buy"), ("buy", id)), (run.t("Cancel"), ("noop",)))
    words = run.t("{name} costs {price}.", name=p["name"], price=money(p["price"]))
    run.ui.dialog = Dialog(title=run.t("Buy this app?"), message=words, buttons=buttons)


def _buy(run: Run, id: str) -> None:
    if (p := find(run, id)) is not None:
        run.data.balance -= p["price"]
        p["price"] = 0
        _start(run, id)


def _ask_code(run: Run) -> None:
    ask(run, run.t("Redeem a gift code"), CODE, "", hint=run.t("Gift code"), then=("redeem",), ok=run.t("Redeem"))


def _redeem(run: Run, *_: str) -> None:
    run.ui.dialog = None
    code = run.ui.fields.get(CODE, "").strip().upper()
    worth = run.data.codes.pop(code, 0)
    run.data.balance += worth
    run.env.toast(run.t("{amount} added", amount=money(worth)) if worth else run.t("This code is not valid"))


def _ask_rate(run: Run, id: str) -> None:
    given = run.data.ratings.get(id, 0)
    rows = tuple(
        w.radio(run.t("{rating} of 5", rating=n), n == given, ("rate", id, n), id=f"stars_{n}") for n in range(1, 6)
    )
    run.ui.dialog = Dialog(title=run.t("Your rating"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _rate(run: Run, id: str, stars: int) -> None:
    run.ui.dialog = None
    run.data.ratings[id] = stars


HANDLERS: dict[str, Handler] = {
    "open": _open, "category": _category, "manage": _manage, "search": _start_search, "launch": _launch, "start": _start,
    "step": _step, "stop": _stop, "update_all": _update_all, "ask_uninstall": _ask_uninstall, "uninstall": _uninstall,
    "ask_buy": _ask_buy, "buy": _buy, "ask_code": _ask_code, "redeem": _redeem, "ask_rate": _ask_rate, "rate": _rate,
}  # fmt: skip


APP = App(
    name="store",
    package="com.simphone.store",
    activity=".MainActivity",
    labels={"en": "Store", "zh": "应用商店", "ar": "المتجر"},
    icon="bag",
    color="#00796b",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    system=True,
    words=WORDS,
)
