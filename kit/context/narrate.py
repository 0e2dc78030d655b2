"""Turns as plain text for a summariser. Pure.

It gets less than the agent saw: the calls, the receipts, and of each screen the app and the first words on it. What was
typed into a password field and the HTML of documents never get there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kit.context.fold import Fold
from kit.tools.recall_text import retire
from kit.types import Observation, Receipt, Step

THOUGHT_MAX, ARGUMENTS_MAX, RECEIPT_MAX, SCREEN_MAX = 300, 300, 300, 400
"""Characters of each part of a turn."""

HIDDEN = "…"


def narrate(steps: Sequence[Step], folds: Sequence[Fold] = (), lang: str = "en") -> str:
    """The steps, oldest first, one paragraph each; earlier summaries stand where their steps were."""
    paragraphs: list[str] = []
    told: set[int] = set()
    for step in steps:
        fold = next((f for f in folds if f.covers(step.index)), None)
        if fold is None:
            paragraphs.append(_turn(step, lang))
        elif fold.first not in told:
            told.add(fold.first)
            paragraphs.append(f"Turns {fold.first + 1}-{fold.last + 1}, earlier summary:\n{fold.text}")
    return "\n\n".join(paragraphs)


def _turn(step: Step, lang: str) -> str:
    lines = [f"Turn {step.index + 1}"]
    if step.reply.text:
        lines.append(f"thought: {_clip(retire(step.reply.text, lang), THOUGHT_MAX)}")
    for receipt in step.receipts:
        lines.append(_call(receipt, lang))
        if receipt.observation is not None:
            lines.append(f"screen: {_screen(receipt.observation)}")
    return "\n".join(lines)


def _call(receipt: Receipt, lang: str) -> str:
    said = _clip(retire(receipt.text, lang), RECEIPT_MAX)
    if not receipt.call.name:
        return f"no usable call: {said}"
    given: dict[str, Any] = dict(receipt.call.arguments)
    secret = receipt.target is not None and "password" in receipt.target.states
    typed = given.get("text")
    if secret and isinstance(typed, str) and typed:
        given["text"] = HIDDEN
        said = said.replace(typed, HIDDEN)
    if "html" in given:
        given["html"] = HIDDEN
    arguments = json.dumps({k: v for k, v in given.items() if v not in (None, "")}, ensure_ascii=False, default=str)
    return f"{receipt.call.name} {_clip(retire(arguments, lang), ARGUMENTS_MAX)} -> {receipt.status}: {said}"


def _screen(seen: Observation) -> str:
    words = [m.full_label + (f"={m.value}" if m.value and "password" not in m.states else "") for m in seen.marks]
    return _clip(f"{seen.foreground.package}: " + " · ".join([*seen.texts, *words]), SCREEN_MAX)


def _clip(text: str, limit: int) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + HIDDEN
