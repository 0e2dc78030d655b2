"""Policies that do not read get no screen in words, and decide as they would with the whole prompt."""

from __future__ import annotations

from fake_turns import seen, settings
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as st
from test_context_view import CALLS, steps_of

from kit.context.history import History
from kit.models.base import live, turn_of, unsettled
from kit.models.scripted import DoNothing, Oracle, Random, Replay
from kit.types import Sampler, Step, Tool

TOOLS = tuple(
    Tool(name=name, description="", parameters={"properties": {"confirm": {}, "target_mark_id": {}}})
    for name in ("tap", "finish", "read_screen", "home")
)


def histories() -> tuple[History, History]:
    """One that puts no screen into words, and one that does."""
    first = seen(1)
    unread, whole = (History(goal="open Wi-Fi", first=first, settings=settings(), unread=on) for on in (True, False))
    return unread, whole


@run_with(max_examples=40, deadline=None)
@given(st.lists(CALLS, max_size=8), st.integers(0, 99))
def test_a_policy_decides_the_same_on_either_prompt(turns: list[list[tuple[str, str]]], seed: int) -> None:
    steps, (unread, whole) = steps_of(turns), histories()
    for n in range(len(steps) + 1):  # turn by turn, as a run asks
        short, full = unread.prompt(steps[:n], TOOLS).messages, whole.prompt(steps[:n], TOOLS).messages
        assert live(short) is live(full)
        assert unsettled(short, TOOLS) == unsettled(full, TOOLS)
        assert turn_of(short) == turn_of(full) == n
    policies = [
        (Random(seed), Random(seed)),
        (DoNothing(), DoNothing()),
        (Replay([("home", {})]), Replay([("home", {})])),
    ]
    for one, other in policies:
        assert one.complete(short, TOOLS, Sampler()) == other.complete(full, TOOLS, Sampler())


def test_no_screen_is_put_into_words_and_nothing_is_counted() -> None:
    steps, (unread, whole) = steps_of([[("tap", "look")], [("tap", "look")]]), histories()
    prompt = unread.prompt(steps, TOOLS)
    assert [m.text for m in prompt.messages if m.role != "assistant"] == ["Goal: open Wi-Fi", "Did c0_0.", "Did c1_0."]
    assert (prompt.estimate.tokens, prompt.estimate.covers, prompt.verdict) == (0, (), "unknown")
    assert "[OBS]" in "".join(m.text for m in whole.prompt(steps, TOOLS).messages)


def test_other_steps_give_another_prompt() -> None:
    """A run that is looked at again from an earlier step, or another run, is not told what was kept of the first."""
    unread, _ = histories()
    first, second = steps_of([[("tap", "look")], [("back", "blind")]]), steps_of([[("home", "look")]])
    assert calls(unread, first) == ["tap", "back"]
    assert calls(unread, first[:1]) == ["tap"]
    assert calls(unread, second) == ["home"]
    assert calls(unread, first) == ["tap", "back"]


def test_the_scripted_policies_say_that_they_do_not_read() -> None:
    assert [policy.reads for policy in (Oracle, Random, DoNothing, Replay)] == [False] * 4


def calls(history: History, steps: list[Step]) -> list[str]:
    return [c.name for m in history.prompt(steps, TOOLS).messages for c in m.calls]
