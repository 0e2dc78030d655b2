"""What the Settings app offers, as a table: every page and every entry, read by the views, the search and the handlers.

Titles, order and resource names follow Android's own Settings. An entry that switches or chooses names the field of
`SystemSettings` it changes, so the table is also the whole of the app's logic for most pages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Role = Literal["link", "switch", "choice", "slider", "header", "info", "dialog"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a page.

    Attributes:
        role: link opens `page`; switch flips `field`; choice opens the list of CHOICES[field]; slider sets `field`;
            info shows a value; dialog sends the event named `event`.
        field: the field of SystemSettings it stands for.
        note: a fixed grey line below the title; when empty, the view finds one (the value, or ON and OFF).
        needs: a switch field that must be on for the entry to be usable.
        value: for info, the name of the fact that the view looks up.
    """

    role: Role
    title: str
    page: str = ""
    field: str = ""
    note: str = ""
    icon: str = ""
    maximum: int = 0
    event: str = ""
    needs: str = ""
    value: str = ""


def _link(title: str, page: str, note: str = "", icon: str = "") -> Entry:
    return Entry(role="link", title=title, page=page, note=note, icon=icon)


def _switch(title: str, field: str, note: str = "", needs: str = "") -> Entry:
    return Entry(role="switch", title=title, field=field, note=note, needs=needs)


def _choice(title: str, field: str) -> Entry:
    return Entry(role="choice", title=title, field=field, page="choice")


def _slider(title: str, field: str, maximum: int) -> Entry:
    return Entry(role="slider", title=title, field=field, maximum=maximum)


def _info(title: str, value: str) -> Entry:
    return Entry(role="info", title=title, value=value)


def _header(title: str) -> Entry:
    return Entry(role="header", title=title)


def _dialog(title: str, event: str, note: str = "", value: str = "") -> Entry:
    return Entry(role="dialog", title=title, event=event, note=note, value=value)


PAGES: dict[str, tuple[str, tuple[Entry, ...]]] = {
    "home": (
        "Settings",
        (
            _link("Network & internet", "network", "Mobile, Wi-Fi, hotspot", "wifi"),
            _link("Connected devices", "connected", "Bluetooth, pairing", "bluetooth"),
            _link("Apps", "apps", "Recent apps, default apps", "apps"),
            _link("Notifications", "notifications", "Notification history, conversations", "notifications"),
            _link("Battery", "battery", "", "battery"),
            _link("Storage", "storage", "", "storage"),
            _link("Sound & vibration", "sound", "Volume, haptics, Do Not Disturb", "volume"),
            _link("Display", "display", "Dark theme, font size, brightness", "brightness"),
            _link("Security & privacy", "security", "Screen lock, permissions", "lock"),
            _link("Location", "location", "", "location"),
            _link("System", "system", "Languages, date & time, reset", "info"),
            _link("About phone", "about", "", "phone"),
        ),
    ),
    "network": (
        "Network & internet",
        (
            _link("Internet", "wifi"),
            _link("SIMs", "sims"),
            _switch("Airplane mode", "airplane"),
            _link("Hotspot & tethering", "tether"),
        ),
    ),
    "wifi": ("Internet", (_switch("Wi-Fi", "wifi"),)),
    "sims": ("SIMs", (_info("Carrier", "carrier"), _switch("Mobile data", "data", "Access data using mobile network"))),
    "tether": (
        "Hotspot & tethering",
        (_switch("Wi-Fi hotspot", "hotspot", "Share this phone's connection"), _info("Hotspot name", "device_name")),
    ),
    "connected": (
        "Connected devices",
        (
            _link("Bluetooth", "bluetooth"),
            _switch("NFC", "nfc", "Allow data exchange when the phone touches another device"),
        ),
    ),
    "bluetooth": (
        "Bluetooth",
        (_switch("Use Bluetooth", "bluetooth"), _dialog("Device name", "ask_name", value="device_name")),
    ),
    "notifications": (
        "Notifications",
        (
            _link("App notifications", "app_notifications", "Control notifications from individual apps"),
            _header("General"),
            _switch("Notifications on lock screen", "lock_screen_notifications"),
            _switch("Notification dot on app icon", "notification_dots"),
            _link("Do Not Disturb", "dnd"),
        ),
    ),
    "dnd": (
        "Do Not Disturb",
        (_switch("Use Do Not Disturb", "dnd", "Only get notified by important people and apps"),),
    ),
    "battery": (
        "Battery",
        (
            _info("Battery level", "battery"),
            _link("Battery usage", "battery_usage", "Usage by app since last full charge"),
            _link("Battery Saver", "saver"),
            _switch("Battery percentage", "show_battery_percent", "Show battery percentage in status bar"),
        ),
    ),
    "saver": ("Battery Saver", (_switch("Use Battery Saver", "battery_saver", "Limits background activity"),)),
    "display": (
        "Display",
        (
            _header("Brightness"),
            _slider("Brightness level", "brightness", 255),
            _switch("Adaptive brightness", "auto_brightness"),
            _header("Lock display"),
            _choice("Screen timeout", "screen_timeout_s"),
            _header("Appearance"),
            _switch("Dark theme", "dark_theme"),
            _choice("Font size", "font_scale"),
            _header("Other display controls"),
            _switch("Auto-rotate screen", "auto_rotate"),
        ),
    ),
    "sound": (
        "Sound & vibration",
        (
            _slider("Media volume", "volume_media", 15),
            _slider("Call volume", "volume_call", 15),
            _slider("Ring volume", "volume_ring", 15),
            _slider("Alarm volume", "volume_alarm", 15),
            _choice("Ringer mode", "ringer_mode"),
            _link("Do Not Disturb", "dnd"),
            _switch("Vibrate for calls", "vibrate_on_ring"),
            _switch("Touch sounds", "touch_sounds"),
        ),
    ),
    "location": (
        "Location",
        (_switch("Use location", "location"), _link("App location permissions", "permission_apps")),
    ),
    "security": (
        "Security & privacy",
        (
            _choice("Screen lock", "screen_lock"),
            _link("Permission manager", "permission_manager", "Control app access to your data"),
        ),
    ),
    "system": (
        "System",
        (
            _link("Languages & input", "input", "Languages, spell checker"),
            _link("Date & time", "date_time"),
            _link("Reset options", "reset", "Network, app preferences"),
        ),
    ),
    "input": (
        "Languages & input",
        (_choice("System languages", "locale"), _switch("Autofill", "autofill", "Fill in forms with saved data")),
    ),
    "date_time": (
        "Date & time",
        (
            _switch("Set time automatically", "auto_time"),
            _info("Date", "date"),
            _info("Time", "time"),
            _choice("Time zone", "timezone"),
            _switch("Use 24-hour format", "time_24h"),
        ),
    ),
    "reset": (
        "Reset options",
        (
            _dialog(
                "Reset Bluetooth & Wi-Fi", "ask_reset_network", "Forgets networks and turns Wi-Fi on, Bluetooth off"
            ),
            _dialog(
                "Reset app preferences", "ask_reset_apps", "Enables all apps, resets permissions and notifications"
            ),
        ),
    ),
    "about": (
        "About phone",
        (
            _dialog("Device name", "ask_name", value="device_name"),
            _info("Phone number", "phone_number"),
            _info("Model", "model"),
            _info("Android version", "android"),
            _info("IP address", "ip"),
            _info("Wi-Fi MAC address", "mac"),
            _dialog("Build number", "build_tap", value="build"),
        ),
    ),
}
"""Pages by name: title and entries. The pages drawn from other data (apps, storage, Wi-Fi networks) add theirs below."""

CHOICES: dict[str, tuple[tuple[Any, str], ...]] = {
    "screen_timeout_s": (
        (15, "15 seconds"),
        (30, "30 seconds"),
        (60, "1 minute"),
        (120, "2 minutes"),
        (300, "5 minutes"),
        (600, "10 minutes"),
        (1800, "30 minutes"),
    ),
    "font_scale": ((0.85, "Small"), (1.0, "Default"), (1.15, "Large"), (1.3, "Largest")),
    "screen_lock": (("none", "None"), ("swipe", "Swipe"), ("pin", "PIN")),
    "ringer_mode": (("normal", "Ring"), ("vibrate", "Vibrate"), ("silent", "Silent")),
    "locale": (
        ("en-US", "English (United States)"),
        ("en-GB", "English (United Kingdom)"),
        ("zh-CN", "中文 (简体)"),
        ("ar-EG", "العربية (مصر)"),
        ("de-DE", "Deutsch (Deutschland)"),
        ("fr-FR", "Français (France)"),
    ),
    "timezone": (
        ("Europe/London", "London"),
        ("Europe/Berlin", "Berlin"),
        ("America/New_York", "New York"),
        ("America/Los_Angeles", "Los Angeles"),
        ("Asia/Shanghai", "Shanghai"),
        ("Asia/Tokyo", "Tokyo"),
        ("Asia/Kolkata", "Kolkata"),
        ("Australia/Sydney", "Sydney"),
    ),
}
"""What a choice offers, as (value, words)."""

CHOICE_TITLES = {e.field: e.title for _, entries in PAGES.values() for e in entries if e.role == "choice"}


UNORDERED = frozenset({"home", "network", "security", "system", "reset"})
"""Pages whose entries could as well stand in another order (no headers rule over some of them)."""
UNORDERED_CHOICES = frozenset({"locale", "timezone"})


def choice(field: str, value: Any) -> tuple[Any, str]:
    """The choice a value stands for, and its English words; a language counts without its country ("ar")."""
    exact = [c for c in CHOICES[field] if c[0] == value]
    near = [c for c in CHOICES["locale"] if field == "locale" and c[0].split("-")[0] == str(value).split("-")[0]]
    return next(iter((*exact, *near)), (value, str(value)))


def words(field: str, value: Any) -> str:
    """A chosen value in English words."""
    return choice(field, value)[1]


def searched(query: str, say: Callable[[str], str] = str) -> list[tuple[Entry, str]]:
    """Entries (no headers) whose title holds the words typed in any case, each with the name of its page.

    Args:
        query: what was typed.
        say: English to the phone's language; titles are found in both.
    """
    wanted = query.strip().casefold()
    return [
        (entry, name)
        for name, (_, entries) in PAGES.items()
        for entry in entries
        if wanted and entry.role != "header" and wanted in f"{entry.title}\n{say(entry.title)}".casefold()
    ]
