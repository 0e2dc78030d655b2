"""A walk through an app: every page and dialog that taps lead to, found by trying each control from a copy of the phone.

For looking at what there is (contact sheets, the tour notebook) and for properties that must hold on every screen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kit.simphone import gestures
from kit.simphone.boxes import Box
from kit.simphone.state import LAUNCHER
from kit.simphone.win import Win

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

MOST_CONTROLS = 40
"""Controls tried on one screen: a long list's rows lead to the same kind of page."""
PAUSE_S = 3.0
"""Phone time after each tap: what is loading has come."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One screen of a walk.

    Attributes:
        name: "page", with the chosen tab ("page, tab") and what lies over it ("page / dialog title").
        way: the labels that were tapped to get there.
        snapshot: the phone at that moment (`Phone.restore`).
    """

    name: str
    way: tuple[str, ...]
    snapshot: Any


def walk(phone: Phone, app: str, most: int = 60) -> Iterator[Stop]:
    """The screens of an app, nearest first; the phone shows each while it is yielded, and its old state in the end.

    Args:
        phone: where the app is installed; its state is put back afterwards.
        app: short name, or "launcher".
        most: screens after which the walk ends.
    """
    before = phone.snapshot()
    if app in phone.core.system.removed:
        phone.core.system.removed.remove(app)  # what waits in Store is there for as long as the walk takes
    if app == LAUNCHER:
        phone.home()
    else:
        phone.launch(app)
    _unlock(phone, app)
    phone.advance(PAUSE_S)
    queue = deque([Stop(name(phone), (), phone.snapshot())])
    seen = {_kind(phone)}
    found = 0
    while queue and found < most:
        stop = queue.popleft()
        phone.restore(stop.snapshot)
        yield stop
        found += 1
        for way, (x, y) in _controls(phone, stop):
            phone.restore(stop.snapshot)
            gestures.tap(phone, x, y)
            phone.advance(PAUSE_S)
            if phone.core.system.front == app and (kind := _kind(phone)) not in seen:
                seen.add(kind)
                queue.append(Stop(name(phone), way, phone.snapshot()))
    phone.restore(before)


def _unlock(phone: Phone, app: str) -> None:
    """What has to be known before an app leads anywhere: the bank's PIN, two stations with a train after some time."""
    if app == "bank":
        for digit in phone.core.apps[app].data.pin:
            phone.send(app, ("digit", int(digit)))
    elif app == "transit":
        for trip in phone.core.apps[app].data.saved[:1]:
            phone.send(app, ("use", trip["id"]))
            phone.core.apps[app].ui.fields["leave_after"] = "00:00"
            phone.touch()


def name(phone: Phone) -> str:
    """What the screen in front is called."""
    system = phone.core.system
    if system.front == LAUNCHER:
        return system.launcher.page.name
    ui = phone.core.apps[system.front].ui
    over = ui.dialog.title or "dialog" if ui.dialog is not None else ""
    if system.ask is not None:
        over = f"permission {system.ask.permission}"
    elif system.sharing is not None:
        over = "share sheet"
    tab = _tab(phone)
    page = f"{ui.page.name}, {tab}" if tab else ui.page.name
    return f"{page} / {over}" if over else page


def _kind(phone: Phone) -> tuple[Any, ...]:
    """What makes a screen one that was not seen yet: a dialog by what it asks and offers, not by whose name is its title."""
    system = phone.core.system
    dialog = phone.core.apps[system.front].ui.dialog if system.front != LAUNCHER else None
    if dialog is None or system.ask is not None or system.sharing is not None:
        return (name(phone),)
    page = phone.core.apps[system.front].ui.page.name
    return (
        page,
        tuple(e[0] for _, e in dialog.buttons),
        tuple((w.kind, w.id) for w in dialog.body[:1]),
        not dialog.body,
    )


def _tab(phone: Phone) -> str:
    """The tab that is chosen on the app's page; empty when it has none."""
    page = next((w.box for w in phone.windows() if w.key.startswith("app:") and w.box is not None), None)
    tabs = (b.widget for b in boxes(page) if b.widget.kind == "tab" and b.widget.selected) if page else ()
    return next((w.text for w in tabs), "")


def _controls(phone: Phone, stop: Stop) -> list[tuple[tuple[str, ...], tuple[int, int]]]:
    """The middle of each control of the topmost window that takes touches, and the way there."""
    wins = [w for w in phone.windows() if w.owner not in ("status", "ime")]
    found: list[tuple[tuple[str, ...], tuple[int, int]]] = []
    for box in clickable(wins[0]) if wins else ():
        said = (words for b in boxes(box) for words in (b.widget.text, b.widget.desc, b.widget.hint) if words)
        label = next(said, box.widget.id)
        found.append(((*stop.way, label), ((box.left + box.right) // 2, (box.top + box.bottom) // 2)))
    return found[:MOST_CONTROLS]


def clickable(win: Win) -> list[Box]:
    """The boxes of a window that take a tap, in document order."""
    return [] if win.box is None else [b for b in boxes(win.box) if b.widget.on_tap is not None and b.widget.enabled]


def boxes(box: Box) -> Iterator[Box]:
    """A box and all boxes in it that can be seen."""
    yield box
    for kid in box.kids:
        yield from boxes(kid)
