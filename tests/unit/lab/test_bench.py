"""A benchmark from policies to a table, played by a fake job."""

import json

import pandas as pd
import pytest

from kit.errors import RunError, SettingError, UnknownName, UsageError
from kit.lab.bench import resume_bench, run_bench
from kit.tasks.suite import TEMPLATES
from kit.trace.commit import stored


@pytest.fixture(autouse=True)
def _plain_settings(monkeypatch, tmp_path):
    import os

    for name in [n for n in os.environ if n.startswith("PHONE_AGENT_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


TASK = TEMPLATES[0].name


def test_same_seeds_in_every_arm_and_a_table_at_the_end(tmp_path):
    seen = []
    bench = run_bench(
        ["oracle", "random"],
        TASK,
        3,
        workers=0,
        out=tmp_path / "r",
        job="fake_jobs:play",
        progress=lambda *a: seen.append(a),
    )
    frame = bench.frame()
    assert frame.groupby("arm")["seed"].apply(list).to_dict() == {"oracle": [0, 1, 2], "random": [0, 1, 2]}
    assert frame["difficulty"].tolist() == [TEMPLATES[0].difficulty] * 6
    assert [(a["arm"], a["episodes"], a["successes"]) for a in bench.arms] == [("oracle", 3, 2), ("random", 3, 2)]
    assert len(seen) == 6
    assert len(pd.read_parquet(bench.folder / "results.parquet")) == 6
    header = json.loads((bench.folder / "run.json").read_text())
    assert header["model"] == "oracle, random"
    assert header["bench"]["seeds"] == [0, 1, 2]
    assert header["settings"]["max_minutes"] == {"value": 5.0, "origin": "default"}
    assert json.dumps(bench.arms)


def test_a_run_is_resumed_from_its_folder_alone(tmp_path):
    import shutil

    bench = run_bench(["oracle"], TASK, 4, workers=0, out=tmp_path / "r", job="fake_jobs:play")
    gone = sorted(stored(bench.folder))[1]
    shutil.rmtree(bench.folder / "episodes" / gone)
    again = resume_bench(bench.folder, workers=0)
    assert again.notes == ("3 of 4 episodes were stored before",)
    assert again.arms[0]["episodes"] == 4
    assert gone in stored(bench.folder)
    same = run_bench(["oracle"], TASK, 4, workers=0, out=tmp_path / "r", job="fake_jobs:play")
    assert same.notes == ("4 of 4 episodes were stored before",)
    with pytest.raises(RunError, match="other settings"):
        run_bench(["oracle"], TASK, 5, workers=0, out=tmp_path / "r", job="fake_jobs:play")
    with pytest.raises(RunError):
        resume_bench(tmp_path)


def test_arms_may_be_settings(tmp_path):
    arms = {"cold": {"model": "random", "temperature": 0.0}, "warm": {"model": "random", "temperature": 0.9}}
    bench = run_bench(arms, TASK, [5], workers=0, out=tmp_path / "r", job="fake_jobs:play", settings={"lang": "zh"})
    header = json.loads((bench.folder / "run.json").read_text())
    assert header["bench"]["arms"]["warm"]["temperature"] == 0.9
    assert header["bench"]["arms"]["cold"]["lang"] == "zh"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"policies": ["orcale"]}, UnknownName),
        ({"tasks": "nonsense_task"}, UnknownName),
        ({"settings": {"temprature": 1}}, UnknownName),
        ({"settings": {"temperature": 9}}, SettingError),
        ({"seeds": 0}, UsageError),
        ({"policies": ["oracle", "oracle"]}, UsageError),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(tmp_path, arguments, error):
    given = {"policies": ["oracle"], "tasks": TASK, "seeds": 1} | arguments
    with pytest.raises(error):
        run_bench(**given, workers=0, out=tmp_path / "r", job="fake_jobs:play")
    assert not (tmp_path / "r").exists()


def test_a_time_share_is_told_in_table_and_notes(tmp_path, monkeypatch):
    import kit.lab.job as job

    real = job.attempt

    def timed(name, plan, device, loaded):
        done = real(name, plan, device, loaded)
        return type(done)(files=done.files, row=done.row, seconds=100.0 if plan.arm == "random" else 0.1)

    monkeypatch.setattr(job, "attempt", timed)
    bench = run_bench(
        ["oracle", "random"], TASK, 3, workers=0, out=tmp_path / "r", job="fake_jobs:play", arm_seconds_cap=60
    )
    random = next(a for a in bench.arms if a["arm"] == "random")
    assert (random["episodes"], random["not_run"]) == (1, 2)
    assert bench.notes == ("random: 2 episodes not run (time share of 60 s an arm); they are not counted",)
