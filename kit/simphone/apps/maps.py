"""Maps: find places by name and category, a page a place, lists to save them to, directions by car, on foot, by transit,
and being led there turn by turn (`maps_navigation`).

Data: `places` (id, name, category, street, x and y in tenths of a kilometre, hours, phone, rating, reviews, notice),
`lists` (id, name, places: ids in the order they were saved) and `ratings` (place id -> the stars this person gave).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import maps_navigation as navigation
from kit.simphone.apps import people as pool
from kit.simphone.apps.maps_pages import CATEGORIES, LIST_NAME, SEARCH, address, find, list_of, view
from kit.simphone.apps.maps_words import WORDS
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import ask

STREETS = (
    "Mill Lane", "Canal Street", "Kirchweg", "Harbour Road", "Elm Row", "Bridge Street", "Quay Hill", "Rose Court",
    "Station Road", "Vine Street", "Plaza Muñoz", "Foundry Lane",
)  # fmt: skip
NAMES = {
    "Café": ("Café Luna", "Copper Kettle", "Blue Door Coffee", "Teahouse Wren", "Espresso Nord"),
    "Restaurant": ("The Long Table", "Trattoria Bea", "Noodle House 88", "Olive & Fig", "Grill am Markt"),
    "Pharmacy": ("Rosewood Pharmacy", "Harbour Pharmacy", "Linden Apotheke", "City Chemist"),
    "Hotel": ("Hotel Aurora", "Pier House", "The Brass Key", "Garden Rooms"),
    "Museum": ("Clock Museum", "Museum of Tin", "Harbour Museum", "House of Maps"),
    "Parking": ("Parking West", "Parking Old Mill", "Station Garage", "Opera Garage"),
}
HOURS = ("07:00 – 16:00", "08:30 – 18:00", "09:00 – 19:30", "10:00 – 17:00", "11:00 – 22:00", "12:00 – 23:30")
PRAISE = (
    "Friendly people.",
    "Easy to find.",
    "A bit loud at noon.",
    "Good value.",
    "Would come again.",
    "Clean and bright.",
)


@dataclass(slots=True)
class MapsData:
    """Places on the map and what was saved."""

    places: list[Record] = field(default_factory=list[Record])
    lists: list[Record] = field(default_factory=list[Record])
    ratings: dict[str, int] = field(default_factory=dict[str, int])


def place(id: str, name: str, category: str, street: str, **more: Any) -> Record:
    """A place's record with every key present."""
    blank: Record = {"x": 0, "y": 0, "hours": HOURS[1], "phone": "", "rating": 4.0, "reviews": [], "notice": ""}
    return {"id": id, "name": name, "category": category, "street": street, **blank, **more}


def draw_place(rng: random.Random, name: str, category: str) -> Record:
    """A place somewhere in town."""
    return place("", name, category, f"{rng.randint(1, 120)} {rng.choice(STREETS)}", x=rng.randint(-60, 60), y=rng.randint(-60, 60),
                 hours=rng.choice(HOURS), phone=pool.number(rng), rating=rng.randint(30, 49) / 10,
                 reviews=[[rng.choice(pool.FIRST), rng.randint(3, 5), rng.choice(PRAISE)]])  # fmt: skip


def fresh(rng: random.Random, now: datetime) -> MapsData:
    """Two places of each category and two lists, one of them with a place in it.

    All figures of a category come from one draw: a reset must not cost more than a glance at the phone.
    """
    del now
    streets, people, numbers = rng.sample(STREETS, 4), rng.sample(pool.FIRST, 3), [pool.number(rng) for _ in range(2)]
    made: list[Record] = []
    for category in CATEGORIES:
        names, bits = NAMES[category], rng.getrandbits(90)
        bits, first = divmod(bits, len(names))
        bits, step = divmod(bits, len(names) - 1)
        for n in (first, (first + step + 1) % len(names)):
            bits, x = divmod(bits, 121)
            bits, y = divmod(bits, 121)
            bits, house = divmod(bits, 120)
            bits, tenths = divmod(bits, 20)
            at = len(made) + 1
            review = [people[at % 3], 3 + house % 3, PRAISE[x % 6]]
            made.append({
                "id": f"p{at}", "name": names[n], "category": category, "street": f"{house + 1} {streets[y % 4]}", "x": x - 60,
                "y": y - 60, "hours": HOURS[(x + y) % 6], "phone": f"{numbers[at % 2][:-2]}{x % 10}{at % 10}",
                "rating": (30 + tenths) / 10, "reviews": [review], "notice": "",
            })  # fmt: skip
    lists: list[Record] = [
        {"id": "l1", "name": "Favourites", "places": [rng.choice(made)["id"]]},
        {"id": "l2", "name": "Want to go", "places": []},
    ]
    return MapsData(places=made, lists=lists)


# --- handlers --------------------------------------------------------------------------------------------------------


def _go(name: str) -> Handler:
    def handler(run: Run, *args: str) -> None:
        run.ui.dialog = None
        run.ui.go(name, **({"id": args[0]} if args else {}))

    return handler


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _category(run: Run, category: str) -> None:
    run.ui.go("category", category=category)


def _locate(run: Run) -> None:
    if run.env.settings.location:
        run.env.permit("location", ("located",))
    else:
        run.env.toast(run.t("Location is off"))


def _located(run: Run) -> None:
    run.ui.memo["located"] = True
    run.env.toast(run.t("This is where you are"))


def _ask_save(run: Run, id: str) -> None:
    rows = [
        w.checkbox(x["name"], id in x["places"], ("save", id, x["id"]), id=f"list_{x['id']}") for x in run.data.lists
    ]
    rows.append(w.item(run.t("New list"), icon="add", on_tap=("ask_list", id), id="new_list"))
    run.ui.dialog = Dialog(title=run.t("Save to list"), body=tuple(rows), buttons=((run.t("Close"), ("noop",)),))


def _save(run: Run, id: str, list_id: str) -> None:
    chosen = list_of(run, list_id)
    if id in chosen["places"]:
        chosen["places"].remove(id)
        run.env.toast(run.t("Removed from {name}", name=chosen["name"]))
    else:
        chosen["places"].append(id)
        run.env.toast(run.t("Saved to {name}", name=chosen["name"]))
    run.ui.dialog = None


def _ask_list(run: Run, id: str = "") -> None:
    ask(run, run.t("New list"), LIST_NAME, "", hint=run.t("List name"), then=("make_list", id), ok=run.t("Create"))


def _make_list(run: Run, id: str, *_: str) -> None:
    run.ui.dialog = None
    name = run.ui.fields.get(LIST_NAME, "").strip()
    if not name or any(x["name"].casefold() == name.casefold() for x in run.data.lists):
        run.env.toast(run.t("Choose a name that is not in use"))
        return
    run.data.lists.append({"id": pool.next_id("l", run.data.lists), "name": name, "places": [id] if id else []})


def _ask_delete(run: Run, id: str) -> None:
    name = list_of(run, id)["name"]
    words = run.t("The list {name} cannot be brought back.", name=name)
    buttons = ((run.t("Delete"), ("delete", id)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title=run.t("Delete this list?"), message=words, buttons=buttons)


def _delete(run: Run, id: str) -> None:
    run.data.lists[:] = [x for x in run.data.lists if x["id"] != id]
    run.ui.back()


def _ask_rate(run: Run, id: str) -> None:
    given = run.data.ratings.get(id, 0)
    rows = tuple(
        w.radio(run.t("{rating} of 5", rating=n), n == given, ("rate", id, n), id=f"stars_{n}") for n in range(1, 6)
    )
    run.ui.dialog = Dialog(title=run.t("Your rating"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _rate(run: Run, id: str, stars: int) -> None:
    run.ui.dialog = None
    run.data.ratings[id] = stars
    run.env.toast(run.t("Thanks for rating"))


def _directions(run: Run, id: str) -> None:
    run.ui.memo.update(mode=0, origin="")
    run.ui.go("directions", id=id)


def _mode(run: Run, mode: int) -> None:
    run.ui.memo["mode"] = mode


def _pick_origin(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("origin")
    run.ui.focus = SEARCH


def _origin(run: Run, id: str) -> None:
    run.ui.memo["origin"] = id
    run.ui.back()


def _share(run: Run, id: str) -> None:
    if (p := find(run, id)) is not None:
        run.env.share(f"{p['name']}, {address(p)}")


def _call(run: Run, number: str) -> None:
    run.env.toast(run.t("Calling needs a SIM card: {number}", number=number))


HANDLERS: dict[str, Handler] = {
    "open": _go("place"), "lists": _go("lists"), "open_list": _go("list"), "search": _start_search, "category": _category,
    "locate": _locate, "located": _located, "ask_save": _ask_save, "save": _save, "ask_list": _ask_list,
    "make_list": _make_list, "ask_delete": _ask_delete, "delete": _delete, "ask_rate": _ask_rate, "rate": _rate,
    "directions": _directions, "mode": _mode, "pick_origin": _pick_origin, "origin": _origin, "share": _share, "call": _call,
    **navigation.HANDLERS,
}  # fmt: skip


def _view(run: Run) -> w.Widget:
    led = run.ui.page.name in (navigation.NAVIGATION, navigation.ARRIVED)
    return navigation.page(run) if led else view(run)


APP = App(
    name="maps",
    package="com.simphone.maps",
    activity=".MainActivity",
    labels={"en": "Maps", "zh": "地图", "ar": "الخرائط"},
    icon="location",
    color="#188038",
    fresh=fresh,
    view=_view,
    handlers=HANDLERS,
    permissions=("location",),
    pip=(navigation.NAVIGATION,),
    words=WORDS,
)
