"""Split screen: the bar between two apps. Dragging it up or down gives the whole screen to the app it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.simphone.widgets import Widget, column
from kit.simphone.words import system

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


def divider(phone: Phone) -> Widget:
    """The bar, with its handle."""
    return column(
        Widget(
            kind="image",
            icon="remove",
            desc=system(phone.language, "Split-screen divider"),
            width=48,
            height=8,
            color="faint",
        ),
        align="center",
        color="high",
        pad=8,
        id="docked_divider",
    )
