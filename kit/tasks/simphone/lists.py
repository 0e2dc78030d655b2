"""What reference solutions do with lists that may be longer than the screen: reading all of one, opening row after row.

How much of a list a screen shows depends on its size, its direction, the text size and the language; so no solution may
take what it sees for the whole. Where nothing scrolls this costs no step.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable
from typing import TypeVar

from kit.tasks.base import Action
from kit.tasks.simphone.steps import PAGES, Label, Walk, close_keyboard, look, marks, moved, pane, shows, until, words
from kit.types import Mark, Observation

Pick = Callable[[Observation], Iterable[Mark]]
"""The rows on the screen, in order."""

Read = TypeVar("Read", bound=Hashable)
Listed = Generator[Action, Observation, tuple[Observation, list[tuple[str, ...]]]]


def with_id(name: str) -> Pick:
    """The controls with this resource entry name."""
    return lambda seen: [m for m in seen.marks if m.resource_id.rsplit("/", 1)[-1] == name]


def further(seen: Observation) -> Generator[Action, Observation, tuple[Observation, bool]]:
    """Moves the list on by a part of its height; and whether it moved."""
    move = moved(seen, "down")
    if move is None:
        return seen, False
    before = look(seen)
    seen = yield move
    return seen, look(seen) != before


class Rows:
    """The rows of a list, each once, from where the list stands to its end, also when opening one changes what it says.

    A row that the list's edge cuts is left for the next screen, where it is whole.
    """

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        self._taken = self._above = 0
        self._moved = self._ended = False
        self._first: list[str] | None = None

    def following(self, seen: Observation) -> Generator[Action, Observation, tuple[Observation, Mark | None]]:
        """The next row, on the screen as it is then; None after the last."""
        self._recognise(seen)
        for _ in range(2 * PAGES):
            whole = self._whole(seen)
            if self._taken - self._above < len(whole):
                self._taken += 1
                return seen, whole[self._taken - self._above - 1]
            if self._ended:
                break
            seen = yield from close_keyboard(seen)
            before = [(_said(seen, m), m in whole) for m in self.pick(seen)]
            seen, went = yield from further(seen)
            if went:
                self._moved = True
                now, whole_now = list(self.pick(seen)), self._whole(seen)
                same = _common([said for said, _ in before], [_said(seen, m) for m in now])
                known = zip(before[len(before) - same :], now[:same], strict=True)
                again = sum(was_whole and m in whole_now for (_, was_whole), m in known)
                self._above += len(whole) - again
            self._ended = not went
        return seen, None

    def _recognise(self, seen: Observation) -> None:
        """A list that was left and come back to may stand at its beginning again."""
        titles = [words(seen, m)[:2][-1] for m in self.pick(seen)]
        if self._first is None:
            self._first = titles
        elif self._moved and titles == self._first:
            self._above, self._moved, self._ended = 0, False, False

    def _whole(self, seen: Observation) -> list[Mark]:
        """The rows that are not cut."""
        rows, room = list(self.pick(seen)), pane(seen)
        if room is None:
            return rows
        top = room.bounds.top if self._moved else -1
        return [m for m in rows if m.bounds.top > top and (self._ended or m.bounds.bottom < room.bounds.bottom)]


def _common(before: list[tuple[str, ...]], after: list[tuple[str, ...]]) -> int:
    """How many of the last rows before are the first ones now; of a row that is cut a part is enough."""
    most = min(len(before), len(after))
    return next((n for n in range(most, 0, -1) if all(map(_alike, before[-n:], after[:n]))), 0)


def _said(seen: Observation, row: Mark) -> tuple[str, ...]:
    """The words of a row; none when so little of it is seen that it has only its resource name."""
    name = row.resource_id.rsplit("/", 1)[-1].replace("_", " ")
    return () if row.full_label == name else words(seen, row)


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two rows may be one and the same, as it looked before and looks now."""
    a, b = ({*said[1:]} or {*said} for said in (one, other))
    return a <= b or b <= a


def listed(seen: Observation, pick: Pick) -> Listed:
    """The words of every row to the end of the list; the first of each is its whole label."""
    rows, found = Rows(pick), list[tuple[str, ...]]()
    while True:
        seen, row = yield from rows.following(seen)
        if row is None:
            return seen, found
        found.append(words(seen, row))


def gathered(
    seen: Observation, read: Callable[[Observation], Iterable[Read]]
) -> Generator[Action, Observation, tuple[Observation, list[Read]]]:
    """What is read on each screen down to the end of the page, each thing once, in order."""
    found = dict.fromkeys(read(seen))
    seen = yield from close_keyboard(seen)
    for _ in range(PAGES):
        found.update(dict.fromkeys(read(seen)))
        seen, went = yield from further(seen)
        if not went:
            break
    return seen, list(found)


def open_each(
    seen: Observation,
    pick: Pick,
    right: Callable[[Observation], bool],
    arrive: Callable[[Observation], Walk] | None = None,
    *,
    saying: str = "",
) -> Walk:
    """Opens the rows one after the other until a page is right, looking over all of it; stays there.

    Args:
        seen: the screen with the list.
        pick: the rows.
        right: whether what is on the screen belongs to the right page.
        arrive: what has to be done first on each page, such as waiting for it.
        saying: what the rows to be opened say; the others are passed over.
    """
    rows = Rows(pick)
    while True:
        seen, row = yield from rows.following(seen)
        if row is None:
            return seen
        if saying not in row.full_label:
            continue
        seen = yield "tap", {"target_mark_id": row.id}
        if arrive is not None:
            seen = yield from arrive(seen)
        went = True
        while went:
            if right(seen):
                return seen
            seen, went = yield from further(seen)
        seen = yield "back", {}


def open_where(seen: Observation, title: str, about: Label) -> Walk:
    """Opens the rows that say the title one after the other until one's page shows the text."""
    return (yield from open_each(seen, lambda now: marks(now, title), lambda now: shows(now, about)))


def tap_row(seen: Observation, pick: Pick) -> Walk:
    """Brings the first of these rows onto the screen and taps it; does nothing when there is none."""
    seen = yield from until(seen, lambda now: any(True for _ in pick(now)))
    row = next(iter(pick(seen)), None)
    return (yield "tap", {"target_mark_id": row.id}) if row is not None else seen
