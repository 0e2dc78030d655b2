"""Drives one app's view and handlers by what is written on the screen, without a phone around it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import Any

from kit.simphone import words as vocabulary
from kit.simphone.app import App, Run, Ui
from kit.simphone.entry import filled
from kit.simphone.widgets import Widget

NOW = datetime(2026, 3, 3, 9, 41)


class FakeEnv:
    def __init__(self, others: dict[str, Any]) -> None:
        self.now = NOW
        self.front = True
        self.landscape = False
        self.rng = random.Random(1)
        self.others = others
        self.shared: list[tuple[str, str]] = []
        self.toasts: list[str] = []
        self.timers: list[tuple[int, tuple[Any, ...]]] = []
        self.opened: list[tuple[str, str, dict[str, Any]]] = []
        self.notices: list[tuple[str, str, Any]] = []

    @property
    def today(self) -> date:
        return self.now.date()

    def t(self, words: str, /, **values: Any) -> str:
        return words.format(**values) if values else words

    def day(self, when: date, *, year: bool = False) -> str:
        return vocabulary.day("en", when, year=year)

    def arrange(self, things: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(things)

    def share(self, words: str, file: str = "") -> None:
        self.shared.append((words, file))

    def data(self, app: str) -> Any:
        return self.others[app]

    def toast(self, message: str) -> None:
        self.toasts.append(message)

    def later(self, ms: int, event: tuple[Any, ...]) -> None:
        self.timers.append((ms, event))

    def open(self, app: str, page: str = "home", **args: Any) -> None:
        self.opened.append((app, page, args))

    def notify(self, title: str, body: str, event: Any = None) -> None:
        self.notices.append((title, body, event))


class Hand:
    """A finger on one app."""

    def __init__(self, app: App, data: Any, **others: Any) -> None:
        self.app, self.data, self.ui = app, data, Ui()
        self.env = FakeEnv({app.name: data, **others})
        self.run = Run(data, self.ui, self.env)  # pyright: ignore[reportArgumentType]

    def roots(self) -> tuple[Widget, ...]:
        found = self.ui.dialog.body if self.ui.dialog else (self.app.view(self.run),)
        return tuple(filled(root, self.ui.fields) for root in found)  # as the phone shows them

    def widgets(self) -> Iterator[tuple[Widget, tuple[str, ...]]]:
        for root in self.roots():
            yield from _walk(root)

    def texts(self) -> list[str]:
        dialog = self.ui.dialog
        extra = [dialog.title, dialog.message, *(b[0] for b in dialog.buttons)] if dialog else []
        return extra + [words for x, _ in self.widgets() for words in (x.text, x.desc, x.hint) if words]

    def send(self, event: tuple[Any, ...]) -> None:
        if event[0] == "back":
            self.ui.back()
        elif event[0] != "noop":
            self.app.handlers[event[0]](self.run, *event[1:])

    def tap(self, label: str) -> None:
        dialog = self.ui.dialog
        for name, event in dialog.buttons if dialog else ():
            if name == label:
                self.ui.dialog = None
                return self.send(event)
        hits = [x for x, words in self.widgets() if x.on_tap and label in (x.text, x.desc, *words)]
        assert len(hits) >= 1, f"nothing named {label!r} to tap; there is {self.texts()}"
        assert hits[-1].enabled, f"{label!r} is disabled"
        return self.send(hits[-1].on_tap or ("noop",))

    def hold(self, label: str) -> None:
        hit = next(x for x, words in self.widgets() if x.on_long and label in words)
        self.send(hit.on_long or ("noop",))

    def type(self, hint: str, text: str, *, submit: bool = False) -> None:
        field = next(x for x, _ in self.widgets() if x.kind == "field" and x.hint == hint)
        self.ui.fields[field.id] = text
        if field.on_change:
            self.send((*field.on_change, text))
        if submit and field.on_submit:
            self.send((*field.on_submit, text))


def _walk(widget: Widget) -> Iterator[tuple[Widget, tuple[str, ...]]]:
    """Every widget with the words inside it, outer ones first."""
    yield widget, tuple(x.text for child in widget.children for x in _all(child))
    for child in widget.children:
        yield from _walk(child)


def _all(widget: Widget) -> Iterator[Widget]:
    yield widget
    for child in widget.children:
        yield from _all(child)
