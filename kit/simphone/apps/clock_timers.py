"""The Clock's timers and stopwatch."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from kit.simphone.app import Handler, Run
from kit.simphone.apps.clock_alarms import next_id
from kit.simphone.widgets import Widget, button, card, grid, icon_button, row, scroll, text

_MS = timedelta(milliseconds=1)
LONGEST = 99 * 3600 + 99 * 60 + 99
"""Seconds of the longest timer the keypad can set."""


def length_words(seconds: int) -> str:
    """A length as Clock writes it: "1:02:03", "5:00" or "0:30"."""
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


def watch_words(ms: int) -> str:
    """A stopwatch reading with hundredths: "00:05.32"."""
    minutes, rest = divmod(ms // 10, 6000)
    hours, minutes = divmod(minutes, 60)
    short = f"{minutes:02}:{rest // 100:02}.{rest % 100:02}"
    return f"{hours}:{short}" if hours else short


# --- timers ----------------------------------------------------------------------------------------------------------


def _digits_seconds(digits: str) -> int:
    padded = digits.rjust(6, "0")
    return int(padded[:2]) * 3600 + int(padded[2:4]) * 60 + int(padded[4:])


def setup(run: Run) -> Widget:
    """The keypad on which a new timer's length is typed from the right, as "HHMMSS"."""
    digits = str(run.ui.memo.get("timer_digits", ""))
    padded = digits.rjust(6, "0")
    keys = [button(k, ("timer_key", k), style="text", id=f"timer_setup_digit_{k}") for k in "123456789"]
    keys += [
        button("00", ("timer_key", "00"), style="text", id="timer_setup_digit_00"),
        button("0", ("timer_key", "0"), style="text", id="timer_setup_digit_0"),
        icon_button("backspace", run.t("Delete digit"), ("timer_delete",), id="timer_setup_delete"),
    ]
    start = button(run.t("Start"), ("start_timer",), style="filled", id="fab") if _digits_seconds(digits) else None
    cancel = button(run.t("Cancel"), ("cancel_timer",), style="text", id="cancel") if run.data.timers else None
    return scroll(
        text(
            run.t("{hours}h {minutes}m {seconds}s", hours=padded[:2], minutes=padded[2:4], seconds=padded[4:]),
            style="headline",
            align="center",
            id="timer_setup_time",
            pad=16,
        ),
        grid(*keys, columns=3, id="timer_setup_keypad", ltr=True),
        row(cancel, start, pad=8, align="center"),
        id="timer_setup",
    )


def left_ms(run: Run, timer: dict[str, Any]) -> int:
    """Milliseconds until it ends; negative once it has rung."""
    if not timer["ends"]:
        return int(timer["left_ms"])
    return int((datetime.fromisoformat(timer["ends"]) - run.env.now) / _MS)


def timer_card(run: Run, timer: dict[str, Any]) -> Widget:
    """One timer: what is left of it and its buttons."""
    key, left = timer["id"], left_ms(run, timer)
    shown = length_words(-(-left // 1000)) if left >= 0 else "−" + length_words(-left // 1000)
    running = bool(timer["ends"])
    name = run.t("{length} timer", length=length_words(timer["seconds"]))
    toggle = button(
        run.t("Pause" if running else "Start"), ("toggle_timer", key), style="filled", id="play_pause", weight=1
    )
    if running:
        second = button(run.t("Add 1:00"), ("extend_timer", key), style="outlined", id="add_one_min", weight=1)
    else:
        second = button(run.t("Reset"), ("reset_timer", key), style="outlined", id="reset", weight=1)
    return card(
        row(text(name, style="title", weight=1, id="timer_label"), icon_button("close", run.t("Delete {name}", name=name), ("delete_timer", key))),
        text(shown, style="display", align="center", id="timer_time_text"),
        row(second, toggle, pad=8),
        pad=8,
        id="timer_card",
    )  # fmt: skip


def _timer(run: Run, key: str) -> dict[str, Any] | None:
    return next((t for t in run.data.timers if t["id"] == key), None)


def _key(run: Run, key: str) -> None:
    digits = (str(run.ui.memo.get("timer_digits", "")) + key).lstrip("0")
    if len(digits) <= 6:
        run.ui.memo["timer_digits"] = digits


def _delete_key(run: Run) -> None:
    run.ui.memo["timer_digits"] = str(run.ui.memo.get("timer_digits", ""))[:-1]


def _start(run: Run) -> None:
    seconds = min(LONGEST, _digits_seconds(str(run.ui.memo.get("timer_digits", ""))))
    if not seconds:
        return
    timer = {"id": next_id(run.data.timers), "seconds": seconds, "ends": "", "left_ms": seconds * 1000}
    run.data.timers.append(timer)
    run.ui.memo.pop("timer_digits", None)
    run.ui.memo.pop("new_timer", None)
    _run_timer(run, timer)


def _run_timer(run: Run, timer: dict[str, Any]) -> None:
    timer["ends"] = (run.env.now + timer["left_ms"] * _MS).isoformat()
    run.env.later(max(0, int(timer["left_ms"])), ("timer_up", timer["id"], timer["ends"]))


def _toggle(run: Run, key: str) -> None:
    timer = _timer(run, key)
    if timer is None:
        return
    if timer["ends"]:
        timer["left_ms"], timer["ends"] = max(0, left_ms(run, timer)), ""
    else:
        timer["left_ms"] = timer["left_ms"] or timer["seconds"] * 1000
        _run_timer(run, timer)


def _extend(run: Run, key: str) -> None:
    if timer := _timer(run, key):
        timer["left_ms"] = max(0, left_ms(run, timer)) + 60_000
        _run_timer(run, timer)


def _reset(run: Run, key: str) -> None:
    if timer := _timer(run, key):
        timer.update(ends="", left_ms=timer["seconds"] * 1000)


def _delete(run: Run, key: str) -> None:
    run.data.timers = [t for t in run.data.timers if t["id"] != key]


def _new(run: Run) -> None:
    run.ui.memo["new_timer"] = True
    run.ui.memo.pop("timer_digits", None)


def _cancel(run: Run) -> None:
    run.ui.memo.pop("new_timer", None)
    run.ui.memo.pop("timer_digits", None)


def _up(run: Run, key: str, ends: str) -> None:
    timer = _timer(run, key)
    if timer is not None and timer["ends"] == ends:
        length = length_words(timer["seconds"])
        run.env.notify(run.t("Time's up"), run.t("{length} timer", length=length), ("tab", 2))


# --- stopwatch -------------------------------------------------------------------------------------------------------


def stopwatch_ms(run: Run) -> int:
    """What the stopwatch reads now, in milliseconds."""
    watch = run.data.stopwatch
    if not watch["since"]:
        return int(watch["before_ms"])
    return int(watch["before_ms"]) + int((run.env.now - datetime.fromisoformat(watch["since"])) / _MS)


def _watch(run: Run) -> None:
    watch = run.data.stopwatch
    if watch["since"]:
        watch["before_ms"], watch["since"] = stopwatch_ms(run), ""
    else:
        watch["since"] = run.env.now.isoformat()


def _lap(run: Run) -> None:
    run.data.stopwatch["laps_ms"].append(stopwatch_ms(run))


def _reset_watch(run: Run) -> None:
    run.data.stopwatch = {"since": "", "before_ms": 0, "laps_ms": []}


HANDLERS: dict[str, Handler] = {
    "timer_key": _key,
    "timer_delete": _delete_key,
    "start_timer": _start,
    "toggle_timer": _toggle,
    "extend_timer": _extend,
    "reset_timer": _reset,
    "delete_timer": _delete,
    "new_timer": _new,
    "cancel_timer": _cancel,
    "timer_up": _up,
    "watch": _watch,
    "lap": _lap,
    "reset_watch": _reset_watch,
}
