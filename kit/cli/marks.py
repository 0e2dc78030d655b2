"""`kit marks FILE`: the marks of a uiautomator dump, without a phone."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kit.cli.options import Commands, command
from kit.errors import UsageError


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(
        commands, "marks", "print the marks of a uiautomator dump", "kit marks window_dump.xml --png screenshot.png"
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the dump (XML)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--png", type=Path, metavar="SHOT", help="screenshot of the same moment; the marks are drawn on a copy of it"
    )
    parser.add_argument(
        "--out", type=Path, metavar="PICTURE", help="where the copy goes (default beside it, NAME.marks.png)"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints the marks; draws them when a screenshot is given."""
    from kit.screen.report import annotate, marks_report, screen_of

    for path in (options.file, options.png):
        if path is not None and not path.is_file():
            raise UsageError(f"There is no file {path}.")
    text, data = marks_report(options.file, screen=screen_of(options.png) if options.png is not None else None)
    if options.png is not None or options.out is not None:
        shot: Path = options.png or options.file
        out = options.out or shot.with_suffix(".marks.png")
        annotate(options.file, options.png, out)
        data["picture"] = str(out)
        text += f"\npicture: {out}"
    print(json.dumps(data, ensure_ascii=False) if options.json else text)
    return 0
