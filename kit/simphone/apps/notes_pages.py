"""The pages of Notes: lists, folders, trash, a note, the editor. Pure views of the data of `kit.simphone.apps.notes`."""

from __future__ import annotations

from datetime import datetime

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as top
from kit.simphone.apps.prompts import search_bar

SEARCH, TITLE, BODY, ITEM, FOLDER = "search_notes", "title", "note", "add_item", "folder_name"


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {"home": _home, "folder": _home, "folders": _folders, "search": _search, "note": _note, "edit": _edit}
    return (_trash if run.ui.page.name == "trash" else pages.get(run.ui.page.name, _home))(run)


def find(run: Run, id: str) -> Record | None:
    """The note with this id."""
    return next((n for n in run.data.notes if n["id"] == id), None)


def folder_name(run: Run, id: str) -> str:
    """What the folder with this id is called."""
    return next((f["name"] for f in run.data.folders if f["id"] == id), run.t("No folder"))


def _listed(notes: list[Record]) -> list[Record]:
    newest = sorted(notes, key=lambda n: (n["edited"], n["id"]), reverse=True)
    return sorted(newest, key=lambda n: not n["pinned"])


def _summary(run: Run, n: Record) -> str:
    if n["items"] is not None:
        done = run.t("{done} of {all} done", done=sum(i["done"] for i in n["items"]), all=len(n["items"]))
        return f"{done} · {folder_name(run, n['folder'])}"
    line = n["body"].split("\n")[0]
    return f"{line[:40]}{'…' if len(line) > 40 else ''} · {folder_name(run, n['folder'])}".removeprefix(" · ")


def _row(run: Run, n: Record) -> w.Widget:
    pin = w.image(run.t("Pinned"), icon="pin", width=20, height=20) if n["pinned"] else None
    kind = "note" if n["items"] is None else "list"
    title = n["title"] or run.t("Untitled")
    return w.item(title, _summary(run, n), icon=kind, trailing=pin, on_tap=("open", n["id"]), id="note_row")


def _home(run: Run) -> w.Widget:
    folder = run.ui.page.args.get("folder", "")
    alive = [n for n in run.data.notes if not n["trashed"] and folder in ("", n["folder"])]
    bar = top(
        run,
        folder_name(run, folder) if folder else run.t("All notes"),
        w.icon_button("search", run.t("Search notes"), ("search",), id="action_search"),
        w.icon_button("folder", run.t("Folders"), ("folders",), id="action_folders"),
        up=bool(folder),
    )
    rows = [_row(run, n) for n in _listed(alive)]
    body = w.scroll(*rows, w.space(96), id=f"notes_{folder}") if rows else w.empty(run.t("No notes here yet"))
    return w.page(bar, body, floating=w.fab("add", run.t("New note"), ("choose_kind",), id="new_note"))


def _folders(run: Run) -> w.Widget:
    def count(folder: str) -> str:
        size = sum(1 for n in run.data.notes if n["folder"] == folder and not n["trashed"])
        return run.t("1 note") if size == 1 else run.t("{count} notes", count=size)

    rows = [
        w.item(
            f["name"],
            count(f["id"]),
            icon="folder",
            on_tap=("open_folder", f["id"]),
            on_long=("folder_menu", f["id"]),
            id="folder_row",
        )
        for f in run.env.arrange(run.data.folders)
    ]
    trashed = sum(1 for n in run.data.notes if n["trashed"])
    new = w.icon_button("add", run.t("New folder"), ("ask_folder",), id="action_new_folder")
    bar = top(run, run.t("Folders"), new, up=True)
    trash = w.item(
        run.t("Trash"), run.t("{count} deleted", count=trashed), icon="delete", on_tap=("trash",), id="trash_row"
    )
    return w.page(bar, w.scroll(*rows, w.divider(), trash, id="folder_list"))


def _trash(run: Run) -> w.Widget:
    rows = [
        w.item(
            n["title"] or run.t("Untitled"),
            icon="note",
            trailing=w.button(run.t("Restore"), ("restore", n["id"]), style="text"),
            id="trash_note",
        )
        for n in _listed([n for n in run.data.notes if n["trashed"]])
    ]
    clear = [w.button(run.t("Empty trash"), ("ask_empty",), style="text", id="action_empty")] if rows else []
    return w.page(
        top(run, run.t("Trash"), *clear, up=True),
        w.scroll(*rows, id="trash_list") if rows else w.empty(run.t("Trash is empty")),
    )


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [n for n in run.data.notes if query and not n["trashed"] and query in _words(n)]
    rows = [_row(run, n) for n in _listed(found)]
    nothing = w.empty(run.t("No matching notes" if query else "Type to search"))
    return w.page(search_bar(run, SEARCH, "Search notes"), w.scroll(*rows, id="results") if rows else nothing)


def _words(n: Record) -> str:
    return " ".join([n["title"], n["body"], *(i["text"] for i in n["items"] or ())]).casefold()


def _note(run: Run) -> w.Widget:
    n = find(run, run.ui.page.args.get("id", ""))
    if n is None or n["trashed"]:
        return w.page(top(run, run.t("Note"), up=True), w.empty(run.t("This note was deleted")))
    pin = run.t("Unpin" if n["pinned"] else "Pin")
    bar = top(
        run,
        "",
        w.icon_button("edit", run.t("Edit"), ("edit", n["id"]), id="action_edit"),
        w.icon_button("pin", pin, ("pin", n["id"]), id="action_pin"),
        w.icon_button("folder", run.t("Move"), ("ask_move", n["id"]), id="action_move"),
        w.icon_button("delete", run.t("Delete"), ("ask_delete", n["id"]), id="action_delete"),
        w.icon_button("more", run.t("More options"), ("more", n["id"]), id="action_more"),
        up=True,
    )
    boxes = [
        w.checkbox(item["text"], item["done"], ("tick", n["id"], k), id=f"item_{k}")
        for k, item in enumerate(n["items"] or ())
    ]
    edited = run.t("Edited {day}", day=run.env.day(datetime.fromisoformat(n["edited"])))
    about = f"{folder_name(run, n['folder'])} · {edited}"
    body = w.text(n["body"], id="note_text", pad=16) if n["items"] is None else None
    return w.page(
        bar,
        w.scroll(
            w.text(n["title"] or run.t("Untitled"), style="headline", id="note_heading", pad=16),
            w.text(about, style="caption", id="note_folder", pad=16),
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
            drop = w.icon_button("close", run.t("Remove {item}", item=item["text"]), ("drop_item", k))
            lines.append(w.row(w.text(item["text"], weight=1), drop, pad=8, id="item_row"))
        add = w.text_field(
            ITEM, fields.get(ITEM, ""), hint=run.t("Add item"), action="next", on_submit=("add_item",), weight=1
        )
        lines.append(w.row(add, w.icon_button("add", run.t("Add"), ("add_item",), id="add_item_button"), pad=8))
    else:
        lines.append(w.text_field(BODY, fields.get(BODY, ""), hint=run.t("Note"), input="multiline"))
    error = run.ui.memo.get("note_error", "")
    return w.page(
        top(
            run,
            run.t("Edit note" if args.get("id") else ("New checklist" if args["checklist"] else "New note")),
            w.button(run.t("Save"), ("save",), style="text", id="action_save"),
            up=True,
        ),
        w.scroll(
            w.text(run.t(error), color="error", id="error", pad=16) if error else None,
            w.column(w.text_field(TITLE, fields.get(TITLE, ""), hint=run.t("Title"), action="next"), pad=8),
            w.column(*lines, pad=8),
            id="editor",
        ),
    )
