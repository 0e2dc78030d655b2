"""From the phone's state to its windows, top first, not yet laid out: what the system shows, the keyboard, the apps in front."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kit.simphone import vendors
from kit.simphone.app import App, Run
from kit.simphone.entry import drop, filled, find
from kit.simphone.layout import Layouter
from kit.simphone.state import LAUNCHER
from kit.simphone.system import dialogs, ime, launcher, pip, prompts, shade, sharing, split, statusbar
from kit.simphone.widgets import Widget
from kit.simphone.win import BAR_DP, DIVIDER_DP, SYSTEMUI, Rect, Win

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

Ident = tuple[str, str, str, str, str]
"""A window's key, owner, package, title and name."""


def windows(phone: Phone) -> list[Win]:
    """Every window there is, top first."""
    front, dialog = _views(phone, phone.core.system.front)
    field = _focused(phone, front, dialog)
    found = _above(phone)
    width, height = phone.size
    bar = phone.metrics.dp(BAR_DP)
    floor = height - bar
    if field is not None and _typing(phone):
        found.append(_keyboard(phone, field))
        floor = found[-1].bounds[1]
    if phone.core.system.pip:
        found.append(_pip(phone))
    area = (0, bar, width, floor)
    if phone.core.system.split:
        return found + _split(phone, area, front, dialog)
    if phone.core.system.front == LAUNCHER:
        return [*found, _launcher(phone, area, front)]
    return found + _app(phone, phone.core.system.front, (0, 0, width, height), area, (front, dialog))


# --- the system's own ------------------------------------------------------------------------------------------------


def _above(phone: Phone) -> list[Win]:
    """What lies over the apps: a prompt, "isn't responding", the shade or the status bar, a question, the share sheet."""
    system = phone.core.system
    width, _ = phone.size
    found: list[Win] = []
    if system.prompts:
        found.append(_prompt(phone))
    if system.anr:
        name = f"Application Not Responding: {phone.package_of(system.anr)}"
        found.append(_centred(phone, ("anr", "anr", "android", "", name), dialogs.anr_view(phone)))
        found[-1].kind = "TYPE_SYSTEM"
    if system.shade:
        found.append(_whole(phone, ("shade", "shade", SYSTEMUI, "Notification shade", "NotificationShade"), shade.view))
        found[-1].scrolls, found[-1].modal = system.shade_ui.scroll, True
    else:
        found.append(_whole(phone, ("status", "status", SYSTEMUI, "Status bar", "StatusBar"), statusbar.view))
        found[-1].bounds = found[-1].area = (0, 0, width, phone.metrics.dp(BAR_DP))
        found[-1].focusable = False
    if system.ask is not None:
        maker = vendors.of(phone.profile)
        name = f"{maker.permission}/{maker.permission_activity}"
        ident = ("permission", "permission", maker.permission, "", name)
        found.append(_centred(phone, ident, dialogs.permission_view(phone)))
    if system.sharing is not None:
        name = f"{sharing.PACKAGE}/{sharing.ACTIVITY}"
        found.append(_bottom(phone, ("share", "share", sharing.PACKAGE, "", name), sharing.view(phone)))
    return found


def _whole(phone: Phone, ident: Ident, view: Callable[[Phone], Widget]) -> Win:
    key, owner, package, title, name = ident
    screen = (0, 0, *phone.size)
    return Win(key, owner, package, title, "TYPE_SYSTEM", name, screen, screen, view(phone), {})


def _prompt(phone: Phone) -> Win:
    prompt = phone.core.system.prompts[0]
    package = prompts.KINDS[prompt.kind].package
    if prompt.kind in prompts.CALLS:
        package = vendors.of(phone.profile).calls
    ident = ("prompt", "prompt", package, "", f"{package}/{package}.{prompt.kind.title()}Activity")
    win = _centred(phone, ident, prompts.view(phone))
    win.kind = "TYPE_SYSTEM"
    if prompt.kind in prompts.CALLS:  # a banner: what is below stays in use
        left, top, right, bottom = win.bounds
        up = top - phone.metrics.dp(BAR_DP * 2)
        win.bounds = win.area = (left, top - up, right, bottom - up)
        win.modal = win.scrim = win.focusable = False
    return win


def _typing(phone: Phone) -> bool:
    """Whether the keyboard may be on the screen: it hides behind what the system asks."""
    system = phone.core.system
    modal = bool(system.prompts) and system.prompts[0].kind not in prompts.CALLS
    return system.ime_shown and not (system.shade or system.ask or system.anr or system.sharing or modal)


def _keyboard(phone: Phone, field: Widget) -> Win:
    width, height = phone.size
    _, root, tall = ime.window(phone, field)
    package = phone.core.settings.default_ime.partition("/")[0]
    top = height - phone.metrics.dp(tall + BAR_DP)
    bounds, area = (0, top, width, height), (0, top, width, height - phone.metrics.dp(BAR_DP))
    ident = ("ime", "ime", package, "", "TYPE_INPUT_METHOD", "InputMethod")
    return Win(*ident, bounds, area, root, {}, focusable=False)


def _pip(phone: Phone) -> Win:
    """The small window of an app that goes on while others are used."""
    app = phone.apps[phone.core.system.pip]
    width, height = phone.size
    m = phone.metrics
    wide, tall = width * 2 // 5, m.dp(112)
    bottom = height - m.dp(BAR_DP + 88)
    bounds = (width - wide - m.dp(16), bottom - tall, width - m.dp(16), bottom)
    name = _component(phone, app)
    label = app.label(phone.core.settings.locale)
    root = pip.view(phone)
    return Win("pip", "pip", app.package, label, "TYPE_APPLICATION", name, bounds, bounds, root, {}, focusable=False)


# --- the launcher and the apps ---------------------------------------------------------------------------------------


def _launcher(phone: Phone, area: Rect, root: Widget) -> Win:
    maker = vendors.of(phone.profile)
    name = f"{maker.launcher}/{maker.launcher_activity}"
    ident = (LAUNCHER, LAUNCHER, maker.launcher, maker.launcher_title, "TYPE_APPLICATION", name)
    return Win(*ident, (0, 0, *phone.size), area, root, phone.core.system.launcher.scroll)


def _app(phone: Phone, name: str, bounds: Rect, area: Rect, views: tuple[Widget, Widget | None]) -> list[Win]:
    """An app's window, under the dialog it shows."""
    root, dialog = views
    app = phone.apps[name]
    ui = phone.core.apps[name].ui
    component = _component(phone, app)
    secure = ui.page.name in app.secure
    found: list[Win] = []
    if dialog is not None and ui.dialog is not None:
        ident = (f"dialog:{name}", name, app.package, ui.dialog.title, component)
        found.append(_centred(phone, ident, dialog, room=(area[1], area[3])))
        found[-1].scrolls, found[-1].secure = ui.scroll, secure
    label = app.label(phone.core.settings.locale)
    head = (f"app:{name}", name, app.package, label, "TYPE_APPLICATION", component)
    return [*found, Win(*head, bounds, area, root, ui.scroll, secure=secure)]


def _component(phone: Phone, app: App) -> str:
    """An app's window as dumpsys names it."""
    return f"{app.package}/{app.package}{vendors.of(phone.profile).activity(app.package, app.activity)}"


def _split(phone: Phone, area: Rect, front: Widget, dialog: Widget | None) -> list[Win]:
    """Two apps above each other with a bar between them; the one in use comes first."""
    left, top, right, floor = area
    half = phone.metrics.dp(DIVIDER_DP) // 2
    middle = (top + phone.size[1] - phone.metrics.dp(BAR_DP)) // 2
    middle = min(middle, floor - phone.metrics.dp(160))
    rooms = ((left, top, right, middle - half), (left, middle + half, right, floor))
    edges = ((0, 0, right, middle - half), (0, middle + half, right, phone.size[1]))
    found: list[Win] = []
    for name, room, bounds in zip(phone.core.system.split, rooms, edges, strict=True):
        used = name == phone.core.system.front
        wins = _app(phone, name, bounds, room, (front, dialog) if used else _views(phone, name))
        found = wins + found if used else found + wins
    bar = (0, middle - half, right, middle + half)
    ident = ("divider", "split", SYSTEMUI, "Split-screen divider", "TYPE_SPLIT_SCREEN_DIVIDER", "DockedStackDivider")
    return [*found, Win(*ident, bar, bar, split.divider(phone), {}, focusable=False)]


def _views(phone: Phone, owner: str) -> tuple[Widget, Widget | None]:
    """The trees of an app's (or the launcher's) page and of its dialog."""
    core = phone.core
    if owner == LAUNCHER:
        return _typed(launcher.view(phone), core.system.launcher.fields), None
    app = phone.apps[owner]
    state = core.apps[app.name]
    dialog = state.ui.dialog
    typed = state.ui.fields
    root = _typed(app.view(Run(state.data, state.ui, phone.env(app.name))), typed)
    return root, _typed(dialogs.alert_view(dialog), typed) if dialog is not None else None


def _typed(root: Widget, typed: Mapping[str, str]) -> Widget:
    return filled(root, typed) if typed else root


def _focused(phone: Phone, front: Widget, dialog: Widget | None) -> Widget | None:
    """The field with the focus; a focus whose field is gone is dropped, and the keyboard with it."""
    system = phone.core.system
    focus = system.focus
    if focus is None:
        return None
    field = None
    if focus.owner == system.front:
        field = find(front, focus.field) if dialog is None else find(dialog, focus.field)
    if field is None and not (focus.owner == system.front and dialog is not None and find(front, focus.field)):
        drop(phone)
    return field


# --- places ----------------------------------------------------------------------------------------------------------


def _centred(phone: Phone, ident: Ident, root: Widget, room: tuple[int, int] = (0, 0)) -> Win:
    """A dialog: as tall as it needs, in the middle of the room (top, bottom) it has; without one, of the screen."""
    width, height = phone.size
    m = phone.metrics
    bar = m.dp(BAR_DP)
    top_limit = max(room[0] + bar // 2, 2 * bar)
    floor = room[1] or height - bar
    side = max(m.dp(24), (width - m.dp(400)) // 2)
    tall = min(Layouter(m, {}).place(root, width - 2 * side, None).h, floor - top_limit)
    top = top_limit + (floor - top_limit - tall) // 2
    return _modal(ident, (side, top, width - side, top + tall), root)


def _bottom(phone: Phone, ident: Ident, root: Widget) -> Win:
    """A sheet: as wide as the screen, as tall as it needs, at the bottom."""
    width, height = phone.size
    bar = phone.metrics.dp(BAR_DP)
    need = Layouter(phone.metrics, {}).place(root, width, None).h
    return _modal(ident, (0, max(2 * bar, height - bar - need), width, height - bar), root)


def _modal(ident: Ident, bounds: Rect, root: Widget) -> Win:
    key, owner, package, title, name = ident
    return Win(key, owner, package, title, "TYPE_APPLICATION", name, bounds, bounds, root, {}, modal=True, scrim=True)
