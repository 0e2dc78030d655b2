"""adbd's `sync:` service: stat, list, push and pull in both protocol versions (AOSP file_sync_protocol.h)."""

from __future__ import annotations

import contextlib
import errno
import os
import stat as st
import struct
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kit.simphone.adbd.runner import Runner
from kit.simphone.adbd.streams import Stream
from kit.simphone.files import FileStat, FileTree
from kit.simphone.files_image import SCRATCH, SHARED, is_below, os_error, parent_of

MAX_PATH = 1024
MAX_DATA = 64 * 1024
MAX_FILE = 1 << 30
"""Bytes one pushed file may have; more is refused as a full disk."""
DRY_RUN = 0x80000000
_REQUEST = struct.Struct("<4sI")
_STAT_V1 = struct.Struct("<4sIII")
_STAT_V2 = struct.Struct("<4sIQQIIIIQqqq")
_U32 = 0xFFFFFFFF
_PLACES = MappingProxyType({SHARED: (0x3F, 10123, 1023), SCRATCH: (0xFD05, 2000, 2000)})
"""Device number, owner and group: shared storage is media_rw's, as `ls -l` shows, scratch space shell's."""


class SyncFailed(Exception):
    """A FAIL message; the session ends after it, as adbd ends it."""


class _Ended(Exception):
    """The session is over and everything has been said."""


@dataclass(frozen=True, slots=True)
class _Session:
    stream: Stream
    files: FileTree
    changed: Callable[[], None]


async def sync(stream: Stream, runner: Runner, _rest: str) -> None:
    """Serves requests until QUIT, an error, or the end of the stream."""
    session = _Session(stream, runner.files, runner.machine.touch)
    try:
        while True:
            kind, size = _REQUEST.unpack(await stream.read_exactly(_REQUEST.size))
            if kind == b"QUIT":
                return
            if size > MAX_PATH:
                raise SyncFailed("path too long")
            path = (await stream.read_exactly(size)).split(b"\0")[0].decode("utf-8", "surrogateescape")
            handler = _HANDLERS.get(kind)
            if handler is None:
                raise SyncFailed(f"unknown command {int.from_bytes(kind, 'little'):08x}")
            await handler(session, path)
    except _Ended:
        return
    except SyncFailed as error:
        text = str(error).encode("utf-8", "surrogateescape")
        await stream.write(_REQUEST.pack(b"FAIL", len(text)) + text)


# --- stat and list ------------------------------------------------------------------------------------------------------


def _identity(path: str, found: FileStat) -> tuple[int, int, int, int, int]:
    """Device, inode, links, uid, gid as the places of a phone have them."""
    zone = next((zone for zone in _PLACES if path == zone or is_below(path, zone)), "")
    device, uid, gid = _PLACES.get(zone, (0xFD00, 0, 0))
    return device, zlib.crc32(path.encode("utf-8", "surrogateescape")), 2 if found.is_dir else 1, uid, gid


def _pack_v1(kind: bytes, found: FileStat) -> bytes:
    return _STAT_V1.pack(kind, found.mode, found.size & _U32, found.mtime & _U32)


def _pack_v2(kind: bytes, path: str, found: FileStat) -> bytes:
    device, inode, links, uid, gid = _identity(path, found)
    times = (found.mtime,) * 3
    return _STAT_V2.pack(kind, 0, device, inode, found.mode, links, uid, gid, found.size, *times)


def _reason(error: OSError) -> str:
    return error.strerror or os.strerror(error.errno or errno.EIO)


async def _stat_v1(session: _Session, path: str) -> None:
    try:
        reply = _pack_v1(b"STAT", session.files.lstat(path))
    except OSError:
        reply = _STAT_V1.pack(b"STAT", 0, 0, 0)
    await session.stream.write(reply)


async def _stat_v2(session: _Session, path: str) -> None:
    await _send_stat_v2(session, b"STA2", path, follow=True)


async def _lstat_v2(session: _Session, path: str) -> None:
    await _send_stat_v2(session, b"LST2", path, follow=False)


async def _send_stat_v2(session: _Session, kind: bytes, path: str, *, follow: bool) -> None:
    files = session.files
    try:
        found = files.status(path) if follow else files.lstat(path)
        reply = _pack_v2(kind, files.resolve(path, follow=follow), found)
    except OSError as error:
        reply = _STAT_V2.pack(kind, error.errno or errno.EIO, *(0,) * 10)
    await session.stream.write(reply)


def _entries(files: FileTree, folder: str) -> list[tuple[str, str, FileStat]]:
    """(name, canonical path, lstat) of everything in the folder with `.` and `..`; nothing when it cannot be read."""
    try:
        full = files.resolve(folder)
        names = [".", "..", *files.listdir(folder)]
    except OSError:
        return []
    found: list[tuple[str, str, FileStat]] = []
    for name in names:
        path = files.resolve(f"{full}/{name}", follow=False)
        try:
            found.append((name, path, files.lstat(path)))
        except FileNotFoundError:  # removed by a command that runs at the same time
            continue
    return found


async def _list_v1(session: _Session, path: str) -> None:
    reply = bytearray()
    for name, _, found in _entries(session.files, path):
        raw = name.encode("utf-8", "surrogateescape")
        reply += _pack_v1(b"DENT", found) + len(raw).to_bytes(4, "little") + raw
    await session.stream.write(bytes(reply) + b"DONE" + bytes(16))


async def _list_v2(session: _Session, path: str) -> None:
    reply = bytearray()
    for name, full, found in _entries(session.files, path):
        raw = name.encode("utf-8", "surrogateescape")
        reply += _pack_v2(b"DNT2", full, found) + len(raw).to_bytes(4, "little") + raw
    await session.stream.write(bytes(reply) + b"DONE" + bytes(72))


# --- push ---------------------------------------------------------------------------------------------------------------


async def _send_v1(session: _Session, spec: str) -> None:
    path, comma, mode = spec.rpartition(",")
    if not comma or not mode.isdigit():
        raise SyncFailed("missing , in ID_SEND_V1" if not comma else "bad mode")
    await _receive_file(session, path, int(mode))


async def _send_v2(session: _Session, path: str) -> None:
    kind, mode, flags = struct.unpack("<4sII", await session.stream.read_exactly(12))
    if kind != b"SND2":
        raise SyncFailed("SND2 request without its second part")
    if flags & ~DRY_RUN:
        raise SyncFailed(f"unknown flags: {flags & ~DRY_RUN:#x}")
    await _receive_file(session, path, mode, dry_run=bool(flags & DRY_RUN))


async def _receive_file(session: _Session, path: str, mode: int, *, dry_run: bool = False) -> None:
    problem = "" if dry_run else _refusal(session.files, path)
    if problem:  # say so at once: a client that streams a large file stops early
        await session.stream.write(_REQUEST.pack(b"FAIL", len(problem.encode())) + problem.encode())
    parts: list[bytes] = []
    total = 0
    while True:
        kind, size = _REQUEST.unpack(await session.stream.read_exactly(_REQUEST.size))
        if kind == b"DONE":
            break
        if kind != b"DATA":
            raise SyncFailed("invalid data message")
        if size > MAX_DATA:
            raise SyncFailed("oversize data message")
        data = await session.stream.read_exactly(size)
        total += size
        if total > MAX_FILE:
            raise SyncFailed("write failed: No space left on device")
        if not problem and not dry_run:
            parts.append(data)
    if problem:
        raise _Ended
    if not dry_run:
        _store(session.files, path, b"".join(parts), mode, mtime=size)
        session.changed()
    await session.stream.write(_REQUEST.pack(b"OKAY", 0))


def _refusal(files: FileTree, path: str) -> str:
    """Why the file cannot be made, in adbd's words; empty when it can."""
    step = "couldn't create file"
    try:
        full = files.resolve(path)
        found = files.stat(full)
        if found is not None and st.S_ISCHR(found.mode):
            return ""
        if found is not None and found.is_dir:
            raise os_error(errno.EISDIR, path)
        step = step if files.exists(parent_of(full)) else "secure_mkdirs failed"
        files.check_writable(full)
    except OSError as error:
        return f"{step}: {_reason(error)}"
    return ""


def _store(files: FileTree, path: str, data: bytes, mode: int, mtime: int) -> None:
    try:
        if st.S_ISLNK(mode):
            target = data.rstrip(b"\0").decode("utf-8", "surrogateescape")
            _replace_link(files, target, path)
        else:
            owner = mode >> 6 & 7
            files.write(path, data, (mode & 0o777) | owner << 3 | owner, mtime)
    except OSError as error:
        raise SyncFailed(f"{'symlink' if st.S_ISLNK(mode) else 'write'} failed: {_reason(error)}") from error


def _replace_link(files: FileTree, target: str, path: str) -> None:
    with contextlib.suppress(FileNotFoundError):
        files.remove(path)
    files.symlink(target, path)


# --- pull ---------------------------------------------------------------------------------------------------------------


async def _recv_v1(session: _Session, path: str) -> None:
    try:
        data = session.files.read(path)
    except IsADirectoryError as error:
        raise SyncFailed(f"read failed: {_reason(error)}") from error
    except OSError as error:
        raise SyncFailed(f"open failed: {_reason(error)}") from error
    view = memoryview(data)
    block: list[bytes | memoryview] = []
    for start in range(0, len(data), MAX_DATA):
        piece = view[start : start + MAX_DATA]
        block += [_REQUEST.pack(b"DATA", len(piece)), piece]
        if len(block) >= 30:
            await session.stream.write(b"".join(block))
            block = []
    block.append(_REQUEST.pack(b"DONE", 0))
    await session.stream.write(b"".join(block))


async def _recv_v2(session: _Session, path: str) -> None:
    kind, flags = struct.unpack("<4sI", await session.stream.read_exactly(8))
    if kind != b"RCV2":
        raise SyncFailed("RCV2 request without its second part")
    if flags:
        raise SyncFailed(f"unknown flags: {flags:#x}")
    await _recv_v1(session, path)


_Handler = Callable[[_Session, str], Awaitable[None]]
_HANDLERS: Mapping[bytes, _Handler] = MappingProxyType(
    {
        b"STAT": _stat_v1,
        b"STA2": _stat_v2,
        b"LST2": _lstat_v2,
        b"LIST": _list_v1,
        b"LIS2": _list_v2,
        b"SEND": _send_v1,
        b"SND2": _send_v2,
        b"RECV": _recv_v1,
        b"RCV2": _recv_v2,
    }
)
