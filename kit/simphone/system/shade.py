"""The notification shade: quick settings tiles bound to the settings, notifications, Clear all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.simphone.state import Notice
from kit.simphone.system.statusbar import clock_text
from kit.simphone.widgets import Widget, button, card, column, grid, icon_button, row, scroll, slider, space, text
from kit.simphone.words import day, system

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

TILES = (
    ("wifi", "Wi-Fi", "wifi"), ("bluetooth", "Bluetooth", "bluetooth"), ("airplane", "Airplane mode", "airplane"),
    ("dnd", "Do Not Disturb", "dnd"), ("flashlight", "Flashlight", "flashlight"), ("auto_rotate", "Auto-rotate", "rotate"),
    ("battery_saver", "Battery Saver", "battery:60"), ("data", "Mobile data", "signal"),
)  # fmt: skip
"""Attribute of SystemSettings, label, icon."""


def _say(phone: Phone, words: str) -> str:
    return system(phone.language, words)


def view(phone: Phone) -> Widget:
    """The open shade."""
    settings = phone.core.settings
    notices = phone.core.system.notices
    now = phone.now
    tiles = [_tile(phone, name, label, icon) for name, label, icon in TILES]
    cards = [_notice(phone, n) for n in notices]
    footer = row(button(_say(phone, "Clear all"), ("clear",), style="text", id="dismiss_text"), align="center", pad=8)
    gear = (
        icon_button("settings", _say(phone, "Settings"), ("settings",), id="settings_button")
        if "settings" in phone.apps
        else None
    )
    return column(
        row(
            text(clock_text(now, settings.time_24h, phone.language), style="headline", id="clock"),
            text(day(phone.language, now), style="body", weight=1, id="date"),
            gear,
            pad=16,
        ),
        slider(
            "brightness_slider",
            settings.brightness,
            ("brightness",),
            maximum=255,
            desc=_say(phone, "Display brightness"),
        ),
        grid(*tiles, columns=2 if phone.size[1] > phone.size[0] else 8, pad=8, id="quick_settings_panel"),
        scroll(*cards, footer, id="notification_stack_scroller")
        if cards
        else column(text(_say(phone, "No notifications"), align="center", id="no_notifications"), pad=32, weight=1),
        space(24),
        id="notification_panel",
        color="shade",
    )


def _tile(phone: Phone, name: str, label: str, icon: str) -> Widget:
    on = bool(getattr(phone.core.settings, name))
    state = _say(phone, "On" if on else "Off")
    label = _say(phone, label)
    control = Widget(
        kind="switch",
        style="tile",
        text=label,
        desc=f"{label}, {state}",
        icon=icon,
        checked=on,
        height=64,
        on_tap=("tile", name),
        id=f"tile_{name}",
    )
    return column(control, pad=4)


def _notice(phone: Phone, notice: Notice) -> Widget:
    app = phone.apps[notice.app]
    return card(
        row(
            text(app.label(phone.core.settings.locale), style="caption", id="app_name_text", weight=1),
            icon_button("close", _say(phone, "Dismiss"), ("dismiss", notice.number), width=32, height=32),
        ),
        text(notice.title, style="title", id="title"),
        text(notice.body, style="body", id="text"),
        on_tap=("tap", notice.number),
        id="expandableNotificationRow",
    )


# --- events ------------------------------------------------------------------------------------------------------------


def on_tile(phone: Phone, name: str) -> None:
    """A tile flips its setting."""
    settings = phone.core.settings
    setattr(settings, name, not getattr(settings, name))
    if name == "airplane" and settings.airplane:
        settings.wifi = settings.bluetooth = False


def on_brightness(phone: Phone, value: int) -> None:
    """The slider was moved."""
    phone.core.settings.brightness = value


def on_tap(phone: Phone, number: int) -> None:
    """A notification was tapped: its app comes to the front and gets the event."""
    notice = next((n for n in phone.core.system.notices if n.number == number), None)
    if notice is None:
        return
    phone.core.system.notices.remove(notice)
    phone.core.system.shade = False
    phone.launch(notice.app)
    if notice.event is not None:
        phone.send(notice.app, notice.event)


def on_dismiss(phone: Phone, number: int) -> None:
    """A notification was closed."""
    core = phone.core
    core.system.notices = [n for n in core.system.notices if n.number != number]


def on_clear(phone: Phone) -> None:
    """Clear all."""
    phone.core.system.notices.clear()
    phone.core.system.shade = False


def on_settings(phone: Phone) -> None:
    """The gear."""
    phone.core.system.shade = False
    phone.launch("settings")


HANDLERS = {
    "tile": on_tile, "brightness": on_brightness, "tap": on_tap, "dismiss": on_dismiss, "clear": on_clear, "settings": on_settings,
}  # fmt: skip
