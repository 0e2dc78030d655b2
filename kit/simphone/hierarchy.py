"""Boxes to uiautomator's XML, byte for byte in the form of AccessibilityNodeInfoDumper (one line, its attribute order).

An empty field shows its hint as text, as TextView tells accessibility; a password shows dots. Characters XML cannot hold
become dots, astral ones decimal references, line breaks `&#10;`; windows' titles are only escaped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from kit.simphone.boxes import Box
from kit.simphone.widgets import Widget

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
_CHECKABLE = frozenset({"switch", "checkbox", "radio"})
_SPECIAL = re.compile(r"[^ !#-%'-;=?-~]")
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\t": ".", "\r": "."}


@dataclass(frozen=True, slots=True)
class Form:
    """How a dump is written: `orders` adds drawing-order and hint (Android 16), `focus` is the focused field's id."""

    package: str
    orders: bool = True
    focus: str = ""


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
        self.parts: list[str] = []

    def shell(self, box: Box, bounds: tuple[int, int, int, int], title: str = "") -> str:
        """The whole window: the decor nodes Android puts around an app's content, then the tree."""
        edges = f"[{bounds[0]},{bounds[1]}][{bounds[2]},{bounds[3]}]"
        self._decor("", edges, 0)
        self._decor("android:id/content", f"[{box.left},{box.top}][{box.right},{box.bottom}]", 1)
        self.node(box, 0)
        self.parts.append("</node></node>")
        return "".join(self.parts)

    def _decor(self, name: str, bounds: str, order: int) -> None:
        tail = f' drawing-order="{order}" hint=""' if self.orders else ""
        self.parts.append(
            f'<node index="0" text="" resource-id="{name}" class="android.widget.FrameLayout" '
            f'package="{self.package}" content-desc="" {_PLAIN} bounds="{bounds}"{tail}>'
        )

    def node(self, box: Box, index: int) -> None:
        """One box and what is in it; a widget without a node takes its whole subtree with it."""
        w = box.widget
        kind = w.kind
        text, desc, flags, naf = self._words(box, w, kind)
        name = f"{self.package}:id/{w.id}" if w.id and ":" not in w.id else w.id
        cls = _CLASSES[kind]
        if kind == "scroll" and any(c.on_tap for c in w.children):
            cls = _RECYCLER
        elif w.style == "key":
            cls = "android.widget.FrameLayout"
        tail = f' drawing-order="{index + 1}" hint="{escape(w.hint) if w.hint else ""}"' if self.orders else ""
        self.parts.append(
            f'<node {naf}index="{index}" text="{text}" resource-id="{name}" class="{cls}" package="{self.package}" '
            f'content-desc="{desc}" {flags} bounds="[{box.left},{box.top}][{box.right},{box.bottom}]"{tail}'
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
        if kind in ("text", "column", "row") and not w.on_tap and not w.on_long and w.enabled and not w.selected:
            return text, desc, _PLAIN, ""
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
        tail = ' drawing-order="1" hint=""' if self.orders else ""
        self.parts.append(
            f'><node index="0" text="{escape(w.text)}" resource-id="" class="android.widget.TextView" '
            f'package="{self.package}" content-desc="" {flags} '
            f'bounds="[{box.left},{box.top}][{box.right},{box.bottom}]"{tail} /></node>'
        )


def _says(w: Widget) -> bool:
    """Whether anything below the widget has words (the dumper's NAF rule looks at descendants too)."""
    return any(c.text or c.desc or _says(c) for c in w.children)


def escape_title(title: str) -> str:
    """A window's title: only escaped, not sanitised."""
    return title.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
