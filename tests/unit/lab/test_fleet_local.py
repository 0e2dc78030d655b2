"""The fleet without Ray: plans, ids, resume, faults, caps, interruptions."""

import errno
import json
import signal

import fake_jobs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import Killed, RunError, TraceError, UnknownName, UsageError
from kit.lab.fleet import run_fleet
from kit.lab.plan import EpisodePlan, check_plans, load_plans, make_plans, save_plans
from kit.lab.results import COLUMNS, load, save
from kit.lab.sweep import grid
from kit.trace.commit import stored
from kit.trace.read import read_run


def plans(seeds=4, arms=("a",), tasks=("t1",), **settings):
    return make_plans(
        {arm: {"model": arm, **settings} for arm in arms}, {task: {"tags": ["read"]} for task in tasks}, range(seeds)
    )


def test_the_id_is_the_plan_and_nothing_else():
    one = EpisodePlan(arm="a", settings={"model": "a", "top_k": 1}, task="t", seed=1)
    same = EpisodePlan(arm="a", settings={"top_k": 1, "model": "a", "trace_dir": "x"}, task="t", seed=1, facts={"n": 1})
    assert one.id == same.id
    assert len(one.id) == 16
    others = [
        EpisodePlan(arm="b", settings=one.settings, task="t", seed=1),
        EpisodePlan(arm="a", settings={"model": "a", "top_k": 2}, task="t", seed=1),
        EpisodePlan(arm="a", settings=one.settings, task="u", seed=1),
        EpisodePlan(arm="a", settings=one.settings, task="t", seed=2),
        EpisodePlan(arm="a", settings=one.settings, task="t", seed=1, trial=1),
    ]
    assert len({one.id, *(p.id for p in others)}) == 6
    with pytest.raises(UsageError, match="planned twice"):
        check_plans([one, same])


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 3), st.integers(1, 2))
def test_every_arm_meets_every_episode(arms, tasks, seeds, trials):
    made = make_plans({str(a): {"x": a} for a in range(arms)}, {str(t): {} for t in range(tasks)}, range(seeds), trials)
    assert len({p.id for p in made}) == arms * tasks * seeds * trials
    for start in range(0, len(made), arms):
        pair = made[start : start + arms]
        assert len({(p.task, p.seed, p.trial) for p in pair}) == 1, "the arms of a pair stand side by side"


def test_plans_can_be_stored_and_damage_is_named(tmp_path):
    made = plans(2, arms=("a", "b"))
    save_plans(tmp_path, made, {"job": "m:f"})
    assert load_plans(tmp_path) == (made, {"job": "m:f"})
    (tmp_path / "plan.json").write_text('{"arms": {}}')
    with pytest.raises(RunError, match="damaged"):
        load_plans(tmp_path)
    with pytest.raises(RunError, match=r"plan\.json"):
        load_plans(tmp_path / "none")


def test_planned_minus_stored_is_what_runs(tmp_path):
    seen = []
    first = run_fleet(plans(2), tmp_path, job="fake_jobs:play", header={"fingerprint": "f"})
    assert (first.before, first.ran) == (0, 2)
    again = run_fleet(plans(4), tmp_path, job="fake_jobs:play", progress=lambda *a: seen.append(a))
    assert (again.before, again.ran, again.planned) == (2, 2, 4)
    assert [(done, total, row["seed"], row["success"]) for done, total, row in seen] == [
        (3, 4, 2, True),
        (4, 4, 3, False),
    ]
    assert stored(tmp_path) == {p.id for p in plans(4)}
    assert run_fleet(plans(4), tmp_path, job="fake_jobs:play").ran == 0


def test_each_planned_episode_gets_an_outcome_whatever_fails(tmp_path):
    report = run_fleet(plans(5, marks=str(tmp_path)), tmp_path / "run", job="fake_jobs:fail", tries=2)
    assert report.ran == 5
    frame = load(tmp_path / "run").set_index("seed")
    assert frame["fault"].fillna("").tolist() == ["", "infrastructure", "infrastructure", "agent", ""]
    assert frame.loc[1, "code"] == "device_lost"
    assert frame.loc[2, "code"] == "worker_error"
    assert "ZeroDivisionError: a bug" in frame.loc[2, "reason"]
    assert frame.loc[1, "tags"] == ["read"]


def test_what_is_wrong_for_all_stops_at_once_and_keeps_what_finished(tmp_path):
    with pytest.raises(UnknownName):
        run_fleet(plans(4), tmp_path, job="fake_jobs:stop")
    assert stored(tmp_path) == {plans(4)[0].id}
    with pytest.raises(UsageError, match="names no function"):
        run_fleet(plans(1), tmp_path, job="fake_jobs:nope")


def test_ctrl_c_keeps_what_finished_and_says_how_to_go_on(tmp_path):
    made = plans(4, marks=str(tmp_path))
    with pytest.raises(Killed, match="2 of 4 episodes are stored") as caught:
        run_fleet(made, tmp_path / "run", job="fake_jobs:interrupt")
    assert f"--resume {tmp_path / 'run'}" in caught.value.fix
    assert run_fleet(made, tmp_path / "run", job="fake_jobs:interrupt").ran == 2
    assert stored(tmp_path / "run") == {p.id for p in made}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_python_forgets_still_stops_the_run(tmp_path):
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(Killed, match="2 of 4 episodes are stored"):
        run_fleet(plans(), tmp_path, job="fake_jobs:interrupted_unfelt", header={"fingerprint": "f"})
    assert signal.getsignal(signal.SIGINT) is before
    assert run_fleet(plans(), tmp_path, job="fake_jobs:play").ran == 2


def test_models_stay_loaded_between_episodes(tmp_path):
    run_fleet(plans(3), tmp_path, job="fake_jobs:count_loads", header={"fingerprint": "f"})
    assert sorted(e.end["extras"]["loads"] for e in read_run(tmp_path).episodes()) == [1, 2, 3]


def test_the_time_share_leaves_out_and_says_so(tmp_path, monkeypatch):
    import kit.lab.job as job

    real = job.attempt

    def timed(name, plan, device, loaded):
        done = real(name, plan, device, loaded)
        return type(done)(files=done.files, row=done.row, seconds=10.0 if plan.arm == "slow" else 0.1)

    monkeypatch.setattr(job, "attempt", timed)
    report = run_fleet(plans(4, arms=("slow", "fast")), tmp_path, job="fake_jobs:play", arm_seconds_cap=15.0)
    assert [p.seed for p in report.not_run] == [2, 3]
    assert {p.arm for p in report.not_run} == {"slow"}
    assert report.ran == 6


def test_disk_full_stops_the_fleet_and_leaves_nothing_half_written(tmp_path, monkeypatch):
    made = plans(3)
    count = []
    import kit.trace.commit as store

    real = store.write_synced

    def full(path, content):
        count.append(path)
        if len(count) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, content)

    monkeypatch.setattr(store, "write_synced", full)
    with pytest.raises(TraceError, match="No space left"):
        run_fleet(made, tmp_path, job="fake_jobs:play")
    monkeypatch.undo()
    assert [p.name for p in (tmp_path / "episodes").iterdir()] == [made[0].id]
    assert run_fleet(made, tmp_path, job="fake_jobs:play").ran == 2


def test_two_writers_never_share_a_run(tmp_path):
    fcntl = pytest.importorskip("fcntl")
    (tmp_path / ".lock").touch()
    with (tmp_path / ".lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(RunError, match="Another process"):
            run_fleet(plans(1), tmp_path, job="fake_jobs:play")
    assert run_fleet(plans(1), tmp_path, job="fake_jobs:play").ran == 1


def test_results_are_one_table(tmp_path):
    import pandas as pd

    run_fleet(plans(2, arms=("a", "b")), tmp_path / "r1", job="fake_jobs:play")
    frame = load(tmp_path / "r1")
    assert tuple(frame.columns) == COLUMNS
    assert list(frame["arm"]) == ["a", "b", "a", "b"]
    assert list(frame["success"]) == [True, True, False, False]
    assert frame["input_tokens"].tolist() == [10] * 4
    assert frame["cache_read_tokens"].isna().all(), "what nobody said is missing, not zero"
    assert frame.loc[0, "goal"] == "do t1"
    back = pd.read_parquet(save(tmp_path / "r1", frame))
    assert back["seconds"].tolist() == frame["seconds"].tolist()
    assert len(load([tmp_path / "r1", tmp_path / "r1"])) == 8
    (tmp_path / "empty").mkdir()
    assert load(tmp_path / "empty").empty
    with pytest.raises(RunError, match="no run folder"):
        load(tmp_path / "nowhere")
    assert not list((tmp_path / "r1").glob(".part*"))


def test_a_committed_episode_without_an_end_counts_as_crashed(tmp_path):
    run_fleet(plans(1), tmp_path, job="fake_jobs:play")
    path = tmp_path / "episodes" / plans(1)[0].id / "trace.jsonl"
    path.write_text(path.read_text().splitlines()[0] + "\n")
    row = load(tmp_path).iloc[0]
    assert (row["success"], row["fault"], row["code"]) == (False, "infrastructure", "crashed")


def test_a_grid_names_its_arms():
    arms = grid({"model": ["a", "b"], "temperature": [0.0, 0.7]}, {"lang": "zh"})
    assert list(arms) == [
        "model=a temperature=0.0",
        "model=a temperature=0.7",
        "model=b temperature=0.0",
        "model=b temperature=0.7",
    ]
    assert arms["model=b temperature=0.7"] == {"lang": "zh", "model": "b", "temperature": 0.7}
    with pytest.raises(UnknownName):
        grid({"temprature": [1]})
    with pytest.raises(UsageError):
        grid({"model": ["a", "a"]})


def test_fake_jobs_record_what_they_say():
    made = fake_jobs.play(plans(1)[0].plain(), {})
    assert json.loads(made["files"]["trace.jsonl"].splitlines()[-1])["success"] is True
