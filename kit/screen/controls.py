"""Nodes of one window -> controls: which nodes can be operated, what they swallow, what they are called. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kit.screen import labels, naming, roles
from kit.types import Node, Rect, Screen

_LARGE = 0.5
"""A clickable container of at least this share of the screen swallows no texts: it is a page, not a control."""
_SCROLL_SHARE = 0.03
_STRIP = 0.05
_PANEL = 0.1
_HIDDEN = 0.7
_FULL_WIDTH = 0.9


class Control:
    """A control while it is being put together.

    Attributes:
        parts: the operable nodes with the same bounds, outermost first.
        clickable, long_clickable, checkable, scrollable, selected, focused, password: whether any of its parts is.
        field, slider: whether text can be typed into a part, whether a part is a slider that can be moved.
        rect: the visible part of the bounds, pixels.
        inside: nodes it swallows (descendants that cannot be operated), document order.
        nested: visible rectangles of other controls within it.
        covers: what others, not within it, hide of its middle.
        parent: the control around it.
        swallows: whether texts inside it belong to its label (a page or a scroller has too many).
        panel: it is only the background of other controls.
        own, inner, described: its texts by where they stand, see `naming.read`.
        toggle: the node whose state is the control's state.
    """

    __slots__ = (
        "checkable", "clickable", "covers", "described", "field", "focused", "full_label", "in_list", "inner", "inside",
        "long_clickable", "nested", "own", "panel", "parent", "parts", "password", "path", "rect", "role", "scrollable",
        "selected", "slider", "swallows", "toggle",
    )  # fmt: skip

    def __init__(self, node: Node, rect: Rect, in_list: bool, path: str, parent: Control | None) -> None:
        role = roles.class_role(node.class_name)
        self.parts = [node]
        self.rect, self.in_list, self.path, self.parent = rect, in_list, path, parent
        self.clickable, self.long_clickable, self.checkable = node.clickable, node.long_clickable, node.checkable
        self.scrollable, self.selected, self.focused = node.scrollable, node.selected, node.focused
        self.password, self.field = node.password, node.password or role == "field"
        self.slider = role == "slider" and node.enabled
        self.inside: list[Node] = []
        self.nested: list[Rect] = []
        self.covers: list[Rect] = []
        self.full_label = self.role = self.own = self.inner = self.described = ""
        self.swallows, self.panel = True, False
        self.toggle: Node | None = None

    def add(self, node: Node) -> None:
        """Takes a node with the same bounds in as its innermost part."""
        role = roles.class_role(node.class_name)
        self.parts.append(node)
        self.clickable = self.clickable or node.clickable
        self.long_clickable = self.long_clickable or node.long_clickable
        self.checkable = self.checkable or node.checkable
        self.scrollable = self.scrollable or node.scrollable
        self.selected = self.selected or node.selected
        self.focused = self.focused or node.focused
        self.password = self.password or node.password
        self.field = self.field or node.password or role == "field"
        self.slider = self.slider or (role == "slider" and node.enabled)

    @property
    def node(self) -> Node:
        """The innermost node that takes the touch."""
        parts = self.parts
        if self.clickable and len(parts) > 1:
            return next(n for n in reversed(parts) if n.clickable)
        return parts[-1]

    @property
    def spoken(self) -> bool:
        """Whether a text or description names it, not only its resource-id."""
        return bool(self.own or self.inner or self.described)


@dataclass(slots=True)
class Found:
    """What a window holds: controls in document order, and texts that belong to no control, with their place."""

    controls: list[Control]
    texts: list[tuple[Rect, str]]


def find(nodes: Sequence[Node], clip: Rect, screen: Screen, *, described: bool = True) -> Found:
    """Finds the controls and the free texts of a window. Nodes without visible area are neither.

    Args:
        nodes: of one window.
        clip: what lies outside of it is not visible.
        screen: as rotated now; its size tells pages from controls.
        described: content-descs of nodes without text count as texts (not so in the system's bars).
    """
    controls, free = _collect(nodes, clip, screen, described)
    _find_overlaps(controls)
    for control in controls:
        naming.read(control)
        control.full_label = naming.label(control, nodes)
        control.role = naming.role(control, screen)
    kept = [c for c in controls if not _is_behind(c, controls, screen)]
    texts = [(rect, text) for rect, text, owner in free if owner is None or text not in owner.full_label]
    texts += [t for c in controls if c.inside for t in _unsaid(c, clip)]
    return Found(kept, texts)


def _collect(
    nodes: Sequence[Node], clip: Rect, screen: Screen, described: bool
) -> tuple[list[Control], list[tuple[Rect, str, Control | None]]]:
    """One walk, parents before children."""
    whole = screen.width * screen.height
    by_rect: dict[Rect, Control] = {}
    around: list[Control | None] = [None]  # by node, one further on: what is around a root stands first
    paths, lists, handles = [""], [False], [False]
    free: list[tuple[Rect, str, Control | None]] = []
    for node in nodes:
        at = node.parent + 1
        outer, in_list = around[at], lists[at]
        own, takes_taps = roles.container(node.class_name, node.resource_id)
        path = own or paths[at]
        paths.append(path)
        lists.append(in_list or node.scrollable or own == "list")
        handles.append(takes_taps and node.enabled)
        rect, visible = _visible(node.bounds, clip)
        control = outer
        if visible and (node.clickable or handles[at] or node.long_clickable or _operable(node, outer, visible, whole)):
            control = _place(node, rect, outer, by_rect, path, in_list)
            control.swallows = control.swallows and not node.scrollable and visible < whole * _LARGE
        elif outer is not None and outer.swallows:
            outer.inside.append(node)
        elif visible and (node.text or node.content_desc):
            text = labels.clean(node.text) or (described and labels.description(node.content_desc))
            if text:
                free.append((rect, text, outer))
        around.append(control)
    controls = list(by_rect.values())
    for control in controls:
        control.panel = _is_panel(control, whole)
    return controls, free


def _find_overlaps(controls: Sequence[Control]) -> None:
    """Adds to a control what is drawn over its middle: later ones lie higher, such as a floating button over a tab."""
    for i, control in enumerate(controls):
        x, y = control.rect.center
        for later in controls[i + 1 :]:
            rect = later.rect
            if rect.left <= x < rect.right and rect.top <= y < rect.bottom and rect not in control.nested:
                common = rect.intersect(control.rect)
                if common != control.rect:
                    control.covers.append(common)


def _operable(node: Node, outer: Control | None, visible: int, whole: int) -> bool:
    role = roles.class_role(node.class_name)
    if node.password or role == "field":
        return True
    if node.checkable or (role == "slider" and node.enabled):
        return outer is None or not outer.swallows
    return node.scrollable and node.enabled and visible >= whole * _SCROLL_SHARE


def _place(
    node: Node, rect: Rect, outer: Control | None, by_rect: dict[Rect, Control], path: str, in_list: bool
) -> Control:
    same = by_rect.get(rect)
    if same is not None:
        same.add(node)
        return same
    control = by_rect[rect] = Control(node, rect, in_list, path, outer)
    ancestor = outer
    while ancestor is not None:
        ancestor.nested.append(rect)
        ancestor = ancestor.parent
    return control


# --- what to leave out, what to say elsewhere ------------------------------------------------------------------------------


def _is_panel(control: Control, whole: int) -> bool:
    """A large container of several controls without a name of its own, outside of any list: a dialog's background."""
    if control.in_list or len(control.nested) <= 1 or control.scrollable or control.checkable:
        return False
    return control.rect.area >= whole * _PANEL and not any(n.text or n.content_desc for n in control.parts)


def _is_behind(control: Control, controls: Sequence[Control], screen: Screen) -> bool:
    """Something that takes touches but is no control to a person, or that a tap would miss because others lie on it."""
    if control.panel or _is_spacer(control, screen):
        return True
    if control.spoken or control.scrollable or control.checkable or control.field:
        return False
    if any(r.contains(*control.rect.center) for r in control.nested):
        return True
    later = controls[controls.index(control) + 1 :]
    return any(control.rect.intersect(c.rect).area > control.rect.area * _HIDDEN for c in later if c.spoken)


def _is_spacer(control: Control, screen: Screen) -> bool:
    """A clickable strip across the screen with nothing on it."""
    if control.full_label or control.inside or control.role not in {"row", "button", "icon"}:
        return False
    return control.rect.height < screen.height * _STRIP and control.rect.width >= screen.width * _FULL_WIDTH


def _unsaid(control: Control, clip: Rect) -> list[tuple[Rect, str]]:
    """Swallowed texts that the label does not hold."""
    unsaid: list[tuple[Rect, str]] = []
    for node in control.inside:
        text = node.text and naming.text_of(node)
        if text and (control.panel or text not in control.full_label):
            rect, area = _visible(node.bounds, clip)
            unsaid += [(rect, text)] if area else []
    return unsaid


def _visible(bounds: Rect, clip: Rect) -> tuple[Rect, int]:
    """The part within the clip, and its area: 0 for empty, inverted and outside bounds. Called for every node."""
    left, top, right, bottom = bounds.left, bounds.top, bounds.right, bounds.bottom
    if left >= right or top >= bottom:
        return bounds, 0
    if left < clip.left or top < clip.top or right > clip.right or bottom > clip.bottom:
        bounds = bounds.intersect(clip)
        return bounds, bounds.area
    return bounds, (right - left) * (bottom - top)
