"""The pages of Messages: conversations, a thread, choosing messages, a new one, search. Pure views of `apps.messages` data."""

from __future__ import annotations

import posixpath
from datetime import datetime

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import messages_files as files
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar, search_bar

COMPOSE = "text_message"
RECIPIENT = "type_a_name_or_phone_number"
SEARCH = "search_messages"


def find(threads: list[Record], number: str) -> Record | None:
    """The conversation with this number."""
    return next((t for t in threads if pool.same_number(t["number"], number)), None)


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {
        "home": _home, "thread": _thread, "select": _select, "new": _new, "search": _search,
        "attach": files.browse_page, "file": files.file_page,
    }  # fmt: skip
    return pages.get(run.ui.page.name, _home)(run)


def people_of(run: Run) -> list[Record]:
    """The address book, from Contacts."""
    return list(run.env.data("contacts").people)


def name_of(people: list[Record], number: str) -> str:
    """The contact's name for a number, or the number itself."""
    for p in people:
        if pool.same_number(number, p["phone"]) or (p["work_phone"] and pool.same_number(number, p["work_phone"])):
            return pool.full_name(p)
    return number


def draft(run: Run, number: str) -> str:
    """What is typed to a number but not sent."""
    return str(run.data.drafts.get(number, ""))


def _newest_first(threads: list[Record]) -> list[Record]:
    return sorted(threads, key=lambda t: (t["messages"][-1]["time"] if t["messages"] else "", t["id"]), reverse=True)


def _when(run: Run, iso: str) -> str:
    """A stored time as lists show it: 09:41 today, else the day."""
    when = datetime.fromisoformat(iso)
    return f"{when:%H:%M}" if when.date() == run.env.today else run.env.day(when)


def _said(message: Record) -> str:
    """A message in one line: its words, or the name of the file that is all of it."""
    return message["text"] or posixpath.basename(message.get("file", ""))


# --- the list --------------------------------------------------------------------------------------------------------


def _home(run: Run) -> w.Widget:
    people = people_of(run)
    known = {t["number"] for t in run.data.threads}
    unsent = [{"id": "", "number": n, "unread": False, "messages": []} for n in run.data.drafts if n not in known]
    rows = [_conversation(run, t, people) for t in (*unsent, *_newest_first(run.data.threads))]
    top = bar(
        run, run.t("Messages"), w.icon_button("search", run.t("Search messages"), ("search",), id="action_search")
    )
    body = w.scroll(*rows, w.space(96), id="conversation_list") if rows else w.empty(run.t("No conversations yet"))
    start = w.fab("chat", run.t("Start chat"), ("new",), id="start_new_conversation_button")
    return w.page(top, body, floating=start)


def _conversation(run: Run, t: Record, people: list[Record]) -> w.Widget:
    last: Record | None = t["messages"][-1] if t["messages"] else None
    snippet = "" if last is None else run.t("You: {text}", text=_said(last)) if last["mine"] else _said(last)
    if typed := draft(run, t["number"]):
        snippet = run.t("Draft: {text}", text=typed)
    trailing = w.column(
        w.text(_when(run, last["time"]), style="caption", id="conversation_timestamp") if last else None,
        w.text(run.t("Unread"), style="caption", color="accent", id="unread_marker") if t["unread"] else None,
        align="end",
    )
    return w.item(
        name_of(people, t["number"]),
        snippet,
        icon="person",
        trailing=trailing if last else None,
        on_tap=("open", t["number"]),
        on_long=("ask_delete", t["id"]) if t["id"] else None,
        id="swipeableContent",
    )


# --- a thread --------------------------------------------------------------------------------------------------------


def _thread(run: Run) -> w.Widget:
    number = run.ui.page.args.get("number", "")
    name = name_of(people_of(run), number)
    t = find(run.data.threads, number)
    bubbles = [_bubble(run, name, number, k, m) for k, m in enumerate(t["messages"] if t else [])]
    top = bar(
        run,
        name,
        w.icon_button("call", run.t("Call"), ("call", number), id="action_call"),
        w.icon_button("delete", run.t("Delete conversation"), ("ask_delete", t["id"]), id="action_delete")
        if t
        else None,
        w.icon_button("more", run.t("More options"), ("menu", number), id="action_more") if t else None,
        up=True,
    )
    nothing = w.empty(run.t("No messages with {name} yet", name=name))
    body = w.scroll(*bubbles, id=f"messages_{number}") if bubbles else nothing
    path = files.attached(run, number)
    return w.page(top, body, files.waiting_row(run, path, number) if path else None, _compose(run, number, bool(path)))


def _compose(run: Run, number: str, ready: bool) -> w.Widget:
    typed = draft(run, number)
    field = w.text_field(
        COMPOSE,
        typed,
        hint=run.t("Text message"),
        action="send",
        on_change=("draft", number),
        on_submit=("send", number),
        weight=1,
    )
    go = ready or bool(typed.strip())
    send = w.icon_button("send", run.t("Send message"), ("send", number), enabled=go, id="send_message_button")
    clip = w.icon_button("attach", run.t("Attach file"), ("browse", number), id="attach_media_button")
    return w.row(clip, field, send, pad=8)


def _bubble(run: Run, name: str, number: str, index: int, message: Record) -> w.Widget:
    mine, path = message["mine"], message.get("file", "")
    who, side = (run.t("You"), "end") if mine else (name, "start")
    failed = message.get("failed", False)
    note = run.t("Not sent. Tap to try again.") if failed else f"{who} · {_when(run, message['time'])}"
    file = w.item(posixpath.basename(path), icon=files.icon_of(path), on_tap=("show_file", path), id="attachment")
    return w.column(
        file if path else None,
        w.text(message["text"], id="message_text", color="accent" if mine else "", align=side)
        if message["text"]
        else None,
        w.text(note, style="caption", color="error" if failed else "", align=side, id="message_status"),
        align=side,
        pad=8,
        on_tap=("retry", number, index) if failed else None,
    )


def _select(run: Run) -> w.Widget:
    number, chosen = run.ui.page.args["number"], run.ui.page.args["chosen"]
    t = find(run.data.threads, number)
    one = len(chosen) == 1
    top = bar(
        run,
        run.t("{count} selected", count=len(chosen)),
        w.icon_button("share", run.t("Forward"), ("forward",), enabled=one, id="action_forward"),
        w.icon_button(
            "delete", run.t("Delete messages"), ("ask_delete_messages",), enabled=bool(chosen), id="action_delete"
        ),
        up=True,
    )
    rows = [
        w.checkbox(_said(m), n in chosen, ("pick", n), subtitle=_when(run, m["time"]), id=f"message_{n}")
        for n, m in enumerate(t["messages"] if t else [])
    ]
    return w.page(top, w.scroll(*rows, id="choices"))


# --- a new one, search -----------------------------------------------------------------------------------------------


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
        words = run.t("Send to {number}", number=number)
        rows.append(w.item(words, icon="chat", on_tap=("start", number), id="send_to_row"))
    rows += [
        w.item(name, number, icon="person", on_tap=("start", number), id="contact_row")
        for name, number in _reachable(people_of(run))
        if query in name.casefold() or (len(digits) >= 3 and digits in number.replace("-", ""))
    ]
    error = run.ui.memo.get("recipient_error", "")
    hint = run.t("Type a name or phone number")
    to = w.text_field(RECIPIENT, typed, hint=hint, action="next", on_submit=("to_typed",))
    return w.page(
        bar(run, run.t("New conversation"), up=True),
        w.row(w.text(run.t("To"), pad=8), w.column(to, weight=1), pad=8),
        w.text(run.t(error), color="error", id="error", pad=16) if error else None,
        w.scroll(*rows, id="contact_list") if rows else w.empty(run.t("No matching contacts")),
    )


def _search(run: Run) -> w.Widget:
    query = run.ui.fields.get(SEARCH, "").strip().casefold()
    people = people_of(run)
    rows = [
        w.item(name_of(people, t["number"]), _said(m), icon="person", on_tap=("open", t["number"]), id="search_result")
        for t in _newest_first(run.data.threads)
        for m in reversed(t["messages"])
        if query and query in f"{_said(m)} {name_of(people, t['number'])}".casefold()
    ]
    nothing = w.empty(run.t("No results" if query else "Search by word or name"))
    return w.page(search_bar(run, SEARCH, "Search messages"), w.scroll(*rows, id="results") if rows else nothing)
