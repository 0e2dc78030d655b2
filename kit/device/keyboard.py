"""Any Unicode text into the focused field, honest about what is unknown.

Android's own `input text` types printable ASCII only. Everything else goes through ADBKeyboard, an input method that
takes base64 by broadcast; the person's keyboard is put back afterwards. A broadcast's `result=0` proves nothing, so
the next observation is the only proof of what the field holds (spec: harness, receipts and failures).
"""

from __future__ import annotations

import base64
import re
import shlex

from kit.device.parsing import (
    InputMethod,
    check_command,
    parse_input_method,
    parse_input_methods,
    same_input_method,
)
from kit.device.transport import ShellResult, Transport
from kit.errors import (
    CommandFailed,
    DeviceTimeout,
    KeyboardNotRestored,
    OutcomeUnknown,
    ParseError,
    TextNotTypable,
    TextOutcomeUnknown,
)

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_PACKAGE = "com.android.adbkeyboard"
_INSTALL_FIX = "Install ADBKeyboard (ADBKeyboard.apk, package com.android.adbkeyboard) on the phone."
_SECURITY_FIX = "On Xiaomi and OPPO enable `USB debugging (Security settings)` in the developer options."

NO_FOCUS = "no_focus"
"""Code of TextNotTypable when the phone says that no field takes text."""
_FOCUS_FIX = "Tap the field first."
_FOCUS_SECONDS = 0.4  # how much later a field just tapped may get the focus
_BIND_SECONDS = 0.5  # a keyboard just selected needs to bind to the field before it hears broadcasts
_SETTLE_SECONDS = 0.2  # ... and must have written the text before it is taken away again
_CHUNK = 4000  # characters a broadcast: the service line of adb holds 65535 bytes

# keyboards that turn Latin letters into another script while a person (or `input text`) types them
_COMPOSING_LANGUAGES = frozenset({"ja", "zh", "ko"})
_COMPOSING_IME = re.compile(r"japanese|simeji|iwnn|omronsoft|pinyin|hangul|korean", re.IGNORECASE)


def plainly_typable(text: str) -> bool:
    """Whether `input text` types exactly this: printable ASCII without a literal `%s`, which Android turns to a space."""
    return all(" " <= c <= "~" for c in text) and "%s" not in text


def type_text(transport: Transport, text: str, *, replace: bool = False, timeout: float = 10.0) -> bool:
    """Types `text` into the focused field, after what stands there or in its place.

    Returns:
        Whether the phone said before that a field takes text; False when it could not be told, and the text was sent to
        whatever has the focus.

    Raises:
        OutcomeUnknown, CommandFailed: the old text could not be taken away; nothing was typed.
        TextNotTypable: nothing was typed: nothing has the focus (code no_focus; nothing was sent at all), no keyboard
            here can type it, or ADBKeyboard could not be made ready (code keyboard_warmup_failed; the message says what
            became of the person's keyboard).
        TextOutcomeUnknown: the text may have been sent; whether the field holds it is unknown.
        KeyboardNotRestored: the text was sent, but the person's keyboard could not be put back.
    """
    if not text:
        return False
    previous, composing, serving = _focused(transport, timeout)
    if replace:
        _clear(transport, previous, timeout)
    if same_input_method(previous, ADB_KEYBOARD):
        _broadcast(transport, text, timeout)
    elif plainly_typable(text) and not (composing and re.search("[A-Za-z]", text)):
        _type_plainly(transport, text, timeout)
    else:
        _type_by_switching(transport, text, previous, timeout)
    return serving is True


def clear_field(transport: Transport, *, timeout: float = 10.0) -> None:
    """Empties the focused field: ADBKeyboard's own command when it is selected, else select all and delete.

    Raises:
        TextNotTypable: nothing has the focus (code no_focus); nothing was sent.
        OutcomeUnknown: the deadline passed.
        CommandFailed: Android refused the keys.
    """
    _clear(transport, _focused(transport, timeout)[0], timeout)


def _clear(transport: Transport, previous: str, timeout: float) -> None:
    try:
        if same_input_method(previous, ADB_KEYBOARD):
            _accept("am broadcast", transport.shell(f"am broadcast -a ADB_CLEAR_TEXT -p {_PACKAGE}", timeout=timeout))
            return
        combined = transport.shell("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A", timeout=timeout)
        if combined.code or re.search("[Uu]nknown command|[Uu]sage:", combined.text + combined.error_text):
            # before Android 12: from the end backwards, more often than fields are long
            keys = "KEYCODE_MOVE_END " + " ".join(["KEYCODE_DEL"] * 250)
        else:
            keys = "KEYCODE_DEL"
        _accept("input keyevent", transport.shell(f"input keyevent {keys}", timeout=timeout + 5))
    except DeviceTimeout:
        raise OutcomeUnknown("Clearing the field got no answer in time; it may or may not be empty.") from None


def _focused(transport: Transport, timeout: float) -> tuple[str, bool, bool | None]:
    """As `_selected`. A field that was touched just now gets the focus late on a busy phone, so "none" is asked twice."""
    asked = _selected(transport, timeout)
    if asked[2] is False:
        transport.sleep(_FOCUS_SECONDS)
        asked = _selected(transport, timeout)
    if asked[2] is False:
        raise TextNotTypable("No field on the screen has the focus; nothing was sent.", code=NO_FOCUS, fix=_FOCUS_FIX)
    return asked


def _selected(transport: Transport, timeout: float) -> tuple[str, bool, bool | None]:
    """The selected keyboard, whether it composes Latin letters into another script, and whether a field takes text."""
    command = (
        "settings get secure default_input_method; dumpsys input_method | "
        "grep -E 'mCurMethodId=|mInputShown=|mIsInputViewShown=|CurrentSubtype=|^ *mServed(View|InputConnection)'"
    )
    said = transport.shell(command, timeout=timeout).text
    head, _, rest = said.partition("\n")
    name = head.strip()
    try:
        method = parse_input_method(rest)
    except ParseError:
        method = InputMethod(id="", shown=False)
    composing = method.language in _COMPOSING_LANGUAGES or bool(_COMPOSING_IME.search(name))
    return ("" if name == "null" else name), composing, method.serving


def _type_plainly(transport: Transport, text: str, timeout: float) -> None:
    typed = shlex.quote(text.replace(" ", "%s"))
    try:
        result = transport.shell(f"input text {typed}", timeout=timeout + 0.05 * len(text))
    except DeviceTimeout:
        raise TextOutcomeUnknown("The text command may have been sent; what the field holds is unknown.") from None
    try:
        _accept("input text", result)
    except CommandFailed as error:
        raise TextNotTypable(f"Android typed nothing: {error.message}", fix=error.fix) from None


def _type_by_switching(transport: Transport, text: str, previous: str, timeout: float) -> None:
    listed = parse_input_methods(transport.shell("ime list -a -s", timeout=timeout).text)
    if not any(same_input_method(name, ADB_KEYBOARD) for name in listed):
        raise TextNotTypable("The keyboards on this phone cannot be made to type this text.", fix=_INSTALL_FIX)
    _switch(transport, previous, timeout)
    transport.sleep(_BIND_SECONDS)
    warmed = _try(transport, f"am broadcast -a ADB_INPUT_TEXT --es msg '' -p {_PACKAGE}", timeout)
    if warmed is None or not _delivered(warmed):
        restored = _restore(transport, previous, timeout)
        state = _describe_restore(restored, previous)
        error = TextNotTypable(
            f"The text was not sent: ADBKeyboard did not get ready. {state}", code="keyboard_warmup_failed"
        )
        error.keyboard = "none" if restored is None else "restored" if restored else "unknown"
        raise error
    try:
        _broadcast(transport, text, timeout)
    except TextOutcomeUnknown as error:
        state = _describe_restore(_restore(transport, previous, timeout), previous)
        raise TextOutcomeUnknown(f"{error.message} {state}") from None
    transport.sleep(_SETTLE_SECONDS)
    if _restore(transport, previous, timeout) is False:
        raise KeyboardNotRestored(
            f"The text was sent, but the keyboard {previous} could not be put back.",
            fix=f"Select it again: ime set {previous}",
        )


def _switch(transport: Transport, previous: str, timeout: float) -> None:
    command = f"ime enable {ADB_KEYBOARD}; ime set {ADB_KEYBOARD}; settings get secure default_input_method"
    result = _try(transport, command, timeout)
    if result is None:
        state = _describe_restore(_restore(transport, previous, timeout), previous)
        raise TextNotTypable(f"The text was not sent: selecting ADBKeyboard got no answer. {state}")
    if same_input_method(_last_line(result), ADB_KEYBOARD):
        return
    refused = "SecurityException" in result.text + result.error_text
    raise TextNotTypable(
        "The text was not sent: ADBKeyboard could not be selected; the keyboard was not changed.",
        fix=_SECURITY_FIX if refused else "Enable ADBKeyboard in the phone's language settings.",
    )


def _restore(transport: Transport, previous: str, timeout: float) -> bool | None:
    """Puts the keyboard back once. True: confirmed; False: not; None: there was none to put back."""
    if not previous:
        return None
    command = f"ime set {shlex.quote(previous)}; settings get secure default_input_method"
    result = _try(transport, command, timeout)
    return result is not None and same_input_method(_last_line(result), previous)


def _describe_restore(restored: bool | None, previous: str) -> str:
    if restored is None:
        return "There was no keyboard to put back."
    if restored:
        return f"The keyboard {previous} was put back."
    return f"Putting the keyboard {previous} back failed; which one is selected is unknown."


def _broadcast(transport: Transport, text: str, timeout: float) -> None:
    for start in range(0, len(text), _CHUNK):
        coded = base64.b64encode(text[start : start + _CHUNK].encode("utf-8", "replace")).decode("ascii")
        command = f"am broadcast -a ADB_INPUT_B64 --es msg {shlex.quote(coded)} -p {_PACKAGE}"
        result = _try(transport, command, timeout)
        if result is None or not _delivered(result):
            raise TextOutcomeUnknown("The text may have been sent; what the field holds is unknown.")


def _delivered(result: ShellResult) -> bool:
    return not result.code and "Broadcast completed" in result.text


def _try(transport: Transport, command: str, timeout: float) -> ShellResult | None:
    try:
        return transport.shell(command, timeout=timeout)
    except DeviceTimeout:
        return None


def _last_line(result: ShellResult) -> str:
    lines = result.text.split()
    return lines[-1] if lines else ""


def _accept(name: str, result: ShellResult) -> None:
    check_command(name, result.text, result.error_text, result.code)
