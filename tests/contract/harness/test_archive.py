"""Harness specification, section "观测存档与召回" and the suffix of "图片与观测历史剪除": one test a rule.

The real archive behind the real tools, on observations of the phone made of Python where one is needed.
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from fake_phone import look, mark
from PIL import Image

from kit.context.prune import WORDS, marks_placeholder
from kit.device.device import Device
from kit.errors import ObservationFailed
from kit.events import Bus
from kit.memory.archive import Archive, open_archive
from kit.phones.open import open_device
from kit.screen.describe import describe
from kit.settings import Settings, resolve
from kit.tools import session as session_module
from kit.tools.execute import VERBS, execute
from kit.tools.recall import RECALL, folded_suffix
from kit.tools.session import Session
from kit.types import Receipt, ToolCall


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    given = {"obs_archive": True, "obs_archive_dir": tmp_path / "archive", "observe_settle_ms": 0}
    return resolve(given, environ={})[0]


@pytest.fixture
def phone(settings: Settings) -> Iterator[Device]:
    with open_device("sim:0", settings=settings) as opened:
        yield opened


def archived(phone: Device, settings: Settings, run: str = "run") -> Session:
    archive = open_archive(settings, run)
    assert archive is not None
    return Session(device=phone, settings=settings, bus=Bus(listeners=[archive.hear]), archive=archive)


def do(session: Session, name: str, **arguments: Any) -> Receipt:
    return execute(session, [ToolCall(id="c", name=name, arguments=arguments)], (*VERBS, *RECALL))[0]


def records(session: Session) -> list[dict[str, Any]]:
    if not session.archive.path.exists():
        return []
    return [json.loads(line) for line in session.archive.path.read_text(encoding="utf-8").splitlines()]


# --- what is kept ------------------------------------------------------------------------------------------------------


def test_rule_off_by_default_in_memory_obs_archive_for_twenty_runs() -> None:
    """PHONE_AGENT_OBS_ARCHIVE off, _DIR memory/obs_archive, _KEEP_RUNS 20."""
    settings, _ = resolve(environ={})
    assert settings.obs_archive is False
    assert settings.obs_archive_dir == Path("memory/obs_archive")
    assert settings.obs_archive_keep_runs == 20
    assert open_archive(settings, "run") is None


def test_rule_each_committed_observation_word_for_word_in_one_jsonl_a_run(phone: Device, settings: Settings) -> None:
    """Every committed observation's model-visible text, unchanged, with run_id, epoch, screen_seq, package and time."""
    session = archived(phone, settings)
    seen = [session.observe(), session.observe()]
    kept = records(session)
    assert session.archive.path.name == "run.jsonl"
    assert [r["text"] for r in kept] == [describe(o, style="full", lang=settings.lang) for o in seen]
    assert [(r["run_id"], r["epoch"], r["screen_seq"], r["package"]) for r in kept] == [
        ("run", o.epoch, o.screen_seq, o.foreground.package) for o in seen
    ]
    assert all(datetime.fromisoformat(r["time"]).tzinfo is not None for r in kept)


def test_rule_the_truth_only_grows(phone: Device, settings: Settings) -> None:
    """Append-only."""
    session = archived(phone, settings)
    session.observe()
    before = session.archive.path.read_bytes()
    do(session, "search_screens", query="a")
    session.observe()
    assert session.archive.path.read_bytes().startswith(before)


def test_rule_text_only_never_a_picture(settings: Settings) -> None:
    """Screenshots and base64 never enter the archive."""
    noise = random.Random(0).randbytes(30 * 30 * 3)
    picture = Image.frombytes("RGB", (30, 30), noise)
    archive = open_archive(settings, "run")
    assert archive is not None
    with archive:
        archive.keep(look([mark(1, "Wi-Fi")], image=picture))
        archive.search("wi-fi")
    for path in archive.path.parent.iterdir():
        data = path.read_bytes()
        assert noise[:64] not in data
        assert base64.b64encode(noise)[:48] not in data
        assert b"data:image" not in data


def test_rule_failed_observations_are_not_kept(
    phone: Device, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a failed look nor its unverified reference picture."""
    session = archived(phone, settings)
    session.observe()

    def fails(*_: object) -> None:
        raise ObservationFailed("the front app changed", reference=Image.new("RGB", (9, 9)))

    monkeypatch.setattr(session_module, "observe", fails)
    assert do(session, "home").observation is None
    assert len(records(session)) == 1


# --- the two tools -----------------------------------------------------------------------------------------------------


def test_rule_only_two_read_only_tools(phone: Device, settings: Settings) -> None:
    """recall_screen and search_screens; neither looks at the phone nor starts a new batch."""
    assert [v.name for v in RECALL] == ["recall_screen", "search_screens"]
    session = archived(phone, settings)
    session.observe()
    epoch = phone.epoch
    for receipt in (do(session, "recall_screen", frame=1), do(session, "search_screens", query="a")):
        assert receipt.status == "ok"
        assert receipt.observation is None
    assert phone.epoch == epoch
    assert session.observation is not None


def test_rule_recall_screen_by_frame_and_page(settings: Settings) -> None:
    """Frame number and paging, by lines."""
    with Archive(settings.obs_archive_dir, "run") as archive:
        archive.append("\n".join(f"line {n}" for n in range(100)), epoch=4, screen_seq=7, package="app.a")
        session = Session(device=None, settings=settings, archive=archive)  # type: ignore[arg-type]
        text = [do(session, "recall_screen", frame=7, page=page).text for page in (1, 2)]
    assert "line 0\n" in text[0]
    assert "line 99" not in text[0]
    assert text[1].endswith("line 99")


def test_rule_search_gives_frames_and_short_excerpts_up_to_the_limit(settings: Settings) -> None:
    """Query and limit; frame numbers with short excerpts."""
    with Archive(settings.obs_archive_dir, "run") as archive:
        for n in range(1, 10):
            archive.append(f"[OBS] app=a screen#{n}\n发送给 {n} 号 " + "长" * 500, epoch=n, screen_seq=n, package="a")
        session = Session(device=None, settings=settings, archive=archive)  # type: ignore[arg-type]
        text = do(session, "search_screens", query="发送", limit=3).text
    assert [n for n in range(1, 10) if f"screen#{n} " in text] == [7, 8, 9]
    assert "长" * 200 not in text


@pytest.mark.parametrize(("lang", "wrapped"), [("zh", "历史:ax_1@e1（已失效）"), ("en", "past:ax_1@e1 (retired)")])
def test_rule_ids_of_the_past_are_told_as_retired(phone: Device, settings: Settings, lang: Any, wrapped: str) -> None:
    """Every historic mark id as retired; receipts and tool words say it is history and never a target."""
    session = archived(phone, settings.model_copy(update={"lang": lang}))
    label = session.observe().marks[0].label
    retired = re.escape(wrapped).replace("ax_1", r"ax_\d+")
    warning = {
        "zh": ("历史证据", "不能作为执行目标", "read_screen"),
        "en": ("istory", "can be a target", "read_screen"),
    }
    for receipt in (do(session, "recall_screen", frame=1), do(session, "search_screens", query=label)):
        assert wrapped in receipt.text
        assert not re.search(r"ax_\d", re.sub(retired, "", receipt.text))
        assert all(words in receipt.text for words in warning[lang])


def test_rule_a_recalled_id_does_not_address_anything(phone: Device, settings: Settings) -> None:
    """Recall does not get round marks-first: an id taken from history is refused as stale."""
    session = archived(phone, settings)
    session.observe()
    do(session, "home")
    do(session, "recall_screen", frame=1)
    for target in ("ax_1@e1", "past:ax_1@e1 (retired)"):
        receipt = do(session, "tap", target_mark_id=target)
        assert receipt.status == "error"
        assert receipt.code in ("target_stale", "target_unknown")


def test_rule_only_this_run_is_searched(phone: Device, settings: Settings) -> None:
    """Search stays in this run's archive."""
    with Archive(settings.obs_archive_dir, "another") as other:
        other.append("only there", epoch=1, screen_seq=50, package="p")
    session = archived(phone, settings)
    session.observe()
    assert do(session, "search_screens", query="only there").text.startswith("No archived screen")
    assert do(session, "recall_screen", frame=50).code == "no_such_frame"


# --- failures and retention ----------------------------------------------------------------------------------------------


def test_rule_keeping_fails_open(phone: Device, settings: Settings) -> None:
    """A write error reaches only the diagnostics; the observation counts."""
    settings.obs_archive_dir.write_text("a file where the folder should be")
    told: list[str] = []
    archive = open_archive(settings, "run", report=lambda code, why: told.append(code))
    assert archive is not None
    session = Session(device=phone, settings=settings, bus=Bus(listeners=[archive.hear]), archive=archive)
    assert session.observe() is session.observation
    assert do(session, "home").status == "ok"
    assert told == ["archive_write_failed"] * 2
    assert session.bus.failures == []


def test_rule_looking_up_is_honest_about_errors(phone: Device, settings: Settings) -> None:
    """A read error is an error text, and the run goes on."""
    session = archived(phone, settings)
    session.archive.path.mkdir(parents=True)
    for name, arguments in (("recall_screen", {"frame": 1}), ("search_screens", {"query": "x"})):
        receipt = do(session, name, **arguments)
        assert (receipt.status, receipt.code) == ("error", "archive_unreadable")
        assert "could not be read" in receipt.text
    assert do(session, "home").status == "ok"


@pytest.mark.parametrize("harm", ["missing", "damaged", "appended"])
def test_rule_the_index_is_derived_and_rebuilt(settings: Settings, harm: str) -> None:
    """<run_id>.db: missing, damaged or appended to from outside -> rebuilt by the jsonl's byte count."""
    with Archive(settings.obs_archive_dir, "run") as archive:
        archive.append("飞行模式", epoch=1, screen_seq=1, package="p")
        assert archive.search("飞行").hits
    assert archive.index_path.name == "run.db"
    if harm == "missing":
        archive.index_path.unlink()
    elif harm == "damaged":
        archive.index_path.write_bytes(b"\x00" * 5000)
    else:
        line = json.loads(archive.path.read_text(encoding="utf-8"))
        with archive.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**line, "screen_seq": 2}) + "\n")
    with Archive(settings.obs_archive_dir, "run") as again:
        hits = again.search("飞行").hits
    assert [(h.screen.screen_seq, h.same) for h in hits] == ([(2, (1,))] if harm == "appended" else [(1, ())])


def test_rule_the_newest_twenty_runs_are_kept_with_their_indexes(settings: Settings) -> None:
    """Older jsonl and index are deleted together."""
    for n in range(25):
        with Archive(settings.obs_archive_dir, f"old{n}", keep_runs=1000) as archive:
            archive.append("x", epoch=1, screen_seq=1, package="p")
            archive.span()
        os.utime(archive.path, (1000 + n, 1000 + n))
    archive = open_archive(settings, "now")
    assert archive is not None
    with archive:
        archive.keep(look([]))
    left = {p.name for p in settings.obs_archive_dir.iterdir()}
    kept = {f"old{n}" for n in range(6, 25)}
    assert left == {"now.jsonl"} | {f"{run}{end}" for run in kept for end in (".jsonl", ".db")}


# --- the folded placeholder ------------------------------------------------------------------------------------------------


def test_rule_the_folded_placeholder_ends_in_the_recall_suffix() -> None:
    """[可 recall_screen] when on; off leaves the placeholder byte for byte."""
    assert folded_suffix("zh", archived=True).lstrip() == "[可 recall_screen]"
    assert folded_suffix("en", archived=True).lstrip() == "[recall_screen can show it]"
    for lang in ("en", "zh"):
        plain = WORDS["folded"][lang].format(app="a", n=7, k=3)
        assert marks_placeholder("a", 7, 3, lang, archived=False) == plain
        assert marks_placeholder("a", 7, 3, lang, archived=True) == plain + folded_suffix(lang, archived=True)
