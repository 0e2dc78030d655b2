"""Chat: talks with people, groups and an assistant whose answers stream in; reactions, polls, forwarding, unsending.

Data: `chats` (id, name, kind of person/group/assistant, members, unread, muted, pinned, messages) and `rules`: who answers
what (chat, who, has: words that must all occur in what was said, says, delay in ms). A message has id, who ("me" or a
name), text, time, reactions (sign -> who), poll, deleted, streaming (still being written), stopped (cut short). The
assistant answers whatever no rule fits with a question; people then say nothing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.chat_pages import (
    ME,
    MESSAGE,
    OPTIONS,
    QUESTION,
    SEARCH,
    SIGNS,
    find,
    message_in,
    view,
)
from kit.simphone.apps.chat_talk import BOTTOM, TALK_HANDLERS, append, chat, poll
from kit.simphone.apps.chat_words import WORDS
from kit.simphone.apps.people import Record

GROUPS = ("Climbing club", "House 12", "Book circle", "Flatmates", "Sunday football", "Choir")


@dataclass(slots=True)
class ChatData:
    """All chats, and who answers what."""

    chats: list[Record] = field(default_factory=list[Record])
    rules: list[Record] = field(default_factory=list[Record])


def fresh(rng: random.Random, now: datetime) -> ChatData:
    """The assistant, a group and three people."""
    names = [f"{a} {b}" for a, b in zip(rng.sample(pool.FIRST, 4), rng.sample(pool.LAST, 4), strict=True)]
    words = rng.sample(pool.SMALL_TALK, 6)
    made = [chat("h1", "Assistant", [], now, kind="assistant", pinned=True)]
    talk = [(names[0], words[0]), (names[3], words[1])]
    last = (now - timedelta(minutes=rng.randint(20, 300))).replace(second=0)
    made.append(chat("h2", rng.choice(GROUPS), talk, last, kind="group", members=[names[0], names[3]], unread=1))
    for n, name in enumerate(names[:3]):
        last -= timedelta(minutes=rng.randint(100, 900))
        made.append(chat(f"h{n + 3}", name, [(name, words[n + 2]), (ME, words[5])][: 1 + n % 2], last))
    return ChatData(chats=made)


# --- moving about ------------------------------------------------------------------------------------------------------


def _page(name: str) -> Handler:
    def handler(run: Run, *_: Any) -> None:
        run.ui.go(name)

    return handler


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _open(run: Run, id: str) -> None:
    c = find(run, id)
    if c is None:
        return
    c["unread"] = 0
    run.ui.fields[MESSAGE] = ""
    run.ui.memo["writing"] = ""
    run.ui.scroll[f"chat_{id}"] = BOTTOM
    if run.ui.page.name != "chat" or run.ui.page.args != {"id": id}:
        run.ui.go("chat", id=id)


def _resume(run: Run) -> None:
    """The chat that was left open is seen again."""
    if run.ui.page.name == "chat" and (c := find(run, run.ui.page.args.get("id", ""))) is not None:
        c["unread"] = 0


def _start(run: Run, name: str) -> None:
    c = next((c for c in run.data.chats if c["kind"] == "person" and c["name"] == name), None)
    if c is None:
        c = chat(pool.next_id("h", run.data.chats), name, [], run.env.now)
        run.data.chats.append(c)
    run.ui.back()
    _open(run, c["id"])


def _info(run: Run, id: str) -> None:
    run.ui.go("info", id=id)


def _write(run: Run, id: str) -> None:
    run.ui.memo["writing"] = id
    run.ui.fields[MESSAGE] = ""
    run.ui.focus = MESSAGE


# --- one message -------------------------------------------------------------------------------------------------------


def _message_menu(run: Run, id: str, message: str) -> None:
    m = message_in(find(run, id), message)
    if m is None:
        return
    signs = tuple(w.item(run.t(s), icon="smile", on_tap=("react", id, message, s), id="sign_row") for s in SIGNS)
    forward = w.item(run.t("Forward"), icon="forward", on_tap=("forward", m["text"]), id="menu_forward")
    drop = w.item(run.t("Delete for me"), icon="delete", on_tap=("drop", id, message), id="menu_drop")
    all_of = w.item(run.t("Delete for everyone"), icon="delete", on_tap=("ask_unsend", id, message), id="menu_unsend")
    body = (*signs, forward, drop, *((all_of,) if m["who"] == ME else ()))
    run.ui.dialog = Dialog(run.t("Message options"), body=body, buttons=((run.t("Cancel"), ("noop",)),))


def _react(run: Run, id: str, message: str, sign: str) -> None:
    run.ui.dialog = None
    if (m := message_in(find(run, id), message)) is None:
        return
    who = m["reactions"].get(sign, [])
    kept = [name for name in who if name != ME] if ME in who else [*who, ME]
    m["reactions"] = {**m["reactions"], sign: kept} if kept else {s: v for s, v in m["reactions"].items() if s != sign}


def _forward(run: Run, text: str) -> None:
    run.ui.dialog = None
    run.ui.go("forward", text=text)


def _forward_to(run: Run, id: str, text: str) -> None:
    run.ui.back()
    if (c := find(run, id)) is not None:
        append(run, c, ME, text)
        run.env.toast(run.t("Forwarded"))


def _drop(run: Run, id: str, message: str) -> None:
    run.ui.dialog = None
    if (c := find(run, id)) is not None:
        c["messages"] = [m for m in c["messages"] if m["id"] != message]


def _ask_unsend(run: Run, id: str, message: str) -> None:
    buttons = ((run.t("Delete"), ("unsend", id, message)), (run.t("Cancel"), ("noop",)))
    words = run.t("Nobody in this chat will see the message any more.")
    run.ui.dialog = Dialog(run.t("Delete for everyone?"), words, buttons)


def _unsend(run: Run, id: str, message: str) -> None:
    if (m := message_in(find(run, id), message)) is not None:
        m.update({"deleted": True, "text": "", "reactions": {}, "poll": None})


# --- polls, and a chat as a whole ------------------------------------------------------------------------------------------


def _vote(run: Run, id: str, message: str, index: int) -> None:
    m = message_in(find(run, id), message)
    if m is not None and m["poll"]:
        m["poll"]["mine"] = -1 if m["poll"]["mine"] == index else index


def _new_poll(run: Run, id: str) -> None:
    run.ui.fields.update(dict.fromkeys((QUESTION, *OPTIONS), ""))
    run.ui.memo["poll_error"] = ""
    run.ui.go("poll", id=id)


def _post_poll(run: Run, id: str) -> None:
    question, *options = (run.ui.fields.get(key, "").strip() for key in (QUESTION, *OPTIONS))
    given = [(text, 0) for text in options if text]
    if not question or len(given) < 2:
        run.ui.memo["poll_error"] = run.t("A poll needs a question and two options")
        return
    run.ui.back()
    if (c := find(run, id)) is not None:
        append(run, c, ME, "", poll=poll(question, given))


def _more(run: Run, id: str) -> None:
    if (c := find(run, id)) is None:
        return
    rows = (
        w.item(run.t("Unpin chat" if c["pinned"] else "Pin chat"), on_tap=("flip", id, "pinned"), id="menu_pin"),
        w.item(run.t("Unmute chat" if c["muted"] else "Mute chat"), on_tap=("flip", id, "muted"), id="menu_mute"),
        w.item(run.t("Delete chat"), on_tap=("ask_delete", id), id="menu_delete"),
    )
    run.ui.dialog = Dialog(c["name"], body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _flip(run: Run, id: str, what: str) -> None:
    run.ui.dialog = None
    if (c := find(run, id)) is not None:
        c[what] = not c[what]


def _ask(title: str, message: str, ok: str, event: str) -> Handler:
    def handler(run: Run, id: str) -> None:
        buttons = ((run.t(ok), (event, id)), (run.t("Cancel"), ("noop",)))
        run.ui.dialog = Dialog(run.t(title), run.t(message), buttons)

    return handler


def _gone(run: Run, id: str) -> None:
    run.data.chats[:] = [c for c in run.data.chats if c["id"] != id]
    while run.ui.back():
        pass


_ask_delete = _ask("Delete this chat?", "All its messages are deleted on this phone.", "Delete", "delete")
_ask_leave = _ask("Leave this group?", "You can only come back when somebody adds you.", "Leave group", "leave")

HANDLERS: dict[str, Handler] = {
    **TALK_HANDLERS, "search": _start_search, "new": _page("new"), "open": _open, "resume": _resume, "start": _start, "info": _info,
    "write": _write, "message_menu": _message_menu,
    "react": _react, "forward": _forward, "forward_to": _forward_to, "drop": _drop, "ask_unsend": _ask_unsend,
    "unsend": _unsend, "vote": _vote, "poll": _new_poll, "post_poll": _post_poll, "more": _more, "flip": _flip,
    "ask_delete": _ask_delete, "delete": _gone, "ask_leave": _ask_leave, "leave": _gone,
}  # fmt: skip

APP = App(
    name="chat",
    package="com.simphone.chat",
    activity=".MainActivity",
    labels={"en": "Chat", "zh": "聊天", "ar": "الدردشة"},
    icon="sms",
    color="#7627bb",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
