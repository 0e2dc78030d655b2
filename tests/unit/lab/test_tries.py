"""What the infrastructure broke is tried again, on a phone that answers, and its old outcome is replaced and kept."""

import json
import time
from pathlib import Path

import pytest

from kit.agent.record import phone_spec, seed_replaced
from kit.errors import UsageError
from kit.lab import patience
from kit.lab.bench import resume_bench, run_bench
from kit.lab.fleet import run_fleet
from kit.lab.plan import make_plans
from kit.lab.results import load
from kit.tasks.suite import SETS, TEMPLATES
from kit.trace.commit import REPLACED, stored
from kit.trace.read import read_run

TASK = TEMPLATES[0].name


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(patience, "PAUSES", (0.01, 0.02, 0.04))


def plans(seeds, folder, **settings):
    return make_plans({"a": {"marks": str(folder), **settings}}, {"t": {}}, range(seeds))


def count(folder, name):
    return (folder / name).stat().st_size if (folder / name).exists() else 0


def test_what_the_infrastructure_broke_gets_its_tries_and_the_row_counts_them(tmp_path):
    made = plans(2, tmp_path, code="model_unreachable", times=2, wins=True)
    run_fleet(made, tmp_path / "r", job="fake_jobs:break_by")
    frame = load(tmp_path / "r")
    assert frame["success"].tolist() == [True, True]
    assert frame["tries"].tolist() == [3, 3]
    before = [json.loads(t) for t in (tmp_path / "r/episodes" / made[0].id / "tries.jsonl").read_text().splitlines()]
    assert [(one["code"], one["reason"]) for one in before] == [("model_unreachable", "it broke")] * 2


def test_after_the_last_try_it_stays_the_infrastructures_failure(tmp_path):
    run_fleet(plans(1, tmp_path, code="device_offline"), tmp_path / "r", job="fake_jobs:break_by", tries=2)
    row = load(tmp_path / "r").iloc[0]
    assert (row["fault"], row["code"], row["tries"]) == ("infrastructure", "device_offline", 2)


@pytest.mark.parametrize(
    ("code", "fault"),
    [("model_broken", "agent"), ("verifier_error", "verifier"), ("oracle_failed", "infrastructure")],
)
def test_bugs_in_code_and_the_agents_own_failures_are_not_tried_again(tmp_path, code, fault):
    run_fleet(plans(1, tmp_path, code=code, fault=fault), tmp_path / "r", job="fake_jobs:break_by")
    assert count(tmp_path, "tries-0") == 1
    assert load(tmp_path / "r")["tries"].tolist() == [1]


def test_a_bug_that_escapes_from_a_job_is_not_tried_again(tmp_path):
    run_fleet(plans(3, tmp_path), tmp_path / "r", job="fake_jobs:fail", tries=3)
    frame = load(tmp_path / "r").set_index("seed")
    assert (frame.loc[1, "code"], frame.loc[1, "tries"]) == ("device_lost", 3)
    assert (frame.loc[2, "code"], frame.loc[2, "tries"]) == ("worker_error", 1)
    assert "fake_jobs.py, fail, line" in frame.loc[2, "reason"]


def test_a_lost_phone_is_waited_for_before_it_gets_another_episode(tmp_path):
    (tmp_path / "away").touch()
    made = plans(4, tmp_path, device="adb:A", back=2)
    run_fleet(made, tmp_path / "r", job="fake_jobs:phone_away", probe="fake_jobs:probe")
    frame = load(tmp_path / "r")
    assert frame["success"].tolist() == [True] * 4
    assert frame["tries"].tolist() == [2, 1, 1, 1]
    assert (count(tmp_path, "failed"), count(tmp_path, "probed")) == (1, 2)


def test_a_phone_that_stays_away_is_given_up_once_and_every_plan_has_its_outcome(tmp_path):
    (tmp_path / "away").touch()
    made = plans(4, tmp_path, device="adb:A")
    run_fleet(made, tmp_path / "r", job="fake_jobs:phone_away", probe="fake_jobs:probe")
    frame = load(tmp_path / "r")
    assert set(frame["code"]) == {"device_offline"}
    assert set(frame["device"]) == {"adb:A"}
    assert "did not come back within" in frame.loc[3, "reason"]
    assert (count(tmp_path, "failed"), count(tmp_path, "probed")) == (1, len(patience.PAUSES))
    (tmp_path / "away").unlink()
    report = run_fleet(made, tmp_path / "r", job="fake_jobs:phone_away", probe="fake_jobs:probe")
    assert (report.before, report.again, report.ran) == (0, 4, 4)
    assert load(tmp_path / "r")["success"].tolist() == [True] * 4


def test_a_simphone_is_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("there is nothing to wait for"))
    made = plans(1, tmp_path, device="sim:0,fault.offline=0.5", code="device_offline", times=1)
    run_fleet(made, tmp_path / "r", job="fake_jobs:break_by", probe="fake_jobs:probe")
    assert load(tmp_path / "r")["tries"].tolist() == [2]


def test_the_old_outcome_is_replaced_only_by_a_new_one_and_kept(tmp_path):
    made = plans(3, tmp_path, code="device_offline", times=1)
    run_fleet(made, tmp_path / "r", job="fake_jobs:break_by", tries=1)
    assert set(load(tmp_path / "r")["fault"]) == {"infrastructure"}
    old = (tmp_path / "r/episodes" / made[0].id / "trace.jsonl").read_bytes()
    report = run_fleet(made, tmp_path / "r", job="fake_jobs:break_by", tries=1)
    assert (report.before, report.again, report.ran) == (0, 3, 3)
    assert stored(tmp_path / "r") == {plan.id for plan in made}
    assert "infrastructure" not in set(load(tmp_path / "r")["fault"].fillna(""))
    kept = tmp_path / "r" / REPLACED
    assert sorted(p.name for p in kept.iterdir()) == sorted(f"{plan.id}-1" for plan in made)
    assert (kept / f"{made[0].id}-1" / "trace.jsonl").read_bytes() == old
    assert run_fleet(made, tmp_path / "r", job="fake_jobs:break_by").ran == 0, "the agent's own results stay"


def test_when_the_new_outcome_cannot_be_written_the_old_one_stands(tmp_path, monkeypatch):
    import kit.trace.commit as store
    from kit.errors import TraceError

    made = plans(1, tmp_path, code="device_offline")
    run_fleet(made, tmp_path / "r", job="fake_jobs:break_by", tries=1)

    def full(path, content):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store, "write_synced", full)
    with pytest.raises(TraceError, match="Free some space"):
        run_fleet(made, tmp_path / "r", job="fake_jobs:break_by", tries=1)
    assert load(tmp_path / "r")["code"].tolist() == ["device_offline"]


def test_a_benchmark_says_what_was_broken_where_and_repairs_it_on_resume(tmp_path):
    arms = {"good": {"model": "oracle"}, "bad": {"model": "random"}}
    bench = run_bench(arms, TASK, [0, 2], workers=0, out=tmp_path / "r", job="fake_jobs_arm:play", tries=2)
    (line,) = bench.notes
    assert line.startswith("bad: 2 of 2 episodes were broken (2 by the infrastructure); 2 x device_offline: adb lists ")
    assert line.endswith(f"(first in {TASK} seed 0; on sim:0)")
    (tmp_path / "mended").touch()
    again = resume_bench(bench.folder, workers=0)
    assert "2 of 4 episodes had been broken by the infrastructure before" in again.notes
    assert {arm["arm"]: arm["success"] for arm in again.arms} == {"good": 1.0, "bad": 1.0}


@pytest.fixture(autouse=True)
def _job_by_arm(tmp_path, monkeypatch):
    """A module whose job breaks one arm until the file `mended` is there."""
    (tmp_path / "fake_jobs_arm.py").write_text(
        "from pathlib import Path\nimport fake_jobs\n"
        "def play(plan, settings):\n"
        "    if plan['arm'] == 'bad' and not (Path(__file__).parent / 'mended').exists():\n"
        "        return fake_jobs.files_of(plan, settings, fake_jobs.broken('device_offline', 'adb lists it as offline'))\n"
        "    return fake_jobs.files_of(plan, settings)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(__import__("sys").modules, "fake_jobs_arm", raising=False)
    monkeypatch.chdir(tmp_path)


# --- the phone in the table ------------------------------------------------------------------------------------------


def test_the_table_names_the_phone_that_was_used_its_traits_and_the_settings_that_differ(tmp_path):
    arms = {
        "zh": {"model": "oracle", "device": "sim:0,locale=zh-CN"},
        "fold": {"model": "oracle", "device": "sim:5, screen=fold, dark_theme,font_scale=1.3", "temperature": 0.5},
    }
    bench = run_bench(arms, "settings_display", [3], workers=0, out=tmp_path / "r", settings={"observe_settle_ms": 0})
    frame = bench.frame().set_index("arm")
    assert frame["success"].tolist() == [True, True]
    assert frame.loc["zh", "device"] == "sim:3,locale=zh-CN"
    assert frame.loc["fold", "device"] == "sim:3,screen=fold,dark_theme,font_scale=1.3"
    assert frame.loc["zh", "device.locale"] == "zh-CN"
    assert frame["device.locale"].isna().tolist() == [True, False]
    assert (frame.loc["fold", "device.dark_theme"], frame.loc["fold", "device.font_scale"]) == (True, 1.3)
    assert frame["set.temperature"].to_dict() == {"fold": 0.5, "zh": 0.0}
    assert "set.model" not in frame, "it is the same in all arms"
    assert not {"set.device", "set.trace_dir"} & set(frame)
    assert (tmp_path / "r" / "results.parquet").stat().st_size > 0
    assert [note for note in bench.notes if "seed" in note] == [
        "the seed of sim:5, screen=fold, dark_theme,font_scale=1.3 is replaced by each task's own; "
        "its traits and faults are kept"
    ]
    for episode in read_run(bench.folder).episodes():
        assert episode.end is not None
        assert episode.start["device"] == episode.end["device"]


def test_injected_faults_stay_visible_after_the_tries(tmp_path):
    device = "sim:0,fault.offline=1"
    bench = run_bench(["oracle"], "settings_display", 1, workers=0, out=tmp_path / "r", device=device, tries=2)
    row = bench.frame().iloc[0]
    assert (row["fault"], row["tries"], row["device"], row["device.fault.offline"]) == ("infrastructure", 2, device, 1)


@pytest.mark.parametrize(
    ("spec", "seed", "used"),
    [
        ("sim:7", None, "sim:7"),
        ("sim:7", 3, "sim:3"),
        (" sim+adb:7 , locale=ar,,fault.offline=0.1", 0, "sim+adb:0,locale=ar,fault.offline=0.1"),
        ("adb:127.0.0.1:5555", 3, "adb:127.0.0.1:5555"),
    ],
)
def test_a_phone_has_one_spec_in_one_form(spec, seed, used):
    assert phone_spec(spec, seed) == used


def test_only_a_seed_somebody_chose_is_spoken_of():
    assert [bool(seed_replaced(spec)) for spec in ("sim:0", "sim:0,screen=fold", "adb:9", "sim:9", "sim+adb:10")] == [
        False,
        False,
        False,
        True,
        True,
    ]


# --- what is refused leaves nothing behind -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"seeds": [1, 1]},
        {"seeds": [-1]},
        {"seeds": ["a"]},
        {"trials": 0},
        {"tries": 0},
        {"job": "nowhere:nothing"},
        {"probe": "nowhere:nothing"},
        {"device": ["sim:0", "nonsense"]},
        {"device": ["adb:A", "adb:A"]},
    ],
)
def test_a_refused_plan_leaves_nothing_and_the_folder_can_be_used(tmp_path, wrong):
    good = {"policies": ["oracle"], "tasks": TASK, "seeds": [1], "workers": 0, "job": "fake_jobs:play"}
    with pytest.raises(UsageError):
        run_bench(**{**good, **wrong}, out=tmp_path / "r")
    assert not (tmp_path / "r").exists()
    assert run_bench(**good, out=tmp_path / "r").arms[0]["episodes"] == 1


def test_a_file_in_the_way_is_a_wrong_folder(tmp_path):
    (tmp_path / "file").write_text("mine")
    for out in (tmp_path / "file", tmp_path / "file" / "deeper"):
        with pytest.raises(UsageError, match="is a file"):
            run_bench(["oracle"], TASK, 1, workers=0, out=out, job="fake_jobs:play")
    assert (tmp_path / "file").read_text() == "mine"
    with pytest.raises(UsageError, match="no run"):
        load(3)


def test_without_tasks_the_core_is_played_as_the_command_does(tmp_path):
    bench = run_bench(["oracle"], seeds=1, workers=0, out=tmp_path / "r", job="fake_jobs:play")
    assert set(bench.frame()["task"]) == SETS["core"]


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("ray_here")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("back", [3, 99])
def test_a_lost_phone_does_not_eat_the_queue_of_the_others(tmp_path, back):
    (tmp_path / "away").touch()
    made = plans(24, tmp_path, back=back)
    devices = ["adb:A", "adb:B"]
    run_fleet(
        made, tmp_path / "r", job="fake_jobs:phone_away", probe="fake_jobs:probe", workers=2, devices=devices, tries=2
    )
    frame = load(tmp_path / "r")
    assert len(frame) == 24
    assert frame["success"].tolist() == [True] * 24
    assert count(tmp_path, "failed") == 1, "after its first failure it had to answer a probe"
    (again,) = frame[frame["tries"] == 2].to_dict("records")
    earlier = json.loads((Path(tmp_path) / "r/episodes" / again["episode"] / "tries.jsonl").read_text())
    assert earlier["device"] == "adb:A"
    if back == 99:
        assert set(frame["device"]) == {"adb:B"}


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.usefixtures("ray_here")
@pytest.mark.filterwarnings("ignore")
def test_when_every_phone_is_given_up_each_plan_still_has_its_outcome(tmp_path):
    (tmp_path / "away").touch()
    made = plans(6, tmp_path)
    run_fleet(made, tmp_path / "r", job="fake_jobs:phone_away", probe="fake_jobs:probe", workers=1, devices=["adb:A"])
    frame = load(tmp_path / "r")
    assert (len(frame), set(frame["code"]), set(frame["device"])) == (6, {"device_offline"}, {"adb:A"})
    assert count(tmp_path, "failed") == 1
