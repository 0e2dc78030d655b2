"""Deep visual location: from a description to one place in a picture, where no mark reads it (spec: harness, addressing).

A locator looks at pixels only. What it finds opens a new batch: the epoch advances, the old marks are gone and the one
mark is the place found, on the same frame it was found in. What it does not find changes nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from kit.errors import LocateError, UsageError
from kit.screen import coordinates, matching
from kit.screen.hit import Hit, cut
from kit.screen.observe import Observable
from kit.settings import Settings
from kit.types import Json, Mark, Model, Observation, Rect, Screen

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["SPOT", "Hit", "Located", "Locator", "OcrLocator", "choose", "find"]

SPOT = "spot"
"""The role of a mark that was found in pixels and has no node."""
ACTIONS = ("tap", "long_press", "type")
_LABEL = 32
"""Characters of a label, as for every mark (`kit.types.Mark`)."""


class Locator(Protocol):
    """Finds one thing in a picture.

    Attributes:
        name: for diagnosis, such as "ocr".
        reads_only: it finds words only, so a look or a position means nothing to it.
    """

    name: str
    reads_only: bool

    def locate(self, image: Image, description: str, scope: Rect | None = None) -> Hit | None:
        """The one place meant; None when there is none.

        Args:
            image: the whole frame, RGB.
            description: what to find.
            scope: look only inside this rectangle, pixels of the frame.

        Raises:
            LocateError: locate_ambiguous with `hits`, locate_unavailable or locate_transient.
        """
        ...


class OcrLocator:
    """Finds words that stand on the screen, in Chinese or English; it knows nothing of icons and positions."""

    name = "ocr"
    reads_only = True

    def locate(self, image: Image, description: str, scope: Rect | None = None) -> Hit | None:
        """The one place these words stand. See `Locator.locate`."""
        from kit.screen.ocr import reader

        part, area = cut(image, scope)
        hits = [_moved(match, area, part.size) for match in matching.find(reader().read(part), description)]
        if len(hits) > 1:
            raise LocateError(f"{description!r} stands in {len(hits)} places.", hits=hits, code="locate_ambiguous")
        return hits[0] if hits else None


def choose(settings: Settings, vision: Model | None = None) -> Locator | None:
    """The locator these settings ask for; None when `locate` is off.

    Args:
        settings: `locate` and `locate_side`.
        vision: the model `locate_model` names; None when that is empty.

    Raises:
        UsageError: locate is "vision" without a model, or the model cannot see.
    """
    if settings.locate == "off":
        return None
    if settings.locate == "ocr" or (settings.locate == "auto" and vision is None):
        return OcrLocator()
    if vision is None:
        raise UsageError("locate is vision, but no model is named for it.", fix="Set locate_model, or locate to ocr.")
    from kit.screen.vision import VisionLocator

    return VisionLocator(vision, side=settings.locate_side)


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A committed hit.

    Attributes:
        observation: the new batch, with the one mark.
        artifact: numbers for diagnosis and drawing, in pixels; never shown to a model (spec: harness, coordinates).
    """

    observation: Observation
    artifact: Mapping[str, Json]

    @property
    def mark(self) -> Mark:
        """The place found, number 1."""
        return self.observation.marks[0]


def find(
    device: Observable,
    locator: Locator,
    description: str,
    *,
    seen: Observation | None,
    scope: Rect | None = None,
    settle: float = 0.0,
) -> Located | None:
    """Looks for a description and commits what is found as a new batch; None, and nothing is changed, when nothing is.

    Args:
        device: its `epoch` and `frame` advance on a hit only.
        locator: what looks.
        description: what to find.
        seen: the current batch, whose own picture is searched; a fresh picture is taken where it has none.
        scope: look only inside this rectangle, pixels of the frame.
        settle: seconds to rest before a fresh picture.

    Raises:
        LocateError: as the locator raises it; or locate_transient, the app in front changed while the picture was taken.
        ScreenshotFailed: no picture could be taken.
    """
    started = time.monotonic()
    base = seen if seen is not None and seen.image is not None else _fresh(device, settle)
    image = base.image
    if image is None:
        raise LocateError("There is no picture to search.", code="locate_transient")
    hit = locator.locate(image, description, scope)
    if hit is None:
        return None
    seconds = time.monotonic() - started
    observation = _commit(device, base, hit, seconds)
    artifact = {
        "locator": locator.name,
        "input": list(hit.looked_at),
        "frame": [image.width, image.height],
        "scope": _numbers(scope) if scope else None,
        "box": _numbers(hit.box),
        "confidence": hit.confidence,
        "seconds": round(seconds, 3),
        "same_frame": base is seen,
        "screen_seq": observation.screen_seq,
    }
    return Located(observation=observation, artifact=artifact)


def _moved(match: matching.Match, area: Rect, looked_at: tuple[int, int]) -> Hit:
    dx, dy, box = area.left, area.top, match.box
    placed = Rect(box.left + dx, box.top + dy, box.right + dx, box.bottom + dy).intersect(area)
    return Hit(box=placed, words=match.words, confidence=match.confidence, looked_at=looked_at)


def _fresh(device: Observable, settle: float) -> Observation:
    """A picture with the app in front the same before and after; no batch of its own."""
    device.wait(settle)
    before = device.foreground()
    image = device.screenshot()
    front = device.foreground()
    if front.component != before.component:
        raise LocateError("The app in front changed while the picture was taken.", fix="Call read_screen.")
    screen = device.screen()
    if (image.width, image.height) != (screen.width, screen.height):
        screen = Screen(width=image.width, height=image.height, density=screen.density, rotation=screen.rotation)
    return Observation(
        epoch=device.epoch, screen_seq=device.frame, screen=screen, foreground=front, image=image
    )  # not committed; only its frame is used


def _commit(device: Observable, base: Observation, hit: Hit, seconds: float) -> Observation:
    epoch, frame = device.epoch + 1, device.frame + 1
    words = " ".join(hit.words.split())
    mark = Mark(
        number=1,
        epoch=epoch,
        label=words[:_LABEL],
        full_label=words,
        role=SPOT,
        bounds=hit.box,
        center=coordinates.aim(hit.box.center, hit.box, base.screen),
        actions=ACTIONS,
        window=len(base.windows),  # none of the dump's windows: it was found in pixels
        package=base.foreground.package,
    )
    observation = replace(
        base, epoch=epoch, screen_seq=frame, marks=(mark,), texts=(), marks_code="", grouped=False, covered_by={},
        seconds=seconds,
    )  # fmt: skip
    device.epoch, device.frame = epoch, frame
    return observation


def _numbers(box: Rect) -> list[int]:
    return [box.left, box.top, box.right, box.bottom]
