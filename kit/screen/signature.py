"""Fingerprints of screens and the difference of two observations. Pure (spec: translation, T1.4 and T1.5)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from kit.screen import layers
from kit.types import Observation

if TYPE_CHECKING:
    from PIL.Image import Image

_SIDE = 8


def average_hash(image: Image) -> int:
    """The 8 x 8 average hash, 64 bit: bit i is set when cell i (row by row) is brighter than the mean."""
    from PIL.Image import Resampling

    cells = image.convert("L").resize((_SIDE, _SIDE), Resampling.BOX).tobytes()
    mean = sum(cells) / len(cells)
    return sum(1 << i for i, value in enumerate(cells) if value > mean)


def hamming(a: int, b: int) -> int:
    """Bits in which two hashes differ, 0-64. Informational: it answers whether the last touch did anything."""
    return (a ^ b).bit_count()


def structural(obs: Observation) -> str:
    """What screen this is, without any text that changes: 16 hex digits over the app and the set of its controls.

    A control counts by its resource-id, or by role and landmark where it has none. The soft keyboard, the system's bars
    and the number of rows in a list do not count, so the same screen is the same on another day.
    """
    stack = layers.stack(obs.windows, obs.screen)
    ignored = {w.index for w in stack.windows if w.index in stack.keyboards or layers.is_bar(w, obs.screen)}
    controls = {m.resource_id or f"{m.role}@{m.path}" for m in obs.marks if m.window not in ignored}
    text = "\n".join([obs.foreground.component, *sorted(controls)])
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def diff(before: Observation, after: Observation, lang: str = "en") -> str:
    """What changed between two observations, in one line: `marks 41→34; windows 3→2; front a→b`.

    The number of marks is always given; windows and the app in front only where they changed.
    """
    zh = lang == "zh"
    parts = [f"marks {len(before.marks)}→{len(after.marks)}"]
    if len(before.windows) != len(after.windows):
        parts.append(f"{'窗口' if zh else 'windows'} {len(before.windows)}→{len(after.windows)}")
    if before.foreground.component != after.foreground.component:
        front = _fronts(before, after)
        parts.append(f"{'前台' if zh else 'front'} {front}")
    return ("；" if zh else "; ").join(parts)


def _fronts(before: Observation, after: Observation) -> str:
    first, second = before.foreground, after.foreground
    if first.package == second.package:
        return f"{first.component}→{second.component}"
    return f"{first.package}→{second.package}"
