"""Tasks in the groups of Chat: vote as somebody wishes, react and mute."""

from __future__ import annotations

import random

from kit.simphone.apps import people as pool
from kit.simphone.apps.chat_pages import SIGNS
from kit.simphone.apps.chat_talk import poll, said
from kit.simphone.apps.people import Record
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.chat_moves import (
    EPOCH,
    GROUPS,
    UNREAD,
    add_chats,
    names,
    open_chat,
    said_by,
    small,
    talk,
    the_chat,
)
from kit.tasks.simphone.steps import press, until, words
from kit.types import Observation


def _setup_chats(phone: TruePhone, params: Params) -> None:
    add_chats(phone, params["chats"])


# --- vote as somebody wishes -------------------------------------------------------------------------------------------


def _draw_vote(rng: random.Random) -> Params:
    group = f"{rng.choice(GROUPS)} {rng.randint(2, 99)}"
    whose, one, two, *others = names(rng, 7)
    places = rng.sample(pool.PLACES, 5)
    wish, near = rng.sample(places, 2)
    lines = [(one, "Please vote until tonight!"), (whose, f"I am for {near}."), (two, f"{near} is too loud for me."),
             (whose, f"True, then rather {wish}."), (one, "Fine with me.")]  # fmt: skip
    made = talk(group, lines, kind="group", members=[whose, one, two])
    votes = poll("Where do we celebrate?", [(place, rng.randint(0, 4)) for place in places])
    made["messages"].append(said("s9", one, "", EPOCH, poll=votes))
    chats = [made, *small(rng, others)]
    rng.shuffle(chats)
    return {"group": group, "name": whose, "wish": wish, "chats": chats, "places": places}


def _expect_vote(data: Data, params: Params) -> None:
    message = the_chat(data, params["group"])["messages"][-1]
    message["poll"]["mine"] = params["places"].index(params["wish"])


def _solve_vote(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Chat"}
    seen = yield from open_chat(seen, params["group"])
    seen = yield from until(seen, lambda now: bool(said_by(now, params["name"])), "up")
    wishes = [words(seen, m)[1] for m in said_by(seen, params["name"])]
    wish = (wishes or [""])[-1].removesuffix(".").removeprefix("True, then rather ")
    yield from press(seen, frozenset({wish}))
    yield "finish", {}


# --- react and mute ----------------------------------------------------------------------------------------------------

SIGNS_ZH = {"Like": "赞", "Love": "爱心", "Laugh": "大笑", "Sad": "难过", "Thanks": "感谢"}


def _draw_react(rng: random.Random) -> Params:
    group = f"{rng.choice(GROUPS)} {rng.randint(2, 99)}"
    whose, one, two, *others = names(rng, 7)
    words = rng.sample(pool.SMALL_TALK, 6)
    by = [whose, one, whose, two, one, two]
    keep = rng.randint(3, 6)
    lines = [(who, str(text)) for who, text in zip(by[:keep], words[:keep], strict=True)]
    chats = [talk(group, lines, kind="group", members=[whose, one, two]), *small(rng, others)]
    rng.shuffle(chats)
    sign = rng.choice(SIGNS)
    return {"group": group, "name": whose, "sign": sign, "sign_zh": SIGNS_ZH[sign], "chats": chats, "text": words[2]}


def _expect_react(data: Data, params: Params) -> None:
    found = the_chat(data, params["group"])
    found["muted"] = True
    message: Record = next(m for m in found["messages"] if m["text"] == params["text"])
    message["reactions"] = {params["sign"]: ["me"]}


def _solve_react(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Chat"}
    seen = yield from open_chat(seen, params["group"])
    seen = yield from until(seen, lambda now: bool(said_by(now, params["name"])), "up")
    seen = yield "long_press", {"target_mark_id": said_by(seen, params["name"])[-1].id}
    seen = yield from press(seen, params["sign"])
    seen = yield from press(seen, "Chat info")
    yield from press(seen, "Mute notifications")
    yield "finish", {}


GROUP_TEMPLATES: tuple[Template, ...] = (
    Template(
        name="chat_vote",
        goals={
            "en": "There is a poll in the group “{group}” in Chat. Vote for the place {name} is for in the end, according to the messages there.",
            "zh": "聊天（Chat）的群组“{group}”里有一个投票。根据群里的消息，投给 {name} 最后支持的地点。",
        },
        apps=("chat",),
        tags=("read", "list"),
        difficulty=3,
        budget=11,
        draw=_draw_vote,
        setup=_setup_chats,
        expect=_expect_vote,
        oracle=_solve_vote,
        ignore=UNREAD,
    ),
    Template(
        name="chat_react_mute",
        goals={
            "en": "In the group “{group}” in Chat, react with {sign} to the latest message of {name}, then mute the notifications of the group.",
            "zh": "在聊天（Chat）的群组“{group}”里，对 {name} 最新的一条消息做出“{sign_zh}”回应，然后把该群组的通知静音。",
        },
        apps=("chat",),
        tags=("read", "toggle", "navigation"),
        difficulty=3,
        budget=15,
        draw=_draw_react,
        setup=_setup_chats,
        expect=_expect_react,
        oracle=_solve_react,
        ignore=UNREAD,
    ),
)
