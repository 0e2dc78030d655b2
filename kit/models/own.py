"""A model made of what a person has in Python: an object with `complete`, or just a function."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from kit.errors import MalformedReply, ModelBroken
from kit.models.base import turn_of
from kit.models.repair import UnusableReply, read_call
from kit.types import Message, Model, Reply, Sampler, Tool, ToolCall

Answer = Reply | ToolCall | str
Ask = Callable[[Sequence[Message], Sequence[Tool]], Answer]


def as_model(given: Any, name: str = "") -> Model | None:
    """The model that this object is or can be made into; None when it is neither.

    Args:
        given: an object with `complete(messages, tools, sampler)`, taken as it is when it also has a name; or a function
            `f(messages, tools)` as `Function` describes.
        name: what it is called when it says nothing itself.
    """
    if isinstance(given, type):
        return None
    own = getattr(given, "name", None)
    if callable(getattr(given, "complete", None)):
        return cast("Model", given) if isinstance(own, str) and own else Named(given, name or type(given).__name__)
    if callable(given):
        return Function(cast("Ask", given), name or getattr(given, "__name__", "") or type(given).__name__)
    return None


class Named:
    """A model that did not say what it is called; all else is its own."""

    def __init__(self, model: Any, name: str) -> None:
        self.name = name
        self._model = model

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # a copy being made has no model yet
            raise AttributeError(name)
        return getattr(self._model, name)

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """One decision."""
        return self._model.complete(messages, tools, sampler)


class Function:
    """A function as a model.

    Args:
        ask: called as `ask(messages, tools)`. It gives a Reply, one ToolCall, or text that holds a call as JSON:
            `{"name": "tap", "arguments": {...}}`; prose around it is let pass.
        name: what it is called in results.
    """

    def __init__(self, ask: Ask, name: str) -> None:
        self.name = name
        self._ask = ask

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """One decision.

        Raises:
            UnusableReply: the text holds no call. ModelBroken: what came back is none of the three.
        """
        began = time.perf_counter()
        said: Any = self._ask(messages, tools)
        seconds = time.perf_counter() - began
        if isinstance(said, Reply):
            return said if said.model else replace(said, model=self.name)
        if isinstance(said, ToolCall):
            return Reply(calls=(said,), model=self.name, seconds=seconds)
        if not isinstance(said, str):
            raise ModelBroken(
                f"{self.name}() returned {type(said).__name__}.",
                fix="Return a kit.types.Reply, a kit.types.ToolCall, or text that holds a call as JSON.",
            )
        plain = Reply(text=said, model=self.name, seconds=seconds)
        try:
            name, arguments, note = read_call(said, tools)
        except MalformedReply as error:
            raise UnusableReply(error.message, fix=error.fix, reply=plain) from error
        call = ToolCall(id=f"call_{turn_of(messages) + 1}", name=name, arguments=arguments)
        return replace(plain, calls=(call,), extras={"repaired": [note]} if note else {})
