"""An episode that is written down: the loop with a recorder around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

from kit.agent import build
from kit.agent.episode import Job, as_task, play
from kit.agent.verifier import Journal, RunFile
from kit.device.device import Device
from kit.events import Listener
from kit.phones.open import open_device
from kit.settings import Settings
from kit.tasks.base import Task
from kit.tasks.suite import VERSION
from kit.trace.header import run_header
from kit.trace.write import Recorder
from kit.types import Episode, Step

TASK_PREFIX = "task:"


def run_recorded(
    goal: str,
    settings: Settings,
    origins: Mapping[str, str],
    *,
    seed: int = 0,
    show: Callable[[Step], None] | None = None,
    listeners: Iterable[Listener] = (),
) -> tuple[Episode, Path | None]:
    """Plays one goal on one phone and writes it to a fresh folder below `settings.trace_dir`.

    Args:
        goal: plain words, or "task:NAME" for a task of the suite, which is then checked.
        settings, origins: as `kit.settings.resolve` gives them.
        seed: of a task.
        show: called with every step once it is written.
        listeners: called with every event.

    Returns:
        The episode, and its run folder (None when `settings.trace` is off).

    Raises:
        UnknownName, UsageError: the model, task or device spec is wrong; nothing has been done then.
        DeviceLost: the phone cannot be opened. TraceError: it cannot be written.
    """
    build.check(settings, task=goal.startswith(TASK_PREFIX))
    task = as_task(goal.removeprefix(TASK_PREFIX), seed) if goal.startswith(TASK_PREFIX) else None
    job = Job(task=task.name if task else "", goal=goal, seed=seed)
    with ExitStack() as stack:
        phone = stack.enter_context(open_device(settings.device, settings=settings))
        if not settings.trace:
            return play(phone, job, settings, task=task, write=show, listeners=listeners), None
        folder = Path(settings.trace_dir) / datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        header = run_header(settings, origins, seed=seed, suite=VERSION if task else "")
        recorder = stack.enter_context(recorder_for(phone, folder, header, settings))
        heard = [*listeners, RunFile(folder)]
        return record(recorder, phone, job, settings, task=task, show=show, listeners=heard), folder


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
    """Plays one episode with an open recorder and commits it; `more` goes to `play`."""
    about = _about(job, settings, task, phone) | dict(facts or {})
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
    recorder.end(episode)
    return episode


def _about(job: Job, settings: Settings, task: Task | None, phone: Device) -> dict[str, Any]:
    template = task.template if task else None
    return {
        "task": job.task,
        "arm": job.arm or settings.model,
        "seed": job.seed,
        "trial": job.trial,
        "device": phone.serial,
        "apps": list(template.apps) if template else [],
        "tags": list(template.tags) if template else [],
        "difficulty": template.difficulty if template else None,
        "budget": template.budget if template else settings.max_steps,
    }
