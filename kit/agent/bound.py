"""A model call ends when its episode's time does, whatever the model does.

The calls of models that may take long are made by a thread of the episode's own. When the time is over nobody waits for it
any longer: what it may still say is thrown away, and it cannot keep the process alive. Models that do not read the prompt
(`reads` is False: scripts of this process) are called directly.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable, Sequence
from contextvars import copy_context
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, cast

from kit.errors import ModelBroken, ModelUnreachable
from kit.types import Message, Model, Reply, Sampler, Tool

TIME_UP = "time_budget"
"""Code of the error that a call is given up with."""

_Answer = tuple[bool, Any]
_Job = tuple[Callable[[], Any], "SimpleQueue[_Answer]"]
_ROOM = Path(__file__).parent
_OWN = frozenset(map(str, (Path(__file__), _ROOM / "talk.py", _ROOM.parent / "models" / "own.py")))
"""Where the kit calls a model: no place to look for a bug in one."""


@dataclass(slots=True)
class Limit:
    """When an episode's time is over, and the thread that makes its model calls until then.

    Attributes:
        deadline: by `time.monotonic`; never, until the loop begins.
    """

    deadline: float = float("inf")
    _jobs: SimpleQueue[_Job | None] | None = field(default=None, repr=False)
    _thread: int = field(default=0, repr=False)

    def call(self, name: str, work: Callable[[], Reply]) -> Reply:
        """What `work` returns or raises, or ModelUnreachable (code time_budget) when the time is over first.

        An attempt of the model's code to end the process (`sys.exit`) is ModelBroken.
        """
        if self._thread == threading.get_ident():  # a model that calls another one
            return work()
        left = self.deadline - time.monotonic()
        if left > 0:
            answers: SimpleQueue[_Answer] = SimpleQueue()
            self._queue().put((work, answers))
            try:
                good, said = answers.get(timeout=min(left, threading.TIMEOUT_MAX))
            except Empty:
                self.close()
            else:
                return cast("Reply", said) if good else _raise(said)
        raise ModelUnreachable(f"{name} had not answered when the episode's time was over.", code=TIME_UP)

    def close(self) -> None:
        """Lets the thread end as soon as it is done with what it is doing."""
        if self._jobs is not None:
            self._jobs.put(None)
            self._jobs = None

    def _queue(self) -> SimpleQueue[_Job | None]:
        if self._jobs is None:
            self._jobs = SimpleQueue()
            context = copy_context()  # what the caller set (decimal precision, a trace id) holds for its models as well
            thread = threading.Thread(target=context.run, args=(_work, self._jobs), name="kit-model", daemon=True)
            thread.start()
            self._thread = thread.ident or 0
        return self._jobs


def _work(jobs: SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        work, answers = job
        try:
            answers.put((True, work()))
        except BaseException as error:  # noqa: BLE001 - sys.exit of a model's code as well; whoever waits judges it
            answers.put((False, error))
        del job, work, answers  # the prompt must not outlive its turn


def _raise(error: BaseException) -> Reply:
    try:
        if isinstance(error, Exception):
            raise error
        raise broken(error) from error  # no signal reaches this thread: the code itself meant to end the process
    finally:
        del error


class Bounded:
    """A model whose calls end with the episode's time; all else is its own."""

    def __init__(self, model: Model, limit: Limit) -> None:
        self.name = model.name
        self._model = model
        self._limit = limit

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # a copy being made has no model yet
            raise AttributeError(name)
        return getattr(self._model, name)

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """One decision. Raises what the model raises, and what `Limit.call` does."""
        return self._limit.call(self.name, lambda: self._model.complete(messages, tools, sampler))


def bounded(model: Model, limit: Limit | None) -> Model:
    """The model with its calls limited, if there is a limit and the model is no mere script."""
    return Bounded(model, limit) if limit is not None and getattr(model, "reads", True) else model


def broken(error: BaseException) -> ModelBroken:
    """What is said of a bug in a model's own code: the error and its place."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = "" if last.filename in _OWN else f" ({Path(last.filename).name}, line {last.lineno})"
    return ModelBroken(f"The model's code failed: {f'{type(error).__name__}: {error}'.rstrip(': ')}{where}.")
