"""The pages of Chat: all chats, one chat with its composer, its details, search, a new chat, a new poll. Pure views."""

from __future__ import annotations

from datetime import datetime

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.prompts import search_bar

MESSAGE, SEARCH, QUESTION = "message", "search_chats", "question"
OPTIONS = ("option_1", "option_2", "option_3", "option_4")
ME = "me"
SIGNS = ("Like", "Love", "Laugh", "Sad", "Thanks")


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {
        "chat": _chat, "info": _info, "search": _search, "new": _new, "poll": _new_poll, "forward": _forward,
    }  # fmt: skip
    return pages.get(run.ui.page.name, _home)(run)


def find(run: Run, id: str) -> Record | None:
    """The chat with this id."""
    return next((c for c in run.data.chats if c["id"] == id), None)


def message_in(c: Record | None, id: str) -> Record | None:
    """The message with this id."""
    return next((m for m in c["messages"] if m["id"] == id), None) if c else None


def streaming(c: Record) -> Record | None:
    """The message that is still being written."""
    return next((m for m in c["messages"] if m["streaming"]), None)


def _when(run: Run, iso: str) -> str:
    when = datetime.fromisoformat(iso)
    return f"{when:%H:%M}" if when.date() == run.env.today else run.env.day(when.date())


# --- all chats -------------------------------------------------------------------------------------------------------------


def _last(c: Record) -> str:
    return c["messages"][-1]["time"] if c["messages"] else ""


def _ordered(run: Run) -> list[Record]:
    newest = sorted(run.data.chats, key=lambda c: (_last(c), c["id"]), reverse=True)
    return sorted(newest, key=lambda c: not c["pinned"])


def _line(run: Run, c: Record) -> str:
    if not c["messages"]:
        return run.t("No messages yet")
    m = c["messages"][-1]
    text = run.t("This message was deleted") if m["deleted"] else m["poll"]["question"] if m["poll"] else m["text"]
    if m["who"] == ME:
        return run.t("You: {text}", text=text)
    return f"{m['who']}: {text}" if c["kind"] == "group" else text


def _row(run: Run, c: Record) -> w.Widget:
    trailing = w.column(
        w.text(_when(run, _last(c)), style="caption", id="chat_time") if c["messages"] else None,
        w.text(run.t("{count} unread", count=c["unread"]), style="caption", color="accent") if c["unread"] else None,
        w.image(run.t("Pinned"), icon="pin", width=18, height=18) if c["pinned"] else None,
        w.image(run.t("Muted"), icon="silent", width=18, height=18) if c["muted"] else None,
        align="end",
    )
    icon = {"group": "contacts", "assistant": "chat"}.get(c["kind"], "person")
    open_it, more = ("open", c["id"]), ("more", c["id"])
    return w.item(c["name"], _line(run, c), icon=icon, trailing=trailing, on_tap=open_it, on_long=more, id="chat_row")


def _home(run: Run) -> w.Widget:
    rows = [_row(run, c) for c in _ordered(run)]
    bar = page_bar(run, run.t("Chats"), w.icon_button("search", run.t("Search chats"), ("search",), id="action_search"))
    body = w.scroll(*rows, w.space(96), id="chat_list") if rows else w.empty(run.t("No chats yet"))
    return w.page(bar, body, floating=w.fab("add", run.t("New chat"), ("new",), id="new_chat"))


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    rows = [
        w.item(c["name"], m["text"], icon="chat", on_tap=("open", c["id"]), id="search_result")
        for c in _ordered(run)
        for m in reversed(c["messages"])
        if query and not m["deleted"] and query in f"{m['text']} {c['name']}".casefold()
    ]
    bar = search_bar(run, SEARCH, "Search chats")
    nothing = run.t("No matching messages" if query else "Search by word or name")
    return w.page(bar, w.scroll(*rows, id="results") if rows else w.empty(nothing))


def _new(run: Run) -> w.Widget:
    names = sorted((pool.full_name(p) for p in run.env.data("contacts").people), key=str.casefold)
    rows = [w.item(name, icon="person", on_tap=("start", name), id="contact_row") for name in names]
    body = w.scroll(*rows, id="contact_list") if rows else w.empty(run.t("No contacts"))
    return w.page(page_bar(run, run.t("Choose a contact"), up=True), body)


def _forward(run: Run) -> w.Widget:
    text = run.ui.page.args.get("text", "")
    rows = [
        w.item(c["name"], icon="person", on_tap=("forward_to", c["id"], text), id="forward_row") for c in _ordered(run)
    ]
    return w.page(page_bar(run, run.t("Forward to"), up=True), w.scroll(*rows, id="forward_list"))


# --- one chat --------------------------------------------------------------------------------------------------------------


def _chat(run: Run) -> w.Widget:
    c = find(run, run.ui.page.args.get("id", ""))
    if c is None:
        return w.page(page_bar(run, "", up=True), w.empty(run.t("No chats yet")))
    actions = [w.icon_button("info", run.t("Chat info"), ("info", c["id"]), id="action_info")]
    if c["kind"] == "group":
        actions.insert(0, w.icon_button("chart", run.t("New poll"), ("poll", c["id"]), id="action_poll"))
    bubbles = [_poll(run, c, m) if m["poll"] and not m["deleted"] else _bubble(run, c, m) for m in c["messages"]]
    typing = run.ui.memo.get("typing", "") if run.ui.memo.get("typing_in") == c["id"] else ""
    if typing:
        words = run.t("{name} is typing…", name=typing)
        bubbles.append(w.text(words, style="caption", pad=8, id="typing"))
    body = w.scroll(*bubbles, id=f"chat_{c['id']}") if bubbles else w.empty(run.t("No messages yet"))
    return w.page(page_bar(run, c["name"], *actions, up=True), body, _composer(run, c))


def _bubble(run: Run, c: Record, m: Record) -> w.Widget:
    mine = m["who"] == ME
    side = "end" if mine else "start"
    text = run.t("This message was deleted") if m["deleted"] else m["text"]
    state = f"{run.t('You') if mine else m['who']} · {_when(run, m['time'])}"
    state += f" · {run.t('Answering…')}" if m["streaming"] else ""
    state += f" · {run.t('Stopped')}" if m["stopped"] else ""
    signs = [
        w.chip(f"{run.t(sign)} {len(who)}", ("react", c["id"], m["id"], sign), selected=ME in who, id="reaction")
        for sign, who in m["reactions"].items()
    ]
    return w.column(
        w.text(text, align=side, color="accent" if mine else "", id="message_text"),
        w.text(state, style="caption", align=side, id="message_status"),
        w.row(*signs, align=side) if signs else None,
        on_long=None if m["deleted"] or m["streaming"] else ("message_menu", c["id"], m["id"]),
        pad=8,
        id="bubble",
    )


def _poll(run: Run, c: Record, m: Record) -> w.Widget:
    poll = m["poll"]
    rows = [
        w.item(
            option["text"],
            run.t("Votes: {count}", count=option["votes"] + (poll["mine"] == n)),
            trailing=w.image(run.t("Your vote"), icon="check", width=24, height=24) if poll["mine"] == n else None,
            on_tap=("vote", c["id"], m["id"], n),
            id="poll_option",
        )
        for n, option in enumerate(poll["options"])
    ]
    who = run.t("You") if m["who"] == ME else m["who"]
    head = w.text(f"{run.t('Poll')} · {who} · {_when(run, m['time'])}", style="caption", id="message_status")
    return w.card(head, w.text(poll["question"], style="title", id="poll_question"), *rows, id="poll_card")


def _composer(run: Run, c: Record) -> w.Widget:
    if streaming(c) is not None:
        stop = w.button(run.t("Stop answering"), ("stop", c["id"]), icon="stop", style="outlined", id="stop_button")
        return w.column(stop, pad=8, id="composer")
    if run.ui.memo.get("writing") != c["id"]:
        closed = w.button(
            run.t("Write a message"), ("write", c["id"]), icon="edit", style="outlined", id="open_composer"
        )
        return w.column(closed, pad=8, id="composer")
    typed = run.ui.fields.get(MESSAGE, "")
    field = w.text_field(MESSAGE, typed, hint=run.t("Message"), action="send", on_submit=("send", c["id"]), weight=1)
    ready = bool(typed.strip())
    send = w.icon_button("send", run.t("Send message"), ("send", c["id"]), enabled=ready, id="send_button")
    return w.row(field, send, pad=8, id="composer")


# --- details and polls -----------------------------------------------------------------------------------------------------


def _info(run: Run) -> w.Widget:
    c = find(run, run.ui.page.args.get("id", ""))
    if c is None:
        return w.page(page_bar(run, "", up=True), w.empty(run.t("No chats yet")))
    members = [w.item(name, icon="person", id="member_row") for name in c["members"]]
    leave = w.item(run.t("Leave group"), icon="close", on_tap=("ask_leave", c["id"]), id="row_leave")
    return w.page(
        page_bar(run, run.t("Chat info"), up=True),
        w.scroll(
            w.text(c["name"], style="headline", pad=16, id="info_name"),
            w.switch(run.t("Mute notifications"), c["muted"], ("flip", c["id"], "muted"), id="mute_row"),
            w.switch(run.t("Pin chat"), c["pinned"], ("flip", c["id"], "pinned"), id="pin_row"),
            leave if c["kind"] == "group" else None,
            w.item(run.t("Delete chat"), icon="delete", on_tap=("ask_delete", c["id"]), id="row_delete"),
            w.text(run.t("Members"), style="caption", pad=16) if members else None,
            *members,
            id=f"info_{c['id']}",
        ),
    )


def _new_poll(run: Run) -> w.Widget:
    fields = run.ui.fields
    error = run.ui.memo.get("poll_error", "")
    boxes = [
        w.column(w.text_field(id, fields.get(id, ""), hint=run.t(f"Option {n}"), action="next"), pad=8)
        for n, id in enumerate(OPTIONS, start=1)
    ]
    post = w.button(run.t("Post poll"), ("post_poll", run.ui.page.args.get("id", "")), style="text", id="action_post")
    question = w.text_field(QUESTION, fields.get(QUESTION, ""), hint=run.t("Question"), action="next")
    return w.page(
        page_bar(run, run.t("New poll"), post, up=True),
        w.scroll(
            w.text(error, color="error", pad=16, id="error") if error else None,
            w.column(question, pad=8),
            *boxes,
            id="poll_form",
        ),
    )
