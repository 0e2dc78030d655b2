"""Tasks in Maps: the best place of a kind, how long the way takes, a phone number for Contacts."""

from __future__ import annotations

import random
import re

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.maps import STREETS
from kit.simphone.apps.maps_pages import CATEGORIES, MODES, journey
from kit.simphone.apps.people import Record
from kit.simphone.spellings import spellings
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import maps_special
from kit.tasks.simphone.lists import gathered, listed, with_id
from kit.tasks.simphone.maps_moves import (
    draw_lists,
    draw_places,
    expect_saved,
    look_up,
    reply,
    save_in,
    set_town,
    told,
)
from kit.tasks.simphone.reading import texts
from kit.tasks.simphone.steps import enter, press
from kit.types import Observation

# --- the best of a kind ----------------------------------------------------------------------------------------------


def _draw_best(rng: random.Random) -> Params:
    category = rng.choice(CATEGORIES)
    places = draw_places(rng, 5, category)
    for p, tenths in zip(places, rng.sample(range(31, 50), 5), strict=True):
        p["rating"] = tenths / 10
    lists = draw_lists(rng, 4)
    return {
        "category": category,
        "places": places,
        "lists": lists,
        "list": rng.choice(lists),
        "best": max(places, key=lambda p: p["rating"])["name"],
    }


def _setup_best(phone: TruePhone, params: Params) -> None:
    set_town(phone, params["places"], [(name, []) for name in params["lists"]], only=params["category"])


def _expect_best(data: Data, params: Params) -> None:
    expect_saved(data, params["best"], params["list"])


def _solve_best(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Maps"}
    seen = yield from press(seen, params["category"])
    seen, found = yield from listed(seen, with_id("place_row"))
    best = max(
        (said[1:] for said in found), key=lambda r: next(float(t[:3]) for t in r if t[:1].isdigit() and "·" in t)
    )
    seen = yield from press(seen, best[0])
    yield from save_in(seen, params["list"])
    yield "finish", {}


# --- how long is the way ---------------------------------------------------------------------------------------------


def _draw_way(rng: random.Random) -> Params:
    places = draw_places(rng, 4)
    mode = rng.randrange(3)
    minutes, tenths = journey(places[0], places[2], mode)
    how, how_zh = (("by car", "驾车"), ("on foot", "步行"), ("by transit", "乘公共交通"))[mode]
    return {"places": places, "start": places[0]["name"], "end": places[2]["name"], "mode": MODES[mode], "how": how,
            "how_zh": how_zh, "reply": f"{minutes} min, {tenths / 10:.1f} km"}  # fmt: skip


def _setup_town(phone: TruePhone, params: Params) -> None:
    set_town(phone, params["places"], [("Favourites", [])])


def _solve_way(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Maps"}
    seen = yield from look_up(seen, params["end"])
    seen = yield from press(seen, "Directions")
    seen = yield from press(seen, "From")
    seen = yield from enter(seen, "Search here", params["start"])
    seen = yield from press(seen, params["start"])
    seen = yield from press(seen, params["mode"])
    seen, said = yield from gathered(seen, texts)
    minutes, km = (_number(said, unit) for unit in ("{minutes} min", "{km} km"))
    yield "finish", {"answer": f"{minutes} min, {km} km"}


def _number(said: list[str], unit: str) -> str:
    """The first number with this unit, in any language."""
    patterns = [re.escape(s).replace(re.escape(unit.split(" ")[0]), r"([\d.]+)") for s in spellings(unit)]
    return next((m[1] for t in said for p in patterns if (m := re.fullmatch(p, t))), "")


# --- a phone number into the contacts --------------------------------------------------------------------------------


def _draw_number(rng: random.Random) -> Params:
    places = draw_places(rng, 3)
    places.append({**places[0], "street": f"{rng.randint(121, 180)} {rng.choice(STREETS)}", "phone": pool.number(rng)})
    right = places[0]
    rng.shuffle(places)
    return {"places": places, "name": right["name"], "street": right["street"], "phone": right["phone"]}


def _expect_number(data: Data, params: Params) -> None:
    people: list[Record] = data["contacts"]["people"]
    made = person(pool.next_id("c", people), params["name"], "", params["phone"])
    people.append({**made, **dict.fromkeys(people[0].keys() - made.keys() if people else (), ANY)})


def _solve_number(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Maps"}
    seen = yield from press(seen, "Search here")
    seen = yield from enter(seen, "Search here", f"{params['name']} {params['street']}")
    seen = yield from press(seen, params["name"])
    phone = told(seen, "Phone: {phone}")
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, "Create new contact")
    seen = yield from enter(seen, "First name", params["name"])
    seen = yield from enter(seen, "Phone", phone)
    yield from press(seen, "Save")
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="maps_save_best",
        goals={
            "en": "In Maps, save the {category} with the best rating to the list “{list}”.",
            "zh": "在地图（Maps）里把评分最高的 {category} 保存到列表“{list}”。",
        },
        apps=("maps",),
        tags=("list", "read", "navigation"),
        difficulty=3,
        budget=13,
        draw=_draw_best,
        setup=_setup_best,
        expect=_expect_best,
        oracle=_solve_best,
    ),
    Template(
        name="maps_way",
        goals={
            "en": "According to Maps, how long and how far is the way from {start} to {end} {how}? Answer in this form: 12 min, 3.4 km",
            "zh": "根据地图（Maps），从 {start} 到 {end} {how_zh}需要多久、多远？按此格式回答：12 min, 3.4 km",
        },
        apps=("maps",),
        tags=("search", "read", "navigation"),
        difficulty=3,
        budget=20,
        draw=_draw_way,
        setup=_setup_town,
        answer=reply,
        oracle=_solve_way,
    ),
    Template(
        name="maps_number_to_contacts",
        goals={
            "en": "Look up in Maps the phone number of {name} at {street}, and add it to Contacts: first name {name}, no last name.",
            "zh": "在地图（Maps）里查到位于 {street} 的 {name} 的电话，并添加到通讯录（Contacts）：名字为 {name}，不填姓氏。",
        },
        apps=("maps", "contacts"),
        tags=("transfer", "search", "form", "input"),
        difficulty=4,
        budget=25,
        draw=_draw_number,
        setup=_setup_town,
        expect=_expect_number,
        oracle=_solve_number,
    ),
    *maps_special.TEMPLATES,
)
