"""The archive's files: how a record becomes a line, how files are named, and which are deleted in the end."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

from kit.memory.derived import remove

FIELDS = ("run_id", "epoch", "screen_seq", "package", "time", "text")
"""What every record holds, in this order."""


def forget(folder: Path, keep: int, *, but: Path | None = None) -> tuple[str, ...]:
    """Deletes the oldest runs' archives together with their indexes, until `keep` are left.

    Only files that begin with an archive's record are touched, so a folder shared with other .jsonl files loses nothing.

    Args:
        keep: runs left, `but` among them.
        but: the running run's archive; never deleted.

    Returns:
        The names of the deleted archives.
    """
    others = [path for path in folder.glob("*.jsonl") if path != but and _is_archive(path)]
    others.sort(key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    old = others[max(keep - (but is not None), 0) :]
    for path in old:
        remove(path.with_suffix(".db"))  # first: an index without its archive would never be found again
        path.unlink(missing_ok=True)
    return tuple(path.name for path in old)


def _is_archive(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = json.loads(file.readline())
    except (OSError, ValueError):
        return False
    return isinstance(head, dict) and set(FIELDS) <= set(head)


def line(record: dict[str, Any]) -> bytes:
    """One record as bytes with its newline; any text survives the way there and back."""
    try:
        return json.dumps(record, ensure_ascii=False).encode() + b"\n"
    except UnicodeEncodeError:  # half a surrogate pair, which UTF-8 cannot hold but an escape can
        return json.dumps(record).encode() + b"\n"


def torn(path: Path) -> bool:
    """Whether the file's last line was cut off by a crash."""
    if not path.exists() or path.stat().st_size == 0:
        return False
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) != b"\n"


def file_name(run_id: str) -> str:
    """A file name for any run id; a short hash keeps apart what would become the same name."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", run_id)[:120] or "run"
    return plain if plain == run_id else f"{plain}-{hashlib.sha256(run_id.encode('utf-8', 'replace')).hexdigest()[:8]}"
