"""Observation, history and goal as text for small models; `parse` and `serialise` do the same for calls (all pure).

A label comes first and its ` #number` right after it: small models find a name and copy what FOLLOWS it far better than
what precedes it. `FORMAT_VERSION` is kept with every adapter; a change of anything the model reads or writes (here or in
`kit.head.calls`) must change it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kit.head.calls import VERBS, mark_of, one_line, parse, serialise
from kit.types import Mark, Observation, Step, ToolCall

__all__ = ["FORMAT_VERSION", "Event", "Prompt", "estimate", "events", "parse", "remember", "render", "serialise"]

FORMAT_VERSION = "act/1"
MAX_MARKS = 40
MAX_TOKENS = 250
MAX_PAST = 4

Event = tuple[ToolCall, Observation | None, Observation | None]
"""A call, the observation it was made on and the one that followed (None when none did)."""

_PIECE = re.compile(r"[A-Za-z]+|\d|[^\sA-Za-z\d]")
_WORD = re.compile(r"\w+")
_PLAIN = frozenset({"button", "row"})
_VAGUE = frozenset({"app", "android", "main", "mobile", "client", "ui"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What the model reads, and the marks in it: only these may be addressed by the answer."""

    text: str
    marks: tuple[Mark, ...]


def render(
    observation: Observation,
    goal: str,
    past: Sequence[str] = (),
    *,
    max_marks: int = MAX_MARKS,
    tokens: int = MAX_TOKENS,
) -> Prompt:
    """The prompt of one decision.

    Args:
        observation: the live one.
        goal: what is asked for.
        past: lines of `remember`, oldest first; the last four are shown.
        max_marks: most elements shown.
        tokens: about how long the whole may be; marks are left out before it gets longer, and counted.
    """
    head = [
        f"Goal: {one_line(goal)}",
        f"Did: {'; '.join(past[-MAX_PAST:]) or 'nothing'}",
        f"App: {_where(observation)}",
    ]
    shows = _shows(observation, tokens // 4)
    able = [m for m in observation.marks if m.op != "blocked"]
    lines = _mark_lines(able)
    room = tokens - sum(estimate(t) for t in (*head, *shows)) - 6
    kept = _select(able, lines, goal, max_marks, room)
    cut = len(able) - len(kept)
    more = [f"({cut} more)"] if cut else []
    text = "\n".join([*head, *shows, *(lines[m.number] for m in kept), *more, "Act:"])
    return Prompt(text=text, marks=tuple(kept))


def remember(events: Iterable[Event]) -> tuple[str, ...]:
    """One short line for each call that has a compact form: what was done to what, and what came of it in one word."""
    return tuple(
        f"{what} -> {_effect(before, after)}" for call, before, after in events if (what := _deed(call, before))
    )


def events(steps: Iterable[Step]) -> Iterable[Event]:
    """The calls of recorded steps in the form that `remember` takes."""
    for step in steps:
        before = step.observation
        for receipt in step.receipts:
            yield receipt.call, before, receipt.observation
            before = receipt.observation or before


def estimate(text: str) -> int:
    """About how many tokens a small model's tokenizer makes of a text; measured to be a little high for English."""
    return sum(-(-len(p) // 6) if p.isascii() else 2 for p in _PIECE.findall(text)) + text.count("\n")


def _where(observation: Observation) -> str:
    front = observation.foreground
    parts = [p for p in front.package.split(".") if p not in _VAGUE]
    page = front.activity.rsplit(".", 1)[-1].removesuffix("Activity")
    where = " / ".join(p for p in (parts[-1] if parts else front.package, page) if p)
    return f"{where}, keyboard open" if observation.keyboard is not None else where


def _shows(observation: Observation, tokens: int) -> list[str]:
    """The texts that cannot be acted on, as far as a quarter of the room allows; those left out are counted."""
    texts = list(dict.fromkeys(one_line(t)[:80] for t in observation.texts if t.strip()))
    kept: list[str] = []
    for text in texts:
        tokens -= estimate(text) + 1
        if tokens < 0:
            break
        kept.append(text)
    if not texts:
        return []
    cut = len(texts) - len(kept)
    return ["Shows: " + " | ".join(kept + ([f"({cut} more)"] if cut else []))]


def _mark_lines(marks: Sequence[Mark]) -> dict[int, str]:
    labels = {m.number: _label(m) for m in marks}
    count = Counter(labels.values())
    return {m.number: _markone_line(m, labels[m.number], count[labels[m.number]] > 1) for m in marks}


def _markone_line(mark: Mark, label: str, ambiguous: bool) -> str:
    role = [] if mark.role in _PLAIN else [mark.role]
    value = ["=", one_line(mark.value)[:32]] if mark.value else []
    cell = [f"{mark.center[0] // 100},{mark.center[1] // 100}"] if ambiguous else []
    return " ".join([f"{label} #{mark.number}", *role, *mark.states, *value, *cell])


def _label(mark: Mark) -> str:
    return one_line(mark.label)[:32].strip() or mark.role or "unnamed"


def _select(marks: Sequence[Mark], lines: dict[int, str], goal: str, limit: int, room: int) -> list[Mark]:
    """The marks that fit, in reading order; what names a word of the goal or takes text is kept longest."""
    wanted = set(_WORD.findall(goal.casefold()))

    def rank(mark: Mark) -> tuple[bool, bool, int]:
        named = bool(wanted & set(_WORD.findall(mark.full_label.casefold())))
        return (not named and "type" not in mark.actions, not mark.label, mark.number)

    kept: list[Mark] = []
    for mark in sorted(marks, key=rank)[:limit]:
        room -= estimate(lines[mark.number]) + 1
        if room < 0 and kept:
            break
        kept.append(mark)
    return sorted(kept, key=lambda m: m.number)


def _deed(call: ToolCall, before: Observation | None) -> str:
    given = call.arguments
    target = _target_words(call, before)
    match call.name:
        case "tap" | "long_press":
            return f"{VERBS[call.name]} {target}"
        case "type_text":
            return f"type {one_line(str(given.get('text', '')))[:32]} in {target}"
        case "scroll":
            return f"scroll {given.get('direction', '')}"
        case "launch_app":
            return f"launch {one_line(str(given.get('name', '')))}"
        case "back" | "home" | "wait":
            return call.name
        case _:
            return ""


def _target_words(call: ToolCall, before: Observation | None) -> str:
    mark = mark_of(call, before)
    if mark is not None:
        return _label(mark)
    return one_line(str(call.arguments.get("target_description") or "something"))[:32]


def _effect(before: Observation | None, after: Observation | None) -> str:
    if after is None:
        return "failed"
    if before is None or before.foreground != after.foreground:
        return "opened"
    return "same" if _content(before) == _content(after) else "changed"


def _content(observation: Observation) -> object:
    marks = tuple((m.full_label, m.role, m.states, m.value, m.center) for m in observation.marks)
    return marks, observation.texts, observation.keyboard is None
