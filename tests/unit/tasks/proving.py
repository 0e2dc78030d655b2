"""Plays tasks on one simphone in this process with the real loop and tools, and says how they went."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kit.agent.episode import Job, play
from kit.device.device import Device
from kit.phones.open import open_device
from kit.settings import Settings
from kit.tasks.base import Task, Template
from kit.types import Episode

SETTINGS = Settings(screenshots=False, observe_settle_ms=50, trace=False)


def phone() -> Device:
    """A phone for one test; every task resets it."""
    return open_device("sim:0", settings=SETTINGS)


def run(device: Device, task: Task, model: str = "oracle", **more: Any) -> Episode:
    """One episode of a policy on a task."""
    settings = SETTINGS.model_copy(update={"model": model, **more})
    return play(device, Job(task=task.name, seed=task.seed), settings, task=task)


def solve(device: Device, template: Template, seed: int) -> Episode:
    """The oracle on its own task."""
    return run(device, Task.of(template, seed))


def solve_as(device: Device, template: Template, seed: int, other: int) -> Episode:
    """The oracle of another seed on this seed's task."""
    theirs = Task.of(template, other).params
    mixed = replace(template, oracle=lambda _, seen: template.oracle(theirs, seen))
    task = Task.of(template, seed)
    return run(device, Task(mixed, seed, task.params))


def story(episode: Episode) -> str:
    """What happened, for the message of a failed test."""
    lines = [f"{episode.task} seed {episode.seed}: {episode.goal}", str(episode.outcome)]
    for step in episode.steps:
        lines += [f"  {r.call.name} {dict(r.call.arguments)} -> {r.status}: {r.text}" for r in step.receipts]
        labels = [m.full_label for m in step.observation.marks] if step.observation else []
        lines.append(f"    saw {labels}")
    return "\n".join(lines)
