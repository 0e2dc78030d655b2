"""An index in SQLite beside an append-only file of lines: derived from it, and made again whenever in doubt."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

BATCH = 1000
"""Lines indexed in one transaction; bounds the memory a rebuild takes."""

TAIL = 64
"""Bytes before the covered end that tell whether the file is still the one that was indexed."""

Take = Callable[[list[tuple[int, bytes]]], None]
"""Indexes lines, each with its first byte in the file."""


class Derived:
    """Open index of one file of lines. Not safe for several threads or writers at once; its owner holds a lock around it.

    Args:
        source: the file of lines, the truth.
        path: the index.
        version: of the tables and of what is indexed; an index of another version is made anew.
        tables: statements that make the tables; one of them an FTS5 table `words`.
        bytes: how many bytes the index must cover to be trusted; None trusts any beginning of the file that still ends
            as it did when it was indexed, for a file that several processes append to.

    Raises:
        sqlite3.Error, OSError: it can be neither opened nor made.
    """

    def __init__(
        self, source: Path, path: Path, *, version: int, tables: Sequence[str], bytes: int | None = None
    ) -> None:
        self.source = source
        self.path = path
        self._version = version
        self._tables = tables
        self._grows = bytes is None
        self.db = self._open(bytes)

    def _open(self, bytes: int | None) -> sqlite3.Connection:
        if self.path.exists():
            db = connect(self.path)
            try:
                if db.execute("PRAGMA user_version").fetchone() == (self._version,):
                    covered, tail = _covered(db)
                    if covered == bytes or (bytes is None and self._ends(covered, tail)):
                        return db
            except sqlite3.Error:
                pass  # damaged: the file is the truth, the index is made anew below
            db.close()
        return self._new()

    def _new(self) -> sqlite3.Connection:
        remove(self.path)
        db = connect(self.path)
        self.path.chmod(0o600)  # it holds words of the file, which only the owner may read
        with db:
            db.execute("CREATE TABLE covered (bytes INTEGER NOT NULL, tail BLOB NOT NULL)")
            db.execute("INSERT INTO covered VALUES (0, x'')")
            for statement in self._tables:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {self._version}")
        return db

    def close(self) -> None:
        """Closes the index; it stays on disk."""
        self.db.close()

    def catch_up(self, take: Take) -> None:
        """Has what the file holds beyond the covered bytes indexed; starts anew when the file is no longer the same."""
        size = self.source.stat().st_size
        covered, tail = _covered(self.db)
        if size < covered or (self._grows and not self._ends(covered, tail)):
            self.db.close()
            self.db = self._open(None) if self._grows else self._new()  # another process may have made it anew
            covered, _ = _covered(self.db)
        if size == covered:
            return
        batches = 0
        with self.source.open("rb") as file:
            file.seek(covered)
            lines = _whole_lines(file, covered)
            while batch := list(islice(lines, BATCH)):
                with self.db:
                    take(batch)
                    end = batch[-1][0] + len(batch[-1][1])
                    self.db.execute("UPDATE covered SET bytes = ?, tail = ?", (end, batch[-1][1][-TAIL:]))
                batches += 1
        if batches > 1:  # a rebuild leaves many segments, and every word would be looked up in each of them
            with self.db:
                self.db.execute("INSERT INTO words (words) VALUES ('optimize')")

    def _ends(self, covered: int, tail: bytes) -> bool:
        """Whether the bytes before `covered` are still those that were indexed last."""
        if not tail or not self.source.exists():
            return not covered
        with self.source.open("rb") as file:
            file.seek(covered - len(tail))
            return file.read(len(tail)) == tail


def remove(path: Path) -> None:
    """Deletes an index and what SQLite may have left beside it."""
    for suffix in ("", "-journal", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def connect(path: Path) -> sqlite3.Connection:
    """Opens an index without ever waiting for the disk: nothing is lost with it."""
    db = sqlite3.connect(path, check_same_thread=False, timeout=2.0)
    for pragma in ("synchronous = OFF", "cache_size = -32768"):
        try:
            db.execute(f"PRAGMA {pragma}")
        except sqlite3.Error:
            break  # not a database; whoever reads next finds out and rebuilds
    return db


def quoted(words: str) -> str:
    """A phrase of an FTS5 question in which nothing is an operator."""
    return '"' + words.replace('"', '""') + '"'


def _covered(db: sqlite3.Connection) -> tuple[int, bytes]:
    return db.execute("SELECT bytes, tail FROM covered").fetchone()


def _whole_lines(file: Any, start: int) -> Iterator[tuple[int, bytes]]:
    for line in file:
        if not line.endswith(b"\n"):
            return  # still being written
        yield start, line
        start += len(line)
