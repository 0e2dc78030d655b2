"""What the loop says to its model and hears back: prompts kept within their limits, replies checked, figures written down."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kit.agent.bound import Limit, broken
from kit.context.compact import Summariser
from kit.context.flow import pinned_block
from kit.context.history import History
from kit.context.request import Role, attempt_usage
from kit.errors import KitError, MalformedReply, ModelBroken, ModelError
from kit.events import Replied
from kit.models.fallback import Attempt, Fallback
from kit.models.prepare import protocol_of
from kit.models.repair import UnusableReply
from kit.tools.session import Session
from kit.types import Message, Model, Receipt, Reply, Sampler, Step, Tool, ToolCall, Usage


@dataclass(slots=True, kw_only=True)
class Talk:
    """One run's conversation with its model.

    Attributes:
        session: the phone, already looked at once.
        model, sampler: who replies, and how.
        summariser: writes the summaries of compaction; None for policies that do not read the prompt.
        note: writes an event (figures of a request, a compaction, a failed call) beside the steps.
        limit: when the episode's time is over; the models made for it keep to it.
        labels: of the newest prompt, such as soft_target_unattainable.
        history: the prompts of this run.
    """

    session: Session
    model: Model
    sampler: Sampler
    summariser: Summariser | None = None
    note: Callable[[str, Mapping[str, Any]], None] | None = None
    limit: Limit = field(default_factory=Limit)
    labels: tuple[str, ...] = ()
    history: History = field(init=False)
    _judged: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        lead = self.model.candidates[0].model if isinstance(self.model, Fallback) else self.model
        self.history = History(
            goal=self.session.goal,
            first=self.session.observation,
            settings=self.session.settings,
            pictures=bool(getattr(self.model, "sees", False)),
            archived=self.session.archive is not None,
            summariser=self.summariser,
            protocol=protocol_of(lead),
            blocks=self.session.blocks,
            unread=self.session.memory is None and not getattr(self.model, "reads", True),
        )
        if isinstance(self.model, Fallback):
            self.model.report = self.told("agent")
        if self.summariser is not None and isinstance(self.summariser.model, Fallback):
            self.summariser.model.report = self.told("summarizer")

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

    def usages(self, steps: Sequence[Step]) -> list[Usage]:
        """Tokens of every model call so far: the agent's, and those of summaries, visual location and the verifier."""
        return [*(step.reply.usage for step in steps), *self.history.extra_usage]

    def count_verdicts(self) -> None:
        """Adds the tokens of the verdicts since the last turn."""
        judged = self.session.review.verdicts[self._judged :]
        self._judged += len(judged)
        self.history.extra_usage += [verdict.usage for verdict in judged if verdict.usage != Usage()]

    def prompt(self, steps: Sequence[Step], tools: Sequence[Tool]) -> tuple[Message, ...]:
        """The prompt of this turn: a view of the steps, with the task board and the flow line pinned."""
        if self.session.boundary:
            self.session.boundary = False
            self.history.boundary()
        if self.history.unread:
            return self.history.prompt(steps, tools).messages
        pinned = pinned_block(self.session.board, steps, self.session.settings.lang)
        if self.session.memory is not None and (remembered := self.session.memory.block()):
            pinned = f"{pinned}\n\n{remembered}" if pinned else remembered
        made = self.history.prompt(steps, tools, pinned=pinned)
        self.labels = made.labels
        for tried in made.compactions:
            self.tell("context_compaction", {"turn": len(steps), **tried.figures()})
        return made.messages

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool], turn: int) -> tuple[Reply, tuple[Receipt, ...]]:
        """The model's reply; one without a usable call comes with the receipt that tells the model so.

        Raises:
            ModelError: nobody answered, or the model's own code failed.
        """
        began = time.perf_counter()
        try:
            reply = self.model.complete(messages, tools, self.sampler)
        except MalformedReply as error:
            said = error.reply if isinstance(error, UnusableReply) else Reply(model=self.model.name)
            return said, (unusable(turn, str(error), error.code),)
        except ModelError as error:  # nobody answered: there is no step, so the failed call is written down by itself
            self._failed(error, began)
            raise
        except KitError:
            raise
        except (Exception, SystemExit) as error:  # a person's own model; its bug is the agent's, told with its place
            told = broken(error)
            self._failed(told, began)
            raise told from error
        if not isinstance(reply, Reply):
            told = ModelBroken(f"The model's complete() returned {type(reply).__name__} instead of kit.types.Reply.")
            self._failed(told, began)
            raise told
        self.session.bus.emit(Replied(episode=self.session.episode, reply=reply))
        return reply, () if reply.calls else (unusable(turn, "The reply holds no tool call.", MalformedReply.code),)

    def _failed(self, error: ModelError, began: float) -> None:
        figures = {"model": self.model.name, "seconds": round(time.perf_counter() - began, 6)}
        self.tell("model_call", {**figures, "error": f"{error.code}: {error.message}"})


def unusable(turn: int, words: str, code: str) -> Receipt:
    """The receipt of a reply that held no usable call."""
    call = ToolCall(id=f"unusable_{turn}", name="", arguments={})
    return Receipt(call=call, status="error", text=words, code=code)
