"""The pages of Tasks: lists, one list, a task, the form, search. Pure views of the data of `kit.simphone.apps.tasks_app`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.prompts import search_bar

SEARCH, TITLE, NOTE, SUBTASK, DATE, LIST = "search_tasks", "title", "note", "new_subtask", "due_date", "list_name"
PRIORITIES = ("No priority", "Low priority", "Medium priority", "High priority")
SORTS = (("due", "Due date"), ("priority", "Priority"), ("title", "Title"))
SHOWN = (("open", "Open tasks"), ("done", "Completed tasks"), ("all", "Open and completed"))
_SORTED = {"due": "Sorted by due date", "priority": "Sorted by priority", "title": "Sorted by title"}


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {"list": _list, "task": _task, "edit": _edit, "search": _search}
    return pages.get(run.ui.page.name, _home)(run)


def find(run: Run, id: str) -> Record | None:
    """The task with this id."""
    return next((t for t in run.data.tasks if t["id"] == id), None)


def find_list(run: Run, id: str) -> Record | None:
    """The list with this id."""
    return next((x for x in run.data.lists if x["id"] == id), None)


def listed(data: Any, list: str, show: str, today: str = "") -> list[Record]:
    """The tasks of a list ("" for all, "today" for what is due by then) that `show` lets through, in the order chosen."""
    inside = [t for t in data.tasks if list in ("", t["list"]) or (list == "today" and "" < t["due"] <= today)]
    kept = [t for t in inside if show == "all" or t["done"] == (show == "done")]
    keys: dict[str, Callable[[Record], Any]] = {
        "due": lambda t: (t["due"] or "9999", t["title"].casefold()),
        "priority": lambda t: (-t["priority"], t["title"].casefold()),
        "title": lambda t: t["title"].casefold(),
    }
    return sorted(kept, key=keys[data.sort])


def _due(run: Run, iso: str) -> str:
    if not iso:
        return ""
    when, today = date.fromisoformat(iso), run.env.today
    if when == today:
        return run.t("Today")
    return run.env.day(when, year=when.year != today.year)


def _summary(run: Run, t: Record, *, place: bool) -> str:
    late = t["due"] and not t["done"] and t["due"] < run.env.today.isoformat()
    steps = t["subtasks"]
    owner = find_list(run, t["list"]) if place else None
    parts = (
        run.t("Overdue") if late else "",
        _due(run, t["due"]),
        run.t(PRIORITIES[t["priority"]]) if t["priority"] else "",
        run.t("{done} of {count} subtasks", done=sum(s["done"] for s in steps), count=len(steps)) if steps else "",
        owner["name"] if owner else "",
    )
    return " · ".join(p for p in parts if p)


def _row(run: Run, t: Record, *, place: bool = False) -> w.Widget:
    label = run.t("Mark {title} as open" if t["done"] else "Complete {title}", title=t["title"])
    box = w.Widget(kind="checkbox", desc=label, checked=t["done"], on_tap=("toggle", t["id"]), id="done_box")
    row = w.item(t["title"], _summary(run, t, place=place), on_tap=("open", t["id"]), id="task_row")
    return w.row(box, w.changed(row, weight=1, pad=12), id="task_line", pad=4)


def _undo(run: Run) -> w.Widget | None:
    if (t := find(run, run.ui.memo.get("undo", ""))) is None:
        return None
    said = run.t("Completed: {title}" if t["done"] else "Open again: {title}", title=t["title"])
    undo = w.button(run.t("Undo"), ("undo",), style="text", id="undo_button")
    return w.row(w.text(said, weight=1, id="undo_text"), undo, id="snackbar", pad=8)


def _home(run: Run) -> w.Widget:
    today = run.env.today.isoformat()

    def count(list: str) -> str:
        return run.t("Open: {count}", count=len(listed(run.data, list, "open", today)))

    rows = [
        w.item(x["name"], count(x["id"]), icon="list", on_tap=("open_list", x["id"]), id="list_row")
        for x in run.env.arrange(run.data.lists)
    ]
    bar = page_bar(
        run,
        run.t("Tasks"),
        w.icon_button("search", run.t("Search tasks"), ("search",), id="action_search"),
        w.icon_button("folder", run.t("New list"), ("ask_name", ""), id="action_new_list"),
    )
    body = w.scroll(
        w.item(run.t("All tasks"), count(""), icon="apps", on_tap=("open_list", ""), id="all_row"),
        w.item(run.t("Due today"), count("today"), icon="today", on_tap=("open_list", "today"), id="today_row"),
        w.divider(),
        *rows,
        w.space(96),
        id="lists",
    )
    return w.page(bar, body, floating=w.fab("add", run.t("New task"), ("create",), id="new_task"))


def _list(run: Run) -> w.Widget:
    id = run.ui.page.args.get("list", "")
    own = find_list(run, id)
    if own is None and id not in ("", "today"):
        return w.page(page_bar(run, run.t("Tasks"), up=True), w.empty(run.t("This list was deleted")))
    title = own["name"] if own else run.t("Due today" if id else "All tasks")
    actions = [
        w.icon_button("sort", run.t("Sort by"), ("ask_sort",), id="action_sort"),
        w.icon_button("filter", run.t("Show"), ("ask_show",), id="action_show"),
    ]
    if own:
        actions.append(w.icon_button("edit", run.t("Rename list"), ("ask_name", id), id="action_rename"))
        actions.append(w.icon_button("delete", run.t("Delete list"), ("ask_drop", id), id="action_delete_list"))
    how = f"{run.t(dict(SHOWN)[run.data.show])} · {run.t(_SORTED[run.data.sort])}"
    found = listed(run.data, id, run.data.show, run.env.today.isoformat())
    rows = [_row(run, t, place=own is None) for t in found]
    body = w.scroll(*rows, w.space(96), id=f"tasks_{id}") if rows else w.empty(run.t("Nothing to do here"))
    floating = None if _undo(run) else w.fab("add", run.t("New task"), ("create",), id="new_task")
    head = w.text(how, style="caption", pad=12, id="view_line")
    return w.page(page_bar(run, title, *actions, up=True), head, body, _undo(run), floating=floating)


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [t for t in listed(run.data, "", "all") if query and query in f"{t['title']} {t['note']}".casefold()]
    rows = [_row(run, t, place=True) for t in found]
    body = w.empty(run.t("No matching tasks" if query else "Type to search"))
    return w.page(search_bar(run, SEARCH, "Search tasks"), w.scroll(*rows, id="results") if rows else body, _undo(run))


def _task(run: Run) -> w.Widget:
    t = find(run, run.ui.page.args.get("id", ""))
    if t is None:
        return w.page(page_bar(run, run.t("Task"), up=True), w.empty(run.t("This task was deleted")))
    bar = page_bar(
        run,
        "",
        w.icon_button("edit", run.t("Edit task"), ("edit", t["id"]), id="action_edit"),
        w.icon_button("delete", run.t("Delete task"), ("ask_delete", t["id"]), id="action_delete"),
        up=True,
    )
    owner = find_list(run, t["list"])
    label = run.t("Mark {title} as open" if t["done"] else "Complete {title}", title=t["title"])
    steps = [
        w.checkbox(s["text"], s["done"], ("tick", t["id"], n), id=f"subtask_{n}") for n, s in enumerate(t["subtasks"])
    ]
    body = w.scroll(
        w.text(t["title"], style="headline", id="task_title", pad=16),
        w.item(_due(run, t["due"]) or run.t("No due date"), run.t("Due date"), icon="today", id="due_line"),
        w.item(run.t(PRIORITIES[t["priority"]]), run.t("Priority"), icon="flag", id="priority_line"),
        w.item(owner["name"], run.t("List"), icon="list", id="list_line") if owner else None,
        w.item(t["note"], run.t("Note"), icon="note", id="note_line") if t["note"] else None,
        w.text(run.t("Subtasks"), style="caption", pad=16) if steps else None,
        *steps,
        w.column(w.button(label, ("toggle", t["id"]), id="toggle_button", style="outlined"), pad=16),
        id=f"task_{t['id']}",
    )
    return w.page(bar, body, _undo(run))


def _edit(run: Run) -> w.Widget:
    form, fields = run.ui.memo["form"], run.ui.fields
    error = run.ui.memo.get("form_error", "")
    owner = find_list(run, form["list"])
    lines = [
        w.row(
            w.text(s["text"], weight=1),
            w.icon_button("close", run.t("Remove {step}", step=s["text"]), ("drop_step", n)),
            pad=8,
            id="step_line",
        )
        for n, s in enumerate(form["subtasks"])
    ]
    add = w.text_field(
        SUBTASK, fields.get(SUBTASK, ""), hint=run.t("New subtask"), action="next", on_submit=("add_step",), weight=1
    )
    due = _due(run, form["due"]) or run.t("No due date")
    bar = page_bar(
        run,
        run.t("Edit task" if run.ui.page.args.get("id") else "New task"),
        w.button(run.t("Save"), ("save",), style="text", id="action_save"),
        up=True,
    )
    return w.page(
        bar,
        w.scroll(
            w.text(error, color="error", id="error", pad=16) if error else None,
            w.column(w.text_field(TITLE, fields.get(TITLE, ""), hint=run.t("Title"), action="next"), pad=8),
            w.column(w.text_field(NOTE, fields.get(NOTE, ""), hint=run.t("Note"), action="next"), pad=8),
            w.item(run.t("Due date"), due, icon="today", on_tap=("ask_due",), id="due_row"),
            w.item(
                run.t("Priority"),
                run.t(PRIORITIES[form["priority"]]),
                icon="flag",
                on_tap=("ask_priority",),
                id="priority_row",
            ),
            w.item(
                run.t("List"), owner["name"] if owner else "", icon="list", on_tap=("ask_list",), id="list_choice_row"
            ),
            w.text(run.t("Subtasks"), style="caption", pad=16),
            *lines,
            w.row(add, w.icon_button("add", run.t("Add subtask"), ("add_step",), id="add_step_button"), pad=8),
            id="task_form",
        ),
    )
