"""Tasks in Settings: display choices, the phone's name and network, storage numbers, notifications."""

from __future__ import annotations

import random
from typing import Any

from kit.simphone.apps.files_actions import size_words
from kit.simphone.apps.settings_facts import NETWORKS
from kit.simphone.apps.settings_pages import CHOICES
from kit.simphone.apps.settings_words import WORDS
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.steps import beside, close_keyboard, enter, path, press, press_all, seek_text
from kit.types import Observation

_TURN = {True: "on", False: "off"}
_TURN_ZH = {True: "打开", False: "关闭"}


def _zh(words: str) -> str:
    return WORDS["zh"].get(words, words)


# --- display ---------------------------------------------------------------------------------------------------------

_TOGGLES = {
    "Dark theme": "dark_theme", "Adaptive brightness": "auto_brightness", "Auto-rotate screen": "auto_rotate",
}  # fmt: skip


def _draw_display(rng: random.Random) -> Params:
    timeouts, fonts = CHOICES["screen_timeout_s"], CHOICES["font_scale"]
    (timeout, timeout_words), (old_timeout, _) = rng.sample(timeouts, 2)
    (font, font_words), (old_font, _) = rng.sample(fonts, 2)
    toggle, on = rng.choice(sorted(_TOGGLES)), rng.random() < 0.5
    start = {"screen_timeout_s": old_timeout, "font_scale": old_font, _TOGGLES[toggle]: not on}
    return {
        "timeout": timeout_words, "font": font_words, "toggle": toggle, "turn": _TURN[on], "turn_zh": _TURN_ZH[on],
        "timeout_zh": _zh(timeout_words), "font_zh": _zh(font_words), "toggle_zh": _zh(toggle),
        "start": start, "wanted": {"screen_timeout_s": timeout, "font_scale": font, _TOGGLES[toggle]: on},
    }  # fmt: skip


def _setup_settings(phone: TruePhone, params: Params) -> None:
    for field, value in params["start"].items():
        phone.set(f"settings.{field}", value)


def _expect_settings(data: Data, params: Params) -> None:
    data["settings"].update(params["wanted"])


def _display(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Display", "Screen timeout", params["timeout"], params["toggle"])
    yield from path(seen, "Font size", params["font"])
    yield "finish", {}


DISPLAY = Template(
    name="settings_display",
    goals={
        "en": "In the display settings of the app Settings, set the screen timeout to {timeout} and the font size to {font}, "
        "and turn {toggle} {turn}.",
        "zh": "在设置（Settings）的显示设置中，把屏幕超时（Screen timeout）设为“{timeout_zh}”（{timeout}），"
        "字体大小（Font size）设为“{font_zh}”（{font}），并{turn_zh}“{toggle_zh}”（{toggle}）。",
    },
    apps=("settings",),
    tags=("navigation", "toggle", "form"),
    difficulty=3,
    budget=21,
    draw=_draw_display,
    setup=_setup_settings,
    expect=_expect_settings,
    oracle=_display,
)


# --- name and network ------------------------------------------------------------------------------------------------

_FIRST = (
    "Amber",
    "Blue",
    "Copper",
    "Distant",
    "Early",
    "Frozen",
    "Golden",
    "Hidden",
    "Ivory",
    "Jolly",
    "Little",
    "Misty",
)
_SECOND = (
    "Anchor",
    "Badger",
    "Comet",
    "Dolphin",
    "Ember",
    "Falcon",
    "Grove",
    "Harbor",
    "Island",
    "Lantern",
    "Otter",
    "Pine",
)


def _draw_name(rng: random.Random) -> Params:
    name = f"{rng.choice(_FIRST)} {rng.choice(_SECOND)} {rng.randint(2, 99)}"
    network = rng.choice([n for n, locked in NETWORKS if not locked])
    return {
        "name": name,
        "network": network,
        "start": {"wifi": False},
        "wanted": {"device_name": name, "wifi": True, "wifi_network": network},
    }


def _name(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Network & internet", "Internet", "Wi-Fi", params["network"])
    seen = yield from path(seen, "Navigate up", "Navigate up", "About phone", "Device name")
    seen = yield from enter(seen, "Device name", params["name"])
    seen = yield from close_keyboard(seen)
    yield from press(seen, "OK")
    yield "finish", {}


NAME = Template(
    name="settings_name_and_wifi",
    goals={
        "en": "In Settings, turn Wi-Fi on and connect to the network {network}, then change the device name to {name}.",
        "zh": "在设置（Settings）中打开 WLAN（Wi-Fi）并连接到网络 {network}，然后把设备名称改为 {name}。",
    },
    apps=("settings",),
    tags=("navigation", "toggle", "input", "form"),
    difficulty=3,
    budget=29,
    draw=_draw_name,
    setup=_setup_settings,
    expect=_expect_settings,
    oracle=_name,
)


# --- storage ---------------------------------------------------------------------------------------------------------

_KINDS = {"Images": ("Pictures", "jpg"), "Audio": ("Music", "mp3"), "Videos": ("Movies", "mp4")}
_KINDS_ZH = {"Images": "图片", "Audio": "音频", "Videos": "视频"}


def _draw_storage(rng: random.Random) -> Params:
    kind = rng.choice(sorted(_KINDS))
    sizes = {k: [rng.randint(2_000, 30_000) for _ in range(rng.randint(1, 3))] for k in sorted(_KINDS)}
    word = f"{rng.choice(_FIRST)} {rng.choice(_SECOND)}"
    return {"kind": kind, "kind_zh": _KINDS_ZH[kind], "sizes": sizes, "word": word}


def _setup_storage(phone: TruePhone, params: Params) -> None:
    phone.empty(*(f"/sdcard/{folder}" for folder in ("DCIM", *(f for f, _ in _KINDS.values()))))
    for kind, sizes in params["sizes"].items():
        folder, ending = _KINDS[kind]
        for n, size in enumerate(sizes, start=1):
            phone.write(f"/sdcard/{folder}/{kind.lower()}-{n}.{ending}", b"\x01" * size)


def _expect_storage(data: Data, params: Params) -> None:
    data["settings"]["device_name"] = f"{params['word']} {size_words(sum(params['sizes'][params['kind']]))}"


def _storage(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Storage")
    seen = yield from seek_text(seen, params["kind"])
    size = beside(seen, params["kind"])
    seen = yield from path(seen, "Navigate up", "About phone", "Device name")
    seen = yield from enter(seen, "Device name", f"{params['word']} {size}")
    seen = yield from close_keyboard(seen)
    yield from press(seen, "OK")
    yield "finish", {}


STORAGE = Template(
    name="settings_storage_name",
    goals={
        "en": "Look up under Storage in Settings how much space {kind} use, then set the device name to "
        '"{word}", a space and that size exactly as it is shown there.',
        "zh": "在设置（Settings）的存储空间（Storage）中查看{kind_zh}（{kind}）占用的空间，然后把设备名称设为“{word}”加一个空格再加屏幕上显示的大小。",
    },
    apps=("settings",),
    tags=("navigation", "read", "transfer", "input"),
    difficulty=3,
    budget=23,
    draw=_draw_storage,
    setup=_setup_storage,
    expect=_expect_storage,
    oracle=_storage,
)


# --- notifications ---------------------------------------------------------------------------------------------------

_APPS = {
    "Calculator": "calculator", "Calendar": "calendar", "Clock": "clock", "Contacts": "contacts", "Files": "files",
    "Messages": "messages", "Notes": "notes",
}  # fmt: skip


def _draw_quiet(rng: random.Random) -> Params:
    first, second, back = rng.sample(sorted(_APPS), 3)
    timeout, words = rng.choice([c for c in CHOICES["screen_timeout_s"] if c[0] != 60])
    wanted: dict[str, Any] = {
        "app_notifications_off": sorted((_APPS[first], _APPS[second])),
        "screen_timeout_s": timeout,
    }
    return {
        "first": first,
        "second": second,
        "back": back,
        "timeout": words,
        "timeout_zh": _zh(words),
        "start": {"app_notifications_off": [_APPS[back]], "screen_timeout_s": 60},
        "wanted": wanted,
    }


def _quiet(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Settings"}
    seen = yield from path(seen, "Notifications", "App notifications")
    seen = yield from press_all(seen, params["first"], params["second"], params["back"])
    seen = yield from path(seen, "Navigate up", "Navigate up", "Display", "Screen timeout", params["timeout"])
    yield "finish", {}


QUIET = Template(
    name="settings_app_notifications",
    goals={
        "en": "In Settings, turn notifications off for {first} and {second}, turn them on again for {back}, "
        "and set the screen timeout to {timeout}.",
        "zh": "在设置（Settings）中关闭 {first} 和 {second} 的通知，重新打开 {back} 的通知，"
        "并把屏幕超时（Screen timeout）设为“{timeout_zh}”（{timeout}）。",
    },
    apps=("settings",),
    tags=("navigation", "toggle", "list"),
    difficulty=3,
    budget=27,
    draw=_draw_quiet,
    setup=_setup_settings,
    expect=_expect_settings,
    oracle=_quiet,
)

TEMPLATES: tuple[Template, ...] = (DISPLAY, NAME, STORAGE, QUIET)
