"""Harness specification, section "窗口化 marks": one test a rule."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import quoteattr

import pytest
from fake_session import do
from sim_doors import DUMP, opened

from kit.context.prune import prune
from kit.device.transport import ShellResult
from kit.screen import marks, tree
from kit.screen.describe import describe
from kit.screen.observe import observe
from kit.settings import Settings, resolve
from kit.tools.session import open_session
from kit.types import Foreground, Message, Observation, Screen, Text

SCREEN = Screen(width=1000, height=1000)
BUTTON, ICON, TEXT = "android.widget.Button", "android.widget.ImageButton", "android.widget.TextView"
KEYS = ("搜索", "完成", "发送", "确定", "前往", "下一步", "GO", "Search", "Done", "Enter", "Next")
"""The action keys the specification names."""


def node(cls: str, box: tuple[int, int, int, int], *children: str, pkg: str = "a.b", **given: object) -> str:
    values: dict[str, object] = {"class": cls, "package": pkg, "text": "", "enabled": True} | {
        k.replace("_", "-"): v for k, v in given.items()
    }
    words = {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in values.items()}
    place = f"[{box[0]},{box[1]}][{box[2]},{box[3]}]"
    inside = " ".join(f"{k}={quoteattr(v)}" for k, v in words.items())
    return f'<node {inside} bounds="{place}">{"".join(children)}</node>'


def button(label: str, box: tuple[int, int, int, int] = (100, 100, 300, 200), **given: object) -> str:
    return node(BUTTON, box, text=label, clickable=True, **given)


def window(
    *nodes: str, kind: str = "TYPE_APPLICATION", layer: int | None = 0, box: tuple[int, int, int, int] = (0, 0, 1000, 1000),
    active: bool = False, pkg: str = "a.b",
) -> str:  # fmt: skip
    on = str(active).lower()
    root = node("android.widget.FrameLayout", box, *nodes, pkg=pkg)
    level = "" if layer is None else f'layer="{layer}" '
    place = f"[{box[0]},{box[1]}][{box[2]},{box[3]}]"
    return (
        f'<window index="0" title="" bounds="{place}" active="{on}" focused="{on}" id="1" {level}type="{kind}">'
        f'<hierarchy rotation="0">{root}</hierarchy></window>'
    )


def seen(*windows: str, roots: Sequence[str] = (), epoch: int = 12, limit: int | None = None) -> Observation:
    """The observation of a windowed dump, or of a legacy dump with these roots."""
    inside = f'<displays><display id="0">{"".join(windows)}</display></displays>'
    if roots:
        inside = f'<hierarchy rotation="0">{"".join(roots)}</hierarchy>'
    found = tree.parse(f"<?xml version='1.0' encoding='UTF-8'?>{inside}")
    made = marks.make(found, SCREEN, epoch, limit=limit)
    return Observation(
        epoch=epoch, screen_seq=7, screen=SCREEN, foreground=Foreground(package="a.b"), windows=found, marks=made.marks,
        texts=made.texts, keyboard=made.keyboard, grouped=made.grouped, covered_by=made.covered_by,
    )  # fmt: skip


def ops(observation: Observation) -> dict[str, str]:
    return {m.label: m.op for m in observation.marks}


DIALOG = window(
    button("仅本次允许", (400, 500, 600, 544), pkg="com.android.permissioncontroller"),
    kind="TYPE_SYSTEM", layer=42, box=(100, 300, 900, 700), active=True, pkg="com.android.permissioncontroller",
)  # fmt: skip
APP = window(
    node(
        "androidx.appcompat.widget.Toolbar", (0, 0, 1000, 80),
        node(ICON, (36, 10, 80, 60), content_desc="返回", clickable=True, pkg="com.tencent.mm"), pkg="com.tencent.mm",
    ),
    layer=10, pkg="com.tencent.mm",
)  # fmt: skip


def test_the_form_is_the_documents_own() -> None:
    """窗口化 marks: the example, line by line."""
    assert describe(seen(DIALOG, APP)).splitlines()[2:] == [
        "W1 TYPE_SYSTEM com.android.permissioncontroller layer=42 active focus",
        "  ax_1@e12 | Button | 仅本次允许 | (500,522) | op=confirmed | path=dialog",
        "W2 TYPE_APPLICATION com.tencent.mm layer=10 covered_by=W1",
        "  ax_2@e12 | ImageButton | 返回 | (58,35) | op=blocked | path=toolbar",
    ]


# --- four degrees of operability -------------------------------------------------------------------------------------------


def test_confirmed_is_a_real_window_that_is_not_covered() -> None:
    """窗口化 marks, 可操作性四档: confirmed."""
    assert ops(seen(window(button("A"), active=True))) == {"A": "confirmed"}


def test_likely_is_what_there_is_no_evidence_about() -> None:
    """窗口化 marks, 可操作性四档: likely is the default."""
    roots = [
        node("android.widget.FrameLayout", (0, y, 1000, y + 400), button(n, (10, y + 10, 90, y + 90)))
        for n, y in (("A", 0), ("B", 500))
    ]
    assert ops(seen(roots=roots)) == {"A": "likely", "B": "likely"}


def test_blocked_needs_a_real_layer_and_a_higher_dialog_over_it() -> None:
    """窗口化 marks, 可操作性四档: blocked."""
    assert ops(seen(DIALOG, APP))["返回"] == "blocked"
    assert (
        ops(seen(window(button("仅本次允许"), layer=3, active=True), window(button("B"), layer=10)))["B"] == "confirmed"
    )


def test_a_typed_window_without_a_layer_is_never_blocked() -> None:
    """窗口化 marks, 可操作性四档: blocked only on evidence of a real layer."""
    over = window(
        button("Over", (400, 400, 600, 600)), layer=None, kind="TYPE_SYSTEM", box=(100, 100, 900, 900), active=True
    )
    under = window(button("Under", (450, 450, 550, 550)), layer=None)
    assert ops(seen(over, under)) == {"Over": "confirmed", "Under": "unknown"}


def test_unknown_is_a_weak_window_under_a_higher_inferred_one_and_only_a_hint() -> None:
    """窗口化 marks, 可操作性四档: unknown, with maybe_covered_by."""
    app = node("android.widget.FrameLayout", (0, 0, 1000, 1000), button("Back", (10, 10, 90, 90)), pkg="a")
    popup = node("android.widget.FrameLayout", (200, 300, 800, 700), button("Yes", (400, 500, 600, 600)), pkg="b")
    observation = seen(roots=[app, popup])
    assert ops(observation) == {"Back": "unknown", "Yes": "likely"}
    assert "W1 a maybe_covered_by=W2" in describe(observation).splitlines()


def test_weak_windows_are_never_confirmed_or_blocked() -> None:
    """窗口化 marks, 三档: without layer or type only likely and unknown can be reached."""
    roots = [
        node("android.widget.FrameLayout", (0, 0, 1000 - n, 1000 - n), button(f"B{n}", (n, n, n + 90, n + 90)))
        for n in (0, 100, 300, 500)
    ]
    assert set(ops(seen(roots=roots)).values()) <= {"likely", "unknown"}


def test_blocked_is_shown_and_stops_nothing() -> None:
    """窗口化 marks: blocked is displayed, not enforced; op and window are no part of resolving an id."""
    from kit.tools.matching import by_description, by_id

    observation = seen(DIALOG, APP)
    blocked = observation.marks[1]
    assert blocked.op == "blocked"
    assert by_id(observation, blocked.id) is blocked
    assert by_description(observation, "返回") is blocked


# --- grouping ---------------------------------------------------------------------------------------------------------------


def test_op_appears_in_the_windowed_form_only() -> None:
    """窗口化 marks: a single root is rendered flat, without op."""
    flat = seen(roots=[node("android.widget.FrameLayout", (0, 0, 1000, 1000), button("A"))])
    assert not flat.grouped
    assert "op=" not in describe(flat)
    assert "W1" not in describe(flat)
    assert "op=confirmed" in describe(seen(window(button("A"), active=True)))


def test_several_windows_or_one_real_one_are_grouped() -> None:
    """窗口化 marks, 分组条件: several different windows, or real evidence."""
    root = node("android.widget.FrameLayout", (0, 0, 1000, 1000), button("A"))
    assert not seen(roots=[root]).grouped
    assert seen(roots=[root, root]).grouped
    assert seen(window(button("A"))).grouped
    assert seen(window(button("A"), layer=None)).grouped


def test_a_legacy_dump_with_several_roots_is_grouped_by_weak_windows_with_op() -> None:
    """窗口化 marks: each top-level node of a legacy dump counts as one weak window."""
    roots = [
        node("android.widget.FrameLayout", (0, y, 1000, y + 400), button(n, (10, y + 10, 90, y + 90)), pkg=n)
        for n, y in (("a", 0), ("b", 500))
    ]
    lines = describe(seen(roots=roots)).splitlines()
    assert [line for line in lines if line.startswith("W")] == ["W1 a", "W2 b"]
    assert sum("op=likely" in line for line in lines) == 2


def test_places_are_shared_out_by_window_and_the_top_dialog_has_a_floor() -> None:
    """窗口化 marks: quotas by window, the top dialog keeps its own."""
    dialog = window(*(button(f"D{n}", (300, 310 + 30 * n, 600, 335 + 30 * n)) for n in range(6)), kind="TYPE_SYSTEM",
                    layer=9, box=(100, 300, 900, 700), active=True)  # fmt: skip
    app = window(*(button(f"A{n}", (0, n * 10, 200, n * 10 + 8)) for n in range(90)), layer=1)
    other = window(button("Alone", (0, 950, 200, 990)), layer=0, box=(0, 940, 1000, 1000))
    kept = [m.label for m in seen(dialog, app, other, limit=12).marks]
    assert len(kept) == 12
    assert {f"D{n}" for n in range(6)} <= set(kept)
    assert "Alone" in kept
    assert sum(label.startswith("A") and label != "Alone" for label in kept) == 5


# --- soft keyboards ---------------------------------------------------------------------------------------------------------


def keyboard(*keys: str) -> str:
    return window(*keys, kind="TYPE_INPUT_METHOD", layer=5, box=(0, 600, 1000, 1000), pkg="com.some.inputmethod")


LETTERS = [button(c, (n * 90, 620, n * 90 + 80, 700), pkg="com.some.inputmethod") for n, c in enumerate("qwertzuiop")]


@pytest.mark.parametrize("word", KEYS)
def test_only_action_keys_of_a_soft_keyboard_become_marks(word: str) -> None:
    """窗口化 marks, 软键盘窗口: each word of the document's list."""
    key = node("android.widget.FrameLayout", (900, 900, 990, 990), content_desc=word, clickable=True)
    observation = seen(keyboard(*LETTERS, key), window(button("Field"), active=True))
    assert [m.label for m in observation.marks] == [word, "Field"]
    assert observation.keyboard == 10


def test_a_key_with_a_real_ime_action_becomes_a_mark_whatever_it_reads() -> None:
    """窗口化 marks, 软键盘窗口: or one that carries a real IME action."""
    key = node("android.widget.FrameLayout", (900, 900, 990, 990), content_desc="Rechercher", clickable=True,
               resource_id="com.some.inputmethod:id/key_pos_ime_action")  # fmt: skip
    observation = seen(keyboard(*LETTERS, key), window(button("Field"), active=True))
    assert [m.label for m in observation.marks] == ["Rechercher", "Field"]


def test_the_other_keys_are_counted_in_a_line_above_the_summary_without_ids() -> None:
    """窗口化 marks, 软键盘窗口: keyboard: open (N keys collapsed), no addressable id, no made-up marks."""
    observation = seen(keyboard(*LETTERS), window(button("Field"), active=True))
    lines = describe(observation).splitlines()
    assert lines[1:3] == ["keyboard: open (10 keys collapsed)", "marks (1):"]
    assert "ax_" not in lines[1]
    assert [m.label for m in observation.marks] == ["Field"]


def test_keys_take_no_places() -> None:
    """窗口化 marks, 软键盘窗口: they use up no quota."""
    app = window(*(button(f"A{n}", (0, n * 20, 200, n * 20 + 18)) for n in range(20)), active=True)
    assert [m.label for m in seen(keyboard(*LETTERS), app, limit=20).marks] == [f"A{n}" for n in range(20)]


def test_the_keyboard_of_the_phone_itself_is_collapsed() -> None:
    """窗口化 marks, 软键盘窗口: on a real screen of the phone made of Python."""
    with opened("sim", 3) as door:
        session = open_session(door.device, settings=Settings(locate="off"))  # type: ignore[call-arg]
        do(session, "launch_app", name="Settings")
        do(session, "tap", target_description="Search settings")
        seen_now = session.observation
        assert seen_now is not None
        if seen_now.keyboard is None:
            field = next(m for m in seen_now.marks if "type" in m.actions)
            do(session, "tap", target_mark_id=field.id)
            seen_now = session.observation
        assert seen_now is not None
        assert seen_now.keyboard is not None
        assert seen_now.keyboard > 20
        assert f"keyboard: open ({seen_now.keyboard} keys collapsed)" in describe(seen_now)
        keys = {m.label for m in seen_now.marks if m.path == "keyboard"}
        assert len(keys) <= 1


# --- labels ---------------------------------------------------------------------------------------------------------------


def test_text_names_a_node_and_the_description_only_one_without_text() -> None:
    """窗口化 marks: text first; content-desc is a label only where there is no text."""
    both = seen(window(button("Save", content_desc="save the changes"), active=True))
    alone = seen(window(button("", content_desc="save the changes"), active=True))
    assert [o.marks[0].full_label for o in (both, alone)] == ["Save", "save the changes"]


def test_a_description_that_looks_like_a_resource_id_takes_no_room_of_the_32_characters() -> None:
    """窗口化 marks: labels are shown to 32 characters; a long identifier does not crowd them out."""
    long = "com.some.app:id/a_very_long_technical_name_of_some_view_container_1"
    parts = [node(TEXT, (10, 110, 290, 150), text="Storage"), node(TEXT, (10, 150, 290, 190), content_desc=long)]
    (mark,) = seen(
        window(node("android.widget.LinearLayout", (0, 100, 300, 200), *parts, clickable=True), active=True)
    ).marks
    assert mark.label == "Storage"
    (cut,) = seen(window(button("x" * 40), active=True)).marks
    assert len(cut.label) == 32


# --- addressing and failures stay as they are --------------------------------------------------------------------------------


def test_addressing_only_knows_ids_of_the_current_batch() -> None:
    """窗口化 marks: 寻址语义不变."""
    assert [m.id for m in seen(DIALOG, APP).marks] == ["ax_1@e12", "ax_2@e12"]


def test_a_dump_that_fails_twice_is_labelled_in_the_text() -> None:
    """窗口化 marks: one retry, then the failure stands in the observation's text."""
    with opened("sim", 3) as door:
        door.phone.faults.set("null_root", 1.0)
        observation = observe(door.device, Settings())  # type: ignore[call-arg]
        assert door.transport.log.count(DUMP) == 2
        assert "marks (0) [accessibility:dump_null_root]" in describe(observation)


# --- PHONE_AGENT_MARKS_WINDOWED -----------------------------------------------------------------------------------------------


def unsupported() -> ShellResult:
    return ShellResult(b"", b"Unknown option: --windows\n", 255)


def test_auto_is_the_default_and_the_three_values_are_how_it_is_set() -> None:
    """窗口化 marks: PHONE_AGENT_MARKS_WINDOWED = auto, on, off."""
    assert resolve(environ={})[0].marks_windowed == "auto"
    for value in ("auto", "on", "off"):
        assert resolve(environ={"PHONE_AGENT_MARKS_WINDOWED": value})[0].marks_windowed == value


def test_auto_tries_windows_first_and_falls_back_to_one_root() -> None:
    """窗口化 marks, auto: where the device cannot dump by window."""
    with opened("sim", 3) as door:
        assert observe(door.device, Settings()).grouped  # type: ignore[call-arg]
        assert "--windows" in next(c for c in door.transport.commands if DUMP in c)
    with opened("sim", 3) as door:
        door.at("--windows", unsupported, nth=0)
        observation = observe(door.device, Settings())  # type: ignore[call-arg]
        assert observation.marks
        assert (observation.grouped, observation.marks_code) == (False, "")


def test_on_forces_windows_and_fails_visibly() -> None:
    """窗口化 marks, on: an unsupported dump is a visible failure."""
    with opened("sim", 3) as door:
        door.at("--windows", unsupported, nth=0)
        observation = observe(door.device, Settings(marks_windowed="on"))  # type: ignore[call-arg]
        assert (observation.marks, observation.marks_code) == ((), "dump_unsupported")
        assert "[accessibility:dump_unsupported]" in describe(observation)


def test_off_only_ever_dumps_one_root() -> None:
    """窗口化 marks, off: the legacy dump."""
    with opened("sim", 3) as door:
        observation = observe(door.device, Settings(marks_windowed="off"))  # type: ignore[call-arg]
        assert observation.marks
        assert not any("--windows" in c for c in door.transport.commands)


@pytest.mark.parametrize("mode", ["auto", "on", "off"])
def test_the_three_values_change_neither_addressing_nor_execution(mode: str) -> None:
    """窗口化 marks: grouping, labels and rendering only; ids, actions, the gate and folding stay the same."""
    with opened("sim", 3) as door:
        session = open_session(door.device, settings=Settings(marks_windowed=mode, locate="off"))  # type: ignore[call-arg]
        do(session, "launch_app", name="Settings")
        assert session.observation is not None
        first = session.observation
        receipt = do(session, "tap", target_description="Display")
        assert receipt.status == "ok"
        assert receipt.target is not None
        assert receipt.target.epoch == first.epoch
        assert do(session, "tap", target_mark_id=first.marks[0].id).code == "target_stale"
        texts = [Message(role="tool", parts=(Text(text=describe(first)),)) for _ in range(3)]
        folded = f"[OBS] app={first.foreground.package} screen#{first.screen_seq} [marks folded:{len(first.marks)}]"
        assert [m.text == folded for m in prune(texts)] == [True, False, False]
