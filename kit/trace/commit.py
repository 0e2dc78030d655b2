"""An episode is whole or absent: written in a folder of another name, then renamed (DESIGN section 8, spec T8)."""

from __future__ import annotations

import contextlib
import errno
import itertools
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import orjson

from kit.errors import RunError, TraceError, UsageError

EPISODES = "episodes"
REPLACED = "replaced"
"""Folder of a run that keeps outcomes another try has taken the place of, as ID-N; no table counts them."""
PART = ".part-"
"""Prefix of the folder of an episode that is being written; one left over is an episode that crashed."""


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_FAST = orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS


def encode(record: Mapping[str, Any]) -> bytes:
    """One JSON line, newline included. Characters UTF-8 cannot hold (lone surrogates) become JSON escapes.

    A number that is none (NaN, infinities) is written as null. Raises TypeError for what is no JSON value.
    """
    try:
        return orjson.dumps(record, option=_FAST) + b"\n"
    except TypeError:
        pass  # surrogates and whole numbers past 64 bits are for the slower encoder
    text = _ENCODER.encode(record)
    return text.encode("utf-8", "backslashreplace") + b"\n"


_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_CLOSED = {errno.EROFS, errno.EACCES, errno.EPERM}
_NO_FOLDER = {errno.ENOTDIR, errno.EEXIST}


def trouble(what: str, path: Path, error: OSError) -> TraceError:
    """The typed error for a file that cannot be written; what mends it depends on why."""
    if error.errno in _CLOSED:
        fix = "Name a folder you may write to (--out, or the setting trace_dir)"
    elif error.errno in _NO_FOLDER:
        fix = "A file stands where a folder is needed; name another folder"
    elif error.errno in _FULL:
        fix = "Free some space, or name a folder on another disk"
    else:
        fix = "Name another folder"
    return TraceError(
        f"{what} {path} cannot be written: {error.strerror or error}.",
        fix=f"{fix}; what was committed before is whole and the run can be resumed.",
    )


def check_folder(folder: Path) -> None:
    """Raises UsageError when no folder can be made here because a file is in the way; nothing is made."""
    for place in (folder, *folder.parents):
        if os.path.isdir(place):  # Path.is_dir raises where a parent may not be looked into
            return
        if os.path.lexists(place):
            what = "is a file" if os.path.isfile(place) else "is no folder"
            raise UsageError(
                f"{folder} cannot be a run's folder: {place if place != folder else 'it'} {what}.",
                fix="Name a folder; it is made when it does not exist.",
            )


def episode_folder(run: Path, episode_id: str) -> Path:
    """Where a committed episode lies. Raises UsageError when the id is no plain name."""
    if not episode_id or episode_id.startswith(".") or set(episode_id) & set("/\\\0"):
        raise UsageError(f"{episode_id!r} cannot be an episode's id.", fix="Use letters and digits.")
    return run / EPISODES / episode_id


def open_part(run: Path, episode_id: str, *, again: bool = False) -> Path:
    """Makes the folder an episode is written in; `again` when it shall replace a stored one.

    Raises RunError when the episode is stored and shall not be replaced, TraceError when the folder cannot be made.
    """
    final = episode_folder(run, episode_id)
    if final.exists() and not again:
        raise RunError(
            f"Episode {episode_id} is already stored in {run}.", fix="Resume the run, or name another folder."
        )
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        for n in itertools.count():
            part = final.parent / f"{PART}{episode_id}-{os.getpid()}-{n}"
            if not part.exists():
                part.mkdir()
                return part
    except OSError as error:
        raise trouble("Episode folder", final, error) from error
    raise AssertionError


def publish(part: Path, run: Path, episode_id: str, *, durable: bool = True) -> Path:
    """Renames a finished part to its final name; from then on the episode exists."""
    final = episode_folder(run, episode_id)
    try:
        if durable:
            sync(part)
        part.rename(final)
        if durable:
            sync(final.parent)
    except OSError as error:
        if final.exists():
            raise RunError(
                f"Episode {episode_id} is already stored in {run}.", fix="Two writers share one run."
            ) from error
        raise trouble("Episode folder", final, error) from error
    return final


def set_aside(run: Path, episode_id: str) -> None:
    """Moves a stored episode to `REPLACED`, where it is kept but no longer counts; does nothing when none is stored."""
    final = episode_folder(run, episode_id)
    if not final.exists():
        return
    try:
        (run / REPLACED).mkdir(exist_ok=True)
        free = (run / REPLACED / f"{episode_id}-{n}" for n in itertools.count(1))
        final.rename(next(place for place in free if not place.exists()))
    except OSError as error:
        raise trouble("Episode folder", run / REPLACED, error) from error


def commit(run: Path, episode_id: str, files: Mapping[str, bytes], *, again: bool = False) -> Path:
    """Stores a whole episode that was recorded elsewhere (by a worker) in one go.

    Args:
        run: the run's folder.
        episode_id: its id.
        files: content by path inside the episode's folder, such as "trace.jsonl".
        again: it takes the place of a stored outcome, which is set aside once the new one is written.

    Raises:
        RunError: it is stored already.
        TraceError: it cannot be written; nothing of it is left behind.
    """
    part = open_part(run, episode_id, again=again)
    try:
        for name, content in files.items():
            write_synced(inside(part, name), content)
    except OSError as error:
        shutil.rmtree(part, ignore_errors=True)
        raise trouble("Episode folder", part, error) from error
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    if again:
        set_aside(run, episode_id)
    return publish(part, run, episode_id)


def inside(folder: Path, name: str) -> Path:
    """The path of a file in this folder; parents are made. Raises UsageError for a name that leads out of it."""
    plain = PurePosixPath(name)
    if plain.is_absolute() or ".." in plain.parts or not plain.parts:
        raise UsageError(f"{name!r} cannot be a file of an episode.", fix="Use a relative path without `..`.")
    path = folder.joinpath(*plain.parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def collect(episode: Path) -> dict[str, bytes]:
    """All files of an episode's folder, to be sent to the one that commits."""
    return {p.relative_to(episode).as_posix(): p.read_bytes() for p in sorted(episode.rglob("*")) if p.is_file()}


def stored(run: Path) -> set[str]:
    """Ids of the episodes that are committed; unfinished ones do not count."""
    folder = run / EPISODES
    if not folder.is_dir():
        return set()
    with os.scandir(folder) as entries:
        return {e.name for e in entries if e.is_dir() and not e.name.startswith(".")}


def write_synced(path: Path, content: bytes) -> None:
    """Writes a file and waits until it is on the disk."""
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def write_whole(path: Path, content: bytes) -> None:
    """Replaces a file in one go: readers see the old or the new content, never half. Raises TraceError."""
    part = path.with_name(f"{PART}{path.name}-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_synced(part, content)
        part.replace(path)
        sync(path.parent)
    except OSError as error:
        discard(part)
        raise trouble("File", path, error) from error


def discard(part: Path) -> None:
    """Removes what was half written; where even that fails, the first error is the one to tell."""
    with contextlib.suppress(OSError):
        part.unlink(missing_ok=True)


def sync(folder: Path) -> None:
    """Makes a rename durable. Windows cannot open folders and does not need it."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
