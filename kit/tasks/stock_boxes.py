"""Folders below Documents that stock tasks put on a phone: nearly the same names, files that are easily mixed up."""

from __future__ import annotations

import random

from kit.device.device import Device
from kit.tasks.base import Data, Params
from kit.tasks.simphone.files import STEMS
from kit.tasks.simphone.steps import Walk, path
from kit.tasks.stock_shell import documents, fresh_box
from kit.types import Observation

BOXES = ("Attic", "Boat", "Choir", "Garage", "Harbour", "Kitchen", "Library", "Office", "Studio", "Tram")


def draw_boxes(rng: random.Random) -> Params:
    """Three folders with nearly the same name, one of them the folder meant."""
    numbers = rng.sample(range(100, 1000), 3)
    boxes = [f"{rng.choice(BOXES)} {number}" for number in numbers]
    boxes[1] = f"{boxes[0].rpartition(' ')[0]} {numbers[1]}"
    return {"folder": boxes[0], "boxes": boxes}


def draw_files(rng: random.Random, count: int) -> list[str]:
    """File names that are easily mixed up, in no order."""
    stems = rng.sample(STEMS, 3)
    year, made = rng.randint(2016, 2029), set[str]()
    while len(made) < count:
        made.add(f"{rng.choice(stems)}-{year + rng.randrange(2)}-{rng.randint(1, 12):02d}.txt")
    return rng.sample(sorted(made), count)


def words_of(folder: str, name: str) -> bytes:
    """A file's content, which no other file shares."""
    return f"{name}\nFrom the folder {folder}.\n".encode()


def put_boxes(device: Device, params: Params) -> None:
    """Each folder with "files", or with those that "inside" names for it; no two files have the same content."""
    for box in params["boxes"]:
        names = params["inside"].get(box, params["files"])
        fresh_box(device, documents(box), {name: words_of(box, name) for name in names})


def open_box(seen: Observation, folder: str) -> Walk:
    """In Files: a folder below Documents."""
    seen = yield "launch_app", {"name": "Files"}
    return (yield from path(seen, "Documents", folder))


def size_of(before: Data, *parts: str) -> int | str:
    """How big a file below Documents was."""
    return before["files"].get(documents(*parts), "no such file")
