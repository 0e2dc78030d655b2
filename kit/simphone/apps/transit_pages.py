"""The pages of Transit: search, results, a trip, buying, tickets, saved trips. Pure views of `kit.simphone.apps.transit`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

FROM, TO, DATE, AFTER = "from", "destination", "date", "leave_after"
FIELDS = {FROM: "From", TO: "Destination", DATE: "Date", AFTER: "Leave after"}
CHANGE_MINUTES = 4
"""What a change takes at least."""
MOST_PASSENGERS = 8
SUGGESTED = 4


@dataclass(frozen=True, slots=True)
class Leg:
    """A ride on one run from one of its stops to a later one."""

    run: Record
    start: int
    end: int

    @property
    def ends(self) -> tuple[Record, Record]:
        """The stops where one gets on and off."""
        return self.run["stops"][self.start], self.run["stops"][self.end]


@dataclass(frozen=True, slots=True)
class Trip:
    """One or two legs."""

    legs: tuple[Leg, ...]

    @property
    def id(self) -> str:
        """The ids of its runs, such as r3+r7."""
        return "+".join(leg.run["id"] for leg in self.legs)

    @property
    def depart(self) -> str:
        """When it leaves by the timetable, HH:MM."""
        return self.legs[0].ends[0]["time"]

    @property
    def arrive(self) -> str:
        """When it arrives by the timetable, HH:MM."""
        return self.legs[-1].ends[1]["time"]

    @property
    def price(self) -> int:
        """Of one passenger, in cents."""
        return sum(leg.run["price"] for leg in self.legs)


def minutes(clock: str) -> int:
    """HH:MM as minutes after midnight."""
    return int(clock[:2]) * 60 + int(clock[3:])


def clock(minute: int) -> str:
    """Minutes after midnight as HH:MM."""
    return f"{minute // 60 % 24:02d}:{minute % 60:02d}"


def money(cents: int) -> str:
    """1240 cents are 12.40."""
    return f"{cents // 100}.{cents % 100:02d}"


def cost(trip: Trip, passengers: int, *, first: bool) -> int:
    """What a ticket costs, in cents."""
    return trip.price * passengers * (2 if first else 1)


def stations(data: Any) -> list[str]:
    """Every station of the timetable, by name."""
    return sorted({s["station"] for r in data.runs for s in r["stops"]})


def trips(runs: Sequence[Record], start: str, end: str, after: str = "00:00") -> list[Trip]:
    """The trips that leave at this time or later, by departure: for each run the direct ride, else the best single change."""
    found: list[Trip] = []
    for run in runs:
        at = _place(run, start)
        if at < 0 or run["stops"][at]["time"] < after:
            continue
        straight = _place(run, end)
        if straight > at:
            found.append(Trip((Leg(run, at, straight),)))
        elif ways := sorted(_changes(runs, run, at, end), key=lambda t: (t.arrive, t.id)):
            found.append(ways[0])
    return sorted(found, key=lambda t: (t.depart, t.arrive, t.id))


def _changes(runs: Sequence[Record], run: Record, at: int, end: str) -> Iterator[Trip]:
    for off in range(at + 1, len(run["stops"])):
        stop = run["stops"][off]
        for other in runs:
            on, last = _place(other, stop["station"]), _place(other, end)
            late = minutes(stop["time"]) + CHANGE_MINUTES
            if 0 <= _place(other, run["stops"][at]["station"]) < last:
                continue  # one would get on there at once; this also leaves out the run itself
            if 0 <= on < last and minutes(other["stops"][on]["time"]) >= late:
                yield Trip((Leg(run, at, off), Leg(other, on, last)))


def _place(run: Record, station: str) -> int:
    return next((n for n, s in enumerate(run["stops"]) if s["station"] == station), -1)


def find_trip(run: Run, args: Mapping[str, Any]) -> Trip | None:
    """The trip a page is about."""
    return next(
        (t for t in trips(run.data.runs, args["from"], args["to"], args["after"]) if t.id == args["trip"]), None
    )


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {
        "results": _results, "trip": _trip, "buy": _buy, "ticket": _ticket
    }  # fmt: skip
    return pages.get(run.ui.page.name, _home)(run)


# --- home ------------------------------------------------------------------------------------------------------------


def _home(run: Run) -> w.Widget:
    tab = int(run.ui.memo.get("tab", 0))
    labels = (run.t("Trips"), run.t("Tickets"), run.t("Saved"))
    swap = w.icon_button("swap", run.t("Swap stations"), ("swap",), id="action_swap")
    bar = page_bar(run, run.t("Transit"), *([swap] if tab == 0 else []))
    return w.page(bar, w.tabs(labels, tab, "tab"), (_plan, _tickets, _saved)[tab](run))


def _plan(run: Run) -> w.Widget:
    error = run.ui.memo.get("problem", "")
    return w.scroll(
        w.text(error, color="error", id="error", pad=16) if error else None,
        *_place_field(run, FROM),
        *_place_field(run, TO),
        _field(run, DATE),
        _field(run, AFTER),
        w.column(w.button(run.t("Search trips"), ("search",), style="filled", id="search_button"), pad=16),
        id="plan",
    )


def _field(run: Run, id: str) -> w.Widget:
    hint = run.t(FIELDS[id])
    box = w.text_field(id, run.ui.fields.get(id, ""), hint=hint, action="next")
    return w.column(w.text(hint, style="caption"), box, pad=8)


def _place_field(run: Run, id: str) -> list[w.Widget]:
    typed = run.ui.fields.get(id, "").strip().casefold()
    known = stations(run.data)
    hits = [s for s in known if typed and typed in s.casefold()] if typed not in {s.casefold() for s in known} else []
    rows = [w.item(s, icon="location", on_tap=("station", id, s), id="suggestion") for s in hits[:SUGGESTED]]
    return [_field(run, id), *rows]


def _tickets(run: Run) -> w.Widget:
    rows = [
        w.item(
            run.t("{start} to {end}", start=t["from"], end=t["to"]),
            " · ".join((run.env.day(date.fromisoformat(t["date"]), year=True), f"{t['depart']} – {t['arrive']}")),
            icon="train",
            trailing=w.text(run.t("Cancelled"), style="caption", color="error") if t["cancelled"] else None,
            on_tap=("open_ticket", t["id"]),
            id="ticket_row",
        )
        for t in sorted(run.data.tickets, key=lambda t: (t["date"], t["depart"], t["id"]))
    ]
    return w.scroll(*rows, id="tickets") if rows else w.empty(run.t("No tickets yet"))


def _saved(run: Run) -> w.Widget:
    rows: list[w.Widget] = []
    for s in run.env.arrange(run.data.saved):
        words = run.t("{start} to {end}", start=s["from"], end=s["to"])
        drop = w.icon_button("delete", run.t("Remove {trip}", trip=words), ("forget", s["id"]), id="drop_button")
        rows.append(w.item(words, icon="star", trailing=drop, on_tap=("use", s["id"]), id="saved_row"))
    return w.scroll(*rows, id="saved") if rows else w.empty(run.t("No saved trips"))


# --- trips -----------------------------------------------------------------------------------------------------------


def _late(run: Run, leg: Leg, day: str) -> int:
    return leg.run["delay"] if day == run.env.today.isoformat() else 0


def _results(run: Run) -> w.Widget:
    args = run.ui.page.args
    saved = any(s["from"] == args["from"] and s["to"] == args["to"] for s in run.data.saved)
    label = run.t("Remove saved trip" if saved else "Save trip")
    star = w.icon_button("star" if saved else "star_border", label, ("save",), id="action_save", selected=saved)
    bar = page_bar(run, run.t("{start} to {end}", start=args["from"], end=args["to"]), star, up=True)
    if run.ui.memo.get("answered") != args["search"]:
        return w.page(bar, w.column(w.progress(run.t("Searching for trips")), align="center", pad=32, weight=1))
    rows = [_trip_row(run, t, args["date"]) for t in trips(run.data.runs, args["from"], args["to"], args["after"])]
    head = w.text(run.env.day(date.fromisoformat(args["date"]), year=True), style="caption", pad=12, id="date_line")
    return w.page(bar, head, w.scroll(*rows, id="trips") if rows else w.empty(run.t("No trips after this time")))


def _trip_row(run: Run, t: Trip, day: str) -> w.Widget:
    way = run.t("Change in {station}", station=t.legs[0].ends[1]["station"]) if "+" in t.id else run.t("Direct")
    late = _late(run, t.legs[0], day)
    parts = (
        way,
        ", ".join(leg.run["line"] for leg in t.legs),
        run.t("{minutes} min late", minutes=late) if late else "",
    )
    price = w.text(money(t.price), style="title", id="price")
    words = " · ".join(p for p in parts if p)
    return w.item(f"{t.depart} – {t.arrive}", words, trailing=price, on_tap=("open", t.id), id="trip_row")


def _leg(run: Run, leg: Leg, day: str) -> list[w.Widget]:
    late = _late(run, leg, day)
    rows = [w.text(run.t("Line {line}", line=leg.run["line"]), style="title", pad=16, id="line")]
    for stop, words in zip(leg.ends, ("Departs from {station}", "Arrives in {station}"), strict=True):
        time = stop["time"]
        if late:
            time = run.t("{time}, expected {expected}", time=time, expected=clock(minutes(time) + late))
        below = f"{run.t(words, station=stop['station'])} · {run.t('Platform {platform}', platform=stop['platform'])}"
        rows.append(w.item(time, below, icon="clock", id="stop_row"))
    if leg.run["notice"]:
        rows.append(w.item(leg.run["notice"], run.t("Notice"), icon="info", id="notice_row"))
    return rows


def _trip(run: Run) -> w.Widget:
    args = run.ui.page.args
    trip = find_trip(run, args)
    if trip is None:
        return w.page(page_bar(run, run.t("Trip"), up=True), w.empty(run.t("This trip is no longer offered")))
    rows = [row for leg in trip.legs for row in _leg(run, leg, args["date"])]
    buy = w.button(run.t("Buy ticket"), ("start_buy",), style="filled", id="buy_button", weight=1)
    day = w.text(run.env.day(date.fromisoformat(args["date"]), year=True), style="caption", pad=12, id="date_line")
    foot = w.row(w.text(money(trip.price), style="title", id="price", pad=8), buy, pad=12)
    return w.page(page_bar(run, f"{trip.depart} – {trip.arrive}", up=True), day, w.scroll(*rows, id="legs"), foot)


def _buy(run: Run) -> w.Widget:
    args, memo = run.ui.page.args, run.ui.memo
    trip = find_trip(run, args)
    if trip is None:
        return w.page(page_bar(run, run.t("Trip"), up=True), w.empty(run.t("This trip is no longer offered")))
    total = money(cost(trip, memo["passengers"], first=memo["first"]))
    count = w.row(
        w.text(run.t("Passengers"), style="title", weight=1),
        w.icon_button("remove", run.t("Fewer passengers"), ("passengers", -1), enabled=memo["passengers"] > 1),
        w.text(str(memo["passengers"]), style="title", id="passenger_count"),
        w.icon_button("add", run.t("More passengers"), ("passengers", 1), enabled=memo["passengers"] < MOST_PASSENGERS),
        pad=16,
        id="passengers_row",
    )
    title = run.t("{start} to {end}", start=args["from"], end=args["to"])
    day = run.env.day(date.fromisoformat(args["date"]), year=True)
    body = w.scroll(
        w.item(f"{trip.depart} – {trip.arrive}", day, icon="clock", id="when_row"),
        count,
        w.switch(run.t("First class"), memo["first"], ("first",), subtitle=run.t("Twice the price"), id="first_class"),
        w.text(run.t("Total: {total}", total=total), style="headline", pad=16, id="total"),
        w.column(w.button(run.t("Continue to payment"), ("ask_pay",), style="filled", id="continue_button"), pad=16),
        id="buy_form",
    )
    return w.page(page_bar(run, title, up=True), body)


def _ticket(run: Run) -> w.Widget:
    t = next((t for t in run.data.tickets if t["id"] == run.ui.page.args.get("id")), None)
    if t is None:
        return w.page(page_bar(run, run.t("Ticket"), up=True), w.empty(run.t("This ticket is gone")))
    title = run.t("{start} to {end}", start=t["from"], end=t["to"])
    cancel = w.button(run.t("Cancel ticket"), ("ask_cancel", t["id"]), style="outlined", id="cancel_button")
    body = w.scroll(
        w.text(title, style="headline", pad=16, id="ticket_title"),
        w.item(run.env.day(date.fromisoformat(t["date"]), year=True), run.t("Date"), icon="calendar", id="date_row"),
        w.item(f"{t['depart']} – {t['arrive']}", run.t("Time"), icon="clock", id="time_row"),
        w.item(str(t["passengers"]), run.t("Passengers"), icon="person", id="count_row"),
        w.item(run.t("First class"), icon="star", id="class_row") if t["first"] else None,
        w.item(money(t["total"]), run.t("Total"), icon="card", id="total_row"),
        w.item(t["code"], run.t("Boarding code"), icon="lock", id="code_row"),
        w.item(run.t("Cancelled" if t["cancelled"] else "Valid"), run.t("Status"), icon="info", id="status_row"),
        w.column(cancel, pad=16) if not t["cancelled"] else None,
        id="ticket_details",
    )
    return w.page(page_bar(run, run.t("Ticket"), up=True), body)
