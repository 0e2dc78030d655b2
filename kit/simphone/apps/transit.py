"""Transit: trips between stations with changes, platforms and delays; tickets to buy; trips to save.

Data: `runs`, the timetable of every day (id, line, stops of station/time/platform in order, delay in minutes, which counts
today only, price in cents, boarding code, notice), `tickets` that were bought and `saved` pairs of stations.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.transit_pages import (
    AFTER,
    DATE,
    FIELDS,
    FROM,
    MOST_PASSENGERS,
    TO,
    cost,
    find_trip,
    money,
    stations,
    view,
)
from kit.simphone.apps.transit_words import WORDS

STATIONS = (
    "Alderby", "Birkholm", "Castra", "Dunmore", "Eastfen", "Fairwater", "Grünau", "Hollin", "Île Verte", "Kestrel Bay",
    "Lindal", "Marrow Hill", "Nordby", "Oakhaven", "Port Salis", "Quarry Road", "Ravensea", "Sankt Olai", "Tarn", "Westmoor",
)  # fmt: skip
CLOCK = tuple(f"{n // 60:02d}:{n % 60:02d}" for n in range(24 * 60))
PLATFORMS = tuple(str(n) for n in range(1, 9))
SEARCH_MS = 900
"""How long the timetable takes to answer."""


@dataclass(slots=True)
class TransitData:
    """The timetable, what was bought, what was saved."""

    runs: list[Record] = field(default_factory=list[Record])
    tickets: list[Record] = field(default_factory=list[Record])
    saved: list[Record] = field(default_factory=list[Record])


def run_of(id: str, line: str, stops: list[tuple[str, str, str]], price: int, code: str, **more: Any) -> Record:
    """One run of the timetable from (station, time, platform) stops; also what tasks put on the phone."""
    named = [{"station": s, "time": t, "platform": p} for s, t, p in stops]
    return {"id": id, "line": line, "stops": named, "delay": 0, "price": price, "code": code, "notice": "", **more}


def fresh(rng: random.Random, now: datetime) -> TransitData:
    """Six stations and six runs over four of them each, one of them late; one pair saved."""
    names = rng.sample(STATIONS, 6)
    runs: list[Record] = []
    for n in range(6):
        minute = 420 + 110 * n + int(rng.random() * 60)
        way = (names + names)[n % 6 : n % 6 + 4]
        stops = [(s, CLOCK[minute + 17 * k], PLATFORMS[n % 5 + k]) for k, s in enumerate(way[::-1] if n % 2 else way)]
        runs.append(run_of(f"r{n}", f"IC {n + 11}", stops, 400 + 90 * n, f"{n}{way[0][0]}{minute}"))
    runs[4]["delay"] = 6
    return TransitData(runs=runs, saved=[{"id": "s1", "from": names[0], "to": names[1]}])


# --- searching -------------------------------------------------------------------------------------------------------


def _resume(run: Run) -> None:
    run.ui.fields.setdefault(DATE, run.env.today.isoformat())
    run.ui.fields.setdefault(AFTER, f"{run.env.now:%H:%M}")


def _tab(run: Run, index: int) -> None:
    run.ui.memo["tab"] = index
    _resume(run)


def _station(run: Run, field: str, name: str) -> None:
    run.ui.fields[field] = name


def _swap(run: Run) -> None:
    fields = run.ui.fields
    fields[FROM], fields[TO] = fields.get(TO, ""), fields.get(FROM, "")


def _clock(typed: str) -> str:
    """A time as HH:MM; empty when it is none."""
    hour, colon, minute = typed.strip().partition(":")
    good = (
        colon and hour.isdecimal() and minute.isdecimal() and len(minute) == 2 and int(hour) < 24 and int(minute) < 60
    )
    return f"{int(hour):02d}:{minute}" if good else ""


def _search(run: Run, *_: Any) -> None:
    typed = {id: run.ui.fields.get(id, "").strip() for id in FIELDS}
    known = {s.casefold(): s for s in stations(run.data)}
    run.ui.memo["problem"] = problem = _problem(run, typed, known)
    if problem:
        return
    query = {"from": known[typed[FROM].casefold()], "to": known[typed[TO].casefold()]}
    count = run.ui.memo["searches"] = run.ui.memo.get("searches", 0) + 1
    day = date.fromisoformat(typed[DATE]).isoformat()
    run.ui.go("results", **query, date=day, after=_clock(typed[AFTER]), search=count)
    run.ui.memo["answered"] = 0
    run.env.later(SEARCH_MS, ("answered", count))


def _problem(run: Run, typed: dict[str, str], known: dict[str, str]) -> str:
    for id in (FROM, TO):
        if typed[id].casefold() not in known:
            return run.t("There is no station called “{name}”", name=typed[id])
    if typed[FROM].casefold() == typed[TO].casefold():
        return run.t("Choose two different stations")
    try:
        date.fromisoformat(typed[DATE])
    except ValueError:
        return run.t("Enter the date as yyyy-mm-dd")
    return "" if _clock(typed[AFTER]) else run.t("Enter the time as hh:mm")


def _answered(run: Run, count: int) -> None:
    run.ui.memo["answered"] = count


def _open(run: Run, trip: str) -> None:
    args = run.ui.page.args
    run.ui.go("trip", trip=trip, **{k: args[k] for k in ("from", "to", "date", "after")})


# --- saved trips -----------------------------------------------------------------------------------------------------


def _save(run: Run) -> None:
    pair = {k: run.ui.page.args[k] for k in ("from", "to")}
    old = next((s for s in run.data.saved if s["from"] == pair["from"] and s["to"] == pair["to"]), None)
    if old is not None:
        run.data.saved.remove(old)
    else:
        run.data.saved.append({"id": pool.next_id("s", run.data.saved), **pair})
        run.env.toast(run.t("Trip saved"))


def _use(run: Run, id: str) -> None:
    found = next((s for s in run.data.saved if s["id"] == id), None)
    if found is not None:
        run.ui.fields.update({FROM: found["from"], TO: found["to"]})
        run.ui.memo["tab"] = 0


def _forget(run: Run, id: str) -> None:
    run.data.saved[:] = [s for s in run.data.saved if s["id"] != id]


# --- tickets ---------------------------------------------------------------------------------------------------------


def _start_buy(run: Run) -> None:
    run.ui.memo.update(passengers=1, first=False)
    run.ui.go("buy", **run.ui.page.args)


def _passengers(run: Run, step: int) -> None:
    run.ui.memo["passengers"] = max(1, min(MOST_PASSENGERS, run.ui.memo["passengers"] + step))


def _first(run: Run) -> None:
    run.ui.memo["first"] = not run.ui.memo["first"]


def _ask_pay(run: Run) -> None:
    args, count = run.ui.page.args, run.ui.memo["passengers"]
    if (trip := find_trip(run, args)) is None:
        return
    total = money(cost(trip, count, first=run.ui.memo["first"]))
    words = "{start} to {end}, passengers: {count}, in all {total}. Tickets are not refunded."
    message = run.t(words, start=args["from"], end=args["to"], count=count, total=total)
    buttons = ((run.t("Pay"), ("pay",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title=run.t("Buy this ticket?"), message=message, buttons=buttons)


def _pay(run: Run) -> None:
    args = run.ui.page.args
    if (trip := find_trip(run, args)) is None:
        return
    count, first = run.ui.memo["passengers"], run.ui.memo["first"]
    id = pool.next_id("b", run.data.tickets)
    run.data.tickets.append(
        ticket(id, args["from"], args["to"], args["date"], trip.depart, trip.arrive, passengers=count, first=first)
        | {"total": cost(trip, count, first=first), "code": trip.legs[0].run["code"]}
    )
    run.ui.pages[1:] = []
    run.ui.memo["tab"] = 1
    run.ui.go("ticket", id=id)
    run.env.toast(run.t("Ticket bought"))


def ticket(id: str, start: str, to: str, date: str, depart: str, arrive: str, **more: Any) -> Record:
    """A ticket's record with every key present."""
    blank: Record = {"passengers": 1, "first": False, "total": 0, "code": "", "cancelled": False}
    return {"id": id, "from": start, "to": to, "date": date, "depart": depart, "arrive": arrive, **blank, **more}


def _open_ticket(run: Run, id: str) -> None:
    run.ui.go("ticket", id=id)


def _ask_cancel(run: Run, id: str) -> None:
    buttons = ((run.t("Cancel ticket"), ("cancel", id)), (run.t("Keep it"), ("noop",)))
    message = run.t("The money is not paid back, and the ticket can no longer be used.")
    run.ui.dialog = Dialog(title=run.t("Cancel this ticket?"), message=message, buttons=buttons)


def _cancel(run: Run, id: str) -> None:
    found = next((t for t in run.data.tickets if t["id"] == id), None)
    if found is not None:
        found["cancelled"] = True
        run.env.toast(run.t("Ticket cancelled"))


HANDLERS: dict[str, Handler] = {
    "resume": _resume, "tab": _tab, "station": _station, "swap": _swap, "search": _search, "answered": _answered, "open": _open,
    "save": _save, "use": _use, "forget": _forget, "start_buy": _start_buy, "passengers": _passengers, "first": _first,
    "ask_pay": _ask_pay, "pay": _pay, "open_ticket": _open_ticket, "ask_cancel": _ask_cancel, "cancel": _cancel,
}  # fmt: skip

APP = App(
    name="transit",
    package="com.simphone.transit",
    activity=".MainActivity",
    labels={"en": "Transit", "zh": "出行", "ar": "المواصلات"},
    icon="train",
    color="#00838f",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
