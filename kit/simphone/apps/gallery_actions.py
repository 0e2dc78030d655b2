"""What the Gallery does to pictures: select, favourite, caption, rename, move to an album, share, trash."""

from __future__ import annotations

import posixpath

from kit.simphone import widgets as w
from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps import media
from kit.simphone.apps import people as pool
from kit.simphone.apps.gallery_pages import ALBUM, CAPTION, NAME, TRASHED, albums
from kit.simphone.apps.people import Record

PICTURES = "/sdcard/Pictures"


def trashed(path: str) -> str:
    """Where a file is kept while it lies in the trash."""
    return posixpath.join(posixpath.dirname(path), TRASHED + posixpath.basename(path))


# --- selecting -------------------------------------------------------------------------------------------------------


def _select(run: Run, path: str) -> None:
    folder = run.ui.page.args.get("folder", "")
    if run.ui.page.name in ("home", "album"):
        run.ui.go("select", folder=folder, chosen=[path])
    elif run.ui.page.name == "select":
        toggle(run, path)


def toggle(run: Run, path: str) -> None:
    """Selects a picture or takes it out of the selection; an empty selection ends."""
    chosen: list[str] = run.ui.page.args["chosen"]
    if path in chosen:
        chosen.remove(path)
    else:
        chosen.append(path)
    if not chosen:
        run.ui.back()


def _leave(run: Run, *pages: str) -> None:
    while run.ui.page.name in pages and run.ui.back():
        pass


def _meant(run: Run) -> list[str]:
    """The pictures an action is about: those selected, or the one that is open."""
    args = run.ui.page.args
    chosen: list[str] = args["chosen"] if run.ui.page.name == "select" else [args.get("path", "")]
    return [p for p in chosen if run.env.files.is_file(p)]


# --- favourites, captions, names -------------------------------------------------------------------------------------


def _favourite(run: Run) -> None:
    """A star for all that are meant; when all have one, it is taken away."""
    meant = _meant(run)
    every = all(p in run.data.favourites for p in meant)
    for path in meant:
        if every:
            run.data.favourites.remove(path)
        elif path not in run.data.favourites:
            run.data.favourites.append(path)
    _leave(run, "select")


def _ask(run: Run, title: str, id: str, hint: str, then: w.Event, ok: str, error: str = "") -> None:
    box = w.text_field(id, run.ui.fields.get(id, ""), hint=run.t(hint), on_submit=then)
    wrong = w.text(run.t(error), color="error", id="error") if error else None
    buttons = ((run.t(ok), then), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t(title), body=tuple(x for x in (box, wrong) if x), buttons=buttons)


def _menu(run: Run, path: str) -> None:
    rows = (
        w.item(run.t("Rename"), icon="edit", on_tap=("ask_rename", path), id="menu_rename"),
        w.item(run.t("Edit caption"), icon="note", on_tap=("ask_caption", path), id="menu_caption"),
        w.item(run.t("Move to album"), icon="folder", on_tap=("ask_move",), id="menu_move"),
        w.item(run.t("Details"), icon="info", on_tap=("details", path), id="menu_details"),
    )
    run.ui.dialog = Dialog(run.t("More options"), body=rows, buttons=((run.t("Close"), ("noop",)),))


def _ask_caption(run: Run, path: str) -> None:
    run.ui.fields[CAPTION] = run.data.captions.get(path, "")
    _ask(run, "Edit caption", CAPTION, "Caption", ("caption", path), "Save")


def _caption(run: Run, path: str, *_: str) -> None:
    run.ui.dialog = None
    text = " ".join(run.ui.fields.get(CAPTION, "").split())
    if text:
        run.data.captions[path] = text
    else:
        run.data.captions.pop(path, None)


def _ask_rename(run: Run, path: str, error: str = "") -> None:
    if not error:
        run.ui.fields[NAME] = media.name_of(path)
    _ask(run, "Rename", NAME, "File name", ("rename", path), "Rename", error)


def _rename(run: Run, path: str, *_: str) -> None:
    run.ui.dialog = None
    folder, name = posixpath.dirname(path), run.ui.fields.get(NAME, "").strip()
    if name and not posixpath.splitext(name)[1]:
        name += posixpath.splitext(path)[1]
    wrong = media.bad_name(run, folder, name, path)
    if wrong or not run.env.files.is_file(path):
        if wrong:
            _ask_rename(run, path, wrong)
        return
    new = posixpath.join(folder, name)
    _follow(run, path, new)
    if run.ui.page.name == "photo":
        run.ui.page.args["path"] = new
    run.env.toast(run.t("Renamed to {name}", name=name))


def _follow(run: Run, old: str, new: str) -> None:
    """Moves a file, and what is known of it with it."""
    if old == new:
        return
    run.env.files.rename(old, new)
    run.data.favourites[:] = [new if p == old else p for p in run.data.favourites]
    if old in run.data.captions:
        run.data.captions[new] = run.data.captions.pop(old)


# --- albums ----------------------------------------------------------------------------------------------------------


def _ask_move(run: Run) -> None:
    rows = [
        w.item(media.name_of(folder), icon="folder", on_tap=("move", folder), id="album_choice")
        for folder in albums(run)
    ]
    rows.append(w.item(run.t("New album"), icon="add", on_tap=("ask_album",), id="album_new"))
    run.ui.dialog = Dialog(run.t("Move to album"), body=tuple(rows), buttons=((run.t("Cancel"), ("noop",)),))


def _ask_album(run: Run, error: str = "") -> None:
    if not error:
        run.ui.fields[ALBUM] = ""
    _ask(run, "New album", ALBUM, "Album name", ("make_album",), "Create", error)


def _make_album(run: Run, *_: str) -> None:
    run.ui.dialog = None
    name = run.ui.fields.get(ALBUM, "").strip()
    taken = any(media.name_of(f).casefold() == name.casefold() for f in albums(run))
    wrong = "There is an album with this name already" if taken else media.bad_name(run, PICTURES, name)
    if wrong:
        _ask_album(run, wrong)
        return
    run.env.files.mkdir(posixpath.join(PICTURES, name))
    _move(run, posixpath.join(PICTURES, name))


def _move(run: Run, folder: str) -> None:
    run.ui.dialog = None
    for path in _meant(run):
        if posixpath.dirname(path) == folder:
            continue
        new = media.unused(run, posixpath.join(folder, media.name_of(path)))
        _follow(run, path, new)
        if run.ui.page.name == "photo":
            run.ui.page.args["path"] = new
    _leave(run, "select")
    run.env.toast(run.t("Moved to {album}", album=media.name_of(folder)))


# --- sharing, trash --------------------------------------------------------------------------------------------------


def _share(run: Run) -> None:
    meant = _meant(run)
    if len(meant) == 1:
        run.env.share(run.data.captions.get(meant[0], ""), meant[0])
    else:
        run.env.toast(run.t("Share pictures one at a time"))


def _ask_trash(run: Run) -> None:
    count = len(_meant(run))
    title = run.t("Move to trash?") if count == 1 else run.t("Move {count} items to trash?", count=count)
    buttons = ((run.t("Move to trash"), ("trash",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title, message=run.t("You can restore it from the trash."), buttons=buttons)


def _trash(run: Run) -> None:
    for path in _meant(run):
        kept = media.unused(run, trashed(path))
        run.env.files.rename(path, kept)
        run.data.trash.append({"id": pool.next_id("x", run.data.trash), "path": path, "file": kept})
        if path in run.data.favourites:
            run.data.favourites.remove(path)
    _leave(run, "select", "photo")
    run.env.toast(run.t("Moved to trash"))


def _in_trash(run: Run, id: str) -> Record | None:
    return next((x for x in run.data.trash if x["id"] == id), None)


def _ask_item(run: Run, id: str) -> None:
    if (x := _in_trash(run, id)) is not None:
        rows = (
            w.item(run.t("Restore"), icon="restart", on_tap=("restore", id), id="menu_restore"),
            w.item(run.t("Delete forever"), icon="delete", on_tap=("ask_erase", id), id="menu_erase"),
        )
        run.ui.dialog = Dialog(media.name_of(x["path"]), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _restore(run: Run, id: str) -> None:
    run.ui.dialog = None
    if (x := _in_trash(run, id)) is not None:
        run.data.trash.remove(x)
        if run.env.files.is_file(x["file"]):
            run.env.files.rename(x["file"], media.unused(run, x["path"]))
        run.env.toast(run.t("Restored"))


def _ask_erase(run: Run, id: str = "") -> None:
    title = run.t("Delete forever?") if id else run.t("Empty trash?")
    buttons = ((run.t("Delete forever"), ("erase", id)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title, message=run.t("This cannot be undone."), buttons=buttons)


def _erase(run: Run, id: str = "") -> None:
    for x in [x for x in run.data.trash if id in ("", x["id"])]:
        run.data.trash.remove(x)
        run.data.captions.pop(x["path"], None)
        if run.env.files.is_file(x["file"]):
            run.env.files.remove(x["file"])
    run.env.toast(run.t("Deleted"))


HANDLERS: dict[str, Handler] = {
    "select": _select, "toggle": toggle, "menu": _menu, "favourite": _favourite, "ask_caption": _ask_caption,
    "caption": _caption, "ask_rename": _ask_rename, "rename": _rename, "ask_move": _ask_move, "ask_album": _ask_album,
    "make_album": _make_album, "move": _move, "share": _share, "ask_trash": _ask_trash, "trash": _trash,
    "ask_item": _ask_item, "restore": _restore, "ask_erase": _ask_erase, "erase": _erase,
}  # fmt: skip
