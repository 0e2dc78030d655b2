"""Tasks in Chat: ask the assistant, settle a time, take a message back."""

from __future__ import annotations

import random

from kit.simphone.apps import people as pool
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.chat_groups import GROUP_TEMPLATES
from kit.tasks.simphone.chat_long import LONG_TEMPLATES
from kit.tasks.simphone.chat_moves import (
    GROUPS,
    UNREAD,
    add_chats,
    bubbles,
    expect_said,
    hear,
    names,
    open_chat,
    rule,
    small,
    talk,
    texts,
    the_chat,
)
from kit.tasks.simphone.chat_moves import say as say_it
from kit.tasks.simphone.chat_traps import TRAP_TEMPLATES
from kit.tasks.simphone.steps import press, until
from kit.types import Observation

# --- ask the assistant -------------------------------------------------------------------------------------------------

QUESTIONS = (
    ("How many steps does the {} tower have?", "The {} tower is older than the town around it. Guides often say {} steps, but that counts "
     "only the stone ones. With the wooden stairs at the top there are {} steps in all."),
    ("How long is the {} trail in kilometres?", "The {} trail begins at the mill. Old maps give {} kilometres, from before the bridge was built. "
     "Measured again last year, it is {} kilometres long."),
    ("How many seats does the {} theatre have?", "The {} theatre was opened a century ago with {} seats. After the fire it was rebuilt, smaller "
     "and safer, and since then it has {} seats."),
)  # fmt: skip
PLACES = ("Birchwood", "Copper Hill", "Lakeside", "Old Harbour", "Santa Rosa", "Wójcik", "Ödegård", "Maple")


def _draw_ask(rng: random.Random) -> Params:
    question, reply = rng.choice(QUESTIONS)
    place = rng.choice(PLACES)
    value, decoy = (str(n) for n in rng.sample(range(120, 990), 2))
    return {"text": question.format(place), "reply": reply.format(place, decoy, value), "value": value, "place": place}


def _setup_ask(phone: TruePhone, params: Params) -> None:
    rng = random.Random(params["value"])
    add_chats(phone, small(rng, names(rng, 4)), [rule("Assistant", [params["place"]], params["reply"])])


def _expect_ask(data: Data, params: Params) -> None:
    expect_said(data, "Assistant", ("me", params["text"]), ("Assistant", params["reply"]))


def _answer_ask(_: Data, params: Params) -> tuple[str, ...]:
    value = params["value"]
    return value, f"{value} steps", f"{value} kilometres", f"{value} seats", f"{value} km"


def _solve_ask(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Chat"}
    seen = yield from open_chat(seen, "Assistant")
    seen = yield from say_it(seen, params["text"])
    seen = yield from hear(seen, params["text"])
    numbers = [word for word in texts(seen)[-1].split() if word.isdigit()]
    yield "finish", {"answer": numbers[-1] if numbers else ""}


# --- settle a time -----------------------------------------------------------------------------------------------------

OFFERS = (
    "I can do {} or {}, you choose.",
    "Either {} or {}, the rest of the day is full.",
    "Let me see... {} or {} would work.",
)


def _draw_time(rng: random.Random) -> Params:
    name, *others = names(rng, 5)
    early = f"{rng.randint(8, 13)}:{rng.randrange(10, 60)}"
    late = f"{rng.randint(14, 20)}:{rng.randrange(10, 60)}"
    pair = [early, late]
    rng.shuffle(pair)
    place, wrong = rng.sample(pool.PLACES, 2)
    made = small(rng, [name, *others])
    rng.shuffle(made)
    return {"name": name, "early": early, "late": late, "offer": rng.choice(OFFERS).format(*pair), "place": place,
            "wrong": wrong, "chats": made, "delay": rng.randrange(2000, 15_000, 500), "closing": f"Good! Then at {place}."}  # fmt: skip


QUESTION = "When shall we meet?"


def _setup_time(phone: TruePhone, params: Params) -> None:
    name, delay = params["name"], params["delay"]
    rules = [
        rule(name, ["when", "meet"], params["offer"], delay=delay),
        rule(name, [params["late"]], params["closing"], delay=delay),
        rule(name, [params["early"]], f"All right, then at {params['wrong']}.", delay=delay),
    ]
    add_chats(phone, params["chats"], rules)


def _expect_time(data: Data, params: Params) -> None:
    name = params["name"]
    lines = (("me", QUESTION), (name, params["offer"]), ("me", f"{params['late']} is fine"), (name, params["closing"]))
    expect_said(data, name, *lines)


def _answer_time(_: Data, params: Params) -> tuple[str, ...]:
    place = params["place"]
    return place, place.removeprefix("the "), f"at {place}"


def _solve_time(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Chat"}
    seen = yield from open_chat(seen, params["name"])
    seen = yield from say_it(seen, QUESTION)
    seen = yield from hear(seen, QUESTION)
    times = [word.strip(".,") for word in texts(seen)[-1].split() if ":" in word]
    late = max(times, key=lambda t: int(t.split(":")[0]), default="")
    seen = yield from say_it(seen, f"{late} is fine")
    seen = yield from hear(seen, f"{late} is fine")
    yield "finish", {"answer": texts(seen)[-1].removeprefix("Good! Then at ").removesuffix(".")}


def _setup_chats(phone: TruePhone, params: Params) -> None:
    add_chats(phone, params["chats"])


# --- take a message back -----------------------------------------------------------------------------------------------


def _draw_unsend(rng: random.Random) -> Params:
    group = f"{rng.choice(GROUPS)} {rng.randint(2, 99)}"
    right, one, two, *others = names(rng, 6)
    text = f"{rng.choice(pool.ERRANDS)}, {rng.choice(('ok?', 'see you', 'thanks', 'à bientôt', '谢谢'))} ({rng.randint(2, 99)})"
    lines = [(one, "Who has the key?"), ("me", "Not me."), ("me", text), (two, "I think that was not meant for us.")]
    lines += [("me", "Sorry!")] * rng.randint(0, 1)
    chats = [talk(group, lines, kind="group", members=[one, two]), *small(rng, [right, *others])]
    rng.shuffle(chats)
    return {"group": group, "right": right, "text": text, "chats": chats}


def _expect_unsend(data: Data, params: Params) -> None:
    gone = next(m for m in the_chat(data, params["group"])["messages"] if m["text"] == params["text"])
    gone.update({"deleted": True, "text": ""})
    expect_said(data, params["right"], ("me", params["text"]))


def _solve_unsend(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Chat"}
    seen = yield from open_chat(seen, params["group"])
    seen = yield from until(seen, lambda now: bool(bubbles(now, params["text"])), "up")
    seen = yield "long_press", {"target_mark_id": bubbles(seen, params["text"])[0].id}
    seen = yield from press(seen, "Delete for everyone")
    seen = yield from press(seen, "Delete")
    seen = yield "back", {}
    seen = yield from open_chat(seen, params["right"])
    yield from say_it(seen, params["text"])
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="chat_ask_assistant",
        goals={
            "en": "In Chat, ask the assistant “{text}” (word for word). Wait until its answer is complete and tell me the number that is "
            "right in the end.",
            "zh": "在聊天（Chat）里问助理（Assistant）：“{text}”，一字不差。等它回答完毕，告诉我最终正确的数字。",
        },
        apps=("chat",),
        tags=("conversation", "read", "wait"),
        difficulty=2,
        budget=21,
        draw=_draw_ask,
        setup=_setup_ask,
        expect=_expect_ask,
        answer=_answer_ask,
        oracle=_solve_ask,
        ignore=UNREAD,
    ),
    Template(
        name="chat_settle_time",
        goals={
            "en": "In Chat, ask {name} “When shall we meet?”. Two times are offered: accept the later one by writing “N is fine” with "
            "that time in the place of N. Wait for the answer and tell me the place.",
            "zh": "在聊天（Chat）里问 {name}：“When shall we meet?”。对方会给出两个时间：选较晚的那个，回复“N is fine”（N 换成该时间）。等对方回复后，告诉我见面地点。",
        },
        apps=("chat",),
        tags=("conversation", "read", "input", "wait"),
        difficulty=4,
        budget=29,
        draw=_draw_time,
        setup=_setup_time,
        expect=_expect_time,
        answer=_answer_time,
        oracle=_solve_time,
        ignore=UNREAD,
    ),
    Template(
        name="chat_take_back",
        goals={
            "en": "In Chat I sent “{text}” to the group “{group}” by mistake. Delete that message for everyone there, and send it, word for "
            "word, to {right} instead.",
            "zh": "我在聊天（Chat）里误把“{text}”发到了群组“{group}”。请在那里为所有人删除这条消息，并把它一字不差地发给 {right}。",
        },
        apps=("chat",),
        tags=("irreversible", "input", "navigation"),
        difficulty=3,
        budget=25,
        draw=_draw_unsend,
        setup=_setup_chats,
        expect=_expect_unsend,
        oracle=_solve_unsend,
        ignore=UNREAD,
    ),
    *GROUP_TEMPLATES,
    *TRAP_TEMPLATES,
    *LONG_TEMPLATES,
)
