"""Jobs that stand between reading something and using it, for tasks that need memory: a new contact, a new event."""

from __future__ import annotations

import random
from datetime import date

from kit.simphone.apps import people as pool
from kit.simphone.apps.calendar import event
from kit.simphone.apps.contacts import person
from kit.tasks.base import Data, Params
from kit.tasks.simphone.calendar import TITLES, clock, draw_day, minutes, pick_date, pick_time, say
from kit.tasks.simphone.steps import Walk, enter, press
from kit.types import Observation

WHAT = {
    "en": "add {job_first} {job_last} (first name {job_first}, last name {job_last}) with the mobile number {job_phone} to "
    "Contacts, and put an event “{job_title}” on {job_day} at {job_start} into Calendar (one hour, no place)",
    "zh": "在通讯录（Contacts）里新建联系人，名（First name）{job_first}，姓（Last name）{job_last}，手机 {job_phone}；"
    "再在日历（Calendar）里新建活动“{job_title}”，日期 {job_date}，{job_start} 开始，时长一小时，不填地点",
}
"""The jobs in words, to stand in a goal."""
APPS = ("contacts", "calendar")


def draw_jobs(rng: random.Random, person: tuple[str, str, str]) -> Params:
    """What the jobs are about: this person (first name, last name, number) and an event on a day of the next year."""
    first, last, number = person
    day = draw_day(rng)
    return {"job_first": first, "job_last": last, "job_phone": number, "job_title": rng.choice(TITLES),
            "job_date": day.isoformat(), "job_day": say(day), "job_start": clock(rng.randrange(11 * 60, 20 * 60, 5))}  # fmt: skip


def expect_jobs(data: Data, params: Params) -> None:
    """Adds the contact and the event to the wanted data."""
    people, events = data["contacts"]["people"], data["calendar"]["events"]
    people.append(person(pool.next_id("c", people), params["job_first"], params["job_last"], params["job_phone"]))
    end = clock(minutes(params["job_start"]) + 60)
    day = date.fromisoformat(params["job_date"])
    events.append(event(pool.next_id("e", events), params["job_title"], day, params["job_start"], end))


def do_jobs(params: Params, seen: Observation) -> Walk:
    """Both jobs, from anywhere."""
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, "Create new contact")
    for field, key in (("First name", "job_first"), ("Last name", "job_last"), ("Phone", "job_phone")):
        seen = yield from enter(seen, field, params[key])
    seen = yield from press(seen, "Save")
    seen = yield "launch_app", {"name": "Calendar"}
    seen = yield from press(seen, "New event")
    seen = yield from enter(seen, "Title", params["job_title"])
    seen = yield from pick_date(seen, date.fromisoformat(params["job_date"]))
    seen = yield from pick_time(seen, "Start time", params["job_start"])
    return (yield from press(seen, "Save"))
