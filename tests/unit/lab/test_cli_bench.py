"""`kit bench` on the command line: what it says of failures, its exit codes, tasks of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import fake_hydro
import pytest

import kit
from kit.cli import main

BENCH = ["bench", "--tasks", "settings_display", "--seeds", "2", "--workers", "0", "--set", "observe_settle_ms=0"]
BUGGY = """
class Buggy:
    name = "buggy"
    def complete(self, messages, tools, sampler):
        return {}["seen"]

def make(settings):
    return Buggy()
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_why_an_arm_failed_stands_below_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bench_buggy.py").write_text(BUGGY)
    assert main([*BENCH, "--policy", "bench_buggy:make", "--policy", "oracle", "--out", "run", "--json"]) == 1
    said = capsys.readouterr().out.splitlines()
    (note,) = [line for line in said if line.startswith("note:")]
    assert note.startswith("note: bench_buggy:make: 2 of 2 episodes were broken (2 by code); 2 x model_broken: ")
    assert "KeyError: 'seen' (bench_buggy.py, line 5" in note
    assert note.endswith("(first in settings_display seed 0; on sim:0, sim:1)")
    arms = json.loads(said[-1])["arms"]
    assert (arms["oracle"]["success"], arms["bench_buggy:make"]["agent_faults"]) == (1.0, 2)


def test_an_agent_that_solves_nothing_is_a_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BENCH, "--policy", "do-nothing", "--out", "run"]) == 0
    assert "note:" not in capsys.readouterr().out


def test_a_server_that_is_down_is_told_with_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    down = ["--policy", "remote:m", "--set", "model_base_url=http://127.0.0.1:9/v1", "--set", "model_retries=0"]
    assert main([*BENCH, *down, "--out", "run"]) == 1
    said = capsys.readouterr().out
    assert "2 x model_unreachable: No model server answers at http://127.0.0.1:9/v1" in said
    assert main(["bench", "--resume", "run", "--workers", "0"]) == 1
    assert "2 of 2 episodes had been broken by the infrastructure before" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [[*BENCH, "--policy", "oracle"], ["run", "task:settings_display", "--model", "oracle"]]
)
def test_a_file_as_out_is_one_line_and_exit_code_2(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine")
    assert main([*words, "--out", "file"]) == 2
    err = capsys.readouterr().err
    assert "file cannot be a run's folder: it is a file." in err
    assert "Errno" not in err
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("words", [["bench", "--resume", "file"], ["replay", "file"]])
def test_a_file_is_no_run(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("mine")
    assert main(words) == 2
    assert "damaged" not in capsys.readouterr().err


def test_kit_run_says_that_the_task_decides_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["run", "task:settings_display", "--model", "oracle", "--out", "t", "--set", "observe_settle_ms=0"]
    assert main([*words, "--device", "sim:7,dark_theme", "--seed", "3"]) == 0
    shown = capsys.readouterr()
    assert "the seed of sim:7,dark_theme is replaced by each task's own" in shown.err
    (folder,) = Path("t").iterdir()
    row = kit.load(folder).iloc[0]
    assert (row["device"], row["device.dark_theme"]) == ("sim:3,dark_theme", True)
    assert json.loads((folder / "run.json").read_text())["phone"] == "sim:3,dark_theme"


def test_tasks_and_apps_of_ones_own_are_benchmarked() -> None:
    settings = {"device": "sim:0,app=fake_hydro:APP", "observe_settle_ms": 0}
    run = kit.run_bench(["oracle"], [fake_hydro.LOG, "settings_display"], 1, workers=0, out="run", settings=settings)
    frame = kit.load(run).set_index("task")
    assert frame["success"].to_dict() == {"hydro_log": True, "settings_display": True}
    assert set(frame["device.app"]) == {"fake_hydro:APP"}
