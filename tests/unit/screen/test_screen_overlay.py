from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from screen_samples import PHONE, displays, dump, made, node, window

from kit.screen import coordinates, frame, overlay, report, signature
from kit.types import Foreground, Rect

BUTTON = "android.widget.Button"


def seen(*nodes: str, package="com.x"):
    root = node("android.widget.FrameLayout", (0, 0, 1080, 2400), *nodes)
    observation, _ = report.observation_of(dump(root), PHONE)
    return replace(observation, foreground=Foreground(package=package))


def button(label: str, bounds=(100, 300, 500, 500), **attrs) -> str:
    return node(BUTTON, bounds, text=label, clickable=True, **attrs)


def changed(before: Image.Image, after: Image.Image) -> np.ndarray:
    return np.any(np.asarray(before) != np.asarray(after), axis=2)


def test_badges_are_drawn_on_a_copy_and_leave_the_middle_of_the_control_free():
    picture = Image.new("RGB", (1080, 2400), (255, 255, 255))
    observation = replace(seen(button("Save")), image=picture)
    drawn = overlay.draw_marks(observation)
    assert picture.getextrema() == ((255, 255),) * 3
    differs = changed(picture, drawn)
    assert differs[300:500, 100:500].any()
    assert not differs[340:460, 200:400].any()
    assert not differs[600:].any()


def test_badges_of_crowded_controls_do_not_lie_on_each_other():
    nodes = [
        button(f"k{i}", (90 * (i % 10), 1500 + 90 * (i // 10), 90 * (i % 10) + 88, 1588 + 90 * (i // 10)))
        for i in range(40)
    ]
    placed: list[Rect] = []
    found = made(*nodes)
    boxes = [m.bounds for m in found.marks]
    for box in boxes:
        placed.append(overlay._place((40, 26), box, placed, boxes, (1080, 2400)))
    overlaps = [a.intersect(b).area for i, a in enumerate(placed) for b in placed[:i]]
    assert max(overlaps) == 0


def test_without_a_picture_there_is_a_canvas_of_the_screens_size():
    assert overlay.draw_marks(seen(button("A"))).size == (1080, 2400)


def test_scaling_keeps_the_shape_and_never_enlarges():
    assert overlay.draw_marks(seen(button("A")), side=768).size == (346, 768)
    assert overlay.scaled(Image.new("RGB", (50, 100)), 768).size == (50, 100)


def test_the_last_touch_is_a_cyan_ring_around_the_point():
    plain = overlay.draw_marks(seen())
    drawn = overlay.draw_marks(seen(), last_touch=(250, 750))
    ys, xs = np.nonzero(changed(plain, drawn))
    assert abs((xs.min() + xs.max()) / 2 - 270) <= 2
    assert abs((ys.min() + ys.max()) / 2 - 1800) <= 2
    assert drawn.getpixel((270, 1800)) == plain.getpixel((270, 1800))
    assert (0, 229, 255) in {drawn.getpixel((x, 1800)) for x in range(200, 340)}


def test_a_prominent_grid_shows_more_than_a_faint_one():
    plain, faint, strong = (
        np.asarray(overlay.draw_marks(seen(), grid=g), dtype=int).sum() for g in (None, "faint", "prominent")
    )
    assert plain > faint > strong


@pytest.mark.parametrize(
    ("name", "point"), [("A1", (62.5, 1000 / 24)), ("H12", (937.5, 1000 - 1000 / 24)), ("c7", (312.5, 6.5 * 1000 / 12))]
)
def test_grid_cells_have_their_middles(name, point):
    assert overlay.cell(name) == pytest.approx(point)


def test_grid_cells_have_corners_and_limits():
    assert overlay.cell("B2", 0, 1) == pytest.approx((125, 2000 / 12))
    for name in ("I1", "A13", "A0", "", "7", "AA"):
        with pytest.raises(ValueError, match="no grid cell"):
            overlay.cell(name)
    with pytest.raises(ValueError, match="0 to 1"):
        overlay.cell("A1", 2, 0)


# --- signatures ------------------------------------------------------------------------------------------------------


def halves(left: int, right: int) -> Image.Image:
    picture = Image.new("RGB", (80, 80), (left,) * 3)
    picture.paste((right,) * 3, (40, 0, 80, 80))
    return picture


def test_the_average_hash_has_a_bit_for_each_bright_cell():
    assert signature.average_hash(halves(0, 255)) == int("11110000" * 8, 2)
    assert signature.average_hash(halves(7, 7)) == 0
    assert signature.hamming(signature.average_hash(halves(0, 255)), signature.average_hash(halves(255, 0))) == 64


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_hamming_is_a_distance(a, b):
    assert signature.hamming(a, b) == signature.hamming(b, a) == bin(a ^ b).count("1")
    assert (signature.hamming(a, b) == 0) == (a == b)


def test_the_same_screen_with_other_texts_has_the_same_signature():
    one = seen(button("3 new", resource_id="x:id/inbox"), button("Monday", (0, 900, 300, 990), resource_id="x:id/day"))
    two = seen(button("9 new", resource_id="x:id/inbox"), button("Friday", (0, 900, 300, 990), resource_id="x:id/day"))
    assert signature.structural(one) == signature.structural(two)
    assert len(signature.structural(one)) == 16


def test_other_controls_or_another_app_have_another_signature():
    one = seen(button("A", resource_id="x:id/inbox"))
    assert signature.structural(one) != signature.structural(seen(button("A", resource_id="x:id/outbox")))
    assert signature.structural(one) != signature.structural(
        seen(button("A", resource_id="x:id/inbox"), package="com.y")
    )


def test_rows_of_a_list_do_not_count():
    def rows(count):
        return seen(*(button(f"r{i}", (0, 100 * i, 900, 100 * i + 90), resource_id="x:id/row") for i in range(count)))

    assert signature.structural(rows(3)) == signature.structural(rows(9))


def test_an_open_keyboard_does_not_make_another_screen():
    app = window(button("A", resource_id="x:id/a"), active=True)
    keys = window(
        button("Done", (900, 2200, 1060, 2300)), kind="TYPE_INPUT_METHOD", layer=4, bounds=(0, 1500, 1080, 2400)
    )
    shut, open_ = (report.observation_of(displays(*w), PHONE)[0] for w in ([app], [keys, app]))
    assert len(open_.marks) == len(shut.marks) + 1
    assert signature.structural(shut) == signature.structural(open_)


def test_the_difference_is_one_line():
    before = replace(seen(button("A")), foreground=Foreground(package="a"))
    dialog = report.observation_of(
        displays(window(layer=3), window(button("B"), button("C", (0, 900, 300, 990)), active=True)), PHONE
    )[0]
    after = replace(dialog, foreground=Foreground(package="b"))
    assert signature.diff(before, after) == "marks 1→2; windows 1→2; front a→b"
    assert signature.diff(before, after, "zh") == "marks 1→2；窗口 1→2；前台 a→b"
    assert signature.diff(before, before) == "marks 1→1"


# --- table and report ------------------------------------------------------------------------------------------------


def test_marks_as_a_table():
    table = frame.marks_frame(seen(button("Save"), button("Later", (0, 900, 300, 990))))
    assert list(table["label"]) == ["Save", "Later"]
    assert list(table["number"]) == [1, 2]
    assert table.loc[0, "right"] == 500
    assert list(frame.marks_frame(seen()).columns) == list(table.columns)


def test_a_report_of_a_file(tmp_path):
    path = tmp_path / "a.xml"
    path.write_text(
        dump(node("android.widget.FrameLayout", (0, 0, 1080, 2400), button("Save"))) + "UI hierchary dumped to: /x",
        "utf-8",
    )
    text, data = report.marks_report(path)
    assert text.splitlines()[0] == "a.xml: 1 windows, 2 nodes, 1 marks, screen 1080x2400"
    assert text.splitlines()[1].startswith("note: text after the document")
    assert data["marks"][0]["label"] == "Save"
    assert data["marks"][0]["center"] == list(coordinates.to_relative((300, 400), PHONE))
    assert data["marks"][0]["bounds"] == [100, 300, 500, 500]


def test_an_annotated_picture_of_a_file(tmp_path):
    path, shot, target = tmp_path / "a.xml", tmp_path / "a.png", tmp_path / "out.png"
    path.write_text(dump(node("android.widget.FrameLayout", (0, 0, 1080, 2400), button("Save"))), "utf-8")
    Image.new("RGB", (1080, 2400), (1, 2, 3)).save(shot)
    with Image.open(report.annotate(path, shot, target)) as drawn:
        assert drawn.size == (1080, 2400)
        assert drawn.getpixel((1000, 2000)) == (1, 2, 3)


def test_files_that_are_not_there_are_named():
    with pytest.raises(report.UsageError, match="cannot be read"):
        report.marks_report("nowhere.xml")


@pytest.mark.parametrize(
    ("roots", "size"),
    [
        ([(0, 0, 1080, 2400)], (1080, 2400)),
        ([(27, 694, 1053, 1716)], (1080, 2410)),
        ([(0, 900, 1080, 2400), (0, 0, 1080, 136)], (1080, 2400)),
        ([(407, 1893, 673, 2159)], (673, 2159)),
    ],
)
def test_the_screen_is_guessed_from_the_roots(roots, size):
    observation, _ = report.observation_of(dump(*(node(bounds=r) for r in roots)))
    assert (observation.screen.width, observation.screen.height) == size
