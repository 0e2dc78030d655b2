"""Options several commands share."""

from __future__ import annotations

import argparse
from typing import Any

from kit.errors import UsageError

Commands = Any
"""argparse's sub-parser action; its type is private there."""


def command(commands: Commands, name: str, words: str, example: str) -> argparse.ArgumentParser:
    """A sub-command with an example in its --help."""
    return commands.add_parser(
        name,
        help=words,
        description=words[0].upper() + words[1:] + ".",
        epilog=f"example: {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """--set NAME=VALUE, for every setting."""
    parser.add_argument(
        "--set",
        dest="assignments",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change a setting, such as temperature=0.7 (repeatable); see kit.settings.Settings",
    )


def settings_given(options: argparse.Namespace) -> dict[str, Any]:
    """The settings given by --set, as overrides.

    Raises:
        UsageError: an assignment without "=".
    """
    given: dict[str, Any] = {}
    for assignment in options.assignments:
        name, mark, value = assignment.partition("=")
        if not mark:
            raise UsageError(f"--set {assignment!r} is not NAME=VALUE.")
        given[name.strip()] = value
    return given


def whole(text: str) -> int:
    """A whole number from 0, for argparse."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{text} is negative")
    return number


def positive(text: str) -> int:
    """A whole number of at least 1, for argparse."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return number
