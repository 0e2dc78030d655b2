"""Everything a plugin can add to phone-agent-kit, once each."""

from __future__ import annotations

import argparse
from typing import Any

from kit.agent.plugins import Kit
from kit.errors import ToolRefused
from kit.events import CallEnded, Proceed
from kit.tools.session import Session
from kit.tools.spec import Done, verb
from kit.types import Episode, Mark, Receipt, ToolCall


@verb(zh="数一数当前屏幕上的 mark。", observes=False)
def count_marks(session: Session) -> Done:
    """Counts the marks of the current screen."""
    seen = session.observation
    return Done(text=f"There are {len(seen.marks) if seen else 0} marks.")


class Log:
    """What the plugin saw of one run; a fresh one for every episode."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def heard(self, event: CallEnded) -> None:
        """A listener: hears that a call has its receipt."""
        self.lines.append(f"heard {event.receipt.call.name}")

    def stands_around(self, call: ToolCall, proceed: Proceed) -> Receipt:
        """An around-handler: sees the call before it runs and the receipt after."""
        self.lines.append(f"before {call.name}")
        receipt = proceed(call)
        self.lines.append(f"after {call.name}: {receipt.status}")
        return receipt

    def begins(self, session: Session) -> None:
        """A run hook: the phone is ready."""
        self.lines.append(f"begin {session.goal}")

    def ends(self, episode: Episode) -> None:
        """A run hook: the episode is over."""
        print("\n".join([*self.lines, f"end {episode.outcome.ending}"]))


def no_calculator(session: Session, call: ToolCall, mark: Mark | None) -> None:
    """A guard: this agent has to work sums out by itself."""
    if call.name == "launch_app" and str(call.arguments.get("name")).casefold() == "calculator":
        raise ToolRefused("The calculator stays closed.", code="no_calculator")


def block(session: Session) -> str:
    """A part of the prompt."""
    return "Count the marks with count_marks before you finish."


class Hello:
    """The command `kit hello NAME`."""

    def add(self, commands: Any) -> None:
        """Registers it."""
        parser: argparse.ArgumentParser = commands.add_parser("hello", help="say hello (example plugin)")
        parser.add_argument("name")
        parser.set_defaults(run=self.run)

    def run(self, options: argparse.Namespace) -> int:
        """Says hello."""
        print(f"Hello, {options.name}.")
        return 0


def plugin(kit: Kit) -> None:
    """The entry point: called once for every episode, and once for the command line."""
    log = Log()
    kit.on(CallEnded, log.heard)
    kit.around(log.stands_around)
    kit.guard(no_calculator)
    kit.tool(count_marks)
    kit.prompt(block)
    kit.before_run(log.begins)
    kit.after_run(log.ends)
    kit.command(Hello())
