"""`dumpsys`: what the system services say of themselves, in the forms tools read."""

from __future__ import annotations

from kit.simphone import vendors
from kit.simphone.commands import health, packages, processes
from kit.simphone.commands.call import Call
from kit.simphone.commands.windowing import activity, token, window, window_name
from kit.simphone.settings_state import IME_ADB
from kit.simphone.state import Battery
from kit.simphone.windows import active

COST_S = 0.02
"""Phone time a dumpsys takes."""
PART_API = 36
"""From this level on SurfaceFlinger says of a foldable's panels whether they are parts of one screen."""
SHOWN_API = 33
"""Before this level `mInputShown` stands behind the three show requests on one line."""


def input_method(call: Call, args: list[str]) -> int:
    """`dumpsys input_method`."""
    phone = call.phone
    shown = any(w.key == "ime" for w in phone.windows(laid=False))
    focus = phone.core.system.focus
    flag = "true" if shown else "false"
    older = phone.profile.api < SHOWN_API
    asked = f"  mShowRequested={flag} mShowExplicitlyRequested=false mShowForced=false " if older else "    "
    ime = phone.core.settings.default_ime
    call.say(
        "Current Input Method Manager state:",
        f"  mCurMethodId={ime}",
        f"  mCurId={ime} mHaveConnection=true mBoundToMethod=true mVisibleBound={flag}",
        f"  mCurFocusedWindow={window_name(active(phone.windows(laid=False)))}",
        f"{asked}mInputShown={flag}",
        "  mSystemReady=true mInteractive=true",
        f"  mIsInputViewShown={flag} mStatusIcon=0",
    )
    if focus is not None:
        call.say(
            f"  mServedView=android.widget.EditText{{{token(focus.field)} VFED..CL. .F...... app:id/{focus.field}}}"
        )
        call.say("  mServedInputConnection=RemoteInputConnectionImpl{connection=active}")
    else:
        call.say("  mServedView=null", "  mServedInputConnection=null")
    if ime == IME_ADB:
        call.say("  mActive=true")
    return 0


def battery(call: Call, args: list[str]) -> int:
    """`dumpsys battery [set KEY VALUE|unplug|reset]`."""
    state = call.phone.core.system.battery
    if args and args[0] == "unplug":
        state.ac = state.usb = False
        state.status, state.stopped = 3, True
    elif args and args[0] == "reset":
        state.stopped = False
    elif args and args[0] == "set" and len(args) > 2:
        return _set_battery(call, args[-2], args[-1])
    elif not args:
        call.say(*health.battery_lines(state, call.phone.profile.api))
        if call.phone.profile.vendor == "samsung":
            call.say(*_samsung_log(call, state))
        return 0
    call.phone.touch()
    return 0


def _samsung_log(call: Call, state: Battery) -> list[str]:
    """What One UI adds: its own log, whose older levels and voltages readers mistake for the state."""
    stamp = f"{call.phone.now:%m-%d %H:%M}"
    past = min(100, state.level + 1)
    return [
        "[EventLogBuffer]", f"{stamp}:00.884  android.intent.action.ACTION_POWER_DISCONNECTED",
        "[BattActionChangedLogBuffer]",
        f"{stamp}:00.914  Sending ACTION_BATTERY_CHANGED: level:{past}, status:{state.status}, health:2, "
        f"voltage:{3600 + past * 7}, temperature:{state.temperature}",
    ]  # fmt: skip


def _set_battery(call: Call, key: str, value: str) -> int:
    state = call.phone.core.system.battery
    if not value.lstrip("-").isdecimal():
        call.fail(f"Bad value: {value}")
        return 255
    number = int(value)
    if key == "level":
        state.level = max(0, min(100, number))
    elif key == "status":
        state.status = number
    elif key in ("ac", "usb"):
        setattr(state, key, number != 0)
    elif key == "temp":
        state.temperature = number
    else:
        call.fail(f"Unknown set option: {key}")
        return 255
    state.stopped = True
    call.phone.touch()
    return 0


def thermal(call: Call, args: list[str]) -> int:
    """`dumpsys thermalservice`."""
    state = call.phone.core.system.battery
    lines = _samsung_sensors(state) if call.phone.profile.vendor == "samsung" else health.thermal_lines(state)
    call.say(*lines)
    return 0


def _samsung_sensors(state: Battery) -> list[str]:
    """`dumpsys thermalservice` of One UI: sensors by the names of their types, one that measures nothing among them."""
    degrees = state.temperature / 10
    skin, cell, radio = (
        f"Temperature{{mValue={degrees + 3.5}, mType=4, mName=TYPE_SKIN, mStatus={state.thermal}}}",
        f"Temperature{{mValue={degrees}, mType=3, mName=TYPE_BATTERY, mStatus=0}}",
        "Temperature{mValue=-99.9, mType=6, mName=TYPE_POWER_AMPLIFIER, mStatus=0}",
    )
    listeners = ["\tcallbacks: 1", "\tkilled: false", "\tbroadcasts count: -1"]
    return [
        "IsStatusOverride: false", "ThermalEventListeners:", *listeners, "ThermalStatusListeners:", *listeners,
        f"Thermal Status: {state.thermal}", "Cached temperatures:", f" {radio}", f"\t{skin}", f"\t{cell}", "HAL Ready: true",
        "HAL connection:", "\tSdhms connected: yes", "Current temperatures from HAL:", f"\t{cell}", f"\t{skin}", f"\t{radio}",
        "Current cooling devices from HAL:", "\tCoolingDevice{mValue=0, mType=2, mName=TYPE_CPU}",
    ]  # fmt: skip


def package(call: Call, args: list[str]) -> int:
    """`dumpsys package PACKAGE`."""
    return packages.dump(call, args) if args else packages.pm(call, ["list", "packages"])


def notification(call: Call, args: list[str]) -> int:
    """`dumpsys notification`."""
    notices = call.phone.core.system.notices
    call.say("Current Notification Manager state:", "  Notification List:")
    for n in notices:
        name = call.phone.package_of(n.app)
        call.say(
            f"    NotificationRecord(0x{token(str(n.number))}: pkg={name} user=UserHandle{{0}} id={n.number} tag=null importance=3)",
            f"          android.title=String ({n.title})",
            f"          android.text=String ({n.body})",
        )
    return 0


def surface(call: Call, args: list[str]) -> int:
    """`dumpsys SurfaceFlinger --display-id`: one row a panel; a foldable has two."""
    profile = call.phone.profile
    if "--display-id" in args:
        id, port, pnp, name = vendors.of(profile).display
        if vendors.other_panel(profile) is None:
            call.say(f'Display {id} (HWC display 0): port={port} pnpId={pnp} displayName="{name}"')
            return 0
        part = "screenPartStatus=UNSUPPORTED " if profile.api >= PART_API else ""
        second = name.replace("_0", "_1")
        call.say(f'Display {id} (HWC display 0): port={port} pnpId={pnp} {part}displayName="{name}"')
        call.say(f'Display {vendors.OTHER_DISPLAY} (HWC display 1): port=1 pnpId={pnp} {part}displayName="{second}"')
    else:
        call.say("Build configuration:", "SurfaceFlinger global state:")
    return 0


def display(call: Call, args: list[str]) -> int:
    """`dumpsys display`."""
    phone = call.phone
    width, height = phone.size
    rect = f"Rect(0, 0 - {width}, {height})"
    id, port, _, _ = vendors.of(phone.profile).display
    call.say(
        "DISPLAY MANAGER (dumpsys display)",
        f"  mScreenState={'ON' if phone.core.system.awake else 'OFF'}",
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:{id}', physicalPort={port}, "
        f"orientation={phone.rotation}, logicalFrame={rect}, physicalFrame={rect}, deviceWidth={width}, deviceHeight={height}}}{_dark(call)}]",
    )
    return 0


def _dark(call: Call) -> str:
    """The viewport of a foldable's other panel, which shows nothing."""
    panel = vendors.other_panel(call.phone.profile)
    if panel is None:
        return ""
    width, height, _ = panel
    rect = f"Rect(0, 0 - {width}, {height})"
    return (
        f", DisplayViewport{{type=INTERNAL, valid=true, isActive=false, displayId=1, uniqueId='local:{vendors.OTHER_DISPLAY}', "
        f"physicalPort=1, orientation=0, logicalFrame={rect}, physicalFrame={rect}, deviceWidth={width}, deviceHeight={height}}}"
    )


def power(call: Call, args: list[str]) -> int:
    """`dumpsys power`."""
    awake = call.phone.core.system.awake
    call.say(
        "POWER MANAGER (dumpsys power)",
        f"  mWakefulness={'Awake' if awake else 'Asleep'}",
        f"  Display Power: state={'ON' if awake else 'OFF'}",
    )
    return 0


SERVICES = {
    "window": window, "activity": activity, "input_method": input_method, "battery": battery, "thermalservice": thermal,
    "package": package, "notification": notification, "SurfaceFlinger": surface, "display": display, "power": power,
    "meminfo": processes.meminfo,
}  # fmt: skip


def dumpsys(call: Call, args: list[str]) -> int:
    """`dumpsys [-t SECONDS] SERVICE ...`."""
    rest = args[2:] if args and args[0] in ("-t", "-T") else args
    if not rest or rest[0] == "-l":
        call.say("Currently running services:", *(f"  {name}" for name in sorted(SERVICES)))
        return 0
    service = SERVICES.get(rest[0])
    call.wait(COST_S)
    if service is None:
        call.fail(f"Can't find service: {rest[0]}")
        return 0
    return service(call, rest[1:])


COMMANDS = {"dumpsys": dumpsys}
