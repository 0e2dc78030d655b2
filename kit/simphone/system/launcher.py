"""The launcher: home screen with dock, app drawer with search, recent apps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kit.simphone.app import App, Page
from kit.simphone.widgets import (
    Event,
    Widget,
    button,
    card,
    column,
    frame,
    grid,
    icon_button,
    image,
    row,
    scroll,
    space,
    text,
    text_field,
)
from kit.simphone.words import day, system

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

DOCK = COLUMNS = 4
TILE_DP, TAKEN_DP, TAKEN_WIDE_DP = 104, 360, 250
"""Height of a row of icons, and what date, dock, search bar and system bars take of the home screen: upright, turned."""


def _say(phone: Phone, words: str, /, **values: object) -> str:
    return system(phone.language, words, **values)


def shown(phone: Phone) -> list[App]:
    """The apps the launcher shows, in the order they were given."""
    removed = phone.core.system.removed
    return [a for a in phone.apps.values() if not a.hidden and a.name not in removed]


def view(phone: Phone) -> Widget:
    """The launcher's page in front."""
    page = phone.core.system.launcher.page.name
    if page == "drawer":
        return _drawer(phone)
    if page == "recents":
        return _recents(phone)
    return _home(phone)


def _tile(phone: Phone, app: App, place: str) -> Widget:
    label = app.label(phone.core.settings.locale)
    event: Event = ("open", app.name)
    return text(
        label,
        desc=label,
        icon=app.icon,
        color=app.color,
        style="app",
        height=100,
        on_tap=event,
        on_long=("info", app.name),
        id=place,
    )


def _home(phone: Phone) -> Widget:
    apps = phone.home_order()
    tall = phone.size[1] > phone.size[0]
    room = int(phone.size[1] / phone.metrics.scale) - (TAKEN_DP if tall else TAKEN_WIDE_DP)
    dock, rest = apps[:DOCK], apps[DOCK : DOCK + COLUMNS * max(1, room // TILE_DP)]  # the others: in the drawer only
    return column(
        space(40) if tall else None,
        text(day(phone.language, phone.now), style="headline", align="center", id="clock_date") if tall else None,
        space(40) if tall else None,
        grid(*(_tile(phone, a, "icon") for a in rest), columns=COLUMNS, pad=8, id="workspace_grid") if rest else None,
        column(weight=1, id="workspace"),
        grid(*(_tile(phone, a, "icon") for a in dock), columns=DOCK, pad=8, id="hotseat") if dock else None,
        row(
            text(
                _say(phone, "Search apps"),
                style="search",
                icon="search",
                weight=1,
                height=52,
                on_tap=("drawer", True),
                id="search_container_hotseat",
            ),
            pad=16,
        ),
        id="drag_layer",
    )


def _drawer(phone: Phone) -> Widget:
    ui = phone.core.system.launcher
    typed = ui.fields.get("fallback_search_view", "")
    locale = phone.core.settings.locale
    apps = sorted(shown(phone), key=lambda a: a.label(locale).casefold())
    hits = [a for a in apps if typed.casefold() in a.label(locale).casefold()]
    body = (
        grid(*(_tile(phone, a, "icon") for a in hits), columns=4)
        if hits
        else text(_say(phone, "No apps found"), align="center", pad=24)
    )
    return column(
        column(
            text_field(
                "fallback_search_view",
                typed,
                hint=_say(phone, "Search apps"),
                icon="search",
                action="search",
                on_submit=("first",),
            ),
            pad=12,
        ),
        scroll(body, id="apps_list_view", pad=8),
        id="apps_view",
        color="surface",
        weight=1,
    )


def _recents(phone: Phone) -> Widget:
    names = [n for n in phone.core.system.recents if n in phone.apps]
    locale = phone.core.settings.locale
    if not names:
        return column(text(_say(phone, "No recent items"), align="center", id="empty"), pad=48, weight=1)
    tasks = [
        card(
            _task(phone, phone.apps[n]),
            Widget(
                kind="frame",
                height=180,
                color=phone.apps[n].color,
                desc=phone.apps[n].label(locale),
                on_tap=("resume", n),
                id="snapshot",
            ),
        )
        for n in names
    ]
    return column(
        space(16), scroll(*tasks, id="overview_panel"),
        frame(button(_say(phone, "Clear all"), ("clear",), style="filled", id="clear_all"), pad=8, align="center"),
    )  # fmt: skip


def _task(phone: Phone, app: App) -> Widget:
    """A recent app's name over its picture, and the buttons that split the screen and close it."""
    label = app.label(phone.core.settings.locale)
    return row(
        image("", icon=app.icon, color=app.color, width=40, height=40, id="icon"),
        text(label, style="title", weight=1, id="title"),
        icon_button("split", _say(phone, "Split screen: {app}", app=label), ("split", app.name), id="split_task"),
        icon_button("close", _say(phone, "Close {app}", app=label), ("close", app.name), id="dismiss_task"),
        on_tap=("resume", app.name),
        pad=8,
        id="task",
    )


# --- events ------------------------------------------------------------------------------------------------------------


def on_open(phone: Phone, name: str) -> None:
    """An icon was tapped."""
    phone.launch(name)


def on_resume(phone: Phone, name: str) -> None:
    """A recent app was tapped."""
    phone.launch(name)


def on_close(phone: Phone, name: str) -> None:
    """A recent app was closed; the list stays."""
    phone.stop(name)


def on_split(phone: Phone, name: str) -> None:
    """A recent app goes to the upper half; the one opened next will be below it."""
    phone.split(name)


def on_info(phone: Phone, name: str) -> None:
    """An icon was held: the phone says which app it is."""
    phone.env(name).toast(phone.apps[name].label(phone.core.settings.locale))


def on_drawer(phone: Phone, search: bool = False) -> None:
    """Opens the drawer; with `search` the keyboard too."""
    open_page(phone, "drawer")
    if search:
        phone.core.system.launcher.focus = "fallback_search_view"


def on_first(phone: Phone, typed: str) -> None:
    """Search in the drawer: opens the first hit."""
    locale = phone.core.settings.locale
    for app in sorted(shown(phone), key=lambda a: a.label(locale).casefold()):
        if typed and typed.casefold() in app.label(locale).casefold():
            phone.launch(app.name)
            return


def on_clear(phone: Phone) -> None:
    """Forgets all recent apps."""
    for name in list(phone.core.system.recents):
        phone.stop(name)
    phone.home()


HANDLERS = {
    "open": on_open,
    "resume": on_resume,
    "close": on_close,
    "split": on_split,
    "info": on_info,
    "drawer": on_drawer,
    "first": on_first,
    "clear": on_clear,
}


def open_page(phone: Phone, name: str) -> None:
    """Shows home, drawer or recents afresh."""
    ui = phone.core.system.launcher
    ui.pages = [Page("home")] if name == "home" else [Page("home"), Page(name)]
    ui.fields.clear()
    ui.scroll.clear()
