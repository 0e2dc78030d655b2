"""Windows to pixels: a clean Material look. Text never leaves its box; it ends in an ellipsis instead."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from kit.simphone import fonts, shaping
from kit.simphone.draw.brush import Brush
from kit.simphone.draw.canvas import Canvas, blank, dimmed
from kit.simphone.draw.painters import PAINTERS
from kit.simphone.draw.palette import RGBA, color
from kit.simphone.state import LAUNCHER
from kit.simphone.win import BAR_DP, Win

if TYPE_CHECKING:
    from PIL.Image import Image

    from kit.simphone.boxes import Box
    from kit.simphone.phone import Phone

NEAREST = 0
"""PIL's resampling by the nearest pixel."""
SCRIM_LIGHT = (100, 60, 36)
"""Brightness in percent under no, one and more dialogs."""
BLACK: RGBA = (0, 0, 0, 255)
_SKY = {False: ((86, 128, 196), (178, 205, 226)), True: ((14, 22, 42), (48, 62, 92))}
"""The wallpaper's top and bottom colours by dark theme."""


def screen(phone: Phone, picture: Image) -> None:
    """Paints the whole screen over an RGBA picture of its size; black when the phone sleeps or a window in sight forbids
    pictures.
    """
    width, height = phone.size
    windows = phone.windows()
    if not phone.core.system.awake or any(w.secure for w in windows):
        picture.paste(BLACK, (0, 0, width, height))
        return
    dark = phone.core.settings.dark_theme
    visible: list[Win] = []
    for win in windows:
        visible.append(win)
        whole = win.bounds == (0, 0, width, height)  # half a screen hides nothing of the other half
        if win.key in ("shade", LAUNCHER) or (win.key.startswith("app:") and whole):
            break
    scrims = sum(w.scrim for w in visible)
    canvas = Canvas(picture)
    _background(canvas, visible[-1], dark, SCRIM_LIGHT[min(scrims, 2)])
    for win in reversed(visible):
        scrims -= win.scrim
        canvas.light = SCRIM_LIGHT[min(scrims, 2)]
        _window(phone, canvas, win, dark)
    if phone.core.system.toast:
        _toast(phone, canvas, dark)
    _pill(phone, canvas, dark, visible[-1].key == LAUNCHER)


def _background(canvas: Canvas, bottom: Win, dark: bool, light: int) -> None:
    page, size = bottom.root.color, canvas.image.size
    if bottom.key != LAUNCHER or page:
        canvas.image.paste(dimmed(color(page or "background", dark), light), (0, 0, *size))
    else:
        canvas.image.paste(_sky(dark, size[1], light).resize(size, NEAREST))  # every column is the same


@lru_cache(maxsize=8)
def _sky(dark: bool, height: int, light: int) -> Image:
    from PIL import Image

    top, bottom = _SKY[dark]
    strip = Image.new("RGBA", (1, height))
    for y in range(height):
        mixed = tuple(a + (b - a) * y // max(1, height - 1) for a, b in zip(top, bottom, strict=True))
        strip.putpixel((0, y), dimmed((mixed[0], mixed[1], mixed[2], 255), light))
    return strip


def _window(phone: Phone, canvas: Canvas, win: Win, dark: bool) -> None:
    assert win.box is not None
    m = phone.metrics
    focus = phone.core.system.focus
    focused = focus.field if focus is not None and focus.owner == win.owner else ""
    brush = Brush(
        m,
        dark,
        on_wallpaper=win.key == LAUNCHER and phone.core.system.launcher.page.name == "home",
        focus=focused,
        mirror=phone.mirrored,
    )
    if win.key == "status":
        brush.on_wallpaper = phone.core.system.front == LAUNCHER and not _page_color(phone)
    left, top, right, bottom = win.bounds
    if win.modal and win.key != "shade":
        canvas.rounded(left, top, right, bottom, m.dp(24), color("dialog", dark))
    elif win.key == "ime":
        canvas.fill(left, top, right, bottom, color("keyboard", dark))
    elif win.key.startswith("app:") and canvas.image.size != (right - left, bottom - top):
        canvas.fill(left, top, right, bottom, color(win.root.color or "background", dark))
    tree(brush, canvas, win.box)


def _page_color(phone: Phone) -> str:
    return next((w.root.color for w in phone.windows() if w.key == LAUNCHER), "")


def tree(brush: Brush, canvas: Canvas, box: Box) -> None:
    """Paints a box and what is in it."""
    painter = PAINTERS.get(box.widget.kind)
    if painter is not None:
        painter(brush, canvas, box)
    if brush.mirror and box.widget.ltr:
        brush = replace(brush, mirror=False)
    for kid in box.kids:
        if kid.y < box.top or kid.y + kid.h > box.bottom:
            _clipped(brush, canvas, kid)
        else:
            tree(brush, canvas, kid)


def _clipped(brush: Brush, canvas: Canvas, kid: Box) -> None:
    """A box partly out of sight: painted aside, and the visible part put in."""
    x0, y0, x1, y1 = kid.left, kid.top, kid.right, kid.bottom
    if kid.w > 4000 or kid.h > 6000:
        return
    behind = canvas.image.getpixel(
        (min(canvas.image.width - 1, max(0, x0 - canvas.left)), min(canvas.image.height - 1, max(0, y0 - canvas.top)))
    )
    aside = Canvas(blank(kid.w, kid.h, behind), kid.x, kid.y)  # pyright: ignore[reportArgumentType]
    aside.light = canvas.light
    tree(brush, aside, kid)
    part = aside.image.crop((x0 - kid.x, y0 - kid.y, x1 - kid.x, y1 - kid.y))
    canvas.image.paste(part, (x0 - canvas.left, y0 - canvas.top))


def _toast(phone: Phone, canvas: Canvas, dark: bool) -> None:
    m = phone.metrics
    width, height = phone.size
    size, pad = m.sp(14), m.dp(16)
    toast = phone.core.system.toast
    lines = fonts.wrap(toast, size, width - m.dp(96) - 2 * pad, 2)
    ways = shaping.directions(toast, lines, phone.mirrored)
    tall = len(lines) * size * 27 // 20
    wide = max(fonts.width(line, size) for line in lines) + 2 * pad
    x0, y1 = (width - wide) // 2, height - m.dp(72)
    y0 = y1 - tall - pad
    canvas.rounded(x0, y0, x0 + wide, y1, m.dp(24), color("high" if dark else "text", dark))
    for n, line in enumerate(lines):
        x = x0 + (wide - fonts.width(line, size)) // 2
        y = y0 + pad // 2 + n * size * 27 // 20
        canvas.text(x, y, line, size, color("text" if dark else "surface", dark), ways[n])


def _pill(phone: Phone, canvas: Canvas, dark: bool, launcher: bool) -> None:
    """The bar of gesture navigation."""
    m = phone.metrics
    width, height = phone.size
    half = m.dp(54)
    y = height - m.dp(BAR_DP) // 2
    shade = (255, 255, 255, 255) if launcher and not _page_color(phone) else color("muted", dark)
    canvas.rounded(width // 2 - half, y - m.dp(2), width // 2 + half, y + m.dp(2), m.dp(2), shade)
