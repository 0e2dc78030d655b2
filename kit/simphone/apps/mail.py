"""Mail: two accounts, folders and labels, conversations, search, drafts, attachments from and to the phone's files.

Data: `accounts` (id, name, address), `account` (the one shown), `mails` (id, account, folder, thread, from_name, from, to,
subject, body, quote, time, read, starred, labels, files of name/data, link of label/site), `labels`, `settings`
(signature, forward_to, auto_reply), `forms` (what was entered on sites that links lead to) and `replies`: what will come
when something is sent to an address.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.mail_compose import COMPOSE_HANDLERS, mail, open_draft
from kit.simphone.apps.mail_links import LINK_HANDLERS, find
from kit.simphone.apps.mail_pages import FOLDERS, OPTIONS, SEARCH, group, view
from kit.simphone.apps.mail_words import WORDS
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import ask

SAMPLES = (
    ("Lantern Books", "Your order is on its way", "Thank you for your order. It left our shop this morning."),
    ("Kestrel Air", "Your timetable has changed", "Your flight now leaves ten minutes later. There is nothing you need to do."),
    ("Harbour Bank", "Your statement is ready", "Your monthly statement is ready. You find it in the bank's app."),
    ("Fernway Studio", "Course plan", "The courses of the next term start in two weeks. Bring comfortable shoes."),
    ("Juniper Foods", "Recipes of the week", "Pumpkin risotto, rye bread with seeds, and a quick lentil salad."),
    ("Elm Street Clinic", "Reminder", "It is time for your yearly check-up. Call us to arrange a day."),
)  # fmt: skip
LABELS = ("Family", "Receipts", "Travel", "School", "Projects", "Club")


def _settings() -> Record:
    return {"signature": "", "forward_to": "", "auto_reply": ""}


def _accounts() -> list[Record]:
    return [{"id": "a1", "name": "Alex Winter", "address": "alex.winter@mail.example"}]


@dataclass(slots=True)
class MailData:
    """Accounts, mails, labels, settings, forms filled in, and replies that a task has arranged."""

    accounts: list[Record] = field(default_factory=_accounts)
    account: str = "a1"
    mails: list[Record] = field(default_factory=list[Record])
    labels: list[Record] = field(default_factory=list[Record])
    settings: Record = field(default_factory=_settings)
    forms: list[Record] = field(default_factory=list[Record])
    replies: list[Record] = field(default_factory=list[Record])


def fresh(rng: random.Random, now: datetime) -> MailData:
    """Two accounts, three labels, five mails in the first inbox (the newest unread), one in the other, one in spam."""
    accounts = [*_accounts(), {"id": "a2", "name": "Alex Winter", "address": "a.winter@granite.example"}]
    mails: list[Record] = []
    for n, (name, subject, body) in enumerate(rng.sample(SAMPLES, 6), start=1):
        when = pool.stamp((now - timedelta(minutes=rng.randint(30, 200) + 700 * n)).replace(second=0))
        address = f"info@{name.split()[0].lower()}.example"
        account = accounts[n == 6]
        made = mail(f"m{n}", (name, address), account["address"], subject, body, when)
        mails.append({**made, "account": account["id"], "read": n > 1})
    text = "You have won a voucher. Answer within an hour!"
    spam = mail(
        "m7",
        ("Lucky Draw", "win@lucky.example"),
        accounts[0]["address"],
        "You won",
        text,
        pool.stamp(now - timedelta(days=3)),
    )
    labels = [{"id": f"l{n}", "name": name} for n, name in enumerate(rng.sample(LABELS, 3), start=1)]
    return MailData(accounts=accounts, mails=[*mails, {**spam, "folder": "spam"}], labels=labels)


# --- moving about ------------------------------------------------------------------------------------------------------


def _go(run: Run, folder: str, label: str) -> None:
    while run.ui.back():
        pass
    run.ui.memo["chosen"] = []
    if label:
        run.ui.go("list", folder="", label=label)
    elif folder != "inbox":
        run.ui.go("list", folder=folder)


def _page(name: str) -> Handler:
    def handler(run: Run, *_: Any) -> None:
        run.ui.go(name)

    return handler


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _account(run: Run, id: str) -> None:
    run.data.account = id
    _go(run, "inbox", "")


def _open(run: Run, id: str) -> None:
    m = find(run, id)
    if m is None:
        return
    if m["folder"] == "drafts":
        open_draft(run, m)
        return
    run.data.account = m["account"]
    for one in group(run, id):
        one["read"] = True
    run.ui.scroll[f"thread_{id}"] = 0
    run.ui.go("thread", id=id)


# --- choosing and moving mail --------------------------------------------------------------------------------------------


def _choose(run: Run, id: str) -> None:
    chosen = run.ui.memo.get("chosen", [])
    run.ui.memo["chosen"] = [c for c in chosen if c != id] if id in chosen else [*chosen, id]


def _choose_none(run: Run) -> None:
    run.ui.memo["chosen"] = []


def _act(run: Run, what: str) -> None:
    for m in [one for id in run.ui.memo.get("chosen", []) for one in group(run, id)]:
        if what == "read":
            m["read"] = True
        else:
            m["folder"] = what
    _choose_none(run)
    if what != "read":
        run.env.toast(run.t("Moved to {folder}", folder=run.t(FOLDERS[what][0])))


def _move(run: Run, id: str, folder: str) -> None:
    run.ui.dialog = None
    for m in group(run, id):
        m["folder"] = folder
    if run.ui.page.name == "thread":
        run.ui.back()
    run.env.toast(run.t("Moved to {folder}", folder=run.t(FOLDERS[folder][0])))


def _star(run: Run, id: str) -> None:
    if (m := find(run, id)) is not None:
        m["starred"] = not m["starred"]


def _unread(run: Run, id: str) -> None:
    run.ui.dialog = None
    for m in group(run, id):
        m["read"] = False
    run.ui.back()


def _more(run: Run, id: str) -> None:
    if (m := find(run, id)) is None:
        return
    spam = ("Not spam", ("move", id, "inbox")) if m["folder"] == "spam" else ("Report spam", ("move", id, "spam"))
    entries = (("Mark as unread", ("unread", id)), ("Move to", ("ask_move", id)), ("Labels", ("ask_label", id)), spam)
    rows = tuple(w.item(run.t(words), on_tap=event, id="menu_row") for words, event in entries)
    run.ui.dialog = Dialog(run.t("More options"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _ask_move(run: Run, id: str) -> None:
    here = (find(run, id) or {}).get("folder", "")
    rows = tuple(
        w.item(run.t(FOLDERS[f][0]), icon=FOLDERS[f][1], on_tap=("move", id, f), id="move_row")
        for f in ("inbox", "archive", "spam", "trash")
        if f != here
    )
    run.ui.dialog = Dialog(run.t("Move to"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _ask_label(run: Run, id: str) -> None:
    have = (find(run, id) or {"labels": []})["labels"]
    rows = tuple(
        w.checkbox(x["name"], x["id"] in have, ("label", id, x["id"])) for x in run.env.arrange(run.data.labels)
    )
    run.ui.dialog = Dialog(run.t("Labels"), body=rows, buttons=((run.t("Done"), ("noop",)),))


def _label(run: Run, id: str, label: str) -> None:
    for m in group(run, id):
        m["labels"] = [x for x in m["labels"] if x != label] if label in m["labels"] else [*m["labels"], label]
    _ask_label(run, id)


def _ask_erase(run: Run, id: str) -> None:
    buttons = ((run.t("Delete forever"), ("erase", id)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Delete forever?"), run.t("This mail cannot be brought back."), buttons)


def _erase(run: Run, id: str) -> None:
    gone = {m["id"] for m in group(run, id)}
    run.data.mails[:] = [m for m in run.data.mails if m["id"] not in gone]
    run.ui.back()


def _ask_empty(run: Run) -> None:
    buttons = ((run.t("Delete forever"), ("empty",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Empty trash?"), run.t("All mail in it is deleted forever."), buttons)


def _empty(run: Run) -> None:
    here = run.data.account
    run.data.mails[:] = [m for m in run.data.mails if m["folder"] != "trash" or m["account"] != here]


# --- settings ----------------------------------------------------------------------------------------------------------


def _field(key: str) -> str:
    return OPTIONS[key].lower().replace(" ", "_")


def _ask_option(run: Run, key: str) -> None:
    words = OPTIONS[key]
    ask(run, words, _field(key), run.data.settings[key], hint=words, then=("set_option", key), ok="Save")


def _set_option(run: Run, key: str, *_: str) -> None:
    run.ui.dialog = None
    value = run.ui.fields.get(_field(key), "").strip()
    if key == "forward_to" and value and "@" not in value:
        run.env.toast(run.t("Enter a valid address"))
        return
    run.data.settings[key] = value


HANDLERS: dict[str, Handler] = {
    **COMPOSE_HANDLERS, **LINK_HANDLERS, "go": _go, "folders": _page("folders"), "settings": _page("settings"), "search": _start_search,
    "account": _account, "open": _open, "choose": _choose, "choose_none": _choose_none,
    "act": _act, "move": _move, "star": _star, "unread": _unread, "more": _more, "ask_move": _ask_move,
    "ask_label": _ask_label, "label": _label, "ask_erase": _ask_erase, "erase": _erase, "ask_empty": _ask_empty,
    "empty": _empty, "ask_option": _ask_option, "set_option": _set_option,
}  # fmt: skip

APP = App(
    name="mail",
    package="com.simphone.mail",
    activity=".MainActivity",
    labels={"en": "Mail", "zh": "邮件", "ar": "البريد"},
    icon="mail",
    color="#d93025",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
