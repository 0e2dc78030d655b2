"""A finished command's two outputs as one: in the order of time where the phone knows it."""

from __future__ import annotations

from collections.abc import Iterator

from kit.device.transport import ShellResult
from kit.simphone.adbd import wire
from kit.simphone.commands.call import Printed


def pieces(result: ShellResult) -> Iterator[tuple[int, bytes]]:
    """What was printed, piece after piece: wire.STDOUT or wire.STDERR, and bytes (never none).

    Where the order is not known, warnings come before binary output (screencap warns, then writes the picture) and after text.
    """
    out, err = result.stdout, result.stderr
    if isinstance(out, Printed):
        found = ((wire.STDERR if wrong else wire.STDOUT, data) for wrong, data in out.pieces(err))
    elif b"\0" in out[:64]:
        found = iter(((wire.STDERR, err), (wire.STDOUT, out)))
    else:
        found = iter(((wire.STDOUT, out), (wire.STDERR, err)))
    return ((kind, data) for kind, data in found if data)


def merge(result: ShellResult) -> bytes:
    """Both outputs as one stream, as the services without packets send them."""
    return b"".join(data for _, data in pieces(result))
