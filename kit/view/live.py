# pyright: basic
"""Progress of many episodes while they run, in a terminal and in a notebook."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any

SILENCE_S = 3.0
"""Before the first episode; Ray alone takes 5 to 20 s to start."""


class Progress:
    """A bar that a fleet calls after every stored episode: `run_bench(..., progress=progress)`.

    As a context manager it also says so when the first episode takes long to come, since workers take time to start.
    Where nobody watches (a log file), it writes a line every ten seconds at most.
    """

    def __init__(self) -> None:
        self._bar: Any = None
        self._silence = threading.Timer(SILENCE_S, _starting)
        self.solved: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()

    def __call__(self, done: int, total: int, latest: Mapping[str, Any]) -> None:
        """Shows `done` of `total` episodes and what each arm has solved of those run now."""
        self._silence.cancel()
        arm = str(latest.get("arm", ""))
        self.seen[arm] += 1
        self.solved[arm] += bool(latest.get("success"))
        if self._bar is None:
            self._bar = self._open(done - 1, total)
        self._bar.set_postfix_str(self.words(), refresh=False)
        self._bar.update(done - self._bar.n)

    def words(self) -> str:
        """Solved of seen, by arm."""
        return ", ".join(f"{arm} {self.solved[arm]}/{count}" for arm, count in self.seen.items())

    def __enter__(self) -> Progress:
        self._silence = threading.Timer(SILENCE_S, _starting)
        self._silence.daemon = True
        self._silence.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._silence.cancel()
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    @staticmethod
    def _open(done: int, total: int) -> Any:
        from tqdm.auto import tqdm

        watched = sys.stderr.isatty() or "ipykernel" in sys.modules
        return tqdm(initial=done, total=total, unit="episode", dynamic_ncols=True, mininterval=0.1 if watched else 10.0)


def _starting() -> None:
    print("starting workers ...", file=sys.stderr, flush=True)
