"""What a run is, written before its first episode: run.json (DESIGN section 9)."""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from kit.errors import RunError
from kit.settings import Settings
from kit.trace.commit import check_folder, write_whole
from kit.trace.redact import WHOLE, clean

RUN_FILE = "run.json"
SCHEMA = 1
PACKAGES = (
    "phone-agent-kit",
    "ray",
    "torch",
    "transformers",
    "peft",
    "openai",
    "adbutils",
    "pillow",
    "numpy",
    "pydantic",
)
_NOT_IN_FINGERPRINT = frozenset(
    {"trace", "trace_dir", "trace_images", "weights_dir", "adb_server_port", "model_api_key_env"}
)


def run_header(
    settings: Settings,
    origin: Mapping[str, str],
    *,
    seed: int | None = None,
    phone: str = "",
    model: str = "",
    adapter: Path | None = None,
    suite: str = "",
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Everything needed to know what produced a run, and to produce it again.

    Args:
        settings: the resolved settings.
        origin: where each came from, as `kit.settings.resolve` says.
        seed: seed of the run, if it has one.
        phone: device spec; default that of the settings.
        model: model or policy name; default that of the settings.
        adapter: folder of the LoRA adapter in use.
        suite: version of the task suite.
        extra: more facts, such as the arms of a benchmark.

    Returns:
        JSON values. `fingerprint` is equal for two runs that should behave alike; where they write does not count.
    """
    values = settings.model_dump(mode="json")
    same = {k: v for k, v in values.items() if k not in _NOT_IN_FINGERPRINT}
    adapter_hash = hash_folder(adapter) if adapter is not None else None
    identity = {
        "settings": same,
        "seed": seed,
        "phone": phone or settings.device,
        "model": model or settings.model,
        "adapter_hash": adapter_hash,
        "task_suite": suite,
        "extra": dict(extra or {}),
    }
    return {
        "schema": SCHEMA,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "fingerprint": fingerprint(identity),
        **{k: v for k, v in identity.items() if k not in ("settings", "extra")},
        "settings": {k: {"value": clean(v, WHOLE), "origin": origin.get(k, "default")} for k, v in values.items()},
        "git": git_state(),
        "packages": package_versions(),
        "python": platform.python_version(),
        "platform": platform.platform(),
        **clean(identity["extra"], WHOLE),
    }


def fingerprint(value: Any) -> str:
    """16 hex digits of the SHA-256 of the value's canonical JSON."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def git_state(folder: Path | None = None) -> dict[str, Any] | None:
    """{"commit", "dirty"} of the checkout in `folder` (default: that of the kit, else the working folder).

    None where there is no git or no checkout; never fails.
    """
    if folder is None:
        source = Path(__file__).resolve().parents[2]
        folder = source if (source / ".git").exists() else Path.cwd()
    commit = _git(folder, "rev-parse", "HEAD")
    if commit is None:
        return None
    return {"commit": commit.strip(), "dirty": bool((_git(folder, "status", "--porcelain") or "").strip())}


def _git(folder: Path, *words: str) -> str | None:
    try:
        done = subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def package_versions() -> dict[str, str]:
    """Installed versions of what can change a result; what is not installed is left out."""
    found: dict[str, str] = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def hash_folder(folder: Path) -> str:
    """16 hex digits over the names and contents of all files: the same adapter has the same hash anywhere."""
    total = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        total.update(path.relative_to(folder).as_posix().encode() + b"\0")
        with path.open("rb") as file:
            total.update(hashlib.file_digest(file, "sha256").digest())
    return total.hexdigest()[:16]


def write_header(run: Path, header: Mapping[str, Any]) -> dict[str, Any]:
    """Writes run.json once, atomically; a later call with the same fingerprint keeps the first one.

    Returns:
        The header that is stored.

    Raises:
        RunError: the folder holds a run made with other settings.
        UsageError: the folder is a file. TraceError: it cannot be written.
    """
    check_folder(run)
    path = run / RUN_FILE
    if path.exists():
        old = read_header(run)
        if old.get("fingerprint") != header.get("fingerprint"):
            raise RunError(f"{run} holds a run made with other settings.", fix="Name another folder for this one.")
        return old
    kept = dict(header)
    write_whole(
        path, json.dumps(kept, ensure_ascii=False, indent=1, allow_nan=False).encode("utf-8", "backslashreplace")
    )
    return kept


def read_header(run: Path) -> dict[str, Any]:
    """The content of run.json. Raises RunError when there is none or it is damaged."""
    path = run / RUN_FILE
    try:
        header = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        raise RunError(
            f"{run} is not a run folder: it has no {RUN_FILE}.", fix="Name the folder that holds it."
        ) from None
    except (OSError, ValueError) as error:
        raise RunError(
            f"{path} is damaged: {error}.", fix="Restore it from a copy; the episodes beside it are intact."
        ) from error
    if not isinstance(header, dict):
        raise RunError(f"{path} is damaged: it holds no object.", fix="Restore it from a copy.")
    return header
