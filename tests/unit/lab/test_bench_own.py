"""Tasks and apps of one's own in a benchmark."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fake_hydro import LOG, TASKS

import kit
from kit.errors import UsageError
from kit.lab.bench import resume_bench

SPEC = "sim:0,app=fake_hydro:APP"


def test_own_tasks_are_played_by_name_and_as_objects(tmp_path: Path) -> None:
    given = ["fake_hydro:LOG", TASKS[1], "notes_create"]
    run = kit.run_bench(["oracle"], given, 1, workers=0, device=SPEC, out=tmp_path / "run")
    frame = kit.load(run)
    assert sorted(frame["task"]) == ["hydro_log", "hydro_twice", "notes_create"]
    assert frame["success"].all(), list(frame["reason"])
    assert len(kit.load(resume_bench(run.folder, workers=0))) == 3


def test_an_object_that_workers_cannot_find_is_refused_before_anything_is_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="module:NAME"):
        kit.run_bench(["oracle"], [replace(LOG, name="hydro_lost")], 1, workers=2, device=SPEC, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()
