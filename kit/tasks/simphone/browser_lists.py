"""Tasks in Browser with its lists: tabs, downloads, history."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from kit.simphone.apps import browser_sites as web
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.browser_steps import (
    LAKES,
    VISITING,
    add_pages,
    after,
    draw_lakes,
    follow,
    lake_page,
    menu,
    reply,
    settle,
    setup_pages,
    start,
    tabs,
)
from kit.tasks.simphone.lists import listed
from kit.tasks.simphone.steps import phrase, press, press_own
from kit.types import Observation

DISTRICTS = (
    "Northgate",
    "Riverside",
    "Old Town",
    "Hillview",
    "Docklands",
    "Westpark",
    "Millfield",
    "Saltmarsh",
    "Eastend",
    "Abbey",
)
LEAFLETS = ("Waste calendar", "Market days", "Pool hours", "Street fair map", "Flu shots", "Bus changes")


# --- the right one of many tabs ------------------------------------------------------------------------------------


def _draw_tab(rng: random.Random) -> Params:
    names = draw_lakes(rng, 5)
    depths = rng.sample(range(12, 890), 5)
    front, right = rng.sample(range(5), 2)
    return {"title": names[right], "front": f"t{front + 1}", "right": f"t{right + 1}", "reply": str(depths[right]),
            "pages": [lake_page(n, d) for n, d in zip(names, depths, strict=True)]}  # fmt: skip


def _setup_tab(phone: TruePhone, params: Params) -> None:
    add_pages(phone, params["pages"])
    phone.set("browser.tabs", [{"id": f"t{n}", "url": p["url"]} for n, p in enumerate(params["pages"], start=1)])
    phone.set("browser.current", params["front"])


def _expect_tab(data: Data, params: Params) -> None:
    data["browser"]["tabs"] = [t for t in data["browser"]["tabs"] if t["id"] != params["right"]]


def _solve_tab(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Browser"}
    seen = yield from tabs(seen, 5)
    seen = yield from press(seen, params["title"])
    seen = yield from settle(seen)
    depth = after(seen, "Greatest depth: ").split(" ")[0]
    seen = yield from tabs(seen, 5)
    yield from press_own(seen, phrase("Close {title}", title=params["title"]))
    yield "finish", {"answer": depth}


# --- downloads -------------------------------------------------------------------------------------------------------


def _draw_download(rng: random.Random) -> Params:
    first, at = rng.randrange(2018, 2026), rng.randrange(6)
    places, kinds = rng.sample(DISTRICTS, 6), rng.sample(LEAFLETS, 3)
    names = [(what, year) for what in kinds for year in (first, first + 1)]
    what, year = names[at]
    pages: list[Record] = []
    for place in rng.sample(places, 6):
        files = [[f"{n} {y}", f"{web.slug(f'{n} {place}')}-{y}.txt", f"{n}, {place}, {y}\nNo. {rng.randint(100, 999)}\n"]
                 for n, y in rng.sample(names, 6)]  # fmt: skip
        pages.append(web.page(f"townhall.example/{web.slug(place)}", place, *(["download", *f] for f in files)))
    page = next(p for p in pages if p["title"] == places[0])
    _, label, name, content = next(f for f in page["blocks"] if f[1] == f"{what} {year}")
    return {"what": what, "district": places[0], "year": year, "label": label, "name": name, "content": content,
            "pages": pages}  # fmt: skip


def _expect_download(data: Data, params: Params) -> None:
    data["files"][f"/sdcard/Download/{params['name']}"] = params["content"]


def _solve_download(params: Params, seen: Observation) -> Oracle:
    seen = yield from start(seen, "townhall.example")
    seen = yield from follow(seen, params["district"])
    seen = yield from press(seen, phrase("Download {name}", name=params["label"]))
    yield "wait", {"seconds": 3}
    yield "finish", {}


# --- history ---------------------------------------------------------------------------------------------------------


def _draw_history(rng: random.Random) -> Params:
    pages = [lake_page(n, 10) for n in draw_lakes(rng, 6)]
    times = sorted(rng.sample(range(30, 1380), 6), reverse=True)
    at = rng.randrange(1, 6)
    return {"visits": [[p["url"], p["title"], t] for p, t in zip(pages, times, strict=True)], "pages": pages,
            "next": pages[at]["title"], "reply": pages[at - 1]["title"]}  # fmt: skip


def _setup_history(phone: TruePhone, params: Params) -> None:
    add_pages(phone, params["pages"])
    now = datetime.fromisoformat(phone.state()["clock"])
    visits = [{"id": f"h{n}", "url": url, "title": title, "time": pool.stamp(now - timedelta(minutes=ago))}
              for n, (url, title, ago) in enumerate(params["visits"], start=1)]  # fmt: skip
    phone.set("browser.history", visits)


def _expect_history(data: Data, params: Params) -> None:
    data["browser"]["history"] = []


def _solve_history(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Browser"}
    seen = yield from menu(seen, "History")
    seen, visits = yield from listed(seen, lambda now: [m for m in now.marks if LAKES in m.full_label])
    rows = [said[0].split(", ")[0] for said in visits]
    before = rows[rows.index(params["next"]) + 1]
    seen = yield from press(seen, "Clear history")
    yield from press(seen, "Clear history")
    yield "finish", {"answer": before}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="browser_wrong_tab",
        goals={
            "en": "One of the tabs open in Browser is about {title}. Answer with the greatest depth it gives, the number alone, and close that tab. Leave the other tabs open.",
            "zh": "浏览器（Browser）打开的标签页中有一个介绍 {title}。回答其中的最大深度（只答数字），并关闭该标签页，其余标签页保持打开。",
        },
        apps=("browser",),
        tags=("web", "recovery", "read", "list"),
        difficulty=3,
        budget=17,
        draw=_draw_tab,
        setup=_setup_tab,
        expect=_expect_tab,
        answer=reply,
        oracle=_solve_tab,
        ignore=("browser.history*", "browser.current"),
    ),
    Template(
        name="browser_download",
        goals={
            "en": "With Browser, download “{what}” for {district}, {year}, from townhall.example.",
            "zh": "用浏览器（Browser）从 townhall.example 下载 {district} {year} 年的“{what}”。",
        },
        apps=("browser", "files"),
        tags=("web", "list", "read"),
        difficulty=2,
        budget=20,
        draw=_draw_download,
        setup=setup_pages,
        expect=_expect_download,
        oracle=_solve_download,
        ignore=VISITING,
    ),
    Template(
        name="browser_clear_history",
        goals={
            "en": "According to Browser's history, which page was visited right before “{next}”? Clear the whole history after that, and answer with the title of that page.",
            "zh": "根据浏览器（Browser）的历史记录，在“{next}”之前刚刚访问的是哪个网页？记下后清除全部历史记录，并回答该网页的标题。",
        },
        apps=("browser",),
        tags=("irreversible", "read", "navigation"),
        difficulty=2,
        budget=14,
        draw=_draw_history,
        setup=_setup_history,
        expect=_expect_history,
        answer=reply,
        oracle=_solve_history,
    ),
)
