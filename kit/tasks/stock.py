"""Stock tasks: set up and judged through ordinary shell commands alone, so that they run unchanged on any phone.

Here: the settings. Only the reference solutions know simphone's own screens.
"""

from __future__ import annotations

import random

from kit.device.device import Device
from kit.tasks import stock_battery, stock_files, stock_reading
from kit.tasks.base import Data, Oracle, Params, Stock, Template
from kit.tasks.simphone.settings_system import draw_device
from kit.tasks.simphone.steps import marks, path, press
from kit.tasks.stock_shell import begin, compare, ready, run
from kit.tasks.stock_switches import (
    DEVICE_NAME,
    FONT,
    FONTS,
    NIGHT,
    PLAIN,
    TIMEOUT,
    check_switches,
    choose_timeout,
    draw_states,
    draw_timeout,
    jobs,
    put,
    rename_phone,
    settings_of,
    setup_switches,
    switch_all,
    turn_all,
)
from kit.types import Observation

AIRPLANE = "global/airplane_mode_on"


# --- switches --------------------------------------------------------------------------------------------------------


def _draw_switches(rng: random.Random) -> Params:
    states = draw_states(rng, rng.sample(PLAIN, 4), right=1)
    return {**states, **jobs(states["want"])}


def _switches(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    yield from switch_all(seen, params["want"])
    yield "finish", {}


# --- on board --------------------------------------------------------------------------------------------------------


def _draw_flight(rng: random.Random) -> Params:
    wifi = rng.random() < 0.5
    radios = {AIRPLANE: True, "global/wifi_on": wifi, "global/bluetooth_on": not wifi or rng.random() < 0.5}
    others = [key for key in PLAIN if key not in radios]
    more = draw_states(rng, rng.sample(others, 1))
    start = {AIRPLANE: False, "global/wifi_on": rng.random() < 0.5, "global/bluetooth_on": rng.random() < 0.5}
    words = jobs({key: on for key, on in radios.items() if key != AIRPLANE} | more["want"])
    return {"want": radios | more["want"], "start": start | more["start"], **words, **draw_timeout(rng)}


def _flight(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from switch_all(seen, params["want"])
    yield from choose_timeout(seen, params["timeout_ms"])
    yield "finish", {}


# --- display ---------------------------------------------------------------------------------------------------------


def _draw_display(rng: random.Random) -> Params:
    font, old = rng.sample(sorted(FONTS), 2)
    states = draw_states(rng, [NIGHT, rng.choice(["system/accelerometer_rotation", "system/screen_brightness_mode"])])
    if rng.random() < 0.5:
        states["start"][NIGHT] = states["want"][NIGHT]  # right already: a blind tap would undo it
    return {**states, **jobs(states["want"]), **draw_timeout(rng), "font": font, "font_old": old,
            "font_words": FONTS[font][1], "font_zh": FONTS[font][2]}  # fmt: skip


def _setup_display(device: Device, params: Params) -> Data:
    put(device, FONT, params["font_old"])
    return setup_switches(device, params)


def _check_display(device: Device, params: Params, before: Data, answer: str) -> str:
    wanted = settings_of(params["want"]) | {TIMEOUT: params["timeout_ms"], FONT: params["font"]}
    return compare(device, before, settings=wanted)


def _display(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Display", "Font size", FONTS[params["font"]][0], "Navigate up")
    seen = yield from choose_timeout(seen, params["timeout_ms"])
    yield from switch_all(seen, params["want"])
    yield "finish", {}


# --- the phone's name ------------------------------------------------------------------------------------------------


def _draw_name(rng: random.Random) -> Params:
    return {"name": draw_device(rng)}


def _setup_name(device: Device, params: Params) -> Data:
    begin(device)
    put(device, DEVICE_NAME, "Phone")
    return ready(device)


def _check_name(device: Device, params: Params, before: Data, answer: str) -> str:
    wanted = settings_of(params.get("want", {}))
    return compare(device, before, settings=wanted | {DEVICE_NAME: params["name"]})


def _name(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    yield from rename_phone(seen, params["name"])
    yield "finish", {}


# --- left in the middle ----------------------------------------------------------------------------------------------

_PAGES = ("DATE_SETTINGS", "BLUETOOTH_SETTINGS", "DISPLAY_SETTINGS", "SOUND_SETTINGS", "DEVICE_INFO_SETTINGS")


def _draw_left(rng: random.Random) -> Params:
    states = draw_states(rng, rng.sample(PLAIN, 2))
    return {**states, **jobs(states["want"]), "name": draw_device(rng), "page": rng.choice(_PAGES)}


def _setup_left(device: Device, params: Params) -> Data:
    """A page deep in Settings is open, and the notification shade is over it."""
    begin(device)
    put(device, DEVICE_NAME, "Phone")
    turn_all(device, params["start"])
    before = ready(device)
    run(device, "am", "start", "-a", f"android.settings.{params['page']}")
    device.wait(1)
    run(device, "cmd", "statusbar", "expand-notifications")
    return before


def _left(params: Params, seen: Observation) -> Oracle:
    seen = yield "back", {}
    seen = yield "launch_app", {"name": "Settings"}
    for _ in range(4):
        if not marks(seen, "Navigate up"):
            break
        seen = yield from press(seen, "Navigate up")
    seen = yield from switch_all(seen, params["want"])
    yield from rename_phone(seen, params["name"])
    yield "finish", {}


_SWITCHED = Stock(setup=setup_switches, check=check_switches)

TEMPLATES: tuple[Template, ...] = (
    Template(
        name="stock_switches",
        goals={
            "en": "In the phone's settings, {jobs}. What is right already stays as it is, like everything else.",
            "zh": "在手机的设置中：{jobs_zh}。已经符合要求的保持不变，其他设置也不要改动。",
        },
        apps=("settings",),
        tags=("toggle", "navigation"),
        difficulty=2,
        budget=41,
        draw=_draw_switches,
        oracle=_switches,
        stock=_SWITCHED,
    ),
    Template(
        name="stock_flight",
        goals={
            "en": "Get the phone ready for a flight: in its settings turn airplane mode on, and while it is on {jobs}. "
            "Also set the screen timeout to {timeout}.",
            "zh": "为乘机做好准备：在手机的设置中打开飞行模式，并在飞行模式打开的同时{jobs_zh}。另外把屏幕超时（自动息屏时间）设为{timeout_zh}。",
        },
        apps=("settings",),
        tags=("toggle", "form", "navigation"),
        difficulty=3,
        budget=51,
        draw=_draw_flight,
        oracle=_flight,
        stock=_SWITCHED,
    ),
    Template(
        name="stock_display",
        goals={
            "en": "In the phone's display settings, make the font size {font_words}, set the screen timeout to {timeout}, and {jobs}.",
            "zh": "在手机的显示设置中，把字体大小调为{font_zh}，屏幕超时（自动息屏时间）设为{timeout_zh}，并{jobs_zh}。",
        },
        apps=("settings",),
        tags=("toggle", "form", "navigation"),
        difficulty=3,
        budget=41,
        draw=_draw_display,
        oracle=_display,
        stock=Stock(setup=_setup_display, check=_check_display),
    ),
    Template(
        name="stock_phone_name",
        goals={
            "en": "Change the name of this phone (the device name in its settings) to {name}.",
            "zh": "把这部手机的名称（设置中的设备名称）改为 {name}。",
        },
        apps=("settings",),
        tags=("input", "navigation"),
        difficulty=1,
        budget=17,
        draw=_draw_name,
        oracle=_name,
        stock=Stock(setup=_setup_name, check=_check_name),
    ),
    Template(
        name="stock_left_open",
        goals={
            "en": "Somebody left this phone in the middle of something. Never mind that: in its settings {jobs}, and change the device "
            "name to {name}.",
            "zh": "有人用手机用到一半就放下了，不用管它。请在手机的设置中{jobs_zh}，并把设备名称改为 {name}。",
        },
        apps=("settings",),
        tags=("recovery", "toggle", "input", "navigation"),
        difficulty=3,
        budget=39,
        draw=_draw_left,
        oracle=_left,
        stock=Stock(setup=_setup_left, check=_check_name),
    ),
    *stock_battery.TEMPLATES,
    *stock_files.TEMPLATES,
    *stock_reading.TEMPLATES,
)
