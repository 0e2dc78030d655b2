"""What is remembered between looks is what would be read anew: on every real dump and on walks through the phone's apps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from screen_samples import PHONE, displays, node, window

from kit.errors import HierarchyError
from kit.screen import marks, report, tags, tree, window_marks
from kit.simphone import tour
from kit.simphone.phone import Phone
from kit.types import Screen

DUMPS = Path(__file__).resolve().parents[3] / "../shared/dumps"
REMEMBERED = ((tags, "_run"), (tags, "_openings"), (tags, "_node"), (tree, "_placed"), (window_marks, "_of_nodes"))


def read(data: bytes, screen: Screen | None = None) -> Any:
    try:
        windows = tree.parse(data)
    except HierarchyError as error:
        return error.code
    return windows, marks.make(windows, screen or report.guess_screen(windows), 3)


def anew(data: bytes, screen: Screen | None = None) -> Any:
    """The same with nothing remembered."""
    with pytest.MonkeyPatch.context() as patch:
        for room, name in REMEMBERED:
            patch.setattr(room, name, getattr(room, name).__wrapped__)
        return read(data, screen)


def shown(phone: Phone) -> bytes:
    out = phone.run("uiautomator dump --windows /dev/tty").stdout
    return out[: out.rindex(b">") + 1]


def test_every_real_dump_reads_the_same_the_first_and_the_second_time() -> None:
    files = sorted(DUMPS.glob("*.xml"))
    if not files:
        pytest.skip("the shared dumps are not here")
    blobs = [path.read_bytes() for path in files]
    fresh = [anew(data) for data in blobs]
    assert [read(data) for data in blobs] == fresh
    assert [read(data) for data in blobs] == fresh
    assert len([f for f in fresh if not isinstance(f, str)]) > 60


@pytest.mark.parametrize("app", ["notes", "settings", "calculator", "browser"])
def test_every_screen_of_a_walk_reads_as_one_that_nobody_has_seen_before(app: str) -> None:
    phone = Phone(11)
    screen = Screen(width=phone.size[0], height=phone.size[1])
    stops = 0
    for _ in tour.walk(phone, app, 5):
        data = shown(phone)
        assert read(data, screen) == anew(data, screen)
        assert read(data, screen) == anew(data, screen)
        stops += 1
    assert stops > 1


def test_a_window_that_did_not_change_keeps_its_nodes_and_its_marks_are_numbered_and_dated_anew() -> None:
    phone = Phone(11)
    before = tree.parse(shown(phone))
    phone.launch("settings")
    phone.advance(2)
    after = tree.parse(shown(phone))
    assert after[0].nodes is before[0].nodes, "the status bar"
    assert after[-1].nodes is not before[-1].nodes
    first, second = marks.make(after, PHONE, 1), marks.make(after, PHONE, 2)
    assert {m.epoch for m in second.marks} == {2}
    assert tuple(replace(m, epoch=1) for m in second.marks) == first.marks


def test_what_lies_over_a_window_counts_though_its_nodes_are_the_same() -> None:
    button = node("android.widget.Button", (100, 900, 500, 1000), text="Pay", clickable=True)
    page = window(node("A", (0, 0, 1080, 2400), button), layer=0)
    dialog = window(node("B", (90, 800, 990, 1600)), layer=1, active=True)
    alone, under = tree.parse(displays(page).encode()), tree.parse(displays(dialog, page).encode())
    assert alone[-1].nodes is under[-1].nodes
    ops = [marks.make(windows, PHONE, 1).marks[-1].op for windows in (alone, under, alone)]
    assert ops == ["confirmed", "blocked", "confirmed"]


def test_a_turned_screen_counts_though_the_nodes_are_the_same() -> None:
    windows = tree.parse(displays(window(node("A", (0, 0, 200, 200), clickable=True), layer=0)).encode())
    turned = replace(PHONE, width=PHONE.height, height=PHONE.width, rotation=1)
    centers = [marks.make(windows, screen, 1).marks[0].center for screen in (PHONE, turned, PHONE)]
    assert centers[0] == centers[2] != centers[1]
