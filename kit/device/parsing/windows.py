"""The app in front, the keyguard and the display, from what `dumpsys window` and `dumpsys activity` print (Android 7-17)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kit.errors import DeviceTimeout, ParseError
from kit.types import Foreground, Screen

_SYSTEMUI = "com.android.systemui"
_DISPLAY = re.compile(r"^\s*(?:Display: mDisplayId=|Display #)(\d+)")
_FOCUS = re.compile(r"^\s*(mCurrentFocus|mFocusedApp)=(.+)$")
_RESUMED = re.compile(r"^\s*(topResumedActivity|mResumedActivity|ResumedActivity|mFocusedActivity)\s*[=:]\s*(.+)$")
_IME_TARGET = re.compile(r"^\s*(?:imeLayeringTarget|imeInputTarget|mInputMethodTarget) in display# (\d+) (.+)$")
_COMPONENT = re.compile(r"(?:^|[\s{])([A-Za-z][\w.]*)/([\w.$]+)")
_BARE_PACKAGE = re.compile(r"\bu\d+ ([A-Za-z]\w*(?:\.\w+)+)\}")
_WINDOW = re.compile(r"Window\{([0-9a-f]+)(?: u\d+)? (.*?)\}")
_BLOCK = re.compile(r"^\s*Window #\d+ Window\{([0-9a-f]+)")
_OWNER = re.compile(r"\bmOwnerUid=\d+ .*?\bpackage=([\w.]+)")
_DUMP_TIMEOUT = re.compile(r"DUMP TIMEOUT|Failure while dumping .*Timeout")

_SYSTEM_WINDOWS = {
    "StatusBar": _SYSTEMUI,
    "NotificationShade": _SYSTEMUI,
    "Keyguard": _SYSTEMUI,
    "Bouncer": _SYSTEMUI,
    "GlobalActions": _SYSTEMUI,
}
_SYSTEM_TITLES = (("Application Not Responding", "android"), ("Application Error", "android"))


@dataclass(frozen=True, slots=True)
class _Fact:
    """One printed line about what is in front: its kind, the display section it stood in (None: unknown), the rest."""

    kind: str
    display: int | None
    value: str


@lru_cache(maxsize=128)
def parse_foreground(text: str) -> Foreground:
    """The app in front.

    Reads any mix of `dumpsys window displays`, `dumpsys window windows` and `dumpsys activity activities`, whole or
    grepped. The focused window decides, then the focused app, then the resumed activity, then the keyboard's target.
    Display 0 is preferred; where displays are not labelled the last one is taken (virtual displays and the cover
    screens of foldables are printed first), and an app beats a cover screen of the system UI.

    Raises:
        DeviceTimeout: the dump ran into its own timeout and says nothing.
        ParseError: nothing in the text names an app.
    """
    lines = text.splitlines()
    facts = _collect(lines)
    app = _best(facts, "mFocusedApp") or _best(facts, "resumed")
    focus = _choose([f for f in facts if f.kind == "mCurrentFocus" and not _is_null(f.value)])
    if focus is not None and not _elsewhere(focus, facts):
        found = _resolve(focus.value) or _from_block(lines, focus.value) or app
        if found is not None:
            return found
    found = app or _best(facts, "ime") or _targeted(lines, facts) or _first_application(lines)
    if found is not None:
        return found
    if _DUMP_TIMEOUT.search(text):
        raise DeviceTimeout(
            "Android's own dump of the windows ran into its timeout.", fix="Try again when it is less busy."
        )
    first = next((line.strip() for line in lines if line.strip()), "(nothing)")
    raise ParseError(f"No line names the app in front; the first one is {first[:120]!r}.")


def _collect(lines: list[str]) -> list[_Fact]:
    facts: list[_Fact] = []
    display: int | None = None
    for line in lines:
        if header := _DISPLAY.match(line):
            display = int(header[1])
        elif focus := _FOCUS.match(line):
            facts.append(_Fact(focus[1], display, focus[2]))
        elif resumed := _RESUMED.match(line):
            facts.append(_Fact("resumed", display, resumed[2]))
        elif target := _IME_TARGET.match(line):
            facts.append(_Fact("ime", int(target[1]), target[2]))
    return facts


def _best(facts: list[_Fact], kind: str) -> Foreground | None:
    named = [f for f in facts if f.kind == kind and _resolve(f.value) is not None]
    chosen = _choose(named)
    return _resolve(chosen.value) if chosen else None


def _choose(candidates: list[_Fact]) -> _Fact | None:
    if not candidates:
        return None
    main = [f for f in candidates if f.display == 0]
    pool = main or [f for f in candidates if not _is_cover(f.value)] or candidates
    return pool[0] if main else pool[-1]


def _elsewhere(focus: _Fact, facts: list[_Fact]) -> bool:
    """Whether the focus is another display's while the main one is between two windows of an app it names."""
    main = [f for f in facts if f.kind == "mFocusedApp" and f.display == 0 and _resolve(f.value)]
    return bool(focus.display and main)


def _is_null(value: str) -> bool:
    return value.strip().startswith("null")


def _is_cover(value: str) -> bool:
    found = _resolve(value)
    return found is not None and found.package == _SYSTEMUI


def _resolve(value: str) -> Foreground | None:
    if component := _COMPONENT.search(value):
        return Foreground(package=component[1], activity=qualify(component[1], component[2]))
    if bare := _BARE_PACKAGE.search(value):
        return Foreground(package=bare[1])
    window = _WINDOW.search(value)
    title = window[2] if window else ""
    if title in _SYSTEM_WINDOWS:
        return Foreground(package=_SYSTEM_WINDOWS[title])
    return next((Foreground(package=owner) for start, owner in _SYSTEM_TITLES if title.startswith(start)), None)


def qualify(package: str, activity: str) -> str:
    """The full class name of an activity that Android abbreviates with a leading dot."""
    return package + activity if activity.startswith(".") else activity


def _from_block(lines: list[str], value: str) -> Foreground | None:
    """Pop-ups carry no app in their title; their `Window #` block does (mActivityRecord, else the owner's package)."""
    window = _WINDOW.search(value)
    if window is None:
        return None
    owner: Foreground | None = None
    inside = False
    for line in lines:
        if block := _BLOCK.match(line):
            inside = block[1] == window[1]
        elif inside and "mActivityRecord=" in line:
            return _resolve(line.partition("mActivityRecord=")[2]) or owner
        elif inside and owner is None and (named := _OWNER.search(line)):
            owner = Foreground(package=named[1])
    return owner


def _targeted(lines: list[str], facts: list[_Fact]) -> Foreground | None:
    """The app of a pop-up that the keyboard writes to."""
    blocks = (_from_block(lines, fact.value) for fact in facts if fact.kind == "ime")
    return next((found for found in blocks if found), None)


def _first_application(lines: list[str]) -> Foreground | None:
    """Android 10+ prints no focus in the windows list: the topmost shown window of an activity is the app in front."""
    record: Foreground | None = None
    for line in lines:
        if _BLOCK.match(line):
            record = None
        elif "mActivityRecord=" in line:
            record = _resolve(line.partition("mActivityRecord=")[2])
        elif record is not None and "isVisible=true" in line:
            return record
    return None


_KEYGUARD = re.compile(r"\b(isKeyguardShowing|mShowingLockscreen|mDreamingLockscreen|mIsShowing|showing)=(true|false)")


def parse_keyguard(text: str) -> bool | None:
    """Whether the lock screen is up, from `dumpsys window policy` (or all of `dumpsys window`); None when not said."""
    said = [value == "true" for _, value in _KEYGUARD.findall(text)]
    return any(said) if said else None


_CURRENT = re.compile(r"\binit=(\d+)x(\d+) (\d+)dpi(?: base=(\d+)x(\d+) (\d+)dpi)?.*?\bcur=(\d+)x(\d+)")
_ROTATION = re.compile(r"\bm(?:Current)?Rotation=(?:ROTATION_)?(\d+)")


@lru_cache(maxsize=128)
def parse_display_line(text: str) -> Screen | None:
    """The main display as it is rotated now, from `dumpsys window displays`; None when it prints no size.

    The line reads `init=1080x2400 420dpi base=540x1200 210dpi cur=1200x540 ...`; `base` is there only with overrides.
    """
    display, found, rotation = 0, None, None
    for line in text.splitlines():
        if header := _DISPLAY.match(line):
            display = int(header[1])
        if display != 0:
            continue
        found = found or _CURRENT.search(line)
        if rotation is None and (turned := _ROTATION.search(line)):
            rotation = int(turned[1])
    if found is None:
        return None
    width, height = int(found[7]), int(found[8])
    if rotation is None:
        rotation = int((width > height) != (int(found[1]) > int(found[2])))
    return Screen(
        width=width,
        height=height,
        density=int(found[6] or found[3]),
        rotation=rotation // 90 if rotation > 3 else rotation,
    )
