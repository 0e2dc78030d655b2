"""The phone: state, virtual time, events, windows. Everything else looks at it through `windows()` or changes it here."""

from __future__ import annotations

import copy
import heapq
import pickle
import random
import threading
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import Any

from kit.device.transport import ShellResult
from kit.simphone import boot, disturb, fields, shell, truth
from kit.simphone.app import App, Run
from kit.simphone.boxes import Box, Metrics, metrics
from kit.simphone.draws import Part
from kit.simphone.env import CLOCK, FILES, AppEnv
from kit.simphone.faults import Faults
from kit.simphone.files import FileTree
from kit.simphone.navigation import Navigation
from kit.simphone.state import LAUNCHER, PhoneState, Profile, unmade
from kit.simphone.system import dialogs, ime, launcher, pip, prompts, shade, sharing
from kit.simphone.widgets import Event, Widget
from kit.simphone.win import Win
from kit.simphone.windows import lay, stack

SYSTEM_HANDLERS: dict[str, dict[str, Any]] = {
    LAUNCHER: launcher.HANDLERS, "shade": shade.HANDLERS, "ime": ime.HANDLERS,
    "share": sharing.HANDLERS, "prompt": prompts.HANDLERS, "pip": pip.HANDLERS, "split": {}, disturb.OWNER: disturb.HANDLERS,
    "permission": dialogs.PERMISSION_HANDLERS, "anr": dialogs.ANR_HANDLERS, "status": {},
}  # fmt: skip
_EPOCH = datetime(1970, 1, 1)
MOST_EVENTS = 10_000
"""Timers that may fire in one advance; more means an app feeds itself without letting time pass."""
_MIRRORED = frozenset({"ar", "he", "fa", "ur"})


@lru_cache(maxsize=256)
def _language(locale: str) -> str:
    """A locale's language; every text on the screen asks for it."""
    return locale.split("-")[0]


class Phone(Navigation):
    """A deterministic phone.

    Args:
        seed: everything random on the phone comes from it.
        width, height, density: of the display, pixels and dpi.
        apps: the apps on it; default all sample apps.
        real_time: let the clock follow wall time between commands (for use over adb).
        profile: further traits (`Profile` fields), such as locale or dark_theme.

    Attributes:
        core: the plain-data state.
        files: the file tree.
        version: grows with every change of what could be seen.
        reads: what the windows now shown were made from besides the phone's state: CLOCK, FILES of kit.simphone.env.
        internal_errors: Python errors of apps and commands, in order; a healthy phone has none.
        faults: what is to go wrong, and what did (`faults.log`).
    """

    def __init__(
        self,
        seed: int = 0,
        *,
        width: int = 1080,
        height: int = 2400,
        density: int = 420,
        apps: Sequence[App] | None = None,
        real_time: bool = False,
        **profile: Any,
    ) -> None:
        self.profile = Profile(width=width, height=height, density=density, **profile)
        if apps is None:
            from kit.simphone import apps as all_apps  # they may use what boots a phone, so not before it

            apps = all_apps.installed(self.profile.distractors)

        self.apps: dict[str, App] = {a.name: a for a in apps}
        self.lock = threading.RLock()
        self.files = FileTree(self.unix_time)
        self.real_time = real_time
        self.internal_errors: list[str] = []
        self.version = 0
        self.reads = 0
        self.laid: dict[str, tuple[Widget, tuple[int, int, int, int], tuple[Any, ...], Box, str]] = {}
        self.frames: dict[str, Any] = {}
        self._seen: tuple[int, tuple[int, int], list[Win]] | None = None
        self._envs: dict[str, AppEnv] = {}
        self._size = (width, height)
        self._metrics = metrics(density, 1.0)
        self._display = (1.0, 0, False)
        self._wall = time.monotonic()
        self.faults = Faults(seed, dict(self.profile.faults))
        self.core: PhoneState = boot.blank(seed)
        self.reset(seed)

    # --- life -------------------------------------------------------------------------------------------------------

    def reset(self, seed: int, part: Part = "") -> None:
        """A factory-fresh phone of this seed (and part of the suite) at the launcher. Faults that were asked for stay, their draws start anew."""
        self.files.reset()
        self.core = boot.blank(seed, part)
        boot.fill(self)
        disturb.begin(self)
        self.faults.restart(seed)
        self.internal_errors.clear()
        self._wall = time.monotonic()
        self.display_changed()

    def snapshot(self) -> object:
        """The whole state at this moment; `restore` brings it back any number of times."""
        return pickle.dumps(self.core, protocol=5), self.files.snapshot()

    def restore(self, snapshot: object) -> None:
        """Makes the phone what it was at the snapshot (its own or that of a phone with the same apps)."""
        assert isinstance(snapshot, tuple)
        core, files = snapshot
        self.core = made = pickle.loads(core)
        for name, app in made.apps.items():
            if app.make is unmade:
                app.make = partial(boot.fresh, self.apps[name], made.seed, made.start, made.part)
        self.files.restore(files)
        self.display_changed()

    def fork(self) -> Phone:
        """An independent phone in the same state."""
        twin = copy.copy(self)
        twin.lock = threading.RLock()
        twin.files = FileTree(twin.unix_time)
        twin.internal_errors = []
        twin.laid, twin.frames, twin._envs = {}, {}, {}
        twin.faults = self.faults.copy()
        twin.restore(self.snapshot())
        return twin

    @property
    def serial(self) -> str:
        """`sim:SEED`."""
        return f"sim:{self.core.seed}"

    @property
    def boots(self) -> int:
        """How often the phone was restarted since its reset; adbd drops its connections when this grows."""
        return self.core.system.boots

    @property
    def properties(self) -> dict[str, str]:
        """What getprop knows."""
        return boot.properties(self)

    # --- display ----------------------------------------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, as rotated now."""
        return self._size

    @property
    def density(self) -> int:
        """Dots per inch, an override included."""
        return self.core.system.density or self.profile.density

    @property
    def metrics(self) -> Metrics:
        """dp to pixels."""
        return self._metrics

    def display_changed(self) -> None:
        """To be called after size, density, font scale or rotation changed; everything is laid out anew."""
        width, height = self.core.system.size or (self.profile.width, self.profile.height)
        turned = self.core.settings.rotation % 2 == 1
        self._size = (height, width) if turned else (width, height)
        self._metrics = metrics(self.density, self.core.settings.font_scale)
        self._display = (self.core.settings.font_scale, self.rotation, self.mirrored)
        self.laid.clear()
        self.touch()

    def touch(self) -> None:
        """Something that can be seen may have changed."""
        self.version += 1

    def windows(self, *, contents: bool = True, laid: bool = True) -> list[Win]:
        """The windows, top first; the same list until something changes.

        Without `contents`, a clock that has gone on is no change: only which windows there are matters. Without `laid`,
        they have their trees, but perhaps no boxes.
        """
        seen = self._seen
        if seen is None or seen[0] != self.version or (contents and seen[1] != self._times()):
            seen = self._look()
        if laid:
            lay(self, seen[2])
        return seen[2]

    def _look(self) -> tuple[int, tuple[int, int], list[Win]]:
        if self._display != (self.core.settings.font_scale, self.rotation, self.mirrored):
            self.display_changed()
        self.reads = 0
        version = self.version
        found = stack(self)
        self._seen = seen = (version, self._times(), found)
        return seen

    def _times(self) -> tuple[int, int]:
        """Clock and change of the shared files, as far as what is shown was made from them."""
        return self.core.now if self.reads & CLOCK else 0, self.files.changes if self.reads & FILES else 0

    # --- time -------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> datetime:
        """The phone's clock: naive local time."""
        return self.core.start + timedelta(0, 0, self.core.now * 1000)

    def unix_time(self) -> float:
        """Seconds since 1970 on the phone's clock, taken as UTC."""
        return (self.now - _EPOCH).total_seconds()

    def advance(self, seconds: float) -> None:
        """Lets phone time pass; what is due happens, in order."""
        with self.lock:
            core = self.core
            end = core.now + max(0, round(seconds * 1000))
            past = core.start.second * 1000  # of the minute, at the start
            minute = (core.now + past) // 60_000
            if core.timers and core.timers[0].due <= end:
                self._ring(end)
                core = self.core
            core.now = end
            if core.system.toast:
                self._expire()
            if (end + past) // 60_000 != minute:
                self.touch()

    def _ring(self, end: int) -> None:
        """Lets the timers go off that are due until then."""
        core = self.core
        for _ in range(MOST_EVENTS):
            if not core.timers or core.timers[0].due > end:
                break
            timer = heapq.heappop(core.timers)
            core.now = max(core.now, timer.due)
            self._expire()
            self.send(timer.app, timer.event)
            core = self.core
        else:
            self.internal_errors.append(f"more than {MOST_EVENTS} timers in one advance")

    def _expire(self) -> None:
        system = self.core.system
        if system.toast and system.toast_until <= self.core.now:
            system.toast = ""
            self.touch()

    def catch_up(self) -> None:
        """With `real_time`, moves the clock to where wall time is."""
        if self.real_time:
            passed = time.monotonic() - self._wall
            self.advance(max(0.0, passed - self.core.now / 1000))

    # --- events -----------------------------------------------------------------------------------------------------

    def env(self, app: str) -> AppEnv:
        """The door of one app."""
        found = self._envs.get(app)
        if found is None:
            found = self._envs[app] = AppEnv(self, app)
        return found

    def send(self, owner: str, event: Event) -> None:
        """Hands an event to its owner's handler. What a handler raises is kept, never thrown at the caller."""
        name, args = event[0], event[1:]
        try:
            if name == "back":
                self._back_in_app(owner) if owner in self.apps else self.back()  # Up leaves the page, keyboard or not
            elif name != "noop":
                handlers = SYSTEM_HANDLERS.get(owner)
                if handlers is not None:
                    handlers[name](self, *args)
                elif owner in self.apps:
                    self._send_app(owner, name, args)
                    return  # it was settled, and perhaps looked at, after its last change
        except Exception as error:  # noqa: BLE001 - a faulty app must not stop the phone
            self.internal_errors.append(f"{owner}: {event!r}: {type(error).__name__}: {error}")
        self.touch()

    def _send_app(self, owner: str, name: str, args: tuple[Any, ...]) -> None:
        state = self.core.apps[owner]
        before = fields.Before.of(self, owner)
        if name == "dialog":
            dialog, state.ui.dialog = state.ui.dialog, None
            name, *rest = dialog.buttons[args[0]][1] if dialog is not None else ("noop",)
            args = tuple(rest)
            if name == "back":
                self.back()
        if name not in ("noop", "back"):
            run = Run(state.data, state.ui, self.env(owner))
            self.apps[owner].handlers[name](run, *args)
            state.data = run.data
        before.settle(self)

    # --- looking from outside -----------------------------------------------------------------------------------------

    def home_order(self) -> list[App]:
        """The launcher's apps in home-screen order."""
        apps = launcher.shown(self)
        if self.profile.shuffle_home:
            random.Random(f"{self.core.seed}/home").shuffle(apps)
        return apps

    def package_of(self, app: str) -> str:
        """The package of an app by its short name."""
        return self.apps[app].package if app in self.apps else "com.android.systemui"

    @property
    def language(self) -> str:
        """What texts are looked up by: the locale's language, or "alt" for English in other words."""
        language = _language(self.core.settings.locale)
        return "alt" if language == "en" and self.profile.label_variants else language

    @property
    def rotation(self) -> int:
        """Quarter turns, 0-3."""
        return self.core.settings.rotation

    @property
    def mirrored(self) -> bool:
        """Whether the language is written from right to left."""
        return _language(self.core.settings.locale) in _MIRRORED

    def window_id(self, key: str) -> int:
        """The accessibility id of a window; the same as long as the phone lives."""
        ids = self.core.system.window_ids
        if key not in ids:
            ids[key] = 595 + 7 * len(ids)
        return ids[key]

    def state(self) -> dict[str, Any]:
        """The true state, as `simphone state` prints it."""
        with self.lock:
            return truth.state(self)

    def run(self, command: str, stdin: bytes = b"") -> ShellResult:
        """Runs one shell command line; phone time passes. Raises what a fault says (DeviceTimeout, DeviceOffline)."""
        with self.lock:
            if self.real_time:
                self.catch_up()
            return shell.run(self, command, stdin)
