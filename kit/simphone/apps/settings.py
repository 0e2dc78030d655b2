"""Settings: the system's switches, lists and numbers, and a search over all of them.

Most pages are drawn from the table in `settings_pages`; those that show other data (apps, storage, Wi-Fi networks,
paired devices) have a view each, here or in `settings_apps`. The state is the phone's own `SystemSettings`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from typing import Any

from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import settings_apps as apps
from kit.simphone.apps.prompts import ask
from kit.simphone.apps.settings_facts import NETWORKS, fact, storage_rows, used_words
from kit.simphone.apps.settings_pages import CHOICE_TITLES, CHOICES, PAGES, Entry, searched, words
from kit.simphone.widgets import (
    Widget,
    app_bar,
    column,
    divider,
    empty,
    icon_button,
    item,
    page,
    radio,
    row,
    scroll,
    slider,
    switch,
    text,
    text_field,
)

TAPS_TO_DEVELOPER = 7


def _view(run: Run) -> Widget:
    here = run.ui.page
    special: dict[str, Callable[[Run], Widget]] = {
        "search": _search,
        "choice": _choice,
        "storage": _storage,
        "wifi": _wifi,
        **apps.PAGES,
    }
    if here.name in special:
        return special[here.name](run)
    return _table(run, here.name)


def _table(run: Run, name: str, *more: Widget) -> Widget:
    """A page straight from the table, with more rows below."""
    title, entries = PAGES.get(name, PAGES["home"])
    search = icon_button("search", "Search settings", ("search",), id="search_action")
    bar = app_bar(title, search, up=name in PAGES and name != "home")
    return page(bar, scroll(*(_row(run, e) for e in entries), *more, id=f"recycler_view:{name}"))


def _row(run: Run, entry: Entry) -> Widget:
    settings = run.env.settings
    if entry.role == "header":
        return text(entry.title, style="caption", color="accent", pad=16, id="header")
    if entry.role == "switch":
        usable = not entry.needs or bool(getattr(settings, entry.needs))
        return switch(
            entry.title, bool(getattr(settings, entry.field)), ("flip", entry.field), subtitle=entry.note, enabled=usable,
            id=entry.field,
        )  # fmt: skip
    if entry.role == "slider":
        return column(
            text(entry.title, style="title"),
            slider(
                entry.field, int(getattr(settings, entry.field)), ("slide", entry.field), maximum=entry.maximum,
                desc=entry.title,
            ),
            pad=16,
        )  # fmt: skip
    return item(entry.title, _note(run, entry), on_tap=_event(entry), icon=entry.icon)


def _event(entry: Entry) -> tuple[Any, ...] | None:
    return {
        "link": ("open", entry.page),
        "choice": ("open_choice", entry.field),
        "dialog": (entry.event,),
    }.get(entry.role)


def _note(run: Run, entry: Entry) -> str:
    """The grey line: fixed words, or the value that stands behind the entry."""
    settings = run.env.settings
    if entry.role == "choice":
        return words(entry.field, getattr(settings, entry.field))
    if entry.value:
        return fact(run, entry.value)
    if entry.note:
        return entry.note
    if entry.page in ("tether", "dnd", "saver", "location", "bluetooth"):
        field = {"tether": "hotspot", "saver": "battery_saver"}.get(entry.page, entry.page)
        return "On" if getattr(settings, field) else "Off"
    if entry.page == "wifi":
        return settings.wifi_network if settings.wifi else "Wi-Fi is off"
    if entry.page == "storage":
        return used_words(run)
    facts = {"battery": "battery", "about": "device_name", "sims": "carrier"}
    return fact(run, facts[entry.page]) if entry.page in facts else ""


def _wifi(run: Run) -> Widget:
    settings = run.env.settings
    if not settings.wifi:
        return _table(run, "wifi", text("To see available networks, turn Wi-Fi on.", pad=16))
    joined = settings.wifi_network
    rows = [item(joined, "Connected", icon="wifi", id="network")] if joined else []
    rows += [
        item(name, "Open" if not locked else "Secured", on_tap=("join", name, locked), icon="wifi", id="network")
        for name, locked in NETWORKS
        if name != joined
    ]
    return _table(run, "wifi", divider(), *rows)


def _choice(run: Run) -> Widget:
    field = str(run.ui.page.args["field"])
    now = getattr(run.env.settings, field)
    rows = (radio(label, value == now, ("choose", field, value)) for value, label in CHOICES[field])
    return page(app_bar(CHOICE_TITLES[field], up=True), scroll(*rows, id=f"choices:{field}"))


def _storage(run: Run) -> Widget:
    rows = (item(name, size, id="storage_row") for name, size in storage_rows(run))
    return page(
        app_bar("Storage", up=True), scroll(text(used_words(run), style="headline", pad=16), *rows, id="storage_list")
    )


def _search(run: Run) -> Widget:
    query = run.ui.fields.get("search_box", "")
    box = text_field(
        "search_box", query, hint="Search settings", action="search", on_submit=("noop",), weight=1
    )  # fmt: skip
    bar = row(icon_button("back", "Navigate up", ("back",)), box, id="search_bar", pad=8)
    found = searched(query)
    if not found:
        return page(bar, empty("No results" if query.strip() else "Search for a setting"))
    rows = (
        item(e.title, PAGES[name][0], on_tap=_event(e) if e.role in ("link", "choice") else ("open", name), id="result")
        for e, name in found
    )
    return page(bar, scroll(*rows, id="results"))


# --- what a touch does -----------------------------------------------------------------------------------------------


def _open(run: Run, name: str) -> None:
    run.ui.go(name)


def _open_search(run: Run) -> None:
    run.ui.fields["search_box"] = ""
    run.ui.go("search")
    run.ui.focus = "search_box"


def _open_choice(run: Run, field: str) -> None:
    run.ui.go("choice", field=field)


def _flip(run: Run, field: str) -> None:
    settings = run.env.settings
    on = not getattr(settings, field)
    setattr(settings, field, on)
    if field == "airplane" and on:
        settings.wifi = settings.bluetooth = settings.hotspot = False
    if field == "hotspot" and on:
        settings.wifi = False
    if field == "wifi" and on:
        settings.hotspot = False


def _slide(run: Run, field: str, value: int) -> None:
    setattr(run.env.settings, field, int(value))


def _choose(run: Run, field: str, value: Any) -> None:
    setattr(run.env.settings, field, value)
    run.ui.back()


def _join(run: Run, name: str, locked: bool) -> None:
    if not locked:
        run.env.settings.wifi_network = name
        return
    ask(run, name, "password", "", hint="Password", then=("connect", name), ok="Connect", input="password")


def _connect(run: Run, name: str, *typed: str) -> None:
    del typed
    run.ui.dialog = None
    if len(run.ui.fields.get("password", "")) < 8:
        run.env.toast("The password is too short")
        return
    run.env.settings.wifi_network = name


def _ask_name(run: Run) -> None:
    now = run.env.settings.device_name
    ask(run, "Device name", "device_name", now, hint="Device name", then=("set_name",))


def _set_name(run: Run, *typed: str) -> None:
    del typed
    run.ui.dialog = None
    if name := run.ui.fields.get("device_name", "").strip():
        run.env.settings.device_name = name
    else:
        run.env.toast("Enter a name")


def _ask_reset_network(run: Run) -> None:
    run.ui.dialog = Dialog(
        "Reset Bluetooth & Wi-Fi?",
        "This will reset all Wi-Fi & Bluetooth settings. You can't undo this action.",
        buttons=(("Reset", ("reset_network",)), ("Cancel", ("noop",))),
    )


def _reset_network(run: Run) -> None:
    run.env.settings.wifi, run.env.settings.bluetooth, run.env.settings.hotspot = True, False, False
    run.env.settings.wifi_network = ""
    run.env.toast("Bluetooth & Wi-Fi have been reset")


def _build_tap(run: Run) -> None:
    settings = run.env.settings
    taps = int(run.ui.memo.get("build_taps", 0)) + 1
    run.ui.memo["build_taps"] = taps
    if settings.developer_options:
        run.env.toast("No need, you are already a developer.")
    elif taps >= TAPS_TO_DEVELOPER:
        settings.developer_options = True
        run.env.toast("You are now a developer!")
    elif taps > 2:
        run.env.toast(f"You are now {TAPS_TO_DEVELOPER - taps} steps away from being a developer.")


def _fresh(rng: random.Random, now: datetime) -> None:
    """Nothing: all this app shows is the phone's own state."""
    del rng, now


HANDLERS: dict[str, Handler] = {
    "open": _open,
    "search": _open_search,
    "open_choice": _open_choice,
    "flip": _flip,
    "slide": _slide,
    "choose": _choose,
    "join": _join,
    "connect": _connect,
    "ask_name": _ask_name,
    "set_name": _set_name,
    "ask_reset_network": _ask_reset_network,
    "reset_network": _reset_network,
    "build_tap": _build_tap,
    **apps.HANDLERS,
}

APP = App(
    name="settings",
    package="com.android.settings",
    activity=".Settings",
    labels={"en": "Settings", "zh": "设置"},
    icon="settings",
    color="#5F6368",
    fresh=_fresh,
    view=_view,
    handlers=HANDLERS,
    system=True,
)
