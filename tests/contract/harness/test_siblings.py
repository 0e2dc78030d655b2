"""Harness specification, section "同轮中间步骤回执": one test a rule."""

from __future__ import annotations

import pytest
from fake_phone import FakeDevice
from fake_turns import did, pictured, run, seen, settings, turn, whole, words

from kit.context.assemble import assemble
from kit.context.prune import prune
from kit.context.siblings import OBSERVING, compact_receipts, compact_text
from kit.settings import resolve
from kit.types import Foreground, Message, Receipt, Window

OTHERS = ("update_task_doc", "finish", "write_document", "update_document", "recall_screen")


def prompt(*receipts: Receipt, **more: object) -> list[Message]:
    """The tool messages of a run of one turn, for a model that sees."""
    given = assemble("g", seen(1), [turn(0, *receipts)], settings(**more), pictures=True)
    return [m for m in given if m.role == "tool"]


def test_ten_tools_count_as_observing() -> None:
    assert {
        "tap", "long_press", "type_text", "scroll", "swipe", "back", "home", "wait", "launch_app", "read_screen",
    } == OBSERVING  # fmt: skip


@pytest.mark.parametrize("name", sorted(OBSERVING))
def test_each_of_them_is_compact_when_another_follows(name: str) -> None:
    middle, last = prompt(did("a", name, seen(2)), did("b", "tap", seen(3)))
    assert "marks (" not in middle.text
    assert "\nmarks (3)" in last.text
    assert pictured([middle, last]) == [3]


def test_the_action_line_stays_and_the_observation_is_told_in_one_line() -> None:
    middle, _ = prompt(did("a", observation=seen(2, marks=5)), did("b", observation=seen(3)))
    action, line = middle.text.split("\n")
    assert action == "Did a."
    assert line.startswith("[OBS] app=app.a screen#2 marks=5 since the last look: marks 3→5")


def test_the_line_tells_what_changed_in_marks_windows_and_the_app_in_front() -> None:
    one = seen(1, marks=41)
    two = seen(2, marks=34, package="b")
    more = Window(index=1, nodes=(), package="x", bounds=one.windows[0].bounds)
    from dataclasses import replace

    one = replace(one, windows=(*one.windows, more, more), foreground=Foreground(package="a"))
    two = replace(two, windows=(*two.windows, more))
    assert "较上次观测：marks 41→34；窗口 3→2；前台 a→b" in compact_text(one, two, "zh")
    assert "marks 41→34; windows 3→2; front a→b" in compact_text(one, two, "en")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_line_says_that_read_screen_brings_the_newest_marks(lang: str) -> None:
    assert "read_screen" in compact_text(seen(1), seen(2), lang)
    assert "screen#2" in compact_text(seen(1), seen(2), lang)


def test_folding_never_rewrites_the_line() -> None:
    steps = [turn(0, did("a", observation=seen(2)), did("b", observation=seen(3))), *run(0)]
    short = assemble("g", seen(1), steps, settings())
    later = assemble(
        "g", seen(1), [*steps, *(turn(n, did(f"c{n}", observation=seen(n + 4))) for n in range(1, 6))], settings()
    )
    assert prune(later)[3] == later[3] == short[3]


def test_a_single_action_brings_its_observation_whole() -> None:
    (only,) = prompt(did("a", observation=seen(2)))
    assert "\nmarks (3)" in only.text
    assert pictured([only]) == [2]


@pytest.mark.parametrize("name", OTHERS)
def test_calls_without_observation_behind_it_do_not_make_it_compact(name: str) -> None:
    first, _ = prompt(did("a", observation=seen(2)), did("b", name))
    assert "\nmarks (3)" in first.text


def test_when_the_last_one_fails_its_error_stays_and_the_middle_ones_name_their_frame() -> None:
    failed = did("b", status="error", text="error: nothing there", code="target_unknown")
    middle, last = prompt(did("a", observation=seen(2)), failed)
    assert last.text == "error: nothing there"
    assert "screen#2" in middle.text
    assert "read_screen" in middle.text
    assert "marks (" not in middle.text


@pytest.mark.parametrize(
    ("status", "code"), [("warned", "needs_confirmation"), ("error", "token_budget"), ("skipped", "run_ended")]
)
def test_when_the_last_one_is_never_run_the_middle_ones_are_the_evidence(status: str, code: str) -> None:
    middle, last = prompt(did("a", observation=seen(2)), did("b", status=status, code=code, text="not run"))
    assert "screen#2" in middle.text
    assert "marks (" not in middle.text
    assert last.text == "not run"


def test_a_failed_action_in_the_middle_keeps_its_error_as_it_is() -> None:
    middle, last = prompt(did("a", status="error", text="error: no"), did("b", observation=seen(2)))
    assert middle.text == "error: no"
    assert "\nmarks (3)" in last.text


def test_locate_is_not_among_them() -> None:
    assert compact_receipts([did("a", "locate", seen(2)), did("b", observation=seen(3))]) == frozenset()
    assert compact_receipts([did("a", observation=seen(2)), did("b", "locate", seen(3))]) == frozenset()


def test_off_shows_every_observation_whole() -> None:
    messages = prompt(
        *(did(f"c{n}", observation=seen(n + 2)) for n in range(3)),
        sibling_receipts=False, obs_marks_keep=9, image_keep=9,
    )  # fmt: skip
    assert whole(messages) == [2, 3, 4]
    assert pictured(messages) == [2, 3, 4]
    assert "read_screen" not in words(messages)


def test_on_is_the_default_and_on_and_off_are_how_it_is_set() -> None:
    assert resolve(environ={})[0].sibling_receipts is True
    for said, value in (("on", True), ("off", False)):
        assert resolve(environ={"PHONE_AGENT_SIBLING_RECEIPTS": said})[0].sibling_receipts is value


def test_it_changes_only_what_is_shown_every_action_is_still_observed(monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.tools import session as sessions
    from kit.tools.execute import execute
    from kit.tools.session import Session
    from kit.types import ToolCall

    epochs = iter(range(2, 9))
    monkeypatch.setattr(sessions, "observe", lambda *_: seen(next(epochs)))
    session = Session(device=FakeDevice(), settings=resolve(environ={})[0], observation=seen(1))  # type: ignore[arg-type]
    receipts = execute(
        session, [ToolCall(id=str(n), name=name, arguments={}) for n, name in enumerate(["back", "home"])]
    )
    assert [r.observation.epoch for r in receipts if r.observation] == [2, 3]
    assert session.observation is receipts[-1].observation


def test_the_picture_before_the_turn_and_its_last_one_stand_together() -> None:
    steps = [turn(0, *(did(f"c{n}", observation=seen(n + 2)) for n in range(5)))]
    assert pictured(assemble("g", seen(1), steps, settings(), pictures=True)) == [1, 6]
