"""Faults that strike a whole shell call rather than one command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.errors import DeviceOffline, DeviceTimeout
from kit.simphone.state import LAUNCHER, Ask

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

SLOW_S, HANG_S = 3.0, 3600.0
"""Extra phone time of a slow call, and of one that never answers."""
RETRY_S = 5.0
"""Phone time of a call to a phone that is restarting."""


def before(phone: Phone, line: str) -> None:
    """Draws what happens to this call before it runs. Raises DeviceOffline or DeviceTimeout. The side door is never struck."""
    core = phone.core
    if core.system.boot_until > core.now:
        _booting(phone, line)
    if line.startswith("simphone"):
        return
    if phone.profile.latency_ms:
        phone.advance(phone.profile.latency_ms / 1000)
    if not phone.faults.chances:
        return
    faults, now = phone.faults, phone.core.now
    if faults.draw("offline", now, line):
        raise DeviceOffline(
            f"The phone {phone.serial} is offline.", fix="Reset the phone or lower the fault's probability."
        )
    if faults.draw("hang", now, line):
        phone.advance(60.0)
        raise DeviceTimeout("The phone's shell did not answer.", fix="Try again; whether the command ran is unknown.")
    if faults.draw("slow", now, line):
        phone.advance(SLOW_S)
    _dialogs(phone, line)
    _body(phone, line)


def _booting(phone: Phone, line: str) -> None:
    """A phone that restarts answers nobody: each try costs time. The side door waits until it is up."""
    left = phone.core.system.boot_until - phone.core.now
    if line.startswith("simphone"):
        phone.advance(left / 1000)
        return
    phone.advance(RETRY_S)
    raise DeviceOffline(f"The phone {phone.serial} is restarting.", fix="Wait a little and try again.")


def _dialogs(phone: Phone, line: str) -> None:
    system, faults = phone.core.system, phone.faults
    if system.front == LAUNCHER:
        return
    if not system.anr and line.startswith("input") and faults.draw("anr", phone.core.now, line):
        system.anr = system.front
        phone.touch()
    if system.ask is None and line.startswith("input") and faults.draw("permission", phone.core.now, line):
        system.ask = Ask(system.front, "notifications", ("noop",))
        phone.touch()


def _body(phone: Phone, line: str) -> None:
    battery, faults = phone.core.system.battery, phone.faults
    if "battery" in line and faults.draw("low_battery", phone.core.now, line):
        battery.level = 4
        phone.touch()
    if "thermal" in line and faults.draw("heat", phone.core.now, line):
        battery.thermal, battery.temperature = 4, 480
        phone.touch()


def after(phone: Phone, line: str) -> None:
    """The foreground may drift once an observation has begun: after its screenshot or dump another app comes up."""
    if not ("screencap" in line or "uiautomator" in line):
        return
    if phone.faults.draw("drift", phone.core.now, line):
        others = [n for n in phone.apps if n != phone.core.system.front and n not in phone.core.system.removed]
        if others:
            phone.launch(others[phone.faults.rng.randrange(len(others))])
