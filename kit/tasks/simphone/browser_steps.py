"""What the tasks in Browser share: putting pages on the phone's web, and moves of their reference solutions."""

from __future__ import annotations

import random
from collections.abc import Generator
from itertools import groupby
from typing import Any

from kit.simphone.apps import browser_sites as web
from kit.simphone.apps.people import Record
from kit.simphone.spellings import spellings
from kit.tasks.base import Action, Data, Params, TruePhone
from kit.tasks.simphone.lists import gathered
from kit.tasks.simphone.steps import Walk, enter, press, shows
from kit.types import Observation

VISITING = ("browser.history*", "browser.tabs*", "browser.current")
"""That pages were visited is no change anybody minds."""
COOKIES = ("browser.cookies*",)
HOTEL, NEWS, LAKES, TICKETS = "harbourhouse.example", "dailywren.example", "openpedia.example", "citytickets.example"

STEMS = (
    "Amber", "Boreal", "Cinder", "Dorran", "Élan", "Fenwick", "Grís", "Holm", "Isk", "Jarrow", "Kestrel", "Loon", "Marl",
    "Nordal", "Osk", "Pike", "Quill", "Rowan", "Sável", "Thorn", "Ulla", "Vesper", "Wren", "Yarrow",
)  # fmt: skip
SIDES = ("Great", "Little", "Lower", "New", "North", "Old", "Outer", "South", "Upper", "West")


def draw_lakes(rng: random.Random, count: int) -> list[str]:
    """Names of lakes, the first two of them easily mistaken for each other."""
    stems, sides = rng.sample(STEMS, count), rng.sample(SIDES, count)
    names = [f"{side} {stem} Lake" for side, stem in zip(sides, [stems[0], *stems[:-1]], strict=True)]
    return [f"{name} ({rng.choice(web.TOWNS)})" for name in names]


def lake_page(name: str, depth: int, more: list[list[str]] | None = None, path: str = "") -> Record:
    """An article about a lake that says how deep it is."""
    words = [["p", "A lake in the mountains."], ["p", f"Greatest depth: {depth} metres"], *(more or [])]
    return web.page(f"{LAKES}/{path or web.slug(name)}", name, *words)


def add_pages(phone: TruePhone, made: list[Record]) -> None:
    """Puts pages on the web in place of those at the same addresses; a site's front page links to all of its pages."""
    urls = {p["url"] for p in made}
    pages: list[Record] = [p for p in phone.data()["browser"]["pages"] if p["url"] not in urls] + made
    for host in sorted({web.host_of(u) for u in urls} - urls):
        inner = [p for p in pages if p["url"].startswith(f"{host}/")]
        own = {p["url"] for p in inner}
        inner += [p for url, p in web.FIXED.items() if url.startswith(f"{host}/") and url not in own]
        front = web.page(host, web.SITES[host][0], *web.links(inner))
        pages = [p for p in pages if p["url"] != host] + [front]
    phone.set("browser.pages", pages)


def setup_pages(phone: TruePhone, params: Params) -> None:
    """Puts the pages of the parameters on the web."""
    add_pages(phone, params["pages"])


def reply(_: Data, params: Params) -> tuple[str, ...]:
    """The answer that stands in the parameters."""
    return (params["reply"],)


def expect_order(data: Data, url: str, values: dict[str, Any]) -> None:
    """Adds a sent form to the wanted data."""
    browser = data["browser"]
    prefix = "HH" if web.host_of(url) == HOTEL else "CT"
    made = {"id": f"o{len(browser['orders']) + 1}", "url": url, "values": values}
    browser["orders"].append(made | {"number": f"{prefix}-{browser['serial']}"})
    browser["serial"] += 37


def order_number(data: Data, prefix: str) -> tuple[str, ...]:
    """The confirmation number of the next form that is sent, as it may be answered."""
    return (f"{prefix}-{data['browser']['serial']}", str(data["browser"]["serial"]))


def settle(seen: Observation) -> Walk:
    """Waits until the page is there, and refuses cookies where that is asked."""
    for _ in range(8):
        if not shows(seen, "Loading"):
            break
        seen = yield "wait", {"seconds": 1}
    if shows(seen, "Reject all"):
        seen = yield from press(seen, "Reject all")
    return seen


def start(seen: Observation, address: str) -> Walk:
    """Opens Browser at an address, or at the results for some words."""
    seen = yield "launch_app", {"name": "Browser"}
    return (yield from visit(seen, address))


def visit(seen: Observation, address: str) -> Walk:
    """Types an address, or words to search for, into the address bar."""
    seen = yield from enter(seen, "Search or type address", address, submit=True)
    return (yield from settle(seen))


def follow(seen: Observation, label: str, nth: int = 0) -> Walk:
    """Taps a link and waits for its page."""
    seen = yield from press(seen, label, nth)
    return (yield from settle(seen))


def menu(seen: Observation, entry: str) -> Walk:
    """Chooses from the menu."""
    seen = yield from press(seen, "More options")
    return (yield from press(seen, entry))


def tabs(seen: Observation, count: int) -> Walk:
    """Opens the list of tabs."""
    return (yield from press(seen, spellings("Tabs ({count})", count=count)))


def after(seen: Observation, head: str) -> str:
    """What a text on the screen says after these words; empty when none begins with them."""
    return next((t[len(head) :].strip(" .") for t in seen.texts if t.startswith(head)), "")


def number_on(seen: Observation) -> str:
    """The confirmation number on the screen."""
    heads = [s.split("{")[0] for s in spellings("Confirmation number: {number}")]
    return next((found for head in heads if (found := after(seen, head))), "")


def read_table(seen: Observation) -> Generator[Action, Observation, tuple[Observation, list[str]]]:
    """The cells of the tables of a page, row after row, in the order in which they were written."""
    seen, lines = yield from gathered(seen, _lines)
    return seen, [cell for line in lines for cell in line]


def _lines(seen: Observation) -> list[tuple[str, ...]]:
    """The texts that stand beside each other."""
    nodes = [n for w in seen.windows for n in w.nodes if n.text]
    return [tuple(n.text for n in line) for _, line in groupby(nodes, lambda n: (n.depth, n.bounds.center[1]))]
