"""How each kind of widget looks."""

from __future__ import annotations

from collections.abc import Callable

from kit.simphone import fonts
from kit.simphone.boxes import Box
from kit.simphone.draw import drawing
from kit.simphone.draw.brush import WHITE, Brush, lines
from kit.simphone.draw.canvas import Canvas
from kit.simphone.draw.painters_controls import checkbox, field, progress, radio, slider, switch
from kit.simphone.draw.palette import on


def group(b: Brush, c: Canvas, box: Box) -> None:
    """Rows, columns, frames: a background when they have a colour or are selected."""
    w = box.widget
    if w.selected:
        c.fill(box.left, box.top, box.right, box.bottom, b.color("tint"))
    elif w.color and w.color not in ("dialog",):
        if w.kind == "frame" and w.on_tap is not None:
            c.rounded(box.x, box.y, box.x + box.w, box.y + box.h, b.m.dp(12), b.color(w.color))
        elif w.kind in ("row", "column", "frame") and w.pad and w.color.startswith("#"):
            c.rounded(box.x, box.y, box.x + box.w, box.y + box.h, b.m.dp(16), b.color(w.color))
        else:
            c.fill(box.left, box.top, box.right, box.bottom, b.color(w.color))


def card(b: Brush, c: Canvas, box: Box) -> None:
    """A raised column."""
    shade = b.color(box.widget.color or ("tint" if box.widget.selected else "container"))
    c.rounded(box.x, box.y, box.x + box.w, box.y + box.h, b.m.dp(14), shade)


def text(b: Brush, c: Canvas, box: Box) -> None:
    """A text; styles "app" (launcher icon) and "search" (launcher pill) have a shape of their own."""
    w = box.widget
    if w.style == "app":
        _app(b, c, box)
        return
    if w.style == "search":
        c.rounded(box.x, box.y, box.x + box.w, box.y + box.h, box.h // 2, b.color("surface"))
        c.glyph(b.at(box, box.x + b.m.dp(28)), box.y + box.h // 2, "search", b.m.dp(22), b.color("muted"))
        plain = Brush(b.m, b.dark, mirror=b.mirror)
        lines(plain, c, box, b.color("muted"), "start", b.m.dp(56))
        return
    name = w.color or ("muted" if w.style in ("caption", "tiny") else "text")
    lines(b, c, box, b.ink(w.enabled, name), w.align, b.m.dp(w.pad))


def _app(b: Brush, c: Canvas, box: Box) -> None:
    w = box.widget
    side = b.m.dp(54)
    x, y = box.x + box.w // 2, box.y + b.m.dp(8) + side // 2
    shade = b.color(w.color or "primary")
    c.disc(x, y, side // 2, shade)
    c.glyph(x, y, w.icon, b.m.dp(28), on(shade))
    line = fonts.fit(w.text, box.size, box.w - b.m.dp(4))
    ink = WHITE if b.on_wallpaper else b.color("text")
    rtl = b.leads_left(box, w.text)
    c.text(x - fonts.width(line, box.size) // 2, y + side // 2 + b.m.dp(8), line, box.size, ink, rtl)


def button(b: Brush, c: Canvas, box: Box) -> None:
    """A button: filled, text, outlined; tonal unless told otherwise; keys of the keyboard."""
    w = box.widget
    m = b.m
    if w.style == "key":
        _key(b, c, box)
        return
    inset = m.dp(4) if box.h > m.dp(40) else 0
    x0, y0, x1, y1 = box.x + m.dp(2), box.y + inset, box.x + box.w - m.dp(2), box.y + box.h - inset
    radius = min((y1 - y0) // 2, m.dp(28))
    ink = "primary"
    if w.style == "filled":
        shade = b.color(w.color or "primary") if w.enabled else b.color("high")
        c.rounded(x0, y0, x1, y1, radius, shade)
        lines(b, c, box, on(shade) if w.enabled else b.color("faint"), "center", m.dp(8))
        return
    if w.style == "outlined":
        c.outlined(x0, y0, x1, y1, radius, b.color("outline"), b.color("background"), m.dp(1))
    elif w.style not in ("text", "row"):
        shade = b.color(w.color or ("primary" if w.selected else "tint")) if w.enabled else b.color("container")
        c.rounded(x0, y0, x1, y1, radius, shade)
        lines(b, c, box, on(shade) if w.color or w.selected else b.ink(w.enabled, "on_tint"), "center", m.dp(8))
        return
    align = "start" if w.style == "row" else "center"
    if w.icon:
        c.glyph(b.at(box, box.x + m.dp(22)), box.y + box.h // 2, w.icon, m.dp(20), b.ink(w.enabled, "muted"))
    lines(b, c, box, b.ink(w.enabled, w.color or ink), align, m.dp(44) if w.icon else m.dp(8))


def _key(b: Brush, c: Canvas, box: Box) -> None:
    w, m = box.widget, b.m
    shade = b.color("primary" if w.color == "action" or w.selected else w.color)
    c.rounded(box.x + m.dp(2), box.y + m.dp(4), box.x + box.w - m.dp(2), box.y + box.h - m.dp(4), m.dp(7), shade)
    if w.icon:
        c.glyph(box.x + box.w // 2, box.y + box.h // 2, w.icon, m.dp(22), on(shade))
    elif w.text != "Space":
        lines(b, c, box, on(shade), "center", m.dp(2))


def icon_button(b: Brush, c: Canvas, box: Box) -> None:
    """A glyph one can tap."""
    w = box.widget
    name = w.color or ("primary" if w.selected else "muted")
    c.glyph(box.x + box.w // 2, box.y + box.h // 2, w.icon, min(b.m.dp(24), box.w, box.h), b.ink(w.enabled, name))


def fab(b: Brush, c: Canvas, box: Box) -> None:
    """The floating button."""
    c.rounded(box.x, box.y, box.x + box.w, box.y + box.h, b.m.dp(16), b.color("tint"))
    c.glyph(box.x + box.w // 2, box.y + box.h // 2, box.widget.icon, b.m.dp(26), b.color("on_tint"))


def image(b: Brush, c: Canvas, box: Box) -> None:
    """A glyph: bare when small, on a disc in lists, on a panel when large."""
    w, m = box.widget, b.m
    x, y = box.x + box.w // 2, box.y + box.h // 2
    side = min(box.w, box.h)
    icon = w.icon or "image"
    if icon.startswith("app:"):
        icon = "apps"
    if side <= m.dp(34):
        c.glyph(x, y, icon, side, b.ink(w.enabled, w.color or "text"))
    elif (side <= m.dp(120) and box.w <= box.h * 3) or not w.color:
        shade = b.color(w.color or "tint")
        c.disc(x, y, min(side, m.dp(96)) // 2, shade)
        c.glyph(x, y, icon, min(side, m.dp(96)) * 6 // 10, on(shade) if w.color else b.color("on_tint"))
    else:
        shade = b.color(w.color)
        c.rounded(box.x, box.y, box.x + box.w, box.y + box.h, m.dp(12), shade)
        c.glyph(x, y, icon, min(side // 2, m.dp(72)), on(shade))


def chip(b: Brush, c: Canvas, box: Box) -> None:
    """A small rounded choice."""
    w, m = box.widget, b.m
    y0, y1 = box.y + m.dp(7), box.y + box.h - m.dp(7)
    if w.selected:
        c.rounded(box.x, y0, box.x + box.w, y1, m.dp(8), b.color("tint"))
    else:
        c.outlined(box.x, y0, box.x + box.w, y1, m.dp(8), b.color("outline"), b.color("background"), m.dp(1))
    lines(b, c, box, b.ink(w.enabled, "on_tint" if w.selected else "muted"), "center", m.dp(4))


def tab(b: Brush, c: Canvas, box: Box) -> None:
    """A tab; the selected one is underlined."""
    on_top = box.widget.selected
    lines(b, c, box, b.color("primary" if on_top else "muted"), "center", b.m.dp(4))
    tall = b.m.dp(3) if on_top else max(1, b.m.dp(1))
    bottom = box.y + box.h
    c.fill(box.x, bottom - tall, box.x + box.w, bottom, b.color("primary" if on_top else "line"))


def divider(b: Brush, c: Canvas, box: Box) -> None:
    """A thin line."""
    c.fill(box.left, box.top, box.right, box.bottom, b.color("line"))


def surface(b: Brush, c: Canvas, box: Box) -> None:
    """A canvas or web page: a plain sheet, and what is drawn on it."""
    w = box.widget
    c.fill(box.left, box.top, box.right, box.bottom, b.color(w.color or ("surface" if w.kind == "web" else "canvas")))
    if w.drawing:
        drawing.paint(b, c, box)


PAINTERS: dict[str, Callable[[Brush, Canvas, Box], None]] = {
    "row": group, "column": group, "frame": group, "grid": group, "scroll": group, "card": card, "text": text,
    "button": button, "icon_button": icon_button, "fab": fab, "image": image, "switch": switch, "checkbox": checkbox,
    "radio": radio, "field": field, "slider": slider, "progress": progress, "chip": chip, "tab": tab, "divider": divider,
    "canvas": surface, "web": surface,
}  # fmt: skip
