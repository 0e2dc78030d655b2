"""Tasks and apps of one's own from the command line, and what `kit tasks` shows."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import fake_hydro
import pytest

from kit.cli import main
from kit.tasks.suite import SETS, TEMPLATES

SPEC = "sim:0,app=fake_hydro:APP"


def test_own_tasks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "list", "fake_hydro:TASKS"]) == 0
    said = capsys.readouterr().out
    assert "hydro_twice" in said
    assert "Log {count} glasses in Hydro" in said
    assert said.endswith("2 templates\n")
    assert main(["tasks", "list", "fake_hydro:LOG", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["name"], row["apps"], row["budget"]) == ("hydro_log", ["hydro"], 20)


def test_own_tasks_are_proved_in_other_processes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tasks", "verify", "fake_hydro:TASKS", "--seeds", "1", "--jobs", "2", "--device", SPEC]
    assert main(words) == 0, capsys.readouterr().out
    said = capsys.readouterr().out
    assert "ok    hydro_log" in said
    assert "ok    hydro_twice" in said


def test_the_suites_card_is_not_written_for_other_tasks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    card = tmp_path / "card.json"
    assert main(["tasks", "verify", "fake_hydro:LOG", "--device", SPEC, "--write-card", str(card)]) == 2
    assert "fake_hydro:LOG is not of the suite" in capsys.readouterr().err
    assert not card.exists()


def test_the_installed_command_finds_what_lies_in_the_current_folder(tmp_path: Path) -> None:
    """`kit` has no current folder on its path, and `python -m kit` would: so the script's entry point is run."""
    shutil.copy(fake_hydro.__file__, tmp_path / "mine.py")
    code = "import sys; sys.path[:] = [p for p in sys.path if p]; from kit.cli import console; console()"
    words = ["run", "task:mine:LOG", "--device", "sim:0,app=mine:APP", "--model", "oracle", "--seed", "2", "--out", "t"]
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=False, cwd=tmp_path,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(root), "HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr + done.stdout
    assert "success: finish" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["tasks", "list", "fake_hydro:APP"], "is of type App, not a task"),
        (["tasks", "list", "nosuchfile:LOG"], "No module named 'nosuchfile'"),
        (["tasks", "verify", "notes_create", "--device", "adb:x"], "'adb:x' is no simphone"),
        (["tasks", "verify", "notes_create", "--device", "sim:x"], "no seed"),
        (["tasks", "verify", "notes_create", "--device", "sim:0,app=nosuchfile:APP"], "No module named"),
        (["run", "task:fake_hydro:NUMBER", "--model", "oracle"], "is of type int, not a task"),
        (["run", "task:notes_create", "--model", "oracle", "--device", "sim:0,app=x"], "app=module:NAME"),
    ],
)
def test_a_wrong_name_or_spec_is_one_line_and_exit_code_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


def test_a_name_near_nothing_suggests_nothing_strange(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "list", "nope"]) == 2
    said = capsys.readouterr().err
    assert "Did you mean" not in said
    assert "`kit tasks list` shows them" in said


def test_the_list_calls_a_budget_a_budget(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks", "list", "notes_create"]) == 0
    (budget,) = [t.budget for t in TEMPLATES if t.name == "notes_create"]
    said = capsys.readouterr().out
    assert f"budget {budget:>3}" in said
    assert "steps" not in said.splitlines()[0].split("notes ")[0]
    assert said.endswith("1 template\n")


def test_an_overview_is_not_the_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tasks"]) == 0
    overview = capsys.readouterr().out
    assert main(["tasks", "--card"]) == 0
    card = capsys.readouterr().out
    assert f"core {len(SETS['core'])}" in overview
    assert "kit tasks --card" in overview
    assert "difficulty:" in card
    assert "difficulty:" not in overview
    assert main(["tasks", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sets"]["stock"] == len(SETS["stock"])
    assert sum(found["areas"].values()) == found["templates"] == len(TEMPLATES)
