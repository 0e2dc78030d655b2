"""The index of the episode archive: which ways are known, what speaks for them, and the words they are found by.

Derived from `episodes.jsonl` alone, in the order of its lines. A question asks for a few rare words, each with what must
hold as well (promoted, an app); FTS5 streams each answer newest first, so a question costs about the same however much
is stored.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kit.memory.derived import Derived, quoted
from kit.memory.experience import STANDING_MAX, Experience, after, contradicts, route_of
from kit.memory.words import digest, goal_form, name_form, token, words

VERSION = 1
"""Of the tables and of what is indexed; an index of another version is rebuilt."""

ASKED = 5
"""Rarest words of a text that are asked for."""

NEAR = 32
"""Newest ways taken for each of them."""

RANKED = 16
"""Ways with the most shared words that are ranked to the last detail."""

COMPARED = 64
"""Newest ways to the same goal an episode is held against."""

_TABLES = (
    "CREATE TABLE place (id INTEGER PRIMARY KEY, episode TEXT, n INTEGER, start INTEGER, size INTEGER)",
    "CREATE INDEX place_by_episode ON place (episode)",
    "CREATE TABLE way (n INTEGER PRIMARY KEY, id TEXT UNIQUE, goal_key TEXT, goal TEXT, terms TEXT, route TEXT, lessons TEXT, "
    "apps TEXT, names TEXT, verified INTEGER, contradicted INTEGER, standing INTEGER, time TEXT)",
    "CREATE INDEX way_by_goal ON way (goal_key)",
    "CREATE TABLE term (term TEXT PRIMARY KEY, ways INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE name (form TEXT, n INTEGER, PRIMARY KEY (form, n)) WITHOUT ROWID",
    "CREATE VIRTUAL TABLE words USING fts5(goal, more, keys, tokenize='unicode61 remove_diacritics 0')",
)
_WAY = "id, goal, route, lessons, apps, names, verified, contradicted, standing, time"


class ExperienceIndex:
    """Open index of the episode archive. Not safe for several threads at once; the archive holds a lock around it.

    Raises:
        sqlite3.Error, OSError: it can be neither opened nor rebuilt.
    """

    def __init__(self, source: Path, path: Path) -> None:
        self.unreadable = 0
        self._file = Derived(source, path, version=VERSION, tables=_TABLES)

    @property
    def _db(self) -> sqlite3.Connection:
        return self._file.db

    def close(self) -> None:
        """Closes the file; it stays on disk."""
        self._file.close()

    # --- writing -----------------------------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Indexes what the archive holds beyond what is covered."""
        self._file.catch_up(self._take)

    def _take(self, batch: list[tuple[int, bytes]]) -> None:
        for start, line in batch:
            try:
                record = json.loads(line)
                self._add(record, start, len(line))
            except (ValueError, KeyError, TypeError):
                self.unreadable += bool(line.strip())  # a line torn by a crash; the others are still good

    def _add(self, record: Mapping[str, Any], start: int, size: int) -> None:
        goal, id, route = str(record["goal"]), str(record["experience"]), route_of(record)
        key = digest([goal_form(goal)])
        for n, other, way, standing in self._same_goal(key):
            if other != id and contradicts(record, way):
                self._against(n, standing)
        n = self._way(record, goal, key, route) if route else None
        self._db.execute(
            "INSERT INTO place (episode, n, start, size) VALUES (?, ?, ?, ?)", (str(record["episode"]), n, start, size)
        )

    def _same_goal(self, key: str) -> list[tuple[int, str, list[tuple[str, str, str]], int]]:
        rows = self._db.execute(
            "SELECT n, id, route, standing FROM way WHERE goal_key = ? ORDER BY n DESC LIMIT ?", (key, COMPARED)
        ).fetchall()
        return [(n, id, [(a, b, c) for a, b, c in json.loads(route)], standing) for n, id, route, standing in rows]

    def _way(self, record: Mapping[str, Any], goal: str, key: str, route: Sequence[tuple[str, str, str]]) -> int:
        """The row of the episode's own way, with this episode counted."""
        id, apps = str(record["experience"]), [str(app) for app in record["apps"]]
        verdict = record["verdict"]
        row = self._db.execute("SELECT n, standing FROM way WHERE id = ?", (id,)).fetchone()
        old = row[1] if row else 0
        standing = old if verdict == "unknown" else after(old, verified=verdict == "verified")
        terms = words(goal)
        n = row[0] if row else self._new_way(id, key, terms, route, apps)
        self._db.execute(
            "UPDATE way SET goal = ?, lessons = ?, names = ?, time = ?, verified = verified + ?, "
            "contradicted = contradicted + ?, standing = ? WHERE n = ?",
            (goal, _json(record["lessons"]), _json(record["names"]), str(record["time"]), verdict == "verified",
             verdict == "contradicted", standing, n),
        )  # fmt: skip
        for form in {name_form(name) for name in record["names"]}:
            self._db.execute("INSERT OR IGNORE INTO name VALUES (?, ?)", (form, n))
        if row is None:
            more = words(" ".join([*(part[1] for part in route), *record["names"], *apps]))
            keys = [*(token("p", app) for app in apps), *_levels(standing)]
            self._db.execute(
                "INSERT INTO words (rowid, goal, more, keys) VALUES (?, ?, ?, ?)",
                (n, " ".join(terms), " ".join(more), " ".join(keys)),
            )
        elif standing != old:
            self._stand(n, standing)
        return n

    def _new_way(
        self, id: str, key: str, terms: Sequence[str], route: Sequence[tuple[str, str, str]], apps: Sequence[str]
    ) -> int:
        self._db.executemany(
            "INSERT INTO term VALUES (?, 1) ON CONFLICT (term) DO UPDATE SET ways = ways + 1", [(t,) for t in terms]
        )
        values = (id, key, " ".join(terms), _json(route), _json(apps))
        made = self._db.execute(
            "INSERT INTO way (id, goal_key, terms, route, apps, verified, contradicted, standing) "
            "VALUES (?, ?, ?, ?, ?, 0, 0, 0)",
            values,
        )
        return made.lastrowid or 0

    def _against(self, n: int, standing: int) -> None:
        new = after(standing, verified=False)
        self._db.execute("UPDATE way SET contradicted = contradicted + 1, standing = ? WHERE n = ?", (new, n))
        if new != standing:
            self._stand(n, new)

    def _stand(self, n: int, standing: int) -> None:
        """Says in the words of a way how much speaks for it now."""
        (keys,) = self._db.execute("SELECT keys FROM words WHERE rowid = ?", (n,)).fetchone()
        kept = [key for key in keys.split() if not key.startswith("standing")]
        self._db.execute("UPDATE words SET keys = ? WHERE rowid = ?", (" ".join([*kept, *_levels(standing)]), n))

    # --- reading -----------------------------------------------------------------------------------------------------------

    def near(
        self, asked: Sequence[str], keys: Sequence[str], *, columns: str = "goal", also: bool = False
    ) -> list[tuple[float, Experience]]:
        """The ways whose goals share the rarest of these words, with how alike the goals are (0-1), best first.

        Args:
            asked: words of a text (`kit.memory.words.words`).
            keys: tokens that must hold as well: `level` of the standing wanted, `token("p", package)`.
            columns: where the words may stand: "goal", or "goal more" for the controls and names on the way too.
            also: take the newest ways that only have the keys as well.
        """
        weights = self.weights(asked)
        rare = sorted(weights, key=lambda word: -weights[word])[:ASKED]
        must = [f"keys : {quoted(key)}" for key in keys]
        questions = [" AND ".join([*must, f"{{{columns}}} : {quoted(word)}"]) for word in rare]
        if also and must:
            questions.append(" AND ".join(must))
        found: set[int] = set()
        for question in questions:
            rows = self._db.execute(
                "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?", (question, NEAR)
            )
            found.update(row[0] for row in rows)
        return self._scored(found, weights)

    def named(self, forms: Sequence[str], standing: int) -> dict[str, list[int]]:
        """Which of these forms are names on known ways of at least this standing, with the newest of those ways."""
        found: dict[str, list[int]] = {}
        for form in forms:
            rows = self._db.execute(
                "SELECT way.n FROM name JOIN way ON way.n = name.n WHERE form = ? AND standing >= ? "
                "ORDER BY name.n DESC LIMIT ?",
                (form, standing, NEAR),
            ).fetchall()
            if rows:
                found[form] = [row[0] for row in rows]
        return found

    def scored(self, numbers: Sequence[int], asked: Sequence[str]) -> list[tuple[float, Experience]]:
        """These ways with how alike their goals are to these words, best first."""
        return self._scored(set(numbers), self.weights(asked))

    def weights(self, asked: Iterable[str]) -> dict[str, float]:
        """How telling each word is: the rarer among the known ways, the more."""
        (count,) = self._db.execute("SELECT max(n) FROM way").fetchone()
        return {word: math.log1p((count or 0) / self._ways(word)) for word in asked}

    def _ways(self, word: str) -> int:
        row = self._db.execute("SELECT ways FROM term WHERE term = ?", (word,)).fetchone()
        return row[0] if row else 1

    def _scored(self, numbers: Collection[int], weights: Mapping[str, float]) -> list[tuple[float, Experience]]:
        """The weight of the shared words over that of all words of both goals (weighted Jaccard)."""
        likest = [(shared, n, set(terms.split())) for shared, n, terms in self._sharing(numbers, weights)[:RANKED]]
        others = self.weights({word for _, _, terms in likest for word in terms if word not in weights})
        asked = sum(weights.values())
        scores: dict[int, float] = {}
        for shared, n, terms in likest:
            whole = asked + sum(others.get(word, 0.0) for word in terms)
            scores[n] = round(shared / whole, 4) if whole else 0.0
        rows = self._db.execute(f"SELECT n, {_WAY} FROM way WHERE n IN ({_marks(scores)})", tuple(scores)).fetchall()
        rows.sort(key=lambda row: (scores[row[0]], row[9], row[0]), reverse=True)  # then standing, then the newest
        return [(scores[n], _experience(way)) for n, *way in rows]

    def _sharing(self, numbers: Collection[int], weights: Mapping[str, float]) -> list[tuple[float, int, str]]:
        """(weight of the shared words, row, words) of each way, the most first."""
        question = f"SELECT n, terms FROM way WHERE n IN ({_marks(numbers)})"
        rows = self._db.execute(question, tuple(numbers)).fetchall()
        found = [(sum(weights.get(word, 0.0) for word in terms.split()), n, terms) for n, terms in rows]
        return sorted(found, reverse=True)

    def ways(self, where: str = "", values: Sequence[Any] = (), most: int = -1) -> list[Experience]:
        """Known ways, newest first. `where` is a condition on the table `way`, written by the caller's code only."""
        condition = f"WHERE {where}" if where else ""
        rows = self._db.execute(f"SELECT {_WAY} FROM way {condition} ORDER BY n DESC LIMIT ?", (*values, most))
        return [_experience(row) for row in rows.fetchall()]

    def counts(self, standing: int) -> dict[str, int]:
        """Episodes, ways, and ways of at least this standing."""
        episodes = self.episodes()
        (ways, promoted) = self._db.execute("SELECT count(*), total(standing >= ?) FROM way", (standing,)).fetchone()
        return {"episodes": episodes, "ways": ways, "promoted": int(promoted)}

    def episodes(self) -> int:
        """How many episodes are indexed; rows are never deleted, so the last number says it."""
        return self._db.execute("SELECT max(id) FROM place").fetchone()[0] or 0

    def places(self, *, id: str = "", episode: str = "") -> list[tuple[int, int]]:
        """(first byte, bytes) of the episodes of a way, or of those with this id, newest first."""
        if episode:
            return self._db.execute(
                "SELECT start, size FROM place WHERE episode = ? ORDER BY id DESC", (episode,)
            ).fetchall()
        return self._db.execute(
            "SELECT start, size FROM place JOIN way ON way.n = place.n WHERE way.id = ? ORDER BY place.id DESC", (id,)
        ).fetchall()


def level(standing: int) -> str:
    """The token of every way that has at least this standing."""
    return f"standing{min(standing, STANDING_MAX)}"


def _levels(standing: int) -> list[str]:
    return [level(of) for of in range(1, standing + 1)]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _marks(values: Collection[int]) -> str:
    return ",".join("?" * len(values))


def _experience(row: Sequence[Any]) -> Experience:
    id, goal, route, lessons, apps, names, verified, contradicted, standing, time = row
    return Experience(
        id=id,
        goal=goal,
        route=tuple((a, b, c) for a, b, c in json.loads(route)),
        lessons=tuple(json.loads(lessons)),
        apps=tuple(json.loads(apps)),
        names=tuple(json.loads(names)),
        verified=verified,
        contradicted=contradicted,
        standing=standing,
        time=time,
    )
