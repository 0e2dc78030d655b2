"""Windows -> the marks of one epoch. Pure (spec: harness, mark addressing and windowed marks)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kit.screen import controls, coordinates, labels, layers, naming
from kit.screen.reading import rows
from kit.types import Mark, Rect, Screen, Window

ACTION_KEYS = frozenset(
    [
        "search",
        "done",
        "send",
        "ok",
        "go",
        "next",
        "enter",
        "return",
        "搜索",
        "完成",
        "发送",
        "确定",
        "确认",
        "前往",
        "下一步",
        "下一个",
        "回车",
        "换行",
        "検索",
        "완료",
        "검색",
        "buscar",
        "enviar",
        "weiter",
        "fertig",
        "suchen",
        "senden",
        "поиск",
        "готово",
        "отправить",
        "بحث",
        "تم",
        "إرسال",
    ]
)
"""Keys of a soft keyboard that become marks, case folded."""

_DIALOG_FLOOR = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkSet:
    """The marks of one epoch and what goes with them.

    Attributes:
        marks: numbered 1, 2, 3 ... in reading order, windows topmost first.
        texts: visible texts that are on no mark, in reading order.
        grouped: whether they are presented by window.
        keyboard: number of collapsed keys of an open soft keyboard; None when none is open.
        covered_by: window index -> index of the window over it; certain for real windows, a guess for weak ones.
        cut: window index -> marks left out because of `limit`.
        elsewhere: windows on other displays; they get no marks.
    """

    marks: tuple[Mark, ...] = ()
    texts: tuple[str, ...] = ()
    grouped: bool = False
    keyboard: int | None = None
    covered_by: Mapping[int, int] = field(default_factory=dict[int, int])
    cut: Mapping[int, int] = field(default_factory=dict[int, int])
    elsewhere: int = 0


def make(windows: Sequence[Window], screen: Screen, epoch: int, *, limit: int | None = None) -> MarkSet:
    """Makes the marks of one epoch.

    A mark is a node that can be operated and has a visible area: clickable, long-clickable, checkable, editable, or a
    scrollable of a useful size. It takes the texts of the nodes it swallows; nested ones stay apart; several with the
    same bounds are one.

    Args:
        windows: as `tree.parse` gives them.
        screen: as rotated now; its size scales the centers.
        epoch: the batch the marks belong to.
        limit: most marks; None keeps all. Shared out by window, the top dialog first; what is cut is counted.
    """
    stack = layers.stack(windows, screen)
    marks: list[Mark] = []
    texts: list[str] = []
    bars: list[str] = []
    keyboard: int | None = None
    for window in stack.windows:
        bar = layers.is_bar(window, screen)
        found = controls.find(window, screen, described=not bar)
        ordered = rows(found.controls, key=lambda control: control.rect)
        if window.index in stack.keyboards:
            actions = [c for c in ordered if _is_action(c)]
            keyboard = (keyboard or 0) + len(ordered) - len(actions)
            ordered, found.texts = actions, []
        marks += [_mark(c, len(marks) + i, window, screen, epoch, stack) for i, c in enumerate(ordered, 1)]
        (bars if bar else texts).extend(_texts(found.texts))
    kept = marks if limit is None else _numbered(select(marks, limit, layers.top_dialog(stack)))
    return MarkSet(
        marks=tuple(kept),
        texts=(*texts, *bars),
        grouped=stack.grouped,
        keyboard=keyboard,
        covered_by=stack.covered_by,
        cut=count_cut(marks, kept),
        elsewhere=len(windows) - len(stack.windows),
    )


def select(marks: Sequence[Mark], limit: int, dialog: int | None = None) -> list[Mark]:
    """At most `limit` marks, shared out among windows by how many each has; order is kept.

    The top dialog gets its own first (all of them up to a floor of 12, or half of the limit when that is more), every
    other window at least one while there is room.
    """
    if len(marks) <= limit:
        return list(marks)
    sizes: dict[int, int] = {}
    for mark in marks:
        sizes[mark.window] = sizes.get(mark.window, 0) + 1
    quota = _quotas(sizes, max(limit, 0), dialog)
    kept: list[Mark] = []
    for mark in marks:
        if quota[mark.window] > 0:
            quota[mark.window] -= 1
            kept.append(mark)
    return kept


def _numbered(marks: Iterable[Mark]) -> list[Mark]:
    return [replace(mark, number=i) for i, mark in enumerate(marks, 1)]


def _quotas(sizes: Mapping[int, int], limit: int, dialog: int | None) -> dict[int, int]:
    quota = dict.fromkeys(sizes, 0)
    if dialog is not None and dialog in sizes:
        quota[dialog] = min(sizes[dialog], max(_DIALOG_FLOOR, limit // 2), limit)
    for window in sizes:
        if quota[window] == 0 and sum(quota.values()) < limit:
            quota[window] = 1
    while (left := limit - sum(quota.values())) > 0:
        open_windows = [w for w in sizes if quota[w] < sizes[w]]
        if not open_windows:
            break
        room = sum(sizes[w] - quota[w] for w in open_windows)
        for window in sorted(open_windows, key=lambda w: sizes[w] - quota[w], reverse=True):
            share = max(1, left * (sizes[window] - quota[window]) // room)
            quota[window] += min(share, sizes[window] - quota[window], limit - sum(quota.values()))
    return quota


def count_cut(marks: Iterable[Mark], kept: Iterable[Mark]) -> dict[int, int]:
    """How many marks of each window were left out."""
    cut: dict[int, int] = {}
    for mark in marks:
        cut[mark.window] = cut.get(mark.window, 0) + 1
    for mark in kept:
        cut[mark.window] -= 1
    return {window: count for window, count in cut.items() if count}


def _mark(
    control: controls.Control, number: int, window: Window, screen: Screen, epoch: int, stack: layers.Layers
) -> Mark:
    node = control.node
    x, y = _touch_point(control)
    full = control.full_label or control.role
    return Mark(
        number=number,
        epoch=epoch,
        label=labels.cut(full),
        full_label=full,
        role="button" if window.index in stack.keyboards else control.role,
        bounds=control.rect,
        center=coordinates.aim((x, y), control.rect, screen),
        states=_states(control),
        actions=_actions(control),
        window=window.index,
        node=node.index,
        op=stack.op(window, x, y) if stack.grouped else "",
        path=_path(control, window, screen, stack),
        value=naming.value(control),
        resource_id=next((n.resource_id for n in (node, *control.parts) if n.resource_id), ""),
        package=node.package,
    )


def _is_action(control: controls.Control) -> bool:
    """Whether a key submits: by its words, or because its id says that it carries the field's own IME action."""
    ids = (n.resource_id for n in (control.node, *control.parts))
    return control.full_label.casefold() in ACTION_KEYS or any("ime_action" in i.rsplit("/", 1)[-1] for i in ids)


def _touch_point(control: controls.Control) -> tuple[int, int]:
    """The middle, or the nearest of a few other places where no other control lies."""
    rect = control.rect
    x, y = rect.center
    taken = [*control.nested, *control.covers]
    if not taken:
        return x, y
    for part in (8, 4, 12, 2, 14):
        for down in (8, 4, 12):
            point = rect.left + rect.width * part // 16, rect.top + rect.height * down // 16
            if not any(inner.contains(*point) for inner in taken):
                return point
    return x, y


def _states(control: controls.Control) -> tuple[str, ...]:
    toggle, parts = control.toggle, control.parts
    states: list[str] = []
    if toggle is not None:
        states.append("on" if toggle.checked else "off")
    if any(n.selected for n in parts):
        states.append("selected")
    if any(n.focused for n in parts) and control.role not in {"list", "web", "pager"}:
        states.append("focused")
    if not control.node.enabled:
        states.append("disabled")
    if any(n.password for n in parts):
        states.append("password")
    return tuple(states)


def _actions(control: controls.Control) -> tuple[str, ...]:
    parts = control.parts
    field = control.role == "field"
    actions = {
        "tap": field or control.role == "slider" or any(n.clickable or n.checkable for n in parts),
        "long_press": any(n.long_clickable for n in parts),
        "type": field,
        "scroll": any(n.scrollable for n in parts) and not field,
    }
    # A row that its list handles has no property of its own that says so.
    return tuple(name for name, possible in actions.items() if possible) or ("tap",)


def _path(control: controls.Control, window: Window, screen: Screen, stack: layers.Layers) -> str:
    if control.path in {"dialog", "sheet", "menu", "shade"}:
        return control.path
    if window.index in stack.keyboards:
        return "keyboard"
    root = window.nodes[0].bounds if window.nodes else window.bounds
    inset = root.left > 0 and root.right < screen.width and root.top > 0 and root.bottom < screen.height
    return "dialog" if inset else control.path


def _texts(found: Iterable[tuple[Rect, str]]) -> list[str]:
    ordered = [text for _, text in rows(found, key=lambda item: item[0])]
    return [t for i, t in enumerate(ordered) if i == 0 or t != ordered[i - 1]]
