"""What a search in the archive answers with, and how alike screens are told as one; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kit.memory.archive_text import matching


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """One archived screen. `text` is the [OBS] text as the model could read it then; `time` is UTC, ISO 8601."""

    run_id: str
    epoch: int
    screen_seq: int
    package: str
    time: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A screen that was found: its matching lines word for word, and other frames of this app with the same lines."""

    screen: Past
    lines: tuple[str, ...]
    same: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The answer to a search.

    Attributes:
        hits: newest first, or those with most terms first when `all_terms` is false.
        all_terms: whether each hit holds every term of the query.
        more: whether further screens match.
    """

    hits: tuple[Hit, ...]
    all_terms: bool = True
    more: bool = False


def ranked(screens: Iterable[Past], wanted: Sequence[str]) -> list[Past]:
    """The screens that hold most of the terms first, otherwise in their order; those that hold none are left out."""
    scored = [(matching(past.text, wanted)[1], past) for past in screens]
    return [past for held, past in sorted(scored, key=lambda pair: -pair[0]) if held]


@dataclass(slots=True)
class _Group:
    first: Past
    lines: tuple[str, ...]
    same: list[int] = field(default_factory=list[int])


def grouped(screens: Iterable[Past], wanted: Sequence[str], limit: int) -> Found:
    """At most `limit` hits from screens in their order; screens of one app with the same matching lines become one."""
    groups: dict[tuple[str, ...], _Group] = {}
    more = False
    for past in screens:
        lines, _ = matching(past.text, wanted)
        key = (past.package, *(_without_id(line) for line in lines))
        if key in groups:
            groups[key].same.append(past.screen_seq)
        elif len(groups) < limit:
            groups[key] = _Group(past, lines)
        else:
            more = True
            break
    hits = tuple(Hit(screen=g.first, lines=g.lines, same=tuple(g.same)) for g in groups.values())
    return Found(hits=hits, more=more)


def _without_id(line: str) -> str:
    return re.sub(r"^\s*ax_\d+@e\d+", "", line)
