"""Picture in picture: the small window of an app that goes on while another one is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.simphone.widgets import Widget, column, icon_button, row, text
from kit.simphone.words import system

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


def view(phone: Phone) -> Widget:
    """The app's name, and the two buttons every such window has."""
    app = phone.apps[phone.core.system.pip]
    return column(
        row(
            icon_button("expand", system(phone.language, "Expand"), ("expand",), id="expand"),
            text("", weight=1, no_node=True),
            icon_button("close", system(phone.language, "Close"), ("close",), id="close"),
        ),
        text(app.label(phone.core.settings.locale), align="center", id="title"),
        color="container",
        pad=4,
        id="pip",
    )


def enter(phone: Phone) -> None:
    """To be called when an app is left for another: one whose page goes on shrinks into the small window."""
    system_state = phone.core.system
    app = phone.apps.get(system_state.front)
    if app is not None and phone.core.apps[app.name].ui.page.name in app.pip:
        system_state.pip = app.name


def on_expand(phone: Phone) -> None:
    """The app fills the screen again."""
    name, phone.core.system.pip = phone.core.system.pip, ""
    phone.launch(name)


def on_close(phone: Phone) -> None:
    """The window goes; the app stays where it was."""
    phone.core.system.pip = ""


HANDLERS = {"expand": on_expand, "close": on_close}
