"""What a control is called and what kind of thing it is. Pure; the rules for single texts are in `kit.screen.labels`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kit.screen import labels, roles
from kit.types import Node, Screen

if TYPE_CHECKING:
    from kit.screen.controls import Control

_ONOFF = frozenset({"on", "off", "开启", "关闭", "开", "关"})
_TITLE_WORDS = ("title", "name", "subject", "headline")
_ROW_LEVELS = 3
_ROW_TEXTS = 3
_WIDE = 0.6
_ICON_SHARE = 0.03
_SCROLLERS = frozenset({"list", "web", "pager"})
_SPECIFIC = frozenset({"dropdown", "tab"})
_NAMED = frozenset({"button", "icon", "image", "text", "web"})


def read(control: Control) -> None:
    """Notes the control's texts and its toggle, which name, role and states are made of."""
    own = described = ""
    toggle: Node | None = None
    for node in reversed(control.parts):  # innermost first
        own = own or (node.text and text_of(node))
        described = described or (node.content_desc and labels.description(node.content_desc))
        if toggle is None and roles.is_toggle(node):
            toggle = node
    inside = control.inside
    if inside:
        control.inner = inner_text(control)
        described = described or labels.join(labels.description(n.content_desc) for n in inside if n.content_desc)
        toggle = toggle or next((n for n in inside if roles.is_toggle(n)), None)
    control.own, control.described, control.toggle = own, described, toggle


def label(control: Control, nodes: Sequence[Node]) -> str:
    """The whole label: text, then description, then the row a bare toggle stands in, then words of the id; may be empty."""
    if control.field:
        return _field_label(control)
    if control.slider:
        return _slider_label(control, nodes)
    inner, described = control.inner, control.described
    if control.own:
        return control.own
    if described and labels.is_thin(inner):
        return described
    if inner or described:
        return inner or described
    return (_has_value(control.parts[0]) and _beside(control.parts[0], nodes)) or _words(control)


def _slider_label(control: Control, nodes: Sequence[Node]) -> str:
    """A slider's text is its value, too."""
    return control.described or control.inner or _beside(control.parts[0], nodes) or _words(control)


def _field_label(control: Control) -> str:
    """A field's text is its value; it names the field only when nothing else does."""
    hint = next((labels.clean(n.hint) for n in control.parts if n.hint), "")
    described = next((labels.description(n.content_desc) for n in control.parts if n.content_desc), "")
    named = hint or described or control.inner
    if control.password:
        return named or _words(control) or "password"
    return named or control.own or _words(control)


def is_slider(node: Node) -> bool:
    """Whether the node is a slider that can be moved."""
    return node.enabled and roles.class_role(node.class_name) == "slider"


def value(control: Control) -> str:
    """The text of a field or the position of a slider, where the label is something else; never that of a password."""
    if control.role not in {"field", "slider"} or control.password:
        return ""
    text = next((t for n in control.parts if (t := labels.clean(n.text))), "")
    hints = {labels.clean(n.hint) for n in control.parts}
    return "" if text == control.full_label or text in hints else text


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
        texts = [t for n in within if not roles.editable(n) and not _has_value(n) and (t := text_of(n))]
        if texts:
            return labels.join(texts) if len(texts) <= _ROW_TEXTS else ""
    return ""


def text_of(node: Node) -> str:
    """A node's cleaned text; the ON or OFF written on a toggle is its state, not a text."""
    text = labels.clean(node.text)
    return "" if text and roles.is_toggle(node) and text.casefold() in _ONOFF else text


def inner_text(control: Control) -> str:
    """Texts of the swallowed nodes: titles first, counts last.

    Nodes without area count only when nothing else names the control (clipped tab bars keep their words there).
    """
    texts = [(n, t) for n in control.inside if n.text and (t := text_of(n))]
    if not texts:
        return ""
    seen = [pair for pair in texts if pair[0].bounds.area]
    if all(labels.is_count(t) for _, t in seen):
        seen = texts
    seen.sort(key=lambda pair: (labels.is_count(pair[1]), not _is_title(pair[0])))
    return labels.join(t for _, t in seen)


def _is_title(node: Node) -> bool:
    entry = node.resource_id.rsplit("/", 1)[-1].lower()
    return any(word in entry for word in _TITLE_WORDS) and "sub" not in entry.replace("subject", "")


def _words(control: Control) -> str:
    named = [*reversed(control.parts), *control.inside]
    found = next((w for n in named if (w := labels.words(n.resource_id))), "")
    return found or next((w for n in named if (w := labels.words(n.content_desc))), "")


def role(control: Control, screen: Screen) -> str:
    """The role word; see `kit.types.Mark.role`."""
    if control.field:
        return "field"
    if control.toggle is not None:
        return roles.toggle_role(control.toggle)
    own = [roles.class_role(n.class_name) for n in reversed(control.parts)]
    if "slider" in own:
        return "slider"
    if control.scrollable:
        return next((r for r in own if r in _SCROLLERS), "list")
    specific = next((r for r in own if r in _SPECIFIC), "")
    if specific or control.path == "tabs":
        return specific or "tab"
    return _button_role(control, own, screen)


def _button_role(control: Control, own: list[str], screen: Screen) -> str:
    named = next((r for r in own if r in _NAMED), "")
    if named == "text":
        return "button"
    if named == "image":
        return "icon" if _is_small(control, screen) else "image"
    if named:
        return named
    if control.in_list and control.rect.width >= screen.width * _WIDE:
        return "row"
    return "button" if control.own or control.inner or not _is_small(control, screen) else "icon"


def _is_small(control: Control, screen: Screen) -> bool:
    return control.rect.area < screen.width * screen.height * _ICON_SHARE
