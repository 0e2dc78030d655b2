"""Tasks that lead from Browser to other apps, and long ones in which something read early is needed late."""

from __future__ import annotations

import random
from datetime import date, datetime

from kit.simphone.apps import browser_sites as web
from kit.simphone.apps import people as pool
from kit.simphone.apps.calendar import event
from kit.simphone.apps.notes import note
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, Oracle, Params, Template
from kit.tasks.simphone.browser_forms import draw_person, send_form
from kit.tasks.simphone.browser_steps import (
    COOKIES,
    HOTEL,
    LAKES,
    TICKETS,
    VISITING,
    after,
    expect_order,
    follow,
    menu,
    read_table,
    reply,
    setup_pages,
    start,
    visit,
)
from kit.tasks.simphone.calendar import draw_day, draw_time, pick_date, pick_time, say
from kit.tasks.simphone.steps import enter, marks, press
from kit.types import Observation

TALKS = (
    "Bees in the city",
    "How glass is made",
    "Maps before satellites",
    "The sound of whales",
    "Bread and salt",
    "Letters from Lisbon",
    "夜空",
)
CODE_FORM: Record = {
    "submit": "Use voucher", "prefix": "HH", "fields": [["text", "Guest name"], ["number", "Nights"], ["text", "Voucher code"]]
}  # fmt: skip
CITIES = (
    "Abbeyford",
    "Brookmere",
    "Castle Vale",
    "Dunholm",
    "Eastwick",
    "Fallow Hill",
    "Goldbridge",
    "Hazelton",
    "Invermore",
)


# --- an event into the calendar --------------------------------------------------------------------------------------


def _draw_event(rng: random.Random) -> Params:
    talk, other = (f"{t}, with {rng.choice(pool.FIRST)} {rng.choice(pool.LAST)}" for t in rng.sample(TALKS, 2))
    day, near = draw_day(rng), draw_day(rng)
    (start_at, end), (near_start, near_end) = draw_time(rng), draw_time(rng)
    place, elsewhere = rng.sample(pool.PLACES, 2)
    pages = [
        web.page(f"{TICKETS}/talk-{rng.randint(100, 999)}", title, ["p", "A talk with pictures."], ["p", f"Day: {say(d)}"],
                 ["p", f"Time: {a} to {b}"], ["p", f"Place: {where}"])
        for title, d, a, b, where in ((talk, day, start_at, end, place), (other, near, near_start, near_end, elsewhere))
    ]  # fmt: skip
    return {"talk": talk, "date": day.isoformat(), "start": start_at, "end": end, "place": place, "pages": pages}


def _expect_event(data: Data, params: Params) -> None:
    events: list[Record] = data["calendar"]["events"]
    made = event(
        pool.next_id("e", events),
        params["talk"],
        date.fromisoformat(params["date"]),
        params["start"],
        params["end"],
        location=params["place"],
    )
    have = events[0].keys() - made.keys() if events else set[str]()
    events.append({**made, **dict.fromkeys(have, ANY)})


def _solve_event(params: Params, seen: Observation) -> Oracle:
    seen = yield from start(seen, TICKETS)
    seen = yield from follow(seen, params["talk"])
    told, times, place = (after(seen, head) for head in ("Day: ", "Time: ", "Place: "))
    begin, end = times.split(" to ")
    seen = yield "launch_app", {"name": "Calendar"}
    seen = yield from press(seen, "New event")
    seen = yield from enter(seen, "Title", params["talk"])
    seen = yield from pick_date(seen, datetime.strptime(told, "%d %B %Y").date())
    seen = yield from pick_time(seen, "Start time", begin)
    if not marks(seen, end):
        seen = yield from pick_time(seen, "End time", end)
    seen = yield from enter(seen, "Location", place)
    yield from press(seen, "Save")
    yield "finish", {}


# --- a price into a note ---------------------------------------------------------------------------------------------


def _draw_price(rng: random.Random) -> Params:
    town, other = rng.sample(CITIES, 2)
    prices = rng.sample(range(110, 990), 6)
    rows = {t: [["Ticket", "Price"], *([k, f"{p // 10}.{p % 10}0"] for k, p in zip(("Adult", "Child", "Senior"), prices[n : n + 3], strict=True))]
            for t, n in ((town, 0), (other, 3))}  # fmt: skip
    pages = [web.page(f"northline.example/fares-{web.slug(t)}", f"Fares to {t}", ["table", r]) for t, r in rows.items()]
    kind = rng.randrange(3)
    return {"town": town, "kind": ("Adult", "Child", "Senior")[kind], "price": rows[town][kind + 1][1], "pages": pages,
            "title": f"Trip to {town} {rng.randint(2, 400)}"}  # fmt: skip


def _expect_price(data: Data, params: Params) -> None:
    notes: list[Record] = data["notes"]["notes"]
    made = note(pool.next_id("n", notes), params["title"], datetime.min, body=params["price"])
    have = notes[0].keys() - made.keys() if notes else set[str]()
    notes.append(made | {"folder": ANY, "edited": ANY} | dict.fromkeys(have, ANY))


def _solve_price(params: Params, seen: Observation) -> Oracle:
    seen = yield from start(seen, "northline.example")
    seen = yield from follow(seen, f"Fares to {params['town']}")
    seen, cells = yield from read_table(seen)
    price = cells[cells.index(params["kind"]) + 1]
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, "New note")
    seen = yield from press(seen, "Text note")
    seen = yield from enter(seen, "Title", params["title"])
    seen = yield from enter(seen, "Note", price)
    yield from press(seen, "Save")
    yield "finish", {}


# --- a voucher code, needed after a round of bookmarks ---------------------------------------------------------------


def _places(rng: random.Random, count: int) -> list[Record]:
    return [web.page(f"{LAKES}/{web.slug(c)}-{rng.randint(100, 999)}", c, ["p", f"{c} has {rng.randint(900, 90000)} inhabitants."])
            for c in rng.sample(CITIES, count)]  # fmt: skip


def _bookmark_all(data: Data, pages: list[Record]) -> None:
    marked: list[Record] = data["browser"]["bookmarks"]
    for p in pages:
        marked.append({"id": pool.next_id("b", marked), "url": p["url"], "title": p["title"]})


def _draw_voucher(rng: random.Random) -> Params:
    code = f"{rng.choice(('SEA', 'SUN', 'MOON', 'TIDE'))}{rng.randint(1000, 9999)}"
    stops = _places(rng, 4)
    offer = web.page(
        f"{HOTEL}/offers", "Offers", ["p", "For readers of this page only."], ["p", f"Voucher code: {code}"]
    )
    form = web.page(f"{HOTEL}/voucher", "Book with a voucher", ["form", CODE_FORM])
    return {"recall": code, "name": draw_person(rng), "nights": str(rng.randint(2, 14)), "stops": stops, "pages": [*stops, offer, form],
            "listed": ", ".join(p["url"] for p in stops)}  # fmt: skip


def _expect_voucher(data: Data, params: Params) -> None:
    _bookmark_all(data, params["stops"])
    values = {"Guest name": params["name"], "Nights": params["nights"], "Voucher code": params["recall"]}
    expect_order(data, f"{HOTEL}/voucher", values)


def _solve_voucher(params: Params, seen: Observation) -> Oracle:
    seen = yield from start(seen, f"{HOTEL}/offers")
    code = after(seen, "Voucher code: ")
    for p in params["stops"]:
        seen = yield from visit(seen, p["url"])
        seen = yield from menu(seen, "Add bookmark")
    seen = yield from visit(seen, f"{HOTEL}/voucher")
    yield from send_form(
        seen, CODE_FORM, {"Guest name": params["name"], "Nights": params["nights"], "Voucher code": code}
    )
    yield "finish", {}


# --- something read first, asked last --------------------------------------------------------------------------------


def _draw_later(rng: random.Random) -> Params:
    stops = _places(rng, 5)
    motto = f"{rng.choice(('Bright', 'Quiet', 'Golden', 'Tall'))} {rng.choice(('oaks', 'bells', 'sails', 'stones'))} {rng.randint(11, 99)}"
    club = web.page(
        f"readers.example/letter-{rng.randint(100, 999)}",
        "Letter to members",
        ["p", f"Password of the evening: {motto}"],
    )
    return {"recall": motto, "reply": motto, "letter": club["url"], "stops": stops, "pages": [*stops, club],
            "listed": ", ".join(p["url"] for p in stops)}  # fmt: skip


def _expect_later(data: Data, params: Params) -> None:
    _bookmark_all(data, params["stops"])


def _solve_later(params: Params, seen: Observation) -> Oracle:
    seen = yield from start(seen, params["letter"])
    motto = after(seen, "Password of the evening: ")
    for p in params["stops"]:
        seen = yield from visit(seen, p["url"])
        seen = yield from menu(seen, "Add bookmark")
    yield "finish", {"answer": motto}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="browser_talk_to_calendar",
        goals={
            "en": "Find the talk “{talk}” at citytickets.example in Browser and put it into Calendar under that title, with day, time and place as the page gives them. Leave the reminder as it is.",
            "zh": "在浏览器（Browser）的 citytickets.example 上找到讲座“{talk}”，按网页上的日期、时间和地点把它记到日历（Calendar）里，标题同名，提醒保持默认。",
        },
        apps=("browser", "calendar"),
        tags=("web", "transfer", "form", "read"),
        difficulty=5,
        budget=48,
        draw=_draw_event,
        setup=setup_pages,
        expect=_expect_event,
        oracle=_solve_event,
        ignore=VISITING,
    ),
    Template(
        name="browser_fare_to_note",
        goals={
            "en": "Look up at northline.example in Browser what the {kind} ticket to {town} costs, and create a text note in Notes with the title “{title}” and nothing but the price as its text.",
            "zh": "用浏览器（Browser）在 northline.example 查到去 {town} 的 {kind} 票价，然后在笔记（Notes）里新建文本笔记，标题为“{title}”，内容只写票价。",
        },
        apps=("browser", "notes"),
        tags=("web", "transfer", "read", "input"),
        difficulty=4,
        budget=26,
        draw=_draw_price,
        setup=setup_pages,
        expect=_expect_price,
        oracle=_solve_price,
        ignore=VISITING,
    ),
    Template(
        name="browser_voucher",
        goals={
            "en": "In Browser, read the voucher code at harbourhouse.example/offers. Then bookmark these pages in this order: {listed}. Last, use the form at harbourhouse.example/voucher to book {nights} nights for {name} with that code.",
            "zh": "在浏览器（Browser）中先看 harbourhouse.example/offers 上的优惠码，再按顺序收藏这些网页（添加书签）：{listed}。最后在 harbourhouse.example/voucher 用该优惠码为 {name} 预订 {nights} 晚。",
        },
        apps=("browser",),
        tags=("web", "memory", "form", "navigation"),
        difficulty=5,
        budget=66,
        draw=_draw_voucher,
        setup=setup_pages,
        expect=_expect_voucher,
        oracle=_solve_voucher,
        ignore=VISITING + COOKIES,
    ),
    Template(
        name="browser_password_later",
        goals={
            "en": "In Browser, read {letter}. After that, bookmark these pages in this order: {listed}. When all are bookmarked, answer with the password of the evening from the letter, without opening the letter again.",
            "zh": "在浏览器（Browser）中阅读 {letter}，然后按顺序收藏这些网页（添加书签）：{listed}。全部收藏后，不再打开那封信，回答信中的当晚口令（Password of the evening）。",
        },
        apps=("browser",),
        tags=("web", "memory", "navigation"),
        difficulty=4,
        budget=60,
        draw=_draw_later,
        setup=setup_pages,
        expect=_expect_later,
        answer=reply,
        oracle=_solve_later,
        ignore=VISITING,
    ),
)
