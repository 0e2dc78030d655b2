"""A finger on one app of a real phone, by what is written on its windows: for apps that need files, time or permissions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kit.simphone.app import App
from kit.simphone.apps import ALL
from kit.simphone.phone import Phone
from kit.simphone.widgets import Widget


class AppPhone:
    """A phone without sample files, one app in front."""

    def __init__(self, app: App, *others: App, seed: int = 3, **profile: Any) -> None:
        self.app = app
        self.phone = Phone(seed, apps=[*ALL, *others, app], sample_files=False, **profile)
        self.files = self.phone.files
        self.phone.launch(app.name)

    @property
    def data(self) -> Any:
        return self.phone.core.apps[self.app.name].data

    @property
    def front(self) -> str:
        return self.phone.core.system.front

    @property
    def toast(self) -> str:
        return self.phone.core.system.toast

    def widgets(self) -> Iterator[tuple[str, Widget, tuple[str, ...]]]:
        for win in self.phone.windows():
            if win.owner not in ("status", "ime"):
                for widget in _every(win.root):
                    inside = tuple(t for x in _every(widget) for t in (x.text, x.desc) if t)
                    yield win.owner, widget, inside

    def texts(self) -> list[str]:
        return [t for _, x, _ in self.widgets() for t in (x.text, x.desc, x.hint) if t]

    def _hit(self, label: str, kind: str) -> tuple[str, Widget]:
        hits = [(o, x) for o, x, words in self.widgets() if getattr(x, kind) and (label in (x.text, x.desc))]
        hits = hits or [(o, x) for o, x, words in self.widgets() if getattr(x, kind) and label in words]
        assert hits, f"nothing named {label!r}; there is {self.texts()}"
        assert hits[0][1].enabled, f"{label!r} is disabled"
        return hits[0]

    def tap(self, *labels: str) -> None:
        for label in labels:
            owner, widget = self._hit(label, "on_tap")
            assert widget.on_tap is not None
            self.phone.send(owner, widget.on_tap)
            assert self.phone.internal_errors == []

    def hold(self, label: str) -> None:
        owner, widget = self._hit(label, "on_long")
        assert widget.on_long is not None
        self.phone.send(owner, widget.on_long)

    def type(self, hint: str, text: str) -> None:
        field = next(x for _, x, _ in self.widgets() if x.kind == "field" and x.hint == hint)
        self.phone.core.apps[self.app.name].ui.fields[field.id] = text
        self.phone.touch()

    def back(self) -> None:
        self.phone.back()

    def wait(self, seconds: float) -> None:
        self.phone.advance(seconds)
        assert self.phone.internal_errors == []


def _every(widget: Widget) -> Iterator[Widget]:
    yield widget
    for child in widget.children:
        yield from _every(child)
