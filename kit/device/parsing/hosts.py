"""The adb server: its device list and the sentences it fails with."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kit.errors import CommandFailed, DeviceError, DeviceLost, DeviceOffline, DeviceUnauthorized, NoDevice


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceInfo:
    """One row of `adb devices -l`; `state` is device, offline, unauthorized, connecting, recovery ..."""

    serial: str
    state: str
    product: str = ""
    model: str = ""
    device: str = ""
    transport: str = ""


_ROW = re.compile(
    r"^(\S.*?)(?:\t| +)(device|offline|unauthorized|authorizing|connecting|recovery|rescue|sideload|bootloader|host"
    r"|no permissions|detached)\b(.*)$"
)
_NOISE = ("List of devices", "* daemon", "adb server", "error:", "adb:")


def parse_devices(text: str) -> tuple[DeviceInfo, ...]:
    """Rows of `adb devices [-l]` or of the server's `host:devices-l`; banners and version warnings are skipped."""
    found: list[DeviceInfo] = []
    for line in text.splitlines():
        row = None if line.startswith(_NOISE) else _ROW.match(line.strip())
        if row is None:
            continue
        facts = dict(part.split(":", 1) for part in row[3].split() if ":" in part)
        found.append(
            DeviceInfo(
                serial=row[1],
                state=row[2],
                product=facts.get("product", ""),
                model=facts.get("model", ""),
                device=facts.get("device", ""),
                transport=facts.get("transport_id", ""),
            )
        )
    return tuple(found)


_LIST_FIX = "`kit devices` lists what is connected."
_ACCEPT_FIX = "Unlock the phone and accept this computer's key, then try again."
_REPLUG_FIX = "Reconnect the phone (cable or `adb connect`) and try again."


def server_failure(sentence: str, serial: str = "") -> DeviceError:
    """The typed error for a sentence the adb server answered FAIL with (old and new wordings, with or without prefix)."""
    said = re.sub(r"^(?:adb: |error: )+", "", sentence.strip())
    name = f" {serial!r}" if serial else ""
    if "unauthorized" in said or "authorizing" in said:
        return DeviceUnauthorized(f"The phone{name} has not accepted this computer's key.", fix=_ACCEPT_FIX)
    if "more than one" in said:
        return NoDevice("Several phones are connected and none was named.", fix="Name one: `adb:SERIAL`.")
    if "no devices" in said or "device not found" in said or re.search(r"device '.*' not found|no device with", said):
        return NoDevice(f"No phone{name} is connected ({said}).", fix=_LIST_FIX)
    if "offline" in said or "still connecting" in said:
        return DeviceOffline(f"The phone{name} is offline ({said}).", fix=_REPLUG_FIX)
    if said.startswith("closed"):
        return CommandFailed(
            f"The phone{name} closed the request: it does not offer this service.", code="device_closed"
        )
    if "protocol fault" in said or "connection reset" in said.lower():
        return DeviceLost(f"The link to the phone{name} broke ({said}).", fix=_REPLUG_FIX)
    return DeviceError(f"The adb server refused: {said or '(no reason)'}.")


def check_connect(answer: str) -> None:
    """Accepts the answer to `adb connect`; raises DeviceUnauthorized or DeviceLost when it says no."""
    if re.match(r"(already )?connected to", answer.strip()):
        return
    if "authenticate" in answer:
        raise DeviceUnauthorized(f"The phone refused this computer's key: {answer.strip()}.", fix=_ACCEPT_FIX)
    raise DeviceLost(
        f"adb could not connect: {answer.strip()}.", fix="Check address, port and that adbd listens there."
    )
