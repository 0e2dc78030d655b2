"""Camera: a viewfinder without nodes, photos and films, self-timer, flash, two lenses; shots are files in DCIM/Camera.

Data: how the camera is set (mode, lens, flash, timer, grid), kept from one time to the next as on a phone. A photo is a
PNG that tells lens and flash in its own facts, a film an MPEG-4 file of the length that was recorded; what is being
counted down or recorded belongs to the page and is lost when the app is stopped.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import media
from kit.simphone.apps.camera_pages import FLASHES, ROLL, SCENES, TIMERS, flash_words, recorded, timer_words, view
from kit.simphone.apps.camera_words import WORDS


@dataclass(slots=True)
class CameraData:
    """How the camera is set.

    Attributes:
        mode: photo or video.
        lens: back or front.
        flash: off, on or auto (which lights nothing by day).
        timer: seconds until the shot: 0, 3 or 10.
        grid: lines of thirds over the viewfinder.
    """

    mode: str = "photo"
    lens: str = "back"
    flash: str = "off"
    timer: int = 0
    grid: bool = False


def fresh(rng: random.Random, now: datetime) -> CameraData:
    """Photo mode, back lens; flash and timer off."""
    del rng, now
    return CameraData()


def photo(lens: str, flash: str, number: int) -> bytes:
    """The file of a photo: what the lens sees, its colours shifted a little from shot to shot."""
    bands = [(rows, ((r + 7 * number) % 256, g, b)) for rows, (r, g, b) in SCENES[lens]]
    return media.picture(bands, {"lens": lens, "flash": "on" if flash == "on" else "off"})


def film(lens: str, flash: str, seconds: int) -> bytes:
    """The file of a film of this length."""
    return media.clip(seconds, "mp42", f"lens={lens} light={'on' if flash == 'on' else 'off'}")


# --- settings --------------------------------------------------------------------------------------------------------


def _busy(run: Run) -> bool:
    return bool(run.ui.memo.get("count") or run.ui.memo.get("recording"))


def _mode(run: Run, number: int) -> None:
    if not _busy(run):
        run.data.mode = ("photo", "video")[number]


def _flip(run: Run) -> None:
    if not _busy(run):
        run.data.lens = "front" if run.data.lens == "back" else "back"


def _choose(run: Run, key: str) -> None:
    """The choices of flash or timer."""
    if _busy(run):
        return
    options: list[tuple[Any, str]] = (
        [(f, flash_words(run, f)) for f in FLASHES] if key == "flash" else [(t, timer_words(run, t)) for t in TIMERS]
    )
    rows = tuple(w.radio(words, getattr(run.data, key) == o, ("set", key, o), id=f"{key}_{o}") for o, words in options)
    title = run.t("Flash") if key == "flash" else run.t("Timer")
    run.ui.dialog = Dialog(title, body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _set(run: Run, key: str, value: Any) -> None:
    run.ui.dialog = None
    setattr(run.data, key, value)


def _settings(run: Run) -> None:
    if not _busy(run):
        run.ui.go("settings")


def _toggle_grid(run: Run) -> None:
    run.data.grid = not run.data.grid


# --- shots -----------------------------------------------------------------------------------------------------------


def _allow(run: Run) -> None:
    run.env.permit("camera", ("ready",))


def _ready(run: Run) -> None:
    run.ui.memo["ready"] = True


def _resume(run: Run) -> None:
    """The viewfinder needs the camera: asked for each time the app comes to the front."""
    run.ui.memo["ready"] = False
    run.ui.memo["count"] = 0
    _allow(run)


def _shutter(run: Run) -> None:
    memo = run.ui.memo
    if memo.get("count"):
        memo["count"] = 0
        run.env.toast(run.t("Timer cancelled"))
    elif run.data.mode == "video":
        _film(run)
    elif run.data.timer:
        memo["count"] = run.data.timer
        memo["countdown"] = memo.get("countdown", 0) + 1
        run.env.later(1000, ("tick", memo["countdown"]))
    else:
        _shoot(run)


def _tick(run: Run, countdown: int) -> None:
    memo = run.ui.memo
    if not memo.get("count") or memo.get("countdown") != countdown or not run.env.front:
        return
    memo["count"] -= 1
    if memo["count"]:
        run.env.later(1000, ("tick", countdown))
    else:
        _shoot(run)


def _number(run: Run) -> int:
    names = run.env.files.listdir(ROLL) if run.env.files.is_dir(ROLL) else []
    return media.next_number(names)


def _shoot(run: Run) -> None:
    number = _number(run)
    path = f"{ROLL}/IMG_{number:04}.png"
    run.env.files.write(path, photo(run.data.lens, run.data.flash, number))
    run.ui.memo["last"] = path
    run.env.toast(run.t("Photo saved"))


def _film(run: Run) -> None:
    memo = run.ui.memo
    if not memo.get("recording"):
        memo["recording"] = run.env.now.isoformat()
        return
    seconds = int(recorded(run))
    memo["recording"] = ""
    path = f"{ROLL}/VID_{_number(run):04}.mp4"
    run.env.files.write(path, film(run.data.lens, run.data.flash, seconds))
    memo["last"] = path
    run.env.toast(run.t("Video saved"))


def _last(run: Run) -> None:
    """The newest shot, in the Gallery."""
    path = run.ui.memo.get("last", "")
    if path and run.env.files.is_file(path):
        run.env.open("gallery", "photo", path=path)
    else:
        run.env.open("gallery", "album", folder=ROLL)


HANDLERS: dict[str, Handler] = {
    "mode": _mode, "flip": _flip, "choose": _choose, "set": _set, "settings": _settings, "grid": _toggle_grid,
    "allow": _allow, "ready": _ready, "resume": _resume, "shutter": _shutter, "tick": _tick, "last": _last,
}  # fmt: skip

APP = App(
    name="camera",
    package="com.simphone.camera",
    activity=".MainActivity",
    labels={"en": "Camera", "zh": "相机", "ar": "الكاميرا"},
    icon="camera",
    color="#5f6368",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    permissions=("camera",),
    words=WORDS,
)
