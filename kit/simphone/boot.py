"""A fresh phone: the state a seed gives, the properties."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from kit.simphone import journal, samples, vendors
from kit.simphone.app import App, Ui
from kit.simphone.draws import Draws, Part
from kit.simphone.settings_state import IME_ADB
from kit.simphone.state import AppState, PhoneState, System

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

FIRST_DAY = datetime(2025, 9, 1)
BOOT_MS = 20_000
"""Phone time from `reboot` until the phone answers again."""
MAIN, HOME = "android.intent.action.MAIN", "android.intent.category.HOME"
RELEASES = {28: "9", 29: "10", 30: "11", 31: "12", 32: "12", 33: "13", 34: "14", 35: "15", 36: "16"}


def blank(seed: int, part: Part = "") -> PhoneState:
    """A phone of this seed without apps; its day and hour are drawn from the seed."""
    rng = random.Random(seed)
    start = FIRST_DAY + timedelta(days=rng.randrange(330), hours=rng.randrange(8, 20), minutes=rng.randrange(60))
    return PhoneState(seed=seed, rng=rng, start=start, part=part)


def fill(phone: Phone) -> None:
    """Puts the profile's settings and every app's fresh data into a blank phone.

    Each app draws from its own stream of the seed, so an app more or less changes no other app's data.
    """
    core, profile = phone.core, phone.profile
    settings = core.settings
    settings.locale, settings.dark_theme, settings.font_scale = profile.locale, profile.dark_theme, profile.font_scale
    settings.rotation = profile.rotation
    settings.default_ime = vendors.of(profile).keyboard
    settings.enabled_imes = [settings.default_ime]
    if profile.adb_keyboard:
        settings.enabled_imes.append(IME_ADB)
    core.system.battery.level = core.rng.randrange(55, 98)
    core.system.removed = sorted(name for name, app in phone.apps.items() if not app.preinstalled)
    for name, app in phone.apps.items():
        core.apps[name] = AppState(partial(fresh, app, core.seed, core.start, core.part))
    if phone.profile.sample_files:
        phone.files.restore(samples.tree(core.seed, core.start, core.part))
    announce(phone)


def fresh(app: App, seed: int, start: datetime, part: Part = "") -> object:
    """An app's data as on a new phone of this seed."""
    return app.fresh(Draws(f"{seed}/{app.name}", part), start)


def empty(app: App, data: Any) -> Any:
    """An app's data as `pm clear` and Clear storage leave them: as on a new phone nobody has used yet.

    The sample data of `fresh` stand for what a person put there, so they go: the result is `App.empty`, or the defaults of
    the data's dataclass. On this phone an app and the provider behind it are one package, so clearing Contacts,
    Messages or Calendar takes their entries along; on Android those are kept by a provider package of its own.
    """
    if app.empty is not None:
        return app.empty()
    return type(data)() if data is not None else None


def restart(phone: Phone) -> None:
    """`reboot`: what lives in memory only is gone, data and files stay, and nobody answers for `BOOT_MS` of phone time.

    Timers stay: alarms are set again when a phone has started, and messages on their way arrive.
    """
    core, system = phone.core, phone.core.system
    for state in core.apps.values():
        state.ui, state.stash, state.once, state.caller, state.started = Ui(), [], [], "", False
    core.settings.flashlight = False
    old = core.system
    kept = ("battery", "removed", "installed", "size", "density", "window_ids", "artifacts", "counter")
    core.system = System(**{name: getattr(old, name) for name in kept})
    core.system.properties = {k: v for k, v in old.properties.items() if k.startswith("persist.")}
    core.system.battery.stopped = False
    core.system.boots, core.system.boot_until = system.boots + 1, core.now + BOOT_MS
    announce(phone)
    phone.display_changed()


def announce(phone: Phone) -> None:
    """What the log begins with."""
    core, home = phone.core, vendors.of(phone.profile).launcher_component
    journal.note(core, "SystemServiceManager", "Starting phase 1000")
    journal.note(core, "ActivityManager", "System now ready")
    journal.note(core, "ActivityTaskManager", f"START u0 {{act={MAIN} cat=[{HOME}] cmp={home}}} from uid 0")


def properties(phone: Phone) -> dict[str, str]:
    """What getprop prints: the keys agents read, the maker's own (`vendors.properties`), and what setprop added."""
    api = phone.profile.api
    release = RELEASES.get(api, str(api - 20))
    return {
        "ro.build.version.sdk": str(api),
        "ro.build.version.release": release,
        "ro.build.characteristics": "default",
        "ro.build.type": "userdebug",
        "ro.product.model": "Simphone",
        "ro.product.brand": "simphone",
        "ro.product.manufacturer": "simphone",
        "ro.product.name": "simphone",
        "ro.product.device": "simphone",
        "ro.product.cpu.abi": "arm64-v8a",
        "ro.product.locale": phone.profile.locale,
        "persist.sys.locale": phone.core.settings.locale,
        "persist.sys.timezone": phone.core.settings.timezone,
        "ro.serialno": f"SIM{phone.core.seed:08d}",
        "ro.hardware": "simphone",
        "ro.sf.lcd_density": str(phone.profile.density),
        "sys.boot_completed": "1",
        **vendors.properties(phone.profile, release),
        **phone.core.system.properties,
    }
