# pyright: basic
"""A benchmark: policies x tasks x paired seeds on a fleet, with a table that says everything it left out."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kit.errors import UsageError
from kit.lab.fleet import DEFAULT_JOB, Progress, Report, run_fleet
from kit.lab.plan import EpisodePlan, load_plans, make_plans, save_plans
from kit.lab.results import load, save
from kit.lab.stats import summary
from kit.settings import resolve

if TYPE_CHECKING:
    import pandas as pd

DEFAULT_POLICIES = ("oracle", "do-nothing", "random", "smollm2-135m")
_HUNG_FACTOR, _HUNG_EXTRA_S = 3.0, 300.0


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchRun:
    """A finished benchmark.

    Attributes:
        folder: its run folder.
        arms: one plain row an arm, best first, as `kit.lab.stats.summary` gives it.
        notes: what a reader of the table must know: what was not run, what broke.
    """

    folder: Path
    arms: list[dict[str, Any]]
    notes: tuple[str, ...] = ()

    def frame(self) -> pd.DataFrame:
        """All episodes, a row each."""
        return load(self.folder)


def run_bench(
    policies: Sequence[str] | Mapping[str, Mapping[str, Any]] = DEFAULT_POLICIES,
    tasks: str | Sequence[str] = "*",
    seeds: int | Iterable[int] = 2,
    *,
    workers: int | None = None,
    device: str | Sequence[str] | None = None,
    out: Path | str | None = None,
    settings: Mapping[str, Any] | None = None,
    trials: int = 1,
    tries: int = 3,
    arm_seconds_cap: float | None = None,
    job: str = DEFAULT_JOB,
    address: str | None = None,
    progress: Progress | None = None,
) -> BenchRun:
    """Runs every policy on every task with the same seeds and sums up.

    A folder that holds part of the same benchmark is finished, not begun anew.

    Args:
        policies: model or policy names, or settings by arm name (see `kit.lab.sweep.grid`).
        tasks: task names or globs.
        seeds: how many (0, 1, 2 ...), or the seeds themselves.
        workers: parallel phones; default one a core; 0 plays in this process without Ray.
        device: device spec of the phones; several specs are one phone a worker.
        out: the run's folder; default runs/DATE-TIME.
        settings: overrides all arms share.
        trials: repetitions of each (arm, task, seed).
        tries: tries an episode gets when its worker dies.
        arm_seconds_cap: wall seconds an arm may use; the rest of it is not run, not counted, and named in the notes.
        job: what plays an episode, "module:function".
        address: of Ray.
        progress: called after every stored episode.

    Raises:
        UnknownName, SettingError, UsageError: before anything is run.
        Killed: interrupted; what finished is stored.
    """
    arms, origins = _arms(policies, settings or {}, device)
    plans = make_plans(arms, _tasks(tasks), _seeds(seeds), trials)
    if not plans:
        raise UsageError("Nothing is planned.", fix="Give at least one policy, one task and one seed.")
    _ready(arms.values())  # last: a wrong name must not cost a download
    folder = Path(out) if out is not None else Path("runs") / datetime.now().strftime("%Y%m%d-%H%M%S")
    options = {"job": job, "tries": tries, "arm_seconds_cap": arm_seconds_cap, "devices": _own_phones(device)}
    _begin(folder, plans, options, origins)
    return _finish(folder, plans, options, workers, address, progress)


def resume_bench(
    folder: Path | str,
    *,
    workers: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
) -> BenchRun:
    """Runs what a benchmark planned and has not stored, and sums up all of it.

    Raises:
        RunError: the folder holds no benchmark, or it is damaged.
        Killed: interrupted again; what finished is stored.
    """
    plans, options = load_plans(Path(folder))
    _ready({plan.arm: plan.settings for plan in plans}.values())
    return _finish(Path(folder), plans, options, workers, address, progress)


def _begin(folder: Path, plans: Sequence[EpisodePlan], options: Mapping[str, Any], origins: Mapping[str, str]) -> None:
    """Writes run.json and plan.json."""
    from kit.settings import Settings
    from kit.tasks.suite import VERSION
    from kit.trace.header import run_header, write_header

    arms = {plan.arm: dict(plan.settings) for plan in plans}
    first = Settings(**next(iter(arms.values())))
    about = {
        "arms": arms,
        "tasks": sorted({plan.task for plan in plans}),
        "seeds": sorted({plan.seed for plan in plans}),
        "trials": 1 + max(plan.trial for plan in plans),
    }
    header = run_header(first, origins, model=", ".join(arms), suite=VERSION, extra={"bench": about})
    write_header(folder, header)
    save_plans(folder, plans, options)


def _finish(
    folder: Path,
    plans: Sequence[EpisodePlan],
    options: Mapping[str, Any],
    workers: int | None,
    address: str | None,
    progress: Progress | None,
) -> BenchRun:
    count = _cores() if workers is None else workers
    minutes = max(float(plan.settings.get("max_minutes", 5.0)) for plan in plans)
    report = run_fleet(
        plans,
        folder,
        job=options["job"],
        workers=min(count, len(plans)),
        tries=options["tries"],
        deadline=minutes * 60 * _HUNG_FACTOR + _HUNG_EXTRA_S,
        devices=options["devices"],
        arm_seconds_cap=options["arm_seconds_cap"],
        progress=progress,
        address=address,
    )
    frame = load(folder)
    save(folder, frame)
    arms = summary(frame, not_run=Counter(plan.arm for plan in report.not_run))
    return BenchRun(folder=folder, arms=arms, notes=_notes(arms, report, options["arm_seconds_cap"]))


def _notes(arms: Sequence[Mapping[str, Any]], report: Report, cap: float | None) -> tuple[str, ...]:
    notes = [
        f"{arm['arm']}: {arm['not_run']} episodes not run (time share of {cap:g} s an arm); they are not counted"
        for arm in arms
        if arm["not_run"] and cap is not None
    ]
    for arm in arms:
        broken = arm["infrastructure_faults"]
        if broken:
            notes.append(f"{arm['arm']}: {broken} episodes broken by the infrastructure count as failures")
    if report.before:
        notes.append(f"{report.before} of {report.planned} episodes were stored before")
    return tuple(notes)


def _arms(
    policies: Sequence[str] | Mapping[str, Mapping[str, Any]],
    shared: Mapping[str, Any],
    device: str | Sequence[str] | None,
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Resolved settings by arm; every name and value is checked before the first phone is started."""
    from kit.agent import build

    if isinstance(policies, str):
        policies = [policies]
    if not isinstance(policies, Mapping):
        repeated = [name for name, count in Counter(policies).items() if count > 1]
        if repeated:
            raise UsageError(f"Policy {repeated[0]} is given twice.", fix="Use trials to repeat it.")
        policies = {name: {"model": name} for name in policies}
    place = {"device": device if isinstance(device, str) else device[0]} if device else {}
    arms: dict[str, dict[str, Any]] = {}
    origins: dict[str, str] = {}
    for name, values in policies.items():
        resolved, origins = resolve({**place, **shared, **values})
        build.check(resolved)
        arms[name] = resolved.model_dump(mode="json")
    return arms, origins


def _ready(arms: Iterable[Mapping[str, Any]]) -> None:
    """What the arms need on this machine is there before the first phone is started, or an error says what is missing."""
    from kit.agent import build
    from kit.settings import Settings

    for values in arms:
        build.ready(Settings(**values))


def _own_phones(device: str | Sequence[str] | None) -> list[str]:
    """Specs that can serve one worker only: a list that was given, or a real phone. Simphones are made as needed."""
    if not isinstance(device, str):
        return list(device or ())
    return [device] if device.startswith("adb:") else []


def _tasks(patterns: str | Sequence[str]) -> dict[str, dict[str, Any]]:
    from kit.tasks.suite import find

    wanted = [patterns] if isinstance(patterns, str) else patterns
    return {
        template.name: {
            "apps": list(template.apps),
            "tags": list(template.tags),
            "difficulty": template.difficulty,
            "split": template.split,
        }
        for pattern in wanted
        for template in find(pattern)
    }


def _seeds(seeds: int | Iterable[int]) -> list[int]:
    return list(range(seeds)) if isinstance(seeds, int) else [int(seed) for seed in seeds]


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
