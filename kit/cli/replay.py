"""`kit replay RUN`: an episode step by step."""

from __future__ import annotations

import argparse
from pathlib import Path

from kit.cli.options import Commands, command


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(
        commands, "replay", "print a recorded episode step by step", "kit replay runs/20261130-101500 --episode 3f2a"
    )
    parser.add_argument("folder", type=Path, metavar="RUN", help="run folder, or the folder of one episode")
    parser.add_argument("--episode", default="", metavar="ID", help="start of an episode id; default: list them all")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Lists the episodes of a run, or prints one."""
    from kit.trace.read import replay_text

    print(replay_text(options.folder, options.episode))
    return 0
