"""Size, displays, battery, heat and input methods, from what Android's services print."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kit.errors import ParseError
from kit.types import Screen

# --- size and displays ----------------------------------------------------------------------------------------------

_SIZE = re.compile(r"^(Physical|Override) size: (\d+)x(\d+)", re.MULTILINE)
_DENSITY = re.compile(r"^(Physical|Override) density: (\d+)", re.MULTILINE)


def parse_size(text: str) -> tuple[int, int]:
    """Width and height of the panel in its natural rotation, pixels, from `wm size`; an override wins."""
    said = {kind: (int(width), int(height)) for kind, width, height in _SIZE.findall(text)}
    if not said:
        raise ParseError(f"`wm size` printed no size: {_first(text)!r}.")
    return said.get("Override") or said["Physical"]


def parse_density(text: str) -> int:
    """Dots per inch from `wm density`; an override wins."""
    said = {kind: int(value) for kind, value in _DENSITY.findall(text)}
    if not said:
        raise ParseError(f"`wm density` printed no density: {_first(text)!r}.")
    return said.get("Override") or said["Physical"]


_VIEWPORT = re.compile(r"DisplayViewport\{(.*?)\}")
_FRAME = re.compile(r"logicalFrame=Rect\((-?\d+), (-?\d+) - (-?\d+), (-?\d+)\)")


def parse_viewport(text: str, density: int = 420) -> Screen | None:
    """The main display as it is rotated now, from the viewports in `dumpsys display`; None when none is printed."""
    for body in _VIEWPORT.findall(text):
        if "displayId=0," not in body:
            continue
        frame, turned = _FRAME.search(body), re.search(r"\borientation=(\d)", body)
        if frame is None:
            continue
        left, top, right, bottom = map(int, frame.groups())
        dots = re.search(r"densityDpi=(\d+)", body)
        return Screen(
            width=right - left,
            height=bottom - top,
            density=int(dots[1]) if dots else density,
            rotation=int(turned[1]) if turned else 0,
        )
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Display:
    """One row of `dumpsys SurfaceFlinger --display-id`. `id` is what `screencap -d` takes (over 53 bits long)."""

    id: int
    name: str
    virtual: bool = False


_DISPLAY_ROW = re.compile(
    r'^Display (\d+) \((HWC display \d+|Virtual display)\):.*?displayName="([^"]*)"', re.MULTILINE
)


def parse_displays(text: str) -> tuple[Display, ...]:
    """All displays SurfaceFlinger knows, in its order; names lose their padding."""
    return tuple(
        Display(id=int(number), name=name.strip(), virtual=kind == "Virtual display")
        for number, kind, name in _DISPLAY_ROW.findall(text)
    )


# --- battery and heat -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Battery:
    """The battery as `dumpsys battery` tells it.

    Attributes:
        level: charge in percent.
        status: charging, discharging, not_charging, full or unknown.
        temperature: degrees Celsius, or None when not told.
        plugged: of ac, usb, wireless, dock.
        updates_stopped: the values were set by hand (`dumpsys battery set`) and follow nothing.
    """

    level: int
    status: str = "unknown"
    temperature: float | None = None
    plugged: tuple[str, ...] = ()
    updates_stopped: bool = False


_BATTERY_STATUS = {1: "unknown", 2: "charging", 3: "discharging", 4: "not_charging", 5: "full"}
_BATTERY_ROW = re.compile(r"^  ([A-Za-z][\w ]*): (\S+)\s*$")


def parse_battery(text: str) -> Battery:
    """Reads the first value of each row: vendors append event logs that repeat the names."""
    rows: dict[str, str] = {}
    for line in text.splitlines():
        if row := _BATTERY_ROW.match(line):
            rows.setdefault(row[1], row[2])
    level, scale = _integer(rows.get("level")), _integer(rows.get("scale")) or 100
    if level is None:
        raise ParseError(f"`dumpsys battery` printed no level: {_first(text)!r}.")
    warmth = _integer(rows.get("temperature"))
    sources = ("AC", "USB", "Wireless", "Dock")
    return Battery(
        level=round(100 * level / scale),
        status=_BATTERY_STATUS.get(_integer(rows.get("status")) or 1, "unknown"),
        temperature=None if warmth is None else warmth / 10,
        plugged=tuple(name.lower() for name in sources if rows.get(f"{name} powered") == "true"),
        updates_stopped="UPDATES STOPPED" in text,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Temperature:
    """One sensor of `dumpsys thermalservice`: degrees Celsius, Android's sensor type and throttling status (0-6)."""

    name: str
    celsius: float
    kind: int
    status: int


_TEMPERATURE = re.compile(r"Temperature\{mValue=(-?[\d.]+), mType=(-?\d+), mName=([^,}]*), mStatus=(\d+)\}")


def parse_thermal_status(text: str) -> int:
    """Android's overall throttling status, 0 (none) to 6 (shutdown), from `dumpsys thermalservice`."""
    found = re.search(r"^\s*Thermal Status: (\d+)", text, re.MULTILINE)
    if found is None:
        raise ParseError(f"`dumpsys thermalservice` printed no status: {_first(text)!r}.")
    return int(found[1])


def parse_temperatures(text: str) -> tuple[Temperature, ...]:
    """The sensors as they are now; the cached rows only where the HAL gave none (cached values lag behind)."""
    cached, mark, fresh = text.partition("Current temperatures from HAL:")
    rows = _TEMPERATURE.findall(fresh) if mark else []
    return tuple(
        Temperature(name=name, celsius=float(value), kind=int(kind), status=int(status))
        for value, kind, name, status in rows or _TEMPERATURE.findall(cached)
    )


# --- input methods --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class InputMethod:
    """The soft keyboard.

    Attributes:
        id: empty when Android names none.
        shown: it is drawn.
        language: of its layout, when told.
        serving: it is connected to a field that takes text; None when that cannot be told: the phone prints nothing of
            it, or what it prints does not agree.
    """

    id: str
    shown: bool
    language: str = ""
    serving: bool | None = None


_METHOD_ID = re.compile(r"\bm(?:CurMethodId|CurId|SelectedMethodId)=(\S+)")
_SUBTYPE = re.compile(
    r"\bm?CurrentSubtype=.*?(?:[lL]ocale|languageTag|mSubtypeLanguageTag)[=:]\s*\"?([A-Za-z]{2,3})(?=\W|_)"
)


_SERVED = re.compile(r"^\s*mServed(View|InputConnection(?:Wrapper)?)=(.*)$", re.MULTILINE)
"""The view and the connection of the app in front; other lines mention the same words (samples, section 2)."""
_DEAD = re.compile(r"finished=true|[iI]sActive(?:\(\))?=false|mActive=false")


@lru_cache(maxsize=64)
def parse_input_method(text: str) -> InputMethod:
    """From `dumpsys input_method`.

    `mInputShown` alone can be true while a hardware keyboard keeps the soft one undrawn: where the keyboard's own
    `mIsInputViewShown` is printed too, both must say yes.
    """
    shown = re.search(r"\bmInputShown=(true|false)", text)
    view = re.search(r"\bmIsInputViewShown=(true|false)", text)
    method, subtype = _METHOD_ID.search(text), _SUBTYPE.search(text)
    said = [found[1] == "true" for found in (shown, view) if found]
    if not said and method is None:
        raise ParseError(f"`dumpsys input_method` names no keyboard: {_first(text)!r}.")
    return InputMethod(
        id="" if method is None or method[1] == "null" else method[1],
        shown=bool(said) and all(said),
        language=subtype[1].lower() if subtype else "",
        serving=_serving(text, any(said)),
    )


def _serving(text: str, shown: bool) -> bool | None:
    """Whether a field takes text. Only no view, no connection and no keyboard together say that none does.

    A view without a connection can be a game or a page that reads keys; a keyboard can be open over a view Android
    does not name; a connection outlives the window of its field, and then says that it has finished.
    """
    found = {kind[:4]: value.strip() for kind, value in _SERVED.findall(text)}
    view, connection = found.get("View"), found.get("Inpu")
    if not view or not connection:
        return None
    if view == connection == "null":
        return None if shown else False
    return True if "null" not in (view, connection) and not _DEAD.search(connection) else None


_IME_ID = re.compile(r"^(?:\s*mId=)?([A-Za-z][\w.]*/[\w.$]+)(?::?$| )")


def parse_input_methods(text: str) -> tuple[str, ...]:
    """Ids of `ime list -s`, `ime list -a` and `ime list -a -s`, in order, each once."""
    return tuple(dict.fromkeys(found[1] for line in text.splitlines() if (found := _IME_ID.match(line))))


def same_input_method(one: str, other: str) -> bool:
    """Whether two ids are one keyboard: Android writes the class both in full and abbreviated with a leading dot."""

    def full(name: str) -> str:
        package, slash, service = name.strip().partition("/")
        return f"{package}{slash}{package if service.startswith('.') else ''}{service}"

    return full(one) == full(other)


def _integer(value: str | None) -> int | None:
    return int(value) if value is not None and re.fullmatch(r"-?\d+", value) else None


def _first(text: str) -> str:
    return next((line.strip()[:120] for line in text.splitlines() if line.strip()), "(nothing)")
