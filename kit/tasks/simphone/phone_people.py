"""Tasks in Phone about the right person: a number that is not there, a wrong call, a caller to be saved."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.people import Record
from kit.simphone.apps.phone_app_calls import call, in_call
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.contacts import add_people, draw_name, draw_people
from kit.tasks.simphone.phone_moves import (
    HEARD,
    add_voicemails,
    answer_number,
    expect_call,
    read_voicemails,
    texts_of,
)
from kit.tasks.simphone.steps import Walk, enter, marks, press, shows, words
from kit.types import Observation

# --- no such number ----------------------------------------------------------------------------------------------------


def _draw_work(rng: random.Random) -> Params:
    (_, other, near), (_, _, number), (_, _, work) = draw_people(rng, 3)
    first, last = draw_name(rng, but=other)
    return {"first": first, "last": last, "other": other, "near": near, "number": number, "work": work,
            "name": f"{first} {last}"}  # fmt: skip


def _setup_work(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    namesake = person("", first, params["other"], params["near"], work_phone=params["work"])
    add_people(phone, [namesake, person("", first, params["last"], params["number"])])


def _open_person(params: Params, seen: Observation) -> Walk:
    seen = yield from press(seen, "Search contacts")
    seen = yield from enter(seen, "Search contacts", params["name"])
    return (yield from press(seen, params["name"]))


def _solve_work(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Phone"}
    seen = yield from _open_person(params, seen)
    rows = [words(seen, m) for m in seen.marks if "call" in m.resource_id]
    texts = [t for row in rows for t in row] + list(seen.texts)
    number = next(t for t in texts if pool.is_number(t))
    yield "finish", {"answer": number, "status": "completed" if shows(seen, "Work") else "impossible"}


# --- the wrong person is on the line ------------------------------------------------------------------------------------


def _setup_wrong(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    near, right = params["near"], params["number"]
    add_people(phone, [person("", first, params["other"], near), person("", first, params["last"], right)])
    now = datetime.fromisoformat(phone.state()["clock"])
    calls: list[Record] = phone.data()["phone"]["calls"]
    id = pool.next_id("k", calls)
    calls.append(call(id, near, "outgoing", now - timedelta(seconds=95)))
    phone.set("phone.calls", calls)
    phone.set("phone.ongoing", in_call(id, now - timedelta(seconds=90), muted=True))


def _expect_wrong(data: Data, params: Params) -> None:
    mine = data["phone"]
    mine["calls"][-1]["seconds"] = ANY
    made = expect_call(data, params["number"])
    mine["ongoing"] = in_call(made["id"], datetime.min, speaker=True) | {"since": ANY}


def _solve_wrong(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Phone"}
    if not shows(seen, params["name"]):
        seen = yield from press(seen, "End call")
    seen = yield from _open_person(params, seen)
    dials = [m for m in seen.marks if m.resource_id.endswith("/call_button")]
    seen = yield "tap", {"target_mark_id": dials[0].id}
    seen = yield "wait", {"seconds": 5}
    if marks(seen, "Unmute"):
        seen = yield from press(seen, "Unmute")
    yield from press(seen, "Speaker")
    yield "finish", {}


# --- save a caller -----------------------------------------------------------------------------------------------------

GREETINGS = (
    "Hi, this is {name}, the new neighbour from {place}. Call me about the keys.",
    "Hello, {name} here. We met at {place} last week, save my number!",
    "{name} speaking. I am at {place} with your parcel.",
)


def _draw_save(rng: random.Random) -> Params:
    people = draw_people(rng, 5)
    first, last = draw_name(rng)
    numbers = [number for _, _, number in people]
    place, *others = rng.sample(pool.PLACES, 3)
    said = [g.format(name=f"{f} {n}", place=p) for g, (f, n, p) in zip(
        rng.sample(GREETINGS, 3), [(first, last, place), *((p[0], p[1], o) for p, o in zip(people, others, strict=False))],
        strict=True)]  # fmt: skip
    mails = [[number, text] for number, text in zip(numbers, said, strict=False)]
    rng.shuffle(mails)
    return {
        "first": first,
        "last": last,
        "number": numbers[0],
        "place": place,
        "mails": mails,
        "company": rng.choice(pool.COMPANIES),
    }


def _expect_save(data: Data, params: Params) -> None:
    people = data["contacts"]["people"]
    people.append(person(pool.next_id("c", people), params["first"], params["last"], params["number"]))


def _solve_save(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Phone"}
    seen = yield from read_voicemails(seen, params["place"])
    number = texts_of(seen, "voicemail_from")[0]
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, "Create new contact")
    for field, value in (("First name", params["first"]), ("Last name", params["last"]), ("Phone", number)):
        seen = yield from enter(seen, field, value)
    yield from press(seen, "Save")
    yield "finish", {}


def _setup_save(phone: TruePhone, params: Params) -> None:
    numbers = {number for number, _ in params["mails"]}
    people = [p for p in phone.data()["contacts"]["people"] if p["phone"] not in numbers]
    phone.set("contacts.people", people)
    add_voicemails(phone, [(number, text) for number, text in params["mails"]])


PEOPLE_TEMPLATES: tuple[Template, ...] = (
    Template(
        name="phone_work_number",
        goals={
            "en": "In Phone, call {name} at the work number. If no work number is saved for this person, call nobody: say that it "
            "is impossible and answer with the number that is saved.",
            "zh": "在电话（Phone）里拨打 {name} 的工作号码。如果没有保存此人的工作号码，就不要打给任何人：说明无法完成，并回答已保存的号码。",
        },
        apps=("phone", "contacts"),
        tags=("search", "read", "impossible"),
        difficulty=2,
        budget=14,
        draw=_draw_work,
        setup=_setup_work,
        answer=answer_number,
        oracle=_solve_work,
        impossible=lambda _: True,
    ),
    Template(
        name="phone_wrong_person",
        goals={
            "en": "I meant to talk to {name}, but Phone has called someone else with that first name. End that call, call {name} "
            "and, when the call is connected, turn the speaker on. Leave the call running, not muted.",
            "zh": "我本想打给 {name}，但电话（Phone）正在和另一个同名的人通话。请结束那个通话，改打给 {name}，接通后打开扬声器。通话保持进行，不要静音。",
        },
        apps=("phone", "contacts"),
        tags=("search", "toggle", "recovery"),
        difficulty=3,
        budget=20,
        draw=_draw_work,
        setup=_setup_wrong,
        expect=_expect_wrong,
        oracle=_solve_wrong,
    ),
    Template(
        name="phone_save_caller",
        goals={
            "en": "{first} {last} left a voicemail in Phone that mentions {place}. Save the number it came from in Contacts: first name "
            "{first}, last name {last}, nothing else.",
            "zh": "{first} {last} 在电话（Phone）的语音信箱里留了言，提到了 {place}。把来电号码存进通讯录（Contacts）：名（First name）{first}，姓（Last name）{last}，其他不填。",
        },
        apps=("phone", "contacts"),
        tags=("transfer", "read", "form"),
        difficulty=3,
        budget=31,
        draw=_draw_save,
        setup=_setup_save,
        expect=_expect_save,
        oracle=_solve_save,
        ignore=HEARD,
    ),
)
