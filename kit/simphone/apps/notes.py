"""Notes: folders, notes and checklists, search, pins, a trash.

Data: `folders` (id, name) and `notes` (id, folder, title, body, items, pinned, trashed, edited). A note whose `items` is a
list of {text, done} is a checklist; a plain note has None there. Ticking is kept at once, text only after Save.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.notes_folders import HANDLERS as FOLDER_HANDLERS
from kit.simphone.apps.notes_pages import BODY, ITEM, SEARCH, TITLE, find, folder_name, view
from kit.simphone.apps.notes_words import WORDS
from kit.simphone.apps.people import Record

FOLDERS = ("Home", "Work", "Travel", "Recipes", "Ideas", "School")
SAMPLES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Wi-Fi at the cabin", "Network: Birchwood. Ask Olga for the password.", ()),
    ("Books to read", "", ("The Left Hand of Darkness", "Invisible Cities", "Pachinko", "Kokoro")),
    ("Meeting notes", "Budget approved. Next review in two weeks.", ()),
    ("Packing", "", ("Passport", "Charger", "Rain jacket", "Toothbrush", "Tickets")),
    ("Lentil soup", "Onion, two carrots, red lentils, cumin, lemon. Simmer for 25 minutes.", ()),
    ("Gift ideas", "Mum: gardening gloves. Theo: puzzle.", ()),
    ("Car", "Tyres changed in October. Next service at 60 000 km.", ()),
    ("Weekend", "", ("Water the plants", "Call the landlord", "Wash the bike")),
)


@dataclass(slots=True)
class NotesData:
    """Folders and notes, the trash included."""

    folders: list[Record] = field(default_factory=list[Record])
    notes: list[Record] = field(default_factory=list[Record])


def note(
    id: str, title: str, edited: datetime, *, body: str = "", items: list[str] | None = None, **more: Any
) -> Record:
    """A note's record with every key present; `items` makes it a checklist with nothing ticked."""
    ticks = None if items is None else [{"text": text, "done": False} for text in items]
    blank: Record = {"folder": "f1", "pinned": False, "trashed": False, "edited": pool.stamp(edited)}
    return {"id": id, "title": title, "body": body, "items": ticks, **blank, **more}


def fresh(rng: random.Random, now: datetime) -> NotesData:
    """Three folders and four to six notes, one of them pinned."""
    folders: list[Record] = [{"id": f"f{n}", "name": name} for n, name in enumerate(rng.sample(FOLDERS, 3), start=1)]
    made: list[Record] = []
    for n, (title, body, items) in enumerate(rng.sample(SAMPLES, rng.randint(4, 6)), start=1):
        when = (now - timedelta(days=n, minutes=rng.randint(0, 600))).replace(second=0)
        record = note(f"n{n}", title, when, body=body, items=list(items) or None)
        made.append({**record, "folder": rng.choice(folders)["id"], "pinned": n == 3})
    return NotesData(folders=folders, notes=made)


# --- handlers --------------------------------------------------------------------------------------------------------


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _open(run: Run, id: str) -> None:
    run.ui.scroll[f"note_{id}"] = 0
    run.ui.go("note", id=id)


def _choose_kind(run: Run) -> None:
    choices = (
        w.item(run.t("Text note"), icon="note", on_tap=("create", False), id="kind_text"),
        w.item(run.t("Checklist"), icon="list", on_tap=("create", True), id="kind_list"),
    )
    run.ui.dialog = Dialog(title=run.t("Create"), body=choices, buttons=((run.t("Cancel"), ("noop",)),))


def _create(run: Run, checklist: bool) -> None:
    folder = run.ui.page.args.get("folder") or (run.data.folders[0]["id"] if run.data.folders else "")
    _form(run, None, checklist, folder=folder)


def _start_edit(run: Run, id: str) -> None:
    if (n := find(run, id)) is not None:
        _form(run, n, n["items"] is not None, id=id)


def _form(run: Run, old: Record | None, checklist: bool, **args: Any) -> None:
    run.ui.dialog = None
    run.ui.fields.update({TITLE: old["title"] if old else "", BODY: old["body"] if old else "", ITEM: ""})
    run.ui.memo["items"] = [dict(i) for i in (old["items"] if old else None) or ()]
    run.ui.memo["note_error"] = ""
    run.ui.go("edit", checklist=checklist, **args)


def _add_item(run: Run, *_: Any) -> None:
    if text := run.ui.fields.get(ITEM, "").strip():
        run.ui.memo["items"].append({"text": text, "done": False})
    run.ui.fields[ITEM] = ""


def _drop_item(run: Run, index: int) -> None:
    del run.ui.memo["items"][index]


def _save(run: Run) -> None:
    args = run.ui.page.args
    if args["checklist"]:
        _add_item(run)  # a last item that was typed but not added is meant to be kept
    items = run.ui.memo["items"] if args["checklist"] else None
    title, body = run.ui.fields.get(TITLE, "").strip(), run.ui.fields.get(BODY, "").strip()
    if not (title or body or items):
        run.ui.memo["note_error"] = "An empty note cannot be saved"
        return
    words: Record = {"title": title, "body": body, "items": items, "edited": pool.stamp(run.env.now)}
    old = find(run, args.get("id", ""))
    run.ui.back()
    if old is not None:
        old.update(words)
    else:
        id = pool.next_id("n", run.data.notes)
        run.data.notes.append({**note(id, "", run.env.now, folder=args["folder"]), **words})
    run.env.toast(run.t("Note saved"))


def _tick(run: Run, id: str, index: int) -> None:
    if (n := find(run, id)) is not None and n["items"]:
        n["items"][index]["done"] = not n["items"][index]["done"]


def _pin(run: Run, id: str) -> None:
    if (n := find(run, id)) is not None:
        n["pinned"] = not n["pinned"]


def _ask_move(run: Run, id: str) -> None:
    n = find(run, id)
    rows = tuple(
        w.radio(f["name"], n is not None and n["folder"] == f["id"], ("move", id, f["id"]))
        for f in run.env.arrange(run.data.folders)
    )
    run.ui.dialog = Dialog(run.t("Move to folder"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _move(run: Run, id: str, folder: str) -> None:
    run.ui.dialog = None
    if (n := find(run, id)) is not None:
        n["folder"] = folder
        run.env.toast(run.t("Moved to {folder}", folder=folder_name(run, folder)))


def _more(run: Run, id: str) -> None:
    n = find(run, id)
    if n is None:
        return
    rows = [
        w.item(run.t("Share"), icon="share", on_tap=("share", id), id="menu_share"),
        w.item(run.t("Duplicate"), icon="copy", on_tap=("duplicate", id), id="menu_duplicate"),
    ]
    if n["items"]:
        rows += [
            w.item(run.t("Tick all"), icon="check", on_tap=("tick_all", id, True), id="menu_tick"),
            w.item(run.t("Untick all"), icon="close", on_tap=("tick_all", id, False), id="menu_untick"),
        ]
    run.ui.dialog = Dialog(run.t("More options"), body=tuple(rows), buttons=((run.t("Cancel"), ("noop",)),))


def _share(run: Run, id: str) -> None:
    run.ui.dialog = None
    if (n := find(run, id)) is not None:
        lines = [n["title"], n["body"], *(i["text"] for i in n["items"] or ())]
        run.env.share("\n".join(line for line in lines if line))


def _shared(run: Run, text: str, path: str) -> None:
    """Something was shared to Notes: it stands in a new note that is not saved yet."""
    folder = run.data.folders[0]["id"] if run.data.folders else ""
    _form(run, None, False, folder=folder)
    run.ui.fields[BODY] = "\n".join(line for line in (text, path) if line)


def _duplicate(run: Run, id: str) -> None:
    run.ui.dialog = None
    if (n := find(run, id)) is not None:
        items = None if n["items"] is None else [dict(i) for i in n["items"]]
        title = run.t("{title} (copy)", title=n["title"])
        new: Record = {"id": pool.next_id("n", run.data.notes), "title": title, "items": items, "pinned": False}
        run.data.notes.append({**n, **new, "edited": pool.stamp(run.env.now)})
        run.ui.back()


def _tick_all(run: Run, id: str, done: bool) -> None:
    run.ui.dialog = None
    if (n := find(run, id)) is not None:
        for item in n["items"] or ():
            item["done"] = done


def _ask_delete(run: Run, id: str) -> None:
    buttons = ((run.t("Move to trash"), ("delete", id)), (run.t("Cancel"), ("noop",)))
    message = run.t("You can restore it from the trash.")
    run.ui.dialog = Dialog(title=run.t("Delete note?"), message=message, buttons=buttons)


def _delete(run: Run, id: str) -> None:
    if (n := find(run, id)) is not None:
        n["trashed"] = True
        run.ui.back()
        run.env.toast(run.t("Moved to trash"))


HANDLERS: dict[str, Handler] = {
    **FOLDER_HANDLERS, "search": _start_search, "open": _open, "choose_kind": _choose_kind, "create": _create,
    "edit": _start_edit, "add_item": _add_item, "drop_item": _drop_item, "save": _save, "tick": _tick, "pin": _pin,
    "ask_move": _ask_move, "move": _move, "more": _more, "share": _share, "shared": _shared, "duplicate": _duplicate,
    "tick_all": _tick_all, "ask_delete": _ask_delete, "delete": _delete,
}  # fmt: skip

APP = App(
    name="notes",
    package="com.simphone.notes",
    activity=".MainActivity",
    labels={"en": "Notes", "zh": "笔记", "ar": "الملاحظات"},
    icon="note",
    color="#f9ab00",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
    shares=("shared",),
)
