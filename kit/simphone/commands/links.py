"""What an intent without a component opens: web, phone, mail, map and message addresses, and the camera's actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote

from kit.simphone.widgets import Event

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

ACTION, EXTRA = "android.intent.action.", "android.intent.extra."
VIEW, DIAL, CALL, SENDTO = (ACTION + name for name in ("VIEW", "DIAL", "CALL", "SENDTO"))
CAMERA = ("android.media.action.STILL_IMAGE_CAMERA", "android.media.action.IMAGE_CAPTURE", ACTION + "CAMERA_BUTTON")
_TAKES = {
    "http": (VIEW,), "https": (VIEW,), "tel": (VIEW, DIAL, CALL), "mailto": (VIEW, SENDTO), "geo": (VIEW,),
    "google.navigation": (VIEW,), "sms": (VIEW, SENDTO), "smsto": (VIEW, SENDTO),
}  # fmt: skip
"""The actions some app answers an address of this kind with."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An app and where in it.

    Attributes:
        app: its short name.
        page, args: where it is opened; "" where it was left.
        typed: what is put into fields for the event to read.
        event: what is sent then.
        fields: what stands in the fields of the page that leads to.
    """

    app: str
    page: str = ""
    args: Mapping[str, Any] = field(default_factory=dict[str, Any])
    typed: Mapping[str, str] = field(default_factory=dict[str, str])
    event: Event | None = None
    fields: Mapping[str, str] = field(default_factory=dict[str, str])


def goal(action: str, address: str, extras: Mapping[str, str]) -> Goal | None:
    """Where an intent leads; None when nothing here answers it. Without an action, `am` means VIEW."""
    if action in CAMERA:
        return Goal("camera")
    if action == DIAL and not address:
        return Goal("phone", event=("keypad",))
    scheme, _, rest = address.partition(":")
    if (action or VIEW) not in _TAKES.get(scheme.lower(), ()):
        return None
    if scheme.startswith("http"):
        return Goal("browser", typed={"search_or_type_address": address}, event=("go",))
    if scheme == "tel":
        number = unquote(rest)
        return Goal("phone", event=("call", number)) if action == CALL else _keypad(number)
    if scheme == "mailto":
        return _mail(rest, extras)
    return _message(rest, extras) if scheme.startswith("sms") else _map(rest)


def follow(phone: Phone, found: Goal, *, fresh: bool) -> None:
    """Opens what was found; `fresh` ends the app before."""
    phone.launch(found.app, page=found.page, args=dict(found.args), fresh=fresh)
    ui = phone.core.apps[found.app].ui
    ui.dialog = None
    ui.fields.update(found.typed)
    if found.event is not None:
        phone.send(found.app, found.event)
    ui.fields.update(found.fields)
    phone.touch()


def _keypad(number: str) -> Goal:
    return Goal("phone", fields={"phone_number": number}, event=("keypad",))


def _mail(rest: str, extras: Mapping[str, str]) -> Goal:
    to, _, query = rest.partition("?")
    said = {name: values[0] for name, values in parse_qs(query).items()}
    subject = said.get("subject", extras.get(EXTRA + "SUBJECT", ""))
    body = said.get("body", extras.get(EXTRA + "TEXT", ""))
    return Goal("mail", fields={"to": unquote(to), "subject": subject, "message": body}, event=("compose",))


def _message(rest: str, extras: Mapping[str, str]) -> Goal:
    number, _, query = rest.removeprefix("//").partition("?")
    body = parse_qs(query).get("body", [extras.get("sms_body", "")])[0]
    if not number:
        return Goal("messages")
    return Goal(
        "messages", page="thread", args={"number": unquote(number)}, fields={"text_message": body} if body else {}
    )


def _map(rest: str) -> Goal:
    query = parse_qs(rest.partition("?")[2] or rest)
    words = query.get("q", [""])[0]
    return Goal("maps", page="search", fields={"search_here": words}) if words else Goal("maps")
