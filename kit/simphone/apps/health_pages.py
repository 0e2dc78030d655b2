"""The pages of Health: today, medicines, weights, the week's chart. Pure views of the data of `kit.simphone.apps.health`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

GOAL, WEIGHT, DATE = "daily_goal", "weight_in_kg", "date"
MEDICINE = {"name": "Name", "dose": "Dose", "time": "Time", "note": "Note"}
REASONS = ("Forgot", "Side effects", "Out of stock", "Doctor's advice")
_FLOOR, _TOP = 850, 150
"""Where the bars of the chart stand and how high the highest one reaches, thousandths of the canvas."""


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {"weight": _weight, "medicine": _medicine, "edit": _edit}
    return pages.get(run.ui.page.name, _home)(run)


def find(records: list[Record], id: str) -> Record | None:
    """The record with this id."""
    return next((r for r in records if r["id"] == id), None)


def today(run: Run) -> str:
    """The phone's day, ISO."""
    return run.env.today.isoformat()


def dose_of(run: Run, medicine: str) -> Record | None:
    """What was noted about today's dose of a medicine."""
    day = today(run)
    return next((d for d in run.data.doses if (d["medicine"], d["date"]) == (medicine, day)), None)


def kilograms(tenths: int) -> str:
    """725 tenths are 72.5."""
    return f"{tenths // 10}.{tenths % 10}"


def _home(run: Run) -> w.Widget:
    tab = int(run.ui.memo.get("tab", 0))
    labels = (run.t("Today"), run.t("Medicines"), run.t("Weight"), run.t("Week"))
    body = (_today, _medicines, _weights, _chart)[tab](run)
    add = {1: ("New medicine", ("edit_medicine", "")), 2: ("New weight", ("weight", ""))}.get(tab)
    floating = w.fab("add", run.t(add[0]), add[1], id="add_button") if add else None
    return w.page(page_bar(run, run.t("Health")), w.tabs(labels, tab, "tab"), body, floating=floating)


def _today(run: Run) -> w.Widget:
    data, day = run.data, today(run)
    steps = run.t("{count} of {goal} steps", count=data.steps.get(day, 0), goal=data.steps_goal)
    water = data.water.get(day, 0)
    glasses = w.column(
        w.text(run.t("Water today"), style="title"),
        w.text(run.t("{count} of {goal} glasses", count=water, goal=data.water_goal), style="caption", id="water_line"),
        weight=1,
    )
    less = w.icon_button("remove", run.t("Remove a glass"), ("glass", -1), enabled=water > 0, id="less_water")
    more = w.icon_button("add", run.t("Add a glass"), ("glass", 1), id="more_water")
    return w.scroll(
        w.item(run.t("Steps today"), steps, icon="accessibility", id="steps_row"),
        w.row(w.Widget(kind="image", icon="drop", width=40, height=40), glasses, less, more, pad=16, id="water_row"),
        w.divider(),
        *(
            w.item(
                run.t(title), run.t("{count} a day", count=getattr(data, key)), on_tap=("ask_goal", key), id="goal_row"
            )
            for title, key in (("Goal for steps", "steps_goal"), ("Goal for water", "water_goal"))
        ),
        id="today",
    )


# --- medicines -------------------------------------------------------------------------------------------------------


def _status(run: Run, id: str) -> str:
    noted = dose_of(run, id)
    if noted is None:
        return run.t("Not yet today")
    return run.t("Taken") if noted["status"] == "taken" else run.t("Skipped: {reason}", reason=run.t(noted["reason"]))


def _medicines(run: Run) -> w.Widget:
    rows = [
        w.item(
            m["name"],
            " · ".join(p for p in (m["time"], m["dose"], _status(run, m["id"])) if p),
            icon="alarm",
            on_tap=("medicine", m["id"]),
            id="medicine_row",
        )
        for m in sorted(run.data.medicines, key=lambda m: (m["time"], m["name"], m["id"]))
    ]
    return w.scroll(*rows, w.space(96), id="medicines") if rows else w.empty(run.t("No medicines"))


def _medicine(run: Run) -> w.Widget:
    m = find(run.data.medicines, run.ui.page.args.get("id", ""))
    if m is None:
        return w.page(page_bar(run, run.t("Medicine"), up=True), w.empty(run.t("This medicine was deleted")))
    bar = page_bar(
        run,
        "",
        w.icon_button("edit", run.t("Edit medicine"), ("edit_medicine", m["id"]), id="action_edit"),
        w.icon_button("delete", run.t("Delete medicine"), ("ask_drop", "medicines", m["id"]), id="action_delete"),
        up=True,
    )
    if dose_of(run, m["id"]) is None:
        buttons = [
            w.button(run.t("Mark as taken"), ("mark", m["id"], "taken"), style="filled", weight=1, id="taken_button"),
            w.button(run.t("Skip dose"), ("ask_reason", m["id"]), style="outlined", weight=1, id="skip_button"),
        ]
    else:
        buttons = [w.button(run.t("Undo"), ("mark", m["id"], ""), style="outlined", weight=1, id="undo_button")]
    body = w.scroll(
        w.text(m["name"], style="headline", pad=16, id="medicine_name"),
        w.item(m["time"], run.t("Time"), icon="clock", id="time_row"),
        w.item(m["dose"], run.t("Dose"), icon="label", id="dose_row") if m["dose"] else None,
        w.item(m["note"], run.t("Note"), icon="note", id="note_row") if m["note"] else None,
        w.item(_status(run, m["id"]), run.t("Today's dose"), icon="today", id="status_row"),
        w.row(*buttons, pad=16),
        id="medicine_details",
    )
    return w.page(bar, body)


def _field(run: Run, id: str, hint: str, input: str = "text") -> w.Widget:
    """A field with its name above it: a filled one no longer shows its hint."""
    words = run.t(hint)
    box = w.text_field(id, run.ui.fields.get(id, ""), hint=words, action="next", input=input)
    return w.column(w.text(words, style="caption"), box, pad=8)


def _form(run: Run, title: str, save: str, fields: list[w.Widget], id: str, *actions: w.Widget) -> w.Widget:
    error = run.ui.memo.get("form_error", "")
    wrong = w.text(error, color="error", id="error", pad=16) if error else None
    done = w.button(run.t("Save"), (save,), style="text", id="action_save")
    return w.page(page_bar(run, run.t(title), *actions, done, up=True), w.scroll(wrong, *fields, id=id))


def _edit(run: Run) -> w.Widget:
    fields = [_field(run, key, hint) for key, hint in MEDICINE.items()]
    title = "Edit medicine" if run.ui.page.args["id"] else "New medicine"
    return _form(run, title, "save_medicine", fields, "medicine_form")


# --- weights ---------------------------------------------------------------------------------------------------------


def _weights(run: Run) -> w.Widget:
    rows = [
        w.item(
            run.t("{kg} kg", kg=kilograms(x["tenths"])),
            run.env.day(date.fromisoformat(x["date"]), year=True),
            on_tap=("weight", x["id"]),
            id="weight_row",
        )
        for x in sorted(run.data.weights, key=lambda x: (x["date"], int(x["id"][1:])), reverse=True)
    ]
    return w.scroll(*rows, w.space(96), id="weights") if rows else w.empty(run.t("No weights yet"))


def _weight(run: Run) -> w.Widget:
    id = run.ui.page.args["id"]
    fields = [_field(run, WEIGHT, "Weight in kg", "number"), _field(run, DATE, "Date")]
    drop = w.icon_button("delete", run.t("Delete weight"), ("ask_drop", "weights", id), id="action_delete")
    return _form(
        run, "Edit weight" if id else "New weight", "save_weight", fields, "weight_form", *([drop] if id else [])
    )


# --- the chart -------------------------------------------------------------------------------------------------------


def _chart(run: Run) -> w.Widget:
    ago = run.ui.memo.get("weeks_ago", 0)
    last = run.env.today - timedelta(days=7 * ago)
    days = [last - timedelta(days=n) for n in range(6, -1, -1)]
    counts = [run.data.steps.get(d.isoformat(), 0) for d in days]
    bar = run.ui.memo.get("bar")
    head = w.row(
        w.icon_button("left", run.t("Earlier week"), ("week", 1), id="earlier"),
        w.text(
            run.t("{first} to {last}", first=run.env.day(days[0]), last=run.env.day(days[6])),
            style="title",
            weight=1,
            align="center",
            id="week_title",
        ),
        w.icon_button("forward", run.t("Later week"), ("week", -1), enabled=ago > 0, id="later"),
        pad=8,
    )
    chart = w.Widget(
        kind="canvas",
        desc=run.t("Steps of the week"),
        on_tap=("bar",),
        drawing=_bars(days, counts, bar),
        height=260,
        id="chart",
    )
    if bar is None:
        line = w.text(run.t("Tap a bar to see its day"), style="caption", pad=16, id="chart_hint")
    else:
        line = w.item(run.t("{count} steps", count=counts[bar]), run.env.day(days[bar]), icon="today", id="day_row")
    return w.scroll(head, chart, line, id="week")


def _bars(days: list[date], counts: list[int], chosen: int | None) -> tuple[tuple[object, ...], ...]:
    """Seven bars, what each counts above it and its day of the month below: pixels only."""
    most = max(1, *counts)
    shapes: list[tuple[object, ...]] = []
    for n, (day, count) in enumerate(zip(days, counts, strict=True)):
        middle, top = 1000 * (2 * n + 1) // 14, _FLOOR - (_FLOOR - _TOP) * count // most
        shapes.append(("rect", "accent" if n == chosen else "outline", middle - 45, top, middle + 45, _FLOOR))
        shapes.append(("text", "text", middle, top - 45, 34, str(count)))
        shapes.append(("text", "muted", middle, 920, 34, str(day.day)))
    return tuple(shapes)
