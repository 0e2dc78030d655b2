"""Plain text tables for a terminal or a log."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, cast

from kit.errors import UsageError


class HasArms(Protocol):
    """A finished benchmark."""

    @property
    def arms(self) -> Sequence[Mapping[str, Any]]:
        """One row an arm."""
        ...


Arms = HasArms | Sequence[Mapping[str, Any]]
"""A benchmark (`kit.run_bench` returns one), or rows as `kit.lab.stats.summary` gives them."""


def rows_of(arms: Arms) -> Sequence[Mapping[str, Any]]:
    """The rows of a benchmark or the rows themselves. Raises UsageError for anything else."""
    rows: Any = getattr(arms, "arms", arms)
    if not isinstance(rows, Sequence) or not all(
        isinstance(row, Mapping) and "arm" in row for row in cast("Any", rows)
    ):
        raise UsageError(
            f"A {type(arms).__name__} holds no arms.",
            fix="Give what kit.run_bench returned, or kit.lab.stats.summary(frame) for a table of episodes.",
        )
    return cast("Sequence[Mapping[str, Any]]", rows)


def text_table(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str] | None = None) -> str:
    """Aligned columns, numbers to the right; wide (CJK) characters take two places.

    Args:
        rows: one mapping a row.
        columns: heading by key, in order; default all keys of the first row.
    """
    if not rows:
        return "(nothing)"
    shown = dict(columns) if columns is not None else {key: key for key in rows[0]}
    cells = [list(shown.values()), *([_cell(row.get(key)) for key in shown] for row in rows)]
    widths = [max(_width(line[n]) for line in cells) for n in range(len(shown))]
    right = [all(isinstance(row.get(key), int | float | None) for row in rows) for key in shown]
    lines = ["  ".join(_pad(c, w, r) for c, w, r in zip(line, widths, right, strict=True)).rstrip() for line in cells]
    return "\n".join([lines[0], "  ".join("-" * w for w in widths), *lines[1:]])


def arms_table(arms: Arms, *, notes: Sequence[str] = ()) -> str:
    """The scoreboard of a benchmark, best arm first, with what a reader must know below it.

    Args:
        arms: a benchmark, or rows as `kit.lab.stats.summary` gives them.
        notes: one line each.
    """
    arms = rows_of(arms)
    rows = [_arm(arm) for arm in arms]
    columns = {
        "arm": "arm",
        "success": "success",
        "interval": "95 % interval",
        "solved": "solved",
        "completed": "completed only",
        "steps": "steps",
        "seconds": "s/episode",
        "faults": "faults: agent/infra/verifier",
    }
    if any(arm.get("not_run") for arm in arms):
        columns["not_run"] = "not run"
    return "\n".join([text_table(rows, columns), *(f"note: {note}" for note in notes)])


def _arm(arm: Mapping[str, Any]) -> dict[str, Any]:
    some = arm["episodes"] > 0
    completed = arm.get("completed_success")
    return {
        "arm": arm["arm"],
        "success": percent(arm["success"]) if some else "-",
        "interval": f"{percent(arm['low'])} - {percent(arm['high'])}" if some else "-",
        "solved": f"{arm['successes']}/{arm['episodes']}",
        "completed": "-" if completed is None else f"{percent(completed)} of {arm['completed']}",
        "steps": f"{arm['steps']:.1f}" if some else "-",
        "seconds": f"{arm['seconds']:.2f}" if some else "-",
        "faults": f"{arm['agent_faults']}/{arm['infrastructure_faults']}/{arm['verifier_faults']}",
        "not_run": arm.get("not_run", 0),
    }


def percent(share: float) -> str:
    """A share of 0..1 as whole per cent; only exactly 0 and 1 are shown as 0 % and 100 %."""
    whole = round(share * 100)
    if 0 < share < 1:
        whole = min(max(whole, 1), 99)
    return f"{whole} %"


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else " ".join(str(value).split())


def _width(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space
