"""The atomic observation: the only producer of Observations (spec: harness, atomic observation).

One attempt: settle, app in front, picture, hierarchy of the same frame, app in front again. The whole window is tried
again when a picture or a sample failed, when the app in front changed, and, on the first attempt only, when the
hierarchy failed. The epoch moves only on a commit; a failed observation leaves nothing addressable.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from kit.errors import (
    DeviceError,
    DeviceLost,
    HierarchyError,
    KitError,
    ObservationFailed,
    ScreenshotFailed,
    SecureScreen,
)
from kit.screen import marks, tree
from kit.settings import Settings
from kit.types import Foreground, Observation, Screen, Window

if TYPE_CHECKING:
    from PIL.Image import Image


class Observable(Protocol):
    """What `observe` needs of a phone: `kit.device.device.Device`, a replayed trace, or a scripted one in tests.

    Attributes:
        epoch: last committed batch of marks; written here and nowhere else.
        frame: number of the last committed frame; written here and nowhere else.
    """

    epoch: int
    frame: int

    def wait(self, seconds: float) -> None:
        """Lets the phone's time pass."""
        ...

    def foreground(self) -> Foreground:
        """The app in front."""
        ...

    def screenshot(self) -> Image:
        """An RGB picture."""
        ...

    def hierarchy(self, *, windows: bool) -> bytes:
        """A raw dump."""
        ...

    def screen(self) -> Screen:
        """The display as it is rotated now."""
        ...


@dataclass(frozen=True, slots=True)
class _Look:
    """What one attempt brought."""

    foreground: Foreground
    screen: Screen
    image: Image | None
    windows: tuple[Window, ...]
    marks_code: str


@dataclass(slots=True)
class _Window:
    """One call of `observe`: its settings and the last valid picture."""

    device: Observable
    settings: Settings
    reference: Image | None = None


class _Drift(Exception):
    """A signal, never seen outside: what was in front or how the screen is turned changed during an attempt."""


def observe(device: Observable, settings: Settings | None = None) -> Observation:
    """Looks at the phone once, atomically.

    Args:
        device: the phone; its `epoch` and `frame` are written on success only.
        settings: observe_settle_ms, observe_retry_max_loops, observe_retry_backoff_s, marks_windowed, screenshots.

    Returns:
        The committed observation. When the hierarchy could not be read it has no marks and says why in `marks_code`; an
        empty screen is no failure and has no code.

    Raises:
        ObservationFailed: no attempt could be committed. `code` is secure_screenshot_blocked, adb_screencap_failed,
            screenshot_pull_failed, screenshot_unavailable, foreground_drift or the code of the failed sample;
            `reference` is the last valid picture of this call (None after a secure screen), never addressable.
        DeviceLost: the phone is gone.
    """
    window = _Window(device, settings or Settings.model_validate({}))
    started = time.monotonic()
    attempts = 1 + window.settings.observe_retry_max_loops
    problem: KitError | None = None
    for attempt in range(attempts):
        if attempt:
            device.wait(window.settings.observe_retry_backoff_s)
        last = attempt == attempts - 1
        try:
            look = _attempt(window)
        except DeviceLost:
            raise
        except (DeviceError, ScreenshotFailed) as error:
            problem = error
            continue
        except _Drift as drift:
            problem = ObservationFailed(str(drift), code="foreground_drift")
            continue
        if look.marks_code and attempt == 0 and not last:
            continue
        return _commit(device, look, time.monotonic() - started)
    raise _failure(problem, window.reference, attempts)


def _attempt(window: _Window) -> _Look:
    device, settings = window.device, window.settings
    device.wait(settings.observe_settle_ms / 1000)
    before = device.foreground()
    image = None
    if settings.screenshots:
        image = device.screenshot()
        window.reference = image
    windows, code = _hierarchy(device, settings.marks_windowed)
    after = device.foreground()
    if before.component != after.component:
        raise _Drift(f"The app in front changed from {before.component} to {after.component} during the look.")
    screen = device.screen()
    if image is not None and (image.width, image.height) != (screen.width, screen.height):
        if (image.height, image.width) == (screen.width, screen.height):
            raise _Drift("The screen was turned during the look.")
        screen = replace(screen, width=image.width, height=image.height)
    return _Look(after, screen, image, windows, code)


def _hierarchy(device: Observable, mode: str) -> tuple[tuple[Window, ...], str]:
    """The windows, and the code of the failure when there is one. `auto` falls back to one root where it must."""
    try:
        if mode == "off":
            return tree.parse(device.hierarchy(windows=False)), ""
        try:
            windows = tree.parse(device.hierarchy(windows=True))
        except HierarchyError as error:
            if mode != "auto" or error.code != "dump_unsupported":
                raise
            windows = tree.parse(device.hierarchy(windows=False))
        if mode == "on" and not any(w.real for w in windows):
            return (), "dump_unsupported"
    except DeviceLost:
        raise
    except (HierarchyError, DeviceError) as error:
        return (), error.code
    return windows, ""


def _commit(device: Observable, look: _Look, seconds: float) -> Observation:
    epoch, frame = device.epoch + 1, device.frame + 1
    made = marks.make(look.windows, look.screen, epoch)
    observation = Observation(
        epoch=epoch,
        screen_seq=frame,
        screen=look.screen,
        foreground=look.foreground,
        windows=look.windows,
        marks=made.marks,
        texts=made.texts,
        image=look.image,
        marks_code=look.marks_code,
        keyboard=made.keyboard,
        grouped=made.grouped,
        covered_by=made.covered_by,
        seconds=seconds,
    )
    device.epoch, device.frame = epoch, frame
    return observation


def _failure(problem: KitError | None, reference: Image | None, attempts: int) -> ObservationFailed:
    code = problem.code if problem else "observation_failed"
    reason = problem.message if problem else "The hierarchy failed."
    times = "once" if attempts == 1 else f"{attempts} times"
    return ObservationFailed(
        f"The screen could not be observed (tried {times}): {reason}",
        fix="Nothing on it can be addressed; look again with read_screen.",
        reference=None if isinstance(problem, SecureScreen) else reference,
        code=code,
    )
