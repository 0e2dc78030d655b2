"""Glyphs from simple shapes on a 24 x 24 grid, drawn large and scaled down once per size."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Shape = tuple[Any, ...]
"""("line", width, x, y, x, y ...), ("poly", x, y ...), ("disc", x, y, r), ("ring", x, y, r, width), ("box", x, y, x, y, r),
("frame", x, y, x, y, r, width), ("arc", x, y, r, from, to, width); a leading "-" cuts the shape out instead."""

GLYPHS: dict[str, tuple[Shape, ...]] = {
    "search": (("ring", 10, 10, 6, 2), ("line", 2.2, 14.5, 14.5, 20, 20)),
    "back": (("line", 2, 20, 12, 5, 12), ("line", 2, 11.5, 5, 4.6, 12, 11.5, 19)),
    "forward": (("line", 2, 9, 6, 15, 12, 9, 18),),
    "left": (("line", 2, 15, 6, 9, 12, 15, 18),),
    "up": (("line", 2, 6, 15, 12, 9, 18, 15),),
    "down": (("line", 2, 6, 9, 12, 15, 18, 9),),
    "add": (("line", 2, 12, 5, 12, 19), ("line", 2, 5, 12, 19, 12)),
    "remove": (("line", 2, 5, 12, 19, 12),),
    "more": (("disc", 12, 5, 1.9), ("disc", 12, 12, 1.9), ("disc", 12, 19, 1.9)),
    "menu": (("line", 2, 4, 7, 20, 7), ("line", 2, 4, 12, 20, 12), ("line", 2, 4, 17, 20, 17)),
    "list": (("disc", 5, 7, 1.4), ("disc", 5, 12, 1.4), ("disc", 5, 17, 1.4), ("line", 2, 9, 7, 20, 7), ("line", 2, 9, 12, 20, 12), ("line", 2, 9, 17, 20, 17)),
    "sort": (("line", 2, 4, 7, 20, 7), ("line", 2, 4, 12, 15, 12), ("line", 2, 4, 17, 10, 17)),
    "delete": (("box", 6, 8, 18, 21, 2), ("box", 4.5, 4.5, 19.5, 6.5, 0.5), ("box", 9, 3, 15, 5, 0.5), ("-line", 1.4, 10, 11, 10, 18), ("-line", 1.4, 14, 11, 14, 18)),
    "edit": (("poly", 4, 16.5, 15, 5.5, 18.5, 9, 7.5, 20, 4, 20), ("poly", 16.3, 4.2, 18, 2.8, 21.2, 6, 19.8, 7.7)),
    "call": (("arc", 16, 8, 11.5, 100, 170, 4.6), ("disc", 6, 6.5, 2.6), ("disc", 17.5, 18, 2.6)),
    "send": (("poly", 3, 4, 21, 12, 3, 20, 3, 13.5, 14, 12, 3, 10.5),),
    "close": (("line", 2, 6, 6, 18, 18), ("line", 2, 18, 6, 6, 18)),
    "check": (("line", 2.2, 5, 12.5, 9.8, 17.3, 19.5, 7.2),),
    "folder": (("box", 3, 7, 21, 19, 1.5), ("box", 3, 5, 11, 11, 1.5)),
    "file": (("poly", 6, 3, 14, 3, 19, 8, 19, 21, 6, 21), ("-line", 1.3, 13.5, 3.5, 13.5, 8.5, 18.5, 8.5)),
    "note": (("box", 4, 4, 20, 20, 2), ("-line", 1.5, 7.5, 9, 16.5, 9), ("-line", 1.5, 7.5, 12.5, 16.5, 12.5), ("-line", 1.5, 7.5, 16, 13, 16)),
    "person": (("disc", 12, 8.2, 4), ("arc", 12, 20.6, 7.6, 180, 360, 7.6)),
    "contacts": (("box", 4, 3, 20, 21, 2), ("-disc", 12, 9.5, 2.6), ("-box", 7.6, 13.4, 16.4, 17, 1.8)),
    "chat": (("box", 3, 4, 21, 17, 2.5), ("poly", 5, 16, 5, 21.5, 10.5, 16), ("-line", 1.5, 7, 8.7, 17, 8.7), ("-line", 1.5, 7, 12.3, 14, 12.3)),
    "mail": (("box", 3, 5, 21, 19, 2), ("-line", 1.7, 4.5, 7.5, 12, 13, 19.5, 7.5)),
    "calendar": (("box", 4, 5, 20, 21, 2), ("box", 7, 3, 9, 6, 0.6), ("box", 15, 3, 17, 6, 0.6), ("-box", 5.8, 10, 18.2, 19.2, 0.6), ("box", 13.5, 14.5, 17, 18, 0.4)),
    "today": (("box", 4, 5, 20, 21, 2), ("box", 7, 3, 9, 6, 0.6), ("box", 15, 3, 17, 6, 0.6), ("-box", 5.8, 10, 18.2, 19.2, 0.6), ("box", 7.2, 11.5, 11, 15.3, 0.4)),
    "clock": (("ring", 12, 12, 9, 2), ("line", 2, 12, 7, 12, 12.3, 16, 14.6)),
    "alarm": (("ring", 12, 13, 7.6, 2), ("line", 1.8, 12, 9, 12, 13, 15, 14.6), ("line", 2, 3, 6.5, 7, 3.2), ("line", 2, 21, 6.5, 17, 3.2)),
    "timer": (("ring", 12, 13.5, 7.4, 2), ("line", 2, 12, 13.5, 12, 9.5), ("box", 9, 2.5, 15, 4.5, 0.6)),
    "history": (("ring", 12, 12, 8.6, 2), ("line", 1.8, 12, 7.5, 12, 12.3, 15.6, 14.6)),
    "calculator": (("box", 5, 3, 19, 21, 2), ("-box", 7.4, 5.4, 16.6, 9.2, 0.6), ("-disc", 8.7, 12.7, 1.2), ("-disc", 12, 12.7, 1.2), ("-disc", 15.3, 12.7, 1.2), ("-disc", 8.7, 17, 1.2), ("-disc", 12, 17, 1.2), ("-disc", 15.3, 17, 1.2)),
    "settings": (("gear", 12, 12, 8.6, 6.6), ("-disc", 12, 12, 3)),
    "wifi": (("arc", 12, 19, 15, 225, 315, 2.2), ("arc", 12, 19, 10.2, 225, 315, 2.2), ("arc", 12, 19, 5.6, 225, 315, 2.2), ("disc", 12, 18.4, 1.6)),
    "bluetooth": (("line", 1.9, 6.5, 7.5, 17, 16.5, 12, 21, 12, 3, 17, 7.5, 6.5, 16.5),),
    "airplane": (("poly", 12, 2, 13.4, 4, 13.4, 9.4, 21.5, 14.4, 21.5, 16.4, 13.4, 13.8, 13.4, 18.6, 16, 20.4, 16, 22, 12, 20.8, 8, 22, 8, 20.4, 10.6, 18.6, 10.6, 13.8, 2.5, 16.4, 2.5, 14.4, 10.6, 9.4, 10.6, 4),),
    "dnd": (("disc", 12, 12, 9.4), ("-box", 7, 10.8, 17, 13.2, 0.4)),
    "flashlight": (("box", 8, 2.5, 16, 5, 0.6), ("poly", 8, 6.5, 16, 6.5, 14, 10.5, 14, 21.5, 10, 21.5, 10, 10.5), ("-disc", 12, 13.5, 1.2)),
    "rotate": (("frame", 8, 5, 16, 19, 1.4, 1.8), ("arc", 12, 12, 11, 200, 250, 1.8), ("arc", 12, 12, 11, 20, 70, 1.8)),
    "signal": (("poly", 3, 20.5, 20.5, 3, 20.5, 20.5),),
    "hotspot": (("disc", 12, 13, 2.2), ("arc", 12, 13, 6.2, 150, 390, 2), ("arc", 12, 13, 10.4, 150, 390, 2)),
    "silent": (("poly", 3, 9, 7, 9, 12, 4.5, 12, 19.5, 7, 15, 3, 15), ("line", 1.8, 15, 9, 21, 15), ("line", 1.8, 21, 9, 15, 15)),
    "vibrate": (("frame", 8, 3, 16, 21, 1.6, 2), ("line", 1.8, 4.5, 8, 4.5, 16), ("line", 1.8, 19.5, 8, 19.5, 16)),
    "volume": (("poly", 3, 9, 7, 9, 12, 4.5, 12, 19.5, 7, 15, 3, 15), ("arc", 12, 12, 5, 300, 420, 1.8), ("arc", 12, 12, 8.6, 300, 420, 1.8)),
    "shift": (("poly", 12, 4, 20, 12.5, 15.6, 12.5, 15.6, 19, 8.4, 19, 8.4, 12.5, 4, 12.5),),
    "backspace": (("poly", 7.5, 5, 21, 5, 21, 19, 7.5, 19, 2.2, 12), ("-line", 1.8, 10.5, 9, 16.5, 15), ("-line", 1.8, 16.5, 9, 10.5, 15)),
    "star": (("star", 12, 12.6, 10, 4.2),),
    "star_border": (("star", 12, 12.6, 10, 4.2), ("-star", 12, 12.6, 6.4, 2.7)),
    "music": (("disc", 7.4, 18, 3.2), ("disc", 17, 16.2, 3.2), ("line", 2, 9.6, 18, 9.6, 5.6, 19.2, 3.8, 19.2, 16.2), ("line", 2, 9.6, 9, 19.2, 7.2)),
    "pin": (("poly", 8, 3, 16, 3, 16, 4.8, 15, 5.4, 15, 10.5, 17.5, 13.5, 17.5, 15, 12.8, 15, 12.8, 21.5, 11.2, 21.5, 11.2, 15, 6.5, 15, 6.5, 13.5, 9, 10.5, 9, 5.4, 8, 4.8),),
    "label": (("poly", 3, 6, 15.5, 6, 21, 12, 15.5, 18, 3, 18),),
    "image": (("box", 3, 4, 21, 20, 2), ("-poly", 5.5, 17, 9.5, 11.5, 12.3, 14.8, 15, 11.2, 18.8, 17), ("-disc", 8, 8.2, 1.5)),
    "camera": (("box", 3, 7, 21, 20, 2), ("box", 8, 4.6, 16, 9, 1), ("-disc", 12, 13.4, 4.2), ("disc", 12, 13.4, 2.6)),
    "location": (("disc", 12, 9.2, 6.6), ("poly", 6.2, 12.3, 17.8, 12.3, 12, 22), ("-disc", 12, 9.2, 2.6)),
    "microphone": (("box", 9, 2.5, 15, 14.5, 3), ("arc", 12, 11.5, 7, 0, 180, 1.8), ("line", 1.8, 12, 18, 12, 21.5)),
    "notifications": (("arc", 12, 10, 6, 180, 360, 6), ("box", 6, 10, 18, 17, 0.5), ("box", 4, 16.5, 20, 18.5, 0.8), ("disc", 12, 20.3, 1.9), ("disc", 12, 4, 1.5)),
    "storage": (("box", 3, 4, 21, 9.5, 1.2), ("box", 3, 14.5, 21, 20, 1.2), ("-disc", 6.4, 6.8, 1), ("-disc", 6.4, 17.2, 1)),
    "sms": (("box", 3, 4, 21, 17, 2.5), ("poly", 5, 16, 5, 21.5, 10.5, 16), ("-disc", 8, 10.5, 1.2), ("-disc", 12, 10.5, 1.2), ("-disc", 16, 10.5, 1.2)),
    "phone": (("frame", 7, 2.5, 17, 21.5, 2, 2), ("disc", 12, 18.6, 1)),
    "info": (("ring", 12, 12, 9, 2), ("line", 2, 12, 11, 12, 17), ("disc", 12, 7.8, 1.3)),
    "play": (("poly", 7, 4.5, 20, 12, 7, 19.5),),
    "pause": (("box", 6, 5, 10, 19, 0.5), ("box", 14, 5, 18, 19, 0.5)),
    "stop": (("box", 6, 6, 18, 18, 1),),
    "lock": (("box", 5, 10, 19, 21, 2), ("arc", 12, 10, 4.6, 180, 360, 2), ("-disc", 12, 15.5, 1.8)),
    "home": (("poly", 12, 3, 22, 12, 19, 12, 19, 21, 14, 21, 14, 15, 10, 15, 10, 21, 5, 21, 5, 12, 2, 12),),
    "copy": (("frame", 8, 7, 19, 21, 1.6, 2), ("line", 2, 5, 17, 5, 3.8, 15.5, 3.8)),
    "share": (("disc", 17.5, 5.5, 2.7), ("disc", 6.5, 12, 2.7), ("disc", 17.5, 18.5, 2.7), ("line", 1.8, 17.5, 5.5, 6.5, 12, 17.5, 18.5)),
    "display": (("disc", 12, 12, 4.6), *(("line", 2, 12 + 7 * math.cos(a), 12 + 7 * math.sin(a), 12 + 9.6 * math.cos(a), 12 + 9.6 * math.sin(a)) for a in (k * math.pi / 4 for k in range(8)))),
    "apps": tuple(("disc", x, y, 2) for y in (6, 12, 18) for x in (6, 12, 18)),
    "language": (("ring", 12, 12, 9.4, 1.8), ("line", 1.6, 3.5, 12, 20.5, 12), ("arc", 3.9, 12, 12.1, 312, 408, 1.6), ("arc", 20.1, 12, 12.1, 132, 228, 1.6)),
    "globe": (("ring", 12, 12, 9.4, 1.8), ("line", 1.6, 3.5, 12, 20.5, 12), ("arc", 3.9, 12, 12.1, 312, 408, 1.6), ("arc", 20.1, 12, 12.1, 132, 228, 1.6)),
    "keyboard": (("frame", 2.5, 6, 21.5, 18, 1.6, 1.8), ("line", 1.8, 8, 15, 16, 15), *(("disc", x, y, 1) for y in (9, 12) for x in (6.5, 10, 13.5, 17.5))),
    "security": (("poly", 12, 2, 20, 5, 20, 11, 18, 17, 12, 22, 6, 17, 4, 11, 4, 5), ("-line", 2, 8.3, 12, 11, 14.8, 16, 9.3)),
    "accessibility": (("disc", 12, 4.4, 2.1), ("line", 2, 4, 8.6, 20, 8.6), ("line", 3, 12, 8.6, 12, 14), ("line", 2, 9.4, 21, 10.6, 13, 13.4, 13, 14.6, 21)),
    "filter": (("poly", 3, 5, 21, 5, 14, 13, 14, 20, 10, 18, 10, 13),),
    "swap": (("line", 2, 8, 4, 8, 19), ("line", 2, 4.5, 15.5, 8, 19, 11.5, 15.5), ("line", 2, 16, 20, 16, 5), ("line", 2, 12.5, 8.5, 16, 5, 19.5, 8.5)),
    "cart": (("line", 2, 2, 4, 5, 4, 8, 15, 18, 15), ("poly", 6, 6.5, 21, 6.5, 19, 13.5, 7.8, 13.5), ("disc", 9, 19.4, 1.9), ("disc", 17, 19.4, 1.9)),
    "bag": (("box", 4, 8, 20, 21, 1.6), ("arc", 12, 8.5, 4.6, 180, 360, 1.9)),
    "card": (("box", 2.5, 5, 21.5, 19, 2), ("-box", 2.5, 8.5, 21.5, 11.5, 0), ("-box", 5, 14.4, 10, 16, 0.4)),
    "undo": (("arc", 13, 13.5, 6, 190, 450, 2), ("poly", 3, 10, 11, 10, 7, 3.5)),
    "skip_next": (("poly", 5, 5, 15.5, 12, 5, 19), ("box", 16.5, 5, 19, 19, 0.4)),
    "skip_previous": (("poly", 19, 5, 8.5, 12, 19, 19), ("box", 5, 5, 7.5, 19, 0.4)),
    "flash": (("poly", 13.5, 2, 5, 13.5, 11, 13.5, 10, 22, 19, 9.8, 12.6, 9.8),),
    "switch_camera": (("box", 3, 7, 21, 20, 2), ("box", 8, 4.6, 16, 9, 1), ("-arc", 12, 13.4, 4.4, 200, 340, 1.6), ("-arc", 12, 13.4, 4.4, 20, 160, 1.6)),
    "record": (("ring", 12, 12, 9, 2), ("disc", 12, 12, 5.4)),
    "video": (("box", 2.5, 6, 15.5, 18, 1.6), ("poly", 16.5, 10.6, 21.5, 7, 21.5, 17, 16.5, 13.4)),
    "missed": (("line", 2, 4, 8, 12, 16, 20, 8), ("line", 2, 4, 8, 10, 8), ("line", 2, 4, 8, 4, 14)),
    "chart": (("box", 4, 11, 8, 20, 0.4), ("box", 10, 5, 14, 20, 0.4), ("box", 16, 8, 20, 20, 0.4)),
    "train": (("box", 6, 3, 18, 17, 3), ("-box", 8, 6, 16, 11, 0.6), ("-disc", 9, 14, 1.1), ("-disc", 15, 14, 1.1), ("line", 1.8, 8, 18, 5.5, 21.5), ("line", 1.8, 16, 18, 18.5, 21.5)),
    "heart": (("disc", 8, 9, 4.6), ("disc", 16, 9, 4.6), ("poly", 4, 11.2, 20, 11.2, 12, 20.5)),
    "brush": (("poly", 13, 11, 20, 3, 21.5, 4.5, 14.5, 12.6), ("disc", 10, 15, 3.6), ("poly", 3, 20.5, 9, 19, 6.5, 14)),
    "puzzle": (("box", 4, 8, 17, 21, 1), ("disc", 10.5, 7, 2.6), ("disc", 18.6, 14.5, 2.6)),
    "map": (("poly", 3, 6, 9, 4, 9, 18, 3, 20), ("poly", 9.8, 4, 14.2, 6, 14.2, 20, 9.8, 18), ("poly", 15, 6, 21, 4, 21, 18, 15, 20)),
    "split": (("frame", 4, 3, 20, 10.8, 1.4, 2), ("frame", 4, 13.2, 20, 21, 1.4, 2)),
    "bank": (("poly", 12, 2.5, 21.5, 8, 21.5, 9.6, 2.5, 9.6, 2.5, 8), ("box", 5, 11, 7.4, 17.4, 0), ("box", 10.8, 11, 13.2, 17.4, 0), ("box", 16.6, 11, 19, 17.4, 0), ("box", 3, 18.8, 21, 21, 0.4)),
    "download": (("line", 2, 12, 3.5, 12, 15), ("line", 2, 7, 10.5, 12, 15.5, 17, 10.5), ("line", 2, 4.5, 15.5, 4.5, 20, 19.5, 20, 19.5, 15.5)),
    "upload": (("line", 2, 12, 4.5, 12, 15.5), ("line", 2, 7, 9, 12, 4, 17, 9), ("line", 2, 4.5, 15.5, 4.5, 20, 19.5, 20, 19.5, 15.5)),
    "archive": (("box", 3, 4, 21, 9, 1), ("box", 4.5, 10.5, 19.5, 20.5, 1.4), ("-box", 9, 12.6, 15, 14.6, 0.6)),
    "attach": (("line", 2, 17.5, 7, 17.5, 16.5), ("arc", 12, 16.5, 6.5, 0, 180, 2), ("line", 2, 6.5, 16.5, 6.5, 7), ("arc", 10.5, 7, 5, 180, 360, 2), ("line", 2, 14.5, 7, 14.5, 15.5), ("arc", 12, 15.5, 3.5, 0, 180, 2), ("line", 2, 9.5, 15.5, 9.5, 8.5)),
    "drop": (("disc", 12, 14.6, 6.4), ("poly", 12, 2.5, 17.4, 11.2, 6.6, 11.2)),
    "flag": (("line", 2, 5.5, 3.5, 5.5, 21), ("poly", 5.5, 4, 19.5, 4, 16, 8.8, 19.5, 13.6, 5.5, 13.6)),
    "smile": (("ring", 12, 12, 9, 2), ("disc", 8.8, 9.8, 1.3), ("disc", 15.2, 9.8, 1.3), ("arc", 12, 12.4, 5, 20, 160, 1.8)),
    "restart": (("arc", 12, 12.5, 8, 300, 590, 2), ("poly", 11, 1, 11, 9, 16.5, 5)),
    "repeat": (("line", 2, 4, 12, 4, 7, 18, 7), ("line", 2, 15, 4, 18, 7, 15, 10), ("line", 2, 20, 12, 20, 17, 6, 17), ("line", 2, 9, 14, 6, 17, 9, 20)),
    "incoming": (("line", 2, 19, 5, 6, 18), ("line", 2, 6, 9.5, 6, 18, 14.5, 18)),
    "outgoing": (("line", 2, 5, 19, 18, 6), ("line", 2, 9.5, 6, 18, 6, 18, 14.5)),
    "my_location": (("ring", 12, 12, 7.4, 2), ("disc", 12, 12, 3.4), ("line", 2, 12, 2, 12, 5), ("line", 2, 12, 19, 12, 22), ("line", 2, 2, 12, 5, 12), ("line", 2, 19, 12, 22, 12)),
    "lamp": (("disc", 12, 9, 6.6), ("box", 9, 13, 15, 17, 0.4), ("box", 9, 18, 15, 19.6, 0.6), ("box", 10.4, 20.4, 13.6, 21.8, 0.6)),
    "people": (("disc", 8.5, 8.6, 3.4), ("arc", 8.5, 19.6, 6.2, 180, 360, 6.2), ("disc", 16.6, 8.2, 2.8), ("arc", 16.6, 18.4, 5, 240, 360, 5)),
    "expand": (("line", 2, 4, 9, 4, 4, 9, 4), ("line", 2, 15, 4, 20, 4, 20, 9), ("line", 2, 20, 15, 20, 20, 15, 20), ("line", 2, 9, 20, 4, 20, 4, 15)),
    "kind": (("poly", 12, 3, 17.5, 11.5, 6.5, 11.5), ("disc", 7.4, 17.2, 3.8), ("box", 13.4, 13.4, 21, 21, 0.6)),
}  # fmt: skip
ALIASES = {
    "message": "chat", "messages": "chat", "notes": "note", "event": "calendar", "mic": "microphone", "battery_saver": "battery:60",
    "photo": "image", "picture": "image", "doc": "file",
    "document": "file", "sound": "volume", "network": "wifi", "favorite": "star", "chevron": "forward", "next": "forward",
    "stopwatch": "timer", "world": "globe", "system": "phone", "about": "info", "battery": "battery:80", "text": "note",
    "audio": "volume", "lap": "history", "reset": "restart", "save": "check",
    "collapse": "up", "declined": "close", "dark": "dnd", "brightness": "display", "font": "label",
}  # fmt: skip
_OVER = 4
"""How many times larger than shown a glyph is drawn."""


@lru_cache(maxsize=1024)
def mask(name: str, size: int) -> Image:
    """A glyph as an 8-bit coverage picture of size x size pixels; an unknown name gives a plain ring.

    "NAME:turned" is the glyph as in a mirror, for languages that are written from right to left.
    """
    from PIL import Image, ImageDraw, ImageOps

    if name.endswith(":turned"):
        return ImageOps.mirror(mask(name.removesuffix(":turned"), size))
    name = ALIASES.get(name, name)
    big = size * _OVER
    picture = Image.new("L", (big, big), 0)
    draw = ImageDraw.Draw(picture)
    scale = big / 24
    for shape in _battery(name) if name.startswith("battery:") else GLYPHS.get(name, (("ring", 12, 12, 8, 2),)):
        _draw(draw, shape, scale)
    return picture.resize((size, size), Image.Resampling.BOX)


def _battery(name: str) -> tuple[Shape, ...]:
    level = max(0, min(100, int(name.partition(":")[2] or 0)))
    top = 20.6 - 15.2 * level / 100
    shell: tuple[Shape, ...] = (("box", 10, 1.6, 14, 4, 0.6), ("frame", 6, 3.4, 18, 22, 1.8, 1.6))
    return (*shell, ("box", 7.6, top, 16.4, 20.6, 0.4)) if level else shell


def _draw(draw: ImageDraw, shape: Shape, scale: float) -> None:
    kind, *rest = shape
    fill = 255
    if kind.startswith("-"):
        kind, fill = kind[1:], 0
    numbers = [float(v) * scale for v in rest]
    if kind == "line":
        _line(draw, numbers, fill)
    elif kind == "poly":
        draw.polygon(numbers, fill=fill)
    elif kind in ("disc", "ring"):
        x, y, r = numbers[:3]
        if kind == "disc":
            draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)
        else:
            draw.ellipse((x - r, y - r, x + r, y + r), outline=fill, width=round(numbers[3]))
    elif kind == "box":
        draw.rounded_rectangle(numbers[:4], numbers[4], fill=fill)
    elif kind == "frame":
        draw.rounded_rectangle(numbers[:4], numbers[4], outline=fill, width=round(numbers[5]))
    elif kind == "arc":
        x, y, r = numbers[:3]
        draw.arc((x - r, y - r, x + r, y + r), rest[3], rest[4], fill=fill, width=max(1, round(numbers[5])))
    else:
        draw.polygon(_spikes(numbers, 8 if kind == "gear" else 5, kind == "gear"), fill=fill)


def _line(draw: ImageDraw, numbers: list[float], fill: int) -> None:
    width, points = numbers[0], numbers[1:]
    draw.line(points, fill=fill, width=round(width), joint="curve")
    r = width / 2
    for x, y in ((points[0], points[1]), (points[-2], points[-1])):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)


def _spikes(numbers: list[float], teeth: int, blunt: bool) -> list[float]:
    """A star's or a gear's outline around (x, y) with outer and inner radius."""
    x, y, outer, inner = numbers
    points: list[float] = []
    steps = (0.0, 0.3, 0.5, 0.8) if blunt else (0.0, 0.5)
    for tooth in range(teeth):
        for n, step in enumerate(steps):
            angle = (tooth + step) * 2 * math.pi / teeth - math.pi / 2
            r = outer if n < len(steps) / 2 else inner
            points += [x + r * math.cos(angle), y + r * math.sin(angle)]
    return points
