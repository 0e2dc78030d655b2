"""`kit phone`: serves simphones to any adb client."""

from __future__ import annotations

import argparse
import signal
import threading

from kit.cli.options import Commands, command, positive, whole


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(
        commands, "phone", "serve phones made of Python over the adb protocol", "kit phone --count 8 --port 5600"
    )
    parser.add_argument("--count", type=positive, default=1, metavar="N", help="how many phones (default 1)")
    parser.add_argument("--port", type=int, default=5600, metavar="P", help="port of the first one (default 5600)")
    parser.add_argument(
        "--seed", type=whole, default=0, metavar="S", help="seed of the first one; the next has S+1 ..."
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints one address a line when all phones answer, then serves until SIGTERM or Ctrl-C."""
    from kit.simphone.serve import serve

    stop = threading.Event()

    def end(number: int, frame: object) -> None:
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    serve(options.count, options.port, options.seed, stop=stop, ready=lambda address: print(address, flush=True))
    return 0
