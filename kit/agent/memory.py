"""Memory in a run: what the bus tells goes to the memory room, and what that finds goes to the trace or the prompt.

Fail-open: whatever goes wrong here is written down (`memory_error`) and the run goes on as without memory. Fail-closed on
data: a record that cannot be redacted is not written at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kit.agent.learned import Started, launches, learn_all, pick_learned
from kit.context.memory import fact_lines, memory_block, past_lines
from kit.errors import KitError
from kit.events import Bus, EpisodeEnded, Event, Observed, Replied
from kit.events import Recalled as RecalledEvent
from kit.memory.digest import record_of, verdict_of
from kit.memory.episodes import Episodes
from kit.memory.knowledge import AppFacts, Book, Knowledge, facts_of
from kit.memory.recall import Recall, Recalled
from kit.memory.words import Clean
from kit.screen.signature import structural
from kit.settings import Settings
from kit.tools.names import installed
from kit.tools.names_mentioned import mentioned
from kit.tools.session import Session
from kit.trace.record import cut_secrets, typed_secrets
from kit.trace.redact import Rules, clean_text
from kit.types import Episode, Step

Note = Callable[[str, Mapping[str, Any]], None]


def open_memory(settings: Settings, bus: Bus) -> Memory | None:
    """The memory these settings ask for, listening; None when PHONE_AGENT_MEMORY is off. Touches no disk."""
    if not settings.memory:
        return None
    memory = Memory(
        settings=settings,
        bus=bus,
        episodes=Episodes(settings.memory_dir, keep=settings.memory_keep_episodes),
        knowledge=Knowledge(settings.memory_dir, keep=settings.memory_keep_apps),
    )
    bus.listeners.append(memory.hear)
    return memory


@dataclass(slots=True, kw_only=True)
class Memory:
    """The memory of one run.

    Attributes:
        settings, bus: of the run.
        episodes, knowledge: the stores; opened when first needed.
        session: the run; None until it is attached.
        note: writes an event into the trace; None where nobody records.
        shown: what was recalled so far, whether or not it is let into the prompt.
        given: ids of the experiences that have been in a prompt.
    """

    settings: Settings
    bus: Bus
    episodes: Episodes
    knowledge: Knowledge
    session: Session | None = None
    note: Note | None = None
    shown: list[Recalled] = field(default_factory=list[Recalled])
    given: dict[str, None] = field(default_factory=dict[str, None])
    _recall: Recall | None = None
    _book: Book = field(default_factory=dict[str, dict[str, dict[str, int]]])
    _facts: dict[str, AppFacts | None] = field(default_factory=dict[str, AppFacts | None])
    _named: tuple[str, ...] = ()
    _front: str = ""

    # --- the run -----------------------------------------------------------------------------------------------------------

    def attach(self, session: Session) -> None:
        """Joins the session: names that worked before start the same app again."""
        session.memory, self.session = self, session
        self.bus.handlers.append(lambda call, proceed: proceed(pick_learned(session, self._book, call, self._failed)))

    def begin(self, note: Note | None) -> None:
        """The run is ready and can be written to: recalls for its goal, for what it names, and for the app in front."""
        self.note = note
        self._guarded(self._begin)

    def _begin(self) -> None:
        session = self._open
        self._book = self.knowledge.book()
        self._named = self._mentioned(session.goal)
        front = session.before.foreground.package if session.before is not None else ""
        self._front = front
        if self.settings.memory_rag != "off":
            self._recall = Recall(
                episodes=self.episodes,
                goal=session.goal,
                standing=self.settings.memory_promote_after,
                installed=frozenset(self._apps()),
            )
            self._recalled(self._recall.start)
            self._recalled(lambda: self._recall_named(session.goal, self._named))
            self._recalled(lambda: self._recall_entered(front))

    def hear(self, event: Event) -> None:
        """Listener for the bus."""
        if self.session is None:
            return
        if isinstance(event, Observed):
            self._guarded(lambda: self._entered(event.observation.foreground.package))
        elif isinstance(event, Replied):
            intents = [str(c.arguments["intent"]) for c in event.reply.calls if c.arguments.get("intent")]
            if intents:
                self._guarded(lambda: self._intended(" \n".join(intents)))
        elif isinstance(event, EpisodeEnded):
            self._guarded(lambda: self._ended(event.finished))
            self.episodes.close()

    def _entered(self, package: str) -> None:
        if package != self._front:
            self._front = package
            self._recalled(lambda: self._recall_entered(package))

    def _intended(self, intent: str) -> None:
        self._recalled(lambda: self._recall_named(intent, self._mentioned(intent)))

    def _recall_entered(self, package: str) -> Recalled | None:
        return self._recall.enter(package) if self._recall is not None and package in self._apps() else None

    def _recall_named(self, text: str, apps: Sequence[str]) -> list[Recalled]:
        return self._recall.mention(text, apps) if self._recall is not None else []

    def _recalled(self, ask: Callable[[], Recalled | list[Recalled] | None]) -> None:
        """Looks up, keeps what was found, and writes down what is (or would be) in the prompt because of it."""
        if self._recall is None:
            return
        began = time.perf_counter()
        found = ask()
        seconds = round(time.perf_counter() - began, 6)
        for one in found if isinstance(found, list) else [found] if found is not None else []:
            self.shown.append(one)
            lines, told = past_lines([one], self._labels(), budget=self.settings.memory_chars, lang=self.settings.lang)
            _, fitting = self._past()
            ids = tuple(id for id in told if id in fitting)
            text = "\n".join(lines) if ids == told else "\n".join(self._lines_of(one, ids))
            mode = "on" if self.settings.memory_rag == "on" else "shadow"
            self.bus.emit(
                RecalledEvent(
                    episode=self._open.episode,
                    moment=one.moment,
                    about=one.about,
                    mode=mode,
                    experiences=ids,
                    text=text,
                )
            )
            fields = {"moment": one.moment, "about": one.about, "mode": mode, "experiences": list(ids)}
            alike = [score for score, way in one.found if way.id in ids]
            self._tell(
                "memory_recall", {**fields, "alike": alike, "text": text, "chars": len(text), "seconds": seconds}
            )

    def _lines_of(self, one: Recalled, ids: Sequence[str]) -> list[str]:
        some = replace(one, found=tuple(pair for pair in one.found if pair[1].id in ids))
        return past_lines([some], self._labels(), budget=self.settings.memory_chars, lang=self.settings.lang)[0]

    # --- the prompt --------------------------------------------------------------------------------------------------------

    def block(self) -> str:
        """The block "apps/memory" of the next prompt; empty when there is nothing to tell or something went wrong."""
        made: list[str] = []
        self._guarded(lambda: made.append(self._block()))
        return made[0] if made else ""

    def _block(self) -> str:
        past: list[str] = []
        if self.settings.memory_rag == "on":
            past, told = self._past()
            self.given |= dict.fromkeys(told)
        return memory_block(self._fact_lines(), past, self.settings.lang)

    def _past(self) -> tuple[list[str], tuple[str, ...]]:
        return past_lines(self.shown, self._labels(), budget=self.settings.memory_chars, lang=self.settings.lang)

    def _fact_lines(self) -> list[str]:
        seen = self._open.before
        front = (seen.foreground.package,) if seen is not None else ()
        known = [facts for p in dict.fromkeys((*front, *self._named)) if (facts := self._known(p)) is not None]
        names = {f.package: [n for n, packages in self._book.items() if f.package in packages] for f in known}
        screen = structural(seen) if seen is not None else ""
        return fact_lines(
            known, screen, self._labels(), names, budget=self.settings.memory_fact_chars, lang=self.settings.lang
        )

    def _known(self, package: str) -> AppFacts | None:
        if package not in self._facts:
            self._facts[package] = None  # should it be unreadable, it is asked for once only
            self._facts[package] = self.knowledge.app(package)
        return self._facts[package]

    # --- the end -----------------------------------------------------------------------------------------------------------

    def _ended(self, finished: Episode) -> None:
        clean = cleaner(finished.steps)
        started: list[Started] = []
        self._guarded(lambda: started.extend(launches(finished, self._open, self._book)))
        self._guarded(lambda: self._keep_episode(finished, clean))
        self._guarded(lambda: self._keep_facts(finished, clean, started))

    def _keep_episode(self, finished: Episode, clean: Clean) -> None:
        self.episodes.add(record_of(finished, clean, apps=self._apps(), given=list(self.given)))

    def _keep_facts(self, finished: Episode, clean: Clean, started: Sequence[Started]) -> None:
        launched = {one.name: one.package for one in started}
        facts = facts_of(finished, clean, apps=frozenset(self._apps()), launched=launched)
        right = [one for one in started if one.kind and clean(one.name) == one.name]
        if verdict_of(finished)[0] == "contradicted":
            right = []  # what was started may have been the very mistake
        self.knowledge.add(facts, (lambda book: learn_all(book, right)) if right else None)

    # --- inside ------------------------------------------------------------------------------------------------------------

    @property
    def _open(self) -> Session:
        assert self.session is not None  # nothing is asked before the session is attached
        return self.session

    def _apps(self) -> tuple[str, ...]:
        return tuple(self._labels())

    def _labels(self) -> dict[str, str]:
        return {app.package: app.label for app in installed(self._open.launchables(), self.settings.lang)}

    def _mentioned(self, text: str) -> tuple[str, ...]:
        return mentioned(text, self._open.launchables(), lang=self.settings.lang, learned=self._book)

    def _guarded(self, part: Callable[[], object]) -> None:
        try:
            part()
        except Exception as error:  # noqa: BLE001  memory must never stop a run
            self._failed(error)

    def _failed(self, error: Exception) -> None:
        code = error.code if isinstance(error, KitError) else "memory_failed"
        self.bus.note(self.hear, error)
        self._tell("memory_error", {"code": code, "message": f"{type(error).__name__}: {error}"})

    def _tell(self, kind: str, fields: Mapping[str, Any]) -> None:
        if self.note is None:
            return
        try:
            self.note(kind, fields)
        except Exception as error:  # noqa: BLE001  a broken trace ends the run by itself, at the next step
            self.bus.note(self.hear, error)


def cleaner(steps: Iterable[Step]) -> Clean:
    """Takes secrets out of a text as the trace does, with what these steps typed into password fields; clips nothing."""
    every = tuple(steps)
    rules = Rules(
        limit=None,
        secrets=tuple({secret for step in every for secret in typed_secrets(step)}),
        halves=tuple(dict.fromkeys(half for step in every for half in cut_secrets(step))),
    )
    return lambda text: clean_text(text, rules)
