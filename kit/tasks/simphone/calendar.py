"""Tasks in Calendar: make an event, move one, say when one is, and put an invitation from Messages into it."""

from __future__ import annotations

import random
import re
from datetime import date, timedelta

from kit.simphone.apps import people as pool
from kit.simphone.apps.calendar import event
from kit.simphone.apps.contacts import person
from kit.simphone.apps.people import Record
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.lists import open_where
from kit.tasks.simphone.messages import READING, add_threads
from kit.tasks.simphone.reading import find_out
from kit.tasks.simphone.steps import Label, Walk, close_keyboard, dated, enter, marks, press
from kit.types import Observation

BASE = date(2026, 8, 3)
"""Drawn dates lie after this day: a simphone's clock, drawn from its seed, never starts later (kit.simphone.boot)."""

TITLES = (
    "Dentist", "Piano lesson", "Team meeting", "Book club", "Haircut", "Yoga class", "Job interview", "Eye test",
    "Zoë's birthday", "Flat viewing", "Choir", "Physio", "Tax adviser", "Swim training", "家长会", "Car service",
)  # fmt: skip


def say(day: date) -> str:
    """A date as goals write it: 14 March 2026."""
    return f"{day.day} {day:%B %Y}"


def draw_day(rng: random.Random) -> date:
    """A day of the year after BASE."""
    return BASE + timedelta(days=rng.randint(3, 365))


def draw_time(rng: random.Random) -> tuple[str, str]:
    """Start and end, 45 to 120 minutes apart, on five-minute marks between 07:00 and 21:00."""
    start = rng.randrange(7 * 60, 19 * 60, 5)
    return clock(start), clock(start + rng.choice((45, 60, 75, 90, 120)))


def clock(minutes: int) -> str:
    """Minutes after midnight as HH:MM."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def minutes(time: str) -> int:
    """HH:MM as minutes after midnight."""
    return int(time[:2]) * 60 + int(time[3:])


def add_events(phone: TruePhone, made: list[Record]) -> None:
    """Adds events; those already there with one of their titles make room first."""
    titles = {e["title"] for e in made}
    events: list[Record] = [e for e in phone.data()["calendar"]["events"] if e["title"] not in titles]
    for e in made:
        events.append({**e, "id": pool.next_id("e", events)})
    phone.set("calendar.events", events)


def pick_date(seen: Observation, day: date) -> Walk:
    """In the form: sets the date by typing it, however far away it is."""
    seen = yield from press(seen, "Date")
    seen = yield from press(seen, "Type the date")
    seen = yield from enter(seen, "yyyy-mm-dd", day.isoformat())
    return (yield from press(seen, "OK"))


def pick_time(seen: Observation, row: str, time: str) -> Walk:
    """In the form: sets the start or end time."""
    seen = yield from press(seen, row)
    seen = yield from enter(seen, "Hour", time[:2])
    seen = yield from enter(seen, "Minute", time[3:])
    return (yield from press(seen, "OK"))


# --- add -------------------------------------------------------------------------------------------------------------


def _draw_add(rng: random.Random) -> Params:
    start, end = draw_time(rng)
    day = draw_day(rng)
    return {"title": rng.choice(TITLES), "date": day.isoformat(), "day": say(day), "start": start, "end": end,
            "place": rng.choice(pool.PLACES)}  # fmt: skip


def _expect_add(data: Data, params: Params) -> None:
    events = data["calendar"]["events"]
    day = date.fromisoformat(params["date"])
    id = pool.next_id("e", events)
    events.append(event(id, params["title"], day, params["start"], params["end"], location=params["place"]))


def _make(seen: Observation, title: str, day: str, start: str, end: str, place: str) -> Walk:
    seen = yield from press(seen, "New event")
    seen = yield from enter(seen, "Title", title)
    seen = yield from pick_date(seen, date.fromisoformat(day))
    seen = yield from pick_time(seen, "Start time", start)
    if not marks(seen, end):
        seen = yield from pick_time(seen, "End time", end)
    seen = yield from enter(seen, "Location", place)
    return (yield from press(seen, "Save"))


def _solve_add(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Calendar"}
    yield from _make(seen, *(params[key] for key in ("title", "date", "start", "end", "place")))
    yield "finish", {}


# --- reschedule ------------------------------------------------------------------------------------------------------


def _draw_move(rng: random.Random) -> Params:
    start, end = draw_time(rng)
    old, new, near = (BASE + timedelta(days=n) for n in rng.sample(range(3, 365), 3))
    room = 21 * 60 - (minutes(end) - minutes(start))
    return {"title": rng.choice(TITLES), "old": old.isoformat(), "old_day": say(old), "near": near.isoformat(),
            "new": new.isoformat(), "new_day": say(new), "start": start, "end": end, "place": rng.choice(pool.PLACES),
            "new_start": clock(rng.randrange(7 * 60, room, 5))}  # fmt: skip


def _setup_move(phone: TruePhone, params: Params) -> None:
    days = (date.fromisoformat(params[key]) for key in ("near", "old"))
    hours, place = (params["start"], params["end"]), params["place"]
    add_events(phone, [event("", params["title"], day, *hours, location=place) for day in days])


def _expect_move(data: Data, params: Params) -> None:
    found = next(e for e in data["calendar"]["events"] if (e["title"], e["date"]) == (params["title"], params["old"]))
    length = minutes(params["end"]) - minutes(params["start"])
    end = clock(minutes(params["new_start"]) + length)
    found.update(date=params["new"], start=params["new_start"], end=end)


def _solve_move(params: Params, seen: Observation) -> Oracle:
    old, new = date.fromisoformat(params["old"]), date.fromisoformat(params["new"])
    seen = yield "launch_app", {"name": "Calendar"}
    seen = yield from find_event(seen, params["title"], dated(old, year=True))
    seen = yield from press(seen, "Edit event")
    seen = yield from pick_date(seen, new)
    if params["new_start"] != params["start"]:
        seen = yield from pick_time(seen, "Start time", params["new_start"])
    yield from press(seen, "Save")
    yield "finish", {}


def find_event(seen: Observation, title: str, about: Label) -> Walk:
    """Searches for a title and opens its events until one shows this text."""
    seen = yield from press(seen, "Search events")
    seen = yield from enter(seen, "Search events", title)
    seen = yield from close_keyboard(seen)
    return (yield from open_where(seen, title, about))


# --- when is it -----------------------------------------------------------------------------------------------------


def _draw_when(rng: random.Random) -> Params:
    (start, end), (other, other_end) = draw_time(rng), draw_time(rng)
    while other == start:
        other, other_end = draw_time(rng)
    day, near = (BASE + timedelta(days=n) for n in rng.sample(range(3, 365), 2))
    place, elsewhere = rng.sample(pool.PLACES, 2)
    return {"title": rng.choice(TITLES), "date": day.isoformat(), "near": near.isoformat(), "place": place,
            "elsewhere": elsewhere, "start": start, "end": end, "other": other, "other_end": other_end}  # fmt: skip


def _setup_when(phone: TruePhone, params: Params) -> None:
    title, (day, near) = params["title"], (date.fromisoformat(params[key]) for key in ("date", "near"))
    right = event("", title, day, params["start"], params["end"], location=params["place"])
    wrong = event("", title, near, params["other"], params["other_end"], location=params["elsewhere"])
    add_events(phone, [wrong, right])


def said(time: str) -> tuple[str, ...]:
    """HH:MM as an answer may write it."""
    hour = int(time[:2])
    half = f"{(hour - 1) % 12 + 1}{time[2:]}"
    noon = ("am", "a.m.") if hour < 12 else ("pm", "p.m.")
    return (time, f"{hour}{time[2:]}", *(f"{half} {n}" for n in noon), f"{half}{noon[0]}", f"{time}:00")


def _answer_when(_: Data, params: Params) -> tuple[str, ...]:
    return said(params["start"])


def _solve_when(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Calendar"}
    seen = yield from find_event(seen, params["title"], params["place"])
    times = [t for t in seen.texts if re.fullmatch(r"\d\d:\d\d – \d\d:\d\d", t)]
    yield "finish", {"answer": times[0].split(" – ")[0] if times else ""}


# --- an invitation from Messages -------------------------------------------------------------------------------------


def _draw_invitation(rng: random.Random) -> Params:
    (first, last, number), (_, other, near) = draw_people(rng, 2)
    return {**_draw_add(rng), "first": first, "last": last, "name": f"{first} {last}", "number": number,
            "other": other, "near": near, "wrong_start": draw_time(rng)[0]}  # fmt: skip


def _setup_invitation(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    add_people(
        phone, [person("", first, params["last"], params["number"]), person("", first, params["other"], params["near"])]
    )
    wrong = f"{params['title']} on {params['day']}, from {params['wrong_start']} I think."
    right = [
        (False, "The dates are fixed now!"),
        (False, f"Day: {params['day']}"),
        (False, f"Time: {params['start']} to {params['end']}"),
        (False, f"Place: {params['place']}"),
        (True, "Great, I will put it down."),
    ]
    add_threads(phone, [(params["number"], right), (params["near"], [(False, wrong)])])


def _solve_invitation(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, params["name"])
    seen, place = yield from find_out(seen, "Place: (.+)", "up")  # the last message first: a talk stands at its end
    seen, hours = yield from find_out(seen, "Time: (.+)", "up")
    seen, day = yield from find_out(seen, "Day: (.+)", "up")
    start, _, end = hours.partition(" to ")
    seen = yield "launch_app", {"name": "Calendar"}
    yield from _make(seen, params["title"], _read_day(day).isoformat(), start, end, place)
    yield "finish", {}


def _read_day(words: str) -> date:
    return next(d for n in range(400) if say(d := BASE + timedelta(days=n)) == words)


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="calendar_add",
        goals={
            "en": "Add the event “{title}” to Calendar: {day}, {start} to {end}, location {place}. Leave the reminder as it is.",
            "zh": "在日历（Calendar）里新建日程“{title}”：日期 {day}，时间 {start} 到 {end}，地点 {place}，提醒保持默认。",
        },
        apps=("calendar",),
        tags=("input", "form", "navigation"),
        difficulty=4,
        budget=39,
        draw=_draw_add,
        expect=_expect_add,
        oracle=_solve_add,
    ),
    Template(
        name="calendar_reschedule",
        goals={
            "en": "In Calendar, move the event “{title}” of {old_day} to {new_day}, {new_start}. It stays as long as it was.",
            "zh": "在日历（Calendar）里把 {old_day} 的日程“{title}”改到 {new_day} {new_start}，时长不变。",
        },
        apps=("calendar",),
        tags=("search", "form", "read", "navigation"),
        difficulty=4,
        budget=37,
        draw=_draw_move,
        setup=_setup_move,
        expect=_expect_move,
        oracle=_solve_move,
    ),
    Template(
        name="calendar_when",
        goals={
            "en": "According to Calendar, at what time does the event “{title}” at {place} start? Answer as HH:MM.",
            "zh": "根据日历（Calendar），在 {place} 的日程“{title}”几点开始？用 HH:MM 回答。",
        },
        apps=("calendar",),
        tags=("search", "read"),
        difficulty=2,
        budget=19,
        draw=_draw_when,
        setup=_setup_when,
        answer=_answer_when,
        oracle=_solve_when,
    ),
    Template(
        name="calendar_from_message",
        goals={
            "en": "{name} has texted you day, time and place. Add them to Calendar as an event with the title “{title}”.",
            "zh": "{name} 在信息（Messages）里发来了日期、时间和地点。把它们记到日历（Calendar）里，标题为“{title}”。",
        },
        apps=("messages", "calendar", "contacts"),
        tags=("transfer", "read", "form"),
        difficulty=5,
        budget=43,
        draw=_draw_invitation,
        setup=_setup_invitation,
        expect=_expect_add,
        oracle=_solve_invitation,
        ignore=READING,
    ),
)
