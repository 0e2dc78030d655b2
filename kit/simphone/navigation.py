"""Moving between apps and windows: opening, leaving, Home, Back, recents, the shade."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Any, cast

from kit.simphone import fields, journal
from kit.simphone.app import App, Page, Ui
from kit.simphone.state import LAUNCHER, PhoneState
from kit.simphone.system import launcher, pip, prompts

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


class Navigation:
    """What changes which window is in front. Stateless: `core` and `apps` are the phone's."""

    core: PhoneState
    apps: dict[str, App]

    def touch(self) -> None:
        """Something that can be seen may have changed."""
        raise NotImplementedError

    @property
    def _phone(self) -> Phone:
        return cast("Phone", self)

    def launch(
        self, app: str, *, page: str = "", args: dict[str, Any] | None = None, caller: str = "", fresh: bool = False
    ) -> bool:
        """Brings an app to the front; False when it is not there. Without a page it shows where it was left."""
        if app not in self.apps or app in self.core.system.removed:
            return False
        if fresh:
            self.stop(app)
        system = self.core.system
        state = self.core.apps[app]
        state.started = True
        if page:
            state.ui.pages = [Page("home")] if page == "home" else [Page("home"), Page(page, dict(args or {}))]
            state.ui.dialog = None
            state.ui.scroll.clear()
            state.ui.fields.clear()
            state.stash = [{} for _ in state.ui.pages[1:]]
        self._beside(app)
        state.caller = caller if caller != app else ""
        if app in system.recents:
            system.recents.remove(app)
        system.recents.insert(0, app)
        self._front(app)
        return True

    def _front(self, owner: str) -> None:
        system = self.core.system
        system.front, system.shade, system.focus, system.ime_shown = owner, False, None, False
        system.sharing = None
        if system.ask is not None and system.ask.app != owner:
            system.ask = None  # the question stays with the app that asked
        if owner not in system.split:
            system.split = []
        if owner == system.pip:
            system.pip = ""
        self.touch()
        if owner in self.apps:
            app = self.apps[owner]
            journal.note(self.core, "ActivityTaskManager", f"Displayed {app.package}/{app.activity} for user 0: +312ms")
        if owner in self.apps and "resume" in self.apps[owner].handlers:
            self._phone.send(owner, ("resume",))

    def _beside(self, app: str) -> None:
        """What becomes of the app in front when another one comes: it may shrink, or keep its half of the screen."""
        system = self.core.system
        first, system.splitting = system.splitting, ""
        if first in self.apps and first != app:
            system.split = [first, app]
        elif system.front != app:
            pip.enter(self._phone)

    def split(self, app: str) -> None:
        """Asks for split screen: this app above, whichever is opened next below."""
        self.core.system.splitting = app
        self.home()

    def use(self, owner: str) -> None:
        """A touch in the other half of the split screen makes its app the one in use."""
        if owner in self.core.system.split and owner != self.core.system.front:
            self._front(owner)

    def end_split(self, keep: str) -> None:
        """One of the two apps gets the whole screen."""
        self.core.system.split = []
        self._front(keep)

    def leave(self, app: str) -> None:
        """Back on an app's first page: to the app that opened it, else to the launcher."""
        if self.core.system.front != app:
            return
        caller, self.core.apps[app].caller = self.core.apps[app].caller, ""
        if caller in self.apps:
            self._front(caller)
        else:
            self.home()

    def home(self) -> None:
        """The Home key."""
        if not self.core.system.splitting:
            pip.enter(self._phone)
        launcher.open_page(self._phone, "home")
        self.core.system.ask = None
        self._front(LAUNCHER)

    def stop(self, app: str) -> None:
        """Ends an app: its pages and timers go, its data stay."""
        core = self.core
        if app not in core.apps:
            return
        state = core.apps[app]
        state.ui, state.stash, state.once, state.caller, state.started = Ui(), [], [], "", False
        journal.note(
            core, "ActivityManager", f"Force stopping {self.apps[app].package} appid=10123 user=0: from pid 2311"
        )
        core.timers = [t for t in core.timers if t.app != app]
        heapq.heapify(core.timers)
        if app in core.system.recents:
            core.system.recents.remove(app)
        if core.system.pip == app:
            core.system.pip = ""
        if core.system.front == app:
            self.home()
        self.touch()

    def back(self) -> None:
        """The Back key or gesture."""
        system = self.core.system
        if system.anr:
            system.anr = ""
        elif system.prompts and system.prompts[0].kind not in prompts.CALLS:
            system.prompts.pop(0)
        elif system.shade:
            system.shade = False
        elif system.sharing is not None:
            system.sharing = None
        elif system.ask is not None:
            system.ask = None
        elif system.ime_shown and system.focus is not None:
            system.ime_shown = False
        elif system.front == LAUNCHER:
            launcher.open_page(self._phone, "home")
            system.focus = None
        else:
            self._back_in_app(system.front)
        self.touch()

    def _back_in_app(self, app: str) -> None:
        if self.core.apps[app].ui.dialog is not None:
            self.back_dialog(app)
            return
        before = fields.Before.of(self._phone, app)
        if not self.core.apps[app].ui.back():
            self.leave(app)
        before.settle(self._phone)

    def back_dialog(self, app: str) -> None:
        """Closes an app's dialog without an answer, where it allows that."""
        ui = self.core.apps[app].ui
        if ui.dialog is not None and ui.dialog.cancelable:
            before = fields.Before.of(self._phone, app)
            ui.dialog = None
            before.settle(self._phone)

    def open_shade(self) -> None:
        """Pulls the notification shade down."""
        self.core.system.shade = True
        self.core.system.shade_ui.scroll.clear()
        self.touch()

    def recents(self) -> None:
        """The app switcher."""
        launcher.open_page(self._phone, "recents")
        self.core.system.ask = None
        self._front(LAUNCHER)
