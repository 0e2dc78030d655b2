"""Music: a library by song, artist and album, search, playlists, a queue, the player, a sleep timer.

Data: `songs` (id, title, artist, album, track, seconds, lyrics), `playlists` (id, name, songs: ids in order), and the
player: `queue` (ids), `place` in it (-1: none), `playing`, `since` (ISO, when counting began) and `at_ms` (where it
stood then), `shuffle`, `repeat` (off, all, one), `sleep` (minutes, until). Files below /sdcard/Music are songs as well;
their id is their path.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import music_play as play
from kit.simphone.apps import people as pool
from kit.simphone.apps.music_pages import PLAYLIST, SEARCH, playlist_of, view
from kit.simphone.apps.music_words import WORDS
from kit.simphone.apps.people import Record

CATALOGUE: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Nordlys", "Winter Harbour", ("First Snow", "Ice Road", "Lanterns", "Northbound")),
    ("The Copper Owls", "Attic Tapes", ("Dust and Gold", "Paper Moon", "Long Way Home", "Radio Silence")),
    ("Ana Luz", "Mar Aberto", ("Maré Alta", "Saudade", "Azul", "Volta")),
    ("Velvet Tram", "Line 9", ("Last Stop", "Night Ride", "Ticket for Two", "Rain on Rails")),
    ("小城乐队", "晚风", ("晚风", "旧街", "雨后", "车站")),
    ("Mira Holt", "Slow Clocks", ("Half Past Never", "Sundial", "Second Hand", "Tick")),
    ("Juniper Road", "Field Notes", ("Barley", "Stone Wall", "Swallows", "Harvest Moon")),
)
LYRICS = ("Hold the line until the morning", "We were dancing on the pier", "And the river knows my name")


@dataclass(slots=True)
class MusicData:
    """Library, playlists and player."""

    songs: list[Record] = field(default_factory=list[Record])
    playlists: list[Record] = field(default_factory=list[Record])
    queue: list[str] = field(default_factory=list[str])
    place: int = -1
    playing: bool = False
    since: str = ""
    at_ms: int = 0
    shuffle: bool = False
    repeat: str = "off"
    sleep: Record = field(default_factory=lambda: {"minutes": 0, "until": ""})


def song(id: str, title: str, artist: str, album: str, seconds: int, track: int = 1, *lyrics: str) -> Record:
    """A song's record with every key present."""
    return {"id": id, "title": title, "artist": artist, "album": album, "track": track, "seconds": seconds,
            "lyrics": list(lyrics)}  # fmt: skip


_ALBUMS = {
    album: [song("", t, artist, album, 150 + 17 * len(t), n, *LYRICS) for n, t in enumerate(titles, start=1)]
    for artist, album, titles in CATALOGUE
}
"""The songs of each album without their ids, made once: a reset only numbers them."""


def fresh(rng: random.Random, now: datetime) -> MusicData:
    """Three albums of four songs, and one playlist."""
    del now
    chosen = [s for _, album, _ in rng.sample(CATALOGUE, 3) for s in _ALBUMS[album]]
    songs: list[Record] = [{**s, "id": f"s{n}", "lyrics": list(LYRICS)} for n, s in enumerate(chosen, start=1)]
    first = rng.randrange(3)
    return MusicData(
        songs=songs, playlists=[{"id": "p1", "name": "Morning", "songs": [s["id"] for s in songs[first::3]]}]
    )


# --- moving about ----------------------------------------------------------------------------------------------------


def _tab(run: Run, number: int) -> None:
    run.ui.memo["tab"] = number


def _go(run: Run, name: str, **args: Any) -> None:
    run.ui.dialog = None
    run.ui.go(name, **args)


def _group(run: Run, key: str, value: str) -> None:
    _go(run, "group", key=key, value=value)


def _list(run: Run, id: str) -> None:
    _go(run, "playlist", id=id)


def _page(run: Run, name: str) -> None:
    _go(run, name)


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _close(run: Run) -> tuple[tuple[str, w.Event], ...]:
    return ((run.t("Cancel"), ("noop",)),)


def _song_menu(run: Run, id: str) -> None:
    found = play.song_of(run, id)
    if found is None:
        return
    rows = [
        w.item(run.t("Play next"), icon="skip_next", on_tap=("enqueue", id, True), id="menu_next"),
        w.item(run.t("Add to queue"), icon="list", on_tap=("enqueue", id, False), id="menu_queue"),
        w.item(run.t("Add to playlist"), icon="add", on_tap=("ask_playlist", id), id="menu_playlist"),
    ]
    if found["lyrics"]:
        rows.append(w.item(run.t("Lyrics"), icon="note", on_tap=("lyrics", id), id="menu_lyrics"))
    run.ui.dialog = Dialog(found["title"], body=tuple(rows), buttons=_close(run))


def _lyrics(run: Run, id: str) -> None:
    _go(run, "lyrics", id=id)


# --- playlists -------------------------------------------------------------------------------------------------------


def _ask_playlist(run: Run, id: str) -> None:
    rows = [
        w.item(p["name"], run.t("{count} songs", count=len(p["songs"])), icon="list", on_tap=("add", p["id"], id))
        for p in run.data.playlists
    ]
    rows.append(w.item(run.t("New playlist"), icon="add", on_tap=("ask_name", "", id), id="new_playlist"))
    run.ui.dialog = Dialog(run.t("Add to playlist"), body=tuple(rows), buttons=_close(run))


def _add(run: Run, id: str, song: str) -> None:
    run.ui.dialog = None
    found = playlist_of(run, id)
    if found is None:
        return
    if song in found["songs"]:
        run.env.toast(run.t("This song is in the playlist already"))
        return
    found["songs"].append(song)
    run.env.toast(run.t("Added to {name}", name=found["name"]))


def _ask_name(run: Run, id: str, song: str = "", error: str = "") -> None:
    """The name of a new playlist (which gets the song, if there is one) or of one that is renamed."""
    old = playlist_of(run, id)
    if not error:
        run.ui.fields[PLAYLIST] = old["name"] if old else ""
    then = ("name", id, song)
    box = w.text_field(PLAYLIST, run.ui.fields.get(PLAYLIST, ""), hint=run.t("Playlist name"), on_submit=then)
    wrong = w.text(run.t(error), color="error", id="error") if error else None
    buttons = ((run.t("Rename") if old else run.t("Create"), then), *_close(run))
    title = run.t("Rename playlist") if old else run.t("New playlist")
    run.ui.dialog = Dialog(title, body=tuple(x for x in (box, wrong) if x), buttons=buttons)


def _name(run: Run, id: str, song: str, *_: str) -> None:
    run.ui.dialog = None
    name = " ".join(run.ui.fields.get(PLAYLIST, "").split())
    others = [p["name"].casefold() for p in run.data.playlists if p["id"] != id]
    if not name or name.casefold() in others:
        _ask_name(run, id, song, "There is a playlist with this name already" if name else "Enter a name")
        return
    old = playlist_of(run, id)
    if old is not None:
        old["name"] = name
        return
    made = {"id": pool.next_id("p", run.data.playlists), "name": name, "songs": [song] if song else []}
    run.data.playlists.append(made)
    run.env.toast(run.t("Playlist created"))


def _list_menu(run: Run, id: str) -> None:
    rows = (
        w.item(run.t("Rename playlist"), icon="edit", on_tap=("ask_name", id), id="menu_rename"),
        w.item(run.t("Delete playlist"), icon="delete", on_tap=("ask_delete", id), id="menu_delete"),
    )
    run.ui.dialog = Dialog(run.t("More options"), body=rows, buttons=_close(run))


def _ask_delete(run: Run, id: str) -> None:
    if (found := playlist_of(run, id)) is not None:
        buttons = ((run.t("Delete"), ("delete", id)), *_close(run))
        message = run.t("“{name}” will be deleted. The songs stay.", name=found["name"])
        run.ui.dialog = Dialog(run.t("Delete playlist?"), message=message, buttons=buttons)


def _delete(run: Run, id: str) -> None:
    run.data.playlists[:] = [p for p in run.data.playlists if p["id"] != id]
    if run.ui.page.name == "playlist":
        run.ui.back()
    run.env.toast(run.t("Deleted"))


def _entry_menu(run: Run, id: str, place: int) -> None:
    """What can be done to one song of a playlist."""
    found = playlist_of(run, id)
    song = play.song_of(run, found["songs"][place]) if found else None
    if found is None:
        return
    rows = [
        w.item(run.t("Move up"), icon="up", on_tap=("shift", id, place, -1), enabled=place > 0),
        w.item(
            run.t("Move down"), icon="down", on_tap=("shift", id, place, 1), enabled=place + 1 < len(found["songs"])
        ),
        w.item(run.t("Remove from playlist"), icon="remove", on_tap=("remove", id, place)),
    ]
    run.ui.dialog = Dialog(song["title"] if song else run.t("Missing song"), body=tuple(rows), buttons=_close(run))


def _shift(run: Run, id: str, place: int, by: int) -> None:
    run.ui.dialog = None
    songs = (playlist_of(run, id) or {"songs": []})["songs"]
    if 0 <= place + by < len(songs):
        songs[place], songs[place + by] = songs[place + by], songs[place]


def _remove(run: Run, id: str, place: int) -> None:
    run.ui.dialog = None
    if (found := playlist_of(run, id)) is not None:
        del found["songs"][place]


def _ask_sleep(run: Run) -> None:
    now = run.data.sleep["minutes"]
    rows = [
        w.radio(run.t("{minutes} minutes", minutes=m) if m else run.t("Off"), now == m, ("sleep", m), id=f"sleep_{m}")
        for m in (0, 5, 10, 15, 20, 30, 45, 60, 90)
    ]
    run.ui.dialog = Dialog(run.t("Sleep timer"), body=tuple(rows), buttons=_close(run))


HANDLERS: dict[str, Handler] = {
    "tab": _tab, "group": _group, "list": _list, "page": _page, "search": _start_search, "song_menu": _song_menu,
    "lyrics": _lyrics, "ask_playlist": _ask_playlist, "add": _add, "ask_name": _ask_name, "name": _name,
    "list_menu": _list_menu, "ask_delete": _ask_delete, "delete": _delete, "entry_menu": _entry_menu, "shift": _shift,
    "remove": _remove, "ask_sleep": _ask_sleep, **play.HANDLERS,
}  # fmt: skip

APP = App(
    name="music",
    package="com.simphone.music",
    activity=".MainActivity",
    labels={"en": "Music", "zh": "音乐", "ar": "الموسيقى"},
    icon="music",
    color="#c5221f",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
