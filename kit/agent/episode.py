"""One episode on an open phone, from a task to an outcome: set up, look, loop, check."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from kit.agent import build, plugins
from kit.agent.bound import Limit
from kit.agent.loop import Loop
from kit.agent.memory import open_memory
from kit.agent.outcome import extras_of, judge, struck, total
from kit.agent.talk import Talk
from kit.agent.verifier import verifier_of
from kit.device.device import Device
from kit.errors import KitError, TaskBroken, TraceError, UsageError
from kit.events import Bus, EpisodeEnded, EpisodeStarted, Listener
from kit.memory.archive import open_archive
from kit.settings import Settings
from kit.tasks.base import Task, Template
from kit.tasks.suite import one
from kit.tools.session import Session, open_session
from kit.tools.taskdoc import TaskDoc
from kit.types import Episode, Outcome, Step

FREE_STEPS = 60
"""Most steps of a free goal, which has no budget of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What one episode needs to know; either a task (by name) with a seed, or a free goal.

    `id` is the plan's own id; empty means that of `episode_id`.

    Raises:
        UsageError: there is neither a task nor a goal.
    """

    id: str = ""
    task: str = ""
    goal: str = ""
    seed: int = 0
    trial: int = 0
    arm: str = ""

    def __post_init__(self) -> None:
        if not self.task and not self.goal.strip():
            raise UsageError("The goal is empty.", fix="Say in plain words what to do, or name a task: task:NAME.")


def episode_id(settings: Mapping[str, Any], task: str, seed: int, trial: int) -> str:
    """The hash of (setting, task, seed, trial): the same plan gives the same id everywhere (DESIGN section 8)."""
    text = json.dumps([settings, task, seed, trial], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def budget_of(settings: Settings, task: Task | None) -> int:
    """Most steps of an episode: the task's own budget or FREE_STEPS; `max_steps`, where it is set, caps it."""
    own = task.template.budget if task is not None else (settings.max_steps or FREE_STEPS)
    return min(own, settings.max_steps or own)


def as_task(task: str | Template | Task, seed: int) -> Task:
    """The task meant; a name (of the suite, or "module:NAME") must be that of exactly one template.

    Raises:
        UnknownName, UsageError: the name is wrong, it is no task, or the seed is no whole number from 0.
    """
    if isinstance(task, Task):
        return task
    template = one(task) if isinstance(task, str) else task
    if not isinstance(template, Template):
        raise UsageError(f"{template!r} is no task.", fix="Give a name, a kit.tasks.base.Template or a Task.")
    return Task.planned(template, seed)


def play(
    phone: Device,
    job: Job,
    settings: Settings,
    *,
    task: Task | None = None,
    write: Callable[[Step], None] | None = None,
    started: Callable[[str, str], None] | None = None,
    listeners: Iterable[Listener] = (),
    stop: threading.Event | None = None,
    loaded: MutableMapping[str, Any] | None = None,
    note: Callable[[str, Mapping[str, Any]], None] | None = None,
) -> Episode:
    """One episode on an open phone. Whatever goes wrong becomes the outcome; only TraceError (it cannot be written down)
    and KeyboardInterrupt pass through.

    Args:
        phone: the open phone; for a task it is reset first.
        job: names and numbers of the episode.
        settings: resolved settings.
        task: the task to set up and check; None for a free goal, whose outcome says success=None.
        write: called with each step before the next begins (the recorder).
        started: called with (episode id, goal) when the phone is ready.
        listeners, stop: as `run_episode`.
        loaded: weights kept between episodes.
        note: called with the kind and fields of events beside the steps, such as figures of requests (the recorder).

    Raises:
        UsageError: a plugin cannot be loaded; no other episode would fare better.
    """
    clock, began = time.perf_counter(), datetime.now(UTC).isoformat(timespec="seconds")
    goal, unsaid = _goal(task, job, settings)
    id = job.id or episode_id(settings.model_dump(mode="json"), job.task or goal, job.seed, job.trial)
    extensions = plugins.load(settings)
    bus = Bus(listeners=[*listeners, *extensions.listeners])
    session: Session | None = None
    loop: Loop | None = None
    try:
        if unsaid is not None:
            raise unsaid
        session = prepare(phone, goal, settings, task, bus, id)
        extensions.attach(session)
        bus.emit(EpisodeStarted(episode=id, goal=goal, task=job.task, device=phone.serial))
        if started is not None:
            started(id, goal)
        loop = Loop(
            session=session,
            talk=converse(session, job, task, loaded, note),
            budget=budget_of(settings, task),
            write=write or _keep,
            stop=stop or threading.Event(),
        )
        outcome = judge(loop.run(), task, phone)
    except TraceError:
        raise
    except KitError as error:
        outcome = Outcome(success=False, ending="error", fault=error.fault, code=error.code, reason=str(error))
    finally:
        if loop is not None:
            loop.talk.limit.close()
    if session is not None and session.archive is not None:
        session.archive.close()
    steps = tuple(loop.steps) if loop else ()
    finished = Episode(
        id=id,
        task=job.task,
        goal=goal,
        arm=job.arm or settings.model,
        seed=job.seed,
        trial=job.trial,
        device=phone.serial,
        steps=steps,
        outcome=outcome,
        started=began,
        seconds=time.perf_counter() - clock,
        usage=total(loop.talk.usages(steps) if loop else []),
        extras={**extras_of(session, bus), **struck(phone)},
    )
    bus.emit(EpisodeEnded(episode=id, finished=finished))
    extensions.end(bus, finished)
    return finished


def _goal(task: Task | None, job: Job, settings: Settings) -> tuple[str, KitError | None]:
    """The goal in words; with the error when the task cannot say it, which is then the outcome."""
    try:
        return (task.goal(settings.lang) if task else job.goal), None
    except TaskBroken as error:
        return "", error


def prepare(phone: Device, goal: str, settings: Settings, task: Task | None, bus: Bus, id: str) -> Session:
    """Sets the task up and takes the first look."""
    if task is not None:
        task.setup(phone)
    attempt = (
        f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{id}"  # a rerun of the same plan must not find the old attempt's screens
    )
    archive = open_archive(settings, attempt)
    if archive is not None:
        bus.listeners.append(archive.hear)
    memory = open_memory(settings, bus)
    session = open_session(phone, goal=goal, settings=settings, bus=bus)
    session.episode, session.archive = id, archive
    if memory is not None:
        memory.attach(session)
    if settings.taskdoc:
        session.board = TaskDoc(goal_base=goal)
    return session


def converse(
    session: Session,
    job: Job,
    task: Task | None,
    loaded: MutableMapping[str, Any] | None,
    note: Callable[[str, Mapping[str, Any]], None] | None,
) -> Talk:
    """The conversation with the acting model; also gives the session its verifier and its locator."""
    settings = session.settings
    if session.memory is not None:
        session.memory.begin(note)
    limit = Limit()
    actor = build.actor(settings, task=task, seed=job.seed, loaded=loaded, limit=limit)
    talk = Talk(
        session=session,
        model=actor.model,
        sampler=build.sampler(settings, job.seed + job.trial),
        summariser=actor.summariser,
        note=note,
        limit=limit,
    )
    verify = verifier_of(settings, acting=actor.judge, loaded=loaded, report=talk.told("verifier"), limit=limit)
    session.review.verify = verify
    session.locator = session.locator or build.locator(settings, talk.told("locator"), limit)
    return talk


def _keep(step: Step) -> None:
    """For episodes that are only held in memory."""
