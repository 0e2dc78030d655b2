"""How controls look: switches, check marks, fields, sliders, spinners."""

from __future__ import annotations

from kit.simphone import fonts, shaping
from kit.simphone.boxes import Box
from kit.simphone.draw.brush import Brush, label
from kit.simphone.draw.canvas import Canvas
from kit.simphone.draw.palette import on


def switch(b: Brush, c: Canvas, box: Box) -> None:
    """On: a filled track, thumb at the end. Off: an outlined one, small thumb at the start."""
    w, m = box.widget, b.m
    if w.style == "tile":
        _tile(b, c, box)
        return
    wide, tall = m.dp(52), m.dp(30)
    x1, y = box.x + box.w, box.y + box.h // 2
    x0, y0 = x1 - wide, y - tall // 2
    if w.text:
        _label(b, c, box, box.x, x0 - m.dp(8))
    x0, x1 = b.span(box, x0, x1)
    if w.checked:
        c.rounded(x0, y0, x1, y0 + tall, tall // 2, b.color("primary" if w.enabled else "faint"))
        thumb = x0 + tall // 2 if b.mirror else x1 - tall // 2
        c.disc(thumb, y, tall // 2 - m.dp(4), b.color("on_primary"))
    else:
        c.outlined(
            x0, y0, x1, y0 + tall, tall // 2, b.color("outline" if w.enabled else "line"), b.color("high"), m.dp(2)
        )
        thumb = x1 - tall // 2 if b.mirror else x0 + tall // 2
        c.disc(thumb, y, m.dp(8), b.color("outline" if w.enabled else "faint"))


def _tile(b: Brush, c: Canvas, box: Box) -> None:
    w, m = box.widget, b.m
    shade = b.color("primary" if w.checked else "high")
    c.rounded(box.x, box.y, box.x + box.w, box.y + box.h, m.dp(28), shade)
    c.glyph(b.at(box, box.x + m.dp(30)), box.y + box.h // 2, w.icon, m.dp(24), on(shade))
    left = box.x + m.dp(56)
    label(b, c, box, left, left + box.w - m.dp(72), m.sp(14), on(shade))


def _label(b: Brush, c: Canvas, box: Box, x0: int, x1: int) -> None:
    """The words beside a check mark or switch that carries its own text."""
    label(b, c, box, x0, x1, b.m.sp(16), b.ink(box.widget.enabled, "text"))


def checkbox(b: Brush, c: Canvas, box: Box) -> None:
    """A square, ticked when on."""
    w, m = box.widget, b.m
    x, y, half = b.at(box, box.x + m.dp(20)), box.y + box.h // 2, m.dp(9)
    if w.checked:
        c.rounded(x - half, y - half, x + half, y + half, m.dp(3), b.color("primary" if w.enabled else "faint"))
        c.glyph(x, y, "check", m.dp(16), b.color("on_primary"))
    else:
        c.outlined(x - half, y - half, x + half, y + half, m.dp(3), b.color("outline"), b.color("background"), m.dp(2))
    if w.text:
        _label(b, c, box, box.x + m.dp(44), box.x + box.w)


def radio(b: Brush, c: Canvas, box: Box) -> None:
    """A ring, filled when chosen."""
    w, m = box.widget, b.m
    x, y = b.at(box, box.x + m.dp(20)), box.y + box.h // 2
    line = b.color("primary" if w.checked else "outline")
    c.disc(x, y, m.dp(10), line)
    c.disc(x, y, m.dp(8), b.color("background"))
    if w.checked:
        c.disc(x, y, m.dp(5), line)
    if w.text:
        _label(b, c, box, box.x + m.dp(44), box.x + box.w)


def field(b: Brush, c: Canvas, box: Box) -> None:
    """A text field; while it has the focus, a strong border and a cursor at the end of the visible text."""
    w, m = box.widget, b.m
    focused = bool(b.focus) and b.focus == w.id
    x0, y0, x1, y1 = box.x + m.dp(2), box.y + m.dp(4), box.x + box.w - m.dp(2), box.y + box.h - m.dp(4)
    line = b.color("primary" if focused else "line")
    c.outlined(x0, y0, x1, y1, m.dp(12), line, b.color("container"), m.dp(2) if focused else m.dp(1))
    left = box.x + m.dp(16)
    if w.icon:
        c.glyph(b.at(box, left + m.dp(10)), box.y + box.h // 2, w.icon, m.dp(22), b.color("muted"))
        left += m.dp(32)
    _written(b, c, box, *b.span(box, left, box.x + box.w - m.dp(16)), focused)


def _written(b: Brush, c: Canvas, box: Box, x0: int, x1: int, focused: bool) -> None:
    """A field's lines between two places, and the cursor; while empty, its hint."""
    w, m = box.widget, b.m
    room = x1 - x0
    ink = b.ink(w.enabled, "text") if w.text else b.color("faint")
    step = box.size * 27 // 20
    ways = _ways(b, box)
    ends = ways if w.text else (b.mirror,) * len(ways)
    shown = [_tail(s, box.size, room) if focused and w.text else fonts.fit(s, box.size, room) for s in box.lines]
    most = max(1, (box.h - m.dp(24)) // step)
    shown, ways, ends = shown[-most:], ways[-most:], ends[-most:]
    y = box.y + m.dp(16) if w.input == "multiline" else box.y + (box.h - step) // 2
    for n, part in enumerate(shown):
        x = x1 - fonts.width(part, box.size) if ends[n] else x0
        c.text(x, y + n * step, part, box.size, ink, ways[n])
    if focused:
        typed = fonts.width(shown[-1], box.size) if w.text else 0
        x = x1 - typed - m.dp(1) - m.dp(2) if ends[-1] else x0 + typed + m.dp(1)
        bottom = y + len(shown) * step
        c.fill(x, bottom - step, x + m.dp(2), bottom - m.dp(2), b.color("primary"))


def _ways(b: Brush, box: Box) -> tuple[bool, ...]:
    """Whether each line of a field runs from right to left; each then begins at the right, as in every Android field."""
    w = box.widget
    if w.text and w.input in ("password", "phone"):
        return (False,) * len(box.lines)
    return shaping.directions(w.text or w.hint, box.lines, b.mirror and not w.ltr, typed=bool(w.text))


def _tail(text: str, size: int, room: int) -> str:
    """The end of a text that is wider than its room: what one sees while typing."""
    while text and fonts.width(text, size) > room:
        text = text[max(1, len(text) // 8) :]
    return text


def slider(b: Brush, c: Canvas, box: Box) -> None:
    """A track, its part up to the value, a thumb."""
    w, m = box.widget, b.m
    x0, x1, y = box.x + m.dp(16), box.x + box.w - m.dp(16), box.y + box.h // 2
    x = x0 + (x1 - x0) * max(0, min(w.value, w.maximum)) // max(1, w.maximum)
    half = m.dp(3)
    c.rounded(x0, y - half, x1, y + half, half, b.color("high"))
    left, right = b.span(box, x0, x)
    c.rounded(left, y - half, right, y + half, half, b.color("primary" if w.enabled else "faint"))
    c.disc(b.at(box, x), y, m.dp(10), b.color("primary" if w.enabled else "faint"))


def progress(b: Brush, c: Canvas, box: Box) -> None:
    """A spinner."""
    from PIL import ImageDraw

    x, y, r = box.x + box.w // 2 - c.left, box.y + box.h // 2 - c.top, b.m.dp(18)
    ImageDraw.Draw(c.image).arc(
        (x - r, y - r, x + r, y + r), 270, 540, fill=c.shade(b.color("primary")), width=b.m.dp(4)
    )
