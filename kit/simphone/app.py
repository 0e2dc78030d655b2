"""What an app is: a state, a view and handlers; and what a phone offers to them.

An app module holds one `APP = App(...)`. Its durable state is one dataclass of plain JSON values ("data": what a task
checks); where the person is inside the app is a `Ui` the phone owns ("ui": pages, what is typed into fields, scroll).
Views are pure; handlers change `run.data` and `run.ui` and may ask the phone for more (toasts, other apps, timers).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Protocol

from kit.simphone.widgets import Event, Widget


@dataclass(slots=True)
class Page:
    """One entry of an app's back stack: the page's name and its arguments (plain values)."""

    name: str
    args: dict[str, Any] = field(default_factory=dict[str, Any])


@dataclass(slots=True)
class Ui:
    """Where the person is inside one app. Not part of the true state that tasks check.

    Attributes:
        fields: what stands in fields, by id. The phone shows this in every field that has an entry, in pages and in
            dialogs alike, whatever text the widget was made with.
        focus: a request: the field with this id gets the focus and the keyboard opens when the page is next laid out
            (search pages do so when they open). The phone takes it back at once; a field that is not there is ignored.
    """

    pages: list[Page] = field(default_factory=lambda: [Page("home")])
    fields: dict[str, str] = field(default_factory=dict[str, str])
    scroll: dict[str, int] = field(default_factory=dict[str, int])
    memo: dict[str, Any] = field(default_factory=dict[str, Any])
    dialog: Dialog | None = None
    focus: str = ""

    @property
    def page(self) -> Page:
        """The page in front."""
        return self.pages[-1]

    def go(self, name: str, **args: Any) -> None:
        """Pushes a page; fields of the old page are kept until it is left for good."""
        self.pages.append(Page(name, args))

    def back(self) -> bool:
        """Pops a page; False when only the first one is left (the phone then leaves the app)."""
        if len(self.pages) == 1:
            return False
        self.pages.pop()
        return True


@dataclass(slots=True)
class Dialog:
    """An alert dialog of the app: its own window. Buttons are (label, event); the dialog closes before the event runs.

    The positive button comes FIRST and is drawn at the end of the row, the negative one (Cancel) after it, as Android's
    builder has them (button1, button2). A lone button that only closes a list of choices stands at the negative place.
    `body` is extra content below the message (fields, choices); it may be made once: fields show what is typed.
    """

    title: str
    message: str = ""
    buttons: tuple[tuple[str, Event], ...] = (("OK", ("noop",)),)
    body: tuple[Widget, ...] = ()
    cancelable: bool = True


class Env(Protocol):
    """What the phone offers to views and handlers."""

    @property
    def now(self) -> datetime:
        """The phone's clock (virtual, naive local time). A view that only needs the day reads `today`, which is cheaper."""
        ...

    @property
    def today(self) -> date:
        """The day on the phone's clock."""
        ...

    @property
    def rng(self) -> random.Random:
        """The phone's only source of randomness."""
        ...

    @property
    def settings(self) -> Any:
        """The system's settings, as `SystemSettings` of kit.simphone.system (wifi, bluetooth, font_scale, locale ...)."""
        ...

    @property
    def files(self) -> Any:
        """The /sdcard tree, as `FileTree` of kit.simphone.files; shared with adb push and pull."""
        ...

    @property
    def phone(self) -> Any:
        """The phone itself, for apps that are a part of the system (Settings: battery, apps, permissions)."""
        ...

    @property
    def landscape(self) -> bool:
        """Whether the screen is wider than it is tall: it has little room below each other then."""
        ...

    @property
    def front(self) -> bool:
        """Whether this app is the one in front: what happens in it can be seen without a notification."""
        ...

    def t(self, words: str, /, **values: Any) -> str:
        """The app's own words (English, with {holes}) in the phone's language; English where there is no translation."""
        ...

    def day(self, when: date, *, year: bool = False) -> str:
        """A date in the phone's language, such as "Mon, Sep 1"."""
        ...

    def arrange(self, things: Sequence[Any]) -> tuple[Any, ...]:
        """Things whose order means nothing (choices, categories) as this phone's profile wants them listed."""
        ...

    def share(self, words: str, file: str = "") -> None:
        """Opens the share sheet with a text, or with a file below /sdcard."""
        ...

    def data(self, app: str) -> Any:
        """Another app's durable data by its short name (Messages reads contacts)."""
        ...

    def toast(self, message: str) -> None:
        """Shows a toast for 2 seconds of phone time."""
        ...

    def later(self, ms: int, event: Event) -> None:
        """Sends the event to this app after that much phone time."""
        ...

    def open(self, app: str, page: str = "home", **args: Any) -> None:
        """Brings another app to the front, at a page."""
        ...

    def notify(self, title: str, body: str, event: Event | None = None) -> None:
        """Posts a notification of this app; tapping it opens the app and sends the event."""
        ...

    def permit(self, permission: str, then: Event) -> None:
        """Sends the event now if the app holds the permission, else asks with the permission dialog first.

        `permission` is a short name: camera, contacts, location, microphone, notifications, storage.
        """
        ...

    def close(self) -> None:
        """Leaves the app (as Back on its first page does)."""
        ...


@dataclass(slots=True)
class Run:
    """One app as it lives on a phone: what handlers and views are given."""

    data: Any
    ui: Ui
    env: Env

    def t(self, words: str, /, **values: Any) -> str:
        """The app's own words in the phone's language: every text a person reads that is no data goes through here."""
        return self.env.t(words, **values)


Handler = Callable[..., None]


@dataclass(frozen=True, slots=True, kw_only=True)
class App:
    """An app: names, a fresh state, a view, handlers.

    Attributes:
        name: short name, as in `simphone state` and task tags ("contacts").
        package, activity: as Android names them; `activity` starts with a dot.
        labels: the launcher label by language ("en" at least).
        fresh: makes the durable state from the phone's rng and clock; the same seed gives the same state.
        view: Run -> Widget of the page in front; pure.
        handlers: event name -> function(run, *arguments). "back" and "noop" are the phone's own; "resume", where there
            is one, is sent whenever the app comes to the front.
        hidden: not in the launcher.
        secure: page names whose window forbids screenshots.
        system: cannot be uninstalled.
        words: translations of the app's own texts, by language ("zh", "ar") and English text; what every app says
            (Save, Cancel, Search ...) stands in kit.simphone.words and need not be repeated.
        preinstalled: on a fresh phone; otherwise it waits to be installed.
        pip: page names that go on in a small window when the app is left for another. While it is small the view sees
            `pip` in `ui.page.args`; closing it sends the app "stopped", if it has a handler of that name.
        shares: the event that receives what is shared to this app (text and file path appended); None takes nothing.
        empty: makes the data that are left after `pm clear` or Clear storage, when those are not simply the defaults
            of the data's dataclass. What `fresh` adds stands for what a person put there, and goes.
    """

    name: str
    package: str
    activity: str
    labels: Mapping[str, str]
    icon: str
    color: str
    fresh: Callable[[random.Random, datetime], Any]
    view: Callable[[Run], Widget]
    handlers: Mapping[str, Handler]
    hidden: bool = False
    secure: tuple[str, ...] = ()
    system: bool = False
    permissions: tuple[str, ...] = ()
    empty: Callable[[], Any] | None = None
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict[str, Mapping[str, str]])
    shares: Event | None = None
    pip: tuple[str, ...] = ()
    preinstalled: bool = True

    def label(self, locale: str) -> str:
        """The launcher label in this locale's language, English when it has none."""
        return self.labels.get(locale.split("-")[0], self.labels["en"])
