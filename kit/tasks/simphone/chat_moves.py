"""What the tasks in Chat share: chats put on the phone, messages that are wanted, and moves of their solutions."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

from kit.simphone.apps import people as pool
from kit.simphone.apps.chat_talk import chat, said
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, TruePhone
from kit.tasks.simphone.contacts import draw_people
from kit.tasks.simphone.lists import with_id
from kit.tasks.simphone.steps import Walk, close_keyboard, enter, marks, press, words
from kit.types import Mark, Observation

UNREAD = ("chat.chats.*.unread",)
"""That a chat was opened is no change anybody minds."""
EPOCH = datetime(2025, 1, 1)
GROUPS = (
    "Climbing",
    "House",
    "Book circle",
    "Flatmates",
    "Football",
    "Choir",
    "Garden",
    "Carpool",
    "Street party",
    "合唱团",
)


def names(rng: random.Random, count: int) -> list[str]:
    """Full names of people who share no part of them."""
    return [f"{first} {last}" for first, last, _ in draw_people(rng, count)]


def talk(name: str, lines: list[tuple[str, str]], **more: Any) -> Record:
    """A chat's record without id; times are set by `add_chats`."""
    return chat("", name, lines, EPOCH, **more)


def small(rng: random.Random, people: list[str]) -> list[Record]:
    """Chats of no importance with these people."""
    return [talk(name, [(name, rng.choice(pool.SMALL_TALK)), ("me", "Yes, sure.")]) for name in people]


def add_chats(phone: TruePhone, made: list[Record], rules: list[Record] | None = None) -> None:
    """Replaces all chats but the assistant's by these, the newest first and an hour apart, and sets who answers what.

    A rule's "chat" is the name of its chat.
    """
    now = datetime.fromisoformat(phone.state()["clock"]).replace(second=0, microsecond=0)
    chats: list[Record] = [chat("h1", "Assistant", [], now, kind="assistant", pinned=True)]
    for n, c in enumerate(made):
        last = now - timedelta(minutes=25 + 61 * n)
        start = last - timedelta(minutes=3 * max(0, len(c["messages"]) - 1))
        lines = [{**m, "time": pool.stamp(start + timedelta(minutes=3 * k))} for k, m in enumerate(c["messages"])]
        chats.append({**c, "id": f"h{n + 2}", "messages": lines})
    ids = {c["name"]: c["id"] for c in chats}
    phone.set("chat.chats", chats)
    phone.set("chat.rules", [{**r, "chat": ids[r["chat"]]} for r in rules or ()])


def rule(name: str, has: list[str], says: str, *, delay: int = 4000, who: str = "") -> Record:
    """What a chat's partner says when all these words occur in what was said."""
    return {"chat": name, "who": who or name, "has": has, "says": says, "delay": delay}


def the_chat(data: Data, name: str) -> Record:
    """The chat with this name."""
    return next(c for c in data["chat"]["chats"] if c["name"] == name)


def expect_said(data: Data, name: str, *lines: tuple[str, str], **more: Any) -> Record:
    """Adds messages (who, text) to a chat of the wanted data; returns the last one."""
    found = the_chat(data, name)
    for who, text in lines:
        made = said(pool.next_id("s", found["messages"]), who, text, EPOCH, **more) | {"time": ANY}
        found["messages"].append(made)
    return found["messages"][-1]


def texts(seen: Observation) -> list[str]:
    """What the messages of the open chat say, oldest first."""
    return [n.text for w in seen.windows for n in w.nodes if n.resource_id.endswith("/message_text")]


def states(seen: Observation) -> list[str]:
    """Who said the messages of the open chat and when, oldest first."""
    return [n.text for w in seen.windows for n in w.nodes if n.resource_id.endswith("/message_status")]


def bubbles(seen: Observation, text: str) -> list[Mark]:
    """The messages that say this."""
    return [m for m in marks(seen, frozenset({text}), "long_press") if m.resource_id.endswith("/bubble")]


def said_by(seen: Observation, name: str) -> list[Mark]:
    """The messages of a person that can be read whole, oldest first."""
    return [m for m in with_id("bubble")(seen) if len(w := words(seen, m)) > 2 and w[2].startswith(name)]


def say(seen: Observation, text: str) -> Walk:
    """From an open chat: says something; the composer is opened where it is closed."""
    if marks(seen, "Write a message"):
        seen = yield from press(seen, "Write a message")
    seen = yield from enter(seen, "Message", text)
    return (yield from press(seen, "Send message"))


def open_chat(seen: Observation, name: str) -> Walk:
    """From the list of chats: opens one."""
    return (yield from press(seen, name))


def hear(seen: Observation, said: str, tries: int = 10) -> Walk:
    """Waits until something stands below what was said and no more of it is being written."""
    if said not in texts(seen):
        seen = yield from close_keyboard(seen)  # on a low screen it covers the messages
    for _ in range(tries):
        last = texts(seen)[-1:]
        if last not in ([], [said]) and not marks(seen, "Stop answering"):
            break
        seen = yield "wait", {"seconds": 4}
    return seen
