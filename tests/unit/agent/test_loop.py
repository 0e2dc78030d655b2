import threading
from collections.abc import Sequence

import pytest
from fake_phone import FakeDevice, look, mark

from kit.agent.loop import Loop
from kit.agent.talk import Talk
from kit.errors import DeviceLost, MalformedReply, ModelUnreachable, TraceError
from kit.settings import Settings
from kit.tools import session as session_module
from kit.tools.session import Session
from kit.types import Message, Reply, Sampler, Step, Tool, ToolCall


class Script:
    """Replies in order; an exception is raised. The last one repeats."""

    name = "script"

    def __init__(self, *replies: Reply | Exception) -> None:
        self.replies = list(replies)
        self.prompts: list[Sequence[Message]] = []

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        self.prompts.append(messages)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply


def call(name: str, **arguments: object) -> Reply:
    return Reply(calls=(ToolCall(id=name, name=name, arguments=arguments),))


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    def next_look(phone: FakeDevice, settings: Settings):
        phone.epoch += 1
        return look([mark(1, "Wi-Fi", epoch=phone.epoch)], epoch=phone.epoch)

    monkeypatch.setattr(session_module, "observe", next_look)
    settings = Settings(finish_verify="off")  # type: ignore[call-arg,unused-ignore]
    opened = Session(device=FakeDevice(), goal="g", settings=settings)  # type: ignore[arg-type]
    opened.observe()
    return opened


def loop(session: Session, model: Script, *, budget: int = 5, written: list[Step] | None = None) -> Loop:
    keep = [] if written is None else written
    talk = Talk(session=session, model=model, sampler=Sampler())
    return Loop(session=session, talk=talk, budget=budget, write=keep.append)


def test_it_runs_until_finish_and_writes_every_step_before_the_next(session: Session) -> None:
    written: list[Step] = []
    model = Script(call("tap", target_description="Wi-Fi"), call("finish", answer="done", evidence=["seen"]))
    end = loop(session, model, written=written).run()
    assert (end.ending, end.answer, end.fault) == ("finish", "done", None)
    assert [s.reply.calls[0].name for s in written] == ["tap", "finish"]
    assert [m.role for m in model.prompts[0] if m.role != "system"] == ["user"]
    assert [m.role for m in model.prompts[1] if m.role != "system"] == ["user", "assistant", "tool"]


def test_each_step_says_how_long_each_part_took(session: Session) -> None:
    run = loop(session, Script(call("finish", evidence=["seen"])))
    run.run()
    assert set(run.steps[0].seconds) == {"context", "model", "execute", "observe", "trace"}
    assert all(v >= 0 for v in run.steps[0].seconds.values())


def test_the_budget_ends_it_as_the_agents_fault(session: Session) -> None:
    run = loop(session, Script(call("home")), budget=3)
    end = run.run()
    assert (end.ending, end.fault, end.code, len(run.steps)) == ("budget", "agent", "step_budget", 3)


def test_the_kill_switch_stops_before_the_next_turn(session: Session) -> None:
    run = loop(session, Script(call("home")))
    run.stop = threading.Event()
    run.stop.set()
    assert run.run().ending == "killed"
    assert run.steps == []


def test_time_ends_it(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    session.settings = session.settings.model_copy(update={"max_minutes": 1e-9})
    assert loop(session, Script(call("home"))).run().ending == "timeout"


def test_unusable_replies_are_told_to_the_model_and_end_it_after_three(session: Session) -> None:
    model = Script(MalformedReply("There is no JSON object in it."), Reply(text="I think"), MalformedReply("again"))
    run = loop(session, model)
    end = run.run()
    assert (end.ending, end.fault, end.code, len(run.steps)) == ("error", "agent", "malformed_reply", 3)
    assert "no JSON object" in model.prompts[1][-1].text
    assert "no tool call" in model.prompts[2][-1].text


def test_a_usable_reply_resets_the_count(session: Session) -> None:
    bad = MalformedReply("bad")
    end = loop(session, Script(bad, bad, call("home"), bad, bad, call("finish", evidence=["seen"])), budget=9).run()
    assert end.ending == "finish"


def test_a_model_that_cannot_be_reached_is_an_infrastructure_fault(session: Session) -> None:
    end = loop(session, Script(ModelUnreachable("down"))).run()
    assert (end.ending, end.fault, end.code) == ("error", "infrastructure", "model_unreachable")


def test_a_lost_phone_ends_it_and_the_turn_is_written(session: Session) -> None:
    written: list[Step] = []
    session.device.errors["key"] = DeviceLost("unplugged")  # type: ignore[attr-defined]
    two = Reply(calls=(ToolCall(id="a", name="wait", arguments={}), ToolCall(id="b", name="home", arguments={})))
    end = loop(session, Script(two), written=written).run()
    assert (end.ending, end.fault, end.code) == ("error", "infrastructure", "device_lost")
    assert [r.call.name for r in written[0].receipts] == ["wait"]


def test_a_step_that_cannot_be_written_stops_the_run(session: Session) -> None:
    run = loop(session, Script(call("home")))

    def full(step: Step) -> None:
        raise TraceError("No space left on device.")

    run.write = full
    with pytest.raises(TraceError):
        run.run()


def test_of_two_calls_the_first_of_which_ends_the_run_the_second_is_skipped(session: Session) -> None:
    both = Reply(
        calls=(
            ToolCall(id="a", name="finish", arguments={"evidence": ["seen"]}),
            ToolCall(id="b", name="home", arguments={}),
        )
    )
    run = loop(session, Script(both))
    assert run.run().ending == "finish"
    assert [r.status for r in run.steps[0].receipts] == ["ok", "skipped"]
    assert session.device.calls == []  # type: ignore[attr-defined]


def test_a_finish_on_the_last_step_of_the_budget_may_still_be_confirmed(session: Session) -> None:
    session.settings = session.settings.model_copy(update={"finish_verify": "auto"})
    model = Script(call("home"), call("finish", evidence=["seen"]), call("finish", evidence=["seen"], confirm=True))
    run = loop(session, model, budget=2)
    assert run.run().ending == "finish"
    assert len(run.steps) == 3


def test_a_finish_that_is_only_begun_does_not_stretch_the_budget_twice(session: Session) -> None:
    session.settings = session.settings.model_copy(update={"finish_verify": "auto"})
    run = loop(session, Script(call("home"), call("finish", evidence=["seen"]), call("home")), budget=2)
    assert run.run().ending == "budget"
    assert len(run.steps) == 3
