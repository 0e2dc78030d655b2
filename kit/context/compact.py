"""Folding old turns into a summary when a prompt outgrows its target or its window (spec: harness, context engineering).

Only whole turns are folded: a reply with the receipts of all its calls. The newest turns, every screen that is still shown
whole, the newest observation and the task board stay. What a summary costs and what it saves is looked at before a model
is asked and again when it has answered; whenever it does not come out smaller, the prompt stays as the pruning of old
pictures and marks left it. Nothing is ever dropped without a summary in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kit.context.assemble import Part
from kit.context.budget import Limits
from kit.context.fold import Fold, add, fold_message
from kit.context.narrate import narrate
from kit.context.prune import rolling
from kit.errors import MalformedReply, ModelError
from kit.models.prepare import TRIGGER, estimate, message_tokens, text_tokens
from kit.tools.recall_text import retire
from kit.types import Message, Model, Reply, Sampler, Step, Text, Tool, Usage

SUMMARY_TOKENS = 1000
"""The longest summary, and what one is reckoned at before it is written."""

MIN_GAIN = 1000
"""Tokens a summary has to save to be worth a model call, where only the soft target asks for it."""

UNATTAINABLE = "soft_target_unattainable"
STILL_FULL = "window_still_full"

Cause = Literal["target", "window", "boundary"]
Code = Literal["", "nothing_to_fold", "no_gain", "request_too_large", "summary_failed", "no_net_reduction"]

SUMMARY_TOOL = Tool(
    name="write_summary",
    description="Hands in the summary.",
    parameters={
        "type": "object",
        "properties": {"summary": {"type": "string", "description": "The whole summary."}},
        "required": ["summary"],
        "additionalProperties": False,
    },
    observes=False,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summariser:
    """Who writes summaries, and the window its own request has to fit into (0: not known)."""

    model: Model
    window: int = 0
    sampler: Sampler = field(default_factory=lambda: Sampler(temperature=0.0, max_tokens=SUMMARY_TOKENS + 200))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What would be folded. `tokens` is what it takes now; `protected` what stays in any case, a summary included."""

    first: int
    last: int
    tokens: int
    protected: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """What came of one attempt.

    Attributes:
        cause: what asked for it.
        folds: the folds from here on; those from before when it failed.
        code: why nothing was folded, empty when something was.
        labels: of soft_target_unattainable (what stays is more than the low-water mark) and window_still_full.
        before, after: tokens of the whole prompt, estimated.
        usage: tokens of the summariser; None when it was not asked or did not say.
        error: the summariser's own error code.
        request: what the summariser was asked, for the figures; empty when it was not.
    """

    cause: Cause
    folds: tuple[Fold, ...]
    code: Code = ""
    labels: tuple[str, ...] = ()
    before: int = 0
    after: int = 0
    usage: Usage | None = None
    error: str = ""
    request: tuple[Message, ...] = ()

    def figures(self) -> dict[str, Any]:
        """The fields of the `context_compaction` event: numbers and short labels, never a word of the summary.

        `first` and `last` are the step indices the newest summary stands for; None when nothing was folded. Its tokens
        are told by the summariser's own `model_attempt_usage`.
        """
        fold = None if self.code else max(self.folds, key=lambda f: f.last, default=None)
        return {
            "cause": self.cause,
            "code": self.code,
            "error": self.error,
            "labels": list(self.labels),
            "before_tokens": self.before,
            "after_tokens": self.after,
            "first": fold.first if fold else None,
            "last": fold.last if fold else None,
            "summary_tokens": text_tokens(fold.text) if fold else None,
            "folds": len(self.folds),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The parts of a prompt with their tokens, and the tokens of the tools beside them.

    `raw` is the sum before calibration, to be compared with what the provider will say.
    """

    parts: tuple[Part, ...]
    tokens: tuple[int, ...]
    tools: int = 0
    raw: int = 0

    @property
    def total(self) -> int:
        """Tokens of the whole request."""
        return sum(self.tokens) + self.tools


def cost(parts: Sequence[Part], *, tools: int = 0, ratio: float = 1.0) -> Costs:
    """What each part takes; `ratio` as in `kit.models.prepare.Preparation`, `tools` in tokens before calibration."""
    raw = [sum(message_tokens(m) for m in part.messages) for part in parts]
    return Costs(
        parts=tuple(parts),
        tokens=tuple(round(ratio * tokens) for tokens in raw),
        tools=round(ratio * tools),
        raw=sum(raw) + tools,
    )


def foldable(parts: Sequence[Part], keep_turns: int) -> tuple[int, ...]:
    """Positions of the folds and turns that may be folded: the oldest up to the first that is protected."""
    places = [n for n, part in enumerate(parts) if part.kind in ("fold", "turn")]
    turns = [n for n in places if parts[n].kind == "turn"]
    if not turns:
        return ()
    seen = [n for n in turns if any(m.observation is not None for m in parts[n].messages)]
    shown = [n for n in turns if any(rolling(m) for m in parts[n].messages)]
    stop = min([turns[-min(keep_turns, len(turns))], *seen[-1:], *shown[:1]])
    return tuple(n for n in places if n < stop)


def plan(costs: Costs, limits: Limits, keep_turns: int, *, since: int = 0, goal: int | None = None) -> Plan | None:
    """The shortest run of old turns that brings the prompt down to its goal; all that may be folded when none does.

    Args:
        costs: the prompt.
        limits: whose low-water mark is the goal.
        keep_turns: newest turns that stay.
        since: step index before which nothing is touched (of a segment); 0 for all.
        goal: tokens to come down to, instead of the low-water mark.

    Returns:
        None when no turn may be folded.
    """
    places = [n for n in foldable(costs.parts, keep_turns) if costs.parts[n].first >= since]
    turns = [n for n in places if costs.parts[n].kind == "turn"]
    if not turns:
        return None
    places = places[: places.index(turns[-1]) + 1]
    protected = costs.total - sum(costs.tokens[n] for n in places) + SUMMARY_TOKENS
    wanted = limits.low if goal is None else goal
    saved, end = 0, places[-1]
    for n in places:
        saved += costs.tokens[n]
        if n >= turns[0] and costs.total - saved + SUMMARY_TOKENS <= wanted:
            end = n
            break
    taken = sum(costs.tokens[n] for n in places if n <= end)
    return Plan(first=costs.parts[places[0]].first, last=costs.parts[end].last, tokens=taken, protected=protected)


def compact(
    costs: Costs,
    steps: Sequence[Step],
    folds: Sequence[Fold],
    limits: Limits,
    summariser: Summariser,
    *,
    goal: str,
    cause: Cause,
    keep_turns: int,
    since: int = 0,
    lang: str = "en",
) -> Compaction:
    """Tries to fold old turns. Whatever goes wrong, the folds of before stand.

    Args:
        costs: the prompt as it is.
        steps: all steps; read, never altered.
        folds: what is folded already; older summaries are merged into the new one.
        limits: of the agent's prompt.
        summariser: who writes the summary.
        goal: what the person asked for.
        cause: what asks for it: the target, the window, or the end of a route item.
        keep_turns: newest turns that stay.
        since: for a boundary: the first step of the segment.
        lang: language of the summary.
    """
    none = Compaction(cause=cause, folds=tuple(folds), before=costs.total, after=costs.total)
    found = plan(costs, limits, keep_turns, since=since, goal=0 if cause == "boundary" else None)
    if found is None:
        labels = (UNATTAINABLE,) if cause != "boundary" and costs.total > limits.low else ()
        return replace(none, code="nothing_to_fold", labels=labels)
    if cause != "boundary" and found.protected > limits.low:
        none = replace(none, labels=(UNATTAINABLE,))
    if found.tokens - SUMMARY_TOKENS < (1 if cause == "window" else MIN_GAIN):
        return replace(none, code="no_gain")
    request, last = _fitting(found, steps, folds, summariser, goal, lang)
    if request is None:
        return replace(none, code="request_too_large")
    try:
        reply = summariser.model.complete(request, (SUMMARY_TOOL,), summariser.sampler)
    except ModelError as error:
        said = getattr(error, "reply", None)
        if not (isinstance(error, MalformedReply) and isinstance(said, Reply)):
            return replace(none, code="summary_failed", error=error.code, request=request)
        reply = said  # words instead of a call are a summary too
    asked = replace(none, request=request, usage=reply.usage)
    text = _summary(reply, lang)
    if not text:
        return replace(asked, code="summary_failed", error="empty_summary")
    return _accept(asked, Fold(first=found.first, last=last, text=text), costs, limits, lang)


def _accept(asked: Compaction, fold: Fold, costs: Costs, limits: Limits, lang: str) -> Compaction:
    """The compaction with this fold, if the prompt is really smaller with it."""
    gone = sum(t for t, p in zip(costs.tokens, costs.parts, strict=True) if _within(p, fold))
    after = costs.total - gone + message_tokens(fold_message(fold, lang))
    if after >= costs.total:
        return replace(asked, code="no_net_reduction")
    labels = (*asked.labels, STILL_FULL) if limits.physical(after) else asked.labels
    return replace(asked, folds=add(asked.folds, fold), after=after, labels=labels)


def _within(part: Part, fold: Fold) -> bool:
    return part.kind in ("fold", "turn") and fold.first <= part.first and part.last <= fold.last


def _fitting(
    found: Plan, steps: Sequence[Step], folds: Sequence[Fold], summariser: Summariser, goal: str, lang: str
) -> tuple[tuple[Message, ...] | None, int]:
    """The summariser's request and the last step it is about: fewer turns when all of them do not fit into its window."""
    chosen = [step for step in steps if found.first <= step.index <= found.last]
    room = int(summariser.window * TRIGGER) - summariser.sampler.max_tokens if summariser.window else None
    while chosen:
        last = chosen[-1].index
        cut = next((f for f in folds if f.covers(last) and f.last > last), None)
        request = _request(chosen, folds, goal, lang)
        if cut is None and (room is None or estimate(request, (SUMMARY_TOOL,)).tokens <= room):
            whole = any(not any(f.covers(s.index) for f in folds) for s in chosen)
            return (request, last) if whole else (None, last)
        chosen = chosen[: max(len(chosen) * 3 // 4, len(chosen) - 8)] if len(chosen) > 1 else []
    return None, found.last


@cache
def _instruction(lang: str) -> str:
    return files("kit.context").joinpath(f"prompts/summary.{lang}.md").read_text(encoding="utf-8").strip()


def _request(steps: Sequence[Step], folds: Sequence[Fold], goal: str, lang: str) -> tuple[Message, ...]:
    words = f"Goal: {goal}\n\n{narrate(steps, folds, lang)}"
    return (
        Message(role="system", parts=(Text(text=_instruction(lang)),)),
        Message(role="user", parts=(Text(text=words),)),
    )


def _summary(reply: Reply, lang: str) -> str:
    """What was handed in, without live mark ids and at most as long as a summary may be."""
    given = next((c.arguments.get("summary") for c in reply.calls if c.name == SUMMARY_TOOL.name), None)
    text = retire((given if isinstance(given, str) else reply.text).strip(), lang)
    while text_tokens(text) > SUMMARY_TOKENS:
        text = text[: len(text) * SUMMARY_TOKENS // text_tokens(text) - 1].rstrip() + "…"
    return text
