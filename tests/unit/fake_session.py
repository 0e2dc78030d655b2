"""A session on a fake phone: what the next looks show is a list, the settings are given by name."""

from __future__ import annotations

from typing import Any

import pytest
from fake_phone import FakeDevice, look, mark

from kit.settings import Settings
from kit.tools import session as session_module
from kit.tools.execute import execute
from kit.tools.session import Session
from kit.types import Observation, Receipt, ToolCall


def fake_session(
    monkeypatch: pytest.MonkeyPatch, *looks: Observation | Exception, goal: str = "Turn on Wi-Fi", **settings: Any
) -> Session:
    """A session that has looked at the first of `looks` already; an exception is raised, an empty list repeats the last.

    Every look gets the next epoch and screen_seq of the phone.
    """
    waiting = list(looks) or [look([mark(1, "Wi-Fi")], package="com.android.settings")]

    def next_look(phone: FakeDevice, _: Settings) -> Observation:
        shown = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        if isinstance(shown, Exception):
            raise shown
        phone.epoch += 1
        renumbered = [mark_of(m, phone.epoch) for m in shown.marks]
        return remade(shown, marks=tuple(renumbered), epoch=phone.epoch, screen_seq=phone.epoch)

    monkeypatch.setattr(session_module, "observe", next_look)
    opened = Session(device=FakeDevice(), goal=goal, settings=Settings(**settings))  # type: ignore[arg-type]
    opened.episode = "e1"
    if not isinstance(waiting[0], Exception):
        opened.observe()
    return opened


def remade(value: Any, **changes: Any) -> Any:
    """`dataclasses.replace`, by the short name."""
    from dataclasses import replace

    return replace(value, **changes)


def mark_of(old: Any, epoch: int) -> Any:
    """The same mark in another batch."""
    return remade(old, epoch=epoch)


def do(session: Session, name: str, /, **arguments: Any) -> Receipt:
    """One call, as a model makes it."""
    (receipt,) = execute(session, [ToolCall(id=f"{name}_1", name=name, arguments=arguments)])
    return receipt
