"""Harness specification, section "图片与观测历史剪除", with P0 row "图片卫生": one test a rule."""

from __future__ import annotations

import copy

import pytest
from fake_turns import did, pictured, run, seen, settings, turn, whole, words
from PIL import Image

from kit.context.assemble import assemble
from kit.context.prune import prune
from kit.errors import KitError
from kit.types import Message, Picture, Text, ToolCall

WHOLE = "[OBS] app=app.a screen#{n}\nmarks ({k}):\n  ax_1@e{n} | Button | Wi-Fi | (1,1)"


def shown(n: int, *, picture: bool = True, **part: object) -> Message:
    """A receipt with a whole observation and its picture; `part` goes to both parts."""
    parts: tuple[Text | Picture, ...] = (Text(text=f"Did {n}."), Text(text=WHOLE.format(n=n, k=n + 1), **part))
    if picture:
        parts += (Picture(image=Image.new("RGB", (4, 8)), screen_seq=n, **part),)
    return Message(role="tool", call_id=f"c{n}", parts=parts)


def conflict(messages: list[Message], **keep: int) -> str:
    with pytest.raises(KitError) as error:
        prune(messages, **keep)
    return str(error.value.code)


def test_the_newest_two_messages_with_a_picture_keep_it_and_the_newest_two_observations_their_marks() -> None:
    pruned = prune([shown(n) for n in (1, 2, 3, 4)])
    assert [p.screen_seq for m in pruned for p in m.parts if isinstance(p, Picture)] == [3, 4]
    assert ["marks (" in m.text for m in pruned] == [False, False, True, True]


def test_both_numbers_are_settings_with_two_as_the_default() -> None:
    assert (settings().image_keep, settings().obs_marks_keep) == (2, 2)
    messages = assemble("g", seen(1), run(5, picture=True), settings(image_keep=1, obs_marks_keep=3), pictures=True)
    assert (pictured(messages), whole(messages)) == ([6], [4, 5, 6])


def test_the_two_passes_are_independent() -> None:
    pruned = prune([shown(1), shown(2), shown(3, picture=False), shown(4, picture=False)])
    assert [p.screen_seq for m in pruned for p in m.parts if isinstance(p, Picture)] == [1, 2]
    assert ["marks (" in m.text for m in pruned] == [False, False, True, True]


def test_what_is_counted_is_messages_not_pictures() -> None:
    two = Message(role="user", parts=tuple(Picture(image=Image.new("RGB", (4, 8)), screen_seq=n) for n in (1, 2)))
    pruned = prune([shown(9), two, shown(3)])
    assert [p.screen_seq for m in pruned for p in m.parts if isinstance(p, Picture)] == [1, 2, 3]


def test_both_numbers_are_at_least_one() -> None:
    pruned = prune([shown(1), shown(2)], image_keep=0, obs_marks_keep=-3)
    assert [p.screen_seq for m in pruned for p in m.parts if isinstance(p, Picture)] == [2]
    assert ["marks (" in m.text for m in pruned] == [False, True]


@pytest.mark.parametrize(
    ("lang", "marks", "picture"),
    [
        ("zh", "[OBS] app=app.a screen#1 [marks 已折叠:2]", "[screen#1 已剪除]"),
        ("en", "[OBS] app=app.a screen#1 [marks folded:2]", "[screen#1 pruned]"),
    ],
)
def test_the_placeholders_word_for_word(lang: str, marks: str, picture: str) -> None:
    old = prune([shown(1), shown(2), shown(3)], lang=lang)[0]
    assert [p.text for p in old.parts if isinstance(p, Text)] == ["Did 1.", marks, picture]


def test_the_screen_of_a_keyboard_and_of_a_failed_dump_is_folded_as_well() -> None:
    texts = ["[OBS] app=a screen#1\nkeyboard: open (30 keys collapsed)\nmarks (7):\n  x", WHOLE.format(n=2, k=0)]
    texts.append("[OBS] app= screen#3\nmarks (0) [accessibility:dump_timeout]")
    pruned = prune([Message(role="tool", parts=(Text(text=t),)) for t in [*texts, WHOLE.format(n=4, k=1)]])
    assert pruned[0].text == "[OBS] app=a screen#1 [marks folded:7]"
    assert pruned[1].text == "[OBS] app=app.a screen#2 [marks folded:0]"
    assert prune(pruned, obs_marks_keep=1)[2].text == "[OBS] app= screen#3 [marks folded:0]"


def test_running_again_changes_nothing() -> None:
    once = prune([shown(n) for n in range(6)])
    assert prune(once) == once
    assert "marks (" not in once[0].text
    assert not any(isinstance(p, Picture) for p in once[0].parts)


def test_the_prompt_before_the_rolling_window_stays_as_it_was() -> None:
    one, two = (prune([shown(n) for n in range(count)]) for count in (8, 9))
    assert one[:6] == two[:6]


def test_the_archive_puts_a_suffix_behind_the_folded_line_and_nothing_else() -> None:
    plain, kept = (
        prune([shown(1), shown(2), shown(3)], lang="zh"),
        prune([shown(1), shown(2), shown(3)], lang="zh", archived=True),
    )
    assert kept[0].parts[1].text == plain[0].parts[1].text + " [可 recall_screen]"
    assert kept[0].parts[2] == plain[0].parts[2]
    assert kept[1:] == plain[1:]


def test_the_suffix_follows_the_setting_unless_the_archive_itself_is_gone() -> None:
    def folded(archived: bool | None = None, **more: object) -> bool:
        messages = assemble("g", seen(1), run(4), settings(lang="zh", **more), archived=archived)
        return "[可 recall_screen]" in words(messages)

    assert not folded()
    assert folded(obs_archive=True)
    assert not folded(obs_archive=True, archived=False)


def test_an_unverified_reference_picture_is_pruned_like_any_other() -> None:
    late = {"reference": Image.new("RGB", (10, 20)), "text": "Did it. No new observation."}
    steps = [turn(0, did("a", **late)), *(turn(n, did(f"b{n}", observation=seen(n + 2))) for n in (1, 2))]
    messages = assemble("g", seen(1), steps, settings(), pictures=True)
    assert pictured(messages) == [3, 4]
    assert "[screen#? pruned]" in words(messages)
    assert pictured(assemble("g", seen(1), steps[:2], settings(), pictures=True)) == [0, 3]


def test_frames_in_the_middle_of_a_turn_do_not_push_the_picture_before_it_out_of_the_window() -> None:
    steps = [turn(0, *(did(f"c{n}", observation=seen(n + 2)) for n in range(4)))]
    messages = assemble("g", seen(1), steps, settings(), pictures=True)
    assert pictured(messages) == [1, 5]


# --- native replay metadata ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "extras",
    [
        {"thought_signature": "abc"},
        {"extra_content": {"google": {"thoughtSignature": "abc"}}},
        {"extras": {"signature": "abc"}},
        {"reasoning": [{"type": "reasoning.encrypted", "data": "x"}]},
        {"encrypted_content": "gAAAA"},
        {"block": {"type": "redacted_thinking", "data": "x"}},
    ],
    ids=lambda extras: next(iter(extras)),
)
def test_a_part_that_must_go_and_carries_native_metadata_is_a_conflict(extras: dict[str, object]) -> None:
    assert conflict([shown(1, extras=extras), shown(2), shown(3)]) == "native_context_pruning_conflict"
    assert (
        conflict([shown(1, extras=extras), shown(2), shown(3)], obs_marks_keep=9) == "native_context_pruning_conflict"
    )
    assert conflict([shown(1, extras=extras), shown(2), shown(3)], image_keep=9) == "native_context_pruning_conflict"


def test_nothing_is_changed_before_all_of_it_was_looked_at() -> None:
    messages = [shown(1), shown(2), shown(3, extras={"signature": "s"}), shown(4), shown(5)]
    before = copy.deepcopy(messages)
    assert conflict(messages) == "native_context_pruning_conflict"
    assert messages == before


def test_a_signature_within_the_window_is_no_conflict_and_stays_where_it_is() -> None:
    messages = [shown(1), shown(2, extras={"signature": "s"}), shown(3)]
    pruned = prune(messages)
    assert pruned[1] is messages[1]
    assert "marks (" not in pruned[0].text


def test_no_old_picture_is_kept_for_the_sake_of_its_signature() -> None:
    conflict([shown(1, extras={"signature": "s"}), shown(2), shown(3)])
    pruned = prune([shown(1), shown(2, extras={"signature": "s"}), shown(3)])
    assert [p.screen_seq for m in pruned for p in m.parts if isinstance(p, Picture)] == [2, 3]


def test_the_signature_of_another_part_of_the_message_blocks_nothing() -> None:
    old = shown(1)
    signed = Message(role="tool", call_id="c1", parts=(Text(text="signed", extras={"signature": "s"}), *old.parts))
    pruned = prune([signed, shown(2), shown(3)])
    assert pruned[0].parts[0] == signed.parts[0]
    assert "[screen#1 pruned]" in pruned[0].text


def test_metadata_that_are_no_signature_block_nothing() -> None:
    extras = {"cache_control": {"type": "ephemeral"}, "signature": "", "index": 3}
    assert "marks (" not in prune([shown(1, extras=extras), shown(2), shown(3)])[0].text


def test_signatures_of_replies_stay_on_their_replies() -> None:
    extras = {"tool_calls": {"c0": {"thought_signature": "abc"}}}
    steps = [turn(n, did(f"c{n}", observation=seen(n + 2)), extras=extras) for n in range(5)]
    messages = prune(assemble("g", seen(1), steps, settings(), pictures=True))
    assert [m.extras for m in messages if m.role == "assistant"] == [extras] * 5


def test_the_pruning_runs_with_folding_off_as_well() -> None:
    from kit.context.history import History

    for on in (True, False):
        history = History(goal="g", first=seen(1), settings=settings(compact=on), pictures=True)
        messages = history.prompt(run(5, picture=True)).messages
        assert (pictured(messages), whole(messages)) == ([5, 6], [5, 6])


def test_calls_that_quote_an_observation_are_not_touched() -> None:
    call = ToolCall(id="c", name="tap", arguments={})
    quote = Message(role="assistant", parts=(Text(text=WHOLE.format(n=1, k=2)),), calls=(call,))
    assert prune([quote, shown(2), shown(3), shown(4)])[0] is quote
