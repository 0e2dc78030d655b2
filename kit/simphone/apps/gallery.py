"""Gallery: the pictures and films of /sdcard by day and by album, favourites, captions, search, a trash, a film player.

The files are the phone's own, so what adb pushes or the camera shoots is here at once. This app's data are what it knows
beyond them: `favourites` (paths), `captions` (path -> text) and `trash` (id, path it came from, file it is kept as: as on
Android a hidden file of the same folder).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone.app import App, Handler, Run
from kit.simphone.apps import gallery_actions as actions
from kit.simphone.apps import gallery_films as films
from kit.simphone.apps.gallery_pages import SEARCH, view
from kit.simphone.apps.gallery_words import WORDS
from kit.simphone.apps.people import Record
from kit.simphone.widgets import Widget


@dataclass(slots=True)
class GalleryData:
    """What the gallery knows beyond the files themselves."""

    favourites: list[str] = field(default_factory=list[str])
    captions: dict[str, str] = field(default_factory=dict[str, str])
    trash: list[Record] = field(default_factory=list[Record])


def fresh(rng: random.Random, now: datetime) -> GalleryData:
    """Nothing marked yet: the pictures are the phone's sample files."""
    del rng, now
    return GalleryData()


# --- moving about ----------------------------------------------------------------------------------------------------


def _tab(run: Run, number: int) -> None:
    run.ui.memo["tab"] = number


def _open(run: Run, path: str) -> None:
    if run.ui.page.name == "select":
        actions.toggle(run, path)
    else:
        run.ui.go("photo", path=path)


def _open_album(run: Run, folder: str) -> None:
    run.ui.go("album", folder=folder)


def _go(name: str) -> Handler:
    def handler(run: Run, *_: Any) -> None:
        run.ui.dialog = None
        run.ui.go(name)

    return handler


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _details(run: Run, path: str) -> None:
    run.ui.dialog = None
    run.ui.go("details", path=path)


def _camera(run: Run) -> None:
    run.env.open("camera")


HANDLERS: dict[str, Handler] = {
    "tab": _tab, "open": _open, "open_album": _open_album, "search": _start_search, "details": _details, "camera": _camera,
    "favourites": _go("favourites"), "trash_page": _go("trash"), **actions.HANDLERS,
    **films.HANDLERS,
}  # fmt: skip


def _view(run: Run) -> Widget:
    return films.page(run) if run.ui.page.name in (films.PLAYING, films.PAUSED) else view(run)


APP = App(
    name="gallery",
    package="com.simphone.gallery",
    activity=".MainActivity",
    labels={"en": "Gallery", "zh": "相册", "ar": "معرض الصور"},
    icon="image",
    color="#0b8043",
    fresh=fresh,
    view=_view,
    handlers=HANDLERS,
    permissions=("storage",),
    pip=(films.PLAYING,),
    words=WORDS,
)
