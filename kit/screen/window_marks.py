"""One window -> its marks, but for the numbers that only the whole screen gives. Pure.

What a window's marks are is remembered for the very same nodes: of a screen's windows most did not change since the last
look (the status bar, the keyboard, what lies under a dialog), and then nothing of them has to be worked out again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kit.screen import controls, coordinates, labels, layers, naming
from kit.screen.kept import Same, draft
from kit.screen.reading import rows
from kit.types import Mark, Node, Rect, Screen, Window

ACTION_KEYS = frozenset(
    [
        "search",
        "done",
        "send",
        "ok",
        "go",
        "next",
        "enter",
        "return",
        "搜索",
        "完成",
        "发送",
        "确定",
        "确认",
        "前往",
        "下一步",
        "下一个",
        "回车",
        "换行",
        "検索",
        "완료",
        "검색",
        "buscar",
        "enviar",
        "weiter",
        "fertig",
        "suchen",
        "senden",
        "поиск",
        "готово",
        "отправить",
        "بحث",
        "تم",
        "إرسال",
    ]
)
"""Keys of a soft keyboard that become marks, case folded."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a window's marks depend on beside its nodes.

    Attributes:
        clip: the part of the screen in which it can be seen.
        bar: it is a bar of the system; keyboard: a soft keyboard.
        real, layered: what Android said of it, see `kit.types.Window`.
        grouped, covered: as in `kit.screen.layers.Layers`.
        over: where others above it take the touch.
    """

    screen: Screen
    clip: Rect
    bar: bool
    keyboard: bool
    real: bool
    layered: bool
    grouped: bool
    covered: bool
    over: tuple[Rect, ...]

    def op(self, x: int, y: int) -> str:
        """Operability of a mark whose middle is at the pixel (x, y): confirmed, likely, blocked or unknown."""
        covered = self.covered or any(area.contains(x, y) for area in self.over)
        if self.real and not covered:
            return "confirmed"
        if covered:  # without a layer what lies above is a guess
            return "blocked" if self.layered else "unknown"
        return "likely"


@dataclass(frozen=True, slots=True)
class WindowMarks:
    """What one window brings.

    Attributes:
        marks: in reading order; their number, epoch and window are those of no look yet.
        texts: visible texts that are on no mark, in reading order.
        keys: keys of a soft keyboard that are no marks.
    """

    marks: tuple[Mark, ...]
    texts: tuple[str, ...]
    keys: int = 0


def of_window(window: Window, screen: Screen, stack: layers.Layers) -> WindowMarks:
    """The marks and texts of one window of a stack."""
    clip = Rect(0, 0, screen.width, screen.height)
    if window.real and window.bounds.area:
        clip = clip.intersect(window.bounds)
    scene = Scene(
        screen=screen,
        clip=clip,
        bar=layers.is_bar(window, screen),
        keyboard=window.index in stack.keyboards,
        real=window.real,
        layered=window.layer is not None,
        grouped=stack.grouped,
        covered=window.index in stack.covered_by,
        over=tuple(area for _, area in stack.over[window.index]),
    )
    return _of_nodes(Same(window.nodes), scene)


@lru_cache(maxsize=64)
def _of_nodes(nodes: Same[tuple[Node, ...]], scene: Scene) -> WindowMarks:
    found = controls.find(nodes.value, scene.clip, scene.screen, described=not scene.bar)
    ordered = rows(found.controls, key=lambda control: control.rect)
    if not scene.keyboard:
        return WindowMarks(tuple(_mark(c, nodes.value, scene) for c in ordered), _texts(found.texts))
    actions = [c for c in ordered if _is_action(c)]
    return WindowMarks(tuple(_mark(c, nodes.value, scene) for c in actions), (), len(ordered) - len(actions))


_Draft = draft(Mark)


def _mark(control: controls.Control, nodes: tuple[Node, ...], scene: Scene) -> Mark:
    node = control.node
    x, y = _touch_point(control)
    full = control.full_label or control.role
    made: Any = _Draft()
    made.number, made.epoch, made.window = 0, 0, 0
    made.label, made.full_label = labels.cut(full), full
    made.role = "button" if scene.keyboard else control.role
    made.bounds, made.center = control.rect, coordinates.aim((x, y), control.rect, scene.screen)
    made.states, made.actions = _states(control), _actions(control)
    made.node, made.package = node.index, node.package
    made.op = scene.op(x, y) if scene.grouped else ""
    made.path = _path(control, nodes[0].bounds, scene)
    made.value = naming.value(control)
    made.resource_id = node.resource_id or next((n.resource_id for n in control.parts if n.resource_id), "")
    made.__class__ = Mark
    return made


def _is_action(control: controls.Control) -> bool:
    """Whether a key submits: by its words, or because its id says that it carries the field's own IME action."""
    ids = (n.resource_id for n in (control.node, *control.parts))
    return control.full_label.casefold() in ACTION_KEYS or any("ime_action" in i.rsplit("/", 1)[-1] for i in ids)


def _touch_point(control: controls.Control) -> tuple[int, int]:
    """The middle, or the nearest of a few other places where no other control lies."""
    rect = control.rect
    x, y = rect.center
    taken = [*control.nested, *control.covers]
    if not taken:
        return x, y
    for part in (8, 4, 12, 2, 14):
        for down in (8, 4, 12):
            point = rect.left + rect.width * part // 16, rect.top + rect.height * down // 16
            if not any(inner.contains(*point) for inner in taken):
                return point
    return x, y


def _states(control: controls.Control) -> tuple[str, ...]:
    toggle = control.toggle
    states: list[str] = []
    if toggle is not None:
        states.append("on" if toggle.checked else "off")
    if control.selected:
        states.append("selected")
    if control.focused and control.role not in {"list", "web", "pager"}:
        states.append("focused")
    if not control.node.enabled:
        states.append("disabled")
    if control.password:
        states.append("password")
    return tuple(states)


def _actions(control: controls.Control) -> tuple[str, ...]:
    field = control.role == "field"
    actions: list[str] = []
    if field or control.role == "slider" or control.clickable or control.checkable:
        actions.append("tap")
    if control.long_clickable:
        actions.append("long_press")
    if field:
        actions.append("type")
    elif control.scrollable:
        actions.append("scroll")
    # A row that its list handles has no property of its own that says so.
    return tuple(actions) or ("tap",)


def _path(control: controls.Control, root: Rect, scene: Scene) -> str:
    if control.path in {"dialog", "sheet", "menu", "shade"}:
        return control.path
    if scene.keyboard:
        return "keyboard"
    inset = root.left > 0 and root.right < scene.screen.width and root.top > 0 and root.bottom < scene.screen.height
    return "dialog" if inset else control.path


def _texts(found: Iterable[tuple[Rect, str]]) -> tuple[str, ...]:
    ordered = [text for _, text in rows(found, key=lambda item: item[0])]
    return tuple(t for i, t in enumerate(ordered) if i == 0 or t != ordered[i - 1])
