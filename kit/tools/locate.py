"""locate: find something in the picture itself, and the fallback for a description that no mark reads.

Spec: harness, addressing. A hit opens a new batch that holds only the mark found. A miss, an ambiguity or a failed
service changes nothing: the batch that was current stays current, and no action is sent.
"""

from __future__ import annotations

from typing import Annotated, Any

from annotated_types import Len

from kit.errors import BadArguments, LocateError, TargetError
from kit.events import PlaceFound
from kit.screen.coordinates import to_pixels, to_relative
from kit.screen.locate import Hit, Located, Locator, choose, find
from kit.settings import Settings
from kit.tools.matching import by_id
from kit.tools.phrases import shortlist
from kit.tools.session import Done, Session
from kit.tools.spec import verb
from kit.types import Mark, Rect, Screen

PHRASES: dict[str, dict[str, str]] = {
    "hint": {
        "en": "No control's text matched: target_description takes only the short words written on a control (such as "
        '"Wi-Fi"); for a position or a look use locate, with scope to narrow the region, then act.',
        "zh": "文本未匹配：target_description 只填控件上可见的短文字（例如「沈阳市」）；按位置或外观描述时请用 locate，"
        "可先用 scope 限定区域，再操作。",
    },
    "fell_back": {"en": "Found by visual location instead. ", "zh": "已改由视觉定位找到。"},
    "located": {
        "en": "Located {words!r}: {id} at ({x},{y}). This is the frame that was searched, and {id} is the only mark that can "
        "be addressed now; read_screen brings all marks back.",
        "zh": "已定位「{words}」：{id}，位于 ({x},{y})。所示为定位所用的那一帧，当前只有 {id} 可寻址；read_screen 可取回全部 marks。",
    },
    "missed": {
        "en": "ambiguous: {description!r} is on no control of this screen, and visual location did not find it either; "
        "nothing was touched.",
        "zh": "ambiguous: 本屏没有控件匹配「{description}」，视觉定位也未命中；未执行任何操作。",
    },
    "no_place": {
        "en": "{description!r} was not found in the picture; the marks are as they were.",
        "zh": "画面中没有找到「{description}」；当前 marks 不变。",
    },
    "several": {
        "en": "ambiguous: {description!r} stands in {count} places: {places}; nothing was touched.",
        "zh": "ambiguous: 「{description}」在画面中有 {count} 处：{places}；未执行任何操作。",
    },
    "narrow": {"en": " Narrow it down with scope.", "zh": "请用 scope 圈定区域。"},
    "reads_only": {
        "en": " This locator reads text only: give words that stand on the screen.",
        "zh": "当前定位方式只能识别文字：请给出屏幕上的原文。",
    },
    "unavailable": {
        "en": "visual location is not available ({why}); nothing was touched. Use target_mark_id, or go another way.",
        "zh": "视觉定位服务故障（{why}）；未执行任何操作。请改用 target_mark_id 或换一种方式。",
    },
    "transient": {
        "en": "visual location failed this time ({why}); nothing was touched. Try again, or call read_screen.",
        "zh": "视觉定位本次失败（{why}）；未执行任何操作。请重试，或调用 read_screen。",
    },
    "off": {"en": "visual location is switched off.", "zh": "视觉定位已关闭。"},
    "not_there": {
        "en": "{description!r} is on no control of this screen; nothing was touched. target_description takes only the short "
        "words written on a control.",
        "zh": "本屏没有控件匹配「{description}」；未执行任何操作。target_description 只写控件上的短原文。",
    },
    "no_batch": {
        "en": "there is no current batch, so scope cannot be a mark id; give left,top,right,bottom, or call read_screen.",
        "zh": "当前没有有效批次，scope 不能用 mark id；请给出 left,top,right,bottom，或先调用 read_screen。",
    },
    "bad_scope": {
        "en": "scope is a mark id such as ax_3@e12, or left,top,right,bottom, each 0-1000 and in this order: {scope!r} is neither.",
        "zh": "scope 应为 mark id（如 ax_3@e12）或 left,top,right,bottom（各 0-1000，依此次序）：{scope!r} 都不是。",
    },
}
"""Every sentence of this tool. The hint says what the specification's line says."""
LISTED = 6


def say(lang: str, key: str, **values: Any) -> str:
    """The sentence with this key, filled in."""
    return PHRASES[key][lang].format(**values)


@verb(
    zh="在截图中定位一个控件（位置或外观描述，或画面上的文字），命中后只有它可寻址。可用 scope 圈定区域。",
    observes=False,
)
def locate(
    session: Session,
    description: Annotated[str, "What to find: words that stand there, or its position and look.", Len(1, 300)],
    scope: Annotated[
        str | list[float] | None,
        "Where to look: a mark id such as ax_3@e12, or left,top,right,bottom, each 0-1000. Omit for the whole screen.",
    ] = None,
) -> Done:
    """Finds one control in the picture itself, for what the marks do not list. On a hit only that mark can be addressed."""
    lang = session.settings.lang
    locator = locator_of(session)
    if locator is None:
        raise LocateError(say(lang, "off"), code="locate_unavailable")
    try:
        found = _find(session, locator, description, _scope(session, scope))
    except LocateError as error:
        raise _told(error, description, session, fallback=False) from error
    if found is None:
        words = say(lang, "no_place", description=description)
        raise TargetError(words + (say(lang, "reads_only") if locator.reads_only else ""), code="target_unknown")
    mark = found.mark
    words = say(lang, "located", words=mark.label, id=mark.id, x=mark.center[0], y=mark.center[1])
    details = {"observation": found.observation, "artifact": found.artifact}
    return Done(text=words, target=mark, details=details)


def fall_back(session: Session, description: str) -> Mark:
    """The mark that a target_description means when no mark reads it; see `search`."""
    return search(session, description).mark


def search(session: Session, description: str) -> Located:
    """One deep visual location of a target_description that no mark reads, committed as a new batch.

    Returns:
        The hit; its `mark` is what to act on, its `artifact` is for the trace. The receipt of the action that then
        succeeds gets `fell_back(lang)` as a line of its own.

    Raises:
        TargetError: target_unknown or target_ambiguous, nothing or several things found; the hint is in the message.
        LocateError: locate_unavailable or locate_transient; without the hint, since the description is not to blame.
        ScreenshotFailed: the batch has no picture and none could be taken; without the hint.
    """
    lang = session.settings.lang
    locator = locator_of(session)
    if locator is None:
        raise TargetError(say(lang, "not_there", description=description), code="target_unknown")
    try:
        found = _find(session, locator, description, None)
    except LocateError as error:
        raise _told(error, description, session, fallback=True) from error
    if found is None:
        raise TargetError(f"{say(lang, 'missed', description=description)}\n{hint(lang)}", code="target_unknown")
    return found


def hint(lang: str) -> str:
    """The line that ends every receipt whose target_description no mark reads."""
    return say(lang, "hint")


def fell_back(lang: str) -> str:
    """The line after the action line of a successful receipt whose target only the fallback found."""
    return say(lang, "fell_back") + hint(lang)


def offered(settings: Settings) -> bool:
    """Whether models are told of the tool at all."""
    return settings.locate != "off"


def locator_of(session: Session) -> Locator | None:
    """The session's own locator when it has one, else the one its settings ask for; None when `locate` is off.

    Raises:
        LocateError: code locate_unavailable, a vision model is set but the session was given no locator for it.
    """
    settings = session.settings
    if session.locator is not None and settings.locate != "off":
        return session.locator
    if settings.locate == "vision" or (settings.locate == "auto" and settings.locate_model):
        why = settings.locate_model or "locate_model"
        raise LocateError(say(settings.lang, "unavailable", why=why), code="locate_unavailable")
    return choose(settings)


def _find(session: Session, locator: Locator, description: str, scope: Rect | None) -> Located | None:
    """A hit becomes the session's batch, as a committed observation does."""
    settle = session.settings.observe_settle_ms / 1000
    found = find(session.device, locator, description, seen=session.observation, scope=scope, settle=settle)
    if found is not None:
        session.observation = session.before = found.observation
        call = session.calling.id if session.calling is not None else ""
        session.bus.emit(PlaceFound(episode=session.episode, call=call, artifact=found.artifact))
    return found


def _scope(session: Session, scope: str | list[float] | None) -> Rect | None:
    """The rectangle in pixels, of a mark of the current batch or of four relative numbers."""
    if not scope:
        return None
    values = scope if isinstance(scope, list) else _numbers(scope)
    if values is None:
        if session.observation is None:
            raise TargetError(say(session.settings.lang, "no_batch"), code="target_stale")
        return by_id(session.observation, str(scope), session.settings.lang).bounds
    if len(values) != 4 or not (0 <= values[0] < values[2] <= 1000 and 0 <= values[1] < values[3] <= 1000):
        raise BadArguments(say(session.settings.lang, "bad_scope", scope=scope))
    screen = session.observation.screen if session.observation is not None else session.device.screen()
    return Rect(*to_pixels((values[0], values[1]), screen), *to_pixels((values[2], values[3]), screen))


def _numbers(scope: str) -> list[float] | None:
    parts = scope.strip(" []()").split(",")
    try:
        return [float(part) for part in parts] if len(parts) > 1 else None
    except ValueError:
        return None


def _told(error: LocateError, description: str, session: Session, *, fallback: bool) -> LocateError | TargetError:
    """The error in the model's language. Only what is wrong with the description carries the hint."""
    lang = session.settings.lang
    if error.code != "locate_ambiguous":
        key = "unavailable" if error.code == "locate_unavailable" else "transient"
        return LocateError(say(lang, key, why=error.message.rstrip(".")), code=error.code)
    places = _places(error.hits, session.observation.screen if session.observation else session.device.screen(), lang)
    words = say(lang, "several", description=description, count=len(error.hits), places=places)
    return TargetError(words + (f"\n{hint(lang)}" if fallback else say(lang, "narrow")), code="target_ambiguous")


def _places(hits: tuple[object, ...], screen: Screen, lang: str) -> str:
    """The first few places as relative points."""
    boxes = [hit.box.center for hit in hits if isinstance(hit, Hit)]
    return shortlist(lang, ["({},{})".format(*to_relative(center, screen)) for center in boxes], LISTED)
