"""An episode that is written down: the loop with a recorder around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from kit.agent.episode import Job, budget_of, play
from kit.agent.verifier import Journal
from kit.device.device import Device
from kit.settings import Settings
from kit.tasks.base import Task
from kit.trace.write import Recorder
from kit.types import Episode, Step

SIMULATED = ("sim", "sim+adb")
"""Kinds of device specs that make a phone, with a seed and traits."""


def recorder_for(
    phone: Device, folder: Path, header: Mapping[str, Any] | None, settings: Settings, *, durable: bool = True
) -> Recorder:
    """A recorder with the rules this phone needs.

    Whole steps, to learn from, are kept of simphones only, whose data are made up; of a person's phone only the
    redacted and clipped trace is kept (spec: harness, trace).
    """
    made_up = phone.transport.simulated
    return Recorder(
        folder,
        header,
        keep_steps=made_up,
        redact_steps=not made_up,
        images=settings.trace_images,
        durable=durable,
    )


def record(
    recorder: Recorder,
    phone: Device,
    job: Job,
    settings: Settings,
    *,
    task: Task | None = None,
    show: Callable[[Step], None] | None = None,
    facts: Mapping[str, Any] | None = None,
    **more: Any,
) -> Episode:
    """Plays one episode with an open recorder and commits it; `more` goes to `play`.

    The phone is written down as `phone_spec` says; `settings.device` must be what it was opened from.
    """
    used = phone_spec(settings.device, task.seed if task else None, phone)
    about = _about(job, settings, task, used) | dict(facts or {})
    opened: list[str] = []

    def started(id: str, goal: str) -> None:
        recorder.start(id, {**about, "goal": goal})
        opened.append(id)

    def write(step: Step) -> None:
        recorder.step(step)
        if show is not None:
            show(step)

    more["listeners"] = [*more.get("listeners", ()), Journal(recorder)]
    episode = play(phone, job, settings, task=task, write=write, started=started, note=recorder.event, **more)
    if not opened:  # it broke before the phone was ready; that is written down as well
        started(episode.id, episode.goal)
    episode = replace(episode, device=used)
    recorder.end(episode)
    return episode


def phone_spec(spec: str, seed: int | None = None, phone: Device | None = None) -> str:
    """The full spec of the phone an episode is played on, always in the same form.

    A simphone keeps its traits and faults, but a task resets it to the task's own seed: that one is written. A phone
    behind adb is `adb:SERIAL`, with the serial that was found where the spec named none.

    Args:
        spec: the device spec that was asked for.
        seed: of the task; None for a free goal, whose simphone keeps the spec's seed.
        phone: the open phone, if it could be opened.
    """
    if phone is not None and not phone.transport.simulated:
        return f"adb:{phone.serial}"
    kind, _, rest = spec.strip().partition(":")
    if kind not in SIMULATED:
        return spec.strip()
    given, _, traits = rest.partition(",")
    words = [part.strip() for part in traits.split(",") if part.strip()]
    return f"{kind}:{','.join([given.strip() if seed is None else str(seed), *words])}"


def seed_replaced(spec: str) -> str:
    """A sentence when a simphone's spec names a seed of its own, which no task can honour; empty otherwise.

    A task decides which phone it is played on: with another seed it would be another task. `sim:0`, the default, stands
    for any.
    """
    kind, _, rest = spec.strip().partition(":")
    given = rest.partition(",")[0].strip()
    if kind not in SIMULATED or not given.strip("0"):
        return ""
    return f"the seed of {spec} is replaced by each task's own; its traits and faults are kept"


def _about(job: Job, settings: Settings, task: Task | None, device: str) -> dict[str, Any]:
    template = task.template if task else None
    return {
        "task": job.task,
        "arm": job.arm or settings.model,
        "seed": job.seed,
        "trial": job.trial,
        "device": device,
        "apps": list(template.apps) if template else [],
        "tags": list(template.tags) if template else [],
        "difficulty": template.difficulty if template else None,
        "budget": budget_of(settings, task),
    }
