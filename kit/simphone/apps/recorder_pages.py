"""The pages of the Recorder: the list, recording, one recording with its words, search. Pure views."""

from __future__ import annotations

from datetime import datetime

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import media
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.prompts import search_bar

FOLDER = "/sdcard/Recordings"
NAME, SEARCH = "recording_name", "search_recordings"
QUALITIES = ("standard", "high")


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {"record": _recording, "clip": _clip, "search": _search}
    return pages.get(run.ui.page.name, _home)(run)


def recordings(run: Run) -> list[str]:
    """Paths of all recordings, the newest first."""
    files = run.env.files
    found = [p for p in files.walk(FOLDER) if media.ending(p) in media.SOUNDS] if files.is_dir(FOLDER) else []
    return sorted(found, key=lambda p: (-media.stamp_of(run, p).timestamp(), p))


def length_of(run: Run, path: str) -> int:
    """Seconds of a recording; 0 when it is gone or says nothing about it."""
    return (media.length(run.env.files.read(path)) or 0) if run.env.files.is_file(path) else 0


def next_name(run: Run) -> str:
    """The name that is offered for a new recording."""
    taken = {media.stem(p) for p in recordings(run)}
    number = next(n for n in range(1, len(taken) + 2) if run.t("Recording {number}", number=n) not in taken)
    return run.t("Recording {number}", number=number)


def quality_words(run: Run, quality: str) -> str:
    """A quality in words."""
    return run.t("High quality") if quality == "high" else run.t("Standard quality")


def recorded(run: Run) -> float:
    """Seconds recorded so far, pauses left out."""
    memo = run.ui.memo
    running = (run.env.now - datetime.fromisoformat(memo["since"])).total_seconds() if memo.get("since") else 0.0
    return memo.get("before", 0.0) + running


def position(run: Run, path: str) -> float:
    """How far into the recording the player is, in seconds."""
    memo = run.ui.memo
    passed = (run.env.now - datetime.fromisoformat(memo["playing"])).total_seconds() if memo.get("playing") else 0.0
    return min(memo.get("at", 0.0) + passed, float(length_of(run, path)))


def _row(run: Run, path: str) -> w.Widget:
    when = media.stamp_of(run, path)
    name = media.stem(path)
    return w.item(
        name,
        f"{run.env.day(when.date())} · {media.clock(length_of(run, path))}",
        icon="microphone",
        trailing=w.icon_button("more", run.t("Options of {name}", name=name), ("menu", path)),
        on_tap=("open", path),
        id="recording",
    )


def _home(run: Run) -> w.Widget:
    bar = page_bar(
        run,
        run.t("Recorder"),
        w.icon_button("search", run.t("Search recordings"), ("search",), id="action_search"),
        w.icon_button("settings", run.t("Recording quality"), ("ask_quality",), id="action_quality"),
    )
    rows = [_row(run, p) for p in recordings(run)]
    going = None
    if run.ui.memo.get("recording"):
        words = run.t("Recording goes on") if run.ui.memo.get("since") else run.t("Recording is paused")
        going = w.item(
            words, media.clock(recorded(run)), icon="microphone", on_tap=("record",), id="going", selected=True
        )
    body = w.scroll(*rows, w.space(96), id="recordings") if rows else w.empty(run.t("No recordings yet"))
    return w.page(bar, going, body, floating=w.fab("microphone", run.t("Record"), ("record",), id="record"))


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [p for p in recordings(run) if query and query in media.stem(p).casefold()]
    bar = search_bar(run, SEARCH, "Search recordings")
    nothing = w.empty(run.t("No results") if query else run.t("Type the name of a recording"))
    return w.page(bar, w.scroll(*(_row(run, p) for p in found), id="results") if found else nothing)


def _wave(seconds: float, still: bool) -> w.Widget:
    """The level of the last seconds, drawn without a node."""
    bars: list[tuple[str, str, float, float, float, float]] = []
    for n in range(40):
        high = 60 if still else 60 + (n * 37 + int(seconds) * 53) % 380
        bars.append(("rect", "primary", 20 + 24 * n, 500 - high, 34 + 24 * n, 500 + high))
    return w.Widget(kind="canvas", drawing=tuple(bars), height=180, no_node=True)


def _recording(run: Run) -> w.Widget:
    still = not run.ui.memo.get("since")
    seconds = recorded(run)
    if not run.ui.memo.get("recording"):
        return w.page(page_bar(run, run.t("Recorder"), up=True), w.empty(run.t("Nothing is being recorded")))
    icon, words = ("play", run.t("Resume recording")) if still else ("pause", run.t("Pause recording"))
    controls = w.row(
        w.icon_button("close", run.t("Discard"), ("ask_discard",), weight=1, id="discard"),
        w.icon_button(icon, words, ("pause",), weight=1, id="pause"),
        w.icon_button("stop", run.t("Stop recording"), ("stop",), weight=1, id="stop"),
        height=80,
        id="controls",
    )
    return w.page(
        page_bar(run, run.t("Paused") if still else run.t("Recording"), up=True),
        w.column(
            w.space(40),
            w.text(media.clock(seconds), style="display", align="center", id="elapsed"),
            w.text(quality_words(run, run.data.quality), style="caption", align="center", id="quality"),
            w.space(24),
            _wave(seconds, still),
            weight=1,
            pad=16,
        ),
        controls,
    )


def _clip(run: Run) -> w.Widget:
    path = str(run.ui.page.args["path"])
    if not run.env.files.is_file(path):
        return w.page(page_bar(run, "", up=True), w.empty(run.t("This recording is no longer here")))
    long, at = length_of(run, path), position(run, path)
    playing = bool(run.ui.memo.get("playing")) and at < long
    bar = page_bar(
        run, media.stem(path), w.icon_button("more", run.t("More options"), ("menu", path), id="action_more"), up=True
    )
    said = [w.text(line, id="said", pad=4) for second, line in run.data.words.get(path, ()) if 0 < at >= second]
    hint = (
        run.t("The words show here while the recording plays")
        if path in run.data.words
        else run.t("No words in this recording")
    )
    words = w.scroll(*said, id="words", pad=16) if said else w.empty(hint)
    button = ("pause", run.t("Pause")) if playing else ("play", run.t("Play"))
    return w.page(
        bar,
        words,
        w.slider("seek", int(at), ("seek", path), maximum=max(1, long), desc=run.t("Position")),
        w.row(w.text(media.clock(at), weight=1, id="elapsed"), w.text(media.clock(long), id="length"), pad=16),
        w.row(w.icon_button(*button, ("play", path), weight=1, id="play_pause"), height=72, id="controls"),
    )
