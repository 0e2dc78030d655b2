"""The suite's card: what is in it, and what policies without a model score on it. Measured by `kit tasks verify --card`.

The figures lie in the package as `kit/lab/suite_card.json`, with the suite's version; they are shown as long as that is the
version of the suite at hand.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from importlib import resources
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from kit.agent.episode import Job, play
from kit.errors import UsageError
from kit.lab.job import own_process
from kit.lab.proof import Proof, cheapest
from kit.phones.open import open_device
from kit.tasks.base import Task
from kit.tasks.suite import VERSION, counts, one

FILE = "suite_card.json"
BASELINES = ("do-nothing", "random")
"""Policies played for the card beside what a proof has measured already (oracle, blind replay)."""
BASELINE_SEEDS = 5
"""Seeds they get: a random policy uses up every budget, which is most of the steps there are."""


def measured() -> dict[str, Any] | None:
    """The figures in the package, or None when they belong to another version of the suite."""
    file = resources.files("kit.lab") / FILE
    if not file.is_file():
        return None
    found = json.loads(file.read_text(encoding="utf-8"))
    return found if found.get("version") == VERSION else None


def card() -> dict[str, Any]:
    """Counts by app, skill, difficulty and split, and the measured figures where there are any."""
    return {"version": VERSION, **counts(), "measured": measured()}


def baseline(name: str, policy: str, seeds: int) -> int:
    """On how many seeds a policy solves a template."""
    template = one(name)
    settings = cheapest().model_copy(update={"model": policy})
    with open_device("sim:0", settings=settings) as phone:
        return sum(
            bool(play(phone, Job(task=name, seed=s), settings, task=Task.of(template, s)).outcome.success)
            for s in range(seeds)
        )


def figures(proofs: Iterable[Proof], seeds: int, jobs: int) -> dict[str, Any]:
    """What is written down: per policy the share of episodes solved, and each template's longest reference solution."""
    proofs = sorted(proofs, key=lambda p: p.name)
    names = [p.name for p in proofs]
    lengths = sorted(max(p.lengths) for p in proofs if p.lengths)
    if not lengths:
        raise UsageError("No solution succeeded, so there is nothing to put on a card.")
    total, tried = seeds * len(proofs), min(seeds, BASELINE_SEEDS)
    with ProcessPoolExecutor(max(1, jobs), mp_context=get_context("spawn"), initializer=own_process) as pool:
        wins = {
            policy: sum(pool.map(baseline, names, [policy] * len(names), [tried] * len(names))) for policy in BASELINES
        }
    return {
        "version": VERSION,
        "seeds": seeds,
        "baseline_seeds": tried,
        "templates": len(proofs),
        "solved": {
            "oracle": sum(p.solved for p in proofs) / total,
            **{policy: won / (tried * len(proofs)) for policy, won in wins.items()},
            "another seed's solution": sum(p.foreign for p in proofs) / total,
            "blind replay": sum(p.blind for p in proofs) / total,
        },
        "blind replay, worst template": max(p.blind for p in proofs) / seeds,
        "steps": {"least": lengths[0], "median": median(lengths), "most": lengths[-1]},
        "lengths": {p.name: max(p.lengths, default=0) for p in proofs},
    }


def write(values: Mapping[str, Any], path: Path) -> None:
    """Puts figures where `measured` finds them; whole or not at all."""
    aside = path.with_suffix(".part")
    aside.write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    aside.replace(path)
