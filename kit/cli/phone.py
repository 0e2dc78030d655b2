"""`kit phone`: serves simphones to any adb client."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable

from kit.cli.options import Commands, command, positive, whole
from kit.errors import UsageError


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(
        commands,
        "phone",
        "serve phones made of Python over the adb protocol",
        "kit phone sim:7,locale=zh-CN --count 8 --port 5600",
    )
    parser.add_argument(
        "spec", nargs="?", metavar="SPEC", help="what to serve: sim:SEED with traits, faults and apps (default sim:0)"
    )
    parser.add_argument("--device", metavar="SPEC", help="the same as SPEC")
    parser.add_argument("--count", type=positive, default=1, metavar="N", help="how many phones (default 1)")
    parser.add_argument("--port", type=int, default=5600, metavar="P", help="port of the first one (default 5600)")
    parser.add_argument("--seed", type=whole, metavar="S", help="seed of the first one; the next has S+1 ...")
    parser.add_argument(
        "--virtual-time",
        action="store_true",
        help="phone time passes only while commands run, which return at once (default: the clock follows wall time)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints one address a line when all phones answer, then serves until SIGTERM or Ctrl-C.

    What each address is goes to standard error, so that standard output holds addresses alone.
    """
    from kit.simphone.serve import serve

    seed, traits = _asked(options)
    stop = threading.Event()

    def end(number: int, frame: object) -> None:
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    real_time = not options.virtual_time
    ready = _teller(seed, traits, "wall time" if real_time else "virtual time")
    serve(options.count, options.port, seed, stop=stop, ready=ready, real_time=real_time, traits=traits)
    return 0


def _asked(options: argparse.Namespace) -> tuple[int, str]:
    """Seed of the first phone and the traits of all."""
    from kit.phones.open import simphone_spec

    if options.spec and options.device:
        raise UsageError("The phone is named twice.", fix="Give SPEC or --device.")
    spec = options.spec or options.device
    if spec and options.seed is not None:
        raise UsageError(f"The seed is named twice, by {spec} and by --seed.", fix="Leave --seed out.")
    return simphone_spec(spec or f"sim:{options.seed or 0}", "`kit phone` serves phones that it makes itself")


def _teller(seed: int, traits: str, clock: str) -> Callable[[str], None]:
    told: list[str] = []

    def ready(address: str) -> None:
        spec = f"sim:{seed + len(told)}" + (f",{traits}" if traits else "")
        told.append(address)
        print(f"{spec} ({clock}): use it as --device adb:{address}", file=sys.stderr, flush=True)
        print(address, flush=True)

    return ready
