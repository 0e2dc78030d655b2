"""Nodes of one window -> controls: which nodes can be operated, what they swallow, what they are called. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kit.screen import labels, naming, roles
from kit.types import Node, Rect, Screen

_LARGE = 0.5
"""A clickable container of at least this share of the screen swallows no texts: it is a page, not a control."""
_SCROLL_SHARE = 0.03
_STRIP = 0.05
_PANEL = 0.1
_HIDDEN = 0.7
_FULL_WIDTH = 0.9


@dataclass(slots=True, eq=False)
class Control:
    """A control while it is being put together.

    Attributes:
        parts: the operable nodes with the same bounds, outermost first.
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

    parts: list[Node]
    rect: Rect
    in_list: bool
    path: str
    parent: Control | None = None
    inside: list[Node] = field(default_factory=list[Node])
    nested: list[Rect] = field(default_factory=list[Rect])
    covers: list[Rect] = field(default_factory=list[Rect])
    full_label: str = ""
    role: str = ""
    swallows: bool = True
    panel: bool = False
    own: str = ""
    inner: str = ""
    described: str = ""
    toggle: Node | None = None

    @property
    def node(self) -> Node:
        """The innermost node that takes the touch."""
        return next((n for n in reversed(self.parts) if n.clickable), self.parts[-1])

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
    around: list[Control | None] = []
    paths: list[str] = []
    lists: list[bool] = []
    free: list[tuple[Rect, str, Control | None]] = []
    handles: list[bool] = []
    for node in nodes:
        parent = node.parent
        path = roles.landmark(node.class_name, node.resource_id)
        in_list, row, outer = False, False, None
        lists.append(node.scrollable or path == "list")
        handles.append(_handles_rows(node))
        if parent >= 0:
            path = path or paths[parent]
            in_list, row, outer = lists[parent], handles[parent], around[parent]
            lists[-1] = lists[-1] or in_list
        paths.append(path)
        rect, visible = _visible(node.bounds, clip)
        control = outer
        if visible and (row or node.clickable or node.long_clickable or _operable(node, outer, visible, whole)):
            control = _place(node, rect, outer, by_rect, path, in_list)
            control.swallows = control.swallows and not node.scrollable and visible < whole * _LARGE
        elif outer is not None and outer.swallows:
            outer.inside.append(node)
        elif visible:
            text = labels.clean(node.text) or (described and labels.description(node.content_desc))
            if text:
                free.append((rect, text, outer))
        around.append(control)
    controls = list(by_rect.values())
    for control in controls:
        control.panel = _is_panel(control, whole)
    return controls, free


def _handles_rows(node: Node) -> bool:
    """Whether the children of this node are tapped through it.

    An AdapterView takes its rows' taps itself, so that Android prints them as not clickable.
    """
    name = node.class_name
    return name.endswith(("ListView", "GridView")) and node.enabled and not name.startswith("androidx")


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
        same.parts.append(node)
        return same
    control = Control(parts=[node], rect=rect, in_list=in_list, path=path, parent=outer)
    by_rect[rect] = control
    ancestor = outer
    while ancestor is not None:
        ancestor.nested.append(rect)
        ancestor = ancestor.parent
    return control


# --- what to leave out, what to say elsewhere ------------------------------------------------------------------------------


def _is_panel(control: Control, whole: int) -> bool:
    """A large container of several controls without a name of its own, outside of any list: a dialog's background."""
    if control.in_list or len(control.nested) <= 1 or control.rect.area < whole * _PANEL:
        return False
    return not any(n.text or n.content_desc or n.scrollable or n.checkable for n in control.parts)


def _is_behind(control: Control, controls: Sequence[Control], screen: Screen) -> bool:
    """Something that takes touches but is no control to a person, or that a tap would miss because others lie on it."""
    if control.panel or _is_spacer(control, screen):
        return True
    if control.spoken or any(n.scrollable or n.checkable or roles.editable(n) for n in control.parts):
        return False
    if any(r.contains(*control.rect.center) for r in control.nested):
        return True
    later = controls[controls.index(control) + 1 :]
    return any(control.rect.intersect(c.rect).area > control.rect.area * _HIDDEN for c in later if c.spoken)


def _is_spacer(control: Control, screen: Screen) -> bool:
    """A clickable strip across the screen with nothing on it."""
    flat = control.rect.height < screen.height * _STRIP and control.rect.width >= screen.width * _FULL_WIDTH
    return flat and not control.full_label and not control.inside and control.role in {"row", "button", "icon"}


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
