"""Policies without a model: the oracle of a task, uniformly random, doing nothing, and a fixed list of calls.

They are the baselines of every benchmark and the models of every test: no weights, no network, one call a reply. None of
them reads (`reads` is False): they look at the typed observations, the calls and the receipts, so the loop puts no screen
into words for them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

from kit.errors import ModelError
from kit.head.legal import Legal, legal
from kit.models.base import goal_of, live, look_call, make_call, turn_of, unsettled
from kit.types import Json, Message, Observation, Reply, Sampler, Tool, ToolCall

Action = tuple[str, dict[str, Json]]
"""A tool name and its arguments."""

Start = Callable[[Observation], Generator[Action, Observation, None]]
"""Begins a solution at the first observation: it yields actions and is sent the observation after each."""


class Oracle:
    """Plays a task's own solution, one action a reply, and finishes when it is over; a review is confirmed as it is.

    One oracle plays one episode. A pickled copy begins at the start, and can be made only if `start` can be pickled.
    """

    name = "oracle"
    reads = False

    def __init__(self, start: Start) -> None:
        self._start = start
        self._running: Generator[Action, Observation, None] | None = None
        self._turn = 0
        self._end: Action = ("finish", {})

    def __getstate__(self) -> dict[str, Any]:
        return {"_start": self._start, "_running": None, "_turn": 0, "_end": ("finish", {})}

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """The next action. Raises ModelError (code oracle_failed) when the solution itself breaks."""
        observation = live(messages)
        self._turn += 1
        id = f"oracle_{self._turn}"
        again = unsettled(messages, tools)
        if again is not None:
            return Reply(calls=(make_call("finish", again, tools, id=id),), model=self.name, confidence=1.0)
        if observation is None:
            return Reply(calls=(look_call(tools, id=id),), model=self.name, confidence=1.0)
        name, arguments = self._advance(observation)
        if name == "finish":
            self._end = (name, arguments)  # said again, should it be refused
        return Reply(calls=(make_call(name, arguments, tools, id=id),), model=self.name, confidence=1.0)

    def _advance(self, observation: Observation) -> Action:
        try:
            if self._running is None:
                self._running = self._start(observation)
                return next(self._running)
            return self._running.send(observation)
        except StopIteration:
            return self._end
        except Exception as error:
            raise ModelError(
                f"The oracle stopped with {type(error).__name__}: {error}.",
                fix="The screen is not what its solution expects; look at the task's oracle.",
                code="oracle_failed",
            ) from error


class Random:
    """Chooses uniformly among the legal calls of the live observation, and finishes with a small probability.

    The choices of an episode depend on the seed, the sampler's seed and the goal only, so episodes may share one object.

    Args:
        seed: of the choices.
        finish_probability: chance a turn that it gives up with an empty answer.
        apps: names for launch_app where the tool's schema lists none.
    """

    name = "random"
    reads = False

    def __init__(self, seed: int = 0, *, finish_probability: float = 0.02, apps: Sequence[str] = ()) -> None:
        self._seed = seed
        self._finish = finish_probability
        self._apps = tuple(apps)
        self._rng = random.Random(seed)

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """One random legal call; `read_screen` when there is nothing to choose from."""
        goal = goal_of(messages)
        turn = turn_of(messages)
        if turn == 0:
            self._rng = random.Random(f"{self._seed}/{sampler.seed}/{goal}")
        again = unsettled(messages, tools)
        if again is not None:  # no draw: the choices are those of a run that finishes in one step
            return Reply(calls=(make_call("finish", again, tools, id=f"random_{turn + 1}"),), model=self.name)
        id = f"random_{turn + 1}_{self._rng.randrange(16**6):06x}"
        observation = live(messages)
        if observation is None:
            return Reply(calls=(look_call(tools, id=id),), model=self.name)
        can = legal(observation, tools, self._apps)
        choices = _choices(can, goal.split(), self._rng)
        if "finish" in can.plain and (not choices or self._rng.random() < self._finish):
            choices = [("finish", {})]
        if not choices:
            return Reply(calls=(look_call(tools, id=id),), model=self.name)
        name, arguments = self._rng.choice(choices)
        return Reply(calls=(make_call(name, arguments, tools, id=id),), model=self.name, confidence=1 / len(choices))


def _choices(can: Legal, words: Sequence[str], rng: random.Random) -> list[Action]:
    word = rng.choice([w.strip(".,:;!?\"'") or w for w in words] or ["hello"])
    found: list[Action] = [("tap", {"target_mark_id": m.id}) for m in can.tap]
    found += [("long_press", {"target_mark_id": m.id}) for m in can.long_press]
    found += [("type_text", {"text": word, "target_mark_id": m.id}) for m in can.type]
    found += [("scroll", {"direction": d}) for d in can.scroll]
    found += [("launch_app", {"name": n}) for n in can.launch]
    found += [(n, {"seconds": 1} if n == "wait" else {}) for n in can.plain if n != "finish"]
    return found


class DoNothing:
    """Finishes at once with an empty answer: what a check must never accept."""

    name = "do-nothing"
    reads = False

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """A finish call."""
        given = unsettled(messages, tools) or {}
        call = make_call("finish", given, tools, id=f"nothing_{turn_of(messages) + 1}")
        return Reply(calls=(call,), model=self.name)


class Replay:
    """Gives recorded calls back in order, one a reply, and finishes when they are used up.

    Calls are given as they were: mark ids hold only if the phone is taken through the same observations again.

    Args:
        calls: tool calls, or (name, arguments) pairs.
    """

    name = "replay"
    reads = False

    def __init__(self, calls: Sequence[ToolCall | Action]) -> None:
        self._calls = tuple(calls)
        self._next = 0

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """The next recorded call; begins anew when the prompt holds no reply yet."""
        if turn_of(messages) == 0:
            self._next = 0
        if self._next >= len(self._calls):
            call = make_call("finish", unsettled(messages, tools) or {}, tools, id=f"replay_{self._next + 1}")
        else:
            call = self._recorded(self._calls[self._next], tools)
        self._next += 1
        return Reply(calls=(call,), model=self.name)

    def _recorded(self, call: ToolCall | Action, tools: Sequence[Tool]) -> ToolCall:
        if isinstance(call, ToolCall):
            return call
        return make_call(call[0], call[1], tools, id=f"replay_{self._next + 1}")
