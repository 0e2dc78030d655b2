"""Messages: conversations, a thread a number, new conversations with suggestions from Contacts, search.

Data: `threads` (id, number, unread, messages of mine/text/time, oldest first) and `replies`: answers that will come when
something is sent to a number (number, text, delay in ms, and "keep" to answer every time). Nobody answers unless a task
put a reply there, so an exact check of the data is never upset by one that was not expected.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.messages_pages import COMPOSE, RECIPIENT, SEARCH, draft, find, name_of, people_of, view
from kit.simphone.apps.people import Record

BOTTOM = 1_000_000


@dataclass(slots=True)
class MessagesData:
    """All conversations, and the replies a task has arranged."""

    threads: list[Record] = field(default_factory=list[Record])
    replies: list[Record] = field(default_factory=list[Record])


def thread(id: str, number: str, said: list[tuple[bool, str]], last: datetime, *, unread: bool = False) -> Record:
    """A conversation's record from (mine, text) pairs, five minutes apart, the last one at `last`."""
    start = last - timedelta(minutes=5 * (len(said) - 1))
    lines = [
        {"mine": mine, "text": text, "time": pool.stamp(start + timedelta(minutes=5 * n))}
        for n, (mine, text) in enumerate(said)
    ]
    return {"id": id, "number": number, "unread": unread, "messages": lines}


def fresh(rng: random.Random, now: datetime) -> MessagesData:
    """Four to six conversations with numbers nobody knows, the newest one unread."""
    threads: list[Record] = []
    for n in range(rng.randint(4, 6)):
        words = rng.sample(pool.SMALL_TALK, rng.randint(1, 4))
        said = [(rng.random() < 0.4, text) for text in words[:-1]] + [(False, words[-1])]
        last = now - timedelta(minutes=rng.randint(20, 90) + 700 * n)
        threads.append(thread(f"t{n + 1}", pool.number(rng), said, last.replace(second=0), unread=n == 0))
    return MessagesData(threads=threads)


# --- handlers --------------------------------------------------------------------------------------------------------


def _thread_with(data: MessagesData, number: str) -> Record:
    found = find(data.threads, number)
    if found is None:
        found = {"id": pool.next_id("t", data.threads), "number": number, "unread": False, "messages": []}
        data.threads.append(found)
    return found


def _open(run: Run, number: str) -> None:
    if run.ui.memo.get("draft_to") != number:  # a draft belongs to one conversation
        run.ui.fields[COMPOSE] = ""
    run.ui.scroll[f"messages_{number}"] = BOTTOM
    if (t := find(run.data.threads, number)) is not None:
        t["unread"] = False
    if run.ui.page.name != "thread" or run.ui.page.args != {"number": number}:
        run.ui.go("thread", number=number)


def _keep_draft(run: Run, number: str, _: str) -> None:
    run.ui.memo["draft_to"] = number


def _start_new(run: Run) -> None:
    run.ui.fields[RECIPIENT] = ""
    run.ui.memo["recipient_error"] = ""
    run.ui.go("new")
    run.ui.focus = RECIPIENT


def _start(run: Run, number: str) -> None:
    run.ui.back()
    _open(run, number)


def _to_typed(run: Run, typed: str) -> None:
    exact = [p for p in people_of(run) if pool.full_name(p).casefold() == typed.strip().casefold() and p["phone"]]
    if pool.is_number(typed):
        _start(run, pool.tidy_number(typed))
    elif len(exact) == 1:
        _start(run, exact[0]["phone"])
    else:
        run.ui.memo["recipient_error"] = "Choose a contact or type a phone number"


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _send(run: Run, number: str, *_: Any) -> None:
    text = draft(run, number).strip()
    if not text:
        return
    t = _thread_with(run.data, number)
    t["messages"].append({"mine": True, "text": text, "time": pool.stamp(run.env.now)})
    t["unread"] = False
    run.ui.fields[COMPOSE] = ""
    run.ui.scroll[f"messages_{number}"] = BOTTOM
    for reply in [r for r in run.data.replies if pool.same_number(r["number"], number)][:1]:
        if not reply.get("keep"):
            run.data.replies.remove(reply)
        run.env.later(reply["delay"], ("receive", number, reply["text"]))


def _receive(run: Run, number: str, text: str) -> None:
    t = _thread_with(run.data, number)
    t["messages"].append({"mine": False, "text": text, "time": pool.stamp(run.env.now)})
    page = run.ui.page
    watching = run.env.front and page.name == "thread" and pool.same_number(page.args.get("number", ""), number)
    t["unread"] = not watching
    run.ui.scroll[f"messages_{number}"] = BOTTOM
    if not watching:
        run.env.notify(name_of(people_of(run), number), text, ("open", number))


def _resume(run: Run) -> None:
    """The conversation that was left open is seen again."""
    if run.ui.page.name == "thread" and (t := find(run.data.threads, run.ui.page.args.get("number", ""))) is not None:
        t["unread"] = False


def _ask_delete(run: Run, id: str) -> None:
    t = next((t for t in run.data.threads if t["id"] == id), None)
    if t is not None:
        name = name_of(people_of(run), t["number"])
        run.ui.dialog = Dialog(
            title="Delete this conversation?",
            message=f"All messages with {name} will be deleted.",
            buttons=(("Delete", ("delete", id)), ("Cancel", ("noop",))),
        )


def _delete(run: Run, id: str) -> None:
    run.data.threads[:] = [t for t in run.data.threads if t["id"] != id]
    if run.ui.page.name == "thread":
        run.ui.back()
    run.env.toast("Conversation deleted")


def _call(run: Run, number: str) -> None:
    run.env.toast(f"Calling needs a SIM card: {number}")


HANDLERS: dict[str, Handler] = {
    "open": _open, "new": _start_new, "start": _start, "to_typed": _to_typed, "search": _start_search,
    "draft": _keep_draft, "send": _send, "receive": _receive, "resume": _resume, "ask_delete": _ask_delete, "delete": _delete, "call": _call,
}  # fmt: skip


APP = App(
    name="messages",
    package="com.android.messaging",
    activity=".ui.conversationlist.ConversationListActivity",
    labels={"en": "Messages", "zh": "信息"},
    icon="chat",
    color="#0b8043",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
)
