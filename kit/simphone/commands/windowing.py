"""`dumpsys window` and `dumpsys activity`: which windows and activities there are, in the words of each Android release."""

from __future__ import annotations

import zlib
from functools import lru_cache

from kit.simphone import vendors
from kit.simphone.commands import processes
from kit.simphone.commands.activity import component
from kit.simphone.commands.call import Call
from kit.simphone.state import LAUNCHER
from kit.simphone.win import Win
from kit.simphone.windows import active

FOCUS_MOVED_API, IME_WORDS_API, RESUMED_API = 29, 31, 31
"""From these levels on the focus is no longer in `window windows`, the keyboard's targets have their newer names, and
the resumed activity is called topResumedActivity."""
BRACED = range(33, 35)
"""Levels (Android 13 and 14) whose activity records close their brace before the task's number."""
PLAIN_API = 36
"""From this level on the window blocks here are cut down to what tools read; before, they also name their activity."""


@lru_cache(maxsize=1024)
def token(name: str) -> str:
    """A stable object id, as Java's identity hash would look."""
    return f"{zlib.crc32(name.encode()) & 0xFFFFFFF:x}"


def window_name(win: Win) -> str:
    """`Window{id u0 NAME}`."""
    return _window(win.key, win.name)


@lru_cache(maxsize=1024)
def _window(key: str, name: str) -> str:
    return f"Window{{{token(key)} u0 {name}}}"


def record(call: Call) -> str:
    """`ActivityRecord{id u0 PACKAGE/.CLASS tN}` of the activity in front."""
    system = call.phone.core.system
    if system.ask is not None:
        maker = vendors.of(call.phone.profile)
        return _record(call, vendors.short(maker.permission, maker.permission_activity), _task(call, system.front))
    return record_of(call, system.front)


def _record(call: Call, short: str, task: int) -> str:
    return _named(call.phone.profile.api, short, task)


@lru_cache(maxsize=1024)
def _named(api: int, short: str, task: int) -> str:
    brace = "}" if api in BRACED else ""
    return f"ActivityRecord{{{token(short)} u0 {short}{brace} t{task}}}"


def _task(call: Call, name: str) -> int:
    return 2 if name == LAUNCHER else 10 + list(call.phone.apps).index(name)


def record_of(call: Call, name: str) -> str:
    """The activity record of one app's task."""
    return _record(call, _short(call, name), _task(call, name))


def _short(call: Call, name: str) -> str:
    if name == LAUNCHER:
        return vendors.of(call.phone.profile).launcher_component
    return component(call, call.phone.apps[name])


def _displays(call: Call) -> None:
    phone = call.phone
    profile, size = phone.profile, phone.size
    front = active(phone.windows(contents=False, laid=False)) if phone.core.system.awake else None
    focus = window_name(front) if front is not None else "null"
    facing = (focus, record(call)) if profile.api >= FOCUS_MOVED_API else None
    native = (profile.width, profile.height, profile.density)
    call.out += _sections(native, size, phone.rotation, facing, _dark_panel(call))


@lru_cache(maxsize=512)
def _sections(
    native: tuple[int, int, int],
    size: tuple[int, int],
    rotation: int,
    facing: tuple[str, str] | None,
    others: tuple[str, ...],
) -> bytes:
    """`dumpsys window displays` of a display with this focus: what is asked most often, and mostly of the same few windows."""
    width, height = size
    lines = [
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)",
        *others,
        "  Display: mDisplayId=0 (organized)",
        f"    init={native[0]}x{native[1]} {native[2]}dpi cur={width}x{height} "
        f"app={width}x{height} rng={min(width, height)}x{min(width, height)}-{max(width, height)}x{max(width, height)}",
        f"    mCurrentRotation=ROTATION_{rotation * 90}",
        f"    mRotation={rotation}",
    ]
    if facing is not None:
        lines += [f"  mCurrentFocus={facing[0]}", f"  mFocusedApp={facing[1]}"]
    return "".join([f"{line}\n" for line in lines]).encode("utf-8", "surrogatepass")


def _dark_panel(call: Call) -> tuple[str, ...]:
    """A foldable's other panel comes first and has no focus; on Samsung's, the system UI's own home lives there."""
    panel = vendors.other_panel(call.phone.profile)
    if panel is None:
        return ()
    width, height, density = panel
    cover = "com.android.systemui/.subscreen.SubHomeActivity"
    there = _record(call, cover, 7) if call.phone.profile.vendor == "samsung" else "null"
    size = f"{width}x{height}"
    return (
        "  Display: mDisplayId=1", f"    init={size} {density}dpi cur={size} app={size} rng={size}-{size}", "    mRotation=0",
        "  mCurrentFocus=null", f"  mFocusedApp={there}",
    )  # fmt: skip


def _windows(call: Call) -> None:
    phone = call.phone
    found = phone.windows()
    call.say("WINDOW MANAGER WINDOWS (dumpsys window windows)")
    for n, win in enumerate(found):
        left, top, right, bottom = win.bounds
        uid = processes.uid_of(call, win.package)
        call.say(
            f"  Window #{n} {window_name(win)}:",
            f"    mDisplayId=0 rootTaskId=1 mSession=Session{{{token('session')} {processes.pid_of(call, win.package) or 871}:{f'u0a{uid}' if uid >= 10000 else uid}}}",
            f"    mOwnerUid={uid} showForAllUsers=false package={win.package} appop=NONE",
            f"    mAttrs={{(0,0)({right - left}x{bottom - top}) ty={win.kind.removeprefix('TYPE_')} fmt=TRANSLUCENT{' fl=SECURE' if win.secure else ''}}}",
            f"    mFrame=[{left},{top}][{right},{bottom}]",
            *_activity_of(call, win),
            "    isOnScreen=true",
            "    isVisible=true",
        )
    _targets(call, active(found))


def _activity_of(call: Call, win: Win) -> list[str]:
    """The line that names a window's activity; windows of the system have none."""
    if call.phone.profile.api >= PLAIN_API or (win.owner != LAUNCHER and win.owner not in call.phone.apps):
        return []
    return [f"    mActivityRecord={record_of(call, win.owner)}"]


def _targets(call: Call, front: Win) -> None:
    """What the list of windows ends with: what the keyboard writes to, and until Android 9 what has the focus."""
    phone = call.phone
    ime = window_name(front) if phone.core.system.focus is not None else "null"
    call.say("  mTopFocusedDisplayId=0")
    if phone.profile.api >= IME_WORDS_API:
        call.say(
            *(f"  {name} in display# 0 {ime}" for name in ("imeLayeringTarget", "imeInputTarget", "imeControlTarget"))
        )
    else:
        call.say(f"  mInputMethodTarget in display# 0 {ime}", f"  inputMethodControlTarget in display# 0 {ime}")
    if phone.profile.api < vendors.REAL_SIZE_API:
        wallpaper = f"Window{{{token('wallpaper')} u0 com.android.systemui.ImageWallpaper}}"
        keyboard = f"Window{{{token('ime')} u0 InputMethod}}"
        call.say(
            "  mInTouchMode=true", "  mLastWakeLockHoldingWindow=null mLastWakeLockObscuringWindow=null",
            f"  mInputMethodWindow={keyboard}", "  mTraversalScheduled=false", "  mHoldScreenWindow=null",
            f"  mObscuringWindow={wallpaper}", "  mSystemBooted=true mDisplayEnabled=true",
        )  # fmt: skip
    if phone.profile.api < FOCUS_MOVED_API:
        focused = f"AppWindowToken{{{token('app')} token=Token{{{token('token')} {record(call)}}}}}"
        call.say(
            f"  mCurrentFocus={window_name(front) if phone.core.system.awake else 'null'}", f"  mFocusedApp={focused}"
        )


def _policy(call: Call) -> None:
    awake = call.phone.core.system.awake
    call.say(
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)",
        f"    mAwake={'true' if awake else 'false'}",
        "    KeyguardServiceDelegate",
        f"      showing={'false' if awake else 'true'}",
        f"      showingAndNotOccluded={'false' if awake else 'true'}",
        "      inputRestricted=false",
        "      occluded=false",
        "      secure=false",
        "      dreaming=false",
        "      systemIsReady=true",
        "      deviceHasKeyguard=true",
        "      enabled=true",
        "      offReason=OFF_BECAUSE_OF_USER",
        "      currentUser=-10000",
        "      bootCompleted=true",
        f"      screenState={'SCREEN_STATE_ON' if awake else 'SCREEN_STATE_OFF'}",
        f"      interactiveState={'INTERACTIVE_STATE_AWAKE' if awake else 'INTERACTIVE_STATE_SLEEP'}",
        "      KeyguardStateMonitor",
        f"        mIsShowing={'false' if awake else 'true'}",
        "        mSimSecure=false",
        "        mInputRestricted=false",
        "        mTrusted=false",
        "        mCurrentUserId=0",
    )


_PARTS = {
    "displays": (_displays,), "d": (_displays,), "windows": (_windows,), "w": (_windows,), "policy": (_policy,),
    "p": (_policy,),
}  # fmt: skip


def window(call: Call, args: list[str]) -> int:
    """`dumpsys window [windows|displays|policy]`."""
    for part in _PARTS.get(args[0] if args else "", (_policy, _windows, _displays)):
        part(call)
    return 0


def activity(call: Call, args: list[str]) -> int:
    """`dumpsys activity [activities|top]`."""
    system = call.phone.core.system
    part = args[0] if args else "activities"
    others = [n for n in system.recents if n != system.front]
    if part == "top":
        for name in [*reversed(others), system.front]:
            short = _short(call, name)
            call.say(
                f"TASK {short.split('/')[0]} id={_task(call, name)} userId=0",
                f"  ACTIVITY {short} {token(short)} pid={processes.pid_of(call, short.split('/')[0])}",
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
    if call.phone.profile.api < RESUMED_API:
        call.say(f"    mResumedActivity: {top}")
    else:
        call.say(f"    topResumedActivity={top}", "", f"  ResumedActivity: {top}")
    return 0
