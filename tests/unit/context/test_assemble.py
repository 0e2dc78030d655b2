import itertools

import pytest
from fake_phone import look, mark
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from kit.context.assemble import assemble
from kit.settings import Settings
from kit.types import Message, Observation, Picture, Receipt, Reply, Step, ToolCall


def seen(epoch: int, *, picture: bool = True) -> Observation:
    marks = [mark(n, f"Item {epoch}-{n}", epoch=epoch) for n in (1, 2, 3)]
    return look(marks, epoch=epoch, image=Image.new("RGB", (100, 200), "white") if picture else None)


def step(index: int, *observations: Observation | None, names: tuple[str, ...] = ()) -> Step:
    calls = [
        ToolCall(id=f"c{index}_{n}", name=(names or ("tap",) * 9)[n], arguments={}) for n in range(len(observations))
    ]
    receipts = [
        Receipt(call=c, status="ok", text=f"Did {c.id}.", observation=o)
        for c, o in zip(calls, observations, strict=True)
    ]
    return Step(
        index=index,
        observation=None,
        reply=Reply(calls=tuple(calls), text=f"thought {index}"),
        receipts=tuple(receipts),
    )


def prompt(steps: list[Step], **settings: object) -> tuple[Message, ...]:
    return assemble("Open X", seen(1), steps, Settings(**settings), pictures=True)  # type: ignore[arg-type]


def pictures(messages: tuple[Message, ...]) -> list[int]:
    return [p.screen_seq for m in messages for p in m.parts if isinstance(p, Picture)]


def whole(messages: tuple[Message, ...]) -> list[int]:
    return [m.observation.epoch for m in messages if m.observation is not None and "marks (" in m.text]


def test_the_prompt_is_system_goal_and_one_message_for_each_reply_and_receipt() -> None:
    messages = prompt([step(0, seen(2)), step(1, seen(3))])
    assert [m.role for m in messages] == ["system", "user", "assistant", "tool", "assistant", "tool"]
    assert "Goal: Open X" in messages[1].text
    assert messages[2].calls[0].id == messages[3].call_id
    assert messages[2].text == "thought 0"
    assert messages[3].text.startswith("Did c0_0.")


def test_two_newest_pictures_and_marks_are_kept_by_default() -> None:
    messages = prompt([step(n, seen(n + 2)) for n in range(4)])
    assert pictures(messages) == [4, 5]
    assert whole(messages) == [4, 5]
    folded = [m.text for m in messages if "marks folded:3" in m.text]
    assert len(folded) == 3
    assert "[OBS] app=app.a screen#1 [marks folded:3]" in messages[1].text
    assert "[screen#1 pruned]" in messages[1].text


@pytest.mark.parametrize("keep", [1, 3])
def test_how_much_is_kept_is_a_setting(keep: int) -> None:
    messages = prompt([step(n, seen(n + 2)) for n in range(4)], image_keep=keep, obs_marks_keep=keep)
    assert len(pictures(messages)) == len(whole(messages)) == keep


def test_only_the_last_look_of_a_turn_is_shown_whole() -> None:
    messages = prompt([step(0, seen(2), seen(3), seen(4))])
    assert whole(messages) == [1, 4]
    middle = messages[3].text
    assert middle.startswith("Did c0_0.")
    assert "marks=3" in middle
    assert "read_screen" in middle


def test_sibling_receipts_off_shows_every_look() -> None:
    messages = prompt([step(0, seen(2), seen(3))], sibling_receipts=False, obs_marks_keep=9)
    assert whole(messages) == [1, 2, 3]


def test_a_trailing_call_without_a_look_does_not_make_the_last_look_compact() -> None:
    assert whole(prompt([step(0, seen(2), None, names=("tap", "finish"))])) == [1, 2]


def test_models_that_cannot_see_get_no_picture() -> None:
    messages = assemble("g", seen(1), [step(0, seen(2))], Settings())  # type: ignore[call-arg]
    assert pictures(messages) == []
    assert "pruned" not in "".join(m.text for m in messages)


def test_an_unusable_reply_is_answered_in_words() -> None:
    call = ToolCall(id="u", name="", arguments={})
    receipt = Receipt(call=call, status="error", text="The reply holds no tool call.", code="malformed_reply")
    bad = Step(index=0, observation=None, reply=Reply(text="hm"), receipts=(receipt,))
    messages = prompt([bad])
    assert [m.role for m in messages[2:]] == ["assistant", "user"]
    assert "no tool call" in messages[3].text


def test_a_failed_first_look_is_said() -> None:
    messages = assemble("g", None, [], Settings())  # type: ignore[call-arg]
    assert "could not be read" in messages[1].text
    assert messages[1].observation is None


def test_chinese_prompts() -> None:
    messages = prompt([step(n, seen(n + 2)) for n in range(3)], lang="zh")
    assert "目标：Open X" in messages[1].text
    assert "[marks 已折叠:3]" in messages[1].text
    assert "手机" in messages[0].text


def test_provider_extras_ride_along_untouched() -> None:
    extras = {"thought_signature": "abc", "nested": {"k": [1, 2]}}
    call = ToolCall(id="c", name="home", arguments={})
    one = Step(
        index=0,
        observation=None,
        reply=Reply(calls=(call,), extras=extras),
        receipts=(Receipt(call=call, status="ok", text="ok"),),
    )
    assert prompt([one])[2].extras == extras


@given(st.lists(st.integers(1, 3), max_size=8), st.integers(1, 4), st.integers(1, 4))
def test_what_is_kept_is_counted_by_message_and_rebuilding_changes_nothing(
    turns: list[int], images: int, marks: int
) -> None:
    epochs = itertools.count(2)
    steps = [step(n, *(seen(next(epochs)) for _ in range(looks))) for n, looks in enumerate(turns)]
    messages = prompt(steps, image_keep=images, obs_marks_keep=marks)
    shown = 1 + len(turns)
    assert len(pictures(messages)) == min(images, shown)
    assert len(whole(messages)) == min(marks, shown)
    assert [m.text for m in messages] == [m.text for m in prompt(steps, image_keep=images, obs_marks_keep=marks)]
