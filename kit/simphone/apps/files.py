"""Files: the /sdcard tree as people see it. Folders, search, sorting, and what can be done to a file.

Screens and names follow Android's document picker (com.android.documentsui). The tree itself belongs to the phone, so
`adb push` shows up here at once; this app's own durable data is only how lists are sorted.
"""

from __future__ import annotations

import posixpath
import random
from dataclasses import dataclass
from datetime import datetime

from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import files_actions as actions
from kit.simphone.apps.files_actions import ROOT, entries, kind, size_words, summary
from kit.simphone.apps.files_words import WORDS
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.files_image import FileStat
from kit.simphone.widgets import (
    Widget,
    button,
    column,
    empty,
    icon_button,
    image,
    item,
    page,
    row,
    scroll,
    text,
    text_field,
)

SORTS = {"name": "File name (A to Z)", "date": "Modified (newest first)", "size": "Size (largest first)"}


@dataclass(slots=True)
class FilesData:
    """Durable state: how folders are sorted, a key of SORTS."""

    sort: str = "name"


def _title(run: Run, path: str) -> str:
    return run.t("Internal storage") if path == ROOT else posixpath.basename(path)


def _view(run: Run) -> Widget:
    here = run.ui.page
    path = str(here.args.get("path", ROOT))
    pages = {"select": _select, "pick": _pick, "search": _search, "info": _info, "viewer": _viewer}
    return pages[here.name](run, path) if here.name in pages else _folder(run, path)


def _folder(run: Run, path: str) -> Widget:
    bar = page_bar(
        run,
        _title(run, path),
        icon_button("search", run.t("Search"), ("search",), id="option_menu_search"),
        icon_button("more", run.t("More options"), ("menu", path)),
        up=path != ROOT,
    )
    return page(bar, _listing(run, path, "open"))


def _listing(run: Run, path: str, event: str, chosen: tuple[str, ...] = ()) -> Widget:
    """The rows of one folder; a tap sends (event, path of the row)."""
    found = entries(run, path)
    if found is None:
        return empty(run.t("Folder not found"))
    if not found:
        return empty(run.t("No items"))
    rows = (_entry(run, entry, event, entry in chosen) for entry in found)
    return scroll(*rows, id=f"dir_list:{path}")


def _entry(run: Run, path: str, event: str, selected: bool) -> Widget:
    stat: FileStat = run.env.files.stat(path)
    return item(
        posixpath.basename(path),
        summary(run, path, stat),
        icon="folder" if stat.is_dir else kind(path)[1],
        on_tap=(event, path),
        on_long=("select", path),
        id="item_root",
        selected=selected,
    )


def _select(run: Run, path: str) -> Widget:
    chosen = tuple(run.ui.page.args["chosen"])
    bar = page_bar(
        run,
        run.t("{count} selected", count=len(chosen)),
        icon_button("delete", run.t("Delete"), ("ask_delete",), id="action_menu_delete"),
        icon_button("more", run.t("More options"), ("select_menu",)),
        up=True,
    )
    return page(bar, _listing(run, path, "toggle", chosen))


def _pick(run: Run, path: str) -> Widget:
    """Where to copy or move to: only folders can be opened; the button below takes the folder in front."""
    folders = [e for e in entries(run, path) or [] if run.env.files.is_dir(e)]
    rows = [item(posixpath.basename(e), icon="folder", on_tap=("pick", e), id="item_root") for e in folders]
    verb = run.t("Move" if run.ui.page.args["move"] else "Copy")
    bar = page_bar(run, _title(run, path), icon_button("more", run.t("More options"), ("menu", path)), up=path != ROOT)
    below = row(
        button(run.t("Cancel"), ("pick_cancel",), style="text", weight=1, id="button_cancel"),
        button(verb, ("pick_done",), style="filled", weight=1, id="button_pick"),
        pad=8,
        id="container_save",
    )
    return page(bar, scroll(*rows, id=f"dir_list:{path}") if rows else empty(run.t("No folders")), below)


def _search(run: Run, path: str) -> Widget:
    query = run.ui.fields.get("search_src_text", "").strip()
    words = text_field(
        "search_src_text", run.ui.fields.get("search_src_text", ""), hint=run.t("Search this phone"),
        action="search", on_submit=("noop",), weight=1,
    )  # fmt: skip
    bar = row(icon_button("back", run.t("Navigate up"), ("back",)), words, id="search_bar", pad=8)
    found = actions.matching(run, query) if query else []
    rows = [
        item(posixpath.basename(e), posixpath.dirname(e), icon=kind(e)[1], on_tap=("open", e), id="item_root")
        for e in found
    ]
    if rows:
        return page(bar, scroll(*rows, id="search_list"))
    return page(bar, empty(run.t("No matches in this phone" if query else "Type a file name")))


def _info(run: Run, path: str) -> Widget:
    stat = run.env.files.stat(path)
    if stat is None:
        return page(page_bar(run, run.t("Info"), up=True), empty(run.t("File not found")))
    folder = run.env.files.is_dir(path)
    when = actions.when(stat.mtime)
    facts = [
        (run.t("Name"), posixpath.basename(path)),
        (run.t("Type"), run.t("Folder" if folder else kind(path)[0])),
    ]
    if not folder:
        size = run.t("{size} ({bytes} bytes)", size=size_words(stat.size), bytes=stat.size)
        facts.append((run.t("Size"), size))
    facts += [
        (run.t("Modified"), f"{run.env.day(when.date(), year=True)}, {when:%H:%M}"),
        (run.t("Location"), posixpath.dirname(path)),
    ]
    return page(
        page_bar(run, run.t("Info"), up=True), scroll(*(item(name, value) for name, value in facts), id="inspector")
    )


def _viewer(run: Run, path: str) -> Widget:
    bar = page_bar(
        run, posixpath.basename(path), icon_button("more", run.t("More options"), ("file_menu", path)), up=True
    )
    if not run.env.files.exists(path):
        return page(bar, empty(run.t("File not found")))
    name = kind(path)[0]
    if name == "Image":
        return page(
            bar,
            column(
                image(run.t("Photo {name}", name=posixpath.basename(path)), height=320, id="photo"), pad=16, weight=1
            ),
        )
    lines = run.env.files.read(path).decode("utf-8", errors="replace").split("\n")
    return page(bar, scroll(*(text(line, id="line") for line in lines if line.strip()), id="viewer", pad=16))


# --- moving about ----------------------------------------------------------------------------------------------------


def _open(run: Run, path: str) -> None:
    if run.env.files.is_dir(path):
        run.ui.go("folder", path=path)
    elif kind(path)[0] in ("Text", "Image"):
        run.ui.go("viewer", path=path)
    else:
        run.env.toast(run.t("Can't open file"))


def _start_search(run: Run) -> None:
    run.ui.fields["search_src_text"] = ""
    run.ui.go("search")
    run.ui.focus = "search_src_text"


def _menu(run: Run, path: str) -> None:
    body = [item(run.t("New folder"), on_tap=("ask_folder", path), id="title_new_folder")]
    if run.ui.page.name != "pick":
        body.append(item(run.t("Sort by…"), on_tap=("sort_menu",), id="title_sort"))
    body = run.env.arrange(body)
    run.ui.dialog = Dialog(run.t("More options"), body=body, buttons=((run.t("Close"), ("noop",)),))


def _sort_menu(run: Run) -> None:
    actions.close_menu(run)
    body = tuple(
        Widget(kind="radio", text=run.t(words), checked=key == run.data.sort, on_tap=("sort", key), id=f"sort_{key}")
        for key, words in SORTS.items()
    )
    run.ui.dialog = Dialog(run.t("Sort by"), body=body, buttons=((run.t("Cancel"), ("noop",)),))


def _sort(run: Run, key: str) -> None:
    actions.close_menu(run)
    run.data.sort = key


def _fresh(rng: random.Random, now: datetime) -> FilesData:
    del rng, now
    return FilesData()


HANDLERS: dict[str, Handler] = {
    "open": _open,
    "search": _start_search,
    "menu": _menu,
    "sort_menu": _sort_menu,
    "sort": _sort,
    **actions.HANDLERS,
}

APP = App(
    name="files",
    package="com.android.documentsui",
    activity=".files.FilesActivity",
    labels={"en": "Files", "zh": "文件", "ar": "الملفات"},
    icon="folder",
    color="#1A73E8",
    fresh=_fresh,
    view=_view,
    handlers=HANDLERS,
    system=True,
    permissions=("notifications", "storage"),
    words=WORDS,
)
