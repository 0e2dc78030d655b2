import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import MalformedReply
from kit.models.repair import read_arguments, read_call, repair_arguments, repair_name
from kit.types import Tool


def tool(tool_name, /, **properties):
    return Tool(name=tool_name, description="", parameters={"type": "object", "properties": properties})


S, N, B = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
TOOLS = [
    tool("tap", target_mark_id=S, intent=S),
    tool("type_text", text=S, target_mark_id=S, submit=B),
    tool(
        "swipe", start={"type": "array", "items": N}, end={"type": "array", "items": N}, duration_ms={"type": "integer"}
    ),
    tool("wait", seconds=N),
    tool("launch_app", name=S),
    tool("back"),
]
TAP = ("tap", {"target_mark_id": "ax_2@e7"})


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}}',
        '```json\n{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}}\n```',
        'I will tap it. {"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}} Done.',
        '<think>{"name": "back", "arguments": {}}</think>{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}}',
        '{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7",},}',
        "{'name': 'tap', 'arguments': {'target_mark_id': 'ax_2@e7'}}",
        '{"name": "tap", "arguments": "{\\"target_mark_id\\": \\"ax_2@e7\\"}"}',
        '{"name": "tap tap", "arguments": {"target_mark_id": "ax_2@e7"}}',
        '{"name": "tap_tap", "arguments": {"target_mark_id": "ax_2@e7"}}',
        '{"name": "functions.tap", "arguments": {"target_mark_id": "ax_2@e7"}}',
        '{"tap": {"target_mark_id": "ax_2@e7"}}',
        '{"name": "tap", "target_mark_id": "ax_2@e7"}',
        '{"name": "tap", "arguments": {"tap": {"target_mark_id": "ax_2@e7"}}}',
        '{"name": "tap", "arguments": {"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}}}',
        '{"tool": "tap", "args": {"target_mark_id": "ax_2@e7"}}',
        '{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}}{"name": "back", "arguments": {}}',
        '{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}} '
        '{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}}',
    ],
)
def test_one_meaning_is_read(text):
    assert read_call(text, TOOLS)[:2] == TAP


def test_what_was_repaired_is_said_and_nothing_when_nothing_was():
    assert read_call('{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"}}', TOOLS)[2] == ""
    assert "first of 2" in read_call('{"name": "back", "arguments": {}}{"name": "wait", "arguments": {}}', TOOLS)[2]
    assert "tap" in read_call('{"name": "tap tap", "arguments": {}}', TOOLS)[2]
    assert "seconds" in read_call('{"name": "wait", "arguments": {"seconds": "2"}}', TOOLS)[2]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("tap 2", "no JSON"),
        ('{"name": "tap", "arguments": {"target_mark_id": "ax_2@e7"', "no"),
        ('{"name": "fly", "arguments": {}}', "no known tool"),
        ('{"name": "tap", "arguments": 2}', "no known tool"),
        ('{"arguments": {"target_mark_id": "x"}}', "no known tool"),
        ('{"tap": {}, "back": {}}', "no known tool"),
        ('{"name": "tap", "target": "x"}', "no known tool"),
    ],
)
def test_everything_else_is_an_error_that_says_why(text, why):
    with pytest.raises(MalformedReply, match=why):
        read_call(text, TOOLS)


@pytest.mark.parametrize(
    ("name", "given_", "wanted"),
    [
        ("wait", {"seconds": "2"}, {"seconds": 2}),
        ("wait", {"seconds": "0.5"}, {"seconds": 0.5}),
        ("swipe", {"start": ["500", "10"], "duration_ms": 300.0}, {"start": [500, 10], "duration_ms": 300}),
        ("type_text", {"text": "5", "submit": "true"}, {"text": "5", "submit": True}),
        ("wait", {"seconds": "soon"}, {"seconds": "soon"}),
        ("unknown", {"x": "5"}, {"x": "5"}),
    ],
)
def test_quoted_numbers_are_unquoted_where_the_schema_wants_numbers(name, given_, wanted):
    assert repair_arguments(name, given_, TOOLS)[0] == wanted


@given(st.text())
def test_text_values_are_never_altered(text):
    written = json.dumps({"name": "type_text", "arguments": {"text": text}}, ensure_ascii=False)
    assert read_call(f"```json\n{written}\n```", TOOLS)[1] == {"text": text}
    assert read_arguments("type_text", json.dumps({"text": text}), TOOLS)[0] == {"text": text}


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    for wrapped in (text, '{"name": "tap", ' + text, text + "}"):
        try:
            name, arguments, _ = read_call(wrapped, TOOLS)
        except MalformedReply:
            continue
        assert name in {t.name for t in TOOLS}
        assert isinstance(arguments, dict)


def test_native_arguments():
    assert read_arguments("back", "", TOOLS) == ({}, "")
    assert read_arguments("tap", '{"target_mark_id": "a"}{"target_mark_id": "b"}', TOOLS)[0] == {"target_mark_id": "a"}
    for broken in ('{"a": {"b": 1}', "[1]", "null", '"x"'):
        with pytest.raises(MalformedReply, match="tap"):
            read_arguments("tap", broken, TOOLS)


def test_an_app_name_that_is_called_name_is_kept():
    assert read_call('{"name": "launch_app", "arguments": {"name": "launch_app"}}', TOOLS)[1] == {"name": "launch_app"}
    assert read_call('{"name": "launch_app", "arguments": {"name": "clock"}}', TOOLS)[1] == {"name": "clock"}


def test_names_that_could_be_two_tools_are_left_alone():
    assert repair_name("tapback", TOOLS) == "tapback"
    assert repair_name("tap", TOOLS) == "tap"
    assert repair_name("anything", []) == "anything"
