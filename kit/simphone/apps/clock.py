"""Clock: alarms, world clocks, timers and a stopwatch, all on the phone's own (virtual) time.

Screens and names follow Android's DeskClock. Times of running things are kept as the moment they end or began, so
nothing in the durable state changes by itself while time passes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import clock_alarms as alarms
from kit.simphone.apps import clock_timers as timers
from kit.simphone.apps.clock_alarms import clock_words
from kit.simphone.widgets import (
    Widget,
    app_bar,
    button,
    card,
    column,
    empty,
    fab,
    frame,
    icon_button,
    item,
    page,
    row,
    scroll,
    tabs,
    text,
    text_field,
)

TABS = ("Alarm", "Clock", "Timer", "Stopwatch")

CITIES: dict[str, int] = {
    "Auckland": 720, "Beijing": 480, "Berlin": 60, "Cairo": 120, "Cape Town": 120, "Chicago": -360, "Delhi": 330,
    "Dubai": 240, "Honolulu": -600, "Istanbul": 180, "Lima": -300, "Lisbon": 0, "London": 0, "Los Angeles": -480,
    "Mexico City": -360, "Moscow": 180, "Nairobi": 180, "New York": -300, "Oslo": 60, "Paris": 60, "Rome": 60,
    "Santiago": -240, "Seoul": 540, "Shanghai": 480, "Singapore": 480, "Sydney": 600, "Tokyo": 540, "Toronto": -300,
}  # fmt: skip
"""World cities and how far their standard time is from the phone's clock (Greenwich) in minutes; no summer time."""


@dataclass(slots=True)
class ClockData:
    """Durable state.

    Attributes:
        alarms: id, hour (0-23), minute, label, days (0 Monday - 6 Sunday; empty rings once), enabled, vibrate.
        cities: id and name (a key of CITIES), in the order they were added.
        timers: id, seconds (the length), ends (ISO time while running, else ""), left_ms (while it stands).
        stopwatch: since (ISO time while running, else ""), before_ms (counted before that), laps_ms (total at each lap).
    """

    alarms: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    cities: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    timers: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    stopwatch: dict[str, Any] = field(default_factory=lambda: {"since": "", "before_ms": 0, "laps_ms": []})


def _view(run: Run) -> Widget:
    name = run.ui.page.name
    if name == "cities":
        return _cities(run)
    tab = int(run.ui.memo.get("tab", 0))
    bodies = (_alarm_tab, _clock_tab, _timer_tab, _stopwatch_tab)
    bar = app_bar(TABS[tab], icon_button("more", "More options", ("options",)))
    body, floating = bodies[tab](run)
    return page(bar, frame(body, floating, weight=1, id="pager"), tabs(TABS, tab, "tab"))


def _alarm_tab(run: Run) -> tuple[Widget, Widget]:
    add = fab("add", "Add alarm", ("add_alarm",), id="fab")
    entries = sorted(run.data.alarms, key=lambda a: (a["hour"], a["minute"], a["id"]))
    if not entries:
        return empty("No Alarms"), add
    opened = run.ui.memo.get("expanded", "")
    return scroll(*(_alarm_card(run, a, a["id"] == opened) for a in entries), id="alarm_recycler_view", pad=8), add


def _alarm_card(run: Run, alarm: dict[str, Any], opened: bool) -> Widget:
    time = clock_words(run, alarm["hour"], alarm["minute"])
    key = alarm["id"]
    on_off = Widget(
        kind="switch", checked=alarm["enabled"], on_tap=("switch_alarm", key), id="onoff", desc=f"Alarm {time}"
    )
    words = alarms.days_words(alarm)
    under = words if opened or not alarm["label"] else f"{alarm['label']}, {words}"
    head = row(
        column(
            text(time, style="headline", id="digital_clock"),
            text(under, style="caption", id="days_of_week"),
            weight=1,
            on_tap=("expand", key),
        ),
        on_off,
        pad=12,
    )
    return card(head, *(_alarm_details(alarm, time) if opened else ()), id="alarm_card")


def _alarm_details(alarm: dict[str, Any], time: str) -> tuple[Widget, ...]:
    key = alarm["id"]
    days = (
        Widget(
            kind="chip", text=alarms.DAYS[n][:3], desc=alarms.DAYS[n], selected=n in alarm["days"], weight=1,
            on_tap=("day", key, n), id=f"day_button_{n}",
        )
        for n in range(7)
    )  # fmt: skip
    return (
        row(*days, id="repeat_days", pad=4),
        item(alarm["label"] or "Add label", "Label", on_tap=("ask_label", key), icon="label", id="edit_label"),
        item("Change time", time, on_tap=("ask_time", key), icon="clock", id="edit_time"),
        row(
            Widget(
                kind="checkbox", text="Vibrate", checked=alarm["vibrate"], on_tap=("vibrate", key), id="vibrate_onoff"
            ),
            pad=8,
        ),
        item("Delete", on_tap=("delete_alarm", key), icon="delete", id="delete"),
    )


def _clock_tab(run: Run) -> tuple[Widget, Widget]:
    now = run.env.now
    home = column(
        text(clock_words(run, now.hour, now.minute), style="display", align="center", id="digital_clock"),
        text(now.strftime("%a, %b %d"), style="caption", align="center", id="date"),
        pad=16,
    )
    rows = (
        item(
            city["name"],
            _distance(run, city["name"]),
            trailing=text(_city_time(run, city["name"]), style="title", id="city_time"),
            on_long=("ask_city", city["id"]),
            id="city_row",
        )
        for city in run.data.cities
    )
    return scroll(home, *rows, id="cities"), fab("add", "Add city", ("add_city",), id="fab")


def _city_time(run: Run, city: str) -> str:
    there = run.env.now + timedelta(minutes=CITIES[city])
    return clock_words(run, there.hour, there.minute)


def _distance(run: Run, city: str) -> str:
    minutes = CITIES[city]
    day = ((run.env.now + timedelta(minutes=minutes)).date() - run.env.now.date()).days
    name = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}[day]
    hours, rest = divmod(abs(minutes), 60)
    if not minutes:
        return f"{name}, same time"
    return f"{name}, {hours} hr{f' {rest} min' if rest else ''} {'ahead' if minutes > 0 else 'behind'}"


def _cities(run: Run) -> Widget:
    """The list to add a city from."""
    query = run.ui.fields.get("city_search", "")
    have = {c["name"] for c in run.data.cities}
    found = [c for c in CITIES if query.strip().casefold() in c.casefold()]
    rows = (
        Widget(
            kind="row", pad=16, on_tap=("toggle_city", c), id="city_row",
            children=(
                Widget(kind="checkbox", checked=c in have, id="city_onoff"),
                text(c, style="title", weight=1, id="city_name"),
            ),
        )
        for c in found
    )  # fmt: skip
    bar = row(
        icon_button("back", "Navigate up", ("back",)),
        text_field("city_search", query, hint="Search for a city", action="search", on_submit=("noop",), weight=1),
        id="search_bar",
        pad=8,
    )
    return page(bar, scroll(*rows, id="city_list") if found else empty("No matching cities"))


def _timer_tab(run: Run) -> tuple[Widget, Widget | None]:
    if not run.data.timers:
        return timers.setup(run), None
    cards = (timers.timer_card(run, t) for t in run.data.timers)
    if run.ui.memo.get("new_timer"):
        return timers.setup(run), None
    return scroll(*cards, id="timer_list", pad=8), fab("add", "Add timer", ("new_timer",), id="fab")


def _stopwatch_tab(run: Run) -> tuple[Widget, None]:
    watch = run.data.stopwatch
    running = bool(watch["since"])
    total = timers.stopwatch_ms(run)
    left = right = None
    if total or running:
        left = button("Lap", ("lap",), style="outlined", weight=1) if running else None
        right = button("Reset", ("reset_watch",), style="outlined", weight=1) if not running else None
    main = button("Pause" if running else "Start", ("watch",), style="filled", weight=1, id="fab")
    laps = watch["laps_ms"]
    rows = (
        text(
            f"# {n}  {timers.watch_words(laps[n - 1] - (laps[n - 2] if n > 1 else 0))}  {timers.watch_words(laps[n - 1])}",
            id="lap",
        )
        for n in range(len(laps), 0, -1)
    )
    body = column(
        text(timers.watch_words(total), style="display", align="center", id="stopwatch_time_text", pad=24),
        scroll(*rows, id="laps_list", pad=16),
        row(right, left, main, pad=8),
        weight=1,
    )
    return body, None


# --- tabs, cities ----------------------------------------------------------------------------------------------------


def _tab(run: Run, number: int) -> None:
    run.ui.memo["tab"] = number
    run.ui.memo.pop("new_timer", None)


def _add_city(run: Run) -> None:
    run.ui.fields["city_search"] = ""
    run.ui.go("cities")
    run.ui.focus = "city_search"


def _toggle_city(run: Run, name: str) -> None:
    cities: list[dict[str, str]] = run.data.cities
    if any(c["name"] == name for c in cities):
        run.data.cities = [c for c in cities if c["name"] != name]
    else:
        cities.append({"id": alarms.next_id(cities), "name": name})


def _ask_city(run: Run, key: str) -> None:
    name = next(c["name"] for c in run.data.cities if c["id"] == key)
    run.ui.dialog = Dialog(f"Remove {name}?", buttons=(("Remove", ("toggle_city", name)), ("Cancel", ("noop",))))


def _options(run: Run) -> None:
    body = (item("Date and time settings", on_tap=("open_settings",), id="menu_settings"),)
    run.ui.dialog = Dialog("More options", body=body, buttons=(("Close", ("noop",)),))


def _open_settings(run: Run) -> None:
    run.ui.dialog = None
    run.env.open("settings", "date_time")


def _empty() -> ClockData:
    """The two alarms every new Clock has, switched off, and no cities."""
    made = [
        {"id": "1", "hour": 8, "minute": 30, "label": "", "days": [0, 1, 2, 3, 4], "enabled": False, "vibrate": True},
        {"id": "2", "hour": 9, "minute": 0, "label": "", "days": [5, 6], "enabled": False, "vibrate": True},
    ]
    return ClockData(alarms=made)


def _fresh(rng: random.Random, now: datetime) -> ClockData:
    del now
    data = _empty()
    data.cities = [{"id": str(n), "name": c} for n, c in enumerate(rng.sample(sorted(CITIES), 2), start=1)]
    return data


HANDLERS: dict[str, Handler] = {
    "tab": _tab,
    "add_city": _add_city,
    "toggle_city": _toggle_city,
    "ask_city": _ask_city,
    "options": _options,
    "open_settings": _open_settings,
    **alarms.HANDLERS,
    **timers.HANDLERS,
}

APP = App(
    name="clock",
    package="com.android.deskclock",
    activity=".DeskClock",
    labels={"en": "Clock", "zh": "时钟"},
    icon="clock",
    color="#3F51B5",
    fresh=_fresh,
    view=_view,
    handlers=HANDLERS,
    permissions=("notifications",),
    empty=_empty,
)
