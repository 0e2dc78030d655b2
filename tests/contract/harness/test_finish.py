"""Harness specification, section "finish 两段式与验收": one test a rule, numbered as there."""

from __future__ import annotations

from typing import Any

import pytest
from fake_phone import look, mark
from fake_session import do, fake_session

from kit.errors import DeviceLost, KitError, ObservationFailed, ToolRefused
from kit.events import Event, FinishJudged
from kit.settings import Settings, resolve
from kit.tools.execute import execute
from kit.tools.finish import contradictions
from kit.tools.review import Claim, Verdict
from kit.tools.session import Session
from kit.tools.taskdoc import RouteItem, TaskDoc
from kit.types import Receipt, ToolCall

EVIDENCE = ["the Wi-Fi switch is on"]
HOME = look([mark(1, "Phone")], package="com.android.launcher3")


def finish(session: Session, **arguments: Any) -> Receipt:
    return do(session, "finish", **({"evidence": EVIDENCE} | arguments))


def verdict(status: str, reason: str = "because") -> Verdict:
    return Verdict(status=status, approve={"pass": True, "fail": False}.get(status), reason=reason)  # type: ignore[arg-type]


def judge_with(session: Session, *statuses: str) -> list[Claim]:
    """Hangs in a verifier that says these in turn; returns the list of claims it was given."""
    claims: list[Claim] = []
    said = list(statuses)

    def verify(claim: Claim) -> Verdict:
        claims.append(claim)
        return verdict(said.pop(0), f"reason {len(claims)}")

    session.review.verify = verify
    return claims


# --- 1: two phases ------------------------------------------------------------------------------------------------------


def test_1_the_first_finish_brings_a_review_packet_of_four_sections_and_ends_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = fake_session(monkeypatch)
    receipt = finish(session, answer="on")
    headings = [line for line in receipt.text.splitlines() if line.startswith("## ")]
    assert headings == ["## World facts", "## Route state", "## Doubts", "## Options"]
    assert (receipt.status, receipt.code, receipt.final, session.ending) == ("ok", "finish_review", False, "")
    assert EVIDENCE[0] in receipt.text


def test_1_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = finish(fake_session(monkeypatch, lang="zh"))
    headings = [line for line in receipt.text.splitlines() if line.startswith("## ")]
    assert headings == ["## 世界事实", "## 路线状态", "## 疑点", "## 选项"]


def test_1_the_packet_shows_the_boards_route_but_never_the_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    goal = "Turn on Wi-Fi for grandmother Olga"
    session = fake_session(monkeypatch, goal=goal)
    item = RouteItem(id="r1", text="Flip the switch", status="completed", evidence_note="it shows on")
    session.board = TaskDoc(goal_base=goal, route=(item,), facts=("The network is Meadow",))
    packet = finish(session).text
    assert "Olga" not in packet
    for words in ("Flip the switch", "it shows on", "The network is Meadow"):
        assert words in packet


def test_1_confirm_settles_it_with_the_answer_word_for_word(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    finish(session)
    receipt = finish(session, answer="  7 pm. ", confirm=True)
    assert (receipt.status, receipt.final) == ("ok", True)
    assert (session.ending, session.answer, session.status) == ("finish", "  7 pm. ", "completed")


def test_1_confirm_without_a_review_before_it_still_brings_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    assert finish(session, confirm=True).code == "finish_review"
    assert session.ending == ""


@pytest.mark.parametrize("evidence", [[], [""], ["  ", "\n"]])
@pytest.mark.parametrize("mode", ["auto", "off"])
def test_1_empty_evidence_is_refused_and_nothing_is_recorded(
    monkeypatch: pytest.MonkeyPatch, evidence: list[str], mode: str
) -> None:
    session = fake_session(monkeypatch, finish_verify=mode)
    receipt = finish(session, evidence=evidence)
    assert (receipt.status, receipt.code) == ("error", "finish_no_evidence")
    assert (session.review.packet, session.review.verdicts, session.ending) == (None, [], "")
    assert finish(session, evidence=evidence, confirm=True).status == "error"


def test_1_evidence_left_out_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = do(fake_session(monkeypatch), "finish", answer="7")
    assert (receipt.status, receipt.code) == ("error", "bad_arguments")
    assert "evidence" in receipt.text


def test_1_a_completed_route_item_needs_its_evidence_note(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    done = RouteItem(id="r1", text="a", status="completed", evidence_note="seen")
    bare = RouteItem(id="r2", text="b", status="completed")
    session.board = TaskDoc(goal_base="g", route=(done, bare))
    receipt = finish(session)
    assert (receipt.status, receipt.code, session.review.packet) == ("error", "finish_no_note", None)
    assert "r2" in receipt.text
    assert "r1" not in receipt.text


@pytest.mark.parametrize("status", ["pending", "in_progress"])
def test_1_open_route_items_refuse_it_and_are_listed(monkeypatch: pytest.MonkeyPatch, status: str) -> None:
    session = fake_session(monkeypatch)
    session.board = TaskDoc(goal_base="g", route=(RouteItem(id="r7", text="Send it", status=status),))  # type: ignore[arg-type]
    receipt = finish(session, confirm=True)
    assert (receipt.status, receipt.code) == ("error", "taskdoc_open")
    assert "r7" in receipt.text


def test_1_a_blocked_item_is_a_doubt_and_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    item = RouteItem(id="r3", text="Send it", status="blocked", reason="no network")
    session.board = TaskDoc(goal_base="g", route=(item,))
    packet = finish(session)
    doubts = packet.text.split("## Doubts")[1].split("## Options")[0]
    assert packet.status == "ok"
    assert "no network" in doubts


def test_1_confirm_after_the_screen_moved_on_brings_a_new_packet(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    finish(session)
    before = session.review.packet
    do(session, "read_screen")
    again = finish(session, confirm=True)
    assert (again.code, session.ending) == ("finish_review", "")
    assert f"screen#{before}" in again.text
    assert session.review.packet == session.observation.screen_seq != before  # type: ignore[union-attr]
    assert finish(session, confirm=True).final


def test_1_off_settles_in_one_step_without_packet_or_sequence_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="off")
    receipt = finish(session, answer="7")
    assert (receipt.final, session.ending, session.answer) == (True, "finish", "7")
    assert session.review.packet is None


def test_1_off_keeps_the_boards_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="off")
    session.board = TaskDoc(goal_base="g", route=(RouteItem(id="r1", text="a"),))
    assert finish(session).code == "taskdoc_open"


# --- 2: the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lang", "words"), [("zh", "自动化已终止；该后续工具调用已跳过。"), ("en", "the run has ended")]
)
def test_2_after_an_accepted_finish_siblings_are_skipped_as_errors(
    monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    session = fake_session(monkeypatch, lang=lang)
    finish(session)
    calls = [
        ToolCall(id="a", name="finish", arguments={"evidence": EVIDENCE, "confirm": True}),
        ToolCall(id="b", name="home", arguments={}),
    ]
    ended, skipped = execute(session, calls)
    assert ended.final
    assert (skipped.status, skipped.code) == ("skipped", "run_ended")
    assert skipped.text.startswith("error:")
    assert words in skipped.text
    assert ("key", "HOME") not in session.device.calls  # type: ignore[attr-defined]


def test_2_after_a_review_siblings_still_run(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    calls = [
        ToolCall(id="a", name="finish", arguments={"evidence": EVIDENCE}),
        ToolCall(id="b", name="home", arguments={}),
    ]
    assert [r.status for r in execute(session, calls)] == ["ok", "ok"]


def test_2_an_accepted_take_over_is_final(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    asked: list[str] = []
    session.person = lambda reason: not asked.append(reason)  # type: ignore[func-returns-value]
    receipt = do(session, "take_over", reason="Log in")
    assert (receipt.final, session.ending, session.answer, asked) == (True, "take_over", "Log in", ["Log in"])


def decline(session: Session) -> dict[str, str]:
    session.person = lambda reason: False
    return {"reason": "Log in"}


def veto(session: Session) -> dict[str, str]:
    def guard(session: Session, call: ToolCall, mark: object) -> None:
        if call.name == "take_over":
            raise ToolRefused("Nobody is there.", code="nobody")

    session.guards.append(guard)
    return {"reason": "Log in"}


@pytest.mark.parametrize(
    ("refuse", "code"),
    [(decline, "take_over_declined"), (veto, "nobody"), (lambda s: {"reason": "  "}, "take_over_no_reason")],
)
def test_2_a_refused_take_over_ends_nothing_and_the_turn_goes_on(
    monkeypatch: pytest.MonkeyPatch, refuse: Any, code: str
) -> None:
    session = fake_session(monkeypatch)
    given = refuse(session)
    calls = [ToolCall(id="a", name="take_over", arguments=given), ToolCall(id="b", name="home", arguments={})]
    refused, after = execute(session, calls)
    assert (refused.status, refused.code, refused.final, session.ending) == ("error", code, False, "")
    assert after.status == "ok"


# --- 3: the independent verifier -------------------------------------------------------------------------------------------


def test_3_the_default_is_auto() -> None:
    assert Settings().finish_verify == "auto"  # type: ignore[call-arg,unused-ignore]
    assert resolve(environ={"PHONE_AGENT_FINISH_VERIFY": "always"})[0].finish_verify == "always"


@pytest.mark.parametrize(
    ("goal", "asked"),
    [
        ("Pay the electricity bill", True),
        ("Transfer 20 euros to Ann", True),
        ("给张三转账 20 元", True),
        ("注销我的账号", True),
        ("Turn on Wi-Fi", False),
        ("打开蓝牙", False),
        ("Find the repayment-free plan", False),
    ],
)
def test_3_auto_asks_when_the_goal_holds_a_high_risk_word(
    monkeypatch: pytest.MonkeyPatch, goal: str, asked: bool
) -> None:
    session = fake_session(monkeypatch, goal=goal)
    claims = judge_with(session, "pass")
    finish(session)
    assert finish(session, confirm=True).final
    assert bool(claims) is asked


def test_3_auto_asks_after_a_last_action_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    do(session, "tap", target_mark_id="ax_9@e1")
    claims = judge_with(session, "pass")
    assert "did not succeed (target_unknown)" in finish(session).text
    finish(session, confirm=True)
    assert len(claims) == 1


def test_3_a_later_success_takes_the_contradiction_away(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    do(session, "tap", target_mark_id="ax_9@e1")
    do(session, "tap", target_description="Wi-Fi")
    claims = judge_with(session, "pass")
    finish(session)
    assert finish(session, confirm=True).final
    assert claims == []


def test_3_auto_asks_when_the_observation_is_not_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, look([mark(1, "Wi-Fi")]), ObservationFailed("twice"))
    do(session, "home")
    claims = judge_with(session, "pass")
    finish(session)
    finish(session, confirm=True)
    assert len(claims) == 1


def test_3_a_frame_whose_dump_failed_is_no_valid_observation(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, look([], marks_code="dump_timeout"))
    assert contradictions(session) == [("invalid", "dump_timeout")]


def test_3_auto_asks_when_the_launcher_is_in_front(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, HOME)
    claims = judge_with(session, "pass")
    finish(session)
    finish(session, confirm=True)
    assert len(claims) == 1


def test_3_always_asks_always(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="always")
    claims = judge_with(session, "pass")
    finish(session)
    assert claims == []  # the review itself is not judged
    assert finish(session, confirm=True).final
    assert len(claims) == 1


def test_3_off_never_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, HOME, goal="Pay the bill", finish_verify="off")
    claims = judge_with(session, "pass")
    assert finish(session).final
    assert claims == []


def test_3_it_sees_the_goal_the_evidence_route_and_the_last_screens_and_nothing_the_actor_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = fake_session(monkeypatch, finish_verify="always", verifier_screens=2)
    item = RouteItem(id="r1", text="Flip it", status="completed", evidence_note="on")
    session.board = TaskDoc(goal_base="The board's goal", route=(item,))
    claims = judge_with(session, "pass")
    for _ in range(3):
        do(session, "wait", seconds=1, intent="secret intent", note="secret note")
    finish(session, answer="7", intent="secret intent")
    finish(session, answer="7", confirm=True)
    (claim,) = claims
    assert (claim.goal, claim.answer, claim.evidence) == ("The board's goal", "7", tuple(EVIDENCE))
    assert claim.route == (item,)
    assert [s.screen_seq for s in claim.screens] == [3, 4]
    assert "secret" not in repr(claim)


def test_3_without_a_board_the_runs_own_goal_is_the_authority(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, goal="Original words", finish_verify="always")
    claims = judge_with(session, "pass")
    finish(session)
    finish(session, confirm=True)
    assert claims[0].goal == "Original words"


def test_3_one_rejection_is_an_error_the_model_reads_two_in_a_row_are_a_take_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = fake_session(monkeypatch, finish_verify="always")
    judge_with(session, "fail", "fail")
    finish(session)
    first = finish(session, confirm=True)
    assert (first.status, first.code, first.final, session.ending) == ("error", "finish_rejected", False, "")
    assert "reason 1" in first.text
    assert finish(session, confirm=True).code == "finish_review"  # the old review does not count any more
    second = finish(session, confirm=True)
    assert (second.final, session.ending, session.answer) == (True, "take_over", "reason 2")


def test_3_a_pass_after_a_rejection_settles_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="always")
    judge_with(session, "fail", "pass")
    for _ in range(2):
        finish(session)
        last = finish(session, confirm=True)
    assert last.final
    assert session.ending == "finish"


# --- 4 and 5: failing open, and what is written down -----------------------------------------------------------------------


def test_4_a_verifier_that_fails_lets_the_finish_through_and_is_called_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="always")
    judge_with(session, "skipped")
    finish(session)
    assert finish(session, confirm=True).final
    fields = session.review.fields()
    assert fields["finish_verifier"] == "skipped"
    assert fields["finish_verifier_verdict"]["approve"] is None


def test_4_a_session_without_a_verifier_fails_open_too(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="always")
    finish(session)
    assert finish(session, confirm=True).final
    assert session.review.fields()["finish_verifier"] == "skipped"
    assert session.review.fields()["finish_verifier_verdict"] is not None


def test_5_not_triggered_is_skipped_with_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    judge_with(session)
    finish(session)
    finish(session, confirm=True)
    assert session.review.fields() == {"finish_verifier": "skipped", "finish_verifier_verdict": None}


def test_5_the_last_verdict_counts_and_each_is_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="always")
    heard: list[Event] = []
    session.bus.listeners.append(heard.append)
    judge_with(session, "fail", "pass")
    for _ in range(2):
        finish(session)
        finish(session, confirm=True)
    assert session.review.fields()["finish_verifier"] == "pass"
    record = session.review.fields()["finish_verifier_verdict"]
    assert set(record) == {"approve", "status", "reason", "latency_ms", "usage"}
    assert (record["approve"], record["reason"]) == (True, "reason 2")
    assert [e.finish_verifier for e in heard if isinstance(e, FinishJudged)] == ["fail", "pass"]


def test_a_lost_phone_passes_through_a_finish(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="always")

    def verify(claim: Claim) -> Verdict:
        raise DeviceLost("unplugged")

    session.review.verify = verify
    finish(session)
    with pytest.raises(KitError, match="unplugged"):
        finish(session, confirm=True)
