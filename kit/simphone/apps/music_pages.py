"""The pages of the Music app: library, groups, search, playlists, the player, the queue, lyrics. Pure views."""

from __future__ import annotations

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import media
from kit.simphone.apps import music_play as play
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.prompts import search_bar

SEARCH, PLAYLIST = "search_music", "playlist_name"


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {
        "group": _group, "playlist": _playlist, "search": _search, "player": _player, "queue": _queue, "lyrics": _lyrics,
    }  # fmt: skip
    return pages.get(run.ui.page.name, _home)(run)


def playlist_of(run: Run, id: str) -> Record | None:
    """The playlist with this id."""
    return next((p for p in run.data.playlists if p["id"] == id), None)


def artist_of(run: Run, song: Record) -> str:
    """Who plays a song, in words."""
    return song["artist"] or run.t("Unknown artist")


def _count(run: Run, number: int) -> str:
    return run.t("1 song") if number == 1 else run.t("{count} songs", count=number)


def _with_player(
    run: Run, bar: w.Widget, body: w.Widget, *below: w.Widget, floating: w.Widget | None = None
) -> w.Widget:
    """A page with the small player at its foot while the queue holds something."""
    if floating is not None:
        body = w.frame(body, floating, weight=1)
    return w.page(bar, body, _mini(run), *below)


def _mini(run: Run) -> w.Widget | None:
    song = play.current(run)
    if song is None:
        return None
    words = w.column(
        w.text(song["title"], style="title", id="playing_title"),
        w.text(artist_of(run, song), style="caption", id="playing_artist"),
        weight=1,
    )
    return w.row(words, _play_button(run), on_tap=("page", "player"), pad=12, color="container", id="mini_player")


def _play_button(run: Run) -> w.Widget:
    icon, words = ("pause", run.t("Pause")) if run.data.playing else ("play", run.t("Play"))
    return w.icon_button(icon, words, ("toggle",), id="play_pause")


def _rows(run: Run, songs: list[Record]) -> list[w.Widget]:
    ids = [s["id"] for s in songs]
    here = play.current(run)
    return [
        w.item(
            s["title"],
            f"{artist_of(run, s)} · {media.clock(s['seconds'])}",
            icon="music",
            trailing=w.icon_button("more", run.t("Options of {title}", title=s["title"]), ("song_menu", s["id"])),
            on_tap=("play", s["id"], ids),
            selected=here is not None and here["id"] == s["id"],
            id="song",
        )
        for s in songs
    ]


# --- library ---------------------------------------------------------------------------------------------------------


def _home(run: Run) -> w.Widget:
    tab = int(run.ui.memo.get("tab", 0))
    names = (run.t("Songs"), run.t("Artists"), run.t("Albums"), run.t("Playlists"))
    bar = page_bar(run, run.t("Music"),
        w.icon_button("search", run.t("Search music"), ("search",), id="action_search"),
        w.icon_button("timer", run.t("Sleep timer"), ("ask_sleep",), id="action_sleep", selected=run.data.sleep["minutes"] > 0),
    )  # fmt: skip
    add = w.fab("add", run.t("New playlist"), ("ask_name", ""), id="new_playlist") if tab == 3 else None
    return _with_player(run, bar, _tab_body(run, tab), w.tabs(names, tab, "tab"), floating=add)


def _tab_body(run: Run, tab: int) -> w.Widget:
    if tab == 3:
        rows = [
            w.item(p["name"], _count(run, len(p["songs"])), icon="list", on_tap=("list", p["id"]), id="playlist_row")
            for p in run.data.playlists
        ]
        return w.scroll(*rows, w.space(80), id="playlists") if rows else w.empty(run.t("No playlists yet"))
    songs = sorted(play.library(run), key=lambda s: (s["title"].casefold(), s["id"]))
    if not songs:
        return w.empty(run.t("No music on this phone"))
    if tab == 0:
        return w.scroll(*_rows(run, songs), id="songs")
    key = "artist" if tab == 1 else "album"
    groups: dict[str, list[Record]] = {}
    for s in songs:
        groups.setdefault(s[key], []).append(s)
    unknown = run.t("Unknown artist") if tab == 1 else run.t("Unknown album")
    rows = [
        w.item(
            name or unknown,
            _count(run, len(some)) if tab == 1 else f"{artist_of(run, some[0])} · {_count(run, len(some))}",
            icon="person" if tab == 1 else "music",
            on_tap=("group", key, name),
            id="group_row",
        )
        for name, some in sorted(groups.items())
    ]
    return w.scroll(*rows, id=f"{key}s")


def _play_bar(run: Run, ids: list[str]) -> w.Widget:
    return w.row(
        w.button(
            run.t("Play all"), ("play_all", ids, False), style="filled", weight=1, enabled=bool(ids), id="play_all"
        ),
        w.button(run.t("Shuffle all"), ("play_all", ids, True), weight=1, enabled=bool(ids), id="shuffle_all"),
        pad=8,
        id="play_bar",
    )


def _group(run: Run) -> w.Widget:
    key, value = run.ui.page.args["key"], run.ui.page.args["value"]
    songs = sorted(
        (s for s in play.library(run) if s[key] == value), key=lambda s: (s["album"], s["track"], s["title"])
    )
    bar = page_bar(run, value or run.t("Unknown artist"), up=True)
    ids = [s["id"] for s in songs]
    return _with_player(run, bar, w.column(_play_bar(run, ids), w.scroll(*_rows(run, songs), id="group"), weight=1))


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [s for s in play.library(run) if query and query in f"{s['title']} {s['artist']} {s['album']}".casefold()]
    bar = search_bar(run, SEARCH, "Search music")
    nothing = w.empty(run.t("No results") if query else run.t("Type a song, an artist or an album"))
    return _with_player(run, bar, w.scroll(*_rows(run, found), id="results") if found else nothing)


# --- playlists -------------------------------------------------------------------------------------------------------


def _playlist(run: Run) -> w.Widget:
    found = playlist_of(run, run.ui.page.args["id"])
    if found is None:
        return w.page(page_bar(run, run.t("Playlist"), up=True), w.empty(run.t("This playlist was deleted")))
    bar = page_bar(
        run,
        found["name"],
        w.icon_button("more", run.t("More options"), ("list_menu", found["id"]), id="action_more"),
        up=True,
    )
    ids = [i for i in found["songs"] if play.song_of(run, i) is not None]
    rows = [_entry(run, found, n, ids) for n in range(len(found["songs"]))]
    body = w.scroll(*rows, id="entries") if rows else w.empty(run.t("No songs in this playlist yet"))
    return _with_player(run, bar, w.column(_play_bar(run, ids), body, weight=1))


def _entry(run: Run, found: Record, place: int, ids: list[str]) -> w.Widget:
    id = found["songs"][place]
    song = play.song_of(run, id)
    title = song["title"] if song else run.t("Missing song")
    more = w.icon_button("more", run.t("Options of {title}", title=title), ("entry_menu", found["id"], place))
    words = f"{artist_of(run, song)} · {media.clock(song['seconds'])}" if song else ""
    tap = ("play", id, ids) if song else ("noop",)
    return w.item(f"{place + 1}. {title}", words, trailing=more, on_tap=tap, id="entry")


# --- the player ------------------------------------------------------------------------------------------------------


def _player(run: Run) -> w.Widget:
    song = play.current(run)
    bar = page_bar(run, run.t("Now playing"), w.icon_button("list", run.t("Queue"), ("page", "queue"), id="action_queue"),
        w.icon_button("timer", run.t("Sleep timer"), ("ask_sleep",), id="action_sleep"), up=True,
    )  # fmt: skip
    if song is None:
        return w.page(bar, w.empty(run.t("Nothing is playing")))
    at = play.position_ms(run) // 1000
    repeat = {"off": run.t("Repeat off"), "all": run.t("Repeat all"), "one": run.t("Repeat one")}[run.data.repeat]
    shuffle = run.t("Shuffle on") if run.data.shuffle else run.t("Shuffle off")
    sleep = run.data.sleep["minutes"]
    return w.page(
        bar,
        w.scroll(
            w.image(run.t("Cover"), icon="music", color="#c5221f", height=260),
            w.text(song["title"], style="headline", align="center", pad=8, id="title"),
            w.text(artist_of(run, song), align="center", id="artist"),
            w.text(song["album"] or run.t("Unknown album"), style="caption", align="center", id="album"),
            w.slider("seek", at, ("seek",), maximum=song["seconds"], desc=run.t("Position")),
            w.row(
                w.text(media.clock(at), weight=1, id="elapsed"),
                w.text(media.clock(song["seconds"]), id="length"),
                pad=8,
            ),
            _controls(run),
            w.row(
                w.chip(shuffle, ("shuffle",), selected=run.data.shuffle, id="shuffle"),
                w.chip(repeat, ("repeat",), selected=run.data.repeat != "off", id="repeat"),
                w.chip(run.t("Lyrics"), ("lyrics", song["id"]), id="lyrics", enabled=bool(song["lyrics"])),
                pad=8,
                align="center",
            ),
            w.text(run.t("Music stops in {minutes} min", minutes=sleep), style="caption", align="center", id="sleep")
            if sleep
            else None,
            id="player",
            pad=8,
        ),
    )


def _controls(run: Run) -> w.Widget:
    return w.row(
        w.icon_button("skip_previous", run.t("Previous"), ("step", -1), weight=1, id="previous"),
        w.changed(_play_button(run), weight=1),
        w.icon_button("skip_next", run.t("Next"), ("step", 1), weight=1, id="next"),
        height=72,
        id="controls",
    )


def _queue(run: Run) -> w.Widget:
    data = run.data
    rows: list[w.Widget] = []
    for n, id in enumerate(data.queue):
        song = play.song_of(run, id)
        title = song["title"] if song else run.t("Missing song")
        drop = w.icon_button("close", run.t("Remove {title} from the queue", title=title), ("drop", n))
        artist = artist_of(run, song) if song else ""
        rows.append(w.item(title, artist, trailing=drop, on_tap=("jump", n), selected=n == data.place, id="queued"))
    clear = [w.button(run.t("Clear queue"), ("clear",), style="text", id="clear_queue")] if rows else []
    body = w.scroll(*rows, id="queue") if rows else w.empty(run.t("The queue is empty"))
    return w.page(page_bar(run, run.t("Queue"), *clear, up=True), body)


def _lyrics(run: Run) -> w.Widget:
    song = play.song_of(run, run.ui.page.args["id"])
    if song is None or not song["lyrics"]:
        return w.page(page_bar(run, run.t("Lyrics"), up=True), w.empty(run.t("No lyrics")))
    lines = (w.text(line, id="line", pad=8) for line in song["lyrics"])
    return w.page(page_bar(run, song["title"], up=True), w.scroll(*lines, id="lyrics", pad=8))
