import pickle
from collections import Counter

import pytest
from fake_phone import look, mark

from kit.errors import ModelError
from kit.models.base import done, goal_of, live
from kit.models.scripted import DoNothing, Oracle, Random, Replay
from kit.types import Message, Reply, Sampler, Text, Tool, ToolCall

SAMPLER = Sampler()


def said(role, text="", **more):
    return Message(role=role, parts=(Text(text=text),) if text else (), **more)


def opening(goal="Write hello", seen=None):
    return [said("system", "Goal: is not here"), said("user", f"Goal: {goal}", observation=seen or screen(1))]


def turn(reply: Reply, seen=None, text="Tapped."):
    call = reply.calls[0]
    return [
        Message(role="assistant", calls=reply.calls),
        Message(role="tool", parts=(Text(text=text),), call_id=call.id, observation=seen),
    ]


def screen(epoch):
    return look(
        [mark(1, "Go", epoch=epoch), mark(2, "Name", role="field", actions=("tap", "type"), epoch=epoch)], epoch=epoch
    )


def tool(tool_name, /, required=(), **properties):
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return Tool(name=tool_name, description="", parameters=schema)


def solution(first):
    seen = yield "tap", {"target_mark_id": first.marks[0].id}
    seen = yield "tap", {"target_mark_id": seen.marks[1].id}
    yield "finish", {"answer": f"e{seen.epoch}"}


def test_the_oracle_is_sent_each_new_observation_and_finishes_by_itself():
    oracle = Oracle(solution)
    messages = opening(seen=screen(1))
    seen = []
    for epoch in (2, 3, 4):
        reply = oracle.complete(messages, [], SAMPLER)
        seen.append((reply.calls[0].name, dict(reply.calls[0].arguments)))
        messages += turn(reply, screen(epoch))
    assert seen == [
        ("tap", {"target_mark_id": "ax_1@e1"}),
        ("tap", {"target_mark_id": "ax_2@e2"}),
        ("finish", {"answer": "e3"}),
    ]
    assert oracle.complete(messages, [], SAMPLER).calls[0].name == "finish"


def test_the_oracle_looks_again_when_a_look_failed():
    oracle = Oracle(solution)
    messages = opening()
    reply = oracle.complete(messages, [], SAMPLER)
    messages += turn(reply, None, "Tapped.\nNo new observation: x. Nothing is addressable until read_screen succeeds.")
    assert oracle.complete(messages, [], SAMPLER).calls[0].name == "read_screen"


def test_an_oracle_that_breaks_is_a_model_error_with_its_reason():
    def broken(first):
        yield "tap", {"target_mark_id": first.marks[99].id}

    with pytest.raises(ModelError, match="IndexError") as caught:
        Oracle(broken).complete(opening(), [], SAMPLER)
    assert caught.value.code == "oracle_failed"


def test_a_copied_oracle_begins_at_the_start():
    oracle = Oracle(solution)
    oracle.complete(opening(), [], SAMPLER)
    copy = pickle.loads(pickle.dumps(oracle))
    assert copy.complete(opening(), [], SAMPLER).calls[0].arguments == {"target_mark_id": "ax_1@e1"}


def test_a_required_intent_is_filled_in_and_an_own_one_kept():
    tools = [tool("tap", ("intent",), target_mark_id={}, intent={"type": "string"})]

    def speaking(first):
        yield "tap", {"target_mark_id": "ax_1@e1"}
        yield "tap", {"target_mark_id": "ax_1@e1", "intent": "own"}

    oracle = Oracle(speaking)
    assert oracle.complete(opening(), tools, SAMPLER).calls[0].arguments["intent"] == "tap"
    assert oracle.complete(opening(), tools, SAMPLER).calls[0].arguments["intent"] == "own"


def episode(model, turns=40, goal="Write hello", seed=None):
    messages = opening(goal)
    found = []
    for epoch in range(2, turns + 2):
        reply = model.complete(messages, [], Sampler(seed=seed))
        found.append((reply.calls[0].name, str(dict(reply.calls[0].arguments))))
        messages += turn(reply, screen(epoch))
    return found


def test_random_is_the_same_for_a_seed_whatever_it_played_before():
    model = Random(3)
    first = episode(model)
    episode(model, goal="Something else")
    assert episode(model) == first == episode(Random(3))
    assert episode(Random(4)) != first
    assert episode(Random(3), seed=1) != first


def test_random_uses_every_kind_of_call_and_words_of_the_goal():
    counts = Counter(name for name, _ in episode(Random(0, apps=["clock"]), turns=400))
    wanted = {"tap", "type_text", "scroll", "back", "home", "wait", "launch_app", "finish"}
    assert set(counts) == wanted
    assert 1 <= counts["finish"] <= 25
    typed = {a for n, a in episode(Random(0), turns=200) if n == "type_text"}
    assert any("'hello'" in a for a in typed)


def test_random_takes_only_offered_tools_and_live_marks():
    messages = opening(seen=screen(5))
    tools = [tool("tap", ("target_mark_id",), target_mark_id={"type": "string"})]
    calls = [Random(seed).complete(messages, tools, SAMPLER).calls[0] for seed in range(30)]
    assert {c.name for c in calls} == {"tap"}
    assert {c.arguments["target_mark_id"] for c in calls} == {"ax_1@e5", "ax_2@e5"}


def test_random_looks_when_it_sees_nothing():
    assert Random().complete([said("user", "Goal: x")], [], SAMPLER).calls[0].name == "read_screen"


def test_do_nothing_finishes_at_once_with_no_answer():
    call = DoNothing().complete(opening(), [], SAMPLER).calls[0]
    assert (call.name, call.arguments) == ("finish", {})


def test_replay_gives_calls_back_in_order_and_begins_anew_with_a_new_episode():
    recorded = ToolCall(id="own", name="tap", arguments={"target_mark_id": "ax_1@e1"})
    model = Replay([recorded, ("back", {})])
    for _ in range(2):
        messages = opening()
        names = []
        for _ in range(3):
            reply = model.complete(messages, [], SAMPLER)
            names.append(reply.calls[0].name)
            messages += turn(reply, screen(2))
        assert names == ["tap", "back", "finish"]
    assert Replay([recorded]).complete(opening(), [], SAMPLER).calls[0] is recorded


@pytest.mark.parametrize("goal", ["Turn on\nBluetooth", "打开蓝牙"])
@pytest.mark.parametrize("mark", ["Goal: ", "目标："])
def test_the_goal_is_found_whole_in_either_language(mark, goal):
    assert goal_of([said("system", "Goal: rules"), said("user", mark + goal)]) == goal
    assert goal_of([said("user", "just do it")]) == "just do it"
    assert goal_of([]) == ""


def test_a_refused_call_leaves_the_last_observation_live_and_a_stale_one_does_not():
    first = screen(1)
    reply = Reply(calls=(ToolCall(id="c", name="tap", arguments={}),))
    refused = [*opening(seen=first), *turn(reply, None, "error: tap needs a target.")]
    assert live(refused) is first
    stale = [*opening(seen=first), *turn(reply, None, "error: ax_1@e0 is stale, or call read_screen.")]
    assert live(stale) is None
    assert live([*stale, *turn(reply, screen(2))]).epoch == 2


def test_done_pairs_each_call_with_what_came_before_and_after():
    reply = Reply(calls=(ToolCall(id="c", name="tap", arguments={}),))
    messages = [*opening(seen=screen(1)), *turn(reply, screen(2))]
    ((call, before, after),) = done(messages)
    assert (call.name, before.epoch, after.epoch) == ("tap", 1, 2)
