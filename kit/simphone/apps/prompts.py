"""A dialog that asks for one line of text, as several apps use it (a name, a label, a password)."""

from __future__ import annotations

from dataclasses import replace

from kit.simphone.app import Dialog, Run
from kit.simphone.widgets import Event, text_field


def ask(
    run: Run, title: str, field: str, value: str, *, hint: str, then: Event, ok: str = "OK", input: str = "text"
) -> None:
    """Opens the dialog. `then` is sent by the OK button and by the keyboard's action key (which appends the text).

    The handler of `then` closes the dialog and reads `run.ui.fields[field]`; the app must have `retype` among its
    handlers under the name "retype".
    """
    run.ui.fields[field] = value
    box = text_field(field, value, hint=hint, input=input, on_change=("retype",), on_submit=then)
    run.ui.dialog = Dialog(title, body=(box,), buttons=((ok, then), ("Cancel", ("noop",))))


def retype(run: Run, *typed: str) -> None:
    """Shows in the open dialog what was typed: a dialog's body is made once, so it has to be told."""
    del typed
    if (dialog := run.ui.dialog) is not None:
        dialog.body = tuple(
            replace(w, text=run.ui.fields.get(w.id, w.text)) if w.kind == "field" else w for w in dialog.body
        )
