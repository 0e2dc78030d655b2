"""The widget vocabulary: what an app's view is made of. One tree gives both the XML and the pixels.

A widget is plain data. What happens on a touch is plain data too: an `Event` is a tuple whose first item names a
handler of the app and whose rest are JSON values handed to it, so anything recorded can be replayed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Literal, cast

Event = tuple[Any, ...]

Kind = Literal[
    # containers
    "column", "row", "frame", "scroll", "grid", "card", "web",
    # leaves
    "text", "button", "icon_button", "image", "switch", "checkbox", "radio", "field", "slider", "progress", "chip",
    "fab", "tab", "divider", "space", "canvas",
]  # fmt: skip


@dataclass(slots=True, kw_only=True)
class Widget:
    """One widget. Sizes are in dp; None lets the layout decide (match the parent across, wrap along).

    Never changed once made; not `frozen` only because that would make building a screen three times slower.

    Attributes:
        kind: what it is; decides class name, look and size.
        text: what is written on it (the value, for a field).
        desc: content description, for icons and images.
        id: resource entry name; the XML shows `package:id/<id>`. Fields, scrolls and sliders need a unique one.
        hint: grey text of an empty field.
        icon: name of a glyph (search, back, add, more, delete, edit, call, send, close, check, folder, file, person ...).
        on_tap, on_long: events; a widget with one is clickable / long-clickable over its whole box.
        on_change: event sent with the new text (field) or value (slider) appended, after each change.
        on_submit: event sent with the text appended when the keyboard's action key is pressed; None hides the action.
        action: what the keyboard's action key says: done, search, send, next, go.
        input: text, number, phone, email, password, multiline.
        checked: of switch, checkbox, radio. None for other kinds.
        value, maximum: of slider and progress.
        style: of a text: title, headline, body, caption; of a button: filled, text, outlined.
        align: start, center, end (text and children across).
        weight: share of the leftover room along a row or column; 0 takes its own size.
        pinned: a child of a frame that floats at the bottom end (fab) or lies over everything (dialog scrim).
        ltr: what is in it runs from left to right in every language, as pads of digits do.
        drawing: of a canvas: shapes that are pixels only, as kit.simphone.draw.drawing has them.
        no_node: drawn, but without a node in the XML (canvas content, game pieces).
    """

    kind: Kind
    text: str = ""
    desc: str = ""
    id: str = ""
    hint: str = ""
    icon: str = ""
    on_tap: Event | None = None
    on_long: Event | None = None
    on_change: Event | None = None
    on_submit: Event | None = None
    action: str = "done"
    input: str = "text"
    checked: bool | None = None
    enabled: bool = True
    selected: bool = False
    value: int = 0
    maximum: int = 100
    columns: int = 1
    width: int | None = None
    height: int | None = None
    pad: int = 0
    weight: int = 0
    style: str = "body"
    align: str = "start"
    color: str = ""
    pinned: bool = False
    no_node: bool = False
    ltr: bool = False
    drawing: tuple[tuple[Any, ...], ...] = ()
    children: tuple[Widget, ...] = field(default=())


# --- containers ------------------------------------------------------------------------------------------------------


def column(*children: Widget | None, **props: Any) -> Widget:
    """Children below each other. None children are left out, so `x and widget` style conditions read well."""
    return Widget(kind="column", children=_present(children), **props)


def row(*children: Widget | None, **props: Any) -> Widget:
    """Children beside each other."""
    return Widget(kind="row", children=_present(children), **props)


def frame(*children: Widget | None, **props: Any) -> Widget:
    """Children over each other; pinned ones float."""
    return Widget(kind="frame", children=_present(children), **props)


def scroll(*children: Widget | None, id: str = "list", **props: Any) -> Widget:
    """A vertical list that scrolls when it is taller than its room. `id` keeps its scroll position."""
    props.setdefault("weight", 1)
    return Widget(kind="scroll", id=id, children=_present(children), **props)


def grid(*children: Widget | None, columns: int, **props: Any) -> Widget:
    """Children in rows of `columns` equal cells."""
    return Widget(kind="grid", columns=columns, children=_present(children), **props)


def card(*children: Widget | None, **props: Any) -> Widget:
    """A raised column."""
    return Widget(kind="card", children=_present(children), **props)


def _present(children: tuple[Widget | None, ...]) -> tuple[Widget, ...]:
    return cast("tuple[Widget, ...]", children if all(children) else tuple(filter(None, children)))


# --- leaves ----------------------------------------------------------------------------------------------------------


def text(value: str, **props: Any) -> Widget:
    """A TextView."""
    return Widget(kind="text", text=value, **props)


def button(label: str, on_tap: Event, **props: Any) -> Widget:
    """A labelled Button."""
    return Widget(kind="button", text=label, on_tap=on_tap, **props)


def icon_button(icon: str, desc: str, on_tap: Event, **props: Any) -> Widget:
    """An ImageButton; `desc` is its only label."""
    return Widget(kind="icon_button", icon=icon, desc=desc, on_tap=on_tap, **props)


def fab(icon: str, desc: str, on_tap: Event, **props: Any) -> Widget:
    """The floating button at the bottom end of a frame."""
    return Widget(kind="fab", icon=icon, desc=desc, on_tap=on_tap, pinned=True, **props)


def text_field(id: str, value: str, *, hint: str = "", **props: Any) -> Widget:
    """An EditText. The phone keeps what is typed in `ui.fields[id]`; pass that as `value`."""
    return Widget(kind="field", id=id, text=value, hint=hint, **props)


def switch(label: str, checked: bool, on_tap: Event, *, subtitle: str = "", id: str = "", **props: Any) -> Widget:
    """A settings row with a Switch at its end; the whole row is tapped, the Switch shows the state."""
    return _toggle("switch", label, checked, on_tap, subtitle, id, props)


def checkbox(label: str, checked: bool, on_tap: Event, *, subtitle: str = "", id: str = "", **props: Any) -> Widget:
    """A row with a CheckBox at its start."""
    return _toggle("checkbox", label, checked, on_tap, subtitle, id, props)


def radio(label: str, checked: bool, on_tap: Event, *, id: str = "", **props: Any) -> Widget:
    """A row with a RadioButton at its start."""
    return _toggle("radio", label, checked, on_tap, "", id, props)


def _toggle(
    kind: Kind, label: str, checked: bool, on_tap: Event, subtitle: str, id: str, props: dict[str, Any]
) -> Widget:
    enabled = bool(props.get("enabled", True))
    control = Widget(kind=kind, checked=checked, id=f"{id}_{kind}" if id else f"{kind}_widget", enabled=enabled)
    words = column(
        text(label, style="title", enabled=enabled), text(subtitle, style="caption") if subtitle else None, weight=1
    )
    parts = (words, control) if kind == "switch" else (control, words)
    return row(*parts, on_tap=on_tap, id=id, pad=16, checked=checked, **props)


def slider(id: str, value: int, on_change: Event, *, maximum: int = 100, desc: str = "", **props: Any) -> Widget:
    """A SeekBar; a tap or a swipe along it sets the value and sends `on_change` with it appended."""
    return Widget(kind="slider", id=id, value=value, maximum=maximum, desc=desc, on_change=on_change, **props)


def chip(label: str, on_tap: Event, *, selected: bool = False, **props: Any) -> Widget:
    """A small rounded choice."""
    return Widget(kind="chip", text=label, on_tap=on_tap, selected=selected, **props)


def image(desc: str, *, icon: str = "", color: str = "", **props: Any) -> Widget:
    """A picture with a description."""
    return Widget(kind="image", desc=desc, icon=icon, color=color, **props)


def divider() -> Widget:
    """A thin line without a node."""
    return Widget(kind="divider", no_node=True)


def space(height: int = 8) -> Widget:
    """Empty room without a node."""
    return Widget(kind="space", height=height, no_node=True)


def progress(desc: str = "Loading") -> Widget:
    """A spinner."""
    return Widget(kind="progress", desc=desc)


# --- compositions every app uses -------------------------------------------------------------------------------------


def item(
    title: str,
    subtitle: str = "",
    *,
    on_tap: Event | None = None,
    on_long: Event | None = None,
    icon: str = "",
    trailing: Widget | None = None,
    id: str = "",
    selected: bool = False,
    enabled: bool = True,
) -> Widget:
    """A list row: icon, title over subtitle, something at the end."""
    words = column(
        text(title, style="title", id="title"),
        text(subtitle, style="caption", id="summary") if subtitle else None,
        weight=1,
    )
    lead = Widget(kind="image", icon=icon, width=40, height=40) if icon else None
    return row(lead, words, trailing, on_tap=on_tap, on_long=on_long, id=id, pad=16, selected=selected, enabled=enabled)


def app_bar(title: str, *actions: Widget, id: str = "toolbar") -> Widget:
    """The bar at the top of a first page; `kit.simphone.apps.prompts.bar` has the one with a way back."""
    return row(text(title, style="headline", weight=1, id="toolbar_title"), *actions, id=id, pad=8, height=64)


def page(bar: Widget, *body: Widget | None, floating: Widget | None = None) -> Widget:
    """A whole screen: bar on top, body below, a floating button over it."""
    content = column(bar, *body, id="content", weight=1)
    return frame(content, floating)


def tabs(labels: tuple[str, ...], current: int, event: str) -> Widget:
    """A row of tabs; the n-th sends (event, n)."""
    return row(
        *(
            Widget(kind="tab", text=label, selected=n == current, on_tap=(event, n), weight=1)
            for n, label in enumerate(labels)
        ),
        id="tabs",
    )


def empty(message: str) -> Widget:
    """The middle of a screen that has nothing to show."""
    return column(text(message, align="center", id="empty"), pad=32, weight=1)


def changed(widget: Widget, **props: Any) -> Widget:
    """The same widget with some properties changed."""
    return Widget(**dict(zip(_NAMES, _values(widget), strict=True), **props))


_NAMES = tuple(f.name for f in fields(Widget))
_values = attrgetter(*_NAMES)
