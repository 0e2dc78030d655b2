"""Tasks in Messages that take turns: agree on a time, carry word between two people, send again what did not go out."""

from __future__ import annotations

import random
from typing import Any

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.messages import READING, add_threads, expect_sent, to_list, write_to
from kit.tasks.simphone.reading import hole, pull_shade, wait_for
from kit.tasks.simphone.steps import enter, marks, press
from kit.types import Observation


def _people(params: Params, *keys: str) -> list[Record]:
    """The records of the people under these parameters, each (first name, last name, number)."""
    return [person("", *params[key]) for key in keys]


def _reply(number: str, text: str, delay: int) -> Record:
    return {"number": number, "text": text, "delay": delay}


def _name(drawn: tuple[str, str, str]) -> str:
    return f"{drawn[0]} {drawn[1]}"


# --- agree on a time ---------------------------------------------------------------------------------------------------

ASK = ("When can we meet about the {}?", "What time suits you for the {}?", "When shall we talk about the {}?")
THEMES = ("balcony", "choir trip", "birthday party", "old piano", "allotment", "tax form", "removal van", "school play")
OFFER = "I could do {} or {}. Tell me which."
AGREED = "Good, then we meet at {}."


def _draw_agree(rng: random.Random) -> Params:
    who, other = draw_people(rng, 2)
    minutes = rng.sample(range(9 * 60, 20 * 60, 5), 2)
    first, second = (f"{m // 60:02d}:{m % 60:02d}" for m in minutes)
    early = rng.random() < 0.5
    chosen = min(first, second) if early else max(first, second)
    return {"who": [*who], "other": [who[0], *other[1:]], "name": _name(who),
            "question": rng.choice(ASK).format(rng.choice(THEMES)), "offer": OFFER.format(first, second),
            "early": early, "which": "earlier" if early else "later", "which_zh": "较早" if early else "较晚",
            "chosen": chosen, "place": rng.choice(pool.PLACES),
            "delays": [rng.randrange(2000, 9000, 500), rng.randrange(3000, 12_000, 500)]}  # fmt: skip


def _setup_agree(phone: TruePhone, params: Params) -> None:
    add_people(phone, _people(params, "other", "who"))
    number = params["who"][2]
    add_threads(phone, [(number, [(False, pool.SMALL_TALK[3])]), (params["other"][2], [(False, pool.SMALL_TALK[5])])])
    replies = [params["offer"], AGREED.format(params["place"])]
    phone.set("messages.replies", [_reply(number, t, d) for t, d in zip(replies, params["delays"], strict=True)])


def _expect_agree(data: Data, params: Params) -> None:
    said = expect_sent(data, params["who"][2], params["question"])["messages"]
    said.append({"mine": False, "text": params["offer"], "time": ANY})
    expect_sent(data, params["who"][2], params["chosen"])
    said.append({"mine": False, "text": AGREED.format(params["place"]), "time": ANY})
    data["messages"]["replies"] = []


def _solve_agree(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, params["name"])
    seen = yield from enter(seen, "Text message", params["question"])
    seen = yield from press(seen, "Send message")
    seen, offered = yield from wait_for(seen, r"I could do (\d\d:\d\d or \d\d:\d\d)\. Tell me which\.")
    times = sorted(offered.split(" or "))
    seen = yield from enter(seen, "Text message", times[0 if params["early"] else -1] or "?")
    seen = yield from press(seen, "Send message")
    _, place = yield from wait_for(seen, hole(AGREED))
    yield "finish", {"answer": place}


# --- carry word ----------------------------------------------------------------------------------------------------------

QUESTIONS = (
    ("How many people come on Sunday?", "We will be {} in all, two of them children."),
    ("How long is the shelf in centimetres?", "I measured {} centimetres."),
    ("What did the ferry tickets cost?", "They came to {} euros together."),
)
ECHO = ("Thanks. Then the order number is {}.", "Got it, I noted it under {}.", "Fine, your reference is {}.")


def _draw_relay(rng: random.Random) -> Params:
    source, target, other = draw_people(rng, 3)
    question, line = rng.choice(QUESTIONS)
    reference = f"{rng.choice('ABCDEFGH')}{rng.randrange(1000, 9999)}"
    return {"source": [*source], "target": [*target], "other": [source[0], *other[1:]], "name": _name(source),
            "to": _name(target), "question": question, "said": line.format(rng.randrange(12, 998)),
            "echo": rng.choice(ECHO).format(reference), "reference": reference,
            "delays": [rng.randrange(2000, 11_000, 500), rng.randrange(2000, 11_000, 500)]}  # fmt: skip


def _setup_relay(phone: TruePhone, params: Params) -> None:
    add_people(phone, _people(params, "other", "source", "target"))
    source, target = params["source"][2], params["target"][2]
    add_threads(phone, [(source, [(False, pool.SMALL_TALK[1])]), (params["other"][2], [(False, pool.SMALL_TALK[4])])])
    pairs = zip((source, target), (params["said"], params["echo"]), params["delays"], strict=True)
    phone.set("messages.replies", [_reply(n, t, d) for n, t, d in pairs])


def _expect_relay(data: Data, params: Params) -> None:
    one = expect_sent(data, params["source"][2], params["question"])
    one["messages"].append({"mine": False, "text": params["said"], "time": ANY})
    two = expect_sent(data, params["target"][2], params["said"])
    two["messages"].append({"mine": False, "text": params["echo"], "time": ANY})
    data["messages"]["replies"] = []


def _solve_relay(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, params["name"])
    seen = yield from enter(seen, "Text message", params["question"])
    seen = yield from press(seen, "Send message")
    seen, said = yield from wait_for(seen, *(f"({hole(line)})" for _, line in QUESTIONS))
    seen = yield from to_list(seen)
    seen = yield from write_to(seen, params["to"], said or "?")
    _, echo = yield from wait_for(seen, *map(hole, ECHO))
    yield "finish", {"answer": echo}


# --- send again ------------------------------------------------------------------------------------------------------------

ANSWERS = ("Just got it. My seat is {}.", "At last! The gate code is {}.", "Thanks, I am in room {}.")


def _draw_resend(rng: random.Random) -> Params:
    who, other = draw_people(rng, 2)
    lost, wrong = (f"{text} ({rng.randint(11, 99)})" for text in rng.sample(pool.ERRANDS, 2))
    value = str(rng.randrange(1000, 9999))
    return {"who": [*who], "other": [*other], "name": _name(who), "lost": lost, "wrong": wrong,
            "answer": rng.choice(ANSWERS).format(value), "value": value, "flip": rng.random() < 0.5,
            "delay": rng.randrange(2000, 9000, 500)}  # fmt: skip


def _setup_resend(phone: TruePhone, params: Params) -> None:
    add_people(phone, _people(params, "other", "who"))
    pairs = [(params["who"][2], params["lost"]), (params["other"][2], params["wrong"])]
    talks = [(number, [(False, pool.SMALL_TALK[k]), (True, text)]) for k, (number, text) in enumerate(pairs)]
    add_threads(phone, talks[::-1] if params["flip"] else talks)
    threads: list[dict[str, Any]] = phone.data()["messages"]["threads"]
    for t in threads:
        if t["number"] in (params["who"][2], params["other"][2]):
            t["messages"][-1]["failed"] = True
    phone.set("messages.threads", threads)
    phone.set("messages.replies", [_reply(params["who"][2], params["answer"], params["delay"])])
    phone.set("settings.airplane", True)
    phone.set("settings.wifi", False)


def _expect_resend(data: Data, params: Params) -> None:
    t = next(t for t in data["messages"]["threads"] if t["number"] == params["who"][2])
    del t["messages"][-1]["failed"]
    t["messages"][-1]["time"] = ANY
    t["messages"].append({"mine": False, "text": params["answer"], "time": ANY})
    data["messages"]["replies"] = []
    data["settings"]["airplane"] = False


def _solve_resend(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, params["name"])
    seen = yield from press(seen, "Not sent. Tap to try again.")
    if marks(seen, "Not sent. Tap to try again."):
        seen = yield from pull_shade(seen)
        seen = yield from press(seen, "Airplane mode")
        seen = yield "back", {}
        seen = yield from press(seen, "Not sent. Tap to try again.")
    _, number = yield from wait_for(seen, *map(hole, ANSWERS))
    yield "finish", {"answer": number}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="messages_agree_on_a_time",
        goals={
            "en": "In Messages, ask {name} “{question}” They will offer two times: reply with the {which} one, just the time as "
            "they wrote it. Wait for their confirmation and tell me where you are to meet.",
            "zh": "在信息（Messages）里问 {name}：“{question}”对方会给出两个时间：请回复{which_zh}的那个，只发时间，写法与对方一致。"
            "等对方确认后，告诉我在哪里见面。",
        },
        apps=("messages", "contacts"),
        tags=("conversation", "input", "read"),
        difficulty=4,
        budget=27,
        draw=_draw_agree,
        setup=_setup_agree,
        expect=_expect_agree,
        answer=lambda _, p: (p["place"], p["place"].removeprefix("the "), f"at {p['place']}"),
        oracle=_solve_agree,
        ignore=READING,
    ),
    Template(
        name="messages_relay",
        goals={
            "en": "In Messages, ask {name} “{question}” and wait for the reply. Send {to} that reply word for word, wait for "
            "their answer and tell me the number or reference in it.",
            "zh": "在信息（Messages）里问 {name}：“{question}”，等待回复；把该回复一字不差地发给 {to}，"
            "再等对方回答，并告诉我其中的编号。",
        },
        apps=("messages", "contacts"),
        tags=("conversation", "transfer", "input", "read"),
        difficulty=5,
        budget=37,
        draw=_draw_relay,
        setup=_setup_relay,
        expect=_expect_relay,
        answer=lambda _, p: (p["reference"],),
        oracle=_solve_relay,
        ignore=READING,
    ),
    Template(
        name="messages_send_again",
        goals={
            "en": "The last message to {name} in Messages did not go out. Send that very message again (do not write a new one); "
            "if the phone is offline, switch airplane mode off and leave it off. Wait for the answer and tell me the number in it.",
            "zh": "信息（Messages）里发给 {name} 的最后一条消息没有发出去。请重新发送这条消息本身（不要另写一条）；"
            "如果手机处于离线状态，请关闭飞行模式并保持关闭。等对方回复后，告诉我其中的数字。",
        },
        apps=("messages", "contacts"),
        tags=("recovery", "conversation", "toggle", "read"),
        difficulty=4,
        budget=23,
        draw=_draw_resend,
        setup=_setup_resend,
        expect=_expect_resend,
        answer=lambda _, p: (p["value"],),
        oracle=_solve_resend,
        ignore=READING,
    ),
)
