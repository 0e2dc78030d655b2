"""A place found in a picture, and the part of a picture that is searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kit.errors import LocateError
from kit.types import Rect

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A place found.

    Attributes:
        box: pixels of the whole frame.
        words: what stands there; the description where the locator cannot read.
        confidence: 0-1; None where the locator does not say.
        looked_at: width and height in pixels of the picture the locator worked on.
    """

    box: Rect
    words: str
    confidence: float | None
    looked_at: tuple[int, int]


def cut(image: Image, scope: Rect | None) -> tuple[Image, Rect]:
    """The part of the frame inside the scope, and where it lies; the whole frame without one.

    Raises:
        LocateError: code locate_transient, the scope lies outside the frame.
    """
    whole = Rect(0, 0, image.width, image.height)
    if scope is None:
        return image, whole
    area = scope.intersect(whole)
    if not area.area:
        raise LocateError("The scope lies outside the picture.", fix="Choose it anew from the newest marks.")
    return image.crop((area.left, area.top, area.right, area.bottom)), area
