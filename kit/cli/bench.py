"""`kit bench`: policies x tasks x seeds, in parallel, on phones made of Python."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kit.cli.options import Commands, add_settings, command, positive, settings_given, whole
from kit.errors import UsageError

DEFAULT_ARM_SECONDS = 150.0
"""So that the whole default benchmark stays under five minutes on two cores, whatever the small model takes."""


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(
        commands,
        "bench",
        "run a parallel benchmark; with no arguments: one task of each area x 2 seeds x 4 policies",
        "kit bench --policy oracle --policy random --tasks 'settings_*' --seeds 3 --workers 2 --json",
    )
    parser.add_argument("--policy", action="append", default=[], metavar="NAME", help="model or policy (repeatable)")
    parser.add_argument(
        "--tasks",
        action="append",
        default=[],
        metavar="GLOB",
        help="task name, glob, or a set: core (default), stock, train, dev, test (repeatable)",
    )
    parser.add_argument("--seeds", type=positive, metavar="N", help="seeds per task, the same in every arm (default 2)")
    parser.add_argument("--trials", type=positive, metavar="N", help="repetitions of each seed (default 1)")
    parser.add_argument(
        "--workers",
        type=whole,
        metavar="N",
        help="parallel phones (default: one a core); 0 needs no Ray, one after the other",
    )
    parser.add_argument(
        "--device", action="append", default=[], metavar="SPEC",
        help="sim:0 (default), sim+adb:0 or adb:SERIAL, a simphone's traits behind its seed, which each task replaces by its "
        "own; several real phones work side by side (repeatable)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="DIR", help="run folder (default runs/DATE-TIME)")
    parser.add_argument(
        "--resume",
        type=Path,
        metavar="RUN",
        help="finish an interrupted run; what the infrastructure broke is run again",
    )
    parser.add_argument(
        "--arm-seconds", type=float, metavar="S",
        help=f"wall time an arm may use; what it leaves out is not counted and named (default: {DEFAULT_ARM_SECONDS:g} "
        "when no --policy is given, else no limit)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print one JSON object as the last line")
    add_settings(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Runs what is planned and not yet stored, prints the table, draws the chart.

    Returns:
        1 when some arm says nothing of its agent: each of its episodes was broken by code or by the infrastructure.
    """
    from kit.lab.bench import DEFAULT_POLICIES, resume_bench, run_bench
    from kit.view.charts import success_chart
    from kit.view.live import Progress
    from kit.view.table import arms_table

    if options.resume is not None:
        _only_resume(options)
    with Progress() as progress:
        if options.resume is not None:
            bench = resume_bench(options.resume, workers=options.workers, progress=progress)
        else:
            bench = run_bench(
                policies=options.policy or list(DEFAULT_POLICIES),
                tasks=options.tasks or ["core"],
                seeds=options.seeds or 2,
                trials=options.trials or 1,
                workers=options.workers,
                device=options.device if len(options.device) > 1 else next(iter(options.device), None),
                out=options.out,
                settings=settings_given(options),
                arm_seconds_cap=options.arm_seconds or (None if options.policy else DEFAULT_ARM_SECONDS),
                progress=progress,
            )
    chart = bench.folder / "success.png"
    success_chart(bench.arms, chart)
    print(arms_table(bench.arms, notes=bench.notes))
    print(f"chart:   {chart}\nresults: {bench.folder / 'results.parquet'}\nrun:     {bench.folder}")
    if options.json:
        print(json.dumps({"run": str(bench.folder), "arms": {row["arm"]: _stable(row) for row in bench.arms}}))
    return 1 if any(row["episodes"] and row["broken"] == row["episodes"] for row in bench.arms) else 0


def _only_resume(options: argparse.Namespace) -> None:
    """A resumed run keeps its own plan; what would change it is refused, not ignored."""
    changes = {"--policy": options.policy, "--tasks": options.tasks, "--seeds": options.seeds, "--trials": options.trials,
               "--device": options.device, "--out": options.out, "--arm-seconds": options.arm_seconds,
               "--set": options.assignments}  # fmt: skip
    given = [name for name, value in changes.items() if value]
    if given:
        raise UsageError(
            f"--resume goes on with the run's own plan; {', '.join(given)} cannot change it.",
            fix="Leave it out, or begin another run with --out.",
        )


STABLE = (
    "episodes", "success", "low", "high", "steps", "seconds", "agent_faults", "infrastructure_faults", "verifier_faults",
)  # fmt: skip
"""Keys of the documented JSON, kept by later versions."""


def _stable(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in STABLE}
