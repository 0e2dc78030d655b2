from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import DeviceLost, Killed, NeedsConfirmation, ToolRefused, TraceError
from kit.events import Around, Bus, CallStarted, Event, Proceed
from kit.types import Receipt, ToolCall

CALL = ToolCall(id="c", name="tap", arguments={})


def ok(call: ToolCall) -> Receipt:
    return Receipt(call=call, status="ok", text="done")


def spy(log: list[str], name: str) -> Around:
    def handler(call: ToolCall, proceed: Proceed) -> Receipt:
        log.append(f"+{name}")
        receipt = proceed(call)
        log.append(f"-{name}")
        return receipt

    return handler


@given(st.lists(st.text(min_size=1, max_size=3), max_size=5), st.lists(st.text(min_size=1, max_size=3), max_size=3))
def test_handlers_nest_in_the_order_they_were_added_presentation_innermost(outer: list[str], inner: list[str]) -> None:
    log: list[str] = []
    bus = Bus(handlers=[spy(log, n) for n in outer], innermost=[spy(log, n) for n in inner])
    receipt = bus.through(CALL, lambda call: log.append("run") or ok(call))
    names = outer + inner
    assert log == [f"+{n}" for n in names] + ["run"] + [f"-{n}" for n in reversed(names)]
    assert receipt.status == "ok"


@pytest.mark.parametrize("veto", [ToolRefused("no"), NeedsConfirmation("sure?")])
def test_a_veto_runs_nothing_further_in(veto: Exception) -> None:
    log: list[str] = []

    def vetoes(call: ToolCall, proceed: Proceed) -> Receipt:
        raise veto

    bus = Bus(handlers=[spy(log, "outer"), vetoes, spy(log, "inner")], innermost=[spy(log, "shown")])
    with pytest.raises(type(veto)):
        bus.through(CALL, ok)
    assert log == ["+outer"]


def test_a_handler_that_breaks_before_the_call_refuses_it_by_name() -> None:
    ran: list[ToolCall] = []

    def broken_plugin(call: ToolCall, proceed: Proceed) -> Receipt:
        raise KeyError("x")

    bus = Bus(handlers=[broken_plugin])
    with pytest.raises(ToolRefused, match="broken_plugin failed before") as refusal:
        bus.through(CALL, lambda call: ran.append(call) or ok(call))
    assert refusal.value.code == "handler_failed"
    assert ran == []
    assert len(bus.failures) == 1


@pytest.mark.parametrize("error", [KeyError("x"), ToolRefused("too late")])
def test_a_handler_that_breaks_after_the_call_cannot_undo_the_receipt(error: Exception) -> None:
    def late(call: ToolCall, proceed: Proceed) -> Receipt:
        proceed(call)
        raise error

    bus = Bus(handlers=[late])
    assert bus.through(CALL, ok).text == "done"
    assert len(bus.failures) == 1


def test_what_is_no_receipt_is_not_taken_for_one() -> None:
    def forgets(call: ToolCall, proceed: Proceed) -> Any:
        proceed(call)

    def invents(call: ToolCall, proceed: Proceed) -> Any:
        return "ok"

    assert Bus(handlers=[forgets]).through(CALL, ok).text == "done"
    with pytest.raises(ToolRefused):
        Bus(handlers=[invents]).through(CALL, ok)


def test_a_call_never_runs_twice() -> None:
    ran: list[ToolCall] = []

    def again(call: ToolCall, proceed: Proceed) -> Receipt:
        proceed(call)
        return proceed(call)

    receipt = Bus(handlers=[again]).through(CALL, lambda call: ran.append(call) or ok(call))
    assert (len(ran), receipt.text) == (1, "done")


@pytest.mark.parametrize("fatal", [DeviceLost("gone"), TraceError("full"), Killed("stop")])
def test_no_handler_can_swallow_what_ends_a_run(fatal: Exception) -> None:
    def swallows(call: ToolCall, proceed: Proceed) -> Receipt:
        try:
            return proceed(call)
        except Exception:
            return ok(call)

    def dies(call: ToolCall) -> Receipt:
        raise fatal

    with pytest.raises(type(fatal)):
        Bus(handlers=[swallows]).through(CALL, dies)


def test_a_handler_may_pass_on_another_call_and_change_the_words() -> None:
    def changes(call: ToolCall, proceed: Proceed) -> Receipt:
        receipt = proceed(ToolCall(id=call.id, name="home", arguments={}))
        return Receipt(call=receipt.call, status=receipt.status, text="HOME")

    receipt = Bus(handlers=[changes]).through(CALL, ok)
    assert (receipt.call.name, receipt.text) == ("home", "HOME")


def test_a_failing_listener_is_noted_and_the_rest_still_hear() -> None:
    heard: list[Event] = []

    def failing(event: Event) -> None:
        raise RuntimeError("no")

    bus = Bus(listeners=[failing, heard.append])
    bus.emit(CallStarted(episode="e", call=CALL))
    assert len(heard) == 1
    assert bus.failures[0][1] == "RuntimeError: no"
