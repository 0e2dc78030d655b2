"""What the blocks of a web page look like: texts, links, tables, reviews, downloads, forms. Pure views."""

from __future__ import annotations

from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import browser_sites as web
from kit.simphone.apps.people import Record

FIND = "find_in_page"


def field_id(label: str) -> str:
    """The id of a form's field: its label in lower snake case."""
    return web.slug(label).replace("-", "_")


def block(run: Run, index: int, content: list[Any]) -> list[w.Widget | None]:
    """The widgets of one block; `index` is its place on the page."""
    kind, *rest = content
    typed = run.ui.fields.get(FIND, "").strip().casefold() if run.ui.memo.get("finding") else ""
    hit = "accent" if typed and any(typed in line.casefold() for line in web.lines_of(content)) else ""
    if kind in ("h", "p", "small"):
        style = {"h": "title", "p": "body", "small": "caption"}[kind]
        return [w.column(w.text(rest[0], style=style, color=hit, id=kind), pad=8)]
    if kind == "link":
        return [w.row(w.text(rest[0], color="accent", weight=1, id="link"), on_tap=("visit", rest[1]), pad=16)]
    if kind == "table":
        return [_table(rest[0], typed)]
    if kind == "review":
        words = run.t("{who}, {stars} of 5 stars", who=rest[0], stars=rest[1])
        return [w.column(w.text(words, style="caption", id="author"), w.text(rest[2], color=hit, id="review"), pad=8)]
    if kind == "download":
        label = run.t("Download {name}", name=rest[0])
        return [w.column(w.button(label, ("download", rest[1], rest[2]), style="outlined", id="download"), pad=8)]
    return _form(run, index, rest[0])


def _table(rows: list[list[str]], typed: str) -> w.Widget:
    """Rows of texts: the cells of a GridView would be taken for things to tap."""
    lines = [
        w.row(
            *(
                w.text(
                    cell,
                    style="title" if n == 0 else "body",
                    color="accent" if typed and typed in cell.casefold() else "",
                    weight=1,
                )
                for cell in row
            )
        )
        for n, row in enumerate(rows)
    ]
    return w.column(*lines, pad=16, id="table")


def _form(run: Run, index: int, form: Record) -> list[w.Widget | None]:
    chosen: Record = run.ui.memo.get("form") or {}
    made: list[w.Widget | None] = []
    for kind, label, *options in form["fields"]:
        id = field_id(label)
        if kind == "select":
            made.append(w.item(label, chosen.get(label) or run.t("Choose"), on_tap=("pick", label, options[0]), id=id))
        elif kind == "check":
            made.append(w.checkbox(label, bool(chosen.get(label)), ("check", label), id=id))
        else:
            box = w.text_field(id, run.ui.fields.get(id, ""), hint=label, input=kind, action="next")
            made.append(w.column(box, pad=8))
    error = run.ui.memo.get("form_error", "")
    made.append(w.text(error, color="error", id="error") if error else None)
    made.append(w.column(w.button(form["submit"], ("submit", index), style="filled", id="submit"), pad=8))
    return made
