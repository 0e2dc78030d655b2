"""Tasks in the Clock: a new alarm, tidying alarms, timers."""

from __future__ import annotations

import random
import re
from typing import Any

from kit.simphone.apps.clock_alarms import DAYS
from kit.simphone.apps.clock_words import WORDS
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.steps import Walk, close_keyboard, enter, path, phrase, press, until, words
from kit.types import Observation

LABELS = (
    "Pills", "Gym", "School run", "Piano lesson", "Feed the cat", "Team call", "Bake bread", "Water plants", "Train",
    "Night shift", "Yoga", "Airport", "Dentist", "Laundry", "Market", "Rehearsal", "Swim", "Backup", "Meditation", "Bus",
)  # fmt: skip
_TIME = re.compile(r"\d\d:\d\d")
_DAYS_ZH = ("星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日")


def alarm(number: int, hour: int, minute: int, label: str, enabled: bool, days: list[int]) -> dict[str, Any]:
    """An alarm as the Clock keeps it."""
    return {
        "id": str(number), "hour": hour, "minute": minute, "label": label, "days": days, "enabled": enabled,
        "vibrate": True,
    }  # fmt: skip


# --- a new alarm -----------------------------------------------------------------------------------------------------


def _draw_add(rng: random.Random) -> Params:
    first, second = sorted(rng.sample(range(7), 2))
    hour, minute = rng.randint(0, 23), rng.choice(range(1, 60))
    return {
        "hour": hour, "minute": minute, "time": f"{hour:02}:{minute:02}", "label": rng.choice(LABELS),
        "first": DAYS[first], "second": DAYS[second], "first_zh": _DAYS_ZH[first], "second_zh": _DAYS_ZH[second],
        "days": [first, second],
    }  # fmt: skip


def _expect_add(data: Data, params: Params) -> None:
    made = alarm(0, params["hour"], params["minute"], params["label"], True, params["days"])
    data["clock"]["alarms"].append({**made, "id": ANY})


def _add(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Clock"}
    seen = yield from path(seen, "Alarm", "Add alarm")
    seen = yield from enter(seen, "Hour", f"{params['hour']:02}")
    seen = yield from close_keyboard(seen)
    seen = yield from enter(seen, "Minute", f"{params['minute']:02}")
    seen = yield from close_keyboard(seen)
    seen = yield from path(seen, "OK", params["first"], params["second"], "Add label")
    seen = yield from enter(seen, "Label", params["label"])
    seen = yield from close_keyboard(seen)
    yield from press(seen, "OK")
    yield "finish", {}


ADD = Template(
    name="clock_alarm_add",
    goals={
        "en": "In Clock, set an alarm for {time} every {first} and {second}, with the label {label}.",
        "zh": "在时钟（Clock）中设置一个 {time} 的闹钟，每逢{first_zh}和{second_zh}重复，标签为 {label}。",
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
    minutes = sorted(rng.sample(range(5 * 60, 23 * 60), 10))
    chosen = sorted(rng.sample(range(10), 2))
    alarms = [
        alarm(n + 1, m // 60, m % 60, label, n not in chosen and rng.random() < 0.5, sorted(rng.sample(range(7), 2)))
        for n, (m, label) in enumerate(zip(minutes, rng.sample(LABELS, 10), strict=True))
    ]
    first, second = (f"{alarms[n]['hour']:02}:{alarms[n]['minute']:02}" for n in chosen)
    return {"alarms": alarms, "first": first, "second": second, "chosen": chosen}


def _setup_alarms(phone: TruePhone, params: Params) -> None:
    phone.set("clock.alarms", params["alarms"])


def _expect_switch(data: Data, params: Params) -> None:
    for n in params["chosen"]:
        data["clock"]["alarms"][n]["enabled"] = True


def _switch(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Clock"}
    seen = yield from path(seen, "Alarm")
    for time in (params["first"], params["second"]):
        seen = yield from path(seen, phrase("Alarm {time}", time=time))
    yield "finish", {}


SWITCH = Template(
    name="clock_alarm_on",
    goals={
        "en": "In Clock, switch on the alarms at {first} and {second}.",
        "zh": "在时钟（Clock）中打开 {first} 和 {second} 的闹钟。",
    },
    apps=("clock",),
    tags=("toggle", "list"),
    difficulty=1,
    budget=15,
    draw=_draw_switch,
    setup=_setup_alarms,
    expect=_expect_switch,
    oracle=_switch,
)


# --- tidying ---------------------------------------------------------------------------------------------------------


def _draw_tidy(rng: random.Random) -> Params:
    labels = rng.sample(LABELS, 9)
    minutes = sorted(rng.sample(range(5 * 60, 23 * 60, 5), 9))
    off, gone = rng.sample(range(9), 2)
    alarms = [
        alarm(
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


def time_of(seen: Observation, label: str) -> str:
    """The time of the alarm with this label, read from its card; empty when it is not on the screen."""
    for mark in (m for m in seen.marks if "tap" in m.actions):
        said = words(seen, mark)
        if any(w.startswith(f"{label}, ") for w in said):
            return next((w for w in said if _TIME.fullmatch(w)), "")
    return ""


def find_alarm(seen: Observation, label: str) -> Walk:
    """Scrolls to the alarm with this label."""
    return (yield from until(seen, lambda now: bool(time_of(now, label))))


def _tidy(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Clock"}
    seen = yield from press(seen, "Alarm")
    seen = yield from find_alarm(seen, params["off"])
    seen = yield from press(seen, phrase("Alarm {time}", time=time_of(seen, params["off"])))
    seen = yield from find_alarm(seen, params["gone"])
    seen = yield from path(seen, time_of(seen, params["gone"]), "Delete")
    yield "finish", {}


TIDY = Template(
    name="clock_alarms_tidy",
    goals={
        "en": "In Clock, switch off the alarm {off} and delete the alarm {gone}.",
        "zh": "在时钟（Clock）中关闭标签为 {off} 的闹钟，并删除标签为 {gone} 的闹钟。",
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

_CITIES = [
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
]


def _draw_timer(rng: random.Random) -> Params:
    have, wanted = rng.sample(_CITIES, 2)
    minutes, seconds = rng.randint(2, 58), rng.choice((5, 10, 15, 20, 25, 35, 40, 45, 50, 55))
    return {"minutes": minutes, "seconds": seconds, "have": have, "city": wanted,
            "city_zh": WORDS["zh"][wanted]}  # fmt: skip


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
    seen = yield "launch_app", {"name": "Clock"}
    seen = yield from path(seen, "Clock", "Add city")
    seen = yield from enter(seen, "Search for a city", params["city"])
    seen = yield from close_keyboard(seen)
    seen = yield from press(seen, params["city"])
    seen = yield from path(seen, "Navigate up", "Timer", *f"{params['minutes']}{params['seconds']:02}")
    yield from path(seen, "Start")
    yield "finish", {}


TIMER = Template(
    name="clock_timer_and_city",
    goals={
        "en": "In Clock, add {city} to the world clock, then start a timer of {minutes} minutes and {seconds} seconds.",
        "zh": "在时钟（Clock）的世界时钟中添加{city_zh}，然后启动一个 {minutes} 分 {seconds} 秒的计时器。",
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
