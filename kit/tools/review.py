"""What a finish is judged by: the claim, the verdict of the independent verifier, and what a session remembers of both.

Values only, so that the verifier (which lives above the tools) and the finish tool share them without knowing each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from kit.tools.taskdoc import RouteItem
from kit.types import Observation, Receipt, Usage

REASON_MAX = 200
"""Characters of a verdict's reason (spec: harness, finish)."""
SCREENS_KEPT = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Everything a verifier gets to see: never the actor's messages (spec: harness, finish).

    Attributes:
        goal: the task's own words: those on the board, without one those the run began with.
        answer: the answer that would be given.
        status: "completed" or "impossible".
        evidence: what the actor says it saw.
        route: the board's items with their evidence notes.
        screens: the last committed observations, oldest first.
    """

    goal: str
    answer: str
    status: str
    evidence: tuple[str, ...]
    route: tuple[RouteItem, ...] = ()
    screens: tuple[Observation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What the verifier said.

    Attributes:
        status: pass, fail, or skipped: it could not be built or called, and the finish was let through unjudged.
        approve: None when skipped: nobody has approved.
        reason: one line, redacted, at most 200 characters; the rejection's receipt says the same.
        latency_ms: how long it took.
        usage: tokens booked to the verifier.
    """

    status: Literal["pass", "fail", "skipped"]
    approve: bool | None
    reason: str
    latency_ms: int = 0
    usage: Usage = field(default_factory=Usage)

    def record(self) -> dict[str, Any]:
        """As it is written down."""
        usage = {n: getattr(self.usage, n) for n in Usage.__dataclass_fields__}
        return {
            "approve": self.approve,
            "status": self.status,
            "reason": self.reason,
            "latency_ms": self.latency_ms,
            "usage": usage,
        }


Verify = Callable[[Claim], Verdict]
"""Judges a claim. Never raises: what goes wrong is a verdict "skipped"."""


@dataclass(slots=True)
class Review:
    """What a session remembers for its finish.

    Attributes:
        verify: the independent verifier; None when there is none.
        screens: the last committed observations.
        last: the receipt of the last call that meant to do something on the phone.
        packet: the screen_seq at which the open review packet was shown; None when none is open.
        rejections: of the verifier, in a row.
        verdicts: all of them; the last one counts.
    """

    verify: Verify | None = None
    screens: deque[Observation] = field(default_factory=lambda: deque[Observation](maxlen=SCREENS_KEPT))
    last: Receipt | None = None
    packet: int | None = None
    rejections: int = 0
    verdicts: list[Verdict] = field(default_factory=list[Verdict])

    def fields(self) -> dict[str, Any]:
        """The two fields that are written down; a verifier that never ran is "skipped" with no verdict."""
        if not self.verdicts:
            return {"finish_verifier": "skipped", "finish_verifier_verdict": None}
        return {"finish_verifier": self.verdicts[-1].status, "finish_verifier_verdict": self.verdicts[-1].record()}
