"""The arrow on one screen: device -> screen -> context -> models -> tools -> trace (DESIGN section 2)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from kit.agent.bound import TIME_UP
from kit.agent.talk import Talk
from kit.errors import Fault, KitError, TraceError
from kit.events import StepEnded
from kit.tools.execute import execute, tools_of
from kit.tools.session import Session
from kit.types import Ending, Observation, Receipt, Reply, Step, Tool


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Why the loop stopped, before anyone has checked the phone. `fault` is None where the agent ended it itself."""

    ending: Ending
    answer: str = ""
    status: str = "completed"
    fault: Fault | None = None
    code: str = ""
    reason: str = ""


@dataclass(slots=True, kw_only=True)
class Loop:
    """One agent on one phone until it finishes, a limit is reached, or something breaks.

    Attributes:
        session: the phone, already looked at once.
        talk: the conversation with the model.
        budget: most turns.
        write: called with every finished step before the next begins; what it raises ends the run.
        stop: the kill switch; looked at before every turn.
    """

    session: Session
    talk: Talk
    budget: int
    write: Callable[[Step], None]
    stop: threading.Event = field(default_factory=threading.Event)
    steps: list[Step] = field(default_factory=list[Step])

    def run(self) -> End:
        """Turns until the end. Errors that only the model should read never leave a turn.

        Raises:
            TraceError: a step could not be written down; a run that cannot be written must stop.
        """
        tools = tools_of(self.session)
        deadline = self.talk.limit.deadline = time.monotonic() + self.session.settings.max_minutes * 60
        try:
            while not self.session.ending:
                if (end := self.over(deadline)) is not None:
                    return end
                self.turn(tools)
        except TraceError:
            raise
        except KitError as error:
            if error.code == TIME_UP:
                return self.late(f"; {error.message}")
            return End(ending="error", fault=error.fault, code=error.code, reason=str(error))
        ending: Ending = "finish" if self.session.ending == "finish" else "take_over"
        return End(ending=ending, answer=self.session.answer, status=self.session.status or "completed")

    def turn(self, tools: Sequence[Tool]) -> None:
        """One turn: prompt, reply, receipts, written down."""
        at = [time.perf_counter()]
        before = self.session.before
        messages = self.talk.prompt(self.steps, tools)
        at.append(time.perf_counter())
        reply, receipts = self.talk.ask(messages, tools, len(self.steps))
        at.append(time.perf_counter())
        try:
            receipts = receipts or execute(self.session, reply.calls)
        except KitError:  # the run cannot go on; what did happen in this turn is still written down
            self.close(before, reply, tuple(self.session.receipts), at)
            raise
        self.close(before, reply, receipts, at)

    def close(self, before: Observation | None, reply: Reply, receipts: tuple[Receipt, ...], at: list[float]) -> None:
        """Makes the step of this turn, writes it down and tells the listeners."""
        at.append(time.perf_counter())
        self.talk.count_verdicts()
        looked = sum(r.observation.seconds for r in receipts if r.observation is not None)
        context, model, execution = (b - a for a, b in pairwise(at))
        seconds = {"context": context, "model": model, "execute": execution - looked, "observe": looked}
        step = Step(index=len(self.steps), observation=before, reply=reply, receipts=receipts, seconds=seconds)
        self.write(step)
        seconds["trace"] = time.perf_counter() - at[3]  # what writing it took is known only now
        self.steps.append(step)
        self.session.bus.emit(StepEnded(episode=self.session.episode, step=step))

    def over(self, deadline: float) -> End | None:
        """Why the run may not go on; None when it may."""
        settings = self.session.settings
        if self.stop.is_set():
            return End(ending="killed", fault="infrastructure", code="killed", reason="the kill switch was thrown")
        last = self.steps[-settings.max_malformed :]
        if len(last) == settings.max_malformed and not any(step.reply.calls for step in last):
            return End(ending="error", fault="agent", code="malformed_reply", reason=last[-1].receipts[0].text)
        if len(self.steps) >= self.budget + self.reviewing:
            return End(ending="budget", fault="agent", code="step_budget", reason=f"{self.budget} steps used up")
        if time.monotonic() > deadline:
            return self.late()
        if self.talk.history.spent(self.steps).exhausted:
            return End(ending="budget", fault="agent", code="token_budget", reason="token budget used up")
        return None

    def late(self, why: str = "") -> End:
        """The end of a run whose time is over, in a turn or between two."""
        reason = f"{self.session.settings.max_minutes:g} minutes used up{why}"
        return End(ending="timeout", fault="agent", code=TIME_UP, reason=reason)

    @property
    def reviewing(self) -> bool:
        """The last turn ended in the review of a finish; it may still be confirmed, even when the budget is used up."""
        return bool(self.steps) and any(r.code == "finish_review" for r in self.steps[-1].receipts)
