"""The document against a hostile or broken file system: links put in its way, names, encodings, systems without dir fds."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from fake_phone import FakeDevice
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import BadArguments, KitError, ToolRefused
from kit.settings import Settings
from kit.tools import deliverable
from kit.tools.deliverable import deliverable_path, update_document, write_document
from kit.tools.session import Session


class RunSession(Session):
    """A session that remembers its document, as a run has."""


def opened(folder: Path, run: str = "run1") -> Session:
    settings = Settings(deliverable_dir=folder)  # type: ignore[call-arg,unused-ignore]
    session = RunSession(device=FakeDevice(), settings=settings, episode=run)  # type: ignore[arg-type]
    session.deliverable = None  # type: ignore[attr-defined,unused-ignore]
    return session


@pytest.fixture(params=["folder descriptor", "paths only"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Systems that can name files relative to an opened folder, and those that cannot."""
    if request.param == "paths only":
        monkeypatch.setattr(os, "supports_dir_fd", set[object]())
    return request.param


def write(session: Session, html: str = "<p>1</p>") -> None:
    write_document.run(session, {"title": "T", "html": html})


def update(session: Session, html: str = "<p>2</p>") -> None:
    update_document.run(session, {"html": html})


def code(action: object, *arguments: object) -> str:
    with pytest.raises(KitError) as refusal:
        action(*arguments)  # type: ignore[operator]
    return str(refusal.value.code)


@pytest.mark.usefixtures("system")
def test_write_then_update_then_refuse_on_every_system(tmp_path: Path) -> None:
    session = opened(tmp_path / "a" / "b")
    write(session)
    update(session)
    assert (tmp_path / "a/b/run1.html").read_text() == "<p>2</p>"
    assert code(write, session) == "deliverable_exists"
    assert os.listdir(tmp_path / "a" / "b") == ["run1.html"]


@pytest.mark.usefixtures("system")
def test_a_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (real / "run1.html").write_text("other")
    (tmp_path / "documents").symlink_to(real)
    session = opened(tmp_path / "documents")
    assert code(update, session) == "deliverable_folder"
    session.episode = "run2"
    assert code(write, session) == "deliverable_folder"
    assert {p.name: p.read_text() for p in real.iterdir()} == {"run1.html": "other"}


@pytest.mark.usefixtures("system")
def test_a_folder_swapped_for_a_link_after_the_first_write_is_refused(tmp_path: Path) -> None:
    session = opened(tmp_path / "documents")
    write(session)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "run1.html").write_text("not ours")
    (tmp_path / "documents").rename(tmp_path / "moved")
    (tmp_path / "documents").symlink_to(elsewhere)
    assert code(update, session) == "deliverable_folder"
    assert (elsewhere / "run1.html").read_text() == "not ours"
    assert (tmp_path / "moved/run1.html").read_text() == "<p>1</p>"


def test_a_folder_swapped_in_the_middle_of_an_update_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened(tmp_path / "documents")
    write(session)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "run1.html").write_text("not ours")
    real_sync = os.fsync

    def swap(descriptor: int) -> None:
        real_sync(descriptor)
        (tmp_path / "documents").rename(tmp_path / "moved")
        (tmp_path / "documents").symlink_to(elsewhere)

    monkeypatch.setattr(os, "fsync", swap)
    update(session)
    assert (elsewhere / "run1.html").read_text() == "not ours"
    assert os.listdir(elsewhere) == ["run1.html"]
    assert (tmp_path / "moved/run1.html").read_text() == "<p>2</p>"


def test_a_link_put_in_the_documents_place_in_the_middle_of_an_update_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened(tmp_path / "documents")
    write(session)
    outside = tmp_path / "outside.html"
    outside.write_text("not ours")
    real_sync = os.fsync

    def swap(descriptor: int) -> None:
        real_sync(descriptor)
        (tmp_path / "documents/run1.html").unlink()
        (tmp_path / "documents/run1.html").symlink_to(outside)

    monkeypatch.setattr(os, "fsync", swap)
    update(session)
    assert outside.read_text() == "not ours"
    assert (tmp_path / "documents/run1.html").read_text() == "<p>2</p>"


@pytest.mark.usefixtures("system")
def test_a_file_in_the_folders_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "documents").write_text("a file")
    assert code(write, opened(tmp_path / "documents")) == "deliverable_folder"
    assert (tmp_path / "documents").read_text() == "a file"


def test_a_folder_that_cannot_be_made_is_an_error_without_its_path(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KitError) as refusal:
        write(opened(tmp_path / "file" / "documents"))
    assert refusal.value.code == "deliverable_failed"
    assert str(tmp_path) not in str(refusal.value)


@pytest.mark.usefixtures("system")
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_at_any_step_leaves_the_old_document_and_no_rubbish(
    tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened(tmp_path)
    write(session, "<p>öld</p>")

    def fail(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, step, fail)
    assert code(update, session) == "deliverable_failed"
    assert os.listdir(tmp_path) == ["run1.html"]
    assert (tmp_path / "run1.html").read_bytes() == "<p>öld</p>".encode()
    fresh = opened(tmp_path, "run2")
    assert code(write, fresh) == "deliverable_failed"
    assert os.listdir(tmp_path) == ["run1.html"]
    assert deliverable_path(fresh) == ""


def test_readers_see_the_old_document_or_the_new_one_and_nothing_between(tmp_path: Path) -> None:
    session = opened(tmp_path)
    pages = ["a" * 200_000, "b" * 150_000]
    write(session, pages[0])
    seen: set[str] = set()
    stop = threading.Event()

    def read() -> None:
        while not stop.is_set():
            seen.add((tmp_path / "run1.html").read_text())

    reader = threading.Thread(target=read)
    reader.start()
    for n in range(40):
        update(session, pages[n % 2])
    stop.set()
    reader.join()
    assert seen <= set(pages)
    assert seen


def test_of_two_writers_one_wins_and_the_other_is_told(tmp_path: Path) -> None:
    outcomes: list[str] = []
    barrier = threading.Barrier(8)

    def one(n: int) -> None:
        session = opened(tmp_path)
        barrier.wait()
        try:
            write(session, f"<p>{n}</p>")
            outcomes.append(f"<p>{n}</p>")
        except ToolRefused as refusal:
            outcomes.append(str(refusal.code))

    threads = [threading.Thread(target=one, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes)[1:] == ["deliverable_exists"] * 7
    assert (tmp_path / "run1.html").read_text() == min(outcomes)


@pytest.mark.parametrize("run", ["", ".", "..", ".hidden", "a/b", "../x", "a\\b", "a b", "x\n", "x" * 129, "a\0b"])
def test_a_run_id_that_is_no_file_name_is_refused(tmp_path: Path, run: str) -> None:
    assert code(write, opened(tmp_path, run)) == "deliverable_no_run"
    assert os.listdir(tmp_path) == []


@given(st.text(alphabet="ab/.\\\n\0-_ é", max_size=12))
def test_only_plain_names_become_files(run: str) -> None:
    if deliverable.RUN_ID.fullmatch(run):
        assert Path(f"{run}.html").name == f"{run}.html"
        assert not run.startswith(".")


@pytest.mark.parametrize("html", ["", " \n\t "])
def test_an_empty_document_is_refused(tmp_path: Path, html: str) -> None:
    assert code(write, opened(tmp_path), html) == "deliverable_empty"
    assert os.listdir(tmp_path) == []


def test_text_that_is_not_unicode_is_refused_and_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises((BadArguments, ToolRefused)):
        write(opened(tmp_path), "<p>\ud800</p>")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("title", ["", "t" * 201])
def test_a_title_has_one_to_two_hundred_characters(tmp_path: Path, title: str) -> None:
    with pytest.raises(BadArguments):
        write_document.run(opened(tmp_path), {"title": title, "html": "x"})


def test_every_phrase_is_there_in_both_languages_with_the_same_holes() -> None:
    import string

    for words in deliverable.PHRASES.values():
        assert words.keys() == {"en", "zh"}
        holes = [{f[1] for f in string.Formatter().parse(words[key]) if f[1]} for key in ("en", "zh")]
        assert holes[0] == holes[1]
