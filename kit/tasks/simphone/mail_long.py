"""Longer tasks in Mail: something read here is used much later elsewhere, the other way round, and a talk by mail."""

from __future__ import annotations

import random
from datetime import datetime

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.notes import note
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import chores
from kit.tasks.simphone.chores import do_jobs, draw_jobs, expect_jobs
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.mail_moves import (
    ME,
    READ,
    add_mails,
    address,
    answer_mail,
    bodies,
    chatter,
    draft_mail,
    expect_sent_mail,
    open_saying,
    write_mail,
)
from kit.tasks.simphone.messages import READING, expect_sent, write_to
from kit.tasks.simphone.notes import add_notes
from kit.tasks.simphone.steps import press, shows
from kit.types import Observation

LETTERS = "ABCDEFGHKLMNPRSTUVWXYZ"


def _code(rng: random.Random) -> str:
    return "".join(rng.choice(LETTERS) for _ in range(3)) + str(rng.randint(1000, 9999))


# --- a booking code, texted much later -----------------------------------------------------------------------------------

HOTELS = ("Hotel Aurora", "Pension Linde", "Harbour View", "The Old Mill", "Casa Azul", "Haus Seeblick", "海景酒店")
CONFIRMED = "Dear guest,\nwe look forward to your stay. Please show this booking code at the desk: {}\nKind regards"


def _draw_booking(rng: random.Random) -> Params:
    to, job = draw_people(rng, 2)
    hotel, near = rng.sample(HOTELS, 2)
    month = rng.choice(("May", "June", "July", "August", "October"))
    value = _code(rng)
    made = [
        draft_mail(hotel, "desk@stay.example", f"Your stay in {month}", CONFIRMED.format(value)),
        draft_mail(near, "desk@rooms.example", f"Your stay in {month}", CONFIRMED.format(_code(rng))),
        *chatter(rng, 4),
    ]
    rng.shuffle(made)
    return {**draw_jobs(rng, job), "hotel": hotel, "mails": made, "recall": value, "to_first": to[0], "to_last": to[1],
            "to": to[2], "to_name": f"{to[0]} {to[1]}"}  # fmt: skip


def _setup_booking(phone: TruePhone, params: Params) -> None:
    add_people(phone, [person("", params["to_first"], params["to_last"], params["to"])])
    add_mails(phone, params["mails"])


def _expect_booking(data: Data, params: Params) -> None:
    expect_jobs(data, params)
    expect_sent(data, params["to"], params["recall"])


def _solve_booking(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Mail"}
    seen = yield from press(seen, params["hotel"])
    value = bodies(seen).split("desk: ")[1].split("\n")[0]
    seen = yield from do_jobs(params, seen)
    seen = yield "launch_app", {"name": "Messages"}
    yield from write_to(seen, params["to_name"], value)
    yield "finish", {}


# --- a number from a note, mailed much later -----------------------------------------------------------------------------

THINGS = ("Gas meter", "Water meter", "Router", "Boiler", "Bicycle frame", "Washing machine", "Piano")


def _draw_serial(rng: random.Random) -> Params:
    (job,) = draw_people(rng, 1)
    thing, near = rng.sample(THINGS, 2)
    value, wrong = f"{rng.randint(10, 99)}-{_code(rng)}", f"{rng.randint(10, 99)}-{_code(rng)}"
    company = rng.choice(pool.COMPANIES)
    return {**draw_jobs(rng, job), "thing": thing, "near": near, "recall": value, "wrong": wrong,
            "to": f"service{rng.randint(2, 99)}@{company.split()[0].lower()}.example", "case": f"Case {rng.randint(1000, 9999)}"}  # fmt: skip


def _setup_serial(phone: TruePhone, params: Params) -> None:
    text = "Bought in spring, two years of warranty.\nIt stands in the cellar.\nSerial number {}"
    made = [
        note("", params[k], datetime.min, body=text.format(params[v]))
        for k, v in (("near", "wrong"), ("thing", "recall"))
    ]
    add_notes(phone, made, ["Home", "Work"])
    add_mails(phone, [])


def _expect_serial(data: Data, params: Params) -> None:
    expect_jobs(data, params)
    expect_sent_mail(data, params["to"], params["case"], params["recall"])


def _solve_serial(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, params["thing"])
    said = [n.text for w in seen.windows for n in w.nodes if "Serial number " in n.text]
    value = said[0].split("Serial number ")[1] if said else ""
    seen = yield from do_jobs(params, seen)
    seen = yield "launch_app", {"name": "Mail"}
    yield from write_mail(seen, params["to"], params["case"], value)
    yield "finish", {}


# --- a talk by mail --------------------------------------------------------------------------------------------------------

ASKED = (
    (
        "Table",
        "Which table did you book?",
        "Good that you ask: it is table {}, at the window.",
        "Thanks, I will come to table {}",
    ),
    (
        "Locker",
        "Which locker is mine now?",
        "They gave you number {}, the key is inside.",
        "Thanks, I use locker {} then",
    ),
    ("Bus", "Which bus goes to your house?", "Take number {} from the station, then walk.", "Thanks, I take bus {}"),
)


def _draw_talk(rng: random.Random) -> Params:
    first, last, _ = draw_people(rng, 1)[0]
    subject, question, reply, thanks = rng.choice(ASKED)
    value = str(rng.randint(11, 999))
    return {"name": f"{first} {last}", "to": address(first, last, rng), "subject": subject, "text": question,
            "reply": reply.format(value), "thanks": thanks.format(value), "form": thanks.replace("{}", "N"),
            "pattern": reply, "value": value, "delay": rng.randrange(4000, 30_000, 500)}  # fmt: skip


def _setup_talk(phone: TruePhone, params: Params) -> None:
    reply = {"to": params["to"], "name": params["name"], "text": params["reply"], "delay": params["delay"]}
    phone.set("mail.replies", [reply])


def _expect_talk(data: Data, params: Params) -> None:
    sent = expect_sent_mail(data, params["to"], params["subject"], params["text"])
    mails = data["mail"]["mails"]
    came = {**sent, "id": pool.next_id("m", mails), "from_name": params["name"], "from": params["to"], "to": ME[1]}
    mails.append(
        {**came, "subject": f"Re: {params['subject']}", "body": params["reply"], "folder": "inbox", "read": ANY}
    )
    expect_sent_mail(data, params["to"], f"Re: {params['subject']}", params["thanks"], thread=sent["thread"])
    data["mail"]["replies"] = []


def _solve_talk(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Mail"}
    seen = yield from write_mail(seen, params["to"], params["subject"], params["text"])
    for _ in range(6):
        if shows(seen, params["name"]):
            break
        seen = yield "wait", {"seconds": 8}
    start = params["pattern"].split("{}")[0]
    seen = yield from open_saying(seen, params["name"], start)
    said = bodies(seen).split(start)
    value = said[1].split(",")[0].split(" ")[0] if len(said) > 1 else ""
    yield from answer_mail(seen, params["form"].replace("N", value))
    yield "finish", {}


LONG_TEMPLATES: tuple[Template, ...] = (
    Template(
        name="mail_booking_code",
        goals={
            "en": "Begin in Mail: read the mail from {hotel} about my stay and remember the booking code. Then "
            + chores.WHAT["en"]
            + ". When that is done, text {to_name} the booking code in Messages: the code alone.",
            "zh": "先在邮件（Mail）里查看 {hotel} 关于住宿的邮件，记住预订码（booking code）。然后"
            + chores.WHAT["zh"]
            + "。完成后，用信息（Messages）把预订码发给 {to_name}：只发预订码。",
        },
        apps=("mail", *chores.APPS, "messages"),
        tags=("memory", "transfer", "read", "form"),
        difficulty=5,
        budget=60,
        draw=_draw_booking,
        setup=_setup_booking,
        expect=_expect_booking,
        oracle=_solve_booking,
        ignore=(*READ, *READING),
    ),
    Template(
        name="mail_serial_number",
        goals={
            "en": "Begin in Notes: read the note “{thing}” and remember the serial number in it. Then "
            + chores.WHAT["en"]
            + ". When that is done, write a mail in Mail to {to} with the subject “{case}” and the serial number alone as its text.",
            "zh": "先在笔记（Notes）里查看“{thing}”，记住其中的序列号（serial number）。然后"
            + chores.WHAT["zh"]
            + "。完成后，在邮件（Mail）里给 {to} 发邮件，主题“{case}”，内容只写序列号。",
        },
        apps=("notes", *chores.APPS, "mail"),
        tags=("memory", "transfer", "read", "form"),
        difficulty=5,
        budget=58,
        draw=_draw_serial,
        setup=_setup_serial,
        expect=_expect_serial,
        oracle=_solve_serial,
        ignore=READ,
    ),
    Template(
        name="mail_talk",
        goals={
            "en": "In Mail, write to {to} with the subject “{subject}”: “{text}”. Wait for the answer of {name}, then reply to it, word for "
            "word, with “{form}”, where N is the number in the answer.",
            "zh": "在邮件（Mail）里给 {to} 写信，主题“{subject}”，内容“{text}”。等 {name} 回信后，回复“{form}”，一字不差，其中 N 换成回信里的数字。",
        },
        apps=("mail",),
        tags=("conversation", "read", "input", "wait"),
        difficulty=4,
        budget=36,
        draw=_draw_talk,
        setup=_setup_talk,
        expect=_expect_talk,
        oracle=_solve_talk,
        ignore=READ,
    ),
)
