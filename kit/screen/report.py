"""A dump file -> its marks, without a phone: what `kit marks FILE` prints and draws."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from kit.errors import UsageError
from kit.screen import marks, tree
from kit.screen.describe import Style, describe
from kit.screen.overlay import draw_marks
from kit.types import Foreground, Json, Mark, Observation, Screen, Window

if TYPE_CHECKING:
    from PIL.Image import Image

_TALLEST = 2.45
"""Height over width of the longest phones; a dialog's guessed screen is never longer."""


def observation_of(data: bytes | str, screen: Screen | None = None) -> tuple[Observation, tuple[str, ...]]:
    """A dump as an observation of epoch 1, and the notes of the reader.

    Args:
        data: the dump.
        screen: the screen it was taken on; guessed from the bounds of the roots when None.

    Raises:
        HierarchyError: the dump cannot be read; its code says why.
    """
    reading = tree.read(data)
    screen = screen or guess_screen(reading.windows)
    made = marks.make(reading.windows, screen, 1)
    front = next((w for w in reading.windows if w.active or w.focused), None) or next(iter(reading.windows), None)
    observation = Observation(
        epoch=1,
        screen_seq=1,
        screen=screen,
        foreground=Foreground(package=front.package if front else ""),
        windows=reading.windows,
        marks=made.marks,
        texts=made.texts,
        keyboard=made.keyboard,
        grouped=made.grouped,
        covered_by=made.covered_by,
    )
    return observation, reading.notes


def marks_report(
    path: Path | str, *, screen: Screen | None = None, style: Style = "full", limit: int = 500
) -> tuple[str, dict[str, Json]]:
    """What a dump file holds, as text for people and as plain JSON values.

    Args:
        path: the dump file, in any of the forms `tree.read` takes.
        screen: the screen it was taken on; guessed when None.
        style: form of the text.
        limit: most marks in the text; the JSON holds all.

    Raises:
        HierarchyError: the dump cannot be read; its code says why.
        UsageError: there is no such file.
    """
    observation, notes = observation_of(_read(path), screen)
    size = observation.screen
    nodes = sum(len(w.nodes) for w in observation.windows)
    head = f"{Path(path).name}: {len(observation.windows)} windows, {nodes} nodes, {len(observation.marks)} marks"
    lines = [f"{head}, screen {size.width}x{size.height}", *(f"note: {note}" for note in notes)]
    lines.append(describe(observation, style, limit=limit, texts=limit, text_chars=100_000))
    return "\n".join(lines), {
        "file": Path(path).name,
        "screen": {"width": size.width, "height": size.height, "rotation": size.rotation},
        "nodes": nodes,
        "notes": list(notes),
        "grouped": observation.grouped,
        "keyboard": observation.keyboard,
        "windows": [_window_row(w, observation) for w in observation.windows],
        "marks": [_mark_row(m) for m in observation.marks],
        "texts": list(observation.texts),
    }


def screen_of(screenshot: Path | str) -> Screen:
    """The screen a screenshot shows. Raises UsageError when it is no picture."""
    picture = _picture(screenshot)
    return Screen(width=picture.width, height=picture.height)


def annotate(path: Path | str, screenshot: Path | str | None, target: Path | str) -> Path:
    """Draws the marks of a dump file on a screenshot, or on a blank canvas, and writes a PNG.

    Args:
        path: the dump file.
        screenshot: a picture of the same screen, whose size is then the screen's; None for a blank canvas.
        target: the PNG to write.

    Raises:
        HierarchyError: the dump cannot be read.
        UsageError: a file is missing, or the screenshot is no picture.
    """
    picture = _picture(screenshot) if screenshot is not None else None
    screen = Screen(width=picture.width, height=picture.height) if picture else None
    observation, _ = observation_of(_read(path), screen)
    target = Path(target)
    draw_marks(observation, image=picture).save(target, "PNG")
    return target


def guess_screen(windows: tuple[Window, ...]) -> Screen:
    """The screen the windows lie on: the outermost edges of the roots; a lone inset root is taken as centred."""
    roots = [w.nodes[0].bounds if w.nodes and not w.real else w.bounds for w in windows]
    width = max((r.right for r in roots), default=0)
    height = max((r.bottom for r in roots), default=0)
    if len(roots) == 1 and roots[0].left > 0 and roots[0].top > 0:
        centred = width + roots[0].left, height + roots[0].top
        if centred[0] <= centred[1] <= centred[0] * _TALLEST:
            width, height = centred
    rotation = windows[0].rotation if windows else 0
    return Screen(width=max(width, 1), height=max(height, 1), rotation=rotation)


def _read(path: Path | str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"The file {path} cannot be read: {error.strerror}.", code="no_file") from None


def _picture(path: Path | str) -> Image:
    from PIL import Image as Images
    from PIL import UnidentifiedImageError

    try:
        return Images.open(path).convert("RGB")
    except (OSError, UnidentifiedImageError):
        raise UsageError(f"The file {path} is not a picture that can be read.", code="no_file") from None


def _window_row(window: Window, observation: Observation) -> dict[str, Json]:
    return {
        "index": window.index,
        "package": window.package,
        "title": window.title,
        "kind": window.kind,
        "layer": window.layer,
        "active": window.active,
        "focused": window.focused,
        "display": window.display,
        "nodes": len(window.nodes),
        "covered_by": observation.covered_by.get(window.index),
    }


def _mark_row(mark: Mark) -> dict[str, Json]:
    row = asdict(mark)
    row["id"] = mark.id
    row["bounds"] = [mark.bounds.left, mark.bounds.top, mark.bounds.right, mark.bounds.bottom]
    row.update({name: list(row[name]) for name in ("center", "states", "actions")})
    return row
