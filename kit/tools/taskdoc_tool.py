"""update_task_doc: the model keeps its own board (spec: harness, task board). The rules are in `kit.tools.taskdoc`."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Required

from pydantic import ConfigDict, WithJsonSchema
from typing_extensions import TypedDict

from kit.tools.session import Done, Session
from kit.tools.spec import verb
from kit.tools.taskdoc import (
    AMENDMENT_MAX,
    AMENDMENTS_MAX,
    EVIDENCE_MAX,
    FACT_MAX,
    FACTS_MAX,
    ID_MAX,
    REASON_MAX,
    ROUTE_MAX,
    TEXT_MAX,
    Change,
    ItemChange,
    Status,
    completed_ids,
    refused,
    say,
    update,
)


class RoutePart(TypedDict, total=False):
    """One route item as the model sends it; what is left out stays as it is on the board."""

    __pydantic_config__ = ConfigDict(extra="forbid")  # pyright: ignore[reportGeneralTypeIssues]

    id: Required[str]
    text: str | None
    status: Status | None
    reason: str | None
    evidence_note: str | None


_ITEM = {
    "type": "object",
    "properties": {
        "id": {"type": "string", "maxLength": ID_MAX, "description": "Stays the same as long as the item lives."},
        "text": {"type": "string", "maxLength": TEXT_MAX},
        "status": {"type": "string", "enum": ["pending", "in_progress", "completed", "blocked"]},
        "reason": {"type": "string", "maxLength": REASON_MAX, "description": "Needed for blocked."},
        "evidence_note": {
            "type": "string",
            "maxLength": EVIDENCE_MAX,
            "description": "What was seen on the screen that proves it is done.",
        },
    },
    "required": ["id"],
    "additionalProperties": False,
}
"""Written out, because providers want schemas without references; the caps are enforced by `update`, which explains them."""


def _texts(count: int, length: int) -> WithJsonSchema:
    return WithJsonSchema({"type": "array", "maxItems": count, "items": {"type": "string", "maxLength": length}})


Route = Annotated[
    list[RoutePart] | None,
    "The whole route in order: items that are open may not be left out. A field left out of an item keeps its value.",
    WithJsonSchema({"type": "array", "maxItems": ROUTE_MAX, "items": _ITEM}),
]
Facts = Annotated[
    list[str] | None,
    "All values found so far that later steps need; replaces the list.",
    _texts(FACTS_MAX, FACT_MAX),
]
Amendments = Annotated[
    list[str] | None,
    "All corrections to how the goal is understood; replaces the list.",
    _texts(AMENDMENTS_MAX, AMENDMENT_MAX),
]


@verb(
    zh="更新任务板：路线项（pending → in_progress → completed，或 blocked 并写明原因）、事实与修正。目标不可改。"
    "有未完成路线项时不能 finish。",
    observes=False,
)
def update_task_doc(session: Session, route: Route = None, facts: Facts = None, amendments: Amendments = None) -> Done:
    """Updates the task board: the route (pending, in_progress, completed, or blocked with a reason), facts, amendments.

    The goal cannot be changed. `Done.details["completed_ids"]` holds what this submission took from in_progress to
    completed. A refused submission leaves the board as it was.
    """
    lang, board = session.settings.lang, session.board
    if board is None:
        raise refused(lang, "off")
    change = Change(
        route=None if route is None else tuple(ItemChange(**part) for part in route),
        facts=None if facts is None else tuple(facts),
        amendments=None if amendments is None else tuple(amendments),
    )
    session.board = after = update(board, change, lang)
    counts = Counter(item.status for item in after.route)
    words = [f"{counts[status]} {status}" for status in ("pending", "in_progress", "completed", "blocked")]
    return Done(
        text=say(lang, "updated", counts=", ".join(words)), details={"completed_ids": completed_ids(board, after)}
    )
