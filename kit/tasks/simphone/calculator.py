"""Tasks in the Calculator: a sum, a look into the history, a total over a file."""

from __future__ import annotations

import random
import re
from typing import Any

from kit.simphone.apps.calculator_math import evaluate, shown
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.steps import PAGES, Walk, hold, marks, press, until, words
from kit.types import Observation

_KEYS = {"(": "()", ")": "()"}


def _last_result(state: dict[str, Any], wanted: str) -> str:
    """Nothing when the newest entry of the history has this result, else what is wrong."""
    history = state["data"]["calculator"]["history"]
    if history and history[-1]["result"] == wanted:
        return ""
    return f"the calculator's newest result is not {wanted}"


def type_sum(seen: Observation, formula: str) -> Walk:
    """Presses the keys of a formula and equals."""
    for key in formula:
        seen = yield from press(seen, _KEYS.get(key, key))
    return (yield from press(seen, "="))


# --- one sum ---------------------------------------------------------------------------------------------------------


def _draw_compute(rng: random.Random) -> Params:
    a, b, c = rng.randint(112, 989), rng.randint(13, 97), rng.randint(11, 98)
    formula = rng.choice((f"{a}×{b}−{c}", f"{a}÷8+{b}", f"({a}+{b})×{c}", f"{a}.{b}×{c}"))
    return {"formula": formula, "result": shown(evaluate(formula))}


def _compute(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Calculator"}
    yield from type_sum(seen, params["formula"])
    yield "finish", {"answer": params["result"]}


COMPUTE = Template(
    name="calculator_compute",
    goals={
        "en": "Use the Calculator to work out {formula} and tell me the result.",
        "zh": "用计算器计算 {formula}，并告诉我结果。",
    },
    apps=("calculator",),
    tags=("input", "read"),
    difficulty=2,
    budget=29,
    draw=_draw_compute,
    answer=lambda _, p: (p["result"], p["result"].replace("−", "-")),
    ignore=("calculator.*", "calculator"),
    end=lambda state, p: _last_result(state, p["result"]),
    oracle=_compute,
)


# --- from the history ------------------------------------------------------------------------------------------------


def _draw_history(rng: random.Random) -> Params:
    lefts, rights = rng.sample(range(21, 99), 7), rng.sample(range(12, 99), 7)
    formulas = [f"{a}{rng.choice('+×')}{b}" for a, b in zip(lefts, rights, strict=True)]
    first, second = rng.sample(range(len(formulas)), 2)
    return {"formulas": formulas, "first": formulas[first], "second": formulas[second]}


def _setup_history(phone: TruePhone, params: Params) -> None:
    entries = [
        {"id": str(n), "formula": f, "result": shown(evaluate(f))} for n, f in enumerate(params["formulas"], start=1)
    ]
    phone.set("calculator.history", entries)


def _history_sum(params: Params) -> str:
    return shown(evaluate(params["first"]) + evaluate(params["second"]))


def _results(seen: Observation, formulas: tuple[str, ...]) -> dict[str, str]:
    """The results that stand below these formulas in the part of the history on screen."""
    rows = {f: words(seen, m) for f in formulas for m in marks(seen, f)}
    return {f: w.removeprefix("= ") for f, said in rows.items() for w in said if w.startswith("= ")}


def _history(params: Params, seen: Observation) -> Oracle:
    wanted = (params["first"], params["second"])
    seen = yield "launch_app", {"name": "Calculator"}
    seen = yield from press(seen, "History")
    found = _results(seen, wanted)
    for _ in range(PAGES):
        if len(found) == len(wanted):
            break
        seen = yield ("scroll", {"direction": "down"})
        found |= _results(seen, wanted)
    seen = yield ("back", {})
    seen = yield from press(seen, "AC")
    total = "+".join(found.values())
    yield from type_sum(seen, total)
    yield "finish", {"answer": shown(evaluate(total)) if total else ""}


HISTORY = Template(
    name="calculator_history_sum",
    goals={
        "en": "Look up the results of {first} and {second} in the Calculator's history, add the two results with the "
        "Calculator and tell me the sum.",
        "zh": "在计算器的历史记录中找到 {first} 和 {second} 的结果，用计算器把这两个结果相加，并告诉我总和。",
    },
    apps=("calculator",),
    tags=("navigation", "read", "input", "list"),
    difficulty=3,
    budget=31,
    draw=_draw_history,
    setup=_setup_history,
    answer=lambda _, p: (_history_sum(p),),
    ignore=("calculator.*", "calculator"),
    end=lambda state, p: _last_result(state, _history_sum(p)),
    oracle=_history,
)


# --- over a file -----------------------------------------------------------------------------------------------------

_GOODS = ("Apples", "Bread", "Candles", "Coffee", "Flour", "Honey", "Lamp", "Olives", "Paint", "Rope", "Soap", "Tea")


def _draw_receipt(rng: random.Random) -> Params:
    goods = rng.sample(_GOODS, 3)
    prices = [f"{rng.randint(2, 48)}.{rng.randint(11, 98)}" for _ in goods]
    number, wrong = rng.sample(range(1000, 10_000), 2)
    return {
        "file": f"receipt-{number}.txt",
        "other": f"receipt-{wrong}.txt",
        "lines": [f"{name} {price}" for name, price in zip(goods, prices, strict=True)],
        "total": shown(evaluate("+".join(prices))),
        "noise": [f"{name} {rng.randint(2, 48)}.{rng.randint(11, 98)}" for name in rng.sample(_GOODS, 3)],
    }


def _setup_receipt(phone: TruePhone, params: Params) -> None:
    for name, lines in ((params["file"], params["lines"]), (params["other"], params["noise"])):
        phone.write(f"/sdcard/Documents/{name}", ("\n".join(lines) + "\n").encode())


def _receipt_answers(_: Data, params: Params) -> tuple[str, ...]:
    return tuple({params["total"], f"{float(params['total']):.2f}"})


def _receipt(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Files"}
    for label in ("Documents", params["file"]):
        seen = yield from press(seen, label)
    prices = [m[1] for line in seen.texts if (m := re.fullmatch(r"[A-Z][a-z]+ (\d+\.\d\d)", line))]
    seen = yield "launch_app", {"name": "Calculator"}
    total = "+".join(prices)
    yield from type_sum(seen, total)
    yield "finish", {"answer": shown(evaluate(total)) if total else ""}


RECEIPT = Template(
    name="calculator_receipt_total",
    goals={
        "en": "Open {file} in the Documents folder, add up its prices with the Calculator and tell me the total.",
        "zh": "打开 Documents 文件夹中的 {file}，用计算器把其中的价格相加，并告诉我总价。",
    },
    apps=("files", "calculator"),
    tags=("navigation", "read", "input", "transfer"),
    difficulty=4,
    budget=49,
    draw=_draw_receipt,
    setup=_setup_receipt,
    answer=_receipt_answers,
    ignore=("calculator.*", "calculator"),
    end=lambda state, p: _last_result(state, p["total"]),
    oracle=_receipt,
)

# --- three sums ------------------------------------------------------------------------------------------------------


def _draw_three(rng: random.Random) -> Params:
    sums = [
        f"{rng.randint(412, 989)}×{rng.randint(213, 987)}{rng.choice('+−')}{rng.randint(11, 98)}",
        f"{rng.randint(112, 989)}+{rng.randint(113, 997)}×{rng.randint(11, 98)}",
        f"{rng.randint(112, 989)}÷{rng.choice((2, 4, 5, 8))}+{rng.randint(113, 997)}",
    ]
    results = [shown(evaluate(f)) for f in sums]
    return {"a": sums[0], "b": sums[1], "c": sums[2], "results": results, "recall": results[0]}


def _end_three(state: dict[str, Any], params: Params) -> str:
    got = [e["result"] for e in state["data"]["calculator"]["history"]][-3:]
    return "" if got == params["results"] else f"the newest results are {got}, not {params['results']}"


def _result(seen: Observation) -> str:
    return next((n.text for w in seen.windows for n in w.nodes if n.resource_id.endswith("/result")), "")


def _three(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Calculator"}
    results: list[str] = []
    for key in ("a", "b", "c"):
        seen = yield from type_sum(seen, params[key])
        seen = yield from until(seen, lambda now: bool(_result(now)))
        results.append(_result(seen))
    yield "finish", {"answer": ", ".join(results)}


THREE = Template(
    name="calculator_three_sums",
    goals={
        "en": "With the Calculator, work out {a}, then {b}, then {c}. Answer with the three results in this order, separated by "
        "commas. Do not open the history.",
        "zh": "用计算器依次计算 {a}、{b} 和 {c}，不要打开历史记录，按此顺序回答三个结果，用逗号分隔。",
    },
    apps=("calculator",),
    tags=("memory", "input", "read"),
    difficulty=3,
    budget=63,
    draw=_draw_three,
    answer=lambda _, p: tuple(sep.join(p["results"]) for sep in (", ", ",", "，", "、")),
    ignore=("calculator.*", "calculator"),
    end=_end_three,
    oracle=_three,
)


# --- tidying the history -----------------------------------------------------------------------------------------------


def _draw_forget(rng: random.Random) -> Params:
    lefts, rights = rng.sample(range(21, 99), 8), rng.sample(range(12, 99), 8)
    formulas = [f"{a}{rng.choice('+×−')}{b}" for a, b in zip(lefts, rights, strict=True)]
    doomed = rng.sample(formulas[:-1], 2)
    return {"formulas": formulas, "first": doomed[0], "second": doomed[1], "newest": shown(evaluate(formulas[-1]))}


def _expect_forget(data: Data, params: Params) -> None:
    history = data["calculator"]["history"]
    history[:] = [e for e in history if e["formula"] not in (params["first"], params["second"])]


def _forget(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Calculator"}
    seen = yield from press(seen, "History")
    results = [t for w in seen.windows for n in w.nodes if (t := n.text).startswith("= ")]
    for formula in sorted((params["first"], params["second"]), key=params["formulas"].index, reverse=True):
        seen = yield from hold(seen, formula)
        seen = yield from press(seen, "Delete")
    yield "finish", {"answer": results[0].removeprefix("= ") if results else ""}


FORGET = Template(
    name="calculator_forget",
    goals={
        "en": "In the Calculator's history, delete the entries {first} and {second}, keep all others, and tell me the result of the "
        "newest entry.",
        "zh": "在计算器的历史记录中删除 {first} 和 {second} 这两条，保留其他记录，并告诉我最新一条的结果。",
    },
    apps=("calculator",),
    tags=("irreversible", "list", "read"),
    difficulty=3,
    budget=21,
    draw=_draw_forget,
    setup=_setup_history,
    expect=_expect_forget,
    answer=lambda _, p: (p["newest"], p["newest"].replace("−", "-")),
    oracle=_forget,
)

TEMPLATES: tuple[Template, ...] = (COMPUTE, HISTORY, RECEIPT, THREE, FORGET)
