"""One window. What the system's own are called is their maker's affair (`kit.simphone.vendors`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from kit.simphone.boxes import Box
from kit.simphone.widgets import Widget

SYSTEMUI = "com.android.systemui"
Rect = tuple[int, int, int, int]
"""left, top, right, bottom in pixels; right and bottom exclusive."""
DIVIDER_DP = 24
"""Height of the bar between two apps in split screen, dp."""
BAR_DP = 24
"""Height of the status bar and of the gesture area at the bottom, dp."""


@dataclass(slots=True)
class Win:
    """One window.

    Attributes:
        key: stable name of the window (its id in --windows dumps belongs to it).
        owner: whose handlers get its events: an app's short name, or one of the system's (`phone.SYSTEM_HANDLERS`).
        kind: Android's window type, as the accessibility service names it.
        name: as dumpsys names it in `Window{... u0 NAME}`.
        area: the part of `bounds` its content may use.
        modal: touches outside it go nowhere below.
        secure: it forbids screenshots.
        scrim: everything below is darkened.
    """

    key: str
    owner: str
    package: str
    title: str
    kind: str
    name: str
    bounds: tuple[int, int, int, int]
    area: tuple[int, int, int, int]
    root: Widget
    scrolls: dict[str, int]
    focusable: bool = True
    modal: bool = False
    secure: bool = False
    scrim: bool = False
    box: Box | None = field(default=None, compare=False)
    xml: str = ""
