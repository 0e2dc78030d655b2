"""Plugins: what an installed package may add to the kit, through one object (spec: harness, extension; DESIGN section 4).

A plugin is a function that is called with a `Kit` once for every episode (and once for the command line), so that what it
keeps lives as long as the episode. It is found by its entry point in the group `phone_agent_kit.plugins`, or named as
"module:function", of an installed module or one in the current folder. One that cannot be loaded stops the run before it begins, by name: a run without a part that was asked
for would not be the run that was asked for. What it added may fail while the run goes on; that is noted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import metadata
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from kit.errors import DeviceLost, Killed, KitError, TraceError, UnknownName, UsageError
from kit.events import Around, Bus, Event, Listener
from kit.named import part_named
from kit.settings import Settings
from kit.types import Episode

if TYPE_CHECKING:
    from kit.tools.safety import Guard
    from kit.tools.session import Session
    from kit.tools.spec import Verb

GROUP = "phone_agent_kit.plugins"
NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""What model providers take as a tool's name, in the kit's own spelling."""

Block = Callable[["Session"], str]
"""A part of the prompt: text for this session, "" for none. Asked once, when the run begins."""
Begins = Callable[["Session"], None]
Ends = Callable[[Episode], None]


class Command(Protocol):
    """A command of `kit`: a module or object like those in `kit.cli`."""

    def add(self, commands: Any) -> None:
        """Registers a sub-parser whose default `run` is what is called with the options and returns the exit code."""
        ...


@dataclass(slots=True)
class Kit:
    """What a plugin is given: the one object to add things to.

    Attributes:
        settings: of the run; None on the command line, where only commands are asked for.
        name: of the plugin that is being loaded.
    """

    settings: Settings | None = None
    name: str = ""
    loaded: list[str] = field(default_factory=list[str])
    listeners: list[Listener] = field(default_factory=list[Listener])
    handlers: list[Around] = field(default_factory=list[Around])
    guards: list[Guard] = field(default_factory=list)
    verbs: list[Verb] = field(default_factory=list)
    blocks: list[tuple[str, Block]] = field(default_factory=list[tuple[str, Block]])
    begins: list[Begins] = field(default_factory=list[Begins])
    ends: list[Ends] = field(default_factory=list[Ends])
    commands: list[tuple[str, Command]] = field(default_factory=list[tuple[str, Command]])

    def on(self, kind: type[Event], listener: Callable[[Any], None]) -> None:
        """Adds a listener for one kind of event (`Event` hears all). It may fail; it changes nothing."""

        def heard(event: Event) -> None:
            if isinstance(event, kind):
                listener(event)

        heard.__qualname__ = f"{self.name}: {getattr(listener, '__qualname__', type(listener).__qualname__)}"
        self.listeners.append(heard)

    def around(self, handler: Around) -> None:
        """Adds a handler around the running of tool calls, inside the safety gate and the handlers added before."""
        self.handlers.append(handler)

    def guard(self, guard: Guard) -> None:
        """Adds a guard to the safety gate, asked after the kit's own."""
        self.guards.append(guard)

    def tool(self, verb: Verb) -> None:
        """Adds a tool (`kit.tools.spec.verb`).

        Raises:
            UsageError: its name is no tool name, or there is a tool of that name.
        """
        from kit.tools import catalogue

        taken = catalogue.names() | {v.name for v in self.verbs}
        if NAME.fullmatch(verb.name) is None or verb.name in taken:
            why = "there is one already" if verb.name in taken else "names are lower case letters, digits and _"
            raise UsageError(f"It cannot add a tool named {verb.name!r}: {why}.")
        self.verbs.append(verb)

    def prompt(self, block: Block) -> None:
        """Adds a part of the prompt, after the system prompt."""
        self.blocks.append((self.name, block))

    def before_run(self, hook: Begins) -> None:
        """Adds what is called when the phone is ready, before the first turn."""
        self.begins.append(hook)

    def after_run(self, hook: Ends) -> None:
        """Adds what is called with the finished episode."""
        self.ends.append(hook)

    def command(self, command: Command) -> None:
        """Adds a command to `kit`."""
        self.commands.append((self.name, command))

    def attach(self, session: Session) -> None:
        """Hangs everything into a session: listeners (unless the bus has them), handlers, guards, tools, prompt blocks.

        What fails here is noted in the bus's failures, and the run goes on without it.
        """
        bus = session.bus
        bus.listeners.extend(part for part in self.listeners if part not in bus.listeners)
        bus.handlers.extend(self.handlers)
        session.guards.extend(self.guards)
        session.verbs += tuple(self.verbs)
        for hook in self.begins:
            _guarded(bus, hook, session)
        for name, block in self.blocks:
            words = _guarded(bus, block, session)
            if words is not None and not isinstance(words, str):
                bus.note(block, TypeError(f"{name}: a prompt block gives text, not {type(words).__name__}"))
            elif words and words.strip():
                session.blocks += (words.strip(),)

    def end(self, bus: Bus, episode: Episode) -> None:
        """Tells the hooks that the run is over; one that fails is noted and the rest still hear."""
        for hook in self.ends:
            _guarded(bus, hook, episode)


def load(settings: Settings | None = None, *, plugins: str | None = None) -> Kit:
    """Calls every plugin the setting `plugins` names, in the order of their names (or as listed).

    Args:
        settings: of the run; its `plugins` says which.
        plugins: says which instead.

    Raises:
        UnknownName: no plugin of that name is installed.
        UsageError: one cannot be imported or breaks while it adds its parts; the message names it.
    """
    wanted = plugins if plugins is not None else (settings.plugins if settings is not None else "installed")
    kit = Kit(settings=settings)
    for name, function in _functions(wanted):
        kit.name = name
        try:
            function()(kit)
        except (Exception, SystemExit) as error:
            raise UsageError(
                f"Plugin {name} cannot be loaded: {_said(error)}",
                fix="Mend or uninstall it, or leave it out with the setting plugins (PHONE_AGENT_PLUGINS=off for none).",
                code="plugin_failed",
            ) from error
        kit.loaded.append(name)
    return kit


def installed() -> Mapping[str, str]:
    """Every installed plugin: name -> "module:function". One name given by two packages is a UsageError."""
    found: dict[str, str] = {}
    for name, place in points():
        if found.setdefault(name, place) != place:
            raise UsageError(
                f"Two installed packages have a plugin named {name}: {found[name]} and {place}.",
                fix="Uninstall one of them.",
            )
    return MappingProxyType(found)


@cache
def points() -> tuple[tuple[str, str], ...]:
    """(name, "module:function") of all entry points of the group; looked up once a process, which takes some 10 ms."""
    return tuple(sorted((p.name, p.value) for p in metadata.entry_points(group=GROUP)))


def _functions(wanted: str) -> Iterable[tuple[str, Callable[[], Callable[[Kit], None]]]]:
    wanted = wanted.strip()
    if wanted in ("", "off"):
        return []
    there = installed()
    names = list(there) if wanted == "installed" else [n.strip() for n in wanted.split(",") if n.strip()]
    for name in names:
        if name not in there and ":" not in name:
            near = "" if there else "No plugin is installed; one in a file of yours is named module:function."
            raise UnknownName("plugin", name, there, listed=near)
    return [(name, partial(part_named, there.get(name, name))) for name in dict.fromkeys(names)]


def _said(error: BaseException) -> str:
    """An error as one sentence."""
    words = f"{type(error).__name__}: {error}".rstrip(": ")
    return words if words.endswith((".", "!", "?")) else f"{words}."


def _guarded(bus: Bus, part: Callable[[Any], Any], given: Any) -> Any:
    """Calls a hook. Only what must end a run passes through."""
    try:
        return part(given)
    except (DeviceLost, TraceError, Killed):
        raise
    except (KitError, Exception) as error:  # noqa: BLE001 - a plugin must never stop a run
        bus.note(part, error)
        return None


def add_commands(commands: Any, wanted: str = "installed") -> None:
    """Adds the commands of plugins to the command line.

    Args:
        commands: argparse's sub-parser action.
        wanted: as the setting `plugins`.

    Raises:
        UsageError: a plugin cannot be loaded, or its command cannot be added (such as one `kit` has already).
    """
    for name, command in load(plugins=wanted).commands:
        try:
            command.add(commands)
        except (Exception, SystemExit) as error:
            raise UsageError(
                f"Plugin {name} cannot add its command: {_said(error)}",
                fix="Mend or uninstall it, or set PHONE_AGENT_PLUGINS=off.",
                code="plugin_failed",
            ) from error
