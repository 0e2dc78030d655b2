"""Messages: conversations, a thread a number, drafts, attachments, forwarding, new conversations from Contacts, search.

Data: `threads` (id, number, unread, messages of mine/text/time, oldest first), `drafts` (number -> what is typed but not
sent) and `replies`: answers that will come when something is sent to a number (number, text, delay in ms, and "keep" to
answer every time). Nobody answers unless a task put a reply there, so an exact check of the data is never upset by one
that was not expected. A message with a file has its path under "file"; one that did not go out has "failed".
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import messages_files as files
from kit.simphone.apps import people as pool
from kit.simphone.apps.messages_pages import COMPOSE, RECIPIENT, SEARCH, draft, find, name_of, people_of, view
from kit.simphone.apps.messages_words import WORDS
from kit.simphone.apps.people import Record

BOTTOM = 1_000_000
_GAP = timedelta(minutes=5)


@dataclass(slots=True)
class MessagesData:
    """All conversations, what is typed but not sent, and the replies a task has arranged."""

    threads: list[Record] = field(default_factory=list[Record])
    replies: list[Record] = field(default_factory=list[Record])
    drafts: dict[str, str] = field(default_factory=dict[str, str])


def thread(id: str, number: str, said: list[tuple[bool, str]], last: datetime, *, unread: bool = False) -> Record:
    """A conversation's record from (mine, text) pairs, five minutes apart, the last one at `last`."""
    when = last - _GAP * (len(said) - 1)
    lines: list[Record] = []
    for mine, text in said:
        lines.append({"mine": mine, "text": text, "time": pool.stamp(when)})
        when += _GAP
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


# --- conversations ---------------------------------------------------------------------------------------------------


def _thread_with(data: MessagesData, number: str) -> Record:
    found = find(data.threads, number)
    if found is None:
        found = {"id": pool.next_id("t", data.threads), "number": number, "unread": False, "messages": []}
        data.threads.append(found)
    return found


def _open(run: Run, number: str) -> None:
    run.ui.fields[COMPOSE] = draft(run, number)
    run.ui.scroll[f"messages_{number}"] = BOTTOM
    if (t := find(run.data.threads, number)) is not None:
        t["unread"] = False
    if run.ui.page.name != "thread" or run.ui.page.args != {"number": number}:
        run.ui.go("thread", number=number)


def _keep_draft(run: Run, number: str, typed: str) -> None:
    if typed.strip():
        run.data.drafts[number] = typed
    else:
        run.data.drafts.pop(number, None)


def _start_new(run: Run) -> None:
    run.ui.memo["forward"] = {}
    _ask_recipient(run)


def _ask_recipient(run: Run) -> None:
    run.ui.fields[RECIPIENT] = ""
    run.ui.memo["recipient_error"] = ""
    run.ui.go("new")
    run.ui.focus = RECIPIENT


def _start(run: Run, number: str) -> None:
    run.ui.back()
    carried: dict[str, str] = run.ui.memo.pop("forward", {})
    if carried.get("text"):
        run.data.drafts[number] = carried["text"]
    if carried.get("file"):
        files.attach(run, number, carried["file"])
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


def _shared(run: Run, text: str, path: str) -> None:
    """Something was shared to Messages: it becomes the draft to whoever is chosen next."""
    run.ui.memo["forward"] = {"text": text, "file": path}
    _ask_recipient(run)


# --- sending and receiving -------------------------------------------------------------------------------------------


def _send(run: Run, number: str, *_: Any) -> None:
    text, path = draft(run, number).strip(), files.attached(run, number)
    if not text and not path:
        return
    message: Record = {"mine": True, "text": text, "time": pool.stamp(run.env.now)}
    if path:
        message["file"] = path
    t = _thread_with(run.data, number)
    t["messages"].append(message)
    t["unread"] = False
    run.data.drafts.pop(number, None)
    run.ui.fields[COMPOSE] = ""
    files.attach(run, number, "")
    run.ui.scroll[f"messages_{number}"] = BOTTOM
    _go_out(run, number, message)


def _go_out(run: Run, number: str, message: Record) -> None:
    """A message leaves the phone, and whoever was going to answer does; in airplane mode it stays, marked as failed."""
    if run.env.settings.airplane:
        message["failed"] = True
        run.env.toast(run.t("Not sent: the phone is in airplane mode"))
        return
    message.pop("failed", None)
    for reply in [r for r in run.data.replies if pool.same_number(r["number"], number)][:1]:
        if not reply.get("keep"):
            run.data.replies.remove(reply)
        run.env.later(reply["delay"], ("receive", number, reply["text"]))


def _retry(run: Run, number: str, index: int) -> None:
    if (t := find(run.data.threads, number)) is not None and t["messages"][index].get("failed"):
        t["messages"][index]["time"] = pool.stamp(run.env.now)
        _go_out(run, number, t["messages"][index])


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
    """The conversation that was left open is seen again, its draft where it was."""
    if run.ui.page.name == "thread":
        number = run.ui.page.args.get("number", "")
        run.ui.fields[COMPOSE] = draft(run, number)
        if (t := find(run.data.threads, number)) is not None:
            t["unread"] = False


# --- deleting, forwarding --------------------------------------------------------------------------------------------


def _ask_delete(run: Run, id: str) -> None:
    t = next((t for t in run.data.threads if t["id"] == id), None)
    if t is not None:
        name = name_of(people_of(run), t["number"])
        run.ui.dialog = Dialog(
            title=run.t("Delete this conversation?"),
            message=run.t("All messages with {name} will be deleted.", name=name),
            buttons=((run.t("Delete"), ("delete", id)), (run.t("Cancel"), ("noop",))),
        )


def _delete(run: Run, id: str) -> None:
    gone = [t["number"] for t in run.data.threads if t["id"] == id]
    run.data.threads[:] = [t for t in run.data.threads if t["id"] != id]
    for number in gone:
        run.data.drafts.pop(number, None)
        files.attach(run, number, "")
    if run.ui.page.name == "thread":
        run.ui.back()
    run.env.toast(run.t("Conversation deleted"))


def _menu(run: Run, number: str) -> None:
    rows = (
        w.item(run.t("Select messages"), icon="list", on_tap=("select", number), id="menu_select"),
        w.item(run.t("Mark as unread"), icon="mail", on_tap=("mark_unread", number), id="menu_unread"),
    )
    run.ui.dialog = Dialog(run.t("More options"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _mark_unread(run: Run, number: str) -> None:
    run.ui.dialog = None
    if (t := find(run.data.threads, number)) is not None:
        t["unread"] = True
    run.ui.back()


def _select(run: Run, number: str) -> None:
    run.ui.dialog = None
    run.ui.go("select", number=number, chosen=[])
    run.ui.scroll["choices"] = BOTTOM


def _pick(run: Run, index: int) -> None:
    chosen: list[int] = run.ui.page.args["chosen"]
    (chosen.remove if index in chosen else chosen.append)(index)


def _forward(run: Run) -> None:
    args = run.ui.page.args
    t = find(run.data.threads, args["number"])
    if t is None or len(args["chosen"]) != 1:
        return
    message = t["messages"][args["chosen"][0]]
    run.ui.back()
    run.ui.memo["forward"] = {"text": message["text"], "file": message.get("file", "")}
    _ask_recipient(run)


def _ask_delete_messages(run: Run) -> None:
    title = run.t("Delete {count} messages?", count=len(run.ui.page.args["chosen"]))
    buttons = ((run.t("Delete"), ("delete_messages",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title, message=run.t("They cannot be brought back."), buttons=buttons)


def _delete_messages(run: Run) -> None:
    args = run.ui.page.args
    if (t := find(run.data.threads, args["number"])) is not None:
        t["messages"] = [m for n, m in enumerate(t["messages"]) if n not in args["chosen"]]
    run.ui.back()
    run.env.toast(run.t("Messages deleted"))


def _call(run: Run, number: str) -> None:
    run.env.toast(run.t("Calling needs a SIM card: {number}", number=number))


HANDLERS: dict[str, Handler] = {
    **files.HANDLERS, "open": _open, "new": _start_new, "start": _start, "to_typed": _to_typed, "search": _start_search,
    "draft": _keep_draft, "send": _send, "retry": _retry, "receive": _receive, "resume": _resume, "ask_delete": _ask_delete,
    "delete": _delete, "menu": _menu, "mark_unread": _mark_unread, "select": _select, "pick": _pick, "forward": _forward,
    "ask_delete_messages": _ask_delete_messages, "delete_messages": _delete_messages, "call": _call, "shared": _shared,
}  # fmt: skip


APP = App(
    name="messages",
    package="com.android.messaging",
    activity=".ui.conversationlist.ConversationListActivity",
    labels={"en": "Messages", "zh": "信息", "ar": "الرسائل"},
    icon="chat",
    color="#0b8043",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
    shares=("shared",),
)
