"""Small hierarchies for the tests of this room, in the shape uiautomator prints."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from kit.screen import marks, tree
from kit.types import Mark, Screen

HEAD = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"
PHONE = Screen(width=1080, height=2400)


def node(cls="android.view.View", bounds=(0, 0, 100, 100), *children, pkg="com.x", **attrs) -> str:
    """One node; attribute names with underscores become dashes, True and False become words."""
    left, top, right, bottom = bounds
    given = {k.replace("_", "-"): str(v).lower() if isinstance(v, bool) else v for k, v in attrs.items()}
    values = {
        "text": "", "resource-id": "", "class": cls, "package": pkg, "content-desc": "", "checkable": "false",
        "checked": "false", "clickable": "false", "enabled": "true", "focusable": "false", "focused": "false",
        "scrollable": "false", "long-clickable": "false", "password": "false", "selected": "false",
    } | given | {"bounds": f"[{left},{top}][{right},{bottom}]"}  # fmt: skip
    inside = "".join(f" {name}={quoteattr(str(value))}" for name, value in values.items())
    return f"<node{inside}>{''.join(children)}</node>" if children else f"<node{inside} />"


def dump(*nodes: str, rotation: int = 0) -> str:
    """A legacy dump."""
    return f'{HEAD}<hierarchy rotation="{rotation}">{"".join(nodes)}</hierarchy>'


def window(
    *nodes, kind="TYPE_APPLICATION", layer=0, bounds=(0, 0, 1080, 2400), active=False, title="", inner=""
) -> str:
    """A window of a `--windows` dump; without nodes its root is null."""
    left, top, right, bottom = bounds
    flag = str(active).lower()
    hierarchy = f'<hierarchy rotation="0">{"".join(nodes)}</hierarchy>' if nodes else ""
    return (
        f'<window index="0" title={quoteattr(title)} bounds="[{left},{top}][{right},{bottom}]" active="{flag}" '
        f'focused="{flag}" id="1" layer="{layer}" type="{kind}">{hierarchy}{inner}</window>'
    )


def displays(*windows: str, other: str = "") -> str:
    """A `--windows` dump with display 0 and, when given, display 6."""
    more = f'<display id="6">{other}</display>' if other else ""
    return f'{HEAD}<displays><display id="0">{"".join(windows)}</display>{more}</displays>'


def made(*nodes: str, screen: Screen = PHONE, epoch: int = 12) -> marks.MarkSet:
    """Marks of a legacy dump with one root that fills the screen."""
    root = node("android.widget.FrameLayout", (0, 0, screen.width, screen.height), *nodes)
    return marks.make(tree.parse(dump(root)), screen, epoch)


def only(*nodes: str) -> Mark:
    """The single mark these nodes make."""
    (mark,) = made(*nodes).marks
    return mark
