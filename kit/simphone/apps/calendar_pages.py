"""The pages of Calendar: schedule, month, event, form, search. Pure views of the data of `kit.simphone.apps.calendar`."""

from __future__ import annotations

import calendar as months
from collections.abc import Callable
from datetime import date

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

TITLE, PLACE, SEARCH = "title", "location", "search_view"
DAY, HOUR, MINUTE = "mtrl_picker_text_input_date", "material_hour_text_input", "material_minute_text_input"
LETTERS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
REMINDERS = {-1: "None", 0: "At time of event", 10: "10 minutes before", 30: "30 minutes before", 60: "1 hour before"}


def find(run: Run, id: str) -> Record | None:
    """The event with this id."""
    return next((e for e in run.data.events if e["id"] == id), None)


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {"event": _event, "edit": _edit, "search": _search}
    return pages.get(run.ui.page.name, _home)(run)


def shown_day(run: Run) -> date:
    """The day chosen in the month view; today until one is."""
    return date.fromisoformat(run.ui.memo.get("day") or run.env.today.isoformat())


def _when(run: Run, e: Record) -> str:
    return run.t("All day") if e["all_day"] else f"{e['start']} – {e['end']}"


def _row(run: Run, e: Record, *, dated: bool = False) -> w.Widget:
    day = run.env.day(date.fromisoformat(e["date"]), year=True)
    parts = [day if dated else "", _when(run, e), e["location"]]
    return w.item(e["title"], " · ".join(filter(None, parts)), on_tap=("open", e["id"]), id="event_row")


def _by_time(events: list[Record]) -> list[Record]:
    return sorted(events, key=lambda e: (e["date"], not e["all_day"], e["start"], e["title"], e["id"]))


def _home(run: Run) -> w.Widget:
    monthly = bool(run.ui.memo.get("monthly"))
    bar = page_bar(
        run,
        run.t("Calendar"),
        w.icon_button("search", run.t("Search events"), ("search",), id="action_search"),
        w.icon_button("today", run.t("Today"), ("today",), id="action_today"),
    )
    body = _month(run) if monthly else _schedule(run)
    add = w.fab("add", run.t("New event"), ("create",), id="floating_action_button")
    names = (run.t("Schedule"), run.t("Month"))
    return w.page(bar, w.tabs(names, int(monthly), "mode"), body, floating=add)


def _schedule(run: Run) -> w.Widget:
    today = run.env.today
    rows: list[w.Widget] = []
    seen = ""
    for e in _by_time([e for e in run.data.events if e["date"] >= today.isoformat()]):
        if e["date"] != seen:
            seen = e["date"]
            named = run.env.day(date.fromisoformat(seen), year=True)
            title = run.t("Today") if seen == today.isoformat() else named
            rows.append(w.text(title, style="caption", pad=8, id="day_header"))
        rows.append(_row(run, e))
    return w.scroll(*rows, w.space(96), id="agenda") if rows else w.empty(run.t("No events coming up"))


def _month(run: Run) -> w.Widget:
    day = shown_day(run)
    rows = [_row(run, e) for e in _by_time(run.data.events) if e["date"] == day.isoformat()]
    busy = {e["date"] for e in run.data.events}
    return w.column(
        month_grid(run, day, day, busy, "day", "turn"),
        w.text(run.env.day(day, year=True), style="caption", pad=8, id="day_header"),
        w.scroll(*rows, w.space(96), id="day_events") if rows else w.empty(run.t("No events on this day")),
        weight=1,
    )


def month_grid(run: Run, shown: date, selected: date, busy: set[str], pick: str, turn: str) -> w.Widget:
    """A month of day buttons; a tap sends (pick, ISO day), the arrows send (turn, -1 or 1)."""
    blanks = [w.text("", no_node=True) for _ in range(shown.replace(day=1).weekday())]
    cells: list[w.Widget] = []
    for number in range(1, months.monthrange(shown.year, shown.month)[1] + 1):
        day = shown.replace(day=number)
        eventful = day.isoformat() in busy
        named = run.env.day(day, year=True)
        style = "filled" if day == selected else "text"
        cells.append(
            w.button(
                str(number),
                (pick, day.isoformat()),
                desc=run.t("{day}, has events", day=named) if eventful else named,
                style=style,
                selected=day == selected,
                color="accent" if eventful else "",
            )
        )
    head = w.row(
        w.icon_button("left", run.t("Previous month"), (turn, -1), id="prev"),
        w.text(
            run.t("{month} {year}", month=run.t(f"{shown:%B}"), year=shown.year),
            style="title",
            weight=1,
            align="center",
            id="month_title",
        ),
        w.icon_button("forward", run.t("Next month"), (turn, 1), id="next"),
    )
    names = [w.text(run.t(letter), style="caption", align="center", no_node=True) for letter in LETTERS]
    return w.column(head, w.grid(*names, *blanks, *cells, columns=7, id="month_grid"))


def _event(run: Run) -> w.Widget:
    e = find(run, run.ui.page.args.get("id", ""))
    if e is None:
        return w.page(page_bar(run, run.t("Event"), up=True), w.empty(run.t("This event was deleted")))
    bar = page_bar(
        run,
        "",
        w.icon_button("edit", run.t("Edit event"), ("edit", e["id"]), id="action_edit"),
        w.icon_button("delete", run.t("Delete event"), ("ask_delete", e["id"]), id="action_delete"),
        up=True,
    )
    lines = w.column(
        w.text(e["title"], style="headline", id="event_title", pad=16),
        w.text(run.env.day(date.fromisoformat(e["date"]), year=True), id="when_date", pad=16),
        w.text(_when(run, e), id="when_time", pad=16),
        w.text(e["location"], id="where", pad=16) if e["location"] else None,
        w.text(
            run.t("Reminder: {reminder}", reminder=run.t(REMINDERS[e["reminder"]])),
            style="caption",
            id="reminder",
            pad=16,
        ),
    )
    return w.page(bar, w.scroll(lines, id="event_details"))


def _edit(run: Run) -> w.Widget:
    form = run.ui.memo["form"]
    fields = run.ui.fields
    error = run.ui.memo.get("form_error", "")
    bar = page_bar(
        run,
        run.t("Edit event" if run.ui.page.args.get("id") else "New event"),
        w.button(run.t("Save"), ("save",), style="text", id="action_done"),
        up=True,
    )
    timed, day = not form["all_day"], run.env.day(date.fromisoformat(form["date"]), year=True)
    return w.page(
        bar,
        w.scroll(
            w.text(run.t(error), color="error", id="error", pad=16) if error else None,
            w.column(w.text_field(TITLE, fields.get(TITLE, ""), hint=run.t("Title"), action="next"), pad=8),
            w.switch(run.t("All day"), form["all_day"], ("all_day",), id="is_all_day"),
            w.item(run.t("Date"), day, on_tap=("ask_date",), id="start_date"),
            w.item(run.t("Start time"), form["start"], on_tap=("ask_time", "start"), id="start_time")
            if timed
            else None,
            w.item(run.t("End time"), form["end"], on_tap=("ask_time", "end"), id="end_time") if timed else None,
            w.column(w.text_field(PLACE, fields.get(PLACE, ""), hint=run.t("Location"), on_submit=("noop",)), pad=8),
            w.item(run.t("Reminder"), run.t(REMINDERS[form["reminder"]]), on_tap=("ask_reminder",), id="reminder_row"),
            id="edit_form",
        ),
    )


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [e for e in run.data.events if query and query in f"{e['title']} {e['location']}".casefold()]
    rows = [_row(run, e, dated=True) for e in _by_time(found)]
    bar = w.row(
        w.icon_button("back", run.t("Navigate up"), ("back",)),
        w.text_field(SEARCH, typed, hint=run.t("Search events"), action="search", on_submit=("noop",), weight=1),
        id="toolbar",
        pad=8,
    )
    nothing = w.empty(run.t("No events found" if query else "Type to search"))
    return w.page(bar, w.scroll(*rows, id="results") if rows else nothing)
