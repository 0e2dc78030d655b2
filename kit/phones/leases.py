"""Leases: two processes never drive one phone.

A lease is a small file named after the phone. It holds the process and when that process started, so that one left
behind by a process that died (or whose number was given to another) is taken over. Within a process a lease is taken
over too: a notebook cell that opens its phone again must work.
"""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import json
import os
import re
import tempfile
import uuid
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

from kit.errors import DeviceError


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to drive one phone until `release`. `token` tells it from later leases of the same phone."""

    path: Path
    token: str

    def release(self) -> None:
        """Gives the phone back; does nothing when the lease was taken over meanwhile."""
        with _alone(self.path.parent):
            if _read(self.path).get("token") == self.token:
                self.path.unlink(missing_ok=True)


def acquire(serial: str, *, folder: Path | None = None) -> Lease:
    """Leases a phone.

    Args:
        serial: as adb lists it.
        folder: where leases lie; default: a folder of this user among the machine's temporary files.

    Raises:
        DeviceError: code phone_in_use; the message names the process that has it.
    """
    folder = folder or Path(tempfile.gettempdir()) / f"phone-agent-kit-{_user()}" / "leases"
    folder.mkdir(parents=True, exist_ok=True)
    path = (
        folder / f"{re.sub('[^A-Za-z0-9.-]', '_', serial)[:60]}-{hashlib.sha256(serial.encode()).hexdigest()[:8]}.json"
    )
    mine = {"pid": os.getpid(), "born": _born(os.getpid()), "token": uuid.uuid4().hex, "serial": serial}
    with _alone(folder):
        holder = _read(path)
        if _lives(holder) and holder["pid"] != os.getpid():
            raise DeviceError(
                f"Process {holder['pid']} on this computer drives {serial}.",
                fix="Wait for it, end it, or use another phone.",
                code="phone_in_use",
            )
        fresh = path.with_suffix(f".{mine['token']}")
        fresh.write_text(json.dumps(mine), encoding="utf-8")
        fresh.replace(path)
    return Lease(path, str(mine["token"]))


def _read(path: Path) -> dict[str, object]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _lives(holder: dict[str, object]) -> bool:
    pid = holder.get("pid")
    if not isinstance(pid, int) or pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # it lives but belongs to somebody else
    born = _born(pid)
    return not born or not holder.get("born") or born == holder["born"]


def _born(pid: int) -> str:
    """When the process started, in kernel ticks; empty where the system does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _user() -> str:
    try:
        return re.sub(r"\W", "_", getpass.getuser())
    except (OSError, KeyError, ImportError):
        return "user"


@contextlib.contextmanager
def _alone(folder: Path) -> Generator[None]:
    """One process at a time looks at and changes leases; without file locks on this system, a short race remains."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
