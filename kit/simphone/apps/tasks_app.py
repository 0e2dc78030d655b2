"""Tasks: lists of things to do with due dates, priorities and subtasks; completing can be undone, deleting cannot.

Data: `lists` (id, name), `tasks` (id, list, title, note, due as 2026-03-14 or "", priority 0-3, done, subtasks of text/done),
and how lists are looked at: `sort` (due, priority, title) and `show` (open, done, all), which the app remembers.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.tasks_app_pages import (
    DATE,
    LIST,
    NOTE,
    PRIORITIES,
    SEARCH,
    SHOWN,
    SORTS,
    SUBTASK,
    TITLE,
    find,
    find_list,
    listed,
    view,
)
from kit.simphone.apps.tasks_app_words import WORDS

LISTS = ("Home", "Work", "Garden", "Family", "Errands", "Studies")
SAMPLES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Renew the bus pass", ()), ("Clean the gutters", ("Borrow a ladder", "Gloves")), ("Return library books", ()),
    ("Plan the birthday", ("Guest list", "Cake", "Music")), ("Send the invoice", ()), ("Oil the garden gate", ()),
    ("Back up photos", ("Phone", "Camera")), ("Call the insurance", ()), ("Sort the cellar", ()), ("Order firewood", ()),
)  # fmt: skip
UNDO_MS = 8000
"""How long the bar that offers to undo stays."""


@dataclass(slots=True)
class TasksData:
    """Lists, tasks and the view that was chosen last."""

    lists: list[Record] = field(default_factory=list[Record])
    tasks: list[Record] = field(default_factory=list[Record])
    sort: str = "due"
    show: str = "open"


def task(id: str, list: str, title: str, *, subtasks: tuple[str, ...] = (), **more: Any) -> Record:
    """A task's record with every key present; also what tasks of the suite put on the phone."""
    steps = [{"text": text, "done": False} for text in subtasks]
    blank: Record = {"note": "", "due": "", "priority": 0, "done": False}
    return {"id": id, "list": list, "title": title, **blank, "subtasks": steps, **more}


def fresh(rng: random.Random, now: datetime) -> TasksData:
    """Three lists with five to seven tasks, one of them done."""
    lists: list[Record] = [{"id": f"l{n}", "name": name} for n, name in enumerate(rng.sample(LISTS, 3), start=1)]
    made: list[Record] = []
    for n, (title, steps) in enumerate(rng.sample(SAMPLES, rng.randint(5, 7)), start=1):
        due = (now.date() + timedelta(days=rng.randint(-3, 30))).isoformat() if rng.random() < 0.7 else ""
        more = {"due": due, "priority": rng.choice((0, 0, 1, 2, 3)), "done": n == 4}
        made.append(task(f"k{n}", f"l{n % 3 + 1}", title, subtasks=steps, **more))
    return TasksData(lists=lists, tasks=made)


# --- looking ---------------------------------------------------------------------------------------------------------


def _open_list(run: Run, id: str) -> None:
    run.ui.go("list", list=id)


def _open(run: Run, id: str) -> None:
    run.ui.go("task", id=id)


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _ask_sort(run: Run) -> None:
    rows = tuple(w.radio(run.t(label), run.data.sort == key, ("sort", key)) for key, label in run.env.arrange(SORTS))
    run.ui.dialog = Dialog(title=run.t("Sort by"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _sort(run: Run, key: str) -> None:
    run.data.sort, run.ui.dialog = key, None


def _ask_show(run: Run) -> None:
    rows = tuple(w.radio(run.t(label), run.data.show == key, ("show", key)) for key, label in run.env.arrange(SHOWN))
    run.ui.dialog = Dialog(title=run.t("Show"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _show(run: Run, key: str) -> None:
    run.data.show, run.ui.dialog = key, None


# --- doing -----------------------------------------------------------------------------------------------------------


def _toggle(run: Run, id: str) -> None:
    if (found := find(run, id)) is None:
        return
    found["done"] = not found["done"]
    count = run.ui.memo["undo_count"] = run.ui.memo.get("undo_count", 0) + 1
    run.ui.memo["undo"] = id
    run.env.later(UNDO_MS, ("forget", count))


def _undo(run: Run) -> None:
    if (found := find(run, run.ui.memo.pop("undo", ""))) is not None:
        found["done"] = not found["done"]


def _forget(run: Run, count: int) -> None:
    if run.ui.memo.get("undo_count") == count:
        run.ui.memo.pop("undo", None)


def _tick(run: Run, id: str, index: int) -> None:
    if (found := find(run, id)) is not None:
        found["subtasks"][index]["done"] = not found["subtasks"][index]["done"]


def _ask_delete(run: Run, id: str) -> None:
    if (found := find(run, id)) is not None:
        buttons = ((run.t("Delete"), ("delete", id)), (run.t("Cancel"), ("noop",)))
        message = run.t("“{title}” cannot be brought back.", title=found["title"])
        run.ui.dialog = Dialog(title=run.t("Delete task?"), message=message, buttons=buttons)


def _delete(run: Run, id: str) -> None:
    run.data.tasks[:] = [t for t in run.data.tasks if t["id"] != id]
    run.ui.back()
    run.env.toast(run.t("Task deleted"))


# --- the form --------------------------------------------------------------------------------------------------------


def _create(run: Run) -> None:
    inside = run.ui.page.args.get("list", "")
    first = inside if find_list(run, inside) else (run.data.lists[0]["id"] if run.data.lists else "")
    _form(run, task("", first, ""))


def _start_edit(run: Run, id: str) -> None:
    if (found := find(run, id)) is not None:
        _form(run, found, id=id)


def _form(run: Run, old: Record, **args: Any) -> None:
    run.ui.fields.update({TITLE: old["title"], NOTE: old["note"], SUBTASK: ""})
    steps = [dict(s) for s in old["subtasks"]]
    run.ui.memo["form"] = {"list": old["list"], "due": old["due"], "priority": old["priority"], "subtasks": steps}
    run.ui.memo["form_error"] = ""
    run.ui.scroll["task_form"] = 0
    run.ui.go("edit", **args)


def _ask_due(run: Run, problem: str = "") -> None:
    today = run.env.today
    days = (("Today", today.isoformat()), ("Tomorrow", (today + timedelta(days=1)).isoformat()), ("No due date", ""))
    rows = tuple(w.item(run.t(label), icon="today", on_tap=("due", iso), id="due_choice") for label, iso in days)
    if not problem:
        run.ui.fields[DATE] = run.ui.memo["form"]["due"]
    box = w.text_field(DATE, "", hint=run.t("Due date"), on_submit=("type_due",))
    buttons = ((run.t("Set date"), ("type_due",)), (run.t("Cancel"), ("noop",)))
    message = problem or run.t("Choose, or type the date as yyyy-mm-dd.")
    run.ui.dialog = Dialog(title=run.t("When is it due?"), message=message, body=(*rows, box), buttons=buttons)


def _due(run: Run, iso: str) -> None:
    run.ui.memo["form"]["due"], run.ui.dialog = iso, None


def _type_due(run: Run, *_: Any) -> None:
    typed = run.ui.fields.get(DATE, "").strip()
    try:
        _due(run, date.fromisoformat(typed).isoformat())
    except ValueError:
        _ask_due(run, run.t("Use the form yyyy-mm-dd."))


def _ask_priority(run: Run) -> None:
    now = run.ui.memo["form"]["priority"]
    rows = tuple(w.radio(run.t(label), n == now, ("priority", n)) for n, label in enumerate(PRIORITIES))
    run.ui.dialog = Dialog(title=run.t("Priority"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _priority(run: Run, level: int) -> None:
    run.ui.memo["form"]["priority"], run.ui.dialog = level, None


def _ask_list(run: Run) -> None:
    now = run.ui.memo["form"]["list"]
    rows = tuple(w.radio(x["name"], x["id"] == now, ("into", x["id"])) for x in run.data.lists)
    run.ui.dialog = Dialog(title=run.t("Move to list"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _into(run: Run, id: str) -> None:
    run.ui.memo["form"]["list"], run.ui.dialog = id, None


def _add_step(run: Run, *_: Any) -> None:
    if words := run.ui.fields.get(SUBTASK, "").strip():
        run.ui.memo["form"]["subtasks"].append({"text": words, "done": False})
    run.ui.fields[SUBTASK] = ""


def _drop_step(run: Run, index: int) -> None:
    del run.ui.memo["form"]["subtasks"][index]


def _save(run: Run) -> None:
    _add_step(run)  # a last subtask that was typed but not added is meant to be kept
    title = run.ui.fields.get(TITLE, "").strip()
    if not title:
        run.ui.memo["form_error"] = run.t("A task needs a title")
        return
    made = {"title": title, "note": run.ui.fields.get(NOTE, "").strip(), **run.ui.memo["form"]}
    old = find(run, run.ui.page.args.get("id", ""))
    run.ui.back()
    if old is not None:
        old.update(made)
    else:
        run.data.tasks.append({**task(pool.next_id("k", run.data.tasks), "", ""), **made})
    run.env.toast(run.t("Task saved"))


# --- lists -----------------------------------------------------------------------------------------------------------


def _ask_name(run: Run, id: str) -> None:
    old = find_list(run, id)
    run.ui.fields[LIST] = old["name"] if old else ""
    box = w.text_field(LIST, "", hint=run.t("List name"), on_submit=("name_list", id))
    buttons = ((run.t("Save"), ("name_list", id)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title=run.t("Rename list" if old else "New list"), body=(box,), buttons=buttons)


def _name_list(run: Run, id: str, *_: Any) -> None:
    run.ui.dialog = None
    name = run.ui.fields.get(LIST, "").strip()
    taken = any(x["name"].casefold() == name.casefold() and x["id"] != id for x in run.data.lists)
    if not name or taken:
        run.env.toast(run.t("Choose a name that is not in use"))
    elif (old := find_list(run, id)) is not None:
        old["name"] = name
    else:
        run.data.lists.append({"id": pool.next_id("l", run.data.lists), "name": name})


def _ask_drop(run: Run, id: str) -> None:
    if (found := find_list(run, id)) is not None:
        count = len(listed(run.data, id, "all"))
        buttons = ((run.t("Delete list"), ("drop_list", id)), (run.t("Cancel"), ("noop",)))
        message = run.t("The list and all its tasks go for good. Tasks in it: {count}", count=count)
        run.ui.dialog = Dialog(title=run.t("Delete “{name}”?", name=found["name"]), message=message, buttons=buttons)


def _drop_list(run: Run, id: str) -> None:
    run.data.lists[:] = [x for x in run.data.lists if x["id"] != id]
    run.data.tasks[:] = [t for t in run.data.tasks if t["list"] != id]
    run.ui.back()
    run.env.toast(run.t("List deleted"))


HANDLERS: dict[str, Handler] = {
    "open_list": _open_list, "open": _open, "search": _start_search, "ask_sort": _ask_sort, "sort": _sort,
    "ask_show": _ask_show, "show": _show, "toggle": _toggle, "undo": _undo, "forget": _forget, "tick": _tick,
    "ask_delete": _ask_delete, "delete": _delete, "create": _create, "edit": _start_edit, "ask_due": _ask_due, "due": _due,
    "type_due": _type_due, "ask_priority": _ask_priority, "priority": _priority, "ask_list": _ask_list, "into": _into,
    "add_step": _add_step, "drop_step": _drop_step, "save": _save, "ask_name": _ask_name, "name_list": _name_list,
    "ask_drop": _ask_drop, "drop_list": _drop_list,
}  # fmt: skip

APP = App(
    name="tasks",
    package="com.simphone.tasks",
    activity=".MainActivity",
    labels={"en": "Tasks", "zh": "任务", "ar": "المهام"},
    icon="check",
    color="#1e8e3e",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
