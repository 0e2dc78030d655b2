"""What is said in Chat: the records of chats and messages, sending, answers that stream in word by word, rules that reply."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from kit.simphone.app import Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.chat_pages import ME, MESSAGE, find, message_in, streaming
from kit.simphone.apps.people import Record

BOTTOM = 1_000_000
WORD_MS, THINK_MS = 180, 1200


def said(id: str, who: str, text: str, when: datetime, **more: Any) -> Record:
    """A message's record with every key present."""
    blank: Record = {"reactions": {}, "poll": None, "deleted": False, "streaming": False, "stopped": False}
    return {"id": id, "who": who, "text": text, "time": pool.stamp(when), **blank, **more}


def poll(question: str, options: list[tuple[str, int]]) -> Record:
    """A poll from (option, votes of others); I have not voted."""
    return {"question": question, "options": [{"text": text, "votes": votes} for text, votes in options], "mine": -1}


def chat(id: str, name: str, talk: list[tuple[str, str]], last: datetime, **more: Any) -> Record:
    """A chat's record from (who, text) pairs, four minutes apart, the last one at `last`."""
    start = last - timedelta(minutes=4 * max(0, len(talk) - 1))
    lines = [said(f"s{n + 1}", who, text, start + timedelta(minutes=4 * n)) for n, (who, text) in enumerate(talk)]
    blank: Record = {"kind": "person", "members": [], "unread": 0, "muted": False, "pinned": False}
    return {"id": id, "name": name, **blank, "messages": lines, **more}


# --- saying and answering ------------------------------------------------------------------------------------------------


def append(run: Run, c: Record, who: str, text: str, **more: Any) -> Record:
    """Adds a message to a chat, now; the list is scrolled to it."""
    made = said(pool.next_id("s", c["messages"]), who, text, run.env.now, **more)
    c["messages"].append(made)
    run.ui.scroll[f"chat_{c['id']}"] = BOTTOM
    return made


def _send(run: Run, id: str, *_: str) -> None:
    c = find(run, id)
    text = run.ui.fields.get(MESSAGE, "").strip()
    if c is None or not text or streaming(c) is not None:
        return
    run.ui.fields[MESSAGE] = ""
    append(run, c, ME, text)
    _answer(run, c, text)


def _answer(run: Run, c: Record, text: str) -> None:
    """What the others make of a message: the first rule whose words all occur in it."""
    heard = text.casefold()
    fits = (r for r in run.data.rules if r["chat"] == c["id"] and all(word.casefold() in heard for word in r["has"]))
    rule = next(fits, None)
    if c["kind"] == "assistant":
        words = rule["says"] if rule else run.t("I am not sure about that. Could you say it in other words?")
        made = append(run, c, c["name"], "", streaming=True)
        run.env.later(THINK_MS, ("stream", c["id"], made["id"], words))
    elif rule is not None:
        run.ui.memo.update({"typing": rule["who"], "typing_in": c["id"]})
        run.env.later(rule["delay"], ("hear", c["id"], rule["who"], rule["says"]))


def _stream(run: Run, id: str, message: str, left: str) -> None:
    """The next word of an answer that is being written, unless it was stopped."""
    m = message_in(find(run, id), message)
    if m is None or not m["streaming"]:
        return
    word, _, rest = left.partition(" ")
    m["text"] = f"{m['text']} {word}".strip()
    run.ui.scroll[f"chat_{id}"] = BOTTOM
    if rest:
        run.env.later(WORD_MS, ("stream", id, message, rest))
    else:
        m["streaming"] = False


def _stop(run: Run, id: str) -> None:
    c = find(run, id)
    m = streaming(c) if c else None
    if m is not None:
        m["streaming"], m["stopped"] = False, True


def _hear(run: Run, id: str, who: str, text: str) -> None:
    c = find(run, id)
    if c is None:
        return
    run.ui.memo["typing"] = ""
    append(run, c, who, text)
    page = run.ui.page
    if run.env.front and page.name == "chat" and page.args.get("id") == id:
        return
    c["unread"] += 1
    if not c["muted"]:
        run.env.notify(c["name"], text, ("open", id))


TALK_HANDLERS: dict[str, Handler] = {"send": _send, "stream": _stream, "stop": _stop, "hear": _hear}
