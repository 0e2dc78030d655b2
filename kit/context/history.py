"""What the loop asks for a prompt: the view of the steps, kept within its limits, with the figures about it.

The steps stay the only truth. What is remembered between turns here is derived and could be thrown away: the folds, how a
provider's tokens compare to ours, pictures already drawn, and the fingerprints of the last request.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kit.context.assemble import Part, compose, opening_unread, turn_unread
from kit.context.budget import Limits, Spent, limits, reminder, spent
from kit.context.compact import Cause, Compaction, Costs, Summariser, compact, cost
from kit.context.fold import Fold
from kit.context.prune import newest, prune
from kit.context.request import Role, context_request, fingerprints, of_attempt
from kit.models.fallback import Attempt
from kit.models.prepare import Calibration, Estimate, Verdict, coverage, tools_tokens, verdict
from kit.settings import Settings
from kit.types import Message, Observation, Step, Tool, Usage

if TYPE_CHECKING:
    from PIL.Image import Image

RETRY_TURNS = 4
"""Turns until a compaction that failed is tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One turn's prompt.

    Attributes:
        messages: what the model gets.
        estimate: its tokens, with the tools.
        verdict: whether it fits into the model's window with the reply.
        labels: of soft_target_unattainable and window_still_full.
        compactions: what was tried to make it smaller, usually nothing.
    """

    messages: tuple[Message, ...]
    estimate: Estimate
    verdict: Verdict
    labels: tuple[str, ...] = ()
    compactions: tuple[Compaction, ...] = ()


@dataclass(slots=True, kw_only=True)
class History:
    """The prompts of one run.

    Attributes:
        goal, first, settings: as `kit.context.assemble.assemble`.
        pictures: the model can see.
        archived: what is folded can be looked up; None means as `settings.obs_archive` says.
        summariser: who writes summaries; None, or `settings.compact` off, and only old pictures and marks are pruned.
        protocol: how the client speaks to the model (`kit.models.prepare.protocol_of`). The tokens of models in this
            process, which render a prompt of their own, teach nothing.
        blocks: further parts of the system prompt, the same every turn.
        unread: the model looks at calls, receipts and typed observations only (`kit.models.scripted`): no screen is put
            into words for it, and nothing is counted.
        folds: the summaries in force.
        extra_usage: tokens of summaries, to be counted against the run's budget.
    """

    goal: str
    first: Observation | None
    settings: Settings
    pictures: bool = False
    archived: bool | None = None
    summariser: Summariser | None = None
    protocol: str = "in_process"
    blocks: Sequence[str] = ()
    unread: bool = False
    folds: tuple[Fold, ...] = ()
    calibration: Calibration = field(default_factory=Calibration)
    extra_usage: list[Usage] = field(default_factory=list[Usage])
    boundary_due: bool = False
    _limits: Limits | None = None
    _asked: tuple[int, int] | None = None
    _tools: Sequence[Tool] | None = None
    _schemas: int = 0
    _retry_at: int = 0
    _labels: tuple[str, ...] = ()
    _turns: list[tuple[Step, tuple[Message, ...]]] = field(default_factory=list[tuple[Step, tuple[Message, ...]]])
    _drawn: dict[int, tuple[Observation, Image]] = field(default_factory=dict[int, "tuple[Observation, Image]"])
    _before: dict[str, tuple[bytes, ...]] = field(default_factory=dict[str, tuple[bytes, ...]])

    def prompt(self, steps: Sequence[Step], tools: Sequence[Tool] = (), *, pinned: str = "") -> Prompt:
        """The prompt of the next turn.

        Args:
            steps: everything that happened so far.
            tools: what the model is offered; they are counted.
            pinned: the task board with the flow line (`kit.context.flow.pinned_block`).

        Raises:
            KitError: native_context_pruning_conflict, as `kit.context.prune.prune`. A summary that fails raises nothing.
        """
        if self.unread:
            return self._unread(steps)
        self._learn(steps)
        if self._tools is not tools:  # they stay the same object for a whole run, and are slow to count
            self._tools, self._schemas = tools, tools_tokens(tools)
        schemas = self._schemas
        costs = self._costs(steps, pinned, schemas)
        tried: list[Compaction] = []
        for cause in self._causes(costs, steps):
            if cause != "boundary" and costs.total <= self.limits.target and not self.limits.physical(costs.total):
                continue  # folding a finished segment was enough
            result = self._compact(costs, steps, cause)
            tried.append(result)
            if not result.code:
                self.folds = result.folds
                costs = self._costs(steps, pinned, schemas)
        note = reminder(costs.total, self.limits, self.settings.lang)
        if note:
            costs = self._costs(steps, f"{pinned}\n{note}" if pinned else note, schemas)
        return self._finished(costs, steps, tools, tuple(tried))

    @property
    def limits(self) -> Limits:
        """The limits in force."""
        if self._limits is None:
            self._limits = limits(self.settings)
        return self._limits

    def boundary(self) -> None:
        """The board says a route item is done: the turns it took may be folded before the next prompt, if that pays."""
        self.boundary_due = True

    def spent(self, steps: Sequence[Step]) -> Spent:
        """What the run has spent of `settings.token_budget`, summaries included."""
        usages = [*(step.reply.usage for step in steps), *self.extra_usage]
        return spent(usages, self.settings.token_budget)

    def figures(self, prompt: Prompt, role: Role = "agent") -> dict[str, Any]:
        """The fields of the `context_request` event of a prompt that is sent as it is, without a fallback model."""
        fields = context_request(
            prompt.messages,
            prompt.estimate,
            before=self._before.get(role, ()),
            verdict=prompt.verdict,
            window=self.limits.window,
            target=self.limits.target,
            role=role,
            protocol=self.protocol,
            labels=prompt.labels,
        )
        self._before[role] = fingerprints(prompt.messages)
        return fields

    def attempt_figures(self, attempt: Attempt, role: Role = "agent", labels: Sequence[str] = ()) -> dict[str, Any]:
        """The fields of the `context_request` event of one attempt; each model is compared with its own last request."""
        key = f"{role} {attempt.number}"
        fields = of_attempt(
            attempt, before=self._before.get(key, ()), target=self.limits.target, role=role, labels=labels
        )
        self._before[key] = fingerprints(attempt.request.messages)
        return fields

    # --- inside ------------------------------------------------------------------------------------------------------

    def _unread(self, steps: Sequence[Step]) -> Prompt:
        kept = self._turns
        for n, step in enumerate(steps):
            if n == len(kept) or kept[n][0] is not step:
                del kept[n:]
                kept.append((step, turn_unread(step)))
        opening = opening_unread(self.goal, self.first, self.settings.lang)
        messages = (opening, *(m for _, turn in kept[: len(steps)] for m in turn))
        return Prompt(messages=messages, estimate=Estimate(tokens=0), verdict="unknown")

    def _learn(self, steps: Sequence[Step]) -> None:
        """Compares the newest reply's figures with the estimate of its prompt; a substitute model's are not comparable."""
        if self._asked is None or not steps or self.protocol == "in_process":
            return
        turn, tokens = self._asked
        reply = steps[-1].reply
        if len(steps) == turn + 1 and "attempt" not in reply.extras:
            self.calibration = self.calibration.learn(tokens, reply.usage)
        self._asked = None

    def _costs(self, steps: Sequence[Step], pinned: str, schemas: int) -> Costs:
        parts: tuple[Part, ...] = compose(
            self.goal,
            self.first,
            steps,
            self.settings,
            pictures=self.pictures,
            folds=self.folds,
            pinned=pinned,
            archived=self.archived,
            draw=self._draw,
            blocks=self.blocks,
        )
        return cost(parts, tools=schemas, ratio=self.calibration.ratio)

    def _causes(self, costs: Costs, steps: Sequence[Step]) -> list[Cause]:
        """What asks for a summary now; each is looked at once a turn."""
        due, self.boundary_due = self.boundary_due, False
        if self.summariser is None or not self.settings.compact:
            return []
        causes: list[Cause] = ["boundary"] if due and self.settings.boundary_compact else []
        if self.limits.physical(costs.total):
            causes.append("window")
        elif costs.total > self.limits.target and len(steps) >= self._retry_at:
            causes.append("target")
        return causes

    def _compact(self, costs: Costs, steps: Sequence[Step], cause: Cause) -> Compaction:
        assert self.summariser is not None  # nothing asks for a summary without one
        result = compact(
            costs,
            steps,
            self.folds,
            self.limits,
            self.summariser,
            goal=self.goal,
            cause=cause,
            keep_turns=self.settings.compact_keep_turns,
            since=max((f.last + 1 for f in self.folds), default=0) if cause == "boundary" else 0,
            lang=self.settings.lang,
        )
        if result.usage is not None:
            self.extra_usage.append(result.usage)
        if result.code and cause != "boundary":
            self._retry_at = len(steps) + RETRY_TURNS
        return result

    def _finished(
        self, costs: Costs, steps: Sequence[Step], tools: Sequence[Tool], tried: tuple[Compaction, ...]
    ) -> Prompt:
        keep = {"image_keep": self.settings.image_keep, "obs_marks_keep": self.settings.obs_marks_keep}
        archived = self.settings.obs_archive if self.archived is None else self.archived
        messages = prune(
            [m for part in costs.parts for m in part.messages], lang=self.settings.lang, archived=archived, **keep
        )
        self._asked = len(steps), costs.raw
        guess = Estimate(
            tokens=costs.total,
            source="calibrated" if self.calibration.samples else "heuristic",
            covers=coverage(messages, tools),
        )
        self._forget()
        if tried or costs.total <= self.limits.target:
            self._labels = tuple(dict.fromkeys(label for result in tried for label in result.labels))
        return Prompt(
            messages=messages,
            estimate=guess,
            verdict=verdict(guess.tokens, self.limits.window, reserve=self.settings.max_tokens),
            labels=self._labels,
            compactions=tried,
        )

    def _draw(self, seen: Observation) -> Image:
        """The picture with its marks; drawn once, though it stands in several prompts."""
        kept = self._drawn.get(seen.epoch)
        if kept is None or kept[0] is not seen:
            from kit.screen.overlay import draw_marks

            kept = self._drawn[seen.epoch] = (seen, draw_marks(seen, side=self.settings.image_side))
        return kept[1]

    def _forget(self) -> None:
        """Drops drawn pictures that no later prompt will show."""
        for epoch in set(self._drawn) - set(newest(sorted(self._drawn), self.settings.image_keep)):
            del self._drawn[epoch]
