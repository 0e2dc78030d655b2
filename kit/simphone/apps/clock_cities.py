"""The Clock's world clocks: cities, their times, the list they are added from."""

from __future__ import annotations

from datetime import timedelta

from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps.clock_alarms import clock_words, next_id
from kit.simphone.widgets import Widget, empty, icon_button, page, row, scroll, text, text_field

CITIES: dict[str, int] = {
    "Auckland": 720, "Beijing": 480, "Berlin": 60, "Cairo": 120, "Cape Town": 120, "Chicago": -360, "Delhi": 330,
    "Dubai": 240, "Honolulu": -600, "Istanbul": 180, "Lima": -300, "Lisbon": 0, "London": 0, "Los Angeles": -480,
    "Mexico City": -360, "Moscow": 180, "Nairobi": 180, "New York": -300, "Oslo": 60, "Paris": 60, "Rome": 60,
    "Santiago": -240, "Seoul": 540, "Shanghai": 480, "Singapore": 480, "Sydney": 600, "Tokyo": 540, "Toronto": -300,
}  # fmt: skip
"""World cities and how far their standard time is from the phone's clock (Greenwich) in minutes; no summer time."""


def city_time(run: Run, city: str) -> str:
    """What the clocks there show now."""
    there = run.env.now + timedelta(minutes=CITIES[city])
    return clock_words(run, there.hour, there.minute)


def distance(run: Run, city: str) -> str:
    """How far its time is from here: "Today, 9 hr ahead"."""
    minutes = CITIES[city]
    day = ((run.env.now + timedelta(minutes=minutes)).date() - run.env.today).days
    name = run.t({-1: "Yesterday", 0: "Today", 1: "Tomorrow"}[day])
    hours, rest = divmod(abs(minutes), 60)
    if not minutes:
        return run.t("{day}, same time", day=name)
    length = run.t("{hours} hr {minutes} min" if rest else "{hours} hr", hours=hours, minutes=rest)
    return run.t("{day}, {length} ahead" if minutes > 0 else "{day}, {length} behind", day=name, length=length)


def page_of(run: Run) -> Widget:
    """The list to add a city from."""
    query = run.ui.fields.get("city_search", "")
    have = {c["name"] for c in run.data.cities}
    wanted = query.strip().casefold()
    found = [c for c in CITIES if wanted in f"{c}\n{run.t(c)}".casefold()]
    rows = (
        Widget(
            kind="row", pad=16, on_tap=("toggle_city", c), id="city_row",
            children=(
                Widget(kind="checkbox", checked=c in have, id="city_onoff"),
                text(run.t(c), style="title", weight=1, id="city_name"),
            ),
        )
        for c in found
    )  # fmt: skip
    bar = row(
        icon_button("back", run.t("Navigate up"), ("back",)),
        text_field(
            "city_search", query, hint=run.t("Search for a city"), action="search", on_submit=("noop",), weight=1
        ),
        id="search_bar",
        pad=8,
    )
    return page(bar, scroll(*rows, id="city_list") if found else empty(run.t("No matching cities")))


def _add_city(run: Run) -> None:
    run.ui.fields["city_search"] = ""
    run.ui.go("cities")
    run.ui.focus = "city_search"


def _toggle_city(run: Run, name: str) -> None:
    cities: list[dict[str, str]] = run.data.cities
    if any(c["name"] == name for c in cities):
        run.data.cities = [c for c in cities if c["name"] != name]
    else:
        cities.append({"id": next_id(cities), "name": name})


def _ask_city(run: Run, key: str) -> None:
    name = next(c["name"] for c in run.data.cities if c["id"] == key)
    buttons = ((run.t("Remove"), ("toggle_city", name)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Remove {name}?", name=run.t(name)), buttons=buttons)


HANDLERS: dict[str, Handler] = {"add_city": _add_city, "toggle_city": _toggle_city, "ask_city": _ask_city}
