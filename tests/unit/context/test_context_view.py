"""What holds of any run: pruning is idempotent, nothing within the window is lost, folds never split a turn."""

from __future__ import annotations

import contextlib
import itertools

import pytest
from fake_turns import Says, did, pictured, seen, settings, turn, whole
from hypothesis import given
from hypothesis import settings as run_with
from hypothesis import strategies as st
from PIL import Image

from kit.context.assemble import assemble, compose
from kit.context.compact import Summariser, foldable
from kit.context.fold import Fold, add
from kit.context.history import History
from kit.context.prune import prune
from kit.errors import UsageError
from kit.types import Message, Picture, Receipt, Step, Text

NAMES = st.sampled_from(["tap", "back", "locate", "finish", "update_task_doc", "read_screen"])
CALLS = st.lists(st.tuples(NAMES, st.sampled_from(["look", "blind", "failed", "reference"])), max_size=4)
RUNS = st.lists(CALLS, max_size=12)
KEEP = st.integers(1, 4)
QUICK = run_with(max_examples=60, deadline=None)
IMAGE = Image.new("RGB", (10, 20))


def steps_of(turns: list[list[tuple[str, str]]]) -> list[Step]:
    epochs = itertools.count(2)
    steps: list[Step] = []
    for index, calls in enumerate(turns):
        receipts: list[Receipt] = []
        for n, (name, end) in enumerate(calls):
            more: dict[str, object] = {"reference": IMAGE} if end == "reference" else {}
            if end == "failed":
                more = {"status": "error", "text": "error: no"}
            receipts.append(did(f"c{index}_{n}", name, seen(next(epochs)) if end == "look" else None, **more))
        steps.append(turn(index, *receipts, thought=f"thought {index} " * 30))
    return steps


def answered(messages: tuple[Message, ...]) -> bool:
    """Whether the calls of each reply are answered by the tool messages right behind it, each exactly once."""
    wanted: list[str] = []
    for message in messages:
        if message.role == "tool":
            if not wanted or wanted.pop(0) != message.call_id:
                return False
        elif wanted:
            return False
        wanted = wanted or [c.id for c in message.calls]
    return not wanted


@QUICK
@given(RUNS, KEEP, KEEP, st.booleans(), st.booleans())
def test_assembling_and_pruning_are_one_rule(
    turns: list[list[tuple[str, str]]], images: int, marks: int, siblings: bool, archived: bool
) -> None:
    steps = steps_of(turns)
    kept = {"sibling_receipts": siblings}
    everything = assemble(
        "g", seen(1), steps, settings(image_keep=999, obs_marks_keep=999, **kept), pictures=True, archived=archived
    )
    direct = assemble(
        "g", seen(1), steps, settings(image_keep=images, obs_marks_keep=marks, **kept), pictures=True, archived=archived
    )
    keep = {"image_keep": images, "obs_marks_keep": marks, "archived": archived}
    assert prune(everything, **keep) == direct
    assert prune(direct, **keep) == direct


@QUICK
@given(RUNS, CALLS, KEEP)
def test_the_prefix_outside_the_window_is_stable(
    turns: list[list[tuple[str, str]]], more: list[tuple[str, str]], keep: int
) -> None:
    given = settings(image_keep=keep, obs_marks_keep=keep)
    before = assemble("g", seen(1), steps_of(turns), given, pictures=True)
    after = assemble("g", seen(1), steps_of([*turns, more]), given, pictures=True)
    rolling = [n for n, m in enumerate(before) if any(isinstance(p, Picture) or "\nmarks (" in p.text for p in m.parts)]
    stable = rolling[0] if rolling else len(before)
    assert before[:stable] == after[:stable]


@QUICK
@given(RUNS, KEEP, KEEP)
def test_nothing_within_the_windows_is_lost(turns: list[list[tuple[str, str]]], images: int, marks: int) -> None:
    steps = steps_of(turns)
    messages = assemble("g", seen(1), steps, settings(image_keep=images, obs_marks_keep=marks), pictures=True)
    looks = [m.observation.epoch for m in messages if m.observation is not None]
    compact = [m.observation.epoch for m in messages if m.observation is not None and " marks=3 " in m.text]
    shown = [epoch for epoch in looks if epoch not in compact]
    assert whole(messages) == shown[-marks:]
    assert len(pictured(messages)) == min(
        images, len(shown) + sum(r.reference is not None for s in steps for r in s.receipts)
    )


@QUICK
@given(RUNS, KEEP, st.integers(1, 5))
def test_folding_keeps_turns_whole_and_the_window_in_sight(
    turns: list[list[tuple[str, str]]], keep: int, keep_turns: int
) -> None:
    steps = steps_of(turns)
    given = settings(
        context_target=1000, context_window=1200, compact_keep_turns=keep_turns, image_keep=keep, obs_marks_keep=keep
    )
    made = History(goal="g", first=seen(1), settings=given, pictures=True, summariser=Summariser(model=Says()))
    plain = assemble("g", seen(1), steps, given, pictures=True)
    messages = made.prompt(steps).messages
    assert answered(messages)
    assert whole(messages) == whole(plain)
    assert pictured(messages) == pictured(plain)
    newest = [m.observation.epoch for m in plain if m.observation is not None]
    assert [m.observation.epoch for m in messages if m.observation is not None][-1:] == newest[-1:]
    assert sum(m.role == "assistant" for m in messages) + sum(f.turns for f in made.folds) == len(steps)
    assert sum(m.role == "assistant" for m in messages) >= min(keep_turns, len(steps))


@QUICK
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 6)), max_size=8))
def test_folds_stay_apart_and_in_order(spans: list[tuple[int, int]]) -> None:
    folds: tuple[Fold, ...] = ()
    for first, length in spans:
        with contextlib.suppress(UsageError):
            folds = add(folds, Fold(first=first, last=first + length, text="x"))
    assert all(a.last < b.first for a, b in itertools.pairwise(folds))
    messages = assemble("g", None, steps_of([[("tap", "look")]] * 20), settings(), folds=folds)
    assert sum("[HISTORY] Turns" in m.text for m in messages) == len(folds)
    assert sum(m.role == "assistant" for m in messages) == 20 - sum(f.turns for f in folds)
    assert answered(messages)


def test_a_fold_never_cuts_another_in_two() -> None:
    one = add((), Fold(first=2, last=5, text="x"))
    with pytest.raises(UsageError, match="cannot be folded"):
        add(one, Fold(first=0, last=3, text="y"))
    assert add(one, Fold(first=0, last=5, text="y")) == (Fold(first=0, last=5, text="y"),)
    with pytest.raises(UsageError):
        add((), Fold(first=0, last=1, text=" "))


@QUICK
@given(RUNS, st.integers(1, 5))
def test_what_may_be_folded_is_an_old_run_of_turns(turns: list[list[tuple[str, str]]], keep: int) -> None:
    parts = compose("g", seen(1), steps_of(turns), settings(), pinned="board")
    chosen = foldable(parts, keep)
    assert all(parts[n].kind == "turn" for n in chosen)
    assert [parts[n].first for n in chosen] == list(range(len(chosen)))
    assert len(chosen) <= max(len(turns) - keep, 0)


@given(st.text(max_size=30))
def test_text_of_a_screen_or_a_tool_cannot_pass_for_an_observation_to_be_folded(text: str) -> None:
    old = Message(role="tool", parts=(Text(text=f"Did it. [OBS] app=a screen#1\nmarks (1): {text}"),))
    new = Message(role="tool", parts=(Text(text="[OBS] app=a screen#2\nmarks (1):"),))
    assert prune([old, new, new, new])[0] is old


def test_the_newest_observation_stays_in_sight_even_when_it_is_told_in_one_line() -> None:
    blind = [[("tap", "failed")]] * 9
    parts = compose("g", seen(1), steps_of([[("tap", "look"), ("tap", "failed")], *blind]), settings())
    assert foldable(parts, 1) == ()
    parts = compose("g", seen(1), steps_of([*blind[:3], [("tap", "look"), ("tap", "failed")], *blind]), settings())
    assert [parts[n].first for n in foldable(parts, 1)] == [0, 1, 2]


def test_an_old_screen_does_not_come_back_when_turns_after_it_are_folded() -> None:
    steps = steps_of([[("tap", "look")]] * 6)
    messages = assemble("g", seen(1), steps, settings(), folds=[Fold(first=0, last=3, text="x")])
    assert whole(messages) == [6, 7]
    assert "marks folded" in messages[1].text


def test_the_calls_of_a_fold_are_gone_and_its_words_are_there_once() -> None:
    steps = steps_of([[("tap", "look"), ("back", "look")]] * 4)
    messages = assemble("g", seen(1), steps, settings(), folds=[Fold(first=1, last=2, text="went on")])
    assert [c.id for m in messages for c in m.calls] == ["c0_0", "c0_1", "c3_0", "c3_1"]
    assert [m.text.splitlines()[-1] for m in messages if "[HISTORY] Turns" in m.text] == ["went on"]
    assert "Turns 2 to 3" in messages[5].text


def test_a_picture_is_drawn_once_though_it_stands_in_two_prompts(monkeypatch: object) -> None:
    drawn: list[int] = []
    made = History(goal="g", first=seen(1), settings=settings(), pictures=True)
    inner = made._draw

    def draw(observation: object) -> object:
        known = set(made._drawn)
        image = inner(observation)  # type: ignore[arg-type]
        drawn.extend(set(made._drawn) - known)
        return image

    monkeypatch.setattr(History, "_draw", lambda self, o: draw(o))  # type: ignore[attr-defined]
    for count in range(5):
        messages = made.prompt(steps_of([[("tap", "look")]] * count)).messages
        assert len(pictured(messages)) == min(2, count + 1)
    assert len(made._drawn) == 2
