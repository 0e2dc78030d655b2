"""The index of one run's archive: SQLite FTS5 over character trigrams; derived, and rebuilt whenever in doubt.

Trigrams find any substring of three characters or more in every script. Shorter terms, which most Chinese words are, go
through a table of all grams: "蓝牙" is whatever begins with it ("蓝牙设", "蓝牙已" ...), joined by OR. The table knows the newest
screen of each gram, so most of the thousands that begin with one letter are never asked for. Hits come newest first, which
the index streams without scoring every screen that matches. The texts stay in the archive: the index holds offsets.
"""

from __future__ import annotations

import heapq
import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from kit.memory.archive_text import GRAM, body, grams
from kit.memory.derived import Derived, quoted

VERSION = 2
"""Of the tables and of what is indexed; an index of another version is rebuilt."""

JOINED = 24
"""Most grams joined by OR in one question; the rest is asked separately and merged."""

_Group = list[tuple[str, int]]  # phrases, and the newest screen each was seen on

_TABLES = (
    "CREATE TABLE place (id INTEGER PRIMARY KEY, frame INTEGER NOT NULL, start INTEGER NOT NULL, size INTEGER NOT NULL)",
    "CREATE INDEX place_by_frame ON place (frame)",
    "CREATE TABLE gram (gram TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE words USING fts5(body, content='', tokenize='trigram case_sensitive 1')",
)


class Index:
    """Open index of one archive file. Not safe for several threads at once; the archive holds a lock around it.

    Args:
        source: the archive, `<run_id>.jsonl`.
        path: the index, `<run_id>.db`.
        bytes: size of the archive when this process first met it. An index that covers any other number of bytes is
            of another state of the archive and is rebuilt; what this process itself appends is added.

    Raises:
        sqlite3.Error, OSError: it can be neither opened nor rebuilt.
    """

    def __init__(self, source: Path, path: Path, *, bytes: int) -> None:
        self.unreadable = 0
        self._file = Derived(source, path, version=VERSION, tables=_TABLES, bytes=bytes)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._file.db

    def close(self) -> None:
        """Closes the file; it stays on disk."""
        self._file.close()

    # --- writing ---------------------------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Indexes what the archive holds beyond the covered bytes; rebuilds when it has become shorter."""
        self._file.catch_up(self._take)

    def _take(self, batch: list[tuple[int, bytes]]) -> None:
        last: dict[str, int] = {}
        for start, line in batch:
            self._add(start, line, last)
        self._db.executemany(
            "INSERT INTO gram VALUES (?, ?) ON CONFLICT (gram) DO UPDATE SET last = excluded.last",
            last.items(),
        )

    def _add(self, start: int, line: bytes, last: dict[str, int]) -> None:
        try:
            record = json.loads(line)
            frame, words = int(record["screen_seq"]), body(str(record["text"]))
        except (ValueError, KeyError, TypeError):
            self.unreadable += bool(line.strip())  # a line torn by a crash; the others are still good
            return
        values = (frame, start, len(line))
        id = self._db.execute("INSERT INTO place (frame, start, size) VALUES (?, ?, ?)", values).lastrowid or 0
        self._db.execute("INSERT INTO words (rowid, body) VALUES (?, ?)", (id, words))
        last.update(dict.fromkeys(grams(words), id))

    # --- reading ---------------------------------------------------------------------------------------------------------

    def newest(self, terms: Sequence[str], most: int) -> list[int]:
        """Ids of the newest screens that hold every term as a substring, newest first, at most `most`."""
        groups = sorted((self._group(term) for term in terms), key=len)
        if not groups or not groups[0]:
            return []
        if len(groups) > 1 and len(groups[-2]) > JOINED:
            common = set[int].intersection(*(set(self._all(group)) for group in groups))
            return sorted(common, reverse=True)[:most]
        *small, large = groups
        fixed = "".join(f"({_joined(group)}) AND " for group in small)
        found: list[int] = []
        for chunk in _chunks(large):
            if len(found) == most and chunk[0][1] < found[-1]:
                break  # neither this nor any later gram was seen on a screen newer than those found
            found = list(
                islice(
                    dict.fromkeys(heapq.merge(found, self._ids(fixed + f"({_joined(chunk)})", most), reverse=True)),
                    most,
                )
            )
        return found

    def _ids(self, question: str, most: int = -1) -> list[int]:
        rows = self._db.execute(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?", (question, most)
        )
        return [row[0] for row in rows]

    def _all(self, group: _Group) -> Iterator[int]:
        for chunk in _chunks(group):
            yield from self._ids(_joined(chunk))

    def _group(self, term: str) -> _Group:
        """The phrases any of which means the term: itself, or the grams that begin with it; those seen last come first."""
        if len(term) >= GRAM:
            return [(term, 0)]
        return self._db.execute(
            "SELECT gram, last FROM gram WHERE gram > ? AND gram < ? ORDER BY last DESC", (term, term + "\U0010ffff")
        ).fetchall()

    def places(self, ids: Sequence[int]) -> list[tuple[int, int]]:
        """(first byte, bytes) in the archive of each screen, in the order asked for."""
        found: list[tuple[int, int]] = []
        for id in ids:
            found += self._db.execute("SELECT start, size FROM place WHERE id = ?", (id,)).fetchall()
        return found

    def place(self, frame: int) -> tuple[int, int] | None:
        """(first byte, bytes) of the newest screen with this frame number."""
        return self._db.execute(
            "SELECT start, size FROM place WHERE frame = ? ORDER BY id DESC LIMIT 1", (frame,)
        ).fetchone()

    def span(self) -> tuple[int, int] | None:
        """The lowest and the highest frame number; None while nothing is archived."""
        low, high = self._db.execute("SELECT min(frame), max(frame) FROM place").fetchone()
        return None if low is None else (low, high)


def _chunks(group: _Group) -> Iterator[_Group]:
    return (group[first : first + JOINED] for first in range(0, len(group), JOINED))


def _joined(group: _Group) -> str:
    return " OR ".join(quoted(words) for words, _ in group)
