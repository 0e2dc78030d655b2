"""Battery and temperature in Android's words."""

from __future__ import annotations

from kit.simphone.state import Battery


def _flag(value: bool) -> str:
    return "true" if value else "false"


def battery_lines(state: Battery, api: int) -> list[str]:
    """`dumpsys battery`; Android 14 on says two things more."""
    lines = ["Current Battery Service state:"]
    if state.stopped:
        lines.append("  (UPDATES STOPPED -- use 'reset' to restart)")
    lines += [f"  AC powered: {_flag(state.ac)}", f"  USB powered: {_flag(state.usb)}", "  Wireless powered: false"]
    if api >= 34:
        lines.append("  Dock powered: false")
    lines += [
        "  Max charging current: 0", "  Max charging voltage: 0", f"  Charge counter: {state.level * 4000}",
        f"  status: {state.status}", "  health: 2", "  present: true", f"  level: {state.level}", "  scale: 100",
        f"  voltage: {3600 + state.level * 7}", f"  temperature: {state.temperature}", "  technology: Li-ion",
    ]  # fmt: skip
    if api >= 34:
        lines.append("  Capacity level: -1")
    return lines


def thermal_lines(state: Battery) -> list[str]:
    """`dumpsys thermalservice`; the first cached row begins with a blank, the rest with a tab."""
    degrees = state.temperature / 10
    rows = [
        f"Temperature{{mValue={degrees}, mType=2, mName=battery, mStatus=0}}",
        f"Temperature{{mValue={degrees + 3.5}, mType=3, mName=skin, mStatus={state.thermal}}}",
    ]
    return [
        "IsStatusOverride: false", "ThermalEventListeners:", "\tcallbacks: 1", "\tkilled: false", "\tbroadcasts count: -1",
        "ThermalStatusListeners:", "\tcallbacks: 1", f"Thermal Status: {state.thermal}", "Cached temperatures:",
        f" {rows[0]}", f"\t{rows[1]}", "HAL Ready: true", "HAL connection:", "\tThermalHAL AIDL 2  connected: yes",
        "Current temperatures from HAL:", f"\t{rows[0]}", f"\t{rows[1]}", "Current cooling devices from HAL:",
        "\tCoolingDevice{mValue=0, mType=2, mName=cpu}",
    ]  # fmt: skip
