"""Compact receipts in the middle of a turn (spec: harness, receipts of steps within a turn). Only what is shown changes.

Of several observing calls in one turn only the last may show its observation whole. Which call is the last is settled by
the calls as the model made them, not by how they went: when the last one fails or is never run, the ones before stay
compact, name their frame and say that read_screen brings the newest marks.
"""

from __future__ import annotations

from collections.abc import Sequence

from kit.screen.signature import diff
from kit.types import Observation, Receipt

OBSERVING = frozenset(
    {"tap", "long_press", "type_text", "scroll", "swipe", "back", "home", "wait", "launch_app", "read_screen"}
)
"""The tools that count as observing. `locate` is none: it shows the frame it looked at, not what came of an action."""

WORDS: dict[str, str] = {
    "en": "[OBS] app={app} screen#{n} marks={k} since the last look: {diff} (read_screen brings the newest marks)",
    "zh": "[OBS] app={app} screen#{n} marks={k} 较上次观测：{diff}（用 read_screen 取回最新批次）",
}
"""Without the words `marks (`, so that folding old observations never touches it."""


def compact_receipts(receipts: Sequence[Receipt]) -> frozenset[int]:
    """Which receipts of one turn show their observation in one line; the others are shown as always.

    Args:
        receipts: all receipts of the turn in the order of its calls, those that failed or were skipped included.
    """
    observing = [n for n, receipt in enumerate(receipts) if receipt.call.name in OBSERVING]
    return frozenset(n for n in observing[:-1] if receipts[n].observation is not None)


def compact_text(before: Observation | None, seen: Observation, lang: str = "en") -> str:
    """The one line of a compact receipt: app, frame, number of marks, and how it differs from the look before it."""
    change = diff(before, seen, lang) if before is not None else "-"
    return WORDS[lang].format(app=seen.foreground.package, n=seen.screen_seq, k=len(seen.marks), diff=change)
