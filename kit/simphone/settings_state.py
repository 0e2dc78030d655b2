"""The system's settings as one dataclass of plain values, and how Android's `settings` command names them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

IME_LATIN = "com.android.inputmethod.latin/.LatinIME"
IME_ADB = "com.android.adbkeyboard/.AdbIME"


@dataclass(slots=True)
class SystemSettings:
    """What the Settings app, the quick settings tiles and `settings put` all change: "settings" in `simphone state`.

    Attributes:
        brightness: screen brightness, 0-255.
        volume_media, volume_ring, volume_alarm, volume_call: steps, 0-15.
        ringer_mode: normal, vibrate or silent.
        locale: BCP 47 tag of the system language.
        font_scale: 0.85 (small) to 1.3 (largest); 1.0 is the default.
        screen_timeout_s: idle seconds until the screen turns off.
        timezone: IANA name; shown only, the phone's clock is naive local time.
        extra: raw values of Android settings that have no field here, by "namespace/key".
    """

    wifi: bool = True
    wifi_network: str = "HomeNet"
    bluetooth: bool = False
    airplane: bool = False
    data: bool = True
    hotspot: bool = False
    nfc: bool = True
    location: bool = True
    dnd: bool = False
    flashlight: bool = False
    battery_saver: bool = False
    brightness: int = 128
    auto_brightness: bool = True
    dark_theme: bool = False
    font_scale: float = 1.0
    screen_timeout_s: int = 60
    auto_rotate: bool = False
    rotation: int = 0
    ringer_mode: Literal["normal", "vibrate", "silent"] = "normal"
    volume_media: int = 8
    volume_ring: int = 7
    volume_alarm: int = 10
    volume_call: int = 6
    vibrate_on_ring: bool = True
    touch_sounds: bool = True
    locale: str = "en-US"
    timezone: str = "Europe/London"
    auto_time: bool = True
    time_24h: bool = True
    show_battery_percent: bool = False
    device_name: str = "Simphone"
    developer_options: bool = False
    usb_debugging: bool = True
    unknown_sources: bool = False
    screen_lock: Literal["none", "swipe", "pin"] = "none"
    notification_dots: bool = True
    lock_screen_notifications: bool = True
    default_ime: str = IME_LATIN
    enabled_imes: list[str] = field(default_factory=lambda: [IME_LATIN])
    autofill: bool = True
    app_notifications_off: list[str] = field(default_factory=list[str])
    extra: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class _Key:
    """How one Android key reads and writes one field."""

    attribute: str
    read: Callable[[Any], str]
    write: Callable[[str], Any]


def _flag(attribute: str) -> _Key:
    return _Key(attribute, lambda v: "1" if v else "0", lambda s: s not in {"0", "false", ""})


def _number(attribute: str, low: int = 0, high: int = 2**31) -> _Key:
    return _Key(attribute, str, lambda s: max(low, min(high, int(s))))


_RINGER = ("silent", "vibrate", "normal")

KEYS: dict[str, _Key] = {
    "global/wifi_on": _flag("wifi"),
    "global/bluetooth_on": _flag("bluetooth"),
    "global/airplane_mode_on": _flag("airplane"),
    "global/mobile_data": _flag("data"),
    "global/zen_mode": _flag("dnd"),
    "global/low_power": _flag("battery_saver"),
    "global/auto_time": _flag("auto_time"),
    "global/adb_enabled": _flag("usb_debugging"),
    "global/development_settings_enabled": _flag("developer_options"),
    "global/device_name": _Key("device_name", str, str),
    "global/mode_ringer": _Key("ringer_mode", lambda v: str(_RINGER.index(v)), lambda s: _RINGER[int(s)]),
    "secure/location_mode": _Key("location", lambda v: "3" if v else "0", lambda s: s != "0"),
    "secure/flashlight_enabled": _flag("flashlight"),
    "secure/nfc_on": _flag("nfc"),
    "secure/tether_on": _flag("hotspot"),
    "secure/ui_night_mode": _Key("dark_theme", lambda v: "2" if v else "1", lambda s: s == "2"),
    "secure/default_input_method": _Key("default_ime", str, str),
    "secure/enabled_input_methods": _Key("enabled_imes", ":".join, lambda s: [p for p in s.split(":") if p]),
    "secure/notification_badging": _flag("notification_dots"),
    "secure/lock_screen_show_notifications": _flag("lock_screen_notifications"),
    "secure/install_non_market_apps": _flag("unknown_sources"),
    "system/screen_brightness": _number("brightness", 0, 255),
    "system/screen_brightness_mode": _flag("auto_brightness"),
    "system/screen_off_timeout": _Key("screen_timeout_s", lambda v: str(v * 1000), lambda s: int(s) // 1000),
    "system/font_scale": _Key("font_scale", lambda v: str(float(v)), float),
    "system/accelerometer_rotation": _flag("auto_rotate"),
    "system/user_rotation": _number("rotation", 0, 3),
    "system/time_12_24": _Key("time_24h", lambda v: "24" if v else "12", lambda s: s == "24"),
    "system/status_bar_show_battery_percent": _flag("show_battery_percent"),
    "system/system_locales": _Key("locale", str, str),
    "system/volume_music": _number("volume_media", 0, 15),
    "system/volume_ring": _number("volume_ring", 0, 15),
    "system/volume_alarm": _number("volume_alarm", 0, 15),
    "system/volume_voice": _number("volume_call", 0, 15),
    "system/vibrate_when_ringing": _flag("vibrate_on_ring"),
    "system/sound_effects_enabled": _flag("touch_sounds"),
}

FIXED: dict[str, str] = {
    "global/window_animation_scale": "1.0",
    "global/transition_animation_scale": "1.0",
    "global/animator_duration_scale": "1.0",
    "global/device_provisioned": "1",
    "global/enable_adb_incremental_install_default": "null",
    "secure/user_setup_complete": "1",
    "secure/long_press_timeout": "400",
    "secure/show_ime_with_hard_keyboard": "1",
    "secure/android_id": "5e1f0b2d7c9a4d36",
}


def get(settings: SystemSettings, namespace: str, key: str) -> str:
    """The value as `settings get` prints it; "null" when it was never set."""
    name = f"{namespace}/{key}"
    known = KEYS.get(name)
    if known is not None:
        return known.read(getattr(settings, known.attribute))
    return settings.extra.get(name, FIXED.get(name, "null"))


def put(settings: SystemSettings, namespace: str, key: str, value: str) -> None:
    """Sets a value. Raises ValueError when the field behind the key cannot take it."""
    name = f"{namespace}/{key}"
    known = KEYS.get(name)
    if known is None:
        settings.extra[name] = value
        return
    try:
        setattr(settings, known.attribute, known.write(value))
    except IndexError:
        raise ValueError(f"bad value {value!r} for {name}") from None


def delete(settings: SystemSettings, namespace: str, key: str) -> int:
    """Forgets a value (a known field goes back to its default); how many rows went, 0 or 1."""
    name = f"{namespace}/{key}"
    known = KEYS.get(name)
    if known is not None:
        setattr(settings, known.attribute, getattr(SystemSettings(), known.attribute))
        return 1
    return 1 if settings.extra.pop(name, None) is not None else 0


def listing(settings: SystemSettings, namespace: str) -> list[str]:
    """`key=value` lines of one namespace, sorted, as `settings list` prints them."""
    prefix = namespace + "/"
    names = {n for table in (KEYS, FIXED, settings.extra) for n in table if n.startswith(prefix)}
    rows = [(n.removeprefix(prefix), get(settings, *n.split("/", 1))) for n in sorted(names)]
    return [f"{key}={value}" for key, value in rows if value != "null"]
