"""The App-KB: facts about apps across runs, whatever came of the runs. One small JSON file an app, and one book of names.

    apps/<package>.json   names it was shown under, where it opens, the screens seen (by structural signature), and on each
                          the controls that did something
    aliases.json          names that started the right app, with counts: the book that `kit.tools.names` takes

Facts are the app's, not the person's: no typed text, no value of a field, nothing that redaction changes, no key of a keypad.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kit.memory.archive_file import file_name
from kit.memory.digest import ACTIONS, effect, lead, typed_texts
from kit.memory.files import private, read_object, replace, writing
from kit.memory.words import Clean, name_form, without_ids
from kit.screen.signature import structural
from kit.types import Episode, Mark, Observation, Receipt

APPS = "apps"
BOOK = "aliases.json"
MOST_SCREENS, MOST_CONTROLS, MOST_LABELS, MOST_ENTRIES = 200, 24, 8, 8
MOST_NAMES = 2000
"""Names in the book; those that worked least often go first."""

Book = dict[str, dict[str, dict[str, int]]]
"""Normalised name -> package -> kind of evidence -> successes."""

Counts = dict[str, int]


@dataclass(slots=True, kw_only=True)
class AppFacts:
    """What is known of one app.

    Attributes:
        package: its package.
        runs: in how many episodes it was in front.
        last: when that was the last time, ISO 8601.
        labels: names under which it was tapped on a home screen -> times.
        entries: what was in front right after it was launched (`package/activity`) -> times.
        screens: structural signature -> {"activity", "seen", "controls": {"tool|role|label" -> times it did something}}.
    """

    package: str
    runs: int = 0
    last: str = ""
    labels: Counts = field(default_factory=dict[str, int])
    entries: Counts = field(default_factory=dict[str, int])
    screens: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])

    def useful(self, screen: str, most: int = 6) -> tuple[tuple[str, str, str, int], ...]:
        """(tool, role, label, times) of the controls that did something on this screen, most often first."""
        controls: Counts = self.screens.get(screen, {}).get("controls", {})
        best = sorted(controls.items(), key=lambda item: (-item[1], item[0]))[:most]
        return tuple((*_three(key), times) for key, times in best)

    def merged(self, new: AppFacts) -> AppFacts:
        """These facts and newer ones together, within their bounds."""
        screens = {sig: {**screen, "controls": dict(screen["controls"])} for sig, screen in self.screens.items()}
        for sig, screen in new.screens.items():
            old = screens.pop(sig, {"seen": 0, "controls": {}})  # popped: the newest stand last
            screens[sig] = {
                "activity": screen["activity"],
                "seen": old["seen"] + screen["seen"],
                "controls": _top(_sum(old["controls"], screen["controls"]), MOST_CONTROLS),
            }
        return AppFacts(
            package=self.package,
            runs=self.runs + new.runs,
            last=max(self.last, new.last),
            labels=_top(_sum(self.labels, new.labels), MOST_LABELS),
            entries=_top(_sum(self.entries, new.entries), MOST_ENTRIES),
            screens=dict(list(screens.items())[-MOST_SCREENS:]),
        )


def facts_of(
    episode: Episode, clean: Clean, *, apps: frozenset[str] = frozenset(), launched: Mapping[str, str] | None = None
) -> dict[str, AppFacts]:
    """What one episode shows of the apps it was in. Raises whatever `clean` raises.

    Args:
        episode: finished.
        clean: takes secrets out of a text.
        apps: packages that can be launched; only these are apps. Empty: all.
        launched: the names that were launched -> the package each meant.
    """
    found: dict[str, AppFacts] = {}
    typed = typed_texts(episode.steps, clean)

    def of(package: str) -> AppFacts:
        facts = AppFacts(package=package, runs=1, last=episode.started)
        return found.setdefault(package, facts) if package and (not apps or package in apps) else facts

    for seen in _looks(episode):
        _screen(of(seen.foreground.package), seen)["seen"] += 1
    for receipt, before, after in _changes(episode):
        label = _label(receipt.target, clean, typed)
        if receipt.call.name == "launch_app":
            package = (launched or {}).get(str(receipt.call.arguments.get("name", "")), after.foreground.package)
            _count(of(package).entries, after.foreground.component)
        elif receipt.target is not None and label:
            key = f"{receipt.call.name}|{receipt.target.role}|{label}"
            _count(_screen(of(before.foreground.package), before)["controls"], key)
            if apps and before.foreground.package not in apps and after.foreground.package in apps:
                _count(of(after.foreground.package).labels, label)  # a home screen: what it calls the app
    return found


class Knowledge:
    """The App-KB below a memory folder. Touches no disk until used.

    Args:
        folder: the setting memory_dir.
        keep: apps kept; those not seen for longest go.
    """

    def __init__(self, folder: Path, *, keep: int = 500) -> None:
        self.folder = folder
        self._keep = keep

    def app(self, package: str) -> AppFacts | None:
        """The facts of one app; None when nothing is known.

        Raises:
            KitError: code memory_unreadable.
        """
        value = read_object(self._path(package))
        return _facts(value) if value else None

    def apps(self) -> tuple[AppFacts, ...]:
        """All apps, the one seen last first. Raises as `app`."""
        found = [_facts(read_object(path)) for path in (self.folder / APPS).glob("*.json")]
        return tuple(sorted(found, key=lambda facts: (facts.last, facts.package), reverse=True))

    def book(self) -> Book:
        """Names that worked, for `kit.tools.names`. Raises as `app`."""
        return read_object(self.folder / BOOK)

    def add(self, facts: Mapping[str, AppFacts], learn: Callable[[Book], Mapping[str, Any]] | None = None) -> None:
        """Merges what an episode showed into what is known; `learn` gives the book with what it taught.

        Raises:
            KitError: memory_busy, memory_unreadable. OSError: it cannot be written. What was there before stays whole.
        """
        if not facts and learn is None:
            return
        with writing(self.folder):
            private(self.folder / APPS)
            for package, new in facts.items():
                old = read_object(self._path(package))
                both = (_facts(old) if old else AppFacts(package=package)).merged(new)
                replace(self._path(package), _bytes(_plain(both)))
            self._trim()
            if learn is not None:
                self._write_book(learn)

    def _write_book(self, learn: Callable[[Book], Mapping[str, Any]]) -> None:
        old = self.book()
        new = dict(learn(old))
        if new == old:
            return
        ranked = sorted(new, key=lambda name: -sum(n for kinds in new[name].values() for n in kinds.values()))
        replace(self.folder / BOOK, _bytes({name: new[name] for name in ranked[:MOST_NAMES]}))

    def forget(self, package: str) -> bool:
        """Deletes what is known of an app, its learned names too. Says whether there was anything. Raises as `add`."""
        if not self.folder.exists():
            return False
        with writing(self.folder):
            there = self._path(package).exists()
            self._path(package).unlink(missing_ok=True)
            book = self.book()
            left = {n: p for n, ps in book.items() if (p := {k: v for k, v in ps.items() if k != package})}
            if left != book:
                replace(self.folder / BOOK, _bytes(left))
            return there or left != book

    def forget_name(self, name: str) -> int:
        """Deletes every learned name, control and shown name that holds this one. Returns how many. Raises as `add`."""
        form = name_form(name)
        if not form or not self.folder.exists():
            return 0
        gone = 0
        with writing(self.folder):
            for facts in self.apps():
                before = [facts.labels, *(screen["controls"] for screen in facts.screens.values())]
                held = [(counts, key) for counts in before for key in counts if form in name_form(key.split("|")[-1])]
                for counts, key in held:
                    del counts[key]
                if held:
                    replace(self._path(facts.package), _bytes(_plain(facts)))
                gone += len(held)
            book = self.book()
            left = {known: packages for known, packages in book.items() if form not in name_form(known)}
            if left != book:
                replace(self.folder / BOOK, _bytes(left))
            return gone + len(book) - len(left)

    def forget_all(self) -> int:
        """Deletes every file of the App-KB, damaged ones too. Returns how many. Raises as `add`."""
        if not self.folder.exists():
            return 0
        with writing(self.folder):
            paths = [*(self.folder / APPS).glob("*.json"), *self.folder.glob(BOOK)]
            for path in paths:
                path.unlink(missing_ok=True)
            return len(paths)

    def _trim(self) -> None:
        paths = list((self.folder / APPS).glob("*.json"))
        if len(paths) > self._keep:
            paths.sort(key=lambda path: (path.stat().st_mtime_ns, path.name))
            for path in paths[: len(paths) - self._keep]:
                path.unlink(missing_ok=True)

    def _path(self, package: str) -> Path:
        return self.folder / APPS / f"{file_name(package)}.json"


# --- inside ------------------------------------------------------------------------------------------------------------------


def _looks(episode: Episode) -> Iterator[Observation]:
    """Every observation once."""
    told: set[int] = set()
    for step in episode.steps:
        for seen in (step.observation, *(r.observation for r in step.receipts)):
            if seen is not None and seen.epoch not in told:
                told.add(seen.epoch)
                yield seen


def _changes(episode: Episode) -> Iterator[tuple[Receipt, Observation, Observation]]:
    """Every action that was carried out and did something, with the observations before and after it."""
    for step in episode.steps:
        before = step.observation
        for receipt in step.receipts:
            after = receipt.observation
            done = receipt.status == "ok" and receipt.call.name in ACTIONS
            if done and before is not None and after is not None and effect(before, after) != "none":
                yield receipt, before, after
            before = after or before


def _label(mark: Mark | None, clean: Clean, typed: tuple[str, ...]) -> str:
    """What the control is called, when that is the app's own word; else empty."""
    if mark is None or not mark.label or "password" in mark.states:
        return ""
    label = lead(mark.label)
    own = clean(mark.label) == mark.label and without_ids(label) == label and not any(t in mark.label for t in typed)
    return label.replace("|", "/") if own and len(label) > 1 else ""


def _screen(facts: AppFacts, seen: Observation) -> dict[str, Any]:
    new = {"activity": seen.foreground.activity, "seen": 0, "controls": {}}
    return facts.screens.setdefault(structural(seen), new)


def _count(counts: Counts, key: str) -> None:
    counts[key] = counts.get(key, 0) + 1


def _sum(a: Mapping[str, int], b: Mapping[str, int]) -> Counts:
    return {key: a.get(key, 0) + b.get(key, 0) for key in [*a, *(k for k in b if k not in a)]}


def _top(counts: Counts, most: int) -> Counts:
    return dict(sorted(counts.items(), key=lambda item: -item[1])[:most])


def _three(key: str) -> tuple[str, str, str]:
    tool, role, label = key.split("|", 2)
    return tool, role, label


def _plain(facts: AppFacts) -> dict[str, Any]:
    return {name: getattr(facts, name) for name in AppFacts.__slots__}


def _facts(value: Mapping[str, Any]) -> AppFacts:
    return AppFacts(**{name: value[name] for name in AppFacts.__slots__})


def _bytes(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")
