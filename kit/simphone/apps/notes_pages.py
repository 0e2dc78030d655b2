"""The pages of Notes: lists, folders, trash, a note, the editor. Pure views of the data of `kit.simphone.apps.notes`."""

from __future__ import annotations

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record

SEARCH, TITLE, BODY, ITEM, FOLDER = "search_view", "note_title", "note_body", "new_item", "folder_name"


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {"home": _home, "folder": _home, "folders": _folders, "search": _search, "note": _note, "edit": _edit}
    return (_trash if run.ui.page.name == "trash" else pages.get(run.ui.page.name, _home))(run)


def find(run: Run, id: str) -> Record | None:
    """The note with this id."""
    return next((n for n in run.data.notes if n["id"] == id), None)


def folder_name(run: Run, id: str) -> str:
    """What the folder with this id is called."""
    return next((f["name"] for f in run.data.folders if f["id"] == id), "No folder")


def _listed(notes: list[Record]) -> list[Record]:
    newest = sorted(notes, key=lambda n: (n["edited"], n["id"]), reverse=True)
    return sorted(newest, key=lambda n: not n["pinned"])


def _summary(run: Run, n: Record) -> str:
    if n["items"] is not None:
        return f"{sum(i['done'] for i in n['items'])} of {len(n['items'])} done · {folder_name(run, n['folder'])}"
    line = n["body"].split("\n")[0]
    return f"{line[:40]}{'…' if len(line) > 40 else ''} · {folder_name(run, n['folder'])}".removeprefix(" · ")


def _row(run: Run, n: Record) -> w.Widget:
    pin = w.image("Pinned", icon="pin", width=20, height=20) if n["pinned"] else None
    kind = "note" if n["items"] is None else "list"
    title = n["title"] or "Untitled"
    return w.item(title, _summary(run, n), icon=kind, trailing=pin, on_tap=("open", n["id"]), id="note_row")


def _home(run: Run) -> w.Widget:
    folder = run.ui.page.args.get("folder", "")
    alive = [n for n in run.data.notes if not n["trashed"] and folder in ("", n["folder"])]
    bar = w.app_bar(
        folder_name(run, folder) if folder else "All notes",
        w.icon_button("search", "Search notes", ("search",), id="action_search"),
        w.icon_button("folder", "Folders", ("folders",), id="action_folders"),
        up=bool(folder),
    )
    rows = [_row(run, n) for n in _listed(alive)]
    body = w.scroll(*rows, w.space(96), id=f"notes_{folder}") if rows else w.empty("No notes here yet")
    return w.page(bar, body, floating=w.fab("add", "New note", ("choose_kind",), id="new_note"))


def _folders(run: Run) -> w.Widget:
    def count(folder: str) -> str:
        size = sum(1 for n in run.data.notes if n["folder"] == folder and not n["trashed"])
        return f"{size} note{'' if size == 1 else 's'}"

    rows = [
        w.item(f["name"], count(f["id"]), icon="folder", on_tap=("open_folder", f["id"]), id="folder_row")
        for f in run.data.folders
    ]
    trashed = sum(1 for n in run.data.notes if n["trashed"])
    bar = w.app_bar("Folders", w.icon_button("add", "New folder", ("ask_folder",), id="action_new_folder"), up=True)
    trash = w.item("Trash", f"{trashed} deleted", icon="delete", on_tap=("trash",), id="trash_row")
    return w.page(bar, w.scroll(*rows, w.divider(), trash, id="folder_list"))


def _trash(run: Run) -> w.Widget:
    rows = [
        w.item(
            n["title"] or "Untitled",
            icon="note",
            trailing=w.button("Restore", ("restore", n["id"]), style="text"),
            id="trash_note",
        )
        for n in _listed([n for n in run.data.notes if n["trashed"]])
    ]
    clear = [w.button("Empty trash", ("ask_empty",), style="text", id="action_empty")] if rows else []
    return w.page(
        w.app_bar("Trash", *clear, up=True), w.scroll(*rows, id="trash_list") if rows else w.empty("Trash is empty")
    )


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [n for n in run.data.notes if query and not n["trashed"] and query in _words(n)]
    bar = w.row(
        w.icon_button("back", "Navigate up", ("back",)),
        w.text_field(SEARCH, typed, hint="Search notes", action="search", on_submit=("noop",), weight=1),
        id="toolbar",
        pad=8,
    )
    rows = [_row(run, n) for n in _listed(found)]
    return w.page(
        bar, w.scroll(*rows, id="results") if rows else w.empty("No matching notes" if query else "Type to search")
    )


def _words(n: Record) -> str:
    return " ".join([n["title"], n["body"], *(i["text"] for i in n["items"] or ())]).casefold()


def _note(run: Run) -> w.Widget:
    n = find(run, run.ui.page.args.get("id", ""))
    if n is None or n["trashed"]:
        return w.page(w.app_bar("Note", up=True), w.empty("This note was deleted"))
    pin = "Unpin" if n["pinned"] else "Pin"
    bar = w.app_bar(
        "",
        w.icon_button("edit", "Edit", ("edit", n["id"]), id="action_edit"),
        w.icon_button("pin", pin, ("pin", n["id"]), id="action_pin"),
        w.icon_button("folder", "Move", ("ask_move", n["id"]), id="action_move"),
        w.icon_button("delete", "Delete", ("ask_delete", n["id"]), id="action_delete"),
        up=True,
    )
    boxes = [
        w.checkbox(item["text"], item["done"], ("tick", n["id"], k), id=f"item_{k}")
        for k, item in enumerate(n["items"] or ())
    ]
    body = w.text(n["body"], id="note_text", pad=16) if n["items"] is None else None
    return w.page(
        bar,
        w.scroll(
            w.text(n["title"] or "Untitled", style="headline", id="note_heading", pad=16),
            w.text(folder_name(run, n["folder"]), style="caption", id="note_folder", pad=16),
            body,
            *boxes,
            id=f"note_{n['id']}",
        ),
    )


def _edit(run: Run) -> w.Widget:
    args = run.ui.page.args
    fields = run.ui.fields
    lines: list[w.Widget] = []
    if args["checklist"]:
        for k, item in enumerate(run.ui.memo.get("items", [])):
            drop = w.icon_button("close", f"Remove {item['text']}", ("drop_item", k))
            lines.append(w.row(w.text(item["text"], weight=1), drop, pad=8, id="item_row"))
        add = w.text_field(
            ITEM, fields.get(ITEM, ""), hint="Add item", action="next", on_submit=("add_item",), weight=1
        )
        lines.append(w.row(add, w.icon_button("add", "Add", ("add_item",), id="add_item_button"), pad=8))
    else:
        lines.append(w.text_field(BODY, fields.get(BODY, ""), hint="Note", input="multiline"))
    error = run.ui.memo.get("note_error", "")
    return w.page(
        w.app_bar(
            "Edit note" if args.get("id") else ("New checklist" if args["checklist"] else "New note"),
            w.button("Save", ("save",), style="text", id="action_save"),
            up=True,
        ),
        w.scroll(
            w.text(error, color="error", id="error", pad=16) if error else None,
            w.column(w.text_field(TITLE, fields.get(TITLE, ""), hint="Title", action="next"), pad=8),
            w.column(*lines, pad=8),
            id="editor",
        ),
    )
