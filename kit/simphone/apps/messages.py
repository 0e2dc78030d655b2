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

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record

COMPOSE = "compose_message_text"
RECIPIENT = "recipient_text_view"
SEARCH = "search_view"
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


# --- views -----------------------------------------------------------------------------------------------------------


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {"home": _home, "thread": _thread, "new": _new, "search": _search}
    return pages.get(run.ui.page.name, _home)(run)


def _people(run: Run) -> list[Record]:
    return list(run.env.data("contacts").people)


def name_of(people: list[Record], number: str) -> str:
    """The contact's name for a number, or the number itself."""
    for p in people:
        if pool.same_number(number, p["phone"]) or (p["work_phone"] and pool.same_number(number, p["work_phone"])):
            return pool.full_name(p)
    return number


def _newest_first(data: MessagesData) -> list[Record]:
    return sorted(
        data.threads, key=lambda t: (t["messages"][-1]["time"] if t["messages"] else "", t["id"]), reverse=True
    )


def _home(run: Run) -> w.Widget:
    people = _people(run)
    rows = [_conversation(run, t, people) for t in _newest_first(run.data)]
    bar = w.app_bar("Messages", w.icon_button("search", "Search messages", ("search",), id="action_search"))
    body = w.scroll(*rows, w.space(96), id="conversation_list") if rows else w.empty("No conversations yet")
    start = w.fab("chat", "Start chat", ("new",), id="start_new_conversation_button")
    return w.page(bar, body, floating=start)


def _conversation(run: Run, t: Record, people: list[Record]) -> w.Widget:
    last: Record = t["messages"][-1] if t["messages"] else {"mine": False, "text": "", "time": pool.stamp(run.env.now)}
    snippet = f"You: {last['text']}" if last["mine"] else last["text"]
    trailing = w.column(
        w.text(pool.short_time(last["time"], run.env.now), style="caption", id="conversation_timestamp"),
        w.text("Unread", style="caption", color="accent", id="unread_marker") if t["unread"] else None,
        align="end",
    )
    return w.item(
        name_of(people, t["number"]),
        snippet,
        icon="person",
        trailing=trailing,
        on_tap=("open", t["number"]),
        on_long=("ask_delete", t["id"]),
        id="swipeableContent",
    )


def _thread(run: Run) -> w.Widget:
    number = run.ui.page.args.get("number", "")
    people = _people(run)
    name = name_of(people, number)
    t = find(run.data, number)
    bubbles = [_bubble(run, name, m) for m in (t["messages"] if t else [])]
    actions = [w.icon_button("call", "Call", ("call", number), id="action_call")]
    if t is not None:
        actions.append(w.icon_button("delete", "Delete conversation", ("ask_delete", t["id"]), id="action_delete"))
    bar = w.app_bar(name, *actions, up=True)
    typed = run.ui.fields.get(COMPOSE, "")
    compose = w.row(
        w.text_field(COMPOSE, typed, hint="Text message", action="send", on_submit=("send", number), weight=1),
        w.icon_button("send", "Send message", ("send", number), enabled=bool(typed.strip()), id="send_message_button"),
        pad=8,
    )
    body = w.scroll(*bubbles, id=f"messages_{number}") if bubbles else w.empty(f"No messages with {name} yet")
    return w.page(bar, body, compose)


def _bubble(run: Run, name: str, message: Record) -> w.Widget:
    who = "You" if message["mine"] else name
    return w.column(
        w.text(message["text"], id="message_text", color="accent" if message["mine"] else ""),
        w.text(f"{who} · {pool.short_time(message['time'], run.env.now)}", style="caption", id="message_status"),
        align="end" if message["mine"] else "start",
        pad=8,
    )


def _reachable(people: list[Record]) -> list[tuple[str, str]]:
    """(name, number) of everyone with a number, by name; a person with two numbers comes twice."""
    pairs = [(pool.full_name(p), p[key]) for p in people for key in ("phone", "work_phone") if p[key]]
    return sorted(pairs, key=lambda pair: pair[0].casefold())


def _new(run: Run) -> w.Widget:
    typed = run.ui.fields.get(RECIPIENT, "")
    query = typed.strip().casefold()
    digits = "".join(c for c in query if c.isdigit())
    rows: list[w.Widget] = []
    if pool.is_number(typed):
        number = pool.tidy_number(typed)
        rows.append(w.item(f"Send to {number}", icon="chat", on_tap=("start", number), id="send_to_row"))
    rows += [
        w.item(name, number, icon="person", on_tap=("start", number), id="contact_row")
        for name, number in _reachable(_people(run))
        if query in name.casefold() or (len(digits) >= 3 and digits in number.replace("-", ""))
    ]
    error = run.ui.memo.get("recipient_error", "")
    to = w.text_field(RECIPIENT, typed, hint="Type a name or phone number", action="next", on_submit=("to_typed",))
    return w.page(
        w.app_bar("New conversation", up=True),
        w.row(w.text("To", pad=8), w.column(to, weight=1), pad=8),
        w.text(error, color="error", id="error", pad=16) if error else None,
        w.scroll(*rows, id="contact_list") if rows else w.empty("No matching contacts"),
    )


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    people = _people(run)
    rows = [
        w.item(name_of(people, t["number"]), m["text"], icon="person", on_tap=("open", t["number"]), id="search_result")
        for t in _newest_first(run.data)
        for m in reversed(t["messages"])
        if query and query in f"{m['text']} {name_of(people, t['number'])}".casefold()
    ]
    bar = w.row(
        w.icon_button("back", "Navigate up", ("back",)),
        w.text_field(SEARCH, typed, hint="Search messages", action="search", on_submit=("noop",), weight=1),
        id="toolbar",
        pad=8,
    )
    return w.page(
        bar, w.scroll(*rows, id="results") if rows else w.empty("No results" if query else "Search by word or name")
    )


# --- handlers --------------------------------------------------------------------------------------------------------


def find(data: MessagesData, number: str) -> Record | None:
    """The conversation with this number."""
    return next((t for t in data.threads if pool.same_number(t["number"], number)), None)


def _thread_with(data: MessagesData, number: str) -> Record:
    found = find(data, number)
    if found is None:
        found = {"id": pool.next_id("t", data.threads), "number": number, "unread": False, "messages": []}
        data.threads.append(found)
    return found


def _open(run: Run, number: str) -> None:
    run.ui.fields[COMPOSE] = ""
    run.ui.scroll[f"messages_{number}"] = BOTTOM
    if (t := find(run.data, number)) is not None:
        t["unread"] = False
    run.ui.go("thread", number=number)


def _start_new(run: Run) -> None:
    run.ui.fields[RECIPIENT] = ""
    run.ui.memo["recipient_error"] = ""
    run.ui.go("new")


def _start(run: Run, number: str) -> None:
    run.ui.back()
    _open(run, number)


def _to_typed(run: Run, typed: str) -> None:
    exact = [p for p in _people(run) if pool.full_name(p).casefold() == typed.strip().casefold() and p["phone"]]
    if pool.is_number(typed):
        _start(run, pool.tidy_number(typed))
    elif len(exact) == 1:
        _start(run, exact[0]["phone"])
    else:
        run.ui.memo["recipient_error"] = "Choose a contact or type a phone number"


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")


def _send(run: Run, number: str, *_: Any) -> None:
    text = run.ui.fields.get(COMPOSE, "").strip()
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
    watching = page.name == "thread" and pool.same_number(page.args.get("number", ""), number)
    t["unread"] = not watching
    run.ui.scroll[f"messages_{number}"] = BOTTOM
    run.env.notify(name_of(_people(run), number), text, ("open", number))


def _ask_delete(run: Run, id: str) -> None:
    t = next((t for t in run.data.threads if t["id"] == id), None)
    if t is not None:
        name = name_of(_people(run), t["number"])
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
    "send": _send, "receive": _receive, "ask_delete": _ask_delete, "delete": _delete, "call": _call,
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
