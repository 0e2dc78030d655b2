"""Harness specification, section "单批执行": one test a rule."""

from __future__ import annotations

import threading

import pytest
from fake_session import fake_session

from kit.events import CallEnded, CallStarted, Event
from kit.settings import Settings
from kit.tools.execute import execute
from kit.types import ToolCall


def call(name: str, **arguments: object) -> ToolCall:
    return ToolCall(id=name, name=name, arguments=arguments)


def test_calls_of_one_turn_run_one_after_the_other_in_declared_order(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    heard: list[str] = []

    def hear(event: Event) -> None:
        if isinstance(event, CallStarted):
            heard.append(f"+{event.call.name}")
        elif isinstance(event, CallEnded):
            heard.append(f"-{event.receipt.call.name}")

    session.bus.listeners.append(hear)
    execute(session, [call("home"), call("back"), call("wait", seconds=1)])
    assert heard == ["+home", "-home", "+back", "-back", "+wait", "-wait"]


def test_the_lock_is_held_while_the_whole_turn_runs_and_is_re_entrant(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    free: list[bool] = []

    def try_it() -> None:
        free.append(session.lock.acquire(blocking=False))
        if free[-1]:
            session.lock.release()

    def hear(event: Event) -> None:
        if isinstance(event, CallStarted | CallEnded):
            assert session.lock.acquire(blocking=False)  # the same thread may come in again
            session.lock.release()
            other = threading.Thread(target=try_it)
            other.start()
            other.join()

    session.bus.listeners.append(hear)
    execute(session, [call("home"), call("back")])
    try_it()
    assert free == [False, False, False, False, True]
    assert session.bus.failures == []


def test_two_turns_never_interleave(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    turns = [threading.Thread(target=execute, args=(session, [call(name)] * 20)) for name in ("home", "back")]
    for turn in turns:
        turn.start()
    for turn in turns:
        turn.join()
    keys = [c[1] for c in session.device.calls if c[0] == "key"]  # type: ignore[attr-defined]
    assert keys in (["HOME"] * 20 + ["BACK"] * 20, ["BACK"] * 20 + ["HOME"] * 20)


@pytest.mark.parametrize(
    ("last", "mode"),
    [(call("finish", evidence=["seen"]), "off"), (call("take_over", reason="log in"), "auto")],
)
def test_after_a_terminal_transition_the_rest_of_the_turn_gets_skipped_receipts(
    monkeypatch: pytest.MonkeyPatch, last: ToolCall, mode: str
) -> None:
    session = fake_session(monkeypatch, finish_verify=mode, lang="zh")
    receipts = execute(session, [call("home"), last, call("back"), call("finish", evidence=["x"])])
    assert [r.status for r in receipts] == ["ok", "ok", "skipped", "skipped"]
    assert {r.text for r in receipts[2:]} == {"error: 自动化已终止；该后续工具调用已跳过。"}
    assert ("key", "BACK") not in session.device.calls  # type: ignore[attr-defined]


def test_a_refusal_in_the_middle_does_not_stop_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    receipts = execute(session, [call("finish", evidence=[]), call("tap", target_mark_id="ax_99@e1"), call("home")])
    assert [r.status for r in receipts] == ["error", "error", "ok"]


def test_the_hint_against_parallel_calls_is_sent_by_default() -> None:
    assert Settings().parallel_tool_calls is False  # type: ignore[call-arg,unused-ignore]
