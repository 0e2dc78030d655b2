"""Health: steps, glasses of water, a log of weights, and medicines with what was taken and skipped.

Data: `steps` and `water` (ISO day -> number), `steps_goal`, `water_goal`, `weights` (id, date, tenths of a kilogram),
`medicines` (id, name, dose, time, note) and `doses` (id, medicine, date, status taken or skipped, reason).
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.health_pages import (
    DATE,
    GOAL,
    MEDICINE,
    REASONS,
    WEIGHT,
    dose_of,
    find,
    kilograms,
    today,
    view,
)
from kit.simphone.apps.health_words import WORDS
from kit.simphone.apps.people import Record

SAMPLES = (
    ("Vitamin D", "1 capsule", "08:00"), ("Iron", "1 tablet", "12:30"), ("Cetirizine", "10 mg", "21:00"),
    ("Magnesium", "2 tablets", "22:00"), ("Omega 3", "1 capsule", "09:00"), ("Eye drops", "1 drop", "19:30"),
)  # fmt: skip
MOST_GLASSES = 30


@dataclass(slots=True)
class HealthData:
    """What was counted, weighed and taken."""

    steps: dict[str, int] = field(default_factory=dict[str, int])
    water: dict[str, int] = field(default_factory=dict[str, int])
    steps_goal: int = 8000
    water_goal: int = 8
    weights: list[Record] = field(default_factory=list[Record])
    medicines: list[Record] = field(default_factory=list[Record])
    doses: list[Record] = field(default_factory=list[Record])


def medicine(id: str, name: str, dose: str, time: str, note: str = "") -> Record:
    """A medicine's record; also what tasks put on the phone. `time` is HH:MM, every day."""
    return {"id": id, "name": name, "dose": dose, "time": time, "note": note}


def fresh(rng: random.Random, now: datetime) -> HealthData:
    """Two weeks of steps, a few glasses, three weights and three medicines."""
    day = now.date()
    days = [(day - timedelta(days=n)).isoformat() for n in range(14)]
    base = rng.randint(560, 890)
    weights: list[Record] = [{"id": f"w{n}", "date": days[13 - 4 * n], "tenths": base + 3 - n} for n in (1, 2, 3)]
    return HealthData(
        steps={d: 1500 + int(rng.random() * 11_000) for d in days},
        water={d: rng.randint(2, 9) for d in days[:5]},
        weights=weights,
        medicines=[medicine(f"m{n}", *row) for n, row in enumerate(rng.sample(SAMPLES, 3), start=1)],
    )


# --- counting --------------------------------------------------------------------------------------------------------


def _tab(run: Run, index: int) -> None:
    run.ui.memo["tab"] = index


def _glass(run: Run, step: int) -> None:
    day = today(run)
    run.data.water[day] = max(0, min(MOST_GLASSES, run.data.water.get(day, 0) + step))


def _ask_goal(run: Run, which: str, problem: str = "") -> None:
    if not problem:
        run.ui.fields[GOAL] = str(getattr(run.data, which))
    box = w.text_field(GOAL, "", hint=run.t("Daily goal"), input="number", on_submit=("goal", which))
    buttons = ((run.t("Save"), ("goal", which)), (run.t("Cancel"), ("noop",)))
    title = run.t("Goal for steps" if which == "steps_goal" else "Goal for water")
    run.ui.dialog = Dialog(title=title, message=problem, body=(box,), buttons=buttons)


def _goal(run: Run, which: str, *_: Any) -> None:
    typed = run.ui.fields.get(GOAL, "").strip()
    if not typed.isdecimal() or not 0 < int(typed) < 100_000:
        _ask_goal(run, which, run.t("Enter a whole number above 0"))
        return
    setattr(run.data, which, int(typed))
    run.ui.dialog = None


def _bar(run: Run, x: int, _y: int) -> None:
    run.ui.memo["bar"] = max(0, min(6, x * 7 // 1000))


def _week(run: Run, step: int) -> None:
    run.ui.memo["weeks_ago"] = max(0, run.ui.memo.get("weeks_ago", 0) + step)
    run.ui.memo.pop("bar", None)


# --- weights ---------------------------------------------------------------------------------------------------------


def _open_weight(run: Run, id: str) -> None:
    old = find(run.data.weights, id)
    run.ui.fields[WEIGHT] = kilograms(old["tenths"]) if old else ""
    run.ui.fields[DATE] = old["date"] if old else today(run)
    run.ui.memo["form_error"] = ""
    run.ui.go("weight", id=id)


def _save_weight(run: Run, *_: Any) -> None:
    typed = re.fullmatch(r"(\d{2,3})(?:[.,](\d))?", run.ui.fields.get(WEIGHT, "").strip())
    day = _date(run.ui.fields.get(DATE, ""))
    if typed is None or not day:
        words = "Enter a weight such as 72.5" if typed is None else "Enter the date as yyyy-mm-dd"
        run.ui.memo["form_error"] = run.t(words)
        return
    made = {"date": day, "tenths": int(typed[1]) * 10 + int(typed[2] or 0)}
    old = find(run.data.weights, run.ui.page.args["id"])
    run.ui.back()
    if old is not None:
        old.update(made)
    else:
        run.data.weights.append({"id": pool.next_id("w", run.data.weights), **made})
    run.env.toast(run.t("Weight saved"))


def _date(typed: str) -> str:
    try:
        return date.fromisoformat(typed.strip()).isoformat()
    except ValueError:
        return ""


def _ask_drop(run: Run, kind: str, id: str) -> None:
    buttons = ((run.t("Delete"), ("drop", kind, id)), (run.t("Cancel"), ("noop",)))
    title = run.t("Delete this medicine?" if kind == "medicines" else "Delete this weight?")
    message = run.t("It cannot be brought back, nor what was noted about it.")
    run.ui.dialog = Dialog(title=title, message=message, buttons=buttons)


def _drop(run: Run, kind: str, id: str) -> None:
    records = getattr(run.data, kind)
    records[:] = [r for r in records if r["id"] != id]
    if kind == "medicines":
        run.data.doses[:] = [d for d in run.data.doses if d["medicine"] != id]
    run.ui.back()
    run.env.toast(run.t("Deleted"))


# --- medicines -------------------------------------------------------------------------------------------------------


def _open_medicine(run: Run, id: str) -> None:
    run.ui.go("medicine", id=id)


def _mark(run: Run, id: str, status: str, reason: str = "") -> None:
    run.ui.dialog = None
    old = dose_of(run, id)
    if not status:
        run.data.doses[:] = [d for d in run.data.doses if d is not old]
    elif old is not None:
        old.update(status=status, reason=reason)
    else:
        made = {"id": pool.next_id("d", run.data.doses), "medicine": id, "date": today(run)}
        run.data.doses.append({**made, "status": status, "reason": reason})


def _ask_reason(run: Run, id: str) -> None:
    rows = tuple(
        w.item(run.t(r), icon="info", on_tap=("mark", id, "skipped", r), id="reason") for r in run.env.arrange(REASONS)
    )
    buttons = ((run.t("Cancel"), ("noop",)),)
    run.ui.dialog = Dialog(title=run.t("Why is it skipped?"), body=rows, buttons=buttons)


def _edit_medicine(run: Run, id: str) -> None:
    old = find(run.data.medicines, id)
    for key in MEDICINE:
        run.ui.fields[key] = old[key] if old else ""
    run.ui.memo["form_error"] = ""
    run.ui.scroll["medicine_form"] = 0
    run.ui.go("edit", id=id)


def _save_medicine(run: Run, *_: Any) -> None:
    typed = {key: run.ui.fields.get(key, "").strip() for key in MEDICINE}
    time = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)", typed["time"])
    if not typed["name"] or time is None:
        run.ui.memo["form_error"] = run.t("Enter the time as hh:mm" if typed["name"] else "A medicine needs a name")
        run.ui.scroll["medicine_form"] = 0
        return
    typed["time"] = f"{int(time[1]):02d}:{time[2]}"
    old = find(run.data.medicines, run.ui.page.args["id"])
    run.ui.back()
    if old is not None:
        old.update(typed)
    else:
        run.data.medicines.append({"id": pool.next_id("m", run.data.medicines), **typed})
    run.env.toast(run.t("Medicine saved"))


HANDLERS: dict[str, Handler] = {
    "tab": _tab, "glass": _glass, "ask_goal": _ask_goal, "goal": _goal, "bar": _bar, "week": _week, "weight": _open_weight,
    "save_weight": _save_weight, "ask_drop": _ask_drop, "drop": _drop, "medicine": _open_medicine, "mark": _mark,
    "ask_reason": _ask_reason, "edit_medicine": _edit_medicine, "save_medicine": _save_medicine,
}  # fmt: skip

APP = App(
    name="health",
    package="com.simphone.health",
    activity=".MainActivity",
    labels={"en": "Health", "zh": "健康", "ar": "الصحة"},
    icon="heart",
    color="#d81b60",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
