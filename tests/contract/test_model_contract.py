"""What every model of this process promises, run on every implementation (kit.types.Model)."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import tiny_model
from chat_server import native, reply, serving
from fake_phone import look, mark

from kit.errors import ModelError
from kit.models.local import Local
from kit.models.remote import Remote
from kit.models.scripted import DoNothing, Oracle, Random, Replay
from kit.types import Message, Model, Observation, Reply, Sampler, Text, Tool, ToolCall, Usage

APPS = ["settings", "clock", "notes"]
S, B = {"type": "string"}, {"type": "boolean"}


def tool(tool_name: str, /, *required: str, **properties: Any) -> Tool:
    schema = {
        "type": "object",
        "properties": {**properties, "intent": S},
        "required": [*required, "intent"],
        "additionalProperties": False,
    }
    return Tool(name=tool_name, description=f"The {tool_name} tool.", parameters=schema)


TOOLS = [
    tool("tap", target_mark_id=S, target_description=S),
    tool("long_press", target_mark_id=S, target_description=S),
    tool("type_text", "text", text=S, target_mark_id=S, clear=B, submit=B),
    tool("scroll", "direction", direction={**S, "enum": ["up", "down", "left", "right"]}, target_mark_id=S),
    tool("back"),
    tool("home"),
    tool("wait", seconds={"type": "number"}),
    tool("launch_app", "name", name={**S, "enum": APPS}),
    tool("read_screen"),
    tool("finish", answer=S, status={**S, "enum": ["completed", "impossible"]}),
]


def check(value: Any, schema: dict[str, Any], where: str) -> list[str]:
    """The part of JSON schema that tools use; every violation as a line."""
    kinds = {"string": str, "number": (int, float), "boolean": bool, "object": dict, "array": list, "integer": int}
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return [f"{where} is not a {kind}: {value!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where} is not one of {schema['enum']}: {value!r}"]
    if kind != "object":
        return []
    known = schema.get("properties", {})
    wrong = [f"{where}.{n} is missing" for n in schema.get("required", []) if n not in value]
    wrong += [f"{where}.{n} is unexpected" for n in value if n not in known]
    return wrong + [w for n in value if n in known for w in check(value[n], known[n], f"{where}.{n}")]


def screen(epoch: int) -> Observation:
    return look(
        [
            mark(1, "Bluetooth", epoch=epoch, role="switch", states=("off",)),
            mark(2, "Name", epoch=epoch, role="field", actions=("tap", "type")),
            mark(3, "Greyed", epoch=epoch, states=("disabled",)),
            mark(4, "List", epoch=epoch, role="list", actions=("scroll",)),
            *(mark(n, f"Row {n}", epoch=epoch, actions=("tap", "long_press")) for n in range(5, 13)),
        ],
        epoch=epoch,
        package="com.android.settings",
        texts=("Connected devices",),
    )


def opening(seen: Observation | None, goal: str = "Turn on Bluetooth") -> list[Message]:
    return [
        Message(role="system", parts=(Text(text="You operate a phone."),)),
        Message(role="user", parts=(Text(text=f"Goal: {goal}"), Text(text="[OBS]")), observation=seen),
    ]


def turn(answer: Reply, epoch: int) -> list[Message]:
    own = Message(role="assistant", calls=answer.calls, extras=answer.extras)
    receipts = [
        Message(role="tool", call_id=c.id, parts=(Text(text="Done."),), observation=screen(epoch)) for c in answer.calls
    ]
    return [own, *receipts]


def solution(first: Observation) -> Iterator[Any]:
    seen = first
    for _ in range(3):
        seen = yield "tap", {"target_mark_id": seen.marks[0].id}
    yield "finish", {"answer": "done"}


@dataclass
class Made:
    """A way to make a fresh model, and what may be asked of it."""

    make: Any
    seeded: bool = True


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model.save(tmp_path_factory.mktemp("contract") / "tiny", chat=True)


@pytest.fixture(scope="session")
def base_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model.save(tmp_path_factory.mktemp("contract") / "base", seed=1)


@pytest.fixture(params=["oracle", "random", "do-nothing", "replay", "remote", "remote-json", "local", "local-base"])
def made(request: pytest.FixtureRequest) -> Iterator[Made]:
    kind = request.param
    if kind.startswith("remote"):
        # A server that always taps the newest mark it is told of would need eyes; waiting is right on every screen.
        call = {"name": "wait", "arguments": {"seconds": 1, "intent": "rest"}}
        said = reply(text=json.dumps(call)) if kind == "remote-json" else reply(native("wait", call["arguments"]))
        models: list[Remote] = []
        with serving(said) as server:

            def remote() -> Remote:
                models.append(Remote("m", base_url=server.url, tool_mode="json" if kind == "remote-json" else "tools"))
                return models[-1]

            yield Made(remote)
            for model in models:
                model.close()
        return
    if kind.startswith("local"):
        where = request.getfixturevalue("folder" if kind == "local" else "base_folder")
        yield Made(lambda: Local(where))
        return
    scripted = {
        "oracle": lambda: Oracle(solution),
        "random": lambda: Random(5),
        "do-nothing": DoNothing,
        "replay": lambda: Replay([("tap", {"target_mark_id": "ax_1@e1"}), ("back", {})]),
    }
    yield Made(scripted[kind])


def play(model: Model, turns: int = 6, sampler: Sampler | None = None, goal: str = "Turn on Bluetooth") -> list[Reply]:
    messages = opening(screen(1), goal)
    replies = []
    for epoch in range(2, turns + 2):
        replies.append(model.complete(messages, TOOLS, sampler or Sampler()))
        messages += turn(replies[-1], epoch)
    return replies


def calls(replies: list[Reply]) -> list[tuple[str, dict[str, Any]]]:
    return [(c.name, dict(c.arguments)) for r in replies for c in r.calls]


def close(model: Any) -> None:
    getattr(model, "close", lambda: None)()


@pytest.mark.parametrize("sampler", [Sampler(), Sampler(temperature=1.3, top_p=0.9, top_k=30, seed=4, max_tokens=20)])
def test_replies_hold_valid_calls_on_live_marks(made: Made, sampler: Sampler) -> None:
    model = made.make()
    replies = play(model, sampler=sampler)
    schemas = {t.name: t.parameters for t in TOOLS}
    for epoch, answer in enumerate(replies, start=1):
        assert isinstance(answer, Reply)
        assert answer.model == model.name
        assert len(answer.calls) == 1
        for call in answer.calls:
            assert isinstance(call, ToolCall)
            assert call.id
            assert call.name in schemas
            assert check(dict(call.arguments), dict(schemas[call.name]), call.name) == []
            json.dumps(dict(call.arguments))
            aimed = call.arguments.get("target_mark_id")
            if aimed and not isinstance(model, Replay):
                assert aimed in {m.id for m in screen(epoch).marks if "disabled" not in m.states}
    ids = [c.id for r in replies for c in r.calls]
    if not isinstance(model, Remote):  # there the server gives them
        assert len(set(ids)) == len(ids)


def test_usage_confidence_and_extras_are_plain(made: Made) -> None:
    for answer in play(made.make(), turns=2):
        assert isinstance(answer.usage, Usage)
        counts = (answer.usage.input_tokens, answer.usage.output_tokens, answer.usage.cache_read_tokens)
        assert all(c is None or c >= 0 for c in counts)
        assert answer.confidence is None or 0 <= answer.confidence <= 1
        assert answer.seconds >= 0
        json.dumps(dict(answer.extras))


def test_a_seed_decides_everything(made: Made) -> None:
    sampler = Sampler(temperature=1.5, seed=11)
    first = made.make()
    wanted = calls(play(first, sampler=sampler))
    assert calls(play(made.make(), sampler=sampler)) == wanted
    if not isinstance(first, Oracle):  # one oracle plays one episode
        play(first, turns=3, goal="Something else")
        assert calls(play(first, sampler=sampler)) == wanted


def test_a_pickled_copy_plays_the_same(made: Made) -> None:
    model = made.make()
    copy = pickle.loads(pickle.dumps(model))
    assert copy.name == model.name
    wanted = calls(play(model))
    assert calls(play(copy)) == wanted
    used = pickle.dumps(model)
    assert len(used) < 100_000
    again = pickle.loads(used)
    if not isinstance(model, Replay):
        assert calls(play(again)) == wanted
    close(copy)
    close(again)


def test_a_policy_that_sees_nothing_asks_to_see(made: Made) -> None:
    model = made.make()
    (call,) = model.complete(opening(None), TOOLS, Sampler()).calls
    if not isinstance(model, Remote | DoNothing | Replay):
        assert call.name == "read_screen"


def test_only_offered_tools_are_used(made: Made) -> None:
    model = made.make()
    if isinstance(model, Oracle | Replay | DoNothing):
        pytest.skip("plays what it was given")
    offered = [t for t in TOOLS if t.name in ("tap", "wait")]
    for seed in range(4):
        (call,) = model.complete(opening(screen(1)), offered, Sampler(temperature=2.0, seed=seed)).calls
        assert call.name in ("tap", "wait")


def test_nothing_but_model_errors(made: Made) -> None:
    """An empty prompt, no tools, a screen without marks: a reply or a ModelError, never something else."""
    model = made.make()
    bare = look([], epoch=1)
    for messages, tools in (([], []), ([], TOOLS), (opening(bare), TOOLS), (opening(bare), [TOOLS[0]])):
        try:
            answer = model.complete(messages, tools, Sampler())
        except ModelError as error:
            assert error.code  # noqa: PT017
        else:
            assert isinstance(answer, Reply)
