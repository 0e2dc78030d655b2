import pytest
from app_phone import AppPhone
from translated import english_on, untranslated

from kit.simphone.apps import ALL, camera, camera_pages, gallery, media
from kit.simphone.apps.camera import APP, CameraData, film, photo
from kit.simphone.apps.camera_pages import ROLL
from kit.simphone.phone import Phone


@pytest.fixture
def hand() -> AppPhone:
    hand = AppPhone(APP, gallery.APP)
    hand.tap("While using the app")
    return hand


def shots(hand: AppPhone) -> list[str]:
    return hand.files.listdir(ROLL) if hand.files.is_dir(ROLL) else []


def test_nothing_is_seen_before_the_camera_is_allowed() -> None:
    hand = AppPhone(APP)
    assert "Viewfinder" not in hand.texts()
    hand.tap("Don’t allow")
    assert "The camera needs your permission" in hand.texts()
    hand.tap("Grant permission", "Only this time")
    assert "Viewfinder" in hand.texts()


def test_a_photo_is_a_file_that_tells_how_it_was_taken(hand: AppPhone) -> None:
    hand.tap("Switch camera", "Flash off", "Flash on", "Take photo")
    assert shots(hand) == ["IMG_0001.png"]
    data = hand.files.read(f"{ROLL}/IMG_0001.png")
    assert data == photo("front", "on", 1)
    assert media.facts_of(data) == {"lens": "front", "flash": "on"}
    assert hand.data == CameraData(lens="front", flash="on")


def test_numbers_go_on_after_the_highest_and_pictures_differ(hand: AppPhone) -> None:
    hand.files.write(f"{ROLL}/VID_0041.mp4", film("back", "off", 3))
    hand.tap("Take photo", "Take photo")
    assert shots(hand) == ["IMG_0042.png", "IMG_0043.png", "VID_0041.mp4"]
    assert hand.files.read(f"{ROLL}/IMG_0042.png") != hand.files.read(f"{ROLL}/IMG_0043.png")


@pytest.mark.parametrize("seconds", [3, 10])
def test_the_timer_counts_down_first(hand: AppPhone, seconds: int) -> None:
    hand.tap("Timer off", f"Timer {seconds} s", "Take photo")
    hand.wait(seconds - 0.5)
    assert shots(hand) == []
    assert "Photo in 1" in hand.texts()
    hand.wait(1)
    assert shots(hand) == ["IMG_0001.png"]
    assert "Take photo" in hand.texts()


def test_a_timer_can_be_called_off_and_begun_anew(hand: AppPhone) -> None:
    hand.tap("Timer off", "Timer 10 s", "Take photo")
    hand.wait(4)
    hand.tap("Cancel timer", "Take photo")
    hand.wait(7)
    assert shots(hand) == [], "the first countdown must not shoot for the second"
    hand.wait(4)
    assert shots(hand) == ["IMG_0001.png"]


def test_leaving_calls_the_timer_off(hand: AppPhone) -> None:
    hand.tap("Timer off", "Timer 3 s", "Take photo")
    hand.phone.home()
    hand.wait(5)
    hand.phone.launch("camera")
    assert shots(hand) == []
    assert "Take photo" in hand.texts()


def test_a_film_is_as_long_as_it_was_recorded(hand: AppPhone) -> None:
    hand.tap("Video", "Start recording")
    hand.wait(83.4)
    assert "Recording 1:23" in hand.texts()
    hand.tap("Stop recording")
    assert shots(hand) == ["VID_0001.mp4"]
    assert media.length(hand.files.read(f"{ROLL}/VID_0001.mp4")) == 83


def test_settings_stand_still_while_it_records(hand: AppPhone) -> None:
    hand.tap("Video", "Start recording")
    with pytest.raises(AssertionError, match="disabled"):
        hand.tap("Switch camera")
    with pytest.raises(AssertionError, match="disabled"):
        hand.tap("Photo")
    assert hand.data == CameraData(mode="video")


def test_mode_and_lens_are_kept_when_the_app_is_left(hand: AppPhone) -> None:
    hand.tap("Video", "Switch camera")
    hand.phone.stop("camera")
    hand.phone.launch("camera")
    assert {"Start recording", "Front camera"} <= set(hand.texts())


def test_the_last_shot_opens_in_the_gallery(hand: AppPhone) -> None:
    hand.tap("Take photo", "Last shot")
    assert hand.front == "gallery"
    assert "IMG_0001.png" in hand.texts()
    hand.back()
    assert "IMG_0001.png" in hand.texts()


def test_grid_lines_are_a_setting_that_is_drawn(hand: AppPhone) -> None:
    def drawn() -> int:
        return max(len(x.drawing) for _, x, _ in hand.widgets())

    before = drawn()
    hand.tap("Camera settings", "Grid lines")
    hand.back()
    assert hand.data.grid is True
    assert drawn() == before + 4


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, camera, camera_pages) == []


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale, apps=[*ALL, APP])
    pages: list[list[tuple[object, ...]]] = [
        [], [("ready",)], [("ready",), ("choose", "flash")], [("ready",), ("choose", "timer")], [("ready",), ("settings",)],
        [("ready",), ("shutter",)], [("ready",), ("mode", 1), ("shutter",)],
    ]  # fmt: skip
    for events in pages:
        assert english_on(phone, APP, "home", events, frozenset({"sdcard", "DCIM", "Camera"})) == set()
