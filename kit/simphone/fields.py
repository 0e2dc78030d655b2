"""What happens to fields and scroll places when an app's handler changes pages or closes its dialog."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kit.simphone import entry
from kit.simphone.app import Dialog, Page

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


@dataclass(slots=True)
class Before:
    """One app just before an event: its pages, its dialog, the fields it shows and what they hold."""

    app: str
    pages: list[Page]
    dialog: Dialog | None
    scroll: dict[str, int]
    shown: dict[str, str]

    @classmethod
    def of(cls, phone: Phone, app: str) -> Before:
        """Notes what may have to be undone."""
        ui = phone.core.apps[app].ui
        shown: dict[str, str] = {}
        if ui.fields:
            names = [f.id for w in phone.windows(laid=False) if w.owner == app for f in entry.fields(w.root)]
            shown = {n: ui.fields[n] for n in names if n in ui.fields}
        return cls(app, list(ui.pages), ui.dialog, dict(ui.scroll), shown)

    def settle(self, phone: Phone) -> None:
        """Forgets fields that were left for good; gives every page its own scroll places."""
        state = phone.core.apps[self.app]
        phone.touch()
        self._scrolls(phone)
        ui = state.ui
        left = len(ui.pages) < len(self.pages) or (
            ui.pages[-1] is not self.pages[-1] and len(ui.pages) == len(self.pages)
        )
        closed = self.dialog is not None and ui.dialog is not self.dialog
        if not self.shown or not (left or closed):
            return
        still = {f.id for w in phone.windows(laid=False) if w.owner == self.app for f in entry.fields(w.root)}
        for name, value in self.shown.items():
            if name not in still and ui.fields.get(name) == value:
                del ui.fields[name]

    def _scrolls(self, phone: Phone) -> None:
        state = phone.core.apps[self.app]
        ui, stash = state.ui, state.stash
        if ui.pages[-1] is self.pages[-1] and len(ui.pages) == len(self.pages):
            return
        untouched = ui.scroll == self.scroll
        if len(ui.pages) > len(self.pages):
            stash.append(self.scroll)
            stash.extend({} for _ in range(len(ui.pages) - len(self.pages) - 1))
            if untouched:
                ui.scroll.clear()
            return
        back: dict[str, int] = {}
        while len(stash) > len(ui.pages) - 1:
            back = stash.pop()
        if untouched:
            ui.scroll.clear()
            if len(ui.pages) < len(self.pages):
                ui.scroll.update(back)
