"""Frozen events and the bus that hands them to listeners. Listeners may fail; the run goes on; they change nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kit.types import Episode, Observation, Receipt, Reply, Step, ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base of all events; `episode` is the id of the episode it belongs to."""

    episode: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeStarted(Event):
    """The phone is set up and the goal is known."""

    goal: str
    task: str
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed(Event):
    """An observation was committed."""

    observation: Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied(Event):
    """The model answered."""

    reply: Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class CallStarted(Event):
    """A tool call passed admission and is about to run."""

    call: ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded(Event):
    """A tool call has its receipt."""

    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEnded(Event):
    """A whole turn is over and written down."""

    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeEnded(Event):
    """The episode has its outcome."""

    finished: Episode


Listener = Callable[[Event], None]


@dataclass(slots=True)
class Bus:
    """Hands every event to every listener in the order they were added. What a listener raises is kept in `failures`."""

    listeners: list[Listener] = field(default_factory=list[Listener])
    failures: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def emit(self, event: Event) -> None:
        """Calls every listener; a failing one is noted as (listener, error) and the rest still hear the event."""
        for listener in self.listeners:
            try:
                listener(event)
            except Exception as error:  # a listener must never stop a run
                self.failures.append((_name(listener), f"{type(error).__name__}: {error}"))


def _name(listener: Any) -> str:
    return getattr(listener, "__qualname__", type(listener).__qualname__)
