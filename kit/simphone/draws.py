"""Chance for what phones hold and tasks ask: a `random.Random` that keeps the parts of the suite apart.

Names, phrases and titles stand in pools (tuples or lists of texts). For a phone or a task of one part, a draw from a pool sees only that
part's share of it, so that names and phrases a model was trained on do not turn up where it is measured. Pools of fewer than
`LEAST` texts, and those too small for a draw, are not divided.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Literal

Part = Literal["", "train", "dev", "test"]
"""A part of the suite; "" draws from whole pools."""

SHARES: tuple[Part, ...] = ("train", "train", "dev", "test")
"""Half of every pool is for training, a quarter each for the other two; a checksum of the text decides."""
LEAST = 8
"""Smaller pools are not divided: what stands in them is a choice (a category, a colour), not a name."""


def share(pool: tuple[Any, ...], part: Part) -> tuple[Any, ...]:
    """The part's share of a pool: of its texts, or of its tuples by their first text. A pool of other things stays whole."""
    return _share(pool, part) if len(pool) >= LEAST and all(map(_key, pool)) else pool


@lru_cache(maxsize=4096)
def _share(pool: tuple[Any, ...], part: Part) -> tuple[Any, ...]:
    keys = [_key(thing) for thing in pool]
    return tuple(t for t, key in zip(pool, keys, strict=True) if SHARES[zlib.crc32(key.encode()) % len(SHARES)] == part)


def _key(thing: Any) -> str:
    first: Any = thing[0] if isinstance(thing, tuple) and thing else thing  # pyright: ignore[reportUnknownVariableType]
    return first if isinstance(first, str) else ""


class Draws(random.Random):
    """As `random.Random(seed)`, but `choice`, `choices` and `sample` of texts see the share of one part only.

    `task` says that parameters of a task are drawn, not what a phone holds; pools may keep the two apart.
    A share that holds fewer texts than are asked for is not enough; then the whole pool is drawn from.
    """

    def __new__(cls, seed: str, part: Part = "", *, task: bool = False) -> Draws:
        """`random.Random` looks at its arguments here already."""
        return super().__new__(cls, seed)  # pyright: ignore[reportCallIssue]

    def __init__(self, seed: str, part: Part = "", *, task: bool = False) -> None:
        super().__init__(seed)
        self.part: Part = part
        self.task = task

    def _mine(self, pool: Any, need: int) -> Any:
        if not self.part or not isinstance(pool, tuple | list):
            return pool
        mine = share(tuple(pool), self.part)  # pyright: ignore[reportUnknownArgumentType]
        return mine if len(mine) >= max(2, need) else pool

    def choice(self, seq: Any) -> Any:
        """One of the part's share."""
        return super().choice(self._mine(seq, 1))

    def choices(self, population: Any, *args: Any, **options: Any) -> list[Any]:
        """Some of the part's share, with repetition; weights belong to the whole pool, so with them it is not divided."""
        weighted = bool(args) or any(options.get(name) for name in ("weights", "cum_weights"))
        return super().choices(population if weighted else self._mine(population, 1), *args, **options)

    def sample(self, population: Sequence[Any], k: int, **options: Any) -> list[Any]:
        """Some of the part's share, without repetition."""
        return super().sample(self._mine(population, k), k, **options)
