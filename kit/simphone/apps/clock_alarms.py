"""The Clock's alarms: setting the time, label and days, switching, deleting, ringing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps.prompts import ask
from kit.simphone.widgets import chip, row, text, text_field

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SNOOZE_MINUTES = 10


def next_id(entries: Iterable[Mapping[str, Any]]) -> str:
    """One more than the largest id in use."""
    return str(1 + max((int(e["id"]) for e in entries), default=0))


def clock_words(run: Run, hour: int, minute: int) -> str:
    """A time of day as the phone's format and language have it: "18:05" or "6:05 PM"."""
    if run.env.settings.time_24h:
        return f"{hour:02}:{minute:02}"
    return run.t("{time} AM" if hour < 12 else "{time} PM", time=f"{(hour + 11) % 12 + 1}:{minute:02}")


def days_words(run: Run, alarm: Mapping[str, Any]) -> str:
    """When it repeats: "Every day", "Mon, Wed", or "Not scheduled" / "Once" for an alarm that rings once."""
    days = sorted(alarm["days"])
    if not days:
        return run.t("Once" if alarm["enabled"] else "Not scheduled")
    return run.t("Every day") if len(days) == 7 else ", ".join(run.t(DAYS[d][:3]) for d in days)


def next_ring(alarm: Mapping[str, Any], now: datetime) -> datetime:
    """The next moment after `now` at which the alarm's time and days say to ring."""
    moment = now.replace(hour=alarm["hour"], minute=alarm["minute"], second=0, microsecond=0)
    if moment <= now:
        moment += timedelta(days=1)
    while alarm["days"] and moment.weekday() not in alarm["days"]:
        moment += timedelta(days=1)
    return moment


def _alarm(run: Run, key: str) -> dict[str, Any] | None:
    return next((a for a in run.data.alarms if a["id"] == key), None)


def _arm(run: Run, alarm: dict[str, Any]) -> None:
    """Asks the phone for a call at the next ring; an alarm that has changed by then does not answer it."""
    moment = next_ring(alarm, run.env.now)
    run.ui.memo.setdefault("armed", {})[alarm["id"]] = moment.isoformat()
    wait = int((moment - run.env.now) / timedelta(milliseconds=1))
    run.env.later(wait, ("ring", alarm["id"], moment.isoformat()))


def _resume(run: Run) -> None:
    """Arms what is on but waits for no call: alarms that came with the data, or whose app was stopped."""
    armed = run.ui.memo.get("armed", {})
    for alarm in run.data.alarms:
        if alarm["enabled"] and armed.get(alarm["id"]) != next_ring(alarm, run.env.now).isoformat():
            _arm(run, alarm)


def _announce(run: Run, alarm: dict[str, Any]) -> None:
    left = next_ring(alarm, run.env.now) - run.env.now + timedelta(seconds=59)
    days, minutes = left.days, left.seconds // 60
    parts = [
        run.t("{count} days", count=days) if days else "",
        run.t("{count} hours", count=minutes // 60) if minutes >= 60 else "",
        run.t("{count} minutes", count=minutes % 60),
    ]
    run.env.toast(run.t("Alarm set for {time} from now.", time=", ".join(p for p in parts if p)))


# --- the time picker -------------------------------------------------------------------------------------------------


def _picker(run: Run, key: str, after: str) -> Dialog:
    """Two number fields and, with the 12-hour format, AM and PM. `after` is "PM" when that is chosen."""
    fields = run.ui.fields
    names = run.t("Hour"), run.t("Minute")
    hour = text_field("hour", fields["hour"], hint=names[0], input="number", desc=names[0], weight=1)
    minute = text_field("minute", fields["minute"], hint=names[1], input="number", desc=names[1], weight=1)
    body = [row(hour, text(":", style="headline"), minute, id="time_header", pad=8, ltr=True)]
    if not run.env.settings.time_24h:
        halves = (
            chip(run.t(h), ("picker", key, h), selected=h == after, id=f"{h.lower()}_label") for h in ("AM", "PM")
        )
        body.append(row(*halves, id="ampm_layout", pad=8))
    done = ("set_time", key, after)
    buttons = ((run.t("OK"), done), (run.t("Cancel"), ("noop",)))
    return Dialog(run.t("Select time"), body=tuple(body), buttons=buttons)


def _open_picker(run: Run, key: str, hour: int, minute: int) -> None:
    shown = hour if run.env.settings.time_24h else (hour + 11) % 12 + 1
    run.ui.fields.update(hour=f"{shown:02}" if run.env.settings.time_24h else str(shown), minute=f"{minute:02}")
    run.ui.dialog = _picker(run, key, "AM" if hour < 12 else "PM")


def _repicker(run: Run, key: str, after: str) -> None:
    run.ui.dialog = _picker(run, key, after)


def _typed_time(run: Run, after: str) -> tuple[int, int] | None:
    try:
        hour, minute = int(run.ui.fields["hour"]), int(run.ui.fields["minute"])
    except ValueError:
        return None
    if run.env.settings.time_24h:
        return (hour, minute) if 0 <= hour < 24 and 0 <= minute < 60 else None
    return (hour % 12 + (12 if after == "PM" else 0), minute) if 1 <= hour <= 12 and 0 <= minute < 60 else None


def _add_alarm(run: Run) -> None:
    _open_picker(run, "", run.env.now.hour, 0)


def _ask_time(run: Run, key: str) -> None:
    if alarm := _alarm(run, key):
        _open_picker(run, key, alarm["hour"], alarm["minute"])


def _set_time(run: Run, key: str, after: str) -> None:
    time = _typed_time(run, after)
    if time is None:
        run.env.toast(run.t("Invalid time"))
        run.ui.dialog = _picker(run, key, after)
        return
    alarm = _alarm(run, key)
    if alarm is None:
        alarm = _blank(run)
        run.data.alarms.append(alarm)
        run.ui.memo["expanded"] = alarm["id"]
    alarm.update(hour=time[0], minute=time[1], enabled=True)
    _arm(run, alarm)
    _announce(run, alarm)


def _blank(run: Run) -> dict[str, Any]:
    return {"id": next_id(run.data.alarms), "label": "", "days": [], "vibrate": True}


# --- one alarm -------------------------------------------------------------------------------------------------------


def _expand(run: Run, key: str) -> None:
    run.ui.memo["expanded"] = "" if run.ui.memo.get("expanded") == key else key


def _switch(run: Run, key: str) -> None:
    alarm = _alarm(run, key)
    if alarm is None:
        return
    alarm["enabled"] = not alarm["enabled"]
    if alarm["enabled"]:
        _arm(run, alarm)
        _announce(run, alarm)


def _day(run: Run, key: str, day: int) -> None:
    if alarm := _alarm(run, key):
        alarm["days"] = sorted(set(alarm["days"]) ^ {day})
        if alarm["enabled"]:
            _arm(run, alarm)


def _vibrate(run: Run, key: str) -> None:
    if alarm := _alarm(run, key):
        alarm["vibrate"] = not alarm["vibrate"]


def _ask_label(run: Run, key: str) -> None:
    if alarm := _alarm(run, key):
        title = run.t("Label")
        ask(run, title, "label", alarm["label"], hint=title, then=("set_label", key), ok=run.t("OK"))


def _set_label(run: Run, key: str, *typed: str) -> None:
    del typed
    run.ui.dialog = None
    if alarm := _alarm(run, key):
        alarm["label"] = run.ui.fields["label"].strip()


def _delete(run: Run, key: str) -> None:
    run.data.alarms = [a for a in run.data.alarms if a["id"] != key]
    run.env.toast(run.t("Alarm deleted"))


# --- ringing ---------------------------------------------------------------------------------------------------------


def _ring(run: Run, key: str, moment: str) -> None:
    alarm = _alarm(run, key)
    due = datetime.fromisoformat(moment)
    if alarm is None or not alarm["enabled"] or (alarm["hour"], alarm["minute"]) != (due.hour, due.minute):
        return
    if alarm["days"] and due.weekday() not in alarm["days"]:
        return
    if run.ui.memo.get("armed", {}).get(key, moment) != moment:
        return  # two calls for one ring: the app was left and came back
    if alarm["days"]:
        _arm(run, alarm)
    else:
        alarm["enabled"] = False
    title = alarm["label"] or run.t("Alarm")
    run.env.notify(title, clock_words(run, due.hour, due.minute), ("show_alarm", key))
    _show(run, key)


def _show(run: Run, key: str) -> None:
    if alarm := _alarm(run, key):
        time = clock_words(run, alarm["hour"], alarm["minute"])
        buttons = ((run.t("Dismiss"), ("noop",)), (run.t("Snooze"), ("snooze", key)))
        run.ui.dialog = Dialog(alarm["label"] or run.t("Alarm"), time, buttons=buttons, cancelable=False)


def _snooze(run: Run, key: str) -> None:
    run.env.toast(run.t("Snoozing for {count} minutes.", count=SNOOZE_MINUTES))
    run.env.later(SNOOZE_MINUTES * 60_000, ("show_alarm", key))


HANDLERS: dict[str, Handler] = {
    "add_alarm": _add_alarm,
    "picker": _repicker,
    "ask_time": _ask_time,
    "set_time": _set_time,
    "expand": _expand,
    "switch_alarm": _switch,
    "day": _day,
    "vibrate": _vibrate,
    "ask_label": _ask_label,
    "set_label": _set_label,
    "delete_alarm": _delete,
    "resume": _resume,
    "ring": _ring,
    "show_alarm": _show,
    "snooze": _snooze,
}
