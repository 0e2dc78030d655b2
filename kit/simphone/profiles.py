"""Profiles by name and value: what a phone is like, as written behind its seed ("sim:7,locale=zh-CN,font_scale=1.3").

Each trait is one axis of a sweep: a task keeps its meaning under every value of it. Apps of one's own are named there too:
"sim:7,app=module:APP", once for each place that holds one or several.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from kit import named
from kit.errors import UsageError
from kit.simphone import faults
from kit.simphone.app import App
from kit.simphone.state import VENDORS

SCREENS: dict[str, dict[str, int]] = {
    "phone": {"width": 1080, "height": 2400, "density": 420},
    "small": {"width": 720, "height": 1280, "density": 320},
    "tall": {"width": 1080, "height": 2640, "density": 440},
    "tablet": {"width": 1600, "height": 2560, "density": 320},
    "fold": {"width": 1812, "height": 2176, "density": 374},
    "cover": {"width": 904, "height": 2316, "density": 402},
}
"""Sizes by name: `fold` and `cover` are the inner and the outer screen of a foldable."""

LOCALES = ("en-US", "en-GB", "zh-CN", "ar", "ar-EG")
APIS = {"11": 30, "12": 31, "13": 33, "14": 34, "15": 35, "16": 36}
"""Android release -> API level."""


FAULT = "fault."
"""What a fault's name begins with: "fault.offline=0.01" (`kit.simphone.faults`)."""
APP = "app"
"""Names apps beside the phone's own: "app=module:NAME" (`kit.named`)."""


@dataclass(frozen=True, slots=True)
class Trait:
    """One trait: what it means, and the values it takes (names, or the least and the greatest number)."""

    words: str
    values: tuple[Any, ...]


TRAITS: dict[str, Trait] = {
    "screen": Trait("size of the display", tuple(SCREENS)),
    "locale": Trait("language of the system and the apps", LOCALES),
    "font_scale": Trait("size of texts", (0.85, 1.3)),
    "density": Trait("dots per inch, instead of the screen's own", (200, 640)),
    "rotation": Trait("quarter turns of the display", (0, 3)),
    "dark_theme": Trait("dark colours", (False, True)),
    "android": Trait("the Android release", tuple(APIS)),
    "vendor": Trait("whose Android it is", VENDORS),
    "shuffle_home": Trait("icons in an order drawn from the seed", (False, True)),
    "shuffle_lists": Trait("lists without an order of their own in one drawn from the seed", (False, True)),
    "label_variants": Trait("other words for the same buttons, in English", (False, True)),
    "distractors": Trait("apps nobody asked for, with similar names", (0, 12)),
    "notifications": Trait("notifications nobody asked for, a minute of phone time", (0.0, 60.0)),
    "popups": Trait("dialogs of the system that come up, a minute of phone time", (0.0, 30.0)),
    "latency_ms": Trait("phone time each command takes on top, milliseconds", (0, 5000)),
    "adb_keyboard": Trait("ADB Keyboard is installed", (False, True)),
}


def read(words: str) -> dict[str, Any]:
    """The keywords of a `Phone` that these words ask for; empty words ask for nothing.

    Args:
        words: "name=value" pairs joined by commas; for a switch its name alone is enough. Faults and apps may be several.

    Raises:
        UsageError: an unknown trait, a value outside its range, or an app that cannot be had; the message names what there
            is.
    """
    found: dict[str, Any] = {}
    mine: list[App] = []
    for part in words.split(","):
        name, equals, text = (p.strip() for p in part.partition("="))
        if not name and not equals:
            continue
        if name.startswith(FAULT):
            found["faults"] = (*found.get("faults", ()), _fault(name, text))
            continue
        if name == APP:
            mine += _apps(text)
            continue
        trait = TRAITS.get(name)
        if trait is None:
            near = get_close_matches(name, TRAITS, n=1)
            raise UsageError(f"A simphone has no trait {name!r}.", fix=_known(near))
        found.update(_fields(name, _value(name, trait, text if equals else "true")))
    return found | ({"apps": _beside(mine, found.get("distractors", 0))} if mine else {})


def _apps(text: str) -> tuple[App, ...]:
    if ":" not in text:
        raise UsageError(f"app={text}: this names no app.", fix="Write app=module:NAME, such as sim:0,app=hydro:APP.")
    apps = named.load_all(text, "an app", App)
    for app in apps:
        if "en" not in app.labels or "." not in app.package or not app.activity.startswith("."):
            raise UsageError(
                f"app={text}: {app.name!r} is no whole app.",
                fix='It needs labels with "en", a package with a dot (org.hydro) and an activity that starts with one.',
            )
    return apps


def _beside(mine: Sequence[App], distractors: int) -> tuple[App, ...]:
    """All apps of a phone that carries these as well; they must not take another's place."""
    from kit.simphone import spellings
    from kit.simphone.apps import installed

    apps = [*installed(distractors)]
    for app in mine:
        twin = next((other for other in apps if app.name == other.name or app.package == other.package), None)
        if twin is not None:
            raise UsageError(
                f"The app {app.name!r} ({app.package}) is on the phone already, as {twin.name!r} ({twin.package}).",
                fix="Give it a name and a package of its own.",
            )
        apps.append(app)
        spellings.learn(app)
    return tuple(apps)


def _fault(name: str, text: str) -> tuple[str, float]:
    fault = name.removeprefix(FAULT)
    if fault not in faults.NAMES:
        raise UsageError(f"There is no fault {fault!r}.", fix=f"Faults: {', '.join(faults.NAMES)}.")
    try:
        chance = float(text)
    except ValueError:
        chance = -1.0
    if not 0 <= chance <= 1:
        raise UsageError(f"{name}={text}: a chance each call.", fix="Choose a number from 0 to 1.")
    return fault, chance


def words(fields: Mapping[str, Any]) -> str:
    """The words that ask for these values of traits: what `read` understands, in the order of `TRAITS`."""
    return ",".join(f"{name}={_text(fields[name])}" for name in TRAITS if name in fields)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _known(near: list[str]) -> str:
    meant = f"Did you mean {near[0]}? " if near else ""
    return f"{meant}Traits: {', '.join(TRAITS)}; faults as fault.NAME=CHANCE; apps of your own as app=module:NAME."


def _value(name: str, trait: Trait, text: str) -> Any:
    low, high = trait.values[0], trait.values[-1]
    if isinstance(low, bool):
        if text.lower() not in _SWITCH:
            raise UsageError(f"{name}={text}: this is a switch.", fix="Write true or false.")
        return _SWITCH[text.lower()]
    if isinstance(low, str):
        if text not in trait.values:
            raise UsageError(
                f"{name}={text}: there is no such {name}.", fix=f"Choose one of {', '.join(trait.values)}."
            )
        return text
    try:
        number = type(low)(text)
    except ValueError:
        number = None
    if number is None or not low <= number <= high:
        raise UsageError(f"{name}={text}: {trait.words}.", fix=f"Choose a number from {low:g} to {high:g}.")
    return number


_SWITCH = {"true": True, "1": True, "on": True, "yes": True, "false": False, "0": False, "off": False, "no": False}


def _fields(name: str, value: Any) -> dict[str, Any]:
    if name == "screen":
        return dict(SCREENS[value])
    return {"api": APIS[value]} if name == "android" else {name: value}
