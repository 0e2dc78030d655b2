"""Models that judge, named as "fake_judges:NAME" in settings, and what they were shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kit.settings import Settings
from kit.types import Message, Reply, Sampler, Tool, ToolCall, Usage


class Judge:
    """Gives the same verdict every time; remembers its prompts."""

    name = "judge"

    def __init__(self, approve: Any, reason: str = "It is so.", *, sees: bool = False) -> None:
        self.approve, self.reason, self.sees = approve, reason, sees
        self.prompts: list[tuple[Sequence[Message], Sequence[Tool], Sampler]] = []

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        self.prompts.append((messages, tools, sampler))
        call = ToolCall(id="v", name="verdict", arguments={"approve": self.approve, "reason": self.reason})
        return Reply(calls=(call,), usage=Usage(input_tokens=40, output_tokens=7, cache_read_tokens=0))


def approves(settings: Settings) -> Judge:
    return Judge(True)


def rejects(settings: Settings) -> Judge:
    return Judge(False, "The switch is off.")
