"""Counting tokens, learning from what providers say, and telling how two requests differ."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.context.budget import Limits, spent
from kit.context.request import context_request, difference, fingerprints
from kit.models.prepare import Calibration, Estimate, estimate, input_tokens, message_tokens, text_tokens
from kit.types import Message, Text, ToolCall, Usage


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("abcd", 1), ("abcde", 2), ("无线网络", 4), ("Wi-Fi 网络", 4), ("Привет", 3), ("😀", 2), ("한국어", 3)],
)
def test_how_texts_are_counted(text: str, tokens: int) -> None:
    assert text_tokens(text) == tokens


@given(st.text(max_size=60), st.text(max_size=60))
def test_more_text_is_never_fewer_tokens_and_none_is_negative(one: str, two: str) -> None:
    assert 0 <= text_tokens(one) <= text_tokens(one + two) + 1
    assert text_tokens(one + two) <= text_tokens(one) + text_tokens(two) + 1


def test_lone_surrogates_can_be_counted_and_fingerprinted() -> None:
    message = Message(role="user", parts=(Text(text="a\ud800b"),))
    assert message_tokens(message) > 4
    assert len(fingerprints([message])[0]) == 8


def test_calls_and_the_metadata_that_go_back_are_counted() -> None:
    call = ToolCall(id="c", name="tap", arguments={"target_description": "无线网络"})
    bare = Message(role="assistant", calls=(call,))
    signed = Message(role="assistant", calls=(call,), extras={"tool_calls": {"c": {"signature": "s" * 400}}})
    assert message_tokens(bare) > 10
    assert message_tokens(signed) > message_tokens(bare) + 100
    assert "extras" in estimate([signed]).covers


@given(st.lists(st.tuples(st.integers(1, 10**6), st.integers(0, 10**7)), max_size=20))
def test_calibration_stays_believable(calls: list[tuple[int, int]]) -> None:
    made = Calibration()
    for estimated, said in calls:
        made = made.learn(estimated, Usage(input_tokens=said))
    assert 0.25 <= made.ratio <= 4.0
    assert made.samples <= len(calls)


def test_half_of_the_calibration_comes_from_the_newest_call() -> None:
    made = Calibration().learn(100, Usage(input_tokens=100)).learn(100, Usage(input_tokens=200))
    assert made == Calibration(ratio=1.5, samples=2)
    assert made.learn(100, Usage()) is made


def test_missing_and_zero_are_told_apart() -> None:
    assert input_tokens(Usage()) is None
    assert input_tokens(Usage(input_tokens=0)) == 0
    assert spent([Usage(output_tokens=0)]).untold == 0
    assert spent([Usage()]).untold == 1


def test_limits_without_a_window_never_press() -> None:
    made = Limits(target=1000)
    assert (made.remind, made.trigger, made.physical(10**9)) == (None, None, False)


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_a_difference_rebuilds_the_new_list_from_the_old_one(before: list[str], now: list[str]) -> None:
    old, new = [c.encode() for c in before], [c.encode() for c in now]
    told = difference(old, new)
    assert told["prefix"] + told["suffix"] + told["removed"] == told["before"] == len(old)
    assert told["prefix"] + told["suffix"] + told["added"] == len(new)
    middle = new[told["prefix"] : len(new) - told["suffix"]]
    assert old[: told["prefix"]] + middle + old[len(old) - told["suffix"] :] == new


def test_each_part_of_a_message_is_in_its_fingerprint() -> None:
    call = ToolCall(id="c", name="tap", arguments={"a": 1})
    variants = [
        Message(role="user", parts=(Text(text="x"),)),
        Message(role="system", parts=(Text(text="x"),)),
        Message(role="user", parts=(Text(text="y"),)),
        Message(role="tool", parts=(Text(text="x"),), call_id="c"),
        Message(role="assistant", parts=(Text(text="x"),), calls=(call,)),
        Message(role="assistant", parts=(Text(text="x"),), calls=(ToolCall(id="c", name="tap", arguments={"a": 2}),)),
    ]
    prints = fingerprints(variants)
    assert len(set(prints)) == len(variants)
    assert all(a == b for a, b in itertools.pairwise([prints, fingerprints(variants)]))


def test_over_target_is_told_apart_from_the_window() -> None:
    messages = [Message(role="user", parts=(Text(text="x"),))]
    fields = context_request(messages, Estimate(tokens=40_000), target=32_000, window=128_000, verdict="ok")
    assert (fields["over_target"], fields["capacity"]) == (True, "ok")
    assert context_request(messages, Estimate(tokens=10), target=0)["over_target"] is False
