"""A way that was taken to a goal: what it is known by, what speaks for and against it, when it may be shown again. Pure.

Verified successes promote it; each contradiction halves what speaks for it. Success and contradiction are said by the
task's check or the verifier, never by the agent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kit.memory.words import digest, goal_form

MISSING = frozenset({"target_unknown", "target_missing", "target_ambiguous", "app_unknown", "app_not_installed"})
"""Codes of a call whose target was not there."""

STANDING_MAX = 4
"""Verified successes that count at most: a long history does not shield from an app that has changed."""

FOLLOWED = 0.8
"""Share of a way that must have been taken in order for a failure to speak against it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """A way that was taken to a goal, with what speaks for and against it.

    Attributes:
        id: of the goal's form and the way together; 16 hex digits.
        goal: of the newest episode that took it, redacted.
        route: the actions that had an effect: [tool, label, package].
        lessons: what failed or had no effect on the way, and what did instead.
        apps: packages on the way, in order, each once.
        names: what the goal and a used control both said.
        verified, contradicted: episodes for and against it.
        standing: what is left of the verified ones, 0 to 4; promoted means at least the setting memory_promote_after.
        time: when it was last taken, ISO 8601.
    """

    id: str
    goal: str
    route: tuple[tuple[str, str, str], ...]
    lessons: tuple[Mapping[str, str], ...]
    apps: tuple[str, ...]
    names: tuple[str, ...]
    verified: int
    contradicted: int
    standing: int
    time: str


def worked(step: Mapping[str, str]) -> bool:
    """Whether an action was carried out and something changed."""
    return step["status"] == "ok" and step["effect"] != "none"


def route_of(record: Mapping[str, Any]) -> tuple[tuple[str, str, str], ...]:
    """The actions that did something, as (tool, label, package)."""
    return tuple((s["tool"], s["label"], s["app"]) for s in record["steps"] if worked(s))


def experience_id(record: Mapping[str, Any]) -> str:
    """The id of the way this episode took to its goal."""
    return digest([goal_form(record["goal"]), *("|".join(part) for part in route_of(record))])


def contradicts(record: Mapping[str, Any], route: Sequence[tuple[str, str, str]]) -> bool:
    """Whether an episode with the same goal speaks against a way: it took it and failed, or its next control was gone."""
    if not route:
        return False
    taken = route_of(record)
    if record["verdict"] == "contradicted" and _common(route, taken) >= FOLLOWED * len(route):
        return True
    place = 0  # how far along the way the episode is
    for step in record["steps"]:
        if place == len(route):
            return False
        here = (step["tool"], step["label"], step["app"])
        if here != route[place]:
            continue
        if step["code"] in MISSING:
            return True
        place += worked(step)
    return False


def after(standing: int, *, verified: bool) -> int:
    """The standing after one more episode for it, or against it."""
    return min(standing + 1, STANDING_MAX) if verified else standing // 2


# --- inside ------------------------------------------------------------------------------------------------------------------


def _common(route: Sequence[tuple[str, str, str]], taken: Sequence[tuple[str, str, str]]) -> int:
    """Length of the longest part of the way that was taken in order (longest common subsequence)."""
    row = [0] * (len(taken) + 1)
    for part in route:
        diagonal = 0
        for n, other in enumerate(taken, start=1):
            diagonal, row[n] = row[n], diagonal + 1 if part == other else max(row[n], row[n - 1])
    return row[-1]
