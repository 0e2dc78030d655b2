"""Tables and progress in a terminal."""

import io
import sys
import time

from kit.view import live
from kit.view.live import Progress
from kit.view.table import arms_table, percent, text_table

ARM = {
    "arm": "oracle",
    "episodes": 48,
    "successes": 47,
    "success": 47 / 48,
    "low": 0.891,
    "high": 0.996,
    "steps": 5.25,
    "seconds": 0.5,
    "agent_faults": 0,
    "infrastructure_faults": 1,
    "verifier_faults": 0,
    "completed": 47,
    "completed_success": 1.0,
    "not_run": 0,
}


def test_the_scoreboard_says_everything():
    lines = arms_table([ARM], notes=["oracle: 1 episode broken"]).splitlines()
    assert lines[2].split() == [
        "oracle",
        "98",
        "%",
        "89",
        "%",
        "-",
        "99",
        "%",
        "47/48",
        "100",
        "%",
        "of",
        "47",
        "5.2",
        "0.50",
        "0/1/0",
    ]
    assert "not run" not in lines[0]
    assert lines[-1] == "note: oracle: 1 episode broken"
    idle = ARM | {"arm": "slow", "episodes": 0, "successes": 0, "completed_success": None, "not_run": 9}
    lines = arms_table([ARM, idle]).splitlines()
    assert lines[0].endswith("not run")
    assert lines[3].split() == ["slow", "-", "-", "0/0", "-", "-", "-", "0/1/0", "9"]


def test_near_certain_is_not_certain():
    assert [percent(p) for p in (0, 1e-4, 0.5, 0.9999, 1)] == ["0 %", "1 %", "50 %", "99 %", "100 %"]


def test_columns_line_up_with_wide_characters():
    lines = text_table([{"name": "设置", "n": 5}, {"name": "clock", "n": None}, {"name": "a\nb", "n": 12}]).splitlines()
    assert lines == ["name    n", "-----  --", "设置    5", "clock   -", "a b    12"]
    assert text_table([]) == "(nothing)"


def test_progress_counts_each_arm(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stderr", out)
    with Progress() as progress:
        progress(3, 5, {"arm": "oracle", "success": True})
        progress(4, 5, {"arm": "random", "success": False})
        progress(5, 5, {"arm": "oracle", "success": False})
        assert progress.words() == "oracle 1/2, random 0/1"
    assert "5/5" in out.getvalue()
    assert "oracle 1/2, random 0/1" in out.getvalue()


def test_a_long_silence_before_the_first_episode_is_explained(capsys, monkeypatch):
    monkeypatch.setattr(live, "SILENCE_S", 0.01)
    with live.Progress():
        time.sleep(0.2)
    assert "starting workers" in capsys.readouterr().err


def test_nothing_is_said_when_it_ends_at_once(capsys):
    with live.Progress():
        pass
    assert capsys.readouterr().err == ""
