"""What the tasks in Mail share: mail put on the phone, mail that is wanted, and moves of their solutions."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

from kit.simphone.apps import people as pool
from kit.simphone.apps.mail_compose import mail
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, TruePhone
from kit.tasks.simphone.lists import open_each
from kit.tasks.simphone.steps import Walk, enter, press
from kit.types import Mark, Observation

READ = ("mail.mails.*.read", "mail.account")
"""That a mail was read, and which account is looked at, are no changes anybody minds."""
ME = ("Alex Winter", "alex.winter@mail.example")
WORK = "a.winter@granite.example"
CHATTER = (
    ("The photos", "They turned out well. I will bring some prints next time."),
    ("Sunday", "We start at ten, bring boots. The dog comes too."),
    ("Old bicycle", "Do you still want it? It stands in my way."),
    ("Thank you", "What a lovely evening. The soup was the best."),
    ("Choir", "The rehearsal begins half an hour earlier this week."),
    ("Keys", "I found two keys in the garden, are they yours?"),
    ("Newsletter", "Our spring programme is here. Have a look!"),
    ("Minutes", "The minutes of the last meeting are in the folder."),
)


def address(first: str, last: str, rng: random.Random) -> str:
    """A person's address; names that are not ASCII get one of another kind."""
    host = rng.choice(pool.MAIL_HOSTS)
    plain = f"{first}.{last}".lower()
    return f"{plain}@{host}" if plain.isascii() else f"user{rng.randrange(1000, 9999)}@{host}"


def draft_mail(name: str, sender: str, subject: str, body: str, **more: Any) -> Record:
    """A mail to me without id and time; `add_mails` gives it both."""
    return mail("", (name, sender), ME[1], subject, body, "", **more)


def chatter(rng: random.Random, count: int) -> list[Record]:
    """Mails of no importance, each from a company."""
    names = rng.sample(pool.COMPANIES, count)
    said = rng.sample(CHATTER, count)
    return [draft_mail(n, f"news@{n.split()[0].lower()}.example", *words) for n, words in zip(names, said, strict=True)]


def add_mails(phone: TruePhone, made: list[Record]) -> None:
    """Replaces all mail by these, the newest first and some hours apart."""
    now = datetime.fromisoformat(phone.state()["clock"]).replace(second=0, microsecond=0)
    mails: list[Record] = []
    for n, m in enumerate(made, start=1):
        when = pool.stamp(now - timedelta(minutes=37 + 170 * (n - 1)))
        mails.append({**m, "id": f"m{n}", "thread": m["thread"] or f"m{n}", "time": when})
    phone.set("mail.mails", mails)


def expect_sent_mail(data: Data, to: str, subject: str, body: str, **more: Any) -> Record:
    """Adds a sent mail to the wanted data; returns its record."""
    mails = data["mail"]["mails"]
    id = pool.next_id("m", mails)
    made = mail(id, ME, to, subject, body, "") | {"time": ANY, "folder": "sent", **more}
    mails.append(made)
    return made


def the_mail(data: Data, **wanted: str) -> Record:
    """The mail whose values are these."""
    return next(m for m in data["mail"]["mails"] if all(m[k] == v for k, v in wanted.items()))


def rows(seen: Observation) -> list[Mark]:
    """The rows of a list of mail."""
    return [m for m in seen.marks if m.resource_id.endswith("/mail_row")]


def bodies(seen: Observation) -> str:
    """What the mails of an open conversation say."""
    ends = ("/mail_body", "/mail_quote", "/file_text")
    return "\n".join(n.text for w in seen.windows for n in w.nodes if n.resource_id.endswith(ends))


def open_saying(seen: Observation, sender: str, about: str) -> Walk:
    """Opens the mails of a sender from the newest on until one says this; stays there."""
    return (yield from open_each(seen, rows, lambda now: about in bodies(now), saying=sender))


def write_mail(seen: Observation, to: str, subject: str, body: str) -> Walk:
    """From a list: a new mail, sent."""
    seen = yield from press(seen, "Compose")
    seen = yield from enter(seen, "To", to)
    seen = yield from enter(seen, "Subject", subject)
    seen = yield from enter(seen, "Message", body)
    return (yield from press(seen, "Send"))


def answer_mail(seen: Observation, body: str) -> Walk:
    """From an open conversation: a reply, sent."""
    seen = yield from press(seen, "Reply")
    seen = yield from enter(seen, "Message", body)
    return (yield from press(seen, "Send"))
