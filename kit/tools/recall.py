"""Tools that look into this run's own past: recall_screen and search_screens. They read an archive and nothing else.

What they show is evidence of what was seen, never something to act on: every mark id in it is told as retired (spec: harness,
archive and recall). The archive is reached through `session.archive`; this room only knows the few calls it needs of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Protocol, TypeVar

from annotated_types import Ge, Le, Len

from kit.errors import AgentError, KitError
from kit.tools.recall_text import PAGE_TOKENS, around, folded_suffix, pages, retire, say_past, tokens
from kit.tools.session import Done, Session
from kit.tools.spec import Verb, verb

__all__ = ["RECALL", "Archive", "folded_suffix", "recall_screen", "retire", "search_screens"]

MOST_HITS = 20
EXCERPT_LINES = 4
LISTED_SAME = 5


class PastScreen(Protocol):
    """One archived screen."""

    @property
    def screen_seq(self) -> int:
        """Its frame number, as in `screen#7`."""
        ...

    @property
    def package(self) -> str:
        """The app that was in front."""
        ...

    @property
    def time(self) -> str:
        """When it was seen, ISO 8601."""
        ...

    @property
    def text(self) -> str:
        """The [OBS] text word for word."""
        ...


class Hit(Protocol):
    """A found screen, its matching lines word for word, and other frames that had the same ones."""

    @property
    def screen(self) -> PastScreen:
        """The newest of them."""
        ...

    @property
    def lines(self) -> Sequence[str]:
        """The best lines first."""
        ...

    @property
    def same(self) -> Sequence[int]:
        """Other frames of the same app with these lines."""
        ...


class Found(Protocol):
    """The answer to a search."""

    @property
    def hits(self) -> Sequence[Hit]:
        """The best first."""
        ...

    @property
    def all_terms(self) -> bool:
        """Whether every hit holds the whole query."""
        ...

    @property
    def more(self) -> bool:
        """Whether further screens match."""
        ...


class Archive(Protocol):
    """What these tools need of an archive. Any of the calls may fail; the tools then say so."""

    def screen(self, frame: int) -> PastScreen | None:
        """The screen with this frame number."""
        ...

    def span(self) -> tuple[int, int] | None:
        """The lowest and the highest frame number."""
        ...

    def search(self, query: str, limit: int = 5) -> Found:
        """Screens that hold the query's words."""
        ...


T = TypeVar("T")


@verb(
    zh="按帧号回看本次运行中见过的一屏（分页），只在需要先前看到的内容时使用。这是历史证据，其中的 mark 已失效，不能作为执行目标；要操作当前屏幕请用 read_screen。",
    observes=False,
)
def recall_screen(
    session: Session,
    frame: Annotated[int, "The number N of screen#N.", Ge(0)],
    page: Annotated[int, "Which page of it, from 1.", Ge(1)] = 1,
) -> Done:
    """Shows a screen this run has seen before, by its frame number; only for something seen earlier that is needed now.
    It is history: its marks are retired and can never be a target; to act on the screen now, call read_screen.
    """
    lang = session.settings.lang
    archive = _archive(session)
    past = _ask(lang, lambda: archive.screen(frame))
    if past is None:
        span = _ask(lang, archive.span)
        if span is None:
            raise AgentError(say_past(lang, "empty"), code="no_such_frame")
        raise AgentError(say_past(lang, "no_frame", frame=frame, first=span[0], last=span[1]), code="no_such_frame")
    parts = list(pages(past.text, lang))
    if page > len(parts):
        raise AgentError(say_past(lang, "no_page", frame=frame, page=page, pages=len(parts)), code="no_such_page")
    place = {"frame": past.screen_seq, "package": retire(past.package, lang), "time": past.time}
    lines = [
        say_past(lang, "history"),
        say_past(lang, "screen", page=page, pages=len(parts), **place),
        *(f"> {line}" for line in parts[page - 1]),
    ]
    if page < len(parts):
        lines.append(say_past(lang, "next_page", frame=frame, page=page + 1))
    return Done(text="\n".join(lines))


@verb(
    zh="在本次运行见过的屏幕里检索文字，给出命中的帧号与摘要，只在需要先前看到的内容时使用。这是历史证据，其中的 mark 已失效，不能作为执行目标；要操作当前屏幕请用 read_screen。",
    observes=False,
)
def search_screens(
    session: Session,
    query: Annotated[
        str, "Words that stood on the screen; all of them are looked for, nothing is an operator.", Len(1, 200)
    ],
    limit: Annotated[int, "Most screens in the answer.", Ge(1), Le(MOST_HITS)] = 5,
) -> Done:
    """Looks for words on the screens this run has seen before and gives the frame numbers with the lines found; only for
    something seen earlier that is needed now. It is history: its marks are retired and can never be a target; to act on
    the screen now, call read_screen.
    """
    lang = session.settings.lang
    if not query.strip():
        raise AgentError(say_past(lang, "no_words"), code="bad_arguments")
    archive = _archive(session)
    found = _ask(lang, lambda: archive.search(query, limit))
    shown = retire(f"“{' '.join(query.split())}”", lang, compact=True)
    if not found.hits:
        return Done(text=say_past(lang, "none", query=shown))
    lines = [say_past(lang, "history"), say_past(lang, "found" if found.all_terms else "near", query=shown)]
    for hit in found.hits:
        lines += _hit(hit, query, lang, PAGE_TOKENS // max(limit, 1))
    if found.more:
        lines.append(say_past(lang, "more"))
    lines.append(say_past(lang, "whole"))
    return Done(text="\n".join(lines))


RECALL: tuple[Verb, ...] = (recall_screen, search_screens)
"""The two tools, to be offered only to a session that has an archive."""


def _archive(session: Session) -> Archive:
    archive: Archive | None = session.archive
    if archive is None:
        raise AgentError(say_past(session.settings.lang, "off"), code="archive_off")
    return archive


def _ask(lang: str, question: Callable[[], T]) -> T:
    """The archive's answer. Whatever breaks inside it is one honest sentence and never ends a run."""
    try:
        return question()
    except Exception as error:
        why = error.message.rstrip(".") if isinstance(error, KitError) else type(error).__name__
        why = retire(why, lang, compact=True)
        raise KitError(say_past(lang, "unreadable", why=why), code="archive_unreadable") from error


def _hit(hit: Hit, query: str, lang: str, budget: int) -> list[str]:
    past = hit.screen
    compact = not past.text.startswith("[OBS]")
    same = ""
    if hit.same:
        frames = ", ".join(f"screen#{frame}" for frame in hit.same[:LISTED_SAME])
        rest = len(hit.same) - LISTED_SAME
        same = say_past(lang, "same", frames=frames + (say_past(lang, "others", count=rest) if rest > 0 else ""))
    package = retire(past.package, lang)
    lines = [say_past(lang, "hit", frame=past.screen_seq, package=package, time=past.time, same=same)]
    spent = tokens(lines[0])
    for line in hit.lines[:EXCERPT_LINES]:
        words = f"> {retire(around(line.strip(), query), lang, compact=compact)}"
        spent += tokens(words)
        if spent > budget and len(lines) > 1:
            break
        lines.append(words)
    return lines
