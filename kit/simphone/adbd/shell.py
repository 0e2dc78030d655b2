"""adbd's services that run commands: `shell:`, `shell,v2:`, `exec:`, `abb:`, `abb_exec:`, `framebuffer:`."""

from __future__ import annotations

import shlex
import struct
from collections.abc import Sequence

from kit.device.transport import ShellResult
from kit.simphone.adbd import stdin as adbd_stdin
from kit.simphone.adbd import wire
from kit.simphone.adbd.outputs import merge, pieces
from kit.simphone.adbd.runner import Runner
from kit.simphone.adbd.streams import Stream, StreamClosed
from kit.simphone.adbd.terminal import terminal

MAX_STDIN = 1 << 30
"""Bytes of standard input one command may be given; a stream that sends more is closed."""
_FRAMEBUFFER = struct.Struct("<14I")
_RGBA_8888 = 1


async def shell(stream: Stream, runner: Runner, rest: str) -> None:
    """`shell:CMD` (protocol v1) and `shell,v2,...:CMD`; without a command a terminal or a script on standard input."""
    options, _, command = rest.partition(":")
    flags = options.split(",")
    v2 = "v2" in flags
    tty = "pty" in flags or ("raw" not in flags and not command)
    if not command:
        await terminal(stream, runner, v2=v2, tty=tty)
    elif v2:
        await _run_v2(stream, runner, command, tty=tty)
    else:
        await execute(stream, runner, command)


async def _run_v2(stream: Stream, runner: Runner, command: str, *, tty: bool = False) -> None:
    size = adbd_stdin.wanted(command)
    stdin = await _packets_in(stream, size) if size else b""
    result = await runner.run(command, stdin)
    if tty:
        result = ShellResult(merge(result).replace(b"\n", b"\r\n"), b"", result.code)
    await stream.write(packets_out(result))


async def _packets_in(stream: Stream, size: int) -> bytes:
    parts: list[bytes] = []
    total = 0
    packets = wire.ShellPackets()
    while True:
        data = await stream.read()
        if not data:
            raise StreamClosed("the client left before its input ended")
        for kind, body in packets.feed(data):
            if kind == wire.STDIN:
                parts.append(body)
                total += len(body)
            if kind == wire.CLOSE_STDIN or total >= size > 0:
                return b"".join(parts)[: size if size > 0 else None]
        _check_size(total)


def packets_out(result: ShellResult) -> bytes:
    """A finished command as shell v2 packets: its output and its errors as they came, its exit code."""
    parts = [_split(kind, data) for kind, data in pieces(result)]
    parts.append(wire.shell_packet(wire.EXIT, bytes([(result.code or 0) & 0xFF])))
    return b"".join(parts)


def _split(kind: int, data: bytes) -> bytes:
    step = wire.MAX_PAYLOAD // 2
    return b"".join(wire.shell_packet(kind, data[at : at + step]) for at in range(0, len(data), step))


async def execute(stream: Stream, runner: Runner, command: str) -> None:
    """`exec:CMD`, and what `shell:CMD` does too: raw bytes both ways, the exit code is lost."""
    await _raw(stream, runner, command, adbd_stdin.wanted(command))


async def _raw(stream: Stream, runner: Runner, command: str, size: int) -> None:
    stdin = await _bytes_in(stream, size) if size else b""
    output = merge(await runner.run(command, stdin))
    if not stream.closed:
        await stream.write(output)


async def _bytes_in(stream: Stream, size: int) -> bytes:
    parts: list[bytes] = []
    total = 0
    while data := await stream.read():
        parts.append(data)
        total += len(data)
        if total >= size > 0:
            return b"".join(parts)[:size]
        _check_size(total)
    return b"".join(parts)


def _check_size(total: int) -> None:
    if total > MAX_STDIN:
        raise StreamClosed("too much input")


def _abb_command(words: Sequence[str]) -> str:
    return shlex.join(["cmd", *words])


async def abb_exec(stream: Stream, runner: Runner, rest: str) -> None:
    """`abb_exec:SERVICE\\0ARG...`: a binder command, raw bytes both ways. `adb install` streams the APK through it."""
    words = rest.split("\0")
    await _raw(stream, runner, _abb_command(words), adbd_stdin.of_words(["cmd", *words]))


async def abb(stream: Stream, runner: Runner, rest: str) -> None:
    """`abb:SERVICE\\0ARG...`: a binder command with shell v2 packets."""
    await _run_v2(stream, runner, _abb_command(rest.split("\0")))


async def framebuffer(stream: Stream, runner: Runner, _rest: str) -> None:
    """One picture: a version 2 header (14 x u32) and RGBA bytes, top row first. Nothing when there is no picture."""
    result = await runner.run("screencap")
    if len(result.stdout) < 16:
        return
    width, height, pixel_format, color_space = struct.unpack_from("<4I", result.stdout)
    size = width * height * 4
    if pixel_format != _RGBA_8888 or len(result.stdout) < 16 + size:
        return
    offsets = (0, 8, 16, 8, 8, 8, 24, 8)  # red, blue, green, alpha: bit offset and length
    await stream.write(_FRAMEBUFFER.pack(2, 32, color_space, size, width, height, *offsets))
    await stream.write(memoryview(result.stdout)[16 : 16 + size])
