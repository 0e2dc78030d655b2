import dataclasses

import pytest
from fake_phone import look, mark
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import MalformedReply, UsageError
from kit.head.format import FORMAT_VERSION, estimate, events, parse, remember, render, serialise
from kit.types import Foreground, Receipt, Reply, Step, ToolCall

SCREEN = look(
    [
        mark(1, "Wi-Fi", role="switch", states=("on",), epoch=7),
        mark(2, "Bluetooth", role="switch", states=("off",), epoch=7),
        mark(3, "Save", epoch=7),
        mark(4, "Name", role="field", actions=("tap", "type"), states=("focused",), value="Ada", epoch=7),
    ],
    epoch=7,
    package="com.android.settings",
)


def call(tool, /, **arguments):
    return ToolCall(id="c", name=tool, arguments=arguments)


def at(number):
    return f"ax_{number}@e7"


def test_label_first_then_number_then_role_and_state():
    lines = render(SCREEN, "Turn on Bluetooth").text.splitlines()
    assert lines == [
        "Goal: Turn on Bluetooth",
        "Did: nothing",
        "App: settings",
        "Wi-Fi #1 switch on",
        "Bluetooth #2 switch off",
        "Save #3",
        "Name #4 field focused = Ada",
        "Act:",
    ]


def test_page_and_keyboard_are_named():
    front = Foreground(package="com.simphone.notes", activity="com.simphone.notes.MainActivity")
    seen = dataclasses.replace(SCREEN, foreground=front, keyboard=31)
    assert "App: notes / Main, keyboard open" in render(seen, "x").text


def test_equal_labels_are_told_apart_by_a_coarse_cell():
    seen = look([mark(1, "Delete"), mark(2, "Delete"), mark(3, "Keep")])
    assert render(seen, "x").text.splitlines()[3:6] == ["Delete #1 2,0", "Delete #2 2,1", "Keep #3"]


def test_covered_marks_are_not_shown():
    seen = look([mark(1, "Allow", op="confirmed"), mark(2, "Behind", op="blocked")])
    shown = render(seen, "x")
    assert [m.number for m in shown.marks] == [1]
    assert "Behind" not in shown.text


def test_a_long_screen_keeps_what_the_goal_names_and_counts_the_rest():
    seen = look([mark(n, f"Contact number {n}") for n in range(1, 90)] + [mark(90, "Zebra crossing")])
    shown = render(seen, "Open zebra")
    assert len(shown.marks) <= 40
    assert shown.marks[-1].label == "Zebra crossing"
    assert f"({90 - len(shown.marks)} more)" in shown.text
    assert estimate(shown.text) <= 260
    assert [m.number for m in shown.marks] == sorted(m.number for m in shown.marks)


def test_texts_are_shown_for_values_and_counted_when_cut():
    seen = look(
        [mark(1, "OK")], texts=("Balance", "42.50", "Balance", *(f"line {n} of a long page" for n in range(40)))
    )
    line = next(x for x in render(seen, "x").text.splitlines() if x.startswith("Shows:"))
    assert line.startswith("Shows: Balance | 42.50 | line 0")
    assert line.endswith("more)")


@given(st.lists(st.text(max_size=40), max_size=60), st.text(max_size=200), st.lists(st.text(max_size=60), max_size=30))
def test_one_line_for_each_mark_whatever_the_labels_hold(labels, goal, texts):
    seen = look([mark(n, label) for n, label in enumerate(labels, start=1)], texts=texts)
    shown = render(seen, goal)
    lines = shown.text.split("\n")
    body = lines[4 if any(t.strip() for t in texts) else 3 : -1]
    assert sum(f" #{m.number}" in x for m, x in zip(shown.marks, body, strict=False)) == len(shown.marks)
    assert lines[-1] == "Act:"
    assert len(body) - len(shown.marks) == (len(shown.marks) < len(labels))


@pytest.mark.parametrize(
    ("full", "compact"),
    [
        (call("tap", target_mark_id=at(2)), " tap 2"),
        (call("long_press", target_mark_id=at(3)), " hold 3"),
        (call("type_text", text="hello", target_mark_id=at(4)), " type 4\nhello"),
        (call("type_text", text="hello", target_mark_id=at(4), submit=True), " submit 4\nhello"),
        (call("scroll", direction="down"), " scroll down"),
        (call("scroll", direction="up", target_mark_id=at(1)), " scroll up 1"),
        (call("launch_app", name="clock"), " launch clock"),
        (call("back"), " back"),
        (call("home"), " home"),
        (call("wait", seconds=2.0), " wait"),
        (call("finish", answer="42", status="completed"), " finish ok\n42"),
        (call("finish", answer="no such app", status="impossible"), " finish impossible\nno such app"),
    ],
)
def test_compact_calls_both_ways(full, compact):
    assert serialise(full, SCREEN) == compact
    assert parse(compact, SCREEN, id="c") == full


def test_descriptions_and_the_focused_field_become_numbers():
    assert serialise(call("tap", target_description="Save"), SCREEN) == " tap 3"
    assert serialise(call("type_text", text="x"), SCREEN) == " type 4\nx"


def test_a_description_may_be_a_part_of_one_label_only():
    seen = look([mark(1, "Display, Dark theme"), mark(2, "Display"), mark(3, "Sound, Volume"), mark(4, "Sound check")])
    assert serialise(call("tap", target_description="Display"), seen) == " tap 2"
    assert serialise(call("tap", target_description="dark"), seen) == " tap 1"
    with pytest.raises(UsageError):
        serialise(call("tap", target_description="Sound"), seen)


def test_the_mark_a_receipt_names_wins_if_it_is_of_this_observation():
    aimed = call("tap", target_description="the third one")
    assert serialise(aimed, SCREEN, SCREEN.marks[2]) == " tap 3"
    with pytest.raises(UsageError):
        serialise(aimed, SCREEN, dataclasses.replace(SCREEN.marks[2], epoch=6))


@given(st.text(max_size=80), st.sampled_from(["completed", "impossible"]), st.booleans())
def test_free_text_survives_unaltered(text, status, submit):
    typed = call("type_text", text=text, target_mark_id=at(4), **({"submit": True} if submit else {}))
    assert parse(serialise(typed, SCREEN), SCREEN, id="c") == typed
    assert serialise(typed, SCREEN).count("\n") == 1
    ended = call("finish", answer=text, status=status)
    assert parse(serialise(ended, SCREEN), SCREEN, id="c") == ended


@pytest.mark.parametrize(
    "text",
    [
        " tap 9",
        " tap",
        " tap two",
        " tap ²",
        " scroll sideways",
        " type 4",
        " launch",
        " fly 2",
        "",
        " finish",
        " back 1",
    ],
)
def test_what_is_no_call_is_said_so(text):
    with pytest.raises(MalformedReply):
        parse(text, SCREEN)


@given(st.text(max_size=30))
def test_parse_never_fails_otherwise(text):
    try:
        found = parse(text, SCREEN)
    except MalformedReply:
        return
    assert found.name


@pytest.mark.parametrize(
    "full",
    [
        call("swipe", start=[1, 2], end=[3, 4]),
        call("tap", target_mark_id="ax_2@e6"),
        call("tap", target_mark_id="ax_99@e7"),
        call("type_text", text="x", target_mark_id=at(4), clear=False),
        call("take_over", reason="x"),
        call("tap", target_description="Nowhere"),
    ],
)
def test_calls_without_a_compact_form_are_refused(full):
    with pytest.raises(UsageError):
        serialise(full, SCREEN)


def test_history_says_what_was_done_and_what_came_of_it():
    other = dataclasses.replace(SCREEN, epoch=8, foreground=Foreground(package="com.android.deskclock"))
    again = dataclasses.replace(SCREEN, epoch=9)
    flipped = dataclasses.replace(SCREEN, marks=SCREEN.marks[1:])
    past = remember(
        [
            (call("launch_app", name="clock"), SCREEN, other),
            (call("tap", target_mark_id=at(2)), SCREEN, flipped),
            (call("tap", target_mark_id=at(3)), SCREEN, again),
            (call("type_text", text="Ada", target_mark_id=at(4)), SCREEN, None),
            (call("update_task_doc"), SCREEN, None),
        ]
    )
    assert past == (
        "launch clock -> opened",
        "tap Bluetooth -> changed",
        "tap Save -> same",
        "type Ada in Name -> failed",
    )
    assert "Did: tap Bluetooth -> changed; tap Save -> same" in render(SCREEN, "x", past[1:3]).text


def test_recorded_steps_give_the_same_history():
    after = dataclasses.replace(SCREEN, epoch=8, marks=SCREEN.marks[:2])
    done = Receipt(call=call("tap", target_mark_id=at(2)), status="ok", text="Tapped.", observation=after)
    step = Step(index=0, observation=SCREEN, reply=Reply(calls=(done.call,)), receipts=(done,))
    assert remember(events([step])) == ("tap Bluetooth -> changed",)


def test_format_version_is_stated():
    assert FORMAT_VERSION == "act/1"
