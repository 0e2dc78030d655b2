"""What the reference solutions have in common: finding a control by what is written on it, and the action that uses it.

All of it looks at observations only. An action names its target by words where the tools would resolve them to that one
control, and by mark id where two controls say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from datetime import date
from itertools import pairwise, product, takewhile

from kit.errors import TargetError
from kit.simphone.spellings import spellings
from kit.simphone.words import LANGUAGES, day
from kit.tasks.base import Action
from kit.tools.matching import by_description
from kit.types import Mark, Node, Observation

Walk = Generator[Action, Observation, Observation]
"""Some actions of a solution; returns the observation after the last."""

PAGES = 12
"""How many screens a list is searched before giving up."""


def words(seen: Observation, mark: Mark) -> tuple[str, ...]:
    """Every text in a control, its own and its children's: a row's title, subtitle and so on."""
    nodes = next((w.nodes for w in seen.windows if w.index == mark.window), ())
    own = (mark.full_label, *(t for n in _inside(nodes, mark.node) for t in (n.text, n.content_desc, n.hint) if t))
    return tuple(dict.fromkeys(own))


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
    found: list[Mark] = []
    for wanted in (
        ({label}, spelled(label)) if isinstance(label, str) else (label,)
    ):  # English first: "Done" says two things
        found = [m for m in seen.marks if action in m.actions and not wanted.isdisjoint(_names(seen, m, action))]
        if found:
            break
    if action == "type":
        return found or _unnamed_fields(seen, label)
    return [m for m in found if m.role != "field"] or found


def _names(seen: Observation, mark: Mark, action: str) -> tuple[str, ...]:
    return (mark.full_label,) if mark.role == "field" and action == "tap" else words(seen, mark)


def _unnamed_fields(seen: Observation, name: Label) -> list[Mark]:
    """Fields that hold a text and, as on Androids before 16, no longer tell their hint: by resource id, or the only one."""
    every = [m for m in seen.marks if "type" in m.actions]
    fields = [m for m in every if m.window == every[0].window]  # marks come with the topmost window first
    entries = [n.lower().replace(" ", "_") for n in spelled(name)]
    named = [m for m in fields if any(e in m.resource_id.rsplit("/", 1)[-1] for e in entries)]
    return named or (fields if len(fields) == 1 else [])


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


def press(seen: Observation, label: Label, nth: int = 0) -> Action:
    """A tap on the n-th control saying this."""
    return "tap", {**target(seen, label, nth=nth)}


def enter(seen: Observation, field: Label, text: str, *, submit: bool = False) -> Action:
    """Types into the field with this hint, replacing what it holds."""
    extra = {"submit": True} if submit else {}
    return "type_text", {"text": text, **target(seen, field, "type"), **extra}


def reach(seen: Observation, label: Label, action: str = "tap") -> Walk:
    """Scrolls down until a control says this; stops where nothing moves any more."""
    for _ in range(PAGES):
        if marks(seen, label, action):
            break
        before = _look(seen)
        seen = yield "scroll", {"direction": "down"}
        if _look(seen) == before:
            break
    return seen


def _look(seen: Observation) -> tuple[object, ...]:
    return tuple((m.full_label, m.bounds) for m in seen.marks), seen.texts


def fill(seen: Observation, field: Label, text: str) -> Walk:
    """Scrolls to a field and types into it."""
    seen = yield from reach(seen, field, "type")
    return (yield enter(seen, field, text))


def choose(seen: Observation, label: Label) -> Walk:
    """Scrolls to a control and taps it."""
    seen = yield from reach(seen, label)
    return (yield press(seen, label))


def open_where(seen: Observation, title: str, about: Label) -> Walk:
    """Opens the rows that say the title one after the other until one's page shows the text."""
    for nth in range(len(marks(seen, title))):
        seen = yield press(seen, title, nth)
        if shows(seen, about):
            break
        seen = yield "back", {}
    return seen


def seek(seen: Observation, label: Label, action: str = "tap") -> Walk:
    """Scrolls until a control says this: to the end of the list, then back to its beginning."""
    return (yield from _scroll_until(seen, lambda now: bool(marks(now, label, action))))


def seek_text(seen: Observation, text: Label) -> Walk:
    """Scrolls until the text can be read, on a control or outside of one."""
    return (yield from _scroll_until(seen, lambda now: shows(now, text)))


def _scroll_until(seen: Observation, there: Callable[[Observation], bool]) -> Walk:
    for way in ("down", "up"):
        for _ in range(PAGES):
            if there(seen):
                return seen
            before = _look(seen)
            seen = yield "scroll", {"direction": way}
            if _look(seen) == before:
                break
    return seen


def path(seen: Observation, *labels: Label) -> Walk:
    """Taps one control after the other, scrolling to each."""
    for label in labels:
        seen = yield from seek(seen, label)
        seen = yield press(seen, label)
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


def slide(seen: Observation, label: Label, value: int, maximum: int) -> Walk:
    """Brings a slider to a value: aims as if its ends were those of the track, then corrects by what it shows."""
    seen = yield from _scroll_until(seen, lambda now: _slider(now, label) is not None)
    x = None
    for _ in range(6):
        found = _slider(seen, label)
        if found is None or (off := value - round(float(found.value or 0))) == 0:
            break
        box, screen = found.bounds, seen.screen
        if x is None:
            x = box.left + box.width * value / maximum
        else:
            x += off * box.width / maximum / (2 if abs(off) == 1 else 1)  # half a step: a whole one may jump over it
        start, y = box.left + box.width * (0.25 if x > box.center[0] else 0.75), box.center[1] * 1000 / screen.height
        seen = yield "swipe", {"start": [start * 1000 / screen.width, y], "end": [x * 1000 / screen.width, y]}
    return seen


def _slider(seen: Observation, label: Label) -> Mark | None:
    wanted = spelled(label)
    return next((m for m in seen.marks if m.role == "slider" and not wanted.isdisjoint(words(seen, m))), None)
