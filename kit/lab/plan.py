"""What shall be run: one plan an episode, with an id that is the same everywhere (DESIGN section 8)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from kit.errors import RunError, UsageError
from kit.trace.commit import write_whole
from kit.trace.header import fingerprint

PLAN_FILE = "plan.json"
NOT_IN_ID = frozenset({"trace", "trace_dir", "trace_images", "weights_dir", "adb_server_port", "model_api_key_env"})
"""Settings that say where things lie, not what is measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodePlan:
    """One episode that shall be run.

    Attributes:
        arm: name of the setting that is compared.
        settings: values of that setting, plain JSON.
        task: name of the task's template.
        seed: seed of phone and task, the same in every arm.
        trial: tells repetitions of the same (setting, task, seed) apart.
        facts: what else is known beforehand (apps, tags, difficulty); not part of the id.
    """

    arm: str
    settings: Mapping[str, Any]
    task: str
    seed: int
    trial: int = 0
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def id(self) -> str:
        """16 hex digits over (setting, task, seed, trial)."""
        same = {k: v for k, v in self.settings.items() if k not in NOT_IN_ID}
        return fingerprint([self.arm, same, self.task, self.seed, self.trial])

    def plain(self) -> dict[str, Any]:
        """The plan as plain values, id included; what a worker's job is given."""
        return {"id": self.id, **asdict(self), "settings": dict(self.settings), "facts": dict(self.facts)}


def make_plans(
    arms: Mapping[str, Mapping[str, Any]],
    tasks: Mapping[str, Mapping[str, Any]],
    seeds: Sequence[int],
    trials: int = 1,
) -> tuple[EpisodePlan, ...]:
    """Every arm on every (task, seed, trial), so that arms can be compared in pairs.

    The arms of one pair stand side by side and seeds outermost: a run that is cut short has covered all tasks of the
    first seeds, in all arms.

    Args:
        arms: settings by arm name.
        tasks: facts by task name.
        seeds: seeds of every task.
        trials: repetitions.
    """
    return tuple(
        EpisodePlan(arm=arm, settings=settings, task=task, seed=seed, trial=trial, facts=facts)
        for trial in range(trials)
        for seed in seeds
        for task, facts in tasks.items()
        for arm, settings in arms.items()
    )


def check_plans(plans: Iterable[EpisodePlan]) -> tuple[EpisodePlan, ...]:
    """The plans, or UsageError when two of them are the same episode."""
    seen: dict[str, EpisodePlan] = {}
    for plan in plans:
        if plan.id in seen:
            raise UsageError(
                f"Episode {plan.id} ({plan.arm}, {plan.task}, seed {plan.seed}, trial {plan.trial}) is planned twice.",
                fix="Give repetitions another trial number.",
            )
        seen[plan.id] = plan
    return tuple(seen.values())


def save_plans(run: Path, plans: Sequence[EpisodePlan], options: Mapping[str, Any]) -> None:
    """Writes plan.json: with it a run can be resumed without its command line. Settings are stored once an arm."""
    arms = {plan.arm: dict(plan.settings) for plan in plans}
    tasks = {plan.task: dict(plan.facts) for plan in plans}
    episodes = [[plan.arm, plan.task, plan.seed, plan.trial] for plan in plans]
    body = {"options": dict(options), "arms": arms, "tasks": tasks, "episodes": episodes}
    write_whole(run / PLAN_FILE, json.dumps(body, ensure_ascii=True).encode())


def load_plans(run: Path) -> tuple[tuple[EpisodePlan, ...], dict[str, Any]]:
    """The plans of a run and the options they were made with. Raises RunError when there are none."""
    path = run / PLAN_FILE
    try:
        body = json.loads(path.read_bytes())
        plans = tuple(
            EpisodePlan(
                arm=arm, settings=body["arms"][arm], task=task, seed=seed, trial=trial, facts=body["tasks"][task]
            )
            for arm, task, seed, trial in body["episodes"]
        )
    except (FileNotFoundError, NotADirectoryError):
        raise RunError(f"{run} holds no {PLAN_FILE}.", fix="Name the folder of a benchmark run.") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise RunError(f"{path} is damaged: {error!r}.", fix="Start the benchmark again in another folder.") from error
    return plans, body["options"]
