# pyright: basic
"""Charts of a run: success by arm with intervals, tasks by arm, the seconds of one episode.

Figures are made without pyplot, so that no global state and no display is needed.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from kit.errors import TraceError, UsageError
from kit.trace.read import EpisodeRecord, steps_of
from kit.types import Episode, Step
from kit.view.table import Arms, percent, rows_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's palette: told apart by colour-blind readers as well
PHASES = {
    "observe": "#0072B2",
    "context": "#56B4E9",
    "model": "#E69F00",
    "execute": "#009E73",
    "trace": "#999999",
}
_INK, _QUIET, _LINE = "#222222", "#666666", "#DDDDDD"


@runtime_checkable
class HasFrame(Protocol):
    """A finished benchmark."""

    def frame(self) -> pd.DataFrame:
        """All episodes, a row each."""
        ...


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure that shows itself in a notebook and can be saved."""

    figure: Figure

    def _repr_png_(self) -> bytes:
        return self.png()

    def png(self, dpi: int = 110) -> bytes:
        """The picture as PNG bytes."""
        buffer = io.BytesIO()
        self.figure.savefig(buffer, format="png", dpi=dpi)
        return buffer.getvalue()

    def save(self, path: Path | str, dpi: int = 150) -> Path:
        """Writes a PNG. Raises TraceError when it cannot be written."""
        path = Path(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.png(dpi))
        except OSError as error:
            raise TraceError(f"Chart {path} cannot be written: {error.strerror or error}.") from error
        return path


def success_chart(arms: Arms, path: Path | str | None = None, *, title: str = "") -> Chart:
    """Success rate of each arm with its 95 % Wilson interval; best arm on top.

    A hollow circle shows the rate over completed episodes where infrastructure or verifier faults make it differ.

    Args:
        arms: a benchmark as `kit.run_bench` returns it, or rows as `kit.lab.stats.summary` gives them.
        path: where to write the PNG as well.
        title: default "Task success".

    Raises:
        UsageError: there is no arm, or these are no arms. TraceError: the PNG cannot be written.
    """
    arms = rows_of(arms)
    if not arms:
        raise UsageError("There is no arm to draw.", fix="Run at least one episode.")
    figure, axes = _figure(8.0, 1.5 + 0.5 * len(arms))
    names = [str(arm["arm"]) for arm in arms]
    other_rate = False
    for place, arm in enumerate(arms):
        if not arm["episodes"]:
            axes.text(0.02, place, f"not run ({arm.get('not_run', 0)} planned)", va="center", color=_QUIET, fontsize=9)
            continue
        axes.plot([arm["low"], arm["high"]], [place, place], color=PHASES["observe"], lw=2.5, alpha=0.55, zorder=2)
        axes.plot(arm["success"], place, "o", color=PHASES["observe"], ms=9, zorder=3)
        completed = arm.get("completed_success")
        if completed is not None and completed != arm["success"]:
            other_rate = True
            axes.plot(completed, place, "o", mfc="none", mec=PHASES["model"], mew=1.8, ms=9, zorder=3)
        solved = f"{percent(arm['success'])}  ({arm['successes']}/{arm['episodes']})"
        axes.text(1.04, place, solved, va="center", color=_INK, fontsize=10)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlim(-0.02, 1.02)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    axes.grid(axis="x", color=_LINE, lw=0.8)
    note = "dot: success over all episodes run; line: 95 % Wilson interval"
    note += "; hollow: completed episodes only" if other_rate else ""
    axes.set_xlabel(note, color=_QUIET, fontsize=8.5)
    axes.set_title(title or "Task success", loc="left", color=_INK, fontsize=12)
    return _ready(figure, path)


def task_map(frame: pd.DataFrame | HasFrame, path: Path | str | None = None, *, title: str = "") -> Chart:
    """Tasks down, arms across: the share solved in each cell, and how many of how many.

    Args:
        frame: as `kit.load` gives it, or a benchmark as `kit.run_bench` returns it.
        path: where to write the PNG as well.
        title: default "Success by task".

    Raises:
        UsageError: nothing in it was checked, or this is no table of episodes.
    """
    import numpy as np

    frame = frame.frame() if isinstance(frame, HasFrame) else frame
    if not {"success", "task", "arm"} <= set(getattr(frame, "columns", ())):
        raise UsageError(f"A {type(frame).__name__} is no table of episodes.", fix="Give what kit.load(run) returns.")
    checked = frame[frame["success"].notna()]
    if checked.empty:
        raise UsageError("There is no checked episode to draw.", fix="Run at least one task.")
    groups = checked.groupby(["task", "arm"])["success"]
    solved = groups.sum().astype(int).unstack("arm")
    count = groups.count().unstack("arm")
    arms = list((solved.sum() / count.sum()).astype(float).sort_values(ascending=False, kind="stable").index)
    wins, runs = solved[arms].to_numpy(), count[arms].to_numpy()
    share = (solved[arms] / count[arms]).astype("float64").to_numpy(na_value=np.nan)
    longest = max(len(str(task)) for task in solved.index)
    figure, axes = _figure(1.2 + 0.085 * longest + 1.25 * len(arms), 1.3 + 0.3 * len(solved))
    axes.set_facecolor("#F2F2F2")
    axes.imshow(np.ma.masked_invalid(share), cmap="Blues", vmin=0, vmax=1.25, aspect="auto")
    for y in range(len(solved)):
        for x in range(len(arms)):
            known = share[y, x] == share[y, x]
            words = f"{wins[y, x]:.0f}/{runs[y, x]:.0f}" if known else "–"
            dark = known and share[y, x] > 0.6
            axes.text(x, y, words, ha="center", va="center", fontsize=8.5, color="white" if dark else _INK)
    axes.set_yticks(range(len(solved)), [str(task) for task in solved.index], fontsize=8.5)
    axes.set_xticks(range(len(arms)), [textwrap.fill(str(arm), 15) for arm in arms], fontsize=9)
    axes.tick_params(axis="x", labeltop=True, labelbottom=False)
    for edge in range(1, len(solved)):
        axes.axhline(edge - 0.5, color="white", lw=1.5)
    for edge in range(1, len(arms)):
        axes.axvline(edge - 0.5, color="white", lw=1.5)
    figure.suptitle(title or "Success by task (solved / run)", x=0.02, ha="left", color=_INK, fontsize=12)
    return _ready(figure, path)


def timeline(
    episode: Episode | EpisodeRecord | Path | str | Sequence[Step | Mapping[str, Any]],
    path: Path | str | None = None,
    *,
    title: str = "",
) -> Chart:
    """Where the seconds of one episode went: a bar a step, split into observe, context, model, execute and trace.

    Args:
        episode: an episode of this session, one that was read, the folder of one, or its steps.
        path: where to write the PNG as well.
        title: default the number of steps and their seconds.

    Raises:
        UsageError: this is no episode, or it has no step. RunError: the folder holds none.
    """
    steps = list(steps_of(episode))
    if not steps:
        raise UsageError("The episode has no step to draw.")
    figure, axes = _figure(8.5, 1.6 + 0.28 * len(steps))
    rows = [_seconds(step) for step in steps]
    unit, scale = ("ms", 1000.0) if max(sum(row.values()) for row in rows) < 1 else ("s", 1.0)
    rows = [{name: value * scale for name, value in row.items()} for row in rows]
    left = [0.0] * len(rows)
    known = [*PHASES, *sorted({name for row in rows for name in row} - PHASES.keys())]
    for phase in known:
        widths = [row.get(phase, 0.0) for row in rows]
        if not any(widths):
            continue
        colour = PHASES.get(phase, "#CC79A7")
        label = f"{phase} ({sum(widths):.3g} {unit})"
        axes.barh(range(len(rows)), widths, left=left, color=colour, height=0.72, label=label)
        left = [a + b for a, b in zip(left, widths, strict=True)]
    longest = max(left) or 1.0
    axes.set_yticks(range(len(rows)), [_named(n, step) for n, step in enumerate(steps)], fontsize=8.5)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(0, longest * 1.12)
    for place, total in enumerate(left):
        axes.text(total + longest * 0.01, place, f"{total:.3g}", va="center", fontsize=8, color=_QUIET)
    axes.set_xlabel("milliseconds" if unit == "ms" else "seconds", color=_QUIET, fontsize=9)
    axes.grid(axis="x", color=_LINE, lw=0.8)
    axes.set_axisbelow(True)
    figure.legend(loc="outside lower center", ncols=5, frameon=False, fontsize=8.5)
    axes.set_title(title or f"{len(rows)} steps, {sum(left) / scale:.2f} s", loc="left", color=_INK, fontsize=12)
    return _ready(figure, path)


def _seconds(step: Step | Mapping[str, Any]) -> dict[str, float]:
    given = step.seconds if isinstance(step, Step) else step.get("seconds", {})
    return {name: max(0.0, float(value)) for name, value in given.items()}


def _named(number: int, step: Step | Mapping[str, Any]) -> str:
    if isinstance(step, Step):
        names = [receipt.call.name for receipt in step.receipts]
    else:
        names = [receipt["call"]["name"] for receipt in step.get("receipts", ())]
    words = ", ".join(name or "(no call)" for name in names)
    return f"{number + 1}  {words if len(words) <= 28 else words[:27] + '…'}"


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained", facecolor="white")
    axes = figure.add_subplot()
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(_LINE)
    axes.tick_params(length=0, colors=_INK)
    return figure, axes


def _ready(figure: Figure, path: Path | str | None) -> Chart:
    chart = Chart(figure)
    if path is not None:
        chart.save(path)
    return chart
