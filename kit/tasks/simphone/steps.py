"""What the reference solutions have in common: finding a control by what is written on it, and the action that uses it.

All of it looks at observations only. An action names its target by words where the tools would resolve them to that one
control, and by mark id where two controls say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from datetime import date
from functools import lru_cache
from itertools import pairwise, product, takewhile

from kit.errors import TargetError
from kit.screen.kept import Same
from kit.simphone.spellings import entries, spellings
from kit.simphone.words import LANGUAGES, day
from kit.tasks.base import Action
from kit.tools.matching import by_description
from kit.types import Mark, Node, Observation, Window

Walk = Generator[Action, Observation, Observation]
"""Some actions of a solution; returns the observation after the last."""

PAGES = 12
"""How many screens a list is searched before giving up."""
LOW = 2
"""A list this many times as wide as high shows few rows at once."""
NEAR, FAR = 0.6, 0.9
"""Which part of a list's height it is moved by: with rows seen twice, to tell where it went on, or only to look further."""


def words(seen: Observation, mark: Mark) -> tuple[str, ...]:
    """Every text in a control, its own and its children's: a row's title, subtitle and so on."""
    for window in seen.windows:
        if window.index == mark.window:
            return _words(Same(window.nodes), mark.node, mark.full_label)
    return (mark.full_label,)


@lru_cache(maxsize=1024)
def _words(nodes: Same[tuple[Node, ...]], top: int, label: str) -> tuple[str, ...]:
    """A solution asks for the same control's words several times a look, and again while its window stays as it is."""
    own = [t for n in _inside(nodes.value, top) for t in (n.text, n.content_desc, n.hint) if t]
    return tuple(dict.fromkeys((label, *own)))


def _inside(nodes: tuple[Node, ...], top: int) -> Iterator[Node]:
    """A node and those below it: in document order they stand together."""
    if 0 <= top < len(nodes):
        yield nodes[top]
        yield from takewhile(lambda n: n.depth > nodes[top].depth, nodes[top + 1 :])


Label = str | frozenset[str]
"""What a control says: its English words, which stand for all their spellings, or a set of spellings."""


def spelled(label: Label) -> frozenset[str]:
    """Every way the phone may write a label, whatever its language is."""
    return spellings(label) if isinstance(label, str) else label


def phrase(english: str, /, **values: Label) -> frozenset[str]:
    """Every way the phone may write a text with {holes}; what fills them is a label too, so it is spelled in every way."""
    names = list(values)
    every = product(*(sorted(spelled(values[name])) for name in names))
    return frozenset(s for found in every for s in spellings(english, **dict(zip(names, found, strict=True))))


def dated(when: date, *, year: bool = False) -> frozenset[str]:
    """Every way the phone may write a date."""
    return frozenset(day(language, when, year=year) for language in ("en", *LANGUAGES))


def marks(seen: Observation, label: Label, action: str = "tap") -> list[Mark]:
    """All controls that say exactly this, in reading order. To be tapped, a field is found by its name, not its text."""
    sets = (frozenset({label}), spelled(label)) if isinstance(label, str) else (label,)
    found = [_saying(seen, wanted, action) for wanted in sets]  # English first: "Done" says two things
    if action == "type":
        return next(filter(None, found), None) or _unnamed_fields(seen, label)
    if action != "tap":
        return next(filter(None, found), [])
    plain = ([m for m in some if m.role != "field"] for some in found)
    return next(filter(None, plain), None) or [m for m in found[-1] if _is_named(m, label)]


def _saying(seen: Observation, wanted: frozenset[str], action: str) -> list[Mark]:
    """The controls a finger reaches: not those under a dialog, which may say the same as a choice that has to be sought."""
    used = next((w for w in seen.windows if w.focused), None)
    top = used.layer if used is not None else None
    under = {w.index for w in seen.windows if top is not None and w.layer is not None and w.layer < top}
    found: list[Mark] = []
    for mark, said in zip(seen.marks, _told(Same(seen.marks), Same(seen.windows)), strict=True):
        if action in mark.actions and mark.window not in under:
            names = (mark.full_label,) if mark.role == "field" and action == "tap" else said
            if not wanted.isdisjoint(names):
                found.append(mark)
    return found


@lru_cache(maxsize=4)
def _told(marks: Same[tuple[Mark, ...]], windows: Same[tuple[Window, ...]]) -> list[tuple[str, ...]]:
    """The words of each control of a look; a solution asks for them several times."""
    nodes = {w.index: Same(w.nodes) for w in windows.value}
    nowhere: Same[tuple[Node, ...]] = Same(())
    return [_words(nodes.get(m.window, nowhere), m.node, m.full_label) for m in marks.value]


def _is_named(field: Mark, label: Label) -> bool:
    """Whether a field is called this, and does not hold a text that is the same, as Androids before 16 tell it."""
    id = field.resource_id.rsplit("/", 1)[-1]
    return id not in entries() or any(_entry(name) in id for name in spelled(label))


def _entry(label: str) -> str:
    """The resource entry name of a field with this hint."""
    return label.lower().replace(" ", "_")


def _names(seen: Observation, mark: Mark, action: str) -> tuple[str, ...]:
    return (mark.full_label,) if mark.role == "field" and action == "tap" else words(seen, mark)


def _unnamed_fields(seen: Observation, name: Label) -> list[Mark]:
    """Fields that hold a text and, as on Androids before 16, no longer tell their hint: by resource id, or the only one
    when its id does not say that it is another."""
    every = [m for m in seen.marks if "type" in m.actions]
    fields = [m for m in every if m.window == every[0].window]  # marks come with the topmost window first
    wanted = [_entry(n) for n in spelled(name)]
    ids = [m.resource_id.rsplit("/", 1)[-1] for m in fields]
    named = [m for m, id in zip(fields, ids, strict=True) if any(e in id for e in wanted)]
    return named or (fields if len(fields) == 1 and ids[0] not in entries() else [])


def shows(seen: Observation, text: Label) -> bool:
    """Whether a text is on the screen, in a control or outside of one."""
    wanted = spelled(text)
    return any(not wanted.isdisjoint((n.text, n.content_desc)) for w in seen.windows for n in w.nodes)


def target(seen: Observation, label: Label, action: str = "tap", nth: int = 0) -> dict[str, str]:
    """The arguments that address the n-th control saying this; the label as it stands when there is none."""
    found = marks(seen, label, action)
    if nth >= len(found):
        return {"target_description": label if isinstance(label, str) else min(label)}
    said = [s for s in _names(seen, found[nth], action) if s == label or s in spelled(label)]
    try:
        alone = bool(said) and by_description(seen, said[0], action) == found[nth]
    except TargetError:
        alone = False  # the words alone are not enough here
    return {"target_description": said[0]} if alone else {"target_mark_id": found[nth].id}


def press(seen: Observation, label: Label, nth: int = 0, *, confirm: bool = False) -> Walk:
    """Brings the n-th control saying this onto the screen and taps it; `confirm` is for a second, confirmed try."""
    seen = yield from seek(seen, label, nth=nth)
    extra = {"confirm": True} if confirm else {}
    return (yield "tap", {**target(seen, label, nth=nth), **extra})


def press_own(seen: Observation, label: Label) -> Walk:
    """Taps the control that is called this itself, not the row it is in, which says the same words."""

    def called(now: Observation) -> list[Mark]:
        return [m for m in now.marks if m.full_label in spelled(label)]

    seen = yield from until(seen, lambda now: bool(called(now)))
    found = called(seen)
    return (yield "tap", {"target_mark_id": found[-1].id} if found else target(seen, label))


def enter(seen: Observation, field: Label, text: str, *, submit: bool = False) -> Walk:
    """Brings the field with this hint onto the screen and types into it, replacing what it holds."""
    seen = yield from seek(seen, field, "type")
    extra = {"submit": True} if submit else {}
    return (yield "type_text", {"text": text, **target(seen, field, "type"), **extra})


def look(seen: Observation) -> tuple[object, ...]:
    """What a screen looks like, to tell whether something moved."""
    return tuple((m.full_label, m.bounds) for m in seen.marks), seen.texts


def seek(seen: Observation, label: Label, action: str = "tap", nth: int = 0, *, first: str = "down") -> Walk:
    """Brings the n-th control that says this onto the screen, see `until`; leaves the screen alone when it is there."""
    return (yield from until(seen, lambda now: len(marks(now, label, action)) > nth, first))


def seek_text(seen: Observation, text: Label) -> Walk:
    """Brings a text onto the screen, on a control or outside of one."""
    return (yield from until(seen, lambda now: shows(now, text)))


def until(seen: Observation, there: Callable[[Observation], bool], first: str = "down") -> Walk:
    """As a person looks for what is not on the screen: puts the keyboard away, goes to the end of the list, then back to
    its beginning (the other way round with `first` up). Screens differ in size: any control may have to be looked for."""
    if there(seen):
        return seen
    seen = yield from close_keyboard(seen)
    for way in (first, "up" if first == "down" else "down"):
        for _ in range(PAGES):
            if there(seen) or (move := moved(seen, way, far=True)) is None:
                return seen
            before = look(seen)
            seen = yield move
            if look(seen) == before:
                break
    return seen


def pane(seen: Observation) -> Node | None:
    """The largest thing that scrolls in the window in use; None when nothing does."""
    used = next((w for w in seen.windows if w.focused or w.active), None)
    own = [n for w in seen.windows if used is None or w is used for n in w.nodes if n.scrollable]
    return max(own, key=lambda n: n.bounds.area, default=None)


def moved(seen: Observation, way: str, *, far: bool = False) -> Action | None:
    """The action that moves the list of the window in use (up or down); None when it has none.

    The tool alone would take the largest list there is, which may lie under a dialog that scrolls itself; and it moves a
    list by a part of its height, which is little where the list is low: with `far` such a list moves by nearly all of it.
    """
    room = pane(seen)
    if room is None:
        return None
    box, screen = room.bounds, seen.screen
    low = far and box.width > LOW * box.height
    if not low and all(n.bounds.area <= box.area for w in seen.windows for n in w.nodes if n.scrollable):
        return "scroll", {"direction": way}
    x, y = box.center[0] * 1000 / screen.width, box.center[1] * 1000 / screen.height
    part = box.height * (FAR if low else NEAR) / 2 * (1 if way == "down" else -1) * 1000 / screen.height
    return "swipe", {"start": [x, y + part], "end": [x, y - part], "duration_ms": 400}


def path(seen: Observation, *labels: Label) -> Walk:
    """Taps one control after the other, scrolling to each."""
    for label in labels:
        seen = yield from press(seen, label)
    return seen


def press_all(seen: Observation, *labels: Label) -> Walk:
    """Taps all these controls of one list, in the order in which they come into view."""
    left = list(labels)
    while left:
        seen = yield from until(seen, lambda now: any(marks(now, label) for label in left))
        label = next((x for x in left if marks(seen, x)), left[0])
        seen = yield from press(seen, label)
        left.remove(label)
    return seen


def hold(seen: Observation, label: Label) -> Walk:
    """Scrolls to a control and holds it."""
    seen = yield from seek(seen, label, "long_press")
    return (yield "long_press", {**target(seen, label, "long_press")})


def close_keyboard(seen: Observation) -> Walk:
    """Puts the soft keyboard away when it is open, so that what it covers can be tapped."""
    if seen.keyboard is None:
        return seen
    return (yield "back", {})


def beside(seen: Observation, label: Label) -> str:
    """What stands below or behind a text: the text that comes next in the same window; empty when there is none."""
    wanted = spelled(label)
    for window in seen.windows:
        texts = [t for n in window.nodes if (t := n.text or n.content_desc)]
        for said, following in pairwise(texts):
            if said in wanted:
                return following
    return ""
