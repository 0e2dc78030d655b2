"""One episode played and written down, for `kit.run_episode` and `kit run`. Each gets a fresh folder of its own."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from kit.agent import build
from kit.agent.episode import Job, as_task, episode_id, play
from kit.agent.record import phone_spec, record, recorder_for, seed_replaced
from kit.agent.verifier import RunFile
from kit.device.device import Device
from kit.events import Listener
from kit.phones.open import open_device
from kit.settings import Settings, resolve
from kit.tasks.base import Task, Template
from kit.tasks.suite import VERSION
from kit.trace.commit import check_folder
from kit.trace.header import run_header
from kit.types import Episode, Step

TASK_PREFIX = "task:"


def run_episode(
    task: str | Template | Task,
    settings: Settings | Mapping[str, Any] | None = None,
    *,
    seed: int = 0,
    trial: int = 0,
    device: Device | None = None,
    listeners: Iterable[Listener] = (),
    stop: threading.Event | None = None,
) -> Episode:
    """Runs one task once, checks the phone's true state afterwards and, as `kit run` does, writes it down.

    A fresh folder below `settings.trace_dir` (`.traces`) holds it, and `trace` of the episode names that folder; with
    `trace` off in the settings nothing is written and it is None.

    Args:
        task: a template's name (of the suite, or "module:NAME"), a template, or a task already drawn.
        settings: resolved settings, or overrides such as {"model": "random"}; default: from the environment. The model
            may be a name, an object with `complete(messages, tools, sampler)`, or a function `f(messages, tools)`.
        seed: draws the task's parameters and resets the phone.
        trial: tells repetitions of the same seed apart.
        device: an open phone; default: `settings.device` is opened and closed again.
        listeners: called with every event.
        stop: the kill switch.

    Raises:
        UnknownName, UsageError: no such task, model or setting, or a folder that is none. TraceError: it cannot be
            written down. Everything else that goes wrong later is in the outcome.
    """
    resolved, origins = _settled(settings)
    drawn = as_task(task, seed)
    build.check(resolved)
    id = episode_id(resolved.model_dump(mode="json"), drawn.name, drawn.seed, trial)
    job = Job(id=id, task=drawn.name, seed=drawn.seed, trial=trial, arm=resolved.model)
    with ExitStack() as stack:
        phone = device or stack.enter_context(open_device(resolved.device, settings=resolved))
        if device is not None:  # what is written down is the phone that is used
            resolved = resolved.model_copy(update={"device": device.serial})
        return play_traced(phone, job, resolved, origins, task=drawn, listeners=listeners, stop=stop)


def run_recorded(
    goal: str,
    settings: Settings,
    origins: Mapping[str, str],
    *,
    seed: int = 0,
    show: Callable[[Step], None] | None = None,
    listeners: Iterable[Listener] = (),
) -> Episode:
    """Plays one goal on one phone, as `kit run` does, and writes it to a fresh folder below `settings.trace_dir`.

    Args:
        goal: plain words, or "task:NAME" for a task, which is then checked.
        settings, origins: as `kit.settings.resolve` gives them.
        seed: of a task.
        show: called with every step once it is written.
        listeners: called with every event.

    Raises:
        UnknownName, UsageError: the model, task, device spec or folder is wrong; nothing has been done then.
        DeviceLost: the phone cannot be opened. TraceError: it cannot be written.
        KeyboardInterrupt: with a note that says where the part that was played is.
    """
    build.check(settings, task=goal.startswith(TASK_PREFIX))
    task = as_task(goal.removeprefix(TASK_PREFIX), seed) if goal.startswith(TASK_PREFIX) else None
    job = Job(task=task.name if task else "", goal=goal, seed=seed)
    if settings.trace:
        check_folder(Path(settings.trace_dir))
    if task is not None and (words := seed_replaced(settings.device)):
        print(f"note: {words}", file=sys.stderr, flush=True)
    with open_device(settings.device, settings=settings) as phone:
        return play_traced(phone, job, settings, origins, task=task, show=show, listeners=listeners)


def _settled(settings: Settings | Mapping[str, Any] | None) -> tuple[Settings, Mapping[str, str]]:
    """Settings and where each came from."""
    if isinstance(settings, Settings):
        return settings, dict.fromkeys(settings.model_fields_set, "argument")
    return resolve(settings)


def play_traced(
    phone: Device,
    job: Job,
    settings: Settings,
    origins: Mapping[str, str],
    *,
    task: Task | None = None,
    show: Callable[[Step], None] | None = None,
    listeners: Iterable[Listener] = (),
    stop: threading.Event | None = None,
) -> Episode:
    """Plays one episode and writes it to a fresh folder below `settings.trace_dir`, which is then its `trace`.

    Args:
        phone: the open phone; `settings.device` is what it was opened from.
        job, task, listeners, stop: as `kit.agent.episode.play`.
        settings, origins: as `kit.settings.resolve` gives them; with `trace` off nothing is written.
        show: called with every step once it is written.

    Raises:
        UsageError: the folder cannot be one. TraceError: it cannot be written.
        KeyboardInterrupt: with a note that says where the part that was played is.
    """
    if not settings.trace:
        return play(phone, job, settings, task=task, write=show, listeners=listeners, stop=stop)
    used = phone_spec(settings.device, task.seed if task else None, phone)
    header = run_header(settings, origins, seed=job.seed, phone=used, suite=VERSION if task else "")
    folder = fresh_folder(Path(settings.trace_dir))
    try:
        with recorder_for(phone, folder, header, settings) as recorder:
            episode = record(
                recorder,
                phone,
                job,
                settings,
                task=task,
                show=show,
                listeners=[*listeners, RunFile(folder)],
                stop=stop,
            )
    except KeyboardInterrupt as error:
        error.add_note(f"trace: {folder}")
        raise
    return replace(episode, trace=folder)


def fresh_folder(parent: Path) -> Path:
    """A path below `parent` named by the time, which nothing has yet; made by whoever writes to it first."""
    check_folder(parent)
    folder = parent / datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return fresh_folder(parent) if folder.exists() else folder
