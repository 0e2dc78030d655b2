"""Widgets to boxes in pixels. Widths come from above, heights from below; a box fully outside its clip does not exist.

A child matches its parent's width and takes its own height, as the widget vocabulary says; weights share what is left.
The numbers (48 dp touch targets, 56 dp floating button, 16 dp margins) are Material's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from kit.simphone import fonts
from kit.simphone.boxes import MOST_LINES, Box, Metrics, fitting, lengths, settle
from kit.simphone.widgets import Widget

SHORT = 4
"""A button in a grid with so few characters is a key of a pad: its text is larger."""
_COMPACT = frozenset({"icon_button", "fab", "switch", "checkbox", "radio", "chip", "progress"})
_MARKS = frozenset({"switch", "checkbox", "radio"})
_GAPPED = frozenset({"button", "chip", "field"})
_SIDES = {"button": 8, "chip": 4, "tab": 4}
"""What is kept free beside a label, dp."""


class Layouter:
    """Places one window's tree. `scrolls` maps a scroll's id to its wanted offset in pixels; clamped ones are written back."""

    def __init__(self, m: Metrics, scrolls: Mapping[str, int]) -> None:
        self.scrolls = scrolls
        self.offsets: dict[str, int] = {}
        self.dp, self.sp, self.sizes, self.fixed = lengths(m)
        self.touch, self.gap = self.dp(48), self.dp(8)

    def run(self, root: Widget, left: int, top: int, right: int, bottom: int, mirror: bool = False) -> Box:
        """The root box over this rectangle, all boxes in screen pixels, the invisible ones gone."""
        box = self.place(root, right - left, bottom - top)
        settle(box, left, top, (left, top, right, bottom), mirror)
        return box

    def place(self, widget: Widget, width: int, height: int | None) -> Box:
        """A box of this width; None takes the height the content needs. Children's x, y are relative to the parent's."""
        if widget.height is not None and height is None:
            height = self.dp(widget.height)
        rule = self.RULES.get(widget.kind)
        if rule is not None:
            return rule(self, widget, width, height)
        return Box(widget, width, height if height is not None else self._own_height(widget), [])

    def _own_height(self, widget: Widget) -> int:
        kind = widget.kind
        if kind == "divider":
            return max(1, self.dp(1))
        if kind == "space":
            return 0
        if kind == "slider":
            return self.touch
        return self.fixed.get(kind, self.touch)

    # --- widths ---------------------------------------------------------------------------------------------------

    def natural(self, widget: Widget) -> int:
        """The width the widget would take on its own."""
        if widget.width is not None:
            return self.dp(widget.width)
        kind = widget.kind
        own = self.fixed.get(kind)
        if own is not None:
            return own + fonts.width(widget.text, self.sp(16)) + self.gap if widget.text and kind in _MARKS else own
        if kind == "text":
            longest = max(widget.text.split("\n"), key=len) if "\n" in widget.text else widget.text
            return fonts.width(longest, self.sizes.get(widget.style, self.sizes["body"])) + 2 * self.dp(widget.pad)
        if kind in ("button", "chip", "tab"):
            side = 24 if kind == "button" else 16
            extra = self.dp(24) if widget.icon else 0
            return max(self.touch, fonts.width(widget.text, self.sp(14)) + 2 * self.dp(side) + extra)
        return self._natural_group(widget)

    def _natural_group(self, widget: Widget) -> int:
        parts = [self.natural(c) for c in widget.children]
        if not parts:
            return 0
        pad = self.dp(widget.pad)
        if widget.kind == "row":
            return sum(parts) + self._gap(widget, pad) * (len(parts) - 1) + 2 * pad
        if widget.kind == "grid":
            return max(parts) * widget.columns + 2 * pad
        return max(parts) + 2 * pad

    def _gap(self, widget: Widget, pad: int) -> int:
        if pad:
            return pad
        for child in widget.children:
            if child.kind in _GAPPED:
                return self.gap
        return 0

    # --- containers -------------------------------------------------------------------------------------------------

    def _column(self, widget: Widget, width: int, height: int | None) -> Box:
        card = widget.kind == "card"
        pad = self.dp(widget.pad or (16 if card else 0))
        inner = width - 2 * pad
        kids: list[Box | None] = []
        used = weights = 0
        for child in widget.children:
            if child.weight and height is not None:
                weights += child.weight
                kids.append(None)
                continue
            box = self._across(child, inner, None, widget.align)
            used += box.h + (2 * box.y)
            kids.append(box)
        room = max(0, (height or 0) - 2 * pad - used)
        placed: list[Box] = []
        y = pad
        for child, kid in zip(widget.children, kids, strict=True):
            box = kid or self._across(child, inner, room * child.weight // weights, widget.align)
            margin = box.y
            box.x += pad
            box.y = y + margin
            y += box.h + 2 * margin
            placed.append(box)
        return Box(widget, width, height if height is not None else y + pad, placed)

    def _across(self, child: Widget, inner: int, height: int | None, align: str, inset: bool = False) -> Box:
        """A column's child: full width, or its own width moved to where `align` says. Its y is its margin for now."""
        if child.kind == "card":
            side = min(self.dp(12), inner // 8)
            box = self.place(child, inner - 2 * side, height)
            box.x, box.y = side, self.dp(6)
            return box
        compact = child.kind in _COMPACT and not (child.text and child.kind in _MARKS)
        if inset and _wordy(child):
            side = self.dp(16)
            box = self.place(child, inner - 2 * side, height)
            box.x = side
            return box
        own = child.width is not None or compact or (align != "start" and child.kind in ("button", "image"))
        if not own:
            return self.place(child, inner, height)
        width = min(inner, self.natural(child))
        box = self.place(child, width, height)
        if align != "start":
            box.x = (inner - width) // (2 if align == "center" else 1)
        return box

    def _row(self, widget: Widget, width: int, height: int | None) -> Box:
        children = widget.children
        pad = self.dp(widget.pad)
        gap = self._gap(widget, pad)
        lead = self.gap if widget.id == "toolbar" and children and children[0].kind == "text" else 0
        inner = width - 2 * pad - gap * (len(children) - 1) - lead
        widths = self._shares(children, inner)
        kids = [self.place(c, w, None) for c, w in zip(children, widths, strict=True)]
        tallest = max((k.h for k in kids), default=0)
        if height is None:
            least = self.touch if widget.on_tap else 0
            height = max(tallest + 2 * pad, least)
        x = pad + lead + self._shift(widget.align, inner - sum(widths))
        for kid in kids:
            kid.x = x
            kid.y = max(0, (height - kid.h) // 2)
            x += kid.w + gap
        return Box(widget, width, height, kids)

    def _shares(self, children: tuple[Widget, ...], inner: int) -> list[int]:
        weights = 0
        widths: list[int] = []
        for child in children:
            weights += child.weight
            widths.append(0 if child.weight else self.natural(child))
        over = sum(widths) - (inner - (self.touch * 2 if weights else 0))
        if over > 0:
            over -= self._tighten(children, widths, over)
        while over > 0 and widths and max(widths) > self.touch:
            widest = widths.index(max(widths))
            cut = min(over, widths[widest] - self.touch)
            widths[widest] -= cut
            over -= cut
        if weights:
            room = max(0, inner - sum(widths))
            widths = [room * c.weight // weights if c.weight else w for c, w in zip(children, widths, strict=True)]
        return widths

    def _tighten(self, children: tuple[Widget, ...], widths: list[int], over: int) -> int:
        """Takes from the room beside the labels of chips, alike from each; how much that gave."""
        chips = [n for n, c in enumerate(children) if c.kind == "chip" and not c.weight]
        share = min(self.dp(20), -(-over // max(1, len(chips))))
        for n in chips:
            widths[n] -= share
        return share * len(chips)

    @staticmethod
    def _shift(align: str, spare: int) -> int:
        if spare <= 0 or align == "start":
            return 0
        return spare // 2 if align == "center" else spare

    def _frame(self, widget: Widget, width: int, height: int | None) -> Box:
        pad = self.dp(widget.pad)
        tall = None if height is None else height - 2 * pad
        kids = [
            self._across(c, width - 2 * pad, None if c.kind in _COMPACT else tall, widget.align)
            for c in widget.children
            if not c.pinned
        ]
        if height is None:
            height = max((k.h for k in kids), default=0) + 2 * pad
        for kid in kids:
            kid.x, kid.y = kid.x + pad, pad
        kids += [self._pinned(c, width, height) for c in widget.children if c.pinned]
        return Box(widget, width, height, kids)

    def _pinned(self, child: Widget, width: int, height: int) -> Box:
        if child.kind != "fab":
            return self.place(child, width, height)
        side, margin = self.fixed["fab"], self.dp(16)
        box = self.place(child, side, side)
        box.x, box.y = width - side - margin, height - side - margin
        return box

    def _canvas(self, widget: Widget, width: int, height: int | None) -> Box:
        return self._frame(widget, width, height if height is not None else self.dp(240))

    def _scroll(self, widget: Widget, width: int, height: int | None) -> Box:
        pad = self.dp(widget.pad)
        kids: list[Box] = []
        y = pad
        for child in widget.children:
            box = self._across(child, width - 2 * pad, None, widget.align, not pad)
            margin = box.y
            box.x += pad
            box.y = y + margin
            y += box.h + 2 * margin
            kids.append(box)
        total = y + pad
        if height is None:
            return Box(widget, width, total, kids)
        offset = max(0, min(self.scrolls.get(widget.id, 0), total - height))
        if offset:
            for box in kids:
                box.y -= offset
        self.offsets[widget.id] = offset
        whole = Box(widget, width, height, kids)
        whole.content = total
        return whole

    def _grid(self, widget: Widget, width: int, height: int | None) -> Box:
        pad, columns = self.dp(widget.pad), max(1, widget.columns)
        inner = width - 2 * pad
        rows = -(-len(widget.children) // columns)
        cell_height = (height - 2 * pad) // rows if height is not None and rows else None
        kids: list[Box] = []
        y = pad
        for start in range(0, len(widget.children), columns):
            line: list[Box] = []
            for n, child in enumerate(widget.children[start : start + columns]):
                left, right = inner * n // columns, inner * (n + 1) // columns
                side = self.gap // 2 if child.kind == "chip" else 0
                box = self.place(child, right - left - 2 * side, cell_height)
                box.x, box.y = pad + left + side, y
                line.append(box)
            tall = max(b.h for b in line)
            for box in line:
                box.h = tall
                if box.widget.kind == "button" and _is_key(box.widget.text):
                    box.size = fitting(box.widget.text, self.sp(20), box.w - 2 * self.gap, self.sp(10))
            y += tall
            kids += line
        return Box(widget, width, height if height is not None else y + pad, kids)

    # --- leaves ---------------------------------------------------------------------------------------------------

    def _text(self, widget: Widget, width: int, height: int | None) -> Box:
        style = widget.style
        size = self.sizes.get(style) or self.sizes["body"]
        pad = self.dp(widget.pad)
        if style == "headline":
            size = fitting(widget.text, size, width - 2 * pad, size * 3 // 4)
        lines = fonts.wrap(widget.text, size, max(1, width - 2 * pad), MOST_LINES.get(style, 0))
        tall = height if height is not None else len(lines) * (size * 27 // 20) + 2 * pad
        return Box(widget, width, tall, [], lines, size)

    def _field(self, widget: Widget, width: int, height: int | None) -> Box:
        size = self.sp(16)
        shown = widget.text or widget.hint
        if widget.input == "password" and widget.text:
            shown = "•" * len(widget.text)
        room = max(1, width - 2 * self.dp(16) - (self.dp(32) if widget.icon else 0))
        if widget.input == "multiline":
            lines = fonts.wrap(shown, size, room)
            tall = max(2, len(lines)) * (size * 27 // 20) + self.dp(32)
        else:
            lines, tall = (shown,), self.dp(32) + size * 27 // 20
        return Box(widget, width, height if height is not None else tall, [], lines, size)

    def _label(self, widget: Widget, width: int, height: int | None) -> Box:
        full = self.sp(14)
        side = 2 if widget.style == "key" else 44 if widget.icon else _SIDES[widget.kind]
        size = fitting(widget.text, full, width - 2 * self.dp(side), full * 3 // 4)
        return Box(widget, width, height if height is not None else max(self.touch, full * 2), [], (widget.text,), size)

    RULES: ClassVar[dict[str, Callable[[Layouter, Widget, int, int | None], Box]]] = {
        "column": _column, "card": _column, "row": _row, "frame": _frame, "canvas": _canvas, "scroll": _scroll,
        "web": _scroll, "grid": _grid, "text": _text, "field": _field, "button": _label, "chip": _label, "tab": _label,
    }  # fmt: skip
    """How each kind is placed; the others have no say."""


def _is_key(label: str) -> bool:
    """A digit, a sign or "DEL": not a short word of a script that needs few letters."""
    return len(label) == 1 or (len(label) <= SHORT and label.isascii())


def _wordy(widget: Widget) -> bool:
    """A bare text, or a plain group of texts: in a list without padding it keeps off the screen's edge."""
    if widget.kind == "text":
        return not widget.pad and widget.style != "app"
    plain = widget.kind in ("column", "row") and not widget.pad and widget.on_tap is None
    return plain and bool(widget.children) and all(c.kind == "text" for c in widget.children)
