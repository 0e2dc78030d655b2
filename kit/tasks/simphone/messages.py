"""Tasks in Messages: write to someone, pass a number on from Contacts, read what someone wrote last, ask and wait."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.messages import thread
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.contacts import add_people, draw_name, draw_people
from kit.tasks.simphone.reading import find_out, hole, wait_for
from kit.tasks.simphone.steps import Walk, enter, marks, press
from kit.types import Observation

READING = ("messages.threads.*.unread",)
"""That a conversation was opened is no change anybody minds."""


def add_threads(phone: TruePhone, made: list[tuple[str, list[tuple[bool, str]]]]) -> None:
    """Adds conversations (number, said) that ended within the last hours, the first one longest ago."""
    state = phone.state()
    now = datetime.fromisoformat(state["clock"]).replace(second=0, microsecond=0)
    numbers = {number for number, _ in made}
    threads: list[Record] = [t for t in state["data"]["messages"]["threads"] if t["number"] not in numbers]
    for n, (number, said) in enumerate(made):
        last = now - timedelta(minutes=13 + 150 * (len(made) - 1 - n))
        threads.append(thread(pool.next_id("t", threads), number, said, last))
    phone.set("messages.threads", threads)


def expect_sent(data: Data, number: str, text: str) -> Record:
    """Adds one sent message to the wanted data; returns its conversation."""
    threads = data["messages"]["threads"]
    found: Record | None = next((t for t in threads if t["number"] == number), None)
    if found is None:
        found = {"id": pool.next_id("t", threads), "number": number, "unread": False, "messages": []}
        threads.append(found)
    found["messages"] += [{"mine": True, "text": text, "time": ANY}]
    return found


def write_to(seen: Observation, name: str, text: str) -> Walk:
    """From the list of conversations: a message to a contact, sent."""
    seen = yield from press(seen, "Start chat")
    seen = yield from enter(seen, "Type a name or phone number", name)
    seen = yield from press(seen, name)
    seen = yield from enter(seen, "Text message", text)
    return (yield from press(seen, "Send message"))


def to_list(seen: Observation) -> Walk:
    """Back to the list of conversations, from wherever in Messages."""
    for _ in range(5):
        if marks(seen, "Start chat"):
            break
        seen = yield "back", {}
    return seen


# --- send ------------------------------------------------------------------------------------------------------------


def _draw_send(rng: random.Random) -> Params:
    (_, other, near), (_, _, number) = draw_people(rng, 2)
    first, last = draw_name(rng, but=other)
    text = f"{rng.choice(pool.ERRANDS)}, {rng.choice(('ok', 'thanks', 'see you', 'bye', '谢谢', 'à bientôt'))}"
    return {"first": first, "last": last, "name": f"{first} {last}", "other": other, "near": near, "number": number,
            "text": text, "known": rng.random() < 0.5}  # fmt: skip


def _setup_send(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    add_people(
        phone, [person("", first, params["other"], params["near"]), person("", first, params["last"], params["number"])]
    )
    threads = [(params["near"], [(True, "Hello!"), (False, pool.SMALL_TALK[0])])]
    add_threads(phone, [(params["number"], [(False, pool.SMALL_TALK[1])]), *threads] if params["known"] else threads)


def _expect_send(data: Data, params: Params) -> None:
    expect_sent(data, params["number"], params["text"])


def _solve_send(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    yield from write_to(seen, params["name"], params["text"])
    yield "finish", {}


# --- pass a number on ------------------------------------------------------------------------------------------------


def _draw_forward(rng: random.Random) -> Params:
    (first, last, whose), (_, other, near), (to_first, to_last, to) = draw_people(rng, 3)
    return {"name": f"{first} {last}", "first": first, "last": last, "whose": whose, "other": other, "near": near,
            "to": to, "to_first": to_first, "to_last": to_last, "to_name": f"{to_first} {to_last}"}  # fmt: skip


def _setup_forward(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    add_people(
        phone,
        [
            person("", first, params["other"], params["near"]),
            person("", first, params["last"], params["whose"]),
            person("", params["to_first"], params["to_last"], params["to"]),
        ],
    )


def _expect_forward(data: Data, params: Params) -> None:
    expect_sent(data, params["to"], params["whose"])


def _solve_forward(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, params["name"])
    number = next(part for m in seen.marks for part in m.full_label.split(", ") if pool.is_number(part))
    seen = yield "launch_app", {"name": "Messages"}
    yield from write_to(seen, params["to_name"], number)
    yield "finish", {}


# --- read the last one ----------------------------------------------------------------------------------------------

CODES = ("The door code is {}.", "They changed it, the code is {} now.", "Sorry, wrong floor: the code is {}.")
MEETINGS = ("Shall we meet at {}?", "Change of plan, let's meet at {}.", "It will rain, let's meet at {}.")
QUESTIONS = {
    "code": ("Which door code did {} send last?", "{} 最后发来的门禁码是什么？"),
    "place": ("Where does {} want to meet, according to the latest message?", "按最新的消息，{} 想在哪里见面？"),
}


def _draw_read(rng: random.Random) -> Params:
    (_, other, near), (_, _, number) = draw_people(rng, 2)
    first, last = draw_name(rng, but=other)
    kind = rng.choice(("code", "place"))
    if kind == "code":
        values = [str(n) for n in rng.sample(range(1000, 10000), 4)]
    else:
        values = rng.sample(pool.PLACES, 4)
    ask = [q.format(f"{first} {last}") for q in QUESTIONS[kind]]
    chat = rng.sample(pool.SMALL_TALK, 3)
    return {"first": first, "last": last, "number": number, "other": other, "near": near, "kind": kind,
            "values": values, "chat": chat, "question": ask[0], "question_zh": ask[1]}  # fmt: skip


def _setup_read(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    add_people(
        phone, [person("", first, params["last"], params["number"]), person("", first, params["other"], params["near"])]
    )
    lines = CODES if params["kind"] == "code" else MEETINGS
    said = [line.format(value) for line, value in zip(lines, params["values"], strict=False)]
    chat = params["chat"]
    talk = [(False, said[0]), (True, chat[0]), (False, said[1]), (True, chat[1]), (False, said[2]), (True, chat[2])]
    add_threads(phone, [(params["number"], talk), (params["near"], [(False, lines[1].format(params["values"][3]))])])


def _answer_read(_: Data, params: Params) -> tuple[str, ...]:
    value = params["values"][2]
    return value, value.removeprefix("the "), f"at {value}"


def _solve_read(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, f"{params['first']} {params['last']}")
    line = (CODES if params["kind"] == "code" else MEETINGS)[2]
    _, value = yield from find_out(seen, hole(line), "up")
    yield "finish", {"answer": value}


# --- ask and wait ----------------------------------------------------------------------------------------------------

ASKED = (
    ("Which platform does the train leave from?", "Just looked it up: it is platform {}, hurry!", 24),
    ("What was the number of your room again?", "You mean here? It is room {}, third door on the left.", 900),
    ("How many tickets shall I buy?", "Let me count... we need {} of them.", 60),
    ("What is the code of the bike lock?", "Don't tell anyone: it is {}.", 9999),
)


def _draw_ask(rng: random.Random) -> Params:
    (_, other, near), (_, _, number) = draw_people(rng, 2)
    first, last = draw_name(rng, but=other)
    question, reply, most = rng.choice(ASKED)
    value = str(rng.randint(3, most))
    return {"first": first, "last": last, "name": f"{first} {last}", "other": other, "near": near, "number": number,
            "text": question, "reply": reply.format(value), "value": value,
            "delay": rng.randrange(2000, 20_000, 500)}  # fmt: skip


def _setup_ask(phone: TruePhone, params: Params) -> None:
    first = params["first"]
    add_people(
        phone, [person("", first, params["other"], params["near"]), person("", first, params["last"], params["number"])]
    )
    add_threads(phone, [(params["number"], [(False, pool.SMALL_TALK[5])])])
    phone.set("messages.replies", [{"number": params["number"], "text": params["reply"], "delay": params["delay"]}])


def _expect_ask(data: Data, params: Params) -> None:
    talk = expect_sent(data, params["number"], params["text"])
    talk["messages"] += [{"mine": False, "text": params["reply"], "time": ANY}]
    data["messages"]["replies"] = []


def _answer_ask(_: Data, params: Params) -> tuple[str, ...]:
    value = params["value"]
    return value, f"platform {value}", f"room {value}", f"{value} tickets", params["reply"]


def _solve_ask(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, params["name"])
    seen = yield from enter(seen, "Text message", params["text"])
    seen = yield from press(seen, "Send message")
    _, value = yield from wait_for(seen, *(hole(reply) for _, reply, _ in ASKED))
    yield "finish", {"answer": value}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="messages_send",
        goals={
            "en": 'Send {name} this message in Messages, word for word: "{text}"',
            "zh": "在信息（Messages）里给 {name} 发送这条消息，一字不差：“{text}”",
        },
        apps=("messages", "contacts"),
        tags=("input", "search", "list"),
        difficulty=2,
        budget=17,
        draw=_draw_send,
        setup=_setup_send,
        expect=_expect_send,
        oracle=_solve_send,
        ignore=READING,
    ),
    Template(
        name="messages_forward_number",
        goals={
            "en": "Look up the number of {name} in Contacts and text it to {to_name} in Messages: the number alone, as Contacts writes it.",
            "zh": "在通讯录（Contacts）里查到 {name} 的号码，用信息（Messages）发给 {to_name}：只发号码，写法与通讯录一致。",
        },
        apps=("contacts", "messages"),
        tags=("transfer", "read", "input"),
        difficulty=4,
        budget=25,
        draw=_draw_forward,
        setup=_setup_forward,
        expect=_expect_forward,
        oracle=_solve_forward,
        ignore=READING,
    ),
    Template(
        name="messages_read_last",
        goals={
            "en": "Look into Messages. {question} Answer with that alone.",
            "zh": "查看信息（Messages）。{question_zh} 只回答内容本身。",
        },
        apps=("messages", "contacts"),
        tags=("read", "list"),
        difficulty=2,
        budget=9,
        draw=_draw_read,
        setup=_setup_read,
        answer=_answer_read,
        oracle=_solve_read,
        ignore=READING,
    ),
    Template(
        name="messages_ask",
        goals={
            "en": 'Text {name} "{text}", wait for the reply and answer with the number in it.',
            "zh": "给 {name} 发短信“{text}”，等对方回复，然后回答回复中的数字。",
        },
        apps=("messages", "contacts"),
        tags=("input", "read", "conversation"),
        difficulty=3,
        budget=21,
        draw=_draw_ask,
        setup=_setup_ask,
        expect=_expect_ask,
        answer=_answer_ask,
        oracle=_solve_ask,
        ignore=READING,
    ),
)
