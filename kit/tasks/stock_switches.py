"""Switches and choices of a phone's settings that stock tasks use: their key, what puts them, and where they stand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kit.device.device import Device
from kit.simphone.apps.settings_pages import CHOICES
from kit.simphone.apps.settings_words import WORDS
from kit.tasks.base import Data, Params
from kit.tasks.simphone.steps import Walk, close_keyboard, enter, marks, path, press, seek
from kit.tasks.stock_shell import begin, compare, ready, run
from kit.types import Observation

DEVICE_NAME, TIMEOUT, FONT, NIGHT = (
    "global/device_name", "system/screen_off_timeout", "system/font_scale", "secure/ui_night_mode",
)  # fmt: skip
ON, OFF = "1", "0"


@dataclass(frozen=True, slots=True)
class Switch:
    """One thing that is on or off.

    Attributes:
        key: namespace/key of the setting that tells.
        words, words_zh: what a goal calls it.
        page: titles of the pages that lead to it in simphone's Settings.
        title: what the switch says there.
        put: command that turns it on or off, with {on}; empty for `settings put`.
        values: what the setting says when on, and when off.
        said: what {on} stands for when on, and when off.
    """

    key: str
    words: str
    words_zh: str
    page: tuple[str, ...]
    title: str
    put: str = ""
    values: tuple[str, str] = (ON, OFF)
    said: tuple[str, str] = ("enable", "disable")

    def value(self, on: bool) -> str:
        """What the setting says."""
        return self.values[0 if on else 1]

    def turn(self, device: Device, on: bool) -> None:
        """Turns it on or off with an ordinary command."""
        if not self.put:
            put(device, self.key, self.value(on))
            return
        run(device, *self.put.format(on=self.said[0 if on else 1]).split())


SWITCHES = {
    s.key: s
    for s in (
        Switch("global/wifi_on", "Wi-Fi", "WLAN（Wi-Fi）", ("Network & internet", "Internet"), "Wi-Fi", "svc wifi {on}"),
        Switch("global/bluetooth_on", "Bluetooth", "蓝牙", ("Connected devices", "Bluetooth"), "Use Bluetooth", "svc bluetooth {on}"),
        Switch("global/airplane_mode_on", "airplane mode", "飞行模式", ("Network & internet",), "Airplane mode",
               "cmd connectivity airplane-mode {on}"),
        Switch("global/zen_mode", "Do Not Disturb", "勿扰模式", ("Notifications", "Do Not Disturb"), "Use Do Not Disturb",
               "cmd notification set_dnd {on}", said=("on", "off")),
        Switch("global/auto_time", "automatic date and time", "自动设置日期和时间", ("System", "Date & time"),
               "Set time automatically"),
        Switch("system/time_12_24", "the 24-hour format", "24 小时制", ("System", "Date & time"), "Use 24-hour format",
               values=("24", "12")),
        Switch("system/accelerometer_rotation", "auto-rotate", "自动旋转屏幕", ("Display",), "Auto-rotate screen"),
        Switch("system/screen_brightness_mode", "adaptive brightness", "自动调节亮度", ("Display",), "Adaptive brightness"),
        Switch(NIGHT, "the dark theme", "深色主题", ("Display",), "Dark theme", "cmd uimode night {on}", ("2", "1"), ("yes", "no")),
        Switch("system/status_bar_show_battery_percent", "the battery percentage in the status bar", "状态栏中的电量百分比",
               ("Battery",), "Battery percentage"),
        Switch("secure/notification_badging", "the notification dot on app icons", "应用图标上的通知圆点", ("Notifications",),
               "Notification dot on app icon"),
        Switch("system/sound_effects_enabled", "touch sounds", "触摸提示音", ("Sound & vibration",), "Touch sounds"),
    )
}  # fmt: skip
"""By key."""
PLAIN = tuple(k for k in SWITCHES if k not in ("global/airplane_mode_on", NIGHT))
"""Those that change nothing else."""

TIMEOUTS = {str(1000 * seconds): words for seconds, words in CHOICES["screen_timeout_s"]}
"""Screen timeouts: milliseconds as the setting has them, and words."""
FONTS = {
    "0.85": ("Small", "one step smaller than the default", "比默认小一档"),
    "1.0": ("Default", "the default", "默认大小"),
    "1.15": ("Large", "one step larger than the default", "比默认大一档"),
    "1.3": ("Largest", "two steps larger than the default", "比默认大两档"),
}
"""Font sizes: the setting's value, what simphone calls it, and what a goal says, since every maker names them differently."""


def zh(words: str) -> str:
    """A text of Settings in Chinese."""
    return WORDS["zh"].get(words, words)


def put(device: Device, key: str, value: str) -> None:
    """`settings put` by namespace/key."""
    run(device, "settings", "put", *key.split("/"), value)


def draw_states(rng: random.Random, keys: Iterable[str], right: int = 0) -> dict[str, dict[str, bool]]:
    """Wanted states of these switches and the states before, so many of which are right already."""
    keys = list(keys)
    want = {key: rng.random() < 0.5 for key in keys}
    same = set(rng.sample(keys, right))
    return {"want": want, "start": {key: on == (key in same) for key, on in want.items()}}


def jobs(want: Mapping[str, bool]) -> dict[str, str]:
    """The wanted states in words: {"jobs": "turn Wi-Fi on, Bluetooth off and ...", "jobs_zh": ...}."""
    en = [f"turn {SWITCHES[key].words} {'on' if on else 'off'}" for key, on in want.items()]
    last = en.pop()
    cn = [f"{'打开' if on else '关闭'}{SWITCHES[key].words_zh}" for key, on in want.items()]
    return {"jobs": f"{', '.join(en)} and {last}" if en else last, "jobs_zh": "、".join(cn)}


def turn_all(device: Device, states: Mapping[str, bool]) -> None:
    """Brings the switches into these states, in order."""
    for key, on in states.items():
        SWITCHES[key].turn(device, on)


def settings_of(states: Mapping[str, bool]) -> dict[str, str]:
    """What the settings say in these states."""
    return {key: SWITCHES[key].value(on) for key, on in states.items()}


def draw_timeout(rng: random.Random, key: str = "timeout") -> Params:
    """A screen timeout, another one that is set before, and the wanted one in words."""
    value, old = rng.sample(sorted(TIMEOUTS, key=int), 2)
    return {f"{key}_ms": value, f"{key}_old": old, key: TIMEOUTS[value], f"{key}_zh": zh(TIMEOUTS[value])}


def setup_switches(device: Device, params: Params) -> Data:
    """A stock setup: the switches as "start" has them, and the timeout before when there is one."""
    begin(device)
    turn_all(device, params["start"])
    if "timeout_old" in params:
        put(device, TIMEOUT, params["timeout_old"])
    return ready(device)


def check_switches(device: Device, params: Params, before: Data, answer: str) -> str:
    """A stock check: the switches as "want" has them, and the timeout asked for when there is one."""
    wanted = settings_of(params["want"])
    if "timeout_ms" in params:
        wanted[TIMEOUT] = params["timeout_ms"]
    return compare(device, before, settings=wanted)


# --- in simphone's Settings ------------------------------------------------------------------------------------------


def switch_all(seen: Observation, want: Mapping[str, bool]) -> Walk:
    """From the first page of Settings and back there: every switch into its wanted state, those that are right left alone."""
    for key, on in want.items():
        seen = yield from path(seen, *SWITCHES[key].page)
        seen = yield from seek(seen, SWITCHES[key].title)
        if any(("on" in m.states) != on for m in marks(seen, SWITCHES[key].title)):
            seen = yield from press(seen, SWITCHES[key].title)
        seen = yield from path(seen, *("Navigate up" for _ in SWITCHES[key].page))
    return seen


def choose_timeout(seen: Observation, value: str) -> Walk:
    """From the first page of Settings and back there."""
    return (yield from path(seen, "Display", "Screen timeout", TIMEOUTS[value], "Navigate up"))


def rename_phone(seen: Observation, name: str) -> Walk:
    """From the first page of Settings: the device name."""
    seen = yield from path(seen, "About phone", "Device name")
    seen = yield from enter(seen, "Device name", name)
    seen = yield from close_keyboard(seen)
    return (yield from press(seen, "OK"))
