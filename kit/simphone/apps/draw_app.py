"""Draw: drawings made of strokes on a canvas, a list of them, pictures as PNG files in /sdcard/Pictures.

What a finger draws changes pixels and data, never the XML: strokes have no nodes. A swipe is a straight stroke, a tap a dot.
The guide names fields of the canvas, columns A to F from the left and rows 1 to 8 from the top. Data: `drawings` (id, name,
strokes of color, width and points in thousandths of the canvas).
"""

from __future__ import annotations

import io
import random
import re
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.draw_app_pages import COLORS, COLUMNS, ROWS, WIDTHS, find, pen, view
from kit.simphone.apps.draw_app_words import WORDS
from kit.simphone.apps.people import Record

NAME, FILE = "drawing_name", "picture_name"
PICTURES = "/sdcard/Pictures"
SIZE = (600, 800)
"""Of saved pictures, pixels."""
SAMPLES: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = (
    ("House", ((200, 800), (200, 450), (500, 250), (800, 450), (800, 800), (200, 800))),
    ("Sailboat", ((150, 700), (850, 700), (700, 850), (300, 850), (150, 700), (500, 150))),
    ("Kite", ((500, 150), (750, 400), (500, 700), (250, 400), (500, 150))),
    ("Mountain", ((100, 800), (400, 300), (550, 550), (700, 350), (900, 800))),
    ("Letter", ((150, 300), (850, 300), (850, 700), (150, 700), (150, 300), (500, 520), (850, 300))),
)


@dataclass(slots=True)
class DrawData:
    """All drawings, oldest first."""

    drawings: list[Record] = field(default_factory=list[Record])


def stroke(color: str, width: str, *points: tuple[int, int]) -> Record:
    """A stroke's record; one point is a dot."""
    return {"color": color, "width": width, "points": [list(p) for p in points]}


def field_at(x: float, y: float) -> str:
    """The field of the guide a point (thousandths of the canvas) lies in, such as B3; empty beside the canvas."""
    if not (0 <= x < 1000 and 0 <= y < 1000):
        return ""
    return f"{COLUMNS[int(x * len(COLUMNS) / 1000)]}{int(y * ROWS / 1000) + 1}"


def fresh(rng: random.Random, now: datetime) -> DrawData:
    """Three drawings."""
    made: list[Record] = []
    for n, (name, way) in enumerate(rng.sample(SAMPLES, 3), start=1):
        color = rng.choice(("black", "blue", "green"))
        strokes = [stroke(color, "medium", a, b) for a, b in pairwise(way)]
        made.append({"id": f"d{n}", "name": name, "strokes": strokes})
    return DrawData(made)


def picture(strokes: list[Record]) -> bytes:
    """The strokes as a PNG on white."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", SIZE, "white")
    draw = ImageDraw.Draw(image)
    for s in strokes:
        ink, thick = COLORS[s["color"]][1], WIDTHS[s["width"]][1] * SIZE[0] // 1000
        way = [(x * SIZE[0] / 1000, y * SIZE[1] / 1000) for x, y in s["points"]]
        if len(way) > 1:
            draw.line(way, fill=ink, width=thick, joint="curve")
        for x, y in (way[0], way[-1]):
            draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), fill=ink)
    stream = io.BytesIO()
    image.save(stream, "PNG", compress_level=1)
    return stream.getvalue()


# --- drawing ---------------------------------------------------------------------------------------------------------


def _open(run: Run, id: str) -> None:
    run.ui.go("drawing", id=id)


def _color(run: Run, key: str) -> None:
    pen(run)["color"] = key


def _width(run: Run, key: str) -> None:
    pen(run)["width"] = key


def _draw(run: Run, points: list[list[int]]) -> None:
    if (d := find(run, run.ui.page.args.get("id", ""))) is not None:
        inside = [(max(0, min(999, x)), max(0, min(999, y))) for x, y in points]
        d["strokes"].append(stroke(pen(run)["color"], pen(run)["width"], *inside))


def _undo(run: Run) -> None:
    d = find(run, run.ui.page.args.get("id", ""))
    if d is not None and d["strokes"]:
        d["strokes"].pop()


def _guide(run: Run) -> None:
    run.ui.dialog = None
    run.ui.memo["guide"] = not run.ui.memo.get("guide", True)


def _more(run: Run) -> None:
    guide = run.t("Hide guide") if run.ui.memo.get("guide", True) else run.t("Show guide")
    rows = (
        w.item(run.t("Rename drawing"), icon="edit", on_tap=("ask_rename",)),
        w.item(guide, icon="apps", on_tap=("guide",)),
        w.item(run.t("Delete drawing"), icon="delete", on_tap=("ask_delete",)),
    )
    run.ui.dialog = Dialog(title="", body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _ask_clear(run: Run) -> None:
    if (d := find(run, run.ui.page.args.get("id", ""))) is not None:
        run.ui.dialog = Dialog(
            title=run.t("Clear this drawing?"),
            message=run.t("All {count} strokes will be gone.", count=len(d["strokes"])),
            buttons=((run.t("Clear"), ("clear", d["id"])), (run.t("Cancel"), ("noop",))),
        )


def _clear(run: Run, id: str) -> None:
    if (d := find(run, id)) is not None:
        d["strokes"] = []


def _ask_delete(run: Run) -> None:
    if (d := find(run, run.ui.page.args.get("id", ""))) is not None:
        run.ui.dialog = Dialog(
            title=run.t("Delete this drawing?"),
            message=run.t("“{name}” cannot be brought back.", name=d["name"]),
            buttons=((run.t("Delete"), ("delete", d["id"])), (run.t("Cancel"), ("noop",))),
        )


def _delete(run: Run, id: str) -> None:
    run.data.drawings[:] = [d for d in run.data.drawings if d["id"] != id]
    run.ui.back()


# --- names and files -------------------------------------------------------------------------------------------------


def _ask(run: Run, title: str, field: str, then: tuple[Any, ...], error: str = "") -> None:
    hint = run.t("Drawing name") if field == NAME else run.t("Picture name")
    box = w.text_field(field, run.ui.fields.get(field, ""), hint=hint, on_submit=then)
    buttons = ((run.t("Save") if field == FILE else run.t("OK"), then), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(title=title, message=error, body=(box,), buttons=buttons)


def _ask_new(run: Run) -> None:
    run.ui.fields[NAME] = ""
    _ask(run, run.t("New drawing"), NAME, ("name", ""))


def _ask_rename(run: Run) -> None:
    id = run.ui.page.args["id"]
    run.ui.fields[NAME] = d["name"] if (d := find(run, id)) else ""
    _ask(run, run.t("Rename drawing"), NAME, ("name", id))


def _name(run: Run, id: str, *_: str) -> None:
    name, old = run.ui.fields.get(NAME, "").strip(), find(run, id)
    if not name or any(d["name"] == name and d["id"] != id for d in run.data.drawings):
        title = run.t("Rename drawing") if id else run.t("New drawing")
        _ask(run, title, NAME, ("name", id), run.t("Choose a name that is not in use"))
        return
    run.ui.dialog = None
    if old is not None:
        old["name"] = name
        return
    made: Record = {"id": pool.next_id("d", run.data.drawings), "name": name, "strokes": []}
    run.data.drawings.append(made)
    _open(run, made["id"])


def _ask_save(run: Run) -> None:
    d = find(run, run.ui.page.args.get("id", ""))
    run.ui.fields[FILE] = d["name"] if d else ""
    _ask(run, run.t("Save as picture"), FILE, ("save", False))


def _save(run: Run, sure: bool, *_: str) -> None:
    name, d = run.ui.fields.get(FILE, "").strip().removesuffix(".png"), find(run, run.ui.page.args.get("id", ""))
    if d is None:
        return
    if not re.fullmatch(r"[\w -]{1,60}", name):
        _ask(run, run.t("Save as picture"), FILE, ("save", False), run.t("A picture name has letters and digits only"))
        return
    path = f"{PICTURES}/{name}.png"
    if run.env.files.exists(path) and not sure:
        run.ui.dialog = Dialog(
            title=run.t("Replace the picture?"),
            message=run.t("There is a picture named {name} already.", name=name),
            buttons=((run.t("Replace"), ("replace", d["id"], path)), (run.t("Cancel"), ("noop",))),
        )
        return
    run.ui.dialog = None
    _replace(run, d["id"], path)


def _replace(run: Run, id: str, path: str) -> None:
    if (d := find(run, id)) is not None:
        run.env.files.write(path, picture(d["strokes"]))
        run.env.toast(run.t("Saved to Pictures as {name}", name=path.rsplit("/", 1)[-1]))


HANDLERS: dict[str, Handler] = {
    "open": _open, "color": _color, "width": _width, "draw": _draw, "undo": _undo, "guide": _guide, "more": _more,
    "ask_clear": _ask_clear, "clear": _clear, "ask_delete": _ask_delete, "delete": _delete, "ask_new": _ask_new,
    "ask_rename": _ask_rename, "name": _name, "ask_save": _ask_save, "save": _save, "replace": _replace,
}  # fmt: skip

APP = App(
    name="draw",
    package="com.simphone.draw",
    activity=".MainActivity",
    labels={"en": "Draw", "zh": "画板", "ar": "الرسم"},
    icon="brush",
    color="#6a1b9a",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
