"""Calculator: exact arithmetic on a keypad, with a live preview and a history.

Labels and resource names follow Android's own calculator (`digit_7`, `op_mul`, `eq`, `formula`, `result`).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps.calculator_math import CannotCompute, evaluate, preview, shown
from kit.simphone.apps.calculator_words import WORDS
from kit.simphone.apps.prompts import bar
from kit.simphone.widgets import (
    Widget,
    button,
    column,
    empty,
    grid,
    icon_button,
    item,
    page,
    row,
    scroll,
    text,
)

OPERATORS = {"÷": ("op_div", "divide"), "×": ("op_mul", "multiply"), "−": ("op_sub", "minus"), "+": ("op_add", "plus")}
TALL = ("AC", "()", "%", "÷", "7", "8", "9", "×", "4", "5", "6", "−", "1", "2", "3", "+", "0", ".", "DEL", "=")
WIDE = ("7", "8", "9", "÷", "AC", "4", "5", "6", "×", "()", "1", "2", "3", "−", "%", "0", ".", "DEL", "+", "=")
"""The keys row by row: four in a row, or five where the screen is wider than it is tall."""
LONGEST = 60
"""Characters a formula may have; further keys are ignored."""

HISTORY = 50
"""Entries the history keeps."""


@dataclass(slots=True)
class CalculatorData:
    """Durable state. `result` is empty until `=`; an error message stands there after a failed one."""

    formula: str = ""
    result: str = ""
    failed: bool = False
    history: list[dict[str, str]] = field(default_factory=list[dict[str, str]])


# --- what a touch does -----------------------------------------------------------------------------------------------


def _press(run: Run, key: str) -> None:
    data = run.data
    start = data.formula
    if data.result:  # a finished sum: an operator goes on from the result, anything else starts anew
        start = data.result if key in {*OPERATORS, "%"} and not data.failed else ""
    data.result, data.failed = "", False
    if len(start) < LONGEST:
        data.formula = _appended(start, key)


def _appended(formula: str, key: str) -> str:
    """The formula after one more key; keys that cannot stand there change nothing, as on a real calculator."""
    last = formula[-1:]
    if key == "()":
        still_open = formula.count("(") > formula.count(")")
        return formula + (")" if still_open and last and (last.isdigit() or last in ")%") else "(")
    if key in OPERATORS:
        return _with_operator(formula, key)
    if key == "%":
        return formula + key if last and (last.isdigit() or last in ")%") else formula
    number = formula[len(formula.rstrip("0123456789.")) :]
    if key == "." and "." in number:
        return formula
    if number == "0" and key.isdigit():
        return formula[:-1] + key
    return formula + key


def _with_operator(formula: str, key: str) -> str:
    kept = formula.rstrip("+−×÷")
    tail = formula[len(kept) :]
    if key == "−" and tail in ("", "×", "÷"):
        return formula + key
    return kept + key if kept and kept[-1] != "(" else formula


def _clear(run: Run) -> None:
    run.data.formula, run.data.result, run.data.failed = "", "", False


def _delete(run: Run) -> None:
    if run.data.result:
        _clear(run)
    run.data.formula = run.data.formula[:-1]


def _equals(run: Run) -> None:
    data = run.data
    if not data.formula or data.result:
        return
    try:
        data.result = shown(evaluate(data.formula))
    except CannotCompute as error:
        data.result, data.failed = str(error), True
        return
    number = 1 + max((int(e["id"]) for e in data.history), default=0)
    data.history.append({"id": str(number), "formula": data.formula, "result": data.result})
    del data.history[:-HISTORY]


def _history(run: Run) -> None:
    run.ui.go("history")


def _reuse(run: Run, entry: str) -> None:
    found = next((e for e in run.data.history if e["id"] == entry), None)
    if found is not None:
        run.data.formula, run.data.result, run.data.failed = found["result"], "", False
        run.ui.back()


def _ask_clear(run: Run) -> None:
    buttons = ((run.t("Clear"), ("clear_history",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Clear history?"), buttons=buttons)


def _clear_history(run: Run) -> None:
    run.data.history.clear()


def _ask_forget(run: Run, entry: str) -> None:
    found = next((e for e in run.data.history if e["id"] == entry), None)
    if found is not None:
        buttons = ((run.t("Delete"), ("forget", entry)), (run.t("Cancel"), ("noop",)))
        message = f"{found['formula']} = {found['result']}"
        run.ui.dialog = Dialog(run.t("Delete this entry?"), message=message, buttons=buttons)


def _forget(run: Run, entry: str) -> None:
    run.data.history[:] = [e for e in run.data.history if e["id"] != entry]


# --- what is on screen -----------------------------------------------------------------------------------------------


def _view(run: Run) -> Widget:
    return _history_page(run) if run.ui.page.name == "history" else _keypad(run)


def _keypad(run: Run) -> Widget:
    data = run.data
    result = (run.t(data.result) if data.failed else data.result) or preview(data.formula)
    no_formula = "" if data.formula else run.t("No formula")
    no_result = "" if result else run.t("No result")
    wide = run.env.landscape
    shares = (2, 1) if wide else (0, 0)
    said = (
        text(data.formula, id="formula", desc=no_formula, style="headline", align="end", weight=shares[0]),
        text(result, id="result", desc=no_result, style="title", align="end", weight=shares[1]),
    )
    past = icon_button("history", run.t("History"), ("history",), id="history")
    top = bar(run, run.t("Calculator"), past)
    if wide:  # low: what is worked out stands side by side, and the keys share what height is left
        display = row(*said, id="display", ltr=True, pad=8)
        return page(top, display, grid(*_keys(run, WIDE), columns=5, id="pad_numeric", ltr=True, weight=1))
    display = column(*said, id="display", ltr=True, pad=16, weight=1)
    return page(top, display, grid(*_keys(run, TALL), columns=4, id="pad_numeric", ltr=True))


def _keys(run: Run, order: tuple[str, ...]) -> tuple[Widget, ...]:
    extra = {"()": ("parens", "parentheses"), "%": ("op_pct", "percent"), ".": ("dec_point", "point")}
    words = {**OPERATORS, **extra}
    keys: list[Widget] = []
    for key in order:
        if key == "AC":
            keys.append(button(key, ("clear",), id="clr", desc=run.t("clear")))
        elif key == "DEL":
            keys.append(button(key, ("delete",), id="del", desc=run.t("delete")))
        elif key == "=":
            keys.append(button(key, ("equals",), id="eq", desc=run.t("equals"), style="filled"))
        else:
            name, desc = words.get(key, (f"digit_{key}", ""))
            keys.append(
                button(
                    key,
                    ("press", key),
                    id=name,
                    desc=run.t(desc) if desc else "",
                    style="text" if key.isdigit() else "outlined",
                )
            )
    return tuple(keys)


def _history_page(run: Run) -> Widget:
    entries: list[dict[str, str]] = run.data.history
    clear = button(run.t("Clear"), ("ask_clear",), style="text", id="clear") if entries else None
    top = bar(run, run.t("History"), clear, up=True)
    if not entries:
        return page(top, empty(run.t("No history")))
    rows = [
        item(
            e["formula"],
            "= " + e["result"],
            on_tap=("reuse", e["id"]),
            on_long=("ask_forget", e["id"]),
            id="history_row",
        )
        for e in entries[::-1]
    ]
    return page(top, scroll(*rows, id="history_list"))


def _fresh(rng: random.Random, now: datetime) -> CalculatorData:
    del now
    sums = [f"{rng.randint(12, 99)}+{rng.randint(12, 99)}", f"{rng.randint(12, 99)}×{rng.randint(3, 9)}"]
    history: list[dict[str, Any]] = [
        {"id": str(n), "formula": f, "result": shown(evaluate(f))} for n, f in enumerate(sums, start=1)
    ]
    return CalculatorData(history=history)


HANDLERS: dict[str, Handler] = {
    "press": _press,
    "clear": _clear,
    "delete": _delete,
    "equals": _equals,
    "history": _history,
    "reuse": _reuse,
    "ask_clear": _ask_clear,
    "clear_history": _clear_history,
    "ask_forget": _ask_forget,
    "forget": _forget,
}

APP = App(
    name="calculator",
    package="com.android.calculator2",
    activity=".Calculator",
    labels={"en": "Calculator", "zh": "计算器", "ar": "الآلة الحاسبة"},
    icon="calculator",
    color="#546E7A",
    fresh=_fresh,
    view=_view,
    handlers=HANDLERS,
    words=WORDS,
)
