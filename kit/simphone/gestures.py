"""Touches: which widget is under a point, and what taps, holds, swipes and drags do to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.simphone import entry
from kit.simphone.boxes import Box
from kit.simphone.state import LAUNCHER
from kit.simphone.system import launcher
from kit.simphone.win import Win

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

LONG_PRESS_MS = 400
"""Android's long_press_timeout."""
SLOP_DP = 8
"""A finger that moves less than this has not moved."""
EDGE_DP = 24
"""Width of the edges where system gestures begin."""
FLING_SPEED = 1.0
"""Pixels per millisecond from which a list goes on moving after the finger left."""


def tap(phone: Phone, x: int, y: int) -> None:
    """A short touch."""
    if not phone.core.system.awake:
        return
    win, box = target(phone, x, y)
    if win is None:
        return
    if box is None:
        _outside(phone, win, x, y)
        return
    _activate(phone, win, box, x, y)


def hold(phone: Phone, x: int, y: int) -> None:
    """A long touch: the widget's long event; one that has only a tap event gets that when the finger leaves."""
    if not phone.core.system.awake:
        return
    win, box = target(phone, x, y)
    if win is None or box is None:
        return
    widget = box.widget
    if widget.on_long is not None and widget.enabled:
        phone.send(win.owner, widget.on_long)
    elif widget.kind == "field" and widget.enabled:
        entry.take(phone, win.owner, widget)
        if phone.core.system.focus is not None and widget.text:
            phone.core.system.focus.everything = True
        phone.touch()
    else:
        _activate(phone, win, box, x, y)


def target(phone: Phone, x: int, y: int) -> tuple[Win | None, Box | None]:
    """The window that gets a touch, and the widget in it that answers touches there (or None)."""
    width, height = phone.size
    if not (0 <= x < width and 0 <= y < height):
        return None, None
    for win in phone.windows():
        left, top, right, bottom = win.bounds
        inside = left <= x < right and top <= y < bottom
        if win.key == "status" or not (inside or win.modal):
            continue
        assert win.box is not None
        return win, _hit(win.box, x, y) if inside else None
    return None, None


def _hit(box: Box, x: int, y: int) -> Box | None:
    """The topmost box at a point that answers touches."""
    if not (box.left <= x < box.right and box.top <= y < box.bottom):
        return None
    for kid in reversed(box.kids):
        found = _hit(kid, x, y)
        if found is not None:
            return found
    w = box.widget
    touchable = w.on_tap is not None or w.on_long is not None or w.kind in ("field", "slider")
    if touchable or (w.kind == "canvas" and w.on_change is not None):
        return box
    return None


def _activate(phone: Phone, win: Win, box: Box, x: int, y: int) -> None:
    w = box.widget
    phone.use(win.owner)
    if not w.enabled:
        return
    if w.kind == "field":
        entry.take(phone, win.owner, w)
        if w.on_tap is not None:
            phone.send(win.owner, w.on_tap)
    elif w.kind == "slider":
        _slide(phone, win, box, x)
    elif w.on_tap is not None:
        extra = relative(box, x, y) if w.kind == "canvas" else ()
        phone.send(win.owner, (*w.on_tap, *extra))
    elif w.kind == "canvas" and w.on_change is not None:
        phone.send(win.owner, (*w.on_change, [list(relative(box, x, y))]))


def relative(box: Box, x: int, y: int) -> tuple[int, int]:
    """A point inside a box as thousandths of its width and height."""
    return (x - box.x) * 1000 // max(1, box.w), (y - box.y) * 1000 // max(1, box.h)


def _outside(phone: Phone, win: Win, x: int, y: int) -> None:
    """A touch no widget answers: beside a dialog it closes it, below the shade's notifications it closes the shade."""
    left, top, right, bottom = win.bounds
    inside = left <= x < right and top <= y < bottom
    phone.use(win.owner)
    if win.key.startswith("dialog:") and not inside:
        phone.back_dialog(win.owner)
    elif win.key == "share" and not inside:
        phone.core.system.sharing = None
        phone.touch()
    elif win.key == "shade" and y > phone.size[1] * 3 // 4:
        phone.core.system.shade = False
        phone.touch()


def _slide(phone: Phone, win: Win, box: Box, x: int) -> None:
    w = box.widget
    inset = phone.metrics.dp(16)
    room = max(1, box.w - 2 * inset)
    along = box.x + box.w - x if phone.mirrored else x - box.x
    value = round(max(0, min(room, along - inset)) * w.maximum / room)
    if w.on_change is not None and w.enabled:
        phone.send(win.owner, (*w.on_change, value))


# --- swipes --------------------------------------------------------------------------------------------------------------


def swipe(phone: Phone, start: tuple[int, int], end: tuple[int, int], ms: int) -> None:
    """A finger from start to end. One that hardly moves is a tap, or a hold when it takes long."""
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    if not phone.core.system.awake:
        return
    slop = phone.metrics.dp(SLOP_DP)
    if abs(dx) <= slop and abs(dy) <= slop:
        (hold if ms >= LONG_PRESS_MS else tap)(phone, x1, y1)
    elif not _system_swipe(phone, start, (dx, dy), ms):
        _content_swipe(phone, start, end, ms)


def _system_swipe(phone: Phone, start: tuple[int, int], move: tuple[int, int], ms: int) -> bool:
    """Gestures that begin at an edge: shade, home and recents, back. Whether it was one."""
    (x, y), (dx, dy) = start, move
    width, height = phone.size
    edge = phone.metrics.dp(EDGE_DP)
    far = phone.metrics.dp(48)
    upright = abs(dy) > abs(dx)
    if y < edge and upright and dy > far:
        phone.open_shade()
    elif y >= height - edge and upright and dy < -far:
        if ms >= 700 and phone.core.system.front != LAUNCHER:
            phone.recents()
        else:
            phone.home()
    elif not upright and ((x < edge and dx > far) or (x >= width - edge and dx < -far)):
        phone.back()
    else:
        return False
    return True


def _content_swipe(phone: Phone, start: tuple[int, int], end: tuple[int, int], ms: int) -> None:
    win, box = target(phone, *start)
    if win is None or win.box is None:
        return
    dx, dy = end[0] - start[0], end[1] - start[1]
    if win.key == "divider":
        upper, lower = phone.core.system.split
        phone.end_split(upper if dy > 0 else lower)
    elif box is not None and box.widget.kind == "slider" and abs(dx) > abs(dy):
        _slide(phone, win, box, end[0])
    elif box is not None and box.widget.kind == "canvas" and box.widget.on_change is not None:
        path = [list(relative(box, *start)), list(relative(box, *end))]
        phone.send(win.owner, (*box.widget.on_change, path))
    elif abs(dx) >= abs(dy):
        _sideways(phone, win, box)
    else:
        _vertical(phone, win, start, dy, ms)


def _sideways(phone: Phone, win: Win, box: Box | None) -> None:
    if win.key == "shade" and box is not None and box.widget.on_tap is not None and box.widget.on_tap[0] == "tap":
        phone.send("shade", ("dismiss", box.widget.on_tap[1]))


def _vertical(phone: Phone, win: Win, start: tuple[int, int], dy: int, ms: int) -> None:
    assert win.box is not None
    moved = False
    for box in reversed(scrollers(win.box, *start)):
        moved = scroll(phone, win, box, -dy, ms)
        if moved:
            return
    far = phone.metrics.dp(48)
    if win.key == "shade" and dy < -far:
        phone.core.system.shade = False
        phone.touch()
    elif win.key == LAUNCHER:
        page = phone.core.system.launcher.page.name
        if page == "home" and dy < -far:
            launcher.open_page(phone, "drawer")
            phone.touch()
        elif page == "home" and dy > far:
            phone.open_shade()
        elif page == "drawer" and dy > far:
            phone.home()


def scrollers(box: Box, x: int, y: int) -> list[Box]:
    """The scrollable boxes at a point, outermost first."""
    if not (box.left <= x < box.right and box.top <= y < box.bottom):
        return []
    own = [box] if box.scrolls else []
    for kid in reversed(box.kids):
        found = scrollers(kid, x, y)
        if found:
            return own + found
    return own


def scroll(phone: Phone, win: Win, box: Box, distance: int, ms: int) -> bool:
    """Moves a list by the finger's way plus its fling; whether it moved.

    A fling never carries more than 85 % of the list's height past, so no row is skipped unseen.
    """
    speed = abs(distance) / max(1, ms)
    total = abs(distance)
    if speed > FLING_SPEED:
        total = max(total, min(int(total + speed * 120), box.h * 85 // 100))
    name = box.widget.id
    old = win.scrolls.get(name, 0)
    new = max(0, min(old + (total if distance > 0 else -total), box.content - box.h))
    if new == old:
        return False
    win.scrolls[name] = new
    phone.touch()
    return True
