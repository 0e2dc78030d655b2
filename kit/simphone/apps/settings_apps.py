"""The Settings pages about apps: all apps, app info, permissions, notifications, battery usage; and what they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kit.simphone import boot
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.settings_facts import battery_shares
from kit.simphone.widgets import Widget, button, column, empty, item, page, radio, row, scroll, switch, text

PERMISSIONS: dict[str, str] = {
    "camera": "Camera",
    "calendar": "Calendar",
    "contacts": "Contacts",
    "location": "Location",
    "microphone": "Microphone",
    "notifications": "Notifications",
    "phone": "Phone",
    "sms": "SMS",
    "storage": "Photos and videos",
}


def label(run: Run, app: App) -> str:
    """The app's name in the phone's language."""
    return app.label(run.env.settings.locale)


def installed(run: Run) -> list[App]:
    """Apps on the phone by name; an uninstalled one is gone, a disabled one (a system app) is still listed."""
    removed = run.env.phone.core.system.removed
    found = [a for a in run.env.phone.apps.values() if not a.hidden and (a.system or a.name not in removed)]
    return sorted(found, key=lambda a: label(run, a).casefold())


def _app(run: Run) -> App:
    return run.env.phone.apps[str(run.ui.page.args["app"])]


def _named(run: Run, permission: str) -> str:
    return run.t(PERMISSIONS.get(permission, permission))


def _disabled(run: Run, app: App) -> bool:
    return app.name in run.env.phone.core.system.removed


# --- pages -----------------------------------------------------------------------------------------------------------


def _all_apps(run: Run) -> Widget:
    rows = (
        item(
            label(run, a),
            run.t("Disabled") if _disabled(run, a) else "",
            icon=a.icon,
            on_tap=("app", a.name),
            id="app_row",
        )
        for a in installed(run)
    )
    return page(page_bar(run, run.t("All apps"), up=True), scroll(*rows, id="apps_list"))


def _app_info(run: Run) -> Widget:
    app = _app(run)
    state = run.env.phone.core.apps[app.name]
    running = state.started and not _disabled(run, app)
    if app.system:
        first = (run.t("Enable"), ("enable",)) if _disabled(run, app) else (run.t("Disable"), ("ask_disable",))
    else:
        first = (run.t("Uninstall"), ("ask_uninstall",))
    allowed = [_named(run, p) for p in app.permissions if p in state.granted]
    quiet = app.name in run.env.settings.app_notifications_off
    return page(
        page_bar(run, run.t("App info"), up=True),
        scroll(
            item(
                label(run, app),
                run.t("Disabled" if _disabled(run, app) else "Installed"),
                icon=app.icon,
                id="entity_header",
            ),
            row(
                button(first[0], first[1], style="outlined", weight=1, id="button1", enabled=app.name != "settings"),
                button(run.t("Force stop"), ("ask_stop",), style="outlined", weight=1, id="button2", enabled=running),
                pad=8,
            ),
            item(run.t("Notifications"), run.t("Off" if quiet else "On"), on_tap=("quiet_page",)),
            item(run.t("Permissions"), ", ".join(allowed) or run.t("No permissions granted"), on_tap=("permissions",)),
            item(run.t("Storage & cache"), on_tap=("app_storage",)),
            item(run.t("Package"), app.package),
            id="app_info",
        ),
    )


def _app_storage(run: Run) -> Widget:
    app = _app(run)
    clear = button(run.t("Clear storage"), ("ask_clear",), style="outlined", weight=1, id="button1")
    return page(
        page_bar(run, run.t("Storage"), up=True),
        scroll(item(label(run, app), icon=app.icon), row(clear, pad=8), id="app_storage"),
    )


def _permissions(run: Run) -> Widget:
    app = _app(run)
    granted = run.env.phone.core.apps[app.name].granted
    rows = [
        item(
            _named(run, p),
            run.t("Allowed" if p in granted else "Not allowed"),
            on_tap=("permission", app.name, p),
        )
        for p in run.env.arrange(app.permissions)
    ]
    bar = page_bar(run, run.t("App permissions"), up=True)
    return page(bar, scroll(*rows, id="permissions") if rows else empty(run.t("No permissions requested")))


def _permission(run: Run) -> Widget:
    app, name = _app(run), str(run.ui.page.args["permission"])
    allowed = name in run.env.phone.core.apps[app.name].granted
    words = _named(run, name)
    return page(
        page_bar(run, run.t("{permission} permission", permission=words), up=True),
        text(run.t("{permission} access for {app}", permission=words, app=label(run, app)), style="caption", pad=16),
        radio(run.t("Allow"), allowed, ("grant", name, True), id="allow_radio_button"),
        radio(run.t("Don't allow"), not allowed, ("grant", name, False), id="deny_radio_button"),
    )


def _permission_manager(run: Run) -> Widget:
    """Every permission some app asks for, with how many may."""
    apps = [a for a in installed(run) if not _disabled(run, a)]
    rows: list[Widget] = []
    for name, words in run.env.arrange(tuple(PERMISSIONS.items())):
        asking = [a for a in apps if name in a.permissions]
        allowed = sum(name in run.env.phone.core.apps[a.name].granted for a in asking)
        count = run.t("{allowed} of {total} apps allowed", allowed=allowed, total=len(asking))
        if asking:
            rows.append(item(run.t(words), count, on_tap=("permission_apps", name), id="permission_row"))
    bar = page_bar(run, run.t("Permission manager"), up=True)
    return page(bar, scroll(*rows, id="permission_manager") if rows else empty(run.t("No permissions requested")))


def _permission_apps(run: Run) -> Widget:
    """The apps that ask for one permission; the location, unless the page says which."""
    permission = str(run.ui.page.args.get("permission", "location"))
    found = [a for a in installed(run) if permission in a.permissions]
    rows = [
        item(
            label(run, a),
            run.t("Allowed" if permission in run.env.phone.core.apps[a.name].granted else "Not allowed"),
            icon=a.icon,
            on_tap=("permission", a.name, permission),
        )
        for a in found
    ]
    title = run.t("{permission} permission", permission=_named(run, permission))
    nobody = empty(run.t("No apps requested this permission"))
    return page(page_bar(run, title, up=True), scroll(*rows, id="permission_apps") if rows else nobody)


def _notification_apps(run: Run) -> Widget:
    quiet = run.env.settings.app_notifications_off
    rows = (switch(label(run, a), a.name not in quiet, ("quiet", a.name), id=a.name) for a in installed(run))
    return page(page_bar(run, run.t("App notifications"), up=True), scroll(*rows, id="app_notifications"))


def _app_notifications(run: Run) -> Widget:
    app = _app(run)
    on = app.name not in run.env.settings.app_notifications_off
    toggle = switch(run.t("All {app} notifications", app=label(run, app)), on, ("quiet", app.name), id="switch_bar")
    return page(page_bar(run, run.t("Notifications"), up=True), column(toggle, weight=1))


def _battery_usage(run: Run) -> Widget:
    rows = (item(name, f"{share}%", id="usage_row") for name, share in battery_shares(run, installed(run)))
    return page(page_bar(run, run.t("Battery usage"), up=True), scroll(*rows, id="battery_usage"))


PAGES: dict[str, Callable[[Run], Widget]] = {
    "apps": _all_apps,
    "app_info": _app_info,
    "app_storage": _app_storage,
    "permissions": _permissions,
    "permission": _permission,
    "permission_apps": _permission_apps,
    "permission_manager": _permission_manager,
    "app_notifications": _notification_apps,
    "one_app_notifications": _app_notifications,
    "battery_usage": _battery_usage,
}


# --- what a touch does -----------------------------------------------------------------------------------------------


def _opener(name: str) -> Handler:
    def handler(run: Run) -> None:
        run.ui.go(name, app=_app(run).name)

    return handler


def _open_app(run: Run, name: str) -> None:
    run.ui.go("app_info", app=name)


def _open_permission_apps(run: Run, name: str) -> None:
    run.ui.go("permission_apps", permission=name)


def _open_permission(run: Run, app: str, name: str) -> None:
    run.ui.go("permission", app=app, permission=name)


def _grant(run: Run, name: str, allowed: bool) -> None:
    state = run.env.phone.core.apps[_app(run).name]
    state.granted = [p for p in state.granted if p != name] + ([name] if allowed else [])
    state.once = [p for p in state.once if p != name]
    state.denied = [p for p in state.denied if p != name] + ([] if allowed else [name, name])
    run.ui.back()


def _quiet(run: Run, name: str) -> None:
    off: list[str] = run.env.settings.app_notifications_off
    run.env.settings.app_notifications_off = sorted(set(off) ^ {name})


def _asker(title: str, message: str, verb: str, event: str) -> Handler:
    def handler(run: Run) -> None:
        buttons = ((run.t(verb), (event,)), (run.t("Cancel"), ("noop",)))
        run.ui.dialog = Dialog(run.t(title), run.t(message), buttons=buttons)

    return handler


def _remove(run: Run) -> None:
    app = _app(run)
    run.env.phone.stop(app.name)
    run.env.phone.core.system.removed.append(app.name)
    if not app.system:
        run.ui.back()


def _enable(run: Run) -> None:
    removed: list[str] = run.env.phone.core.system.removed
    removed.remove(_app(run).name)


def _stop(run: Run) -> None:
    run.env.phone.stop(_app(run).name)


def _clear(run: Run) -> None:
    app = _app(run)
    state: Any = run.env.phone.core.apps[app.name]
    run.env.phone.stop(app.name)
    state.data = boot.empty(app, state.data)
    state.granted, state.once, state.denied = [], [], []
    run.env.toast(run.t("Data of {app} cleared", app=label(run, app)))


def _reset_apps(run: Run) -> None:
    apps = run.env.phone.apps
    removed = run.env.phone.core.system.removed
    run.env.phone.core.system.removed = [n for n in removed if n not in apps or not apps[n].system]
    run.env.settings.app_notifications_off = []
    for state in run.env.phone.core.apps.values():
        state.granted, state.once, state.denied = [], [], []


HANDLERS: dict[str, Handler] = {
    "app": _open_app,
    "permissions": _opener("permissions"),
    "app_storage": _opener("app_storage"),
    "quiet_page": _opener("one_app_notifications"),
    "permission_apps": _open_permission_apps,
    "permission": _open_permission,
    "grant": _grant,
    "quiet": _quiet,
    "ask_uninstall": _asker("Uninstall this app?", "Do you want to uninstall this app?", "OK", "remove"),
    "ask_disable": _asker("Disable this app?", "Other apps may no longer work as intended.", "Disable app", "remove"),
    "ask_stop": _asker("Force stop?", "If you force stop an app, it may misbehave.", "OK", "stop"),
    "ask_clear": _asker(
        "Clear app data?", "This app's data, including files and settings, will be deleted.", "Delete", "clear"
    ),
    "ask_reset_apps": _asker("Reset app preferences?", "You will not lose any app data.", "Reset apps", "reset_apps"),
    "remove": _remove,
    "enable": _enable,
    "stop": _stop,
    "clear": _clear,
    "reset_apps": _reset_apps,
}
