"""The Gallery's film player: play, pause, jump, and a small window while it plays and another app is used.

Where the film stands is kept in `ui.memo` (`at`, seconds): watching changes no data. A film that plays is the page
"playing", which goes on when the Gallery is left; a stopped one is the page "paused", which does not.
"""

from __future__ import annotations

from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Handler, Run
from kit.simphone.apps import media
from kit.simphone.apps.prompts import bar as page_bar

PLAYING, PAUSED = "playing", "paused"
_TICK_MS = 1000


def page(run: Run) -> w.Widget:
    """The film with its controls; the picture and the time where it is only a small window."""
    args = run.ui.page.args
    path, at, long = str(args["path"]), int(run.ui.memo.get("at", 0)), int(args["length"])
    time = w.text(f"{media.clock(at)} / {media.clock(long)}", style="caption", align="center", ltr=True, id="film_time")
    if "pip" in args:
        return w.column(time, w.text(media.name_of(path), style="caption", align="center", id="film_name"))
    playing = run.ui.page.name == PLAYING
    label = run.t("Pause" if playing else "Play again" if at >= long else "Play")
    controls = w.row(
        w.icon_button("pause" if playing else "play", label, ("pause" if playing else "go_on",), id="film_control"),
        w.slider("film_position", at, ("jump",), maximum=long, desc=run.t("Position"), weight=1),
        pad=8,
        ltr=True,
        id="film_controls",
    )
    picture = w.Widget(kind="canvas", desc=run.t("Film"), weight=1, id="film", drawing=_frame(path, at))
    return w.page(page_bar(run, media.name_of(path), up=True), picture, time, controls)


def _frame(path: str, at: int) -> tuple[tuple[Any, ...], ...]:
    """What is seen at a second: a disc that crosses a dark room, its colour the file's own."""
    seed = int(media.fingerprint(path.encode())[-6:], 16)
    x = 100 + (at * 130 + seed) % 800
    return (("rect", "#202124", 0, 0, 1000, 1000), ("disc", f"#{seed | 0x404040:06x}", x, 300 + (at * 90) % 400, 120))


# --- events ----------------------------------------------------------------------------------------------------------


def _play(run: Run, path: str) -> None:
    length = media.length(run.env.files.read(path)) if run.env.files.is_file(path) else None
    if not length:
        run.env.toast(run.t("This film cannot be played"))
        return
    run.ui.memo["at"] = 0
    run.ui.go(PAUSED, path=path, length=length)
    _go_on(run)


def _go_on(run: Run) -> None:
    if run.ui.page.name != PAUSED:
        return
    memo = run.ui.memo
    if memo["at"] >= run.ui.page.args["length"]:
        memo["at"] = 0
    memo["reel"] = memo.get("reel", 0) + 1
    run.ui.page.name = PLAYING
    run.env.later(_TICK_MS, ("tick", memo["reel"]))


def _pause(run: Run) -> None:
    if run.ui.page.name == PLAYING:
        run.ui.page.name = PAUSED


def _tick(run: Run, reel: int) -> None:
    """A second has gone by in the film, unless it was stopped or begun anew since."""
    if run.ui.page.name != PLAYING or run.ui.memo["reel"] != reel:
        return
    long = run.ui.page.args["length"]
    run.ui.memo["at"] = min(long, run.ui.memo["at"] + 1)
    if run.ui.memo["at"] == long:
        _pause(run)
    else:
        run.env.later(_TICK_MS, ("tick", reel))


def _jump(run: Run, at: int) -> None:
    if run.ui.page.name in (PLAYING, PAUSED):
        run.ui.memo["at"] = max(0, min(at, run.ui.page.args["length"]))


HANDLERS: dict[str, Handler] = {
    "play": _play, "go_on": _go_on, "pause": _pause, "tick": _tick, "jump": _jump, "stopped": _pause,
}  # fmt: skip
