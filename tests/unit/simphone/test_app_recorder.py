import pytest
from app_phone import AppPhone
from translated import english_on, untranslated

from kit.simphone.apps import ALL, media, recorder, recorder_pages
from kit.simphone.apps.recorder import APP, RecorderData, sound
from kit.simphone.apps.recorder_pages import FOLDER
from kit.simphone.phone import Phone

CALL = f"{FOLDER}/Call.m4a"


@pytest.fixture
def hand() -> AppPhone:
    return AppPhone(APP)


@pytest.fixture
def stocked(hand: AppPhone) -> AppPhone:
    hand.files.write(CALL, sound(40))
    hand.files.write(f"{FOLDER}/Idea.m4a", sound(75))
    hand.data.words[CALL] = [[1, "Hello"], [20, "Shelf nine"], [38, "Bye"]]
    hand.phone.touch()
    return hand


def test_nothing_is_recorded_before_the_microphone_is_allowed(hand: AppPhone) -> None:
    assert "No recordings yet" in hand.texts()
    hand.tap("Record", "Don’t allow")
    assert "Stop recording" not in hand.texts()
    hand.tap("Record", "While using the app")
    assert "Stop recording" in hand.texts()


def test_a_recording_leaves_its_pauses_out_and_gets_a_name(hand: AppPhone) -> None:
    hand.tap("Record", "While using the app")
    hand.wait(10.2)
    hand.tap("Pause recording")
    hand.wait(100)
    assert "0:10" in hand.texts()
    hand.tap("Resume recording")
    hand.wait(5)
    hand.tap("Stop recording")
    hand.type("Recording name", "Idée")
    hand.tap("Save")
    assert media.length(hand.files.read(f"{FOLDER}/Idée.m4a")) == 15
    assert "Idée" in hand.texts()
    assert hand.data == RecorderData()


def test_the_offered_name_is_the_next_one_free(hand: AppPhone) -> None:
    for seconds in (3, 4):
        hand.tap("Record")
        if "While using the app" in hand.texts():
            hand.tap("While using the app")
        hand.wait(seconds)
        hand.tap("Stop recording", "Save")
    assert hand.files.listdir(FOLDER) == ["Recording 1.m4a", "Recording 2.m4a"]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("", "Enter a name"), ("a/b", "This name has characters that cannot be used"), ("Call", "There is a file with this name already")],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused_with_the_reason(stocked: AppPhone, name: str, wrong: str) -> None:
    stocked.tap("Options of Idea", "Rename")
    stocked.type("Recording name", name)
    stocked.tap("Rename")
    assert wrong in stocked.texts()
    assert stocked.files.listdir(FOLDER) == ["Call.m4a", "Idea.m4a"]


def test_discarding_asks_first(hand: AppPhone) -> None:
    hand.tap("Record", "While using the app")
    hand.wait(10)
    hand.tap("Discard", "Cancel")
    assert "Stop recording" in hand.texts()
    hand.tap("Discard", "Discard")
    assert "No recordings yet" in hand.texts()


def test_recording_goes_on_while_one_looks_at_the_list(hand: AppPhone) -> None:
    hand.tap("Record", "While using the app", "Navigate up")
    hand.wait(20)
    assert {"Recording goes on", "0:20"} <= set(hand.texts())
    hand.tap("Recording goes on", "Stop recording", "Save")
    assert media.length(hand.files.read(f"{FOLDER}/Recording 1.m4a")) == 20


def test_words_come_as_they_are_said(stocked: AppPhone) -> None:
    stocked.tap("Call")
    assert "Hello" not in stocked.texts()
    stocked.tap("Play")
    stocked.wait(10)
    assert ("Hello" in stocked.texts(), "Shelf nine" in stocked.texts()) == (True, False)
    stocked.tap("Pause")
    stocked.wait(60)
    assert "Shelf nine" not in stocked.texts()
    stocked.tap("Play")
    stocked.wait(31)
    assert {"Hello", "Shelf nine", "Bye", "Play"} <= set(stocked.texts())
    stocked.tap("Play")
    stocked.wait(3)
    assert "Bye" not in stocked.texts()


def test_renaming_takes_the_words_along(stocked: AppPhone) -> None:
    stocked.tap("Call", "More options", "Rename")
    stocked.type("Recording name", "Library")
    stocked.tap("Rename")
    new = f"{FOLDER}/Library.m4a"
    assert stocked.files.listdir(FOLDER) == ["Idea.m4a", "Library.m4a"]
    assert list(stocked.data.words) == [new]
    assert "Library" in stocked.texts()


def test_deleting_asks_first_and_is_for_good(stocked: AppPhone) -> None:
    stocked.tap("Options of Call", "Delete", "Cancel")
    assert stocked.files.is_file(CALL)
    stocked.tap("Options of Call", "Delete", "Delete")
    assert stocked.files.listdir(FOLDER) == ["Idea.m4a"]
    assert stocked.data.words == {}


def test_quality_goes_into_the_file(hand: AppPhone) -> None:
    hand.tap("Recording quality", "High quality", "Record", "While using the app")
    hand.wait(9)
    hand.tap("Stop recording", "Save")
    assert hand.files.read(f"{FOLDER}/Recording 1.m4a") == sound(9, "high") != sound(9)


def test_search(stocked: AppPhone) -> None:
    stocked.tap("Search recordings")
    stocked.type("Search recordings", "ide")
    assert [x.text for _, x, _ in stocked.widgets() if x.id == "title"] == ["Idea"]
    stocked.type("Search recordings", "none")
    assert "No results" in stocked.texts()


def test_sharing_hands_the_file_on(stocked: AppPhone) -> None:
    stocked.tap("Options of Call", "Share")
    sharing = stocked.phone.core.system.sharing
    assert sharing is not None
    assert sharing.file == CALL


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, recorder, recorder_pages) == []


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale, apps=[*ALL, APP], sample_files=False)
    pages: list[list[tuple[object, ...]]] = [
        [], [("search",)], [("ask_quality",)], [("start",)], [("pause",)], [("stop",)], [("start",), ("ask_discard",)],
    ]  # fmt: skip
    for events in pages:
        phone.core.apps["recorder"].ui.dialog = None
        assert english_on(phone, APP, "home", events, frozenset()) == set()
    phone.files.write(CALL, sound(40))
    for events in ([], [("open", CALL)], [("menu", CALL)], [("ask_rename", CALL)], [("ask_delete", CALL)]):
        phone.core.apps["recorder"].ui.dialog = None
        assert english_on(phone, APP, "home", events, frozenset({"Call"})) == set()
