"""What Notes does to folders and to its trash."""

from __future__ import annotations

from kit.simphone import widgets as w
from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.notes_pages import FOLDER, find, folder_name
from kit.simphone.apps.prompts import ask


def _folders(run: Run) -> None:
    run.ui.go("folders")


def _trash(run: Run) -> None:
    run.ui.go("trash")


def _open_folder(run: Run, id: str) -> None:
    run.ui.go("folder", folder=id)


def _ask_folder(run: Run) -> None:
    ask(run, "New folder", FOLDER, "", hint="Folder name", then=("make_folder",), ok="Create")


def _free_name(run: Run, but: str = "") -> str:
    """The name typed for a folder; empty, with a toast, when there is none or another folder has it."""
    name = run.ui.fields.get(FOLDER, "").strip()
    taken = {f["name"].casefold() for f in run.data.folders if f["id"] != but}
    if not name or name.casefold() in taken:
        run.env.toast(run.t("Choose a name that is not in use"))
        return ""
    return name


def _make_folder(run: Run, *_: str) -> None:
    run.ui.dialog = None
    if name := _free_name(run):
        run.data.folders.append({"id": pool.next_id("f", run.data.folders), "name": name})


def _folder_menu(run: Run, id: str) -> None:
    rows = (
        w.item(run.t("Rename folder"), icon="edit", on_tap=("ask_rename", id), id="menu_rename"),
        w.item(run.t("Delete folder"), icon="delete", on_tap=("ask_delete_folder", id), id="menu_delete_folder"),
    )
    run.ui.dialog = Dialog(run.t("Folder"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _ask_rename(run: Run, id: str) -> None:
    ask(run, "Rename folder", FOLDER, folder_name(run, id), hint="Folder name", then=("rename_folder", id), ok="Rename")


def _rename_folder(run: Run, id: str, *_: str) -> None:
    run.ui.dialog = None
    if name := _free_name(run, but=id):
        for folder in run.data.folders:
            folder["name"] = name if folder["id"] == id else folder["name"]


def _ask_delete_folder(run: Run, id: str) -> None:
    buttons = ((run.t("Delete"), ("delete_folder", id)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Delete folder?"), message=run.t("Its notes go to the trash."), buttons=buttons)


def _delete_folder(run: Run, id: str) -> None:
    run.ui.dialog = None
    run.data.folders[:] = [f for f in run.data.folders if f["id"] != id]
    for n in run.data.notes:
        if n["folder"] == id:
            n["folder"], n["trashed"] = "", True


def _restore(run: Run, id: str) -> None:
    if (n := find(run, id)) is not None:
        n["trashed"] = False


def _ask_empty(run: Run) -> None:
    buttons = ((run.t("Delete forever"), ("empty_trash",)), (run.t("Cancel"), ("noop",)))
    message = run.t("The notes in it cannot be brought back.")
    run.ui.dialog = Dialog(title=run.t("Empty trash?"), message=message, buttons=buttons)


def _empty_trash(run: Run) -> None:
    run.data.notes[:] = [n for n in run.data.notes if not n["trashed"]]


HANDLERS: dict[str, Handler] = {
    "folders": _folders, "trash": _trash, "open_folder": _open_folder, "ask_folder": _ask_folder,
    "make_folder": _make_folder, "folder_menu": _folder_menu, "ask_rename": _ask_rename, "rename_folder": _rename_folder,
    "ask_delete_folder": _ask_delete_folder, "delete_folder": _delete_folder, "restore": _restore, "ask_empty": _ask_empty,
    "empty_trash": _empty_trash,
}  # fmt: skip
