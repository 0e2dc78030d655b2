"""Policies that cannot read a review still finish in two phases (spec: harness, finish)."""

from __future__ import annotations

from typing import Any

import pytest
import tiny_model
from chat_server import native, reply, serving
from fake_phone import look, mark
from fake_session import do, fake_session

from kit.agent.loop import Loop
from kit.agent.talk import Talk
from kit.agent.verifier import verifier_of
from kit.models.base import NO_EVIDENCE, make_call, unsettled
from kit.models.local import Local
from kit.models.remote import Remote
from kit.models.scripted import DoNothing, Oracle, Random, Replay
from kit.settings import Settings
from kit.tools.execute import tools_of
from kit.tools.review import Claim
from kit.tools.session import Session
from kit.types import Message, Model, Sampler, Text, ToolCall


def play(session: Session, model: Model, budget: int = 8) -> Loop:
    talk = Talk(session=session, model=model, sampler=Sampler())
    loop = Loop(session=session, talk=talk, budget=budget, write=lambda step: None)
    loop.run()
    return loop


def calls(loop: Loop) -> list[dict[str, Any]]:
    return [{"name": c.name, **c.arguments} for s in loop.steps for c in s.reply.calls]


def solution(seen: Any) -> Any:
    yield "tap", {"target_description": "Wi-Fi"}
    yield "finish", {"answer": "7"}


@pytest.mark.parametrize(
    "model",
    [
        Oracle(solution),
        Random(3, finish_probability=1.0),
        DoNothing(),
        Replay([("tap", {"target_description": "Wi-Fi"}), ("finish", {"answer": "7"})]),
    ],
    ids=lambda m: m.name,
)
def test_a_scripted_policy_confirms_its_own_finish(monkeypatch: pytest.MonkeyPatch, model: Model) -> None:
    session = fake_session(monkeypatch)
    first, second = calls(play(session, model))[-2:]
    assert session.ending == "finish"
    assert first["evidence"] == [NO_EVIDENCE]
    assert "confirm" not in first
    assert second == first | {"confirm": True}


def test_the_oracles_answer_survives_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    play(session, Oracle(solution))
    assert session.answer == "7"


def test_in_one_step_where_there_is_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, finish_verify="off")
    loop = play(session, Oracle(solution))
    assert [c["name"] for c in calls(loop)] == ["tap", "finish"]
    assert session.answer == "7"


def test_a_refused_finish_is_said_again_with_its_answer_and_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.tools.taskdoc import RouteItem, TaskDoc

    session = fake_session(monkeypatch)
    session.board = TaskDoc(goal_base="g", route=(RouteItem(id="r", text="t"),))
    loop = play(session, Oracle(solution), budget=4)
    assert session.ending == ""
    assert calls(loop)[-1] == {"name": "finish", "answer": "7", "evidence": [NO_EVIDENCE]}


def test_the_random_policys_choices_do_not_depend_on_the_review(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = {}
    for mode in ("auto", "off"):
        session = fake_session(monkeypatch, finish_verify=mode)
        runs[mode] = calls(play(session, Random(1, finish_probability=0.2), budget=30))
    assert runs["auto"][: len(runs["off"])] == runs["off"]
    assert len(runs["auto"]) == len(runs["off"]) + 1


def conversation(answer: str) -> list[Message]:
    asked = ToolCall(id="f", name="finish", arguments={"answer": "7", "evidence": ["x"]})
    return [
        Message(role="user", parts=(Text(text="Goal: g"),)),
        Message(role="assistant", calls=(asked,)),
        Message(role="tool", call_id="f", parts=(Text(text=answer),)),
    ]


@pytest.mark.parametrize(("answer", "waits"), [("Review before finishing", True), ("error: evidence is empty", False)])
def test_only_a_review_waits_for_confirmation(monkeypatch: pytest.MonkeyPatch, answer: str, waits: bool) -> None:
    tools = tools_of(fake_session(monkeypatch))
    assert (unsettled(conversation(answer), tools) is not None) is waits


def test_nothing_waits_where_finish_knows_no_confirmation(monkeypatch: pytest.MonkeyPatch) -> None:
    assert unsettled(conversation("Review"), []) is None


def test_evidence_that_was_given_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tools = tools_of(fake_session(monkeypatch))
    assert make_call("finish", {"evidence": ["mine"]}, tools, id="1").arguments["evidence"] == ["mine"]


def test_a_remote_model_finishes_in_two_phases_and_judges_itself_in_a_context_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = fake_session(monkeypatch, finish_verify="always", send_images=False)
    given = {"evidence": ["it is on"], "answer": "7", "intent": "secret thought"}
    script = (
        reply(native("finish", given)),
        reply(native("finish", given | {"confirm": True})),
        reply(native("verdict", {"approve": True, "reason": "The screen says so."}), usage={"prompt_tokens": 9}),
    )
    with serving(*script) as server:
        model = Remote("m", base_url=server.url, send_images=False)
        session.review.verify = verifier_of(Settings(model="remote:m"), acting=model)
        play(session, model)
        model.close()
    fields = session.review.fields()
    assert (session.ending, session.answer, fields["finish_verifier"]) == ("finish", "7", "pass")
    assert fields["finish_verifier_verdict"]["usage"]["input_tokens"] == 9
    asked = server.requests[2]
    assert [m["role"] for m in asked["messages"]] == ["system", "user"]
    assert [t["function"]["name"] for t in asked["tools"]] == ["verdict"]
    assert "secret thought" not in str(asked)
    assert "secret thought" in str(server.requests[1])


def test_a_verifier_in_json_mode_reads_a_plain_object() -> None:
    text = '{"name": "verdict", "arguments": {"approve": "false", "reason": "The switch is off."}}'
    claim = Claim(goal="g", answer="", status="completed", evidence=("x",), screens=(look([mark(1, "Wi-Fi")]),))
    with serving(reply(text=text)) as server:
        settings = Settings(model="remote:m", model_base_url=server.url, model_tool_mode="json", send_images=False)
        verdict = verifier_of(settings)(claim)
    assert (verdict.status, verdict.reason) == ("fail", "The switch is off.")


def test_a_local_model_settles_its_finish_without_deciding_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    model = Local(tiny_model.save(tmp_path_factory.mktemp("local") / "tiny", chat=True))
    tools = tools_of(fake_session(monkeypatch))
    settled = model.complete(conversation("Review before finishing"), tools, Sampler())
    assert settled.calls[0].name == "finish"
    assert settled.calls[0].arguments == {"answer": "7", "evidence": ["x"], "confirm": True}
    assert model._loaded is None


def test_a_local_models_own_finish_carries_evidence(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    model = Local(tiny_model.save(tmp_path_factory.mktemp("local") / "tiny", chat=True))
    session = fake_session(monkeypatch)
    only_finish = [t for t in tools_of(session) if t.name == "finish"]
    seen = Message(role="user", parts=(Text(text="Goal: g"),), observation=session.observation)
    (call,) = model.complete([seen], only_finish, Sampler()).calls
    assert (call.name, call.arguments["evidence"]) == ("finish", [NO_EVIDENCE])
    assert do(session, call.name, **call.arguments).code == "finish_review"
