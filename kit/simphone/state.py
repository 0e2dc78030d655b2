"""Everything a phone is, as plain data: what snapshots copy and resets replace."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any

from kit.simphone.app import Page, Ui
from kit.simphone.draws import Part
from kit.simphone.settings_state import SystemSettings
from kit.simphone.widgets import Event

LAUNCHER = "launcher"
VENDORS = ("aosp", "samsung", "xiaomi", "huawei")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What does not change when a phone is reset: the make of the phone and the perturbations asked for.

    Attributes:
        api: Android API level; from 36 on dumps carry drawing-order and hint.
        vendor: whose Android it is, one of `VENDORS`: properties, packages of the system's own windows, dump quirks.
        rotation: quarter turns the display begins with.
        distractors: how many apps nobody asked for are installed.
        notifications, popups: how often the system disturbs, a minute of phone time (`kit.simphone.disturb`).
        latency_ms: phone time every shell command takes on top.
        faults: what goes wrong and how likely, each call (`kit.simphone.faults`).
        adb_keyboard: ADB Keyboard is installed.
        shuffle_home: the launcher's icons stand in an order drawn from the seed.
        shuffle_lists: lists whose order means nothing stand in an order drawn from the seed.
        label_variants: buttons say the same in other words ("Done" for "Save"), in English.
        sample_files: a few files lie on /sdcard from the start, drawn from the seed.
    """

    width: int = 1080
    height: int = 2400
    density: int = 420
    api: int = 36
    locale: str = "en-US"
    dark_theme: bool = False
    font_scale: float = 1.0
    vendor: str = "aosp"
    rotation: int = 0
    distractors: int = 0
    notifications: float = 0.0
    popups: float = 0.0
    latency_ms: int = 0
    faults: tuple[tuple[str, float], ...] = ()
    adb_keyboard: bool = True
    shuffle_home: bool = False
    shuffle_lists: bool = False
    label_variants: bool = False
    sample_files: bool = True


@dataclass(slots=True)
class AppState:
    """One app on a phone. `stash` holds the scroll places of the pages below the front one, `caller` who opened it.

    Its data are made when they are first used: most of the two dozen apps of a phone are never opened in an episode. As
    long as nobody could have changed them, `make` stays, and a snapshot holds no data: they can be made again.
    """

    make: Callable[[], Any] | None = None
    made: Any = None
    ui: Ui = field(default_factory=Ui)
    caller: str = ""
    started: bool = False
    stash: list[dict[str, int]] = field(default_factory=list[dict[str, int]])
    granted: list[str] = field(default_factory=list[str])
    once: list[str] = field(default_factory=list[str])
    denied: list[str] = field(default_factory=list[str])

    @property
    def data(self) -> Any:
        """The app's durable data."""
        made = self.shown
        self.make = None
        return made

    @data.setter
    def data(self, value: Any) -> None:
        self.make, self.made = None, value

    @property
    def shown(self) -> Any:
        """The same data to be looked at only: whoever changes them takes `data`."""
        if self.made is None and self.make is not None:
            self.made = self.make()
        return self.made

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """A snapshot holds the data, or that they are those of a new phone."""
        held = {name: getattr(self, name) for name in _HELD}
        if self.make is not None:
            held["make"], held["made"] = unmade, None
        return None, held


_HELD = tuple(f.name for f in fields(AppState))


def unmade() -> Any:
    """Stands in a snapshot for the way an app's data are made; who restores it puts that in its place."""
    raise RuntimeError("A snapshot's apps have no data before Phone.restore.")


@dataclass(slots=True)
class Focus:
    """Where typed text goes. `cursor` is a place in the text, -1 its end; `everything` means all of it is selected."""

    owner: str
    field: str
    cursor: int = -1
    everything: bool = False


@dataclass(slots=True)
class Notice:
    """One notification in the shade."""

    number: int
    app: str
    title: str
    body: str
    event: Event | None
    when: int


@dataclass(slots=True)
class Ask:
    """A permission an app is waiting for."""

    app: str
    permission: str
    then: Event


@dataclass(slots=True)
class Sharing:
    """What an app wants to share: a text, or a file by its path."""

    app: str
    words: str
    file: str = ""


@dataclass(slots=True)
class Prompt:
    """Something the system asks: a kind of `kit.simphone.system.prompts` and what it is about."""

    kind: str
    about: str = ""


@dataclass(slots=True)
class Battery:
    """What `dumpsys battery` prints; temperature in tenths of a degree; `thermal` is the thermal status 0-6."""

    level: int = 87
    status: int = 3
    ac: bool = False
    usb: bool = False
    stopped: bool = False
    temperature: int = 275
    thermal: int = 0


@dataclass(order=True, slots=True)
class Timer:
    """A scheduled event: phone milliseconds, a tie breaker, the app, the event."""

    due: int
    number: int
    app: str = field(compare=False)
    event: Event = field(compare=False)


@dataclass(slots=True)
class System:
    """What belongs to no app: the window stack, the keyboard, notifications, battery, display.

    `removed` holds uninstalled and disabled apps, `log` what `logcat` prints (phone ms, priority, tag, message), `boots`
    how often the phone was restarted, `boot_until` the phone ms until which it does not answer after the last time.
    """

    front: str = LAUNCHER
    launcher: Ui = field(default_factory=lambda: Ui(pages=[Page("home")]))
    recents: list[str] = field(default_factory=list[str])
    shade: bool = False
    shade_ui: Ui = field(default_factory=Ui)
    focus: Focus | None = None
    ime_shown: bool = False
    ime_page: str = "letters"
    shift: bool = False
    notices: list[Notice] = field(default_factory=list[Notice])
    toast: str = ""
    toast_until: int = 0
    ask: Ask | None = None
    sharing: Sharing | None = None
    pip: str = ""
    split: list[str] = field(default_factory=list[str])
    splitting: str = ""
    prompts: list[Prompt] = field(default_factory=list[Prompt])
    anr: str = ""
    awake: bool = True
    clipboard: str = ""
    battery: Battery = field(default_factory=Battery)
    removed: list[str] = field(default_factory=list[str])
    installed: list[str] = field(default_factory=list[str])
    size: tuple[int, int] | None = None
    density: int | None = None
    properties: dict[str, str] = field(default_factory=dict[str, str])
    window_ids: dict[str, int] = field(default_factory=dict[str, int])
    artifacts: list[str] = field(default_factory=list[str])
    log: list[tuple[int, str, str, str]] = field(default_factory=list[tuple[int, str, str, str]])
    boots: int = 0
    boot_until: int = 0
    counter: int = 0


@dataclass(slots=True)
class PhoneState:
    """One phone's whole state but its file tree, which copies itself. `part` is the part of the suite it is filled for."""

    seed: int
    rng: random.Random
    part: Part = field(kw_only=True, default="")
    start: datetime
    now: int = 0
    timers: list[Timer] = field(default_factory=list[Timer])
    settings: SystemSettings = field(default_factory=SystemSettings)
    apps: dict[str, AppState] = field(default_factory=dict[str, AppState])
    system: System = field(default_factory=System)
