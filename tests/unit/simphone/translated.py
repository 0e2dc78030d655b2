"""What an app says on a phone in another language: texts without a translation, and English that is still on the screen."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import Any

from kit.simphone import words
from kit.simphone.app import App
from kit.simphone.phone import Phone
from kit.simphone.widgets import Widget

LETTERS = re.compile(r"[A-Za-z]{2,}")


def untranslated(app: App, *modules: ModuleType) -> list[str]:
    """Texts that stand in a call of `run.t` in these modules and have no Chinese or no Arabic."""
    said = {text for module in modules for text in _said(module)}
    assert said
    return sorted(t for t in said for lang in ("zh", "ar") if t not in words.table(lang, app.words))


def _said(module: ModuleType) -> Iterator[str]:
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "t":
            yield from _texts(node.args[0])


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):  # its test is no text
        yield from (*_texts(node.body), *_texts(node.orelse))
    elif isinstance(node, ast.Constant):
        yield str(node.value)


def english_on(phone: Phone, app: App, page: str, events: Sequence[tuple[Any, ...]], data: frozenset[str]) -> set[str]:
    """Latin words on a page (after these events) that are none of the data's."""
    phone.launch(app.name, page=page)
    for event in events:
        phone.send(app.name, event)
    assert phone.internal_errors == []
    shown = {t for win in phone.windows() if win.owner == app.name for t in _read(win.root)}
    return {t for t in shown if any(found not in data for found in LETTERS.findall(t))}


def _read(widget: Widget) -> Iterator[str]:
    yield from (t for t in (widget.text, widget.desc, widget.hint) if t)
    for child in widget.children:
        yield from _read(child)
