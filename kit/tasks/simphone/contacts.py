"""Tasks in Contacts: add someone, change a number, delete the right one of several people with one name."""

from __future__ import annotations

import random

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.people import Record
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.steps import choose, enter, fill, open_where, press
from kit.types import Observation


def draw_name(rng: random.Random, but: str = "") -> tuple[str, str]:
    """A first and a last name, the last one not `but`; one in four is not ASCII."""
    if rng.random() < 0.25:
        return rng.choice(pool.WORLD)
    return rng.choice(pool.FIRST), rng.choice([last for last in pool.LAST if last != but])


def draw_people(rng: random.Random, count: int) -> list[tuple[str, str, str]]:
    """First name, last name and number of people who share neither."""
    firsts, lasts = rng.sample(pool.FIRST, count), rng.sample(pool.LAST, count)
    numbers: list[str] = []
    while len(numbers) < count:
        if (number := pool.number(rng)) not in numbers:
            numbers.append(number)
    return list(zip(firsts, lasts, numbers, strict=True))


def add_people(phone: TruePhone, made: list[Record]) -> None:
    """Adds people to the address book; anyone there with one of their names or numbers makes room first."""
    names = {pool.full_name(p) for p in made}
    numbers = {p["phone"] for p in made}
    kept = [
        p for p in phone.data()["contacts"]["people"] if pool.full_name(p) not in names and p["phone"] not in numbers
    ]
    for p in made:
        kept.append({**p, "id": pool.next_id("c", kept)})
    phone.set("contacts.people", kept)


# --- add -------------------------------------------------------------------------------------------------------------


def _draw_add(rng: random.Random) -> Params:
    first, last = draw_name(rng)
    host = rng.choice(pool.MAIL_HOSTS)
    return {"first": first, "last": last, "phone": pool.number(rng), "email": f"user{rng.randrange(1000, 9999)}@{host}"}


def _expect_add(data: Data, params: Params) -> None:
    people = data["contacts"]["people"]
    people.append(person(pool.next_id("c", people), **params))


def _solve_add(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield press(seen, "Create new contact")
    for field, key in (("First name", "first"), ("Last name", "last"), ("Phone", "phone"), ("Email", "email")):
        seen = yield from fill(seen, field, params[key])
    yield press(seen, "Save")
    yield "finish", {}


# --- change a number ------------------------------------------------------------------------------------------------


def _draw_change(rng: random.Random) -> Params:
    (first, last, old), (_, other, near), (_, _, new) = draw_people(rng, 3)
    return {"first": first, "last": last, "other": other, "old": old, "near": near, "new": new}


def _setup_change(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    add_people(
        phone,
        [
            person("", first, params["other"], params["near"]),
            person("", first, params["last"], params["old"], work_phone="212-555-0199", company="Harbour Bank"),
        ],
    )


def _expect_change(data: Data, params: Params) -> None:
    _the_one(data, "phone", params["old"])["phone"] = params["new"]


def _the_one(data: Data, key: str, value: str) -> Record:
    return next(p for p in data["contacts"]["people"] if p[key] == value)


def _solve_change(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from choose(seen, f"{params['first']} {params['last']}")
    seen = yield press(seen, "Edit contact")
    seen = yield from fill(seen, "Phone", params["new"])
    yield press(seen, "Save")
    yield "finish", {}


# --- delete the right one -------------------------------------------------------------------------------------------


def _draw_delete(rng: random.Random) -> Params:
    people = draw_people(rng, 3)
    first, last = draw_name(rng)
    right, wrong = rng.sample(pool.COMPANIES, 2)
    numbers = [number for _, _, number in people]
    return {
        "first": first,
        "last": last,
        "company": right,
        "other": wrong,
        "numbers": numbers,
        "flip": rng.random() < 0.5,
    }


def _setup_delete(phone: TruePhone, params: Params) -> None:
    first, last, numbers = params["first"], params["last"], params["numbers"]
    made = [
        person("", first, last, numbers[0], company=params["company"]),
        person("", first, last, numbers[1], company=params["other"]),
    ]
    add_people(phone, [*(reversed(made) if params["flip"] else made), person("", first, f"{last}-Voss", numbers[2])])


def _expect_delete(data: Data, params: Params) -> None:
    data["contacts"]["people"].remove(_the_one(data, "phone", params["numbers"][0]))


def _solve_delete(params: Params, seen: Observation) -> Oracle:
    name = f"{params['first']} {params['last']}"
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield press(seen, "Search contacts")
    seen = yield enter(seen, "Search contacts", name)
    seen = yield from open_where(seen, name, params["company"])
    seen = yield press(seen, "More options")
    seen = yield press(seen, "Delete")
    yield press(seen, "Delete")
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="contacts_add",
        goals={
            "en": "Add a contact: first name {first}, last name {last}, phone {phone}, email {email}.",
            "zh": "在通讯录（Contacts）里新建联系人：名（First name）{first}，姓（Last name）{last}，电话 {phone}，邮箱 {email}。",
        },
        apps=("contacts",),
        tags=("input", "form", "navigation"),
        difficulty=2,
        budget=19,
        draw=_draw_add,
        expect=_expect_add,
        oracle=_solve_add,
    ),
    Template(
        name="contacts_change_number",
        goals={
            "en": "In Contacts, change the mobile number of {first} {last} to {new}. Leave everything else as it is.",
            "zh": "在通讯录（Contacts）里把 {first} {last} 的手机号改成 {new}，其他内容保持不变。",
        },
        apps=("contacts",),
        tags=("input", "form", "list"),
        difficulty=2,
        budget=19,
        draw=_draw_change,
        setup=_setup_change,
        expect=_expect_change,
        oracle=_solve_change,
    ),
    Template(
        name="contacts_delete_similar",
        goals={
            "en": "Delete the contact {first} {last} who works at {company}. Keep everyone else with a similar name.",
            "zh": "删除在 {company} 工作的联系人 {first} {last}，保留其他同名或名字相近的人。",
        },
        apps=("contacts",),
        tags=("search", "read", "list", "irreversible"),
        difficulty=3,
        budget=23,
        draw=_draw_delete,
        setup=_setup_delete,
        expect=_expect_delete,
        oracle=_solve_delete,
    ),
)
