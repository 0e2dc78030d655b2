"""Rows placed before: what they may not be mistaken for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kit.simphone import rows
from kit.simphone.boxes import Box, metrics
from kit.simphone.hierarchy import Form, Writer
from kit.simphone.layout import Layouter
from kit.simphone.widgets import Widget, changed, column, fab, frame, icon_button, item, row, scroll, switch, text

PLAIN = metrics(420, 1.0)


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    rows.KEPT.clear()
    yield
    rows.KEPT.clear()


def shown(root: Widget, font: float = 1.0, mirror: bool = False, width: int = 1080) -> list[tuple[Any, ...]]:
    """Every box of a laid-out tree."""
    found: list[tuple[Any, ...]] = []

    def walk(box: Box) -> None:
        w = box.widget
        found.append(
            (w.kind, w.text, w.icon, w.on_tap, box.x, box.y, box.w, box.h, box.right, box.bottom, box.lines, box.size)
        )
        for kid in box.kids:
            walk(kid)

    walk(Layouter(metrics(420, font), {}).run(root, 0, 0, width, 2400, mirror))
    return found


def page(*body: Widget) -> Widget:
    return column(scroll(*body), weight=1)


@pytest.mark.parametrize("traits", [{}, {"font": 1.3}, {"mirror": True}, {"width": 720}])
def test_kept_rows_stand_where_new_ones_would(traits: dict[str, float]) -> None:
    body = (item("One", "first", on_tap=("open", 1), icon="file"), switch("Two", True, ("flip",)), text("Three"))
    shown(page(*reversed(body)))  # kept from a plain look, at other heights
    kept = shown(page(*body), **traits)  # pyright: ignore[reportArgumentType]
    rows.KEPT.clear()
    assert kept == shown(page(*body), **traits)  # pyright: ignore[reportArgumentType]


def test_a_kept_row_sends_the_event_of_the_tree_at_hand() -> None:
    shown(page(item("Row", on_tap=("open", 1))))
    again = shown(page(item("Row", on_tap=("open", True))))
    assert [t for *_, t in [b[:4] for b in again] if t is not None] == [("open", True)]
    assert next(b[3] for b in again if b[3])[1] is True
    assert len(rows.KEPT) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"text": "Other"}, {"desc": "said"}, {"id": "name"}, {"style": "title"}, {"hint": "grey"}, {"icon": "add"},
        {"on_tap": ("go",)}, {"on_long": ("hold",)}, {"checked": True}, {"enabled": False}, {"selected": True},
        {"value": 3}, {"columns": 2}, {"width": 40}, {"height": 99}, {"pad": 4}, {"weight": 1}, {"align": "end"},
        {"kind": "button"}, {"input": "password"}, {"children": (text("within"),)},
    ],
)  # fmt: skip
def test_whatever_places_or_names_a_node_is_part_of_the_shape(other: dict[str, object]) -> None:
    plain = text("Row")
    assert rows.shape_of(changed(plain, **other)) != rows.shape_of(plain)
    assert rows.shape_of(row(changed(plain, **other))) != rows.shape_of(row(plain))


def test_what_scrolls_or_floats_is_placed_anew() -> None:
    assert rows.shape_of(column(row(scroll(text("long"))))) is None
    assert rows.shape_of(frame(text("below"), fab("add", "Add", ("add",)))) is None


def test_glyphs_turned_round_for_one_look_are_not_for_the_next() -> None:
    body = page(row(icon_button("back", "Up", ("back",)), text("Title")))
    assert "back:turned" in [b[2] for b in shown(body, mirror=True)]
    assert "back" in [b[2] for b in shown(body)]


def test_one_row_is_written_for_every_package_and_place() -> None:
    def xml(form: Form, *body: Widget) -> str:
        return Writer(form).shell(Layouter(PLAIN, {}).run(page(*body), 0, 0, 1080, 2400), (0, 0, 1080, 2400))

    body = (item("One", id="first"), Widget(kind="field", id="words", text="typed"))
    forms = (
        Form("org.one"),
        Form("org.two"),
        Form("org.one", orders=False, tail=' xpos="0"'),
        Form("org.one", focus="words"),
    )
    for form in (*forms, *forms):
        kept = xml(form, *body)
        rows.KEPT.clear()
        assert kept == xml(form, *body)
        xml(forms[0], *body)
    assert xml(forms[0], *body) != xml(forms[0], *reversed(body))


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST", 3)
    for n in range(10):
        shown(page(text(f"Row {n}")))
        assert len(rows.KEPT) <= 3
