"""What the tasks in Maps share: names, putting places on the map, and moves of their reference solutions."""

from __future__ import annotations

import random

from kit.simphone.apps import people as pool
from kit.simphone.apps.maps import draw_place
from kit.simphone.apps.maps_pages import CATEGORIES
from kit.simphone.apps.people import Record
from kit.simphone.spellings import spellings
from kit.tasks.base import Data, Params, TruePhone
from kit.tasks.simphone.steps import Walk, enter, press
from kit.types import Observation

FIRST_WORDS = (
    "Amber", "Birch", "Cobalt", "Dune", "Ember", "Fjord", "Ginger", "Hazel", "Ivory", "Jade", "Kiwi", "Lotus", "Maple", "Niño",
    "Onyx", "Poppy", "Quartz", "Raven", "Saffron", "Tulip", "Umbra", "Velvet", "Willow", "Zoë's", "明月", "Óscar's",
)  # fmt: skip
SECOND_WORDS = (
    "Corner",
    "Yard",
    "Terrace",
    "Lodge",
    "Arcade",
    "Court",
    "Gallery",
    "Stop",
    "Cellar",
    "Attic",
    "Wharf",
    "Gate",
)
PLANS = (
    "Weekend",
    "With Mum",
    "Birthday",
    "Rainy days",
    "Late evenings",
    "Visitors",
    "Spring trip",
    "Anniversary",
    "Kids",
    "Team day",
)


def draw_places(rng: random.Random, count: int, category: str = "") -> list[Record]:
    """Places with names of their own; the first two share their first word."""
    firsts, seconds = rng.sample(FIRST_WORDS, count), rng.sample(SECOND_WORDS, count)
    names = [f"{a} {b} {rng.randint(2, 99)}" for a, b in zip([firsts[0], *firsts[:-1]], seconds, strict=True)]
    return [draw_place(rng, name, category or rng.choice(CATEGORIES)) for name in names]


def draw_lists(rng: random.Random, count: int) -> list[str]:
    """Names of lists."""
    return [f"{plan} {rng.randint(2, 60)}" for plan in rng.sample(PLANS, count)]


def set_town(phone: TruePhone, places: list[Record], lists: list[tuple[str, list[str]]], *, only: str = "") -> None:
    """Puts places beside those on the map (in place of all others of the category `only`) and makes the lists these."""
    made: list[Record] = [p for p in phone.data()["maps"]["places"] if p["category"] != only]
    for p in places:
        made.append({**p, "id": pool.next_id("p", made)})
    ids = {p["name"]: p["id"] for p in made}
    phone.set("maps.places", made)
    phone.set(
        "maps.lists",
        [
            {"id": f"l{n}", "name": name, "places": [ids[x] for x in inside]}
            for n, (name, inside) in enumerate(lists, start=1)
        ],
    )


def id_of(data: Data, name: str) -> str:
    """The id of a place by its name."""
    return next(p["id"] for p in data["maps"]["places"] if p["name"] == name)


def expect_saved(data: Data, name: str, list_name: str) -> None:
    """Adds a place to a list of the wanted data."""
    next(x for x in data["maps"]["lists"] if x["name"] == list_name)["places"].append(id_of(data, name))


def look_up(seen: Observation, name: str) -> Walk:
    """From the map: searches for a place and opens it."""
    seen = yield from press(seen, "Search here")
    seen = yield from enter(seen, "Search here", name)
    return (yield from press(seen, name))


def save_in(seen: Observation, list_name: str) -> Walk:
    """On a place's page: saves it to a list."""
    seen = yield from press(seen, "Save")
    return (yield from press(seen, list_name))


def to_map(seen: Observation) -> Walk:
    """Back from a place that was looked up to the map."""
    for _ in range(4):
        if any(m.full_label in spellings("Saved lists") for m in seen.marks):
            break
        seen = yield "back", {}
    return seen


def told(seen: Observation, line: str) -> str:
    """What the page says in the hole of one of its lines, such as "Hours: {hours}"."""
    heads = [s.split("{")[0] for s in spellings(line)]
    return next((t[len(h) :] for t in seen.texts for h in heads if t.startswith(h)), "")


def reply(_: Data, params: Params) -> tuple[str, ...]:
    """The answer that stands in the parameters."""
    return (params["reply"],)
