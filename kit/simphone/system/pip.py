"""Picture in picture: the small window of an app that goes on while another one is used.

It shows the app's own page, as Android does: the page's arguments hold `pip` then, and a view that looks at it says what
matters in a few words. Nothing on the page can be used while it is small: a touch brings the app back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.simphone.app import Page, Run, Ui
from kit.simphone.widgets import Widget, changed, column, icon_button, row, text
from kit.simphone.words import system

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

_USABLE = frozenset({"field", "slider"})
"""Kinds that answer touches without an event."""


def view(phone: Phone) -> Widget:
    """The app's page between the two buttons every such window has."""
    app = phone.apps[phone.core.system.pip]
    state = phone.core.apps[app.name]
    here = state.ui.page
    small = Ui(pages=[Page(here.name, {**here.args, "pip": True})], fields=state.ui.fields, memo=state.ui.memo)
    return column(
        row(
            icon_button("expand", system(phone.language, "Expand"), ("expand",), id="expand"),
            text(app.label(phone.core.settings.locale), style="tiny", align="center", weight=1, id="title"),
            icon_button("close", system(phone.language, "Close"), ("close",), id="close"),
        ),
        column(
            _still(app.view(Run(state.data, small, phone.env(app.name)))), on_tap=("expand",), weight=1, id="content"
        ),
        color="container",
        pad=4,
        id="pip",
    )


def _still(widget: Widget) -> Widget:
    """The same to look at, with nothing to touch."""
    return changed(
        widget,
        kind="text" if widget.kind in _USABLE else widget.kind,
        on_tap=None, on_long=None, on_change=None, on_submit=None,
        children=tuple(_still(child) for child in widget.children),
    )  # fmt: skip


def enter(phone: Phone) -> None:
    """To be called when an app is left for another: one whose page goes on shrinks into the small window, the only one."""
    system_state = phone.core.system
    app = phone.apps.get(system_state.front)
    if app is not None and phone.core.apps[app.name].ui.page.name in app.pip:
        if system_state.pip not in ("", app.name):
            on_close(phone)
        system_state.pip = app.name


def on_expand(phone: Phone) -> None:
    """The app fills the screen again."""
    name, phone.core.system.pip = phone.core.system.pip, ""
    phone.launch(name)


def on_close(phone: Phone) -> None:
    """The window goes; the app stays where it was. One that wants to know (a film stops) has a "stopped" handler."""
    name, phone.core.system.pip = phone.core.system.pip, ""
    if "stopped" in phone.apps[name].handlers:
        phone.send(name, ("stopped",))


HANDLERS = {"expand": on_expand, "close": on_close}
