"""`kit run` and `kit bench` with a model behind a server on this machine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from chat_server import native, reply, serving

from kit.cli import main
from kit.trace.read import read_run

EVIDENCE = {"evidence": ["the switch is on"]}


def plays(body: dict[str, Any]) -> dict[str, Any]:
    """Switches the two alarms of the goal on; what is next is told from how many replies the prompt holds."""
    times = re.search(r"alarms at (\d\d:\d\d) and (\d\d:\d\d)", json.dumps(body))
    assert times is not None
    turn = sum(message["role"] == "assistant" for message in body["messages"])
    name, given = (
        ("launch_app", {"name": "Clock"}),
        ("tap", {"target_description": "Alarm"}),
        ("tap", {"target_description": f"Alarm {times[1]}"}),
        ("scroll", {"direction": "down"}),
        ("tap", {"target_description": f"Alarm {times[2]}"}),
        ("finish", EVIDENCE),
        ("finish", {**EVIDENCE, "confirm": True}),
    )[min(turn, 6)]
    used = {"prompt_tokens": 1000 + turn, "completion_tokens": 10}
    return reply(native(name, {**given, "intent": f"turn {turn}"}, id=f"c{turn}"), usage=used)


def sets(url: str) -> list[str]:
    return [f"--set={name}" for name in (f"model_base_url={url}", "observe_settle_ms=0", "image_side=128")]


def test_kit_run_plays_a_task_with_a_remote_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serving(plays) as server:
        code = main(["run", "task:clock_alarm_on", "--model", "remote:m", "--out", str(tmp_path), *sets(server.url)])
        assert len(server.requests) == 7
    shown = capsys.readouterr().out
    assert code == 0
    assert "success: finish, 7 steps" in shown
    folder = Path(shown.split("trace: ")[1].strip())
    [episode] = read_run(folder).episodes()
    assert episode.end is not None
    assert (episode.end["success"], episode.end["input_tokens"]) == (True, 7021)
    assert "cache_control" not in json.dumps(server.requests)


def test_kit_run_with_a_server_that_is_down_fails_and_the_failed_call_is_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving((503, {"error": {"message": "busy"}})) as server:
        retry = ["--set=model_retries=0", "--set=trace_dir=" + str(tmp_path)]
        assert main(["run", "Turn on Wi-Fi", "--model", "remote:m", *sets(server.url), *retry]) == 1
    assert "busy" in capsys.readouterr().out
    [folder] = tmp_path.iterdir()
    [episode] = read_run(folder).episodes()
    [failed] = [e for e in episode.events if e["kind"] == "model_call"]
    assert failed["error"].startswith("model_unreachable")
    assert failed["seconds"] >= 0
    assert not {"input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens"} & failed.keys()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("ray_here")
@pytest.mark.filterwarnings("ignore")
def test_kit_bench_plays_a_remote_model_on_many_phones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "--policy", "remote:m", "--tasks", "clock_alarm_on", "--seeds", "2", "--workers", "2", "--json"]
    with serving(plays) as server:
        assert main([*words, "--out", str(tmp_path / "run"), *sets(server.url)]) == 0
        assert len(server.requests) == 14
    row = json.loads(capsys.readouterr().out.strip().splitlines()[-1])["arms"]["remote:m"]
    assert (row["episodes"], row["success"], row["infrastructure_faults"]) == (2, 1.0, 0)
    for episode in read_run(tmp_path / "run").episodes():
        kinds = {e["kind"] for e in episode.events}
        assert {"context_request", "model_attempt_usage"} <= kinds
