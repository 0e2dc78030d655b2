"""The pages of the Gallery: pictures, albums, one picture, details, search, favourites, trash. Pure views."""

from __future__ import annotations

import posixpath

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import media
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.prompts import search_bar

SEARCH, NAME, CAPTION, ALBUM = "search_pictures", "file_name", "caption", "album_name"
ROOTS = ("/sdcard/DCIM", "/sdcard/Download", "/sdcard/Movies", "/sdcard/Pictures")
TRASHED = ".trashed-"
COLUMNS = 3


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {
        "album": _album, "photo": _photo, "details": _details, "search": _search, "select": _select,
        "favourites": _favourites, "trash": _trash,
    }  # fmt: skip
    return pages.get(run.ui.page.name, _home)(run)


def pictures(run: Run) -> list[str]:
    """Paths of all pictures and films that can be seen, the newest first."""
    known = (*media.PICTURES, *media.FILMS)
    found = [
        path
        for root in ROOTS
        if run.env.files.is_dir(root)
        for path in run.env.files.walk(root)
        if media.ending(path) in known and "/." not in path
    ]
    return sorted(found, key=lambda p: (-media.stamp_of(run, p).timestamp(), p))


def albums(run: Run) -> dict[str, list[str]]:
    """Folder -> its pictures, by the folder's name."""
    found: dict[str, list[str]] = {}
    for path in pictures(run):
        found.setdefault(posixpath.dirname(path), []).append(path)
    return {f: found[f] for f in sorted(found, key=lambda f: (media.name_of(f).casefold(), f))}


# --- pictures in rows ------------------------------------------------------------------------------------------------


def _thumb(run: Run, path: str, height: int, cells: int) -> w.Widget:
    """A picture's colours; a film's sign instead."""
    if media.ending(path) in media.FILMS:
        return w.image(run.t("Film"), icon="play", color="#3c4043", height=height)
    return w.Widget(
        kind="canvas",
        drawing=media.shapes(run.env.files.read(path), cells),
        height=height,
        no_node=True,
        id="thumbnail",
    )


def _cell(run: Run, path: str, event: str, selected: bool = False) -> w.Widget:
    name = w.text(media.name_of(path), style="caption", weight=1, id="title")
    if path in run.data.favourites:
        name = w.row(name, w.image(run.t("Favourite"), icon="star", width=16, height=16))
    return w.column(
        _thumb(run, path, 110, 8), name, on_tap=(event, path), on_long=("select", path), pad=4, selected=selected,
        id="picture",
    )  # fmt: skip


def _grid(run: Run, paths: list[str], name: str, event: str = "open", chosen: tuple[str, ...] = ()) -> w.Widget:
    if not paths:
        return w.empty(run.t("No pictures here"))
    cells = [_cell(run, p, event, p in chosen) for p in paths]
    blank = [w.column() for _ in range(-len(cells) % COLUMNS)]
    return w.scroll(w.grid(*cells, *blank, columns=COLUMNS), w.space(24), id=name)


def _by_day(run: Run, paths: list[str]) -> w.Widget:
    if not paths:
        return w.empty(run.t("No pictures here"))
    days: dict[str, list[str]] = {}
    for path in paths:
        days.setdefault(run.env.day(media.stamp_of(run, path).date(), year=True), []).append(path)
    rows: list[w.Widget] = []
    for day, some in days.items():
        cells = [_cell(run, p, "open") for p in some]
        blank = [w.column() for _ in range(-len(cells) % COLUMNS)]
        rows += [w.text(day, style="title", id="day", pad=12), w.grid(*cells, *blank, columns=COLUMNS)]
    return w.scroll(*rows, w.space(24), id="photos")


def _home(run: Run) -> w.Widget:
    tab = int(run.ui.memo.get("tab", 0))
    bar = page_bar(
        run,
        run.t("Gallery"),
        w.icon_button("camera", run.t("Open camera"), ("camera",), id="action_camera"),
        w.icon_button("search", run.t("Search pictures"), ("search",), id="action_search"),
    )
    body = _albums(run) if tab else _by_day(run, pictures(run))
    return w.page(bar, body, w.tabs((run.t("Photos"), run.t("Albums")), tab, "tab"))


def _count(run: Run, number: int) -> str:
    return run.t("1 item") if number == 1 else run.t("{count} items", count=number)


def _albums(run: Run) -> w.Widget:
    rows = [
        w.item(media.name_of(f), _count(run, len(some)), icon="folder", on_tap=("open_album", f), id="album_row")
        for f, some in albums(run).items()
    ]
    stars = len([p for p in run.data.favourites if run.env.files.is_file(p)])
    rows += [
        w.divider(),
        w.item(run.t("Favourites"), _count(run, stars), icon="star", on_tap=("favourites",), id="favourites_row"),
        w.item(run.t("Trash"), _count(run, len(run.data.trash)), icon="delete", on_tap=("trash_page",), id="trash_row"),
    ]
    return w.scroll(*rows, id="albums")


def _album(run: Run) -> w.Widget:
    folder = str(run.ui.page.args["folder"])
    return w.page(
        page_bar(run, media.name_of(folder), up=True), _grid(run, albums(run).get(folder, []), f"album_{folder}")
    )


def _favourites(run: Run) -> w.Widget:
    found = [p for p in pictures(run) if p in run.data.favourites]
    body = _grid(run, found, "favourites") if found else w.empty(run.t("No favourites yet"))
    return w.page(page_bar(run, run.t("Favourites"), up=True), body)


def _select(run: Run) -> w.Widget:
    args = run.ui.page.args
    chosen = tuple(args["chosen"])
    paths = albums(run).get(args["folder"], []) if args["folder"] else pictures(run)
    bar = page_bar(
        run,
        run.t("{count} selected", count=len(chosen)),
        w.icon_button("star", run.t("Favourite"), ("favourite",), id="action_favourite"),
        w.icon_button("share", run.t("Share"), ("share",), id="action_share"),
        w.icon_button("folder", run.t("Move to album"), ("ask_move",), id="action_move"),
        w.icon_button("delete", run.t("Delete"), ("ask_trash",), id="action_delete"),
        up=True,
    )
    return w.page(bar, _grid(run, paths, "selection", "toggle", chosen))


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [
        p for p in pictures(run) if query and query in f"{media.name_of(p)} {run.data.captions.get(p, '')}".casefold()
    ]
    bar = search_bar(run, SEARCH, "Search pictures")
    rows = [
        w.item(media.name_of(p), run.data.captions.get(p, ""), icon="image", on_tap=("open", p), id="result")
        for p in found
    ]
    nothing = w.empty(run.t("No pictures found") if query else run.t("Type a name or a caption"))
    return w.page(bar, w.scroll(*rows, id="results") if rows else nothing)


# --- one picture -----------------------------------------------------------------------------------------------------


def _gone(run: Run) -> w.Widget:
    return w.page(page_bar(run, "", up=True), w.empty(run.t("This picture is no longer here")))


def _photo(run: Run) -> w.Widget:
    path = str(run.ui.page.args["path"])
    if not run.env.files.is_file(path):
        return _gone(run)
    marked = path in run.data.favourites
    bar = page_bar(
        run,
        media.name_of(path),
        w.icon_button("more", run.t("More options"), ("menu", path), id="action_more"),
        up=True,
    )
    star = run.t("Remove from favourites") if marked else run.t("Add to favourites")
    below = w.row(
        w.icon_button("star" if marked else "star_border", star, ("favourite",), weight=1, id="action_favourite"),
        w.icon_button("share", run.t("Share"), ("share",), weight=1, id="action_share"),
        w.icon_button("info", run.t("Details"), ("details", path), weight=1, id="action_details"),
        w.icon_button("delete", run.t("Delete"), ("ask_trash",), weight=1, id="action_delete"),
        pad=8,
        id="bottom_bar",
    )
    caption = run.data.captions.get(path, "")
    film = media.ending(path) in media.FILMS
    play = w.button(run.t("Play"), ("play", path), icon="play", style="filled", id="play") if film else None
    body = w.column(_thumb(run, path, 300 if film else 380, 24), play, weight=1, pad=8, id="viewer")
    return w.page(bar, body, w.text(caption, pad=16, id="caption_text") if caption else None, below)


def _details(run: Run) -> w.Widget:
    path = str(run.ui.page.args["path"])
    if not run.env.files.is_file(path):
        return _gone(run)
    data = run.env.files.read(path)
    taken = media.stamp_of(run, path)
    facts = [
        (run.t("Name"), media.name_of(path)),
        (run.t("Caption"), run.data.captions.get(path, "") or run.t("None")),
        (run.t("Date"), f"{run.env.day(taken.date(), year=True)} · {taken:%H:%M}"),
        (run.t("Size"), f"{media.size_words(len(data))} ({len(data)} B)"),
        (run.t("Folder"), posixpath.dirname(path)),
    ]
    if (long := media.length(data)) is not None:
        facts.append((run.t("Length"), media.clock(long)))
    elif (wide := media.pixels(data)) is not None:
        facts.append((run.t("Resolution"), f"{wide[0]} × {wide[1]}"))
    known = media.facts_of(data)
    if known.get("lens"):
        lens = run.t("Front camera") if known["lens"] == "front" else run.t("Back camera")
        flash = run.t("Flash on") if known.get("flash") == "on" else run.t("No flash")
        facts.append((run.t("Taken with"), f"{lens} · {flash}"))
    rows = (w.item(name, value, id="fact") for name, value in facts)
    return w.page(page_bar(run, run.t("Details"), up=True), w.scroll(*rows, id="details"))


def _trash(run: Run) -> w.Widget:
    empty = w.button(run.t("Empty trash"), ("ask_erase",), style="text", id="action_empty")
    bar = page_bar(run, run.t("Trash"), *([empty] if run.data.trash else []), up=True)
    rows = [
        w.item(
            media.name_of(x["path"]), run.data.captions.get(x["path"], media.name_of(posixpath.dirname(x["path"]))),
            icon="image", on_tap=("ask_item", x["id"]), id="trash_item",
        )
        for x in reversed(run.data.trash)
    ]  # fmt: skip
    return w.page(bar, w.scroll(*rows, id="trash") if rows else w.empty(run.t("Trash is empty")))
