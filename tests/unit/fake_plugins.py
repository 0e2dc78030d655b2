"""Plugins by name, as "fake_plugins:NAME"."""

from __future__ import annotations

from typing import Any

from kit.agent.plugins import Kit
from kit.errors import DeviceLost
from kit.events import CallEnded, EpisodeStarted, Event, Observed, Proceed
from kit.tools.session import Session
from kit.tools.spec import Done, verb
from kit.types import Episode, Receipt, ToolCall

LOG: list[str] = []


def hears(kit: Kit) -> None:
    def started(event: EpisodeStarted) -> None:
        LOG.append("started")

    def everything(event: Event) -> None:
        LOG.append(type(event).__name__)

    kit.on(EpisodeStarted, started)
    kit.on(Event, everything)


def _around(name: str) -> Any:
    def handler(call: ToolCall, proceed: Proceed) -> Receipt:
        LOG.append(f"+{name}")
        receipt = proceed(call)
        LOG.append(f"-{name}")
        return receipt

    return handler


def outer(kit: Kit) -> None:
    kit.around(_around("outer"))


def inner(kit: Kit) -> None:
    kit.around(_around("inner"))


def hooks(kit: Kit) -> None:
    kit.before_run(lambda session: LOG.append(f"begin {session.goal}"))
    kit.after_run(lambda episode: LOG.append(f"end {episode.outcome.ending}"))


def breaks_later(kit: Kit) -> None:
    def fails(given: Session | Episode | Event) -> Any:
        raise RuntimeError("a bug")

    kit.on(CallEnded, fails)
    kit.on(Observed, fails)
    kit.before_run(fails)
    kit.prompt(fails)
    kit.prompt(lambda session: 7)  # type: ignore[arg-type,return-value]
    kit.after_run(fails)


def loses_the_phone(kit: Kit) -> None:
    def lost(session: Session) -> None:
        raise DeviceLost("unplugged")

    kit.before_run(lost)


@verb(zh="标签。", observes=False)
def label_count(session: Session) -> Done:
    """Counts labels."""
    return Done(text="7 labels")


def tools(kit: Kit) -> None:
    kit.tool(label_count)
    kit.prompt(lambda session: f"Labels of {session.device.serial} may be counted.")
    kit.prompt(lambda session: "  ")


@verb(zh="x", observes=False)
def tap(session: Session) -> Done:
    """Takes a name of the kit."""
    return Done(text="")


@verb(zh="x", observes=False)
def Shout(session: Session) -> Done:
    """Has a name no provider takes."""
    return Done(text="")


def takes_tap(kit: Kit) -> None:
    kit.tool(tap)


def shouts(kit: Kit) -> None:
    kit.tool(Shout)


def twice(kit: Kit) -> None:
    kit.tool(label_count)
    kit.tool(label_count)


def breaks(kit: Kit) -> None:
    raise RuntimeError("a bug")


not_a_function = 7
