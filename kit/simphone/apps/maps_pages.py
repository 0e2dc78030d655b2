"""The pages of Maps: the map, results, a place, lists, directions. Pure views of the data of `kit.simphone.apps.maps`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

SEARCH, LIST_NAME = "search_here", "list_name"
CATEGORIES = ("Café", "Restaurant", "Pharmacy", "Hotel", "Museum", "Parking")
MODES = ("Car", "On foot", "Transit")
_SPEED = ((28, 3), (4.8, 0), (17, 6))
"""Kilometres an hour and minutes lost at the start, by mode."""
ON_FOOT = 1
"""The last of the modes one is led along in; for a train there is nothing to turn."""
_LETTERS = 30
"""How large names on the map are, thousandths of its width."""

Point = tuple[int, int]
"""Tenths of a kilometre east and south of the middle of the map."""


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {
        "search": _search, "origin": _search, "category": _category, "place": _place, "lists": _lists, "list": _list,
        "directions": _directions,
    }  # fmt: skip
    return pages.get(run.ui.page.name, _home)(run)


def find(run: Run, id: str) -> Record | None:
    """The place with this id."""
    return next((p for p in run.data.places if p["id"] == id), None)


def list_of(run: Run, id: str) -> Record:
    """The list with this id; an empty one without a name when it is gone."""
    return next((x for x in run.data.lists if x["id"] == id), {"id": id, "name": "", "places": []})


def address(p: Record) -> str:
    """Where a place is: street and number."""
    return p["street"]


def journey(start: Record | None, end: Record, mode: int) -> tuple[int, int]:
    """Minutes and hundreds of metres of the way along streets; without a start it begins in the middle of the map."""
    x, y = (start["x"], start["y"]) if start else (0, 0)
    tenths = max(1, abs(x - end["x"]) + abs(y - end["y"]))
    speed, lost = _SPEED[mode]
    return max(1, round(tenths / 10 / speed * 60 + lost)), tenths


def path(start: Point, end: Point) -> tuple[Point, ...]:
    """The corners of the way along streets, ends included: half of the way across, half of the way down, then the rest."""
    (x0, y0), (x1, y1) = start, end
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    corners = (start, (x, y0), (x, y), (x1, y), end) if x0 != x1 and y0 != y1 else (start, end)
    turns = [b for a, b in pairwise(corners) if a != b]
    whole = (start, *turns)
    # two legs in one direction are one leg: what lies between them is no corner
    straight = {
        b for a, b, c in zip(whole, whole[1:], whole[2:], strict=False) if a[0] == b[0] == c[0] or a[1] == b[1] == c[1]
    }
    return tuple(p for p in whole if p not in straight)


def matching(places: Sequence[Record], query: str) -> list[Record]:
    """Places whose name, category or street has all words of the query, by name."""
    wanted = query.casefold().split()
    found = [
        p for p in places if all(word in f"{p['name']} {p['category']} {p['street']}".casefold() for word in wanted)
    ]
    return sorted(found, key=lambda p: (p["name"].casefold(), p["id"]))


# --- the map ---------------------------------------------------------------------------------------------------------


def _home(run: Run) -> w.Widget:
    chips = [w.chip(run.t(c), ("category", c), id="category") for c in run.env.arrange(CATEGORIES)]
    bar = w.row(
        w.button(run.t("Search here"), ("search",), style="outlined", icon="search", weight=1, id="search_bar"),
        w.icon_button("star", run.t("Saved lists"), ("lists",), id="saved"),
        id="toolbar",
        pad=8,
    )
    here = (0, 0) if run.ui.memo.get("located") else None
    canvas = w.Widget(kind="canvas", desc=run.t("Map"), weight=1, id="map", drawing=drawing(run.data.places, here=here))
    locate = w.fab("my_location", run.t("My location"), ("locate",), id="my_location")
    return w.page(bar, w.grid(*chips, columns=3, pad=8, id="categories"), canvas, floating=locate)


def drawing(
    places: Sequence[Record], *, here: Point | None = None, way: Sequence[Point] = (), off: int = 30
) -> tuple[tuple[Any, ...], ...]:
    """Streets, a river and pins as shapes.

    Args:
        places: what has a pin.
        here: where the person is shown to be.
        way: the corners of a line along the streets.
        off: how far a name stands from its pin, thousandths of the height.
    """
    shapes: list[tuple[Any, ...]] = [("rect", "#E8EFE4", 0, 0, 1000, 1000)]
    shapes.append(("line", "#A9C9F0", 60, ((0, 780), (300, 700), (620, 820), (1000, 690))))
    for at in (120, 310, 500, 690, 880):
        shapes.append(("line", "#FFFFFF", 22, ((0, at), (1000, at))))
        shapes.append(("line", "#FFFFFF", 22, ((at, 0), (at, 1000))))
    if len(way) > 1:
        shapes.append(("line", "#1A73E8", 14, tuple((_at(x), _at(y)) for x, y in way)))
    shapes += [("disc", "#D93025", _at(p["x"]), _at(p["y"]), 14) for p in places]
    shapes += [("text", "#3C4043", x, y, _LETTERS, name) for x, y, name in _names(places, off)]
    if here is not None:
        shapes.append(("disc", "#1A73E8", _at(here[0]), _at(here[1]), 20))
    return tuple(shapes)


def _names(places: Sequence[Record], off: int) -> list[tuple[int, int, str]]:
    """Where names stand: under their pins, else over them, so that none lies on another; what has no room has no name."""
    taken: list[tuple[int, int, int]] = []
    found: list[tuple[int, int, str]] = []
    for p in places:
        half = len(p["name"]) * _LETTERS // 3
        x = max(half, min(1000 - half, _at(p["x"])))
        for y in (_at(p["y"]) + off, _at(p["y"]) - off):
            if all(abs(x - x1) > half + half1 or abs(y - y1) >= off for x1, y1, half1 in taken):
                taken.append((x, y, half))
                found.append((x, y, p["name"]))
                break
    return found


def _at(value: int) -> int:
    """Tenths of a kilometre from the middle -> thousandths of the map."""
    return 500 + value * 7


# --- lists of places -------------------------------------------------------------------------------------------------


def _stars(run: Run, p: Record) -> str:
    return run.t("{rating} of 5", rating=f"{p['rating']:.1f}")


def _row(run: Run, p: Record, event: str = "open") -> w.Widget:
    about = f"{_stars(run, p)} · {run.t(p['category'])} · {address(p)}"
    return w.item(p["name"], about, icon="location", on_tap=(event, p["id"]), id="place_row")


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip()
    event = "origin" if run.ui.page.name == "origin" else "open"
    found = matching(run.data.places, query) if query else []
    bar = w.row(
        w.icon_button("back", run.t("Navigate up"), ("back",)),
        w.text_field(SEARCH, typed, hint=run.t("Search here"), action="search", on_submit=("noop",), weight=1),
        id="toolbar",
        pad=8,
    )
    rows = [_row(run, p, event) for p in found]
    none = run.t("No places found") if query else run.t("Type a name, a street or a kind of place")
    return w.page(bar, w.scroll(*rows, id="results") if rows else w.empty(none))


def _category(run: Run) -> w.Widget:
    category = run.ui.page.args["category"]
    found = [p for p in run.data.places if p["category"] == category]
    rows = [_row(run, p) for p in sorted(found, key=lambda p: (abs(p["x"]) + abs(p["y"]), p["id"]))]
    bar = page_bar(run, run.t(category), up=True)
    return w.page(bar, w.scroll(*rows, id="results") if rows else w.empty(run.t("No places found")))


def _lists(run: Run) -> w.Widget:
    rows = [
        w.item(
            x["name"],
            run.t("Places: {count}", count=len(x["places"])),
            icon="list",
            on_tap=("open_list", x["id"]),
            id="list_row",
        )
        for x in run.data.lists
    ]
    bar = page_bar(
        run, run.t("Saved lists"), w.icon_button("add", run.t("New list"), ("ask_list",), id="new_list"), up=True
    )
    return w.page(bar, w.scroll(*rows, id="lists") if rows else w.empty(run.t("No lists yet")))


def _list(run: Run) -> w.Widget:
    x = list_of(run, run.ui.page.args["id"])
    rows = [_row(run, p) for id in x["places"] if (p := find(run, id)) is not None]
    delete = w.icon_button("delete", run.t("Delete list"), ("ask_delete", x["id"]), id="delete_list")
    bar = page_bar(run, x["name"], delete, up=True)
    return w.page(bar, w.scroll(*rows, id="list_places") if rows else w.empty(run.t("Nothing saved here yet")))


# --- one place -------------------------------------------------------------------------------------------------------


def _place(run: Run) -> w.Widget:
    p = find(run, run.ui.page.args["id"])
    if p is None:
        return w.page(page_bar(run, run.t("Place"), up=True), w.empty(run.t("No places found")))
    bar = page_bar(
        run,
        p["name"],
        w.icon_button("star_border", run.t("Save"), ("ask_save", p["id"]), id="save"),
        w.icon_button("share", run.t("Share"), ("share", p["id"]), id="share"),
        up=True,
    )
    saved = ", ".join(x["name"] for x in run.data.lists if p["id"] in x["places"])
    given = run.data.ratings.get(p["id"])
    canvas = w.Widget(kind="canvas", desc=run.t("Map"), height=140, id="map", drawing=drawing([p], off=110))
    facts = (
        w.text(f"{_stars(run, p)} · {run.t(p['category'])}", style="caption", id="rating"),
        w.text(p["notice"], color="error", id="notice") if p["notice"] else None,
        w.text(run.t("Address: {address}", address=address(p)), id="address"),
        w.text(run.t("Hours: {hours}", hours=p["hours"]), id="hours"),
        w.text(run.t("Phone: {phone}", phone=p["phone"]), id="phone") if p["phone"] else None,
        w.text(run.t("Saved in {lists}", lists=saved), style="caption", id="saved_in") if saved else None,
        w.text(run.t("You gave {stars} of 5", stars=given), style="caption", id="own_rating") if given else None,
    )
    reviews = [
        w.column(
            w.text(run.t("{who}, {stars} of 5 stars", who=who, stars=stars), style="caption"),
            w.text(words, id="review"),
            pad=16,
        )
        for who, stars, words in p["reviews"]
    ]
    actions = w.row(
        w.button(run.t("Directions"), ("directions", p["id"]), style="filled", id="directions", weight=1),
        w.button(run.t("Rate"), ("ask_rate", p["id"]), style="outlined", id="rate", weight=1),
        w.button(run.t("Call"), ("call", p["phone"]), style="outlined", id="call", weight=1) if p["phone"] else None,
        pad=8,
    )
    about = w.column(*facts, pad=16)
    return w.page(
        bar, w.scroll(canvas, about, actions, w.text(run.t("Reviews"), style="title"), *reviews, id=f"place_{p['id']}")
    )


# --- directions ------------------------------------------------------------------------------------------------------


def _directions(run: Run) -> w.Widget:
    end = find(run, run.ui.page.args["id"])
    start = find(run, run.ui.memo.get("origin", ""))
    mode = run.ui.memo.get("mode", 0)
    if end is None:
        return w.page(page_bar(run, run.t("Directions"), up=True), w.empty(run.t("No places found")))
    minutes, tenths = journey(start, end, mode)
    begin = start["name"] if start else run.t("Your location")
    way = path((start["x"], start["y"]) if start else (0, 0), (end["x"], end["y"]))
    shown = drawing([*([start] if start else []), end], way=way)
    led = start is None and mode <= ON_FOOT
    return w.page(
        page_bar(run, run.t("Directions"), up=True),
        w.item(run.t("From"), begin, icon="my_location", on_tap=("pick_origin",), id="from"),
        w.item(run.t("To"), end["name"], icon="location", id="to"),
        w.tabs(tuple(run.t(m) for m in MODES), mode, "mode"),
        w.row(
            w.column(
                w.text(run.t("{minutes} min", minutes=minutes), style="headline", id="duration"),
                w.text(run.t("{km} km", km=f"{tenths / 10:.1f}"), id="distance"),
                weight=1,
            ),
            w.button(run.t("Start"), ("start", end["id"]), style="filled", id="start") if led else None,
            pad=16,
        ),
        w.Widget(kind="canvas", desc=run.t("Map"), weight=1, id="map", drawing=shown),
    )
