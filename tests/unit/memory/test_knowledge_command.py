"""`kit memory`: show, search, forget."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fake_past import CHAT, SETTINGS, record

from kit.cli import main
from kit.memory.episodes import Episodes
from kit.memory.knowledge import AppFacts, Knowledge
from kit.tools.names import learn


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder whose memory holds two episodes and two apps."""
    monkeypatch.chdir(tmp_path)
    memory = tmp_path / "memory"
    with Episodes(memory) as episodes:
        episodes.add(record("Turn on Bluetooth", id="blue-0001"))
        episodes.add(record("Message Anna Borg", ["Anna Borg"], package=CHAT, success=None, id="anna-0001"))
    facts = {package: AppFacts(package=package, runs=2, last="2026-11-30") for package in (SETTINGS, CHAT)}
    Knowledge(memory).add(facts, lambda book: learn(book, "chatty", CHAT, "exact_alias"))
    return memory


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["memory", *words]) == code
    return capsys.readouterr().out


def test_show_lists_apps_names_and_experience(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "show")
    assert "2 episodes, 2 experiences, 1 of them promoted" in out
    assert "chatty" in next(line for line in out.splitlines() if line.startswith(CHAT))
    assert "1 verified, 0 contradicted, standing 1  Turn on Bluetooth" in out
    told = json.loads(said(capsys, "show", "--json"))
    assert (told["episodes"], told["promoted"], told["names"], set(told["apps"])) == (2, 1, 1, {SETTINGS, CHAT})


def test_show_one_app_or_experience(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    [way] = json.loads(said(capsys, "show", SETTINGS, "--json"))["experiences"]
    out = said(capsys, "show", way["id"][:8])
    assert "way then" in out
    assert "episode blue-0001" in out
    assert "verified by check" in out
    assert main(["memory", "show", "com.nowhere"]) == 2
    assert "com.nowhere" in capsys.readouterr().err


def test_search(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Message Anna Borg" in said(capsys, "search", "anna")
    assert said(capsys, "search", "absent").strip() == "0 experiences"
    assert json.loads(said(capsys, "search", "bluetooth", "--json"))[0]["standing"] == 1


@pytest.mark.parametrize(
    ("words", "left", "gone"),
    [
        (["--app", CHAT], {"blue-0001"}, [CHAT, "chatty", "Anna"]),
        (["--name", "anna"], {"blue-0001"}, ["Anna"]),
        (["--id", "blue-0"], {"anna-0001"}, ["Bluetooth"]),
        (["--all"], set(), [SETTINGS, CHAT, "Anna", "Bluetooth", "chatty"]),
    ],
)
def test_forget_leaves_nothing_on_the_disk(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], left: set[str], gone: list[str]
) -> None:
    assert said(capsys, "forget", *words).startswith("forgot 1") or words == ["--all"]
    with Episodes(folder) as episodes:
        assert {r["episode"] for id in ("blue-0001", "anna-0001") for r in episodes.records(episode=id)} == left
    kept = (
        b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
        .decode("utf-8", "replace")
        .casefold()
    )
    for text in gone:
        assert text.casefold() not in kept
    assert said(capsys, "forget", *words, code=1).startswith("forgot 0 episodes and 0 facts")


def test_a_short_id_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "forget", "--id", "b"]) == 2
    assert "at least 6" in capsys.readouterr().err


def test_looking_into_an_empty_folder_makes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["memory", "show"]) == 0
    assert main(["memory", "search", "x"]) == 0
    assert main(["memory", "forget", "--all"]) == 1
    assert list(tmp_path.iterdir()) == []


def test_another_folder_is_named_by_the_setting(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "0 episodes" in said(capsys, "show", "--set", "memory_dir=elsewhere")
