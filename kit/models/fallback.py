"""A model that asks another one when the first cannot answer.

Each candidate gets its own copy of the prompt, prepared and measured for it alone: it inherits no cache marks, and when
the prompt does not fit into its window it is passed over, never sent a shortened history (spec: harness, context request).
What a provider says of its tokens corrects the measure for that candidate alone. With a single candidate this is simply a model that prepares and checks its own requests: the summariser, the verifier and
the distiller use it as the agent does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kit.errors import MalformedReply, ModelError, ModelRejected, UsageError
from kit.models.prepare import Calibration, Preparation, Prepared, prepare, protocol_of
from kit.types import Message, Model, Reply, Sampler, Tool, Usage

CAPACITY = "context_capacity_exceeded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A model and how it wants its prompt."""

    model: Model
    how: Preparation = field(default_factory=Preparation)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One candidate's turn at one request, told when it is over.

    It counts calls of this kit: a client or gateway may retry inside one of them (attempt_scope "handler_invoke").

    Attributes:
        number: 1 for the first choice.
        model: its name.
        protocol: how the client speaks to it.
        request: what it was, or would have been, sent.
        window: its window in tokens, 0 when unknown.
        usage: what it said it used; None when it gave no reply.
        code: why it gave none, a stable code; empty when it did.
    """

    number: int
    model: str
    protocol: str
    request: Prepared
    window: int = 0
    usage: Usage | None = None
    code: str = ""


class Fallback:
    """The first candidate, or where it fails the next one.

    A reply that holds no usable call is a reply: nobody else is asked then.

    Args:
        candidates: the first choice and its substitutes, in order; at least one.
        report: told every attempt when it is over; what it raises ends the call.

    Raises:
        UsageError: there is no candidate.
    """

    def __init__(self, candidates: Sequence[Candidate], *, report: Callable[[Attempt], None] | None = None) -> None:
        if not candidates:
            raise UsageError("A fallback needs at least one model.")
        self.candidates = tuple(candidates)
        self.report = report
        self._learnt = [Calibration(ratio=c.how.ratio) for c in candidates]
        self.name = candidates[0].model.name
        self.sees = any(bool(getattr(c.model, "sees", False)) for c in candidates)

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """One reply, of the first candidate that gives one. A substitute's says so: `extras["attempt"]` is its number.

        Raises:
            MalformedReply: the candidate that answered gave nothing usable.
            ModelError: nobody answered; the error is that of the last candidate that was asked. Its code is
                context_capacity_exceeded when the prompt fits into no window, so that nobody was.
        """
        last: ModelError | None = None
        for number, candidate in enumerate(self.candidates, start=1):
            sees = bool(getattr(candidate.model, "sees", False))
            learnt = self._learnt[number - 1]
            request = prepare(messages, tools, sampler, replace(candidate.how, ratio=learnt.ratio), sees=sees)
            attempt = Attempt(
                number=number,
                model=candidate.model.name,
                protocol=protocol_of(candidate.model),
                request=request,
                window=candidate.how.window,
            )
            if request.verdict == "over":
                self._tell(replace(attempt, code=CAPACITY))
                last = last or _too_long(attempt, sampler)
                continue
            try:
                reply = candidate.model.complete(request.messages, tools, sampler)
            except ModelError as error:
                said = getattr(error, "reply", None)
                self._tell(replace(attempt, code=error.code, usage=said.usage if isinstance(said, Reply) else None))
                if isinstance(error, MalformedReply):
                    raise
                last = error
                continue
            if attempt.protocol != "in_process":  # models in this process render a prompt of their own
                self._learnt[number - 1] = learnt.learn(round(request.estimate.tokens / learnt.ratio), reply.usage)
            self._tell(replace(attempt, usage=reply.usage))
            return reply if number == 1 else replace(reply, extras={**reply.extras, "attempt": number})
        assert last is not None
        raise last

    def close(self) -> None:
        """Closes every candidate that can be closed."""
        for candidate in self.candidates:
            close = getattr(candidate.model, "close", None)
            if close is not None:
                close()

    def _tell(self, attempt: Attempt) -> None:
        if self.report is not None:
            self.report(attempt)


def _too_long(attempt: Attempt, sampler: Sampler) -> ModelRejected:
    return ModelRejected(
        f"The prompt (about {attempt.request.estimate.tokens} tokens) and a reply of {sampler.max_tokens} do not fit into "
        f"the {attempt.window} tokens of {attempt.model}.",
        fix="Lower context_target, image_keep or obs_marks_keep, or choose a model with a larger window.",
        code=CAPACITY,
    )


def parse_fallbacks(names: str, windows: str = "") -> tuple[tuple[str, int], ...]:
    """The settings `fallback_models` and `fallback_windows` as (model name, window in tokens).

    Args:
        names: model names, comma-separated; may be empty.
        windows: as many whole numbers, comma-separated; empty when none is known (0).

    Raises:
        UsageError: a window is not a number, or there are not as many windows as names.
    """
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    sizes = [size.strip() for size in windows.split(",") if size.strip()] or ["0"] * len(wanted)
    if len(sizes) != len(wanted) or not all(size.isdecimal() for size in sizes):
        raise UsageError(
            f"fallback_windows ({windows!r}) does not give one whole number for each of {len(wanted)} fallback models.",
            fix="Write as many, comma-separated; 0 where the window is not known.",
        )
    return tuple((name, int(size)) for name, size in zip(wanted, sizes, strict=True))
