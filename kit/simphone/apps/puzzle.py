"""Puzzle: levels of sliding tiles and lights out, played on a canvas whose fields have no nodes.

The numbers of the tiles and the state of the lights are pixels only; "Read the board" says them in words. A touch plays the
touched field; a swipe moves the tile it begins on when it leads to the empty field. Data: `levels` (id, name, kind, size, start,
board, moves, best, code of a locked one) and `tip`, the tip of the day on the first page.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar
from kit.simphone.apps.puzzle_rules import goal, neighbours, touch
from kit.simphone.apps.puzzle_words import WORDS

CODE = "level_code"
KINDS = {"tiles": "Sliding tiles", "lights": "Lights out"}
RULES = {
    "tiles": "Slide the numbers into order. The empty field ends at the lower right.",
    "lights": "A touch switches a field and its neighbours. Switch every light off.",
}
SAMPLES: tuple[tuple[str, str, int, tuple[int, ...]], ...] = (
    ("Warm-up", "tiles", 3, (1, 2, 3, 4, 0, 6, 7, 5, 8)), ("Corner shop", "tiles", 3, (1, 0, 3, 4, 2, 5, 7, 8, 6)),
    ("Lanterns", "lights", 3, (0, 1, 0, 1, 1, 1, 0, 1, 0)), ("Night walk", "lights", 3, (1, 1, 0, 1, 0, 0, 0, 0, 0)),
    ("Fireflies", "lights", 4, (1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1)),
)  # fmt: skip
TIPS = (
    "Corners first, the middle later.",
    "Two touches of one light undo each other.",
    "Take a break after ten moves.",
)


@dataclass(slots=True)
class PuzzleData:
    """All levels and how far each is."""

    levels: list[Record] = field(default_factory=list[Record])
    tip: str = ""


def level(id: str, name: str, kind: str, size: int, start: list[int], **more: Any) -> Record:
    """A level's record, not yet played. `best` is the least number of moves it was solved in, 0 when it never was."""
    blank: Record = {"board": list(start), "moves": 0, "best": 0, "code": ""}
    return {"id": id, "name": name, "kind": kind, "size": size, "start": list(start), **blank, **more}


def fresh(rng: random.Random, now: datetime) -> PuzzleData:
    """The sample levels in an order of the seed's own."""
    made = [level(f"l{n}", *sample[:3], list(sample[3])) for n, sample in enumerate(rng.sample(SAMPLES, 5), start=1)]
    return PuzzleData(made, rng.choice(TIPS))


def find(run: Run, id: str) -> Record | None:
    """The level with this id."""
    return next((one for one in run.data.levels if one["id"] == id), None)


def solved(one: Record) -> bool:
    """Whether a level's board is what it should become."""
    return tuple(one["board"]) == goal(one["kind"], one["size"])


# --- pages -----------------------------------------------------------------------------------------------------------


def view(run: Run) -> w.Widget:
    """The page in front."""
    return _level(run) if run.ui.page.name == "level" else _home(run)


def _summary(run: Run, one: Record) -> str:
    kind = run.t(KINDS[one["kind"]])
    if one["code"]:
        return run.t("{kind} · locked", kind=kind)
    if solved(one):
        return run.t("{kind} · solved in {count} moves", kind=kind, count=one["moves"])
    return run.t("{kind} · {count} moves", kind=kind, count=one["moves"])


def _home(run: Run) -> w.Widget:
    rows = [
        w.item(
            one["name"],
            _summary(run, one),
            icon="lock" if one["code"] else "apps" if one["kind"] == "tiles" else "lamp",
            on_tap=("open", one["id"]),
            id="level_row",
        )
        for one in run.data.levels
    ]
    tip = w.card(w.text(run.t("Tip of the day"), style="caption"), w.text(run.data.tip, id="tip"))
    body = w.scroll(tip if run.data.tip else None, *rows, id="levels") if rows else w.empty(run.t("No levels"))
    return w.page(bar(run, run.t("Puzzle")), body)


def _level(run: Run) -> w.Widget:
    one = find(run, run.ui.page.args.get("id", ""))
    if one is None:
        return w.page(bar(run, "", up=True), w.empty(run.t("This level is gone")))
    if one["code"]:
        return _locked(run, one)
    top = bar(
        run,
        one["name"],
        w.icon_button("volume", run.t("Read the board"), ("read",), id="action_read"),
        w.icon_button("info", run.t("How to play"), ("rules",), id="action_rules"),
        w.icon_button("restart", run.t("Start again"), ("ask_restart",), id="action_restart"),
        up=True,
    )
    counts = w.row(
        w.text(run.t("Moves: {count}", count=one["moves"]), style="title", weight=1, id="moves"),
        w.text(run.t("Best: {count}", count=one["best"]), style="caption", id="best") if one["best"] else None,
        pad=16,
    )
    banner = (
        w.text(run.t("Solved!"), style="headline", color="green", align="center", id="banner") if solved(one) else None
    )
    board = w.Widget(
        kind="canvas",
        desc=run.t("Game board"),
        id="board",
        on_change=("play",),
        drawing=tuple(_tiles(one) if one["kind"] == "tiles" else _lights(one)),
        weight=1,
    )
    return w.page(top, counts, banner, board)


def _locked(run: Run, one: Record) -> w.Widget:
    error = run.ui.memo.get("code_error", "")
    return w.page(
        bar(run, one["name"], up=True),
        w.column(
            w.text(run.t("This level is locked"), style="title"),
            w.space(12),
            w.text_field(CODE, run.ui.fields.get(CODE, ""), hint=run.t("Level code"), on_submit=("unlock",)),
            w.text(run.t(error), color="error", id="error") if error else w.space(8),
            w.button(run.t("Unlock"), ("unlock",), style="filled", id="unlock_button"),
            pad=24,
        ),
    )


def _tiles(one: Record) -> list[tuple[Any, ...]]:
    """A square with a big number for every tile; nothing where the empty field is."""
    size: int = one["size"]
    shapes: list[tuple[Any, ...]] = [("rect", "#37474f", 0, 0, 1000, 1000)]
    side = 1000 / size
    for n, number in enumerate(one["board"]):
        if number:
            x, y = n % size * side, n // size * side
            shapes.append(("rect", "#ffe0b2", x + 12, y + 12, x + side - 12, y + side - 12))
            shapes.append(("text", "#3e2723", x + side / 2, y + side / 2, side * 0.45, str(number)))
    return shapes


def _lights(one: Record) -> list[tuple[Any, ...]]:
    """A disc for every light, bright when it is on, with the number of its field."""
    size: int = one["size"]
    shapes: list[tuple[Any, ...]] = [("rect", "#1b1f3b", 0, 0, 1000, 1000)]
    side = 1000 / size
    for n, lit in enumerate(one["board"]):
        x, y = (n % size + 0.5) * side, (n // size + 0.5) * side
        shapes.append(("disc", "#ffd54f" if lit else "#3a3f63", x, y, side * 0.4))
        shapes.append(("text", "#4e342e" if lit else "#9fa3c4", x, y, side * 0.3, str(n + 1)))
    return shapes


# --- handlers --------------------------------------------------------------------------------------------------------


def _open(run: Run, id: str) -> None:
    run.ui.fields[CODE] = ""
    run.ui.memo["code_error"] = ""
    run.ui.go("level", id=id)


def _field(one: Record, point: list[int]) -> int:
    size = one["size"]
    column, row = (max(0, min(size - 1, value * size // 1000)) for value in point)
    return row * size + column


def _play(run: Run, points: list[list[int]]) -> None:
    one = find(run, run.ui.page.args.get("id", ""))
    if one is None or solved(one):
        return
    first, last = _field(one, points[0]), _field(one, points[-1])
    if first != last and (one["kind"] == "lights" or not _leads(one, first, last)):
        return
    after = list(touch(one["kind"], one["size"], tuple(one["board"]), first))
    if after == one["board"]:
        return
    one["board"] = after
    one["moves"] += 1
    if solved(one):
        one["best"] = min(one["best"] or one["moves"], one["moves"])


def _leads(one: Record, first: int, last: int) -> bool:
    """Whether a swipe over fields pushes its first tile towards the empty field."""
    gap, size = one["board"].index(0), one["size"]
    return gap in neighbours(first, size) and _way(first, gap, size) == _way(first, last, size)


def _way(first: int, last: int, size: int) -> tuple[int, int]:
    """The direction from one field to another, as signs across and down."""
    across, down = last % size - first % size, last // size - first // size
    return (across > 0) - (across < 0), (down > 0) - (down < 0)


def _read(run: Run) -> None:
    if (one := find(run, run.ui.page.args.get("id", ""))) is None:
        return
    size = one["size"]
    names = {0: run.t("empty")} if one["kind"] == "tiles" else {0: run.t("off"), 1: run.t("on")}
    said = [names.get(value, str(value)) for value in one["board"]]
    lines = tuple(
        w.text(
            run.t("Row {row}: {fields}", row=n + 1, fields=", ".join(said[n * size : (n + 1) * size])), id="board_row"
        )
        for n in range(size)
    )
    run.ui.dialog = Dialog(title=run.t("Read the board"), body=lines, buttons=((run.t("OK"), ("noop",)),))


def _rules(run: Run) -> None:
    if (one := find(run, run.ui.page.args.get("id", ""))) is not None:
        about = run.t(RULES[one["kind"]])
        run.ui.dialog = Dialog(title=run.t("How to play"), message=about, buttons=((run.t("OK"), ("noop",)),))


def _ask_restart(run: Run) -> None:
    if (one := find(run, run.ui.page.args.get("id", ""))) is not None:
        run.ui.dialog = Dialog(
            title=run.t("Start again?"),
            message=run.t("Your {count} moves in “{name}” will be lost.", count=one["moves"], name=one["name"]),
            buttons=((run.t("Restart"), ("restart", one["id"])), (run.t("Cancel"), ("noop",))),
        )


def _restart(run: Run, id: str) -> None:
    if (one := find(run, id)) is not None:
        one["board"], one["moves"] = list(one["start"]), 0


def _unlock(run: Run, *_: str) -> None:
    one = find(run, run.ui.page.args.get("id", ""))
    if one is None:
        return
    if run.ui.fields.get(CODE, "").strip().casefold() != one["code"].casefold():
        run.ui.memo["code_error"] = "This code is wrong"
        return
    one["code"] = ""


HANDLERS: dict[str, Handler] = {
    "open": _open, "play": _play, "read": _read, "rules": _rules, "ask_restart": _ask_restart, "restart": _restart,
    "unlock": _unlock,
}  # fmt: skip

APP = App(
    name="puzzle",
    package="com.simphone.puzzle",
    activity=".MainActivity",
    labels={"en": "Puzzle", "zh": "谜题", "ar": "ألغاز"},
    icon="puzzle",
    color="#ef6c00",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
