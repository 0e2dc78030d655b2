"""Arms of a sweep: every combination of some settings, each with a readable name."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from kit.errors import UnknownName, UsageError
from kit.settings import Settings


def grid(axes: Mapping[str, Sequence[Any]], base: Mapping[str, Any] | None = None) -> dict[str, dict[str, Any]]:
    """Settings by arm name, for `run_bench(policies=...)`.

    Args:
        axes: values to try, by setting: {"model": ["a", "b"], "temperature": [0.0, 0.7]}.
        base: settings all arms share.

    Returns:
        {"model=a temperature=0.0": {...}, ...}; the first axis varies slowest.

    Raises:
        UnknownName: an axis names no setting. UsageError: an axis is empty or holds a value twice.
    """
    for name in [*axes, *(base or {})]:
        if name not in Settings.model_fields:
            raise UnknownName("setting", name, Settings.model_fields)
    for name, values in axes.items():
        if not values or len({repr(v) for v in values}) < len(values):
            raise UsageError(f"Axis {name} needs different values; it has {list(values)!r}.")
    arms: dict[str, dict[str, Any]] = {}
    for values in itertools.product(*axes.values()):
        chosen = dict(zip(axes, values, strict=True))
        arms[" ".join(f"{name}={value}" for name, value in chosen.items())] = {**(base or {}), **chosen}
    return arms
