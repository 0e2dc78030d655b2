"""Nodes of one window -> controls: which nodes can be operated, what they swallow, what they are called. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kit.screen import labels, roles
from kit.types import Node, Rect, Screen, Window

_LARGE = 0.5
"""A clickable container of at least this share of the screen swallows no texts: it is a page, not a control."""
_SCROLL_SHARE = 0.03
_WIDE = 0.6
_ICON_SHARE = 0.03
_ONOFF = frozenset({"on", "off", "开启", "关闭", "开", "关"})
_TITLE_WORDS = ("title", "name", "subject", "headline")
_STRIP = 0.05
_PANEL = 0.2
_HIDDEN = 0.7
_FULL_WIDTH = 0.9
_ROW_LEVELS = 3
_ROW_TEXTS = 3
_SCROLLERS = frozenset({"list", "web", "pager"})


@dataclass(slots=True, eq=False)
class Control:
    """A control while it is being put together.

    Attributes:
        parts: the operable nodes with the same bounds, outermost first.
        rect: the visible part of the bounds, pixels.
        inside: nodes it swallows (descendants that cannot be operated), document order.
        nested: visible rectangles of other controls within it.
        parent: the control around it.
        swallows: whether texts inside it belong to its label (a page or a scroller has too many).
        panel: it is only the background of other controls.
    """

    parts: list[Node]
    rect: Rect
    in_list: bool
    path: str
    parent: Control | None = None
    inside: list[Node] = field(default_factory=list[Node])
    nested: list[Rect] = field(default_factory=list[Rect])
    full_label: str = ""
    role: str = ""
    swallows: bool = True
    panel: bool = False

    @property
    def node(self) -> Node:
        """The innermost node that takes the touch."""
        return next((n for n in reversed(self.parts) if n.clickable), self.parts[-1])

    @property
    def spoken(self) -> bool:
        """Whether a text or description names it, not only its resource-id."""
        return bool(_own_text(self) or _inner_text(self) or _description(self))

    @property
    def toggle(self) -> Node | None:
        """The node whose state is the control's state."""
        own = next((n for n in reversed(self.parts) if roles.is_toggle(n)), None)
        return own or next((n for n in self.inside if roles.is_toggle(n)), None)


@dataclass(slots=True)
class Found:
    """What a window holds: controls in document order, and texts that belong to no control, with their place."""

    controls: list[Control]
    texts: list[tuple[Rect, str]]


def find(window: Window, screen: Screen) -> Found:
    """Finds the controls and the free texts of a window. Nodes without visible area are neither."""
    clip = Rect(0, 0, screen.width, screen.height)
    if window.real and window.bounds.area:
        clip = clip.intersect(window.bounds)
    controls, free = _collect(window.nodes, clip, screen)
    for control in controls:
        control.full_label = _label(control, window.nodes)
        control.role = _role(control, screen)
    kept = [c for c in controls if not _is_behind(c, controls, screen)]
    texts = [(rect, text) for rect, text, owner in free if owner is None or text not in owner.full_label]
    texts += [t for c in controls if c.inside for t in _unsaid(c, clip)]
    return Found(kept, texts)


def _collect(
    nodes: Sequence[Node], clip: Rect, screen: Screen
) -> tuple[list[Control], list[tuple[Rect, str, Control | None]]]:
    """One walk, parents before children."""
    whole = screen.width * screen.height
    by_rect: dict[Rect, Control] = {}
    around: list[Control | None] = []
    paths: list[str] = []
    lists: list[bool] = []
    free: list[tuple[Rect, str, Control | None]] = []
    for node in nodes:
        top = node.parent < 0
        own_path = roles.landmark(node.class_name, node.resource_id)
        paths.append(own_path or ("" if top else paths[node.parent]))
        lists.append((not top and lists[node.parent]) or node.scrollable or own_path == "list")
        outer = None if top else around[node.parent]
        rect = node.bounds.intersect(clip) if node.bounds.area else node.bounds
        visible = rect.area
        control = outer
        if visible and _operable(node, visible, whole):
            control = _place(node, rect, outer, by_rect, paths[-1], not top and lists[node.parent])
            control.swallows = control.swallows and not node.scrollable and visible < whole * _LARGE
        elif outer is not None and outer.swallows:
            outer.inside.append(node)
        else:
            text = labels.clean(node.text) or labels.description(node.content_desc)
            if visible and text:
                free.append((rect, text, outer))
        around.append(control)
    controls = list(by_rect.values())
    for control in controls:
        control.panel = _is_panel(control, whole)
    return controls, free


def _operable(node: Node, visible: int, whole: int) -> bool:
    if node.clickable or node.long_clickable or node.checkable or roles.editable(node):
        return True
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


# --- names ---------------------------------------------------------------------------------------------------------------


def _label(control: Control, nodes: Sequence[Node]) -> str:
    if any(roles.editable(n) for n in control.parts):
        return _field_label(control)
    own, inner, described = _own_text(control), _inner_text(control), _description(control)
    if own:
        return own
    if described and labels.is_badge(inner):
        return described
    if inner or described:
        return inner or described
    return (_has_value(control.parts[0]) and _beside(control.parts[0], nodes)) or _words(control)


def _field_label(control: Control) -> str:
    """A field's text is its value; it names the field only when nothing else does."""
    hint = next((labels.clean(n.hint) for n in control.parts if n.hint), "")
    described = next((labels.description(n.content_desc) for n in control.parts if n.content_desc), "")
    named = hint or described or _inner_text(control)
    if any(n.password for n in control.parts):
        return named or _words(control) or "password"
    return named or _own_text(control) or _words(control)


def _has_value(node: Node) -> bool:
    return roles.is_toggle(node) or roles.class_role(node.class_name) == "slider"


def _beside(node: Node, nodes: Sequence[Node]) -> str:
    """The name of the row a bare toggle or slider stands in: few texts, and no other toggle, under a near ancestor."""
    for _ in range(_ROW_LEVELS):
        if node.parent < 0:
            return ""
        node = nodes[node.parent]
        end = next((n.index for n in nodes[node.index + 1 :] if n.depth <= node.depth), len(nodes))
        within = nodes[node.index : end]
        if sum(_has_value(n) for n in within) > 1:
            return ""
        texts = [t for n in within if not roles.editable(n) and (t := _text(n))]
        if texts:
            return labels.join(texts) if len(texts) <= _ROW_TEXTS else ""
    return ""


def _own_text(control: Control) -> str:
    return next((t for n in reversed(control.parts) if (t := _text(n))), "")


def _text(node: Node) -> str:
    text = labels.clean(node.text)
    return "" if text and roles.is_toggle(node) and text.casefold() in _ONOFF else text


def _inner_text(control: Control) -> str:
    """Texts of the swallowed nodes: titles first, counts and times last.

    Nodes without area count only when nothing else names the control (clipped tab bars keep their words there).
    """
    texts = [(n, t) for n in control.inside if (t := _text(n))]
    if not texts:
        return ""
    seen = [pair for pair in texts if pair[0].bounds.area]
    if all(labels.is_badge(t) for _, t in seen):
        seen = texts
    seen.sort(key=lambda pair: (labels.is_badge(pair[1]), not _is_title(pair[0])))
    return labels.join(t for _, t in seen)


def _is_title(node: Node) -> bool:
    entry = node.resource_id.rsplit("/", 1)[-1].lower()
    return any(word in entry for word in _TITLE_WORDS) and "sub" not in entry.replace("subject", "")


def _description(control: Control) -> str:
    own = next((d for n in reversed(control.parts) if (d := labels.description(n.content_desc))), "")
    return own or labels.join(labels.description(n.content_desc) for n in control.inside)


def _words(control: Control) -> str:
    named = [*reversed(control.parts), *control.inside]
    found = next((w for n in named if (w := labels.words(n.resource_id))), "")
    return found or next((w for n in named if (w := labels.words(n.content_desc))), "")


def _role(control: Control, screen: Screen) -> str:
    own = [roles.class_role(n.class_name) for n in control.parts]
    if any(roles.editable(n) for n in control.parts):
        return "field"
    if control.toggle is not None:
        return roles.toggle_role(control.toggle)
    if any(n.scrollable for n in control.parts):
        return next((r for r in reversed(own) if r in _SCROLLERS), "list")
    specific = next((r for r in reversed(own) if r in {"slider", "dropdown", "tab"}), "")
    if specific or control.path == "tabs":
        return specific or "tab"
    return _button_role(control, own, screen)


def _button_role(control: Control, own: list[str], screen: Screen) -> str:
    named = next((r for r in reversed(own) if r in {"button", "icon", "image", "text", "web"}), "")
    small = control.rect.area < screen.width * screen.height * _ICON_SHARE
    if named == "text":
        return "button"
    if named == "image":
        return "icon" if small else "image"
    if named:
        return named
    if control.rect.width >= screen.width * _WIDE and control.in_list:
        return "row"
    if _own_text(control) or _inner_text(control) or not small:
        return "button"
    return "icon"


# --- what to leave out, what to say elsewhere ------------------------------------------------------------------------------


def _is_panel(control: Control, whole: int) -> bool:
    """A large container of several controls without a name of its own, outside of any list: a dialog's background."""
    large = control.rect.area >= whole * _PANEL and len(control.nested) > 1 and not control.in_list
    return large and not any(n.text or n.content_desc or n.scrollable or n.checkable for n in control.parts)


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
    return flat and not control.full_label and not control.inside and control.role in {"row", "button"}


def _unsaid(control: Control, clip: Rect) -> list[tuple[Rect, str]]:
    """Swallowed texts that the label does not hold."""
    unsaid: list[tuple[Rect, str]] = []
    for node in control.inside:
        rect = node.bounds.intersect(clip) if node.bounds.area else node.bounds
        text = _text(node)
        if text and rect.area and (control.panel or text not in control.full_label):
            unsaid.append((rect, text))
    return unsaid
