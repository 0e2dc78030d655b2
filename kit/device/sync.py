"""adb's file service: whole files to and from the phone (version 1 of the protocol, which every adbd speaks)."""

from __future__ import annotations

import posixpath
import stat
import struct
import time

from kit.device.hostclient import HostClient, Stream
from kit.errors import CommandFailed, UsageError

_CHUNK = 64 * 1024
_LONGEST_PATH = 1024


def push(client: HostClient, serial: str, data: bytes, remote: str, *, mode: int, timeout: float) -> None:
    """Writes a file; adbd removes a half-written one itself.

    Raises:
        CommandFailed: the phone's reason (`Read-only file system` ...).
    """
    target = f"{_checked(remote)},{stat.S_IFREG | mode}".encode()
    with client.service(serial, "sync:", timeout=timeout) as stream:
        stream.send(_request(b"SEND", target))
        for start in range(0, len(data), _CHUNK):
            part = data[start : start + _CHUNK]
            stream.send(struct.pack("<4sI", b"DATA", len(part)) + part)
        stream.send(struct.pack("<4sI", b"DONE", int(time.time())))
        kind, length = struct.unpack("<4sI", stream.exactly(8))
        if kind != b"OKAY":
            raise _refused(stream, kind, length, remote)
        stream.send(_request(b"QUIT", b""))


def pull(client: HostClient, serial: str, remote: str, *, timeout: float) -> bytes:
    """Reads a file.

    Raises:
        CommandFailed: it is not there or not readable.
    """
    found = bytearray()
    with client.service(serial, "sync:", timeout=timeout) as stream:
        stream.send(_request(b"RECV", _checked(remote).encode()))
        while True:
            kind, length = struct.unpack("<4sI", stream.exactly(8))
            if kind == b"DONE":
                stream.send(_request(b"QUIT", b""))
                return bytes(found)
            if kind != b"DATA":
                raise _refused(stream, kind, length, remote)
            found += stream.exactly(length)


def _request(kind: bytes, body: bytes) -> bytes:
    return struct.pack("<4sI", kind, len(body)) + body


def _checked(remote: str) -> str:
    if not posixpath.isabs(remote):
        raise UsageError(f"{remote!r} is not an absolute path on the phone.")
    if len(remote.encode()) > _LONGEST_PATH:
        raise UsageError("The path is longer than the 1024 bytes adb carries.")
    return remote


def _refused(stream: Stream, kind: bytes, length: int, remote: str) -> CommandFailed:
    if kind != b"FAIL":
        return CommandFailed(f"The phone's file service answered {kind!r} for {remote}.")
    return CommandFailed(f"{remote}: {stream.exactly(length).decode('utf-8', 'replace')}.", code="file_refused")
