"""Tasks that begin in Contacts and end elsewhere: an address that is needed later, a number that may not be there."""

from __future__ import annotations

import random
import re

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.lists import gathered
from kit.tasks.simphone.messages import READING, expect_sent
from kit.tasks.simphone.reading import find_out, texts
from kit.tasks.simphone.steps import enter, path, press, spelled
from kit.types import Observation

# --- an address that is needed later --------------------------------------------------------------------------------------


def _draw_email(rng: random.Random) -> Params:
    people = draw_people(rng, 6)
    (first, last, number), *stars = people
    email = f"{last.lower()}.{rng.randrange(1000, 9999)}@{rng.choice(pool.MAIL_HOSTS)}"
    names = [f"{f} {s}" for f, s, _ in stars]
    return {"name": f"{first} {last}", "recall": email, "people": [[*p] for p in people], "number": number,
            "names": names, "listed": ", ".join(names[:-1]), "final": names[-1],
            "title": f"{rng.choice(('Invite', 'Write to', 'Ask', 'Mail'))} {first} {rng.randint(2, 99)}"}  # fmt: skip


def _setup_email(phone: TruePhone, params: Params) -> None:
    made = [person("", *p) for p in params["people"]]
    made[0]["email"] = params["recall"]
    add_people(phone, made)


def _expect_email(data: Data, params: Params) -> None:
    for p in data["contacts"]["people"]:
        p["starred"] = p["starred"] or pool.full_name(p) in params["names"]
    notes = data["notes"]["notes"]
    made: Record = {"id": pool.next_id("n", notes), "title": params["title"], "body": params["recall"], "items": None}
    notes.append({**made, "folder": ANY, "pinned": False, "trashed": False, "edited": ANY})


def _solve_email(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, params["name"])
    seen, email = yield from find_out(seen, r"(\S+@\S+)")
    seen = yield "back", {}
    for name in params["names"]:
        seen = yield from path(seen, name)
        seen = yield from press(seen, "Add to favorites")
        seen = yield "back", {}
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, "New note")
    seen = yield from press(seen, "Text note")
    seen = yield from enter(seen, "Title", params["title"])
    seen = yield from enter(seen, "Note", email)
    yield from press(seen, "Save")
    yield "finish", {}


# --- a number that may not be there -----------------------------------------------------------------------------------


def _draw_desk(rng: random.Random) -> Params:
    (first, last, mobile), (_, other, near), (_, _, desk) = draw_people(rng, 3)
    company, wrong = rng.sample(pool.COMPANIES, 2)
    return {"name": f"{first} {last}", "first": first, "last": last, "mobile": mobile, "other": other, "near": near,
            "desk": desk if rng.random() < 0.4 else "", "company": company, "wrong": wrong,
            "text": f"{rng.choice(pool.ERRANDS)} ({rng.randint(11, 99)})"}  # fmt: skip


def _setup_desk(phone: TruePhone, params: Params) -> None:
    near = person(
        "", params["first"], params["other"], params["near"], work_phone="212-555-0199", company=params["wrong"]
    )
    more: Record = {"company": params["company"], "work_phone": params["desk"]}
    add_people(phone, [near, person("", params["first"], params["last"], params["mobile"], **more)])


def _expect_desk(data: Data, params: Params) -> None:
    if params["desk"]:
        expect_sent(data, params["desk"], params["text"])


def _solve_desk(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, params["name"])
    seen, said = yield from gathered(seen, texts)
    numbers = [t for t in said if re.fullmatch(r"\d{3}-\d{3}-\d{4}", t)] or ["?"]
    if spelled("Work").isdisjoint(said):
        yield "finish", {"status": "impossible", "answer": numbers[0]}
        return
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, "Start chat")
    seen = yield from enter(seen, "Type a name or phone number", numbers[-1])
    seen = yield from press(seen, numbers[-1])
    seen = yield from enter(seen, "Text message", params["text"])
    yield from press(seen, "Send message")
    yield "finish", {"answer": numbers[0]}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="contacts_email_later",
        goals={
            "en": "Look up the email address of {name} in Contacts. Then mark {listed} and {final} as favourites there. "
            "At the end, make a text note in Notes with the title “{title}” and that email address as its text.",
            "zh": "先在通讯录（Contacts）里查 {name} 的邮箱地址，再把 {listed} 和 {final} 加入收藏；"
            "最后在笔记（Notes）里新建一条文本笔记，标题为“{title}”，内容为该邮箱地址。",
        },
        apps=("contacts", "notes"),
        tags=("memory", "transfer", "list", "toggle", "input"),
        difficulty=5,
        budget=69,
        draw=_draw_email,
        setup=_setup_email,
        expect=_expect_email,
        oracle=_solve_email,
    ),
    Template(
        name="contacts_work_number",
        goals={
            "en": "Text “{text}” to the work number that {name} has in Contacts, not to the mobile number. If there is no work "
            "number, send nothing and finish the task as impossible. In both cases answer with the mobile number in that entry.",
            "zh": "用信息（Messages）把“{text}”发到通讯录（Contacts）中 {name} 的工作电话，不要发到手机号。如果没有工作电话，"
            "就什么都不要发送，并以“无法完成”（impossible）结束任务。两种情况都请回答该联系人资料中的手机号。",
        },
        apps=("contacts", "messages"),
        tags=("read", "transfer", "impossible"),
        difficulty=3,
        budget=21,
        draw=_draw_desk,
        setup=_setup_desk,
        expect=_expect_desk,
        answer=lambda _, p: (p["mobile"], p["mobile"].replace("-", "")),
        impossible=lambda p: not p["desk"],
        oracle=_solve_desk,
        ignore=READING,
    ),
)
