"""Browser: an address bar, tabs, bookmarks, history, downloads, and a small offline web (kit.simphone.apps.browser_sites).

Data: `tabs` (id and the address a tab shows when it is opened anew) and `current`; `bookmarks`, `history`; `cookies`
(host -> all or necessary), `sessions` (host -> user); and what lies on the servers: `pages`, `accounts`, `orders` (forms
sent: url, values, number) and `serial`, from which the next confirmation number is made.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Page, Run
from kit.simphone.apps import browser_sites as web
from kit.simphone.apps import people as pool
from kit.simphone.apps.browser_blocks import FIND
from kit.simphone.apps.browser_forms import submit_handlers
from kit.simphone.apps.browser_pages import ADDRESS, current_page, here, online, trail, view
from kit.simphone.apps.browser_words import WORDS
from kit.simphone.apps.people import Record

DOWNLOADS = "/sdcard/Download"


@dataclass(slots=True)
class BrowserData:
    """What the browser keeps, and what the web has."""

    tabs: list[Record] = field(default_factory=lambda: [{"id": "t1", "url": web.START}])
    current: str = "t1"
    bookmarks: list[Record] = field(default_factory=list[Record])
    history: list[Record] = field(default_factory=list[Record])
    cookies: dict[str, str] = field(default_factory=dict[str, str])
    sessions: dict[str, str] = field(default_factory=dict[str, str])
    pages: list[Record] = field(default_factory=list[Record])
    accounts: list[Record] = field(default_factory=list[Record])
    orders: list[Record] = field(default_factory=list[Record])
    serial: int = 10_000


def fresh(rng: random.Random, now: datetime) -> BrowserData:
    """One empty tab, two bookmarks, and the seed's pages."""
    del now
    marked = [{"id": f"b{n}", "url": host, "title": web.SITES[host][0]}
              for n, host in enumerate(rng.sample(web.HOSTS, 2), start=1)]  # fmt: skip
    return BrowserData(bookmarks=marked, pages=web.drawn(rng), serial=rng.randrange(10_000, 90_000))


# --- going somewhere -------------------------------------------------------------------------------------------------


def _visit(run: Run, url: str) -> None:
    """Opens an address in the tab in front."""
    while run.ui.page.name not in ("home", "web"):
        run.ui.back()
    way = [*trail(run)[: len(run.ui.pages)], url]
    run.ui.memo["trail"] = way
    run.ui.go("web")
    _load(run, url)


def _load(run: Run, url: str) -> None:
    run.ui.fields.clear()
    run.ui.memo.update(form={}, form_error="", finding=False)
    _tab(run)["url"] = url
    if url == web.START:
        return
    if not online(run):
        run.ui.memo["failed"] = url
        return
    run.ui.memo.update(loading=url, failed="")
    run.env.later(300 + sum(map(ord, url)) % 7 * 120, ("arrive", url))


def _arrive(run: Run, url: str) -> None:
    if run.ui.memo.get("loading") != url:
        return
    run.ui.memo["loading"] = ""
    title = current_page(run)["title"]
    if here(run) == url:
        id = pool.next_id("h", run.data.history)
        run.data.history.append({"id": id, "url": url, "title": title, "time": pool.stamp(run.env.now)})


def _go(run: Run, *_: str) -> None:
    if typed := run.ui.fields.get(ADDRESS, "").strip():
        _visit(run, web.address(typed))


def _search(run: Run, *_: str) -> None:
    if typed := run.ui.fields.get("search_the_web", "").strip():
        _visit(run, f"{web.SEARCH_HOST}/?q={' '.join(typed.split())}")


def _forward(run: Run) -> None:
    run.ui.dialog = None
    way = trail(run)
    if len(way) > len(run.ui.pages):
        run.ui.go("web")


def _reload(run: Run) -> None:
    run.ui.dialog = None
    _load(run, here(run))


# --- tabs ------------------------------------------------------------------------------------------------------------


def _tab(run: Run) -> Record:
    return next(t for t in run.data.tabs if t["id"] == run.data.current)


def _keep(run: Run) -> None:
    """Remembers where the tab in front is, before another one comes to the front."""
    depth = sum(p.name in ("home", "web") for p in run.ui.pages)
    run.ui.memo.setdefault("ways", {})[run.data.current] = (list(trail(run)), depth)
    _tab(run)["url"] = trail(run)[depth - 1]


def _show(run: Run, id: str) -> None:
    run.data.current = id
    way, depth = run.ui.memo.get("ways", {}).get(id, ([_tab(run)["url"]], 1))
    run.ui.memo.update(trail=list(way), form={}, form_error="", finding=False, loading="")
    run.ui.fields.clear()
    run.ui.pages = [Page("home"), *(Page("web") for _ in range(depth - 1))]


def _switch(run: Run, id: str) -> None:
    _keep(run)
    _show(run, id)


def _new_tab(run: Run) -> None:
    run.ui.dialog = None
    _keep(run)
    id = pool.next_id("t", run.data.tabs)
    run.data.tabs.append({"id": id, "url": web.START})
    _show(run, id)


def _close_tab(run: Run, id: str) -> None:
    at = next(n for n, t in enumerate(run.data.tabs) if t["id"] == id)
    run.ui.memo.get("ways", {}).pop(id, None)
    if len(run.data.tabs) == 1:
        run.data.tabs[0]["url"] = web.START
        _show(run, id)
        return
    del run.data.tabs[at]
    if run.data.current == id:
        _show(run, run.data.tabs[max(0, at - 1)]["id"])
        run.ui.go("tabs")


def _open_tabs(run: Run) -> None:
    _keep(run)
    run.ui.go("tabs")


# --- menu, bookmarks, history ---------------------------------------------------------------------------------------


def _menu(run: Run) -> None:
    url = here(run)
    marked = any(b["url"] == url for b in run.data.bookmarks)
    real = url != web.START
    star = ("Remove bookmark", "star", ("unmark", url)) if marked else ("Add bookmark", "star_border", ("mark",))
    rows = (
        w.item(run.t("Forward"), icon="forward", on_tap=("forward",), enabled=len(trail(run)) > len(run.ui.pages)),
        w.item(run.t("Refresh"), icon="restart", on_tap=("reload",), enabled=real),
        w.item(run.t("New tab"), icon="add", on_tap=("new_tab",)),
        w.item(run.t(star[0]), icon=star[1], on_tap=star[2], enabled=real),
        w.item(run.t("Bookmarks"), icon="star", on_tap=("page", "bookmarks")),
        w.item(run.t("History"), icon="clock", on_tap=("page", "history")),
        w.item(run.t("Downloads"), icon="download", on_tap=("page", "downloads")),
        w.item(run.t("Find in page"), icon="search", on_tap=("find",), enabled=real),
        w.item(run.t("Share"), icon="share", on_tap=("share",), enabled=real),
    )
    run.ui.dialog = Dialog(title=run.t("Menu"), body=rows, buttons=((run.t("Close"), ("noop",)),))


def _page(run: Run, name: str) -> None:
    run.ui.dialog = None
    run.ui.go(name)


def _mark(run: Run) -> None:
    run.ui.dialog = None
    id = pool.next_id("b", run.data.bookmarks)
    run.data.bookmarks.append({"id": id, "url": here(run), "title": current_page(run)["title"]})
    run.env.toast(run.t("Bookmark added"))


def _unmark(run: Run, url: str) -> None:
    run.ui.dialog = None
    run.data.bookmarks[:] = [b for b in run.data.bookmarks if b["url"] != url]
    run.env.toast(run.t("Bookmark removed"))


def _forget(run: Run, id: str) -> None:
    run.data.history[:] = [h for h in run.data.history if h["id"] != id]


def _ask_clear(run: Run) -> None:
    buttons = ((run.t("Clear history"), ("clear",)), (run.t("Cancel"), ("noop",)))
    words = run.t("All visited pages are forgotten. This cannot be undone.")
    run.ui.dialog = Dialog(title=run.t("Clear the whole history?"), message=words, buttons=buttons)


def _clear(run: Run) -> None:
    run.data.history.clear()


def _find(run: Run) -> None:
    run.ui.dialog = None
    run.ui.fields[FIND] = ""
    run.ui.memo["finding"] = True
    run.ui.focus = FIND


def _stop_finding(run: Run) -> None:
    run.ui.memo["finding"] = False
    run.ui.fields.pop(FIND, None)


def _share(run: Run) -> None:
    run.ui.dialog = None
    run.env.share(f"https://{here(run)}")


# --- what pages do ---------------------------------------------------------------------------------------------------


def _cookies(run: Run, host: str, choice: str) -> None:
    run.data.cookies[host] = choice


def _download(run: Run, name: str, content: str) -> None:
    run.env.toast(run.t("Downloading {name}", name=name))
    run.env.later(1200, ("downloaded", name, content))


def _downloaded(run: Run, name: str, content: str) -> None:
    stem, dot, ending = name.rpartition(".")
    path, n = f"{DOWNLOADS}/{name}", 1
    while run.env.files.exists(path):
        path, n = f"{DOWNLOADS}/{stem} ({n}){dot}{ending}", n + 1
    run.env.files.write(path, content.encode())
    run.env.notify(run.t("Download complete"), path.rpartition("/")[2], ("page", "downloads"))


HANDLERS: dict[str, Handler] = {
    "visit": _visit, "arrive": _arrive, "go": _go, "search": _search, "forward": _forward, "reload": _reload,
    "tabs": _open_tabs, "switch": _switch, "new_tab": _new_tab, "close_tab": _close_tab, "menu": _menu, "page": _page,
    "mark": _mark, "unmark": _unmark, "forget": _forget, "ask_clear": _ask_clear, "clear": _clear, "find": _find,
    "stop_finding": _stop_finding, "share": _share, "cookies": _cookies,
    "download": _download, "downloaded": _downloaded, **submit_handlers(_visit),
}  # fmt: skip


APP = App(
    name="browser",
    package="com.simphone.browser",
    activity=".MainActivity",
    labels={"en": "Browser", "zh": "浏览器", "ar": "المتصفح"},
    icon="globe",
    color="#c26401",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
