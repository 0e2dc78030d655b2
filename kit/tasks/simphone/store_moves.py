"""What the tasks in Store share: the offer of the shop, and moves of their reference solutions."""

from __future__ import annotations

import random
from collections.abc import Generator
from itertools import pairwise
from typing import Any

from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.store import draw_listing
from kit.simphone.apps.store_apps import APPS
from kit.simphone.spellings import spellings
from kit.tasks.base import Action, Data, Params, TruePhone
from kit.tasks.simphone.lists import listed, with_id
from kit.tasks.simphone.steps import Walk, enter, press, seek, shows
from kit.types import Observation

TITLES = {a.name: a.labels["en"] for a in APPS}
ENDINGS = ("Labs", "Studio", "Works", "Software", "Apps", "Systems")
SEARCH = "Search apps and games"


def draw_makers(rng: random.Random, count: int) -> list[str]:
    """Developers, the first two easily mistaken for each other."""
    names = rng.sample(pool.LAST, count + 1)
    kinds = rng.sample(ENDINGS, 2)
    pairs = [f"{one} & {other}" for one, other in pairwise(names)]
    return [
        f"{pairs[0]} {kinds[0]}",
        f"{pairs[0]} {kinds[1]}",
        *(f"{pair} {rng.choice(ENDINGS)}" for pair in pairs[2:]),
    ]


def draw_shop(rng: random.Random, mine: int) -> tuple[str, list[Record]]:
    """A developer and a listing for each small app in any order; the developer makes the first `mine` of them."""
    maker, *others = draw_makers(rng, 4)
    names = rng.sample(sorted(TITLES), len(TITLES))
    made = [
        draw_listing(rng, name, TITLES[name], maker if n < mine else rng.choice(others)) for n, name in enumerate(names)
    ]
    return maker, made


def set_shop(phone: TruePhone, listings: list[Record], absent: list[str], **more: Any) -> None:
    """Makes the shop's offer; the small apps in `absent` are not on the phone, the others are."""
    phone.set("store.listings", [{**p, "id": f"s{n}"} for n, p in enumerate(listings, start=1)])
    for key, value in more.items():
        phone.set(f"store.{key}", value)
    removed = [name for name in phone.data()["system"]["removed"] if name not in TITLES]
    phone.set("system.removed", sorted({*removed, *absent}))


def search(seen: Observation, what: str) -> Walk:
    """From the shop window: searches for a name or a developer."""
    seen = yield from press(seen, SEARCH)
    return (yield from enter(seen, SEARCH, what))


def rows_of(seen: Observation) -> Generator[Action, Observation, tuple[Observation, list[tuple[str, str]]]]:
    """Name and second line of each listing found."""
    seen, found = yield from listed(seen, with_id("listing"))
    return seen, [(w[1], next(t for t in w[2:] if " · " in t)) for w in found]


def finished(seen: Observation) -> Walk:
    """Waits until nothing is being installed."""
    for _ in range(6):
        if not any(
            t.startswith(head)
            for t in seen.texts
            for head in (s.split("{")[0] for s in spellings("Installing, {percent}%"))
        ):
            break
        seen = yield "wait", {"seconds": 2}
    return seen


def reply(_: Data, params: Params) -> tuple[str, ...]:
    """The answer that stands in the parameters."""
    return (params["reply"],)


def setup_shop(phone: TruePhone, params: Params) -> None:
    """Makes the shop of the parameters."""
    set_shop(phone, params["listings"], params["absent"])


def expect_update(data: Data, params: Params) -> None:
    """The updates of the developer's apps are installed in the wanted data."""
    for p in data["store"]["listings"]:
        if p["app"] in params["mine"]:
            p["version"], p["newer"] = p["newer"], ""


def update(seen: Observation, name: str) -> Walk:
    """From a list: opens an app, updates it if it can be, and comes back."""
    seen = yield from press(seen, name)
    seen = yield from seek(seen, "Uninstall")
    if shows(seen, "Update"):
        seen = yield from press(seen, "Update")
        seen = yield from finished(seen)
    return (yield "back", {})
