import base64
import io
import pickle
import socket
import time

import pytest
from chat_server import native, reply, serving
from PIL import Image

from kit.errors import MalformedReply, ModelRejected, ModelUnreachable, UsageError
from kit.models.remote import Remote
from kit.types import Message, Picture, Sampler, Text, Tool, ToolCall, Usage

S = {"type": "string"}
TOOLS = [
    Tool(
        name="tap",
        description="Touch.",
        parameters={"type": "object", "properties": {"target_mark_id": S}, "required": ["target_mark_id"]},
    ),
    Tool(
        name="wait", description="Rest.", parameters={"type": "object", "properties": {"seconds": {"type": "number"}}}
    ),
]
TAP = native("tap", {"target_mark_id": "ax_1@e1"})
GREEDY = Sampler()
PROMPT = [
    Message(role="system", parts=(Text(text="Rules."),)),
    Message(role="user", parts=(Text(text="Goal: x"),)),
]


@pytest.fixture(autouse=True)
def _no_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def ask(server, messages=PROMPT, sampler=GREEDY, **options):
    model = Remote("m", base_url=server.url, **{"retries": 1, "timeout": 5.0} | options)
    try:
        return model.complete(messages, TOOLS, sampler)
    finally:
        model.close()


def test_a_native_call_comes_back_with_its_tokens():
    usage = {
        "prompt_tokens": 10,
        "completion_tokens": 3,
        "total_tokens": 13,
        "prompt_tokens_details": {"cached_tokens": 0},
    }
    with serving(reply(TAP, text="I tap.", usage=usage)) as server:
        found = ask(server)
    assert found.calls == (ToolCall(id="c1", name="tap", arguments={"target_mark_id": "ax_1@e1"}),)
    assert (found.text, found.model) == ("I tap.", "m")
    assert found.usage == Usage(input_tokens=10, output_tokens=3, cache_read_tokens=0, cache_write_tokens=None)
    assert found.seconds > 0


def test_missing_token_counts_are_none():
    with serving(reply(TAP)) as server:
        assert ask(server).usage == Usage()
    other = {"prompt_tokens": 5, "completion_tokens": 1, "total_tokens": 6, "cache_creation_input_tokens": 4}
    with serving(reply(TAP, usage=other)) as server:
        assert ask(server).usage == Usage(input_tokens=5, output_tokens=1, cache_write_tokens=4)


def test_the_request_holds_prompt_tools_sampler_and_the_hint():
    sampler = Sampler(temperature=0.4, top_p=0.8, top_k=20, seed=7, max_tokens=99)
    with serving(reply(TAP)) as server:
        ask(server, sampler=sampler)
        ask(server, sampler=Sampler(temperature=None), parallel_tool_calls=True)
    first, second = server.requests
    assert first["messages"] == [{"role": "system", "content": "Rules."}, {"role": "user", "content": "Goal: x"}]
    assert [t["function"]["name"] for t in first["tools"]] == ["tap", "wait"]
    assert first["tools"][0]["function"]["parameters"]["required"] == ["target_mark_id"]
    drawn = {k: first[k] for k in ("model", "temperature", "top_p", "top_k", "seed", "max_tokens")}
    assert drawn == {"model": "m", "temperature": 0.4, "top_p": 0.8, "top_k": 20, "seed": 7, "max_tokens": 99}
    assert first["parallel_tool_calls"] is False
    assert not {"parallel_tool_calls", "temperature", "top_k", "seed"} & second.keys()


def test_several_calls_keep_their_order_and_get_ids_of_their_own():
    with serving(reply(TAP, native("wait", {"seconds": 1}, id="c1"), native("wait", "", id=""))) as server:
        found = ask(server)
    assert [c.name for c in found.calls] == ["tap", "wait", "wait"]
    assert len({c.id for c in found.calls}) == 3
    assert found.calls[0].id == "c1"


def test_quoted_numbers_are_repaired_and_it_is_said():
    with serving(reply(native("wait", {"seconds": "2"}))) as server:
        found = ask(server)
    assert found.calls[0].arguments == {"seconds": 2}
    assert found.extras["repaired"] == ["unquoted seconds"]


def test_provider_metadata_goes_back_where_it_came_from():
    signed = native("tap", {"target_mark_id": "ax_1@e1"}, extra_content={"google": {"thought_signature": "c2ln"}})
    with serving(reply(signed, reasoning_content="because")) as server:
        found = ask(server)
        spoken = Message(role="assistant", calls=found.calls, extras=found.extras)
        answer = Message(role="tool", call_id="c1", parts=(Text(text="Tapped."),))
        ask(server, [*PROMPT, spoken, answer])
    sent = server.requests[1]["messages"]
    assert sent[2]["reasoning_content"] == "because"
    assert sent[2]["tool_calls"][0]["extra_content"] == {"google": {"thought_signature": "c2ln"}}
    assert sent[2]["tool_calls"][0]["function"]["name"] == "tap"
    assert sent[3] == {"role": "tool", "tool_call_id": "c1", "content": "Tapped."}


def test_pictures_are_scaled_and_follow_the_receipts():
    calls = tuple(ToolCall(id=f"c{n}", name="wait", arguments={}) for n in (1, 2))
    picture = Picture(image=Image.new("RGB", (1080, 2400), "red"))
    messages = [
        *PROMPT,
        Message(role="assistant", calls=calls),
        Message(role="tool", call_id="c1", parts=(Text(text="one"), picture)),
        Message(role="tool", call_id="c2", parts=(Text(text="two"), picture)),
    ]
    with serving(reply(TAP)) as server:
        ask(server, messages, image_side=300)
        ask(server, messages, send_images=False)
    sent = server.requests[0]["messages"]
    assert [m["role"] for m in sent] == ["system", "user", "assistant", "tool", "tool", "user"]
    url = sent[-1]["content"][0]["image_url"]["url"]
    image = Image.open(io.BytesIO(base64.b64decode(url.removeprefix("data:image/jpeg;base64,"))))
    assert image.size == (135, 300)
    assert len(sent[-1]["content"]) == 2
    assert Remote("m", base_url=server.url).sees
    assert not Remote("m", base_url=server.url, send_images=False).sees
    assert [m["role"] for m in server.requests[1]["messages"]][-1] == "tool"


def test_json_mode_asks_for_one_object_and_reads_it():
    calls = (ToolCall(id="c1", name="wait", arguments={"seconds": 1}),)
    messages = [
        *PROMPT,
        Message(role="assistant", calls=calls),
        Message(role="tool", call_id="c1", parts=(Text(text="Waited."),)),
    ]
    said = 'Sure: {"name": "tap", "arguments": {"target_mark_id": "ax_1@e1"}}'
    with serving(reply(text=said)) as server:
        found = ask(server, messages, tool_mode="json")
    assert found.calls == (ToolCall(id="call_2", name="tap", arguments={"target_mark_id": "ax_1@e1"}),)
    sent = server.requests[0]
    assert not {"tools", "parallel_tool_calls"} & sent.keys()
    assert "- tap: Touch." in sent["messages"][0]["content"]
    assert sent["messages"][0]["content"].startswith("Rules.")
    assert sent["messages"][2] == {"role": "assistant", "content": '{"name": "wait", "arguments": {"seconds": 1}}'}
    assert sent["messages"][3] == {"role": "user", "content": "Waited."}


def test_an_empty_reply_is_not_sent_back_and_its_neighbours_become_one():
    messages = [*PROMPT, Message(role="assistant"), Message(role="user", parts=(Text(text="No call."),))]
    with serving(reply(TAP)) as server:
        ask(server, messages)
    assert server.requests[0]["messages"][1:] == [{"role": "user", "content": "Goal: x\n\nNo call."}]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (reply(text="I would tap the button."), "no tool call"),
        (reply(), "no tool call"),
        (reply(native("tap", '{"target_mark_id": ')), "no JSON object"),
        (reply(native("tap", "[1, 2]")), "no JSON object"),
        (reply(native("", "{}")), "without a function name"),
        (reply(native("tap", '{"target_mark_id": "ax'), finish="length"), "cut off at max_tokens"),
    ],
)
def test_unusable_replies_are_the_agents_fault_and_keep_text_and_tokens(body, why):
    usage = {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}
    with serving(body | {"usage": usage}) as server, pytest.raises(MalformedReply, match=why) as caught:
        ask(server)
    assert (caught.value.code, caught.value.fault) == ("malformed_reply", "agent")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.reply.usage.input_tokens == 9
    assert again.reply.text == (body["choices"][0]["message"]["content"] or "")
    assert len(server.requests) == 1


def test_a_call_written_out_as_json_is_taken_for_one():
    with serving(reply(text='{"name": "tap", "arguments": {"target_mark_id": "ax_1@e1"}}')) as server:
        assert ask(server).calls[0].name == "tap"


def test_server_errors_are_tried_again_and_then_mean_unreachable():
    with serving((500, {"error": {"message": "boom"}}), reply(TAP)) as server:
        assert ask(server).calls[0].name == "tap"
    with serving((503, {"error": {"message": "overloaded"}})) as server:
        with pytest.raises(ModelUnreachable, match="overloaded"):
            ask(server)
        assert len(server.requests) == 2


def test_a_rate_limit_is_waited_for_as_long_as_the_server_says():
    with serving((429, {"error": {"message": "slow down"}}, {"retry-after": "0.2"}), reply(TAP)) as server:
        started = time.monotonic()
        assert ask(server).calls[0].name == "tap"
        assert time.monotonic() - started >= 0.2
    always = (429, {"error": {"message": "slow down"}}, {"retry-after": "0"})
    with serving(always) as server, pytest.raises(ModelRejected, match="slow down"):
        ask(server)


@pytest.mark.parametrize(
    ("status", "body", "why"),
    [
        (400, {"error": {"message": "tools are not supported"}}, "tools are not supported"),
        (401, {"error": {"message": "bad key"}}, "OPENAI_API_KEY"),
        (404, {"detail": "no model m"}, "no model m"),
        (422, {"error": "just a string"}, "just a string"),
    ],
)
def test_refusals_say_what_the_server_said_and_are_not_repeated(status, body, why):
    with serving((status, body)) as server:
        with pytest.raises(ModelRejected, match=why):
            ask(server, retries=3)
        assert len(server.requests) == 1


def test_a_slow_server_is_unreachable_and_not_asked_twice():
    with serving(("slow", 30, reply(TAP))) as server:
        started = time.monotonic()
        with pytest.raises(ModelUnreachable, match=r"within 0\.4 s"):
            ask(server, timeout=0.4, retries=3)
        assert time.monotonic() - started < 5
        assert len(server.requests) == 1


def test_a_dropped_connection_is_tried_again():
    with serving("drop", reply(TAP)) as server:
        assert ask(server).calls[0].name == "tap"
    with serving("drop") as server, pytest.raises(ModelUnreachable):
        ask(server)


def test_nobody_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    model = Remote("m", base_url=url, retries=0)
    with pytest.raises(ModelUnreachable, match="No model server answers"):
        model.complete(PROMPT, TOOLS, Sampler())
    model.close()


@pytest.mark.parametrize("script", ["html", {"hello": 1}, {"choices": []}, (200, [1, 2])])
def test_something_else_than_a_chat_endpoint_is_said_to_be_one(script):
    with serving(script) as server, pytest.raises(ModelRejected, match="chat completion"):
        ask(server)


def test_a_missing_key_is_said_at_once_with_its_name():
    with pytest.raises(UsageError, match="MY_KEY") as caught:
        Remote("m", base_url="https://models.example/v1", api_key_env="MY_KEY")
    assert "MY_KEY" in caught.value.fix
    Remote("m", base_url="https://models.example/v1", api_key_env="")


def test_the_key_is_sent_and_never_kept_in_the_object(monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-secret")
    with serving(reply(TAP)) as server:
        ask(server, api_key_env="MY_KEY")
        assert server.headers[0]["authorization"] == "Bearer sk-secret"
        assert b"sk-secret" not in pickle.dumps(Remote("m", base_url=server.url, api_key_env="MY_KEY"))


def test_a_copy_works_in_its_own_right():
    with serving(reply(TAP)) as server:
        model = Remote("m", base_url=server.url)
        model.complete(PROMPT, TOOLS, Sampler())
        copy = pickle.loads(pickle.dumps(model))
        assert copy.complete(PROMPT, TOOLS, Sampler()).calls[0].name == "tap"
        copy.close()
        model.close()
