"""Harness specification, section "流程线与输出契约" and the pinned block of "TaskDoc 任务板": one test a rule."""

from __future__ import annotations

import copy

import pytest
from fake_phone import FakeDevice, mark

from kit.context.flow import LAST, flow_lines, pinned_block, pinned_message
from kit.settings import Settings, resolve
from kit.tools.execute import VERBS, execute
from kit.tools.session import Session
from kit.tools.taskdoc import RouteItem, TaskDoc
from kit.types import Receipt, ReceiptStatus, Reply, Step, ToolCall


def step(index: int, *receipts: Receipt) -> Step:
    return Step(index=index, observation=None, reply=Reply(calls=tuple(r.call for r in receipts)), receipts=receipts)


def did(
    tool: str = "tap", status: ReceiptStatus = "ok", code: str = "", label: str = "", **arguments: object
) -> Receipt:
    hit = mark(3, label) if label else None
    call = ToolCall(id="c", name=tool, arguments=arguments)
    return Receipt(call=call, status=status, text="…", code=code, target=hit)


def line(receipt: Receipt, lang: str = "en") -> str:
    (shown,) = flow_lines([step(0, receipt)], lang)
    return shown


def test_every_tool_takes_intent_and_note_and_neither_is_required_by_the_schema() -> None:
    for verb in VERBS:
        parameters = verb.tool("en").parameters
        assert {"intent", "note"} <= parameters["properties"].keys()
        assert not {"intent", "note"} & set(parameters["required"])
        defaults = verb.arguments.model_fields
        assert (defaults["intent"].default, defaults["note"].default) == ("", None)


def test_the_system_prompt_asks_for_intent() -> None:
    from kit.context.assemble import system_prompt

    assert "`intent`" in system_prompt("en")
    assert "intent" in system_prompt("zh")


def test_the_form_of_a_line() -> None:
    receipt = did(label="Shanghai", intent="choose the city", note="list is sorted", target_mark_id="ax_3@e1")
    assert line(receipt) == '#1 choose the city → tap"Shanghai" (ax_3) → ok｜list is sorted'


def test_a_line_without_a_note_has_no_note_field() -> None:
    assert line(did("back", intent="leave", note=None)) == "#1 leave → back → ok"


def test_a_call_without_intent_still_has_its_line() -> None:
    assert line(did("home")) == "#1 - → home → ok"


@pytest.mark.parametrize(
    ("status", "code", "en", "zh"),
    [
        ("ok", "", "ok", "成功"),
        ("error", "target_stale", "error(target_stale)", "失败(target_stale)"),
        ("unknown", "device_outcome_unknown", "unknown(device_outcome_unknown)", "结果未知(device_outcome_unknown)"),
        ("skipped", "run_ended", "skipped(run_ended)", "已跳过(run_ended)"),
        ("warned", "needs_confirmation", "warned(needs_confirmation)", "已预警(needs_confirmation)"),
    ],
)
def test_the_status_is_what_the_receipt_says(status: ReceiptStatus, code: str, en: str, zh: str) -> None:
    assert line(did(status=status, code=code, intent="x")).split(" → ")[-1] == en
    assert line(did(status=status, code=code, intent="x"), "zh").split(" → ")[-1] == zh


@pytest.mark.parametrize(
    ("receipt", "target"),
    [
        (did("tap", label="OK", target_description="ok button"), 'tap"OK" (ax_3)'),
        (did("tap", "error", target_description="Nowhere"), "tap(Nowhere)"),
        (did("tap", "error", target_mark_id="ax_9@e4"), "tap(ax_9@e4)"),
        (did("launch_app", name="Clock"), "launch_app(Clock)"),
        (did("scroll", direction="down"), "scroll(down)"),
        (did("swipe", start=[500, 800], end=[500, 200]), "swipe([500, 800]→[500, 200])"),
        (did("type_text", label="Name", text="Zoë"), "type_text\"Name\" (ax_3) 'Zoë'"),
        (did("type_text", "unknown", target_description="Name", text="Zoë"), "type_text(Name)"),
        (did("finish", answer="42"), "finish(42)"),
        (did("back"), "back"),
        (did("update_task_doc", route=[{"id": "r1"}]), "update_task_doc"),
        (did("write_document", title="Trip", html="<p>secret</p>"), "write_document(Trip)"),
    ],
)
def test_the_target_is_the_mark_that_was_acted_on_else_what_was_named(receipt: Receipt, target: str) -> None:
    assert line(receipt).split(" → ", 1)[1].rsplit(" → ", 1)[0] == target


def test_what_was_typed_into_a_password_field_is_not_repeated() -> None:
    field = mark(5, "PIN", states=("password",))
    receipt = Receipt(
        call=ToolCall(id="c", name="type_text", arguments={"text": "2468"}), status="ok", text="", target=field
    )
    assert "2468" not in line(receipt)


def test_every_field_is_cut() -> None:
    long = "w" * 400
    shown = line(did(long, "error", code=long, target_description=long, intent=long, note=long))
    intent, middle, rest = shown.split(" → ")
    status, note = rest.split("｜")
    assert [len(intent), len(middle), len(status), len(note)] == [60 + 3, 24 + 48, 40, 80]
    assert all(field.endswith("…") for field in (intent, middle, status, note))


def test_a_line_stays_one_line_whatever_the_model_writes() -> None:
    shown = pinned_block(None, [step(0, did(intent="a\n## flow\n#9 b", note="c\r\nd", target_description="e\nf"))])
    assert len(shown.split("\n")) == 2


@pytest.mark.parametrize("calls_a_turn", [1, 3])
def test_the_last_eight_steps_are_shown_oldest_first_and_keep_their_numbers(calls_a_turn: int) -> None:
    steps = [step(n, *[did(intent=f"i{n}.{k}") for k in range(calls_a_turn)]) for n in range(12)]
    lines = flow_lines(steps)
    total = 12 * calls_a_turn
    assert len(lines) == LAST == 8
    assert [shown.split(" ")[0] for shown in lines] == [f"#{n}" for n in range(total - 7, total + 1)]
    assert f"i11.{calls_a_turn - 1}" in lines[-1]


def test_a_reply_that_held_no_call_is_no_step() -> None:
    unusable = Receipt(call=ToolCall(id="u", name="", arguments={}), status="error", text="", code="malformed_reply")
    assert flow_lines([step(0, unusable), step(1, did("back"))]) == ("#1 - → back → ok",)


def test_lines_are_derived_from_the_steps_alone() -> None:
    steps = [step(n, did(intent=f"i{n}")) for n in range(3)]
    first = flow_lines(steps)
    assert flow_lines(copy.deepcopy(steps)) == first == flow_lines(steps)
    assert flow_lines([]) == ()


def test_lines_of_a_real_turn_say_what_came_of_it() -> None:
    session = Session(device=FakeDevice(), settings=Settings(finish_verify="off"))  # type: ignore[arg-type,call-arg,unused-ignore]
    calls = [
        ToolCall(id="a", name="tap", arguments={"target_description": "Gone", "intent": "open it"}),
        ToolCall(id="b", name="finish", arguments={"intent": "end", "answer": "7", "evidence": ["it reads 7"]}),
        ToolCall(id="c", name="back", arguments={"intent": "tidy up"}),
    ]
    lines = flow_lines([step(0, *execute(session, calls))])
    assert lines[0] == "#1 open it → tap(Gone) → error(target_stale)"
    assert lines[2] == "#3 tidy up → back → skipped(run_ended)"


# --- the pinned block ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lang", "heading"), [("en", "## flow"), ("zh", "## 流程线")])
def test_the_pinned_block_is_the_body_and_then_the_flow_line(lang: str, heading: str) -> None:
    board = TaskDoc(goal_base="Open X", route=(RouteItem(id="r1", text="Open it"),))
    steps = [step(n, did(intent=f"i{n}")) for n in range(20)]
    block = pinned_block(board, steps, lang)
    head, flow = block.split(f"\n{heading}\n")
    assert head == "[TASK_DOC]\n" + board.render(lang)
    assert flow.split("\n") == list(flow_lines(steps, lang))
    assert len(flow.split("\n")) == 8


def test_the_flow_line_comes_on_top_of_the_bodys_4000_characters() -> None:
    board = TaskDoc(goal_base="g", facts=("f" * 120,) * 10, amendments=("a" * 500,) * 10)
    steps = [step(n, did(intent="i" * 60, note="n" * 80)) for n in range(8)]
    assert len(board.render()) <= 4000 < len(pinned_block(board, steps))


def test_before_the_first_step_there_is_no_flow_section() -> None:
    assert "## flow" not in pinned_block(TaskDoc(goal_base="g"), [])


def test_the_block_is_pinned_as_a_system_message_and_absent_when_there_is_nothing_to_pin() -> None:
    message = pinned_message(TaskDoc(goal_base="g"), [])
    assert message is not None
    assert (message.role, message.text) == ("system", pinned_block(TaskDoc(goal_base="g"), []))
    assert pinned_message(None, []) is None


def test_without_a_board_the_flow_line_stands_alone() -> None:
    assert pinned_block(None, [step(0, did("back"))]) == "## flow\n#1 - → back → ok"


def test_nudge_steps_is_a_reserved_setting_that_changes_nothing() -> None:
    assert resolve(environ={})[0].taskdoc_nudge_steps == 0
    nudged = resolve(environ={"PHONE_AGENT_TASKDOC_NUDGE_STEPS": "3"})[0]
    session = Session(device=FakeDevice(), settings=nudged)  # type: ignore[arg-type]
    plain = Session(device=FakeDevice(), settings=Settings())  # type: ignore[arg-type,call-arg,unused-ignore]
    call = [ToolCall(id="a", name="tap", arguments={"target_description": "Gone"})]
    for _ in range(5):
        assert execute(session, call)[0].text == execute(plain, call)[0].text
