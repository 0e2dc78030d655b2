"""Three different limits, kept apart (spec: harness, context engineering): the model's window, the working target of a whole
prompt, and the tokens a run may spend. Pure.

A cached token is a token: it fills the window and counts against the budget like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kit.models.prepare import REMIND, TRIGGER, input_tokens
from kit.settings import Settings
from kit.types import Usage

LOW_WATER = 0.7
"""Share of the working target that folding aims for."""

REMINDER: dict[str, str] = {
    "en": "[CONTEXT] This conversation fills {percent}% of what you can take in. Write values you still need into the task "
    "board or `note`: older turns may soon be told in short.",
    "zh": "[CONTEXT] 当前对话已占上下文窗口的 {percent}%。仍需要的值请写入任务板或 note：较早的轮次可能很快会被摘要。",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Where a prompt has to be remarked on, in tokens.

    Attributes:
        target: the working target; soft.
        window: the model's window; 0 when it is not known, and then it limits nothing.
    """

    target: int
    window: int = 0

    @property
    def low(self) -> int:
        """What folding aims for."""
        return int(self.target * LOW_WATER)

    @property
    def remind(self) -> int | None:
        """From here on the model is reminded."""
        return int(self.window * REMIND) if self.window else None

    @property
    def trigger(self) -> int | None:
        """From here on history has to be folded, whatever the target says."""
        return int(self.window * TRIGGER) if self.window else None

    def physical(self, tokens: int) -> bool:
        """Whether the window itself is in danger."""
        return self.trigger is not None and tokens >= self.trigger


def limits(settings: Settings) -> Limits:
    """The limits of the settings."""
    return Limits(target=settings.context_target, window=settings.context_window)


def reminder(tokens: int, limits: Limits, lang: str = "en") -> str:
    """What the model is told from 0.75 of its window on; empty before."""
    if limits.remind is None or tokens < limits.remind:
        return ""
    return REMINDER[lang].format(percent=round(100 * tokens / limits.window))


# --- the run ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What a run has spent.

    Attributes:
        tokens: all input and output that providers told of.
        limit: the budget; 0 for none.
        untold: calls whose provider said nothing; their tokens are not in the sum.
    """

    tokens: int
    limit: int = 0
    untold: int = 0

    @property
    def left(self) -> int | None:
        """Tokens left, never below 0; None without a budget."""
        return max(self.limit - self.tokens, 0) if self.limit else None

    @property
    def exhausted(self) -> bool:
        """Whether no further model call may be made."""
        return self.limit > 0 and self.tokens >= self.limit


def spent(usages: Iterable[Usage], limit: int = 0) -> Spent:
    """The sum over all model calls of a run, whatever their role (agent, summariser, verifier)."""
    tokens = untold = 0
    for usage in usages:
        read, wrote = input_tokens(usage), usage.output_tokens
        tokens += (read or 0) + (wrote or 0)
        untold += read is None and wrote is None
    return Spent(tokens=tokens, limit=limit, untold=untold)
