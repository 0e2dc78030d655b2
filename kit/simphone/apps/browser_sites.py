"""The small offline web: sites, pages made of blocks, search. Content is data; nothing here draws or changes anything.

A page is a record: url (host and path), title, blocks, and "login" where one must be signed in. A block is a list:

    ["h", words]  ["p", words]  ["small", words]  ["link", words, url]  ["table", rows]  ["review", who, stars, words]
    ["download", words, file name, content]  ["form", {"submit", "prefix", "fields": [[kind, label, options?], ...]}]

Kinds of form fields: text, number, select, check. What the sites of a phone say is `Browser.pages`, drawn from the seed;
what stands the same on every phone is FIXED. A task may put pages of its own into `Browser.pages`; those win.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from kit.simphone.apps.people import Record

SEARCH_HOST = "seek.example"
START = "start"
SITES: dict[str, tuple[str, bool]] = {
    SEARCH_HOST: ("Seek", False),
    "openpedia.example": ("Openpedia", False),
    "dailywren.example": ("The Daily Wren", True),
    "kettle.example": ("Kettle Recipes", False),
    "northline.example": ("Northline Trains", False),
    "harbourhouse.example": ("Harbour House Hotel", True),
    "citytickets.example": ("City Tickets", False),
    "readers.example": ("Readers' Circle", False),
    "townhall.example": ("Town Hall", False),
}
"""Host -> (name, whether it asks about cookies first)."""
HOSTS = tuple(sorted(SITES))

ROOM_FORM: Record = {
    "submit": "Book room", "prefix": "HH",
    "fields": [["text", "Full name"], ["number", "Nights"], ["select", "Room type", ["Single", "Double", "Family"]], ["check", "Breakfast"]],
}  # fmt: skip
TICKET_FORM: Record = {
    "submit": "Order tickets", "prefix": "CT",
    "fields": [["text", "Full name"], ["number", "Tickets"], ["select", "Seats", ["Stalls", "Balcony", "Box"]], ["check", "Wheelchair space"]],
}  # fmt: skip

_LAKES = (("Lake Orrin", 41, 1180), ("Lake Velda", 87, 620), ("Lake Sumber", 153, 2240), ("Lake Tarn", 29, 910))
_RECIPES = (
    ("Lentil soup with lemon", "red lentils, onion, cumin, lemon", 25), ("Walnut bread", "flour, walnuts, yeast, honey", 45),
    ("Mushroom risotto", "rice, mushrooms, stock, parsley", 35), ("Plum cake", "plums, butter, sugar, eggs", 50),
)  # fmt: skip
_NEWS = (
    ("New tram line opens on Monday", "The tram runs every {n} minutes between the harbour and the hospital."),
    ("Bakery on Pier 7 wins a prize", "The jury tasted {n} loaves before it chose the sourdough."),
    ("Old library gets a roof garden", "There will be room for {n} visitors among the herbs."),
    ("River bridge closed for repairs", "Work is expected to take {n} days."),
    ("Zoo welcomes a red panda", "The cub weighs {n} hundred grams and sleeps most of the day."),
    ("Choir looks for singers", "So far {n} people have put their names on the list."),
)
TOWNS = (
    "Ashford", "Brindle", "Corvale", "Dunmore", "Elsby", "Foxhaven", "Garstang", "Hollin", "Inverleigh", "Joppa", "Kirkholt",
    "Lindale", "Mosswick", "Netherby", "Oakhampton", "Penrose", "Quarrington", "Rushmere", "Selwood", "Thornbury",
)  # fmt: skip
STATIONS = ("Central", "North", "Harbour", "East", "Park")


def page(url: str, title: str, *blocks: list[Any], **more: Any) -> Record:
    """A page's record."""
    return {"url": url, "title": title, "blocks": list(blocks), **more}


@lru_cache(maxsize=1024)
def slug(words: str) -> str:
    """How words look in an address: "Plum cake" -> "plum-cake"."""
    return "-".join("".join(c if c.isalnum() else " " for c in words.casefold()).split())


def stations(rng: random.Random, count: int) -> list[str]:
    """Stations that trains run to."""
    return [f"{town} {rng.choice(STATIONS)}" for town in rng.sample(TOWNS, count)]


def timetable(rng: random.Random, town: str) -> Record:
    """The trains to one town on one day: departure, arrival, platform."""
    rows = [["Departs", "Arrives", "Platform"]]
    bits = rng.getrandbits(90)  # one draw for all: a phone is reset often
    bits, length = divmod(bits, 70)
    at = 360
    for _ in range(9):
        bits, wait = divmod(bits, 55)
        at += 60 + wait
        bits, platform = divmod(bits, 12)
        rows.append([_clock(at), _clock(at + 25 + length), str(platform + 1)])
    return page(
        f"northline.example/{slug(town)}", f"Trains to {town}", ["p", "Every day of the week."], ["table", rows]
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"


def drawn(rng: random.Random) -> list[Record]:
    """The pages of a phone that depend on its seed: two timetables and three news articles, with their front pages."""
    towns, news = stations(rng, 2), rng.sample(_NEWS, 3)
    made = [timetable(rng, town) for town in towns]
    made += [
        page(f"dailywren.example/{slug(title)}", title, ["p", words.format(n=rng.randint(3, 60))])
        for title, words in news
    ]
    fronts = {"northline.example": made[:2], "dailywren.example": made[2:]}
    return made + [page(host, SITES[host][0], *links(pages)) for host, pages in fronts.items()]


def links(pages: list[Record]) -> list[list[Any]]:
    """Link blocks to pages."""
    return [["link", p["title"], p["url"]] for p in pages]


def _fixed() -> dict[str, Record]:
    lakes = [
        page(f"openpedia.example/{slug(name)}", name, ["p", f"{name} is a mountain lake. It is {deep} metres deep."],
             ["h", "Geography"], ["p", f"Its surface lies {high} metres above the sea."])
        for name, deep, high in _LAKES
    ]  # fmt: skip
    recipes = [
        page(f"kettle.example/{slug(name)}", name, ["h", "Ingredients"], ["p", what.capitalize()],
             ["h", "Time"], ["p", f"{minutes} minutes"])
        for name, what, minutes in _RECIPES
    ]  # fmt: skip
    reviews = (
        ["review", "Ivan", 4, "Quiet rooms, friendly desk."],
        ["review", "Paula", 5, "The breakfast is worth it."],
    )
    hotel = page("harbourhouse.example/book", "Book a room at Harbour House", ["form", ROOM_FORM])
    tickets = page("citytickets.example/order", "Order tickets", ["form", TICKET_FORM])
    member = page("readers.example/members", "Members' page", ["p", "Welcome to the reading room."], login=True)
    leaflet = ["download", "Waste calendar", "waste-calendar.txt", "Paper: first Monday\nGlass: second Tuesday\n"]
    alone = [
        page("harbourhouse.example", "Harbour House Hotel", ["p", "Sea view from every window."], *links([hotel]), ["h", "Reviews"], *reviews),
        page("citytickets.example", "City Tickets", ["p", "Concerts, plays and talks."], *links([tickets])),
        page("readers.example", "Readers' Circle", ["p", "A club for people who read."], *links([member])),
        page("townhall.example", "Town Hall", ["p", "Forms and calendars to download."], leaflet),
        page("openpedia.example", "Openpedia", ["p", "The open encyclopedia."], *links(lakes)),
        page("kettle.example", "Kettle Recipes", ["p", "Plain food for every day."], *links(recipes)),
        hotel, tickets, member,
    ]  # fmt: skip
    return {p["url"]: p for p in (*lakes, *recipes, *alone)}


FIXED: dict[str, Record] = _fixed()


def host_of(url: str) -> str:
    """The host of an address."""
    return url.split("/", 1)[0]


def address(typed: str) -> str:
    """Where typed words lead: an address as it is kept, or the search engine's results for them."""
    words = " ".join(typed.split())
    plain = words.removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")
    if "." in plain and " " not in plain:
        return plain
    return f"{SEARCH_HOST}/?q={words}"


def query_of(url: str) -> str:
    """What a results page was asked; empty for every other address."""
    head = f"{SEARCH_HOST}/?q="
    return url.removeprefix(head) if url.startswith(head) else ""


def find_page(pages: list[Record], url: str) -> Record | None:
    """The page at an address: the phone's own before the fixed ones."""
    for own in pages:
        if own["url"] == url:
            return own
    return FIXED.get(url)


def results(pages: list[Record], query: str) -> list[Record]:
    """Pages that have any word of the query, best first; words in the title count most."""
    wanted = query.casefold().split()
    own = {p["url"] for p in pages}
    found: list[tuple[int, str, Record]] = []
    for p in (*pages, *(p for u, p in FIXED.items() if u not in own)):
        title, body = p["title"].casefold(), text_of(p).casefold()
        score = sum(9 * (word in title) + (word in body) for word in wanted)
        if score and not p.get("login"):
            found.append((-score, p["url"], p))
    return [p for *_, p in sorted(found, key=lambda f: f[:2])][:12]


def lines_of(block: list[Any]) -> list[str]:
    """What a block says, line by line."""
    kind, *rest = block
    if kind == "table":
        return ["  ".join(row) for row in rest[0]]
    if kind == "form":
        return [f[1] for f in rest[0]["fields"]]
    return [rest[2]] if kind == "review" else [rest[0]]


def text_of(p: Record) -> str:
    """All words of a page."""
    return " ".join(line for block in p["blocks"] for line in lines_of(block))
