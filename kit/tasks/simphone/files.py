"""Tasks in Files: rename and move, read a value, delete by kind."""

from __future__ import annotations

import random
import re

from kit.tasks.base import Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone.steps import close_keyboard, enter, hold, path, press
from kit.types import Observation

STEMS = (
    "budget", "garden", "invoice", "itinerary", "lease", "letter", "manual", "menu", "minutes", "packing", "poem",
    "recipe", "report", "resume", "roster", "shopping", "speech", "survey", "thesis", "warranty",
)  # fmt: skip
SHARED = "/sdcard"
_FOLDERS = ("Music", "Movies", "Pictures", "Podcasts", "Download")


def stored(data: Data, path: str) -> str:
    """The key under "files" of a file below the shared folder. Raises KeyError when it is not there."""
    key = f"{SHARED}/{path}"
    if key not in data["files"]:
        raise KeyError(key)
    return key


def _content(stem: str, rng: random.Random) -> str:
    return f"{stem.title()}\nVersion {rng.randint(2, 40)}\n"


# --- rename and move -------------------------------------------------------------------------------------------------


def _draw_move(rng: random.Random) -> Params:
    stems = rng.sample(STEMS, 5)
    year = rng.randint(2019, 2026)
    return {
        "old": f"{stems[0]}.txt",
        "new": f"{stems[1]}-{year}.txt",
        "folder": rng.choice(_FOLDERS),
        "files": {f"{s}.txt": _content(s, rng) for s in (stems[0], *stems[2:])},
    }


def _setup_move(phone: TruePhone, params: Params) -> None:
    for name, content in params["files"].items():
        phone.write(f"/sdcard/Documents/{name}", content.encode())


def _expect_move(data: Data, params: Params) -> None:
    old = stored(data, f"Documents/{params['old']}")
    data["files"][f"{SHARED}/{params['folder']}/{params['new']}"] = data["files"].pop(old)


def _move(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Files"}
    seen = yield from path(seen, "Documents")
    seen = yield from hold(seen, params["old"])
    seen = yield from path(seen, "More options", "Rename")
    seen = yield from enter(seen, "Name", params["new"])
    seen = yield from close_keyboard(seen)
    seen = yield from press(seen, "OK")
    seen = yield from hold(seen, params["new"])
    seen = yield from path(seen, "More options", "Move to…", params["folder"])
    yield from press(seen, "Move")
    yield "finish", {}


MOVE = Template(
    name="files_rename_and_move",
    goals={
        "en": "In the Documents folder of the app Files, rename {old} to {new} and move it to the folder {folder}.",
        "zh": "在文件（Files）的 Documents 文件夹中，把 {old} 重命名为 {new}，然后移动到 {folder} 文件夹。",
    },
    apps=("files",),
    tags=("navigation", "input", "list", "form"),
    difficulty=4,
    budget=31,
    draw=_draw_move,
    setup=_setup_move,
    expect=_expect_move,
    oracle=_move,
)


# --- read a value ----------------------------------------------------------------------------------------------------

FACTS = ("Door code", "Locker", "Booking number", "Meter reading", "Seat", "Wi-Fi key", "Ticket", "Policy number")


def draw_code(rng: random.Random) -> str:
    """A letter and four digits."""
    return f"{rng.choice('ABCDEFGHKLMNPRSTUVWXYZ')}{rng.randint(1000, 9999)}"


def _draw_read(rng: random.Random) -> Params:
    facts = rng.sample(FACTS, 4)
    stem, *others = rng.sample(STEMS, 4)
    values, decoy = ({f: draw_code(rng) for f in facts} for _ in range(2))
    return {
        "file": f"{stem}-{rng.randint(100, 999)}.txt", "folder": rng.choice(("Documents", "Download", "Podcasts")), "fact": rng.choice(facts),
        "values": values, "decoy": decoy, "others": others,
    }  # fmt: skip


def _lines(values: dict[str, str]) -> bytes:
    return "".join(f"{name}: {value}\n" for name, value in values.items()).encode()


def _setup_read(phone: TruePhone, params: Params) -> None:
    phone.write(f"/sdcard/{params['folder']}/{params['file']}", _lines(params["values"]))
    for stem in params["others"]:
        phone.write(f"/sdcard/{params['folder']}/{stem}-001.txt", _lines(params["decoy"]))


def _read(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Files"}
    seen = yield from press(seen, "Search")
    seen = yield from enter(seen, "Search this phone", params["file"])
    seen = yield from close_keyboard(seen)
    seen = yield from press(seen, params["file"])
    found = re.search(re.escape(params["fact"]) + r": (\S+)", "\n".join(seen.texts))
    yield "finish", {"answer": found[1] if found else ""}


READ = Template(
    name="files_read_value",
    goals={
        "en": "What does the file {file} on this phone give as {fact}? Answer with the value only.",
        "zh": "手机上的文件 {file} 中，{fact} 的值是什么？只回答该值。",
    },
    apps=("files",),
    tags=("search", "read", "input"),
    difficulty=2,
    budget=15,
    draw=_draw_read,
    setup=_setup_read,
    answer=lambda _, p: (p["values"][p["fact"]],),
    oracle=_read,
)


# --- delete by kind --------------------------------------------------------------------------------------------------

_ENDINGS = ("pdf", "zip", "apk", "mp3", "jpg")


def _draw_delete(rng: random.Random) -> Params:
    gone = rng.choice(_ENDINGS)
    kept = [e for e in _ENDINGS if e != gone]
    stems = rng.sample(STEMS, 7)
    doomed = [f"{s}.{gone}" for s in stems[:3]]
    others = [f"{s}.{rng.choice(kept)}" for s in stems[3:]]
    return {"ending": gone, "doomed": doomed, "others": others}


def _setup_delete(phone: TruePhone, params: Params) -> None:
    phone.empty(f"{SHARED}/Download")
    for name in (*params["doomed"], *params["others"]):
        phone.write(f"/sdcard/Download/{name}", name.encode() * 20)


def _expect_delete(data: Data, params: Params) -> None:
    for name in params["doomed"]:
        del data["files"][stored(data, f"Download/{name}")]


def _delete(params: Params, seen: Observation) -> Oracle:
    first, *rest = sorted(params["doomed"])
    seen = yield "launch_app", {"name": "Files"}
    seen = yield from path(seen, "Download")
    seen = yield from hold(seen, first)
    seen = yield from path(seen, *rest, "Delete", "OK")
    yield "finish", {}


DELETE = Template(
    name="files_delete_kind",
    goals={
        "en": "In Files, delete all .{ending} files in the Download folder and keep everything else.",
        "zh": "在文件（Files）中删除 Download 文件夹中所有 .{ending} 文件，其他文件保留。",
    },
    apps=("files",),
    tags=("list", "navigation"),
    difficulty=3,
    budget=19,
    draw=_draw_delete,
    setup=_setup_delete,
    expect=_expect_delete,
    oracle=_delete,
)

TEMPLATES: tuple[Template, ...] = (MOVE, READ, DELETE)
