"""Harness specification, section "产出物（deliverable）": one test a rule."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from fake_phone import FakeDevice

from kit.settings import Settings, resolve
from kit.tools.deliverable import deliverable_path, update_document, write_document
from kit.tools.execute import execute
from kit.tools.session import Session
from kit.trace.record import trace_lines
from kit.trace.redact import arguments
from kit.types import Receipt, Reply, Step, ToolCall

KIB_256 = 256 * 1024


class RunSession(Session):
    """A session that remembers its document, as a run has."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "documents"


@pytest.fixture
def session(folder: Path) -> Session:
    return opened(folder)


def opened(folder: Path, run: str = "run1", lang: str = "en") -> Session:
    settings = Settings(deliverable_dir=folder, lang=lang)  # type: ignore[arg-type,call-arg,unused-ignore]
    session = RunSession(device=FakeDevice(), settings=settings, episode=run)  # type: ignore[arg-type]
    session.deliverable = None  # type: ignore[attr-defined,unused-ignore]
    return session


def call(session: Session, name: str, **given: object) -> Receipt:
    (receipt,) = execute(session, [ToolCall(id="c", name=name, arguments=given)], [write_document, update_document])
    return receipt


def write(session: Session, html: str = "<h1>one</h1>", title: str = "Trip") -> Receipt:
    return call(session, "write_document", title=title, html=html)


def test_it_is_on_by_default_and_can_be_turned_off() -> None:
    assert resolve(environ={})[0].deliverable is True
    assert resolve(environ={"PHONE_AGENT_DELIVERABLE": "off"})[0].deliverable is False


def test_the_folder_is_a_setting(tmp_path: Path) -> None:
    assert resolve(environ={"PHONE_AGENT_DELIVERABLE_DIR": str(tmp_path)})[0].deliverable_dir == tmp_path


def test_write_takes_title_and_html_update_takes_html_and_neither_takes_a_path(session: Session, folder: Path) -> None:
    own = [set(v.arguments.model_fields) - {"intent", "note"} for v in (write_document, update_document)]
    assert own == [{"title", "html"}, {"html"}]
    for name, extra in (("write_document", "path"), ("update_document", "title")):
        receipt = call(session, name, title="T", html="x", **({extra: "/etc/x"} if extra == "path" else {}))
        assert receipt.code == "bad_arguments"
    assert not folder.exists()


def test_the_document_is_run_id_html_in_the_folder_word_for_word_in_utf8(session: Session, folder: Path) -> None:
    html = '<p lang="zh">行程 — Zoë 🚆</p>\r\n'
    assert write(session, html).status == "ok"
    assert os.listdir(folder) == ["run1.html"]
    assert (folder / "run1.html").read_bytes() == html.encode("utf-8")


def test_a_title_with_a_path_in_it_places_nothing(session: Session, folder: Path, tmp_path: Path) -> None:
    assert write(session, title="../../evil.html").status == "ok"
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["documents", "run1.html"]


@pytest.mark.parametrize("body", ["x", "é"], ids=["ascii", "two bytes a character"])
def test_exactly_256_kib_is_allowed_and_one_byte_more_is_not(session: Session, folder: Path, body: str) -> None:
    fits = body * (KIB_256 // len(body.encode()))
    assert call(session, "write_document", title="T", html=fits + "x").code == "deliverable_too_big"
    assert not folder.exists() or os.listdir(folder) == []
    assert write(session, fits).status == "ok"
    assert (folder / "run1.html").stat().st_size == KIB_256
    assert call(session, "update_document", html=fits + "y").code == "deliverable_too_big"
    assert (folder / "run1.html").read_text(encoding="utf-8") == fits


def test_create_refuses_what_exists(session: Session, folder: Path) -> None:
    write(session)
    receipt = write(session, "<h1>two</h1>")
    assert (receipt.status, receipt.code) == ("error", "deliverable_exists")
    assert receipt.text.startswith("error:")
    assert "update_document" in receipt.text
    assert (folder / "run1.html").read_text() == "<h1>one</h1>"


@pytest.mark.parametrize("dangling", [True, False])
def test_create_refuses_a_link_in_the_documents_place(session: Session, folder: Path, dangling: bool) -> None:
    folder.mkdir()
    outside = folder.parent / "outside.html"
    if not dangling:
        outside.write_text("mine")
    (folder / "run1.html").symlink_to(outside)
    assert write(session).code == "deliverable_exists"
    assert outside.exists() != dangling
    assert dangling or outside.read_text() == "mine"
    assert (folder / "run1.html").is_symlink()


def test_update_replaces_the_whole_document(session: Session, folder: Path) -> None:
    write(session, "<h1>a long first version</h1>")
    receipt = call(session, "update_document", html="<p>2</p>")
    assert receipt.status == "ok"
    assert (folder / "run1.html").read_text() == "<p>2</p>"
    assert os.listdir(folder) == ["run1.html"]


def test_update_refuses_a_missing_document(session: Session, folder: Path) -> None:
    assert call(session, "update_document", html="x").code == "deliverable_missing"
    folder.mkdir()
    assert call(session, "update_document", html="x").code == "deliverable_missing"
    assert os.listdir(folder) == []


def test_update_refuses_a_symlink_and_leaves_what_it_points_to(session: Session, folder: Path) -> None:
    folder.mkdir()
    outside = folder.parent / "outside.html"
    outside.write_text("mine")
    (folder / "run1.html").symlink_to(outside)
    assert call(session, "update_document", html="x").code == "deliverable_irregular"
    assert outside.read_text() == "mine"
    assert (folder / "run1.html").is_symlink()


@pytest.mark.parametrize("kind", ["directory", "fifo"])
def test_update_refuses_what_is_not_a_regular_file(session: Session, folder: Path, kind: str) -> None:
    folder.mkdir()
    place = folder / "run1.html"
    place.mkdir() if kind == "directory" else os.mkfifo(place)
    assert call(session, "update_document", html="x").code == "deliverable_irregular"
    assert not place.is_file()


@pytest.mark.parametrize("name", ["write_document", "update_document"])
def test_any_failure_is_an_error_text_and_the_earlier_document_stays(
    session: Session, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(session, "<h1>one</h1>")
    run = "run1" if name == "update_document" else "run2"
    session.episode = run

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    receipt = call(session, name, html="<h1>two</h1>", **({"title": "T"} if name == "write_document" else {}))
    assert (receipt.status, receipt.code) == ("error", "deliverable_failed")
    assert "No space left on device" in receipt.text
    assert str(folder) not in receipt.text
    assert os.listdir(folder) == ["run1.html"]
    assert (folder / "run1.html").read_text() == "<h1>one</h1>"


def test_there_is_no_tool_that_deletes() -> None:
    from kit.tools import deliverable
    from kit.tools.spec import Verb

    assert {v.name for v in vars(deliverable).values() if isinstance(v, Verb)} == {"write_document", "update_document"}


def test_the_trace_holds_the_number_of_bytes_and_not_the_html(session: Session) -> None:
    html = "<h1>Überraschung</h1>" * 10
    receipt = write(session, html)
    step = Step(index=0, observation=None, reply=Reply(calls=(receipt.call,)), receipts=(receipt,))
    lines = trace_lines(step)
    assert "Überraschung" not in json.dumps(lines, ensure_ascii=False)
    (event,) = [line for line in lines if line["kind"] == "tool_call"]
    assert event["arguments"]["html"] == {"type": "text", "omitted": True, "bytes": len(html.encode())}


def test_only_the_top_level_html_is_omitted_a_nested_one_is_clipped() -> None:
    shown = arguments({"html": "<p>x</p>", "part": {"html": "h" * 100}})
    assert shown["html"]["omitted"] is True
    assert shown["part"]["html"] == "h" * 64 + "…"


def test_receipts_hold_neither_the_html_nor_the_place(session: Session, folder: Path) -> None:
    for receipt in (write(session, "<h1>secret</h1>"), call(session, "update_document", html="<h1>secret</h1>")):
        assert "secret" not in receipt.text
        assert str(folder) not in receipt.text


def test_the_path_is_known_only_after_this_run_wrote(session: Session, folder: Path) -> None:
    assert deliverable_path(session) == ""
    call(session, "update_document", html="x")
    assert deliverable_path(session) == ""
    write(session)
    assert deliverable_path(session) == str(folder / "run1.html")
    write(session, "<h1>two</h1>")
    assert deliverable_path(session) == str(folder / "run1.html")


def test_a_document_of_an_earlier_run_is_not_this_runs(session: Session, folder: Path) -> None:
    write(session)
    again = opened(folder)
    assert write(again, "<h1>two</h1>").code == "deliverable_exists"
    assert deliverable_path(again) == ""
    assert call(again, "update_document", html="<h1>two</h1>").status == "ok"
    assert deliverable_path(again) == str(folder / "run1.html")


def test_documents_bring_no_observation_and_touch_no_phone(session: Session) -> None:
    assert not write_document.observes
    assert not update_document.observes
    assert write(session).observation is None
    assert session.device.calls == []  # type: ignore[attr-defined]


def test_receipts_are_in_the_language_of_the_run(folder: Path) -> None:
    session = opened(folder, lang="zh")
    assert write(session, title="行程").text.startswith("已写入文档「行程」")
    assert "已存在" in write(session).text
