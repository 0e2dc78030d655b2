"""Harness specification, sections "上下文工程" and "上下文请求与缓存观测": one test a rule."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path

import pytest
from fake_turns import Says, did, run, seen, settings, turn, whole, words
from PIL import Image

from kit.context.assemble import PINNED_ID, assemble, pin, replace_pinned, system_prompt
from kit.context.budget import Limits, limits, reminder, spent
from kit.context.compact import Summariser
from kit.context.flow import pinned_block
from kit.context.fold import Fold
from kit.context.history import History, Prompt
from kit.context.request import attempt_usage, context_request
from kit.errors import KitError, MalformedReply, ModelRejected, ModelUnreachable
from kit.models.fallback import Attempt, Candidate, Fallback
from kit.models.prepare import CACHE_MARK, Preparation, estimate, marked, prepare, verdict
from kit.models.repair import UnusableReply
from kit.settings import resolve
from kit.tools.execute import VERBS
from kit.tools.taskdoc import RouteItem, TaskDoc
from kit.types import Message, Picture, Reply, Sampler, Step, Text, Tool, Usage

LONG = "words that take room " * 40
"""About 210 tokens."""

TOOLS = [v.tool("en") for v in VERBS]


def history(says: Says | None = None, *, window: int = 0, **values: object) -> History:
    """A history with a target of 4000 tokens, far below what `run(40, thought=LONG)` takes."""
    given = {"context_target": 4000, "context_window": 0} | values
    asked = Summariser(model=says, window=window) if says else None
    return History(goal="Open X", first=seen(1), settings=settings(**given), summariser=asked)


def outgrown(says: Says, count: int = 40, **more: object) -> tuple[History, Prompt, list[Step]]:
    steps = run(count, thought=LONG)
    made = history(says, **more)
    return made, made.prompt(steps), steps


# --- what a prompt is made of -------------------------------------------------------------------------------------------


def test_system_prompt_first_and_the_same_every_turn() -> None:
    one, two = (history().prompt(run(n)).messages for n in (1, 6))
    assert one[0] == two[0]
    assert one[0].text == system_prompt("en")
    assert one[0].role == "system"


def test_blocks_of_plugins_stand_at_the_end_of_the_system_prompt_and_are_counted() -> None:
    made = history()
    plain = made.prompt(run(1)).estimate.tokens
    made.blocks = ("Prefer the short way.",)
    prompt = made.prompt(run(1))
    assert prompt.messages[0].text == f"{system_prompt('en')}\nPrefer the short way."
    assert prompt.estimate.tokens > plain


def test_tool_schemas_are_part_of_what_is_counted() -> None:
    made = history()
    with_tools, without = made.prompt(run(1), TOOLS).estimate, made.prompt(run(1)).estimate
    assert with_tools.tokens > without.tokens + 1000
    assert "tools" in with_tools.covers
    assert "tools" not in without.covers


def test_the_board_is_pinned_once_under_a_fixed_id_and_replaced_by_the_newest() -> None:
    made = history()
    for count in (1, 2, 3):
        messages = made.prompt(run(count), pinned=f"[TASK_DOC]\nversion {count}").messages
        pinned = [m for m in messages if m.extras.get("id") == PINNED_ID]
        assert [(m.role, m.text) for m in pinned] == [("system", f"[TASK_DOC]\nversion {count}")]
    assert replace_pinned(messages, "new")[messages.index(pinned[0])] == pin("new")
    assert words(replace_pinned(messages, "new")).count("version") == 0


def test_the_board_stands_before_the_newest_turn_so_that_all_before_it_stays_the_same() -> None:
    one = assemble("g", seen(1), run(8), settings(), pinned="board 1")
    two = assemble("g", seen(1), run(9), settings(), pinned="board 2")
    place = [m.extras.get("id") for m in one].index(PINNED_ID)
    assert [m.role for m in one[place:]] == ["system", "assistant", "tool"]
    stable = next(n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b)
    assert stable == place - 1  # the look that leaves the window of two


def test_the_flow_line_comes_with_the_board() -> None:
    steps = run(3)
    board = pinned_block(TaskDoc(goal_base="g", route=(RouteItem(id="a", text="do"),)), steps)
    assert "## flow" in words(history().prompt(steps, pinned=board).messages)


def test_the_newest_screen_is_whole_and_old_pictures_roll_out() -> None:
    messages = history().prompt(run(6)).messages
    assert whole(messages) == [6, 7]


def test_no_board_no_pinned_message() -> None:
    assert not [m for m in history().prompt(run(3)).messages if m.extras.get("id") == PINNED_ID]


# --- target, window and run budget ---------------------------------------------------------------------------------------


def test_the_working_target_is_32k_and_folding_aims_at_seventy_percent_of_it() -> None:
    made = limits(settings())
    assert (made.target, made.low) == (32_000, 22_400)


def test_the_window_has_a_reminder_at_three_quarters_and_a_trigger_at_ninety_two_percent() -> None:
    made = Limits(target=32_000, window=100_000)
    assert (made.remind, made.trigger) == (75_000, 92_000)
    assert [verdict(n, 100_000) for n in (74_999, 75_000, 91_999, 92_000, 100_001)] == [
        "ok", "remind", "remind", "trigger", "over",
    ]  # fmt: skip
    assert reminder(74_999, made) == ""
    assert "75%" in reminder(75_000, made)


def test_the_model_is_reminded_in_the_pinned_message() -> None:
    steps = run(20, thought=LONG)
    size = history(context_target=32_000).prompt(steps).estimate.tokens
    full = history(context_target=32_000, context_window=size + 10)
    assert "[CONTEXT]" in words(full.prompt(steps, pinned="board").messages)
    roomy = history(context_target=32_000, context_window=size * 2)
    assert "[CONTEXT]" not in words(roomy.prompt(steps, pinned="board").messages)


def test_the_reply_has_to_fit_into_the_window_as_well() -> None:
    assert verdict(9_600, 10_000, reserve=512) == "over"
    assert verdict(9_488, 10_000, reserve=512) == "trigger"


def test_an_unknown_window_is_said_to_be_unknown() -> None:
    assert verdict(10**9, 0) == "unknown"
    assert history().prompt(run(1)).verdict == "unknown"


def test_the_run_budget_is_apart_and_counts_cached_tokens_and_summaries() -> None:
    usage = Usage(input_tokens=100, output_tokens=10, cache_read_tokens=90)
    steps = [replace(s, reply=replace(s.reply, usage=usage)) for s in run(3)]
    made = history(token_budget=400)
    assert made.spent(steps).tokens == 330
    assert not made.spent(steps).exhausted
    made.extra_usage.append(Usage(input_tokens=70))
    assert made.spent(steps).exhausted
    assert made.prompt(steps).compactions == ()


def test_a_provider_that_counts_cached_tokens_apart_is_not_undercounted() -> None:
    assert spent([Usage(input_tokens=5, output_tokens=1, cache_read_tokens=80, cache_write_tokens=20)]).tokens == 106


def test_without_a_budget_nothing_is_ever_exhausted_and_silence_is_told() -> None:
    made = spent([Usage(), Usage(input_tokens=0, output_tokens=0), Usage(input_tokens=10**9)])
    assert (made.exhausted, made.left, made.untold) == (False, None, 1)


def test_what_the_provider_says_corrects_the_estimate() -> None:
    made = history()
    made.protocol = "openai_chat"
    first = made.prompt(run(3))
    assert first.estimate.source == "heuristic"
    steps = run(4)
    said = Usage(input_tokens=first.estimate.tokens * 2)
    steps[-1] = replace(steps[-1], reply=replace(steps[-1].reply, usage=said))
    second = made.prompt(steps)
    assert second.estimate.source == "calibrated"
    assert made.calibration.ratio == pytest.approx(2.0)
    assert second.estimate.tokens == pytest.approx(2 * history().prompt(steps).estimate.tokens, rel=0.01)


# --- folding ---------------------------------------------------------------------------------------------------------------


def test_a_prompt_over_its_target_is_folded_below_the_low_water_mark() -> None:
    made, prompt, _ = outgrown(Says())
    assert prompt.estimate.tokens <= 2800
    assert [c.code for c in prompt.compactions] == [""]
    assert len(made.folds) == 1
    assert "[HISTORY] Turns 1 to" in words(prompt.messages)
    assert "They went on." in words(prompt.messages)


def test_under_the_target_nobody_is_asked() -> None:
    says = Says()
    assert history(says).prompt(run(5)).compactions == ()
    assert says.asked == []


def test_the_steps_are_never_altered() -> None:
    steps = run(40, thought=LONG)
    before = copy.deepcopy(steps)
    made = history(Says())
    made.prompt(steps)
    assert steps == before
    assert len(assemble("Open X", seen(1), steps, made.settings)) == 82


def test_turns_are_folded_whole_with_all_receipts_of_their_calls() -> None:
    steps = [
        turn(n, *(did(f"c{n}_{k}", observation=seen(3 * n + k + 2, picture=False)) for k in range(3)), thought=LONG)
        for n in range(30)
    ]
    messages = history(Says()).prompt(steps).messages
    calls = [c.id for m in messages for c in m.calls]
    answers = [m.call_id for m in messages if m.role == "tool"]
    assert calls == answers
    assert 0 < len(calls) < 90


def test_goal_board_newest_turns_and_newest_observation_are_protected() -> None:
    steps = run(40, thought=LONG)
    for n in range(30, 40):  # nothing was seen for ten turns
        steps[n] = turn(n, did(f"c{n}", status="error", text="error: no"), thought=LONG)
    made = history(Says())
    messages = made.prompt(steps, pinned="[TASK_DOC]\nboard").messages
    assert 31 in whole(messages)
    assert made.folds[0].last < 28
    assert "Goal: Open X" in messages[1].text
    assert "[TASK_DOC]\nboard" in words(messages)


def test_signed_turns_go_whole_and_those_that_stay_keep_their_signature() -> None:
    steps = [replace(s, reply=replace(s.reply, extras={"message": {"signature": "s"}})) for s in run(40, thought=LONG)]
    messages = history(Says()).prompt(steps).messages
    replies = [m for m in messages if m.role == "assistant"]
    assert 0 < len(replies) < 40
    assert all(m.extras == {"message": {"signature": "s"}} for m in replies)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (ModelUnreachable("down"), "summary_failed"),
        (ModelRejected("no"), "summary_failed"),
        (MalformedReply("nothing"), "summary_failed"),
        ("", "summary_failed"),
        (Reply(text="  "), "summary_failed"),
    ],
    ids=["unreachable", "rejected", "malformed", "empty", "blank"],
)
def test_a_summary_that_fails_leaves_the_pruned_prompt(answer: str | Exception | Reply, code: str) -> None:
    made, prompt, steps = outgrown(Says(answer))
    assert [c.code for c in prompt.compactions] == [code]
    assert made.folds == ()
    assert prompt.messages == assemble("Open X", seen(1), steps, made.settings)
    assert whole(prompt.messages) == [40, 41]


def test_a_summary_in_plain_words_is_taken() -> None:
    made, _, _ = outgrown(Says(UnusableReply("no call", reply=Reply(text="All done so far."))))
    assert made.folds[0].text == "All done so far."


def test_one_that_failed_is_not_asked_for_again_at_once() -> None:
    says = Says(ModelUnreachable("down"))
    made = history(says)
    for count in range(40, 50):
        made.prompt(run(count, thought=LONG))
    assert len(says.asked) == 3


def test_no_one_is_asked_when_nothing_would_be_saved() -> None:
    says = Says()
    made = history(says, context_target=1000)
    prompt = made.prompt(run(8, thought="short"), TOOLS)
    assert [c.code for c in prompt.compactions] == ["no_gain"]
    assert says.asked == []


def test_a_summary_that_saves_nothing_is_thrown_away() -> None:
    steps = run(6)
    steps[0] = replace(
        steps[0], reply=replace(steps[0].reply, text="x" * 3900)
    )  # one turn of a few more than 1000 tokens
    plain = history(compact_keep_turns=5).prompt(steps)
    window = int(plain.estimate.tokens / 0.95)
    made = history(Says("y" * 4000), context_target=100_000, context_window=window, compact_keep_turns=5)
    prompt = made.prompt(steps)
    assert [c.code for c in prompt.compactions] == ["no_net_reduction"]
    assert made.folds == ()
    assert made.extra_usage == [Usage(input_tokens=700, output_tokens=30)]


def test_the_request_for_the_summary_has_to_fit_into_its_own_window() -> None:
    says = Says()
    made, prompt, _ = outgrown(says, window=3000)
    assert [c.code for c in prompt.compactions] == [""]
    assert estimate(says.asked[0]).tokens <= 3000 * 0.92 - 1200
    assert made.folds[0].last < 20
    nobody = Says()
    tiny, refused, _ = outgrown(nobody, window=1300)
    assert [c.code for c in refused.compactions] == ["request_too_large"]
    assert nobody.asked == []
    assert tiny.folds == ()


def test_a_later_summary_takes_the_earlier_one_over() -> None:
    says = Says("first summary")
    made, _, _ = outgrown(says)
    says.answer = "second summary"
    prompt = made.prompt(run(70, thought=LONG))
    assert [f.text for f in made.folds] == ["second summary"]
    assert "first summary" in words(says.asked[1])
    assert "first summary" not in words(prompt.messages)
    assert made.folds[0].first == 0


def test_protected_content_over_the_low_water_mark_is_labelled_and_nothing_is_dropped_for_the_target() -> None:
    steps = run(12, thought=LONG * 3)
    made = history(Says(), compact_keep_turns=11)
    prompt = made.prompt(steps)
    assert prompt.labels == ("soft_target_unattainable",)
    assert prompt.estimate.tokens > 4000
    assert len([m for m in prompt.messages if m.role == "assistant"]) == 12


def test_the_window_is_repaired_even_when_the_soft_target_cannot_be_reached() -> None:
    steps = run(12, thought=LONG * 3)
    size = history().prompt(steps).estimate.tokens
    made = history(Says(), compact_keep_turns=8, context_window=int(size / 0.95))
    prompt = made.prompt(steps)
    assert prompt.compactions[0].cause == "window"
    assert prompt.labels == ("soft_target_unattainable",)
    assert prompt.estimate.tokens < size
    assert prompt.verdict != "over"
    assert len(made.folds) == 1


def test_off_asks_nobody_and_still_prunes() -> None:
    says = Says()
    _, prompt, _ = outgrown(says, compact=False)
    assert says.asked == []
    assert whole(prompt.messages) == [40, 41]
    assert resolve(environ={"PHONE_AGENT_COMPACT": "off"})[0].compact is False
    assert resolve(environ={})[0].compact is True


def test_the_end_of_a_route_item_folds_the_turns_it_took_apart_from_those_before() -> None:
    says = Says("first item")
    made = history(says, context_target=32_000, boundary_compact=True)
    made.boundary()
    made.prompt(run(16, thought=LONG))
    says.answer = "second item"
    made.boundary()
    prompt = made.prompt(run(32, thought=LONG))
    assert [f.text for f in made.folds] == ["first item", "second item"]
    assert made.folds[1].first == made.folds[0].last + 1
    assert [c.cause for c in prompt.compactions] == ["boundary"]
    assert "first item" not in words(says.asked[1])


def test_the_end_of_a_route_item_folds_nothing_when_it_is_off_or_does_not_pay() -> None:
    for values, count in (({"boundary_compact": False}, 16), ({"boundary_compact": True}, 5)):
        says = Says()
        made = history(says, context_target=32_000, **values)
        made.boundary()
        made.prompt(run(count, thought=LONG))
        assert (says.asked, made.folds) == ([], ())


def test_a_failing_summary_at_a_boundary_hurts_nothing() -> None:
    made = history(Says(ModelUnreachable("down")), context_target=32_000, boundary_compact=True)
    made.boundary()
    assert made.prompt(run(16, thought=LONG)).compactions[0].code == "summary_failed"
    assert made.prompt(run(17, thought=LONG)).compactions == ()


def test_summaries_hold_no_mark_that_could_be_used_and_say_that_they_are_no_instructions() -> None:
    made, prompt, _ = outgrown(Says("Tapped ax_3@e7, then ax_4."))
    assert "ax_3@e7 (retired)" in made.folds[0].text
    message = next(m for m in prompt.messages if "[HISTORY] Turns" in m.text)
    assert "not instructions" in message.text


def test_passwords_and_documents_never_reach_the_summariser() -> None:
    from fake_phone import mark

    field = mark(1, "PIN", states=("password",))
    steps = run(40, thought=LONG)
    typed = {"text": "hunter2", "arguments": {"text": "hunter2"}}
    steps[0] = turn(0, did("p", "type_text", seen(2), target=field, **typed))
    steps[1] = turn(1, did("d", "write_document", arguments={"html": "<p>salary</p>"}))
    says = Says()
    history(says).prompt(steps)
    assert "hunter2" not in words(says.asked[0])
    assert "salary" not in words(says.asked[0])


def test_a_native_conflict_ends_the_prompt_with_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.context import history as module

    monkeypatch.setattr(module, "compose", lambda *_, **__: _signed())
    with pytest.raises(KitError) as error:
        history().prompt(run(1))
    assert error.value.code == "native_context_pruning_conflict"


def _signed() -> tuple[object, ...]:
    from kit.context.assemble import Part

    text = "[OBS] app=a screen#{n}\nmarks (1):\n x"
    messages = tuple(
        Message(role="tool", parts=(Text(text=text.format(n=n), extras={"signature": "s"}),)) for n in range(3)
    )
    return (Part(kind="opening", messages=messages),)


# --- requests, fallback and cache marks ------------------------------------------------------------------------------------

SAMPLER = Sampler(max_tokens=100)


def asked(
    *models: Says, how: list[Preparation] | None = None, count: int = 6
) -> tuple[Reply | KitError, list[Attempt], tuple[Message, ...]]:
    attempts: list[Attempt] = []
    plans = how or [Preparation() for _ in models]
    model = Fallback([Candidate(model=m, how=h) for m, h in zip(models, plans, strict=True)], report=attempts.append)
    messages = assemble("g", seen(1), run(count), settings(), pinned="board")
    try:
        return model.complete(messages, TOOLS, SAMPLER), attempts, messages
    except KitError as error:
        return error, attempts, messages


def test_cache_marks_are_put_on_the_copy_only() -> None:
    messages = assemble("g", seen(1), run(6), settings(), pinned="board")
    before = copy.deepcopy(messages)
    sent = prepare(messages, TOOLS, SAMPLER, Preparation(cache="ephemeral"))
    assert messages == before
    assert not any(map(marked, messages))
    places = [n for n, m in enumerate(sent.messages) if marked(m)]
    assert places[0] == 0
    first_rolling = next(n for n, m in enumerate(messages) if "\nmarks (" in m.text or m.extras.get("id") == PINNED_ID)
    assert len(places) == 2
    assert places[1] < first_rolling


def test_off_marks_nothing_and_takes_no_marks_over() -> None:
    marks = prepare(assemble("g", seen(1), run(6), settings()), TOOLS, SAMPLER, Preparation(cache="ephemeral"))
    again = prepare(marks.messages, TOOLS, SAMPLER, Preparation())
    assert not any(map(marked, again.messages))


def test_a_fallback_model_inherits_no_cache_marks() -> None:
    one, two = Says(ModelUnreachable("down")), Says()
    reply, attempts, messages = asked(one, two, how=[Preparation(cache="ephemeral"), Preparation()])
    assert isinstance(reply, Reply)
    assert any(map(marked, one.asked[0]))
    assert not any(map(marked, two.asked[0]))
    assert not any(map(marked, messages))
    assert [a.request.cache for a in attempts] == ["ephemeral", "off"]


def test_each_attempt_checks_its_own_window_and_none_gets_a_shortened_history() -> None:
    one, two, three = Says(ModelUnreachable("down")), Says(), Says()
    how = [Preparation(window=100_000), Preparation(window=1500), Preparation(window=200_000)]
    reply, attempts, messages = asked(one, two, three, how=how)
    assert isinstance(reply, Reply)
    assert two.asked == []
    assert list(three.asked[0]) == list(messages)
    assert [(a.number, a.code, a.request.verdict) for a in attempts] == [
        (1, "model_unreachable", "ok"),
        (2, "context_capacity_exceeded", "over"),
        (3, "", "ok"),
    ]


def test_a_prompt_that_fits_nowhere_is_an_error_and_nobody_is_asked() -> None:
    one, two = Says(), Says()
    error, attempts, _ = asked(one, two, how=[Preparation(window=500), Preparation(window=600)])
    assert isinstance(error, ModelRejected)
    assert error.code == "context_capacity_exceeded"
    assert (one.asked, two.asked) == ([], [])
    assert len(attempts) == 2


def test_an_unusable_reply_is_a_reply_and_no_one_else_is_asked() -> None:
    one, two = Says(UnusableReply("no call", reply=Reply(text="hm", usage=Usage(input_tokens=9)))), Says()
    error, attempts, _ = asked(one, two)
    assert isinstance(error, UnusableReply)
    assert two.asked == []
    assert attempts[0].usage == Usage(input_tokens=9)


def test_the_last_error_is_told_when_nobody_answers() -> None:
    error, attempts, _ = asked(Says(ModelUnreachable("a")), Says(ModelRejected("b")))
    assert isinstance(error, ModelRejected)
    assert [a.code for a in attempts] == ["model_unreachable", "model_rejected"]


def test_summariser_verifier_and_others_use_the_same_preparation() -> None:
    says = Says()
    wrapped = Fallback([Candidate(model=says, how=Preparation(cache="ephemeral"))])
    made = History(
        goal="g", first=seen(1), settings=settings(context_target=4000, context_window=0),
        summariser=Summariser(model=wrapped),
    )  # fmt: skip
    made.prompt(run(40, thought=LONG))
    assert any(map(marked, says.asked[0]))
    assert len(made.folds) == 1


def test_the_figures_of_a_request_are_numbers_and_short_labels() -> None:
    from kit.trace.redact import figures

    made = history()
    fields = made.figures(made.prompt(run(3), TOOLS, pinned="board"))
    assert figures(fields) == fields
    assert "Open X" not in json.dumps(fields)
    assert {
        "role": "agent", "attempt": 1, "attempt_scope": "handler_invoke", "protocol": "in_process", "cache_mode": "off",
        "messages": 9, "estimate_source": "heuristic", "capacity": "unknown", "target": 4000,
        "fingerprint_basis": "ordered_client_messages",
    }.items() <= fields.items()  # fmt: skip
    assert fields["estimate_covers"] == ["system", "messages", "calls", "tools"]


def test_the_difference_is_of_ordered_messages() -> None:
    made = history()
    first = made.figures(made.prompt(run(8), pinned="b1"))
    second = made.figures(made.prompt(run(9), pinned="b2"))
    assert first["diff"] == {"before": 0, "prefix": 0, "suffix": 0, "removed": 0, "added": first["messages"]}
    assert second["diff"]["before"] == first["messages"] == 19
    assert second["diff"]["prefix"] == 15  # up to the look that has left the window
    assert second["diff"]["prefix"] + second["diff"]["suffix"] + second["diff"]["added"] == second["messages"]


def test_a_cache_mark_that_moves_is_no_change_of_the_prompt() -> None:
    messages = assemble("g", seen(1), run(6), settings())
    sent = prepare(messages, (), SAMPLER, Preparation(cache="ephemeral")).messages
    one, two = (context_request(m, estimate(m))["fingerprint"] for m in (messages, sent))
    assert one == two


def test_each_attempt_has_its_own_figures_and_usage_with_null_apart_from_zero() -> None:
    made = history()
    zero = Reply(usage=Usage(input_tokens=50, output_tokens=0))
    _, attempts, _ = asked(Says(ModelUnreachable("down"), name="a"), Says(zero, name="b"))
    figures = [made.attempt_figures(a) for a in attempts]
    assert [(f["attempt"], f["labels"]) for f in figures] == [(1, ["model_unreachable"]), (2, [])]
    failed, done = (attempt_usage(a) for a in attempts)
    assert failed == {
        "role": "agent", "attempt": 1, "attempt_scope": "handler_invoke", "model": "a", "error": "model_unreachable",
    }  # fmt: skip
    assert (done["input_tokens"], done["output_tokens"], done["cache_read_tokens"]) == (50, 0, None)


def test_the_recorder_takes_the_figures_as_they_are(tmp_path: Path) -> None:
    from kit.trace.write import Recorder

    made = history()
    prompt = made.prompt(run(3), TOOLS)
    with Recorder(tmp_path, None, keep_steps=True, durable=False) as recorder:
        recorder.start("e", {"goal": "g"})
        recorder.event("context_request", made.figures(prompt))
    written = "\n".join(p.read_text() for p in tmp_path.rglob("*.jsonl"))
    assert '"fingerprint_basis"' in written
    assert "ordered_client_messages" in written
    assert "Open X" not in written


def test_a_model_that_wants_one_system_message_gets_all_of_them_in_one() -> None:
    messages = assemble("g", seen(1), run(3), settings(), pinned="board")
    first = prepare(messages, (), SAMPLER, Preparation(system="first")).messages
    assert [m.role for m in first].count("system") == 1
    assert first[0].text == f"{system_prompt('en')}\nboard"
    user = prepare(messages, (), SAMPLER, Preparation(system="user")).messages
    assert [m.role for m in user].count("system") == 1
    assert "board" in words([m for m in user if m.role == "user"])
    assert len(user) == len(messages)


def test_pictures_count_by_their_size_and_only_where_they_are_sent() -> None:
    picture = Message(role="user", parts=(Picture(image=Image.new("RGB", (750, 1000))),))
    assert estimate([picture]).tokens == 1004
    assert estimate([picture], pictures=False).tokens == 4


def test_folds_are_a_view_and_count_the_turns_they_stand_for() -> None:
    messages = assemble("g", seen(1), run(9), settings(), folds=[Fold(first=0, last=4, text="x")])
    assert sum(m.role == "assistant" for m in messages) + sum(m.extras.get("folded_turns", 0) for m in messages) == 9


def test_tools_are_never_changed_by_preparing() -> None:
    tools: list[Tool] = copy.deepcopy(TOOLS)
    prepare([], tools, SAMPLER, Preparation(cache="ephemeral"))
    assert tools == TOOLS
    assert CACHE_MARK not in json.dumps([dict(t.parameters) for t in tools])
