"""The flow line: the last few steps as one line each, derived from the steps alone; and the block pinned into the prompt.

    #7 open the page → tap"Wi-Fi" (ax_3) → ok｜the password is on the router

What is told of a call is what its receipt says, never what the call hoped for (spec: harness, flow line). Nothing is kept
between turns: the same steps give the same lines, however much of the history the prompt has folded away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kit.tools.spec import label_of
from kit.tools.taskdoc import TaskDoc
from kit.types import Json, Message, Receipt, Step, Text

LAST = 8
"""Steps shown (spec: harness, flow line)."""

INTENT_MAX, TOOL_MAX, TARGET_MAX, STATUS_MAX, NOTE_MAX = 60, 24, 48, 40, 80
"""Characters of each field, the ellipsis included."""

TARGETS = (
    "target_description", "target_mark_id", "name", "direction", "description", "query", "reason", "answer", "title",
    "seconds",
)  # fmt: skip
"""Arguments that say what a call was about, most telling first, for receipts that name no mark."""

PINNED = "[TASK_DOC]"
"""First line of the pinned block; there is exactly one such message in a prompt."""

WORDS: dict[str, dict[str, str]] = {
    "flow": {"en": "## flow", "zh": "## 流程线"},
    "ok": {"en": "ok", "zh": "成功"},
    "error": {"en": "error", "zh": "失败"},
    "unknown": {"en": "unknown", "zh": "结果未知"},
    "skipped": {"en": "skipped", "zh": "已跳过"},
    "warned": {"en": "warned", "zh": "已预警"},
}


def flow_lines(steps: Sequence[Step], lang: str = "en") -> tuple[str, ...]:
    """`#N <intent> → <tool><target> → <status>｜note` for each of the last 8 calls, oldest first.

    N counts the calls of the whole run from 1. A reply without any call is none; a skipped call is one, and says so. What
    was typed into a password field is not shown.
    """
    recent: list[Receipt] = []
    total = 0
    for step in steps:
        made = [receipt for receipt in step.receipts if receipt.call.name]
        total += len(made)
        recent = [*recent, *made][-LAST:]
    return tuple(_line(total - len(recent) + n, receipt, lang) for n, receipt in enumerate(recent, start=1))


def pinned_block(board: TaskDoc | None, steps: Sequence[Step], lang: str = "en") -> str:
    """The board's body, then the flow line under its own heading; empty when there is neither.

    The body keeps its own bound of 4000 characters; the flow line comes on top of it.
    """
    body = [PINNED, board.render(lang)] if board is not None else []
    lines = flow_lines(steps, lang)
    flow = [WORDS["flow"][lang], *lines] if lines else []
    return "\n".join([*body, *flow])


def pinned_message(board: TaskDoc | None, steps: Sequence[Step], lang: str = "en") -> Message | None:
    """The system message that holds the block. The prompt is made anew every turn, so the newest replaces the last."""
    block = pinned_block(board, steps, lang)
    return Message(role="system", parts=(Text(text=block),)) if block else None


def _line(number: int, receipt: Receipt, lang: str) -> str:
    given = receipt.call.arguments
    intent = clip(_text(given.get("intent")), INTENT_MAX) or "-"
    tool = clip(receipt.call.name, TOOL_MAX)
    target = clip(_target(receipt, given), TARGET_MAX)
    status = WORDS[receipt.status][lang] + (f"({receipt.code})" if receipt.code else "")
    note = clip(_text(given.get("note")), NOTE_MAX)
    return f"#{number} {intent} → {tool}{target} → {clip(status, STATUS_MAX)}" + (f"｜{note}" if note else "")


def _target(receipt: Receipt, given: Mapping[str, Json]) -> str:
    """The mark the receipt says was acted on, else what the call named; for typing also what is known to be typed."""
    mark = receipt.target
    named = next((_text(given[name]) for name in TARGETS if _text(given.get(name))), "")
    where = label_of(mark) if mark is not None else f"({named})" if named else ""
    if "start" in given and "end" in given:
        where = f"({_text(given['start'])}→{_text(given['end'])})"
    typed = _text(given.get("text"))
    if not typed or receipt.status != "ok":
        return where
    hidden = mark is not None and "password" in mark.states
    return f"{clip(where, TARGET_MAX // 2)} " + ("'…'" if hidden else f"'{clip(typed, TARGET_MAX // 2 - 4)}'")


def _text(value: Json) -> str:
    return "" if value is None else " ".join(str(value).split())


def clip(text: str, limit: int) -> str:
    """One line of at most `limit` characters, an ellipsis where more were."""
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
