"""Stock tasks about the battery, which `dumpsys battery set` lets say anything."""

from __future__ import annotations

import random
import re

from kit.device.device import Device
from kit.tasks.base import Data, Oracle, Params, Stock, Template
from kit.tasks.simphone.reading import texts
from kit.tasks.simphone.steps import Walk, path, press
from kit.tasks.stock_boxes import BOXES
from kit.tasks.stock_shell import begin, compare, ready, run
from kit.tasks.stock_switches import (
    DEVICE_NAME,
    PLAIN,
    TIMEOUT,
    check_switches,
    choose_timeout,
    draw_states,
    draw_timeout,
    jobs,
    put,
    rename_phone,
    switch_all,
    turn_all,
)
from kit.types import Observation


def _setup_battery(device: Device, params: Params) -> Data:
    """The battery says what it is told to until `dumpsys battery reset`, with which every setup begins."""
    begin(device)
    turn_all(device, params.get("start", {}))
    if "timeout_old" in params:
        put(device, TIMEOUT, params["timeout_old"])
    run(device, "dumpsys", "battery", "unplug")
    run(device, "dumpsys", "battery", "set", "level", str(params["level"]))
    return ready(device)


def _read_level(seen: Observation) -> Walk:
    """From the first page of Settings: the page that tells the level."""
    return (yield from path(seen, "Battery"))


def _level(seen: Observation) -> int:
    """The level that the page shows."""
    found = re.search(r"(\d+)%", "\n".join(texts(seen)))
    return int(found[1]) if found else 0


# --- told in the phone's name ----------------------------------------------------------------------------------------


def _draw_name(rng: random.Random) -> Params:
    return {"level": rng.randint(21, 99), "word": rng.choice(BOXES)}


def _setup_name(device: Device, params: Params) -> Data:
    put(device, DEVICE_NAME, "Phone")
    return _setup_battery(device, params)


def _check_name(device: Device, params: Params, before: Data, answer: str) -> str:
    return compare(device, before, settings={DEVICE_NAME: f"{params['word']} {params['level']}"})


def _name(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from _read_level(seen)
    level = _level(seen)
    seen = yield from press(seen, "Navigate up")
    yield from rename_phone(seen, f"{params['word']} {level}")
    yield "finish", {}


# --- what to do depends on it ----------------------------------------------------------------------------------------


def _draw_decide(rng: random.Random) -> Params:
    limit = rng.randrange(35, 80, 5)
    level = limit + rng.choice([-1, 1]) * rng.randint(1, 12)
    low, high = rng.sample(PLAIN, 2)
    states = draw_states(rng, [low, high])
    timeout = draw_timeout(rng)
    one = {"low": jobs({low: states["want"][low]}), "high": jobs({high: states["want"][high]})}
    want = {low: states["want"][low]} if level < limit else {high: states["want"][high]}
    return {"limit": limit, "level": level, "start": states["start"], "want": want, "both": states["want"], **timeout,
            **{f"{k}{lang}": words[f"jobs{lang}"] for k, words in one.items() for lang in ("", "_zh")}}  # fmt: skip


def _decide(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from _read_level(seen)
    low, high = params["both"]
    key = low if _level(seen) < params["limit"] else high
    seen = yield from press(seen, "Navigate up")
    seen = yield from switch_all(seen, {key: params["both"][key]})
    yield from choose_timeout(seen, params["timeout_ms"])
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="stock_battery_name",
        goals={
            "en": "Look up in the phone's settings how full the battery is, then change the device name to “{word}”, a space and that "
            "number of percent (without the percent sign).",
            "zh": "在手机的设置中查看电池还剩百分之多少，然后把设备名称改为“{word}”加一个空格再加这个数字（不带百分号）。",
        },
        apps=("settings",),
        tags=("read", "transfer", "input", "navigation"),
        difficulty=2,
        budget=19,
        draw=_draw_name,
        oracle=_name,
        stock=Stock(setup=_setup_name, check=_check_name),
    ),
    Template(
        name="stock_battery_decides",
        goals={
            "en": "Look up the battery level in the phone's settings. Below {limit} %, {low}; otherwise {high}. In both cases set the "
            "screen timeout to {timeout}.",
            "zh": "在手机的设置中查看电池电量：低于 {limit}% 就{low_zh}，否则就{high_zh}。无论哪种情况，都把屏幕超时（自动息屏时间）设为{timeout_zh}。",
        },
        apps=("settings",),
        tags=("read", "toggle", "navigation", "form"),
        difficulty=3,
        budget=29,
        draw=_draw_decide,
        oracle=_decide,
        stock=Stock(setup=_setup_battery, check=check_switches),
    ),
)
