"""Which window lies over which, and what that does to a mark. Pure (spec: harness, windowed marks).

Real windows (Android gave a layer or a type): a higher one that takes the input covers the whole lower window (dialogs
are modal), any other higher one covers where it is. Weak windows (inferred from several roots): a higher one can only
make a mark `unknown`. Being blocked is shown, never enforced.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kit.types import Rect, Screen, Window

INPUT_METHOD = "TYPE_INPUT_METHOD"
_SEE_THROUGH = frozenset({"TYPE_ACCESSIBILITY_OVERLAY", "TYPE_MAGNIFICATION_OVERLAY", "TYPE_SPLIT_SCREEN_DIVIDER"})
_KEYBOARD = re.compile(r"inputmethod|keyboard|honeyboard|swiftkey|\.ime\b|\.input(_\w+)?\b|iflytek", re.IGNORECASE)
_WHOLE = 0.98
_BAR = 0.12
_UPPER_QUARTER = 4


@dataclass(frozen=True, slots=True)
class Layers:
    """The stacking of one display.

    Attributes:
        windows: those of the display that is shown, in the order of the dump's windows.
        covered_by: window index -> index of the higher window that covers it (real) or may cover it (weak).
        over: window index -> (window index, area in which it takes the touch) of everything above it.
        keyboards: indexes of soft keyboard windows.
    """

    windows: tuple[Window, ...]
    covered_by: Mapping[int, int]
    over: Mapping[int, tuple[tuple[int, Rect], ...]]
    keyboards: frozenset[int]

    @property
    def grouped(self) -> bool:
        """Several windows, or real evidence for one."""
        return len(self.windows) > 1 or any(w.real for w in self.windows)


def stack(windows: Sequence[Window], screen: Screen) -> Layers:
    """Works out the stacking of the display that is shown: number 0, or the first one listed."""
    shown = 0 if any(w.display == 0 for w in windows) else (windows[0].display if windows else 0)
    here = tuple(w for w in windows if w.display == shown)
    keyboards = frozenset(w.index for w in here if _is_keyboard(w, len(here), screen))
    covered: dict[int, int] = {}
    over: dict[int, tuple[tuple[int, Rect], ...]] = {}
    for lower in here:
        higher = [w for w in here if w is not lower and _is_over(w, lower)]
        areas = ((w, _area(w, w.index in keyboards, screen)) for w in higher)
        over[lower.index] = tuple((w.index, a) for w, a in areas if a.area)
        for window in higher:
            if window.index not in keyboards and lower.index not in keyboards and _covers(window, lower):
                covered[lower.index] = window.index
                break
    return Layers(here, covered, over, keyboards)


def top_dialog(layers: Layers) -> int | None:
    """Index of the highest window that covers another one; None when none does."""
    over = set(layers.covered_by.values())
    return next((w.index for w in layers.windows if w.index in over), None)


def is_bar(window: Window, screen: Screen) -> bool:
    """Whether the window is a status or navigation bar of the system."""
    thin = window.bounds.height <= screen.height * _BAR or window.bounds.width <= screen.width * _BAR
    return thin and window.package == "com.android.systemui"


def _is_keyboard(window: Window, count: int, screen: Screen) -> bool:
    if window.kind:
        return window.kind == INPUT_METHOD
    low = window.bounds.top * _UPPER_QUARTER > screen.height
    return count > 1 and low and bool(_KEYBOARD.search(window.package))


def _is_over(higher: Window, lower: Window) -> bool:
    if higher.layer is not None and lower.layer is not None:
        return higher.layer > lower.layer
    if higher.real != lower.real:
        return False
    if higher.bounds.area < lower.bounds.area * _WHOLE:
        return True
    return higher.index < lower.index and higher.bounds.area * _WHOLE <= lower.bounds.area


def _covers(higher: Window, lower: Window) -> bool:
    if not higher.bounds.intersect(lower.bounds).area or higher.kind in _SEE_THROUGH:
        return False
    if higher.real:
        return higher.active or higher.focused
    return higher.bounds.contains(*lower.bounds.center)


def _area(window: Window, keyboard: bool, screen: Screen) -> Rect:
    """Where a window that does not take the input as a whole still takes touches."""
    nothing = Rect(0, 0, 0, 0)
    if not window.nodes or window.kind in _SEE_THROUGH:
        return nothing
    if keyboard:
        return _union([n.bounds for n in window.nodes if n.clickable and n.bounds.area])
    area = window.bounds.intersect(window.nodes[0].bounds) if window.real else window.bounds
    whole = area.width >= screen.width * _WHOLE and area.height >= screen.height * _WHOLE
    return nothing if whole and window.real else area


def _union(rects: Sequence[Rect]) -> Rect:
    if not rects:
        return Rect(0, 0, 0, 0)
    return Rect(
        min(r.left for r in rects), min(r.top for r in rects), max(r.right for r in rects), max(r.bottom for r in rects)
    )
