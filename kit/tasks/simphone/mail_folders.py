"""Tasks with the folders of Mail: archive what a sender wrote, rescue a mail from the trash."""

from __future__ import annotations

import random

from kit.simphone.apps import people as pool
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.contacts import draw_people
from kit.tasks.simphone.lists import Rows
from kit.tasks.simphone.mail_moves import (
    READ,
    add_mails,
    address,
    bodies,
    chatter,
    draft_mail,
    rows,
    the_mail,
)
from kit.tasks.simphone.steps import press, spelled, words
from kit.types import Observation


def _setup_mails(phone: TruePhone, params: Params) -> None:
    add_mails(phone, params["mails"])


# --- tidy up ---------------------------------------------------------------------------------------------------------


def _draw_tidy(rng: random.Random) -> Params:
    first, last, _ = draw_people(rng, 1)[0]
    name, sender = f"{first} {last}", address(first, last, rng)
    said = rng.sample(("Plan A", "Plan B", "The roof", "Sofa", "Snow", "Paint", "Tiles"), 5)
    made = [draft_mail(name, sender, subject, "See you soon.") for subject in said]
    for m in rng.sample(made, 2):
        m["starred"] = True
    made += chatter(rng, 3)
    rng.shuffle(made)
    return {"name": name, "mails": made}


def _expect_tidy(data: Data, params: Params) -> None:
    for m in data["mail"]["mails"]:
        if m["from_name"] == params["name"] and not m["starred"]:
            m["folder"] = "archive"


def _solve_tidy(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Mail"}
    every, chosen = Rows(rows), False
    while True:
        seen, row = yield from every.following(seen)
        if row is None:
            break
        said = words(seen, row)
        if params["name"] in said and spelled("Starred").isdisjoint(said):
            seen = yield "tap" if chosen else "long_press", {"target_mark_id": row.id}
            chosen = True
    if chosen:
        yield from press(seen, "Archive")
    yield "finish", {}


# --- rescue from the trash ---------------------------------------------------------------------------------------------


def _draw_rescue(rng: random.Random) -> Params:
    company = rng.choice(pool.COMPANIES)
    sender = f"office@{company.split()[0].lower()}.example"
    numbers = rng.sample(range(1000, 9999), 3)
    sums = [str(rng.randint(100, 9999)) for _ in numbers]
    made = [
        draft_mail(
            company,
            sender,
            f"Contract {number}",
            f"Contract {number} was signed. The yearly fee is {amount} EUR.",
            folder="trash",
        )
        for number, amount in zip(numbers, sums, strict=True)
    ]
    made += [m | {"folder": "trash"} for m in chatter(rng, 3)]
    rng.shuffle(made)
    return {"subject": f"Contract {numbers[0]}", "sum": sums[0], "mails": [*made, *chatter(rng, 2)]}


def _expect_rescue(data: Data, params: Params) -> None:
    mine = data["mail"]
    the_mail(data, subject=params["subject"])["folder"] = "inbox"
    mine["mails"] = [m for m in mine["mails"] if m["folder"] != "trash"]


def _answer_rescue(_: Data, params: Params) -> tuple[str, ...]:
    value = params["sum"]
    return value, f"{value} EUR", f"EUR {value}"


def _solve_rescue(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Mail"}
    seen = yield from press(seen, "Folders")
    seen = yield from press(seen, "Trash")
    seen = yield from press(seen, params["subject"])
    value = bodies(seen).rsplit(" EUR", 1)[0].split()[-1]
    seen = yield from press(seen, "Move to inbox")
    seen = yield from press(seen, "Empty trash")
    yield from press(seen, "Delete forever")
    yield "finish", {"answer": value}


FOLDER_TEMPLATES: tuple[Template, ...] = (
    Template(
        name="mail_tidy_sender",
        goals={
            "en": "In Mail, archive every mail from {name} in the inbox that has no star. The starred ones and all other mail stay "
            "where they are.",
            "zh": "在邮件（Mail）里，把收件箱中 {name} 发来的、没有加星标的邮件全部归档。加星标的和其他邮件保持原位。",
        },
        apps=("mail",),
        tags=("list", "read"),
        difficulty=3,
        budget=18,
        draw=_draw_tidy,
        setup=_setup_mails,
        expect=_expect_tidy,
        oracle=_solve_tidy,
        ignore=READ,
    ),
    Template(
        name="mail_rescue_from_trash",
        goals={
            "en": "In Mail, the mail “{subject}” was deleted by mistake: move it from the trash back to the inbox. Then empty the trash, "
            "and tell me the yearly fee in EUR that the rescued mail names.",
            "zh": "在邮件（Mail）里，邮件“{subject}”被误删了：把它从回收站移回收件箱，然后清空回收站，并告诉我那封邮件里写的年费是多少 EUR。",
        },
        apps=("mail",),
        tags=("navigation", "read", "irreversible"),
        difficulty=3,
        budget=19,
        draw=_draw_rescue,
        setup=_setup_mails,
        expect=_expect_rescue,
        answer=_answer_rescue,
        oracle=_solve_rescue,
        ignore=READ,
    ),
)
