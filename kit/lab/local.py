"""Episodes one after the other in this process: no Ray, no start-up, a debugger works, but a crash ends all of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kit.lab import job
from kit.lab.job import Failed, Result
from kit.lab.patience import Lost, Work, lost, spec_of, worth_another
from kit.lab.plan import EpisodePlan


@dataclass(slots=True, kw_only=True)
class LocalPool:
    """Plays in this process.

    Attributes:
        job: "module:function".
        probe: "module:function" that says whether a phone that was lost is back.
        tries: tries an episode gets.
        device: device spec of every episode; empty leaves it to the plans.
        loaded: what lives longer than an episode.
    """

    job: str
    probe: str
    tries: int = 3
    device: str = ""
    loaded: dict[Any, Any] = field(default_factory=dict[Any, Any])
    _lost: dict[str, Lost] = field(default_factory=dict[str, Lost])

    def run(self, plans: Iterable[EpisodePlan]) -> Iterator[tuple[EpisodePlan, Result]]:
        """Plays each plan, up to `tries` times."""
        for plan in plans:
            yield plan, self._played(Work(plan))

    def finished(self) -> list[tuple[EpisodePlan, Result]]:
        """Nothing: what finished was handed out at once."""
        return []

    def close(self) -> None:
        """Lets go of loaded models and open phones."""
        for part in self.loaded.values():
            if callable(close := getattr(part, "close", None)):
                close()
        self.loaded.clear()

    def _played(self, work: Work) -> Result:
        spec = spec_of(work.plan, self.device)
        while True:
            if (gone := self._gone(spec)) is not None:
                return work.ended(gone, spec)
            result = job.attempt(self.job, work.plan, self.device, self.loaded)
            if lost(result, spec):
                self._lost[spec] = Lost({**work.plan.settings, "device": spec})
            if not worth_another(result) or len(work.earlier) + 1 >= self.tries:
                return work.ended(result, spec)
            work = work.again(result, spec)

    def _gone(self, spec: str) -> Failed | None:
        """Waits for a phone that was lost; why it was given up, None when it is there."""
        away = self._lost.get(spec)
        while away is not None and away.gone is None:
            time.sleep(away.pause)
            missing = job.probe(self.probe, away.settings)
            if missing is None:
                del self._lost[spec]
                return None
            away.missed(missing)
        return None if away is None else away.gone
