"""Text into the focused field, whoever sends it: the soft keyboard, `input text`, ADB Keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kit.simphone.app import Ui
from kit.simphone.state import LAUNCHER, Focus
from kit.simphone.widgets import Widget, changed

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


def find(root: Widget, name: str) -> Widget | None:
    """The field with this id in a tree, shown or scrolled away."""
    if root.kind == "field" and root.id == name:
        return root
    for child in root.children:
        if child.children or child.kind == "field":
            hit = find(child, name)
            if hit is not None:
                return hit
    return None


def fields(root: Widget) -> list[Widget]:
    """All enabled fields of a tree, in document order."""
    own = [root] if root.kind == "field" and root.enabled else []
    for child in root.children:
        if child.children or child.kind == "field":
            own += fields(child)
    return own


def filled(root: Widget, typed: Mapping[str, str]) -> Widget:
    """The tree with what was typed in its fields; the same object when no field shows anything else already."""
    if root.kind == "field":
        value = typed.get(root.id, root.text)
        return root if value == root.text else changed(root, text=value)
    kids: list[Widget] = []
    for n, child in enumerate(root.children):
        if child.children or child.kind == "field":
            new = filled(child, typed)
            if new is not child:
                kids = kids or list(root.children)
                kids[n] = new
    return changed(root, children=tuple(kids)) if kids else root


def honour(phone: Phone) -> None:
    """Gives the focus to the field the front app (or launcher) asked for, and opens the keyboard."""
    system = phone.core.system
    ui = ui_of(phone, system.front)
    name, ui.focus = ui.focus, ""
    if name:
        system.ime_page, system.shift = "letters", False
        system.focus, system.ime_shown = Focus(system.front, name), True


def focused(phone: Phone) -> Widget | None:
    """The field typed text goes to, or None."""
    windows = phone.windows(laid=False)  # looking drops a focus whose field is gone
    focus = phone.core.system.focus
    if focus is None:
        return None
    for win in windows:
        hit = find(win.root, focus.field) if win.owner == focus.owner else None
        if hit is not None:
            return hit
    return None


def ui_of(phone: Phone, owner: str) -> Ui:
    """The Ui an owner's fields are kept in."""
    return phone.core.system.launcher if owner == LAUNCHER else phone.core.apps[owner].ui


def action_of(field: Widget) -> str:
    """What the keyboard's action key does for a field: its action, or enter when it has none."""
    if field.input == "multiline":
        return "enter"
    return field.action if field.on_submit is not None or field.action == "next" else "enter"


def take(phone: Phone, owner: str, field: Widget) -> None:
    """Gives a field the focus and shows the keyboard."""
    system = phone.core.system
    if system.focus is None or (system.focus.owner, system.focus.field) != (owner, field.id):
        system.ime_page, system.shift = "letters", False
    system.focus = Focus(owner, field.id)
    system.ime_shown = True
    phone.touch()


def drop(phone: Phone) -> None:
    """Takes the focus and the keyboard away."""
    phone.core.system.focus = None
    phone.core.system.ime_shown = False


def put(phone: Phone, new: str, cursor: int = -1) -> None:
    """Replaces the focused field's text; the app hears of it through `on_change`."""
    field, focus = focused(phone), phone.core.system.focus
    if field is None or focus is None:
        return
    ui_of(phone, focus.owner).fields[field.id] = new
    phone.touch()
    focus.cursor = cursor if 0 <= cursor < len(new) else -1
    focus.everything = False
    if field.on_change is not None:
        phone.send(focus.owner, (*field.on_change, new))


def insert(phone: Phone, text: str) -> bool:
    """Types at the cursor (over a selection); False when no field has the focus."""
    field, focus = focused(phone), phone.core.system.focus
    if field is None or focus is None or not text:
        return field is not None
    if field.input != "multiline":
        text = text.replace("\n", " ")
    if field.input == "number":
        text = "".join(c for c in text if c.isdigit() or c in ".,-+")
    old = "" if focus.everything else field.text
    at = len(old) if focus.cursor < 0 or focus.everything else focus.cursor
    put(phone, old[:at] + text + old[at:], at + len(text))
    return True


def backspace(phone: Phone, forward: bool = False) -> None:
    """Deletes the character before (or after) the cursor, or the selection."""
    field, focus = focused(phone), phone.core.system.focus
    if field is None or focus is None:
        return
    if focus.everything and field.text:  # deleting nothing changes nothing, and no app hears of it
        put(phone, "")
        return
    focus.everything = False
    at = len(field.text) if focus.cursor < 0 else focus.cursor
    if forward and at < len(field.text):
        put(phone, field.text[:at] + field.text[at + 1 :], at)
    elif not forward and at > 0:
        put(phone, field.text[: at - 1] + field.text[at:], at - 1)


def move(phone: Phone, step: int) -> None:
    """Moves the cursor by characters; a large step goes to the start or end."""
    field, focus = focused(phone), phone.core.system.focus
    if field is None or focus is None:
        return
    at = len(field.text) if focus.cursor < 0 else focus.cursor
    at = max(0, min(len(field.text), at + step))
    focus.cursor = at if at < len(field.text) else -1
    focus.everything = False


def submit(phone: Phone) -> None:
    """The action key: a line break, the next field, or `on_submit`; the keyboard goes except after Send."""
    field, focus = focused(phone), phone.core.system.focus
    if field is None or focus is None:
        return
    if field.input == "multiline":
        insert(phone, "\n")
        return
    if field.on_submit is None:
        if field.action == "next" and following(phone):
            return
        phone.core.system.ime_shown = False
        return
    if field.action != "send":
        phone.core.system.ime_shown = False
    phone.send(focus.owner, (*field.on_submit, field.text))


def following(phone: Phone) -> bool:
    """Moves the focus to the next field of the page; False when there is none."""
    focus = phone.core.system.focus
    if focus is None:
        return False
    names = [f for w in phone.windows(laid=False) if w.owner == focus.owner for f in fields(w.root)]
    place = next((n for n, f in enumerate(names) if f.id == focus.field), None)
    if place is None or place + 1 >= len(names):
        return False
    take(phone, focus.owner, names[place + 1])
    return True
