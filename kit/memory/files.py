"""Files that only their owner may read: lines appended whole, files replaced whole, one writer at a time."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kit.errors import KitError
from kit.memory.archive_file import torn

WAIT_S = 2.0
"""Longest wait for another process that is writing, seconds."""


def private(folder: Path) -> Path:
    """The folder, made when missing so that only its owner can look into it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def append(path: Path, data: bytes) -> None:
    """Adds a line in one write, after a newline where a crash cut the last one. Raises OSError."""
    if torn(path):
        data = b"\n" + data
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        before = os.fstat(handle).st_size
        if os.write(handle, data) != len(data):  # a full disk: half a line is no record
            os.ftruncate(handle, before)
            raise OSError(28, "no space left for the whole line")
    finally:
        os.close(handle)


def replace(path: Path, data: bytes) -> None:
    """Replaces a file in one go: readers see the old or the new content, never half. Raises OSError."""
    part = path.with_name(f".{path.name}-{os.getpid()}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file; empty when there is none.

    Raises:
        KitError: code memory_unreadable; it is damaged.
    """
    try:
        value = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error
    if not isinstance(value, dict):
        raise unreadable(path, TypeError("it holds no object"))
    return value


def unreadable(path: Path, error: Exception) -> KitError:
    """The typed error for what cannot be read."""
    return KitError(
        f"Memory file {path.name} is damaged or gone: {type(error).__name__}: {error}.",
        fix="Delete it (`kit memory forget`); what it held is learned again.",
        code="memory_unreadable",
    )


@contextmanager
def writing(folder: Path, *, wait_s: float = WAIT_S) -> Generator[None]:
    """Holds the folder's lock, which every process takes that changes something in it.

    Raises:
        KitError: code memory_busy; somebody else has held it for `wait_s` seconds.
    """
    from filelock import FileLock, Timeout  # not needed by `kit --help`

    path = private(folder) / ".lock"
    try:
        lock = FileLock(path, timeout=wait_s, mode=stat.S_IRUSR | stat.S_IWUSR)
        with lock:
            yield
    except Timeout as error:
        raise KitError(
            f"Another process has been writing to {folder} for {wait_s:g} s.", fix="Try again.", code="memory_busy"
        ) from error
