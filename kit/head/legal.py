"""What a policy may do on one observation with the tools it was given (spec: translation, T2.2 and T2.5).

Every policy that chooses among marks in this process (random, local, action head) asks here, so they all agree on
what is legal. Controls that are known to be disabled or covered are no choice: a touch on them is refused anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from kit.types import Json, Mark, Observation, Tool

DIRECTIONS = ("up", "down", "left", "right")
PLAIN = ("back", "home", "wait", "finish")


@dataclass(frozen=True, slots=True, kw_only=True)
class Legal:
    """The legal calls of one observation, by family. A family whose tool is not offered is empty.

    Attributes:
        tap: marks that can be tapped.
        long_press: marks that can be held.
        type: marks that take text.
        submit: whether text may be entered and confirmed in one call.
        scroll: directions.
        scroll_marks: marks that can be scrolled by themselves.
        launch: app names.
        plain: tools without a target, of back, home, wait and finish.
    """

    tap: tuple[Mark, ...] = ()
    long_press: tuple[Mark, ...] = ()
    type: tuple[Mark, ...] = ()
    submit: bool = False
    scroll: tuple[str, ...] = ()
    scroll_marks: tuple[Mark, ...] = ()
    launch: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()


def legal(observation: Observation | None, tools: Sequence[Tool], apps: Sequence[str] = ()) -> Legal:
    """Lists what may be called.

    Args:
        observation: the live observation; None when there is none, so that nothing can be addressed.
        tools: the tools offered. None at all means that nothing is known about them: every tool counts as offered.
        apps: names for launch_app where the tool's schema does not list them.
    """
    table = {t.name: t for t in tools}

    def offered(name: str) -> bool:
        return not table or name in table

    marks = usable(observation)
    typing = tuple(m for m in marks if "type" in m.actions)
    return Legal(
        tap=tuple(m for m in marks if "tap" in m.actions) if offered("tap") else (),
        long_press=tuple(m for m in marks if "long_press" in m.actions) if offered("long_press") else (),
        type=typing if offered("type_text") else (),
        submit=not table or "submit" in properties(table.get("type_text")),
        scroll=DIRECTIONS if offered("scroll") else (),
        scroll_marks=tuple(m for m in marks if "scroll" in m.actions) if offered("scroll") else (),
        launch=(app_names(table.get("launch_app")) or tuple(apps)) if offered("launch_app") else (),
        plain=tuple(n for n in PLAIN if offered(n)),
    )


def usable(observation: Observation | None) -> tuple[Mark, ...]:
    """The marks that a touch can reach: neither disabled nor known to be blocked by something above them."""
    if observation is None:
        return ()
    return tuple(m for m in observation.marks if "disabled" not in m.states and m.op != "blocked")


def properties(tool: Tool | None) -> Mapping[str, Mapping[str, Json]]:
    """The argument schemas of a tool by name; empty when it has none."""
    return cast("Mapping[str, Mapping[str, Json]]", tool.parameters.get("properties") or {}) if tool else {}


def required(tool: Tool | None) -> tuple[str, ...]:
    """The names of the arguments a tool cannot do without."""
    return tuple(cast("Sequence[str]", tool.parameters.get("required") or ())) if tool else ()


def app_names(tool: Tool | None) -> tuple[str, ...]:
    """The app names that launch_app's schema lists under `name`; empty when it takes any string."""
    schema = properties(tool).get("name") or {}
    names = schema.get("enum") or schema.get("examples") or ()
    return tuple(str(n) for n in cast("Sequence[Json]", names))


def among(can: Legal, marks: Iterable[Mark]) -> Legal:
    """The same, with only these marks: those that a prompt shows."""
    shown = {m.number for m in marks}

    def keep(some: tuple[Mark, ...]) -> tuple[Mark, ...]:
        return tuple(m for m in some if m.number in shown)

    return replace(
        can,
        tap=keep(can.tap),
        long_press=keep(can.long_press),
        type=keep(can.type),
        scroll_marks=keep(can.scroll_marks),
    )
