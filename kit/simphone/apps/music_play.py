"""Playing in the Music app: the queue, where in a song it is, what comes next, the sleep timer. All on virtual time.

What plays is plain data: the queue, the place in it, and the moment its counting began. A timer is set for the end of the
song; it carries the moment it was set for, so one that was overtaken by a skip or a pause does nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from kit.simphone.app import Handler, Run
from kit.simphone.apps import media
from kit.simphone.apps.people import Record

MUSIC = "/sdcard/Music"
RESTART_MS = 3000
"""Previous goes to the song before only within this time from the beginning, as players do."""
REPEATS = ("off", "all", "one")
UNTAGGED_S = 180
"""Length of a file that does not say how long it is."""


def library(run: Run) -> list[Record]:
    """All songs: those of the app's own library, then files below /sdcard/Music that it knows nothing else about."""
    songs: list[Record] = list(run.data.songs)
    files = run.env.files
    for path in files.walk(MUSIC) if files.is_dir(MUSIC) else ():
        if media.ending(path) in media.SOUNDS:
            length = media.length(files.read(path)) or UNTAGGED_S
            songs.append({"id": path, "title": media.stem(path), "artist": "", "album": "", "track": 0, "seconds": length,
                          "lyrics": []})  # fmt: skip
    return songs


def song_of(run: Run, id: str) -> Record | None:
    """The song with this id, or None when it is gone."""
    own = next((s for s in run.data.songs if s["id"] == id), None)
    return own if own is not None or not id.startswith("/") else next((s for s in library(run) if s["id"] == id), None)


def current(run: Run) -> Record | None:
    """The song the player stands at."""
    data = run.data
    return song_of(run, data.queue[data.place]) if 0 <= data.place < len(data.queue) else None


def position_ms(run: Run) -> int:
    """How far into the song it is now."""
    data, song = run.data, current(run)
    if song is None:
        return 0
    passed = 0
    if data.playing and data.since:
        passed = round((run.env.now - datetime.fromisoformat(data.since)).total_seconds() * 1000)
    return min(data.at_ms + passed, song["seconds"] * 1000)


# --- starting and stopping -------------------------------------------------------------------------------------------


def begin(run: Run, place: int, at_ms: int = 0) -> None:
    """Plays the song at a place of the queue."""
    data = run.data
    data.place, data.at_ms, data.playing = place, at_ms, True
    data.since = run.env.now.isoformat()
    _arm(run)


def halt(run: Run) -> None:
    """Stops where it is."""
    data = run.data
    data.at_ms = position_ms(run)
    data.playing, data.since = False, ""


def _arm(run: Run) -> None:
    """Sets the timer for the end of the song that plays."""
    song = current(run)
    if song is not None:
        left = song["seconds"] * 1000 - position_ms(run)
        run.ui.memo["armed"] = run.data.since
        run.env.later(left, ("ended", run.data.since))


def _ended(run: Run, since: str) -> None:
    data = run.data
    if not data.playing or data.since != since:
        return
    last = data.place + 1 >= len(data.queue)
    if data.repeat == "one":
        begin(run, data.place)
    elif not last:
        begin(run, data.place + 1)
    elif data.repeat == "all":
        begin(run, 0)
    else:
        halt(run)


def _resume(run: Run) -> None:
    """After the app was stopped its timers are gone: what should be playing is taken up again."""
    data = run.data
    if data.playing and run.ui.memo.get("armed") != data.since:
        _arm(run)
    if data.sleep["until"] and run.ui.memo.get("sleep") != data.sleep["until"]:
        _arm_sleep(run)


# --- what buttons send -----------------------------------------------------------------------------------------------


def _play(run: Run, id: str, ids: list[str]) -> None:
    """Plays a song; the list it was tapped in becomes the queue."""
    data = run.data
    data.queue = [*ids]
    place = ids.index(id)
    if data.shuffle:
        rest = [i for n, i in enumerate(ids) if n != place]
        run.env.rng.shuffle(rest)
        data.queue, place = [id, *rest], 0
    begin(run, place)


def _play_all(run: Run, ids: list[str], shuffled: bool) -> None:
    if not ids:
        return
    first = run.env.rng.choice(ids) if shuffled else ids[0]
    if shuffled:
        run.data.shuffle = True
    _play(run, first, ids)


def _toggle(run: Run) -> None:
    data = run.data
    if data.playing:
        halt(run)
    elif (song := current(run)) is not None:
        begin(run, data.place, 0 if data.at_ms >= song["seconds"] * 1000 else data.at_ms)


def _step(run: Run, by: int) -> None:
    data = run.data
    if not data.queue:
        return
    if by < 0 and position_ms(run) > RESTART_MS:
        begin(run, data.place)
        return
    place = data.place + by
    if 0 <= place < len(data.queue):
        begin(run, place)
    elif data.repeat == "all":
        begin(run, place % len(data.queue))
    elif by < 0:
        begin(run, 0)
    else:
        halt(run)


def _seek(run: Run, seconds: int) -> None:
    data = run.data
    if data.playing:
        begin(run, data.place, seconds * 1000)
    else:
        data.at_ms = seconds * 1000


def _shuffle(run: Run) -> None:
    data = run.data
    data.shuffle = not data.shuffle
    if data.shuffle:
        rest = data.queue[data.place + 1 :]
        run.env.rng.shuffle(rest)
        data.queue[data.place + 1 :] = rest


def _repeat(run: Run) -> None:
    run.data.repeat = REPEATS[(REPEATS.index(run.data.repeat) + 1) % len(REPEATS)]


# --- the queue -------------------------------------------------------------------------------------------------------


def _enqueue(run: Run, id: str, next: bool) -> None:
    run.ui.dialog = None
    data = run.data
    if not data.queue:
        data.queue, data.place, data.at_ms = [id], 0, 0
    elif next:
        data.queue.insert(data.place + 1, id)
    else:
        data.queue.append(id)
    run.env.toast(run.t("Added to queue"))


def _jump(run: Run, place: int) -> None:
    begin(run, place)


def _drop(run: Run, place: int) -> None:
    """Takes one song out of the queue; the one that plays goes on unless it was that one."""
    data = run.data
    playing, here = data.playing, place == data.place
    del data.queue[place]
    if not data.queue:
        _clear(run)
    elif here:
        data.place = min(place, len(data.queue) - 1)
        data.at_ms = 0
        if playing:
            begin(run, data.place)
    elif place < data.place:
        data.place -= 1


def _clear(run: Run) -> None:
    run.ui.dialog = None
    data = run.data
    data.queue, data.place, data.at_ms = [], -1, 0
    data.playing, data.since = False, ""


# --- sleep timer -----------------------------------------------------------------------------------------------------


def _sleep(run: Run, minutes: int) -> None:
    """Stops the music after so many minutes; 0 takes the timer away."""
    run.ui.dialog = None
    until = (run.env.now + timedelta(minutes=minutes)).isoformat() if minutes else ""
    run.data.sleep = {"minutes": minutes, "until": until}
    if minutes:
        _arm_sleep(run)
        run.env.toast(run.t("Music stops in {minutes} min", minutes=minutes))


def _arm_sleep(run: Run) -> None:
    until = run.data.sleep["until"]
    left = (datetime.fromisoformat(until) - run.env.now).total_seconds()
    run.ui.memo["sleep"] = until
    run.env.later(max(0, round(left * 1000)), ("slept", until))


def _slept(run: Run, until: str) -> None:
    if run.data.sleep["until"] == until:
        run.data.sleep = {"minutes": 0, "until": ""}
        halt(run)


HANDLERS: dict[str, Handler] = {
    "ended": _ended, "resume": _resume, "play": _play, "play_all": _play_all, "toggle": _toggle, "step": _step,
    "seek": _seek, "shuffle": _shuffle, "repeat": _repeat, "enqueue": _enqueue, "jump": _jump, "drop": _drop,
    "clear": _clear, "sleep": _sleep, "slept": _slept,
}  # fmt: skip
