"""Dialog windows: an app's alert, the permission controller, "isn't responding"."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kit.simphone.app import Dialog
from kit.simphone.widgets import Event, Widget, button, column, image, row, scroll, space, text
from kit.simphone.words import system

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

_PC = "com.android.permissioncontroller:id/"
FOREGROUND = frozenset({"camera", "location", "microphone"})
"""Permissions Android grants "while using the app"; the others are plainly allowed or not."""

_ASKS = {
    "camera": "take pictures and record video",
    "contacts": "access your contacts",
    "location": "access this device’s location",
    "microphone": "record audio",
    "notifications": "send you notifications",
    "storage": "access photos and media on your device",
    "calendar": "access your calendar",
    "phone": "make and manage phone calls",
    "sms": "send and view SMS messages",
}


def _say(phone: Phone, words: str, /, **values: object) -> str:
    return system(phone.language, words, **values)


def alert_view(dialog: Dialog) -> Widget:
    """An app's alert: title, message, its own body, buttons at the bottom end. Button n sends ("dialog", n).

    Drawn from the end of the row: positive, negative, neutral. A lone button that only closes a list of choices is the
    negative one, as Android's `setNegativeButton` makes it.
    """
    first = 2 if dialog.body and len(dialog.buttons) == 1 and dialog.buttons[0][1] == ("noop",) else 1
    buttons = [
        button(label, ("dialog", n), style="text", id=f"android:id/button{n + first}")
        for n, (label, _) in enumerate(dialog.buttons)
    ]
    wide = sum(len(label) for label, _ in dialog.buttons) > 28
    bar = (
        column(*reversed(buttons), align="end", id="android:id/buttonPanel")
        if wide
        else row(*reversed(buttons), align="end", id="android:id/buttonPanel")
    )
    middle = [
        text(dialog.message, id="android:id/message") if dialog.message else None,
        space(8) if dialog.message and dialog.body else None,
        *dialog.body,
    ]
    return column(
        text(dialog.title, style="alert", id="android:id/alertTitle") if dialog.title else None,
        space(12) if dialog.title else None,
        scroll(*(w for w in middle if w is not None), id="android:id/scrollView"),
        space(12),
        bar,
        pad=20,
        color="dialog",
        id="android:id/parentPanel",
    )


def permission_view(phone: Phone) -> Widget:
    """The permission controller's question for the app that is waiting."""
    ask = phone.core.system.ask
    assert ask is not None
    what = _say(phone, _ASKS.get(ask.permission, ask.permission))
    app = phone.apps[ask.app].label(phone.core.settings.locale)
    choices: list[tuple[str, str, Event]] = (
        [
            ("allow_foreground_only", _say(phone, "While using the app"), ("grant",)),
            ("allow_one_time", _say(phone, "Only this time"), ("once",)),
        ]
        if ask.permission in FOREGROUND
        else [("allow", _say(phone, "Allow"), ("grant",))]
    )
    choices.append(("deny", _say(phone, "Don’t allow"), ("deny",)))
    question = _say(phone, "Allow {app} to {what}?", app=app, what=what)
    return column(
        space(12),
        row(image("", icon=ask.permission, width=32, height=32, id=f"{_PC}permission_icon"), align="center"),
        space(12),
        text(question, style="ask", align="center", id=f"{_PC}permission_message"),
        space(16),
        *(button(label, event, style="tonal", id=f"{_PC}permission_{name}_button") for name, label, event in choices),
        pad=20,
        align="start",
        color="dialog",
        id=f"{_PC}grant_dialog",
    )


def anr_view(phone: Phone) -> Widget:
    """The system's "isn't responding" dialog."""
    app = phone.apps.get(phone.core.system.anr)
    label = app.label(phone.core.settings.locale) if app is not None else _say(phone, "System UI")
    return column(
        text(_say(phone, "{app} isn't responding", app=label), style="alert", id="android:id/alertTitle"),
        space(12),
        button(_say(phone, "Close app"), ("close",), style="row", icon="close", id="android:id/aerr_close"),
        button(_say(phone, "Wait"), ("wait",), style="row", icon="clock", id="android:id/aerr_wait"),
        pad=20,
        color="dialog",
        id="android:id/parentPanel",
    )


# --- events ------------------------------------------------------------------------------------------------------------


def on_choice(phone: Phone, choice: str) -> None:
    """The permission question was answered: grant, once or deny."""
    ask = phone.core.system.ask
    if ask is None:
        return
    phone.core.system.ask = None
    state = phone.core.apps[ask.app]
    if choice == "deny":
        state.denied.append(ask.permission)
        return
    (state.granted if choice == "grant" else state.once).append(ask.permission)
    phone.send(ask.app, ask.then)


PERMISSION_HANDLERS: dict[str, Callable[[Phone], None]] = {
    "grant": lambda phone: on_choice(phone, "grant"),
    "once": lambda phone: on_choice(phone, "once"),
    "deny": lambda phone: on_choice(phone, "deny"),
}


def on_anr(phone: Phone, close: bool) -> None:
    """The dialog was answered: close the app, or go on waiting."""
    name = phone.core.system.anr
    phone.core.system.anr = ""
    if close and name in phone.apps:
        phone.stop(name)


ANR_HANDLERS: dict[str, Callable[[Phone], None]] = {
    "close": lambda phone: on_anr(phone, True),
    "wait": lambda phone: on_anr(phone, False),
}
