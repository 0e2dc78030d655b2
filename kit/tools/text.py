"""type_text: any Unicode text into a field."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Len

from kit.device.keyboard import NO_FOCUS
from kit.errors import KeyboardNotRestored, TargetError, TextNotTypable
from kit.tools.phrases import say
from kit.tools.session import Done, Session
from kit.tools.spec import label_of, verb
from kit.tools.target import point, resolve
from kit.tools.touch import Description, MarkId
from kit.types import Mark

FOCUS_WAIT_S = 0.2
"""Between the tap that focuses a field and the first key: the keyboard's window opens in this time."""


@verb(zh="在输入框中输入文本；不指定目标时输入到当前焦点。默认替换原有文本。")
def type_text(
    session: Session,
    text: Annotated[str, "What to type, in any script.", Len(1, 4000)],
    target_mark_id: MarkId = None,
    target_description: Description = None,
    clear: Annotated[bool, "Replace what the field holds; false adds to it."] = True,
    submit: Annotated[bool, "Press the keyboard's action key (Search, Send, Done) afterwards."] = False,
) -> Done:
    """Types text into a field; without a target, into the focused one. Replaces the old text unless clear is false."""
    mark = _focus(session, target_mark_id, target_description)
    device = session.device
    lang = session.settings.lang
    code = ""
    try:
        words = _said(lang, text, mark, sure=device.type_text(text, replace=clear))
    except KeyboardNotRestored as error:  # the text WAS sent: not a failure of the typing
        words, code = say(lang, "keyboard_not_restored", text=text), error.code
    except TextNotTypable as error:
        if error.code == NO_FOCUS:
            said = say(lang, "no_focus_after", target=label_of(mark)) if mark else say(lang, "no_focus")
            raise TextNotTypable(said, code=NO_FOCUS) from None
        error.cleared = clear  # nothing was typed, but the old text is gone; the receipt says so
        raise
    if submit:
        device.press_action()
        words += say(lang, "submitted")
    return Done(text=words, target=mark, code=code)


def _said(lang: str, text: str, mark: Mark | None, *, sure: bool) -> str:
    """The action line: that a field took the text is claimed only where the phone said that one would."""
    target = label_of(mark) if mark else ""
    if not sure:
        return say(lang, "sent_into" if mark else "sent_text", text=text, target=target)
    where = say(lang, "typed_into", target=target) if mark else say(lang, "typed_focus")
    return say(lang, "typed", text=text, where=where)


def _focus(session: Session, mark_id: str | None, description: str | None) -> Mark | None:
    """Taps the field unless it has the focus already."""
    if not mark_id and not description:
        return None
    mark = resolve(session, "type_text", mark_id, description, action="type")
    if "type" not in mark.actions:
        raise TargetError(say(session.settings.lang, "not_field", target=label_of(mark)), code="target_unknown")
    if "focused" not in mark.states:
        session.device.tap(*point(session, mark))
        session.device.wait(FOCUS_WAIT_S)
    return mark
