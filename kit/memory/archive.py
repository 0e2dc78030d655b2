"""What the agent has seen in this run, word for word, to be looked up later (spec: harness, archive and recall).

One `<run_id>.jsonl` a run is the truth and only ever grows; `<run_id>.db` beside it is an index that can be made again.
Keeping is fail-open: whatever goes wrong is reported and the run goes on. Looking up says honestly what cannot be read.
Only text is kept, never a picture; a failed observation never gets here, since only committed ones are announced.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from kit.errors import KitError
from kit.events import Event, Observed
from kit.memory.archive_file import FIELDS, file_name, forget, line, torn
from kit.memory.archive_hits import Found, Hit, Past, grouped, ranked
from kit.memory.archive_index import Index
from kit.memory.archive_text import pieces, terms
from kit.memory.derived import remove
from kit.screen.describe import describe
from kit.settings import Settings
from kit.types import Observation

__all__ = ["Archive", "Found", "Hit", "Past", "Report", "forget", "open_archive"]

Report = Callable[[str, str], None]
"""Told of what went wrong while keeping: a stable code and a sentence."""

LOOKED_AT = 20
"""Screens read for one answer, so that alike ones can be told as one hit."""

NEAR = 12
"""Screens read for each part of a query that no screen holds whole."""


def open_archive(
    settings: Settings,
    run_id: str,
    *,
    report: Report | None = None,
    render: Callable[[Observation], str] | None = None,
) -> Archive | None:
    """The archive these settings ask for, or None when PHONE_AGENT_OBS_ARCHIVE is off. Never raises, touches no disk.

    Args:
        settings: obs_archive, obs_archive_dir, obs_archive_keep_runs, lang.
        run_id: names the files; one id belongs to one run, or a later one would search the earlier one's screens.
        report: told of every failure to keep a screen.
        render: what a model reads of an observation; default: the full form of `kit.screen.describe`.
    """
    if not settings.obs_archive:
        return None
    lang = settings.lang
    return Archive(
        settings.obs_archive_dir,
        run_id,
        keep_runs=settings.obs_archive_keep_runs,
        report=report,
        render=render or (lambda seen: describe(seen, style="full", lang=lang)),
    )


class Archive:
    """The archive of one run. Safe to use from several threads of one process.

    Args:
        folder: where all runs' archives lie; made on the first screen.
        run_id: any text; characters unfit for a file name are replaced, and a short hash keeps such names apart.
        keep_runs: runs kept in the folder, this one among them; older ones go with their index on the first screen.
        report: told of every failure to keep a screen.
        render: what a model reads of an observation.
    """

    def __init__(
        self,
        folder: Path,
        run_id: str,
        *,
        keep_runs: int = 20,
        report: Report | None = None,
        render: Callable[[Observation], str] = describe,
    ) -> None:
        self.run_id = run_id
        self.path = folder / f"{file_name(run_id)}.jsonl"
        self.index_path = self.path.with_suffix(".db")
        self._keep_runs = keep_runs
        self._report = report
        self._render = render
        self._lock = threading.RLock()
        self._first_size: int | None = None
        self._begun = False
        self._index: Index | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the index; a later call opens it again."""
        with self._lock:
            if self._index is not None:
                self._index.close()
            self._index, self._first_size = None, None

    # --- keeping: never fails the run -----------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        """Listener for the bus: keeps every committed observation."""
        if isinstance(event, Observed):
            self.keep(event.observation)

    def keep(self, seen: Observation) -> bool:
        """Appends a committed observation as the model can read it. Says whether it was written; never raises."""
        try:
            text = self._render(seen)
        except Exception as error:  # noqa: BLE001  an archive must never stop a run
            self._tell("archive_render_failed", error)
            return False
        return self.append(text, epoch=seen.epoch, screen_seq=seen.screen_seq, package=seen.foreground.package)

    def append(self, text: str, *, epoch: int, screen_seq: int, package: str) -> bool:
        """Appends one [OBS] text word for word. Says whether it was written; never raises."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        record: dict[str, Any] = dict(zip(FIELDS, (self.run_id, epoch, screen_seq, package, now, text), strict=True))
        try:
            data = line(record)
            with self._lock:
                self._write(data)
        except Exception as error:  # noqa: BLE001  an archive must never stop a run
            self._tell("archive_write_failed", error)
            return False
        return True

    def _write(self, data: bytes) -> None:
        if not self._begun:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._size_at_first()
            if torn(self.path):
                data = b"\n" + data  # a crash cut the last line; the next one must not continue it
        # one write call a line, so that another process never sees half of one; only the owner may read it
        handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, data)
        finally:
            os.close(handle)
        if not self._begun:
            self._begun = True
            self._forget_old_runs()

    def _forget_old_runs(self) -> None:
        try:
            forget(self.path.parent, self._keep_runs, but=self.path)
        except OSError as error:
            self._tell("archive_retention_failed", error)

    def _tell(self, code: str, error: Exception) -> None:
        if self._report is not None:
            with suppress(Exception):  # whoever listens to failures may fail too; there is nobody left to tell
                self._report(code, f"{self.path.name}: {type(error).__name__}: {error}")

    # --- looking up: honest errors --------------------------------------------------------------------------------------

    def screen(self, frame: int) -> Past | None:
        """The screen with this frame number (`screen#N`); None when this run's archive has none.

        Raises:
            KitError: code archive_unreadable.
        """
        with self._reading():
            if not self.path.exists():
                return None
            place = self._asked(lambda index: index.place(frame))
            return next(self._read([place])) if place else None

    def span(self) -> tuple[int, int] | None:
        """The lowest and the highest archived frame number; None while there is none.

        Raises:
            KitError: code archive_unreadable.
        """
        with self._reading():
            return self._asked(lambda index: index.span()) if self.path.exists() else None

    def search(self, query: str, limit: int = 5) -> Found:
        """The newest screens that hold every word of the query, as substrings, in any case and width.

        No character of the query is an operator. When no screen holds all words, those that hold most of them (or of the
        pairs of characters of a Chinese word) are given, and `all_terms` is false. Screens of one app with the same
        matching lines are told as one hit.

        Raises:
            KitError: code archive_unreadable.
        """
        wanted = terms(query)
        with self._reading():
            if not wanted or not self.path.exists():
                return Found(hits=())
            most = max(LOOKED_AT, 2 * limit)
            exact = self._asked(lambda index: index.places(index.newest(wanted, most)))
            if exact:
                found = grouped(self._read(exact), wanted, limit)
                return replace(found, more=found.more or len(exact) == most)
            parts = pieces(wanted)
            near = self._asked(lambda index: index.places(_any_of(index, parts)))
            return replace(grouped(ranked(self._read(near), parts), parts, limit), all_terms=False)

    def _asked(self, question: Callable[[Index], Any]) -> Any:
        """The index's answer; a damaged index is rebuilt once and asked again."""
        try:
            index = self._ready()
            return question(index)
        except sqlite3.DatabaseError:
            if self._index is not None:
                self._index.close()
                self._index = None
            remove(self.index_path)
            return question(self._ready())

    def _ready(self) -> Index:
        if self._index is None:
            self._index = Index(self.path, self.index_path, bytes=self._size_at_first())
        self._index.catch_up()
        return self._index

    def _size_at_first(self) -> int:
        """Bytes of the archive when this process first met it: what an index from before must cover."""
        if self._first_size is None:
            self._first_size = self.path.stat().st_size if self.path.exists() else 0
        return self._first_size

    def _read(self, places: Iterable[tuple[int, int]]) -> Iterator[Past]:
        with self.path.open("rb") as file:
            for start, size in places:
                file.seek(start)
                record = json.loads(file.read(size))
                yield Past(**{name: record[name] for name in FIELDS})

    @contextmanager
    def _reading(self) -> Generator[None]:
        with self._lock:
            try:
                yield
            except (OSError, sqlite3.Error, ValueError, KeyError, TypeError) as error:
                raise KitError(
                    f"The archive or its index is damaged or gone: {type(error).__name__}: {error}.",
                    fix="Go on without it.",
                    code="archive_unreadable",
                ) from error


def _any_of(index: Index, parts: Iterable[str]) -> list[int]:
    """The newest screens for each part by itself, so that a rare one is not crowded out by a common one."""
    found = {id for part in parts for id in index.newest([part], NEAR)}
    return sorted(found, reverse=True)
