"""Frozen events and the bus that hands them to listeners. Listeners may fail; the run goes on; they change nothing.

Around-handlers stand around the running of a tool call, nested in the order they were added (spec: harness, extension).
They may veto a call, pass on another one, or change what its receipt says; they never make a call run twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kit.errors import DeviceLost, Killed, KitError, ToolRefused, TraceError
from kit.types import Episode, Json, Observation, Receipt, Reply, Step, ToolCall


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
    """A tool call is about to be admitted and run; guards may still refuse it."""

    call: ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded(Event):
    """A tool call has its receipt."""

    receipt: Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishJudged(Event):
    """The independent verifier gave a verdict on a finish, or failed open. Holds the two fields that are written down."""

    finish_verifier: str
    finish_verifier_verdict: Mapping[str, Json] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepEnded(Event):
    """A whole turn is over and written down."""

    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeEnded(Event):
    """The episode has its outcome."""

    finished: Episode


_FATAL = (DeviceLost, TraceError, Killed)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDocCompleted(Event):
    """Route items went from in progress to completed in one submission of the task board."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFound(Event):
    """Visual location found something and committed it. `artifact` is for diagnosis, in pixels; no model ever sees it."""

    call: str
    artifact: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled(Event):
    """Past experience was looked up: at the start, when something was named, or when an app came to the front.

    Attributes:
        moment: "start", "mention" or "enter"; `about` is the name or package, empty at the start.
        mode: "on" when it is in the prompt from now on, "shadow" when it is only noted.
        experiences: ids of the ways found that fit into the budget; `text`: the words for them.
    """

    moment: str
    about: str
    mode: str
    experiences: tuple[str, ...]
    text: str


Listener = Callable[[Event], None]

Proceed = Callable[[ToolCall], Receipt]
"""Runs the call and everything further inside; may be called once."""

Around = Callable[[ToolCall, Proceed], Receipt]
"""`handler(call, proceed)`: returns what `proceed(call)` returned, or raises ToolRefused / NeedsConfirmation before it."""


@dataclass(slots=True)
class Bus:
    """Hands every event to every listener in the order they were added. What a listener raises is kept in `failures`.

    Attributes:
        handlers: around-handlers of tool calls; the first one added is the outermost. The kit's own safety rules stand
            outside all of them.
        innermost: handlers that stand inside all of those, right around the tool: for presentation only. A call that was
            refused or skipped never reaches them.
    """

    listeners: list[Listener] = field(default_factory=list[Listener])
    failures: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    handlers: list[Around] = field(default_factory=list[Around])
    innermost: list[Around] = field(default_factory=list[Around])

    def emit(self, event: Event) -> None:
        """Calls every listener; a failing one is noted as (listener, error) and the rest still hear the event."""
        for listener in self.listeners:
            try:
                listener(event)
            except Exception as error:  # noqa: BLE001 - a listener must never stop a run
                self.note(listener, error)

    def through(self, call: ToolCall, run: Proceed) -> Receipt:
        """Takes a call through all handlers to `run` and its receipt back out.

        Raises:
            ToolRefused: a handler vetoed the call, or broke before passing it on (code handler_failed): nothing was run.
                A handler that breaks afterwards is only noted, since the call did run.
            NeedsConfirmation: a handler wants the call confirmed; nothing was run.
            KitError, Exception: whatever `run` raises.
        """
        inner = run
        for handler in reversed([*self.handlers, *self.innermost]):
            inner = self._around(handler, inner)
        return inner(call)

    def note(self, part: Any, error: Exception) -> None:
        """Keeps what a listener, handler or hook raised."""
        self.failures.append((_name(part), f"{type(error).__name__}: {error}"))

    def _around(self, handler: Around, inner: Proceed) -> Proceed:
        def step(call: ToolCall) -> Receipt:
            once = _Once(inner)
            try:
                receipt: Any = handler(call, once)
                if isinstance(once.raised, _FATAL):  # swallowed by the handler; the run cannot go on all the same
                    raise once.raised
                if isinstance(receipt, Receipt):
                    return receipt
                raise TypeError(f"returned {type(receipt).__name__}, not a Receipt")
            except Exception as error:
                if once.raised is not None or isinstance(error, _FATAL):
                    raise
                if once.receipt is not None:  # what ran has run, whatever its handler thinks of it
                    self.note(handler, error)
                    return once.receipt
                if isinstance(error, KitError):
                    raise
                self.note(handler, error)
                words = f"{_name(handler)} failed before the call was run: {type(error).__name__}: {error}."
                raise ToolRefused(words, code="handler_failed") from error

        return step


class _Once:
    """What a handler gets as `proceed`: a second use would do to the phone twice what the model asked for once."""

    __slots__ = ("inner", "raised", "receipt", "used")

    def __init__(self, inner: Proceed) -> None:
        self.inner = inner
        self.used = False
        self.receipt: Receipt | None = None
        self.raised: BaseException | None = None

    def __call__(self, call: ToolCall) -> Receipt:
        if self.used:
            raise RuntimeError("proceed was called twice; the call was run once")
        self.used = True
        try:
            self.receipt = self.inner(call)
        except BaseException as error:
            self.raised = error
            raise
        return self.receipt


def _name(part: Any) -> str:
    return getattr(part, "__qualname__", type(part).__qualname__)
