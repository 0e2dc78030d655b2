"""Attachments of Messages: choosing a file of the /sdcard tree, what is attached but not sent, showing a file that came along."""

from __future__ import annotations

import posixpath

from kit.simphone import widgets as w
from kit.simphone.app import Handler, Run
from kit.simphone.apps.prompts import bar

ROOT = "/sdcard"
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")
TEXTS = (".txt", ".md", ".csv", ".log", ".json", ".xml", ".html")


def icon_of(path: str) -> str:
    """The glyph for a file."""
    return "image" if path.lower().endswith(PICTURES) else "file"


def attached(run: Run, number: str) -> str:
    """The path of the file that waits beside the draft to a number, or nothing."""
    return str(run.ui.memo.get("attached", {}).get(number, ""))


def attach(run: Run, number: str, path: str) -> None:
    """Puts a file beside the draft to a number; an empty path takes it away."""
    waiting: dict[str, str] = dict(run.ui.memo.get("attached", {}))
    waiting.pop(number, None)
    run.ui.memo["attached"] = {**waiting, number: path} if path else waiting


# --- pages -----------------------------------------------------------------------------------------------------------


def waiting_row(run: Run, path: str, number: str) -> w.Widget:
    """The row over the field that names the attached file."""
    name = run.t("Attached: {name}", name=posixpath.basename(path))
    drop = w.icon_button("close", run.t("Remove attachment"), ("detach", number), id="remove_attachment")
    return w.row(w.image("", icon=icon_of(path), width=40, height=40), w.text(name, weight=1), drop, pad=8)


def browse_page(run: Run) -> w.Widget:
    """The files and folders of one folder."""
    path = str(run.ui.page.args.get("path", ROOT))
    files = run.env.files
    title = run.t("Internal storage") if path == ROOT else posixpath.basename(path)
    names = [n for n in files.listdir(path) if not n.startswith(".")] if files.is_dir(path) else []
    entries = sorted((posixpath.join(path, n) for n in names), key=lambda e: (not files.is_dir(e), e.casefold()))
    number = run.ui.page.args.get("number", "")
    rows = [
        w.item(posixpath.basename(e), icon="folder", on_tap=("browse", number, e), id="folder_row")
        if files.is_dir(e)
        else w.item(posixpath.basename(e), icon=icon_of(e), on_tap=("attach", number, e), id="file_row")
        for e in entries
    ]
    body = w.scroll(*rows, id=f"files_{path}") if rows else w.empty(run.t("This folder is empty"))
    return w.page(bar(run, title, up=True), body)


def file_page(run: Run) -> w.Widget:
    """A file that came with a message: the picture, the words, or its size."""
    path = str(run.ui.page.args.get("path", ""))
    name = posixpath.basename(path)
    top = bar(run, name, up=True)
    if not run.env.files.is_file(path):
        return w.page(top, w.empty(run.t("This file is no longer on the phone")))
    if icon_of(path) == "image":
        picture = w.image(run.t("Picture {name}", name=name), icon="image", height=320, id="photo")
        return w.page(top, w.column(picture, pad=16, weight=1))
    data = run.env.files.read(path)
    if not path.lower().endswith(TEXTS):
        return w.page(top, w.empty(run.t("{size} bytes", size=len(data))))
    lines = [line for line in data.decode("utf-8", "replace").split("\n") if line.strip()]
    return w.page(top, w.scroll(*(w.text(line, id="line") for line in lines), id="viewer", pad=16))


# --- handlers --------------------------------------------------------------------------------------------------------


def _browse(run: Run, number: str, path: str = ROOT) -> None:
    run.ui.go("attach", number=number, path=path)


def _attach(run: Run, number: str, path: str) -> None:
    attach(run, number, path)
    while run.ui.page.name == "attach":
        run.ui.back()


def _detach(run: Run, number: str) -> None:
    attach(run, number, "")


def _show_file(run: Run, path: str) -> None:
    run.ui.go("file", path=path)


HANDLERS: dict[str, Handler] = {"browse": _browse, "attach": _attach, "detach": _detach, "show_file": _show_file}
