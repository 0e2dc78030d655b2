"""One episode from a name to an outcome: set up, look, loop, check, write down."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from kit.agent import build, plugins
from kit.agent.loop import End, Loop
from kit.agent.memory import open_memory
from kit.agent.talk import Talk
from kit.agent.verifier import verdict_fields, verifier_of
from kit.device.device import Device
from kit.errors import Fault, KitError, TraceError, UsageError, VerifierError
from kit.events import Bus, EpisodeEnded, EpisodeStarted, Listener
from kit.memory.archive import open_archive
from kit.phones.open import open_device
from kit.settings import Settings, resolve
from kit.tasks.base import Task, Template, TruePhone
from kit.tasks.suite import find
from kit.tools.deliverable import deliverable_path
from kit.tools.session import Session, open_session
from kit.tools.taskdoc import TaskDoc
from kit.types import Episode, Outcome, Step, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What one episode needs to know; either a task (by name) with a seed, or a free goal.

    `id` is the plan's own id; empty means that of `episode_id`.
    """

    id: str = ""
    task: str = ""
    goal: str = ""
    seed: int = 0
    trial: int = 0
    arm: str = ""


def episode_id(settings: Mapping[str, Any], task: str, seed: int, trial: int) -> str:
    """The hash of (setting, task, seed, trial): the same plan gives the same id everywhere (DESIGN section 8)."""
    text = json.dumps([settings, task, seed, trial], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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
    """Runs one task once and checks the phone's true state afterwards.

    Args:
        task: a template's name, a template, or a task already drawn.
        settings: resolved settings, or overrides such as {"model": "random"}; default: from the environment.
        seed: draws the task's parameters and resets the phone.
        trial: tells repetitions of the same seed apart.
        device: an open phone; default: `settings.device` is opened and closed again.
        listeners: called with every event.
        stop: the kill switch.

    Raises:
        UnknownName: no such task, model or setting. Everything that goes wrong later is in the outcome.
    """
    resolved = settings if isinstance(settings, Settings) else resolve(settings)[0]
    drawn = as_task(task, seed)
    job = Job(task=drawn.name, seed=drawn.seed, trial=trial, arm=resolved.model)
    with ExitStack() as stack:
        phone = device or stack.enter_context(open_device(resolved.device, settings=resolved))
        return play(phone, job, resolved, task=drawn, listeners=listeners, stop=stop)


def as_task(task: str | Template | Task, seed: int) -> Task:
    """The task meant; a name must be that of exactly one template."""
    if isinstance(task, Task):
        return task
    template = next((t for t in find(task) if t.name == task), None) if isinstance(task, str) else task
    if template is None:
        raise UsageError(f"{task!r} names several tasks.", fix="Name one; `kit tasks list` shows them.")
    return Task.of(template, seed)


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
    goal = task.goal(settings.lang) if task else job.goal
    id = job.id or episode_id(settings.model_dump(mode="json"), job.task or goal, job.seed, job.trial)
    extensions = plugins.load(settings)
    bus = Bus(listeners=[*listeners, *extensions.listeners])
    session: Session | None = None
    loop: Loop | None = None
    try:
        session = prepare(phone, goal, settings, task, bus, id)
        extensions.attach(session)
        bus.emit(EpisodeStarted(episode=id, goal=goal, task=job.task, device=phone.serial))
        if started is not None:
            started(id, goal)
        loop = Loop(
            session=session,
            talk=converse(session, job, task, loaded, note),
            budget=task.template.budget if task else settings.max_steps,
            write=write or _keep,
            stop=stop or threading.Event(),
        )
        outcome = judge(loop.run(), task, phone)
    except TraceError:
        raise
    except KitError as error:
        outcome = Outcome(success=False, ending="error", fault=error.fault, code=error.code, reason=str(error))
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
        extras={**_extras(session, bus), **_struck(phone)},
    )
    bus.emit(EpisodeEnded(episode=id, finished=finished))
    extensions.end(bus, finished)
    return finished


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
    actor = build.actor(settings, task=task, seed=job.seed, loaded=loaded)
    sampler = build.sampler(settings, job.seed + job.trial)
    talk = Talk(session=session, model=actor.model, sampler=sampler, summariser=actor.summariser, note=note)
    verify = verifier_of(settings, acting=actor.judge, loaded=loaded, report=talk.told("verifier"))
    session.review.verify = verify
    session.locator = session.locator or build.locator(settings, talk.told("locator"))
    return talk


def judge(end: End, task: Task | None, phone: Device) -> Outcome:
    """The outcome: what the agent says counts for nothing, the phone's true state for everything.

    An episode that did not end in `finish` is a failure even if the state is right: the agent did not know it was done.
    """

    def outcome(success: bool | None, fault: Fault | None, code: str, reason: str) -> Outcome:
        return Outcome(success=success, ending=end.ending, answer=end.answer, fault=fault, code=code, reason=reason)

    if task is None:
        return outcome(None, end.fault, end.code, end.reason)
    if end.ending != "finish":
        return outcome(False, end.fault or "agent", end.code, end.reason or "handed over to the person")
    try:
        verdict = task.check(phone, end.answer, end.status)
    except VerifierError as error:
        return outcome(False, "verifier", error.code, str(error))
    return outcome(verdict.success, None if verdict.success else "agent", end.code, verdict.reason)


def total(usages: Iterable[Usage]) -> Usage:
    """The sum of what providers said; None where none of them said anything."""
    parts: Sequence[Usage] = list(usages)

    def add(name: str) -> int | None:
        known = [v for u in parts if (v := getattr(u, name)) is not None]
        return sum(known) if known else None

    return Usage(
        **{name: add(name) for name in ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")}
    )


def _struck(phone: Device) -> dict[str, Any]:
    """Which injected faults struck a simphone during the episode, in order: {"faults": [{"ms", "fault", "command"}]}.

    Who reads results can then tell a failure of the agent from one it was given. A real phone has no such list.
    """
    if not phone.transport.simulated:
        return {}
    try:
        log = TruePhone(phone).faults()
    except KitError:
        return {}  # the phone is gone for good; the outcome says so
    return {"faults": [{"ms": ms, "fault": name, "command": command} for ms, name, command in log]} if log else {}


def _extras(session: Session | None, bus: Bus) -> dict[str, Any]:
    """What else is known of the episode: the verifier's verdict, the document it wrote, listeners that failed."""
    document = deliverable_path(session) if session is not None else ""
    return {
        **verdict_fields(session),
        **({"deliverable_path": document} if document else {}),
        **({"listener_failures": bus.failures} if bus.failures else {}),
    }


def _keep(step: Step) -> None:
    """For episodes that are only held in memory."""
