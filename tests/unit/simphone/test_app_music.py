import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW
from app_phone import AppPhone
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import ALL, media, music, music_pages, music_play
from kit.simphone.apps.music import APP, MusicData, fresh, song
from kit.simphone.phone import Phone


@pytest.fixture
def hand() -> AppPhone:
    hand = AppPhone(APP)
    songs = [
        song("s1", "Amber", "Nordlys", "First Light", 100, 1),
        song("s2", "Blue", "Nordlys", "First Light", 60, 2, "Line one", "Line two"),
        song("s3", "Coral", "Mira", "Clocks", 90, 1),
    ]
    hand.phone.core.apps["music"].data = MusicData(
        songs=songs, playlists=[{"id": "p1", "name": "Road", "songs": ["s3", "s1"]}]
    )
    hand.phone.touch()
    return hand


def rows(hand: AppPhone) -> list[str]:
    return [x.text for _, x, _ in hand.widgets() if x.id == "title"]


def now(hand: AppPhone) -> str:
    found = [x.text for _, x, _ in hand.widgets() if x.id == "playing_title"]
    return found[0] if found else ""


def test_the_library_by_song_artist_and_album(hand: AppPhone) -> None:
    assert rows(hand) == ["Amber", "Blue", "Coral"]
    hand.tap("Artists", "Nordlys")
    assert rows(hand) == ["Amber", "Blue"]
    hand.back()
    hand.tap("Albums")
    assert rows(hand) == ["Clocks", "First Light"]


def test_files_on_the_phone_are_songs_too(hand: AppPhone) -> None:
    hand.files.write("/sdcard/Music/Demo.m4a", media.clip(42, "M4A "))
    hand.phone.touch()
    assert rows(hand) == ["Amber", "Blue", "Coral", "Demo"]
    assert "Unknown artist · 0:42" in hand.texts()
    hand.tap("Demo")
    assert now(hand) == "Demo"


def test_search_reads_titles_artists_and_albums(hand: AppPhone) -> None:
    hand.tap("Search music")
    for query, found in (("blu", ["Blue"]), ("mira", ["Coral"]), ("first l", ["Amber", "Blue"]), ("x", [])):
        hand.type("Search music", query)
        assert rows(hand) == found
    assert "No results" in hand.texts()


def test_a_song_plays_on_to_the_next_one_and_stops_at_the_end(hand: AppPhone) -> None:
    hand.tap("Blue")
    hand.wait(59)
    assert (now(hand), hand.data.playing) == ("Blue", True)
    hand.wait(2)
    assert (now(hand), hand.data.playing) == ("Coral", True)
    hand.wait(100)
    assert (now(hand), hand.data.playing, hand.data.queue) == ("Coral", False, ["s1", "s2", "s3"])


def test_progress_follows_the_clock_and_a_pause_holds_it(hand: AppPhone) -> None:
    hand.tap("Amber")
    hand.phone.core.apps["music"].ui.go("player")
    hand.wait(30)
    assert {"0:30", "1:40"} <= set(hand.texts())
    hand.tap("Pause")
    hand.wait(500)
    assert "0:30" in hand.texts()
    hand.tap("Play")
    hand.wait(15)
    assert "0:45" in hand.texts()
    hand.phone.send("music", ("seek", 90))
    hand.wait(11)
    assert "Blue" in hand.texts()


def test_previous_begins_the_song_anew_before_it_goes_back(hand: AppPhone) -> None:
    hand.tap("Blue")
    hand.phone.core.apps["music"].ui.go("player")
    hand.wait(10)
    hand.tap("Previous")
    assert hand.data.place == 1
    hand.tap("Previous")
    assert hand.data.place == 0


def test_repeat_goes_round(hand: AppPhone) -> None:
    hand.tap("Coral")
    hand.phone.core.apps["music"].ui.go("player")
    hand.tap("Repeat off")
    hand.wait(95)
    assert hand.data.place == 0
    hand.tap("Repeat all")
    assert "Repeat one" in hand.texts()
    hand.wait(250)
    assert hand.data.place == 0
    hand.tap("Repeat one", "Next", "Next", "Next")
    assert (hand.data.place, hand.data.playing) == (2, False)


def test_shuffle_changes_only_the_order(hand: AppPhone) -> None:
    hand.tap("Playlists", "Road", "Shuffle all")
    assert hand.data.shuffle is True
    assert sorted(hand.data.queue) == ["s1", "s3"]
    assert hand.data.place == 0


def test_the_queue_takes_songs_next_or_last_and_lets_them_go(hand: AppPhone) -> None:
    hand.tap("Playlists", "Road", "Play all", "Navigate up", "Songs", "Options of Blue", "Play next")
    hand.tap("Options of Amber", "Add to queue")
    assert hand.data.queue == ["s3", "s2", "s1", "s1"]
    hand.phone.core.apps["music"].ui.go("queue")
    hand.tap("Remove Coral from the queue")
    assert (hand.data.queue, hand.data.place, hand.data.playing) == (["s2", "s1", "s1"], 0, True)
    hand.tap("Clear queue")
    assert (hand.data.queue, hand.data.place, hand.data.playing) == ([], -1, False)
    assert "The queue is empty" in hand.texts()


def test_a_playlist_is_made_filled_ordered_and_emptied(hand: AppPhone) -> None:
    hand.tap("Options of Blue", "Add to playlist", "New playlist")
    hand.type("Playlist name", "road")
    hand.tap("Create")
    assert "There is a playlist with this name already" in hand.texts()
    hand.type("Playlist name", "Été")
    hand.tap("Create", "Options of Coral", "Add to playlist", "Été")
    assert hand.data.playlists[1] == {"id": "p2", "name": "Été", "songs": ["s2", "s3"]}
    hand.tap("Options of Coral", "Add to playlist", "Été")
    assert hand.data.playlists[1]["songs"] == ["s2", "s3"]
    hand.tap("Playlists", "Été", "Options of Coral", "Move up")
    assert rows(hand) == ["1. Coral", "2. Blue"]
    hand.tap("Options of Blue", "Remove from playlist")
    assert hand.data.playlists[1]["songs"] == ["s3"]


def test_a_playlist_is_deleted_after_a_question_and_its_songs_stay(hand: AppPhone) -> None:
    hand.tap("Playlists", "Road", "More options", "Delete playlist", "Cancel")
    assert len(hand.data.playlists) == 1
    hand.tap("More options", "Delete playlist", "Delete")
    assert (hand.data.playlists, len(hand.data.songs)) == ([], 3)
    assert "No playlists yet" in hand.texts()


def test_the_sleep_timer_stops_the_music(hand: AppPhone) -> None:
    hand.phone.send("music", ("play", "s1", ["s1", "s2"] * 10))
    hand.tap("Sleep timer", "5 minutes")
    hand.wait(299)
    assert hand.data.playing is True
    hand.wait(2)
    assert (hand.data.playing, hand.data.sleep) == (False, {"minutes": 0, "until": ""})


def test_a_sleep_timer_that_was_changed_counts_alone(hand: AppPhone) -> None:
    hand.phone.send("music", ("play", "s1", ["s1", "s2"] * 10))
    hand.tap("Sleep timer", "5 minutes", "Sleep timer", "10 minutes")
    hand.wait(400)
    assert hand.data.playing is True
    hand.tap("Sleep timer", "Off")
    hand.wait(400)
    assert hand.data.playing is True


def test_music_goes_on_after_the_app_was_stopped_and_opened(hand: AppPhone) -> None:
    hand.tap("Amber")
    hand.phone.stop("music")
    hand.phone.launch("music")
    hand.wait(101)
    assert now(hand) == "Blue"


def test_lyrics(hand: AppPhone) -> None:
    hand.tap("Options of Blue", "Lyrics")
    assert {"Line one", "Line two"} <= set(hand.texts())


PAGES: list[list[tuple[object, ...]]] = [
    [("tab", 0)], [("tab", 1)], [("tab", 2)], [("tab", 3)], [("tab", 3), ("ask_name", "", "")], [("song_menu", "s1")],
    [("ask_playlist", "s1")], [("list", "p1")], [("list", "p1"), ("list_menu", "p1")], [("list", "p1"), ("ask_delete", "p1")],
    [("list", "p1"), ("entry_menu", "p1", 0)], [("play", "s1", ["s1"]), ("sleep", 5), ("page", "player")], [("page", "queue")],
    [("ask_sleep",)], [("search",)], [("lyrics", "s1")], [("clear",), ("page", "player")],
]  # fmt: skip


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, music, music_pages, music_play) == []


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    phone = Phone(3, locale=locale, apps=[*ALL, APP], sample_files=False)
    lists = [{"id": "p1", "name": "Zz", "songs": ["s1"]}]
    phone.core.apps["music"].data = MusicData(songs=[song("s1", "Xx", "", "", 61)], playlists=lists)
    for events in PAGES:
        phone.core.apps["music"].ui.dialog = None
        assert english_on(phone, APP, "home", events, frozenset({"Xx", "Zz"})) == set()


@given(st.integers())
def test_the_same_seed_gives_the_same_library(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    ids = [s["id"] for s in one["songs"]]
    assert len(set(ids)) == len(ids) >= 12
    assert set(one["playlists"][0]["songs"]) <= set(ids)
