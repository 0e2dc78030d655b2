"""Tasks in Health: log, count, mark doses, read a chart; the longer ones stand in `health_chains`."""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta

from kit.simphone.apps.health_pages import REASONS, kilograms
from kit.simphone.apps.people import Record
from kit.simphone.spellings import spellings
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import health_chains as chains
from kit.tasks.simphone.health_chains import (
    APP,
    REASONS_ZH,
    draw_day,
    draw_medicines,
    noted,
    pour,
    put,
    setup_medicines,
    skip,
    weigh,
    weighed,
)
from kit.tasks.simphone.lists import open_where
from kit.tasks.simphone.steps import enter, marks, press, seek, until
from kit.types import Observation

# --- a weight --------------------------------------------------------------------------------------------------------


def _draw_weight(rng: random.Random) -> Params:
    tenths = rng.randint(480, 1240)
    return {"tenths": tenths, "kg": kilograms(tenths), "date": draw_day(rng)}


def _expect_weight(data: Data, params: Params) -> None:
    weighed(data, params["tenths"], params["date"])


def _solve_weight(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": APP}
    seen = yield from press(seen, "Weight")
    yield from weigh(seen, params["kg"], params["date"])
    yield "finish", {}


# --- glasses of water ------------------------------------------------------------------------------------------------


def _draw_water(rng: random.Random) -> Params:
    return {"glasses": rng.randint(2, 6), "goal": rng.randrange(4100, 15_900, 50)}


def _expect_water(data: Data, params: Params) -> None:
    pour(data, params["glasses"])
    data["health"]["steps_goal"] = params["goal"]


def _solve_water(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": APP}
    for _ in range(params["glasses"]):
        seen = yield from press(seen, "Add a glass")
    seen = yield from press(seen, "Goal for steps")
    seen = yield from enter(seen, "Daily goal", str(params["goal"]))
    yield from press(seen, "Save")
    yield "finish", {}


# --- doses of today --------------------------------------------------------------------------------------------------


def _draw_doses(rng: random.Random) -> Params:
    medicines = draw_medicines(rng, 7)
    taken, skipped, *_ = rng.sample(medicines, 3)
    later = next(m for m in rng.sample(medicines, 7) if m["name"] not in (taken["name"], skipped["name"]))
    later["name"] = taken["name"]  # the same medicine twice a day: only one of the two is meant
    reason = rng.choice(REASONS)
    return {"medicines": medicines, "a": taken["name"], "a_time": taken["time"], "b": skipped["name"],
            "b_time": skipped["time"], "reason": reason, "reason_zh": REASONS_ZH[reason]}  # fmt: skip


def _expect_doses(data: Data, params: Params) -> None:
    noted(data, params["a"], params["a_time"], "taken")
    noted(data, params["b"], params["b_time"], "skipped", params["reason"])


def _solve_doses(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": APP}
    seen = yield from press(seen, "Medicines")
    seen = yield from open_where(seen, params["a"], params["a_time"])
    seen = yield from press(seen, "Mark as taken")
    seen = yield from press(seen, "Navigate up")
    seen = yield from press(seen, params["b"])
    yield from skip(seen, params["reason"])
    yield "finish", {}


# --- the best day of the chart ---------------------------------------------------------------------------------------


def _draw_best(rng: random.Random) -> Params:
    counts = rng.sample(range(2100, 14_000), 14)
    weeks_ago = rng.randint(0, 1)
    when = ("the last seven days", "the seven days before the last seven")[weeks_ago]
    when_zh = ("最近七天", "最近七天之前的那七天")[weeks_ago]
    more = rng.randrange(101, 1000)
    return {"counts": counts, "weeks_ago": weeks_ago, "when": when, "when_zh": when_zh, "more": more}


def _setup_best(phone: TruePhone, params: Params) -> None:
    today = datetime.fromisoformat(phone.state()["clock"]).date()
    days = [(today - timedelta(days=n)).isoformat() for n in range(14)]
    phone.set("health.steps", dict(zip(days, params["counts"], strict=True)))


def _best(params: Params) -> int:
    start = 7 * params["weeks_ago"]
    return max(params["counts"][start : start + 7])


def _expect_best(data: Data, params: Params) -> None:
    data["health"]["steps_goal"] = _best(params) + params["more"]


def _solve_best(params: Params, seen: Observation) -> Oracle:
    """The numbers are pixels: without a picture each bar is touched, and the line below says what it stands for."""
    seen = yield "launch_app", {"name": APP}
    seen = yield from press(seen, "Week")
    if params["weeks_ago"]:
        seen = yield from press(seen, "Earlier week")
    screen, best = seen.screen, 0

    def steps(now: Observation) -> list[str]:
        lines = [(n.text, d) for w in now.windows for n in w.nodes for d in re.findall(r"\d+", n.text)]
        return [d for text, d in lines if text in spellings("{count} steps", count=d)]

    for n in range(7):
        seen = yield from seek(seen, "Steps of the week")
        chart = marks(seen, "Steps of the week")[0].bounds
        x = (chart.left + (2 * n + 1) * chart.width / 14) * 1000 / screen.width
        y = chart.center[1] * 1000 / screen.height
        seen = yield "swipe", {"start": [x, y], "end": [x, y], "duration_ms": 60}
        seen = yield from until(seen, lambda now: bool(steps(now)))
        best = max([best, *map(int, steps(seen)[:1])])
    seen = yield from press(seen, "Today")
    seen = yield from press(seen, "Goal for steps")
    seen = yield from enter(seen, "Daily goal", str(best + params["more"]))
    yield from press(seen, "Save")
    yield "finish", {}


# --- a medicine that is stopped --------------------------------------------------------------------------------------


def _draw_stop(rng: random.Random) -> Params:
    medicines: list[Record] = draw_medicines(rng, 7)
    gone, twin = rng.sample(medicines, 2)
    twin["name"] = gone["name"]
    return {"medicines": medicines, "name": gone["name"], "time": gone["time"], "twin": twin["time"], "tenths": (
        tenths := rng.randint(480, 1240)), "kg": kilograms(tenths), "date": draw_day(rng)}  # fmt: skip


def _setup_stop(phone: TruePhone, params: Params) -> None:
    put(phone, params["medicines"])


def _expect_stop(data: Data, params: Params) -> None:
    medicines = data["health"]["medicines"]
    medicines[:] = [m for m in medicines if (m["name"], m["time"]) != (params["name"], params["time"])]
    weighed(data, params["tenths"], params["date"])


def _solve_stop(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": APP}
    seen = yield from press(seen, "Medicines")
    seen = yield from open_where(seen, params["name"], params["time"])
    seen = yield from press(seen, "Delete medicine")
    seen = yield from press(seen, "Delete")
    seen = yield from press(seen, "Weight")
    yield from weigh(seen, params["kg"], params["date"])
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="health_log_weight",
        goals={
            "en": "Log a weight of {kg} kg for {date} in Health.",
            "zh": "在健康（Health）里记录 {date} 的体重：{kg} 公斤。",
        },
        apps=("health",),
        tags=("form", "input"),
        difficulty=2,
        budget=16,
        draw=_draw_weight,
        expect=_expect_weight,
        oracle=_solve_weight,
    ),
    Template(
        name="health_water",
        goals={
            "en": "In Health, add {glasses} glasses of water to today's count and set the goal for steps to {goal} a day.",
            "zh": "在健康（Health）里给今天的饮水增加 {glasses} 杯，并把步数目标设为每天 {goal} 步。",
        },
        apps=("health",),
        tags=("input", "read"),
        difficulty=2,
        budget=22,
        draw=_draw_water,
        expect=_expect_water,
        oracle=_solve_water,
    ),
    Template(
        name="health_doses",
        goals={
            "en": "In Health, mark today's {a} of {a_time} as taken, and skip today's {b} of {b_time} for this reason: {reason}.",
            "zh": "在健康（Health）里，把今天 {a_time} 的 {a} 标记为已服用，并跳过今天 {b_time} 的 {b}，原因是：{reason_zh}。",
        },
        apps=("health",),
        tags=("list", "toggle", "read"),
        difficulty=3,
        budget=21,
        draw=_draw_doses,
        setup=setup_medicines,
        expect=_expect_doses,
        oracle=_solve_doses,
    ),
    Template(
        name="health_best_day",
        goals={
            "en": "Find the best day of {when} in the chart of steps in Health, today being the newest day. Set the goal for steps to "
            "{more} more than the steps of that day.",
            "zh": "在健康（Health）的步数图表里，以今天为最后一天，找出{when_zh}中步数最多的一天，"
            "把步数目标设为那天的步数再加 {more}。",
        },
        apps=("health",),
        tags=("canvas", "read", "input"),
        difficulty=4,
        budget=30,
        draw=_draw_best,
        setup=_setup_best,
        expect=_expect_best,
        oracle=_solve_best,
    ),
    Template(
        name="health_stop_medicine",
        goals={
            "en": "I no longer take {name} at {time}: delete it from the medicines in Health, and keep the {name} of {twin}. Then log "
            "a weight of {kg} kg for {date}.",
            "zh": "我不再服用 {time} 的 {name}：从健康（Health）的用药中删除它，保留 {twin} 的 {name}。然后记录 {date} 的体重：{kg} 公斤。",
        },
        apps=("health",),
        tags=("irreversible", "list", "form"),
        difficulty=3,
        budget=25,
        draw=_draw_stop,
        setup=_setup_stop,
        expect=_expect_stop,
        oracle=_solve_stop,
    ),
    *chains.TEMPLATES,
)
