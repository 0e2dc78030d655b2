"""Tools that touch the screen: tap, long_press, swipe, scroll."""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Le, Len

from kit.errors import BadArguments, TargetError
from kit.screen.coordinates import to_pixels
from kit.tools.phrases import say
from kit.tools.session import Done, Session
from kit.tools.spec import label_of, verb
from kit.tools.target import point, resolve
from kit.types import Rect

MarkId = Annotated[
    str | None, "Id of a mark of the newest list, such as ax_3@e12.", "最新列表中的 mark id，如 ax_3@e12。"
]
Description = Annotated[
    str | None,
    "The short words written on the control, such as Wi-Fi; never its position or look.",
    "只写控件上可见的短原文（如「沈阳市」），不写位置或外观。",
]
Point = Annotated[list[float], "Relative x and y, each 0-1000.", Len(2, 2)]
LONG_PRESS_MS = 600
SCROLL_MS = 400
SCROLL_SHARE = 0.6
"""Of the region's length; less than the whole, so that the last row seen stays visible as the first."""


@verb(zh="点击一个控件。target_mark_id 或 target_description 必填其一。")
def tap(session: Session, target_mark_id: MarkId = None, target_description: Description = None) -> Done:
    """Taps one control. Give target_mark_id or target_description."""
    mark = resolve(session, "tap", target_mark_id, target_description)
    session.device.tap(*point(session, mark))
    return Done(text=say(session.settings.lang, "tapped", target=label_of(mark)), target=mark)


@verb(zh="长按一个控件。target_mark_id 或 target_description 必填其一。")
def long_press(session: Session, target_mark_id: MarkId = None, target_description: Description = None) -> Done:
    """Presses one control for a while. Give target_mark_id or target_description."""
    mark = resolve(session, "long_press", target_mark_id, target_description, action="long_press")
    session.device.long_press(*point(session, mark), LONG_PRESS_MS)
    return Done(text=say(session.settings.lang, "long_pressed", target=label_of(mark)), target=mark)


@verb(zh="从 start 滑动到 end（相对坐标 0-1000）。滚动列表请用 scroll。")
def swipe(
    session: Session,
    start: Point,
    end: Point,
    duration_ms: Annotated[int, "How long the finger takes.", Ge(50), Le(5000)] = 300,
) -> Done:
    """Swipes from start to end, in relative coordinates. To move a list, use scroll instead."""
    lang = session.settings.lang
    for name, place in (("start", start), ("end", end)):
        if not all(0 <= value <= 1000 for value in place):
            raise BadArguments(say(lang, "off_screen", name=name, point=place))
    screen = session.before.screen if session.before else session.device.screen()  # of the last committed frame
    a, b = to_pixels((start[0], start[1]), screen), to_pixels((end[0], end[1]), screen)
    session.device.swipe(*a, *b, duration_ms)
    return Done(text=say(lang, "swiped", start=_shown(start), end=_shown(end)))


@verb(zh="滚动查看更多内容；down 表示看下面的内容。可指定要滚动的列表。")
def scroll(
    session: Session,
    direction: Annotated[Literal["down", "up", "left", "right"], "Where to look: down shows what is further below."],
    target_mark_id: MarkId = None,
    target_description: Description = None,
) -> Done:
    """Scrolls a list to see more of it; down shows what is further below. Without a target the largest list moves."""
    box = _region(session, target_mark_id, target_description)
    x, y = box.center
    reach_x, reach_y = int(box.width * SCROLL_SHARE / 2), int(box.height * SCROLL_SHARE / 2)
    dx, dy = {"down": (0, 1), "up": (0, -1), "right": (1, 0), "left": (-1, 0)}[direction]
    start, end = (x + dx * reach_x, y + dy * reach_y), (x - dx * reach_x, y - dy * reach_y)
    session.device.swipe(*start, *end, SCROLL_MS)
    return Done(text=say(session.settings.lang, "scrolled", direction=direction), details={"scroll": direction})


def _region(session: Session, mark_id: str | None, description: str | None) -> Rect:
    """The box to scroll in: the target's, else the largest scrollable node's, else the middle of the screen."""
    if mark_id or description:
        return resolve(session, "scroll", mark_id, description, action="scroll").bounds
    if session.observation is None:
        raise TargetError(say(session.settings.lang, "no_batch"), code="target_stale")
    nodes = [n for w in session.observation.windows for n in w.nodes if n.scrollable]
    screen = session.observation.screen
    whole = Rect(0, screen.height // 8, screen.width, screen.height * 7 // 8)
    visible = [n.bounds.intersect(Rect(0, 0, screen.width, screen.height)) for n in nodes]
    return max(visible, key=lambda box: box.area, default=whole)


def _shown(point: list[float]) -> str:
    return f"({point[0]:g},{point[1]:g})"
