"""What a phone offers to one app: the `Env` of kit.simphone.app."""

from __future__ import annotations

import heapq
import random
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from kit.simphone import journal
from kit.simphone import words as vocabulary
from kit.simphone.files import FileTree
from kit.simphone.settings_state import SystemSettings
from kit.simphone.state import Ask, Notice, Sharing, Timer
from kit.simphone.widgets import Event

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

TOAST_MS = 2000
CLOCK, FILES = 1, 2
"""What a view was made from besides its app's own state: `Phone.reads`."""


class AppEnv:
    """One app's door to its phone. Reading the clock or the files tells the phone that a view depends on them."""

    __slots__ = ("_app", "_phone", "_table")

    def __init__(self, phone: Phone, app: str) -> None:
        self._phone = phone
        self._app = app
        self._table: tuple[str, Mapping[str, str]] = ("", {})

    @property
    def now(self) -> datetime:
        """The phone's clock (virtual, naive local time)."""
        self._phone.reads |= CLOCK
        return self._phone.now

    @property
    def today(self) -> date:
        """The day on the phone's clock. A view that needs no more of the clock is not made anew as time passes."""
        return self._phone.now.date()

    @property
    def rng(self) -> random.Random:
        """The phone's only source of randomness."""
        return self._phone.core.rng

    @property
    def settings(self) -> SystemSettings:
        """The system's settings; handlers may change them."""
        return self._phone.core.settings

    @property
    def files(self) -> FileTree:
        """The file tree, shared with adb push and pull."""
        self._phone.reads |= FILES
        return self._phone.files

    @property
    def phone(self) -> Phone:
        """The phone itself, for apps that are a part of the system (Settings: battery, apps, permissions)."""
        self._phone.reads |= CLOCK | FILES
        return self._phone

    @property
    def landscape(self) -> bool:
        """Whether the screen is wider than it is tall."""
        width, height = self._phone.size
        return width > height

    @property
    def front(self) -> bool:
        """Whether this app is the one in front, with the screen on."""
        system = self._phone.core.system
        return system.front == self._app and system.awake

    def t(self, words: str, /, **values: Any) -> str:
        """The app's own words (English, with {holes}) in the phone's language."""
        locale = self._phone.core.settings.locale  # with the profile, which stays, it is what decides the language
        if self._table[0] != locale:
            app = self._phone.apps.get(self._app)
            table = vocabulary.table(self._phone.language, app.words if app is not None else {})
            self._table = (locale, table)
        found = self._table[1].get(words, words)
        return found.format(**values) if values else found

    def day(self, when: date, *, year: bool = False) -> str:
        """A date in the phone's language."""
        return vocabulary.day(self._phone.language, when, year=year)

    def arrange(self, things: Sequence[Any]) -> tuple[Any, ...]:
        """Things whose order means nothing, as the profile wants them listed: the app's order, or the seed's."""
        order = list(things)
        if self._phone.profile.shuffle_lists:
            random.Random(f"{self._phone.core.seed}/{self._app}/{len(order)}").shuffle(order)
        return tuple(order)

    def data(self, app: str) -> Any:
        """Another app's durable data by its short name. Raises KeyError when there is no such app."""
        return self._phone.core.apps[app].data

    def toast(self, message: str) -> None:
        """Shows a toast for 2 seconds of phone time."""
        system = self._phone.core.system
        system.toast, system.toast_until = message, self._phone.core.now + TOAST_MS

    def later(self, ms: int, event: Event) -> None:
        """Sends the event to this app after that much phone time."""
        core = self._phone.core
        core.system.counter += 1
        heapq.heappush(core.timers, Timer(core.now + max(0, ms), core.system.counter, self._app, event))

    def open(self, app: str, page: str = "home", **args: Any) -> None:
        """Brings another app to the front, at a page; Back leads here again."""
        self._phone.launch(app, page=page, args=args, caller=self._app)

    def notify(self, title: str, body: str, event: Event | None = None) -> None:
        """Posts a notification of this app; tapping it opens the app and sends the event."""
        core = self._phone.core
        if self._app in core.settings.app_notifications_off:
            return
        core.system.counter += 1
        package = self._phone.package_of(self._app)
        journal.note(core, "NotificationService", f"posted pkg={package} id={core.system.counter}", "D")
        core.system.notices.insert(0, Notice(core.system.counter, self._app, title, body, event, core.now))

    def permit(self, permission: str, then: Event) -> None:
        """Sends the event now if the app holds the permission, else asks first; twice denied is denied for good."""
        state = self._phone.core.apps[self._app]
        if permission in state.granted or permission in state.once:
            self._phone.send(self._app, then)
        elif state.denied.count(permission) < 2:
            self._phone.core.system.ask = Ask(self._app, permission, then)

    def share(self, words: str, file: str = "") -> None:
        """Opens the share sheet: the apps that take what is shared, in a window of its own."""
        self._phone.core.system.sharing = Sharing(self._app, words, file)

    def close(self) -> None:
        """Leaves the app, as Back on its first page does."""
        self._phone.leave(self._app)
