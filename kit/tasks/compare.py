"""Two JSON values compared place by place; an answer compared with the accepted ones."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

ANY: dict[str, bool] = {"__any__": True}
"""Put into an expectation where any value will do (a generated id, a time stamp)."""


def differences(want: Any, got: Any, path: str = "") -> list[str]:
    """Every place where two JSON values differ, as "path: what"; ANY in `want` matches everything."""
    if want in (ANY, got):
        return []
    if isinstance(want, dict) and isinstance(got, dict):
        keys = sorted(want.keys() | got.keys(), key=str)
        return [d for k in keys for d in _differ_at(want, got, k, f"{path}.{k}" if path else str(k))]
    if isinstance(want, list) and isinstance(got, list) and len(want) != len(got):
        missing = [f"{path}: missing {_short(item)}" for item in want if item not in got]
        return missing + [f"{path}: unasked {_short(item)}" for item in got if item not in want] or [
            f"{path}: wanted {len(want)} items, found {len(got)}"
        ]
    if isinstance(want, list) and isinstance(got, list):
        return [d for n, (a, b) in enumerate(zip(want, got, strict=True)) for d in differences(a, b, f"{path}.{n}")]
    return [f"{path}: wanted {_short(want)}, found {_short(got)}"]


def _differ_at(want: dict[str, Any], got: dict[str, Any], key: str, path: str) -> list[str]:
    if key not in want:
        return [f"{path}: unasked {_short(got[key])}"]
    if key not in got:
        return [f"{path}: missing {_short(want[key])}"]
    return differences(want[key], got[key], path)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 120 else text[:117] + "..."


def says(answer: str, accepted: Iterable[str]) -> bool:
    """Whether an answer is one of the accepted ones, case, spacing and a full stop at the end apart."""
    return _plain(answer) in {_plain(a) for a in accepted}


def _plain(answer: str) -> str:
    return " ".join(answer.casefold().split()).strip(" .")
