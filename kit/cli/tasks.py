"""`kit tasks list`: the task suite."""

from __future__ import annotations

import argparse
import json

from kit.cli.options import Commands, command


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(commands, "tasks", "show the task suite", "kit tasks list --json")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    listing = command(actions, "list", "list every task template", "kit tasks list 'contacts_*'")
    listing.add_argument("pattern", nargs="?", default="*", help="name or glob")
    listing.add_argument("--json", action="store_true", help="print a JSON array")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the templates that match."""
    from kit.tasks.suite import catalogue, find

    wanted = {t.name for t in find(options.pattern)}
    rows = [row for row in catalogue() if row["name"] in wanted]
    if options.json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for row in rows:
        print(
            f"{row['name']:32} {row['difficulty']}  {row['budget']:>3} steps  {','.join(row['apps']):24} {row['goals']['en']}"
        )
    print(f"{len(rows)} templates")
    return 0
