"""Tasks in Transit: find a trip, buy and give up tickets, keep saved trips; the longer ones stand in `transit_chains`."""

from __future__ import annotations

import random
from datetime import date, timedelta

from kit.simphone.apps.people import Record
from kit.simphone.apps.transit import ticket
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import transit_chains as chains
from kit.tasks.simphone.reading import find_out
from kit.tasks.simphone.steps import dated, marks, phrase, press, until, words
from kit.tasks.simphone.transit_chains import (
    bought,
    buy,
    draw_network,
    find,
    platform,
    put,
    results,
    stop,
    stops,
    taken,
    unsave,
)
from kit.types import Observation

# --- which platform --------------------------------------------------------------------------------------------------


def _draw_platform(rng: random.Random) -> Params:
    params = draw_network(rng)
    return {**params, "platform": stop(taken(params), params["start"])["platform"]}


def _solve_platform(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Transit"}
    seen = yield from find(seen, params["start"], params["end"], params["after"], params["date"])
    seen = yield from press(seen, results(seen)[0])
    seen = yield from until(seen, lambda now: bool(stops(now)))
    yield "finish", {"answer": platform(stops(seen)[0][1])}


# --- buy -------------------------------------------------------------------------------------------------------------


def _draw_buy(rng: random.Random) -> Params:
    first = rng.random() < 0.5
    kind, kind_zh = ("first-class", "一等座") if first else ("second-class", "普通")
    return {**draw_network(rng), "passengers": rng.randint(2, 6), "better": first, "kind": kind, "kind_zh": kind_zh}


def _expect_buy(data: Data, params: Params) -> None:
    bought(data, params, params["passengers"], first=params["better"])


def _solve_buy(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Transit"}
    seen = yield from find(seen, params["start"], params["end"], params["after"], params["date"])
    seen = yield from press(seen, results(seen)[0])
    yield from buy(seen, params["passengers"], first=params["better"])
    yield "finish", {}


# --- save a trip the other way round ---------------------------------------------------------------------------------


def _draw_return(rng: random.Random) -> Params:
    params = draw_network(rng)
    pairs = [[params["end"], params["start"]], *([params["others"][n], params["others"][n - 1]] for n in range(4))]
    rng.shuffle(pairs)
    return {**params, "saved": pairs, "more_start": params["others"][4], "more_end": params["via"]}


def _setup_return(phone: TruePhone, params: Params) -> None:
    put(phone, params, saved=params["saved"])


def _expect_return(data: Data, params: Params) -> None:
    own = data["transit"]
    own["saved"] = [s for s in own["saved"] if (s["from"], s["to"]) != (params["end"], params["start"])]
    own["saved"].append({"id": ANY, "from": params["start"], "to": params["end"]})
    own["saved"].append({"id": ANY, "from": params["more_start"], "to": params["more_end"]})


def _solve_return(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Transit"}
    seen = yield from press(seen, "Saved")
    trip = phrase("{start} to {end}", start=params["end"], end=params["start"])
    seen = yield from press(seen, trip)
    seen = yield from press(seen, "Swap stations")
    seen = yield from press(seen, "Search trips")
    seen = yield from press(seen, "Save trip")
    seen = yield from press(seen, "Navigate up")
    seen = yield from find(seen, params["more_start"], params["more_end"], "")
    seen = yield from press(seen, "Save trip")
    seen = yield from press(seen, "Navigate up")
    seen = yield from press(seen, "Saved")
    yield from unsave(seen, params["end"], params["start"])
    yield "finish", {}


# --- give up the right ticket ----------------------------------------------------------------------------------------


def _draw_cancel(rng: random.Random) -> Params:
    params = draw_network(rng)
    first = date.fromisoformat(params["date"])
    days = [(first + timedelta(days=n)).isoformat() for n in rng.sample(range(20), 3)]
    made: list[Record] = []
    for start, end in ((params["start"], params["end"]), (params["end"], params["start"])):
        for when in days:
            run = rng.choice(params["runs"])
            times = sorted(s["time"] for s in run["stops"])
            made.append(ticket("", start, end, when, times[0], times[-1], total=rng.randrange(400, 9000, 10)))
    for n, t in enumerate(made):
        t["code"] = f"{rng.choice('BGKMTZ')}{n}{rng.randrange(1000, 10_000)}"
    code = made[0]["code"]
    rng.shuffle(made)
    return {**params, "tickets": made, "date": days[0], "code": code}


def _setup_cancel(phone: TruePhone, params: Params) -> None:
    put(phone, params, tickets=params["tickets"])


def _expect_cancel(data: Data, params: Params) -> None:
    wanted = (params["start"], params["end"], params["date"])
    gone = next(t for t in data["transit"]["tickets"] if (t["from"], t["to"], t["date"]) == wanted)
    gone["cancelled"] = True


def _solve_cancel(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Transit"}
    seen = yield from press(seen, "Tickets")
    trip = phrase("{start} to {end}", start=params["start"], end=params["end"])
    days = dated(date.fromisoformat(params["date"]), year=True)
    rows = [[w for w in words(seen, m) if w.split(" · ")[0] in days] for m in marks(seen, trip)]
    seen = yield from press(
        seen, min(trip & {w for m in marks(seen, trip) for w in words(seen, m)}), rows.index(max(rows))
    )
    seen, code = yield from find_out(seen, r"([A-Z]\d{5})")
    seen = yield from press(seen, "Cancel ticket")
    yield from press(seen, "Cancel ticket")
    yield "finish", {"answer": code}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="transit_platform",
        goals={
            "en": "From which platform does the first trip from {start} to {end} at or after {after} on {date} leave, according to "
            "Transit? Answer with the platform alone.",
            "zh": "根据出行（Transit），{date} {after} 或之后第一班从 {start} 到 {end} 的车从哪个站台出发？只回答站台。",
        },
        apps=("transit",),
        tags=("search", "read", "form"),
        difficulty=3,
        budget=19,
        draw=_draw_platform,
        setup=put,
        answer=lambda _, params: (params["platform"], f"platform {params['platform']}", f"{params['platform']} 站台"),
        oracle=_solve_platform,
    ),
    Template(
        name="transit_buy",
        goals={
            "en": "Buy a {kind} ticket in Transit for {passengers} passengers, for the first trip from {start} to {end} at or after "
            "{after} on {date}.",
            "zh": "在出行（Transit）里为 {passengers} 名乘客购买一张{kind_zh}票：{date} {after} 或之后第一班从 {start} 到 {end} 的车。",
        },
        apps=("transit",),
        tags=("irreversible", "form", "search", "input"),
        difficulty=4,
        budget=36,
        draw=_draw_buy,
        setup=put,
        expect=_expect_buy,
        oracle=_solve_buy,
    ),
    Template(
        name="transit_save_return",
        goals={
            "en": "In Transit, the saved trip from {end} to {start} is the wrong way round: save {start} to {end} instead, and remove "
            "the wrong one. Then save {more_start} to {more_end} as well.",
            "zh": "出行（Transit）里已保存的行程“{end} 至 {start}”方向反了：请改为保存“{start} 至 {end}”，并移除方向错误的那条，"
            "然后再保存“{more_start} 至 {more_end}”。",
        },
        apps=("transit",),
        tags=("list", "navigation", "search", "input"),
        difficulty=4,
        budget=33,
        draw=_draw_return,
        setup=_setup_return,
        expect=_expect_return,
        oracle=_solve_return,
    ),
    Template(
        name="transit_cancel_ticket",
        goals={
            "en": "In Transit, give up the ticket from {start} to {end} on {date}: cancel it. Keep all the others. "
            "Answer with the boarding code of the cancelled one.",
            "zh": "在出行（Transit）里作废 {date} 从 {start} 到 {end} 的车票，其他车票都要保留。回答作废的那张票的乘车码。",
        },
        apps=("transit",),
        tags=("irreversible", "list", "read"),
        difficulty=2,
        budget=12,
        draw=_draw_cancel,
        setup=_setup_cancel,
        expect=_expect_cancel,
        answer=lambda _, params: (params["code"],),
        oracle=_solve_cancel,
    ),
    *chains.TEMPLATES,
)
