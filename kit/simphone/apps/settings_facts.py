"""Numbers and names the Settings app shows but does not change: the device's identity, storage, battery, networks."""

from __future__ import annotations

import posixpath
import zlib
from collections.abc import Sequence

from kit.simphone.app import App, Run
from kit.simphone.apps.clock_alarms import clock_words
from kit.simphone.apps.files_actions import ROOT, kind, size_words

NETWORKS = (
    ("HomeNet", True),
    ("CafeCorner", False),
    ("Library-Guest", False),
    ("Office-5G", True),
    ("Neighbour", True),
)
"""Wi-Fi networks in reach, as (name, whether a password is asked for)."""

TOTAL_BYTES = 64_000_000_000
SYSTEM_BYTES = 14_600_000_000
APPS_BYTES = 6_300_000_000

FIXED = {
    "carrier": "SimMobile",
    "phone_number": "+1 555-0100",
    "mac": "02:15:b2:00:00:00",
    "build": "UP1A.231005.007",
}
_STORAGE_KINDS = {
    "Image": "Images",
    "Video": "Videos",
    "Audio": "Audio",
    "Text": "Documents",
    "PDF document": "Documents",
}


def fact(run: Run, name: str) -> str:
    """One value in words of the phone's language, by the name an entry of the table gives."""
    settings, now = run.env.settings, run.env.now
    if name == "device_name":
        return str(settings.device_name)
    if name == "date":
        return run.env.day(now.date(), year=True)
    if name == "time":
        return clock_words(run, now.hour, now.minute)
    if name == "battery":
        battery = run.env.phone.core.system.battery
        if battery.ac or battery.usb:
            return run.t("{level}% - Charging", level=battery.level)
        return run.t("{level}% - Not charging", level=battery.level)
    if name in ("model", "android"):
        return run.env.phone.properties["ro.product.model" if name == "model" else "ro.build.version.release"]
    if name == "ip":
        return "192.168.1.23" if settings.wifi else run.t("Unavailable")
    return FIXED[name]


def battery_shares(run: Run, apps: Sequence[App]) -> list[tuple[str, int]]:
    """Percent of the battery each app used since the last full charge, most first; together at most what is missing from a full one."""
    used = 100 - int(run.env.phone.core.system.battery.level)
    weights = {a.label(run.env.settings.locale): 1 + zlib.crc32(a.package.encode()) % 9 for a in apps}
    total = sum(weights.values()) or 1
    shares = {name: used * weight // total for name, weight in weights.items()}
    return sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))


def storage_rows(run: Run) -> list[tuple[str, str]]:
    """Categories of Storage, in English, with their sizes; what is on /sdcard is counted by the kind each file's name says it is."""
    names: tuple[str, ...] = ("Images", "Videos", "Audio", "Documents", "Other files")
    sums: dict[str, int] = dict.fromkeys(names, 0)
    for path in run.env.files.walk(ROOT):
        if not posixpath.basename(path).startswith("."):
            sums[_STORAGE_KINDS.get(kind(path)[0], "Other files")] += run.env.files.stat(path).size
    sums |= {"Apps": APPS_BYTES, "System": SYSTEM_BYTES}
    return [(name, size_words(size)) for name, size in sums.items()]


def used_words(run: Run) -> str:
    """How full the storage is, in the phone's language: "33% used - 43.1 GB free"."""
    used = SYSTEM_BYTES + APPS_BYTES + sum(run.env.files.stat(p).size for p in run.env.files.walk(ROOT))
    percent, free = round(100 * used / TOTAL_BYTES), size_words(TOTAL_BYTES - used)
    return run.t("{percent}% used - {size} free", percent=percent, size=free)
