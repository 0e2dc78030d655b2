"""Longer tasks in Chat: what somebody wrote is needed again much later, here or in another app."""

from __future__ import annotations

import random
import re

from kit.simphone.apps.chat_talk import poll
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import chores
from kit.tasks.simphone.chat_moves import (
    GROUPS,
    UNREAD,
    add_chats,
    expect_said,
    names,
    open_chat,
    say,
    small,
    talk,
    texts,
)
from kit.tasks.simphone.chores import do_jobs, draw_jobs, expect_jobs
from kit.tasks.simphone.contacts import draw_people
from kit.tasks.simphone.phone_long import expect_note, write_note
from kit.tasks.simphone.steps import enter, press
from kit.types import Observation

SYLLABLES = ("ba", "lo", "mi", "ku", "ren", "tas", "vel", "zor", "pim", "quo", "dex", "fan")
PASSWORD = re.compile(r"[A-Z][a-z]+-\d{4}")


def _password(rng: random.Random) -> str:
    return "".join(rng.sample(SYLLABLES, 3)).capitalize() + f"-{rng.randint(1000, 9999)}"


def _find(seen: Observation) -> str:
    """The password among the messages on the screen."""
    found = [hit[0] for text in texts(seen) if (hit := PASSWORD.search(text))]
    return found[-1] if found else ""


def _draw_wifi(rng: random.Random) -> Params:
    host, guest, near, *others = names(rng, 6)
    (job,) = draw_people(rng, 1)
    value, wrong = _password(rng), _password(rng)
    chats = [
        talk(host, [(host, f"The Wi-Fi password here is {value}"), ("me", "Got it."), (host, "Have fun!")]),
        talk(near, [(near, f"Our Wi-Fi password is {wrong}"), ("me", "Thanks!"), (near, "Any time.")]),
        *small(rng, [guest, *others]),
    ]
    rng.shuffle(chats)
    return {**draw_jobs(rng, job), "host": host, "guest": guest, "recall": value, "chats": chats}


def _setup_chats(phone: TruePhone, params: Params) -> None:
    add_chats(phone, params["chats"])


def _expect_wifi(data: Data, params: Params) -> None:
    expect_jobs(data, params)
    expect_said(data, params["guest"], ("me", params["recall"]))


def _solve_wifi(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Chat"}
    seen = yield from open_chat(seen, params["host"])
    value = _find(seen)
    seen = yield "back", {}
    seen = yield from do_jobs(params, seen)
    seen = yield "launch_app", {"name": "Chat"}
    seen = yield from open_chat(seen, params["guest"])
    yield from say(seen, value)
    yield "finish", {}


# --- a code that outlasts a poll and two jobs ------------------------------------------------------------------------------

QUESTIONS = ("Where do we eat?", "Which film?", "Who drives?", "What do we cook?", "Which day suits you?", "哪天聚会？")
CHOICES = (
    "Pizza",
    "Soup",
    "Saturday",
    "Sunday",
    "The red car",
    "By train",
    "A comedy",
    "A western",
    "Café Zoë",
    "火锅",
    "Noodles",
    "Picnic",
)


def _draw_gate(rng: random.Random) -> Params:
    group = f"{rng.choice(GROUPS)} {rng.randint(2, 99)}"
    who, one, two, *others = names(rng, 6)
    (job,) = draw_people(rng, 1)
    value = _password(rng)
    options = rng.sample(CHOICES, 3)
    lines = [(one, "I will be late."), (two, "No problem.")]
    chats = [
        talk(group, lines, kind="group", members=[one, two]),
        talk(who, [(who, f"For the gate you need {value}"), ("me", "All right.")]),
        *small(rng, others),
    ]
    rng.shuffle(chats)
    return {**draw_jobs(rng, job), "group": group, "name": who, "recall": value, "question": rng.choice(QUESTIONS),
            "a": options[0], "b": options[1], "c": options[2], "title": f"Gate {rng.randint(2, 999)}", "chats": chats}  # fmt: skip


def _expect_gate(data: Data, params: Params) -> None:
    made = poll(params["question"], [(params[key], 0) for key in "abc"])
    expect_said(data, params["group"], ("me", ""), poll=made)
    expect_jobs(data, params)
    expect_note(data, params["title"], params["recall"])


def _solve_gate(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Chat"}
    seen = yield from open_chat(seen, params["name"])
    value = _find(seen)
    seen = yield "back", {}
    seen = yield from open_chat(seen, params["group"])
    seen = yield from press(seen, "New poll")
    seen = yield from enter(seen, "Question", params["question"])
    for n, key in enumerate("abc", start=1):
        seen = yield from enter(seen, f"Option {n}", params[key])
    seen = yield from press(seen, "Post poll")
    seen = yield from do_jobs(params, seen)
    yield from write_note(seen, params["title"], value)
    yield "finish", {}


LONG_TEMPLATES: tuple[Template, ...] = (
    Template(
        name="chat_password_later",
        goals={
            "en": "Begin in Chat: read which Wi-Fi password {host} wrote and remember it. Then "
            + chores.WHAT["en"]
            + ". When that is "
            "done, go back to Chat and write {guest} the password: the password alone.",
            "zh": "先在聊天（Chat）里看 {host} 写的 Wi-Fi 密码并记住。然后"
            + chores.WHAT["zh"]
            + "。完成后回到聊天（Chat），把密码写给 {guest}：只写密码。",
        },
        apps=("chat", *chores.APPS),
        tags=("memory", "transfer", "read", "form"),
        difficulty=5,
        budget=59,
        draw=_draw_wifi,
        setup=_setup_chats,
        expect=_expect_wifi,
        oracle=_solve_wifi,
        ignore=UNREAD,
    ),
    Template(
        name="chat_gate_code",
        goals={
            "en": "Begin in Chat: read which code for the gate {name} wrote and remember it. In the group “{group}” post a poll with the "
            "question “{question}” and the options “{a}”, “{b}” and “{c}”, in this order. Then "
            + chores.WHAT["en"]
            + ". At the end, "
            "create a text note in Notes with the title “{title}” and the code for the gate alone as its text.",
            "zh": "先在聊天（Chat）里看 {name} 写的大门密码并记住。在群组“{group}”里发布投票，问题“{question}”，选项依次为“{a}”“{b}”“{c}”。然后"
            + chores.WHAT["zh"]
            + "。最后在笔记（Notes）里新建文本笔记，标题“{title}”，内容只写大门密码。",
        },
        apps=("chat", *chores.APPS, "notes"),
        tags=("memory", "transfer", "form", "input"),
        difficulty=5,
        budget=78,
        draw=_draw_gate,
        setup=_setup_chats,
        expect=_expect_gate,
        oracle=_solve_gate,
        ignore=UNREAD,
    ),
)
