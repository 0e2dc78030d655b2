"""Turn-by-turn navigation of Maps: the way as legs, the page that leads along it, and what makes it go on.

Where one is on the way stands in `ui.memo` (`moved`, hundreds of metres), so being led somewhere changes no data. The page
goes on in a small window when Maps is left; at the end it becomes the page "arrived", which does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import pairwise
from typing import NamedTuple

from kit.simphone import widgets as w
from kit.simphone.app import Handler, Run
from kit.simphone.apps.maps_pages import Point, drawing, find, journey, path
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

NAVIGATION, ARRIVED = "navigation", "arrived"
HERE: Point = (0, 0)
"""Where this person is: the middle of the map."""


class Leg(NamedTuple):
    """A straight part of the way: hundreds of metres along a street, and the turn that leads into it ("" at the start)."""

    tenths: int
    street: str
    turn: str


def legs(places: Sequence[Record], end: Record) -> tuple[Leg, ...]:
    """The way from here to a place. The last leg is on the place's street, those before on streets of other places."""
    target = street_of(end)
    others = sorted({street_of(p) for p in places} - {target}) or [target]
    corners = path(HERE, (end["x"], end["y"]))
    parts = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners)] or [(0, 1)]
    found: list[Leg] = []
    for n, (x, y) in enumerate(parts):
        before = parts[n - 1]
        turn = "" if n == 0 else "right" if before[0] * y - before[1] * x > 0 else "left"
        street = target if n == len(parts) - 1 else others[(n + len(target)) % len(others)]
        found.append(Leg(abs(x) + abs(y), street, turn))
    return tuple(found)


def street_of(p: Record) -> str:
    """A place's street without the house number."""
    number, _, street = p["street"].partition(" ")
    return street if number.isdigit() and street else p["street"]


# --- the page --------------------------------------------------------------------------------------------------------


def page(run: Run) -> w.Widget:
    """The page on the way and the one at its end; a few words where it is only a small window."""
    args = run.ui.page.args
    end = find(run, args["id"])
    if end is None:
        return w.page(page_bar(run, run.t("Directions"), up=True), w.empty(run.t("No places found")))
    if run.ui.page.name == ARRIVED:
        return _arrived(run, end, small="pip" in args)
    moved = run.ui.memo.get("moved", 0)
    way = legs(run.data.places, end)
    street, ahead, after = _now(way, moved)
    words = _turn(run, after, end)
    if "pip" in args:
        return w.column(
            w.text(_far(run, ahead), style="title", align="center", id="next_distance"),
            w.text(words, style="caption", align="center", id="next_turn"),
        )
    icon = {"left": "left", "right": "forward"}.get(after.turn, "up") if after else "flag"
    arrow = w.image("", icon=icon, width=48, height=48, no_node=True)
    corners = path(HERE, (end["x"], end["y"]))
    shown = drawing([end], here=_along(corners, moved), way=corners)
    return w.column(
        w.row(
            w.row(arrow, ltr=True),  # left is left in every language
            w.column(
                w.text(_far(run, ahead), style="headline", id="next_distance"),
                w.text(words, style="title", id="next_turn"),
                w.text(run.t("On {street}", street=street), style="caption", id="street"),
                weight=1,
            ),
            pad=16,
            color="container",
            id="maneuver",
        ),
        w.Widget(kind="canvas", desc=run.t("Map"), weight=1, id="map", drawing=shown),
        _rest(run, end, moved),
        id="navigation",
        weight=1,
    )


def _rest(run: Run, end: Record, moved: int) -> w.Widget:
    """How long and how far it still is, and the button that ends it."""
    args = run.ui.page.args
    minutes, tenths = journey(None, end, args["mode"])
    left = tenths - moved
    arrival = run.t("Arrival {time}", time=args["arrival"])
    return w.row(
        w.column(
            w.text(run.t("{minutes} min", minutes=-(-minutes * left // tenths)), style="headline", id="duration"),
            w.text(f"{_far(run, left)} · {arrival}", style="caption", id="rest"),
            weight=1,
        ),
        w.button(run.t("End navigation"), ("back",), style="outlined", id="end_navigation"),
        pad=16,
    )


def _arrived(run: Run, end: Record, *, small: bool) -> w.Widget:
    words = (
        w.text(run.t("You have arrived"), style="title" if small else "headline", align="center", id="arrived"),
        w.text(end["name"], style="caption" if small else "title", align="center", id="end_name"),
    )
    if small:
        return w.column(*words)
    street = w.text(end["street"], style="caption", align="center", id="address")
    done = w.button(run.t("Done"), ("back",), style="filled", id="done")
    return w.column(w.column(*words, street, pad=32, weight=1), w.column(done, pad=24), id="navigation", weight=1)


def _now(way: tuple[Leg, ...], moved: int) -> tuple[str, int, Leg | None]:
    """The street one is on, the hundreds of metres to its end, and the leg after it (None: the place is there)."""
    done = 0
    for leg, after in zip(way, (*way[1:], None), strict=True):
        done += leg.tenths
        if moved < done:
            return leg.street, done - moved, after
    return way[-1].street, 0, None


def _turn(run: Run, after: Leg | None, end: Record) -> str:
    if after is None:
        return run.t("Arrive at {name}", name=end["name"])
    if after.turn == "left":
        return run.t("Turn left onto {street}", street=after.street)
    return run.t("Turn right onto {street}", street=after.street)


def _far(run: Run, tenths: int) -> str:
    return run.t("{km} km", km=f"{tenths / 10:.1f}") if tenths >= 10 else run.t("{metres} m", metres=tenths * 100)


def _along(corners: Sequence[Point], moved: int) -> Point:
    """The point so many hundreds of metres along the way."""
    for (x0, y0), (x1, y1) in pairwise(corners):
        long = abs(x1 - x0) + abs(y1 - y0)
        if moved <= long:
            return x0 + (x1 - x0) * moved // long, y0 + (y1 - y0) * moved // long
        moved -= long
    return corners[-1]


# --- events ----------------------------------------------------------------------------------------------------------


def _start(run: Run, id: str) -> None:
    if run.env.settings.location:
        run.env.permit("location", ("begin", id))
    else:
        run.env.toast(run.t("Location is off"))


def _begin(run: Run, id: str) -> None:
    end = find(run, id)
    if end is None or run.ui.page.name != "directions":
        return
    mode = run.ui.memo.get("mode", 0)
    minutes, _ = journey(None, end, mode)
    trip = run.ui.memo.get("trip", 0) + 1
    run.ui.memo.update(moved=0, trip=trip)
    run.ui.go(NAVIGATION, id=id, mode=mode, arrival=f"{run.env.now + timedelta(minutes=minutes):%H:%M}")
    run.env.later(_pace(end, mode), ("onward", trip))


def _pace(end: Record, mode: int) -> int:
    """Milliseconds for a hundred metres."""
    minutes, tenths = journey(None, end, mode)
    return minutes * 60_000 // tenths


def _onward(run: Run, trip: int) -> None:
    """The next hundred metres of this trip, unless it was ended."""
    here = run.ui.page
    end = find(run, here.args["id"]) if here.name == NAVIGATION and run.ui.memo["trip"] == trip else None
    if end is None:
        return
    run.ui.memo["moved"] += 1
    if run.ui.memo["moved"] < journey(None, end, here.args["mode"])[1]:
        run.env.later(_pace(end, here.args["mode"]), ("onward", trip))
        return
    here.name = ARRIVED
    if not run.env.front:
        run.env.notify(run.t("You have arrived"), end["name"])


HANDLERS: dict[str, Handler] = {"start": _start, "begin": _begin, "onward": _onward}
