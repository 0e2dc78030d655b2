"""Harness specification, sections "坐标与寻址" and "mark 寻址与批次", with P0 rows "坐标" and "Marks-first": one test a rule."""

from __future__ import annotations

import re

import pytest
from fake_phone import FakeDevice, look, mark
from fake_session import do, fake_session
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from sim_doors import opened

from kit.context.assemble import system_prompt
from kit.screen.coordinates import to_pixels, to_relative
from kit.screen.describe import describe
from kit.screen.locate import Hit
from kit.settings import Settings
from kit.tools.catalogue import VERBS, offered
from kit.tools.locate import hint
from kit.tools.session import Session, open_session
from kit.types import Rect, Screen

PAIR = re.compile(r"\((-?\d+),(-?\d+)\)")


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """Batch e1: Wi-Fi, Bluetooth, two of Delete, a field, Ünïcode–Straße, a row whose title is Battery."""
    shown = [
        mark(1, "Wi-Fi"), mark(2, "Bluetooth"), mark(3, "Delete"), mark(4, "Delete"),
        mark(5, "Name", role="field", actions=("tap", "type")), mark(6, "Ünïcode–Straße"), mark(7, "Don't allow"),
        mark(8, "Allow"),
    ]  # fmt: skip
    return fake_session(monkeypatch, look(shown), locate="off")


class Finds:
    """Remembers what it was asked; finds it at one place, or not at all."""

    name, reads_only = "finds", False

    def __init__(self, box: Rect | None) -> None:
        self.box, self.asked = box, []

    def locate(self, image: Image.Image, description: str, scope: Rect | None = None) -> Hit | None:
        self.asked.append(description)
        found = self.box and Hit(box=self.box, words=description, confidence=1.0, looked_at=image.size)
        return found or None


def seeing(monkeypatch: pytest.MonkeyPatch, locator: Finds, lang: str = "en") -> Session:
    """A session whose screen has a picture, for a locator."""
    picture = look([mark(1, "Wi-Fi")], image=Image.new("RGB", (1000, 2000), "white"))
    made = fake_session(monkeypatch, picture, lang=lang)
    made.locator = locator
    return made


def touched(session: Session) -> list[tuple[object, ...]]:
    return [c for c in session.device.calls if c[0] in ("tap", "long_press", "swipe", "type_text")]  # type: ignore[attr-defined]


# --- 坐标与寻址 -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "screen", [Screen(width=1080, height=2400), Screen(width=2400, height=1080), Screen(width=720, height=1280)]
)
def test_relative_values_are_mapped_linearly_by_the_screen_as_it_is_now(screen: Screen) -> None:
    """坐标与寻址: 0-1000 to pixels by the width and height of the screen."""
    assert to_pixels((0, 0), screen) == (0, 0)
    assert to_pixels((1000, 1000), screen) == (screen.width, screen.height)
    assert to_pixels((500, 250), screen) == (screen.width // 2, screen.height // 4)
    assert to_relative((screen.width // 2, screen.height // 4), screen) == (500, 250)


@given(x=st.floats(-5000, 5000), y=st.floats(-5000, 5000))
def test_values_outside_are_not_clamped_but_extrapolated(x: float, y: float) -> None:
    """坐标与寻址: the conversion has no bounds."""
    px, py = to_pixels((x, y), Screen(width=1080, height=2400))
    assert abs(px - x * 1.08) <= 0.51
    assert abs(py - y * 2.4) <= 0.51


def test_the_marks_show_their_relative_centres_and_no_text_for_the_model_holds_pixels() -> None:
    """坐标与寻址: the summary gives (x,y); visible text has relative values only, in the full and the compact form."""
    with opened("sim", 5) as door:
        session = open_session(door.device, settings=Settings(locate="off"))  # type: ignore[call-arg]
        for app in ("Settings", "Clock", "Contacts", "Files"):
            do(session, "launch_app", name=app)
            seen = session.observation
            assert seen is not None
            shown = [tuple(map(int, pair)) for pair in PAIR.findall(describe(seen, limit=500, texts=0))]
            assert shown == [m.center for m in seen.marks]
            assert all(0 <= value <= 1000 for pair in shown for value in pair)
            for style in ("full", "compact"):
                assert not re.search(r"\]\[|\bbounds\b|\d{3,4}x\d{3,4}", describe(seen, style, limit=500, texts=0))


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Swiped from (500,800) to (500,200.5)."), ("zh", "已从 (500,800) 滑动到 (500,200.5)。")]
)
def test_swipe_takes_relative_values_and_its_receipt_repeats_them(
    monkeypatch: pytest.MonkeyPatch, lang: str, words: str
) -> None:
    """坐标与寻址: start and end are relative, receipts echo relative values; pixels only reach the phone."""
    session = fake_session(monkeypatch, lang=lang)
    receipt = do(session, "swipe", start=[500, 800], end=[500, 200.5])
    assert receipt.text == words
    assert touched(session) == [("swipe", 500, 1600, 500, 401, 300)]


def test_the_artifact_of_locate_has_resolutions_and_the_model_does_not_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """坐标与寻址: the artifact carries the resolution of the input and of the whole frame, the text does not."""
    from kit.tools.locate import locate

    session = seeing(monkeypatch, Finds(Rect(100, 200, 301, 403)))
    done = locate.run(session, {"description": "the gear", "scope": [0, 0, 1000, 500]})
    assert done.details["artifact"]["frame"] == [1000, 2000]
    assert done.details["artifact"]["input"] == [1000, 2000]
    assert "(200,151)" in done.text
    assert not re.search(r"1000|2000|\b301\b|\b403\b|\b302\b", done.text)


# --- mark 寻址与批次: what each tool takes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tap", "long_press"])
def test_tap_and_long_press_without_a_target_are_refused(session: Session, name: str) -> None:
    """mark 寻址与批次, row tap / long_press: neither id nor description."""
    receipt = do(session, name)
    assert (receipt.status, receipt.code) == ("error", "target_missing")
    assert touched(session) == []


@pytest.mark.parametrize("name", ["tap", "long_press"])
def test_a_description_that_is_not_unique_is_refused_and_the_candidates_are_named(session: Session, name: str) -> None:
    """mark 寻址与批次, row tap / long_press: ambiguous is fail-closed."""
    receipt = do(session, name, target_description="Delete")
    assert (receipt.status, receipt.code) == ("error", "target_ambiguous")
    assert "ax_3" in receipt.text
    assert "ax_4" in receipt.text
    assert touched(session) == []


@pytest.mark.parametrize("name", ["tap", "long_press"])
def test_tap_and_long_press_take_nothing_but_an_id_or_a_description(session: Session, name: str) -> None:
    """mark 寻址与批次, row tap / long_press: bare coordinates are no argument of theirs."""
    verb = next(v for v in VERBS if v.name == name)
    assert set(verb.tool().parameters["properties"]) == {"target_mark_id", "target_description", "intent", "note"}
    assert do(session, name, x=500, y=500).code == "bad_arguments"


def test_type_text_without_a_target_goes_into_the_focused_field(session: Session) -> None:
    """mark 寻址与批次, row type_text: the target is optional."""
    assert do(session, "type_text", text="hi").status == "ok"
    assert touched(session) == [("type_text", "hi", {"replace": True})]


def test_type_text_with_a_target_focuses_it_first(session: Session) -> None:
    """mark 寻址与批次, row type_text: with a target it is bound to a mark like any other action."""
    assert do(session, "type_text", text="hi", target_mark_id="ax_5@e1").status == "ok"
    assert [c[0] for c in touched(session)] == ["tap", "type_text"]
    assert do(session, "type_text", text="hi", target_mark_id="ax_9@e2").code == "target_unknown"


def test_swipe_is_the_only_acting_tool_with_bare_coordinates(session: Session) -> None:
    """mark 寻址与批次, row swipe."""

    def numbers(schema: dict[str, object]) -> bool:
        return schema.get("type") == "array" and schema.get("items") == {"type": "number"}

    taking = {v.name for v in offered(session) for s in v.tool().parameters["properties"].values() if numbers(s)}
    assert taking == {"swipe"}


# --- descriptions ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("description", "number"),
    [("Bluetooth", 2), ("Blue", 2), ("unicode strasse", None), ("ÜNÏCODE STRASSE", 6), ("wi fi", 1), ("Allow", 8), ("allow", 8)],
    ids=["exact", "contains", "no accents is another word", "normalised", "normalised signs", "exact before contains",
         "whole before part"],
)  # fmt: skip
def test_descriptions_match_exact_then_contained_then_normalised(
    session: Session, description: str, number: int | None
) -> None:
    """mark 寻址与批次: three levels of text matching against the marks of the current screen."""
    receipt = do(session, "tap", target_description=description)
    assert (receipt.target.number if receipt.target else None) == number


def test_a_long_sentence_about_place_or_look_matches_nothing(session: Session) -> None:
    """mark 寻址与批次: position and appearance are for locate; such a description falls through."""
    receipt = do(session, "tap", target_description="the blue switch to the right of Bluetooth")
    assert (receipt.status, receipt.code) == ("error", "target_unknown")
    assert touched(session) == []


def test_zero_hits_fall_back_to_one_visual_location_and_the_receipt_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """mark 寻址与批次: one extra call of deep location; a hit is carried out and told."""
    locator = Finds(Rect(100, 200, 300, 400))
    session = seeing(monkeypatch, locator)
    receipt = do(session, "tap", target_description="沈阳市")
    assert receipt.status == "ok"
    assert locator.asked == ["沈阳市"]
    assert touched(session) == [("tap", 200, 300)]
    assert receipt.text.splitlines()[1].endswith(hint("en"))


def test_text_hits_never_ask_for_visual_location(monkeypatch: pytest.MonkeyPatch) -> None:
    """mark 寻址与批次: only ZERO text hits fall back."""
    locator = Finds(Rect(100, 200, 300, 400))
    session = seeing(monkeypatch, locator)
    assert do(session, "tap", target_description="Wi").status == "ok"
    assert locator.asked == []


def test_no_visual_hit_either_is_refused_as_a_problem_of_the_description(monkeypatch: pytest.MonkeyPatch) -> None:
    """mark 寻址与批次: still nothing found: refused, nothing is sent."""
    session = seeing(monkeypatch, Finds(None))
    receipt = do(session, "tap", target_description="沈阳市")
    assert (receipt.status, receipt.code) == ("error", "target_unknown")
    assert touched(session) == []


def test_a_mark_that_locate_made_is_a_text_hit_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """mark 寻址与批次: naming what an earlier locate found is no fallback, so the receipt does not claim one."""
    locator = Finds(Rect(100, 200, 300, 400))
    session = seeing(monkeypatch, locator)
    assert do(session, "locate", description="the gear").status == "ok"
    receipt = do(session, "tap", target_description="the gear")
    assert receipt.status == "ok"
    assert receipt.text == 'Tapped "the gear" (ax_1).'
    assert locator.asked == ["the gear"]


@pytest.mark.parametrize(
    ("lang", "short", "never"), [("en", "short words", "never"), ("zh", "短原文", "不写位置或外观")]
)
def test_the_system_prompt_and_the_schema_give_the_same_rule(lang: str, short: str, never: str) -> None:
    """mark 寻址与批次: the same rule in both places and both languages."""
    prompt = system_prompt(lang)
    assert short in prompt
    assert never in prompt
    for name in ("tap", "long_press", "type_text", "scroll"):
        tool = next(v for v in VERBS if v.name == name).tool(lang)
        words = tool.parameters["properties"]["target_description"]["description"]
        assert short in words
        assert never in words


# --- badges and batches -----------------------------------------------------------------------------------------------------------


def test_ids_carry_the_badge_of_their_batch(session: Session) -> None:
    """mark 寻址与批次: ax_1@e12."""
    assert mark(1, "x", epoch=12).id == "ax_1@e12"
    assert session.observation is not None
    assert all(re.fullmatch(rf"ax_{m.number}@e1", m.id) for m in session.observation.marks)
    assert "ax_1@e1 |" in describe(session.observation)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("badge", ["ax_1@e1", "ax_1@e3", "ax_2@e12", "#1@e1"])
def test_a_badge_of_another_epoch_is_refused_and_a_new_look_is_suggested(
    monkeypatch: pytest.MonkeyPatch, badge: str, lang: str
) -> None:
    """mark 寻址与批次: an older (or a made-up later) batch never resolves."""
    session = fake_session(monkeypatch, lang=lang)
    do(session, "read_screen")
    before = len(touched(session))
    receipt = do(session, "tap", target_mark_id=badge)
    assert (receipt.status, receipt.code) == ("error", "target_stale")
    assert "read_screen" in receipt.text
    assert "e2" in receipt.text
    assert len(touched(session)) == before


def test_an_id_without_badge_is_only_looked_up_in_the_current_batch(session: Session) -> None:
    """mark 寻址与批次: ax_2 is mark 2 of the batch that is current now."""
    receipt = do(session, "tap", target_mark_id="ax_2")
    assert receipt.target is not None
    assert (receipt.target.label, receipt.target.epoch) == ("Bluetooth", 1)
    assert do(session, "tap", target_mark_id="ax_9").code == "target_unknown"


@pytest.mark.parametrize("wrong", ["ax_99@e1", "ax_x@e1", "mark 1", "1@1", "", " "])
def test_an_id_that_is_not_there_is_refused(session: Session, wrong: str) -> None:
    """mark 寻址与批次: a miss is fail-closed."""
    receipt = do(session, "tap", target_mark_id=wrong)
    assert receipt.status == "error"
    assert receipt.code in ("target_unknown", "target_missing")
    assert touched(session) == []


def test_every_successful_look_mints_a_new_batch(session: Session) -> None:
    """mark 寻址与批次: the epoch advances, all marks are minted anew, all older ids are void."""
    for epoch in range(2, 6):
        old = session.observation.marks[0].id if session.observation else ""
        assert do(session, "wait", seconds=0.1).status == "ok"
        assert session.observation is not None
        assert {m.epoch for m in session.observation.marks} == {epoch}
        assert do(session, "tap", target_mark_id=old).code == "target_stale"


def test_a_hit_of_locate_opens_a_batch_with_only_that_mark(monkeypatch: pytest.MonkeyPatch) -> None:
    """mark 寻址与批次: epoch + 1, the old marks are gone."""
    session = seeing(monkeypatch, Finds(Rect(100, 200, 300, 400)))
    do(session, "locate", description="the gear")
    assert session.observation is not None
    assert [m.id for m in session.observation.marks] == ["ax_1@e2"]
    assert do(session, "tap", target_description="Wi-Fi").target.label == "Wi-Fi"  # type: ignore[union-attr]
    assert isinstance(session.device, FakeDevice)
    assert do(session, "tap", target_mark_id="ax_1@e1").code == "target_stale"
