"""The pages of Calendar: schedule, month, event, form, search. Pure views of the data of `kit.simphone.apps.calendar`."""

from __future__ import annotations

import calendar as months
from collections.abc import Callable
from datetime import date

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record

TITLE, PLACE, SEARCH = "title", "location", "search_view"
DAY, HOUR, MINUTE = "mtrl_picker_text_input_date", "material_hour_text_input", "material_minute_text_input"
REMINDERS = {-1: "None", 0: "At time of event", 10: "10 minutes before", 30: "30 minutes before", 60: "1 hour before"}


def find(run: Run, id: str) -> Record | None:
    """The event with this id."""
    return next((e for e in run.data.events if e["id"] == id), None)


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {"event": _event, "edit": _edit, "search": _search}
    return pages.get(run.ui.page.name, _home)(run)


def long_date(day: date) -> str:
    """A day as the app writes it out: Saturday, 14 March 2026."""
    return f"{day:%A}, {day.day} {day:%B %Y}"


def shown_day(run: Run) -> date:
    """The day chosen in the month view; today until one is."""
    return date.fromisoformat(run.ui.memo.get("day") or run.env.now.date().isoformat())


def _when(e: Record) -> str:
    return "All day" if e["all_day"] else f"{e['start']} – {e['end']}"


def _row(e: Record, *, dated: bool = False) -> w.Widget:
    day = date.fromisoformat(e["date"])
    parts = [f"{day.day} {day:%b %Y}" if dated else "", _when(e), e["location"]]
    return w.item(e["title"], " · ".join(filter(None, parts)), on_tap=("open", e["id"]), id="event_row")


def _by_time(events: list[Record]) -> list[Record]:
    return sorted(events, key=lambda e: (e["date"], not e["all_day"], e["start"], e["title"], e["id"]))


def _home(run: Run) -> w.Widget:
    monthly = bool(run.ui.memo.get("monthly"))
    bar = w.app_bar(
        "Calendar",
        w.icon_button("search", "Search events", ("search",), id="action_search"),
        w.icon_button("today", "Today", ("today",), id="action_today"),
    )
    body = _month(run) if monthly else _schedule(run)
    add = w.fab("add", "New event", ("create",), id="floating_action_button")
    return w.page(bar, w.tabs(("Schedule", "Month"), int(monthly), "mode"), body, floating=add)


def _schedule(run: Run) -> w.Widget:
    today = run.env.now.date()
    rows: list[w.Widget] = []
    seen = ""
    for e in _by_time([e for e in run.data.events if e["date"] >= today.isoformat()]):
        if e["date"] != seen:
            seen = e["date"]
            title = "Today" if seen == today.isoformat() else long_date(date.fromisoformat(seen))
            rows.append(w.text(title, style="caption", pad=8, id="day_header"))
        rows.append(_row(e))
    return w.scroll(*rows, w.space(96), id="agenda") if rows else w.empty("No events coming up")


def _month(run: Run) -> w.Widget:
    day = shown_day(run)
    rows = [_row(e) for e in _by_time(run.data.events) if e["date"] == day.isoformat()]
    busy = {e["date"] for e in run.data.events}
    return w.column(
        month_grid(day, day, busy, "day", "turn"),
        w.text(long_date(day), style="caption", pad=8, id="day_header"),
        w.scroll(*rows, w.space(96), id="day_events") if rows else w.empty("No events on this day"),
        weight=1,
    )


def month_grid(shown: date, selected: date, busy: set[str], pick: str, turn: str) -> w.Widget:
    """A month of day buttons; a tap sends (pick, ISO day), the arrows send (turn, -1 or 1)."""
    blanks = [w.text("", no_node=True) for _ in range(shown.replace(day=1).weekday())]
    cells: list[w.Widget] = []
    for number in range(1, months.monthrange(shown.year, shown.month)[1] + 1):
        day = shown.replace(day=number)
        note = ", has events" if day.isoformat() in busy else ""
        style = "filled" if day == selected else "text"
        cells.append(
            w.button(
                str(number),
                (pick, day.isoformat()),
                desc=f"{number} {day:%B %Y}{note}",
                style=style,
                selected=day == selected,
                color="accent" if note else "",
            )
        )
    head = w.row(
        w.icon_button("back", "Previous month", (turn, -1), id="prev"),
        w.text(f"{shown:%B %Y}", style="title", weight=1, align="center", id="month_title"),
        w.icon_button("forward", "Next month", (turn, 1), id="next"),
    )
    names = [w.text(letter, style="caption", align="center", no_node=True) for letter in "MTWTFSS"]
    return w.column(head, w.grid(*names, *blanks, *cells, columns=7, id="month_grid"))


def _event(run: Run) -> w.Widget:
    e = find(run, run.ui.page.args.get("id", ""))
    if e is None:
        return w.page(w.app_bar("Event", up=True), w.empty("This event was deleted"))
    bar = w.app_bar(
        "",
        w.icon_button("edit", "Edit event", ("edit", e["id"]), id="action_edit"),
        w.icon_button("delete", "Delete event", ("ask_delete", e["id"]), id="action_delete"),
        up=True,
    )
    lines = w.column(
        w.text(e["title"], style="headline", id="event_title", pad=16),
        w.text(long_date(date.fromisoformat(e["date"])), id="when_date", pad=16),
        w.text(_when(e), id="when_time", pad=16),
        w.text(e["location"], id="where", pad=16) if e["location"] else None,
        w.text(f"Reminder: {REMINDERS[e['reminder']].lower()}", style="caption", id="reminder", pad=16),
    )
    return w.page(bar, w.scroll(lines, id="event_details"))


def _edit(run: Run) -> w.Widget:
    form = run.ui.memo["form"]
    fields = run.ui.fields
    error = run.ui.memo.get("form_error", "")
    bar = w.app_bar(
        "Edit event" if run.ui.page.args.get("id") else "New event",
        w.button("Save", ("save",), style="text", id="action_done"),
        up=True,
    )
    timed = not form["all_day"]
    return w.page(
        bar,
        w.scroll(
            w.text(error, color="error", id="error", pad=16) if error else None,
            w.column(w.text_field(TITLE, fields.get(TITLE, ""), hint="Title", action="next"), pad=8),
            w.switch("All day", form["all_day"], ("all_day",), id="is_all_day"),
            w.item("Date", long_date(date.fromisoformat(form["date"])), on_tap=("ask_date",), id="start_date"),
            w.item("Start time", form["start"], on_tap=("ask_time", "start"), id="start_time") if timed else None,
            w.item("End time", form["end"], on_tap=("ask_time", "end"), id="end_time") if timed else None,
            w.column(w.text_field(PLACE, fields.get(PLACE, ""), hint="Location", on_submit=("noop",)), pad=8),
            w.item("Reminder", REMINDERS[form["reminder"]], on_tap=("ask_reminder",), id="reminder_row"),
            id="edit_form",
        ),
    )


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [e for e in run.data.events if query and query in f"{e['title']} {e['location']}".casefold()]
    rows = [_row(e, dated=True) for e in _by_time(found)]
    bar = w.row(
        w.icon_button("back", "Navigate up", ("back",)),
        w.text_field(SEARCH, typed, hint="Search events", action="search", on_submit=("noop",), weight=1),
        id="toolbar",
        pad=8,
    )
    return w.page(
        bar, w.scroll(*rows, id="results") if rows else w.empty("No events found" if query else "Type to search")
    )
