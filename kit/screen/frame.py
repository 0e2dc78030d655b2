"""Marks as a table, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.types import Observation

if TYPE_CHECKING:
    from pandas import DataFrame

_COLUMNS = (
    "number", "label", "role", "states", "actions", "x", "y", "left", "top", "right", "bottom", "op", "path", "value",
    "window", "resource_id", "package", "id",
)  # fmt: skip


def marks_frame(obs: Observation) -> DataFrame:
    """One row a mark. `x`, `y` are relative (0-1000); left, top, right and bottom are pixels."""
    from pandas import DataFrame

    rows = [
        {
            "number": m.number,
            "label": m.full_label,
            "role": m.role,
            "states": " ".join(m.states),
            "actions": " ".join(m.actions),
            "x": m.center[0],
            "y": m.center[1],
            "left": m.bounds.left,
            "top": m.bounds.top,
            "right": m.bounds.right,
            "bottom": m.bounds.bottom,
            "op": m.op,
            "path": m.path,
            "value": m.value,
            "window": m.window,
            "resource_id": m.resource_id,
            "package": m.package,
            "id": m.id,
        }
        for m in obs.marks
    ]
    return DataFrame(rows, columns=list(_COLUMNS))
