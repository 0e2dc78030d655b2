# pyright: basic
"""Honest numbers: Wilson intervals, paired differences on the same (task, seed), faults told apart (DESIGN section 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kit.errors import UnknownName, UsageError

if TYPE_CHECKING:
    import pandas as pd

FAULTS = ("agent", "infrastructure", "verifier")
CODE = frozenset({"model_broken", "oracle_failed", "worker_error"})
"""Codes of failures of somebody's code, whoever's fault they are counted as."""
REASON = 240
"""Characters of a reason that are shown."""


def wilson(successes: int, episodes: int, level: float = 0.95) -> tuple[float, float]:
    """Wilson score interval of a success rate, both ends in 0..1; (0, 1) without any episode.

    Raises:
        UsageError: more successes than episodes, or a level outside (0, 1).
    """
    if not 0 <= successes <= episodes or not 0 < level < 1:
        raise UsageError(f"{successes} successes of {episodes} at level {level} make no interval.")
    if episodes == 0:
        return 0.0, 1.0
    from scipy.stats import binomtest

    found = binomtest(successes, episodes).proportion_ci(level, method="wilson")
    return float(found.low), float(found.high)


def summary(frame: pd.DataFrame, *, not_run: Mapping[str, int] | None = None) -> list[dict[str, Any]]:
    """One row an arm, best first.

    The headline `success` counts every planned episode that was run: one the infrastructure broke is a failure. The rate
    over `completed` episodes (without infrastructure and verifier faults) stands beside it.

    Args:
        frame: as `kit.lab.results.load` gives it; episodes that were not checked (success missing) are left out.
        not_run: episodes by arm that the time share cut off; shown, never counted.

    Returns:
        Plain values: arm, episodes, successes, success, low, high (Wilson 95 %), steps and seconds (means an episode),
        agent_faults, infrastructure_faults, verifier_faults, broken (by code or infrastructure), completed,
        completed_success (None without any), not_run.
    """
    left_out = dict(not_run or {})
    checked = frame[frame["success"].notna()]
    arms = [str(arm) for arm in checked["arm"].unique()]
    rows = [_arm(arm, checked[checked["arm"] == arm], left_out.get(arm, 0)) for arm in arms]
    rows += [_arm(arm, checked.iloc[:0], count) for arm, count in left_out.items() if arm not in arms]
    return sorted(rows, key=lambda row: (row["episodes"] == 0, -row["success"], row["seconds"]))


def _arm(arm: str, part: pd.DataFrame, not_run: int) -> dict[str, Any]:
    episodes, successes = len(part), int(part["success"].sum())
    low, high = wilson(successes, episodes)
    faults = {f"{fault}_faults": int((part["fault"] == fault).sum()) for fault in FAULTS}
    completed = episodes - faults["infrastructure_faults"] - faults["verifier_faults"]
    return {
        "arm": arm,
        "episodes": episodes,
        "successes": successes,
        "success": successes / episodes if episodes else 0.0,
        "low": low,
        "high": high,
        "steps": float(part["steps"].mean()) if episodes else 0.0,
        "seconds": float(part["seconds"].mean()) if episodes else 0.0,
        **faults,
        "broken": int(broken(part).sum()),
        "completed": completed,
        "completed_success": successes / completed if completed else None,
        "not_run": not_run,
    }


def broken(frame: pd.DataFrame) -> pd.Series[bool]:
    """Which episodes were ended by code or by the infrastructure: they say nothing of what the agent can do."""
    return frame["fault"].isin(["infrastructure", "verifier"]) | frame["code"].isin(list(CODE))


def troubles(frame: pd.DataFrame) -> list[str]:
    """One line for each arm with failures of code or infrastructure: how many, the commonest reason, and where it was.

    Reasons that differ only in numbers are one. Infrastructure and verifier faults count as failures in the headline.
    """
    lines: list[str] = []
    for arm, part in frame[broken(frame)].groupby("arm", sort=False):
        infrastructure = int(part["fault"].eq("infrastructure").sum())
        kinds = {"the infrastructure": infrastructure, "code": len(part) - infrastructure}
        whose = " and ".join(f"{count} by {name}" for name, count in kinds.items() if count)
        same = part["code"].fillna("") + part["reason"].fillna("").str.replace(r"\d+", "#", regex=True)
        first = part[same == same.value_counts().index[0]]
        row = first.iloc[0]
        reason = " ".join(str(row["reason"] or "no reason given").split())
        reason = reason if len(reason) <= REASON else reason[: REASON - 1] + "…"
        where = ", ".join(str(device) for device in sorted(set(first["device"].dropna()))[:3])
        lines.append(
            f"{arm}: {len(part)} of {int(frame['arm'].eq(arm).sum())} episodes were broken ({whose}); "
            f"{len(first)} x {row['code'] or row['fault']}: {reason} "
            f"(first in {row['task'] or 'a free goal'} seed {row['seed']}; on {where or 'no phone'})"
        )
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """How much better one arm is than another on the same episodes.

    Attributes:
        difference: success rate of `arm` minus that of `other`, over the pairs.
        low, high: 95 % interval, bootstrap over tasks: episodes of one task resemble each other.
        pairs, tasks: how many of each there were.
        better, worse: pairs only `arm` solved, and only `other` solved.
        p_value: exact McNemar test.
        dropped: episodes without a partner.
    """

    arm: str
    other: str
    difference: float
    low: float
    high: float
    pairs: int
    tasks: int
    better: int
    worse: int
    p_value: float
    dropped: int


def paired(
    frame: pd.DataFrame, arm: str, other: str, *, draws: int = 10_000, seed: int = 0, level: float = 0.95
) -> Paired:
    """Compares two arms on the (task, seed, trial) both have run.

    Raises:
        UnknownName: an arm is not in the table. UsageError: the arms share no episode.
    """
    import numpy as np

    for name in (arm, other):
        if name not in set(frame["arm"]):
            raise UnknownName("arm", name, [str(a) for a in frame["arm"].unique()])
    checked = frame[frame["success"].notna() & frame["arm"].isin([arm, other])]
    table = checked.pivot_table(index=["task", "seed", "trial"], columns="arm", values="success", aggfunc="first")
    both = table.reindex(columns=[arm, other]).dropna()
    if both.empty:
        raise UsageError(f"{arm} and {other} share no (task, seed, trial).", fix="Run both on the same seeds.")
    ours, theirs = both[arm].astype(int).to_numpy(), both[other].astype(int).to_numpy()
    better, worse = int((ours > theirs).sum()), int((ours < theirs).sum())
    names = both.index.get_level_values("task")
    gaps = [(ours - theirs)[names == task] for task in names.unique()]
    sums, sizes = np.array([g.sum() for g in gaps]), np.array([len(g) for g in gaps])
    chosen = np.random.default_rng(seed).integers(0, len(gaps), size=(draws, len(gaps)))
    means = sums[chosen].sum(axis=1) / sizes[chosen].sum(axis=1)
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Paired(
        arm=arm,
        other=other,
        difference=float((ours - theirs).mean()),
        low=float(low),
        high=float(high),
        pairs=len(both),
        tasks=len(gaps),
        better=better,
        worse=worse,
        p_value=mcnemar(better, worse),
        dropped=len(table) - len(both),
    )


def mcnemar(better: int, worse: int) -> float:
    """Exact two-sided McNemar p value from the two kinds of disagreeing pairs; 1 when none disagree."""
    if better + worse == 0:
        return 1.0
    from scipy.stats import binomtest

    return float(binomtest(better, better + worse, 0.5).pvalue)
