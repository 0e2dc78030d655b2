"""A task in the Clock during which another alarm rings, over whatever is open then."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.clock import LABELS, alarm, find_alarm, time_of
from kit.tasks.simphone.steps import Walk, close_keyboard, enter, marks, path, press
from kit.types import Observation


def _draw_ring(rng: random.Random) -> Params:
    labels = rng.sample(LABELS, 3)
    hour, minute = rng.randint(0, 23), rng.randint(1, 59)
    return {"ringing": labels[0], "label": labels[1], "other": labels[2], "hour": hour, "minute": minute,
            "time": f"{hour:02}:{minute:02}", "old": [rng.randint(1, 6), rng.randint(0, 59)],
            "soon": rng.choice([1.5, 2.0, 2.5, 3.0])}  # fmt: skip


def _setup_ring(phone: TruePhone, params: Params) -> None:
    """Three alarms, of which one is due `soon` seconds after the task begins; it repeats daily, so ringing changes nothing."""
    now = datetime.fromisoformat(phone.state()["clock"])
    due = (now + timedelta(seconds=60 + params["soon"])).replace(second=0, microsecond=0)
    hour, minute = params["old"]
    alarms = [
        alarm(1, due.hour, due.minute, params["ringing"], True, list(range(7))),
        alarm(2, (due.hour + hour) % 24, minute, params["label"], False, []),
        alarm(3, (due.hour + hour + 7) % 24, minute, params["other"], False, [1, 3]),
    ]
    phone.set("clock.alarms", alarms)
    phone.device.shell(f"simphone advance {(due - now).total_seconds() - params['soon']}")


def _expect_ring(data: Data, params: Params) -> None:
    data["clock"]["alarms"][1].update(hour=params["hour"], minute=params["minute"], enabled=True)


def _hush(seen: Observation) -> Walk:
    """Dismisses an alarm that rings now."""
    if marks(seen, "Snooze"):
        seen = yield from press(seen, "Dismiss")
    return seen


def _ring(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Clock"}
    for _ in range(3):  # the ringing may take the place of the dialog in which the time is typed
        seen = yield from _hush(seen)
        seen = yield from path(seen, "Alarm")
        seen = yield from _hush(seen)
        if not marks(seen, "Change time"):
            seen = yield from find_alarm(seen, params["label"])
            seen = yield from press(seen, time_of(seen, params["label"]))
            seen = yield from _hush(seen)
        seen = yield from path(seen, "Change time")
        for field, value in (("Hour", params["hour"]), ("Minute", params["minute"])):
            if marks(seen, field, "type"):
                seen = yield from enter(seen, field, f"{value:02}")
                seen = yield from close_keyboard(seen)
        if marks(seen, "Hour", "type"):
            seen = yield from press(seen, "OK")
        seen = yield from _hush(seen)
        if marks(seen, params["time"]):
            break
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="clock_change_ringing",
        goals={
            "en": "In Clock, change the time of the alarm “{label}” to {time}. Should another alarm ring, dismiss it.",
            "zh": "在时钟（Clock）中把标签为“{label}”的闹钟改到 {time}。如果有别的闹钟响起，就把它关掉。",
        },
        apps=("clock",),
        tags=("recovery", "form", "input", "list"),
        difficulty=3,
        budget=29,
        draw=_draw_ring,
        setup=_setup_ring,
        expect=_expect_ring,
        oracle=_ring,
    ),
)
