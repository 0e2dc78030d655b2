"""Tasks in the Clock: a new alarm, tidying alarms, timers."""

from __future__ import annotations

import random
import re
from typing import Any

from kit.simphone.apps.clock_alarms import DAYS
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import moves
from kit.types import Observation

_LABELS = (
    "Pills", "Gym", "School run", "Piano lesson", "Feed the cat", "Team call", "Bake bread", "Water plants", "Train",
    "Night shift", "Yoga", "Airport", "Dentist", "Laundry", "Market", "Rehearsal", "Swim", "Backup", "Meditation", "Bus",
)  # fmt: skip
_TIME = re.compile(r"\d\d:\d\d")
_DAYS_ZH = ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日")


def _alarm(number: int, hour: int, minute: int, label: str, enabled: bool, days: list[int]) -> dict[str, Any]:
    return {
        "id": str(number), "hour": hour, "minute": minute, "label": label, "days": days, "enabled": enabled,
        "vibrate": True,
    }  # fmt: skip


# --- a new alarm -----------------------------------------------------------------------------------------------------


def _draw_add(rng: random.Random) -> Params:
    first, second = sorted(rng.sample(range(7), 2))
    hour, minute = rng.randint(0, 23), rng.choice(range(1, 60))
    return {
        "hour": hour, "minute": minute, "time": f"{hour:02}:{minute:02}", "label": rng.choice(_LABELS),
        "first": DAYS[first], "second": DAYS[second], "first_zh": _DAYS_ZH[first], "second_zh": _DAYS_ZH[second],
        "days": [first, second],
    }  # fmt: skip


def _expect_add(data: Data, params: Params) -> None:
    made = _alarm(0, params["hour"], params["minute"], params["label"], True, params["days"])
    data["clock"]["alarms"].append({**made, "id": ANY})


def _add(params: Params, seen: Observation) -> Oracle:
    seen = yield from moves.launch("Clock")
    seen = yield from moves.path(seen, "Alarm", "Add alarm")
    seen = yield from moves.enter(seen, "Hour", f"{params['hour']:02}")
    seen = yield from moves.close_keyboard(seen)
    seen = yield from moves.enter(seen, "Minute", f"{params['minute']:02}")
    seen = yield from moves.close_keyboard(seen)
    seen = yield from moves.path(seen, "OK", params["first"], params["second"], "Add label")
    seen = yield from moves.enter(seen, "Label", params["label"])
    seen = yield from moves.close_keyboard(seen)
    yield from moves.tap(seen, "OK")
    yield moves.finish()


ADD = Template(
    name="clock_alarm_add",
    goals={
        "en": "Set an alarm for {time} every {first} and {second}, with the label {label}.",
        "zh": "设置一个 {time} 的闹钟，每逢{first_zh}和{second_zh}重复，标签为 {label}。",
    },
    apps=("clock",),
    tags=("form", "input", "navigation"),
    difficulty=3,
    budget=33,
    draw=_draw_add,
    expect=_expect_add,
    oracle=_add,
)


# --- one switch ------------------------------------------------------------------------------------------------------


def _draw_switch(rng: random.Random) -> Params:
    minutes = sorted(rng.sample(range(5 * 60, 23 * 60), 5))
    chosen = rng.randrange(5)
    alarms = [
        _alarm(n + 1, m // 60, m % 60, label, n != chosen and rng.random() < 0.5, sorted(rng.sample(range(7), 2)))
        for n, (m, label) in enumerate(zip(minutes, rng.sample(_LABELS, 5), strict=True))
    ]
    time = f"{alarms[chosen]['hour']:02}:{alarms[chosen]['minute']:02}"
    return {"alarms": alarms, "time": time, "chosen": chosen}


def _setup_alarms(phone: TruePhone, params: Params) -> None:
    phone.set("clock.alarms", params["alarms"])


def _expect_switch(data: Data, params: Params) -> None:
    data["clock"]["alarms"][params["chosen"]]["enabled"] = True


def _switch(params: Params, seen: Observation) -> Oracle:
    seen = yield from moves.launch("Clock")
    yield from moves.path(seen, "Alarm", f"Alarm {params['time']}")
    yield moves.finish()


SWITCH = Template(
    name="clock_alarm_on",
    goals={"en": "Switch on the alarm at {time}.", "zh": "打开 {time} 的闹钟。"},
    apps=("clock",),
    tags=("toggle", "list"),
    difficulty=1,
    budget=11,
    draw=_draw_switch,
    setup=_setup_alarms,
    expect=_expect_switch,
    oracle=_switch,
)


# --- tidying ---------------------------------------------------------------------------------------------------------


def _draw_tidy(rng: random.Random) -> Params:
    labels = rng.sample(_LABELS, 5)
    minutes = sorted(rng.sample(range(5 * 60, 23 * 60, 5), 5))
    off, gone = rng.sample(range(5), 2)
    alarms = [
        _alarm(
            n + 1, minute // 60, minute % 60, labels[n], n == off or rng.random() < 0.5, sorted(rng.sample(range(7), 3))
        )
        for n, minute in enumerate(minutes)
    ]
    return {"alarms": alarms, "off": labels[off], "gone": labels[gone]}


def _expect_tidy(data: Data, params: Params) -> None:
    data["clock"]["alarms"] = [
        {**a, "enabled": a["enabled"] and a["label"] != params["off"]}
        for a in data["clock"]["alarms"]
        if a["label"] != params["gone"]
    ]


def _time_seen(seen: Observation, label: str) -> str:
    """The time of the alarm with this label, read from its card."""
    for mark in (m for m in seen.marks if "tap" in m.actions):
        words = moves.words(seen, mark)
        if any(w.startswith(f"{label}, ") for w in words):
            return next((w for w in words if _TIME.fullmatch(w)), "")
    return ""


def _find(seen: Observation, label: str) -> moves.Steps:
    """Scrolls to the alarm with this label."""
    for _ in range(moves.MOST_SCROLLS):
        if _time_seen(seen, label):
            break
        seen = yield ("scroll", {"direction": "down"})
    return seen


def _tidy(params: Params, seen: Observation) -> Oracle:
    seen = yield from moves.launch("Clock")
    seen = yield from moves.tap(seen, "Alarm")
    seen = yield from _find(seen, params["off"])
    seen = yield from moves.tap(seen, f"Alarm {_time_seen(seen, params['off'])}")
    seen = yield ("scroll", {"direction": "up"})
    seen = yield from _find(seen, params["gone"])
    seen = yield from moves.path(seen, _time_seen(seen, params["gone"]), "Delete")
    yield moves.finish()


TIDY = Template(
    name="clock_alarms_tidy",
    goals={
        "en": "Switch off the alarm {off} and delete the alarm {gone}.",
        "zh": "关闭标签为 {off} 的闹钟，并删除标签为 {gone} 的闹钟。",
    },
    apps=("clock",),
    tags=("toggle", "list", "read"),
    difficulty=2,
    budget=19,
    draw=_draw_tidy,
    setup=_setup_alarms,
    expect=_expect_tidy,
    oracle=_tidy,
)


# --- a timer and a city ----------------------------------------------------------------------------------------------

_CITIES = (
    "Auckland",
    "Berlin",
    "Cairo",
    "Chicago",
    "Delhi",
    "Honolulu",
    "Lima",
    "Nairobi",
    "Oslo",
    "Seoul",
    "Tokyo",
    "Toronto",
)


def _draw_timer(rng: random.Random) -> Params:
    have, wanted = rng.sample(_CITIES, 2)
    minutes, seconds = rng.randint(2, 58), rng.choice((5, 10, 15, 20, 25, 35, 40, 45, 50, 55))
    return {"minutes": minutes, "seconds": seconds, "have": have, "city": wanted}


def _setup_timer(phone: TruePhone, params: Params) -> None:
    phone.set("clock.cities", [{"id": "1", "name": params["have"]}])


def _expect_timer(data: Data, params: Params) -> None:
    length = params["minutes"] * 60 + params["seconds"]
    data["clock"]["cities"].append({"id": ANY, "name": params["city"]})
    data["clock"]["timers"].append({"id": ANY, "seconds": length, "ends": ANY, "left_ms": length * 1000})


def _running(state: dict[str, Any], params: Params) -> str:
    del params
    return "" if state["data"]["clock"]["timers"][-1]["ends"] else "the timer is not running"


def _timer(params: Params, seen: Observation) -> Oracle:
    seen = yield from moves.launch("Clock")
    seen = yield from moves.path(seen, "Clock", "Add city")
    seen = yield from moves.enter(seen, "Search for a city", params["city"])
    seen = yield from moves.close_keyboard(seen)
    seen = yield from moves.pick(seen, params["city"])
    seen = yield from moves.path(seen, "Navigate up", "Timer", *f"{params['minutes']}{params['seconds']:02}")
    yield from moves.reach(seen, "Start")
    yield moves.finish()


TIMER = Template(
    name="clock_timer_and_city",
    goals={
        "en": "Add {city} to the world clock, then start a timer of {minutes} minutes and {seconds} seconds.",
        "zh": "在世界时钟中添加 {city}，然后启动一个 {minutes} 分 {seconds} 秒的计时器。",
    },
    apps=("clock",),
    tags=("navigation", "input", "search", "form"),
    difficulty=3,
    budget=31,
    draw=_draw_timer,
    setup=_setup_timer,
    expect=_expect_timer,
    end=_running,
    oracle=_timer,
)

TEMPLATES: tuple[Template, ...] = (SWITCH, ADD, TIDY, TIMER)
