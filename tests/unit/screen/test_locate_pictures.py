"""Locating in pictures: reading words, asking a model that sees, and what a hit commits."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from kit.device.device import Device
from kit.errors import (
    LocateError,
    MalformedReply,
    ModelError,
    ModelRejected,
    ModelUnreachable,
    SecureScreen,
    UsageError,
)
from kit.models.repair import UnusableReply
from kit.screen import coordinates
from kit.screen.locate import Hit, OcrLocator, choose, find
from kit.screen.observe import observe
from kit.screen.vision import VisionLocator
from kit.settings import Settings
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.types import Foreground, Observation, Picture, Rect, Reply, Screen, ToolCall

pytestmark = pytest.mark.xdist_group("ocr")
CHINESE = Path(__file__).parent / "locate_chinese.png"


class Seer:
    """A model that sees and answers as told."""

    name = "seer"
    sees = True

    def __init__(self, answer) -> None:
        self.answer = answer
        self.prompts = []

    def complete(self, messages, tools, sampler):
        self.prompts.append((messages, tools, sampler))
        if isinstance(self.answer, Exception):
            raise self.answer
        if isinstance(self.answer, str):
            return Reply(text=self.answer)
        return Reply(calls=(ToolCall(id="c", name="report", arguments=self.answer),))


@pytest.fixture
def chinese() -> Image.Image:
    return Image.open(CHINESE).convert("RGB")


# --- reading ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("description", "inside"),
    [("设置", Rect(40, 30, 210, 140)), ("沈阳市", Rect(40, 170, 210, 260)), ("仅本次允许", Rect(40, 460, 290, 530)),
     ("确定", Rect(580, 1200, 1040, 1330)), ("网络", Rect(150, 735, 260, 810))],
)  # fmt: skip
def test_chinese_words_are_found_where_they_stand(chinese, description, inside):
    hit = OcrLocator().locate(chinese, description)
    assert hit is not None
    assert hit.words == description
    assert inside.contains(*hit.box.center)
    assert hit.confidence > 0.8
    assert hit.looked_at == chinese.size


def test_words_that_are_not_there_are_not_found(chinese):
    assert OcrLocator().locate(chinese, "上海市") is None


def test_words_in_two_places_are_ambiguous_and_a_scope_settles_it(chinese):
    two = Image.new("RGB", (1080, 1400), "white")
    row = chinese.crop((0, 170, 1080, 260))
    two.paste(row, (0, 300))
    two.paste(row, (0, 900))
    with pytest.raises(LocateError) as caught:
        OcrLocator().locate(two, "沈阳市")
    assert caught.value.code == "locate_ambiguous"
    assert len(caught.value.hits) == 2
    scope = Rect(0, 800, 1080, 1100)
    hit = OcrLocator().locate(two, "沈阳市", scope)
    assert hit is not None
    assert scope.contains(*hit.box.center)
    assert hit.looked_at == (1080, 300)


def test_a_scope_outside_the_picture_is_refused(chinese):
    with pytest.raises(LocateError, match="outside"):
        OcrLocator().locate(chinese, "设置", Rect(2000, 0, 2100, 100))


def test_an_empty_picture_holds_no_words():
    assert OcrLocator().locate(Image.new("RGB", (400, 400), "white"), "设置") is None


@pytest.mark.slow
def test_the_labels_of_a_simphone_home_screen_are_all_found_inside_their_marks():
    device = Device(LocalTransport(Phone(3)))
    home = observe(device)
    named = [m for m in home.marks if m.role != "field" and m.label.isalpha() and m.bounds.area]
    assert len(named) >= 8
    for mark in named:
        hit = OcrLocator().locate(home.image, mark.full_label)
        assert hit is not None, mark.full_label
        assert mark.bounds.contains(*hit.box.center), mark.full_label


# --- asking ------------------------------------------------------------------------------------------------------------------


FRAME = Image.new("RGB", (1080, 2400), "white")


@pytest.mark.parametrize(
    "answer",
    [
        {"found": True, "box": [100, 200, 300, 250], "words": "Wi-Fi", "confidence": 0.8},
        'Here: ```json\n{"found": true, "box": [100, 200, 300, 250], "words": "Wi-Fi", "confidence": 0.8}\n```',
        UnusableReply(
            "no call", reply=Reply(text='{"box": [100, 200, 300, 250], "words": "Wi-Fi", "confidence": 0.8}')
        ),
    ],
)
def test_a_box_in_relative_numbers_becomes_pixels_of_the_frame(answer):
    hit = VisionLocator(Seer(answer), side=1024).locate(FRAME, "the Wi-Fi row")
    assert hit == Hit(box=Rect(108, 480, 324, 600), words="Wi-Fi", confidence=0.8, looked_at=(461, 1024))


def test_with_a_scope_the_model_sees_only_that_part_and_the_box_lands_in_it():
    seer = Seer({"found": True, "box": [0, 0, 500, 1000]})
    hit = VisionLocator(seer, side=1024).locate(FRAME, "left half", Rect(540, 1200, 1080, 2400))
    assert hit == Hit(box=Rect(540, 1200, 810, 2400), words="left half", confidence=None, looked_at=(461, 1024))
    picture = next(p for p in seer.prompts[0][0][0].parts if isinstance(p, Picture))
    assert picture.image.size == (461, 1024)


def test_the_model_is_asked_once_and_told_what_to_find():
    seer = Seer({"found": False})
    assert VisionLocator(seer).locate(FRAME, "the {odd} icon") is None
    assert len(seer.prompts) == 1
    assert "the {odd} icon" in seer.prompts[0][0][0].text


@pytest.mark.parametrize(
    "box",
    [
        [100, 200, 1500, 250], [-1, 0, 10, 10], [300, 200, 100, 250], [5, 5, 5, 9], [1, 2, 3], "1,2,3,4",
        [True, 0, 500, 500], [float("nan"), 0, 10, 10], [0, 0, 1000, 1000], ["a", 0, 1, 1],
    ],
)  # fmt: skip
def test_a_box_off_the_screen_or_without_a_place_is_never_believed(box):
    with pytest.raises(LocateError) as caught:
        VisionLocator(Seer({"found": True, "box": box})).locate(FRAME, "x")
    assert caught.value.code == "locate_transient"


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (ModelUnreachable("down"), "locate_unavailable"),
        (ModelRejected("bad key"), "locate_unavailable"),
        (ModelError("odd"), "locate_transient"),
        (MalformedReply("nothing"), "locate_transient"),
        ("I see a phone.", "locate_transient"),
        ('{"found": true}', "locate_transient"),
    ],
)
def test_a_service_that_is_down_and_a_reply_that_is_no_answer_are_told_apart(failure, code):
    with pytest.raises(LocateError) as caught:
        VisionLocator(Seer(failure)).locate(FRAME, "x")
    assert caught.value.code == code


# --- choosing ----------------------------------------------------------------------------------------------------------


def test_auto_takes_the_vision_model_when_there_is_one_else_ocr():
    assert choose(Settings()).name == "ocr"
    assert choose(Settings(), Seer({})).name == "vision"
    assert choose(Settings(locate="ocr"), Seer({})).name == "ocr"
    assert choose(Settings(locate="off"), Seer({})) is None


def test_vision_without_a_model_or_with_a_blind_one_is_refused():
    with pytest.raises(UsageError, match="locate_model"):
        choose(Settings(locate="vision"))
    blind = Seer({})
    blind.sees = False
    with pytest.raises(UsageError, match="cannot see"):
        choose(Settings(), blind)


# --- committing --------------------------------------------------------------------------------------------------------------


class Fixed:
    """A locator with one answer."""

    name = "fixed"
    reads_only = False

    def __init__(self, hit) -> None:
        self.hit = hit
        self.seen = []

    def locate(self, image, description, scope=None):
        self.seen.append((image, scope))
        return self.hit


class Glass:
    """A phone that is only looked at."""

    epoch = 7
    frame = 9

    def __init__(self, fronts=("a", "a")) -> None:
        self.fronts = list(fronts)
        self.waited = 0.0

    def wait(self, seconds):
        self.waited += seconds

    def foreground(self):
        return Foreground(package=self.fronts.pop(0))

    def screenshot(self):
        return FRAME

    def hierarchy(self, *, windows):
        raise AssertionError("a search never dumps")

    def screen(self):
        return Screen(width=1080, height=2400)


HIT = Hit(
    box=Rect(100, 200, 300, 260),
    words="  a label  far longer than thirty-two characters ",
    confidence=0.5,
    looked_at=(540, 1200),
)


def test_a_hit_is_a_new_batch_on_the_same_frame_with_only_its_mark():
    phone = Glass()
    seen = observe_like(phone, image=FRAME)
    locator = Fixed(HIT)
    found = find(phone, locator, "x", seen=seen)
    assert (phone.epoch, phone.frame) == (8, 10)
    assert found.observation.image is FRAME
    assert locator.seen == [(FRAME, None)]
    (mark,) = found.observation.marks
    assert mark.id == "ax_1@e8"
    assert (mark.role, mark.bounds, mark.label) == ("spot", HIT.box, "a label far longer than thirty-t")
    assert HIT.box.contains(*coordinates.to_pixels(mark.center, seen.screen))
    assert set(mark.actions) == {"tap", "long_press", "type"}
    assert found.artifact["input"] == [540, 1200]
    assert found.artifact["frame"] == [1080, 2400]
    assert found.artifact["same_frame"] is True


def observe_like(phone, image):
    return Observation(
        epoch=phone.epoch, screen_seq=phone.frame, screen=phone.screen(), foreground=Foreground(package="a"), image=image,
        texts=("17:34",),
    )  # fmt: skip


def test_a_miss_changes_nothing():
    phone = Glass()
    assert find(phone, Fixed(None), "x", seen=observe_like(phone, FRAME)) is None
    assert (phone.epoch, phone.frame) == (7, 9)


@pytest.mark.parametrize("image", [None, "none at all"])
def test_without_a_picture_of_the_batch_a_fresh_one_is_taken_after_the_rest(image):
    phone = Glass()
    seen = observe_like(phone, None) if image is None else None
    found = find(phone, Fixed(HIT), "x", seen=seen, settle=0.3)
    assert phone.waited == 0.3
    assert found.observation.image is FRAME
    assert found.artifact["same_frame"] is False


def test_an_app_that_changes_while_the_picture_is_taken_is_a_transient_failure():
    phone = Glass(("a", "b"))
    with pytest.raises(LocateError) as caught:
        find(phone, Fixed(HIT), "x", seen=None)
    assert caught.value.code == "locate_transient"
    assert (phone.epoch, phone.frame) == (7, 9)


def test_a_secure_screen_stays_a_secure_screen():
    phone = Glass()
    phone.screenshot = lambda: (_ for _ in ()).throw(SecureScreen("black"))
    with pytest.raises(SecureScreen):
        find(phone, Fixed(HIT), "x", seen=None)
