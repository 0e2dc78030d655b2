"""Which results are worth another try, and how long a phone that was lost is waited for.

An episode the infrastructure broke says nothing of the agent, so it is given again. A real phone it was lost on first has to
answer a probe, after a pause that grows with every probe that failed: otherwise a phone that is away for a minute fails
every episode of the queue within a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kit.lab.job import Failed, Result
from kit.lab.plan import EpisodePlan

PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 30.0, 30.0)
"""Seconds before each probe of a lost phone; two minutes, in which a phone restarts. Then it is given up for this run."""

DECIDED = frozenset({"model_rejected", "oracle_failed", "killed"})
"""Failures of the infrastructure that another try would meet again: the server refused the request itself, a solution's
code stopped, somebody ended it."""


def broken(result: Result) -> bool:
    """Whether this is a failure of the infrastructure, not a result of the agent."""
    return isinstance(result, Failed) or result.row.get("fault") == "infrastructure"


def worth_another(result: Result) -> bool:
    """Whether the episode should be tried again. Bugs in somebody's code are not: they would be met again."""
    if isinstance(result, Failed):
        return result.again and result.stop is None
    return broken(result) and result.row.get("code") not in DECIDED


def spec_of(plan: EpisodePlan, device: str) -> str:
    """The device spec an episode is played on: the worker's own, or the plan's."""
    return device or str(plan.settings.get("device", ""))


def lost(result: Result, spec: str) -> bool:
    """Whether the phone must be probed before it gets another episode; a simphone is made anew each time instead."""
    return spec.startswith("adb:") and broken(result)


def told(result: Result, spec: str) -> dict[str, Any]:
    """A try that was not the last one, as it is stored beside the outcome."""
    source: Mapping[str, Any] = (
        {"code": result.code, "reason": result.reason} if isinstance(result, Failed) else result.row
    )
    about = {name: str(source.get(name) or "") for name in ("code", "reason")}
    return {**about, "device": str(source.get("device") or spec), "spec": spec, "seconds": round(result.seconds, 3)}


@dataclass(frozen=True, slots=True)
class Work:
    """A plan with the tries it has had.

    Attributes:
        plan: what shall be run.
        earlier: a `told` a try.
    """

    plan: EpisodePlan
    earlier: tuple[Mapping[str, Any], ...] = ()

    def ended(self, result: Result, spec: str) -> Result:
        """The result that is stored: of a try on this phone, with the tries before it."""
        if isinstance(result, Failed):
            return replace(result, earlier=self.earlier, device=spec)
        return replace(result, earlier=self.earlier)

    def again(self, result: Result, spec: str) -> Work:
        """The same plan after a try that came to nothing."""
        return Work(self.plan, (*self.earlier, told(result, spec)))


@dataclass(slots=True)
class Lost:
    """A phone that is waited for.

    Attributes:
        settings: with its spec; what it is probed with.
        misses: probes it did not answer.
        gone: why it was given up; None while there is patience.
    """

    settings: Mapping[str, Any]
    misses: int = 0
    gone: Failed | None = field(default=None)

    @property
    def pause(self) -> float:
        """Seconds until the next probe."""
        return PAUSES[self.misses]

    def missed(self, why: Failed) -> None:
        """Counts a probe that was not answered."""
        self.misses += 1
        if self.misses >= len(PAUSES):
            reason = f"{self.settings['device']} did not come back within {sum(PAUSES):g} s: {why.reason}"
            self.gone = Failed(code=why.code, reason=reason, again=False, device=self.settings["device"])
