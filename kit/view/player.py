# pyright: basic
"""An episode step by step in a notebook: the picture with its marks, the call, what came of it."""

from __future__ import annotations

import html
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kit.errors import UsageError
from kit.screen.overlay import draw_marks
from kit.trace.read import EpisodeRecord, format_end, format_step, read_episode
from kit.trace.write import BLOBS
from kit.types import Episode, Observation, Step

if TYPE_CHECKING:
    from ipywidgets import VBox
    from PIL.Image import Image


class Player:
    """A slider over the steps of an episode; the last expression of a notebook cell.

    Without kept screenshots, the marks are drawn on a blank screen.

    Args:
        episode: an episode of this session, one that was read, or the folder of one.
        side: longer side of the picture in pixels.

    Raises:
        UsageError: this is no episode, or it has no step. RunError: the folder holds none.
    """

    def __init__(self, episode: Episode | EpisodeRecord | Path | str, *, side: int = 640) -> None:
        if isinstance(episode, str | Path):
            episode = read_episode(episode)
        if not isinstance(episode, Episode | EpisodeRecord):
            raise UsageError(
                f"A {type(episode).__name__} is no episode.",
                fix="Give what kit.run_episode returned, or the folder of one episode (RUN/episodes/ID).",
            )
        self.side = side
        self.steps: Sequence[Any] = episode.steps
        if not self.steps:
            raise UsageError("The episode has no step to show.")
        self.title, self.ending = _title(episode), _ending(episode)
        self._typed = _typed(episode)
        self._box: VBox | None = None

    def picture(self, number: int) -> Image | None:
        """The screen of step `number` (0, 1, 2 ...) with its marks and the touch that followed; None without marks.

        Raises UsageError when there is no such step.
        """
        number = self._checked(number)
        if not self._typed:
            return None
        seen = self._typed[number].observation
        if seen is None:
            return None
        picture = draw_marks(seen, last_touch=_touch(self._typed[number]), side=self.side)
        return picture if seen.image is not None else _lettered(picture, seen)

    def text(self, number: int) -> str:
        """What the step looked like in words. Raises UsageError when there is no such step."""
        return format_step(self.steps[self._checked(number)])

    def widget(self) -> VBox:
        """The ipywidgets box; made once."""
        if self._box is None:
            self._box = self._build()
        return self._box

    def _checked(self, number: int) -> int:
        count = len(self.steps)
        if not -count <= number < count:
            raise UsageError(f"There is no step {number}.", fix=f"The steps are 0 to {count - 1}; -1 is the last one.")
        return number

    def _ipython_display_(self) -> None:
        from IPython.display import display

        display(self.widget())

    def _build(self) -> VBox:
        import ipywidgets as widgets

        image = widgets.Image(format="png", layout=widgets.Layout(width="auto", max_height=f"{self.side}px"))
        words = widgets.HTML()
        last = len(self.steps) - 1
        slider = widgets.IntSlider(value=0, min=0, max=last, description="step", readout=False)
        play = widgets.Play(min=0, max=last, interval=1200)
        count = widgets.Label()
        widgets.jslink((play, "value"), (slider, "value"))

        def show(number: int) -> None:
            picture = self.picture(number)
            image.value = _png(picture) if picture is not None else b""
            image.layout.display = "none" if picture is None else None
            words.value = f"<pre style='white-space:pre-wrap;margin:0 0 0 12px'>{html.escape(self.text(number))}</pre>"
            count.value = f"{number + 1} of {last + 1}"

        slider.observe(lambda change: show(change["new"]), names="value")
        show(0)
        head = widgets.HTML(f"<b>{html.escape(self.title)}</b><br>{html.escape(self.ending)}")
        body = widgets.HBox([image, words])
        return widgets.VBox([head, widgets.HBox([play, slider, count]), body])


def _title(episode: Episode | EpisodeRecord) -> str:
    return episode.goal if isinstance(episode, Episode) else str(episode.start.get("goal", ""))


def _ending(episode: Episode | EpisodeRecord) -> str:
    if isinstance(episode, EpisodeRecord):
        return format_end(episode)
    outcome = episode.outcome
    words = {True: "success", False: "failure", None: "not checked"}[outcome.success]
    return f"{words} by {outcome.ending} after {len(episode.steps)} steps, {episode.seconds:.2f} s. {outcome.reason}".strip()


def _typed(episode: Episode | EpisodeRecord) -> tuple[Step, ...]:
    """Typed steps with pictures where they were kept; none where only the clipped trace was."""
    if isinstance(episode, Episode):
        return episode.steps
    if not episode.whole:
        return ()
    return tuple(
        replace(step, observation=_with_picture(step.observation, record, episode.folder))
        for step, record in zip(episode.typed(), episode.steps, strict=True)
    )


def _with_picture(seen: Observation | None, record: Any, folder: Path) -> Observation | None:
    name = (record.get("observation") or {}).get("image")
    path = folder / BLOBS / f"{name}.png"
    if seen is None or not isinstance(name, str) or not path.is_file():
        return seen
    from PIL import Image

    with Image.open(path) as picture:
        return replace(seen, image=picture.convert("RGB"))


def _lettered(picture: Image, seen: Observation) -> Image:
    """Writes the labels onto a screen whose picture was not kept."""
    from PIL import ImageDraw, ImageFont

    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=max(9, picture.height // 58))
    across, down = picture.width / seen.screen.width, picture.height / seen.screen.height
    for mark in seen.marks:
        x, y = mark.bounds.left * across + 22, (mark.bounds.top + mark.bounds.bottom) / 2 * down
        draw.text((x, y), " ".join([mark.label, *mark.states]), fill=(90, 90, 90), font=font, anchor="lm")
    return picture


def _touch(step: Step) -> tuple[float, float] | None:
    for receipt in step.receipts:
        if receipt.target is not None:
            return receipt.target.center
    return None


def _png(image: Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()
