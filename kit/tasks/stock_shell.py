"""What stock tasks share: ordinary shell commands that prepare a phone, and all of a phone that such commands can see.

Only commands that an unrooted phone with Android 11 to 16 answers its shell user are sent. What is seen (settings, files on
the shared storage, contacts with a number) is compared before and after, so that an unasked change fails a task here too.
Switching Wi-Fi or airplane mode cuts a phone off that is connected over Wi-Fi: such phones need a cable for these tasks.
"""

from __future__ import annotations

import copy
import hashlib
import posixpath
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

from kit.device.device import Device
from kit.errors import VerifierError
from kit.tasks.base import Data, differences

SHARED = "/sdcard"
FOLDER = "folder"
"""What `look` says of a folder; of a file it says its size in bytes."""
CALM_S = 2.0
"""Phone seconds after which a setting that was put is what the phone says of itself."""

_APPS = (
    "com.android.settings", "com.android.documentsui", "com.google.android.documentsui", "com.android.contacts",
    "com.google.android.contacts",
)  # fmt: skip
"""Apps the tasks are done in, by the names Android itself and Google give them; `am` is silent about those not there."""
_NAMESPACES = ("system", "secure", "global")
_SKIPPED = (f"{SHARED}/Android",)
"""Other apps' own files: closed to the shell on some phones, and written without anybody asking on the others."""
_AT_ONCE = 100
"""Folders one `ls` is asked for: a command line has a limit."""
_ROW = re.compile(r"([-dl])\S+ +\d+ +\S+ +\S+ +(\d+) \d{4}-\d\d-\d\d \d\d:\d\d (.+)")
_PERSON = re.compile(r"^Row: \d+ display_name=(.*), data1=(.*)$", re.MULTILINE)

_VOLATILE = (
    "*/*_last*", "*/last_*", "*/*_timestamp", "*/*_ms", "*/*count*", "*/*version*", "*/*_seq*", "*/*history*", "*/*usage*",
    "global/boot*", "global/network_*", "global/wifi_scan*", "global/wifi_watchdog*", "global/wifi_verbose*",
    "global/battery_*", "global/low_power_trigger*", "global/apply_ramping_ringer", "global/audio_safe_*",
    "global/theater_mode_on", "global/ntp_*", "global/euicc_*", "global/preferred_network_mode*", "secure/assistant",
    "secure/default_input_method", "secure/enabled_input_methods", "secure/selected_input_method_subtype",
    "secure/immersive_mode_confirmations", "secure/search_*", "secure/trust_agents_initialized", "secure/location_providers_*",
    "system/next_alarm_formatted", "system/screen_brightness_float",
)  # fmt: skip
"""Settings that change by themselves or by being driven (the keyboard), as patterns of namespace/key."""

_FOLLOW: Mapping[str, tuple[str, ...]] = {
    "global/airplane_mode_on": (
        "global/wifi_on", "global/bluetooth_on", "secure/nfc_on", "global/airplane_*", "secure/tether_on",
        "secure/wifi_apm_*", "secure/bluetooth_apm_*", "secure/apm_*",
    ),
    "global/wifi_on": ("global/wifi_*", "secure/tether_on"),
    "global/bluetooth_on": ("global/bluetooth_*", "secure/bluetooth_*", "global/ble_*"),
    "global/zen_mode": ("global/zen_*", "secure/zen_*", "system/mode_ringer_streams_affected"),
    "global/device_name": ("secure/bluetooth_name", "global/wifi_p2p_device_name", "global/synced_account_name"),
    "global/auto_time": ("global/auto_time_zone", "secure/location_time_zone_*"),
    "secure/ui_night_mode": ("secure/ui_night_mode_*", "secure/theme_customization_*"),
    "system/accelerometer_rotation": ("system/user_rotation", "secure/*_rotation*"),
    "system/screen_brightness_mode": ("system/screen_auto_brightness_*",),
}  # fmt: skip
"""What Android itself changes together with a setting; not compared where that setting is asked for."""

_PLAIN: Mapping[str, Mapping[str, str]] = {
    "global/wifi_on": {"2": "1", "3": "0"},  # on, and off, because of airplane mode
    "global/bluetooth_on": {"2": "1"},
    "global/zen_mode": {"2": "1", "3": "1"},  # Do Not Disturb comes in three strengths
}


_ADAPTIVE = ("system/screen_brightness_mode", "1")
"""Then the phone chooses the brightness."""


def run(device: Device, *words: str) -> str:
    """Runs one command, its words quoted, and returns what it said. Raises VerifierError when it fails."""
    result = device.shell(shlex.join(words), timeout=30.0)
    if result.code:
        said = result.error_text.strip() or result.text.strip()
        raise VerifierError(f"The phone refused `{shlex.join(words)}`: {said}")
    return result.text


def fresh_box(device: Device, folder: str, files: Mapping[str, bytes]) -> None:
    """Makes a folder below Documents that holds these files and nothing else. Only for names no person would give."""
    box = documents(folder)
    run(device, "rm", "-rf", box)
    run(device, "mkdir", "-p", box)
    for name, content in files.items():
        device.push(content, f"{box}/{name}")


def documents(*parts: str) -> str:
    """A path below Documents."""
    return posixpath.join(SHARED, "Documents", *parts)


def begin(device: Device) -> None:
    """Ends what an earlier task left behind: a battery that pretends, an open shade, a page of an app."""
    run(device, "dumpsys", "battery", "reset")
    run(device, "cmd", "statusbar", "collapse")
    for package in _APPS:
        run(device, "am", "force-stop", package)


def ready(device: Device) -> Data:
    """Goes to the home screen, waits until what was set holds, and looks: the end of every setup."""
    device.key("HOME")
    device.wait(CALM_S)
    return look(device)


def look(device: Device) -> Data:
    """Settings by namespace/key, files and folders by path, contacts as [name, digits], or None where they are not told."""
    return {"settings": _settings(device), "files": _files(device), "contacts": _contacts(device)}


def _settings(device: Device) -> dict[str, str]:
    found: dict[str, str] = {}
    for namespace in _NAMESPACES:
        for key, value in re.findall(r"^([\w.:-]+)=(.*)$", run(device, "settings", "list", namespace), re.MULTILINE):
            name = f"{namespace}/{key}"
            if not _among(name, _VOLATILE):
                found[name] = _PLAIN.get(name, {}).get(value, value)
    return found


def _among(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def _files(device: Device) -> dict[str, int | str]:
    """Level by level, as not every phone's `find` has the same options. Hidden files do not count."""
    found: dict[str, int | str] = {}
    level = [SHARED]
    while level:
        rows = [row for n in range(0, len(level), _AT_ONCE) for row in _listed(device, level[n : n + _AT_ONCE])]
        if level == [SHARED] and not rows:
            raise VerifierError(f"The phone lists nothing in {SHARED}.")
        found |= {path: FOLDER if kind == "d" else size for kind, size, path in rows}
        level = [path for kind, _, path in rows if kind == "d" and path not in _SKIPPED]
    return found


def _listed(device: Device, folders: Sequence[str]) -> list[tuple[str, int, str]]:
    """Kind, bytes and path of what is in these folders. One that may not be listed counts as empty."""
    said = device.shell(f"ls -l {shlex.join(f'{folder}/' for folder in folders)}", timeout=30.0).text
    rows: list[tuple[str, int, str]] = []
    here = folders[0]
    for line in said.splitlines():
        if (hit := _ROW.fullmatch(line)) is not None:
            rows.append((hit[1], int(hit[2]), f"{here}/{hit[3]}"))
        elif line.endswith(":") and line[:-1].rstrip("/") in folders:
            here = line[:-1].rstrip("/")
    return rows


def _contacts(device: Device) -> list[list[str]] | None:
    uri = "content://com.android.contacts/data/phones"
    result = device.shell(f"content query --uri {uri} --projection display_name:data1", timeout=30.0)
    if result.code or "Error" in result.text.split("Row:")[0]:
        return None
    return sorted([name, digits(number)] for name, number in _PERSON.findall(result.text))


def digits(number: str) -> str:
    """A phone number without the marks that phones put between its digits."""
    return re.sub(r"\D", "", number)


def compare(
    device: Device,
    before: Data,
    *,
    settings: Mapping[str, str] | None = None,
    files: Mapping[str, int | str | None] | None = None,
    person: Sequence[str] = (),
) -> str:
    """What differs from the phone as it was, with these changes asked for; "" when nothing does.

    Args:
        device: the phone now.
        before: what `look` saw at the end of the setup.
        settings: wanted values by namespace/key.
        files: wanted size, FOLDER, or None for gone, by path.
        person: first name, last name and number of a contact that must be there in addition.
    """
    want, now, asked = copy.deepcopy(before), look(device), dict(settings or {})
    want["settings"].update(asked)
    for path, kind in (files or {}).items():
        want["files"].pop(path, None)
        if kind is not None:
            want["files"][path] = kind
    free = [pattern for key in asked for pattern in _FOLLOW.get(key, ())]
    if _ADAPTIVE in (want["settings"].items() | now["settings"].items()):
        free.append("system/screen_brightness")
    for side in (want, now):
        side["settings"] = {k: v for k, v in side["settings"].items() if k in asked or not _among(k, free)}
    if person and not _take(now, person):
        return f"no contact {' '.join(person)}"
    wrong = differences(want, now)
    count = "1 difference" if len(wrong) == 1 else f"{len(wrong)} differences"
    return f"{count} from what is asked for, first {wrong[0]}" if wrong else ""


def _take(now: Data, person: Sequence[str]) -> bool:
    """Takes this person out of what is seen; a phone may put the last name first. False when nobody is this one."""
    first, last, number = person
    names = {f"{first}{last}".replace(" ", ""), f"{last}{first}".replace(" ", "")}
    for row in now["contacts"] or []:
        if re.sub(r"[\s,]", "", row[0]) in names and row[1].endswith(digits(number)):
            now["contacts"].remove(row)
            return True
    return False


def holds(device: Device, path: str, content: bytes) -> str:
    """ "" when a file has this content, or what is wrong."""
    result = device.shell(f"md5sum {shlex.quote(path)}", timeout=30.0)
    if result.code:
        return f"there is no {path}"
    return "" if result.text.split()[0] == hashlib.md5(content).hexdigest() else f"{path} holds something else"
