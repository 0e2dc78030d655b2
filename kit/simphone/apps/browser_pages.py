"""The pages of Browser: the web page of the tab in front, tabs, bookmarks, history, downloads. Pure views."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import browser_sites as web
from kit.simphone.apps.browser_blocks import FIND, block
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

ADDRESS = "search_or_type_address"


def online(run: Run) -> bool:
    """Whether pages can be fetched."""
    settings = run.env.settings
    return settings.wifi or (settings.data and not settings.airplane)


def trail(run: Run) -> list[str]:
    """The addresses of the tab in front in the order they were visited; those after the page in front lie forward."""
    return run.ui.memo.get("trail") or [tab_url(run)]


def tab_url(run: Run) -> str:
    """What the tab in front shows when it is opened anew."""
    return next(t["url"] for t in run.data.tabs if t["id"] == run.data.current)


def here(run: Run) -> str:
    """The address of the page in front, or of the one below a list of tabs, bookmarks or visits."""
    depth = sum(p.name in ("home", "web") for p in run.ui.pages)
    return trail(run)[min(depth, len(trail(run))) - 1]


def current_page(run: Run) -> Record:
    """The record of the page in front; what has none is a page of results, a confirmation, or not there at all."""
    return record_of(run, here(run))


def record_of(run: Run, url: str) -> Record:
    """The page at an address."""
    if url == web.START:
        return web.page(url, run.t("New tab"))
    if url == web.SEARCH_HOST:
        return web.page(url, web.SITES[url][0])
    if query := web.query_of(url):
        return web.page(url, run.t("{query} - Seek", query=query))
    order = next((o for o in run.data.orders if url == f"{web.host_of(o['url'])}/confirmed/{o['number']}"), None)
    if order is not None:
        values = [["p", f"{k}: {_said(run, v)}"] for k, v in order["values"].items()]
        words = ["h", run.t("Confirmation number: {number}", number=order["number"])]
        return web.page(url, run.t("Thank you"), words, *values)
    found = web.find_page(run.data.pages, url)
    return found or web.page(url, run.t("Page not found"), missing=True)


def _said(run: Run, value: Any) -> str:
    return run.t("Yes" if value else "No") if isinstance(value, bool) else str(value)


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {
        "tabs": _tabs, "bookmarks": _bookmarks, "history": _history, "downloads": _downloads
    }  # fmt: skip
    return pages.get(run.ui.page.name, _tab)(run)


def _tab(run: Run) -> w.Widget:
    url = here(run)
    shown = "" if url == web.START else url
    count = len(run.data.tabs)
    address = w.text_field(
        ADDRESS, shown, hint=run.t("Search or type address"), action="go", on_submit=("go",), weight=1
    )
    bar = w.row(
        address,
        w.icon_button("copy", run.t("Tabs ({count})", count=count), ("tabs",), id="tab_switcher"),
        w.icon_button("more", run.t("More options"), ("menu",), id="menu_button"),
        id="toolbar",
        pad=8,
    )
    finding = _find_bar(run) if run.ui.memo.get("finding") else None
    return w.page(bar, finding, *_content(run, url))


def _find_bar(run: Run) -> w.Widget:
    typed = run.ui.fields.get(FIND, "")
    lines = [line for block in current_page(run)["blocks"] for line in web.lines_of(block)]
    hits = sum(typed.strip().casefold() in line.casefold() for line in lines) if typed.strip() else 0
    return w.row(
        w.text_field(FIND, typed, hint=run.t("Find in page"), action="search", on_submit=("noop",), weight=1),
        w.text(run.t("{count} lines", count=hits), style="caption", id="find_count"),
        w.icon_button("close", run.t("Stop finding"), ("stop_finding",), id="find_close"),
        id="find_bar",
        pad=8,
    )


def _content(run: Run, url: str) -> tuple[w.Widget | None, ...]:
    memo = run.ui.memo
    host = web.host_of(url)
    if url == web.START:
        return (_start(run),)
    if memo.get("loading") == url:
        return (w.column(w.progress(run.t("Loading")), pad=32, align="center", weight=1),)
    if memo.get("failed") == url:
        return (_trouble(run, run.t("No internet connection"), run.t("Check Wi-Fi or mobile data."), retry=True),)
    if web.SITES.get(host, ("", False))[1] and host not in run.data.cookies:
        return (_sheet(url, _banner(run, host)),)
    found = current_page(run)
    if found.get("missing"):
        return (_trouble(run, run.t("Page not found"), run.t("There is nothing at {url}.", url=url)),)
    if found.get("login") and host not in run.data.sessions:
        return (_sheet(url, *_login(run, host)),)
    return (_sheet(url, *_site(run, host, found), *_body(run, found)),)


def _sheet(url: str, *parts: w.Widget | None) -> w.Widget:
    """The web view: one scrolling sheet."""
    return w.Widget(kind="web", id=f"web_{url}", weight=1, children=tuple(p for p in parts if p))


def _start(run: Run) -> w.Widget:
    tiles = [
        w.item(name, host, icon="globe", on_tap=("visit", host), id="shortcut")
        for host, (name, _) in run.env.arrange(tuple(web.SITES.items()))
    ]
    return w.scroll(w.text(run.t("Shortcuts"), style="caption", id="shortcuts_title"), *tiles, id="start_page")


def _trouble(run: Run, title: str, words: str, *, retry: bool = False) -> w.Widget:
    again = w.button(run.t("Retry"), ("reload",), style="filled", id="reload_button") if retry else None
    return w.column(
        w.text(title, style="headline", id="error_title"), w.text(words, id="error"), again, pad=24, weight=1
    )


def _banner(run: Run, host: str) -> w.Widget:
    """What some sites put over their pages until it is answered."""
    return w.card(
        w.text(run.t("We value your privacy"), style="title", id="banner_title"),
        w.text(run.t("{site} would like to use cookies.", site=web.SITES[host][0]), id="banner_text"),
        w.button(run.t("Accept all"), ("cookies", host, "all"), style="filled", id="accept"),
        w.button(run.t("Reject all"), ("cookies", host, "necessary"), style="outlined", id="reject"),
        id="cookie_banner",
    )


def _login(run: Run, host: str) -> tuple[w.Widget | None, ...]:
    error = run.ui.memo.get("form_error", "")
    fields = run.ui.fields
    return (
        w.text(web.SITES.get(host, (host, False))[0], style="headline"),
        w.text(run.t("Sign in to see this page."), id="login_text"),
        w.column(w.text_field("user_name", fields.get("user_name", ""), hint=run.t("User name"), action="next"), pad=8),
        w.column(w.text_field("password", fields.get("password", ""), hint=run.t("Password"), input="password", action="go", on_submit=("sign_in",)), pad=8),
        w.text(error, color="error", id="error") if error else None,
        w.column(w.button(run.t("Sign in"), ("sign_in",), style="filled", id="sign_in"), pad=8),
    )  # fmt: skip


def _site(run: Run, host: str, found: Record) -> tuple[w.Widget | None, ...]:
    """What stands at the top of a site's pages."""
    name = web.SITES.get(host, (host, False))[0]
    out = host in run.data.sessions
    query = web.query_of(here(run))
    return (
        w.row(
            w.button(name, ("visit", host), style="text", id="site_home"),
            w.button(run.t("Sign out"), ("sign_out",), style="text", id="sign_out") if out else None,
            pad=8,
        ),
        w.text(run.t("Results for {query}", query=query) if query else found["title"], style="headline", id="heading"),
    )


def _body(run: Run, found: Record) -> list[w.Widget | None]:
    url = here(run)
    if url == web.SEARCH_HOST:
        return [_search_box(run)]
    if query := web.query_of(url):
        return [_search_box(run), *_results(run, query)]
    return [part for n, words in enumerate(found["blocks"]) for part in block(run, n, words)]


def _search_box(run: Run) -> w.Widget:
    typed = run.ui.fields.get("search_the_web", "")
    box = w.text_field(
        "search_the_web", typed, hint=run.t("Search the web"), action="search", on_submit=("search",), icon="search"
    )
    return w.column(box, pad=8)


def _results(run: Run, query: str) -> list[w.Widget]:
    found = web.results(run.data.pages, query)
    if not found:
        return [w.text(run.t("No results"), id="no_results")]
    return [
        w.item(p["title"], f"{p['url']} · {web.text_of(p)[:70]}", on_tap=("visit", p["url"]), id="result")
        for p in found
    ]


# --- lists ----------------------------------------------------------------------------------------------------------


def _tabs(run: Run) -> w.Widget:
    rows: list[w.Widget] = []
    for t in run.data.tabs:
        title = record_of(run, t["url"])["title"]
        close = w.icon_button("close", run.t("Close {title}", title=title), ("close_tab", t["id"]), id="close_tab")
        front = t["id"] == run.data.current
        rows.append(
            w.item(
                title,
                "" if t["url"] == web.START else t["url"],
                on_tap=("switch", t["id"]),
                trailing=close,
                selected=front,
                id="tab_row",
            )
        )
    bar = page_bar(run, run.t("Tabs"), w.icon_button("add", run.t("New tab"), ("new_tab",), id="new_tab"), up=True)
    return w.page(bar, w.scroll(*rows, id="tab_list"))


def _bookmarks(run: Run) -> w.Widget:
    rows = [
        w.item(
            b["title"],
            b["url"],
            icon="star",
            on_tap=("visit", b["url"]),
            trailing=w.icon_button("delete", run.t("Remove {title}", title=b["title"]), ("unmark", b["url"])),
            id="bookmark",
        )
        for b in run.data.bookmarks
    ]
    bar = page_bar(run, run.t("Bookmarks"), up=True)
    return w.page(bar, w.scroll(*rows, id="bookmark_list") if rows else w.empty(run.t("No bookmarks yet")))


def _history(run: Run) -> w.Widget:
    rows = [
        w.item(
            h["title"],
            f"{h['url']} · {run.env.day(datetime.fromisoformat(h['time']))} {h['time'][11:16]}",
            on_tap=("visit", h["url"]),
            trailing=w.icon_button("close", run.t("Remove {title}", title=h["title"]), ("forget", h["id"])),
            id="visit",
        )
        for h in reversed(run.data.history)
    ]
    clear = [w.icon_button("delete", run.t("Clear history"), ("ask_clear",), id="clear_history")] if rows else []
    bar = page_bar(run, run.t("History"), *clear, up=True)
    return w.page(bar, w.scroll(*rows, id="history_list") if rows else w.empty(run.t("No pages visited yet")))


def _downloads(run: Run) -> w.Widget:
    rows = [w.item(name, icon="file", id="file") for name in run.env.files.listdir("/sdcard/Download")]
    bar = page_bar(run, run.t("Downloads"), up=True)
    return w.page(bar, w.scroll(*rows, id="download_list") if rows else w.empty(run.t("No downloads yet")))
