"""Runs many episodes and stores each exactly once. The driver is the only writer; workers send whole episodes or nothing."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType
from typing import Any

from kit.agent.record import phone_spec
from kit.errors import Killed, RunError, UsageError
from kit.lab.job import Done, Failed, Pool, Result, resolve_job
from kit.lab.local import LocalPool
from kit.lab.plan import EpisodePlan, check_plans
from kit.trace.commit import EPISODES, check_folder, collect, commit, encode, stored, trouble
from kit.trace.header import write_header
from kit.trace.read import read_ends
from kit.trace.redact import WHOLE, clean
from kit.trace.write import Recorder
from kit.types import Episode, Outcome

DEFAULT_JOB = "kit.agent.planned:run_planned"
DEFAULT_PROBE = "kit.agent.planned:probe_phone"
TRIES_FILE = "tries.jsonl"
"""In an episode's folder, one line for each try before the one that counts: code, reason, device, seconds."""
LOCK_FILE = ".lock"
Progress = Callable[[int, int, Mapping[str, Any]], None]
"""Called with (episodes stored, episodes planned, row of the newest one) after every commit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a fleet did.

    Attributes:
        folder: the run's folder.
        planned: episodes that were planned.
        before: of those, how many were stored when it began and stay as they are.
        again: how many were stored as broken by the infrastructure when it began.
        ran: how many were run and stored now.
        not_run: plans left out because their arm had used up its time share.
        seconds: wall time.
    """

    folder: Path
    planned: int
    before: int
    again: int
    ran: int
    not_run: tuple[EpisodePlan, ...]
    seconds: float


def run_fleet(
    plans: Iterable[EpisodePlan],
    folder: Path | str,
    *,
    job: str = DEFAULT_JOB,
    probe: str = DEFAULT_PROBE,
    workers: int = 0,
    tries: int = 3,
    deadline: float | None = None,
    devices: Sequence[str] = (),
    arm_seconds_cap: float | None = None,
    header: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
    address: str | None = None,
) -> Report:
    """Runs the plans that are not stored yet; afterwards each has exactly one outcome in `folder`.

    An episode the infrastructure broke (a phone that went offline, a model that cannot be reached, a worker that died or
    hung) is given again, up to `tries` times and to another phone where there is one; `TRIES_FILE` keeps what became of
    the tries before. Only then it is stored as a failure of the infrastructure, and a later call on the same folder runs
    it again and sets the old outcome aside (`kit.trace.commit.REPLACED`). A real phone it was lost on must answer `probe`
    first. Bugs in code are not tried again, nor is the agent's own failure. The faults of a simphone follow from its
    seed: they mostly strike each try alike, and what they break stays visible as the infrastructure's failure.

    Ctrl-C stores what has finished and raises Killed.

    Args:
        plans: what shall be run.
        folder: the run's folder; what is stored there is not run again unless the infrastructure broke it.
        job: "module:function", see `kit.lab.job.Job`.
        probe: "module:function", called with settings whose `device` is a phone that was lost; raises while it is away.
        workers: Ray actors; 0 plays in this process, one episode after the other, without Ray.
        tries: tries an episode gets.
        deadline: seconds after which a try in an actor counts as hung.
        devices: device spec for each actor (one phone an actor; then there are as many actors); empty: as planned.
        arm_seconds_cap: wall seconds an arm may use; later episodes of it are not run and not counted.
        header: content of run.json, written first; None when it is there already.
        progress: called after every commit.
        address: of Ray, as `kit.lab.actors.connect`.

    Raises:
        UsageError: a plan, the job or a setting is wrong. RunError: another process writes to this run.
        TraceError: an episode cannot be stored. Killed: interrupted; run it again to go on.
    """
    began, folder = time.monotonic(), Path(folder)
    planned = check_plans(plans)
    resolve_job(job)
    resolve_job(probe)
    if tries < 1:
        raise UsageError(f"{tries} tries play nothing.", fix="Give at least one.")
    check_folder(folder)
    if devices:
        workers = len(devices) if workers or len(devices) > 1 else 0
    with _only_writer(folder):
        if header is not None:
            write_header(folder, header)
        crew = _Crew(folder, planned, cap=arm_seconds_cap and arm_seconds_cap * max(1, workers), progress=progress)
        if crew.missing:
            _play(_pool(job, probe, workers, tries, deadline, devices, address), crew)
        return Report(
            folder=folder,
            planned=len(planned),
            before=crew.before,
            again=len(crew.broken),
            ran=crew.stored - crew.before,
            not_run=tuple(crew.not_run),
            seconds=time.monotonic() - began,
        )


def _pool(
    job: str,
    probe: str,
    workers: int,
    tries: int,
    deadline: float | None,
    devices: Sequence[str],
    address: str | None,
) -> Pool:
    if workers == 0:
        return LocalPool(job=job, probe=probe, tries=tries, device=devices[0] if devices else "")
    from kit.lab.actors import RayPool, connect

    connect(address)
    return RayPool(job=job, probe=probe, workers=workers, tries=tries, deadline=deadline, devices=devices)


def _play(pool: Pool, crew: _Crew) -> None:
    try:
        with _interrupts() as heard:
            for plan, result in pool.run(crew.wanted()):
                crew.take(plan, result)
                if heard.is_set():
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        for plan, result in pool.finished():
            crew.take(plan, result)
        raise Killed(
            f"Interrupted: {crew.stored} of {len(crew.planned)} episodes are stored in {crew.folder}.",
            fix=f"`kit bench --resume {crew.folder}` runs the rest.",
        ) from None
    finally:
        pool.close()


@contextlib.contextmanager
def _interrupts() -> Generator[threading.Event]:
    """Whether Ctrl-C was pressed, even where nobody felt it: a KeyboardInterrupt that comes while an object is being freed
    is printed by Python and forgotten.
    """
    heard, before = threading.Event(), signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield heard  # signals are the main thread's, and a program that ignores this one goes on ignoring it
        return

    def hear(number: int, frame: FrameType | None) -> None:
        heard.set()
        before(number, frame)

    signal.signal(signal.SIGINT, hear)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, before)


class _Crew:
    """The driver's books: what is missing, what each arm has used, and the one place where episodes are stored."""

    def __init__(
        self, folder: Path, planned: Sequence[EpisodePlan], *, cap: float | None, progress: Progress | None
    ) -> None:
        self.folder, self.planned, self.cap, self.progress = folder, planned, cap, progress
        have = stored(folder)
        self.broken = {plan.id for plan in planned if plan.id in have and _broken(folder, plan.id)}
        self.missing = [plan for plan in planned if plan.id not in have or plan.id in self.broken]
        self.before = self.stored = len(planned) - len(self.missing)
        self.used: dict[str, float] = {}
        self.not_run: list[EpisodePlan] = []

    def wanted(self) -> Iterator[EpisodePlan]:
        """The missing plans, asked for one by one, without those of an arm that is out of time."""
        for plan in self.missing:
            if self.cap is not None and self.used.get(plan.arm, 0.0) >= self.cap:
                if plan.id not in self.broken:  # what is stored still counts
                    self.not_run.append(plan)
            else:
                yield plan

    def take(self, plan: EpisodePlan, result: Result) -> None:
        """Stores one episode."""
        seconds = result.seconds + sum(float(one["seconds"]) for one in result.earlier)
        self.used[plan.arm] = self.used.get(plan.arm, 0.0) + seconds
        if isinstance(result, Failed) and result.stop is not None:
            raise result.stop
        files, row = (result.files, result.row) if isinstance(result, Done) else fault_files(plan, result)
        if result.earlier:
            files = {**files, TRIES_FILE: b"".join([encode(clean(one, WHOLE)) for one in result.earlier])}
        commit(self.folder, plan.id, files, again=plan.id in self.broken)
        self.stored += 1
        if self.progress is not None:
            self.progress(
                self.stored, len(self.planned), {"arm": plan.arm, "task": plan.task, "seed": plan.seed, **row}
            )


def _broken(folder: Path, name: str) -> bool:
    """Whether a stored episode is the infrastructure's failure; one without an end is."""
    _, end = read_ends(folder / EPISODES / name)
    return end is None or end.get("fault") == "infrastructure"


def fault_files(plan: EpisodePlan, failed: Failed) -> tuple[dict[str, bytes], dict[str, Any]]:
    """The folder and the row of an episode that never got to its end: a failure of the infrastructure."""
    task = str(plan.facts.get("task", plan.task))  # as the episodes that got further say
    device = phone_spec(failed.device or str(plan.settings.get("device", "")), plan.seed)
    outcome = Outcome(success=False, ending="error", fault="infrastructure", code=failed.code, reason=failed.reason)
    episode = Episode(
        id=plan.id,
        task=task,
        goal="",
        arm=plan.arm,
        seed=plan.seed,
        trial=plan.trial,
        device=device,
        steps=(),
        outcome=outcome,
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        seconds=failed.seconds,
    )
    about = {"task": task, "arm": plan.arm, "seed": plan.seed, "trial": plan.trial, "device": device}
    with (
        tempfile.TemporaryDirectory(prefix="kit-episode-") as folder,
        Recorder(Path(folder), None, durable=False) as recorder,
    ):
        recorder.start(plan.id, {**plan.facts, **about})
        files = collect(recorder.end(episode))
    return files, {"success": False, "fault": "infrastructure", "code": failed.code, "seconds": failed.seconds}


@contextlib.contextmanager
def _only_writer(folder: Path) -> Generator[None]:
    """Holds the run for this process; the operating system lets go of it when the process dies, however it dies."""
    try:
        import fcntl
    except ImportError:  # Windows has none; the atomic rename still keeps every episode whole
        yield
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise trouble("Run folder", folder, error) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise RunError(f"Another process is writing to {folder}.", fix="Wait for it, or name another folder.") from None
    try:
        yield
    finally:
        os.close(handle)
