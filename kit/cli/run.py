"""`kit run GOAL`: one agent, one phone, one goal in plain words."""

from __future__ import annotations

import argparse
from typing import Any

from kit.cli.options import Commands, add_settings, command, settings_given, whole


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(
        commands,
        "run",
        "let an agent work on one goal",
        "kit run 'Turn on Bluetooth' --device sim:7 --model smollm2-135m",
    )
    parser.add_argument(
        "goal", metavar="GOAL", help="what to do, in plain words; or task:NAME for a task (yours: task:module:NAME)"
    )
    parser.add_argument(
        "--device", metavar="SPEC", help="sim:SEED, sim:SEED,app=module:APP, adb:SERIAL ... (default sim:0)"
    )
    parser.add_argument(
        "--model", metavar="NAME", help="smollm2-135m (default), remote:NAME, local:FOLDER, oracle, random ..."
    )
    parser.add_argument("--seed", type=whole, default=0, metavar="S", help="seed of task:NAME")
    parser.add_argument("--out", metavar="DIR", help="where the trace goes (default .traces)")
    add_settings(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Plays the episode, printing each step as it happens. Exit code 0 unless it failed or broke."""
    from kit.agent.traced import run_recorded
    from kit.settings import resolve

    given = {"device": options.device, "model": options.model, "trace_dir": options.out, **settings_given(options)}
    settings, origins = resolve(given)
    episode = run_recorded(options.goal, settings, origins, seed=options.seed, show=_show)
    outcome = episode.outcome
    words = {True: "success", False: "failed", None: "ended (nothing to check a free goal against)"}[outcome.success]
    print(f"{words}: {outcome.ending}, {len(episode.steps)} steps, {episode.seconds:.1f} s. {outcome.reason}".rstrip())
    if outcome.answer:
        print(f"answer: {outcome.answer}")
    if episode.trace is not None:
        print(f"trace: {episode.trace}")
    return 0 if outcome.success or (outcome.success is None and outcome.fault is None) else 1


def _show(step: Any) -> None:
    from kit.trace.read import format_step

    print(format_step(step), flush=True)
