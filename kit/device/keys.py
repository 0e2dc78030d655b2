"""Names of Android's keys. `input keyevent` accepts any nonsense in silence, so names are checked here."""

from __future__ import annotations

from kit.errors import UnknownName

_NAMES = (
    "HOME BACK CALL ENDCALL 0 1 2 3 4 5 6 7 8 9 STAR POUND DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT DPAD_CENTER VOLUME_UP "
    "VOLUME_DOWN VOLUME_MUTE POWER CAMERA A B C D E F G H I J K L M N O P Q R S T U V W X Y Z COMMA PERIOD TAB SPACE "
    "ENTER DEL FORWARD_DEL ESCAPE MENU SEARCH NOTIFICATION MEDIA_PLAY_PAUSE MEDIA_STOP MEDIA_NEXT MEDIA_PREVIOUS "
    "PAGE_UP PAGE_DOWN MOVE_HOME MOVE_END INSERT CTRL_LEFT SHIFT_LEFT ALT_LEFT APP_SWITCH SLEEP WAKEUP CUT COPY PASTE "
    "ASSIST BRIGHTNESS_UP BRIGHTNESS_DOWN SETTINGS LANGUAGE_SWITCH SYSRQ"
)
_KEYS = frozenset(_NAMES.split())


def keycode(name: str) -> str:
    """The full name Android takes (`KEYCODE_BACK`) for a key named with or without the prefix, in any case.

    Raises:
        UnknownName: no such key.
    """
    short = name.upper().removeprefix("KEYCODE_")
    if short not in _KEYS:
        raise UnknownName("key", name, _KEYS)
    return f"KEYCODE_{short}"
