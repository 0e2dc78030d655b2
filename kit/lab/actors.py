# pyright: basic
"""Ray workers: one actor a phone, our own loop over `ray.wait`, exactly one result for every plan.

Ray's ActorPool is not used: its `map_unordered` loses the items of an actor that dies (DESIGN section 8).
"""

from __future__ import annotations

import collections
import logging
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kit.errors import RunError
from kit.lab.job import Done, Failed, Result, attempt
from kit.lab.plan import EpisodePlan

_LOOK_S = 0.5


class Worker:
    """Lives in an actor process: plays the episodes it is handed and keeps loaded models between them.

    Args:
        device: device spec that replaces the planned one; empty keeps that.
        threads: of torch, which reads the variables when it is first imported. Ray's own rule (as many as the actor's
            CPUs) would leave a single worker with one.
    """

    def __init__(self, device: str, threads: int) -> None:
        for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
            os.environ[name] = str(threads)
        self.device = device
        self.loaded: dict[Any, Any] = {}

    def play(self, job: str, plan: EpisodePlan) -> Result:
        """One try."""
        return attempt(job, plan, self.device, self.loaded)


def connect(address: str | None = None) -> None:
    """Joins the Ray that is there (RAY_ADDRESS, a cluster on this machine) or starts a quiet one for this process.

    Args:
        address: as `ray.init`; "local" never joins. Ray stays up until `ray.shutdown()` or the end of the process, so
            that the next run starts at once.
    """
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    import ray

    if ray.is_initialized():
        return
    where = address or os.environ.get("RAY_ADDRESS") or None
    before = signal.getsignal(signal.SIGTERM)
    for tries_left in (1, 0):
        try:
            ray.init(address=where, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
            if threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, before)  # Ray's own handler ends the process with a C++ stack trace
            return
        except Exception as error:  # Ray raises a bare Exception when the machine is too busy to start it in 30 s
            ray.shutdown()
            if not tries_left:
                raise RunError(
                    f"Ray cannot be {'joined at ' + where if where else 'started'}: {error}",
                    fix="Check RAY_ADDRESS, or run with workers=0, which needs no Ray.",
                    code="ray_unavailable",
                ) from error


@dataclass(slots=True)
class _Busy:
    actor: Any
    device: str
    plan: EpisodePlan
    tries: int
    since: float


@dataclass(slots=True, kw_only=True)
class RayPool:
    """Actors that are hired when there is work, replaced when they die or hang.

    Attributes:
        job: "module:function".
        workers: most actors at once.
        tries: tries an episode gets before it is given up.
        deadline: seconds after which a try counts as hung; None waits for ever.
        devices: device spec of each actor; empty leaves it to the plans.
    """

    job: str
    workers: int
    tries: int = 3
    deadline: float | None = None
    devices: Sequence[str] = ()
    _busy: dict[Any, _Busy] = field(default_factory=dict)
    _idle: list[tuple[Any, str]] = field(default_factory=list)
    _again: collections.deque[tuple[EpisodePlan, int]] = field(default_factory=collections.deque)

    def run(self, plans: Iterable[EpisodePlan]) -> Iterator[tuple[EpisodePlan, Result]]:
        """Keeps every actor busy until each plan has its result."""
        import ray

        waiting = iter(plans)
        self._idle = [(None, device) for device in self.devices or [""] * self.workers]
        while self._fill(waiting):
            ready, _ = ray.wait(list(self._busy), num_returns=1, timeout=_LOOK_S)
            for ref in ready or self._hung():
                busy = self._busy.pop(ref)
                result = self._result(ref, busy, hung=not ready)
                if self._final(result, busy):
                    yield busy.plan, result
                else:
                    self._again.append((busy.plan, busy.tries + 1))

    def finished(self) -> list[tuple[EpisodePlan, Result]]:
        """Episodes that ended while nobody was looking."""
        import ray

        if not self._busy:
            return []
        ready, _ = ray.wait(list(self._busy), num_returns=len(self._busy), timeout=0)
        found = []
        for ref in ready:
            busy = self._busy.pop(ref)
            found.append((busy.plan, self._result(ref, busy, hung=False)))
        return [(plan, result) for plan, result in found if isinstance(result, Done)]

    def close(self) -> None:
        """Kills all actors."""
        for actor in [*(b.actor for b in self._busy.values()), *(a for a, _ in self._idle)]:
            _kill(actor)
        self._busy.clear()
        self._idle.clear()

    def _fill(self, waiting: Iterator[EpisodePlan]) -> bool:
        """Gives every idle actor something to do; whether anybody is busy."""
        while self._idle:
            plan, tries = self._again.popleft() if self._again else (next(waiting, None), 1)
            if plan is None:
                break
            actor, device = self._idle.pop()
            actor = actor if actor is not None else self._hire(device)
            ref = actor.play.remote(self.job, plan)
            self._busy[ref] = _Busy(actor, device, plan, tries, time.monotonic())
        return bool(self._busy)

    def _hire(self, device: str) -> Any:
        import ray

        total = ray.cluster_resources().get("CPU", 1.0)
        share = min(1.0, max(0.01, int(100 * total / self.workers) / 100))
        options: dict[str, Any] = {"num_cpus": share, "max_restarts": 0, "max_task_retries": 0}
        threads = max(1, int(total / self.workers))
        return ray.remote(Worker).options(**options).remote(device, threads)

    def _hung(self) -> list[Any]:
        if self.deadline is None:
            return []
        now = time.monotonic()
        return [ref for ref, busy in self._busy.items() if now - busy.since > self.deadline]

    def _result(self, ref: Any, busy: _Busy, *, hung: bool) -> Result:
        """The result of a try; a dead or hung actor is dismissed and its place is free for a new one."""
        import ray
        from ray.exceptions import RayError

        seconds = time.monotonic() - busy.since
        if hung:
            self._dismiss(busy)
            return Failed(code="worker_hung", reason=f"no result after {seconds:.0f} s", seconds=seconds)
        try:
            result: Any = ray.get(ref)
        except RayError as error:
            self._dismiss(busy)
            first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            return Failed(code="worker_died", reason=f"the worker process died: {first}", seconds=seconds)
        self._idle.append((busy.actor, busy.device))
        return result

    def _dismiss(self, busy: _Busy) -> None:
        _kill(busy.actor)
        self._idle.append((None, busy.device))

    def _final(self, result: Result, busy: _Busy) -> bool:
        return isinstance(result, Done) or result.stop is not None or busy.tries >= self.tries


def _kill(actor: Any) -> None:
    import ray
    from ray.exceptions import RayError

    if actor is None or not ray.is_initialized():
        return
    try:
        ray.kill(actor, no_restart=True)
    except (RayError, ValueError):
        return  # it is dead already
