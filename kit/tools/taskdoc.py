"""The task board: a value and one pure transition (spec: harness, task board).

The goal is seeded by the harness from the task's own words; the model changes only the route, facts and amendments.
Nothing that is open may be forgotten: an open item leaves the board only by being carried through to an end, and `finish`
stays closed while one is left. A refused change leaves the board as it was, since a board is never changed in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kit.errors import ToolRefused
from kit.tools.phrases import clip

Status = Literal["pending", "in_progress", "completed", "blocked"]

ROUTE_MAX, TEXT_MAX, EVIDENCE_MAX = 15, 500, 500
FACTS_MAX, FACT_MAX = 10, 120
AMENDMENTS_MAX, AMENDMENT_MAX = 10, 500
RENDER_MAX = 4000
"""All in items or characters (spec: harness, structural caps)."""

ID_MAX, REASON_MAX = 32, 500
"""Ours: the specification caps neither; without a cap the route, which is never cut, could grow without end."""

SHOWN = 80
"""Characters of an open item's text in a refusal: the board itself is pinned in the same prompt."""

PHRASES: dict[str, dict[str, str]] = {
    "goal": {"en": "## goal", "zh": "## 目标"},
    "route": {"en": "## route", "zh": "## 路线"},
    "facts": {"en": "## facts", "zh": "## 事实"},
    "amendments": {"en": "## amendments", "zh": "## 修正"},
    "none": {"en": "(none yet)", "zh": "（暂无）"},
    "cut": {"en": "…(truncated)", "zh": "…(已截断)"},
    "because": {"en": " | reason: {words}", "zh": " | 原因：{words}"},
    "evidence": {"en": " | evidence: {words}", "zh": " | 证据：{words}"},
    "off": {"en": "The task board is off.", "zh": "任务板未开启。"},
    "nothing": {
        "en": "Nothing to change: give route, facts or amendments.",
        "zh": "没有要改的内容：请给出 route、facts 或 amendments。",
    },
    "many": {
        "en": "{name} holds {count} entries; at most {limit} fit.",
        "zh": "{name} 有 {count} 条，上限 {limit} 条。",
    },
    "long": {
        "en": "{name} has {count} characters; at most {limit} fit. Say it shorter.",
        "zh": "{name} 有 {count} 字，上限 {limit} 字，请写短些。",
    },
    "empty": {"en": "{name} is empty.", "zh": "{name} 为空。"},
    "twice": {
        "en": "The id {ids} appears twice; every route item has its own.",
        "zh": "id {ids} 重复；每条路线项的 id 唯一。",
    },
    "no_reason": {
        "en": "{ids} is blocked without a reason; say in `reason` what stands in the way.",
        "zh": "{ids} 标为 blocked 但没有原因；请在 reason 写明受阻原因。",
    },
    "vanished": {
        "en": "Open items may not disappear: {ids}. Send the whole route; complete them, or mark them blocked with a reason.",
        "zh": "未完成的路线项不能从板上消失：{ids}。请提交完整路线；只能推进它们，或标 blocked 并写明原因。",
    },
    "born_done": {
        "en": "New items cannot start as completed: {ids}. Add them as pending or in_progress first.",
        "zh": "新路线项不能直接以 completed 引入：{ids}。请先以 pending 或 in_progress 加入。",
    },
    "batch": {
        "en": "Several pending items cannot be marked completed at once: {ids}. Take each through in_progress as you do it.",
        "zh": "不能一次把多条 pending 直接标为 completed：{ids}。请逐条经 in_progress 推进。",
    },
    "skipped": {
        "en": "{ids} is {status}; completed is reached only through in_progress. Set in_progress first.",
        "zh": "{ids} 目前是 {status}；必须先经 in_progress 才能 completed。请先设为 in_progress。",
    },
    "open": {
        "en": "The route has open items: {items}. Complete them, mark them blocked with a reason, or correct the route, "
        "then finish.",
        "zh": "路线还有未完成项：{items}。请先完成、标为 blocked（写明原因）或修正路线，再 finish。",
    },
    "updated": {"en": "Task board updated: {counts}.", "zh": "任务板已更新：{counts}。"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteItem:
    """One step of the route. `reason` is set while it is blocked; `evidence_note` says what was seen that proves it."""

    id: str
    text: str
    status: Status = "pending"
    reason: str = ""
    evidence_note: str = ""

    @property
    def open(self) -> bool:
        """Pending or in progress: `finish` is refused while such an item is left."""
        return self.status in ("pending", "in_progress")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDoc:
    """The board. A run starts with `TaskDoc(goal_base=goal)`; from there on only `update` makes new ones.

    Attributes:
        goal_base: the task, word for word; never written by the model.
        route: the items in the order they are to be done.
        facts: values found on the way that later steps need.
        amendments: how the understanding of the goal has changed since.
    """

    goal_base: str
    route: tuple[RouteItem, ...] = ()
    facts: tuple[str, ...] = ()
    amendments: tuple[str, ...] = ()

    def render(self, lang: str = "en") -> str:
        """The board's body for the prompt, at most 4000 characters.

        What does not fit is dropped from the end, whole entries at a time (half a fact is a wrong fact): first
        amendments, then facts; one marker line stands for all of it. Goal and route are never cut, so a board whose
        protected part (with the marker) alone is longer comes out longer.
        """
        protected = [PHRASES["goal"][lang], self.goal_base, PHRASES["route"][lang], *self._route_lines(lang)]
        rest: list[str] = []
        for name, entries in (("facts", self.facts), ("amendments", self.amendments)):
            rest += [PHRASES[name][lang], *(f"- {entry}" for entry in entries)] if entries else []
        whole = "\n".join([*protected, *rest])
        if len(whole) <= RENDER_MAX or not rest:
            return whole
        shown = whole
        while rest and len(shown) > RENDER_MAX:
            rest.pop()
            if rest and not rest[-1].startswith("- "):  # a heading with nothing left below it
                rest.pop()
            shown = "\n".join([*protected, *rest, PHRASES["cut"][lang]])
        return shown

    def _route_lines(self, lang: str) -> list[str]:
        if not self.route:
            return [PHRASES["none"][lang]]
        lines: list[str] = []
        for item in self.route:
            line = f"- [{item.status}] {item.id}: {item.text}"
            for key, words in (("because", item.reason), ("evidence", item.evidence_note)):
                line += say(lang, key, words=words) if words else ""
            lines.append(line)
        return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemChange:
    """What a submission says of one route item; None leaves what the board has (a new item needs `text`)."""

    id: str
    text: str | None = None
    status: Status | None = None
    reason: str | None = None
    evidence_note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One submission. Each part that is given replaces that part whole; None leaves it. The goal is not among them."""

    route: tuple[ItemChange, ...] | None = None
    facts: tuple[str, ...] | None = None
    amendments: tuple[str, ...] | None = None


def update(board: TaskDoc, change: Change, lang: str = "en") -> TaskDoc:
    """The board after this submission; all of it is taken or none.

    Raises:
        ToolRefused: a rule forbids it. Codes: taskdoc_nothing, taskdoc_many, taskdoc_long, taskdoc_empty, taskdoc_twice,
            taskdoc_no_reason, taskdoc_vanished, taskdoc_born_done, taskdoc_batch, taskdoc_skipped.
    """
    if change == Change():
        raise refused(lang, "nothing")
    route, facts, amendments = board.route, board.facts, board.amendments
    if change.route is not None:
        route = _route(board.route, change.route, lang)
    if change.facts is not None:
        facts = _entries("facts", change.facts, FACTS_MAX, FACT_MAX, lang)
    if change.amendments is not None:
        amendments = _entries("amendments", change.amendments, AMENDMENTS_MAX, AMENDMENT_MAX, lang)
    return TaskDoc(goal_base=board.goal_base, route=route, facts=facts, amendments=amendments)


def completed_ids(before: TaskDoc, after: TaskDoc) -> tuple[str, ...]:
    """Items this one submission took from in_progress to completed: the boundary where history may be folded."""
    running = {item.id for item in before.route if item.status == "in_progress"}
    return tuple(item.id for item in after.route if item.id in running and item.status == "completed")


def finish_blockers(board: TaskDoc | None) -> tuple[RouteItem, ...]:
    """Open items, in route order: `finish` is accepted only when there are none. No board, no blockers."""
    return tuple(item for item in board.route if item.open) if board is not None else ()


def check_finish(board: TaskDoc | None, lang: str = "en") -> None:
    """The board's part of the finish gate.

    Raises:
        ToolRefused: taskdoc_open; the words list every open item and what may be done about it.
    """
    left = finish_blockers(board)
    if left:
        raise refused(lang, "open", items="; ".join(f"{i.id} [{i.status}] {clip(i.text, SHOWN)}" for i in left))


def missing_evidence(board: TaskDoc | None) -> tuple[RouteItem, ...]:
    """Completed items without an evidence note; a finish that claims them is refused (spec: harness, finish)."""
    done = board.route if board is not None else ()
    return tuple(item for item in done if item.status == "completed" and not item.evidence_note)


def say(lang: str, key: str, **values: Any) -> str:
    """The board's phrase in this language with its holes filled."""
    return PHRASES[key][lang].format(**values)


def refused(lang: str, key: str, **values: Any) -> ToolRefused:
    """The refusal with this phrase; its code is `taskdoc_<key>`."""
    return ToolRefused(say(lang, key, **values), code=f"taskdoc_{key}")


def _route(before: tuple[RouteItem, ...], asked: tuple[ItemChange, ...], lang: str) -> tuple[RouteItem, ...]:
    _within("route", len(asked), ROUTE_MAX, lang, "many")
    old = {item.id: item for item in before}
    after = tuple(_item(old.get(_line(change.id)), change, lang) for change in asked)
    ids = [item.id for item in after]
    _none(lang, "twice", dict.fromkeys(i for i in ids if ids.count(i) > 1))
    _none(lang, "no_reason", (i.id for i in after if i.status == "blocked" and not i.reason))
    _none(lang, "vanished", (i.id for i in before if i.open and i.id not in ids))
    _migrations(old, after, lang)
    return after


def _migrations(old: Mapping[str, RouteItem], after: tuple[RouteItem, ...], lang: str) -> None:
    """Completed is reached only from in_progress. A blocked item is not let through either: it would be the way round."""
    done = [item.id for item in after if item.status == "completed"]
    _none(lang, "born_done", (i for i in done if i not in old))
    pending = [i for i in done if old[i].status == "pending"]
    if len(pending) >= 2:
        raise refused(lang, "batch", ids=", ".join(pending))
    for id in done:
        if old[id].status not in ("in_progress", "completed"):
            raise refused(lang, "skipped", ids=id, status=old[id].status)


def _item(old: RouteItem | None, change: ItemChange, lang: str) -> RouteItem:
    """The item as it will be. A reason lives as long as the block, evidence as long as the item is not reopened."""
    id = _words("route id", change.id, ID_MAX, lang)
    status = change.status or (old.status if old else "pending")
    reopened = old is not None and old.status == "completed" and status != "completed"
    reason = change.reason if change.reason is not None else (old.reason if old else "")
    note = change.evidence_note
    if note is None:
        note = old.evidence_note if old is not None and not reopened else ""
    return RouteItem(
        id=id,
        text=_words(f"{id}.text", old.text if old and change.text is None else change.text or "", TEXT_MAX, lang),
        status=status,
        reason=_words(f"{id}.reason", reason, REASON_MAX, lang, may_be_empty=True) if status == "blocked" else "",
        evidence_note=_words(f"{id}.evidence_note", note, EVIDENCE_MAX, lang, may_be_empty=True),
    )


def _entries(name: str, given: tuple[str, ...], count: int, limit: int, lang: str) -> tuple[str, ...]:
    _within(name, len(given), count, lang, "many")
    return tuple(_words(f"{name}[{n}]", words, limit, lang) for n, words in enumerate(given, start=1))


def _words(name: str, words: str, limit: int, lang: str, *, may_be_empty: bool = False) -> str:
    line = _line(words)
    if not line and not may_be_empty:
        raise refused(lang, "empty", name=name)
    _within(name, len(line), limit, lang, "long")
    return line


def _line(words: str) -> str:
    """One line: a line break inside an entry could pass for another entry or a heading of the pinned block."""
    return " ".join(words.split())


def _within(name: str, count: int, limit: int, lang: str, key: str) -> None:
    if count > limit:
        raise refused(lang, key, name=name, count=count, limit=limit)


def _none(lang: str, key: str, ids: Iterable[str]) -> None:
    found = ", ".join(ids)
    if found:
        raise refused(lang, key, ids=found)
