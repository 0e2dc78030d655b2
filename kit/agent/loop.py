"""The arrow on one screen: device -> screen -> context -> models -> tools -> trace (DESIGN section 2)."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kit.context.compact import Summariser
from kit.context.flow import pinned_block
from kit.context.history import History
from kit.context.request import Role, attempt_usage
from kit.errors import Fault, KitError, MalformedReply, ModelBroken, ModelError, TraceError
from kit.events import Replied, StepEnded
from kit.models.fallback import Attempt, Fallback
from kit.models.prepare import protocol_of
from kit.models.repair import UnusableReply
from kit.tools.execute import execute, tools_of
from kit.tools.session import Session
from kit.types import Ending, Message, Model, Observation, Receipt, Reply, Sampler, Step, Tool, ToolCall, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Why the loop stopped, before anyone has checked the phone. `fault` is None where the agent ended it itself."""

    ending: Ending
    answer: str = ""
    fault: Fault | None = None
    code: str = ""
    reason: str = ""


@dataclass(slots=True, kw_only=True)
class Loop:
    """One agent on one phone until it finishes, a limit is reached, or something breaks.

    Attributes:
        session: the phone, already looked at once.
        budget: most turns.
        write: called with every finished step before the next begins; what it raises ends the run.
        stop: the kill switch; looked at before every turn.
        summariser: writes the summaries of compaction; None for policies that do not read the prompt.
        note: writes an event (figures of a request, a compaction, a failed call) beside the steps.
        labels: of the newest prompt, such as soft_target_unattainable.
    """

    session: Session
    model: Model
    sampler: Sampler
    budget: int
    write: Callable[[Step], None]
    stop: threading.Event = field(default_factory=threading.Event)
    steps: list[Step] = field(default_factory=list[Step])
    summariser: Summariser | None = None
    note: Callable[[str, Mapping[str, Any]], None] | None = None
    labels: tuple[str, ...] = ()
    history: History = field(init=False)
    _judged: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.history = self.remember(self.session.observation)

    @property
    def usages(self) -> list[Usage]:
        """Tokens of every model call so far: the agent's, and those of summaries, visual location and the verifier."""
        return [*(step.reply.usage for step in self.steps), *self.history.extra_usage]

    def run(self) -> End:
        """Turns until the end. Errors that only the model should read never leave a turn.

        Raises:
            TraceError: a step could not be written down; a run that cannot be written must stop.
        """
        tools = tools_of(self.session)
        deadline = time.monotonic() + self.session.settings.max_minutes * 60
        unusable = 0
        try:
            while not self.session.ending:
                if self.stop.is_set():
                    return End(
                        ending="killed", fault="infrastructure", code="killed", reason="the kill switch was thrown"
                    )
                if len(self.steps) >= self.budget + self.reviewing:
                    return End(
                        ending="budget", fault="agent", code="step_budget", reason=f"{self.budget} steps used up"
                    )
                if time.monotonic() > deadline:
                    minutes = self.session.settings.max_minutes
                    return End(
                        ending="timeout", fault="agent", code="time_budget", reason=f"{minutes:g} minutes used up"
                    )
                if self.history.spent(self.steps).exhausted:
                    return End(ending="budget", fault="agent", code="token_budget", reason="token budget used up")
                step = self.turn(tools)
                unusable = 0 if step.reply.calls else unusable + 1
                if unusable >= self.session.settings.max_malformed:
                    return End(ending="error", fault="agent", code="malformed_reply", reason=step.receipts[0].text)
        except TraceError:
            raise
        except KitError as error:
            return End(ending="error", fault=error.fault, code=error.code, reason=str(error))
        return End(ending="finish" if self.session.ending == "finish" else "take_over", answer=self.session.answer)

    @property
    def reviewing(self) -> bool:
        """The last turn ended in the review of a finish; it may still be confirmed, even when the budget is used up."""
        return bool(self.steps) and any(r.code == "finish_review" for r in self.steps[-1].receipts)

    def remember(self, first: Observation | None) -> History:
        """The prompts of this run, and who is told of their figures."""
        lead = self.model.candidates[0].model if isinstance(self.model, Fallback) else self.model
        history = History(
            goal=self.session.goal,
            first=first,
            settings=self.session.settings,
            pictures=bool(getattr(self.model, "sees", False)),
            archived=self.session.archive is not None,
            summariser=self.summariser,
            protocol=protocol_of(lead),
            blocks=self.session.blocks,
        )
        if isinstance(self.model, Fallback):
            self.model.report = self.told("agent")
        if self.summariser is not None and isinstance(self.summariser.model, Fallback):
            self.summariser.model.report = self.told("summarizer")
        return history

    def told(self, role: Role) -> Callable[[Attempt], None]:
        """Who is told of every attempt of a model in this role: its figures are written down.

        The tokens of visual location are counted here, since nobody else hears of them.
        """

        def report(attempt: Attempt) -> None:
            labels = self.labels if role == "agent" else ()
            self.tell("context_request", self.history.attempt_figures(attempt, role, labels))
            self.tell("model_attempt_usage", attempt_usage(attempt, role))
            if role == "locator" and attempt.usage is not None:
                self.history.extra_usage.append(attempt.usage)

        return report

    def tell(self, kind: str, fields: Mapping[str, Any]) -> None:
        """Writes an event beside the steps, where somebody writes them."""
        if self.note is not None:
            self.note(kind, fields)

    def turn(self, tools: Sequence[Tool]) -> Step:
        """One turn: prompt, reply, receipts, written down."""
        at = [time.perf_counter()]
        before = self.session.before
        if self.session.boundary:
            self.session.boundary = False
            self.history.boundary()
        pinned = pinned_block(self.session.board, self.steps, self.session.settings.lang)
        prompt = self.history.prompt(self.steps, tools, pinned=pinned)
        messages, self.labels = prompt.messages, prompt.labels
        for tried in prompt.compactions:
            self.tell("context_compaction", {"turn": len(self.steps), **tried.figures()})
        at.append(time.perf_counter())
        reply, problem = self.ask(messages, tools)
        at.append(time.perf_counter())
        try:
            receipts = (problem,) if problem else execute(self.session, reply.calls)
        except KitError:  # the run cannot go on; what did happen in this turn is still written down
            self.close(before, reply, tuple(self.session.receipts), at)
            raise
        return self.close(before, reply, receipts, at)

    def close(self, before: Observation | None, reply: Reply, receipts: tuple[Receipt, ...], at: list[float]) -> Step:
        """Makes the step of this turn, writes it down and tells the listeners."""
        at.append(time.perf_counter())
        judged = self.session.review.verdicts[self._judged :]
        self._judged += len(judged)
        self.history.extra_usage += [verdict.usage for verdict in judged if verdict.usage != Usage()]
        looked = sum(r.observation.seconds for r in receipts if r.observation is not None)
        seconds = {
            "context": at[1] - at[0],
            "model": at[2] - at[1],
            "execute": at[3] - at[2] - looked,
            "observe": looked,
        }
        step = Step(index=len(self.steps), observation=before, reply=reply, receipts=receipts, seconds=seconds)
        self.write(step)
        step = replace(step, seconds={**seconds, "trace": time.perf_counter() - at[3]})
        self.steps.append(step)
        self.session.bus.emit(StepEnded(episode=self.session.episode, step=step))
        return step

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool]) -> tuple[Reply, Receipt | None]:
        """The model's reply; one without a usable call comes with the receipt that tells the model so."""
        began = time.perf_counter()
        try:
            reply = self.model.complete(messages, tools, self.sampler)
        except MalformedReply as error:
            call = ToolCall(id=f"unusable_{len(self.steps)}", name="", arguments={})
            said = error.reply if isinstance(error, UnusableReply) else Reply(model=self.model.name)
            return said, Receipt(call=call, status="error", text=str(error), code=error.code)
        except ModelError as error:  # nobody answered: there is no step, so the failed call is written down by itself
            failed = {"model": self.model.name, "seconds": round(time.perf_counter() - began, 6)}
            self.tell("model_call", {**failed, "error": f"{error.code}: {error.message}"})
            raise
        except KitError:
            raise
        except Exception as error:  # a person's own model; its bug is the agent's failure, told with its place
            last = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(last.filename).name}, line {last.lineno}"
            raise ModelBroken(f"The model's code failed: {type(error).__name__}: {error} ({where}).") from error
        if not isinstance(reply, Reply):
            raise ModelBroken(f"The model's complete() returned {type(reply).__name__} instead of kit.types.Reply.")
        self.session.bus.emit(Replied(episode=self.session.episode, reply=reply))
        if reply.calls:
            return reply, None
        call = ToolCall(id=f"unusable_{len(self.steps)}", name="", arguments={})
        return reply, Receipt(call=call, status="error", text="The reply holds no tool call.", code="malformed_reply")
