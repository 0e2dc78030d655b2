"""Numbers and names the Settings app shows but does not change: the device's identity, storage, battery, networks."""

from __future__ import annotations

import posixpath
import zlib
from collections.abc import Sequence

from kit.simphone.app import App, Run
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
    """One value in words, by the name an entry of the table gives."""
    settings, now = run.env.settings, run.env.now
    if name == "device_name":
        return str(settings.device_name)
    if name == "date":
        return now.strftime("%B %d, %Y").replace(" 0", " ")
    if name == "time":
        return now.strftime("%H:%M" if settings.time_24h else "%I:%M %p").removeprefix(
            "0" if not settings.time_24h else ""
        )
    if name == "battery":
        battery = run.env.phone.core.system.battery
        return f"{battery.level}% - {'Charging' if battery.ac or battery.usb else 'Not charging'}"
    if name in ("model", "android"):
        return run.env.phone.properties["ro.product.model" if name == "model" else "ro.build.version.release"]
    if name == "ip":
        return "192.168.1.23" if settings.wifi else "Unavailable"
    return FIXED[name]


def battery_shares(run: Run, apps: Sequence[App]) -> list[tuple[str, int]]:
    """Percent of the battery each app used since the last full charge, most first; together at most what is missing from a full one."""
    used = 100 - int(run.env.phone.core.system.battery.level)
    weights = {a.label(run.env.settings.locale): 1 + zlib.crc32(a.package.encode()) % 9 for a in apps}
    total = sum(weights.values()) or 1
    shares = {name: used * weight // total for name, weight in weights.items()}
    return sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))


def storage_rows(run: Run) -> list[tuple[str, str]]:
    """Categories of Storage with their sizes; what is on /sdcard is counted by the kind each file's name says it is."""
    names: tuple[str, ...] = ("Images", "Videos", "Audio", "Documents", "Other files")
    sums: dict[str, int] = dict.fromkeys(names, 0)
    for path in run.env.files.walk(ROOT):
        if not posixpath.basename(path).startswith("."):
            sums[_STORAGE_KINDS.get(kind(path)[0], "Other files")] += run.env.files.stat(path).size
    sums |= {"Apps": APPS_BYTES, "System": SYSTEM_BYTES}
    return [(name, size_words(size)) for name, size in sums.items()]


def used_words(run: Run) -> str:
    """How full the storage is: "33% used - 43.1 GB free"."""
    used = SYSTEM_BYTES + APPS_BYTES + sum(run.env.files.stat(p).size for p in run.env.files.walk(ROOT))
    return f"{round(100 * used / TOTAL_BYTES)}% used - {size_words(TOTAL_BYTES - used)} free"
