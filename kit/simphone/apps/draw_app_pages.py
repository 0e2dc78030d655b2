"""The pages of Draw: the list of drawings and the editor. Pure views of the data of `kit.simphone.apps.draw_app`."""

from __future__ import annotations

from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar

COLUMNS, ROWS = "ABCDEF", 8
COLORS = {
    "black": ("Black", "#1b1c1f"), "red": ("Red", "#d93025"), "blue": ("Blue", "#1a73e8"),
    "green": ("Green", "#188038"), "orange": ("Orange", "#e8710a"), "purple": ("Purple", "#8430ce"),
}  # fmt: skip
WIDTHS = {"thin": ("Thin", 6), "medium": ("Medium", 14), "thick": ("Thick", 30)}


def find(run: Run, id: str) -> Record | None:
    """The drawing with this id."""
    return next((d for d in run.data.drawings if d["id"] == id), None)


def pen(run: Run) -> dict[str, str]:
    """What one draws with: colour and width."""
    return run.ui.memo.setdefault("pen", {"color": "black", "width": "medium"})


def view(run: Run) -> w.Widget:
    """The page in front."""
    return _editor(run) if run.ui.page.name == "drawing" else _home(run)


def _home(run: Run) -> w.Widget:
    rows = [
        w.item(
            d["name"],
            run.t("{count} strokes", count=len(d["strokes"])),
            icon="brush",
            on_tap=("open", d["id"]),
            id="drawing_row",
        )
        for d in reversed(run.data.drawings)
    ]
    body = w.scroll(*rows, w.space(96), id="drawings") if rows else w.empty(run.t("No drawings yet"))
    plus = w.fab("add", run.t("New drawing"), ("ask_new",), id="new_drawing")
    return w.page(bar(run, run.t("Drawings")), body, floating=plus)


def _editor(run: Run) -> w.Widget:
    d = find(run, run.ui.page.args.get("id", ""))
    if d is None:
        return w.page(bar(run, run.t("Drawings"), up=True), w.empty(run.t("This drawing is gone")))
    now = pen(run)
    colors = [
        w.chip(run.t(name), ("color", key), selected=key == now["color"], weight=1, id=f"color_{key}")
        for key, (name, _) in COLORS.items()
    ]
    widths = [
        w.chip(run.t(name), ("width", key), selected=key == now["width"], weight=1, id=f"width_{key}")
        for key, (name, _) in WIDTHS.items()
    ]
    top = bar(
        run,
        d["name"],
        w.icon_button("undo", run.t("Undo stroke"), ("undo",), enabled=bool(d["strokes"]), id="action_undo"),
        w.icon_button("delete", run.t("Clear drawing"), ("ask_clear",), enabled=bool(d["strokes"]), id="action_clear"),
        w.icon_button("download", run.t("Save as picture"), ("ask_save",), id="action_save"),
        w.icon_button("more", run.t("More options"), ("more",), id="action_more"),
        up=True,
    )
    return w.page(
        top,
        w.row(*colors[:3], pad=4),
        w.row(*colors[3:], pad=4),
        w.row(*widths, pad=4),
        _canvas(run, d),
    )


def _canvas(run: Run, d: Record) -> w.Widget:
    guide = run.ui.memo.get("guide", True)
    drawing: list[tuple[Any, ...]] = [("rect", "#ffffff", 0, 0, 1000, 1000)]
    if guide:
        drawing += [("line", "#d9dce2", 2, ((x, 0), (x, 1000))) for x in _marks(len(COLUMNS))]
        drawing += [("line", "#d9dce2", 2, ((0, y), (1000, y))) for y in _marks(ROWS)]
    for s in d["strokes"]:
        points = tuple((x, y) for x, y in s["points"])
        drawing.append(("line", COLORS[s["color"]][1], WIDTHS[s["width"]][1], points))
    return w.Widget(
        kind="canvas",
        desc=run.t("Drawing area"),
        id="canvas",
        on_change=("draw",),
        drawing=tuple(drawing),
        children=_rulers() if guide else (),
        weight=1,
    )


def _marks(parts: int) -> list[int]:
    return [1000 * n // parts for n in range(1, parts)]


def _rulers() -> tuple[w.Widget, w.Widget]:
    """Names of columns along the top and of rows along the side. A is on the left whichever way the language runs."""
    top = [w.text(c, style="caption", align="center", color="#767a82", weight=1, id=f"column_{c}") for c in COLUMNS]
    side = [
        w.text(str(n), style="caption", color="#767a82", weight=1, pad=2, id=f"row_{n}") for n in range(1, ROWS + 1)
    ]
    return w.column(w.row(*top, ltr=True)), w.column(*side)
