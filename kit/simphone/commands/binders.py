"""`service` and `appops`: Android's services by name, and what an app may do."""

from __future__ import annotations

from kit.simphone.commands.activity import app_of
from kit.simphone.commands.call import Call
from kit.simphone.state import AppState

INTERFACES = {
    "SurfaceFlinger": "android.ui.ISurfaceComposer", "activity": "android.app.IActivityManager",
    "appops": "com.android.internal.app.IAppOpsService", "battery": "", "bluetooth_manager": "android.bluetooth.IBluetoothManager",
    "clipboard": "android.content.IClipboard", "connectivity": "android.net.IConnectivityManager",
    "display": "android.hardware.display.IDisplayManager", "input": "android.hardware.input.IInputManager",
    "input_method": "com.android.internal.view.IInputMethodManager", "meminfo": "",
    "notification": "android.app.INotificationManager", "package": "android.content.pm.IPackageManager",
    "power": "android.os.IPowerManager", "settings": "", "statusbar": "com.android.internal.statusbar.IStatusBarService",
    "thermalservice": "android.os.IThermalService", "uimode": "android.app.IUiModeManager", "wifi": "android.net.wifi.IWifiManager",
    "window": "android.view.IWindowManager",
}  # fmt: skip
"""The services whose commands and dumps this phone answers."""
BAD_CALL = 10


def service(call: Call, args: list[str]) -> int:
    """`service list`, `service check NAME`, `service call NAME CODE`: transactions are refused, as to a caller without rights."""
    if args[:1] == ["list"]:
        call.say(f"Found {len(INTERFACES)} services:")
        call.say(*(f"{n}\t{name}: [{interface}]" for n, (name, interface) in enumerate(sorted(INTERFACES.items()))))
        return 0
    if args[:1] == ["check"] and len(args) > 1:
        call.say(f"Service {args[1]}: {'found' if args[1] in INTERFACES else 'not found'}")
        return 0
    if args[:1] == ["call"] and len(args) > 2:
        if args[1] not in INTERFACES:
            call.fail(f"service: Service {args[1]} does not exist")
            return BAD_CALL
        call.say('Result: Parcel(Error: 0xffffffffffffffff "Operation not permitted")')
        return 0
    missing = {"check": "No service specified for check", "call": "No service specified for call"}
    if args:
        call.fail(f"service: {missing.get(args[0], f'Unknown command {args[0]}')}")
    call.say(
        "Usage: service [-h|-?]",
        "       service list",
        "       service check SERVICE",
        "       service call SERVICE CODE ...",
    )
    return BAD_CALL


OPERATIONS = {
    "COARSE_LOCATION": "location", "FINE_LOCATION": "location", "READ_CONTACTS": "contacts", "WRITE_CONTACTS": "contacts",
    "READ_CALENDAR": "calendar", "WRITE_CALENDAR": "calendar", "CAMERA": "camera", "RECORD_AUDIO": "microphone",
    "POST_NOTIFICATION": "notifications", "READ_SMS": "sms", "SEND_SMS": "sms", "CALL_PHONE": "phone",
    "READ_EXTERNAL_STORAGE": "storage", "WRITE_EXTERNAL_STORAGE": "storage",
}  # fmt: skip
"""App operation -> the permission it goes with."""
_MODES = ("allow", "ignore", "deny", "default", "foreground")


def appops(call: Call, args: list[str]) -> int:
    """`appops get PACKAGE [OP]`, `appops set PACKAGE OP MODE`, `appops reset PACKAGE`; also `cmd appops`."""
    action = args[0] if args else ""
    words = [a for n, a in enumerate(args[1:]) if a not in ("--user", "--uid") and args[n] != "--user"]
    if action not in ("get", "set", "reset"):
        call.fail(f"Unknown command: {action}" if action else "AppOps service (appops) commands:")
        return 255
    if not words:
        call.fail("Error: Package name or UID not specified.")
        return 255
    app = app_of(call, words[0])
    if app is None:
        call.fail(f"Error: No UID for {words[0]} in user 0")
        return 255
    state = call.phone.core.apps[app.name]
    if action == "reset":
        state.granted, state.once, state.denied = [], [], []
        call.phone.touch()
        call.say(f"Reset all modes for: user 0 package {words[0]}")
        return 0
    name = words[1].removeprefix("android:").upper() if len(words) > 1 else ""
    if len(words) > 1 and name not in OPERATIONS:
        call.fail(f"Error: Unknown operation string: {words[1]}")
        return 255
    return _get(call, app.permissions, state, name) if action == "get" else _set(call, state, name, words[2:])


def _get(call: Call, permissions: tuple[str, ...], state: AppState, name: str) -> int:
    names = [name] if name else [op for op, permission in OPERATIONS.items() if permission in permissions]
    for op in names:
        permission = OPERATIONS[op]
        held = permission in state.granted or permission in state.once
        call.say(f"{op}: {'allow' if held else 'ignore' if permission in state.denied else 'default'}")
    if not names:
        call.say("No operations.")
    return 0


def _set(call: Call, state: AppState, name: str, words: list[str]) -> int:
    if not name or not words:
        call.fail("Error: Operation not specified." if not name else "Error: Mode not specified.")
        return 255
    if words[0] not in _MODES:
        call.fail(f"Error: Mode {words[0]} is not valid")
        return 255
    permission = OPERATIONS[name]
    for held in (state.granted, state.once, state.denied):
        while permission in held:
            held.remove(permission)
    if words[0] in ("allow", "foreground"):
        state.granted.append(permission)
    elif words[0] != "default":
        state.denied.append(permission)
    call.phone.touch()
    return 0


COMMANDS = {"service": service, "appops": appops}
