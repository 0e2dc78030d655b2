"""Boxes to uiautomator's XML, byte for byte in the form of AccessibilityNodeInfoDumper (one line, its attribute order).

What a release and a maker change is in `Form`: until Android 15 a node ends with its bounds, Huawei's dumper of those
releases adds `xpos`, from Android 16 on drawing order and hint follow; until Android 12 bounds end above the gesture area
(sources: the collected dumps, whose drawing-order is of Android 16 phones only, and AOSP's dumper).

An empty field shows its hint as text, as TextView tells accessibility; a password shows dots. Characters XML cannot hold
become dots, astral ones decimal references, line breaks `&#10;`; windows' titles are only escaped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kit.simphone import vendors
from kit.simphone.boxes import Box
from kit.simphone.widgets import Widget
from kit.simphone.win import BAR_DP, Win

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>"

_CLASSES = {
    "column": "android.widget.LinearLayout", "row": "android.widget.LinearLayout", "frame": "android.widget.FrameLayout",
    "grid": "android.widget.GridView", "card": "android.widget.FrameLayout", "web": "android.webkit.WebView",
    "text": "android.widget.TextView", "button": "android.widget.Button", "icon_button": "android.widget.ImageButton",
    "image": "android.widget.ImageView", "switch": "android.widget.Switch", "checkbox": "android.widget.CheckBox",
    "radio": "android.widget.RadioButton", "field": "android.widget.EditText", "slider": "android.widget.SeekBar",
    "progress": "android.widget.ProgressBar", "chip": "android.widget.Button", "fab": "android.widget.ImageButton",
    "tab": "android.widget.LinearLayout", "divider": "android.view.View", "space": "android.view.View",
    "canvas": "android.view.View", "scroll": "android.widget.ScrollView",
}  # fmt: skip
_RECYCLER = "androidx.recyclerview.widget.RecyclerView"
_SILENT = frozenset({"text", "column", "row"})
"""Kinds that answer nothing by themselves."""
_CHECKABLE = frozenset({"switch", "checkbox", "radio"})
_SPECIAL = re.compile(r"[^ !#-%'-;=?-~]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": ".", "\r": "."}


@dataclass(frozen=True, slots=True)
class Form:
    """How a dump is written.

    Attributes:
        package: of the window.
        orders: drawing-order and hint are written (Android 16).
        focus: the focused field's id; empty for none.
        tail: a maker's last attribute, where `orders` is off.
        floor: pixel at which bounds end; 0 for the screen's own end.
        permission_ids: package in the permission window's resource ids.
    """

    package: str
    orders: bool = True
    focus: str = ""
    tail: str = ""
    floor: int = 0
    permission_ids: str = vendors.PERMISSION_PACKAGE

    @classmethod
    def of(cls, phone: Phone, package: str, focus: str = "") -> Form:
        """As this phone's release and maker write a window of this package."""
        maker, api = vendors.of(phone.profile), phone.profile.api
        orders = api >= vendors.ORDERS_API
        floor = 0 if api >= vendors.REAL_SIZE_API else phone.size[1] - phone.metrics.dp(BAR_DP)
        return cls(package, orders, focus, "" if orders else maker.tail, floor, maker.permission_ids)


def nodes(phone: Phone, win: Win) -> str:
    """A laid-out window's XML nodes, written once per change."""
    focus = phone.core.system.focus
    focused = focus.field if focus is not None and focus.owner == win.owner else ""
    if win.xml and not focused:
        return win.xml
    assert win.box is not None
    xml = Writer(Form.of(phone, win.package, focused)).shell(win.box, win.bounds)
    if not focused:
        win.xml = xml
        phone.laid[win.key] = (*phone.laid[win.key][:4], xml)
    return xml


def escape(text: str) -> str:
    """Attribute text as the dumper writes it."""
    return _SPECIAL.sub(_replace, text) if _SPECIAL.search(text) else text


def _replace(match: re.Match[str]) -> str:
    char = match.group()
    known = _ESCAPES.get(char)
    if known is not None:
        return known
    code = ord(char)
    if code > 0xFFFF:
        return f"&#{code};"
    if code < 0x20 or 0x7F <= code <= 0x84 or 0x86 <= code <= 0x9F or 0xD800 <= code <= 0xDFFF or code >= 0xFDD0:
        return char if 0xFDF0 <= code <= 0xFFFD else "."
    return char


@lru_cache(maxsize=1024)
def _flags(
    checkable: bool, checked: bool, clickable: bool, enabled: bool, focusable: bool,
    focused: bool, scrollable: bool, long: bool, password: bool, selected: bool,
) -> str:  # fmt: skip
    names = (
        "checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long-clickable",
        "password", "selected",
    )  # fmt: skip
    values = (checkable, checked, clickable, enabled, focusable, focused, scrollable, long, password, selected)
    return " ".join(f'{n}="{"true" if v else "false"}"' for n, v in zip(names, values, strict=True))


_PLAIN = _flags(False, False, False, True, False, False, False, False, False, False)


class Writer:
    """Writes one window's nodes."""

    def __init__(self, form: Form) -> None:
        self.package = escape(form.package)
        self.orders = form.orders
        self.focus = form.focus
        self.floor = form.floor
        self.tail = form.tail
        self.own_ids = form.permission_ids
        self.parts: list[str] = []

    def shell(self, box: Box, bounds: tuple[int, int, int, int], title: str = "") -> str:
        """The whole window: the decor nodes Android puts around an app's content, then the tree."""
        left, top, right, bottom = bounds
        self._decor("", f"[{left},{top}][{right},{self._end(top, bottom)}]", 0)
        self._decor("android:id/content", f"[{box.left},{box.top}][{box.right},{self._end(box.top, box.bottom)}]", 1)
        self.node(box, 0)
        self.parts.append("</node></node>")
        return "".join(self.parts)

    def _end(self, top: int, bottom: int) -> int:
        """Where bounds end: Android's Rect.intersect leaves alone what lies below the floor altogether."""
        return self.floor if self.floor and top < self.floor < bottom else bottom

    def _last(self, order: int, hint: str = "") -> str:
        """The attributes after the bounds."""
        return f' drawing-order="{order}" hint="{escape(hint) if hint else ""}"' if self.orders else self.tail

    def _name(self, id: str) -> str:
        """A resource id with its package; the permission window's is the maker's."""
        if not id or ":" not in id:
            return f"{self.package}:id/{id}" if id else ""
        package, _, name = id.partition(":")
        return f"{self.own_ids}:{name}" if package == vendors.PERMISSION_PACKAGE else id

    def _decor(self, name: str, bounds: str, order: int) -> None:
        self.parts.append(
            f'<node index="0" text="" resource-id="{name}" class="android.widget.FrameLayout" '
            f'package="{self.package}" content-desc="" {_PLAIN} bounds="{bounds}"{self._last(order)}>'
        )

    def node(self, box: Box, index: int) -> None:
        """One box and what is in it; a widget without a node takes its whole subtree with it."""
        w = box.widget
        kind = w.kind
        if kind in _SILENT and not w.on_tap and not w.on_long and w.enabled and not w.selected and w.style != "key":
            text, desc, flags, naf = w.text and escape(w.text), w.desc and escape(w.desc), _PLAIN, ""
        else:
            text, desc, flags, naf = self._words(box, w, kind)
        name = w.id and self._name(w.id)
        cls = _CLASSES[kind]
        if kind == "scroll" and any(c.on_tap for c in w.children):
            cls = _RECYCLER
        elif w.style == "key":
            cls = "android.widget.FrameLayout"
        bottom = self._end(box.top, box.bottom) if self.floor else box.bottom
        last = f' drawing-order="{index + 1}" hint=""' if self.orders and not w.hint else self._last(index + 1, w.hint)
        self.parts.append(
            f'<node {naf}index="{index}" text="{text}" resource-id="{name}" class="{cls}" package="{self.package}" '
            f'content-desc="{desc}" {flags} bounds="[{box.left},{box.top}][{box.right},{bottom}]"{last}'
        )
        if kind == "tab":
            self._tab_label(box, w)
            return
        kids = box.kids
        if not kids:
            self.parts.append(" />")
            return
        self.parts.append(">")
        n = 0
        for kid in kids:
            if not kid.widget.no_node:
                self.node(kid, n)
                n += 1
        self.parts.append("</node>")

    def _words(self, box: Box, w: Widget, kind: str) -> tuple[str, str, str, str]:
        """Text, description, flags, and the NAF mark of something clickable that says nothing."""
        text = escape(w.text) if w.text else ""
        desc = escape(w.desc) if w.desc else ""
        if w.style == "key" or kind == "tab":
            text, desc = "", desc or text
        if kind == "field":
            return self._field_words(w, text, desc)
        if kind == "slider":
            text = f"{w.value}.0"
        clickable = w.on_tap is not None
        flags = _flags(
            kind in _CHECKABLE, bool(w.checked) and kind in _CHECKABLE, clickable, w.enabled,
            clickable or kind in ("slider", "web") or box.scrolls, False, box.scrolls, w.on_long is not None, False, w.selected,
        )  # fmt: skip
        mute = clickable and w.enabled and not text and not desc and not _says(w)
        return text, desc, flags, 'NAF="true" ' if mute else ""

    def _field_words(self, w: Widget, text: str, desc: str) -> tuple[str, str, str, str]:
        secret = w.input == "password"
        if secret and w.text:
            text = "•" * len(w.text)
        on = w.enabled
        focused = bool(self.focus) and self.focus == w.id
        flags = _flags(False, False, on, on, on, focused, False, on, secret, w.selected)
        return text or escape(w.hint), desc, flags, ""

    def _tab_label(self, box: Box, w: Widget) -> None:
        flags = _flags(False, False, False, True, False, False, False, False, False, w.selected)
        self.parts.append(
            f'><node index="0" text="{escape(w.text)}" resource-id="" class="android.widget.TextView" '
            f'package="{self.package}" content-desc="" {flags} '
            f'bounds="[{box.left},{box.top}][{box.right},{self._end(box.top, box.bottom)}]"{self._last(1)} /></node>'
        )


def _says(w: Widget) -> bool:
    """Whether anything below the widget has words (the dumper's NAF rule looks at descendants too)."""
    return any(c.text or c.desc or _says(c) for c in w.children)


def escape_title(title: str) -> str:
    """A window's title: only escaped, not sanitised."""
    return title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
