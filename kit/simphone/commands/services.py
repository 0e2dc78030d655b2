"""`dumpsys`: what the system services say of themselves, in the forms tools read."""

from __future__ import annotations

import zlib

from kit.simphone.commands import health, packages
from kit.simphone.commands.call import Call
from kit.simphone.commands.views import DISPLAY_ID
from kit.simphone.settings_state import IME_ADB
from kit.simphone.state import LAUNCHER
from kit.simphone.windows import LAUNCHER_PACKAGE, Win, active

COST_S = 0.02
"""Phone time a dumpsys takes."""


def token(name: str) -> str:
    """A stable object id, as Java's identity hash would look."""
    return f"{zlib.crc32(name.encode()) & 0xFFFFFFF:x}"


def window_name(win: Win) -> str:
    """`Window{id u0 NAME}`."""
    return f"Window{{{token(win.key)} u0 {win.name}}}"


def record(call: Call) -> str:
    """`ActivityRecord{id u0 PACKAGE/.CLASS tN}` of the activity in front."""
    phone = call.phone
    system = phone.core.system
    if system.ask is not None:
        short = "com.android.permissioncontroller/.permission.ui.GrantPermissionsActivity"
        return f"ActivityRecord{{{token(short)} u0 {short} t{_task(call, system.front)}}}"
    return record_of(call, system.front)


def _task(call: Call, name: str) -> int:
    return 2 if name == LAUNCHER else 10 + list(call.phone.apps).index(name)


def record_of(call: Call, name: str) -> str:
    """The activity record of one app's task."""
    if name == LAUNCHER:
        short = f"{LAUNCHER_PACKAGE}/.uioverrides.QuickstepLauncher"
    else:
        app = call.phone.apps[name]
        short = f"{app.package}/{app.activity}"
    return f"ActivityRecord{{{token(short)} u0 {short} t{_task(call, name)}}}"


def _displays(call: Call) -> None:
    phone = call.phone
    width, height = phone.size
    front = active(phone.windows(contents=False)) if phone.core.system.awake else None
    call.say(
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
        "  Display: mDisplayId=0 (organized)",
        f"    init={phone.profile.width}x{phone.profile.height} {phone.profile.density}dpi cur={width}x{height} "
        f"app={width}x{height} rng={min(width, height)}x{min(width, height)}-{max(width, height)}x{max(width, height)}",
        f"    mCurrentRotation=ROTATION_{phone.rotation * 90}",
        f"    mRotation={phone.rotation}",
        f"  mCurrentFocus={window_name(front) if front is not None else 'null'}",
        f"  mFocusedApp={record(call)}",
    )


def _windows(call: Call) -> None:
    phone = call.phone
    found = phone.windows()
    call.say("WINDOW MANAGER WINDOWS (dumpsys window windows)")
    for n, win in enumerate(found):
        left, top, right, bottom = win.bounds
        call.say(
            f"  Window #{n} {window_name(win)}:",
            f"    mDisplayId=0 rootTaskId=1 mSession=Session{{{token('session')} 1432:u0a10123}}",
            f"    mOwnerUid=10123 showForAllUsers=false package={win.package} appop=NONE",
            f"    mAttrs={{(0,0)({right - left}x{bottom - top}) ty={win.kind.removeprefix('TYPE_')} fmt=TRANSLUCENT{' fl=SECURE' if win.secure else ''}}}",
            f"    mFrame=[{left},{top}][{right},{bottom}]",
            "    isOnScreen=true",
            "    isVisible=true",
        )
    front = active(found)
    ime = window_name(front) if phone.core.system.focus is not None else "null"
    call.say(
        "  mTopFocusedDisplayId=0",
        f"  imeLayeringTarget in display# 0 {ime}",
        f"  imeInputTarget in display# 0 {ime}",
        f"  imeControlTarget in display# 0 {ime}",
    )


def _policy(call: Call) -> None:
    awake = call.phone.core.system.awake
    call.say(
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        f"    mAwake={'true' if awake else 'false'}",
        "    KeyguardServiceDelegate",
        f"      showing={'false' if awake else 'true'}",
        "      occluded=false",
        "      secure=false",
        f"      screenState={'SCREEN_STATE_ON' if awake else 'SCREEN_STATE_OFF'}",
        f"      interactiveState={'INTERACTIVE_STATE_AWAKE' if awake else 'INTERACTIVE_STATE_SLEEP'}",
    )


def window(call: Call, args: list[str]) -> int:
    """`dumpsys window [windows|displays|policy]`."""
    parts = {
        "displays": (_displays,),
        "d": (_displays,),
        "windows": (_windows,),
        "w": (_windows,),
        "policy": (_policy,),
        "p": (_policy,),
    }
    for part in parts.get(args[0] if args else "", (_policy, _windows, _displays)):
        part(call)
    return 0


def activity(call: Call, args: list[str]) -> int:
    """`dumpsys activity [activities|top]`."""
    system = call.phone.core.system
    part = args[0] if args else "activities"
    others = [n for n in system.recents if n != system.front]
    if part == "top":
        for name in [*reversed(others), system.front]:
            short = record_of(call, name).split()[2]
            call.say(
                f"TASK {short.split('/')[0]} id={_task(call, name)} userId=0",
                f"  ACTIVITY {short} {token(short)} pid={1400 + _task(call, name)}",
            )
        return 0
    if part not in ("activities", "a", "recents"):
        call.say(f"Bad activity command, or no activities match: {part}")
        return 0
    top = record(call)
    call.say("ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)", "Display #0 (activities from top to bottom):")
    for name in [system.front, *others]:
        shown = top if name == system.front else record_of(call, name)
        state = "RESUMED" if name == system.front else "STOPPED"
        call.say(
            f"  * Task{{{token(name)} #{_task(call, name)} type=standard}}",
            f"    * Hist  #0: {shown}",
            f"      state={state}",
        )
    call.say(f"    topResumedActivity={top}", "", f"  ResumedActivity: {top}")
    return 0


def input_method(call: Call, args: list[str]) -> int:
    """`dumpsys input_method`."""
    phone = call.phone
    shown = any(w.key == "ime" for w in phone.windows())
    focus = phone.core.system.focus
    flag = "true" if shown else "false"
    ime = phone.core.settings.default_ime
    call.say(
        "Current Input Method Manager state:",
        f"  mCurMethodId={ime}",
        f"  mCurId={ime} mHaveConnection=true mBoundToMethod=true mVisibleBound={flag}",
        f"  mCurFocusedWindow={window_name(active(phone.windows()))}",
        f"    mInputShown={flag}",
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
        return 0
    call.phone.touch()
    return 0


def _set_battery(call: Call, key: str, value: str) -> int:
    state = call.phone.core.system.battery
    if not value.lstrip("-").isdigit():
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
    call.say(*health.thermal_lines(call.phone.core.system.battery))
    return 0


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
    """`dumpsys SurfaceFlinger --display-id`."""
    if "--display-id" in args:
        call.say(f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"')
    else:
        call.say("Build configuration:", "SurfaceFlinger global state:")
    return 0


def display(call: Call, args: list[str]) -> int:
    """`dumpsys display`."""
    phone = call.phone
    width, height = phone.size
    rect = f"Rect(0, 0 - {width}, {height})"
    call.say(
        "DISPLAY MANAGER (dumpsys display)",
        f"  mScreenState={'ON' if phone.core.system.awake else 'OFF'}",
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:{DISPLAY_ID}', physicalPort=0, "
        f"orientation={phone.rotation}, logicalFrame={rect}, physicalFrame={rect}, deviceWidth={width}, deviceHeight={height}}}]",
    )
    return 0


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
}  # fmt: skip


def dumpsys(call: Call, args: list[str]) -> int:
    """`dumpsys [-t SECONDS] SERVICE ...`."""
    rest = list(args)
    if rest and rest[0] in ("-t", "-T"):
        del rest[:2]
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
