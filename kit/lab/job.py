"""One try at one episode, in whatever process it runs: a named function is called and what comes of it made plain data."""

from __future__ import annotations

import gc
import importlib
import inspect
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

from kit.errors import KitError, TraceError, UsageError
from kit.lab.plan import EpisodePlan

Job = Callable[..., Mapping[str, Any]]
"""`job(plan, settings)` or `job(plan, settings, loaded)` -> {"files": {path: bytes}, "row": {...}}.

`plan` is `EpisodePlan.plain()`, `settings` its settings with the worker's own device, `loaded` a dict of this worker for
model objects that shall live longer than one episode. `files` is the content of the episode's folder.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A finished episode: the files of its folder, the row to show, and the tries before it (`kit.lab.patience.told`)."""

    files: Mapping[str, bytes]
    row: Mapping[str, Any] = field(default_factory=dict[str, Any])
    seconds: float = 0.0
    earlier: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A try that came to nothing.

    Attributes:
        code, reason: why.
        seconds: wall time it took.
        again: whether another try may fare better; a bug in somebody's code would be met again.
        stop: not only this episode: no other one would fare better.
        device: spec of the phone it was given to.
        earlier: the tries before it.
    """

    code: str
    reason: str
    seconds: float = 0.0
    again: bool = True
    stop: KitError | None = None
    device: str = ""
    earlier: tuple[Mapping[str, Any], ...] = ()


Result = Done | Failed


def own_process() -> None:
    """Makes a process that does nothing but play episodes faster: Python looks for cyclic garbage less often.

    What stands at this moment is left out of it, and a collection waits for 20,000 new objects instead of 700; a step of
    an episode makes some thousands, nearly none of them in cycles. For the kit's own workers, proofs and benchmarks: in
    the process of somebody else's program that would be an odd thing to find changed.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


class Pool(Protocol):
    """Runs plans and gives back exactly one result for each, in the order they finish."""

    def run(self, plans: Iterable[EpisodePlan]) -> Iterator[tuple[EpisodePlan, Result]]:
        """Takes plans one by one, when there is room for another."""
        ...

    def finished(self) -> list[tuple[EpisodePlan, Result]]:
        """Results that are there but were not handed out yet; asked for after an interruption."""
        ...

    def close(self) -> None:
        """Ends all workers at once."""
        ...


def resolve_job(name: str) -> Job:
    """The function of a "module:function" name. Raises UsageError when there is none."""
    module, _, function = name.partition(":")
    try:
        job: Any = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(
            f"{name!r} names no function ({error}).", fix='Give "module:function" of an installed module.'
        ) from error
    if not callable(job):
        raise UsageError(f"{name!r} is not a function.")
    return cast("Job", job)


def attempt(name: str, plan: EpisodePlan, device: str, loaded: dict[Any, Any]) -> Result:
    """Plays one episode. Raises nothing but KeyboardInterrupt and SystemExit."""
    began = time.perf_counter()
    settings = {**plan.settings, **({"device": device} if device else {})}
    try:
        job = resolve_job(name)
        given = (plan.plain(), settings, loaded)
        result = job(*given[: 3 if _takes_loaded(job) else 2])
        files = {str(path): bytes(content) for path, content in result["files"].items()}
        return Done(files=files, row=dict(result.get("row", {})), seconds=time.perf_counter() - began)
    except (UsageError, TraceError) as error:
        return Failed(code=error.code, reason=str(error), seconds=time.perf_counter() - began, stop=error)
    except KitError as error:
        return Failed(code=error.code, reason=str(error), seconds=time.perf_counter() - began)
    except Exception as error:  # noqa: BLE001 - a bug in one episode must not cost the others
        return _unforeseen(error, time.perf_counter() - began)


def probe(name: str, settings: Mapping[str, Any]) -> Failed | None:
    """Asks whether a phone can be used: calls the "module:function" with settings. None when it can."""
    began = time.perf_counter()
    try:
        resolve_job(name)(settings)
    except KitError as error:
        return Failed(code=error.code, reason=str(error), seconds=time.perf_counter() - began)
    except Exception as error:  # noqa: BLE001 - as in `attempt`
        return _unforeseen(error, time.perf_counter() - began)
    return None


def _unforeseen(error: Exception, seconds: float) -> Failed:
    """What the machine refused (memory, files, connections) may be granted next time; any other error is a bug."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    reason = f"{type(error).__name__}: {error} ({Path(last.filename).name}, {last.name}, line {last.lineno})"
    again = isinstance(error, OSError | MemoryError)
    return Failed(code="worker_error", reason=reason, seconds=seconds, again=again)


def _takes_loaded(job: Job) -> bool:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in kinds for p in inspect.signature(job).parameters.values()) >= 3
