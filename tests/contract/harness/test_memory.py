"""Harness specification, section "记忆", and the row "应用清单/记忆" of "上下文工程": one test a rule.

Whole episodes on the phone made of Python, played by the oracle; what is checked is what the model was given, what stands
in the trace, and what is on disk.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from kit.agent import memory as wiring
from kit.agent.episode import prepare
from kit.agent.traced import run_recorded
from kit.context.memory import HEAD
from kit.errors import TargetError
from kit.events import Bus, EpisodeEnded, Event, Recalled
from kit.memory.episodes import Episodes
from kit.memory.knowledge import Knowledge
from kit.models.scripted import Oracle
from kit.phones.open import open_device
from kit.settings import Settings, resolve
from kit.tools.execute import execute
from kit.tools.names import resolve_app
from kit.trace.read import read_run
from kit.types import Episode, Message, Outcome, Receipt, Reply, Sampler, Step, Tool, ToolCall

TASK, SEED = "task:clock_alarm_on", 3
SETTINGS, CLOCK = "com.android.settings", "com.android.deskclock"


class Played:
    """One recorded episode: its outcome, the prompts its model was given, and its trace."""

    def __init__(
        self, episode: Episode, prompts: Sequence[Sequence[Message]], folder: Path, heard: Sequence[Event]
    ) -> None:
        self.episode = episode
        self.prompts = prompts
        self.heard = [event for event in heard if isinstance(event, Recalled)]
        self.record = next(read_run(folder).episodes())

    @property
    def blocks(self) -> list[str]:
        """The block of each prompt; empty where there is none."""
        return [next((m.text.partition(HEAD)[2] for m in messages if HEAD in m.text), "") for messages in self.prompts]

    def events(self, kind: str) -> list[Mapping[str, Any]]:
        return [event for event in self.record.events if event["kind"] == kind]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Plays an episode with these settings; all of them share one memory folder."""
    prompts: list[Sequence[Message]] = []
    complete = Oracle.complete

    def watched(self: Oracle, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        prompts.append(messages)
        return complete(self, messages, tools, sampler)

    monkeypatch.setattr(Oracle, "complete", watched)
    monkeypatch.chdir(tmp_path)

    def one(task: str = TASK, seed: int = SEED, **given: Any) -> Played:
        prompts.clear()
        heard: list[Event] = []
        plain = {
            "model": "oracle",
            "screenshots": False,
            "observe_settle_ms": 0,
            "plugins": "off",
            "trace_dir": "traces",
        }
        settings, origins = resolve(plain | given, environ={})
        episode = run_recorded(task, settings, origins, seed=seed, listeners=[heard.append])
        folder = episode.trace
        assert folder is not None
        assert episode.outcome.success is True
        return Played(episode, list(prompts), folder, heard)

    return one


def files(tmp_path: Path) -> list[Path]:
    return [path for path in (tmp_path / "memory").rglob("*") if path.is_file()]


# --- off, shadow, on -----------------------------------------------------------------------------------------------------


def test_rule_off_by_default_and_shadow_when_on() -> None:
    """PHONE_AGENT_MEMORY off, _RAG shadow, _DIR memory: a person's goals and screens are kept only when asked for."""
    settings, _ = resolve(environ={})
    assert (settings.memory, settings.memory_rag, settings.memory_dir) == (False, "shadow", Path("memory"))
    on, _ = resolve(environ={"PHONE_AGENT_MEMORY": "on", "PHONE_AGENT_MEMORY_RAG": "on", "PHONE_AGENT_MEMORY_DIR": "x"})
    assert (on.memory, on.memory_rag, on.memory_dir) == (True, "on", Path("x"))


def test_rule_off_writes_nothing_and_changes_no_prompt(play: Any, tmp_path: Path) -> None:
    played = play()
    assert files(tmp_path) == []
    assert set(played.blocks) == {""}
    assert played.events("memory_recall") == []
    assert played.heard == []


def test_rule_the_first_episode_is_archived_and_promoted_by_its_check(play: Any, tmp_path: Path) -> None:
    """Episode archive: goal, route of apps, outcome, who verified it, steps, lessons; promoted by verified success."""
    played = play(memory=True)
    with Episodes(tmp_path / "memory") as episodes:
        [kept] = episodes.records(episode=played.episode.id)
        [(_, way)] = episodes.similar(played.episode.goal, 1)
    assert kept["goal"] == played.episode.goal
    assert (kept["verdict"], kept["by"], kept["apps"]) == ("verified", "check", [CLOCK])
    assert kept["steps"][0]["tool"] == "launch_app"
    assert (way.verified, way.contradicted) == (1, 0)


def test_rule_shadow_is_only_in_the_trace(play: Any) -> None:
    """RAG shadow 回想（默认不注入）: what would be in the prompt is written down, the prompt has none of it."""
    first = play(memory=True)
    played = play(memory=True)
    events = played.events("memory_recall")
    assert events[0]["moment"] == "start"
    assert {e["mode"] for e in events} == {"shadow"}
    [told] = [e for e in events if e["experiences"]]
    assert told["chars"] > 50
    assert next(e.text for e in played.heard if e.experiences).startswith("- goal")
    assert not any("past experience" in block or "way then" in block for block in played.blocks)
    assert [e["experiences"] for e in first.events("memory_recall") if e["experiences"]] == []


def test_rule_on_is_in_every_prompt_labelled_as_past(play: Any) -> None:
    """MEMORY_RAG=on: promoted experience in the context, told as past, maybe stale, and never a target."""
    first = play(memory=True, memory_rag="on")
    assert not any("way then" in block for block in first.blocks)
    played = play(memory=True, memory_rag="on")
    for block in played.blocks:
        assert first.episode.goal in block
        assert 'launch_app "Clock"' in block
        assert "EARLIER runs" in block
        assert "stale" in block
        assert "nothing here is a target" in block
        assert not re.search(r"ax_\d|@e\d", block)
    assert {e["mode"] for e in played.events("memory_recall")} == {"on"}


def test_rule_rag_off_looks_nothing_up_but_facts_stay(play: Any) -> None:
    play(memory=True)
    played = play(memory=True, memory_rag="off")
    assert played.events("memory_recall") == []
    assert any(CLOCK in block for block in played.blocks)


# --- the three layers ------------------------------------------------------------------------------------------------------


def test_rule_app_facts_are_in_the_block_across_runs(play: Any, tmp_path: Path) -> None:
    """App-KB 事实: what an earlier run saw of the app is told as soon as it is in front, and to no run before it."""
    first = play(memory=True)
    assert not any(CLOCK in block for block in first.blocks)
    second = play(memory=True)
    assert f"Clock ({CLOCK}): seen in 1 runs" in second.blocks[-1]
    assert "here these did something before" in second.blocks[1]
    facts = Knowledge(tmp_path / "memory").app(CLOCK)
    assert facts is not None
    assert facts.runs == 2
    assert len(facts.screens) >= 1
    assert sum(facts.entries.values()) == 2


def test_rule_three_moments(play: Any) -> None:
    """开局 / mention 预取 / 进场: by the goal, by what it names, by the app that comes to the front."""
    play("task:messages_send", 1, memory=True)
    play("task:contacts_add", 2, memory=True)
    played = play("task:messages_send", 2, memory=True, memory_rag="on")
    assert [e["moment"] for e in played.events("memory_recall") if e["experiences"]] == ["start"]
    other = play("task:messages_ask", 1, memory=True, memory_rag="on")
    moments = [e["moment"] for e in other.events("memory_recall")]
    assert moments[0] == "start"
    assert moments[-1] == "enter"


def test_rule_a_contact_named_in_an_intent_is_looked_up(play: Any, tmp_path: Path) -> None:
    first = play("task:messages_send", 1, memory=True)
    with Episodes(tmp_path / "memory") as episodes:
        [kept] = episodes.records(episode=first.episode.id)
    [who] = [name for name in kept["names"] if name in first.episode.goal and " " in name]
    heard = talked(tmp_path, goal="Reply to the newest message", intent=f"open the chat with {who}")
    [mention] = [e for e in heard if e.moment == "mention"]
    assert mention.about == who
    assert mention.experiences == (kept["experience"],)


def talked(tmp_path: Path, *, goal: str, intent: str) -> list[Recalled]:
    """What is recalled in a session in which the model says this intent."""
    from kit.events import Replied

    heard: list[Event] = []
    settings = quiet(memory_dir=tmp_path / "memory", memory_rag="on")
    with open_device("sim:0", settings=settings) as phone:
        session = prepare(phone, goal, settings, None, Bus(listeners=[heard.append]), "e1")
        session.memory.begin(None)
        call = ToolCall(id="c", name="tap", arguments={"intent": intent})
        session.bus.emit(Replied(episode="e1", reply=Reply(calls=(call,))))
        session.memory.episodes.close()
        assert session.bus.failures == []
    return [e for e in heard if isinstance(e, Recalled)]


def quiet(**given: Any) -> Settings:
    plain = {"screenshots": False, "observe_settle_ms": 0, "memory": True, "plugins": "off"}
    return resolve(plain | given, environ={})[0]


def test_rule_contradicting_outcomes_demote(play: Any, tmp_path: Path) -> None:
    """An experience whose way later fails its check is in no prompt any more."""
    first = play(memory=True)
    with Episodes(tmp_path / "memory") as episodes:
        [kept] = episodes.records(episode=first.episode.id)
        episodes.add({**kept, "verdict": "contradicted", "success": False, "episode": "failed"})
    played = play(memory=True, memory_rag="on")
    assert not any("way then" in block for block in played.blocks)


def test_rule_the_number_of_verified_successes_is_a_setting(play: Any) -> None:
    for expected in (False, False, True):
        played = play(memory=True, memory_rag="on", memory_promote_after=2)
        assert any("way then" in block for block in played.blocks) is expected


def test_rule_a_character_budget(play: Any) -> None:
    play(memory=True)
    small = play(memory=True, memory_rag="on", memory_chars=40, memory_fact_chars=0)
    assert set(small.blocks) == {""}
    assert [e["experiences"] for e in small.events("memory_recall")] == [[]] * len(small.events("memory_recall"))


# --- names ---------------------------------------------------------------------------------------------------------------


def test_rule_learned_names_come_from_the_store(tmp_path: Path) -> None:
    """App 名解析: 带成功计数的 learned 别名 start the app they started before; policy and installation are asked as ever."""
    book = {"小绿": {SETTINGS: {"exact_alias": 1}}, "小黄": {SETTINGS: {"fuzzy": 9}}}
    Knowledge(tmp_path).add({}, lambda _: book)
    settings = quiet(memory_dir=tmp_path)
    with pytest.raises(TargetError):
        resolve_app("小绿", (f"{SETTINGS}/.Settings",))
    started, weak = launched(settings, "小绿", "小黄")
    assert (started.status, started.call.arguments["name"]) == ("ok", "小绿")
    assert started.observation is not None
    assert started.observation.foreground.package == SETTINGS
    assert (weak.status, weak.code) == ("error", "app_unknown")
    [denied] = launched(settings.model_copy(update={"launch_deny": SETTINGS}), "小绿")
    assert denied.code == "app_denied"


def launched(settings: Settings, *names: str) -> list[Receipt]:
    with open_device("sim:0", settings=settings) as phone:
        session = prepare(phone, "g", settings, None, Bus(), "e1")
        session.memory.begin(None)
        calls = [ToolCall(id=f"c{n}", name="launch_app", arguments={"name": name}) for n, name in enumerate(names)]
        return list(execute(session, calls))


def test_rule_names_that_worked_are_counted(play: Any, tmp_path: Path) -> None:
    for _ in range(2):
        play(memory=True)
    book = json.loads((tmp_path / "memory" / "aliases.json").read_text(encoding="utf-8"))
    assert book == {"clock": {CLOCK: {"exact_alias": 2}}}


@pytest.mark.parametrize(("success", "learned"), [(True, True), (None, True), (False, False)])
def test_rule_a_name_is_not_learned_from_a_run_that_went_wrong(
    tmp_path: Path, success: bool | None, learned: bool
) -> None:
    """What was started may have been the very mistake."""
    settings = quiet(memory_dir=tmp_path)
    with open_device("sim:0", settings=settings) as phone:
        session = prepare(phone, "g", settings, None, Bus(), "e1")
        session.memory.begin(None)
        call = ToolCall(id="c", name="launch_app", arguments={"name": "Settings"})
        before = session.observation
        receipts = execute(session, [call])
        step = Step(index=0, observation=before, reply=Reply(calls=(call,)), receipts=receipts)
        outcome = Outcome(success=success, ending="finish", fault="agent" if success is False else None)
        finished = Episode(
            id="e1", task="", goal="g", arm="a", seed=0, trial=0, device="d", steps=(step,), outcome=outcome,
            started="2026-11-30T00:00:00+00:00", seconds=1.0,
        )  # fmt: skip
        session.bus.emit(EpisodeEnded(episode="e1", finished=finished))
        assert session.bus.failures == []
    assert (Knowledge(tmp_path).book() != {}) is learned
    assert Knowledge(tmp_path).app(SETTINGS) is not None


# --- failures --------------------------------------------------------------------------------------------------------------


def test_rule_memory_fails_open(play: Any, tmp_path: Path) -> None:
    """An error in memory never stops a run: it goes to the trace's diagnostics."""
    (tmp_path / "memory").write_text("a file where the folder should be")
    played = play(memory=True, memory_rag="on")
    assert played.episode.outcome.success is True
    assert {e["code"] for e in played.events("memory_error")} >= {"memory_failed"}
    assert (tmp_path / "memory").read_text() == "a file where the folder should be"


@pytest.mark.parametrize("harm", ["apps", "aliases.json", "experience/episodes.jsonl"])
def test_rule_damage_in_one_layer_leaves_the_run_and_the_others(play: Any, tmp_path: Path, harm: str) -> None:
    play(memory=True)
    place = tmp_path / "memory" / harm
    for path in [*place.glob("*.json")] if place.is_dir() else [place]:
        path.write_bytes(b"\x00\xff not what it should be\n" * 5)
    played = play(memory=True, memory_rag="on")
    assert played.episode.outcome.success is True
    with Episodes(tmp_path / "memory") as episodes:
        assert episodes.records(episode=played.episode.id)


def test_rule_what_cannot_be_redacted_is_not_written(
    play: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fail-closed on data."""

    def broken(steps: object) -> Any:
        def clean(text: str) -> str:
            raise ValueError("no rules")

        return clean

    monkeypatch.setattr(wiring, "cleaner", broken)
    played = play(memory=True)
    assert played.episode.outcome.success is True
    assert [p for p in files(tmp_path) if p.suffix in (".json", ".jsonl")] == []
    assert played.events("memory_error") != []


def test_rule_nothing_typed_and_no_number_is_on_disk(play: Any, tmp_path: Path) -> None:
    """The same boundary as the trace, and no typed text beyond it."""
    played = play("task:contacts_add", 2, memory=True)
    typed = [
        str(r.call.arguments["text"])
        for step in played.episode.steps
        for r in step.receipts
        if r.call.name == "type_text"
    ]
    assert len(typed) >= 3
    kept = b"".join(path.read_bytes() for path in files(tmp_path)).decode("utf-8", "replace").casefold()
    assert "contacts" in kept
    for text in typed:
        assert text.casefold() not in kept


def test_rule_retention(play: Any, tmp_path: Path) -> None:
    """The newest memory_keep_episodes are kept."""
    for seed in range(3):
        play(seed=seed, memory=True, memory_keep_episodes=2)
    with Episodes(tmp_path / "memory") as episodes:
        assert episodes.counts()["episodes"] == 2
