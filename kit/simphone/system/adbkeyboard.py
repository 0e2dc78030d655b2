"""ADB Keyboard: the input method that types what broadcasts tell it, when it is the current one and a field has the focus."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

from kit.simphone import entry, keys
from kit.simphone.settings_state import IME_ADB

if TYPE_CHECKING:
    from kit.simphone.phone import Phone


def receive(phone: Phone, action: str, extras: dict[str, str]) -> bool:
    """Handles a broadcast; False when nobody listened (another keyboard is current, or no field has the focus)."""
    if phone.core.settings.default_ime != IME_ADB or not phone.profile.adb_keyboard or entry.focused(phone) is None:
        return False
    if action.startswith("ADB_ACTION_"):
        entry.submit(phone)
    elif action == "ADB_INPUT_TEXT":
        entry.insert(phone, extras.get("msg", ""))
    elif action == "ADB_INPUT_B64":
        entry.insert(phone, _decoded(extras.get("msg", "")))
    elif action == "ADB_INPUT_CHARS":
        codes = [int(c) for c in extras.get("chars", "").split(",") if c.strip().isdigit()]
        entry.insert(phone, "".join(chr(c) for c in codes if c < 0x110000))
    elif action == "ADB_INPUT_CODE":
        keys.press(phone, extras.get("code", ""))
    elif action == "ADB_EDITOR_CODE":
        entry.submit(phone)
    elif action == "ADB_CLEAR_TEXT":
        entry.put(phone, "")
    else:
        return False
    phone.touch()
    return True


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text).decode("utf-8", "replace")
    except (ValueError, binascii.Error):
        return ""
