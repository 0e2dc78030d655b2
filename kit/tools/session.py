"""A session: one phone, one goal, and what is addressable on it right now."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kit.device.device import Device
from kit.errors import DeviceLost, ScreenError
from kit.events import Bus, Observed
from kit.screen.locate import Locator
from kit.screen.observe import observe
from kit.settings import Settings
from kit.tools.review import Review
from kit.tools.risks import is_launcher
from kit.tools.taskdoc import TaskDoc
from kit.types import Mark, Observation, Receipt, ToolCall

if TYPE_CHECKING:
    from kit.tools.spec import Verb


ICONS = 200
"""Words of the home screen that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a tool function did: the action line of the receipt, its target, and for final tools how the run ends."""

    text: str
    target: Mark | None = None
    code: str = ""
    final: str = ""
    answer: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Session:
    """The only mutable thing tools share.

    Attributes:
        observation: the current batch; None when nothing is addressable (before the first look, after a failed one).
        before: the last committed observation, for differences even after a failure.
        ending: "finish" or "take_over" once accepted; no later call runs then.
        answer: what finish (or take_over) said.
        fronts: packages that have been in front, newest first, each once; orders app names.
        icons: words seen on the home screen, newest first: what the phone calls its apps.
        board: the task board; None when it is off.
        boundary: a route item was completed since the loop last looked; the segment before it may be folded.
        deliverable: the document this run wrote, once it has.
        archive: what recall tools search (`kit.memory.archive`); None when archiving is off.
        memory: what earlier runs taught (`kit.agent.memory`); None when it is off.
        review: what finish is judged by, and the verifier.
        guards: further guards of every call, after the kit's own (`kit.tools.safety`).
        verbs: tools that plugins add; `blocks`: parts that they add to the system prompt.
        warned: the call that was warned about last, with the warnings' codes; `calling`: the call that is being run.
        person: asked with the reason when the agent hands over; False refuses, and the run goes on.
        locator: what finds things in the picture; None means what the settings ask for.
        lock: held while a turn's calls run; re-entrant, so a tool may call another (spec: harness, single batch).
    """

    device: Device
    goal: str = ""
    settings: Settings = field(default_factory=lambda: Settings())  # pyright: ignore[reportCallIssue]
    bus: Bus = field(default_factory=Bus)
    episode: str = ""
    observation: Observation | None = None
    before: Observation | None = None
    ending: str = ""
    answer: str = ""
    status: str = ""
    components: tuple[str, ...] = ()
    fronts: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    board: TaskDoc | None = None
    boundary: bool = False
    deliverable: Path | None = None
    archive: Any = None
    memory: Any = None
    locator: Locator | None = None
    receipts: list[Receipt] = field(default_factory=list[Receipt])
    review: Review = field(default_factory=Review)
    guards: list[Callable[[Session, ToolCall, Mark | None], None]] = field(default_factory=list)
    verbs: tuple[Verb, ...] = ()
    blocks: tuple[str, ...] = ()
    warned: tuple[tuple[Any, ...], frozenset[str]] | None = None
    calling: ToolCall | None = None
    person: Callable[[str], bool] | None = None
    lock: threading.RLock = field(default_factory=threading.RLock)

    def observe(self) -> Observation:
        """Looks at the phone. On failure the whole batch is void: nothing stays addressable until the next success.

        Raises:
            ObservationFailed, ScreenError, DeviceError: as `kit.screen.observe.observe`.
        """
        self.observation = None
        seen = observe(self.device, self.settings)
        self.observation = self.before = seen
        self.review.screens.append(seen)
        package = seen.foreground.package
        self.fronts = (package, *(p for p in self.fronts if p != package))
        if is_launcher(package):
            self.icons = tuple(dict.fromkeys([*(m.full_label for m in seen.marks), *self.icons]))[:ICONS]
        self.bus.emit(Observed(episode=self.episode, observation=seen))
        return seen

    def launchables(self) -> tuple[str, ...]:
        """The components the launcher can start, asked once a session."""
        if not self.components:
            self.components = self.device.launchables()
        return self.components


def open_session(
    phone: Device, *, goal: str = "", settings: Settings | Mapping[str, Any] | None = None, bus: Bus | None = None
) -> Session:
    """Opens a session and takes the first look.

    Args:
        phone: from `kit.open_device`.
        goal: what the agent shall do; only shown to models.
        settings: whole ones, or the fields that shall not be resolved from the environment.

    Raises:
        DeviceLost: the phone is gone. A failed first look does not raise: `session.observation` is None then.
    """
    from kit.settings import resolve

    resolved = settings if isinstance(settings, Settings) else resolve(settings)[0]
    session = Session(device=phone, goal=goal, settings=resolved, bus=bus or Bus())
    try:
        session.observe()
    except DeviceLost:
        raise
    except ScreenError:
        session.observation = None  # the first receipt will say so; an agent may still press home or wait
    return session
