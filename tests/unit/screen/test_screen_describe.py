from __future__ import annotations

from dataclasses import replace

import pytest
from screen_samples import PHONE, displays, dump, node, window

from kit.screen import describe, marks, report, tree
from kit.types import Foreground, Observation

BUTTON = "android.widget.Button"


def seen(text: str, **changes) -> Observation:
    windows = tree.parse(text)
    found = marks.make(windows, PHONE, 12)
    observation = Observation(
        epoch=12, screen_seq=7, screen=PHONE, foreground=Foreground(package="com.tencent.mm", activity="com.tencent.mm.ui.Chat"),
        windows=windows, marks=found.marks, texts=found.texts, keyboard=found.keyboard, grouped=found.grouped,
        covered_by=found.covered_by,
    )  # fmt: skip
    return replace(observation, **changes)


def button(label: str, bounds=(400, 1200, 680, 1310), cls=BUTTON, **attrs) -> str:
    return node(cls, bounds, text=label, **({"clickable": True} | attrs))


BACK = node("android.widget.ImageButton", (20, 40, 106, 128), content_desc="返回", clickable=True)
DIALOG = displays(
    window(button("仅本次允许"), kind="TYPE_SYSTEM", layer=42, bounds=(60, 800, 1020, 1600), active=True),
    window(node("android.widget.FrameLayout", (0, 0, 1080, 2400), node("android.widget.Toolbar", (0, 0, 1080, 200), BACK)), layer=10),
)  # fmt: skip


def test_the_harness_form_by_window():
    assert describe.describe(seen(DIALOG)).splitlines() == [
        "[OBS] app=com.tencent.mm screen#7",
        "marks (2):",
        "W1 TYPE_SYSTEM com.x layer=42 active focus",
        "  ax_1@e12 | Button | 仅本次允许 | (500,523) | op=confirmed | path=dialog",
        "W2 TYPE_APPLICATION com.x layer=10 covered_by=W1",
        "  ax_2@e12 | ImageButton | 返回 | (58,35) | op=blocked | path=toolbar",
    ]


def test_the_flat_form_has_neither_windows_nor_op():
    flat = dump(
        node(
            "android.widget.FrameLayout",
            (0, 0, 1080, 2400),
            button("Save"),
            node(bounds=(0, 0, 900, 90), text="Total: 3"),
        )
    )
    assert describe.describe(seen(flat)).splitlines() == [
        "[OBS] app=com.tencent.mm screen#7",
        "marks (1):",
        "ax_1@e12 | Button | Save | (500,523)",
        "texts (for values, not for tapping):",
        "  Total: 3",
    ]


def test_the_keyboard_line_stands_above_the_marks():
    keys = window(button("q", (0, 1700, 90, 1790)), kind="TYPE_INPUT_METHOD", layer=3, bounds=(0, 1600, 1080, 2400))
    lines = describe.describe(seen(displays(keys, window(button("A"), active=True)))).splitlines()
    assert lines[1:3] == ["keyboard: open (1 keys collapsed)", "marks (1):"]


def test_a_failed_hierarchy_is_not_an_empty_screen():
    text = f"{dump()}"
    assert (
        "marks (0) [accessibility:dump_timeout]"
        in describe.describe(seen(text, marks_code="dump_timeout")).splitlines()
    )
    assert "marks (0)" in describe.describe(seen(text)).splitlines()


def test_weak_windows_are_only_maybe_covered():
    popup = node("android.widget.FrameLayout", (60, 800, 1020, 1600), button("Yes"), pkg="android")
    app = node("android.widget.FrameLayout", (0, 0, 1080, 2400), button("Back", (0, 50, 120, 170)), pkg="a")
    text = describe.describe(seen(dump(app, popup)))
    assert "W1 a maybe_covered_by=W2" in text
    assert "| op=unknown" in text


def compact(*nodes: str, **changes) -> list[str]:
    root = node("android.widget.FrameLayout", (0, 0, 1080, 2400), *nodes)
    return describe.describe(seen(dump(root), **changes), "compact").splitlines()


def test_compact_lines_give_the_label_first_and_the_number_right_after():
    rows = [
        node(
            "android.widget.Switch",
            (0, 100 * i, 1080, 100 * i + 90),
            text=name,
            clickable=True,
            checkable=True,
            checked=on,
        )
        for i, (name, on) in enumerate([("Wi-Fi", True), ("Bluetooth", False)], 1)
    ]
    icon = node("android.widget.ImageButton", (0, 500, 90, 590), content_desc="More options", clickable=True)
    field = node("android.widget.EditText", (0, 700, 900, 790), text="Ada", hint="Name", clickable=True, focused=True)
    assert compact(*rows, icon, field, button("Save")) == [
        "App: com.tencent.mm / Chat",
        "Wi-Fi #1 switch on",
        "Bluetooth #2 switch off",
        "More options #3 icon",
        'Name #4 field focused "Ada"',
        "Save #5",
    ]


def test_compact_lines_tell_equal_labels_apart_by_place():
    lines = compact(
        button("Add", (0, 100, 200, 190)), button("Add", (800, 1300, 1000, 1390)), button("Other", (0, 2000, 90, 2090))
    )
    assert lines[1:] == ["Add #1 0,0", "Add #2 8,5", "Other #3"]


@pytest.mark.parametrize(
    ("lang", "line"), [("en", "... 37 more marks not shown"), ("zh", "... 另有 37 个 mark 未列出")]
)
def test_what_is_cut_is_counted(lang, line):
    many = [button(f"B{i}", (0, 20 * i, 300, 20 * i + 18)) for i in range(45)]
    root = node("android.widget.FrameLayout", (0, 0, 1080, 2400), *many)
    for style in ("full", "compact"):
        text = describe.describe(seen(dump(root)), style, lang, limit=8)
        assert line in text
        assert "B7" in text
        assert "B8" not in text


def test_texts_are_budgeted_and_counted():
    texts = [node("android.widget.TextView", (0, 60 * i, 900, 60 * i + 50), text=f"line {i}") for i in range(20)]
    long = node("android.widget.TextView", (0, 2000, 900, 2300), text="x" * 5000)
    observation = seen(dump(node("android.widget.FrameLayout", (0, 0, 1080, 2400), *texts, long)))
    assert "... 16 more texts not shown" in describe.describe(observation, texts=5)
    text = describe.describe(observation)
    assert "... 1 more texts not shown" in text
    assert "line 19" in text
    assert len(text) < 1500


def test_the_full_form_gives_cut_labels_whole_as_texts():
    observation = seen(
        dump(node("android.widget.FrameLayout", (0, 0, 1080, 2400), button("Storage, 33% used - 43.1 GB free of 64")))
    )
    assert describe.describe(observation).splitlines()[2:] == [
        "ax_1@e12 | Button | Storage, 33% used - 43.1 GB fre… | (500,523)",
        "texts (for values, not for tapping):",
        "  Storage, 33% used - 43.1 GB free of 64",
    ]
    assert "of 64" not in describe.describe(observation, "compact")


def test_no_pixel_coordinate_reaches_the_model():
    observation, _ = report.observation_of(
        dump(node("android.widget.FrameLayout", (0, 0, 1080, 2400), button("A", (1000, 2000, 1080, 2400))))
    )
    for style in ("full", "compact"):
        text = describe.describe(observation, style)
        assert not {"1040", "2200", "2000", "2400", "1080"} & set(
            text.replace("(", " ").replace(",", " ").replace(")", " ").split()
        )


def test_the_summary_is_one_line():
    assert describe.summary(seen(DIALOG)) == "app=com.tencent.mm screen#7 marks (2)"
