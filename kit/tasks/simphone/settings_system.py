"""Tasks in Settings that change the whole phone: its name, volumes, time, language, and a reset of its network."""

from __future__ import annotations

import random
from typing import Any

from kit.simphone.apps.settings_facts import NETWORKS
from kit.simphone.apps.settings_pages import CHOICES
from kit.simphone.apps.settings_words import WORDS
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.sliders import slide
from kit.tasks.simphone.steps import Walk, close_keyboard, enter, path, press
from kit.types import Observation

_NAMES = (
    "Kitchen", "Hallway", "Workshop", "Guest", "Studio", "Garage", "Balcony", "Cellar", "Nursery", "Reading", "Garden",
    "Front desk", "Café", "书房", "Atelier", "Zoë's", "Spare", "Travel", "Tram", "Boat",
)  # fmt: skip


def _zh(words: str) -> str:
    return WORDS["zh"].get(words, words)


def draw_device(rng: random.Random) -> str:
    """A name for the phone that no other seed is likely to draw."""
    return f"{rng.choice(_NAMES)} {rng.randint(100, 999)}"


def _setup(phone: TruePhone, params: Params) -> None:
    for field, value in params["start"].items():
        phone.set(f"settings.{field}", value)


def _expect(data: Data, params: Params) -> None:
    data["settings"].update(params["wanted"])


def rename(seen: Observation, name: str) -> Walk:
    """From the first page of Settings: the device name."""
    seen = yield from path(seen, "About phone", "Device name")
    seen = yield from enter(seen, "Device name", name)
    seen = yield from close_keyboard(seen)
    return (yield from press(seen, "OK"))


# --- one screen ------------------------------------------------------------------------------------------------------


def _draw_rename(rng: random.Random) -> Params:
    name = draw_device(rng)
    return {"name": name, "start": {}, "wanted": {"device_name": name}}


def _rename(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    yield from rename(seen, params["name"])
    yield "finish", {}


# --- volumes ---------------------------------------------------------------------------------------------------------

_VOLUMES = {"Media volume": "volume_media", "Ring volume": "volume_ring", "Alarm volume": "volume_alarm",
            "Call volume": "volume_call"}  # fmt: skip


def _draw_volumes(rng: random.Random) -> Params:
    first, second = rng.sample(sorted(_VOLUMES), 2)
    low, high = rng.sample(range(1, 16), 2)
    start = {field: rng.randrange(16) for field in _VOLUMES.values()}
    start[_VOLUMES[first]] = (low + rng.randint(2, 9)) % 16
    mode, words = rng.choice(list(CHOICES["ringer_mode"][1:]))
    wanted: dict[str, Any] = {_VOLUMES[first]: low, _VOLUMES[second]: high, "ringer_mode": mode}
    return {"first": first, "second": second, "low": low, "high": high, "mode": words, "start": start, "wanted": wanted,
            "first_zh": _zh(first), "second_zh": _zh(second), "mode_zh": _zh(words)}  # fmt: skip


def _volumes(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Sound & vibration")
    seen = yield from slide(seen, params["first"], params["low"], 15)
    seen = yield from slide(seen, params["second"], params["high"], 15)
    yield from path(seen, "Ringer mode", params["mode"])
    yield "finish", {}


# --- abroad ----------------------------------------------------------------------------------------------------------


def _draw_travel(rng: random.Random) -> Params:
    (zone, city), (old, _) = rng.sample(list(CHOICES["timezone"]), 2)
    (lock, timeout), (before, _) = rng.sample(list(CHOICES["screen_timeout_s"]), 2)
    on, auto = rng.random() < 0.5, rng.random() < 0.5
    start = {"timezone": old, "screen_timeout_s": before, "time_24h": not on, "auto_time": not auto}
    wanted = {"timezone": zone, "screen_timeout_s": lock, "time_24h": on, "auto_time": auto}
    return {"city": city, "city_zh": _zh(city), "timeout": timeout, "timeout_zh": _zh(timeout), "start": start,
            "wanted": wanted, "h24": "on" if on else "off", "h24_zh": "打开" if on else "关闭",
            "auto": "on" if auto else "off", "auto_zh": "打开" if auto else "关闭"}  # fmt: skip


def _travel(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "System", "Date & time", "Time zone", params["city"], "Use 24-hour format")
    seen = yield from path(seen, "Set time automatically", "Navigate up", "Navigate up", "Display", "Screen timeout")
    yield from path(seen, params["timeout"])
    yield "finish", {}


# --- the wrong language ----------------------------------------------------------------------------------------------


def _draw_language(rng: random.Random) -> Params:
    strange = [c for c in CHOICES["locale"] if not c[0].startswith("en")]
    old, _ = rng.choice(strange)
    locale, language = rng.choice([c for c in CHOICES["locale"] if c[0] != old])
    name = draw_device(rng)
    wanted = {"locale": locale, "device_name": name}
    return {"language": language, "name": name, "start": {"locale": old}, "wanted": wanted}


def _language(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "System", "Languages & input", "System languages", params["language"])
    seen = yield from path(seen, "Navigate up", "Navigate up")
    yield from rename(seen, params["name"])
    yield "finish", {}


# --- the network -----------------------------------------------------------------------------------------------------


def _draw_reset(rng: random.Random) -> Params:
    network = rng.choice([n for n, locked in NETWORKS if not locked])
    name = draw_device(rng)
    start = {"bluetooth": True, "wifi": rng.random() < 0.5, "wifi_network": rng.choice(["Harbour", "Attic", "Cedar"])}
    wanted = {"bluetooth": False, "wifi": True, "wifi_network": network, "hotspot": False, "device_name": name}
    return {"network": network, "name": name, "start": start, "wanted": wanted}


def _reset(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "System", "Reset options", "Reset Bluetooth & Wi-Fi", "Reset")
    seen = yield from path(seen, "Navigate up", "Navigate up", "Network & internet", "Internet", params["network"])
    seen = yield from path(seen, "Navigate up", "Navigate up")
    yield from rename(seen, params["name"])
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="settings_rename_phone",
        goals={
            "en": "In Settings, change the device name to {name}.",
            "zh": "在设置（Settings）中把设备名称改为 {name}。",
        },
        apps=("settings",),
        tags=("input", "navigation"),
        difficulty=1,
        budget=17,
        draw=_draw_rename,
        expect=_expect,
        oracle=_rename,
    ),
    Template(
        name="settings_volumes",
        goals={
            "en": "In Settings, set the {first} to {low} of 15, the {second} to {high} of 15, and the ringer mode to {mode}.",
            "zh": "在设置（Settings）中把{first_zh}（{first}）调到 {low}（最大 15），{second_zh}（{second}）调到 {high}，"
            "并把响铃模式设为“{mode_zh}”（{mode}）。",
        },
        apps=("settings",),
        tags=("navigation", "form", "read"),
        difficulty=2,
        budget=25,
        draw=_draw_volumes,
        setup=_setup,
        expect=_expect,
        oracle=_volumes,
    ),
    Template(
        name="settings_travel",
        goals={
            "en": "In Settings, set the time zone to {city}, turn the 24-hour format {h24} and automatic time {auto}, "
            "and let the screen time out after {timeout}.",
            "zh": "在设置（Settings）中把时区设为{city_zh}（{city}），{h24_zh} 24 小时制，{auto_zh}自动设置时间，"
            "并把屏幕超时设为“{timeout_zh}”（{timeout}）。",
        },
        apps=("settings",),
        tags=("navigation", "toggle", "form"),
        difficulty=2,
        budget=27,
        draw=_draw_travel,
        setup=_setup,
        expect=_expect,
        oracle=_travel,
    ),
    Template(
        name="settings_language",
        goals={
            "en": "Somebody has changed the language of this phone. In Settings, make {language} the system language, "
            "then set the device name to {name}.",
            "zh": "有人改了这部手机的语言。请在设置（Settings）中把系统语言改为 {language}，然后把设备名称设为 {name}。",
        },
        apps=("settings",),
        tags=("recovery", "navigation", "list", "input"),
        difficulty=3,
        budget=27,
        draw=_draw_language,
        setup=_setup,
        expect=_expect,
        oracle=_language,
    ),
    Template(
        name="settings_network_reset",
        goals={
            "en": "In Settings, reset Bluetooth & Wi-Fi, then connect to the network {network} and set the device name to {name}.",
            "zh": "在设置（Settings）中重置蓝牙和 WLAN，然后连接到网络 {network}，并把设备名称设为 {name}。",
        },
        apps=("settings",),
        tags=("irreversible", "navigation", "input"),
        difficulty=3,
        budget=41,
        draw=_draw_reset,
        setup=_setup,
        expect=_expect,
        oracle=_reset,
    ),
)
