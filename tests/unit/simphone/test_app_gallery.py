import io

import pytest
from app_phone import AppPhone
from PIL import Image
from translated import english_on, untranslated

from kit.simphone import words
from kit.simphone.apps import ALL, gallery, gallery_actions, gallery_films, gallery_pages, media
from kit.simphone.apps.gallery import APP, GalleryData
from kit.simphone.phone import Phone

TRIP = "/sdcard/Pictures/Trip"
RED = media.picture([(48, (200, 30, 30))])


@pytest.fixture
def hand() -> AppPhone:
    hand = AppPhone(APP)
    for name in ("a.png", "b.png", "c.jpg"):
        hand.files.write(f"{TRIP}/{name}", RED)
    hand.files.write("/sdcard/DCIM/Camera/IMG_0001.png", RED)
    hand.files.write("/sdcard/Download/list.txt", b"no picture")
    hand.data.captions[f"{TRIP}/b.png"] = "Dinner with Zoë"
    hand.phone.touch()
    return hand


def names(hand: AppPhone) -> list[str]:
    return [x.text for _, x, _ in hand.widgets() if x.id == "title"]


def test_every_picture_of_the_phone_is_listed_and_nothing_else(hand: AppPhone) -> None:
    assert sorted(names(hand)) == ["IMG_0001.png", "a.png", "b.png", "c.jpg"]
    hand.files.write("/sdcard/Pictures/pushed.webp", RED)
    hand.files.write("/sdcard/Pictures/.hidden.png", RED)
    hand.phone.touch()
    assert "pushed.webp" in names(hand)
    assert ".hidden.png" not in names(hand)
    hand.tap("Albums", "Trip")
    assert names(hand) == ["a.png", "b.png", "c.jpg"]


def test_a_phone_without_pictures_says_so() -> None:
    assert "No pictures here" in AppPhone(APP).texts()


def test_search_reads_names_and_captions(hand: AppPhone) -> None:
    hand.tap("Search pictures")
    for query, found in (("zoë", ["b.png"]), ("IMG_", ["IMG_0001.png"]), ("nobody", [])):
        hand.type("Search pictures", query)
        assert names(hand) == found
    assert "No pictures found" in hand.texts()


def test_a_star_comes_and_goes(hand: AppPhone) -> None:
    hand.tap("a.png", "Add to favourites")
    assert hand.data.favourites == [f"{TRIP}/a.png"]
    hand.tap("Remove from favourites")
    assert hand.data.favourites == []


def test_a_new_name_keeps_star_caption_and_extension(hand: AppPhone) -> None:
    hand.tap("b.png", "Add to favourites", "More options", "Rename")
    hand.type("File name", "dinner")
    hand.tap("Rename")
    new = f"{TRIP}/dinner.png"
    assert hand.files.read(new) == RED
    assert (hand.data.favourites, hand.data.captions) == ([new], {new: "Dinner with Zoë"})
    assert "dinner.png" in hand.texts()


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("", "Enter a name"), ("a/b.png", "This name has characters that cannot be used"),
     ("c.jpg", "There is a file with this name already")],
)  # fmt: skip
def test_a_name_that_cannot_be_is_refused_with_the_reason(hand: AppPhone, name: str, wrong: str) -> None:
    hand.tap("a.png", "More options", "Rename")
    hand.type("File name", name)
    hand.tap("Rename")
    assert wrong in hand.texts()
    assert hand.files.is_file(f"{TRIP}/a.png")
    hand.tap("Cancel")
    assert "Rename" not in hand.texts()


def test_several_go_into_a_new_album_at_once(hand: AppPhone) -> None:
    hand.hold("a.png")
    hand.tap("c.jpg")
    assert "2 selected" in hand.texts()
    hand.tap("Move to album", "New album")
    hand.type("Album name", "trip")
    hand.tap("Create")
    assert "There is an album with this name already" in hand.texts()
    hand.type("Album name", "Été")
    hand.tap("Create")
    assert hand.files.listdir("/sdcard/Pictures/Été") == ["a.png", "c.jpg"]
    assert hand.files.listdir(TRIP) == ["b.png"]
    assert hand.toast == "Moved to Été"


def test_a_taken_name_in_the_other_album_gets_a_number(hand: AppPhone) -> None:
    hand.files.write("/sdcard/DCIM/Camera/a.png", b"other")
    hand.tap("Albums", "Trip", "a.png", "More options", "Move to album", "Camera")
    assert hand.files.read("/sdcard/DCIM/Camera/a (1).png") == RED
    assert "a (1).png" in hand.texts()


def test_deleting_asks_goes_to_the_trash_and_comes_back(hand: AppPhone) -> None:
    hand.tap("b.png", "Delete", "Cancel")
    assert hand.data.trash == []
    hand.tap("Delete", "Move to trash")
    assert hand.files.listdir(TRIP) == [".trashed-b.png", "a.png", "c.jpg"]
    hand.tap("Albums", "Trash", "b.png", "Restore")
    assert hand.files.listdir(TRIP) == ["a.png", "b.png", "c.jpg"]
    assert hand.data == GalleryData(captions={f"{TRIP}/b.png": "Dinner with Zoë"})


def test_the_trash_erases_one_or_all_after_a_question(hand: AppPhone) -> None:
    for name in ("a.png", "b.png", "c.jpg"):
        hand.tap(name, "Delete", "Move to trash")
    hand.tap("Albums", "Trash", "b.png", "Delete forever", "Delete forever")
    assert hand.files.listdir(TRIP) == [".trashed-a.png", ".trashed-c.jpg"]
    assert hand.data.captions == {}
    hand.tap("Empty trash", "Cancel")
    assert len(hand.data.trash) == 2
    hand.tap("Empty trash", "Delete forever")
    assert (hand.files.listdir(TRIP), hand.data.trash) == ([], [])
    assert "Trash is empty" in hand.texts()


def test_one_picture_is_shared_with_its_caption(hand: AppPhone) -> None:
    hand.tap("b.png", "Share")
    sharing = hand.phone.core.system.sharing
    assert sharing is not None
    assert (sharing.words, sharing.file) == ("Dinner with Zoë", f"{TRIP}/b.png")


def test_details_tell_what_is_in_the_file(hand: AppPhone) -> None:
    hand.files.write(f"{TRIP}/self.png", media.picture([(48, (9, 9, 9))], {"lens": "front", "flash": "on"}))
    hand.files.write(f"{TRIP}/film.mp4", media.clip(75))
    hand.phone.touch()
    hand.tap("self.png", "Details")
    assert {"48 × 48", "Front camera · Flash on", TRIP, "None"} <= set(hand.texts())
    hand.back()
    hand.back()
    hand.tap("film.mp4", "Details")
    assert "1:15" in hand.texts()


@pytest.fixture
def film(hand: AppPhone) -> AppPhone:
    hand.files.write(f"{TRIP}/film.mp4", media.clip(20))
    hand.files.write(f"{TRIP}/broken.mp4", b"no film")
    hand.phone.touch()
    hand.tap("film.mp4", "Play")
    return hand


def test_a_film_plays_to_its_end_and_plays_again(film: AppPhone) -> None:
    before = film.phone.state()["data"]
    film.phone.advance(7)
    assert "0:07 / 0:20" in film.texts()
    film.tap("Pause")
    film.phone.advance(30)
    assert "0:07 / 0:20" in film.texts()
    film.tap("Play")
    film.phone.advance(60)
    assert "0:20 / 0:20" in film.texts()
    film.tap("Play again")
    film.phone.advance(1)
    assert "0:01 / 0:20" in film.texts()
    assert film.phone.state()["data"] == before
    assert film.phone.internal_errors == []


def test_a_jump_in_a_film_goes_on_from_there_and_pause_and_play_do_not_double_its_speed(film: AppPhone) -> None:
    film.phone.send("gallery", ("jump", 10))
    film.tap("Pause", "Play", "Pause", "Play")
    film.phone.advance(4)
    assert "0:14 / 0:20" in film.texts()


def test_what_is_no_film_is_not_played(film: AppPhone) -> None:
    film.back()
    film.back()
    film.tap("broken.mp4", "Play")
    assert film.toast == "This film cannot be played"
    assert film.phone.core.apps["gallery"].ui.page.name == "photo"


def test_a_film_goes_on_in_a_small_window_until_that_is_closed(film: AppPhone) -> None:
    film.phone.launch("notes")
    film.phone.advance(5)
    assert {"film.mp4", "0:05 / 0:20"} <= set(film.texts())
    film.tap("Close")
    assert "film.mp4" not in film.texts()
    film.phone.advance(5)
    film.phone.launch("gallery")
    assert "0:05 / 0:20" in film.texts()
    film.phone.home()
    assert film.phone.core.system.pip == ""  # a film that stands still stays behind


def test_a_film_stops_when_another_app_takes_its_small_window(film: AppPhone) -> None:
    film.phone.run("pm grant com.simphone.maps android.permission.ACCESS_FINE_LOCATION")
    film.phone.launch("maps")
    assert film.phone.core.system.pip == "gallery"
    film.phone.send("maps", ("directions", "p1"))
    film.tap("Start")
    film.phone.home()
    assert film.phone.core.system.pip == "maps"
    film.phone.advance(9)
    film.phone.launch("gallery")
    assert "0:00 / 0:20" in film.texts()
    assert film.phone.internal_errors == []


def test_a_picture_that_adb_removed_is_missed(hand: AppPhone) -> None:
    hand.tap("a.png")
    hand.files.remove(f"{TRIP}/a.png")
    hand.phone.touch()
    assert "This picture is no longer here" in hand.texts()


def test_what_is_no_picture_is_drawn_as_nothing() -> None:
    assert media.shapes(b"no picture at all") == ()
    assert media.pixels(b"no picture at all") is None
    assert media.facts_of(b"no picture at all") == {}
    assert media.length(b"no film") is None


def test_pictures_are_real_files() -> None:
    image = Image.open(io.BytesIO(media.picture([(24, (255, 0, 0)), (24, (0, 0, 255))], {"lens": "back"})))
    image.load()
    assert (image.size, image.getpixel((5, 5)), image.getpixel((5, 40))) == ((48, 48), (255, 0, 0), (0, 0, 255))
    assert image.info["lens"] == "back"


PAGES: list[list[tuple[object, ...]]] = [
    [], [("tab", 1)], [("open_album", TRIP)], [("open", f"{TRIP}/1.png")], [("open", f"{TRIP}/1.png"), ("menu", f"{TRIP}/1.png")],
    [("details", f"{TRIP}/1.png")], [("search",)], [("favourites",)], [("trash_page",)], [("select", f"{TRIP}/1.png")],
    [("select", f"{TRIP}/1.png"), ("ask_trash",)], [("open", f"{TRIP}/1.png"), ("ask_move",), ("ask_album",)],
    [("open", f"{TRIP}/1.png"), ("ask_rename", f"{TRIP}/1.png")], [("ask_erase",)], [("ask_caption", f"{TRIP}/1.png")],
    [("open", f"{TRIP}/1.png"), ("ask_album", "There is an album with this name already")],
    [("open", f"{TRIP}/2.mp4"), ("play", f"{TRIP}/2.mp4")], [("play", f"{TRIP}/2.mp4"), ("jump", 9), ("pause",)],
]  # fmt: skip


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, gallery, gallery_pages, gallery_actions, gallery_films) == []
    for lang in ("zh", "ar"):
        assert words.read(media.ROWS)[lang].keys() <= words.table(lang, APP.words).keys()


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale, apps=[*ALL, APP], sample_files=False)
    phone.files.write(f"{TRIP}/1.png", RED)
    phone.files.write(f"{TRIP}/2.mp4", media.clip(9))
    data = frozenset({"Trip", "png", "mp", "sdcard", "Pictures", "kB"})
    for events in PAGES:
        phone.core.apps["gallery"].ui.dialog = None
        assert english_on(phone, APP, "home", events, data) == set()
