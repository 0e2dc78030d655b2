"""Clock: alarms, world clocks, timers and a stopwatch, all on the phone's own (virtual) time.

Screens and names follow Android's DeskClock. Times of running things are kept as the moment they end or began, so
nothing in the durable state changes by itself while time passes.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import clock_alarms as alarms
from kit.simphone.apps import clock_cities as cities
from kit.simphone.apps import clock_timers as timers
from kit.simphone.apps.clock_alarms import clock_words
from kit.simphone.apps.clock_words import WORDS
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.widgets import (
    Widget,
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
)

TABS = ("Alarm", "Clock", "Timer", "Stopwatch")


@dataclass(slots=True)
class ClockData:
    """Durable state.

    Attributes:
        alarms: id, hour (0-23), minute, label, days (0 Monday - 6 Sunday; empty rings once), enabled, vibrate.
        cities: id and name (a key of clock_cities.CITIES), in the order they were added.
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
        return cities.page_of(run)
    tab = int(run.ui.memo.get("tab", 0))
    bodies = (_alarm_tab, _clock_tab, _timer_tab, _stopwatch_tab)
    names = tuple(run.t(name) for name in TABS)
    bar = page_bar(run, names[tab], icon_button("more", run.t("More options"), ("options",)))
    body, floating = bodies[tab](run)
    return page(bar, frame(body, floating, weight=1, id="pager"), tabs(names, tab, "tab"))


def _alarm_tab(run: Run) -> tuple[Widget, Widget]:
    add = fab("add", run.t("Add alarm"), ("add_alarm",), id="fab")
    entries = sorted(run.data.alarms, key=lambda a: (a["hour"], a["minute"], a["id"]))
    if not entries:
        return empty(run.t("No Alarms")), add
    opened = run.ui.memo.get("expanded", "")
    return scroll(*(_alarm_card(run, a, a["id"] == opened) for a in entries), id="alarm_recycler_view", pad=8), add


def _alarm_card(run: Run, alarm: dict[str, Any], opened: bool) -> Widget:
    time = clock_words(run, alarm["hour"], alarm["minute"])
    key = alarm["id"]
    on_off = Widget(
        kind="switch", checked=alarm["enabled"], on_tap=("switch_alarm", key), id="onoff",
        desc=run.t("Alarm {time}", time=time),
    )  # fmt: skip
    words = alarms.days_words(run, alarm)
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
    return card(head, *(_alarm_details(run, alarm, time) if opened else ()), id="alarm_card")


def _alarm_details(run: Run, alarm: dict[str, Any], time: str) -> tuple[Widget, ...]:
    key = alarm["id"]
    days = (
        Widget(
            kind="chip", text=run.t(alarms.DAYS[n][:3]), desc=run.t(alarms.DAYS[n]), selected=n in alarm["days"], weight=1,
            on_tap=("day", key, n), id=f"day_button_{n}",
        )
        for n in range(7)
    )  # fmt: skip
    return (
        row(*days, id="repeat_days", pad=4),
        item(
            alarm["label"] or run.t("Add label"),
            run.t("Label"),
            on_tap=("ask_label", key),
            icon="label",
            id="edit_label",
        ),
        item(run.t("Change time"), time, on_tap=("ask_time", key), icon="clock", id="edit_time"),
        row(
            Widget(
                kind="checkbox",
                text=run.t("Vibrate"),
                checked=alarm["vibrate"],
                on_tap=("vibrate", key),
                id="vibrate_onoff",
            ),
            pad=8,
        ),
        item(run.t("Delete"), on_tap=("delete_alarm", key), icon="delete", id="delete"),
    )


def _clock_tab(run: Run) -> tuple[Widget, Widget]:
    now = run.env.now
    home = column(
        text(clock_words(run, now.hour, now.minute), style="display", align="center", id="digital_clock"),
        text(run.env.day(now.date()), style="caption", align="center", id="date"),
        pad=16,
    )
    rows = (
        item(
            run.t(city["name"]),
            cities.distance(run, city["name"]),
            trailing=text(cities.city_time(run, city["name"]), style="title", id="city_time"),
            on_long=("ask_city", city["id"]),
            id="city_row",
        )
        for city in run.data.cities
    )
    return scroll(home, *rows, id="cities"), fab("add", run.t("Add city"), ("add_city",), id="fab")


def _timer_tab(run: Run) -> tuple[Widget, Widget | None]:
    if not run.data.timers:
        return timers.setup(run), None
    cards = (timers.timer_card(run, t) for t in run.data.timers)
    if run.ui.memo.get("new_timer"):
        return timers.setup(run), None
    return scroll(*cards, id="timer_list", pad=8), fab("add", run.t("Add timer"), ("new_timer",), id="fab")


def _stopwatch_tab(run: Run) -> tuple[Widget, None]:
    watch = run.data.stopwatch
    running = bool(watch["since"])
    total = timers.stopwatch_ms(run)
    left = right = None
    if total or running:
        left = button(run.t("Lap"), ("lap",), style="outlined", weight=1) if running else None
        right = button(run.t("Reset"), ("reset_watch",), style="outlined", weight=1) if not running else None
    main = button(run.t("Pause" if running else "Start"), ("watch",), style="filled", weight=1, id="fab")
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


# --- tabs ----------------------------------------------------------------------------------------------------


def _tab(run: Run, number: int) -> None:
    run.ui.memo["tab"] = number
    run.ui.memo.pop("new_timer", None)


def _options(run: Run) -> None:
    body = (item(run.t("Date and time settings"), on_tap=("open_settings",), id="menu_settings"),)
    run.ui.dialog = Dialog(run.t("More options"), body=body, buttons=((run.t("Close"), ("noop",)),))


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
    data.cities = [{"id": str(n), "name": c} for n, c in enumerate(rng.sample(sorted(cities.CITIES), 2), start=1)]
    return data


HANDLERS: dict[str, Handler] = {
    "tab": _tab,
    "options": _options,
    "open_settings": _open_settings,
    **alarms.HANDLERS,
    **cities.HANDLERS,
    **timers.HANDLERS,
}

APP = App(
    name="clock",
    package="com.android.deskclock",
    activity=".DeskClock",
    labels={"en": "Clock", "zh": "时钟", "ar": "الساعة"},
    icon="clock",
    color="#3F51B5",
    fresh=_fresh,
    view=_view,
    handlers=HANDLERS,
    permissions=("location", "notifications"),
    empty=_empty,
    words=WORDS,
)
