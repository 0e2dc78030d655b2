"""The share sheet: what is shared, the apps that take it, Copy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.simphone.app import App
from kit.simphone.widgets import Widget, button, column, grid, space, text
from kit.simphone.words import system

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

PACKAGE = "com.android.intentresolver"
ACTIVITY = f"{PACKAGE}.ChooserActivity"


def takers(phone: Phone) -> list[App]:
    """The apps that take what is shared now, in the order of the home screen; the app it comes from is no choice."""
    sharing = phone.core.system.sharing
    source = sharing.app if sharing is not None else ""
    return [a for a in phone.home_order() if a.shares is not None and a.name != source]


def view(phone: Phone) -> Widget:
    """The sheet at the bottom of the screen."""
    sharing = phone.core.system.sharing
    assert sharing is not None
    name = sharing.file.rsplit("/", 1)[-1]
    tiles = [
        text(
            (label := app.label(phone.core.settings.locale)),
            desc=label,
            icon=app.icon,
            color=app.color,
            style="app",
            height=100,
            on_tap=("take", app.name),
            id="android:id/text1",
        )
        for app in takers(phone)
    ]
    return column(
        text(system(phone.language, "Share"), style="title", id="headline"),
        text(name or sharing.words, style="caption", id="content_preview_text"),
        space(8),
        button(system(phone.language, "Copy"), ("copy",), style="tonal", id="copy") if sharing.words else None,
        grid(*tiles, columns=4, id="resolver_list") if tiles else None,
        pad=16,
        color="dialog",
        id="android:id/contentPanel",
    )


# --- events ------------------------------------------------------------------------------------------------------------


def on_take(phone: Phone, name: str) -> None:
    """An app was chosen: it comes to the front and gets what is shared; Back leads to where it came from."""
    sharing, phone.core.system.sharing = phone.core.system.sharing, None
    app = phone.apps.get(name)
    if sharing is None or app is None or app.shares is None:
        return
    phone.launch(name, page="home", caller=sharing.app)
    phone.send(name, (*app.shares, sharing.words, sharing.file))


def on_copy(phone: Phone) -> None:
    """The text goes to the clipboard."""
    sharing, phone.core.system.sharing = phone.core.system.sharing, None
    if sharing is not None:
        phone.core.system.clipboard = sharing.words
        phone.env(sharing.app).toast(system(phone.language, "Copied to clipboard"))


HANDLERS = {"take": on_take, "copy": on_copy}
