"""Names learned across runs: they start what they started before, and each launch that worked is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kit.memory.knowledge import Book
from kit.tools.names import Ambiguous, Outcome, Resolved, identify
from kit.tools.names_evidence import STRONG, Candidate
from kit.tools.names_learned import learn
from kit.tools.names_text import normalise
from kit.tools.session import Session
from kit.types import Episode, ToolCall


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A launch that put the app in front: the name asked for, the package, the kind of evidence the name had for it.

    An empty kind teaches nothing: the package itself was named.
    """

    name: str
    package: str
    kind: str


def pick_learned(session: Session, book: Book, call: ToolCall, failed: Callable[[Exception], None]) -> ToolCall:
    """The call, with the package in place of a name that only the book can tell; everything else stays as it is.

    The tool still asks whether the app is installed and may be started: the book grants nothing.
    """
    name = call.arguments.get("name")
    if call.name != "launch_app" or not isinstance(name, str) or not book:
        return call
    try:
        if isinstance(_identify(session, name, {}), Resolved):
            return call
        outcome = _identify(session, name, book)
    except Exception as error:  # noqa: BLE001  memory must never stop a call
        failed(error)
        return call
    if isinstance(outcome, Resolved) and outcome.kind == "learned" and outcome.candidate.installed:
        return replace(call, arguments={**call.arguments, "name": outcome.candidate.package})
    return call


def launches(episode: Episode, session: Session, book: Book) -> list[Started]:
    """The launches of an episode that worked. A package that was chosen after an ambiguous name counts for that name."""
    found: list[Started] = []
    asked: tuple[str, Ambiguous] | None = None
    for receipt in (r for step in episode.steps for r in step.receipts if r.call.name == "launch_app"):
        name = str(receipt.call.arguments.get("name", ""))
        outcome = _identify(session, name, book)
        front = receipt.observation.foreground.package if receipt.observation is not None else ""
        if receipt.status == "ok" and isinstance(outcome, Resolved) and outcome.candidate.package == front:
            found.append(Started(name=name, package=front, kind=_kind(outcome, name, book)))
            if asked is not None and outcome.kind == "exact_package" and (kind := _proposed(asked[1], front)):
                found.append(Started(name=asked[0], package=front, kind=kind))
            asked = None
        elif receipt.status == "error" and isinstance(outcome, Ambiguous):
            asked = name, outcome
    return found


def learn_all(book: Book, started: Iterable[Started]) -> Mapping[str, Any]:
    """The book in which each of these names meant its package once more."""
    for one in started:
        book = learn(book, one.name, one.package, one.kind)
    return book


def _identify(session: Session, name: str, book: Book) -> Outcome:
    components: Sequence[str] = session.launchables()
    return identify(name, components, lang=session.settings.lang, history=session.fronts, learned=book)


def _kind(outcome: Resolved, name: str, book: Book) -> str:
    """The kind to count: that which the name had at first, and nothing for a package."""
    if outcome.kind == "exact_package":
        return ""
    if outcome.kind != "learned":
        return outcome.kind
    kinds = book.get(normalise(name), {}).get(outcome.candidate.package, {})
    return max((k for k in kinds if k in STRONG), key=lambda kind: kinds[kind], default="")


def _proposed(asked: Ambiguous, package: str) -> str:
    """The best kind of evidence the ambiguous name had for the package that was chosen then."""
    chosen: Candidate | None = next((c for c in asked.candidates if c.package == package), None)
    kinds = [e.kind for e in chosen.evidence] if chosen is not None else []
    return next((kind for kind in (*STRONG, *kinds) if kind in kinds and kind != "learned"), "")
