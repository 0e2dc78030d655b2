"""The recorder: what is on the disk, whole or absent, and what happens when the disk says no."""

import errno
import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from kit.errors import RunError, TraceError, UnknownName, UsageError
from kit.settings import Settings
from kit.trace.commit import collect, commit, stored
from kit.trace.header import git_state, hash_folder, run_header, write_header
from kit.trace.read import format_end, format_step, read_ends, read_episode, read_run, replay_text
from kit.trace.record import step_record
from kit.trace.restore import to_step
from kit.trace.write import Recorder
from kit.types import (
    Episode,
    Foreground,
    Mark,
    Observation,
    Outcome,
    Receipt,
    Rect,
    Reply,
    Screen,
    Step,
    ToolCall,
    Usage,
    Window,
)

HEADER = {"goal": "Turn Bluetooth off and then tell me at length what the settings screen looked like", "task": "t"}


def mark(number=1, epoch=1, label="Bluetooth", **more):
    fields = {"full_label": label, "role": "switch", "bounds": Rect(0, 0, 100, 50), "center": (50, 25)} | more
    return Mark(number=number, epoch=epoch, label=label, **fields)


def observation(epoch=1, marks=None, image=None, **more):
    return Observation(
        epoch=epoch,
        screen_seq=epoch,
        screen=Screen(width=1080, height=2400),
        foreground=Foreground(package="com.android.settings", activity="com.android.settings.Settings"),
        marks=(mark(epoch=epoch),) if marks is None else marks,
        texts=("Connected devices", "x" * 100),
        image=image,
        **more,
    )


def step(index=0, name="tap", arguments=None, **receipt):
    call = ToolCall(id=f"c{index}", name=name, arguments=arguments or {"target_mark_id": "ax_1@e1", "intent": "i" * 90})
    fields = {
        "status": "ok",
        "text": "Tapped Bluetooth. " + "y" * 80,
        "observation": observation(index + 2),
        "seconds": 0.1,
    }
    return Step(
        index=index,
        observation=observation(index + 1),
        reply=Reply(
            calls=(call,), text="because", usage=Usage(input_tokens=0, output_tokens=7), seconds=0.5, model="m"
        ),
        receipts=(Receipt(call=call, **(fields | receipt)),),
        seconds={"observe": 0.3, "model": 0.5},
    )


def episode(steps=(), name="e1", **outcome):
    return Episode(
        id=name,
        task="t",
        goal="g",
        arm="a",
        seed=3,
        trial=0,
        device="sim:3",
        steps=tuple(steps),
        outcome=Outcome(**({"success": True, "ending": "finish", "answer": "done"} | outcome)),
        started="2026-01-02T03:04:05+00:00",
        seconds=2.5,
        usage=Usage(input_tokens=0, output_tokens=7),
    )


def lines(folder, name="trace.jsonl"):
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


def record(tmp_path, steps, **options):
    recorder = Recorder(tmp_path, None, **options)
    recorder.start("e1", HEADER)
    for one in steps:
        recorder.step(one)
    return recorder.end(episode(steps))


def test_the_trace_is_clipped_and_the_steps_are_whole(tmp_path):
    folder = record(tmp_path, [step()], keep_steps=True)
    assert folder == tmp_path / "episodes" / "e1"
    trace, steps = lines(folder), lines(folder, "steps.jsonl")
    assert [r["kind"] for r in trace] == ["start", "observation", "model_call", "tool_call", "step", "end"]
    assert trace[0]["goal"] == HEADER["goal"][:64] + "…"
    assert trace[3]["arguments"]["intent"] == "i" * 64 + "…"
    assert steps[0]["goal"] == HEADER["goal"]
    assert steps[1]["receipts"][0]["call"]["arguments"]["intent"] == "i" * 90
    assert steps[1]["observation"]["marks"][0][:4] == [1, 1, "Bluetooth", "switch"]
    assert steps[2]["observation"]["epoch"] == 2, "what the last call led to is not lost"


def test_missing_tokens_are_null_zero_stays_zero_and_a_failed_call_has_none(tmp_path):
    failed = replace(step(1), reply=Reply(model="m", seconds=1.0, extras={"error": "503 busy"}), receipts=())
    recorder = Recorder(tmp_path, None)
    recorder.start("e1", HEADER)
    recorder.step(step())
    recorder.step(failed)
    recorder.event("model_call", {"model": "m", "input_tokens": 4})
    recorder.event("model_call", {"model": "m", "error": "timeout", "seconds": 3.0, "input_tokens": None})
    calls = [r for r in lines(recorder.end(episode())) if r["kind"] == "model_call"]
    assert [calls[0][k] for k in ("input_tokens", "output_tokens", "cache_read_tokens")] == [0, 7, None]
    assert calls[2]["input_tokens"] == 4
    assert calls[2]["cache_write_tokens"] is None
    for call in (calls[1], calls[3]):
        assert call["error"]
        assert not any(k.endswith("_tokens") for k in call)


def test_context_request_holds_figures_only(tmp_path):
    recorder = Recorder(tmp_path, None)
    recorder.start("e1", HEADER)
    recorder.event(
        "context_request", {"role": "actor", "attempt": 1, "messages": 9, "last": "please buy the red shoes"}
    )
    event = lines(recorder.end(episode()))[1]
    assert event == {"role": "actor", "attempt": 1, "messages": 9, "last": 24, "kind": "context_request"}


def test_a_typed_password_is_nowhere(tmp_path):
    target = mark(label="Password", role="field", states=("password",), value="hunter2")
    typed = step(name="type_text", arguments={"text": "hunter2"}, target=target, text="Typed 'hunter2' into Password")
    seen = replace(typed, observation=observation(marks=(target,)), reply=replace(typed.reply, text="I type hunter2"))
    folder = record(tmp_path, [seen], keep_steps=True)
    for name in ("trace.jsonl", "steps.jsonl"):
        assert "hunter2" not in (folder / name).read_text()


def test_made_up_data_may_be_kept_for_learning_but_never_in_the_trace(tmp_path):
    typed = step(name="type_text", arguments={"text": "+44 20 7946 0958"})
    folder = record(tmp_path, [typed], keep_steps=True, redact_steps=False)
    assert "7946" in (folder / "steps.jsonl").read_text()
    assert "7946" not in (folder / "trace.jsonl").read_text()


def test_pictures_are_kept_by_hash_only_when_asked(tmp_path):
    picture = Image.new("RGB", (20, 30), "red")
    seen = [replace(step(n), observation=observation(n + 1, image=picture)) for n in range(2)]
    folder = record(tmp_path / "off", seen)
    assert lines(folder)[1]["image"] == {"type": "image", "screen_seq": 1, "bytes": 1800}
    assert list(folder.glob("blobs/*")) == []
    folder = record(tmp_path / "on", seen, images=True, keep_steps=True)
    blob = list(folder.glob("blobs/*.png"))
    assert len(blob) == 1, "the same picture is stored once"
    with Image.open(blob[0]) as kept:
        assert kept.size == (20, 30)
    assert lines(folder)[1]["image"]["sha256"] == blob[0].stem
    assert lines(folder, "steps.jsonl")[1]["observation"]["image"] == blob[0].stem


def test_an_episode_appears_only_when_it_ended(tmp_path):
    recorder = Recorder(tmp_path, {"fingerprint": "f"}, keep_steps=True)
    recorder.start("e1", HEADER)
    recorder.step(step())
    assert stored(tmp_path) == set()
    recorder.close()
    run = read_run(tmp_path)
    assert list(run.episodes()) == []
    (crashed,) = run.crashed()
    assert crashed.crashed
    assert crashed.id == "e1"
    assert len(crashed.steps) == 1
    assert format_end(crashed) == "crashed after 1 steps: there is no end record"
    recorder.start("e1", HEADER)
    recorder.end(episode())
    assert [e.id for e in run.episodes()] == ["e1"]
    with pytest.raises(RunError, match="already stored"):
        recorder.start("e1", HEADER)


def test_a_killed_process_leaves_a_readable_crash(tmp_path):
    code = (
        "import os, sys; sys.path[:0] = [sys.argv[2]]\n"
        "from pathlib import Path; from test_recorder import *\n"
        "r = Recorder(Path(sys.argv[1]), {'fingerprint': 'f'}); r.start('e1', HEADER); r.step(step()); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path), str(Path(__file__).parent)], timeout=60)
    assert done.returncode == -9
    (crashed,) = read_run(tmp_path).crashed()
    assert crashed.crashed
    assert len(crashed.steps) == 1


@pytest.mark.parametrize("written", [0, 25])
def test_disk_full_stops_the_run_and_leaves_no_half_line(tmp_path, monkeypatch, written):
    recorder = Recorder(tmp_path, None, keep_steps=True)
    recorder.start("e1", HEADER)
    recorder.step(step())
    real, calls = os.write, []

    def full(handle, data):
        calls.append(len(data))
        if len(calls) == 1 and written:
            return real(handle, bytes(data)[:written])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(TraceError, match="No space left on device"):
        recorder.step(step(1))
    monkeypatch.undo()
    with pytest.raises(TraceError):
        recorder.step(step(2))
    with pytest.raises(TraceError):
        recorder.end(episode())
    recorder.close()
    assert stored(tmp_path) == set()
    (part,) = (tmp_path / "episodes").iterdir()
    for name in ("trace.jsonl", "steps.jsonl"):
        data = (part / name).read_bytes()
        assert data.endswith(b"\n")
        for line in data.splitlines():
            json.loads(line)
    assert read_episode(part).crashed


def test_a_folder_that_is_gone_is_an_error(tmp_path):
    import shutil

    recorder = Recorder(tmp_path / "run", None)
    recorder.start("e1", HEADER)
    shutil.rmtree(tmp_path / "run")
    with pytest.raises(TraceError):
        recorder.step(step())
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(TraceError):
        Recorder(blocked / "run", None).start("e1", HEADER)


def test_commit_is_whole_or_absent(tmp_path, monkeypatch):
    commit(tmp_path, "a", {"trace.jsonl": b"{}\n", "blobs/x.png": b"1"})
    assert collect(tmp_path / "episodes" / "a") == {"trace.jsonl": b"{}\n", "blobs/x.png": b"1"}
    with pytest.raises(RunError):
        commit(tmp_path, "a", {"trace.jsonl": b"other"})
    with pytest.raises(UsageError):
        commit(tmp_path, "b", {"../b": b""})
    with pytest.raises(UsageError):
        commit(tmp_path, "../c", {"x": b""})

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TraceError):
        commit(tmp_path, "d", {"trace.jsonl": b"{}\n"})
    monkeypatch.undo()
    assert [p.name for p in (tmp_path / "episodes").iterdir()] == ["a"]


def test_damage_is_named_and_a_torn_last_line_is_not_damage(tmp_path):
    folder = record(tmp_path, [step()])
    path = folder / "trace.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    assert read_episode(folder).crashed
    assert read_ends(folder)[1] is None
    path.write_bytes(whole.replace(b'"kind":"observation"', b'"kind:"observation"'))
    with pytest.raises(RunError, match="Line 2"):
        read_episode(folder)
    path.unlink()
    with pytest.raises(RunError):
        read_episode(folder)
    with pytest.raises(RunError, match=r"run\.json"):
        read_run(tmp_path)
    (tmp_path / "run.json").write_text("{half")
    with pytest.raises(RunError, match="damaged"):
        read_run(tmp_path)


@pytest.mark.parametrize("keep", [True, False])
def test_reading_back_gives_the_same_story(tmp_path, keep):
    folder = record(tmp_path, [step(), step(1)], keep_steps=keep)
    found = read_episode(folder)
    start, end = read_ends(folder)
    assert start["task"] == "t"
    assert end is not None
    assert end["success"] is True
    assert end["phases"] == {"observe": 0.6, "model": 1.0}
    assert [s["index"] for s in found.steps] == [0, 1]
    text = format_step(found.steps[1])
    assert "--- step 2 (observe 0.30 s, model 0.50 s)" in text
    assert '> tap(target_mark_id="ax_1@e1"' in text
    assert "ok in 0.10 s: Tapped Bluetooth." in text
    assert ("Bluetooth #1 switch" in text) is keep
    assert format_end(found) == "success by finish after 2 steps, 2.50 s, answer 'done'"
    if keep:
        assert found.typed()[0].receipts[0].call.name == "tap"
    else:
        with pytest.raises(RunError, match="keep_steps"):
            found.typed()


def test_replay_lists_a_run_and_tells_one_episode(tmp_path):
    recorder = Recorder(tmp_path, {"fingerprint": "f"}, keep_steps=True)
    for name in ("abc1", "abd2"):
        recorder.start(name, HEADER | {"arm": "oracle", "seed": 4})
        recorder.step(step())
        recorder.end(episode([step()], name, success=None if name == "abd2" else False))
    listed = replay_text(tmp_path)
    assert "abc1  oracle  t  seed 4  failure (agent) by finish after 1 steps" in listed
    assert "abd2  oracle  t  seed 4  ended by finish" in listed
    one = replay_text(tmp_path, "abc")
    assert one.startswith("episode abc1 (task t, arm oracle, seed 4)\ngoal: Turn Bluetooth off and then")
    assert "Bluetooth #1 switch" in one
    assert replay_text(tmp_path / "episodes" / "abc1") == one
    assert format_step(step()) in one, "a typed step reads like a recorded one"
    with pytest.raises(UsageError, match="2 episodes"):
        replay_text(tmp_path, "ab")
    with pytest.raises(UnknownName):
        replay_text(tmp_path, "zz")


labels = st.text(max_size=20)


@given(labels, labels, st.sampled_from(["", "confirmed"]), st.lists(labels, max_size=3), st.integers(-5, 5000))
@settings(max_examples=50)
def test_typed_steps_survive_the_round_trip(label, value, op, texts, edge):
    one = mark(label=label, value=value, op=op, bounds=Rect(edge, 0, 5, 9), window=1, path="dialog", package="p")
    window = Window(
        index=1, nodes=(), package="p", bounds=Rect(0, 0, 9, 9), kind="TYPE_APPLICATION", layer=2, active=True
    )
    seen = replace(observation(marks=(one,), windows=(window,), covered_by={1: 2}), texts=tuple(texts), grouped=True)
    before = replace(step(target=one, observation=None), observation=seen)
    record = json.loads(json.dumps(step_record(before, redacted=False)))
    assert to_step(record) == before


def test_run_header_says_where_values_came_from_and_what_is_alike(tmp_path):
    (tmp_path / "adapter").mkdir()
    (tmp_path / "adapter" / "a.json").write_text("{}")
    made = Settings(temperature=0.5, trace_dir=tmp_path, model_base_url="https://me:topsecret@host/v1")
    header = run_header(made, {"temperature": "argument"}, seed=7, adapter=tmp_path / "adapter", suite="1")
    assert header["settings"]["temperature"] == {"value": 0.5, "origin": "argument"}
    assert header["settings"]["max_steps"]["origin"] == "default"
    assert header["adapter_hash"] == hash_folder(tmp_path / "adapter")
    assert header["packages"]["pillow"]
    assert "topsecret" not in json.dumps(header)
    elsewhere = run_header(
        made.model_copy(update={"trace_dir": Path("x")}), {}, seed=7, adapter=tmp_path / "adapter", suite="1"
    )
    assert elsewhere["fingerprint"] == header["fingerprint"]
    assert run_header(made, {}, seed=8)["fingerprint"] != header["fingerprint"]
    write_header(tmp_path / "run", header)
    assert write_header(tmp_path / "run", elsewhere)["started"] == header["started"]
    with pytest.raises(RunError, match="other settings"):
        write_header(tmp_path / "run", run_header(made, {}, seed=8))


def test_git_state_never_fails(tmp_path, monkeypatch):
    assert git_state(tmp_path / "nowhere") is None
    monkeypatch.setenv("PATH", "")
    assert git_state(tmp_path) is None


def test_writing_costs_about_a_millisecond_a_step(tmp_path):
    marks = tuple(
        mark(n, label=f"Row number {n} of a list", resource_id="com.app:id/row", package="com.app") for n in range(60)
    )
    one = replace(step(), observation=observation(marks=marks))
    recorder = Recorder(tmp_path, None, keep_steps=True)
    recorder.start("e1", HEADER)
    times = []
    for n in range(60):
        before = time.perf_counter()
        recorder.step(replace(one, index=n))
        times.append(time.perf_counter() - before)
    recorder.close()
    print(sorted(times)[30])
    assert sorted(times)[len(times) // 4] < 0.005
