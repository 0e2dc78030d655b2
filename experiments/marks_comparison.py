"""What a dump costs to turn into something a model can act on: our marks beside uiautomator2 and mobilerun, in one run.

    pip install uiautomator2 mobilerun          (in an environment of their own; either may be missing)
    python experiments/marks_comparison.py dump.xml [another.xml ...]
    python experiments/marks_comparison.py dump.xml --grow 504

Every tool gets the same XML text and does its own conversion, in this process, in turns; nothing asks a phone:

    marks               kit: windows, and marks with labels, roles, states and what covers what
    marks + text        the same, and the text a model reads
    marks, file as is   kit: the same from the file's bytes, where they have to be repaired first
    uiautomator2        `PageSource.root`: its XML tree with class names as tags
    uiautomator2 info   that, and `XMLElement.info` of every element, which is what its users act on
    mobilerun           `AndroidDriver`'s own conversion of uiautomator's XML to its accessibility tree
    mobilerun state     that, its concise filter and its indexed formatter: the text its models read

All get the clean text of the file's last document, since the others repair nothing. A dump that is cut short is closed in
memory first, and with --grow the tree is copied into itself, each copy a little lower, up to that many nodes; a note says so.
Budget: the marks of
a dump of about 500 nodes take at most 15 ms. Times are of this thread's processor, so that a busy machine changes little.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import re
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kit.screen import marks, repair, tree
from kit.screen.describe import describe
from kit.screen.report import observation_of
from kit.types import Screen

Work = Callable[[], int]
"""Does the whole conversion and says how many things came out."""

BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
TAG = re.compile(r"<(/?)([A-Za-z_][\w.]*)[^<>]*?(/?)>")


def closed(text: str) -> tuple[str, bool]:
    """The document with its last, torn tag left out and every open element closed; and whether that was needed."""
    whole = text[: text.rfind(">") + 1]
    opened: list[str] = []
    for end, name, empty in TAG.findall(whole):
        if end:
            opened.pop()
        elif not empty:
            opened.append(name)
    return whole + "".join(f"</{name}>" for name in reversed(opened)), bool(opened)


def clean(data: bytes) -> str:
    """The last document in the bytes as text, the way the kit's reader finds it; as far as it goes when it is torn."""
    text = repair.legalise(repair.pair(repair.decode(data)[0]))
    text = text[max(text.rfind("<?xml"), 0) :]
    start, end = text.find("<"), text.rfind("</hierarchy>")
    return text[start : end + len("</hierarchy>") if end > 0 else None]


def grown(text: str, nodes: int) -> str:
    """The document with copies of what is inside its first root node added there, until it has this many nodes."""
    start = text.index(">", text.index("<node")) + 1
    inner, rest = text[start : text.rindex("</node>")], text[text.rindex("</node>") :]
    parts, have = [inner], text.count("<node")
    while have < nodes:
        down = 40 * len(parts)
        copy = BOUNDS.sub(lambda m, down=down: f"[{m[1]},{int(m[2]) + down}][{m[3]},{int(m[4]) + down}]", inner)
        places = [m.start() for m in re.finditer("<node", copy)]
        if have + len(places) > nodes:
            copy = closed(copy[: places[nodes - have]])[0]
        have += copy.count("<node")
        parts.append(copy)
    return text[:start] + "".join(parts) + rest


def ours(text: str, file: bytes, screen: Screen) -> dict[str, Work]:
    """The kit's own rows."""
    data = text.encode()

    def made(given: bytes) -> int:
        return len(marks.make(tree.parse(given), screen, 1).marks)

    def told() -> int:
        return len(describe(observation_of(data, screen)[0], "full"))

    rows: dict[str, Work] = {"marks": lambda: made(data), "marks + text": told}
    return rows if file.strip() == data else rows | {"marks, file as is": lambda: made(file)}


def uiautomator2(text: str) -> dict[str, Work]:
    """Its XML tree, and all its elements."""
    from uiautomator2.xpath import PageSource  # pyright: ignore[reportMissingImports]

    return {
        "uiautomator2": lambda: len(PageSource(text).root.xpath("//*")) - 1,
        "uiautomator2 info": lambda: len([e.info for e in PageSource(text).find_elements("//*[@bounds]")]),
    }


def mobilerun(text: str) -> dict[str, Work]:
    """Its tree from uiautomator's XML, and the text of its state."""
    from mobilerun.tools.filters import ConciseFilter  # pyright: ignore[reportMissingImports]
    from mobilerun.tools.formatters import IndexedFormatter  # pyright: ignore[reportMissingImports]
    from mobilerun_core_local.driver.android.adb import AndroidDriver  # pyright: ignore[reportMissingImports]

    async def shell(_command: str) -> str:
        return text

    phone: Any = SimpleNamespace(device=SimpleNamespace(shell=shell))
    loop = asyncio.new_event_loop()

    def state() -> dict[str, Any]:
        return loop.run_until_complete(AndroidDriver._get_ui_tree_adb(phone))

    def roots(found: dict[str, Any]) -> list[dict[str, Any]]:
        trees = found["a11y_tree"]
        return trees if isinstance(trees, list) else [trees]

    def count(node: dict[str, Any]) -> int:
        return 1 + sum(count(child) for child in node.get("children") or [])

    def shown() -> int:
        found = state()
        context = found["device_context"]
        kept = [ConciseFilter().filter(root, context) for root in roots(found)]  # it takes one root at a time
        words = [IndexedFormatter().format(part, found["phone_state"])[0] for part in kept if part is not None]
        return sum(map(len, words))

    return {"mobilerun": lambda: sum(map(count, roots(state()))), "mobilerun state": shown}


def installed(text: str, file: bytes, screen: Screen) -> tuple[dict[str, Work], list[str]]:
    """All rows there are, and what is missing."""
    rows, missing = ours(text, file, screen), []
    for name, make in (("uiautomator2", uiautomator2), ("mobilerun", mobilerun)):
        try:
            rows |= make(text)
        except ImportError as error:
            missing.append(f"{name} is not here ({error})")
    return rows, missing


def measure(rows: dict[str, Work], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of this thread for every row, sorted; every round in another order, since what ran before matters."""
    times: dict[str, list[float]] = {name: [] for name in rows}
    order = list(rows.items())
    rng = random.Random(0)
    for _ in range(rounds):
        rng.shuffle(order)
        gc.collect()
        gc.disable()  # else one row pays for what another has left behind
        for name, work in order:
            began = time.thread_time()
            work()
            times[name].append((time.thread_time() - began) * 1000)
        gc.enable()
    return {name: sorted(taken) for name, taken in times.items()}


def compare(path: Path, rounds: int, grow: int) -> None:
    """Prints one table."""
    file = path.read_bytes()
    text, torn = closed(clean(file))
    text = grown(text, grow) if grow else text
    file = text.encode() if torn or grow else file
    seen, _ = observation_of(text.encode())
    nodes = sum(len(w.nodes) for w in seen.windows)
    notes = ["it was cut short and is closed here"] * torn + ["it is grown here"] * bool(grow)
    print("; ".join([f"\n{path.name}: {nodes} nodes, {len(text)} characters", *notes]))
    rows, missing = installed(text, file, seen.screen)
    produced: dict[str, int | str] = {}
    for name, work in list(rows.items()):
        try:
            produced[name] = work()
        except Exception as error:  # noqa: BLE001 - what another tool cannot read is a result
            missing.append(f"{name} cannot read it ({type(error).__name__}: {str(error)[:80]})")
            del rows[name]
    times = measure(rows, rounds)
    base = times["marks"][rounds // 2]
    for name, taken in times.items():
        middle, late = taken[rounds // 2], taken[rounds * 95 // 100]
        what = "characters" if "text" in name or "state" in name else "marks" if "marks" in name else "elements"
        print(
            f"  {name:20} median {middle:7.2f} ms  p95 {late:7.2f} ms  x{middle / base:5.2f}  {produced[name]} {what}"
        )
    for line in missing:
        print(f"  {line}")


def main() -> None:
    """Compares every file given."""
    parser = argparse.ArgumentParser(description="What a dump costs to turn into marks, beside other tools.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--grow", type=int, default=0, metavar="NODES", help="grow every dump to that many nodes")
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args()
    for path in options.files:
        compare(path, options.rounds, options.grow)


if __name__ == "__main__":
    main()
