"""Small moves reference solutions are made of: they see what an agent sees and yield the calls an agent would make.

Each is a generator to be used with `yield from`; it yields tool calls, is sent the observation after each, and returns
the last one. A move names its target by the words on it where those are unique on the screen, else by the mark.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from kit.errors import TargetError
from kit.tasks.base import Action, Data
from kit.tools.matching import by_description
from kit.types import Mark, Node, Observation

Steps = Generator[Action, Observation, Observation]

MOST_SCROLLS = 12
"""Scrolls after which a list counts as searched through."""

SHARED = "/sdcard"

_BACK = {"down": "up", "up": "down", "left": "right", "right": "left"}


# --- looking ---------------------------------------------------------------------------------------------------------


def words(seen: Observation, mark: Mark) -> tuple[str, ...]:
    """Every text in a control, its own and its children's: a row's title, subtitle and so on."""
    nodes = next((w.nodes for w in seen.windows if w.index == mark.window), ())
    inside = [n for n in nodes if _within(nodes, n, mark.node)]
    own = (mark.full_label, *(t for n in inside for t in (n.text, n.content_desc, n.hint) if t))
    return tuple(dict.fromkeys(own))


def _within(nodes: tuple[Node, ...], node: Node, top: int) -> bool:
    while node.index != top:
        if node.parent < 0 or node.index < top:
            return False
        node = nodes[node.parent]
    return True


def marks(seen: Observation, label: str, action: str = "tap") -> list[Mark]:
    """All usable controls in which this stands as a text of its own, in reading order."""
    return [
        m for m in seen.marks if action in m.actions and "disabled" not in m.states and label in words(seen, m)
    ]  # fmt: skip


def labelled(seen: Observation, label: str, action: str = "tap") -> Mark | None:
    """The control meant by these words: they are its whole label, else one of its texts, else its beginning."""
    usable = [m for m in seen.marks if action in m.actions and "disabled" not in m.states]
    exact = [m for m in usable if m.full_label == label]
    found = exact or marks(seen, label, action) or [m for m in usable if m.full_label.startswith(label)]
    return found[0] if found else None


def shows(seen: Observation, text: str) -> bool:
    """Whether the words can be read somewhere, on a control or as plain text."""
    return any(text in line for line in seen.texts) or any(text in m.full_label for m in seen.marks)


def target(seen: Observation, label: str, action: str = "tap") -> dict[str, str]:
    """Tool arguments that mean the control with these words; the words as they stand when there is none."""
    mark = labelled(seen, label, action)
    try:
        alone = by_description(seen, label, action)
    except TargetError:
        alone = None
    if mark is None or (alone is not None and alone.number == mark.number):
        return {"target_description": label}
    return {"target_mark_id": mark.id}


# --- acting ----------------------------------------------------------------------------------------------------------


def launch(name: str) -> Steps:
    """Starts an app from anywhere."""
    return (yield ("launch_app", {"name": name}))


def tap(seen: Observation, label: str) -> Steps:
    """Taps the control with these words."""
    return (yield ("tap", {**target(seen, label)}))


def pick(seen: Observation, label: str) -> Steps:
    """Taps the row with these words, not the field in which they were typed."""
    rows = [m for m in marks(seen, label) if "type" not in m.actions]
    return (yield ("tap", {"target_mark_id": rows[0].id} if rows else {"target_description": label}))


def hold(seen: Observation, label: str) -> Steps:
    """Scrolls to the control with these words and holds it."""
    seen = yield from find(seen, label, action="long_press")
    return (yield ("long_press", {**target(seen, label, "long_press")}))


def enter(seen: Observation, field: str, text: str) -> Steps:
    """Types into the field with this label (its hint, or what it holds), in place of what it holds."""
    return (yield ("type_text", {"text": text, **target(seen, field, "type")}))


def close_keyboard(seen: Observation) -> Steps:
    """Puts the soft keyboard away when it is open, so that what it covers can be tapped."""
    if seen.keyboard is None:
        return seen
    return (yield ("back", {}))


def find(seen: Observation, label: str, direction: str = "down", action: str = "tap") -> Steps:
    """Scrolls until a control with these words is on screen: to the end of the list, then back to its beginning."""
    return (yield from _scroll_until(seen, direction, lambda now: labelled(now, label, action) is not None))


def find_text(seen: Observation, text: str, direction: str = "down") -> Steps:
    """Scrolls until the words can be read anywhere on screen: to the end of the list, then back to its beginning."""
    return (yield from _scroll_until(seen, direction, lambda now: shows(now, text)))


def _scroll_until(seen: Observation, direction: str, there: Callable[[Observation], bool]) -> Steps:
    for way in (direction, _BACK[direction]):
        for _ in range(MOST_SCROLLS):
            if there(seen):
                return seen
            before = _look(seen)
            seen = yield ("scroll", {"direction": way})
            if _look(seen) == before:
                break
    return seen


def _look(seen: Observation) -> tuple[object, ...]:
    return tuple((m.full_label, m.bounds) for m in seen.marks), seen.texts


def reach(seen: Observation, label: str) -> Steps:
    """Scrolls to the control with these words and taps it."""
    seen = yield from find(seen, label)
    return (yield from tap(seen, label))


def path(seen: Observation, *labels: str) -> Steps:
    """Taps one control after the other, scrolling to each."""
    for label in labels:
        seen = yield from reach(seen, label)
    return seen


def finish(answer: str = "") -> Action:
    """The last call of every solution."""
    return ("finish", {"answer": answer})


# --- checking --------------------------------------------------------------------------------------------------------


def stored(data: Data, path: str) -> str:
    """The key under "files" of a file below the shared folder. Raises KeyError when it is not there."""
    key = f"{SHARED}/{path}"
    if key not in data["files"]:
        raise KeyError(key)
    return key
