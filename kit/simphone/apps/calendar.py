"""Calendar: the schedule by day, a month grid, events, a form with date and time pickers, search.

Data: `events` (id, title, date as 2026-03-14, start and end as 09:30, all_day, location, reminder in minutes or -1).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.calendar_pages import (
    DAY,
    HOUR,
    MINUTE,
    PLACE,
    REMINDERS,
    SEARCH,
    TITLE,
    find,
    month_grid,
    shown_day,
    view,
)
from kit.simphone.apps.calendar_words import WORDS
from kit.simphone.apps.people import Record

YEARS = range(1970, 2100)
"""Years a date can be set to, as on Android."""

SAMPLES = (
    ("Team meeting", "Room 3"), ("Dentist", "Elm Street Clinic"), ("Yoga class", "Lakeside Pavilion"), ("Lunch", ""),
    ("Piano lesson", "Ivory Piano House"), ("Project review", "Online"), ("Haircut", ""), ("Book club", "Lantern Books"),
    ("Car service", "Granite Works"), ("Parents' evening", "Maple Hall"),
)  # fmt: skip


@dataclass(slots=True)
class CalendarData:
    """All events, in the order they were made."""

    events: list[Record] = field(default_factory=list[Record])


def event(id: str, title: str, day: date, start: str, end: str, **more: Any) -> Record:
    """An event's record with every key present. `start` and `end` are HH:MM on a 24-hour clock."""
    blank: Record = {"all_day": False, "location": "", "reminder": 10}
    return {"id": id, "title": title, "date": day.isoformat(), "start": start, "end": end, **blank, **more}


def fresh(rng: random.Random, now: datetime) -> CalendarData:
    """Five to eight events around today, never two at once."""
    made: list[Record] = []
    days = rng.sample(range(-4, 26), rng.randint(5, 8))
    for n, (offset, (title, place)) in enumerate(
        zip(sorted(days), rng.sample(SAMPLES, len(days)), strict=True), start=1
    ):
        hour = rng.randint(8, 18)
        day = now.date() + timedelta(days=offset)
        made.append(event(f"e{n}", title, day, f"{hour:02d}:00", f"{hour + 1:02d}:00", location=place))
    return CalendarData(events=made)


# --- handlers --------------------------------------------------------------------------------------------------------


def _mode(run: Run, index: int) -> None:
    run.ui.memo["monthly"] = bool(index)


def _today(run: Run) -> None:
    run.ui.memo["day"] = run.env.today.isoformat()
    run.ui.scroll["agenda"] = 0


def _pick_day(run: Run, iso: str) -> None:
    run.ui.memo["day"] = iso


def _month_from(day: date, step: int) -> date:
    index = day.year * 12 + day.month - 1 + step
    return date(index // 12, index % 12 + 1, 1)


def _turn(run: Run, step: int) -> None:
    run.ui.memo["day"] = _month_from(shown_day(run), step).isoformat()


def _open(run: Run, id: str) -> None:
    run.ui.go("event", id=id)


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _create(run: Run) -> None:
    day = shown_day(run) if run.ui.memo.get("monthly") else run.env.today
    _form(run, event("", "", day, "09:00", "10:00"))


def _start_edit(run: Run, id: str) -> None:
    if (e := find(run, id)) is not None:
        _form(run, e, id=id)


def _form(run: Run, e: Record, **args: Any) -> None:
    run.ui.fields.update({TITLE: e["title"], PLACE: e["location"]})
    run.ui.memo["form"] = {key: e[key] for key in ("date", "start", "end", "all_day", "reminder")}
    run.ui.memo["form_error"] = ""
    run.ui.scroll["edit_form"] = 0
    run.ui.go("edit", **args)


def _all_day(run: Run) -> None:
    run.ui.memo["form"]["all_day"] = not run.ui.memo["form"]["all_day"]


def _ask_date(run: Run, shown: str = "") -> None:
    selected = date.fromisoformat(run.ui.memo["form"]["date"])
    page = date.fromisoformat(shown) if shown else selected
    run.ui.memo["picker"] = page.isoformat()
    switch = w.button(run.t("Type the date"), ("type_date",), style="text", icon="edit", id="mtrl_picker_header_toggle")
    body = (month_grid(run, page, selected, set(), "pick_date", "turn_picker"), switch)
    run.ui.dialog = Dialog(title=run.t("Select date"), body=body, buttons=((run.t("Cancel"), ("noop",)),))


def _turn_picker(run: Run, step: int) -> None:
    _ask_date(run, _month_from(date.fromisoformat(run.ui.memo["picker"]), step).isoformat())


def _pick_date(run: Run, iso: str) -> None:
    run.ui.memo["form"]["date"] = iso
    run.ui.dialog = None


def _type_date(run: Run) -> None:
    run.ui.fields[DAY] = run.ui.memo["form"]["date"]
    _date_dialog(run)


def _date_dialog(run: Run, message: str = "") -> None:
    body = (w.text_field(DAY, run.ui.fields[DAY], hint=run.t("yyyy-mm-dd"), on_submit=("set_date",)),)
    buttons = ((run.t("OK"), ("set_date",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title=run.t("Type the date"), message=message, body=body, buttons=buttons)


def _set_date(run: Run, *_: Any) -> None:
    try:
        day = date.fromisoformat(run.ui.fields[DAY].strip())
    except ValueError:
        day = None
    if day is None or day.year not in YEARS:
        _date_dialog(run, run.t("Use the form yyyy-mm-dd"))
    else:
        _pick_date(run, day.isoformat())


def _ask_time(run: Run, which: str) -> None:
    run.ui.fields[HOUR], run.ui.fields[MINUTE] = run.ui.memo["form"][which].split(":")
    _time_dialog(run, which)


def _time_dialog(run: Run, which: str, message: str = "") -> None:
    halves = (
        w.column(
            w.text_field(id, run.ui.fields[id], hint=run.t(hint), input="number"),
            w.text(run.t(hint), style="caption"),
            weight=1,
        )
        for id, hint in ((HOUR, "Hour"), (MINUTE, "Minute"))
    )
    body = (w.row(*halves, pad=8),)
    buttons = ((run.t("OK"), ("set_time", which)), (run.t("Cancel"), ("noop",)))
    title = run.t("Set start time" if which == "start" else "Set end time")
    run.ui.dialog = Dialog(title=title, message=message, body=body, buttons=buttons)


def _set_time(run: Run, which: str) -> None:
    hour, minute = run.ui.fields[HOUR].strip(), run.ui.fields[MINUTE].strip()
    if not (hour.isdecimal() and minute.isdecimal() and int(hour) < 24 and int(minute) < 60):
        _time_dialog(run, which, run.t("Enter a valid time"))
        return
    form = run.ui.memo["form"]
    before, length = _minutes(form["start"]), _minutes(form["end"]) - _minutes(form["start"])
    form[which] = f"{int(hour):02d}:{int(minute):02d}"
    if which == "start" and before != _minutes(form["start"]):
        last = min(_minutes(form["start"]) + max(length, 0), 24 * 60 - 1)  # the length stays, as far as the day goes
        form["end"] = f"{last // 60:02d}:{last % 60:02d}"


def _minutes(clock: str) -> int:
    hour, minute = clock.split(":")
    return int(hour) * 60 + int(minute)


def _ask_reminder(run: Run) -> None:
    now = run.ui.memo["form"]["reminder"]
    rows = tuple(w.radio(run.t(label), minutes == now, ("reminder", minutes)) for minutes, label in REMINDERS.items())
    run.ui.dialog = Dialog(title=run.t("Reminder"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _reminder(run: Run, minutes: int) -> None:
    run.ui.memo["form"]["reminder"] = minutes
    run.ui.dialog = None


def _save(run: Run) -> None:
    form = run.ui.memo["form"]
    title = run.ui.fields.get(TITLE, "").strip()
    if not title:
        run.ui.memo["form_error"] = "Add a title to save this event"
        return
    if not form["all_day"] and _minutes(form["end"]) <= _minutes(form["start"]):
        run.ui.memo["form_error"] = "The event must end after it starts"
        return
    made = {"title": title, "location": run.ui.fields.get(PLACE, "").strip(), **form}
    old = find(run, run.ui.page.args.get("id", ""))
    run.ui.back()
    if old is not None:
        old.update(made)
    else:
        run.data.events.append({"id": pool.next_id("e", run.data.events), **made})
    run.env.toast(run.t("Event saved"))


def _ask_delete(run: Run, id: str) -> None:
    if (e := find(run, id)) is not None:
        buttons = ((run.t("Delete"), ("delete", id)), (run.t("Cancel"), ("noop",)))
        run.ui.dialog = Dialog(title=run.t("Delete this event?"), message=e["title"], buttons=buttons)


def _delete(run: Run, id: str) -> None:
    run.data.events[:] = [e for e in run.data.events if e["id"] != id]
    run.ui.back()
    run.env.toast(run.t("Event deleted"))


HANDLERS: dict[str, Handler] = {
    "mode": _mode, "today": _today, "day": _pick_day, "turn": _turn, "open": _open, "search": _start_search,
    "create": _create, "edit": _start_edit, "all_day": _all_day, "ask_date": _ask_date, "turn_picker": _turn_picker,
    "pick_date": _pick_date, "type_date": _type_date, "set_date": _set_date,
    "ask_time": _ask_time, "set_time": _set_time, "ask_reminder": _ask_reminder,
    "reminder": _reminder, "save": _save, "ask_delete": _ask_delete, "delete": _delete,
}  # fmt: skip

APP = App(
    name="calendar",
    package="com.android.calendar",
    activity=".AllInOneActivity",
    labels={"en": "Calendar", "zh": "日历", "ar": "التقويم"},
    icon="calendar",
    color="#1967d2",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    permissions=("contacts", "location", "notifications"),
    words=WORDS,
)
