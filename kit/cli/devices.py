"""`kit devices`: what adb sees."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from kit.cli.options import Commands, add_settings, command, settings_given


def add(commands: Commands) -> None:
    """Registers the command."""
    parser = command(commands, "devices", "list the phones that adb sees", "kit devices --json")
    parser.add_argument("--json", action="store_true", help="print a JSON array")
    add_settings(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Prints serial, state and model of every phone, or how to get one."""
    from kit.device.transport import list_devices
    from kit.settings import resolve

    settings, _ = resolve(settings_given(options))
    found = list_devices(settings.adb_server_port)
    if options.json:
        print(json.dumps([asdict(d) for d in found]))
        return 0
    for device in found:
        print(f"adb:{device.serial:28} {device.state:14} {device.model}")
    if not found:
        print("adb sees no phone. A phone made of Python needs none: use the device spec sim:0, or start `kit phone`.")
    return 0
