"""Windows -> the marks of one epoch. Pure (spec: harness, mark addressing and windowed marks)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kit.screen import layers
from kit.screen.kept import draft
from kit.screen.window_marks import of_window
from kit.types import Mark, Screen, Window

_DIALOG_FLOOR = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkSet:
    """The marks of one epoch and what goes with them.

    Attributes:
        marks: numbered 1, 2, 3 ... in reading order, windows topmost first.
        texts: visible texts that are on no mark, in reading order.
        grouped: whether they are presented by window.
        keyboard: number of collapsed keys of an open soft keyboard; None when none is open.
        covered_by: window index -> index of the window over it; certain for real windows, a guess for weak ones.
        cut: window index -> marks left out because of `limit`.
        elsewhere: windows on other displays; they get no marks.
    """

    marks: tuple[Mark, ...] = ()
    texts: tuple[str, ...] = ()
    grouped: bool = False
    keyboard: int | None = None
    covered_by: Mapping[int, int] = field(default_factory=dict[int, int])
    cut: Mapping[int, int] = field(default_factory=dict[int, int])
    elsewhere: int = 0


def make(windows: Sequence[Window], screen: Screen, epoch: int, *, limit: int | None = None) -> MarkSet:
    """Makes the marks of one epoch.

    A mark is a node that can be operated and has a visible area: clickable, long-clickable, checkable, editable, or a
    scrollable of a useful size. It takes the texts of the nodes it swallows; nested ones stay apart; several with the
    same bounds are one.

    Args:
        windows: as `tree.parse` gives them.
        screen: as rotated now; its size scales the centers.
        epoch: the batch the marks belong to.
        limit: most marks; None keeps all. Shared out by window, the top dialog first; what is cut is counted.
    """
    stack = layers.stack(windows, screen)
    marks: list[Mark] = []
    texts: list[str] = []
    bars: list[str] = []
    keyboard: int | None = None
    for window in stack.windows:
        made = of_window(window, screen, stack)
        if window.index in stack.keyboards:
            keyboard = (keyboard or 0) + made.keys
        first, index = len(marks) + 1, window.index
        marks += [_addressed(mark, n, epoch, index) for n, mark in enumerate(made.marks, first)]
        (bars if layers.is_bar(window, screen) else texts).extend(made.texts)
    kept = marks if limit is None else _numbered(select(marks, limit, layers.top_dialog(stack)))
    return MarkSet(
        marks=tuple(kept),
        texts=(*texts, *bars),
        grouped=stack.grouped,
        keyboard=keyboard,
        covered_by=stack.covered_by,
        cut=count_cut(marks, kept),
        elsewhere=len(windows) - len(stack.windows),
    )


_Draft = draft(Mark)


def _addressed(mark: Mark, number: int, epoch: int, window: int) -> Mark:
    """The mark of a window as one of this epoch."""
    made: Any = _Draft()
    made.number, made.epoch, made.window = number, epoch, window
    made.label, made.full_label, made.role, made.bounds = mark.label, mark.full_label, mark.role, mark.bounds
    made.center, made.states, made.actions, made.node = mark.center, mark.states, mark.actions, mark.node
    made.op, made.path, made.value = mark.op, mark.path, mark.value
    made.resource_id, made.package = mark.resource_id, mark.package
    made.__class__ = Mark
    return made


def select(marks: Sequence[Mark], limit: int, dialog: int | None = None) -> list[Mark]:
    """At most `limit` marks, shared out among windows by how many each has; order is kept.

    The top dialog gets its own first (all of them up to a floor of 12, or half of the limit when that is more), every
    other window at least one while there is room.
    """
    if len(marks) <= limit:
        return list(marks)
    sizes: dict[int, int] = {}
    for mark in marks:
        sizes[mark.window] = sizes.get(mark.window, 0) + 1
    quota = _quotas(sizes, max(limit, 0), dialog)
    kept: list[Mark] = []
    for mark in marks:
        if quota[mark.window] > 0:
            quota[mark.window] -= 1
            kept.append(mark)
    return kept


def _numbered(marks: Iterable[Mark]) -> list[Mark]:
    return [replace(mark, number=i) for i, mark in enumerate(marks, 1)]


def _quotas(sizes: Mapping[int, int], limit: int, dialog: int | None) -> dict[int, int]:
    quota = dict.fromkeys(sizes, 0)
    if dialog is not None and dialog in sizes:
        quota[dialog] = min(sizes[dialog], max(_DIALOG_FLOOR, limit // 2), limit)
    for window in sizes:
        if quota[window] == 0 and sum(quota.values()) < limit:
            quota[window] = 1
    while (left := limit - sum(quota.values())) > 0:
        open_windows = [w for w in sizes if quota[w] < sizes[w]]
        if not open_windows:
            break
        room = sum(sizes[w] - quota[w] for w in open_windows)
        for window in sorted(open_windows, key=lambda w: sizes[w] - quota[w], reverse=True):
            share = max(1, left * (sizes[window] - quota[window]) // room)
            quota[window] += min(share, sizes[window] - quota[window], limit - sum(quota.values()))
    return quota


def count_cut(marks: Iterable[Mark], kept: Iterable[Mark]) -> dict[int, int]:
    """How many marks of each window were left out."""
    cut: dict[int, int] = {}
    for mark in marks:
        cut[mark.window] = cut.get(mark.window, 0) + 1
    for mark in kept:
        cut[mark.window] -= 1
    return {window: count for window, count in cut.items() if count}
