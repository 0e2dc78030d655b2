# pyright: basic
"""A benchmark: policies x tasks x paired seeds on a fleet, with a table that says everything it left out."""

from __future__ import annotations

import operator
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kit.agent.record import seed_replaced
from kit.errors import UsageError
from kit.lab.fleet import DEFAULT_JOB, DEFAULT_PROBE, Progress, Report, run_fleet
from kit.lab.job import resolve_job
from kit.lab.plan import EpisodePlan, check_plans, load_plans, make_plans, save_plans
from kit.lab.results import load, save
from kit.lab.stats import summary, troubles
from kit.settings import resolve
from kit.trace.commit import check_folder

if TYPE_CHECKING:
    import pandas as pd

    from kit.tasks.suite import Tasks

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
    tasks: Tasks = "core",
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
    probe: str = DEFAULT_PROBE,
    address: str | None = None,
    progress: Progress | None = None,
) -> BenchRun:
    """Runs every policy on every task with the same seeds and sums up.

    A folder that holds part of the same benchmark is finished, not begun anew: what is missing is run, and what the
    infrastructure broke is run again.

    Args:
        policies: model or policy names, or settings by arm name (see `kit.lab.sweep.grid`).
        tasks: task names, globs, or sets: core (the easiest task of each area), stock, train, dev, test; "*" is all. Your
            own as "module:NAME" or as templates, which workers in other processes must be able to import.
        seeds: how many (0, 1, 2 ...), or the seeds themselves. A task resets a simphone to its own seed, so the seed in
            a device spec plays no part; a note says so.
        workers: parallel phones; default one a core; 0 plays in this process without Ray.
        device: device spec of the phones; several specs are one phone a worker.
        out: the run's folder; default runs/DATE-TIME.
        settings: overrides all arms share.
        trials: repetitions of each (arm, task, seed).
        tries: tries an episode gets while the infrastructure breaks it (see `kit.lab.fleet.run_fleet`).
        arm_seconds_cap: wall seconds an arm may use; the rest of it is not run, not counted, and named in the notes.
        job: what plays an episode, "module:function".
        probe: what says whether a real phone that was lost is back, "module:function".
        address: of Ray.
        progress: called after every stored episode.

    Raises:
        UnknownName, SettingError, UsageError: before anything is run; nothing is left behind.
        DeviceLost, DeviceError: a real phone cannot be used; nothing is left behind either.
        Killed: interrupted; what finished is stored.
    """
    arms, origins = _arms(policies, settings or {}, device)
    devices = _own_phones(device)
    plans = check_plans(make_plans(arms, _tasks(tasks, elsewhere=workers != 0), _seeds(seeds), trials))
    if not plans or tries < 1:
        raise UsageError(
            "Nothing is planned.", fix="Give at least one policy, one task, one seed, one trial and one try."
        )
    folder = Path(out) if out is not None else Path("runs") / datetime.now().strftime("%Y%m%d-%H%M%S")
    check_folder(folder)
    for function in (job, probe):
        resolve_job(function)
    _ready(arms.values(), devices, address)  # last: a wrong name must not cost a download
    options = {
        "job": job,
        "probe": probe,
        "tries": tries,
        "arm_seconds_cap": arm_seconds_cap,
        "devices": devices,
    }
    _begin(folder, plans, options, origins)
    return _finish(folder, plans, options, workers, address, progress)


def resume_bench(
    folder: Path | str,
    *,
    workers: int | None = None,
    address: str | None = None,
    progress: Progress | None = None,
) -> BenchRun:
    """Runs what a benchmark planned and has not stored or the infrastructure broke, and sums up all of it.

    An outcome that is run again stays in the folder `replaced` of the run; no table counts it.

    Raises:
        RunError: the folder holds no benchmark, or it is damaged.
        Killed: interrupted again; what finished is stored.
    """
    plans, options = load_plans(Path(folder))
    _ready({plan.arm: plan.settings for plan in plans}.values(), options["devices"], address)
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
    if not options["devices"] and any(str(plan.settings.get("device")).startswith("adb:") for plan in plans):
        count = min(count, 1)  # a real phone named by an arm is one phone, however many workers there are
    minutes = max(float(plan.settings.get("max_minutes", 5.0)) for plan in plans)
    report = run_fleet(
        plans,
        folder,
        job=options["job"],
        probe=options.get("probe", DEFAULT_PROBE),
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
    notes = _notes(arms, report, options["arm_seconds_cap"])
    return BenchRun(folder=folder, arms=arms, notes=(*_replaced(plans, options["devices"]), *notes, *troubles(frame)))


def _replaced(plans: Iterable[EpisodePlan], devices: Sequence[str]) -> list[str]:
    """A sentence for each device spec whose seed no task honours."""
    specs = dict.fromkeys(devices or (str(plan.settings.get("device", "")) for plan in plans))
    return [words for spec in specs if (words := seed_replaced(spec))]


def _notes(arms: Sequence[Mapping[str, Any]], report: Report, cap: float | None) -> tuple[str, ...]:
    """What was left out and what was stored before."""
    notes = [
        f"{arm['arm']}: {arm['not_run']} episodes not run (time share of {cap:g} s an arm); they are not counted"
        for arm in arms
        if arm["not_run"] and cap is not None
    ]
    if report.again:
        notes.append(f"{report.again} of {report.planned} episodes had been broken by the infrastructure before")
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


def _ready(arms: Iterable[Mapping[str, Any]], devices: Sequence[str], address: str | None) -> None:
    """What the arms need on this machine is there before the first phone is started, or an error says what is missing.

    A real phone that cannot be opened now was named wrongly; one that is lost later is waited for. On a cluster the phones
    hang on other machines.
    """
    from kit.agent import build
    from kit.phones.open import open_device
    from kit.settings import Settings

    settled = [Settings(**values) for values in arms]
    if not address and not os.environ.get("RAY_ADDRESS"):
        wanted = dict.fromkeys(devices, settled[0]) or {one.device: one for one in settled}
        for spec, settings in wanted.items():
            if spec.startswith("adb:"):
                open_device(spec, settings=settings).close()
    for settings in settled:
        build.ready(settings)


def _own_phones(device: str | Sequence[str] | None) -> list[str]:
    """Specs that can serve one worker only: a list that was given, or a real phone. Simphones are made as needed."""
    from kit.phones.open import check_spec

    if device is not None and not isinstance(device, str):
        given = [check_spec(spec) and spec for spec in device]
        twice = [spec for spec, count in Counter(given).items() if count > 1 and spec.startswith("adb:")]
        if twice:
            raise UsageError(f"Phone {twice[0]} is given twice.", fix="One phone serves one worker: give each once.")
        return given
    return [device] if device and device.startswith("adb:") else []


def _tasks(tasks: Tasks, *, elsewhere: bool) -> dict[str, dict[str, Any]]:
    """What is known of each task beforehand, by the name under which a worker finds it."""
    from kit.tasks.suite import choose

    return {
        name: {
            "task": template.name,
            "apps": list(template.apps),
            "tags": list(template.tags),
            "difficulty": template.difficulty,
            "split": template.split,
        }
        for name, template in choose(tasks, elsewhere=elsewhere).items()
    }


def _seeds(seeds: int | Iterable[int]) -> list[int]:
    given = list(range(seeds)) if isinstance(seeds, int) else list(seeds)
    for seed in given:
        if isinstance(seed, bool) or not hasattr(seed, "__index__") or operator.index(seed) < 0:
            raise UsageError(f"{seed!r} is no seed.", fix="Give how many, or whole numbers from 0.")
    return [operator.index(seed) for seed in given]


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
