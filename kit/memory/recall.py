"""What of the past would help now: promoted experience at three moments of a run, each way told at most once.

    start      the run begins: ways to goals like this one
    mention    the goal or the model's intent names an app, or something a known way had to do with (a contact, a folder)
    enter      an app comes to the front: ways through it, and what went wrong there

It only looks up; whether any of it reaches a prompt is decided by who asks (spec: harness, context and memory).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kit.memory.episodes import Episodes
from kit.memory.experience import Experience
from kit.memory.words import name_form, possible_names

Moment = Literal["start", "mention", "enter"]

MOST = 3
"""Most ways told at one moment."""

ALIKE: dict[Moment, float] = {"start": 0.3, "mention": 0.1, "enter": 0.1}
"""How alike the goals must be (0-1, weighted by how rare the shared words are): more where nothing else ties them."""

NAMED = 0.03
"""The same for ways that have to do with the very contact, folder or thing that is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What was found at one moment.

    Attributes:
        moment: why it was looked for.
        about: the app's package or the name; empty at the start.
        found: how alike the goals are, and the way; best first.
    """

    moment: Moment
    about: str
    found: tuple[tuple[float, Experience], ...]


@dataclass(slots=True, kw_only=True)
class Recall:
    """The recall of one run.

    Attributes:
        episodes: the archive.
        goal: of the run.
        standing: at least this much must speak for a way (the setting memory_promote_after).
        installed: packages on this phone; ways through apps none of which is there are left out. Empty: not known.
        told: ids of the ways found so far.
    """

    episodes: Episodes
    goal: str
    standing: int = 1
    installed: frozenset[str] = frozenset()
    told: set[str] = field(default_factory=set[str])
    _asked: set[tuple[Moment, str]] = field(default_factory=set[tuple[Moment, str]])

    def start(self) -> Recalled | None:
        """Ways to goals like this one; None after the first time. Raises KitError memory_busy, memory_unreadable."""
        if self._again("start", ""):
            return None
        return self._chosen("start", "", self.episodes.similar(self.goal, self.standing))

    def enter(self, package: str) -> Recalled | None:
        """Ways through the app that came to the front; None when it was asked before. Raises as `start`."""
        if not package or self._again("enter", package):
            return None
        return self._chosen("enter", package, self.episodes.similar(self.goal, self.standing, app=package))

    def mention(self, text: str, apps: Iterable[str] = ()) -> list[Recalled]:
        """Ways that have to do with what a text names for the first time; only names that bring some. Raises as `start`.

        Args:
            text: the goal, or the intent of a call.
            apps: packages of the apps it names.
        """
        found: list[Recalled] = []
        for package in apps:
            if not self._again("mention", package):
                ways = self.episodes.similar(f"{self.goal} {text}", self.standing, app=package)
                found.append(self._chosen("mention", package, ways))
        named = self.episodes.named(possible_names(text), self.standing, self.goal)
        new = [form for form in _whole(named) if not self._again("mention", form)]
        found += [self._chosen("mention", _spelled(form, named[form]), named[form], NAMED) for form in new]
        return [recalled for recalled in found if recalled.found]

    def _again(self, moment: Moment, about: str) -> bool:
        again = (moment, about) in self._asked
        self._asked.add((moment, about))
        return again

    def _chosen(
        self, moment: Moment, about: str, ways: Sequence[tuple[float, Experience]], alike: float | None = None
    ) -> Recalled:
        least = ALIKE[moment] if alike is None else alike
        here = [
            (score, way)
            for score, way in ways
            if score >= least
            and way.id not in self.told
            and (not self.installed or not way.apps or self.installed.intersection(way.apps))
        ][:MOST]
        self.told.update(way.id for _, way in here)
        return Recalled(moment=moment, about=about, found=tuple(here))


def _whole(forms: Iterable[str]) -> list[str]:
    """The names that are no part of a longer one in the same text."""
    kept: list[str] = []
    for form in sorted(forms, key=len, reverse=True):
        if not any(form in longer for longer in kept):
            kept.append(form)
    return kept


def _spelled(form: str, ways: Sequence[tuple[float, Experience]]) -> str:
    """The name as it was written."""
    return next((name for _, way in ways for name in way.names if name_form(name) == form), form)
