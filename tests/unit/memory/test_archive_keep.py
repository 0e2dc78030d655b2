"""Keeping: what is written, that nothing ever stops the run, and what is deleted in the end."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest
from fake_phone import look, mark
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.errors import SettingError
from kit.events import Bus, Observed
from kit.memory.archive import Archive, forget, open_archive
from kit.screen.describe import describe
from kit.settings import Settings, resolve

SLOW = settings(max_examples=40, deadline=None)  # a busy machine is no failure
ANY_TEXT = st.text(st.characters(), max_size=200)  # lone surrogates and control characters too


def kept(folder: Path, run: str = "r", screens: int = 1) -> Archive:
    archive = Archive(folder, run)
    for n in range(1, screens + 1):
        assert archive.append(f"screen {n} of {run}", epoch=n, screen_seq=n, package="app.a")
    return archive


@SLOW
@given(st.lists(ANY_TEXT, min_size=1, max_size=5))
def test_any_text_comes_back_word_for_word(texts: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, Archive(Path(folder), "r") as archive:
        for n, text in enumerate(texts):
            assert archive.append(text, epoch=n, screen_seq=n, package="app.a")
        assert [past.text for n in range(len(texts)) if (past := archive.screen(n))] == texts


@SLOW
@given(st.text(max_size=200))
def test_any_run_id_makes_files_inside_the_folder(run_id: str) -> None:
    archive = Archive(Path("folder"), run_id)
    assert archive.path.parent == archive.index_path.parent == Path("folder")
    assert archive.path.suffix == ".jsonl"
    assert archive.path.stem == archive.index_path.stem


def test_run_ids_that_look_alike_on_disk_stay_apart(tmp_path: Path) -> None:
    paths = {Archive(tmp_path, run_id).path for run_id in ("a/b", "a_b", "a b", "a.b", "../a/b")}
    assert len(paths) == 5


def test_a_run_id_with_a_path_in_it_is_recorded_as_it_is(tmp_path: Path) -> None:
    with kept(tmp_path / "deep", "../../up") as archive:
        record = json.loads(archive.path.read_text())
    assert record["run_id"] == "../../up"
    assert [p.name for p in tmp_path.iterdir()] == ["deep"]


def test_a_listener_keeps_what_the_bus_announces(tmp_path: Path) -> None:
    seen = look([mark(1, "蓝牙", epoch=3)], epoch=3)
    with Archive(tmp_path, "r") as archive:
        bus = Bus(listeners=[archive.hear])
        bus.emit(Observed(episode="e", observation=seen))
        past = archive.screen(3)
    assert past is not None
    assert past.text == describe(seen, style="full")
    assert (past.epoch, past.package) == (3, "app.a")
    assert bus.failures == []


def test_keeping_goes_on_in_a_second_process_and_old_lines_stay_untouched(tmp_path: Path) -> None:
    kept(tmp_path, screens=2).close()
    before = (tmp_path / "r.jsonl").read_bytes()
    with Archive(tmp_path, "r") as archive:
        archive.append("later", epoch=3, screen_seq=3, package="app.b")
    assert (tmp_path / "r.jsonl").read_bytes().startswith(before)
    assert len((tmp_path / "r.jsonl").read_bytes().splitlines()) == 3


def test_a_line_torn_by_a_crash_is_not_continued(tmp_path: Path) -> None:
    kept(tmp_path, screens=2).close()
    whole = (tmp_path / "r.jsonl").read_bytes()
    (tmp_path / "r.jsonl").write_bytes(whole[:-20])
    with Archive(tmp_path, "r") as archive:
        archive.append("after the crash", epoch=3, screen_seq=3, package="app.a")
        assert archive.screen(2) is None
        past = archive.screen(3)
    assert past is not None
    assert past.text == "after the crash"


def test_a_full_disk_is_reported_and_does_not_raise(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    told: list[tuple[str, str]] = []
    archive = Archive(tmp_path / "file", "r", report=lambda code, why: told.append((code, why)))
    assert archive.keep(look([])) is False
    assert [code for code, _ in told] == ["archive_write_failed"]
    assert "Error" in told[0][1]


def test_a_failing_render_and_a_failing_report_do_not_raise(tmp_path: Path) -> None:
    def fails(*_: object) -> str:
        raise RuntimeError("no")

    archive = Archive(tmp_path, "r", render=fails, report=fails)
    assert archive.keep(look([])) is False
    assert not archive.path.exists()


def test_only_the_owner_may_read_what_was_on_the_screen(tmp_path: Path) -> None:
    with kept(tmp_path / "new") as archive:
        assert archive.path.stat().st_mode & 0o077 == 0
        assert archive.path.parent.stat().st_mode & 0o077 == 0


def aged(folder: Path, run: str, age: int) -> None:
    with kept(folder, run) as archive:
        archive.span()  # makes the index
    os.utime(folder / f"{run}.jsonl", (10_000 - age, 10_000 - age))


def test_older_runs_go_with_their_index_and_the_running_one_stays(tmp_path: Path) -> None:
    for age, run in enumerate("abcde"):
        aged(tmp_path, run, age)
    with Archive(tmp_path, "now", keep_runs=3) as archive:
        archive.append("x", epoch=1, screen_seq=1, package="p")
    assert {p.name for p in tmp_path.iterdir()} == {"a.jsonl", "a.db", "b.jsonl", "b.db", "now.jsonl"}


def test_a_folder_shared_with_other_jsonl_files_loses_none_of_them(tmp_path: Path) -> None:
    for n in range(30):
        (tmp_path / f"trace{n}.jsonl").write_text('{"kind": "step"}\n')
    (tmp_path / "broken.jsonl").write_bytes(b"\xff\xfe not json\n")
    assert forget(tmp_path, 1) == ()
    assert len(list(tmp_path.iterdir())) == 31


def test_retention_that_fails_does_not_lose_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr("kit.memory.archive.forget", refuses)
    told: list[str] = []
    with Archive(tmp_path, "r", report=lambda code, why: told.append(code)) as archive:
        assert archive.append("x", epoch=1, screen_seq=1, package="p") is True
    assert told == ["archive_retention_failed"]


def test_off_is_the_default_and_touches_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert open_archive(Settings(), "r") is None  # type: ignore[call-arg]
    assert list(tmp_path.iterdir()) == []


def test_the_settings_are_read_from_the_environment(tmp_path: Path) -> None:
    settings, origin = resolve(environ={"PHONE_AGENT_OBS_ARCHIVE": "on", "PHONE_AGENT_OBS_ARCHIVE_DIR": str(tmp_path)})
    archive = open_archive(settings, "r")
    assert archive is not None
    assert archive.path == tmp_path / "r.jsonl"
    assert origin["obs_archive"] == "environment"
    with pytest.raises(SettingError):
        resolve({"obs_archive_keep_runs": 0}, environ={})


def test_the_language_of_the_kept_text_is_the_models(tmp_path: Path) -> None:
    settings, _ = resolve({"obs_archive": True, "obs_archive_dir": tmp_path, "lang": "zh"}, environ={})
    archive = open_archive(settings, "r")
    assert archive is not None
    seen = look([], texts=("价格 12",))
    with archive:
        archive.keep(seen)
        past = archive.screen(1)
    assert past is not None
    assert past.text == describe(seen, style="full", lang="zh") != describe(seen, style="full", lang="en")
