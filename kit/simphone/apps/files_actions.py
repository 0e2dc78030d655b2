"""What the Files app does to files: select, rename, delete, copy, move, new folder; and how it words sizes and kinds."""

from __future__ import annotations

import posixpath
from datetime import datetime, timedelta

from kit.simphone.app import Dialog, Handler, Page, Run
from kit.simphone.apps.prompts import ask
from kit.simphone.files_image import FileStat
from kit.simphone.widgets import item

ROOT = "/sdcard"
LONGEST = 255
"""Bytes a file name may have (Linux NAME_MAX)."""

_KINDS = {
    "Text": ("file", "txt md csv log json xml html ini"),
    "Image": ("image", "jpg jpeg png gif webp"),
    "Audio": ("music", "mp3 ogg m4a wav"),
    "Video": ("video", "mp4 mkv webm"),
    "PDF document": ("file", "pdf"),
    "Archive": ("file", "zip tar gz"),
    "Android app": ("file", "apk"),
}


def kind(path: str) -> tuple[str, str]:
    """What sort of file the extension says it is, in English words, and the icon for it."""
    ending = posixpath.splitext(path)[1].removeprefix(".").lower()
    return next(((name, icon) for name, (icon, known) in _KINDS.items() if ending in known.split()), ("File", "file"))


def size_words(size: int) -> str:
    """Bytes in words, in powers of 1000 as Android's Formatter has it: "512 B", "1.20 kB", "34.5 MB"."""
    if size <= 900:
        return f"{size} B"
    value = float(size)
    for unit in ("kB", "MB", "GB"):
        value /= 1000
        if value <= 900 or unit == "GB":
            return (
                f"{value:.2f} {unit}" if value < 10 else f"{value:.1f} {unit}" if value < 100 else f"{value:.0f} {unit}"
            )
    raise AssertionError("unreachable: GB ends the loop")


def when(mtime: float) -> datetime:
    """A file's time stamp on the phone's own clock, which has no time zone."""
    return datetime(1970, 1, 1) + timedelta(seconds=mtime)


def entries(run: Run, path: str) -> list[str] | None:
    """Paths in a folder, folders first, in the chosen order; None when the folder is gone. Dot files are hidden."""
    files = run.env.files
    if not files.is_dir(path):
        return None
    found = [posixpath.join(path, name) for name in files.listdir(path) if not name.startswith(".")]
    return sorted(found, key=lambda entry: _order(files.stat(entry), run.data.sort, entry))


def _order(stat: FileStat, by: str, entry: str) -> tuple[bool, float, str]:
    """Folders first, then by what the list is sorted by, then by name."""
    measure = -float(stat.mtime) if by == "date" else -float(stat.size) if by == "size" else 0.0
    return not stat.is_dir, measure, posixpath.basename(entry).casefold()


def summary(run: Run, path: str, stat: FileStat) -> str:
    """The grey line of a row: number of items of a folder, size and date of a file."""
    if stat.is_dir:
        return items(run, len(run.env.files.listdir(path)))
    return f"{size_words(stat.size)}, {run.env.day(when(stat.mtime).date())}, {run.t(kind(path)[0])}"


def items(run: Run, count: int) -> str:
    """How many items, in words."""
    return run.t("1 item") if count == 1 else run.t("{count} items", count=count)


def matching(run: Run, query: str) -> list[str]:
    """Files whose name contains the words typed, in any case, by name."""
    wanted = query.casefold()
    found = [p for p in run.env.files.walk(ROOT) if wanted in posixpath.basename(p).casefold()]
    return sorted(found, key=lambda p: (posixpath.basename(p).casefold(), p))


def close_menu(run: Run) -> None:
    """Takes the menu down; its rows are plain widgets, so it does not close by itself."""
    run.ui.dialog = None


# --- selecting -------------------------------------------------------------------------------------------------------


def _select(run: Run, path: str) -> None:
    if run.ui.page.name == "folder" or run.ui.page.name == "home":
        run.ui.go("select", path=posixpath.dirname(path), chosen=[path])


def _toggle(run: Run, path: str) -> None:
    chosen: list[str] = run.ui.page.args["chosen"]
    if path in chosen:
        chosen.remove(path)
    else:
        chosen.append(path)
    if not chosen:
        run.ui.back()


def _select_menu(run: Run) -> None:
    _item_menu(run, list(run.ui.page.args["chosen"]))


def _file_menu(run: Run, path: str) -> None:
    _item_menu(run, [path])


def _item_menu(run: Run, chosen: list[str]) -> None:
    body = [
        item(run.t("Move to…"), on_tap=("choose", True, chosen), id="title_move"),
        item(run.t("Copy to…"), on_tap=("choose", False, chosen), id="title_copy"),
    ]
    if len(chosen) == 1:
        body.insert(0, item(run.t("Rename"), on_tap=("ask_rename", chosen[0]), id="title_rename"))
        body.append(item(run.t("Get info"), on_tap=("info", chosen[0]), id="title_info"))
    body = run.env.arrange(body)
    run.ui.dialog = Dialog(run.t("More options"), body=body, buttons=((run.t("Close"), ("noop",)),))


def _leave_selection(run: Run) -> None:
    while run.ui.page.name in ("select", "pick", "viewer") and run.ui.back():
        pass


def _info(run: Run, path: str) -> None:
    close_menu(run)
    run.ui.go("info", path=path)


# --- changing --------------------------------------------------------------------------------------------------------


def _ask_folder(run: Run, path: str) -> None:
    then = ("make_folder", path)
    ask(run, run.t("New folder"), "file_name", "", hint=run.t("Name"), then=then, ok=run.t("OK"))


def _ask_rename(run: Run, path: str) -> None:
    name, then = posixpath.basename(path), ("rename", path)
    ask(run, run.t("Rename"), "file_name", name, hint=run.t("Name"), then=then, ok=run.t("OK"))


def _typed_name(run: Run, folder: str) -> str | None:
    """The path for the name typed, or None after saying why it cannot be taken."""
    name = run.ui.fields.get("file_name", "").strip()
    if not name or "/" in name or name in (".", "..") or len(name.encode()) > LONGEST:
        run.env.toast(run.t("Enter a valid name"))
        return None
    path = posixpath.join(folder, name)
    if run.env.files.exists(path):
        run.env.toast(run.t("An item with this name already exists here."))
        return None
    return path


def _gone(run: Run, path: str) -> bool:
    """Whether someone else (adb) removed it meanwhile; says so."""
    if run.env.files.exists(path):
        return False
    run.env.toast(run.t("File not found"))
    return True


def _make_folder(run: Run, folder: str, *typed: str) -> None:
    del typed
    close_menu(run)
    if path := _typed_name(run, folder):
        run.env.files.mkdir(path)


def _rename(run: Run, path: str, *typed: str) -> None:
    del typed
    close_menu(run)
    if run.ui.fields.get("file_name", "").strip() == posixpath.basename(path) or _gone(run, path):
        return
    if target := _typed_name(run, posixpath.dirname(path)):
        run.env.files.rename(path, target)
        _leave_selection(run)


def _ask_delete(run: Run) -> None:
    chosen: list[str] = run.ui.page.args["chosen"]
    what = f"“{posixpath.basename(chosen[0])}”" if len(chosen) == 1 else items(run, len(chosen))
    buttons = ((run.t("OK"), ("delete",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Delete {name}?", name=what), buttons=buttons)


def _delete(run: Run) -> None:
    for path in run.ui.page.args["chosen"]:
        if not _gone(run, path):
            run.env.files.remove(path, recursive=True)
    _leave_selection(run)


def _choose(run: Run, move: bool, chosen: list[str]) -> None:
    close_menu(run)
    run.ui.go("pick", path=ROOT, move=move, chosen=list(chosen))


def _pick(run: Run, path: str) -> None:
    run.ui.go("pick", **{**run.ui.page.args, "path": path})


def _pick_cancel(run: Run) -> None:
    while run.ui.page.name == "pick" and run.ui.back():
        pass


def _pick_done(run: Run) -> None:
    here: Page = run.ui.page
    target, move = str(here.args["path"]), bool(here.args["move"])
    done = sum(_transfer(run, source, target, move) for source in here.args["chosen"])
    _leave_selection(run)
    if done:
        run.env.toast(run.t("Moved {items}" if move else "Copied {items}", items=items(run, done)))


def _transfer(run: Run, source: str, folder: str, move: bool) -> bool:
    """Moves or copies one entry into a folder; a taken name gets " (1)" as in Android, an impossible move is said."""
    files = run.env.files
    if _gone(run, source) or not files.is_dir(folder) or (move and posixpath.dirname(source) == folder):
        return False
    if f"{folder}/".startswith(f"{source}/"):
        run.env.toast(run.t("Can't put a folder into itself"))
        return False
    target = _unused(run, posixpath.join(folder, posixpath.basename(source)))
    if move:
        files.rename(source, target)
    elif files.is_dir(source):
        files.mkdir(target)
        for path in list(files.walk(source)):
            files.write(target + path[len(source) :], files.read(path))
    else:
        files.write(target, files.read(source))
    return True


def _unused(run: Run, path: str) -> str:
    stem, ending = posixpath.splitext(path)
    tries = [path, *(f"{stem} ({n}){ending}" for n in range(1, 100))]
    return next(p for p in tries if not run.env.files.exists(p))


HANDLERS: dict[str, Handler] = {
    "select": _select,
    "toggle": _toggle,
    "select_menu": _select_menu,
    "file_menu": _file_menu,
    "info": _info,
    "ask_folder": _ask_folder,
    "make_folder": _make_folder,
    "ask_rename": _ask_rename,
    "rename": _rename,
    "ask_delete": _ask_delete,
    "delete": _delete,
    "choose": _choose,
    "pick": _pick,
    "pick_cancel": _pick_cancel,
    "pick_done": _pick_done,
}
