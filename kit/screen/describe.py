"""Observation -> text. Pure. Two styles (spec: harness, windowed marks; head facts, section 8).

`full` is the harness form, id first, with operability and landmarks. `compact` is for small models: the label first and
the number right after it, which copies far better (+55 points of tap accuracy). Both are budgeted, and what is cut is
counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kit.screen import marks as marking
from kit.types import Mark, Observation, Window

Style = Literal["full", "compact"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """Fixed phrases of one language."""

    keyboard: str
    texts: str
    more_marks: str
    more_texts: str
    app: str
    text: str


_WORDS = {
    "en": _Words(
        keyboard="keyboard: open ({} keys collapsed)",
        texts="texts (for values, not for tapping):",
        more_marks="... {} more marks not shown",
        more_texts="... {} more texts not shown",
        app="App: {}",
        text="Text: {}",
    ),
    "zh": _Words(
        keyboard="keyboard: open ({} keys collapsed)",
        texts="文本（只供取值，不能点击）:",
        more_marks="... 另有 {} 个 mark 未列出",
        more_texts="... 另有 {} 条文本未列出",
        app="应用: {}",
        text="文本: {}",
    ),
}


def describe(
    obs: Observation,
    style: Style = "full",
    lang: str = "en",
    *,
    limit: int = 80,
    texts: int = 30,
    text_chars: int = 1200,
) -> str:
    """The observation as a model reads it.

    Args:
        obs: a committed observation.
        style: "full" (harness form) or "compact" (label, number, role, state).
        lang: "en" or "zh": language of the fixed phrases.
        limit: most marks shown, shared out by window; the rest is counted.
        texts: most texts shown; the rest is counted. In the full form the whole labels of marks whose label was cut
            follow the texts of the screen.
        text_chars: most characters of all texts together; a text that does not fit is left out and counted.

    Returns:
        Lines without a trailing newline. Never holds a pixel coordinate.
    """
    words = _WORDS["zh" if lang == "zh" else "en"]
    shown = marking.select(obs.marks, limit, _dialog(obs))
    cut = [m.full_label for m in shown if m.label != m.full_label] if style == "full" else []
    values, left = _budget((*obs.texts, *cut), texts, text_chars)
    render = _full if style == "full" else _compact
    return "\n".join(render(obs, shown, values, left, words))


def compact_lines(marks: Iterable[Mark]) -> list[str]:
    """One line a mark: `Bluetooth #2 switch off`. Colliding labels get a coarse cell `x,y` of a 10 x 10 grid."""
    listed = list(marks)
    seen = Counter(mark.label for mark in listed)
    return [_compact_line(mark, seen[mark.label] > 1) for mark in listed]


def summary(obs: Observation) -> str:
    """The head of an observation in one line: `app=com.x screen#7 marks (12)`; for receipts in the middle of a turn."""
    return f"app={obs.foreground.package} screen#{obs.screen_seq} {_count(obs)}"


def _count(obs: Observation) -> str:
    return f"marks ({len(obs.marks)})" + (f" [accessibility:{obs.marks_code}]" if obs.marks_code else "")


def _dialog(obs: Observation) -> int | None:
    over = set(obs.covered_by.values())
    return next((w.index for w in obs.windows if w.index in over), None)


def _budget(texts: Sequence[str], most: int, chars: int) -> tuple[list[str], int]:
    kept: list[str] = []
    for text in texts:
        if len(kept) < most and len(text) <= chars:
            kept.append(text)
            chars -= len(text)
    return kept, len(texts) - len(kept)


# --- full ----------------------------------------------------------------------------------------------------------------


def _full(obs: Observation, shown: Sequence[Mark], texts: Sequence[str], left: int, words: _Words) -> list[str]:
    lines = [f"[OBS] app={obs.foreground.package} screen#{obs.screen_seq}"]
    if obs.keyboard is not None:
        lines.append(words.keyboard.format(obs.keyboard))
    lines.append(_count(obs) + (":" if shown else ""))
    if obs.grouped:
        shown_display = _display(obs)
        for window in obs.windows:
            if window.display == shown_display:
                lines.append(_window_line(obs, window))
                lines += [f"  {_full_line(obs, m)}" for m in shown if m.window == window.index]
    else:
        lines += [_full_line(obs, m) for m in shown]
    if len(shown) < len(obs.marks):
        lines.append(words.more_marks.format(len(obs.marks) - len(shown)))
    if texts or left:
        lines += [words.texts, *(f"  {text}" for text in texts)]
    if left:
        lines.append(f"  {words.more_texts.format(left)}")
    return lines


def _display(obs: Observation) -> int:
    return 0 if any(w.display == 0 for w in obs.windows) else (obs.windows[0].display if obs.windows else 0)


def _window_line(obs: Observation, window: Window) -> str:
    over = obs.covered_by.get(window.index)
    cover = "covered_by" if window.real else "maybe_covered_by"
    parts = [
        f"W{window.index + 1}",
        window.kind,
        window.package or window.title,
        f"layer={window.layer}" if window.layer is not None else "",
        "active" if window.active else "",
        "focus" if window.focused else "",
        f"{cover}=W{over + 1}" if over is not None else "",
    ]
    return " ".join(p for p in parts if p)


def _full_line(obs: Observation, mark: Mark) -> str:
    parts = [
        mark.id,
        _class(obs, mark),
        mark.label,
        f"({mark.center[0]},{mark.center[1]})",
        f"state={','.join(mark.states)}" if mark.states else "",
        f"value={mark.value}" if mark.value else "",
        f"op={mark.op}" if mark.op else "",
        f"path={mark.path}" if mark.path else "",
    ]
    return " | ".join(p for p in parts if p)


def _class(obs: Observation, mark: Mark) -> str:
    if mark.window < len(obs.windows) and mark.node < len(obs.windows[mark.window].nodes):
        name = obs.windows[mark.window].nodes[mark.node].class_name
        return name.rsplit(".", 1)[-1] or mark.role
    return mark.role


# --- compact ---------------------------------------------------------------------------------------------------------------


def _compact(obs: Observation, shown: Sequence[Mark], texts: Sequence[str], left: int, words: _Words) -> list[str]:
    activity = obs.foreground.activity.rsplit(".", 1)[-1]
    app = obs.foreground.package + (f" / {activity}" if activity else "")
    lines = [words.app.format(app)]
    if obs.keyboard is not None:
        lines.append(words.keyboard.format(obs.keyboard))
    if not obs.marks:
        lines.append(_count(obs))
    lines += compact_lines(shown)
    if len(shown) < len(obs.marks):
        lines.append(words.more_marks.format(len(obs.marks) - len(shown)))
    lines += [words.text.format(text) for text in texts]
    if left:
        lines.append(words.more_texts.format(left))
    return lines


def _compact_line(mark: Mark, collides: bool) -> str:
    parts = [
        mark.label,
        f"#{mark.number}",
        "" if mark.role == "button" else mark.role,
        *mark.states,
        f'"{mark.value}"' if mark.value else "",
        "blocked" if mark.op == "blocked" else "",
        f"{_cell(mark.center[0])},{_cell(mark.center[1])}" if collides else "",
    ]
    return " ".join(p for p in parts if p)


def _cell(value: int) -> int:
    return min(max(value // 100, 0), 9)
