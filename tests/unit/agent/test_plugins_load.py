from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import fake_plugins
import pytest
from fake_session import do, fake_session

from kit.agent import build, plugins
from kit.agent.plugins import load
from kit.agent.traced import run_episode
from kit.context.assemble import assemble
from kit.errors import UnknownName, UsageError
from kit.events import Bus
from kit.settings import Settings
from kit.tools.execute import tools_of

FAST = {"model": "oracle", "screenshots": False, "observe_settle_ms": 0}


@pytest.fixture(autouse=True)
def log() -> list[str]:
    fake_plugins.LOG.clear()
    return fake_plugins.LOG


def install(monkeypatch: pytest.MonkeyPatch, **points: str) -> None:
    """Pretends that packages with these entry points are installed."""
    found = tuple(sorted((name.partition("__")[0], place) for name, place in points.items()))
    monkeypatch.setattr(plugins, "points", lambda: found)


def named(*names: str) -> plugins.Kit:
    return load(plugins=",".join(f"fake_plugins:{n}" for n in names))


def test_by_default_every_installed_plugin_is_loaded_in_the_order_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, b="fake_plugins:inner", a="fake_plugins:outer")
    assert load(Settings()).loaded == ["a", "b"]  # type: ignore[call-arg,unused-ignore]


@pytest.mark.parametrize("off", ["off", "", " "])
def test_off_loads_none(monkeypatch: pytest.MonkeyPatch, off: str) -> None:
    install(monkeypatch, bad="nowhere:nothing")
    assert load(Settings(plugins=off)).loaded == []


def test_a_list_chooses_and_orders_them_by_name_or_place(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, a="fake_plugins:outer", bad="nowhere:nothing")
    chosen = load(Settings(plugins="fake_plugins:hooks, a"))
    assert chosen.loaded == ["fake_plugins:hooks", "a"]


def test_an_unknown_name_suggests_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, example="fake_plugins:outer")
    with pytest.raises(UnknownName, match="example"):
        load(plugins="exampel")


@pytest.mark.parametrize("place", ["nowhere:plugin", "fake_plugins:missing", "fake_plugins:breaks",
                                   "fake_plugins:not_a_function", "fake_plugins"])  # fmt: skip
def test_one_that_cannot_be_loaded_stops_everything_and_is_named(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    install(monkeypatch, culprit=place)
    with pytest.raises(UsageError, match="Plugin culprit cannot be loaded") as error:
        load(Settings())  # type: ignore[call-arg,unused-ignore]
    assert error.value.code == "plugin_failed"
    assert "PHONE_AGENT_PLUGINS=off" in str(error.value)


def test_it_stops_a_run_before_anything_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, culprit="fake_plugins:breaks")
    with pytest.raises(UsageError, match="culprit"):
        build.check(Settings(model="random"))
    with pytest.raises(UsageError, match="culprit"):
        run_episode("clock_alarm_on", FAST)


def test_two_packages_with_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, a="fake_plugins:outer", a__2="fake_plugins:inner")
    with pytest.raises(UsageError, match="Two installed packages"):
        load(plugins="installed")


@pytest.mark.parametrize(("name", "why"), [("takes_tap", "'tap'"), ("shouts", "'Shout'"), ("twice", "'label_count'")])
def test_a_tool_needs_a_free_and_plain_name(name: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        named(name)


def test_its_tools_are_offered_and_run(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    assert "label_count" not in [t.name for t in tools_of(session)]
    named("tools").attach(session)
    assert "label_count" in [t.name for t in tools_of(session)]
    assert do(session, "label_count").text == "7 labels"


def test_its_prompt_blocks_stand_at_the_end_of_the_system_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)
    named("tools").attach(session)
    bare = assemble("g", None, [], session.settings)
    blocked = assemble("g", None, [], session.settings, blocks=session.blocks)
    assert blocked[0].text == f"{bare[0].text}\nLabels of fake may be counted."
    assert blocked[1:] == bare[1:]


def test_its_handlers_nest_in_the_order_of_loading(monkeypatch: pytest.MonkeyPatch, log: list[str]) -> None:
    session = fake_session(monkeypatch)
    named("outer", "inner").attach(session)
    do(session, "home")
    assert log == ["+outer", "+inner", "-inner", "-outer"]


def test_safety_is_outside_its_handlers_and_presentation_inside(
    monkeypatch: pytest.MonkeyPatch, log: list[str]
) -> None:
    session = fake_session(monkeypatch)
    named("outer").attach(session)

    def shows(call: Any, proceed: Any) -> Any:
        log.append("shown")
        return proceed(call)

    session.bus.innermost.append(shows)
    assert do(session, "launch_app", name="System update").code == "blocked_system_update"
    assert log == []
    do(session, "home")
    assert log == ["+outer", "shown", "-outer"]


def test_presentation_does_not_run_for_skipped_calls(monkeypatch: pytest.MonkeyPatch, log: list[str]) -> None:
    session = fake_session(monkeypatch)
    named("outer").attach(session)
    session.ending = "finish"
    assert do(session, "home").status == "skipped"
    assert log == []


def test_its_listeners_hear_the_whole_run_from_the_first_look_on(log: list[str]) -> None:
    run_episode("clock_alarm_on", FAST | {"plugins": "fake_plugins:hears"})
    assert log[:3] == ["Observed", "started", "EpisodeStarted"]
    assert log[-1] == "EpisodeEnded"
    assert log.count("started") == 1


def test_its_hooks_are_called_once_each(log: list[str]) -> None:
    episode = run_episode("clock_alarm_on", FAST | {"plugins": "fake_plugins:hooks"})
    assert log == [f"begin {episode.goal}", "end finish"]


def test_what_breaks_later_is_noted_and_the_run_goes_on() -> None:
    episode = run_episode("clock_alarm_on", FAST | {"plugins": "fake_plugins:breaks_later"})
    assert episode.outcome.success is True
    failures = [words for _, words in episode.extras["listener_failures"]]
    assert "RuntimeError: a bug" in failures
    assert any("not int" in words for words in failures)
    names = {name for name, _ in episode.extras["listener_failures"]}
    assert any("fake_plugins:breaks_later" in name for name in names)


def test_after_run_hooks_that_fail_are_noted_and_the_rest_still_hear(log: list[str]) -> None:
    bus = Bus()
    episode = run_episode("clock_alarm_on", FAST | {"plugins": "off"})
    named("breaks_later", "hooks").end(bus, episode)
    assert len(bus.failures) == 1
    assert log == ["end finish"]


def test_a_hook_that_loses_the_phone_ends_the_run() -> None:
    episode = run_episode("clock_alarm_on", FAST | {"plugins": "fake_plugins:loses_the_phone"})
    assert (episode.outcome.ending, episode.outcome.code) == ("error", "device_lost")


def test_what_a_plugin_keeps_lives_as_long_as_the_episode() -> None:
    assert named("outer").handlers[0] is not named("outer").handlers[0]


def test_one_in_the_current_folder_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "plugin_of_mine_here.py").write_text("def add(kit):\n    kit.prompt(lambda session: 'mine')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p])
    assert [name for name, _ in load(plugins="plugin_of_mine_here:add").blocks] == ["plugin_of_mine_here:add"]


@pytest.mark.parametrize("place", ["nowhere:plugin", "fake_plugins:missing", "fake_plugins:breaks"])
def test_what_is_said_of_a_broken_one_is_made_of_sentences(place: str) -> None:
    with pytest.raises(UsageError) as error:
        load(plugins=place)
    assert error.value.message.endswith(".")
    assert not error.value.message.endswith("..")


def test_an_unknown_name_where_none_is_installed_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    with pytest.raises(UnknownName, match="No plugin is installed"):
        load(plugins="exampel")
