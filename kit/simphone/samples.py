"""The files a new phone holds: a few in each of the usual folders, so that lists are not empty. Drawn from the seed."""

from __future__ import annotations

import random
import struct
import zlib
from datetime import datetime, timedelta
from functools import lru_cache

from kit.simphone.draws import Draws, Part
from kit.simphone.files import FileTree, Snapshot

_PDFS = ("Boarding pass", "Bus timetable", "Warranty card", "Gym contract", "Concert programme")
_TEXTS = (
    ("Library hours.txt", "Library hours\n\nMon to Fri: 9 to 19\nSat: 10 to 14\n"),
    ("Plant care.txt", "Fern: twice a week\nCactus: once a month\n"),
    ("Neighbours.txt", "2nd floor left: Okafor\n2nd floor right: Lindqvist\n"),
    ("Reading list.md", "# Reading list\n\n- A history of tea\n- Bridges of the north\n"),
)
_SONGS = ("Morning rain", "Slow river", "Paper boats", "Night tram", "Harbour lights")
_EPOCH = datetime(1970, 1, 1)


@lru_cache(maxsize=128)
def tree(seed: int, now: datetime, part: Part = "") -> Snapshot:
    """A new phone's file tree with its sample files: two in Documents and Download, a picture, two photos, a song or two.

    Args:
        seed: the phone's seed; the same seed gives the same files.
        part: the part of the suite the phone is filled for.
        now: the phone's clock; every file is some days older.
    """
    seconds = (now - _EPOCH).total_seconds()
    files = FileTree(lambda: seconds)
    for path, data, when in _made(seed, now, part):
        files.write(f"/sdcard/{path}", data, mtime=(when - _EPOCH).total_seconds())
    return files.snapshot()


def _made(seed: int, now: datetime, part: Part) -> list[tuple[str, bytes, datetime]]:
    """Path below /sdcard, content and date of each file."""
    rng = Draws(f"{seed}/files", part)

    def past() -> datetime:
        return now - timedelta(days=rng.randrange(2, 200), minutes=rng.randrange(1440))

    made = [(f"Documents/{name}", words.encode(), past()) for name, words in rng.sample(_TEXTS, 2)]
    made += [(f"Download/{title}.pdf", _pdf(title), past()) for title in rng.sample(_PDFS, 2)]
    taken = past()
    made.append((f"Pictures/Screenshots/Screenshot_{taken:%Y%m%d-%H%M%S}.png", _png(rng), taken))
    for _ in range(2):
        taken = past()
        made.append((f"DCIM/Camera/IMG_{taken:%Y%m%d_%H%M%S}.png", _png(rng), taken))
    made += [(f"Music/{title}.mp3", _mp3(title, rng), past()) for title in rng.sample(_SONGS, rng.randint(1, 2))]
    return made


def _pdf(title: str) -> bytes:
    """One page with one line of text."""
    text = f"BT /F1 24 Tf 72 720 Td ({title}) Tj ET".encode()
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), list[int]()
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj%s endobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return bytes(out)


def _png(rng: random.Random) -> bytes:
    """A small picture: sky over ground in two drawn colours."""
    side = 48
    sky, ground = (bytes(rng.randrange(256) for _ in range(3)) for _ in range(2))
    rows = b"".join(b"\0" + (sky if y < side * 2 // 3 else ground) * side for y in range(side))
    parts = ((b"IHDR", struct.pack(">2I5B", side, side, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + body


def _mp3(title: str, rng: random.Random) -> bytes:
    """A title tag and a few frames of noise; its kind is what matters, nobody listens to it."""
    frame = b"\0" + title.encode()
    tag = b"TIT2" + struct.pack(">IH", len(frame), 0) + frame
    size = len(tag)
    head = b"ID3\x03\0\0" + bytes((size >> shift) & 0x7F for shift in (21, 14, 7, 0))
    sound = (b"\xff\xfb\x90\x64" + rng.randbytes(413)) * 3
    return head + tag + sound
