"""Tasks in the Recorder: memos of some length, a number that is said, tidying up."""

from __future__ import annotations

import random
import re

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.lists import listed, with_id
from kit.tasks.simphone.media import SUBJECTS, elapsed, run_until
from kit.tasks.simphone.reading import find_out
from kit.tasks.simphone.recorder_long import (
    KINDS,
    SLACK,
    lay,
    listen,
    long_enough,
    options,
    path,
    record,
    save,
    spread,
    template,
)
from kit.tasks.simphone.recorder_long import TEMPLATES as LONG
from kit.tasks.simphone.steps import enter, press
from kit.types import Observation

# --- a memo with a pause ---------------------------------------------------------------------------------------------


def _draw_memo(rng: random.Random) -> Params:
    first, second = rng.sample(range(6, 40), 2)
    quality = rng.choice(("standard", "high"))
    return {"first": first, "second": second, "least": first + second, "most": first + second + 2 * SLACK,
            "name": f"{rng.choice(SUBJECTS)} {rng.randint(2, 99)}", "quality": quality, "left": rng.choice(("standard", "high")),
            "quality_zh": {"standard": "标准", "high": "高"}[quality]}  # fmt: skip


def _setup_memo(phone: TruePhone, p: Params) -> None:
    lay(phone, {"Recording 1": 14, f"{p['name']} old": 33})
    phone.set("recorder.quality", p["left"])


def _expect_memo(data: Data, p: Params) -> None:
    data["recorder"]["quality"] = p["quality"]
    data["files"][path(p["name"])] = ANY


def _solve_memo(p: Params, seen: Observation) -> Oracle:
    wanted = "High quality" if p["quality"] == "high" else "Standard quality"
    seen = yield "launch_app", {"name": "Recorder"}
    seen = yield from press(seen, "Recording quality")
    seen = yield from press(seen, wanted)
    seen = yield from record(seen, p["first"])
    seen = yield from press(seen, "Pause recording")
    before = elapsed(seen) or p["first"]
    seen = yield from press(seen, "Resume recording")
    seen = yield from run_until(seen, p["second"], before)
    yield from save(seen, p["name"])
    yield "finish", {}


# --- a number that is said -------------------------------------------------------------------------------------------


def _draw_number(rng: random.Random) -> Params:
    (first, last, old), (_, other, near), (_, _, new) = draw_people(rng, 3)
    kind = rng.choice(KINDS)
    lines = [f"Hello, this is {first} {last}.", "I have a new phone, the old number is off.", f"The new number is {new}.",
             rng.choice(pool.SMALL_TALK)]  # fmt: skip
    wrong = [f"Hello, this is {first} {other}.", f"My number is {near} as always."]
    return {"first": first, "last": last, "name": f"{first} {last}", "old": old, "other": other, "near": near, "new": new,
            "clip": f"{kind} {rng.randint(20, 60)}", "twin": f"{kind} {rng.randint(61, 99)}", "lines": lines, "wrong": wrong}  # fmt: skip


def _setup_number(phone: TruePhone, p: Params) -> None:
    add_people(phone, [person("", p["first"], p["other"], p["near"]), person("", p["first"], p["last"], p["old"])])
    lay(phone, {p["twin"]: 30, p["clip"]: 52}, {p["clip"]: spread(p["lines"]), p["twin"]: spread(p["wrong"])})


def _expect_number(data: Data, p: Params) -> None:
    next(x for x in data["contacts"]["people"] if x["phone"] == p["old"])["phone"] = p["new"]


def _solve_number(p: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Recorder"}
    seen = yield from listen(seen, p["clip"])
    seen, number = yield from find_out(seen, r"The new number is ([\d-]+)\.", "up")
    seen = yield "launch_app", {"name": "Contacts"}
    seen = yield from press(seen, p["name"])
    seen = yield from press(seen, "Edit contact")
    seen = yield from enter(seen, "Phone", number)
    yield from press(seen, "Save")
    yield "finish", {}


# --- the short ones --------------------------------------------------------------------------------------------------


def _draw_short(rng: random.Random) -> Params:
    limit = rng.randint(21, 110)
    kind, *others = rng.sample(KINDS, 4)
    short = [limit - 1, *(rng.randint(4, limit - 2) for _ in range(rng.randint(1, 2)))]
    long = [limit, *(rng.randint(limit + 2, 150) for _ in range(2))]
    numbers = rng.sample(range(1, 99), 9)
    pairs = [(f"{kind} {n}", s) for n, s in zip(numbers, short + long, strict=False)]
    gone = [name for name, seconds in pairs if seconds < limit]
    pairs += [(f"{x} {n}", rng.randint(4, 60)) for x, n in zip(others, numbers[6:], strict=True)]
    rng.shuffle(pairs)
    return {"lengths": dict(pairs), "limit": limit, "kind": kind, "gone": gone}


def _setup_short(phone: TruePhone, p: Params) -> None:
    lay(phone, p["lengths"], {name: spread(["Testing, one two three."]) for name in p["gone"][:1]})


def _expect_short(data: Data, p: Params) -> None:
    for name in p["gone"]:
        del data["files"][path(name)]
        data["recorder"]["words"].pop(path(name), None)


def _seconds(label: str) -> int:
    found = re.search(r"(\d+):(\d\d)(?!.*\d:\d\d)", label)
    return 60 * int(found[1]) + int(found[2]) if found else 0


def _solve_short(p: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Recorder"}
    seen, found = yield from listed(seen, with_id("recording"))
    rows = [said[0] for said in found]
    for row in [r for r in rows if r.startswith(f"{p['kind']} ") and _seconds(r) < p["limit"]]:
        seen = yield from options(seen, row.split(", ")[0])
        seen = yield from press(seen, "Delete")
        seen = yield from press(seen, "Delete")
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    template(
        "recorder_memo",
        "Set the Recorder to {quality} quality. Then record a memo in one recording: at least {first} seconds, a pause, then at "
        "least {second} seconds more, altogether not over {most} seconds without the pause. Save it as {name}.",
        "把录音机（Recorder）设为{quality_zh}质量。然后录一段备忘：先录至少 {first} 秒，暂停，再继续录至少 {second} 秒，"
        "不计暂停总长不超过 {most} 秒。保存为 {name}。",
        ("recovery", "toggle", "input", "wait"), 3, 27,
        draw=_draw_memo, setup=_setup_memo, expect=_expect_memo, end=long_enough, oracle=_solve_memo,
    ),
    template(
        "recorder_new_number",
        "In the recording {clip} in the Recorder, {name} tells a new phone number. Listen to it and put that number into the "
        "contact of {name} in place of the old one.",
        "录音机（Recorder）里的录音 {clip} 中，{name} 说了新的电话号码。请听录音，并在通讯录（Contacts）里用它替换 {name} 的旧号码。",
        ("transfer", "read", "form", "navigation"), 4, 23,
        apps=("recorder", "contacts"), draw=_draw_number, setup=_setup_number, expect=_expect_number, oracle=_solve_number,
    ),
    template(
        "recorder_delete_short",
        "Delete those recordings called {kind} in the Recorder that are shorter than {limit} seconds. Keep all others.",
        "删除录音机（Recorder）里名为 {kind} 且短于 {limit} 秒的录音，其余全部保留。",
        ("list", "read", "irreversible"), 3, 23,
        draw=_draw_short, setup=_setup_short, expect=_expect_short, oracle=_solve_short,
    ),
    *LONG,
)  # fmt: skip
