# pyright: basic
"""A run as one DataFrame: a row an episode (DESIGN section 9)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kit.errors import RunError, TraceError
from kit.trace.commit import EPISODES, stored, trouble
from kit.trace.read import read_ends
from kit.trace.record import TOKENS

if TYPE_CHECKING:
    import pandas as pd

RESULTS_FILE = "results.parquet"
PHASES = ("observe", "context", "model", "execute", "trace")
COLUMNS = (
    *("run", "episode", "arm", "task", "apps", "tags", "difficulty", "split", "seed", "trial", "device", "goal"),
    *("success", "ending", "fault", "code", "reason", "answer", "faults", "steps", "model_calls", "tool_calls"),
    *("started", "seconds", *(f"{phase}_seconds" for phase in PHASES), *TOKENS),
)


class HasFolder(Protocol):
    """Anything that lies in a run folder."""

    @property
    def folder(self) -> Path:
        """The run's folder."""
        ...


def load(run: Path | str | HasFolder | Iterable[Path | str]) -> pd.DataFrame:
    """The committed episodes of a run, or of several, as one table sorted by run, task, seed, trial and arm.

    Returns:
        A row an episode with `COLUMNS`. `success` is a bool, or None where nothing was checked; token counts are
        integers, missing where the provider did not say; times are seconds. `faults` names the injected faults that
        struck a simphone during the episode: a failure without any is the agent's own.

    Raises:
        RunError: an episode is damaged.
    """
    import pandas as pd

    for folder in _folders(run):
        if not folder.is_dir():
            raise RunError(f"There is no run folder {folder}.", fix="`kit bench` prints the path of each run.")
    rows = [_row(folder, name) for folder in _folders(run) for name in sorted(stored(folder))]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    for column in (*TOKENS, "difficulty", "seed", "trial", "steps", "model_calls", "tool_calls"):
        frame[column] = pd.to_numeric(frame[column]).astype("Int64")
    frame["success"] = frame["success"].astype("boolean")
    for column in ("seconds", *(f"{phase}_seconds" for phase in PHASES)):
        frame[column] = frame[column].astype("float64")
    return frame.sort_values(["run", "task", "seed", "trial", "arm"], ignore_index=True)


def save(run: Path, frame: pd.DataFrame) -> Path:
    """Writes results.parquet beside the episodes, in one go. Raises TraceError when it cannot be written."""
    path = run / RESULTS_FILE
    part = path.with_name(f".part-{RESULTS_FILE}-{os.getpid()}")
    try:
        frame.to_parquet(part, index=False)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise trouble("Results", path, error) from error
    except ImportError as error:
        raise TraceError(f"Results cannot be written: {error}.", fix="Install pyarrow.") from error
    return path


def _folders(run: Any) -> list[Path]:
    if isinstance(run, str | os.PathLike):
        return [Path(run)]
    if hasattr(run, "folder"):
        return [Path(run.folder)]
    return [folder for one in run for folder in _folders(one)]


def _row(run: Path, name: str) -> dict[str, Any]:
    start, end = read_ends(run / EPISODES / name)
    found: Mapping[str, Any] = end or {
        "success": False,
        "ending": "error",
        "fault": "infrastructure",
        "code": "crashed",
        "reason": "there is no end record",
    }
    row = {**start, **found, "run": run.name, "episode": name}
    phases = found.get("phases", {})
    row |= {f"{phase}_seconds": phases.get(phase, 0.0) for phase in PHASES}
    row |= {"apps": list(start.get("apps") or []), "tags": list(start.get("tags") or [])}
    struck = (found.get("extras") or {}).get("faults") or []
    row["faults"] = ",".join(sorted({fault["fault"] for fault in struck}))
    return {column: row.get(column) for column in COLUMNS}
