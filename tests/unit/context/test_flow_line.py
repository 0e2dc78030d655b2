"""The flow line whatever a model puts into its arguments: bounded, one line each, and the same for the same steps."""

from __future__ import annotations

from fake_phone import mark
from hypothesis import given
from hypothesis import strategies as st

from kit.context.flow import INTENT_MAX, NOTE_MAX, STATUS_MAX, TARGET_MAX, TOOL_MAX, clip, flow_lines, pinned_block
from kit.tools.taskdoc import TaskDoc
from kit.types import Receipt, Reply, Step, ToolCall

WORDS = st.text(max_size=120)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ["intent", "note", "text", "start", "end", "name", "target_description", "target_mark_id", "direction", "html"]
)
RECEIPTS = st.builds(
    Receipt,
    call=st.builds(ToolCall, id=st.just("c"), name=WORDS, arguments=st.dictionaries(NAMES, JSON, max_size=6)),
    status=st.sampled_from(["ok", "error", "unknown", "skipped", "warned"]),
    text=WORDS,
    code=WORDS,
    target=st.none() | WORDS.map(lambda label: mark(1, label)),
)
STEPS = st.lists(st.lists(RECEIPTS, max_size=4).map(tuple), max_size=8).map(
    lambda turns: [
        Step(index=n, observation=None, reply=Reply(calls=tuple(r.call for r in turn)), receipts=turn)
        for n, turn in enumerate(turns)
    ]
)
LONGEST = len("#10000  →  → ｜") + INTENT_MAX + TOOL_MAX + TARGET_MAX + STATUS_MAX + NOTE_MAX


@given(STEPS, st.sampled_from(["en", "zh"]))
def test_lines_are_bounded_and_numbered_whatever_the_arguments(steps: list[Step], lang: str) -> None:
    lines = flow_lines(steps, lang)
    made = sum(1 for step in steps for receipt in step.receipts if receipt.call.name)
    assert len(lines) == min(8, made)
    assert [line.split(" ")[0] for line in lines] == [f"#{made - len(lines) + n + 1}" for n in range(len(lines))]
    assert all(len(line) <= LONGEST for line in lines)
    assert all(len(line.splitlines()) == 1 for line in lines)


@given(STEPS)
def test_the_block_is_as_long_as_its_parts(steps: list[Step]) -> None:
    block = pinned_block(TaskDoc(goal_base="g"), steps)
    assert len(block.splitlines()) <= len(TaskDoc(goal_base="g").render().splitlines()) + 1 + 1 + 8


@given(STEPS, st.integers(0, 8))
def test_older_steps_do_not_change_what_the_newest_lines_say(steps: list[Step], dropped: int) -> None:
    def without_numbers(lines: tuple[str, ...]) -> list[str]:
        return [line.partition(" ")[2] for line in lines]

    whole, part = without_numbers(flow_lines(steps)), without_numbers(flow_lines(steps[dropped:]))
    assert whole[len(whole) - len(part) :] == part


@given(st.text(max_size=50), st.integers(1, 40))
def test_clipping_keeps_the_beginning_and_says_that_it_cut(text: str, limit: int) -> None:
    shown = clip(text, limit)
    line = " ".join(text.split())
    assert len(shown) <= limit
    assert shown == line or (shown.endswith("…") and line.startswith(shown[:-1]))


def test_the_html_of_a_document_never_reaches_the_line() -> None:
    call = ToolCall(id="c", name="update_document", arguments={"html": "<p>salary 5000</p>"})
    receipt = Receipt(call=call, status="ok", text="")
    (line,) = flow_lines([Step(index=0, observation=None, reply=Reply(calls=(call,)), receipts=(receipt,))])
    assert "salary" not in line
