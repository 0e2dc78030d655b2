"""Settings: the system's switches, lists and numbers, and a search over all of them.

Most pages are drawn from the table in `settings_pages`; those that show other data (apps, storage, Wi-Fi networks,
paired devices) have a view each, here or in `settings_apps`. The state is the phone's own `SystemSettings`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from typing import Any

from kit.simphone.app import App, Handler, Run
from kit.simphone.apps import settings_apps as apps
from kit.simphone.apps import settings_network as network
from kit.simphone.apps.prompts import ask
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.settings_facts import NETWORKS, fact, storage_rows, used_words
from kit.simphone.apps.settings_pages import (
    CHOICE_TITLES,
    CHOICES,
    PAGES,
    UNORDERED,
    UNORDERED_CHOICES,
    Entry,
    choice,
    searched,
    words,
)
from kit.simphone.apps.settings_words import WORDS
from kit.simphone.widgets import (
    Widget,
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
    search = icon_button("search", run.t("Search settings"), ("search",), id="search_action")
    bar = page_bar(run, run.t(title), search, up=name in PAGES and name != "home")
    if name in UNORDERED:
        entries = run.env.arrange(entries)
    return page(bar, scroll(*(_row(run, e) for e in entries), *more, id=f"recycler_view:{name}"))


def _row(run: Run, entry: Entry) -> Widget:
    settings, title = run.env.settings, run.t(entry.title)
    if entry.role == "header":
        return text(title, style="caption", color="accent", pad=16, id="header")
    if entry.role == "switch":
        usable = not entry.needs or bool(getattr(settings, entry.needs))
        return switch(
            title, bool(getattr(settings, entry.field)), ("flip", entry.field), subtitle=run.t(entry.note) if entry.note else "",
            enabled=usable, id=entry.field,
        )  # fmt: skip
    if entry.role == "slider":
        value, most = int(getattr(settings, entry.field)), entry.maximum
        return column(
            row(
                text(title, style="title", weight=1),
                text(
                    run.t("{value} of {maximum}", value=value, maximum=most), style="caption", id=f"{entry.field}_value"
                ),
            ),
            slider(entry.field, value, ("slide", entry.field), maximum=most, desc=title),
            pad=16,
        )
    return item(title, _note(run, entry), on_tap=_event(entry), icon=entry.icon)


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
        return run.t(words(entry.field, getattr(settings, entry.field)))
    if entry.value:
        return fact(run, entry.value)
    if entry.note:
        return run.t(entry.note)
    if entry.page in ("tether", "dnd", "saver", "location", "bluetooth"):
        field = {"tether": "hotspot", "saver": "battery_saver"}.get(entry.page, entry.page)
        return run.t("On") if getattr(settings, field) else run.t("Off")
    if entry.page == "wifi":
        return settings.wifi_network if settings.wifi else run.t("Wi-Fi is off")
    if entry.page == "storage":
        return used_words(run)
    facts = {"battery": "battery", "about": "device_name", "sims": "carrier"}
    return fact(run, facts[entry.page]) if entry.page in facts else ""


def _wifi(run: Run) -> Widget:
    settings = run.env.settings
    if not settings.wifi:
        return _table(run, "wifi", text(run.t("To see available networks, turn Wi-Fi on."), pad=16))
    joined = settings.wifi_network
    rows = [item(joined, run.t("Connected"), icon="wifi", id="network")] if joined else []
    rows += [
        item(
            name,
            run.t("Secured" if locked else "Open network"),
            on_tap=("join", name, locked),
            icon="wifi",
            id="network",
        )
        for name, locked in run.env.arrange(NETWORKS)
        if name != joined
    ]
    return _table(run, "wifi", divider(), *rows)


def _choice(run: Run) -> Widget:
    field = str(run.ui.page.args["field"])
    now, _ = choice(field, getattr(run.env.settings, field))
    choices = run.env.arrange(CHOICES[field]) if field in UNORDERED_CHOICES else CHOICES[field]
    rows = (radio(run.t(label), value == now, ("choose", field, value)) for value, label in choices)
    return page(page_bar(run, run.t(CHOICE_TITLES[field]), up=True), scroll(*rows, id=f"choices:{field}"))


def _storage(run: Run) -> Widget:
    rows = (item(run.t(name), size, id="storage_row") for name, size in run.env.arrange(storage_rows(run)))
    return page(
        page_bar(run, run.t("Storage"), up=True),
        scroll(text(used_words(run), style="headline", pad=16), *rows, id="storage_list"),
    )


def _search(run: Run) -> Widget:
    query = run.ui.fields.get("search_box", "")
    box = text_field(
        "search_box", query, hint=run.t("Search settings"), action="search", on_submit=("noop",), weight=1
    )  # fmt: skip
    bar = row(icon_button("back", run.t("Navigate up"), ("back",)), box, id="search_bar", pad=8)
    found = searched(query, run.t)
    if not found:
        return page(bar, empty(run.t("No results" if query.strip() else "Search for a setting")))
    rows = (
        item(
            run.t(e.title),
            run.t(PAGES[name][0]),
            id="result",
            on_tap=_event(e) if e.role in ("link", "choice") else ("open", name),
        )
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


def _ask_name(run: Run) -> None:
    now = run.env.settings.device_name
    title = run.t("Device name")
    ask(run, title, "device_name", now, hint=title, then=("set_name",), ok=run.t("OK"))


def _set_name(run: Run, *typed: str) -> None:
    del typed
    run.ui.dialog = None
    if name := run.ui.fields.get("device_name", "").strip():
        run.env.settings.device_name = name
    else:
        run.env.toast(run.t("Enter a name"))


def _build_tap(run: Run) -> None:
    settings = run.env.settings
    taps = int(run.ui.memo.get("build_taps", 0)) + 1
    run.ui.memo["build_taps"] = taps
    if settings.developer_options:
        run.env.toast(run.t("No need, you are already a developer."))
    elif taps >= TAPS_TO_DEVELOPER:
        settings.developer_options = True
        run.env.toast(run.t("You are now a developer!"))
    elif taps > 2:
        left = TAPS_TO_DEVELOPER - taps
        run.env.toast(run.t("You are now {count} steps away from being a developer.", count=left))


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
    "ask_name": _ask_name,
    "set_name": _set_name,
    "build_tap": _build_tap,
    **apps.HANDLERS,
    **network.HANDLERS,
}

APP = App(
    name="settings",
    package="com.android.settings",
    activity=".Settings",
    labels={"en": "Settings", "zh": "设置", "ar": "الإعدادات"},
    icon="settings",
    color="#5F6368",
    fresh=_fresh,
    view=_view,
    handlers=HANDLERS,
    system=True,
    words=WORDS,
)
