"""Recorder: records with pauses, saves under a name, plays with the words that are said, renames, deletes.

Recordings are MPEG-4 files below /sdcard/Recordings. Data: `quality` (standard, high) and `words`: for a recording's path
the lines that are said in it, each with the second it begins at; they show while it plays. What is being recorded or
played belongs to the page.
"""

from __future__ import annotations

import posixpath
import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import media
from kit.simphone.apps.recorder_pages import (
    FOLDER,
    NAME,
    QUALITIES,
    SEARCH,
    length_of,
    next_name,
    position,
    quality_words,
    recorded,
    view,
)
from kit.simphone.apps.recorder_words import WORDS


@dataclass(slots=True)
class RecorderData:
    """The setting of the microphone, and what is said in recordings."""

    quality: str = "standard"
    words: dict[str, list[list[Any]]] = field(default_factory=dict[str, list[list[Any]]])


def fresh(rng: random.Random, now: datetime) -> RecorderData:
    """Nothing recorded yet."""
    del rng, now
    return RecorderData()


def sound(seconds: int, quality: str = "standard") -> bytes:
    """The file of a recording of this length."""
    return media.clip(seconds, "M4A ", f"bitrate={'256' if quality == 'high' else '96'}k")


# --- recording -------------------------------------------------------------------------------------------------------


def _record(run: Run) -> None:
    if run.ui.memo.get("recording"):
        run.ui.go("record")
    else:
        run.env.permit("microphone", ("start",))


def _start(run: Run) -> None:
    run.ui.memo.update({"recording": True, "since": run.env.now.isoformat(), "before": 0.0, "playing": ""})
    run.ui.go("record")


def _pause(run: Run) -> None:
    memo = run.ui.memo
    if memo.get("since"):
        memo.update({"before": recorded(run), "since": ""})
    else:
        memo["since"] = run.env.now.isoformat()


def _stop(run: Run) -> None:
    """Stands still and asks for a name."""
    if run.ui.memo.get("since"):
        _pause(run)
    run.ui.fields[NAME] = next_name(run)
    _ask_save(run)


def _ask_save(run: Run, error: str = "") -> None:
    box = w.text_field(NAME, run.ui.fields.get(NAME, ""), hint=run.t("Recording name"), on_submit=("save",))
    wrong = w.text(run.t(error), color="error", id="error") if error else None
    buttons = ((run.t("Save"), ("save",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Save recording"), body=tuple(x for x in (box, wrong) if x), buttons=buttons)


def _save(run: Run, *_: str) -> None:
    run.ui.dialog = None
    name = run.ui.fields.get(NAME, "").strip()
    path = posixpath.join(FOLDER, f"{name}.m4a")
    wrong = media.bad_name(run, FOLDER, f"{name}.m4a") if name else "Enter a name"
    if wrong:
        _ask_save(run, wrong)
        return
    run.env.files.write(path, sound(int(recorded(run)), run.data.quality))
    _leave(run)
    run.env.toast(run.t("Saved"))


def _ask_discard(run: Run) -> None:
    buttons = ((run.t("Discard"), ("discard",)), (run.t("Cancel"), ("noop",)))
    message = run.t("What was recorded will be lost.")
    run.ui.dialog = Dialog(run.t("Discard recording?"), message=message, buttons=buttons)


def _leave(run: Run) -> None:
    run.ui.memo.update({"recording": False, "since": "", "before": 0.0})
    if run.ui.page.name == "record":
        run.ui.back()


# --- playing ---------------------------------------------------------------------------------------------------------


def _open(run: Run, path: str) -> None:
    run.ui.memo.update({"playing": "", "at": 0.0})
    run.ui.go("clip", path=path)


def _play(run: Run, path: str) -> None:
    memo = run.ui.memo
    at = position(run, path)
    if memo.get("playing") and at < length_of(run, path):
        memo.update({"playing": "", "at": at})
    else:
        memo.update({"playing": run.env.now.isoformat(), "at": 0.0 if at >= length_of(run, path) else at})


def _seek(run: Run, path: str, seconds: int) -> None:
    memo = run.ui.memo
    memo["at"] = float(min(seconds, length_of(run, path)))
    if memo.get("playing"):
        memo["playing"] = run.env.now.isoformat()


# --- recordings ------------------------------------------------------------------------------------------------------


def _menu(run: Run, path: str) -> None:
    rows = (
        w.item(run.t("Rename"), icon="edit", on_tap=("ask_rename", path), id="menu_rename"),
        w.item(run.t("Share"), icon="share", on_tap=("share", path), id="menu_share"),
        w.item(run.t("Delete"), icon="delete", on_tap=("ask_delete", path), id="menu_delete"),
    )
    run.ui.dialog = Dialog(media.stem(path), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _share(run: Run, path: str) -> None:
    run.ui.dialog = None
    run.env.share("", path)


def _ask_rename(run: Run, path: str, error: str = "") -> None:
    if not error:
        run.ui.fields[NAME] = media.stem(path)
    then = ("rename", path)
    box = w.text_field(NAME, run.ui.fields.get(NAME, ""), hint=run.t("Recording name"), on_submit=then)
    wrong = w.text(run.t(error), color="error", id="error") if error else None
    buttons = ((run.t("Rename"), then), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Rename"), body=tuple(x for x in (box, wrong) if x), buttons=buttons)


def _rename(run: Run, path: str, *_: str) -> None:
    run.ui.dialog = None
    name = run.ui.fields.get(NAME, "").strip()
    file = name + posixpath.splitext(path)[1]
    wrong = media.bad_name(run, posixpath.dirname(path), file, path) if name else "Enter a name"
    if wrong:
        _ask_rename(run, path, wrong)
        return
    new = posixpath.join(posixpath.dirname(path), file)
    if new == path or not run.env.files.is_file(path):
        return
    run.env.files.rename(path, new)
    if path in run.data.words:
        run.data.words[new] = run.data.words.pop(path)
    if run.ui.page.name == "clip":
        run.ui.page.args["path"] = new
    run.env.toast(run.t("Renamed to {name}", name=name))


def _ask_delete(run: Run, path: str) -> None:
    buttons = ((run.t("Delete"), ("delete", path)), (run.t("Cancel"), ("noop",)))
    message = run.t("“{name}” cannot be brought back.", name=media.stem(path))
    run.ui.dialog = Dialog(run.t("Delete recording?"), message=message, buttons=buttons)


def _delete(run: Run, path: str) -> None:
    if run.env.files.is_file(path):
        run.env.files.remove(path)
    run.data.words.pop(path, None)
    if run.ui.page.name == "clip":
        run.ui.back()
    run.env.toast(run.t("Deleted"))


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _ask_quality(run: Run) -> None:
    rows = tuple(
        w.radio(quality_words(run, q), run.data.quality == q, ("quality", q), id=f"quality_{q}") for q in QUALITIES
    )
    run.ui.dialog = Dialog(run.t("Recording quality"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _quality(run: Run, quality: str) -> None:
    run.ui.dialog = None
    run.data.quality = quality


HANDLERS: dict[str, Handler] = {
    "record": _record, "start": _start, "pause": _pause, "stop": _stop, "save": _save, "ask_discard": _ask_discard,
    "discard": _leave, "open": _open, "play": _play, "seek": _seek, "menu": _menu, "share": _share,
    "ask_rename": _ask_rename, "rename": _rename, "ask_delete": _ask_delete, "delete": _delete, "search": _start_search,
    "ask_quality": _ask_quality, "quality": _quality,
}  # fmt: skip

APP = App(
    name="recorder",
    package="com.simphone.recorder",
    activity=".MainActivity",
    labels={"en": "Recorder", "zh": "录音机", "ar": "المسجّل"},
    icon="microphone",
    color="#8430ce",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    permissions=("microphone",),
    words=WORDS,
)
