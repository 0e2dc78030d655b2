"""`kit models`: where small model weights are, and how to get them."""

from __future__ import annotations

import argparse
import json

from kit.cli.options import Commands, add_settings, command, settings_given


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(
        commands, "models", "show or fetch the weights of small local models", "kit models fetch smollm2-135m"
    )
    parser.add_argument("action", nargs="?", choices=("list", "fetch"), default="list", help="default: list")
    parser.add_argument("name", nargs="?", default="", help="which weights to fetch")
    parser.add_argument("--json", action="store_true", help="print a JSON array")
    add_settings(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Lists what is known, or fetches one."""
    from kit.head.weights import NAMES, fetch, status
    from kit.settings import resolve

    settings, _ = resolve(settings_given(options))
    if options.action == "fetch":
        print(fetch(options.name or NAMES[0], weights_dir=settings.weights_dir, progress=print))
        return 0
    rows = [status(name, weights_dir=settings.weights_dir) for name in NAMES]
    if options.json:
        print(json.dumps([row.as_dict() for row in rows]))
        return 0
    for row in rows:
        print(row)
    return 0
