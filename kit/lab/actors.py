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
from kit.lab.job import Done, Failed, Result, attempt, own_process, probe
from kit.lab.patience import Lost, Work, lost, spec_of, worth_another
from kit.lab.plan import EpisodePlan

_LOOK_S = 0.5
_REST_S = 0.05


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
        own_process()
        self.device = device
        self.loaded: dict[Any, Any] = {}

    def play(self, job: str, plan: EpisodePlan) -> Result:
        """One try."""
        return attempt(job, plan, self.device, self.loaded)

    def probe(self, job: str, settings: dict[str, Any]) -> Failed | None:
        """Whether the phone of these settings can be used; why not."""
        return probe(job, settings)


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


@dataclass(slots=True, eq=False)
class _Place:
    """A worker's place: its own device spec (empty: the plans'), who sits there, and the phone it waits for."""

    device: str
    actor: Any = None
    away: Lost | None = None
    due: float = 0.0


@dataclass(slots=True)
class _Errand:
    """What an actor is busy with: an episode, or (without one) a probe of the phone its place lost."""

    place: _Place
    work: Work | None
    spec: str
    since: float


@dataclass(slots=True, kw_only=True)
class RayPool:
    """Actors that are hired when there is work, replaced when they die or hang.

    Attributes:
        job: "module:function".
        probe: "module:function" that says whether a phone that was lost is back.
        workers: most actors at once.
        tries: tries an episode gets before it is given up.
        deadline: seconds after which a try counts as hung; None waits for ever.
        devices: device spec of each actor; empty leaves it to the plans.
    """

    job: str
    probe: str
    workers: int
    tries: int = 3
    deadline: float | None = None
    devices: Sequence[str] = ()
    _busy: dict[Any, _Errand] = field(default_factory=dict)
    _idle: list[_Place] = field(default_factory=list)
    _resting: list[_Place] = field(default_factory=list)
    _queue: collections.deque[Work] = field(default_factory=collections.deque)
    _waiting: Iterator[EpisodePlan] = field(default_factory=lambda: iter(()))
    _gone: dict[str, Failed] = field(default_factory=dict)

    def run(self, plans: Iterable[EpisodePlan]) -> Iterator[tuple[EpisodePlan, Result]]:
        """Keeps every actor busy until each plan has its result."""
        import ray

        self._waiting = iter(plans)
        self._idle = [_Place(device) for device in self.devices or [""] * self.workers]
        while True:
            yield from self._fill()
            if self._busy:
                ready, _ = ray.wait(list(self._busy), num_returns=1, timeout=_LOOK_S)
                for ref in ready or self._hung():
                    yield from self._settle(ref, hung=not ready)
            elif self._more():
                time.sleep(_REST_S)  # every phone is waited for
            else:
                return

    def finished(self) -> list[tuple[EpisodePlan, Result]]:
        """Episodes that ended while nobody was looking."""
        import ray

        if not self._busy:
            return []
        ready, _ = ray.wait(list(self._busy), num_returns=len(self._busy), timeout=0)
        return [pair for ref in ready for pair in self._settle(ref, hung=False) if isinstance(pair[1], Done)]

    def close(self) -> None:
        """Kills all actors."""
        for place in [*(errand.place for errand in self._busy.values()), *self._idle, *self._resting]:
            _kill(place.actor)
        self._busy.clear()
        self._idle.clear()
        self._resting.clear()

    # --- what there is to do ---------------------------------------------------------------------------------------

    def _fill(self) -> Iterator[tuple[EpisodePlan, Result]]:
        """Gives every idle actor something to do; yields what nobody can play any more."""
        for place in [p for p in self._resting if p.due <= time.monotonic() and self._more()]:
            self._resting.remove(place)
            self._send(place, None)
        for place in list(self._idle):
            while (work := self._next(place)) is not None:
                gone = self._gone.get(spec_of(work.plan, place.device))
                if gone is None:
                    self._idle.remove(place)
                    self._send(place, work)
                    break
                yield work.plan, work.ended(gone, gone.device)
        if not (self._idle or self._busy or self._resting):
            why = next(reversed(self._gone.values()))
            while self._more():
                work = self._queue.popleft()
                yield work.plan, work.ended(why, why.device)

    def _more(self) -> bool:
        """Whether anything waits to be played."""
        if not self._queue and (plan := next(self._waiting, None)) is not None:
            self._queue.append(Work(plan))
        return bool(self._queue)

    def _next(self, place: _Place) -> Work | None:
        """The next episode for this place; one that broke here is left to another phone where there is one."""
        others = [p for p in (*self._idle, *(errand.place for errand in self._busy.values())) if p is not place]
        elsewhere = any(other.device != place.device for other in others)
        for number, work in enumerate(self._queue):
            if not (elsewhere and work.earlier and work.earlier[-1]["spec"] == place.device):
                del self._queue[number]
                return work
        plan = next(self._waiting, None)
        return None if plan is None else Work(plan)

    def _send(self, place: _Place, work: Work | None) -> None:
        if place.actor is None:
            place.actor = self._hire(place.device)
        if work is not None:
            ref, spec = place.actor.play.remote(self.job, work.plan), spec_of(work.plan, place.device)
        else:
            assert place.away is not None
            ref, spec = place.actor.probe.remote(self.probe, place.away.settings), place.away.settings["device"]
        self._busy[ref] = _Errand(place, work, spec, time.monotonic())

    def _hire(self, device: str) -> Any:
        import ray

        total = ray.cluster_resources().get("CPU", 1.0)
        share = min(1.0, max(0.01, int(100 * total / self.workers) / 100))
        options: dict[str, Any] = {"num_cpus": share, "max_restarts": 0, "max_task_retries": 0}
        threads = max(1, int(total / self.workers))
        return ray.remote(Worker).options(**options).remote(device, threads)

    # --- what came of it ---------------------------------------------------------------------------------------------

    def _hung(self) -> list[Any]:
        if self.deadline is None:
            return []
        now = time.monotonic()
        return [ref for ref, errand in self._busy.items() if now - errand.since > self.deadline]

    def _settle(self, ref: Any, *, hung: bool) -> Iterator[tuple[EpisodePlan, Result]]:
        """Takes a try's result: the last one is yielded, any other puts the episode back into the queue."""
        errand = self._busy.pop(ref)
        result = self._result(ref, errand, hung=hung)
        place, work = errand.place, errand.work
        if work is None:
            self._probed(place, result)
            return
        assert result is not None
        if lost(result, errand.spec):
            self._rest(place, Lost({**work.plan.settings, "device": errand.spec}))
        else:
            self._idle.append(place)
        if worth_another(result) and len(work.earlier) + 1 < self.tries:
            self._queue.append(work.again(result, errand.spec))
        else:
            yield work.plan, work.ended(result, errand.spec)

    def _result(self, ref: Any, errand: _Errand, *, hung: bool) -> Any:
        """The result of a try or a probe; a dead or hung actor is dismissed and its place is free for a new one."""
        import ray
        from ray.exceptions import RayError

        seconds = time.monotonic() - errand.since
        if hung:
            _kill(errand.place.actor)
            errand.place.actor = None
            return Failed(code="worker_hung", reason=f"no result after {seconds:.0f} s", seconds=seconds)
        try:
            return ray.get(ref)
        except RayError as error:
            _kill(errand.place.actor)
            errand.place.actor = None
            first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            return Failed(code="worker_died", reason=f"the worker process died: {first}", seconds=seconds)

    def _rest(self, place: _Place, away: Lost) -> None:
        place.away, place.due = away, time.monotonic() + away.pause
        self._resting.append(place)

    def _probed(self, place: _Place, missing: Failed | None) -> None:
        """Puts a place back to work when its phone answered, to rest when not; one without a phone is closed for good."""
        away = place.away
        assert away is not None
        if missing is not None:
            away.missed(missing)
        if away.gone is not None:
            self._gone[away.settings["device"]] = away.gone
        if missing is not None and away.gone is None:
            self._rest(place, away)
        elif missing is None or not place.device:  # without a phone of its own a place may still play on others
            place.away = None
            self._idle.append(place)
        else:
            _kill(place.actor)


def _kill(actor: Any) -> None:
    import ray
    from ray.exceptions import RayError

    if actor is None or not ray.is_initialized():
        return
    try:
        ray.kill(actor, no_restart=True)
    except (RayError, ValueError):
        return  # it is dead already
