"""Colours: Material's light and dark sets, and names and #rrggbb values as RGBA."""

from __future__ import annotations

from functools import lru_cache

RGBA = tuple[int, int, int, int]

LIGHT = {
    "background": "#fbfcff", "surface": "#ffffff", "container": "#eef2f9", "high": "#e3e8f0", "text": "#1b1c1f",
    "muted": "#5a5f66", "faint": "#9aa0a8", "line": "#d9dce2", "outline": "#767a82", "primary": "#0b57d0",
    "on_primary": "#ffffff", "tint": "#d3e3fd", "on_tint": "#062e6f", "error": "#b3261e", "keyboard": "#e9edf4",
    "key": "#ffffff", "special": "#ccd5e3", "shade": "#f1f4fa", "dialog": "#f4f6fc", "canvas": "#f2f4f8", "green": "#146c2e",
}  # fmt: skip
DARK = {
    "background": "#111318", "surface": "#15171c", "container": "#1d2025", "high": "#2a2d33", "text": "#e4e6eb",
    "muted": "#b3b7bf", "faint": "#7d828b", "line": "#34373d", "outline": "#8b9099", "primary": "#a8c7fa",
    "on_primary": "#062e6f", "tint": "#274777", "on_tint": "#d3e3fd", "error": "#f2b8b5", "keyboard": "#1b1e23",
    "key": "#34383f", "special": "#444a54", "shade": "#16181d", "dialog": "#24272d", "canvas": "#1a1c21", "green": "#6dd58c",
}  # fmt: skip
_NAMES = {
    "accent": "primary", "action": "primary", "red": "error", "warning": "#e8710a", "blue": "#1a73e8", "yellow": "#f9ab00",
    "grey": "faint", "gray": "faint", "white": "#ffffff", "black": "#000000", "orange": "#e8710a", "purple": "#8430ce",
}  # fmt: skip


@lru_cache(maxsize=512)
def color(name: str, dark: bool) -> RGBA:
    """A palette name, one of a few plain names, or #rrggbb; unknown ones are the text colour."""
    table = DARK if dark else LIGHT
    name = _NAMES.get(name, name)
    value = table.get(name, name)
    if len(value) != 7 or not value.startswith("#"):
        value = table["text"]
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16), 255


@lru_cache(maxsize=512)
def on(background: RGBA) -> RGBA:
    """Black or white, whichever reads better on a colour."""
    r, g, b, _ = background
    return (27, 28, 31, 255) if r * 299 + g * 587 + b * 114 > 150_000 else (255, 255, 255, 255)
