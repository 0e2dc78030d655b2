"""The pages of the Camera: the viewfinder with its controls, and the settings. Pure views."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import media
from kit.simphone.apps.prompts import bar as page_bar

ROLL = "/sdcard/DCIM/Camera"
FLASHES = ("off", "auto", "on")
TIMERS = (0, 3, 10)

SCENES: dict[str, tuple[tuple[int, media.RGB], ...]] = {
    "back": ((22, (135, 190, 235)), (8, (94, 120, 88)), (18, (70, 96, 58))),
    "front": ((16, (214, 208, 196)), (20, (222, 178, 146)), (12, (64, 84, 120))),
}
"""What each lens sees: bands of (rows of 48, colour) from the top."""


def view(run: Run) -> w.Widget:
    """The page in front."""
    if run.ui.page.name == "settings":
        return _settings(run)
    return _finder(run) if run.ui.memo.get("ready") else _closed(run)


def flash_words(run: Run, flash: str) -> str:
    """A flash setting in words."""
    return {"off": run.t("Flash off"), "on": run.t("Flash on"), "auto": run.t("Flash auto")}[flash]


def timer_words(run: Run, seconds: int) -> str:
    """A timer setting in words."""
    return run.t("Timer {seconds} s", seconds=seconds) if seconds else run.t("Timer off")


def recorded(run: Run) -> float:
    """Seconds of the film that is being recorded."""
    since = run.ui.memo.get("recording", "")
    return (run.env.now - datetime.fromisoformat(since)).total_seconds() if since else 0.0


def _closed(run: Run) -> w.Widget:
    """Without the permission there is nothing to see."""
    return w.column(
        w.text(run.t("The camera needs your permission"), align="center", style="headline", id="no_permission"),
        w.space(16),
        w.text(run.t("Allow it to take pictures and record video."), align="center"),
        w.space(24),
        w.button(run.t("Grant permission"), ("allow",), style="filled", id="ask_permission"),
        pad=32,
    )


def _scene(run: Run) -> tuple[tuple[Any, ...], ...]:
    shapes: list[tuple[Any, ...]] = []
    top = 0.0
    for rows, colour in SCENES[run.data.lens]:
        bottom = top + rows * 1000 / 48
        shapes.append(("rect", f"#{bytes(colour).hex()}", 0, top, 1000, bottom))
        top = bottom
    if run.data.lens == "back":
        shapes += [("disc", "#fff3c4", 780, 140, 60), ("line", "#5b4636", 14, ((300, 640), (300, 460)))]
        shapes.append(("disc", "#3f6b3a", 300, 420, 90))
    else:
        shapes += [
            ("disc", "#e8bd9c", 500, 420, 190),
            ("disc", "#3c2f2a", 430, 400, 18),
            ("disc", "#3c2f2a", 570, 400, 18),
        ]
        shapes.append(("line", "#a5544a", 12, ((440, 470), (500, 490), (560, 470))))
    if run.data.grid:
        for third in (333, 667):
            shapes += [
                ("line", "#f1f3f4", 3, ((third, 0), (third, 1000))),
                ("line", "#f1f3f4", 3, ((0, third), (1000, third))),
            ]
    return tuple(shapes)


def _finder(run: Run) -> w.Widget:
    memo, data = run.ui.memo, run.data
    count, filming = memo.get("count", 0), bool(memo.get("recording"))
    free = not count and not filming
    top = w.row(
        w.icon_button("flash", flash_words(run, data.flash), ("choose", "flash"), enabled=free, weight=1, id="flash",
                      selected=data.flash == "on"),
        w.icon_button("timer", timer_words(run, data.timer), ("choose", "timer"), enabled=free, weight=1, id="timer",
                      selected=data.timer > 0),
        w.icon_button("settings", run.t("Camera settings"), ("settings",), enabled=free, weight=1, id="settings"),
        height=64,
        id="top_bar",
    )  # fmt: skip
    status = ""
    if count:
        status = run.t("Photo in {count}", count=count)
    elif filming:
        status = run.t("Recording {time}", time=media.clock(recorded(run)))
    finder = w.Widget(kind="canvas", drawing=_scene(run), weight=1, id="viewfinder", desc=run.t("Viewfinder"))
    lens = run.t("Front camera") if data.lens == "front" else run.t("Back camera")
    caption = w.text(
        status or lens, align="center", style="title", pad=8, id="status", color="error" if filming else ""
    )
    return w.column(top, finder, caption, _modes(run, free), _bottom(run, count, filming), weight=1, id="content")


def _modes(run: Run, free: bool) -> w.Widget:
    names = (run.t("Photo"), run.t("Video"))
    return w.row(
        *(
            w.Widget(kind="tab", text=name, selected=run.data.mode == ("photo", "video")[n], on_tap=("mode", n), weight=1,
                     enabled=free)
            for n, name in enumerate(names)
        ),
        id="modes",
    )  # fmt: skip


def _bottom(run: Run, count: int, filming: bool) -> w.Widget:
    if count:
        icon, words = "close", run.t("Cancel timer")
    elif filming:
        icon, words = "stop", run.t("Stop recording")
    elif run.data.mode == "video":
        icon, words = "record", run.t("Start recording")
    else:
        icon, words = "camera", run.t("Take photo")
    free = not count and not filming
    return w.row(
        w.icon_button("image", run.t("Last shot"), ("last",), enabled=free, weight=1, id="last_shot"),
        w.Widget(kind="fab", icon=icon, desc=words, on_tap=("shutter",), id="shutter"),
        w.icon_button("switch_camera", run.t("Switch camera"), ("flip",), enabled=free, weight=1, id="switch_camera"),
        height=88,
        pad=16,
        id="bottom_bar",
    )


def _settings(run: Run) -> w.Widget:
    data = run.data
    rows = (
        w.switch(run.t("Grid lines"), data.grid, ("grid",), subtitle=run.t("Thirds over the viewfinder"), id="grid"),
        w.item(run.t("Flash"), flash_words(run, data.flash), icon="flash", on_tap=("choose", "flash"), id="set_flash"),
        w.item(run.t("Timer"), timer_words(run, data.timer), icon="timer", on_tap=("choose", "timer"), id="set_timer"),
        w.item(run.t("Shots are saved in"), ROLL, icon="folder", id="where"),
    )
    return w.page(page_bar(run, run.t("Camera settings"), up=True), w.scroll(*rows, id="settings"))
