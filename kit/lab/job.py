"""One try at one episode, in whatever process it runs: a named function is called and what comes of it made plain data."""

from __future__ import annotations

import importlib
import inspect
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
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
    """A finished episode: the files of its folder and the row to show."""

    files: Mapping[str, bytes]
    row: Mapping[str, Any] = field(default_factory=dict[str, Any])
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A try that came to nothing. `stop` means that no other episode would fare better."""

    code: str
    reason: str
    seconds: float = 0.0
    stop: KitError | None = None


Result = Done | Failed


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
        last = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {error} ({last.name}, line {last.lineno})"
        return Failed(code="worker_error", reason=reason, seconds=time.perf_counter() - began)


def _takes_loaded(job: Job) -> bool:
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in kinds for p in inspect.signature(job).parameters.values()) >= 3


@dataclass(slots=True, kw_only=True)
class LocalPool:
    """One episode after the other in this process: no start-up, a debugger works, but a crash ends all of it."""

    job: str
    tries: int = 3
    device: str = ""
    loaded: dict[Any, Any] = field(default_factory=dict[Any, Any])

    def run(self, plans: Iterable[EpisodePlan]) -> Iterator[tuple[EpisodePlan, Result]]:
        """Plays each plan, up to `tries` times."""
        for plan in plans:
            result: Result = Failed(code="not_tried", reason="no try was made")
            for _ in range(self.tries):
                result = attempt(self.job, plan, self.device, self.loaded)
                if isinstance(result, Done) or result.stop is not None:
                    break
            yield plan, result

    def finished(self) -> list[tuple[EpisodePlan, Result]]:
        """Nothing: what finished was handed out at once."""
        return []

    def close(self) -> None:
        """Lets go of loaded models and open phones."""
        for part in self.loaded.values():
            if callable(close := getattr(part, "close", None)):
                close()
        self.loaded.clear()
