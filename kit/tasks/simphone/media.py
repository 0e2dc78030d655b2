"""What tasks about pictures, songs and recordings share: names to draw, files to put on the phone, how they are wanted."""

from __future__ import annotations

import posixpath
import random
import re
from collections.abc import Iterable, Mapping

from kit.simphone.apps import media
from kit.tasks.base import Data, TruePhone
from kit.tasks.simphone.steps import Walk
from kit.types import Observation

SUBJECTS = (
    "Lighthouse", "Birthday cake", "Old bridge", "Sunset", "Market", "Kitten", "Balcony", "Snowman", "Harbour", "Picnic",
    "Whiteboard", "Bicycle", "Garden", "Café crème", "Night sky", "Fireworks", "Museum", "Parade", "Ferry", "Waterfall",
    "Choir", "Concert", "Bookshelf", "Fox", "Tulips", "旅行", "Piñata", "Rooftop", "Tram", "Castle",
)  # fmt: skip
ALBUMS = (
    "Holiday", "Family", "Work", "Recipes", "Garden 2025", "Trips", "School", "House", "Winter", "Zürich", "Party",
    "Wedding", "Sports", "Lisbon", "Animals", "Garden 2024", "Exhibition", "Old phone", "Choir tour", "Mountains",
)  # fmt: skip


CLOCKS = ("elapsed", "status")
"""Resource names of the texts that tell how long a recording has been running: in the Recorder and in the Camera."""


def picture(name: str) -> bytes:
    """The picture a task hangs under this name: three bands in colours of their own."""
    rng = random.Random(name)
    bands = [(rng.randint(10, 18), tuple(rng.randrange(256) for _ in range(3))) for _ in range(3)]
    return media.picture([(rows, (c[0], c[1], c[2])) for rows, c in bands])


def code(rng: random.Random) -> str:
    """A code nobody could guess, such as "KV-4821-T"."""
    letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
    return f"{rng.choice(letters)}{rng.choice(letters)}-{rng.randint(1000, 9999)}-{rng.choice(letters)}"


def hang(phone: TruePhone, paths: Iterable[str], captions: Mapping[str, str] | None = None) -> None:
    """Puts pictures on the phone, and captions of the Gallery on some of them."""
    for path in paths:
        phone.write(path, picture(path))
    if captions:
        phone.set("gallery.captions", dict(captions))


def album(name: str, *pictures: str) -> list[str]:
    """Paths of pictures (names without extension) in an album."""
    return [f"/sdcard/Pictures/{name}/{p}.png" for p in pictures]


def moved(data: Data, old: str, new: str) -> None:
    """Wants a file to lie elsewhere, with the Gallery's caption and star."""
    data["files"][new] = data["files"].pop(old)
    gallery = data["gallery"]
    gallery["favourites"] = [new if p == old else p for p in gallery["favourites"]]
    if old in gallery["captions"]:
        gallery["captions"][new] = gallery["captions"].pop(old)


def elapsed(seen: Observation) -> int | None:
    """Seconds on the clock of what is being recorded; None where no clock is seen."""
    for node in (n for w in seen.windows for n in w.nodes):
        if node.resource_id.rsplit("/", 1)[-1] in CLOCKS and (shown := re.search(r"(\d+):(\d\d)$", node.text)):
            return 60 * int(shown[1]) + int(shown[2])
    return None


def run_until(seen: Observation, seconds: int, before: int = 0) -> Walk:
    """Right after a recording was begun (or went on, with `before` seconds on its clock): lets it run until a tap that
    stops it now leaves it this many seconds longer, and few more.

    On a slow phone time passes with each action as well: the clock tells how much.
    """
    shown = elapsed(seen) or before
    lag = max(0, shown - before - 1)
    due = before + seconds - lag
    while shown < due:
        pause = max(1, due - shown - lag)
        seen = yield "wait", {"seconds": min(60, pause)}
        shown = elapsed(seen) or shown + pause
    return seen


def kept_as(path: str) -> str:
    """Where the Gallery keeps a file that lies in its trash."""
    return posixpath.join(posixpath.dirname(path), ".trashed-" + posixpath.basename(path))
