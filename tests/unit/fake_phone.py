"""A phone that only remembers what it was told, and observations written by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kit.types import Foreground, Mark, Node, Observation, Rect, Screen, Window

SCREEN = Screen(width=1000, height=2000)


class FakeDevice:
    """Remembers calls as (name, *arguments, {keyword arguments}); raises what `errors` says for a name."""

    serial = "fake"
    epoch = 0
    frame = 0

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.errors: dict[str, Exception] = {}

    def screen(self) -> Screen:
        return SCREEN

    def launchables(self) -> tuple[str, ...]:
        return ("com.android.settings/.Settings", "org.mozilla.firefox/.App", "com.android.contacts/.People")

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)

        def remember(*arguments: Any, **named: Any) -> None:
            self.calls.append((name, *arguments, *([named] if named else [])))
            if name in self.errors:
                raise self.errors[name]

        return remember


def mark(
    number: int, label: str, *, epoch: int = 1, role: str = "button", box: Rect | None = None, **more: Any
) -> Mark:
    box = box or Rect(100, number * 100, 300, number * 100 + 80)
    center = (box.center[0] * 1000 // SCREEN.width, box.center[1] * 1000 // SCREEN.height)
    return Mark(
        number=number, epoch=epoch, label=label[:32], full_label=label, role=role, bounds=box, center=center, **more
    )


def look(
    marks: Sequence[Mark], *, epoch: int = 1, package: str = "app.a", nodes: Sequence[Node] = (), **more: Any
) -> Observation:
    window = Window(index=0, nodes=tuple(nodes), package=package, bounds=Rect(0, 0, 1000, 2000))
    return Observation(
        epoch=epoch,
        screen_seq=epoch,
        screen=SCREEN,
        foreground=Foreground(package=package),
        windows=(window,),
        marks=tuple(marks),
        **more,
    )
