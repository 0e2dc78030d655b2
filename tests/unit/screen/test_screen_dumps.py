"""Every real dump of the shared collection: read, or refused with the exact code, fast, and with sane marks."""

from __future__ import annotations

import csv
import time
from pathlib import Path

import pytest

from kit.errors import HierarchyError
from kit.screen import coordinates, describe, marks, report, tree

DUMPS = Path(__file__).resolve().parents[3] / "../shared/dumps"

REFUSED = {
    "098": "dump_truncated",
    "099": "dump_truncated",
    "100": "dump_spliced",
    "107": "dump_idle_state",
    "108": "dump_null_root",
    "109": "dump_killed",
    "110": "dump_no_file",
    "111": "dump_empty",
}
LAST_OF_SEVERAL = {"078": 60, "106": 12}
"""The index counts the nodes of all documents in these files; only the last document is the screen."""


def blobs():
    if not DUMPS.is_dir():
        pytest.skip("the shared dumps are not here")
    return {path.name: path.read_bytes() for path in sorted(DUMPS.glob("*.xml"))}


def counts():
    with (DUMPS / "INDEX.tsv").open(encoding="utf-8") as file:
        return {row["file"]: int(row["nodes"]) for row in csv.DictReader(file, delimiter="\t")}


def test_all_dumps_are_read_or_refused_as_they_should_be():
    data = blobs()
    started = time.perf_counter()
    found: dict[str, int | str] = {}
    for name, raw in data.items():
        try:
            windows = tree.parse(raw)
            made = marks.make(windows, report.guess_screen(windows), 1)
        except HierarchyError as error:
            found[name] = error.code
        else:
            found[name] = sum(len(w.nodes) for w in windows)
            assert len({m.id for m in made.marks}) == len(made.marks)
    seconds = time.perf_counter() - started
    expected = {n: REFUSED.get(n[:3], LAST_OF_SEVERAL.get(n[:3], c)) for n, c in counts().items()}
    assert found == expected
    assert len(found) == 82
    assert seconds < 2


def test_marks_of_all_dumps_lie_on_the_screen_and_can_be_hit():
    for name, raw in blobs().items():
        if name[:3] in REFUSED:
            continue
        observation, _ = report.observation_of(raw)
        for mark in observation.marks:
            assert mark.bounds.area > 0, name
            assert mark.bounds.contains(*coordinates.to_pixels(mark.center, observation.screen)), (name, mark.label)
            assert mark.label, name
            assert len(mark.label) <= 32
            assert mark.full_label.startswith(mark.label.removesuffix("…"))
            node = observation.windows[mark.window].nodes[mark.node]
            assert node.bounds.area > 0
        assert [m.number for m in observation.marks] == list(range(1, len(observation.marks) + 1))
        text = describe.describe(observation, limit=1000)
        assert text.count("ax_") == len(observation.marks), name


def test_known_screens_show_the_controls_a_person_sees():
    data = blobs()

    def labels(number: str) -> list[str]:
        name = next(n for n in data if n.startswith(number))
        return [m.full_label for m in report.observation_of(data[name])[0].marks]

    assert labels("091") == ["While using the app", "Only this time", "Don’t allow"]
    assert {"通讯录", "朋友圈", "扫一扫", "微信, 3"} <= set(labels("039"))
    assert {"빠른 설정", "공조"} <= set(labels("010"))
    assert {"7", "DEL", "÷", "="} <= set(labels("028"))
    assert "Only 😀 this time" in labels("105")


def test_the_open_keyboard_of_a_real_phone_is_collapsed():
    data = blobs()
    for number in ("033", "095", "096"):
        observation, _ = report.observation_of(data[next(n for n in data if n.startswith(number))])
        keys = [m for m in observation.marks if "inputmethod" in m.package]
        assert [m.label for m in keys] == ["Go"]
        assert observation.keyboard == 4


def test_second_displays_get_no_marks():
    data = blobs()
    observation, _ = report.observation_of(data["096-derived-windows-two-displays-nullroot.xml"])
    assert {w.display for w in observation.windows} == {0, 6}
    assert {observation.windows[m.window].display for m in observation.marks} == {0}
    assert "nexuslauncher" not in describe.describe(observation)
