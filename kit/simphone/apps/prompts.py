"""A dialog that asks for one line of text, as several apps use it (a name, a label, a password)."""

from __future__ import annotations

from kit.simphone.app import Dialog, Run
from kit.simphone.widgets import Event, text_field


def ask(
    run: Run, title: str, field: str, value: str, *, hint: str, then: Event, ok: str = "OK", input: str = "text"
) -> None:
    """Opens the dialog. `then` is sent by the OK button and by the keyboard's action key (which appends the text).

    The handler of `then` closes the dialog and reads `run.ui.fields[field]`.
    """
    run.ui.fields[field] = value
    box = text_field(field, value, hint=hint, input=input, on_submit=then)
    run.ui.dialog = Dialog(title, body=(box,), buttons=((ok, then), ("Cancel", ("noop",))))
