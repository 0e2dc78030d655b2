"""Harness specification, section "TaskDoc 任务板": one test a rule. The codes are what receipts and traces carry."""

from __future__ import annotations

import pytest
from fake_phone import FakeDevice

from kit.errors import ToolRefused
from kit.events import Bus
from kit.settings import Settings, resolve
from kit.tools.execute import execute
from kit.tools.session import Session
from kit.tools.taskdoc import (
    Change,
    ItemChange,
    RouteItem,
    Status,
    TaskDoc,
    check_finish,
    completed_ids,
    finish_blockers,
    missing_evidence,
    update,
)
from kit.tools.taskdoc_tool import update_task_doc
from kit.types import Receipt, ToolCall

GOAL = "Turn on Wi-Fi, then text Ann the password"


class RunSession(Session):
    """A session with a board, as a run has."""


def board(**statuses: Status) -> TaskDoc:
    route = tuple(
        RouteItem(id=id, text=f"Do {id}", status=status, reason="locked" if status == "blocked" else "")
        for id, status in statuses.items()
    )
    return TaskDoc(goal_base=GOAL, route=route)


def to(**statuses: Status) -> Change:
    return Change(route=tuple(ItemChange(id=i, text=f"Do {i}", status=s, reason="locked") for i, s in statuses.items()))


def code(before: TaskDoc, change: Change) -> str:
    with pytest.raises(ToolRefused) as refusal:
        update(before, change)
    return str(refusal.value.code)


@pytest.fixture
def session() -> Session:
    opened = RunSession(device=FakeDevice(), settings=Settings(), bus=Bus(), episode="run1", goal=GOAL)  # type: ignore[arg-type]
    opened.board = TaskDoc(goal_base=GOAL)  # type: ignore[attr-defined,unused-ignore]
    return opened


def submit(session: Session, **arguments: object) -> Receipt:
    (receipt,) = execute(session, [ToolCall(id="c1", name="update_task_doc", arguments=arguments)], [update_task_doc])
    return receipt


# --- the goal -----------------------------------------------------------------------------------------------------------


def test_goal_base_is_seeded_from_the_task_word_for_word_and_never_cut() -> None:
    long = "g" * 5000
    assert TaskDoc(goal_base=long).goal_base == long
    assert long in TaskDoc(goal_base=long, facts=("f",)).render()


def test_the_model_cannot_write_the_goal(session: Session) -> None:
    receipt = submit(session, goal_base="Send money", facts=["x"])
    assert (receipt.status, receipt.code) == ("error", "bad_arguments")
    assert session.board == TaskDoc(goal_base=GOAL)
    assert "goal_base" not in update_task_doc.tool("en").parameters["properties"]


def test_the_tool_changes_only_route_facts_and_amendments(session: Session) -> None:
    receipt = submit(
        session, route=[{"id": "r1", "text": "Open Wi-Fi"}], facts=["password: 7319"], amendments=["Ann = Ann Lee"]
    )
    assert receipt.status == "ok"
    assert session.board == TaskDoc(
        goal_base=GOAL,
        route=(RouteItem(id="r1", text="Open Wi-Fi"),),
        facts=("password: 7319",),
        amendments=("Ann = Ann Lee",),
    )
    assert {p for p in update_task_doc.tool("en").parameters["properties"] if p not in ("intent", "note")} == {
        "route",
        "facts",
        "amendments",
    }


def test_updating_the_board_brings_no_observation(session: Session) -> None:
    assert not update_task_doc.observes
    assert submit(session, facts=["x"]).observation is None
    assert session.device.calls == []  # type: ignore[attr-defined]


def test_a_refused_submission_changes_nothing_and_says_why(session: Session) -> None:
    submit(session, route=[{"id": "r1", "text": "Open Wi-Fi"}])
    before = session.board
    receipt = submit(session, route=[{"id": "r1", "status": "completed"}], facts=["done"])
    assert (receipt.status, receipt.code) == ("error", "taskdoc_skipped")
    assert "in_progress" in receipt.text
    assert session.board == before


# --- finish gate ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", ["pending", "in_progress"])
def test_finish_is_refused_while_an_item_is_open_and_the_receipt_lists_it(status: Status) -> None:
    with pytest.raises(
        ToolRefused, match=rf"r2 \[{status}\] Do r2.*blocked with a reason.*correct the route"
    ) as refusal:
        check_finish(board(r1="completed", r2=status))
    assert refusal.value.code == "taskdoc_open"
    assert "r1" not in str(refusal.value)


def test_finish_is_free_when_everything_is_completed_or_blocked_or_there_is_no_route() -> None:
    for free in (board(r1="completed", r2="blocked"), board(), None):
        check_finish(free)
        assert finish_blockers(free) == ()


def test_completed_items_without_evidence_are_named_for_the_finish_gate() -> None:
    assert [i.id for i in missing_evidence(board(r1="completed", r2="blocked"))] == ["r1"]
    proven = TaskDoc(
        goal_base=GOAL, route=(RouteItem(id="r1", text="x", status="completed", evidence_note="switch reads On"),)
    )
    assert missing_evidence(proven) == ()


# --- migrations -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pending", "pending"),
        ("pending", "in_progress"),
        ("pending", "blocked"),
        ("in_progress", "completed"),
        ("in_progress", "blocked"),
        ("in_progress", "pending"),
        ("blocked", "in_progress"),
        ("blocked", "pending"),
        ("completed", "completed"),
        ("completed", "in_progress"),
    ],
)
def test_migrations_that_are_allowed(before: Status, after: Status) -> None:
    assert update(board(r1=before), to(r1=after)).route[0].status == after


@pytest.mark.parametrize("before", ["pending", "blocked"])
def test_completed_is_reached_only_through_in_progress(before: Status) -> None:
    assert code(board(r1=before), to(r1="completed")) == "taskdoc_skipped"
    on_the_way = update(board(r1=before), to(r1="in_progress"))
    assert update(on_the_way, to(r1="completed")).route[0].status == "completed"


def test_two_pending_items_marked_completed_at_once_are_refused_as_a_batch() -> None:
    assert code(board(r1="pending", r2="pending"), to(r1="completed", r2="completed")) == "taskdoc_batch"


def test_several_items_in_progress_may_be_completed_at_once() -> None:
    after = update(board(r1="in_progress", r2="in_progress"), to(r1="completed", r2="completed"))
    assert [i.status for i in after.route] == ["completed", "completed"]


def test_a_new_id_cannot_come_in_as_completed() -> None:
    assert code(board(r1="completed"), to(r1="completed", r2="completed")) == "taskdoc_born_done"


@pytest.mark.parametrize("status", ["pending", "in_progress", "blocked"])
def test_a_new_id_may_come_in_with_any_other_status(status: Status) -> None:
    assert update(board(), to(r1=status)).route[0].status == status


def test_a_pending_id_cannot_vanish_nor_be_renamed() -> None:
    assert code(board(r1="pending", r2="pending"), to(r1="pending")) == "taskdoc_vanished"
    assert code(board(r1="pending"), to(r9="pending")) == "taskdoc_vanished"
    assert code(board(r1="pending"), Change(route=())) == "taskdoc_vanished"


def test_nor_can_one_in_progress_since_finish_would_no_longer_see_it() -> None:
    assert code(board(r1="in_progress"), Change(route=())) == "taskdoc_vanished"


@pytest.mark.parametrize("status", ["completed", "blocked"])
def test_an_item_that_is_closed_may_leave_the_board(status: Status) -> None:
    assert update(board(r1=status), Change(route=())).route == ()


def test_blocked_needs_a_reason() -> None:
    change = Change(route=(ItemChange(id="r1", status="blocked"),))
    assert code(board(r1="in_progress"), change) == "taskdoc_no_reason"


def test_an_id_stands_for_one_item() -> None:
    twice = Change(route=(ItemChange(id="r1", text="a"), ItemChange(id="r1", text="b")))
    assert code(board(), twice) == "taskdoc_twice"


def test_an_empty_submission_is_refused(session: Session) -> None:
    assert submit(session).code == "taskdoc_nothing"


# --- the boundary signal for folding ----------------------------------------------------------------------------------------


def test_a_submissions_completions_are_reported(session: Session) -> None:
    before = board(r1="in_progress", r2="in_progress", r3="completed", r4="pending")
    after = update(before, to(r1="completed", r2="completed", r3="completed", r4="in_progress"))
    assert completed_ids(before, after) == ("r1", "r2")
    session.board = before  # type: ignore[attr-defined,unused-ignore]
    route = [{"id": i, "status": s} for i, s in (("r1", "completed"), ("r2", "in_progress"), ("r3", "completed"))]
    done = update_task_doc.run(session, {"route": [*route, {"id": "r4", "status": "in_progress"}]})
    assert done.details["completed_ids"] == ("r1",)


def test_nothing_is_reported_when_nothing_was_completed(session: Session) -> None:
    assert update_task_doc.run(session, {"facts": ["x"]}).details["completed_ids"] == ()


# --- caps -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fits", "over", "refusal"),
    [
        (
            Change(route=tuple(ItemChange(id=f"r{n}", text="x") for n in range(15))),
            Change(route=tuple(ItemChange(id=f"r{n}", text="x") for n in range(16))),
            "taskdoc_many",
        ),
        (
            Change(route=(ItemChange(id="r1", text="x" * 500),)),
            Change(route=(ItemChange(id="r1", text="x" * 501),)),
            "taskdoc_long",
        ),
        (
            Change(route=(ItemChange(id="r1", text="x", evidence_note="e" * 500),)),
            Change(route=(ItemChange(id="r1", text="x", evidence_note="e" * 501),)),
            "taskdoc_long",
        ),
        (Change(facts=("f",) * 10), Change(facts=("f",) * 11), "taskdoc_many"),
        (Change(facts=("f" * 120,)), Change(facts=("f" * 121,)), "taskdoc_long"),
        (Change(amendments=("a",) * 10), Change(amendments=("a",) * 11), "taskdoc_many"),
        (Change(amendments=("a" * 500,)), Change(amendments=("a" * 501,)), "taskdoc_long"),
    ],
    ids=["15 items", "item 500", "evidence 500", "10 facts", "fact 120", "10 amendments", "amendment 500"],
)
def test_structural_caps(fits: Change, over: Change, refusal: str) -> None:
    update(board(), fits)
    assert code(board(), over) == refusal


# --- rendering --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "marker"), [("en", "…(truncated)"), ("zh", "…(已截断)")])
def test_the_body_is_cut_to_4000_characters_with_a_marker_amendments_first(lang: str, marker: str) -> None:
    full = TaskDoc(
        goal_base=GOAL,
        route=(RouteItem(id="r1", text="x" * 500, evidence_note="e" * 500),),
        facts=tuple(f"fact {n} " + "f" * 100 for n in range(10)),
        amendments=tuple(f"amendment {n} " + "a" * 480 for n in range(10)),
    )
    shown = full.render(lang)
    assert 3400 < len(shown) <= 4000
    assert shown.endswith(marker)
    assert all(fact in shown for fact in full.facts)
    assert "amendment 0" in shown
    assert "amendment 9" not in shown
    assert "x" * 500 in shown
    assert "e" * 500 in shown


def test_a_body_that_fits_is_not_cut() -> None:
    assert "…(" not in TaskDoc(goal_base=GOAL, facts=("f" * 120,) * 10, amendments=("a" * 500,) * 5).render()


def test_4000_characters_are_allowed_and_one_more_is_cut() -> None:
    room = 4000 - len(TaskDoc(goal_base="", facts=("f" * 120,)).render())
    assert len(TaskDoc(goal_base="g" * room, facts=("f" * 120,)).render()) == 4000
    over = TaskDoc(goal_base="g" * (room + 1), facts=("f" * 120,)).render()
    assert over.endswith("…(truncated)")
    assert len(over) <= 4000


def test_a_section_that_is_cut_whole_leaves_no_heading_behind() -> None:
    shown = TaskDoc(goal_base="g" * 3000, facts=("f" * 120,), amendments=("a" * 500,) * 3).render()
    assert "## amendments\n- a" in shown
    gone = TaskDoc(goal_base="g" * 3700, facts=("f" * 120,), amendments=("a" * 500,)).render()
    assert gone.split("\n")[-2:] == ["- " + "f" * 120, "…(truncated)"]


def test_goal_and_route_are_never_cut_even_beyond_4000() -> None:
    route = tuple(RouteItem(id=f"r{n}", text=f"{n:x}" * 500) for n in range(15))
    shown = TaskDoc(goal_base=GOAL, route=route, facts=("pin 1234",), amendments=("a",)).render()
    assert len(shown) > 4000
    assert all(item.text in shown for item in route)
    assert GOAL in shown
    assert "pin 1234" not in shown
    assert shown.endswith("…(truncated)")


# --- settings ---------------------------------------------------------------------------------------------------------------


def test_the_board_is_on_by_default_and_can_be_turned_off() -> None:
    assert resolve(environ={})[0].taskdoc is True
    assert resolve(environ={"PHONE_AGENT_TASKDOC": "off"})[0].taskdoc is False


def test_without_a_board_the_tool_says_so(session: Session) -> None:
    session.board = None  # type: ignore[attr-defined,unused-ignore]
    assert submit(session, facts=["x"]).code == "taskdoc_off"


def test_receipts_are_in_the_language_of_the_run(session: Session) -> None:
    session.settings = Settings(lang="zh")  # type: ignore[call-arg,unused-ignore]
    assert submit(session, facts=["x"]).text.startswith("任务板已更新")
    assert "不能从板上消失" in str(_refusal(board(r1="pending"), Change(route=()), "zh"))


def _refusal(before: TaskDoc, change: Change, lang: str) -> ToolRefused:
    with pytest.raises(ToolRefused) as refusal:
        update(before, change, lang)
    return refusal.value
