"""Tasks in Notes: write a note, tick the right boxes of the right list, find a note by what it says and move it."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from kit.simphone.apps import people as pool
from kit.simphone.apps.notes import FOLDERS, note
from kit.simphone.apps.people import Record
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.steps import enter, marks, press, seek
from kit.types import Observation

TITLES = (
    "Café crème", "Balcony plan", "Marathon", "Rent", "Chess club", "Aquarium", "Ski trip", "Garden", "Choir", "Bike repair",
    "生日", "Wine list", "House rules", "Phone contract", "Photo project", "Sourdough", "Language course", "Attic",
)  # fmt: skip
LINES = (
    "Ask for the quiet table by the window", "Order 12 metres of blue rope", "The spare key hangs behind the mirror",
    "Zoë pays for the first round", "Bring size 43 boots", "The invoice number ends in 8871", "Water every third day",
    "记得带护照", "Practise bars 20 to 36", "The warranty ends in August", "Meet behind the fountain", "Feed twice a day",
    "The tall shelf goes left of the door", "Take the number 9 tram", "Two spoons of salt per litre",
)  # fmt: skip
CHORES = (
    "Milk", "Eggs", "Rye bread", "Basil", "Batteries", "Stamps", "Apples", "Olive oil", "Soap", "Coffee", "Jalapeños",
    "Paper towels", "Yoghurt", "Lemons", "Rice", "Light bulbs", "Crème fraîche", "Cat food", "Carrots", "豆腐",
)  # fmt: skip
LISTS = ("Groceries", "Saturday market", "Party shopping", "Office supplies", "Cabin supplies", "Dinner for six")


def add_notes(phone: TruePhone, made: list[Record], folders: list[str] | None = None) -> None:
    """Puts notes (their `edited` is set here) beside those on the phone; `folders` replaces the folders, by name.

    A note already there with the title of a new one, or in a folder that is gone, makes room first.
    """
    state = phone.state()
    now = datetime.fromisoformat(state["clock"]).replace(second=0, microsecond=0)
    have: Data = state["data"]["notes"]
    if folders is not None:
        have["folders"] = [{"id": f"f{n}", "name": name} for n, name in enumerate(folders, start=1)]
        phone.set("notes.folders", have["folders"])
    ids = {f["id"] for f in have["folders"]}
    titles = {n["title"] for n in made}
    notes: list[Record] = [n for n in have["notes"] if n["title"] not in titles and n["folder"] in ids]
    for k, record in enumerate(made):
        when = pool.stamp(now - timedelta(hours=5 * k + 1))
        notes.append({**record, "id": pool.next_id("n", notes), "edited": when})
    phone.set("notes.notes", notes)


# --- create ----------------------------------------------------------------------------------------------------------


def _draw_create(rng: random.Random) -> Params:
    return {"title": f"{rng.choice(TITLES)} {rng.randint(2, 99)}", "body": rng.choice(LINES)}


def _expect_create(data: Data, params: Params) -> None:
    notes = data["notes"]["notes"]
    made = note(pool.next_id("n", notes), params["title"], datetime.min, body=params["body"])
    notes.append(made | {"folder": ANY, "edited": ANY})


def _solve_create(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, "New note")
    seen = yield from press(seen, "Text note")
    seen = yield from enter(seen, "Title", params["title"])
    seen = yield from enter(seen, "Note", params["body"])
    yield from press(seen, "Save")
    yield "finish", {}


# --- tick ------------------------------------------------------------------------------------------------------------


def _draw_tick(rng: random.Random) -> Params:
    items = rng.sample(CHORES, rng.randint(8, 11))
    wanted = rng.sample(items, 3)
    done = [item for item in items if item not in wanted and rng.random() < 0.3]
    if rng.random() < 0.4:
        done.append(wanted[0])  # one of those asked for is ticked already: tapping it would undo it
    week = rng.randint(1, 52)
    title, other = (f"{name}, week {week}" for name in rng.sample(LISTS, 2))
    return {
        "title": title,
        "other": other,
        "items": items,
        "done": done,
        "a": wanted[0],
        "b": wanted[1],
        "c": wanted[2],
    }


def _wanted(params: Params) -> tuple[str, str, str]:
    return params["a"], params["b"], params["c"]


def _setup_tick(phone: TruePhone, params: Params) -> None:
    made = [note("", params[key], datetime.min, items=params["items"]) for key in ("other", "title")]
    for item in made[1]["items"]:
        item["done"] = item["text"] in params["done"]
    add_notes(phone, made)


def _expect_tick(data: Data, params: Params) -> None:
    found = next(n for n in data["notes"]["notes"] if n["title"] == params["title"])
    for item in found["items"]:
        item["done"] = item["done"] or item["text"] in _wanted(params)


def _solve_tick(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, params["title"])
    for item in [i for i in params["items"] if i in _wanted(params)]:
        seen = yield from seek(seen, item)
        if not any("on" in m.states for m in marks(seen, item)):
            seen = yield from press(seen, item)
    yield "finish", {}


# --- move ------------------------------------------------------------------------------------------------------------


def _draw_move(rng: random.Random) -> Params:
    folders = rng.sample(FOLDERS, 4)
    title, near = rng.sample(TITLES, 2)
    line, *others = rng.sample(LINES, 4)
    start, goal = rng.sample(range(4), 2)
    return {"folders": folders, "folder": folders[goal], "start": f"f{start + 1}", "goal": f"f{goal + 1}",
            "title": title, "near": near, "phrase": line, "others": others}  # fmt: skip


def _setup_move(phone: TruePhone, params: Params) -> None:
    first, second, third = params["others"]
    made = [
        note("", params["title"], datetime.min, body=first, folder="f1"),
        note("", params["near"], datetime.min, body=second, folder=params["start"]),
        note("", f"{params['title']} (2)", datetime.min, body=f"{params['phrase']}.", folder=params["start"]),
        note("", f"{params['near']} (old)", datetime.min, body=third, folder="f2", trashed=True),
    ]
    add_notes(phone, made, params["folders"])


def _expect_move(data: Data, params: Params) -> None:
    found = next(n for n in data["notes"]["notes"] if params["phrase"] in n["body"])
    found["folder"] = params["goal"]


def _solve_move(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, "Search notes")
    seen = yield from enter(seen, "Search notes", params["phrase"])
    seen = yield from press(seen, f"{params['title']} (2)")
    seen = yield from press(seen, "Move")
    yield from press(seen, params["folder"])
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="notes_create",
        goals={
            "en": "In Notes, create a text note with the title “{title}” and the text “{body}”.",
            "zh": "在笔记（Notes）里新建一条文本笔记，标题为“{title}”，内容为“{body}”。",
        },
        apps=("notes",),
        tags=("input", "form"),
        difficulty=2,
        budget=17,
        draw=_draw_create,
        expect=_expect_create,
        oracle=_solve_create,
    ),
    Template(
        name="notes_tick_items",
        goals={
            "en": "In Notes, make sure that {a}, {b} and {c} are ticked on the list “{title}”. Leave the other items alone.",
            "zh": "在笔记（Notes）的清单“{title}”里，确保 {a}、{b} 和 {c} 已勾选，其余条目保持不变。",
        },
        apps=("notes",),
        tags=("list", "read", "toggle"),
        difficulty=2,
        budget=15,
        draw=_draw_tick,
        setup=_setup_tick,
        expect=_expect_tick,
        oracle=_solve_tick,
    ),
    Template(
        name="notes_move",
        goals={
            "en": "In Notes, find the note that says “{phrase}” and move it to the folder {folder}.",
            "zh": "在笔记（Notes）里找到写着“{phrase}”的笔记，把它移动到文件夹 {folder}。",
        },
        apps=("notes",),
        tags=("search", "read", "navigation"),
        difficulty=3,
        budget=17,
        draw=_draw_move,
        setup=_setup_move,
        expect=_expect_move,
        oracle=_solve_move,
    ),
)
