"""The command `kit`. Each command is one module with `add` (its options) and `run`; heavy imports happen inside `run`."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from importlib import metadata

from kit.cli import bench, devices, marks, memory, models, phone, replay, run, tasks
from kit.errors import Killed, KitError, MissingDependency, NoDevice, RunError, UsageError

COMMANDS = (bench, run, tasks, phone, devices, marks, replay, models, memory)
PLUGINS = "phone_agent_kit.plugins"
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells expect (128 + SIGINT)."""


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="kit",
        description="Phone agents: run them in parallel, on phones made of Python or real ones.",
        epilog="example: kit bench --policy oracle --policy random --tasks 'settings_*' --seeds 2",
    )
    top.add_argument("--version", action="store_true", help="print the version and stop")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for module in COMMANDS:
        module.add(commands)
    if metadata.entry_points(group=PLUGINS):  # without any, what they need is not imported
        from kit.agent.plugins import add_commands

        add_commands(commands, os.environ.get("PHONE_AGENT_PLUGINS", "installed"))
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command. Returns its exit code: 0 done, 1 it failed, 2 what was asked for is wrong, 130 interrupted."""
    try:
        top = parser()
    except UsageError as error:  # a plugin that cannot be loaded
        print(f"kit: {error}", file=sys.stderr)
        return 2
    options = top.parse_args(argv)
    if options.version:
        from importlib.metadata import version

        print(version("phone-agent-kit"))
        return 0
    if options.command is None:
        top.print_help()
        return 2
    try:
        return options.run(options)
    except KitError as error:
        print(f"kit {options.command}: {error}", file=sys.stderr)
        return exit_code(error)
    except BrokenPipeError:  # the reader of our output went away (`kit ... | head`)
        sys.stderr.close()
        return 1
    except OSError as error:  # a path that cannot be read or written, wherever it was met
        print(f"kit {options.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt as error:  # where the trace lies was noted on it
        print("\n".join([f"kit {options.command}: interrupted", *getattr(error, "__notes__", ())]), file=sys.stderr)
        return INTERRUPTED


def exit_code(error: KitError) -> int:
    """130 for an interruption, 2 for what a person can put right in the command line, 1 for everything that broke."""
    if isinstance(error, Killed):
        return INTERRUPTED
    if isinstance(error, RunError):
        return 2 if error.code == RunError.code else 1
    return 2 if isinstance(error, UsageError | NoDevice) and not isinstance(error, MissingDependency) else 1


def _terminate(number: int, frame: object) -> None:
    """SIGTERM ends a command as Ctrl-C does: what has finished is stored and the way to go on is said."""
    raise KeyboardInterrupt


def console() -> None:
    """Entry point of the installed command."""
    signal.signal(signal.SIGTERM, _terminate)
    sys.exit(main())
