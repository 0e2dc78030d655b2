"""Reading order: rows from top to bottom, within a row from left to right. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import TypeVar

from kit.types import Rect

T = TypeVar("T")
_LEFT = itemgetter(0)


def rows(items: Iterable[T], key: Callable[[T], Rect]) -> list[T]:
    """Sorts items by their rectangles as a person reads them.

    An item joins the row before it when the two middles are closer than half of the lower one's height; a tall list
    therefore stands before its rows instead of swallowing them. Ties keep the order given.
    """
    placed = [(rect.top, rect.left, n, rect.bottom, item) for n, item in enumerate(items) for rect in (key(item),)]
    placed.sort()  # the number decides every tie before an item is compared
    ordered: list[T] = []
    row: list[tuple[int, T]] = []
    first_top = first_bottom = 0
    for top, left, _, bottom, item in placed:
        low = min(first_bottom - first_top, bottom - top)
        if row and abs(first_top + first_bottom - top - bottom) >= low:
            ordered += _left_to_right(row)
            row = []
        if not row:
            first_top, first_bottom = top, bottom
        row.append((left, item))
    return ordered + _left_to_right(row)


def _left_to_right(row: list[tuple[int, T]]) -> list[T]:
    if len(row) > 1:
        row.sort(key=_LEFT)
    return [item for _, item in row]
