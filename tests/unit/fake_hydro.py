"""An app and tasks of one's own, as a person would write them in one file beside a notebook."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kit.simphone.app import App, Run
from kit.simphone.spellings import spellings
from kit.simphone.widgets import Widget, app_bar, button, page, text
from kit.tasks.base import Template


@dataclass
class Water:
    """What the app keeps."""

    glasses: int = 0


def _view(run: Run) -> Widget:
    return page(app_bar(run.t("Hydro")), text(str(run.data.glasses)), button(run.t("Log a glass"), ("log",)))


def _log(run: Run) -> None:
    run.data.glasses += 1


APP = App(
    name="hydro", package="org.hydro", activity=".Main", labels={"en": "Hydro", "zh": "喝水"}, icon="star", color="#226688",
    fresh=lambda rng, now: Water(), view=_view, handlers={"log": _log},
    words={"zh": {"Hydro": "喝水", "Log a glass": "记一杯"}},
)  # fmt: skip


def _draw(rng: Any) -> dict[str, Any]:
    return {"count": rng.randrange(1, 9)}


def _expect(data: dict[str, Any], params: dict[str, Any]) -> None:
    data["hydro"]["glasses"] += params["count"]


def _solve(params: dict[str, Any], seen: Any) -> Any:
    seen = yield "launch_app", {"name": "Hydro"}
    for _ in range(params["count"]):
        mark = next(m for m in seen.marks if m.full_label in spellings("Log a glass"))
        seen = yield "tap", {"target_mark_id": mark.id}
    yield "finish", {"answer": ""}


LOG = Template(
    name="hydro_log",
    goals={"en": "Log {count} glasses in Hydro"},
    apps=("hydro",),
    tags=("input",),
    difficulty=1,
    budget=20,
    draw=_draw,
    oracle=_solve,
    expect=_expect,
)
TASKS = [LOG, replace(LOG, name="hydro_twice", goals={"en": "In Hydro, log {count} glasses"})]
NUMBER = 7
