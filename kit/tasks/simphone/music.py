"""Tasks in Music: the right one of several songs, playlists made from a note, put in order and deleted, the sleep timer."""

from __future__ import annotations

import random
import re
from datetime import datetime
from typing import Any

from kit.simphone.apps import people as pool
from kit.simphone.apps.music import song
from kit.simphone.apps.notes import note
from kit.simphone.apps.people import Record
from kit.simphone.spellings import spellings
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.lists import tap_row, with_id
from kit.tasks.simphone.music_long import (
    COUNTING,
    NAMES,
    add_by_search,
    draw_songs,
    entry,
    find_entry,
    new_playlist,
    open_playlist,
    options,
    search,
    stock,
)
from kit.tasks.simphone.music_long import TEMPLATES as LONG
from kit.tasks.simphone.notes import add_notes
from kit.tasks.simphone.steps import marks, press, until, words
from kit.types import Mark, Observation

# --- the right one of several ----------------------------------------------------------------------------------------


def _draw_play(rng: random.Random) -> Params:
    songs = draw_songs(rng, 8)
    number = rng.randint(2, 60)
    songs[0]["title"] = title = f"{songs[0]['title']} No. {number}"
    others, near = rng.sample(pool.LAST, 3), title.replace(str(number), str(number + 1))
    names = (title, f"{title} (live)", title, near)
    twins = [song(f"s{n}", t, artist, "Covers", rng.randint(200, 300))
             for n, (t, artist) in enumerate(zip(names, (*others, others[0]), strict=True), start=9)]  # fmt: skip
    right = rng.choice([songs[0], twins[0], twins[2]])
    repeat, shuffle = rng.choice(("all", "one")), rng.random() < 0.5
    state = {"repeat": rng.choice(("off", "all", "one")), "shuffle": rng.random() < 0.5}
    words = {"all": ("all songs", "列表循环"), "one": ("one song", "单曲循环")}[repeat]
    return {"songs": [*songs, *twins], "title": title, "artist": right["artist"], "id": right["id"], "state": state,
            "repeat": repeat, "shuffle": shuffle, "how": words[0], "how_zh": words[1],
            "mix": "on" if shuffle else "off", "mix_zh": "开启" if shuffle else "关闭"}  # fmt: skip


def _setup_play(phone: TruePhone, p: Params) -> None:
    stock(phone, p["songs"])
    phone.set("music.repeat", p["state"]["repeat"])
    phone.set("music.shuffle", p["state"]["shuffle"])


def _expect_play(data: Data, p: Params) -> None:
    data["music"].update({"playing": True, "repeat": p["repeat"], "shuffle": p["shuffle"]})


def _end_play(state: dict[str, Any], p: Params) -> str:
    music = state["data"]["music"]
    now = music["queue"][music["place"]] if music["place"] >= 0 else ""
    return "" if now == p["id"] else f"wanted {p['id']} to play, found {now or 'nothing'}"


def _solve_play(p: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Music"}
    seen = yield from search(seen, p["title"])

    def rows(now: Observation) -> list[Mark]:
        return [m for m in with_id("song")(now) if p["title"] in words(now, m) and p["artist"] in m.full_label]

    seen = yield from tap_row(seen, rows)
    seen = yield from tap_row(seen, with_id("mini_player"))
    wanted = {"all": "Repeat all", "one": "Repeat one"}[p["repeat"]]
    modes = ("Repeat off", "Repeat all", "Repeat one")
    seen = yield from until(seen, lambda now: any(marks(now, mode) for mode in modes))
    while not marks(seen, wanted):
        now = next(mode for mode in modes if marks(seen, mode))
        seen = yield from press(seen, now)
    shuffle = "Shuffle off" if p["shuffle"] else "Shuffle on"
    if marks(seen, shuffle):
        yield from press(seen, shuffle)
    yield "finish", {}


# --- a playlist from a note ------------------------------------------------------------------------------------------


def _draw_note(rng: random.Random) -> Params:
    songs = draw_songs(rng, 12)
    chosen = rng.sample(songs, 4)
    name = f"{rng.choice(NAMES)} {rng.randint(2, 99)}"
    return {"songs": songs, "ids": [s["id"] for s in chosen], "titles": [s["title"] for s in chosen], "name": name,
            "note": f"Songs for {rng.choice(pool.FIRST)}", "year": rng.randint(2019, 2024),
            "others": [s["title"] for s in rng.sample(songs, 4)]}  # fmt: skip


def _setup_note(phone: TruePhone, p: Params) -> None:
    stock(phone, p["songs"])
    add_notes(phone, [note("", p["note"], datetime.min, body="\n".join(p["titles"])),
                      note("", f"{p['note']} {p['year']}", datetime.min, body="\n".join(p["others"]))])  # fmt: skip


def _expect_note(data: Data, p: Params) -> None:
    lists: list[Record] = data["music"]["playlists"]
    lists.append({"id": pool.next_id("p", lists), "name": p["name"], "songs": p["ids"]})


def _solve_note(p: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, p["note"])
    body = next((n.text for w in seen.windows for n in w.nodes if n.resource_id.endswith("/note_text")), "")
    seen = yield "launch_app", {"name": "Music"}
    seen = yield from new_playlist(seen, p["name"])
    for title in body.split("\n"):
        seen = yield from add_by_search(seen, title, p["name"])
    yield "finish", {}


# --- in order --------------------------------------------------------------------------------------------------------


def _draw_order(rng: random.Random) -> Params:
    songs = draw_songs(rng, 12)
    listed = rng.sample(songs, 7)
    name, *names = rng.sample(NAMES, 5)
    up, gone = rng.sample(range(3, 7), 2)
    others = [s["id"] for s in rng.sample(songs, 4)]
    lists = [[f"p{n + 2}", other, others] for n, other in enumerate((f"{name} {rng.randint(2, 9)}", *names))]
    lists.insert(rng.randint(0, 4), ["p1", name, [s["id"] for s in listed]])
    return {"songs": songs, "lists": lists, "name": name, "up": listed[up]["title"], "gone": listed[gone]["title"],
            "top": listed[up]["id"], "drop": listed[gone]["id"], "to": rng.randint(1, 3)}  # fmt: skip


def _setup_order(phone: TruePhone, p: Params) -> None:
    stock(phone, p["songs"], p["lists"])


def _expect_order(data: Data, p: Params) -> None:
    found = next(x for x in data["music"]["playlists"] if x["name"] == p["name"])
    found["songs"] = [i for i in found["songs"] if i not in (p["top"], p["drop"])]
    found["songs"].insert(p["to"] - 1, p["top"])


def _solve_order(p: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Music"}
    seen = yield from open_playlist(seen, p["name"])
    seen = yield from options(seen, p["gone"])
    seen = yield from press(seen, "Remove from playlist")
    seen, place = yield from find_entry(seen, p["up"])
    while place > p["to"]:
        seen = yield from options(seen, p["up"])
        seen = yield from press(seen, "Move up")
        before = place
        seen, place = yield from find_entry(seen, p["up"])
        if place >= before:
            break
    yield "finish", {}


# --- one playlist less -----------------------------------------------------------------------------------------------


def _draw_delete(rng: random.Random) -> Params:
    songs = draw_songs(rng, 12)
    first, *rest = songs
    name, *others = rng.sample(NAMES, 5)
    count = rng.randint(7, 9)
    chosen, start = rng.randrange(count), rng.randint(1, 40)
    lists: list[Any] = [[f"p{n + 20}", other, [first["id"]]] for n, other in enumerate(others[: rng.randint(0, 4)])]
    for n in range(count):
        ids = [s["id"] for s in rng.sample(rest, rng.randint(2, 9))]
        lists.append([f"p{n + 1}", f"{name} {start + n}", [*ids[:1], first["id"], *ids[1:]] if n == chosen else ids])
    return {"songs": songs, "lists": lists, "title": first["title"], "artist": first["artist"], "name": name,
            "gone": f"p{chosen + 1}", "count": len(lists[-count + chosen][2])}  # fmt: skip


def _setup_delete(phone: TruePhone, p: Params) -> None:
    stock(phone, p["songs"], p["lists"])


def _expect_delete(data: Data, p: Params) -> None:
    data["music"]["playlists"] = [x for x in data["music"]["playlists"] if x["id"] != p["gone"]]


def _songs_on_it(_: Data, p: Params) -> tuple[str, ...]:
    return (str(p["count"]),)


def _solve_delete(p: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Music"}
    seen = yield from press(seen, "Playlists")
    count = 0
    for name in [x for _, x, _ in p["lists"] if x.startswith(p["name"])]:
        seen = yield from until(seen, lambda now, name=name: any(m.full_label != name for m in marks(now, name)))
        row = next((m.full_label for m in marks(seen, name) if m.full_label != name), "")
        seen = yield from press(seen, name)
        if entry(seen, p["title"]):
            count = int((re.findall(r"\d+", row) or ["0"])[-1])
            seen = yield from press(seen, "More options")
            seen = yield from press(seen, "Delete playlist")
            yield from press(seen, "Delete")
            break
        seen = yield "back", {}
    yield "finish", {"answer": str(count)}


# --- until it stops --------------------------------------------------------------------------------------------------


def _draw_sleep(rng: random.Random) -> Params:
    minutes = rng.choice((5, 10))
    while True:
        songs = draw_songs(rng, 10)
        listed = rng.sample(songs, 6)
        ends = [sum(s["seconds"] for s in listed[: n + 1]) for n in range(6)]
        place = sum(e <= minutes * 60 for e in ends)
        if (
            min(abs(e - minutes * 60 - 20) for e in ends) > 35
        ):  # between pressing Play and setting the timer some seconds pass
            break
    return {"songs": songs, "listed": [s["id"] for s in listed], "name": f"{rng.choice(NAMES)} {rng.randint(2, 99)}",
            "minutes": minutes, "place": place, "title": listed[place]["title"]}  # fmt: skip


def _setup_sleep(phone: TruePhone, p: Params) -> None:
    stock(phone, p["songs"], [("p1", p["name"], p["listed"]), ("p2", "Slow", p["listed"][3:])])


def _expect_sleep(data: Data, p: Params) -> None:
    data["music"].update({"queue": p["listed"], "place": p["place"], "playing": False})


def _stopped_at(_: Data, p: Params) -> tuple[str, ...]:
    return (p["title"],)


def _solve_sleep(p: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Music"}
    seen = yield from open_playlist(seen, p["name"])
    seen = yield from press(seen, "Play all")
    seen = yield "back", {}
    seen = yield from press(seen, "Sleep timer")
    seen = yield from press(seen, spellings("{minutes} minutes", minutes=p["minutes"]))
    for _ in range(p["minutes"] + 1):
        if marks(seen, "Play"):
            break
        seen = yield "wait", {"seconds": 60}
    nodes = [n.text for w in seen.windows for n in w.nodes if n.resource_id.endswith("/playing_title")]
    yield "finish", {"answer": nodes[0] if nodes else ""}


def _template(
    name: str, en: str, zh: str, tags: tuple[str, ...], difficulty: int, budget: int, **parts: Any
) -> Template:
    """A template of this file: what a person plays meanwhile moves on by itself, so where it stands is no matter."""
    parts = {"apps": ("music",), "ignore": COUNTING, **parts}
    return Template(name=name, goals={"en": en, "zh": zh}, tags=tags, difficulty=difficulty, budget=budget, **parts)


TEMPLATES: tuple[Template, ...] = (
    _template(
        "music_play",
        "Play the song “{title}” by {artist} in Music, with repeat set to {how} and shuffle {mix}.",
        "在音乐（Music）里播放 {artist} 的歌曲“{title}”，循环模式设为{how_zh}，随机播放{mix_zh}。",
        ("search", "toggle", "recovery"), 3, 17,
        draw=_draw_play, setup=_setup_play, expect=_expect_play, end=_end_play, oracle=_solve_play,
        ignore=(*COUNTING, "music.queue*", "music.place"),
    ),
    _template(
        "music_playlist_from_note",
        "Make a playlist called {name} in Music with the songs on the note “{note}” in Notes, in the order of the note.",
        "按照笔记（Notes）“{note}”里的歌曲和顺序，在音乐（Music）里新建一个名为 {name} 的播放列表。",
        ("transfer", "list", "input", "search"), 4, 53,
        apps=("music", "notes"), draw=_draw_note, setup=_setup_note, expect=_expect_note, oracle=_solve_note,
    ),
    _template(
        "music_playlist_order",
        "In the playlist {name} in Music, remove “{gone}” and move “{up}” to place number {to}.",
        "在音乐（Music）的播放列表 {name} 里，移除“{gone}”，并把“{up}”移到第 {to} 位。",
        ("list", "navigation"), 3, 33,
        draw=_draw_order, setup=_setup_order, expect=_expect_order, oracle=_solve_order,
    ),
    _template(
        "music_playlist_delete",
        "One of the playlists called {name} in Music has the song “{title}” by {artist} on it. Delete that playlist, and "
        "answer with the number of songs it had.",
        "音乐（Music）里名为 {name} 的几个播放列表中，有一个包含 {artist} 的歌曲“{title}”。删除这个播放列表，并回答"
        "它原来有几首歌（只写数字）。",
        ("read", "list", "irreversible"), 3, 49,
        draw=_draw_delete, setup=_setup_delete, expect=_expect_delete, answer=_songs_on_it, oracle=_solve_delete,
    ),
    _template(
        "music_sleep_timer",
        "Play the playlist {name} in Music from its beginning, then at once set the sleep timer to {minutes} minutes, and wait "
        "until the music has stopped. At which song did it stop? Answer with its title.",
        "在音乐（Music）里从头播放播放列表 {name}，随即把睡眠定时设为 {minutes} 分钟，等到音乐停止。停在哪首歌？回答歌名。",
        ("read", "navigation", "wait"), 3, 39,
        draw=_draw_sleep, setup=_setup_sleep, expect=_expect_sleep, answer=_stopped_at, oracle=_solve_sleep,
    ),
    *LONG,
)  # fmt: skip
