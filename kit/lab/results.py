# pyright: basic
"""A run as one DataFrame: a row an episode (DESIGN section 9)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kit.agent.record import SIMULATED
from kit.errors import RunError, TraceError, UsageError
from kit.lab.fleet import TRIES_FILE
from kit.lab.plan import NOT_IN_ID
from kit.trace.commit import EPISODES, discard, stored, trouble
from kit.trace.header import RUN_FILE, read_header
from kit.trace.read import read_ends, read_lines
from kit.trace.record import TOKENS

if TYPE_CHECKING:
    import pandas as pd

RESULTS_FILE = "results.parquet"
PHASES = ("observe", "context", "model", "execute", "trace")
COLUMNS = (
    *("run", "episode", "arm", "task", "apps", "tags", "difficulty", "split", "seed", "trial", "device", "goal"),
    *("success", "ending", "fault", "code", "reason", "answer", "faults", "tries"),
    *("steps", "model_calls", "tool_calls"),
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
        integers, missing where the provider did not say; times are seconds. `device` is the full spec of the phone: a
        simphone with the seed the task gave it, its traits and its faults, or `adb:SERIAL`. `faults` names the injected
        faults that struck a simphone during the episode: a failure without any is the agent's own. `tries` counts the
        tries it took; all but the last were the infrastructure's failures.

        After them come a column for each trait and fault some phone has, such as `device.locale` or
        `device.fault.offline` (missing where a phone was left as it is), and one for each setting in which arms or runs
        differ, such as `set.temperature`.

    Raises:
        RunError: an episode or a run.json is damaged, or there is no such folder. UsageError: this is no run.
    """
    import pandas as pd

    folders = _folders(run)
    for folder in folders:
        if not folder.is_dir():
            raise RunError(f"There is no run folder {folder}.", fix="`kit bench` prints the path of each run.")
    places = [(folder, name) for folder in folders for name in sorted(stored(folder))]
    rows = [_row(folder, name) for folder, name in places]
    frame = pd.DataFrame(rows, columns=list(COLUMNS))
    traits = [_traits(row["device"]) for row in rows]
    for name in sorted({name for given in traits for name in given}):
        frame[f"device.{name}"] = _column([given.get(name) for given in traits])
    for name, values in _differing({folder: _settings(folder) for folder in folders}).items():
        arms = [(folder, str(row["arm"])) for (folder, _), row in zip(places, rows, strict=True)]
        frame[f"set.{name}"] = _column([values.get(arm, values.get((arm[0], ""))) for arm in arms])
    for column in (*TOKENS, "difficulty", "seed", "trial", "tries", "steps", "model_calls", "tool_calls"):
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
        discard(part)
        raise trouble("Results", path, error) from error
    except ImportError as error:
        raise TraceError(f"Results cannot be written: {error}.", fix="Install pyarrow.") from error
    return path


def _folders(run: Any) -> list[Path]:
    if isinstance(run, str | os.PathLike):
        return [Path(run)]
    if hasattr(run, "folder"):
        return [Path(run.folder)]
    if not isinstance(run, Iterable):
        raise UsageError(
            f"A {type(run).__name__} is no run.", fix="Give a run's folder, a benchmark, or several of them."
        )
    return [folder for one in run for folder in _folders(one)]


def _traits(spec: Any) -> dict[str, Any]:
    """What is written behind a simphone's seed, by name; "sim:7,dark_theme,font_scale=1.3" -> True and 1.3."""
    kind, _, rest = str(spec or "").partition(":")
    if kind not in SIMULATED:
        return {}
    words = [part.partition("=") for part in rest.split(",")[1:]]
    return {name.strip(): _value(text.strip()) if equals else True for name, equals, text in words if name.strip()}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _settings(run: Path) -> dict[str, Mapping[str, Any]]:
    """Settings by arm, from run.json; of a single run under "". Empty where nobody wrote one."""
    if not (run / RUN_FILE).exists():
        return {}
    header = read_header(run)
    arms = (header.get("bench") or {}).get("arms")
    if arms is not None:
        return arms
    return {"": {name: one["value"] for name, one in (header.get("settings") or {}).items()}}


def _differing(runs: Mapping[Path, Mapping[str, Mapping[str, Any]]]) -> dict[str, dict[tuple[Path, str], Any]]:
    """Values by (run, arm) of each setting that is not the same everywhere; where things lie does not count."""
    by_arm = {(run, arm): values for run, arms in runs.items() for arm, values in arms.items()}
    known = dict.fromkeys(key for values in by_arm.values() for key in values if key not in NOT_IN_ID | {"device"})
    return {
        key: {place: values.get(key) for place, values in by_arm.items()}
        for key in known
        if len({json.dumps(values.get(key), sort_keys=True) for values in by_arm.values()}) > 1
    }


def _column(values: list[Any]) -> Any:
    """One column with one type: numbers as numbers, anything mixed as texts, so that it can be stored."""
    import pandas as pd

    given = [value for value in values if value is not None]
    if given and all(isinstance(value, bool) for value in given):
        return pd.array(values, dtype="boolean")
    if given and all(isinstance(value, int | float) and not isinstance(value, bool) for value in given):
        whole = all(isinstance(value, int) for value in given)
        return pd.array(values, dtype="Int64") if whole else pd.Series(values, dtype="float64")
    return pd.Series([None if v is None else v if isinstance(v, str) else json.dumps(v) for v in values], dtype=object)


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
    tries = run / EPISODES / name / TRIES_FILE
    row["tries"] = 1 + (len(read_lines(tries)) if tries.exists() else 0)
    return {column: row.get(column) for column in COLUMNS}
