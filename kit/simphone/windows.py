"""Which windows are on the screen, top first, and where their boxes are: the one thing XML, pixels and touches share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kit.simphone import hierarchy
from kit.simphone.app import Run
from kit.simphone.boxes import Box
from kit.simphone.entry import drop, filled, find, honour
from kit.simphone.layout import Layouter
from kit.simphone.state import LAUNCHER
from kit.simphone.system import dialogs, ime, launcher, shade, statusbar
from kit.simphone.widgets import Widget

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

SYSTEMUI = "com.android.systemui"
LAUNCHER_PACKAGE = "com.android.launcher3"
LAUNCHER_ACTIVITY = "com.android.launcher3.uioverrides.QuickstepLauncher"
PERMISSION_PACKAGE = "com.android.permissioncontroller"
PERMISSION_ACTIVITY = "com.android.permissioncontroller.permission.ui.GrantPermissionsActivity"
BAR_DP = 24
"""Height of the status bar and of the gesture area at the bottom, dp."""


@dataclass(slots=True)
class Win:
    """One window.

    Attributes:
        key: stable name of the window (its id in --windows dumps belongs to it).
        owner: whose handlers get its events: an app's short name, or launcher, shade, ime, permission, anr.
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


def stack(phone: Phone) -> list[Win]:
    """All windows of an awake phone, top first, laid out."""
    system = phone.core.system
    width, height = phone.size
    bar = phone.metrics.dp(BAR_DP)
    screen = (0, 0, width, height)
    honour(phone)
    front, dialog = _views(phone)
    field = _focused(phone, front, dialog)
    found: list[Win] = []
    if system.anr:
        name = f"Application Not Responding: {phone.package_of(system.anr)}"
        found.append(_centred(phone, ("anr", "anr", "android", "", name), dialogs.anr_view(phone)))
        found[-1].kind = "TYPE_SYSTEM"
    if system.shade:
        root = shade.view(phone)
        scrolls = system.shade_ui.scroll
        found.append(
            Win(
                "shade",
                "shade",
                SYSTEMUI,
                "Notification shade",
                "TYPE_SYSTEM",
                "NotificationShade",
                screen,
                screen,
                root,
                scrolls,
                modal=True,
            )
        )
    else:
        top = (0, 0, width, bar)
        root = statusbar.view(phone)
        found.append(
            Win(
                "status",
                "status",
                SYSTEMUI,
                "Status bar",
                "TYPE_SYSTEM",
                "StatusBar",
                top,
                top,
                root,
                {},
                focusable=False,
            )
        )
    floor = _keyboard(phone, found, field)
    _front(phone, found, (0, bar, width, floor), front, dialog)
    for win in found:
        _lay(phone, win)
    return found


def _views(phone: Phone) -> tuple[Widget, Widget | None]:
    """The trees of the front app's (or launcher's) page and of its dialog."""
    core = phone.core
    if core.system.front == LAUNCHER:
        return _typed(launcher.view(phone), core.system.launcher.fields), None
    app = phone.apps[core.system.front]
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


def _keyboard(phone: Phone, found: list[Win], field: Widget | None) -> int:
    """Adds the keyboard's window when it is shown; the lowest pixel apps may use."""
    system = phone.core.system
    width, height = phone.size
    bar = phone.metrics.dp(BAR_DP)
    if field is None or not system.ime_shown or system.shade or system.ask is not None or system.anr:
        return height - bar
    package, root, tall = ime.window(phone, field)
    top = height - phone.metrics.dp(tall + BAR_DP)
    bounds, area = (0, top, width, height), (0, top, width, height - bar)
    found.append(
        Win("ime", "ime", package, "", "TYPE_INPUT_METHOD", "InputMethod", bounds, area, root, {}, focusable=False)
    )
    return top


def _front(
    phone: Phone, found: list[Win], area: tuple[int, int, int, int], front: Widget, dialog: Widget | None
) -> None:
    core = phone.core
    width, height = phone.size
    screen = (0, 0, width, height)
    if core.system.ask is not None:
        name = f"{PERMISSION_PACKAGE}/{PERMISSION_ACTIVITY}"
        found.append(
            _centred(phone, ("permission", "permission", PERMISSION_PACKAGE, "", name), dialogs.permission_view(phone))
        )
    if core.system.front == LAUNCHER:
        name = f"{LAUNCHER_PACKAGE}/{LAUNCHER_ACTIVITY}"
        scrolls = core.system.launcher.scroll
        found.append(
            Win(
                LAUNCHER,
                LAUNCHER,
                LAUNCHER_PACKAGE,
                "Launcher3",
                "TYPE_APPLICATION",
                name,
                screen,
                area,
                front,
                scrolls,
            )
        )
        return
    app = phone.apps[core.system.front]
    ui = core.apps[app.name].ui
    name = f"{app.package}/{app.package}{app.activity}"
    secure = ui.page.name in app.secure
    if dialog is not None and ui.dialog is not None:
        ident = (f"dialog:{app.name}", app.name, app.package, ui.dialog.title, name)
        found.append(_centred(phone, ident, dialog, floor=area[3]))
        found[-1].scrolls, found[-1].secure = ui.scroll, secure
    label = app.label(core.settings.locale)
    found.append(
        Win(
            f"app:{app.name}",
            app.name,
            app.package,
            label,
            "TYPE_APPLICATION",
            name,
            screen,
            area,
            front,
            ui.scroll,
            secure=secure,
        )
    )


def _centred(phone: Phone, ident: tuple[str, str, str, str, str], root: Widget, floor: int = 0) -> Win:
    """A dialog: as tall as it needs, in the middle of the room it has. `ident` is key, owner, package, title, name."""
    key, owner, package, title, name = ident
    width, height = phone.size
    m = phone.metrics
    top_limit, floor = m.dp(BAR_DP * 2), floor or height - m.dp(BAR_DP)
    side = max(m.dp(24), (width - m.dp(400)) // 2)
    need = Layouter(m, {}).place(root, width - 2 * side, None).h
    tall = min(need, floor - top_limit)
    top = top_limit + (floor - top_limit - tall) // 2
    bounds = (side, top, width - side, top + tall)
    return Win(key, owner, package, title, "TYPE_APPLICATION", name, bounds, bounds, root, {}, modal=True, scrim=True)


def _lay(phone: Phone, win: Win) -> None:
    """Places the window's boxes, or takes those of its last look when nothing in it changed."""
    old = phone.laid.get(win.key)
    wanted = tuple(win.scrolls.items())
    if old is not None and old[1] == win.area and old[2] == wanted and (old[0] is win.root or old[0] == win.root):
        win.box, win.xml = old[3], old[4]
        return
    layouter = Layouter(phone.metrics, win.scrolls)
    win.box = layouter.run(win.root, *win.area, phone.mirrored)
    for name, offset in layouter.offsets.items():
        if win.scrolls.get(name, 0) != offset:
            win.scrolls[name] = offset
    phone.laid[win.key] = (win.root, win.area, tuple(win.scrolls.items()), win.box, "")


def active(windows: list[Win]) -> Win:
    """The window with input focus: the topmost that can have it."""
    return next(w for w in windows if w.focusable)


def nodes(phone: Phone, win: Win) -> str:
    """The window's XML nodes, written once per change."""
    focus = phone.core.system.focus
    focused = focus.field if focus is not None and focus.owner == win.owner else ""
    if win.xml and not focused:
        return win.xml
    assert win.box is not None
    writer = hierarchy.Writer(hierarchy.Form(win.package, phone.profile.api >= 36, focused))
    xml = writer.shell(win.box, win.bounds)
    if not focused:
        win.xml = xml
        phone.laid[win.key] = (*phone.laid[win.key][:4], xml)
    return xml
