"""Deep visual location, one test a rule of the harness specification (sections in the docstrings)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from chat_server import native, reply, serving
from PIL import Image

from kit.device.device import Device
from kit.errors import LocateError, TargetError
from kit.models.remote import Remote
from kit.screen.describe import describe
from kit.screen.locate import choose
from kit.settings import Settings
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tools import locate as locate_module
from kit.tools.execute import VERBS, execute
from kit.tools.locate import fall_back, fell_back, hint, locate
from kit.tools.session import Session
from kit.types import ToolCall

pytestmark = [pytest.mark.xdist_group("ocr"), pytest.mark.slow]
SETTINGS = Settings(observe_settle_ms=0, observe_retry_max_loops=0)


@pytest.fixture
def session() -> Session:
    """The home screen of a phone whose hierarchy cannot be read: pictures only, as a canvas or a game gives."""
    device = Device(LocalTransport(Phone(3)))
    device.shell("simphone fault null_root 1")
    opened = Session(device=device, settings=SETTINGS)
    seen = opened.observe()
    assert seen.marks == ()
    return opened


def run(session: Session, name: str, **arguments):
    return execute(session, [ToolCall(id="1", name=name, arguments=arguments)], (*VERBS, locate))[0]


def test_zero_text_hits_fall_back_to_one_visual_location_that_is_then_acted_on(session):
    """Addressing, mark addressing and batches: zero hits fall back to deep visual location; a hit is carried out."""
    mark = fall_back(session, "Settings")
    session.device.tap(*mark.bounds.center)
    session.device.wait(1)
    assert session.device.foreground().package == "com.android.settings"


def test_a_screen_without_nodes_can_be_located_and_tapped_by_the_new_mark(session):
    """Addressing, mark addressing and batches: actions are bound to a mark, here to the one that location minted."""
    found = run(session, "locate", description="Calculator")
    assert found.status == "ok"
    assert run(session, "tap", target_mark_id=found.target.id).status == "ok"
    assert session.device.foreground().package == "com.android.calculator2"


def test_a_hit_opens_a_batch_with_only_its_mark_and_the_old_ids_are_void():
    """State transitions, row locate hit: epoch +1, marks emptied and only the hit minted, geometry and screen_seq new."""
    session = Session(device=Device(LocalTransport(Phone(3))), settings=SETTINGS)
    before = session.observe()
    found = run(session, "locate", description="Clock")
    after = session.observation
    assert found.status == "ok"
    assert (after.epoch, after.screen_seq) == (before.epoch + 1, before.screen_seq + 1)
    assert (session.device.epoch, session.device.frame) == (after.epoch, after.screen_seq)
    assert [m.id for m in after.marks] == [f"ax_1@e{after.epoch}"]
    assert after.screen == before.screen
    old = before.marks[0].id
    assert run(session, "tap", target_mark_id=old).code == "target_stale"


def test_location_returns_the_frame_it_searched_not_a_new_look(session):
    """Receipts in the middle of a turn: locate brings the very frame that was searched."""
    before = session.observation
    run(session, "locate", description="Clock")
    assert session.observation.image is before.image


def test_without_a_staged_frame_a_fresh_picture_is_taken(session):
    """Atomic observation: after a failed look nothing is addressable; location then works on a picture of its own."""
    session.observation = None
    assert run(session, "locate", description="Clock").status == "ok"
    assert len(session.observation.marks) == 1


def test_a_miss_freezes_the_batch():
    """State transitions have no row for a miss: epoch, marks and frame stay as they are."""
    session = Session(device=Device(LocalTransport(Phone(3))), settings=SETTINGS)
    before = session.observe()
    assert run(session, "locate", description="Zeppelin hangar").code == "target_unknown"
    with pytest.raises(TargetError):
        fall_back(session, "Zeppelin hangar")
    assert session.observation is before
    assert session.device.epoch == before.epoch


def test_the_model_never_sees_pixels(session):
    """Addressing: visible text holds relative numbers only; the artifact holds the input's and the frame's resolution."""
    done = locate.run(session, {"description": "Contacts", "scope": [0, 500, 1000, 1000]})
    box = session.observation.marks[0].bounds
    assert done.details["artifact"]["frame"] == [1080, 2400]
    assert done.details["artifact"]["input"] == [1080, 1200]
    shown = done.text + describe(session.observation)
    pixels = {str(v) for v in (*box.center, 1080, 2400)} - {str(v) for v in session.observation.marks[0].center}
    assert not pixels & set(re.findall(r"\d+", shown))
    assert "confidence" not in shown


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("short words", "locate", "scope")), ("zh", ("短文字", "locate", "scope"))]
)
def test_the_hint_names_the_short_text_locate_and_scope(lang, words):
    """Receipts, row description not matched: one line, the same after success and after `ambiguous: ...`, in both languages."""
    assert all(word in hint(lang) for word in words)
    assert "\n" not in hint(lang)
    assert fell_back(lang).endswith(hint(lang))


def test_a_description_that_vision_does_not_find_either_is_refused_with_the_hint(session):
    """Receipts, row description not matched: `ambiguous: ...` and then the hint."""
    with pytest.raises(TargetError) as caught:
        fall_back(session, "Zeppelin hangar")
    assert re.fullmatch(r"ambiguous: .+\n" + re.escape(hint("en")), caught.value.message)


def through(session: Session, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    model = Remote("seer", base_url=url, retries=0, timeout=5)
    monkeypatch.setattr(locate_module, "locator_of", lambda s: choose(s.settings, model))


def test_a_vision_model_is_called_once_and_its_hit_is_carried_out(session, monkeypatch):
    """Addressing: the fallback is one extra call of a vision model."""
    box = {"found": True, "box": [100, 480, 300, 560], "words": "the gear"}
    with serving(reply(native("report", box))) as server:
        through(session, monkeypatch, server.url)
        mark = fall_back(session, "the gear in the corner")
        assert len(server.requests) == 1
        assert "image_url" in str(server.requests[0])
    assert mark.center == (200, 520)
    assert mark.label == "the gear"


def test_a_vision_service_that_is_down_is_told_without_the_hint(session, monkeypatch):
    """Receipts, row description not matched: the branches of a failed service and a transient failure lack the line."""
    with serving((503, {"error": {"message": "busy"}})) as server:
        through(session, monkeypatch, server.url)
        with pytest.raises(LocateError) as caught:
            fall_back(session, "the gear")
    assert caught.value.code == "locate_unavailable"
    assert hint("en") not in str(caught.value)
    assert run(session, "locate", description="the gear").code == "locate_unavailable"


def test_a_reply_that_is_no_box_is_a_transient_failure_without_the_hint(session, monkeypatch):
    """Receipts, row description not matched: the transient branch."""
    with serving(reply(text="I cannot say.")) as server:
        through(session, monkeypatch, server.url)
        with pytest.raises(LocateError) as caught:
            fall_back(session, "the gear")
    assert caught.value.code == "locate_transient"
    assert hint("en") not in str(caught.value)


def test_chinese_words_are_found_too():
    """Issue: OCR in Chinese and English, with the models inside the wheel."""
    picture = Path(__file__).resolve().parents[2] / "unit/screen/locate_chinese.png"
    hit = choose(Settings()).locate(Image.open(picture).convert("RGB"), "沈阳市")
    assert hit is not None
    assert hit.words == "沈阳市"
