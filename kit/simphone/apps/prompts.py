"""What several apps have alike: a dialog that asks for one line of text, the bar of a page, the bar of a search page."""

from __future__ import annotations

from kit.simphone.app import Dialog, Run
from kit.simphone.widgets import Event, Widget, app_bar, icon_button, row, text, text_field


def ask(
    run: Run, title: str, field: str, value: str, *, hint: str, then: Event, ok: str = "OK", input: str = "text"
) -> None:
    """Opens the dialog. `then` is sent by the OK button and by the keyboard's action key (which appends the text).

    The handler of `then` closes the dialog and reads `run.ui.fields[field]`. Title, hint and button are said in the
    phone's language when they come in English.
    """
    run.ui.fields[field] = value
    box = text_field(field, value, hint=run.t(hint), input=input, on_submit=then)
    run.ui.dialog = Dialog(run.t(title), body=(box,), buttons=((run.t(ok), then), (run.t("Cancel"), ("noop",))))


def bar(run: Run, title: str, *actions: Widget | None, up: bool = False) -> Widget:
    """The bar at the top of a page, its way back named in the phone's language. None actions are left out."""
    shown = [a for a in actions if a is not None]
    if not up:
        return app_bar(title, *shown)
    back = icon_button("back", run.t("Navigate up"), ("back",))
    name = text(title, style="headline", weight=1, id="toolbar_title")
    return row(back, name, *shown, id="toolbar", pad=8, height=64)


def search_bar(run: Run, field: str, hint: str, *more: Widget | None) -> Widget:
    """The bar of a search page: back, the field with its hint in the phone's language, what stands after it."""
    typed = run.ui.fields.get(field, "")
    return row(
        icon_button("back", run.t("Navigate up"), ("back",)),
        text_field(field, typed, hint=run.t(hint), action="search", on_submit=("noop",), weight=1),
        *(m for m in more if m is not None),
        id="toolbar",
        pad=8,
    )
