"""`kit.run_episode` in Python: what it writes, how long it may take, which models it takes."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import kit
from kit.agent import bound
from kit.agent.bound import Bounded, Limit
from kit.agent.episode import Job, budget_of, play
from kit.agent.traced import play_traced, run_recorded
from kit.errors import ModelBroken, ModelError, ModelUnreachable, UnknownName, UsageError
from kit.models.scripted import DoNothing, Oracle
from kit.settings import Settings, resolve
from kit.tasks.base import Task
from kit.tasks.suite import one
from kit.trace.read import read_run, replay_text
from kit.types import Message, Reply, Sampler, Step, Tool, ToolCall

TASK = "settings_display"
FAST: dict[str, Any] = {"model": "oracle", "screenshots": False, "observe_settle_ms": 0, "plugins": "off"}
HOME = ToolCall(id="h", name="home", arguments={})


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def start_of(run: Path) -> dict[str, Any]:
    (trace,) = run.glob("episodes/*/trace.jsonl")
    return json.loads(trace.read_text("utf-8").splitlines()[0])


# --- what is written ---------------------------------------------------------------------------------------------------


def test_by_default_it_is_written_to_a_fresh_folder_that_can_be_replayed_and_loaded(folder: Path) -> None:
    first, second = kit.run_episode(TASK, FAST, seed=1), kit.run_episode(TASK, FAST, seed=1)
    assert first.trace is not None
    assert second.trace is not None
    assert first.trace != second.trace
    assert first.trace.resolve().parent == folder / ".traces"
    assert first.id in replay_text(first.trace)
    (kept,) = read_run(first.trace).episodes()
    assert kept.end is not None
    assert (kept.id, kept.end["steps"]) == (first.id, len(first.steps))
    assert list(kit.load(first.trace)["success"]) == [True]


def test_it_has_the_layout_of_a_single_run_of_the_command_line(folder: Path) -> None:
    mine = kit.run_episode(TASK, FAST | {"trace_dir": "TT", "trace_images": True, "screenshots": True}, seed=1).trace
    settings, origins = resolve(FAST | {"trace_dir": "CC", "trace_images": True, "screenshots": True}, environ={})
    theirs = run_recorded(f"task:{TASK}", settings, origins, seed=1).trace
    assert mine is not None
    assert theirs is not None

    def layout(run: Path) -> set[str]:
        return {p.name if p.suffix != ".png" else "*.png" for p in run.rglob("*") if p.parent.name != "episodes"}

    assert layout(mine) == layout(theirs) >= {"run.json", "trace.jsonl", "*.png"}
    header = json.loads((mine / "run.json").read_text("utf-8"))
    assert header["settings"]["trace_images"] == {"value": True, "origin": "argument"}
    assert (header["phone"], header["seed"]) == ("sim:1", 1)


def test_without_a_trace_nothing_is_written(folder: Path) -> None:
    episode = kit.run_episode(TASK, FAST | {"trace": False}, seed=1)
    assert episode.trace is None
    assert list(folder.iterdir()) == []


def test_the_id_is_the_same_with_and_without_a_phone_of_ones_own() -> None:
    with kit.open_device("sim:1") as phone:
        own = kit.run_episode(TASK, FAST, seed=1, device=phone)
    assert own.id == kit.run_episode(TASK, FAST, seed=1).id


def test_a_folder_that_is_a_file_and_a_wrong_model_are_said_before_anything_is_done(folder: Path) -> None:
    (folder / "file").write_text("x")
    with pytest.raises(UsageError, match="is a file"):
        kit.run_episode(TASK, FAST | {"trace_dir": "file"})
    with pytest.raises(UnknownName, match="oracle"):
        kit.run_episode(TASK, FAST | {"model": "orakle"})
    assert not (folder / ".traces").exists()


def test_an_interrupted_episode_says_where_it_is() -> None:
    class Stops(DoNothing):
        def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
            raise KeyboardInterrupt  # a script is called by this very thread, as a person's Ctrl-C interrupts it

    settings, origins = resolve(FAST | {"model": Stops()}, environ={})
    with kit.open_device("sim:0") as phone, pytest.raises(KeyboardInterrupt) as caught:
        play_traced(phone, Job(goal="look"), settings, origins)
    (note,) = caught.value.__notes__
    assert "crashed" in replay_text(Path(note.removeprefix("trace: ")))


def test_an_empty_goal_is_refused() -> None:
    for goal in ("", "  "):
        with pytest.raises(UsageError, match="goal is empty"):
            run_recorded(goal, Settings(model="random"), {})
    assert not Path(".traces").exists()


@pytest.mark.parametrize("name", ["local:/nope", "local:nowhere/at/all", "local:."])
def test_a_folder_without_a_model_is_a_wrong_request(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        kit.run_episode(TASK, FAST | {"model": name})
    assert type(caught.value) is UsageError
    assert "config.json" in caught.value.fix


# --- max_steps ---------------------------------------------------------------------------------------------------------


def test_max_steps_caps_a_tasks_budget_and_is_written_down() -> None:
    episode = kit.run_episode(TASK, FAST | {"max_steps": 2}, seed=1)
    assert (episode.outcome.ending, episode.outcome.code, len(episode.steps)) == ("budget", "step_budget", 2)
    assert episode.trace is not None
    assert start_of(episode.trace)["budget"] == 2


def test_it_never_stretches_a_tasks_budget_and_a_default_leaves_it_alone() -> None:
    task = Task.of(one(TASK), 0)
    own = task.template.budget
    assert budget_of(Settings(max_steps=own + 1), task) == own
    assert budget_of(Settings(), task) == own  # type: ignore[call-arg,unused-ignore]
    assert budget_of(Settings(max_steps=60), task) == min(own, 60)
    again = Settings.model_validate(Settings().model_dump(mode="json"))  # type: ignore[call-arg,unused-ignore]
    assert budget_of(again, task) == own  # as a worker of a benchmark gets them


@pytest.mark.parametrize(("cap", "most"), [(None, 60), (3, 3), (90, 90)])
def test_a_free_goal_has_sixty_steps_or_as_many_as_are_given(cap: int | None, most: int) -> None:
    assert budget_of(Settings(max_steps=cap), None) == most


# --- max_minutes -------------------------------------------------------------------------------------------------------


def test_a_model_that_never_returns_ends_by_timeout_and_its_late_reply_is_thrown_away() -> None:
    released, answered = threading.Event(), threading.Event()

    def slow(messages: Sequence[Message], tools: Sequence[Tool]) -> ToolCall:
        released.wait(20)
        answered.set()
        return HOME

    began = time.monotonic()
    episode = kit.run_episode(TASK, FAST | {"model": slow, "max_minutes": 0.005}, seed=1)
    assert time.monotonic() - began < 5
    outcome = episode.outcome
    assert (outcome.ending, outcome.code, outcome.fault) == ("timeout", "time_budget", "agent")
    assert "slow had not answered" in outcome.reason
    assert episode.steps == ()
    assert episode.trace is not None
    before = sorted(p.stat().st_size for p in episode.trace.rglob("*.jsonl"))
    released.set()
    assert answered.wait(5)
    assert sorted(p.stat().st_size for p in episode.trace.rglob("*.jsonl")) == before


def test_a_verifier_that_never_returns_does_not_outlast_the_episode() -> None:
    more = {"finish_verify": "always", "verifier_model": "fake_hangs:sleeps", "max_minutes": 0.02, "trace": False}
    began = time.monotonic()
    episode = kit.run_episode("clock_alarm_on", FAST | more)
    assert time.monotonic() - began < 8
    assert episode.extras["finish_verifier"] == "skipped"


def test_a_substitute_is_not_asked_when_the_time_is_over() -> None:
    more = {"model": "fake_hangs:sleeps", "fallback_models": "do-nothing,fake_hangs:sleeps", "max_minutes": 0.005}
    outcome = kit.run_episode(TASK, FAST | more).outcome
    assert outcome.ending != "error"


def test_the_thread_ends_with_its_episode() -> None:
    def home(messages: Sequence[Message], tools: Sequence[Tool]) -> ToolCall:
        assert threading.current_thread().name == "kit-model"
        return HOME

    assert len(kit.run_episode(TASK, FAST | {"model": home, "max_steps": 3}).steps) == 3
    deadline = time.monotonic() + 5
    while _waiting() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _waiting()


def _waiting() -> list[threading.Thread]:
    return [t for t in threading.enumerate() if t.name == "kit-model" and not _hanging(t)]


def _hanging(thread: threading.Thread) -> bool:
    """Whether it is one that another test left asleep in its model."""
    frame = sys._current_frames().get(thread.ident or 0)
    while frame is not None:
        if frame.f_code.co_filename.endswith("fake_hangs.py"):
            return True
        frame = frame.f_back
    return False


def test_scripts_are_called_directly() -> None:
    limit = Limit()
    script = DoNothing()
    assert bound.bounded(script, limit) is script
    oracle = Oracle(Task.of(one(TASK), 0).oracle)
    assert bound.bounded(oracle, limit) is oracle


class Nested:
    """A model that asks another one of the same episode."""

    name = "nested"
    sees = True

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        return self.inner.complete(messages, tools, sampler)


def test_a_bounded_model_is_otherwise_itself_and_may_ask_another_one() -> None:
    limit = Limit(deadline=time.monotonic() + 5)
    inner = Bounded(DoNothing(), limit)
    outer = Bounded(Nested(inner), limit)
    assert outer.sees is True
    assert not hasattr(outer, "protocol")
    assert outer.complete((), (), Sampler()).calls[0].name == "finish"
    limit.close()


def test_a_call_after_the_time_is_over_is_not_made() -> None:
    limit = Limit(deadline=time.monotonic() - 1)
    with pytest.raises(ModelUnreachable) as caught:
        limit.call("m", lambda: pytest.fail("it was called"))
    assert caught.value.code == "time_budget"


# --- a model that wants to end the process -------------------------------------------------------------------------------


@pytest.mark.parametrize(("error", "words"), [(SystemExit(3), "SystemExit: 3 ("), (KeyboardInterrupt(), "KeyboardInt")])
def test_a_model_that_ends_the_process_is_at_fault_and_told(error: BaseException, words: str) -> None:
    def quits(messages: Sequence[Message], tools: Sequence[Tool]) -> ToolCall:
        raise error

    episode = kit.run_episode(TASK, FAST | {"model": quits})
    outcome = episode.outcome
    assert (outcome.ending, outcome.code, outcome.fault) == ("error", "model_broken", "agent")
    assert words in outcome.reason
    assert "test_traced_episode.py, line" in outcome.reason
    assert episode.trace is not None
    (trace,) = episode.trace.glob("episodes/*/trace.jsonl")
    assert any(json.loads(x).get("error", "").startswith("model_broken") for x in trace.read_text("utf-8").splitlines())


def test_a_script_that_exits_is_at_fault_too() -> None:
    class Exits(DoNothing):
        def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
            sys.exit(3)

    assert kit.run_episode(TASK, FAST | {"model": Exits(), "trace": False}).outcome.code == "model_broken"


def test_a_module_that_exits_while_it_is_loaded_is_a_wrong_model_or_plugin() -> None:
    with pytest.raises(UsageError, match="cannot be loaded as a model"):
        kit.run_episode(TASK, FAST | {"model": "fake_hangs:exits"})
    with pytest.raises(UsageError, match="cannot be loaded: SystemExit"):
        kit.run_episode(TASK, FAST | {"plugins": "fake_hangs:exits"})


# --- a model of one's own ------------------------------------------------------------------------------------------------


class Nameless:
    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        return Reply(calls=(HOME,))


def test_an_object_and_a_function_are_models() -> None:
    def plain(messages: Sequence[Message], tools: Sequence[Tool]) -> str:
        assert any(tool.name == "home" for tool in tools)
        return 'I go home. {"name": "home", "arguments": {}}'

    def whole(messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        return Reply(calls=(HOME,), text="home")

    for given, name in ((Nameless(), "object:Nameless"), (plain, "object:plain"), (whole, "object:whole")):
        episode = kit.run_episode(TASK, FAST | {"model": given, "max_steps": 2, "trace": False})
        assert [s.reply.calls[0].name for s in episode.steps] == ["home", "home"]
        assert [s.receipts[0].status for s in episode.steps] == ["ok", "ok"]
        assert episode.arm == name


def test_text_without_a_call_is_told_to_the_model() -> None:
    episode = kit.run_episode(TASK, FAST | {"model": lambda messages, tools: "Hm.", "trace": False})
    assert (episode.outcome.code, len(episode.steps)) == ("malformed_reply", 3)
    assert "no JSON object" in episode.steps[0].receipts[0].text
    assert episode.steps[0].reply.text == "Hm."


def test_anything_else_a_function_gives_is_its_fault_with_a_fix() -> None:
    outcome = kit.run_episode(TASK, FAST | {"model": lambda messages, tools: 5, "trace": False}).outcome
    assert outcome.code == "model_broken"
    assert "kit.types.ToolCall" in outcome.reason


def test_a_session_takes_settings_with_an_object() -> None:
    settings, _ = resolve(FAST | {"model": Nameless()}, environ={})
    with kit.open_device("sim:0") as phone:
        session = kit.open_session(phone, settings=settings)
        assert kit.act(session, "home").status == "ok"


def test_a_benchmark_says_how_to_name_it(folder: Path) -> None:
    with pytest.raises(UsageError, match="module:factory"):
        kit.run_bench(policies={"mine": {"model": Nameless()}}, tasks=[TASK], seeds=1, workers=0)
    assert list(folder.iterdir()) == []


def test_an_object_stays_with_its_settings_and_no_others() -> None:
    settings = Settings(model=Nameless())  # type: ignore[arg-type]
    assert settings.own_model() is settings.model_copy(update={"lang": "zh"}).own_model()
    assert settings.model_copy(update={"model": "oracle"}).own_model() is None
    assert Settings.model_validate(settings.model_dump(mode="json")).own_model() is None


# --- short to print ------------------------------------------------------------------------------------------------------


def test_an_episode_a_step_and_an_observation_print_in_a_few_lines() -> None:
    episode = kit.run_episode(TASK, FAST, seed=1)
    words = repr(episode)
    assert len(words) < 500
    assert words.count("\n") <= 2
    assert all(part in words for part in (TASK, "oracle", "success", str(episode.trace)))
    assert all(len(repr(step)) < 200 and "\n" not in repr(step) for step in episode.steps)
    assert all(len(repr(step.observation)) < 200 for step in episode.steps)
    many = Step(index=2, observation=None, reply=Reply(), receipts=episode.steps[0].receipts * 9)
    assert repr(many).endswith("...>")


# --- what is left of a phone -----------------------------------------------------------------------------------------------


def test_a_closed_phone_can_be_neither_observed_nor_touched() -> None:
    phone = kit.open_device("sim:7")
    session = kit.open_session(phone)
    phone.close()
    phone.close()
    for use in (lambda: kit.observe(phone), lambda: phone.tap(1, 1), lambda: phone.pull("/sdcard/x"), phone.screenshot):
        with pytest.raises(UsageError, match="sim:7 was closed") as caught:
            use()
        assert "open_device" in caught.value.fix
    assert kit.act(session, "home").status == "error"
    assert phone.serial == "sim:7"


def test_a_phone_that_is_closed_fails_an_episode_as_typed() -> None:
    phone = kit.open_device("sim:7")
    phone.close()
    outcome = play(phone, Job(goal="look"), Settings(model="random", plugins="off")).outcome
    assert (outcome.ending, outcome.code) == ("error", "usage_error")


def test_the_errors_of_a_call_keep_their_type() -> None:
    limit = Limit(deadline=time.monotonic() + 5)

    def fails() -> Reply:
        raise ModelError("no")

    def stops() -> Reply:
        sys.exit(1)

    with pytest.raises(ModelError, match="no"):
        limit.call("m", fails)
    with pytest.raises(ModelBroken, match="SystemExit: 1"):
        limit.call("m", stops)
    limit.close()
