"""Models by name, as "fake_hangs:NAME", that do not come back or end the process."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from kit.types import Message, Tool, ToolCall


def sleeps(settings: Any) -> Callable[..., ToolCall]:
    def ask(messages: Sequence[Message], tools: Sequence[Tool]) -> ToolCall:
        time.sleep(60)
        raise AssertionError("nobody waits for this")

    return ask


def exits(settings: Any) -> None:
    sys.exit(7)
