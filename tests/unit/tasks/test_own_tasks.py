"""Tasks and apps of one's own, by name: wherever a task or a device spec is taken."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import fake_hydro
import pytest
from fake_hydro import APP, LOG, TASKS

import kit
from kit.errors import UnknownName, UsageError
from kit.lab.proof import prove
from kit.phones.open import open_device
from kit.simphone.spellings import spellings
from kit.tasks import own, suite
from kit.tasks.base import Task, TruePhone

CHEAP = {"model": "oracle", "trace": False, "screenshots": False, "observe_settle_ms": 50}
SPEC = "sim:0,app=fake_hydro:APP"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A module that lies in the current folder only; its name."""
    name = "hydro_of_mine"
    shutil.copy(fake_hydro.__file__, tmp_path / f"{name}.py")
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    yield name
    sys.path[:] = before
    sys.modules.pop(name, None)


def test_a_name_finds_the_template_alone_among_others_and_beside_the_suites(here: str) -> None:
    (found,) = suite.find(f"{here}:LOG")
    assert found.name == "hydro_log"
    assert [t.name for t in suite.find(f"{here}:TASKS")] == ["hydro_log", "hydro_twice"]
    assert [t.name for t in suite.find(f"{here}:TASKS:*twice, notes_create")] == ["notes_create", "hydro_twice"]
    assert suite.one(f"{here}:TASKS:hydro_twice").name == "hydro_twice"
    with pytest.raises(UsageError, match="several tasks"):
        suite.one(f"{here}:TASKS")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nosuchfile:LOG", "No module named 'nosuchfile'"),
        ("fake_hydro:NOSUCH", "has no attribute 'NOSUCH'"),
        ("fake_hydro:NUMBER", "is of type int, not a task"),
        ("fake_hydro:APP", "is of type App, not a task"),
        ("fake_hydro:TASKS:hydro_trice", "Did you mean hydro_twice"),
    ],
)
def test_a_wrong_name_says_what_is_there(name: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        suite.find(name)


def test_a_module_that_breaks_is_told_with_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "breaks_at_once.py").write_text("A = 1\nB = 1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UsageError, match=r"division by zero, breaks_at_once\.py, line 2"):
        suite.find("breaks_at_once:TASK")


def test_a_name_near_nothing_says_how_to_find_one() -> None:
    with pytest.raises(UnknownName) as caught:
        suite.find("nope")
    assert "Did you mean" not in str(caught.value)
    assert "kit tasks list" in str(caught.value)
    assert "module:NAME" in str(caught.value)
    with pytest.raises(UnknownName, match="Did you mean contacts_add"):
        suite.find("contacts_ad")


def test_a_template_is_named_so_that_it_is_found_again() -> None:
    assert own.name_of(LOG) == "fake_hydro:LOG"
    assert own.name_of(TASKS[1]) == "fake_hydro:TASKS:hydro_twice"
    for template in TASKS:
        assert suite.one(own.name_of(template, elsewhere=True)) is template
    (notes,) = suite.find("notes_create")
    assert list(suite.choose([notes, LOG, "clock_*"]))[:2] == ["notes_create", "fake_hydro:LOG"]


def test_a_template_nobody_can_find_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = replace(LOG, name="hydro_lost")
    with pytest.raises(UsageError, match=r"hydro_lost.*module:NAME"):
        suite.choose([lost], elsewhere=True)
    monkeypatch.setattr(sys.modules["__main__"], "LOST", lost, raising=False)
    assert own.name_of(lost) == "__main__:LOST"
    for given in (lost, "__main__:LOST"):
        with pytest.raises(UsageError, match="workers=0"):
            suite.choose([given], elsewhere=True)


def test_two_tasks_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_hydro, "TWIN", replace(LOG), raising=False)
    with pytest.raises(UsageError, match="Two tasks are named hydro_log"):
        suite.choose(["fake_hydro:LOG", "fake_hydro:TWIN"])
    assert len(suite.choose(["fake_hydro:LOG", LOG])) == 1


def test_an_own_app_and_task_are_played_by_name_from_the_current_folder(here: str) -> None:
    episode = kit.run_episode(f"{here}:LOG", {**CHEAP, "device": f"sim:0,app={here}:APP"}, seed=3)
    assert episode.outcome.success, episode.outcome
    assert episode.task == "hydro_log"


@pytest.mark.parametrize("traits", ["locale=zh-CN", "distractors=3"])
def test_an_own_app_keeps_its_words_under_a_profile(traits: str) -> None:
    """In Chinese the button is found by its English words, and distractors come on top of the app."""
    episode = kit.run_episode(LOG, {**CHEAP, "device": f"{SPEC},{traits}"}, seed=1)
    assert episode.outcome.success, episode.outcome
    assert "记一杯" in spellings("Log a glass")


def test_a_task_teaches_the_words_of_the_app_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a phone that somebody else serves, no device spec names the app."""
    other = replace(APP, name="hydra", words={"zh": {"Only of this app": "独此一家"}})
    monkeypatch.setattr(fake_hydro, "OTHER", other, raising=False)
    assert spellings("Only of this app") == {"Only of this app"}
    Task.of(LOG, 0)
    assert spellings("Only of this app") == {"Only of this app", "独此一家"}


def test_an_own_app_works_behind_adb() -> None:
    with open_device("sim+adb:2,app=fake_hydro:APP") as phone:
        assert TruePhone(phone).data()["hydro"] == {"glasses": 0}
        assert "org.hydro" in phone.packages()


def test_without_the_app_the_task_says_what_to_name() -> None:
    episode = kit.run_episode(LOG, CHEAP, seed=1)
    assert (episode.outcome.fault, episode.outcome.code) == ("verifier", "app_missing")
    assert "app=module:APP" in episode.outcome.reason


@pytest.mark.parametrize(
    ("traits", "words"),
    [
        ("app=APP", "app=module:NAME"),
        ("app=fake_hydro:LOG", "is of type Template, not an app"),
        ("app=nosuchfile:APP", "No module named"),
        ("app=kit.simphone.apps.notes:APP", "on the phone already"),
        ("app=fake_hydro:APP,app=fake_hydro:APP", "on the phone already"),
    ],
)
def test_an_app_that_cannot_be_had_is_a_wrong_spec(traits: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        open_device(f"sim:0,{traits}")


def test_an_app_that_is_not_whole_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_hydro, "HALF", replace(APP, labels={"zh": "喝水"}), raising=False)
    with pytest.raises(UsageError, match='labels with "en"'):
        open_device("sim:0,app=fake_hydro:HALF")


def test_a_proof_takes_a_name_and_a_device_spec() -> None:
    proof = prove("fake_hydro:LOG", 2, spec=SPEC)
    assert (proof.name, proof.problems, proof.solved) == ("hydro_log", [], 2)
    with pytest.raises(UsageError, match="no simphone"):
        prove(LOG, 1, spec="adb:x")
