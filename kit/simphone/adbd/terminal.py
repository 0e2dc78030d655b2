"""`adb shell` without a command: a terminal with a prompt, or a script that arrives line by line."""

from __future__ import annotations

import shlex

from kit.simphone.adbd import wire
from kit.simphone.adbd.outputs import pieces
from kit.simphone.adbd.runner import Runner
from kit.simphone.adbd.streams import Stream, StreamClosed

_ERASE = (b"\x7f", b"\x08")
_INTERRUPT, _END = b"\x03", b"\x04"


async def terminal(stream: Stream, runner: Runner, *, v2: bool, tty: bool) -> None:
    """Runs the lines a client types until `exit` or the end of its input.

    Each line is a command of its own; the working folder carries over (`cd`), variables do not.
    """
    await _Terminal(stream, runner, v2=v2, tty=tty).serve()


class _Terminal:
    def __init__(self, stream: Stream, runner: Runner, *, v2: bool, tty: bool) -> None:
        self._stream, self._runner = stream, runner
        self._v2, self._tty = v2, tty
        self._packets = wire.ShellPackets()
        self._line = bytearray()
        self._folder = "/"
        self._code = 0
        self._open = True

    async def serve(self) -> None:
        await self._prompt()
        while self._open:
            typed = await self._read()
            for at in range(len(typed)):
                if self._open:
                    await self._key(typed[at : at + 1])
        if self._v2:
            await self._stream.write(wire.shell_packet(wire.EXIT, bytes([self._code & 0xFF])))

    async def _read(self) -> bytes:
        data = await self._stream.read()
        if not data:
            raise StreamClosed("the client left")
        if not self._v2:
            return data
        typed = bytearray()
        for kind, body in self._packets.feed(data):
            if kind == wire.STDIN:
                typed += body
            elif kind == wire.CLOSE_STDIN:
                typed += (b"\n" if self._line or typed.rpartition(b"\n")[2] else b"") + _END
        return bytes(typed)

    async def _write(self, data: bytes, kind: int = wire.STDOUT) -> None:
        if self._tty:
            kind, data = wire.STDOUT, data.replace(b"\n", b"\r\n")
        if data:
            await self._stream.write(wire.shell_packet(kind, data) if self._v2 else data)

    async def _prompt(self) -> None:
        if self._tty:
            device = self._runner.machine.properties.get("ro.product.device", "simphone")
            await self._write(f"{device}:{self._folder} $ ".encode())

    async def _key(self, key: bytes) -> None:
        if key == _END and not self._line:
            self._open = False
        elif self._tty and key == _INTERRUPT:
            self._line.clear()
            await self._write(b"^C\n")
            await self._prompt()
        elif self._tty and key in _ERASE:
            if self._line:
                self._line.pop()
                await self._write(b"\x08 \x08")
        elif key == b"\n" or (self._tty and key == b"\r"):
            await self._enter()
        else:
            self._line += key
            if len(self._line) > wire.MAX_PAYLOAD:
                raise StreamClosed("a line without end")
            if self._tty:
                await self._write(key)

    async def _enter(self) -> None:
        line = self._line.decode("utf-8", "replace").strip()
        self._line.clear()
        if self._tty:
            await self._write(b"\n")
        if not await self._builtin(line):
            prefix = "" if self._folder == "/" else f"cd {shlex.quote(self._folder)}; "
            result = await self._runner.run(prefix + line)
            self._code = result.code or 0
            for kind, data in pieces(result):
                await self._write(data, kind)
        if self._open:
            await self._prompt()

    async def _builtin(self, line: str) -> bool:
        """Handles what changes the session itself: nothing, a comment, `exit`, `cd`."""
        words = line.split()
        if not words or words[0].startswith("#"):
            return True
        if words[0] == "exit":
            self._code = int(words[1]) if len(words) > 1 and words[1].isdigit() else self._code
            self._open = False
            return True
        if words[0] != "cd" or len(words) > 2 or any(mark in line for mark in ";&|<>$`'\""):
            return False
        await self._change_folder(words[1] if len(words) > 1 else "/")
        return True

    async def _change_folder(self, name: str) -> None:
        path = name if name.startswith("/") else f"{self._folder}/{name}"
        try:
            if not self._runner.files.status(path).is_dir:
                raise NotADirectoryError(20, "Not a directory")
        except OSError as error:
            self._code = 2
            await self._write(f"/system/bin/sh: cd: {name}: {error.strerror}\n".encode(), wire.STDERR)
            return
        parts: list[str] = []
        for part in path.split("/"):
            parts = parts[:-1] if part == ".." else parts + ([part] if part not in ("", ".") else [])
        self._folder = "/" + "/".join(parts)
        self._code = 0
