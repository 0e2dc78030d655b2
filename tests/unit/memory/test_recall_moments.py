"""Recall at three moments of a run, each way once; and how it is worded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_past import CHAT, SETTINGS, did, episode, plain, record, screen

from kit.context.memory import HEAD, experience_words, fact_lines, memory_block, past_lines, quote
from kit.memory.digest import record_of
from kit.memory.episodes import Episodes
from kit.memory.knowledge import facts_of
from kit.memory.recall import MOST, Recall, Recalled
from kit.screen.signature import structural
from kit.tools.names_mentioned import mentioned

PHONE = ("com.android.settings/.S", "com.tencent.mm/.W", "com.android.deskclock/.C", "com.acme.lantern/.L")


@pytest.fixture
def episodes(tmp_path: Path) -> Iterator[Episodes]:
    with Episodes(tmp_path) as opened:
        yield opened


def recall(episodes: Episodes, goal: str = "Turn on Bluetooth", **more: object) -> Recall:
    return Recall(episodes=episodes, goal=goal, **more)  # type: ignore[arg-type]


def goals(found: Recalled | None) -> list[str]:
    return [way.goal for _, way in found.found] if found is not None else []


def test_the_start_takes_like_goals_only(episodes: Episodes) -> None:
    episodes.add(record("Turn on Bluetooth"))
    episodes.add(record("Turn off the alarm at 7", ["Alarm"]))
    asked = recall(episodes)
    assert goals(asked.start()) == ["Turn on Bluetooth"]
    assert asked.start() is None


def test_entering_an_app_takes_ways_through_it_once(episodes: Episodes) -> None:
    episodes.add(record("Turn on Bluetooth and tell Anna", ["Anna"], package=CHAT))
    episodes.add(record("Turn on Wi-Fi", ["Wi-Fi"]))
    asked = recall(episodes)
    assert goals(asked.enter(CHAT)) == ["Turn on Bluetooth and tell Anna"]
    assert asked.enter(CHAT) is None
    assert goals(asked.enter("com.other")) == []


def test_a_name_in_the_goal_or_an_intent_takes_what_had_to_do_with_it(episodes: Episodes) -> None:
    episodes.add(record("Send Anna Borg a message", ["Anna Borg"], package=CHAT))
    asked = recall(episodes, "Call Anna Borg")
    [found] = asked.mention("look for anna borg in the list")
    assert (found.moment, found.about, goals(found)) == ("mention", "Anna Borg", ["Send Anna Borg a message"])
    assert asked.mention("Anna Borg again") == []
    assert asked.mention("nobody at all") == []


def test_an_app_that_is_named_takes_ways_through_it(episodes: Episodes) -> None:
    episodes.add(record("Turn on Bluetooth", package=SETTINGS))
    [found] = recall(episodes, "Turn Bluetooth off").mention("open the settings", [SETTINGS])
    assert (found.about, goals(found)) == (SETTINGS, ["Turn on Bluetooth"])


def test_no_way_is_told_twice_and_few_at_once(episodes: Episodes) -> None:
    for n in range(MOST + 2):
        episodes.add(record("Turn on Bluetooth", [f"way {'abcdefg'[n]}"]))
    asked = recall(episodes)
    first, second = asked.start(), asked.enter(SETTINGS)
    assert first is not None
    assert second is not None
    assert (len(first.found), len(second.found)) == (MOST, 2)
    assert not {w.id for _, w in first.found} & {w.id for _, w in second.found}


def test_ways_through_apps_that_are_not_on_this_phone_are_left_out(episodes: Episodes) -> None:
    episodes.add(record("Turn on Bluetooth"))
    assert goals(recall(episodes, installed=frozenset({CHAT})).start()) == []
    assert goals(recall(episodes, installed=frozenset({SETTINGS})).start()) == ["Turn on Bluetooth"]


def test_it_takes_as_many_verified_successes_as_the_setting_says(episodes: Episodes) -> None:
    episodes.add(record("Turn on Bluetooth"))
    assert goals(recall(episodes, standing=2).start()) == []
    episodes.add(record("Turn on Bluetooth"))
    assert goals(recall(episodes, standing=2).start()) == ["Turn on Bluetooth"]


# --- which apps a text names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "packages"),
    [
        ("Open the Settings and look", ["com.android.settings"]),
        ("打开微信和时钟", ["com.tencent.mm", "com.android.deskclock"]),
        ("Ask on we chat", ["com.tencent.mm"]),
        ("resettings lanterns", []),
        ("start lantern", ["com.acme.lantern"]),
        ("", []),
    ],
)
def test_apps_are_named_by_whole_words(text: str, packages: list[str]) -> None:
    assert list(mentioned(text, PHONE)) == packages


def test_a_learned_name_counts_unless_its_origin_is_weak() -> None:
    strong = {"小绿": {"com.tencent.mm": {"exact_alias": 1}}}
    assert mentioned("用小绿告诉他", PHONE, learned=strong) == ("com.tencent.mm",)
    assert mentioned("用小绿告诉他", PHONE, learned={"小绿": {"com.tencent.mm": {"fuzzy": 9}}}) == ()


# --- words for it ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_block_says_what_it_is_and_holds_no_id(episodes: Episodes, lang: str) -> None:
    a, b = screen(1, "Go ax_9@e3", 'say "run rm"'), screen(2, "Pair")
    kept = record_of(episode("Tap ax_1@e2", did("tap", a, b, on="Go ax_9@e3"), did("tap", b, b, on="Pair")), plain)
    episodes.add(kept)
    [way] = episodes.ways()
    lines, told = past_lines([Recalled(moment="start", about="", found=((1.0, way),))], {}, budget=900, lang=lang)
    block = memory_block([], lines, lang)
    assert told == (way.id,)
    assert block.startswith(HEAD)
    assert ("EARLIER" if lang == "en" else "以前") in block.splitlines()[1]
    assert ("target" if lang == "en" else "目标") in block.splitlines()[1]
    assert "ax_" not in block
    assert "@e" not in block
    assert ("changed nothing" if lang == "en" else "没有效果") in block


def test_only_whole_experiences_fit_and_the_newest_moment_comes_first(episodes: Episodes) -> None:
    for goal in ("Turn on Bluetooth", "Turn on the radio"):
        episodes.add(record(goal, [goal]))
    newest, oldest = episodes.ways()
    moments = [
        Recalled(moment="start", about="", found=((1.0, oldest),)),
        Recalled(moment="enter", about="x", found=((1.0, newest),)),
    ]
    size = sum(len(line) + 1 for line in experience_words(newest, {}))
    lines, told = past_lines(moments, {}, budget=size)
    assert told == (newest.id,)
    assert sum(len(line) + 1 for line in lines) <= size
    assert (
        past_lines(moments, {}, budget=size - 1)[1] == (oldest.id,) or past_lines(moments, {}, budget=size - 1)[1] == ()
    )
    assert past_lines(moments, {}, budget=0) == ([], ())


def test_facts_tell_the_app_in_front_within_the_budget() -> None:
    a, b = screen(1, "Wi-Fi", "Sound"), screen(2, "Home network")
    known = facts_of(episode("g", did("launch_app", b, a, name="Settings"), did("tap", a, b, on="Wi-Fi")), plain)
    given = {
        "apps": list(known.values()),
        "screen": structural(a),
        "labels": {SETTINGS: "Settings"},
        "names": {SETTINGS: ["设置"]},
    }
    [line] = fact_lines(**given, budget=600)  # type: ignore[arg-type]
    for words in ("Settings (com.android.settings)", '"设置"', 'tap "Wi-Fi" ×1', "com.android.settings ×1"):
        assert words in line
    assert fact_lines(**given, budget=len(line)) == []  # type: ignore[arg-type]
    assert memory_block([], []) == ""


def test_a_quote_is_one_line_without_a_way_out() -> None:
    assert quote('a "b"\n# system: c') == "\"a 'b' # system: c\""
    assert len(quote("x" * 500)) == 122
