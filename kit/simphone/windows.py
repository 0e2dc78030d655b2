"""Which windows are on the screen, top first, and where their boxes are: the one thing XML, pixels and touches share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.simphone import fronts
from kit.simphone.entry import honour
from kit.simphone.layout import Layouter
from kit.simphone.win import Win

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


def stack(phone: Phone) -> list[Win]:
    """All windows of an awake phone, top first, not laid out yet."""
    honour(phone)
    return fronts.windows(phone)


def lay(phone: Phone, windows: list[Win]) -> None:
    """Lays all of them out, unless that was done."""
    if windows[-1].box is None:
        for win in windows:
            _lay(phone, win)


def _lay(phone: Phone, win: Win) -> None:
    """Places the window's boxes, or takes those of its last look when nothing in it changed."""
    old = phone.laid.get(win.key)
    wanted = tuple(win.scrolls.items())
    if old is not None and old[1] == win.area and old[2] == wanted and (old[0] is win.root or old[0] == win.root):
        win.box, win.xml = old[3], old[4]
        return
    layouter = Layouter(phone.metrics, win.scrolls)
    win.box = layouter.run(win.root, *win.area, phone.mirrored)
    for name, offset in layouter.offsets.items():
        if win.scrolls.get(name, 0) != offset:
            win.scrolls[name] = offset
    phone.laid[win.key] = (win.root, win.area, tuple(win.scrolls.items()), win.box, "")


def active(windows: list[Win]) -> Win:
    """The window with input focus: the topmost that can have it."""
    return next(w for w in windows if w.focusable)
