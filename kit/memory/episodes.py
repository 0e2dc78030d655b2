"""The episode archive: every finished episode as one line of `episodes.jsonl`, and the experience that follows from them.

The lines are the truth; `episodes.db` beside them is an index that can be made again. Several processes may keep episodes
in one folder: whoever writes holds the folder's lock. Everything here may raise; who calls it for a run goes on without.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

from kit.errors import KitError
from kit.memory.archive_file import line
from kit.memory.derived import remove
from kit.memory.experience import Experience
from kit.memory.experience_index import ExperienceIndex, level
from kit.memory.files import append, replace, unreadable, writing
from kit.memory.words import name_form, token, words

FOLDER = "experience"
FILE = "episodes.jsonl"
READ_WAIT_S = 0.2
"""Longest wait for another process when only looking up; a run does not stand still for that."""

T = TypeVar("T")


class Episodes:
    """The archive below a memory folder. Safe to use from several threads and processes; touches no disk until used.

    Args:
        folder: the setting memory_dir.
        keep: newest episodes that are kept; a tenth more may pile up before older ones go.
    """

    def __init__(self, folder: Path, *, keep: int = 10_000) -> None:
        self.folder = folder / FOLDER
        self.path = self.folder / FILE
        self.index_path = self.path.with_suffix(".db")
        self._keep = keep
        self._lock = threading.RLock()
        self._index: ExperienceIndex | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the index; a later call opens it again."""
        with self._lock:
            if self._index is not None:
                self._index.close()
            self._index = None

    # --- keeping ---------------------------------------------------------------------------------------------------------

    def add(self, record: Mapping[str, Any]) -> None:
        """Keeps one episode (`kit.memory.digest.record_of`) and counts it for and against what is known.

        Raises:
            KitError: memory_busy, memory_unreadable. OSError: it cannot be written; nothing of it is then.
        """
        data = line(dict(record))
        with self._lock, writing(self.folder):
            append(self.path, data)
            count = self._asked(lambda index: index.episodes(), locked=True)
            if count > self._keep + self._keep // 10:
                self._rewrite(lambda kept: kept[-self._keep :])
                self._ready(locked=True)  # made anew at the end of a run, not in the next one's way

    def forget(self, gone: Callable[[Mapping[str, Any]], bool] = lambda _: True) -> int:
        """Deletes the episodes of which `gone` says so (default: all), and all that followed from them. Returns how many.

        Lines that cannot be read go with them.

        Raises:
            KitError, OSError: as `add`; nothing is deleted then.
        """
        if not self.path.exists():
            return 0
        with self._lock, writing(self.folder):
            return self._rewrite(lambda kept: [data for data in kept if not _says(gone, data)])

    def _rewrite(self, choose: Callable[[list[bytes]], list[bytes]]) -> int:
        before = self.path.read_bytes().splitlines(keepends=True)
        after = choose(before)
        self.close()
        remove(self.index_path)  # first: it must never know more than the file
        replace(self.path, b"".join(after))
        return len(before) - len(after)

    # --- looking up ------------------------------------------------------------------------------------------------------

    def similar(self, text: str, standing: int, *, app: str = "") -> list[tuple[float, Experience]]:
        """Promoted ways to goals like this text, best first, with how alike they are (0-1).

        Args:
            text: a goal or an intent.
            standing: at least this much must speak for them.
            app: a package that must be on the way; the newest ways through it are then given as well.

        Raises:
            KitError: memory_busy, memory_unreadable.
        """
        keys = [level(standing), *([token("p", app)] if app else [])]
        return self._read(lambda index: index.near(words(text), keys, also=bool(app)), [])

    def named(self, forms: Sequence[str], standing: int, text: str) -> dict[str, list[tuple[float, Experience]]]:
        """Which of these names are on promoted ways, and those ways, the likest to the text first. Raises as `similar`."""

        def ask(index: ExperienceIndex) -> dict[str, list[tuple[float, Experience]]]:
            return {form: index.scored(ns, words(text)) for form, ns in index.named(forms, standing).items()}

        return self._read(ask, {})

    def search(self, query: str, most: int = 20) -> list[Experience]:
        """All known ways, promoted or not, whose goal, controls, names or apps have words of the query. Raises as above."""
        found = self._read(lambda index: index.near(words(query), [], columns="goal more"), [])
        return [experience for _, experience in found[:most]]

    def ways(self, *, app: str = "", id: str = "", most: int = 50) -> list[Experience]:
        """Known ways, newest first; those through an app, or whose id begins so. Raises as `similar`."""
        if id:
            return self._read(lambda index: index.ways("id >= ? AND id < ?", (id, id + "g"), most), [])
        if app:
            return self._read(lambda index: index.ways("instr(apps, ?) > 0", (json.dumps(app),), most), [])
        return self._read(lambda index: index.ways(most=most), [])

    def counts(self, standing: int = 1) -> dict[str, int]:
        """How many episodes and ways are kept, and how many of these are promoted. Raises as `similar`."""
        return self._read(lambda index: index.counts(standing), {"episodes": 0, "ways": 0, "promoted": 0})

    def records(self, *, id: str = "", episode: str = "") -> list[dict[str, Any]]:
        """The kept episodes of a way, or of an episode's id, newest first. Raises as `similar`."""

        def ask(index: ExperienceIndex) -> list[dict[str, Any]]:
            found: list[dict[str, Any]] = []
            with self.path.open("rb") as file:
                for start, size in index.places(id=id, episode=episode):
                    file.seek(start)
                    found.append(json.loads(file.read(size)))
            return found

        return self._read(ask, [])

    def _read(self, question: Callable[[ExperienceIndex], T], nothing: T) -> T:
        with self._lock:
            return self._asked(question) if self.path.exists() else nothing

    def _asked(self, question: Callable[[ExperienceIndex], T], *, locked: bool = False) -> T:
        """The index's answer; a damaged index is made anew once and asked again."""
        try:
            return question(self._ready(locked=locked))
        except sqlite3.DatabaseError:
            self.close()
        except (OSError, ValueError, TypeError) as error:
            raise unreadable(self.path, error) from error
        try:
            with self._held(locked=locked):
                remove(self.index_path)
            return question(self._ready(locked=locked))
        except (OSError, ValueError, TypeError, sqlite3.Error) as error:
            raise unreadable(self.path, error) from error

    def _ready(self, *, locked: bool) -> ExperienceIndex:
        with self._held(locked=locked):
            if self._index is None:
                self._index = ExperienceIndex(self.path, self.index_path)
            self._index.catch_up()
            return self._index

    @contextmanager
    def _held(self, *, locked: bool) -> Generator[None]:
        """The folder's lock, unless this call holds it already; a short wait, since a run stands behind it."""
        if locked:
            yield
            return
        with writing(self.folder, wait_s=READ_WAIT_S):
            yield


def of_id(id: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether an episode has this id or took the way with it (its beginning is enough), for `Episodes.forget`."""
    return lambda record: str(record["episode"]).startswith(id) or str(record["experience"]).startswith(id)


def of_app(package: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether an episode used an app, for `Episodes.forget`."""
    return lambda record: package in record["apps"] or any(step["app"] == package for step in record["steps"])


def of_name(name: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether an episode's goal, names or controls hold a name, for `Episodes.forget`."""
    form = name_form(name)

    def holds(record: Mapping[str, Any]) -> bool:
        texts = [record["goal"], *record["names"], *(step["label"] for step in record["steps"])]
        return bool(form) and any(form in name_form(text) for text in texts)

    return holds


def _says(gone: Callable[[Mapping[str, Any]], bool], data: bytes) -> bool:
    try:
        return gone(json.loads(data))
    except (ValueError, KeyError, TypeError, KitError):
        return True
