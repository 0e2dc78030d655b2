"""The fleet on Ray: dead, hung and killed processes never lose or double an episode."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from kit.errors import Killed, UnknownName
from kit.lab.fleet import run_fleet
from kit.lab.plan import load_plans, make_plans, save_plans
from kit.lab.results import load
from kit.trace.commit import stored
from kit.trace.read import read_run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.usefixtures("ray_here"),
    pytest.mark.filterwarnings("ignore"),
]


def plans(seeds, **settings):
    return make_plans({"a": settings}, {"t": {}}, range(seeds))


def test_a_killed_actor_is_replaced_and_its_episode_run_again(tmp_path):
    made = plans(9, marks=str(tmp_path))
    report = run_fleet(made, tmp_path / "run", job="fake_jobs:die_once", workers=2, header={"fingerprint": "f"})
    assert report.ran == 9
    frame = load(tmp_path / "run")
    assert sorted(frame["episode"]) == sorted(p.id for p in made)
    assert frame["fault"].fillna("").tolist().count("infrastructure") == 0, "each got its second try"
    pids = {e.end["extras"]["pid"] for e in read_run(tmp_path / "run").episodes()}
    assert os.getpid() not in pids


def test_an_episode_that_kills_every_worker_is_given_up_and_the_rest_run(tmp_path):
    report = run_fleet(plans(4), tmp_path, job="fake_jobs:die_always", workers=2, tries=2)
    assert report.ran == 4
    frame = load(tmp_path).set_index("seed")
    assert frame.loc[1, "fault"] == "infrastructure"
    assert frame.loc[1, "code"] == "worker_died"
    assert frame["code"].fillna("").tolist().count("worker_died") == 1


def test_a_hung_worker_is_killed_and_replaced(tmp_path):
    began = time.monotonic()
    report = run_fleet(
        plans(3, marks=str(tmp_path)), tmp_path / "run", job="fake_jobs:hang_once", workers=1, deadline=12.0
    )
    assert report.ran == 3
    assert time.monotonic() - began < 60
    assert load(tmp_path / "run")["code"].fillna("").tolist() == ["", "", ""]


def test_one_phone_an_actor_and_models_stay_loaded(tmp_path):
    run_fleet(
        plans(4),
        tmp_path,
        job="fake_jobs:count_loads",
        devices=["adb:A", "adb:B"],
        workers=2,
        header={"fingerprint": "f"},
    )
    ends = [e.end for e in read_run(tmp_path).episodes()]
    by_pid = {(e["extras"]["pid"], e["device"]) for e in ends}
    assert {device for _, device in by_pid} <= {"adb:A", "adb:B"}
    assert len({pid for pid, _ in by_pid}) == len(by_pid), "an actor never changes its phone"
    assert max(e["extras"]["loads"] for e in ends) >= 2


def test_a_wrong_name_stops_the_fleet(tmp_path):
    with pytest.raises(UnknownName):
        run_fleet(plans(4), tmp_path, job="fake_jobs:stop", workers=1)


DRIVER = """
import sys
from pathlib import Path
from kit.lab.fleet import run_fleet
from kit.lab.plan import load_plans
run = Path(sys.argv[1])
run_fleet(load_plans(run)[0], run, job="fake_jobs:slow", workers=2, header={"fingerprint": "f"}, address="local")
"""


def wait_for(run, count, alive=lambda: True, seconds=180):
    until = time.monotonic() + seconds
    while len(stored(run)) < count:
        assert alive(), "the driver ended too early"
        assert time.monotonic() < until, "nothing was stored"
        time.sleep(0.05)


def test_a_killed_driver_is_resumed_exactly_once(tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    save_plans(run, plans(16), {})
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "HOME": str(tmp_path), "PYTHONPATH": paths}
    with subprocess.Popen([sys.executable, "-c", DRIVER, str(run)], env=env) as driver:
        wait_for(run, 3, lambda: driver.poll() is None)
        driver.send_signal(signal.SIGKILL)
        driver.wait(30)
    before = {p.name: p.stat().st_mtime_ns for p in (run / "episodes").iterdir() if not p.name.startswith(".")}
    assert 3 <= len(before) < 16
    report = run_fleet(load_plans(run)[0], run, job="fake_jobs:play")
    assert report.before == len(before)
    assert report.ran == 16 - len(before)
    assert sorted(load(run)["seed"]) == list(range(16))
    for name, written in before.items():
        assert (run / "episodes" / name).stat().st_mtime_ns == written, "what was stored is not touched"


def test_ctrl_c_stops_cleanly(tmp_path):
    def interrupt():
        wait_for(tmp_path, 2)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(Killed, match="of 40 episodes are stored") as caught:
        run_fleet(plans(40), tmp_path, job="fake_jobs:slow", workers=2, header={"fingerprint": "f"})
    thread.join()
    kept = len(stored(tmp_path))
    assert 2 <= kept < 40
    assert f"kit bench --resume {tmp_path}" in caught.value.fix
    assert list(read_run(tmp_path).crashed()) == []
    assert run_fleet(plans(40), tmp_path, job="fake_jobs:play").ran == 40 - kept
