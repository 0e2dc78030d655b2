"""The status bar: clock, notification dots, radios, battery."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from kit.simphone.widgets import Widget, image, row, text
from kit.simphone.words import system as say

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

_ID = "com.android.systemui:id/"
_HALVES = {"zh": ("上午", "下午"), "ar": ("ص", "م")}


def clock_text(now: datetime, day_clock: bool, language: str = "en") -> str:
    """The time as this phone shows it: 17:05, or 5:05 PM in the words of its language."""
    if day_clock:
        return f"{now.hour:02d}:{now.minute:02d}"
    time, half = f"{(now.hour + 11) % 12 + 1}:{now.minute:02d}", now.hour >= 12
    words = _HALVES.get(language, ("AM", "PM"))[half]
    return f"{words}{time}" if language == "zh" else f"{time} {words}"


def view(phone: Phone) -> Widget:
    """The bar for the phone's state; the same state gives the same object."""
    s = phone.core.settings
    system = phone.core.system
    radios = _radios(s.ringer_mode, s.dnd, s.bluetooth, s.hotspot, s.airplane, s.wifi)
    percent = system.battery.level if s.show_battery_percent else -1
    labels = icons = ()
    if system.notices:
        apps = [phone.apps[name] for name in tuple(dict.fromkeys(n.app for n in system.notices))[:4]]
        labels, icons = tuple(app.label(s.locale) for app in apps), tuple(app.icon for app in apps)
    language = phone.language
    return _bar(
        language, clock_text(phone.now, s.time_24h, language), radios, system.battery.level, percent, labels, icons
    )


@lru_cache(maxsize=256)
def _radios(ringer: str, dnd: bool, bluetooth: bool, hotspot: bool, airplane: bool, wifi: bool) -> tuple[str, ...]:
    """What is on, in the order of its icons."""
    states = (
        ("silent", ringer == "silent"), ("vibrate", ringer == "vibrate"), ("dnd", dnd), ("bluetooth", bluetooth),
        ("hotspot", hotspot), ("airplane", airplane), ("wifi", wifi), ("signal", not airplane),
    )  # fmt: skip
    return tuple(name for name, on in states if on)


_WORDS = {
    "silent": "Ringer silent.", "vibrate": "Ringer vibrate.", "dnd": "Do Not Disturb", "bluetooth": "Bluetooth on.",
    "hotspot": "Hotspot", "airplane": "Airplane mode", "wifi": "Wifi signal full.", "signal": "Phone signal full.",
}  # fmt: skip


@lru_cache(maxsize=512)
def _bar(
    language: str,
    clock: str,
    radios: tuple[str, ...],
    level: int,
    percent: int,
    labels: tuple[str, ...],
    icons: tuple[str, ...],
) -> Widget:
    end = [image(say(language, _WORDS[r]), icon=r, width=16, height=16, id=f"{_ID}{r}") for r in radios]
    if percent >= 0:
        end.append(text(f"{percent}%", style="caption", id=f"{_ID}battery_percentage_view"))
    battery = say(language, "Battery {level} percent.", level=level)
    end.append(image(battery, icon=f"battery:{level}", width=16, height=16, id=f"{_ID}battery"))
    start = [
        image(say(language, "{app} notification", app=label), icon=icon, width=16, height=16)
        for label, icon in zip(labels, icons, strict=True)
    ]
    return row(
        Widget(kind="space", width=8, no_node=True),
        text(clock, style="caption", id=f"{_ID}clock"),
        Widget(kind="space", width=6, no_node=True),
        row(
            *(Widget(kind="frame", children=(i,), width=20) for i in start),
            id=f"{_ID}notificationIcons",
            weight=1,
        ),
        row(
            *(Widget(kind="frame", children=(i,), width=20) if i.kind == "image" else i for i in end),
            id=f"{_ID}system_icons",
        ),
        Widget(kind="space", width=8, no_node=True),
        id=f"{_ID}status_bar_contents",
    )
