"""Stock tasks with files: make, delete, rename, move, compare; and one that cannot be done."""

from __future__ import annotations

import random
import re

from kit.device.device import Device
from kit.tasks.base import Data, Oracle, Params, Stock, Template, says
from kit.tasks.simphone.files import STEMS
from kit.tasks.simphone.reading import texts
from kit.tasks.simphone.steps import PAGES, Walk, close_keyboard, enter, hold, path, press
from kit.tasks.stock_boxes import draw_boxes, draw_files, open_box, put_boxes, size_of, words_of
from kit.tasks.stock_shell import FOLDER, begin, compare, documents, fresh_box, holds, ready
from kit.types import Observation


def _setup(device: Device, params: Params) -> Data:
    begin(device)
    put_boxes(device, params)
    return ready(device)


# --- a new folder ----------------------------------------------------------------------------------------------------


def _draw_new(rng: random.Random) -> Params:
    boxes = draw_boxes(rng)
    name = f"{rng.choice(STEMS).title()} {rng.randint(10, 99)}"
    return {**boxes, "files": draw_files(rng, 2), "inside": {}, "name": name}


def _check_new(device: Device, params: Params, before: Data, answer: str) -> str:
    return compare(device, before, files={documents(params["folder"], params["name"]): FOLDER})


def make_folder(seen: Observation, name: str) -> Walk:
    """In Files, in a folder: a new one."""
    seen = yield from path(seen, "More options", "New folder")
    seen = yield from enter(seen, "Name", name)
    seen = yield from close_keyboard(seen)
    return (yield from press(seen, "OK"))


def _new(params: Params, seen: Observation) -> Oracle:
    seen = yield from open_box(seen, params["folder"])
    yield from make_folder(seen, params["name"])
    yield "finish", {}


# --- delete ----------------------------------------------------------------------------------------------------------


def _draw_delete(rng: random.Random) -> Params:
    files = draw_files(rng, 10)
    return {**draw_boxes(rng), "files": files, "inside": {}, "file": files[0]}


def _check_delete(device: Device, params: Params, before: Data, answer: str) -> str:
    return compare(device, before, files={documents(params["folder"], params["file"]): None})


def _delete(params: Params, seen: Observation) -> Oracle:
    seen = yield from open_box(seen, params["folder"])
    seen = yield from hold(seen, params["file"])
    yield from path(seen, "Delete", "OK")
    yield "finish", {}


# --- rename ----------------------------------------------------------------------------------------------------------


def _draw_rename(rng: random.Random) -> Params:
    files = draw_files(rng, 7)
    return {
        **draw_boxes(rng),
        "files": files[:6],
        "inside": {},
        "file": files[0],
        "name": f"{rng.choice(STEMS)}-{files[6]}",
    }


def _check_rename(device: Device, params: Params, before: Data, answer: str) -> str:
    folder, old, new = params["folder"], params["file"], params["name"]
    target = documents(folder, new)
    changes = {documents(folder, old): None, target: size_of(before, folder, old)}
    return compare(device, before, files=changes) or holds(device, target, words_of(folder, old))


def _rename(params: Params, seen: Observation) -> Oracle:
    seen = yield from open_box(seen, params["folder"])
    seen = yield from hold(seen, params["file"])
    seen = yield from path(seen, "More options", "Rename")
    seen = yield from enter(seen, "Name", params["name"])
    seen = yield from close_keyboard(seen)
    yield from press(seen, "OK")
    yield "finish", {}


# --- move ------------------------------------------------------------------------------------------------------------


def _draw_move(rng: random.Random) -> Params:
    boxes, files = draw_boxes(rng), draw_files(rng, 9)
    other = boxes["boxes"][rng.randint(1, 2)]
    return {**boxes, "files": files, "inside": {other: files[3:]}, "file": files[0], "other": other}


def _check_move(device: Device, params: Params, before: Data, answer: str) -> str:
    folder, name = params["folder"], params["file"]
    target = documents(params["other"], name)
    changes = {documents(folder, name): None, target: size_of(before, folder, name)}
    return compare(device, before, files=changes) or holds(device, target, words_of(folder, name))


def _move(params: Params, seen: Observation) -> Oracle:
    seen = yield from open_box(seen, params["folder"])
    seen = yield from hold(seen, params["file"])
    seen = yield from path(seen, "More options", "Move to…", "Documents", params["other"])
    yield from press(seen, "Move")
    yield "finish", {}


# --- the largest -----------------------------------------------------------------------------------------------------


def _draw_largest(rng: random.Random) -> Params:
    files = [name.replace(".txt", ".zip") for name in draw_files(rng, 9)]
    sizes = rng.sample(range(1, 40), len(files))
    return {**draw_boxes(rng), "files": files, "sizes": [1500 * size + rng.randrange(500) for size in sizes]}


def _setup_largest(device: Device, params: Params) -> Data:
    """The other folders hold the same files, the sizes the other way round."""
    begin(device)
    for n, box in enumerate(params["boxes"]):
        sizes = params["sizes"][::-1] if n else params["sizes"]
        fresh_box(device, documents(box), {f: b"\x01" * size for f, size in zip(params["files"], sizes, strict=True)})
    return ready(device)


def largest(params: Params) -> str:
    """The name of the largest file."""
    return max(zip(params["sizes"], params["files"], strict=True))[1]


def _check_largest(device: Device, params: Params, before: Data, answer: str) -> str:
    name = largest(params)
    right = says(answer, (name, name.removesuffix(".zip")))
    return compare(device, before) or ("" if right else f"the answer {answer!r} is not {name}")


def _largest(params: Params, seen: Observation) -> Oracle:
    seen = yield from open_box(seen, params["folder"])
    seen = yield from path(seen, "More options", "Sort by…", "Size (largest first)")
    found = re.search(r"\S+\.zip", "\n".join(texts(seen)))
    yield "finish", {"answer": found[0] if found else ""}


# --- not there -------------------------------------------------------------------------------------------------------


def _draw_missing(rng: random.Random) -> Params:
    boxes, files = draw_boxes(rng), draw_files(rng, rng.randint(5, 9))
    missing, pdf = files[0], files[1].replace(".txt", ".pdf")
    here = [pdf, *files[2:]]
    return {**boxes, "files": files, "inside": {boxes["folder"]: here}, "file": missing, "count": len(here), "pdf": pdf}


def _check_missing(device: Device, params: Params, before: Data, answer: str) -> str:
    right = f"{params['count']} {params['pdf']}"
    return compare(device, before) or ("" if says(answer, (right,)) else f"the answer {answer!r} is not {right!r}")


def _missing(params: Params, seen: Observation) -> Oracle:
    seen = yield from open_box(seen, params["folder"])
    names, before = set[str](), -1
    for _ in range(PAGES):
        names.update(t for t in texts(seen) if re.fullmatch(r"\S+\.(txt|pdf)", t))
        if len(names) == before:
            break
        before = len(names)
        seen = yield "scroll", {"direction": "down"}
    pdf = next((name for name in names if name.endswith(".pdf")), "")
    yield "finish", {"status": "impossible", "answer": f"{len(names)} {pdf}"}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="stock_folder_new",
        goals={
            "en": "In the folder “{folder}”, which is in the phone's Documents folder, make a new folder named “{name}”.",
            "zh": "手机的 Documents 文件夹里有一个文件夹“{folder}”，请在其中新建名为“{name}”的文件夹。",
        },
        apps=("files",),
        tags=("input", "navigation"),
        difficulty=2,
        budget=19,
        draw=_draw_new,
        oracle=_new,
        stock=Stock(setup=_setup, check=_check_new),
    ),
    Template(
        name="stock_file_delete",
        goals={
            "en": "Delete the file {file} from the folder “{folder}” in the phone's Documents folder. All other files stay.",
            "zh": "在手机的 Documents 文件夹中，从“{folder}”文件夹里删除文件 {file}，其他文件全部保留。",
        },
        apps=("files",),
        tags=("irreversible", "list", "navigation"),
        difficulty=2,
        budget=19,
        draw=_draw_delete,
        oracle=_delete,
        stock=Stock(setup=_setup, check=_check_delete),
    ),
    Template(
        name="stock_file_rename",
        goals={
            "en": "In the folder “{folder}” in the phone's Documents folder, rename the file {file} to {name}.",
            "zh": "在手机 Documents 文件夹里的“{folder}”文件夹中，把文件 {file} 重命名为 {name}。",
        },
        apps=("files",),
        tags=("input", "list", "navigation"),
        difficulty=2,
        budget=23,
        draw=_draw_rename,
        oracle=_rename,
        stock=Stock(setup=_setup, check=_check_rename),
    ),
    Template(
        name="stock_file_move",
        goals={
            "en": "Move the file {file} from the folder “{folder}” to the folder “{other}”; both are in the phone's Documents folder.",
            "zh": "手机的 Documents 文件夹里有“{folder}”和“{other}”两个文件夹，请把文件 {file} 从“{folder}”移动到“{other}”。",
        },
        apps=("files",),
        tags=("list", "navigation", "form"),
        difficulty=3,
        budget=23,
        draw=_draw_move,
        oracle=_move,
        stock=Stock(setup=_setup, check=_check_move),
    ),
    Template(
        name="stock_file_largest",
        goals={
            "en": "Which file in the folder “{folder}” (in the phone's Documents folder) is the largest? Answer with its name.",
            "zh": "手机 Documents 文件夹里的“{folder}”文件夹中，哪个文件最大？回答它的文件名。",
        },
        apps=("files",),
        tags=("read", "list", "navigation"),
        difficulty=2,
        budget=15,
        draw=_draw_largest,
        oracle=_largest,
        stock=Stock(setup=_setup_largest, check=_check_largest),
    ),
    Template(
        name="stock_file_missing",
        goals={
            "en": "Delete the file {file} from the folder “{folder}” in the phone's Documents folder. If it is not in that folder, delete "
            "nothing, say that it is impossible, and answer with the number of files in the folder, a space and the name of the only "
            "PDF file there, such as “5 plan.pdf”.",
            "zh": "从手机 Documents 文件夹里的“{folder}”文件夹中删除文件 {file}。如果该文件夹里没有这个文件，就什么都不要删除，"
            "说明无法完成，并回答该文件夹中的文件数、一个空格和其中唯一的 PDF 文件名，例如“5 plan.pdf”。",
        },
        apps=("files",),
        tags=("impossible", "read", "list", "navigation"),
        difficulty=3,
        budget=17,
        draw=_draw_missing,
        oracle=_missing,
        impossible=lambda _: True,
        stock=Stock(setup=_setup, check=_check_missing),
    ),
)
