"""Tasks in Mail: answer with a number, forward one of many invoices, the right account."""

from __future__ import annotations

import random

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.mail_folders import FOLDER_TEMPLATES
from kit.tasks.simphone.mail_long import LONG_TEMPLATES
from kit.tasks.simphone.mail_moves import (
    READ,
    WORK,
    add_mails,
    address,
    answer_mail,
    chatter,
    draft_mail,
    expect_sent_mail,
    open_saying,
    the_mail,
    write_mail,
)
from kit.tasks.simphone.mail_traps import TRAP_TEMPLATES
from kit.tasks.simphone.steps import enter, marks, press, shows
from kit.types import Observation

# --- answer with a number ----------------------------------------------------------------------------------------------


def _draw_number(rng: random.Random) -> Params:
    asker, near, whom, other = draw_people(rng, 4)
    subject = f"{rng.choice(('Number of', 'How to reach', 'Contact of'))} {whom[0]}"
    made = [
        draft_mail(
            f"{asker[0]} {asker[1]}", address(asker[0], asker[1], rng), subject, f"Can you send me {whom[0]}'s number?"
        ),
        draft_mail(
            f"{near[0]} {near[1]}",
            address(near[0], near[1], rng),
            subject,
            f"Never mind, I have {whom[0]}'s number now.",
        ),
        *chatter(rng, 4),
    ]
    wanted = made[0]
    rng.shuffle(made)
    return {"asker": wanted["from_name"], "to": wanted["from"], "subject": subject, "mails": made, "name": f"{whom[0]} {whom[1]}",
            "first": whom[0], "last": whom[1], "number": whom[2], "other": other[1], "near": other[2]}  # fmt: skip


def _setup_number(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    add_people(
        phone, [person("", first, params["other"], params["near"]), person("", first, params["last"], params["number"])]
    )
    add_mails(phone, params["mails"])


def _expect_number(data: Data, params: Params) -> None:
    thread = the_mail(data, from_name=params["asker"])["thread"]
    expect_sent_mail(data, params["to"], f"Re: {params['subject']}", params["number"], thread=thread)


def _solve_number(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, params["name"])
    number = next(part for m in seen.marks for part in m.full_label.split(", ") if pool.is_number(part))
    seen = yield "launch_app", {"name": "Mail"}
    seen = yield from press(seen, params["asker"])
    yield from answer_mail(seen, number)
    yield "finish", {}


# --- forward one invoice of many ---------------------------------------------------------------------------------------


def _draw_invoice(rng: random.Random) -> Params:
    company, near = rng.sample(pool.COMPANIES, 2)
    sender = f"billing@{company.split()[0].lower()}.example"
    amounts = [f"{rng.randint(20, 990)}.{rng.randint(10, 99)}" for _ in range(4)]
    subject = f"Invoice {rng.choice(('spring', 'summer', 'autumn', 'winter'))}"
    made = [
        draft_mail(company, sender, subject, f"Please find our invoice attached.\nAmount due: {amount} EUR. Thank you!",
                   files=[{"name": f"invoice-{n}.txt", "data": f"{company}\nTotal {amount} EUR\n"}])
        for n, amount in enumerate(amounts, start=rng.randint(100, 900))
    ]  # fmt: skip
    wanted = made[0]
    others = draft_mail(near, f"billing@{near.split()[0].lower()}.example", subject, f"Amount due: {amounts[0]} EUR.")
    made += [others, *(m for m in chatter(rng, 3) if m["from_name"] not in (company, near))]
    rng.shuffle(made)
    first, last, _ = draw_people(rng, 1)[0]
    return {"company": company, "amount": amounts[0], "subject": subject, "mails": made, "files": wanted["files"],
            "body": wanted["body"], "sender": sender, "to": address(first, last, rng)}  # fmt: skip


def _setup_mails(phone: TruePhone, params: Params) -> None:
    add_mails(phone, params["mails"])


def _expect_invoice(data: Data, params: Params) -> None:
    quote = f"> {params['company']} <{params['sender']}>\n> {params['subject']}\n\n{params['body']}"
    expect_sent_mail(data, params["to"], f"Fwd: {params['subject']}", "", files=params["files"], quote=quote)


def _solve_invoice(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Mail"}
    seen = yield from open_saying(seen, params["company"], params["amount"])
    seen = yield from press(seen, "Forward")
    seen = yield from enter(seen, "To", params["to"])
    yield from press(seen, "Send")
    yield "finish", {}


# --- the right account -------------------------------------------------------------------------------------------------

ORDERS = (
    "12 chairs",
    "three red lamps",
    "a bag of lime",
    "two rolls of wire",
    "the blue tiles",
    "nine oak boards",
    "木板十块",
)


def _draw_account(rng: random.Random) -> Params:
    company = rng.choice(pool.COMPANIES)
    number = rng.randint(100, 999)
    return {"to": f"orders{rng.randint(2, 99)}@{company.split()[0].lower()}.example", "subject": f"Order {number}",
            "body": f"Please keep {rng.choice(ORDERS)} for me until {rng.randint(9, 19)}:{rng.randrange(10, 60)}"}  # fmt: skip


def _setup_account(phone: TruePhone, params: Params) -> None:
    phone.set("mail.account", "a2")


def _expect_account(data: Data, params: Params) -> None:
    expect_sent_mail(data, params["to"], params["subject"], params["body"])


def _solve_account(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Mail"}
    seen = yield from press(seen, "Folders")
    work = next(m for m in marks(seen, WORK))
    if "on" in work.states or shows(seen, "alex.winter@mail.example"):
        seen = yield from press(seen, "alex.winter@mail.example")
    yield from write_mail(seen, params["to"], params["subject"], params["body"])
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="mail_answer_number",
        goals={
            "en": "{asker} asks in a mail (“{subject}”) for a phone number. Reply to that mail in Mail with the mobile number of "
            "{name}, written as in Contacts: the number alone.",
            "zh": "{asker} 在邮件“{subject}”里问电话号码。请在邮件（Mail）里回复那封邮件，内容只写 {name} 的手机号，写法与通讯录（Contacts）一致。",
        },
        apps=("mail", "contacts"),
        tags=("transfer", "read", "input"),
        difficulty=3,
        budget=19,
        draw=_draw_number,
        setup=_setup_number,
        expect=_expect_number,
        oracle=_solve_number,
        ignore=READ,
    ),
    Template(
        name="mail_forward_invoice",
        goals={
            "en": "In Mail, find the invoice from {company} over {amount} EUR and forward it with its attachment to {to}. Write "
            "nothing else.",
            "zh": "在邮件（Mail）里找到 {company} 金额为 {amount} EUR 的账单邮件，连同附件转发给 {to}，不要添加其他内容。",
        },
        apps=("mail",),
        tags=("read", "list", "input"),
        difficulty=3,
        budget=31,
        draw=_draw_invoice,
        setup=_setup_mails,
        expect=_expect_invoice,
        oracle=_solve_invoice,
        ignore=READ,
    ),
    Template(
        name="mail_right_account",
        goals={
            "en": "From my private account alex.winter@mail.example, send a mail in Mail to {to} with the subject “{subject}” and the text "
            "“{body}”. It must not go out from my work account.",
            "zh": "在邮件（Mail）里用我的私人账号 alex.winter@mail.example 给 {to} 发一封邮件，主题“{subject}”，内容“{body}”。不能用工作账号发送。",
        },
        apps=("mail",),
        tags=("form", "input", "recovery"),
        difficulty=3,
        budget=21,
        draw=_draw_account,
        setup=_setup_account,
        expect=_expect_account,
        oracle=_solve_account,
        ignore=READ,
    ),
    *FOLDER_TEMPLATES,
    *TRAP_TEMPLATES,
    *LONG_TEMPLATES,
)
