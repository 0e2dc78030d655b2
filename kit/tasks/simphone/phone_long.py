"""Longer tasks in Phone: a voice menu to be talked to, and what was said on the phone used much later."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import chores
from kit.tasks.simphone.chores import do_jobs, draw_jobs, expect_jobs
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.messages import READING, expect_sent, write_to
from kit.tasks.simphone.phone_moves import HEARD, add_voicemails, caption, dial, expect_call, menu, texts_of
from kit.tasks.simphone.steps import Walk, enter, press
from kit.types import Observation

# --- a voice menu ------------------------------------------------------------------------------------------------------

TOPICS = ("bookings", "lost property", "opening hours", "invoices", "complaints", "deliveries", "repairs")
PLACES = ("the north shop", "the harbour shop", "the station shop", "the airport shop", "the old town shop")
FACTS = {
    "lost property": ("Your bag is kept on shelf {}.", "shelf"),
    "opening hours": ("We are open until {} today.", "until"),
    "invoices": ("Your latest invoice has the number {}.", "number"),
    "deliveries": ("Your delivery comes in van number {}.", "number"),
    "repairs": ("Your repair is ready, ask for ticket {}.", "ticket"),
    "bookings": ("Your booking has the code {}.", "code"),
    "complaints": ("Your complaint has the file number {}.", "number"),
}


def _listing(names: Sequence[str], digits: Sequence[str]) -> str:
    return ", ".join(f"for {name} press {digit}" for name, digit in zip(names, digits, strict=True))


def draw_line(rng: random.Random, value: str) -> Params:
    """A company's voice menu, topics first, then its shops; only one way through says the value."""
    company = rng.choice(pool.COMPANIES)
    topics, places = rng.sample(TOPICS, 4), rng.sample(PLACES, 3)
    first, second = rng.sample("123456789", 4), rng.sample("123456789", 3)
    topic, place = rng.randrange(4), rng.randrange(3)
    number = f"800-555-01{rng.randrange(100):02d}"

    def shops(n: int) -> Record:
        says = f"{topics[n].capitalize()}. {_listing(places, second).capitalize()}."
        ends = {
            f"k{key}": menu(
                FACTS[topics[n]][0].format(value if (n, k) == (topic, place) else f"{rng.randint(100, 999)}")
            )
            for k, key in enumerate(second)
        }
        return menu(says, **ends)

    root = menu(
        f"Welcome to {company}. {_listing(topics, first).capitalize()}.",
        **{f"k{key}": shops(n) for n, key in enumerate(first)},
    )
    return {"company": company, "line": number, "topic": topics[topic], "place": places[place], "menu": root}


def add_line(phone: TruePhone, params: Params) -> None:
    """Puts the voice menu on its number."""
    phone.set("phone.lines", [{"number": params["line"], "menu": params["menu"]}])


def talk(params: Params, seen: Observation) -> Walk:
    """Calls the line and presses what the voice says; ends with the fact on the screen."""
    seen = yield "launch_app", {"name": "Phone"}
    seen = yield from dial(seen, params["line"])
    seen = yield from press(seen, "Keypad")
    for wanted in (params["topic"], params["place"]):
        found = re.search(rf"for {re.escape(wanted)} press (\d)", caption(seen), re.IGNORECASE)
        seen = yield from press(seen, found[1] if found else "0")
        seen = yield "wait", {"seconds": 3}
    return seen


def fact(seen: Observation) -> str:
    """The value in what the voice says last."""
    said = caption(seen)
    for says, _ in FACTS.values():
        start, end = says.split("{}")
        if said.startswith(start) and said.endswith(end):
            return said[len(start) : len(said) - len(end)]
    return ""


def _draw_menu(rng: random.Random) -> Params:
    value = str(rng.randint(1000, 9999))
    return {**draw_line(rng, value), "value": value}


def _expect_menu(data: Data, params: Params) -> None:
    expect_call(data, params["line"])


def _answer_menu(_: Data, params: Params) -> tuple[str, ...]:
    value = params["value"]
    return value, f"shelf {value}", f"number {value}", f"ticket {value}", f"code {value}"


def _solve_menu(params: Params, seen: Observation) -> Oracle:
    seen = yield from talk(params, seen)
    answer = fact(seen)
    yield from press(seen, "End call")
    yield "finish", {"answer": answer}


# --- what the voice said, sent on much later -----------------------------------------------------------------------------


def _draw_ticket(rng: random.Random) -> Params:
    to, job = draw_people(rng, 2)
    value = f"{rng.choice('ABCDEFGHKLMNPRT')}{rng.randint(10, 99)}-{rng.randint(1000, 9999)}"
    return {**draw_line(rng, value), **draw_jobs(rng, job), "recall": value, "to_first": to[0], "to_last": to[1],
            "to": to[2], "to_name": f"{to[0]} {to[1]}"}  # fmt: skip


def _setup_ticket(phone: TruePhone, params: Params) -> None:
    add_people(phone, [person("", params["to_first"], params["to_last"], params["to"])])
    add_line(phone, params)


def _expect_ticket(data: Data, params: Params) -> None:
    expect_call(data, params["line"])
    expect_jobs(data, params)
    expect_sent(data, params["to"], params["recall"])


def _solve_ticket(params: Params, seen: Observation) -> Oracle:
    seen = yield from talk(params, seen)
    value = fact(seen)
    seen = yield from press(seen, "End call")
    seen = yield from do_jobs(params, seen)
    seen = yield "launch_app", {"name": "Messages"}
    yield from write_to(seen, params["to_name"], value)
    yield "finish", {}


# --- a code from a voicemail, noted down much later ----------------------------------------------------------------------

CODES = (
    "Hi! The code of the garden door is {}, say it to nobody.",
    "Me again. They gave us a new locker, its code is {}.",
    "Write this down when you can: the code for the alarm is {}.",
)
ROOMS = ("Garden door", "Locker", "Alarm", "Boat house", "Cellar", "Bike shed", "Studio", "Holiday flat")


def _draw_code(rng: random.Random) -> Params:
    who, other, job = draw_people(rng, 3)
    value = f"{rng.randint(10, 99)}{rng.choice('ACEFHKLMPRTX')}{rng.randint(1000, 9999)}"
    wrong = f"{rng.randint(10, 99)}{rng.choice('ACEFHKLMPRTX')}{rng.randint(1000, 9999)}"
    line, near = rng.sample(CODES, 2)
    mails = [[who[2], line.format(value)], [other[2], near.format(wrong)]]
    rng.shuffle(mails)
    return {**draw_jobs(rng, job), "name": f"{who[0]} {who[1]}", "first": who[0], "last": who[1], "number": who[2],
            "other_first": other[0], "other_last": other[1], "other": other[2], "mails": mails, "recall": value,
            "title": f"{rng.choice(ROOMS)} {rng.randint(2, 99)}"}  # fmt: skip


def _setup_code(phone: TruePhone, params: Params) -> None:
    one = person("", params["first"], params["last"], params["number"])
    two = person("", params["other_first"], params["other_last"], params["other"])
    add_people(phone, [one, two])
    add_voicemails(phone, [(number, text) for number, text in params["mails"]])


def expect_note(data: Data, title: str, body: str) -> None:
    """Adds a new text note to the wanted data."""
    notes = data["notes"]["notes"]
    made: Record = {"id": pool.next_id("n", notes), "title": title, "body": body, "items": None}
    notes.append({**made, "folder": ANY, "pinned": False, "trashed": False, "edited": ANY})


def write_note(seen: Observation, title: str, body: str) -> Walk:
    """From anywhere: a text note, saved."""
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, "New note")
    seen = yield from press(seen, "Text note")
    seen = yield from enter(seen, "Title", title)
    seen = yield from enter(seen, "Note", body)
    return (yield from press(seen, "Save"))


def _expect_code(data: Data, params: Params) -> None:
    expect_jobs(data, params)
    expect_note(data, params["title"], params["recall"])


def _solve_code(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Phone"}
    seen = yield from press(seen, "Voicemail")
    seen = yield from press(seen, params["name"])
    said = texts_of(seen, "transcript")[0]
    found = re.search(r"\b\d{2}[A-Z]\d{4}\b", said)
    seen = yield from do_jobs(params, seen)
    yield from write_note(seen, params["title"], found[0] if found else "")
    yield "finish", {}


LONG_TEMPLATES: tuple[Template, ...] = (
    Template(
        name="phone_voice_menu",
        goals={
            "en": "In Phone, call {company} at {line}. A voice menu answers, its words are shown as live captions: choose {topic}, then "
            "{place}, by pressing keys during the call. Hang up when you have heard the answer, and tell me the number in it.",
            "zh": "在电话（Phone）里拨打 {company}（{line}）。对方是语音菜单，内容会显示为实时字幕：通话中按键先选 {topic}，再选 {place}。听到答复后挂断，并告诉我其中的数字。",
        },
        apps=("phone",),
        tags=("conversation", "read", "input"),
        difficulty=3,
        budget=27,
        draw=_draw_menu,
        setup=add_line,
        expect=_expect_menu,
        answer=_answer_menu,
        oracle=_solve_menu,
    ),
    Template(
        name="phone_voice_menu_passed_on",
        goals={
            "en": "In Phone, call {company} at {line}. A voice menu answers (see the live captions): choose {topic}, then {place}, and "
            "remember the code you are told, then hang up. After that, "
            + chores.WHAT["en"]
            + ". When all of that is done, text {to_name} the code in Messages: the code alone.",
            "zh": "在电话（Phone）里拨打 {company}（{line}）。对方是语音菜单（看实时字幕）：先选 {topic}，再选 {place}，记住听到的代码，然后挂断。接着"
            + chores.WHAT["zh"]
            + "。全部完成后，用信息（Messages）把那个代码发给 {to_name}：只发代码。",
        },
        apps=("phone", *chores.APPS, "messages"),
        tags=("memory", "conversation", "transfer", "form"),
        difficulty=5,
        budget=75,
        draw=_draw_ticket,
        setup=_setup_ticket,
        expect=_expect_ticket,
        oracle=_solve_ticket,
        ignore=READING,
    ),
    Template(
        name="phone_code_remembered",
        goals={
            "en": "Begin in Phone: read the voicemail from {name} and remember the code in it. Then "
            + chores.WHAT["en"]
            + ". When "
            "that is done, create a text note in Notes with the title “{title}” and that code alone as its text.",
            "zh": "先在电话（Phone）里查看 {name} 的语音留言，记住其中的密码。然后"
            + chores.WHAT["zh"]
            + "。完成后，在笔记（Notes）里新建文本笔记，"
            "标题为“{title}”，内容只写那个密码。",
        },
        apps=("phone", *chores.APPS, "notes"),
        tags=("memory", "transfer", "read", "form"),
        difficulty=5,
        budget=60,
        draw=_draw_code,
        setup=_setup_code,
        expect=_expect_code,
        oracle=_solve_code,
        ignore=HEARD,
    ),
)
