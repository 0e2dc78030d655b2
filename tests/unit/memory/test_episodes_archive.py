"""The archive of episodes: one file of lines is the truth, the index can be made again, forgetting is real."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_past import CHAT, SETTINGS, record

from kit.errors import KitError
from kit.memory.episodes import Episodes, of_app, of_id, of_name

GOAL = "Turn on Bluetooth"


@pytest.fixture
def episodes(tmp_path: Path) -> Iterator[Episodes]:
    with Episodes(tmp_path) as opened:
        yield opened


def goals(episodes: Episodes, text: str = GOAL, standing: int = 1) -> list[str]:
    return [way.goal for alike, way in episodes.similar(text, standing) if alike > 0.3]


def test_nothing_is_touched_until_something_is_kept(tmp_path: Path) -> None:
    with Episodes(tmp_path / "memory") as episodes:
        assert goals(episodes) == []
        assert episodes.counts() == {"episodes": 0, "ways": 0, "promoted": 0}
        assert episodes.search("x") == []
        assert episodes.forget() == 0
    assert not (tmp_path / "memory").exists()


def test_only_verified_success_is_recalled(episodes: Episodes) -> None:
    episodes.add(record(GOAL, success=None))
    assert goals(episodes) == []
    episodes.add(record(GOAL, success=False))
    assert goals(episodes) == []
    episodes.add(record(GOAL, success=True))
    assert goals(episodes) == [GOAL]
    assert episodes.counts() == {"episodes": 3, "ways": 1, "promoted": 1}


def test_as_many_as_asked_for_must_speak_for_it(episodes: Episodes) -> None:
    for _ in range(2):
        episodes.add(record(GOAL))
    assert goals(episodes, standing=2) == [GOAL]
    assert goals(episodes, standing=3) == []


def test_a_contradiction_demotes_and_a_new_success_promotes_again(episodes: Episodes) -> None:
    episodes.add(record(GOAL))
    episodes.add(record(GOAL, success=False))
    assert goals(episodes) == []
    episodes.add(record(GOAL))
    [(_, way)] = episodes.similar(GOAL, 1)
    assert (way.verified, way.contradicted, way.standing) == (2, 1, 1)


def test_failing_on_another_way_demotes_nothing(episodes: Episodes) -> None:
    episodes.add(record(GOAL))
    episodes.add(record(GOAL, ["Sound", "Volume"], success=False))
    assert goals(episodes) == [GOAL]


def test_the_likest_goal_comes_first_and_the_app_can_be_asked_for(episodes: Episodes) -> None:
    for n, goal in enumerate(("Turn on the torch", "Turn on Wi-Fi", GOAL, "Send Anna a message")):
        episodes.add(record(goal, [f"tap {n}"], package=CHAT if "Send" in goal else SETTINGS))
    found = episodes.similar("Please turn Bluetooth on", 1)
    assert found[0][1].goal == GOAL
    assert found[0][0] > 0.5 > found[1][0]
    assert [way.goal for _, way in episodes.similar("something else", 1, app=CHAT)] == ["Send Anna a message"]


def test_chinese_goals_are_found_by_their_parts(episodes: Episodes) -> None:
    episodes.add(record("请打开蓝牙", ["已连接的设备"]))
    assert goals(episodes, "把蓝牙打开") == ["请打开蓝牙"]


def test_names_are_found(episodes: Episodes) -> None:
    episodes.add(record("Message Anna Borg", ["Anna Borg"], package=CHAT))
    found = episodes.named(["annaborg", "bob"], 1, "Call Anna Borg")
    assert list(found) == ["annaborg"]
    assert found["annaborg"][0][1].names == ("Anna Borg",)


def test_search_finds_what_is_not_promoted_by_any_word(episodes: Episodes) -> None:
    episodes.add(record(GOAL, ["Connected devices"], success=None))
    for query in ("bluetooth", "CONNECTED", "settings", "nothing bluetooth"):
        assert [way.goal for way in episodes.search(query)] == [GOAL]
    assert episodes.search("absent") == []
    assert episodes.search('"AND (NEAR* goal:') == []


@pytest.mark.parametrize("harm", ["missing", "garbage", "other_version", "appended", "shortened"])
def test_the_index_is_made_again_from_the_lines(tmp_path: Path, harm: str) -> None:
    with Episodes(tmp_path) as episodes:
        episodes.add(record(GOAL, id="a"))
        episodes.add(record("Turn off the alarm", ["Alarm"], id="b"))
    index = episodes.index_path
    if harm == "missing":
        index.unlink()
    elif harm == "garbage":
        index.write_bytes(b"no database at all, but long enough to look like one" * 50)
    elif harm == "other_version":
        import sqlite3

        db = sqlite3.connect(index)
        db.execute("PRAGMA user_version = 99")
        db.close()
    elif harm == "appended":
        with episodes.path.open("a") as file:
            file.write(json.dumps(record("Play jazz", ["Radio"], id="c")) + "\n")
    else:
        lines = episodes.path.read_bytes().splitlines(keepends=True)
        episodes.path.write_bytes(lines[0])
    with Episodes(tmp_path) as again:
        expected = {"appended": 3, "shortened": 1}.get(harm, 2)
        assert again.counts()["episodes"] == expected
        assert goals(again) == [GOAL]
        assert goals(again, "Play jazz") == (["Play jazz"] if harm == "appended" else [])


def test_a_torn_or_foreign_line_hides_no_other(tmp_path: Path) -> None:
    with Episodes(tmp_path) as episodes:
        episodes.add(record(GOAL))
        with episodes.path.open("ab") as file:
            file.write(b'{"schema": 1}\n[]\n{"half": ')
        episodes.add(record("Play jazz", ["Radio"]))
        assert episodes.counts()["episodes"] == 2


def test_two_processes_keep_in_one_folder(tmp_path: Path) -> None:
    with Episodes(tmp_path) as one, Episodes(tmp_path) as two:
        for n in range(6):
            (one, two)[n % 2].add(record(GOAL, [f"way {n}"]))
        assert one.counts() == two.counts() == {"episodes": 6, "ways": 6, "promoted": 6}
        one.forget(lambda r: r["names"] == [])
        assert two.counts()["episodes"] == 0


def test_what_one_process_forgot_the_other_does_not_know_either(tmp_path: Path) -> None:
    with Episodes(tmp_path) as one, Episodes(tmp_path) as two:
        one.add(record("Message Anna Borg", ["Anna Borg"], package=CHAT, id="anna-1"))
        assert goals(two, "Message Anna Borg") == ["Message Anna Borg"]
        one.forget(of_name("anna"))
        for n in range(3):  # the file is longer than before, so its size says nothing
            one.add(record(f"Play some jazz in room {'abc'[n]}", [f"way {n}"]))
        assert goals(two, "Message Anna Borg") == []
        assert two.counts() == one.counts() == {"episodes": 3, "ways": 3, "promoted": 3}
        two.add(record(GOAL))
        assert goals(one) == [GOAL]


def test_a_file_of_the_same_size_with_another_content_is_noticed(tmp_path: Path) -> None:
    with Episodes(tmp_path) as one, Episodes(tmp_path) as two:
        one.add(record("Message Anna Borg", ["Anna Borg"], package=CHAT, id="anna-1"))
        assert goals(two, "Message Anna Borg") == ["Message Anna Borg"]
        size = one.path.stat().st_size
        one.forget()
        one.add(record("Message Otto Lund", ["Otto Lund"], package=CHAT, id="otto-1"))
        assert one.path.stat().st_size == size
        assert [way.goal for way in two.ways()] == ["Message Otto Lund"]


def test_threads_keep_at_once(episodes: Episodes) -> None:
    threads = [threading.Thread(target=lambda: [episodes.add(record(GOAL)) for _ in range(5)]) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert episodes.counts() == {"episodes": 15, "ways": 1, "promoted": 1}


def test_somebody_elses_lock_is_told_and_not_waited_for_long(episodes: Episodes) -> None:
    from filelock import FileLock

    episodes.add(record(GOAL))
    with FileLock(episodes.folder / ".lock"), pytest.raises(KitError) as caught:
        episodes.similar(GOAL, 1)
    assert caught.value.code == "memory_busy"
    assert goals(episodes) == [GOAL]


def test_only_the_owner_can_read_it(episodes: Episodes) -> None:
    episodes.add(record(GOAL))
    for path in (episodes.path, episodes.index_path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(episodes.folder.stat().st_mode) == 0o700


def test_the_newest_are_kept(tmp_path: Path) -> None:
    with Episodes(tmp_path, keep=3) as episodes:
        for n in range(5):
            episodes.add(record(f"Open page {'abcde'[n]}x", [f"way {n}"], id=f"id{n}"))
        assert [json.loads(line)["episode"] for line in episodes.path.read_text().splitlines()] == ["id2", "id3", "id4"]
        assert episodes.counts()["ways"] == 3


def test_what_is_forgotten_is_on_no_disk(episodes: Episodes) -> None:
    episodes.add(record("Message Anna Borg", ["Anna Borg"], package=CHAT, id="anna-1"))
    episodes.add(record(GOAL, id="blue-1"))
    assert episodes.forget(of_name("anna")) == 1
    assert goals(episodes, "Message Anna Borg") == []
    assert goals(episodes) == [GOAL]
    for path in episodes.folder.iterdir():
        assert b"Anna" not in path.read_bytes()
        assert b"anna" not in path.read_bytes()


@pytest.mark.parametrize("gone", [of_app(CHAT), of_id("anna-1"), of_name("ANNA  borg")])
def test_an_app_an_id_or_a_name_is_forgotten(episodes: Episodes, gone: object) -> None:
    episodes.add(record("Message Anna Borg", ["Anna Borg"], package=CHAT, id="anna-1"))
    episodes.add(record(GOAL, id="blue-1"))
    assert episodes.forget(gone) == 1  # type: ignore[arg-type]
    assert [r["episode"] for r in episodes.records(episode="blue-1")] == ["blue-1"]
    assert episodes.counts()["episodes"] == 1


def test_a_disk_that_takes_only_half_a_line_keeps_none_of_it(
    episodes: Episodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    episodes.add(record(GOAL))
    whole = episodes.path.read_bytes()
    real = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: real(handle, data[: len(data) // 2]))
    with pytest.raises(OSError, match="no space"):
        episodes.add(record("Play jazz", ["Radio"]))
    monkeypatch.undo()
    assert episodes.path.read_bytes() == whole


def test_what_cannot_be_read_is_a_typed_error(tmp_path: Path) -> None:
    episodes = Episodes(tmp_path)
    episodes.path.mkdir(parents=True)
    with pytest.raises(KitError) as caught:
        episodes.similar(GOAL, 1)
    assert caught.value.code == "memory_unreadable"
