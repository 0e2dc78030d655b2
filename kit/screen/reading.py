"""Reading order: rows from top to bottom, within a row from left to right. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from kit.types import Rect

T = TypeVar("T")


def rows(items: Iterable[T], key: Callable[[T], Rect]) -> list[T]:
    """Sorts items by their rectangles as a person reads them.

    An item joins the row before it when the two middles are closer than half of the lower one's height; a tall list
    therefore stands before its rows instead of swallowing them. Ties keep the order given.
    """
    placed = sorted(((key(item), item) for item in items), key=lambda pair: (pair[0].top, pair[0].left))
    ordered: list[T] = []
    row: list[tuple[Rect, T]] = []
    for rect, item in placed:
        if row and not _beside(row[0][0], rect):
            ordered += _left_to_right(row)
            row = []
        row.append((rect, item))
    return ordered + _left_to_right(row)


def _left_to_right(row: list[tuple[Rect, T]]) -> list[T]:
    return [item for _, item in sorted(row, key=lambda pair: pair[0].left)]


def _beside(first: Rect, other: Rect) -> bool:
    middles = abs((first.top + first.bottom) - (other.top + other.bottom))
    return middles < min(first.height, other.height)
