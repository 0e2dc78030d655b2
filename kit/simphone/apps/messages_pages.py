"""The pages of Messages: conversations, a thread, a new one, search. Pure views of the data of `kit.simphone.apps.messages`."""

from __future__ import annotations

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record

COMPOSE = "compose_message_text"
RECIPIENT = "recipient_text_view"
SEARCH = "search_view"


def find(threads: list[Record], number: str) -> Record | None:
    """The conversation with this number."""
    return next((t for t in threads if pool.same_number(t["number"], number)), None)


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {"home": _home, "thread": _thread, "new": _new, "search": _search}
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


def _newest_first(threads: list[Record]) -> list[Record]:
    return sorted(threads, key=lambda t: (t["messages"][-1]["time"] if t["messages"] else "", t["id"]), reverse=True)


def _home(run: Run) -> w.Widget:
    people = people_of(run)
    rows = [_conversation(run, t, people) for t in _newest_first(run.data.threads)]
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
    people = people_of(run)
    name = name_of(people, number)
    t = find(run.data.threads, number)
    bubbles = [_bubble(run, name, m) for m in (t["messages"] if t else [])]
    actions = [w.icon_button("call", "Call", ("call", number), id="action_call")]
    if t is not None:
        actions.append(w.icon_button("delete", "Delete conversation", ("ask_delete", t["id"]), id="action_delete"))
    bar = w.app_bar(name, *actions, up=True)
    typed = draft(run, number)
    field = w.text_field(
        COMPOSE,
        typed,
        hint="Text message",
        action="send",
        on_change=("draft", number),
        on_submit=("send", number),
        weight=1,
    )
    compose = w.row(
        field,
        w.icon_button("send", "Send message", ("send", number), enabled=bool(typed.strip()), id="send_message_button"),
        pad=8,
    )
    body = w.scroll(*bubbles, id=f"messages_{number}") if bubbles else w.empty(f"No messages with {name} yet")
    return w.page(bar, body, compose)


def draft(run: Run, number: str) -> str:
    """What is typed but not sent; what was typed to somebody else does not show up here."""
    return run.ui.fields.get(COMPOSE, "") if run.ui.memo.get("draft_to") == number else ""


def _bubble(run: Run, name: str, message: Record) -> w.Widget:
    who, side = ("You", "end") if message["mine"] else (name, "start")
    return w.column(
        w.text(message["text"], id="message_text", color="accent" if message["mine"] else "", align=side),
        w.text(
            f"{who} · {pool.short_time(message['time'], run.env.now)}", style="caption", align=side, id="message_status"
        ),
        align=side,
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
        for name, number in _reachable(people_of(run))
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
    people = people_of(run)
    rows = [
        w.item(name_of(people, t["number"]), m["text"], icon="person", on_tap=("open", t["number"]), id="search_result")
        for t in _newest_first(run.data.threads)
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
