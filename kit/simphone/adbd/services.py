"""Which service a stream's name opens, and the short ones: root, remount, reverse, reboot.

A name that is not served is refused with CLSE, as adbd refuses what it does not know (the client prints `error: closed`).
"""

from __future__ import annotations

import shlex
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from kit.simphone.adbd.runner import Runner, Unplugged
from kit.simphone.adbd.shell import abb, abb_exec, execute, framebuffer, shell
from kit.simphone.adbd.streams import Stream
from kit.simphone.adbd.sync import sync

Service = Callable[[Stream, Runner, str], Awaitable[None]]
FEATURES = (
    "shell_v2",
    "cmd",
    "stat_v2",
    "ls_v2",
    "fixed_push_mkdir",
    "fixed_push_symlink_timestamp",
    "abb",
    "abb_exec",
    "sendrecv_v2",
    "sendrecv_v2_dry_run_send",
)
"""What the banner offers. No compression, no delayed_ack: the client then sends raw data, one message at a time."""


def find(name: str) -> tuple[Service, str] | None:
    """The service and the rest of its name, or None when the phone does not offer it."""
    if name.startswith("shell,"):
        return shell, name.removeprefix("shell,")
    for prefix, service in _SERVICES.items():
        if name.startswith(prefix):
            return service, name.removeprefix(prefix)
    return None


async def _shell_v1(stream: Stream, runner: Runner, rest: str) -> None:
    await shell(stream, runner, ":" + rest)


async def _root(stream: Stream, _runner: Runner, _rest: str) -> None:
    await stream.write(b"adbd cannot run as root in production builds\n")


async def _unroot(stream: Stream, _runner: Runner, _rest: str) -> None:
    await stream.write(b"adbd not running as root\n")


async def _remount(stream: Stream, _runner: Runner, _rest: str) -> None:
    await stream.write(b'Not running as root. Try "adb root" first.\n')


async def _reboot(stream: Stream, runner: Runner, rest: str) -> None:
    """Runs the phone's own `reboot` command; when that worked the connection breaks, as it does on a phone."""
    result = await runner.run(f"reboot {shlex.quote(rest)}" if rest else "reboot")
    if result.code == 0:
        raise Unplugged("the phone restarts")
    await stream.write(result.stderr)


async def _reverse(stream: Stream, _runner: Runner, rest: str) -> None:
    """Nothing on a simphone connects to sockets, so there are no reverse connections; the list is empty."""
    if rest == "list-forward":
        await stream.write(b"0000")
    elif rest == "killforward-all":
        await stream.write(b"OKAY")
    else:
        words = f"listener '{rest.partition(':')[2]}' not found" if rest.startswith("killforward:") else _NO_REVERSE
        await stream.write(f"FAIL{len(words):04x}{words}".encode())


_NO_REVERSE = "cannot bind listener: Operation not permitted"
_SERVICES: Mapping[str, Service] = MappingProxyType(
    {
        "shell:": _shell_v1,
        "exec:": execute,
        "abb_exec:": abb_exec,
        "abb:": abb,
        "sync:": sync,
        "framebuffer:": framebuffer,
        "root:": _root,
        "unroot:": _unroot,
        "remount:": _remount,
        "reboot:": _reboot,
        "reverse:": _reverse,
    }
)
