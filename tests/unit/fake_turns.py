"""Turns of an agent written by hand, and models that answer as told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fake_phone import look, mark
from PIL import Image

from kit.settings import Settings
from kit.types import Message, Observation, Picture, Receipt, Reply, Sampler, Step, Tool, ToolCall, Usage


def settings(**values: Any) -> Settings:
    return Settings(**values)


def seen(epoch: int, *, picture: bool = True, marks: int = 3, **more: Any) -> Observation:
    shown = [mark(n, f"Item {epoch}-{n}", epoch=epoch) for n in range(1, marks + 1)]
    return look(shown, epoch=epoch, image=Image.new("RGB", (100, 200), "white") if picture else None, **more)


def did(id: str, name: str = "tap", observation: Observation | None = None, **more: Any) -> Receipt:
    given = {"status": "ok", "text": f"Did {id}."} | more
    arguments = given.pop("arguments", {})
    return Receipt(call=ToolCall(id=id, name=name, arguments=arguments), observation=observation, **given)


def turn(index: int, *receipts: Receipt, thought: str = "", **reply: Any) -> Step:
    calls = tuple(r.call for r in receipts)
    return Step(index=index, observation=None, reply=Reply(calls=calls, text=thought, **reply), receipts=receipts)


def run(count: int, *, thought: str = "I go on.", picture: bool = False) -> list[Step]:
    """As many turns of one tap each, the first of which is followed by epoch 2."""
    return [
        turn(n, did(f"c{n}", observation=seen(n + 2, picture=picture)), thought=f"{n}: {thought}") for n in range(count)
    ]


def words(messages: Sequence[Message]) -> str:
    return "\n".join(m.text for m in messages)


def pictured(messages: Sequence[Message]) -> list[int]:
    return [p.screen_seq for m in messages for p in m.parts if isinstance(p, Picture)]


def whole(messages: Sequence[Message]) -> list[int]:
    return [m.observation.epoch for m in messages if m.observation is not None and "\nmarks (" in m.text]


class Says:
    """A model that answers with a summary, or raises, and remembers what it was asked."""

    sees = False

    def __init__(self, answer: str | Exception | Reply = "They went on.", name: str = "says") -> None:
        self.name = name
        self.answer = answer
        self.asked: list[Sequence[Message]] = []
        self.before: Callable[[], None] = lambda: None

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        self.asked.append(messages)
        self.before()
        if isinstance(self.answer, Exception):
            raise self.answer
        if isinstance(self.answer, Reply):
            return self.answer
        call = ToolCall(id="s", name="write_summary", arguments={"summary": self.answer})
        return Reply(calls=(call,), usage=Usage(input_tokens=700, output_tokens=30), model=self.name)
