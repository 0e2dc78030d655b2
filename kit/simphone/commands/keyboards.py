"""`ime`: listing, enabling and choosing keyboards."""

from __future__ import annotations

from kit.simphone import vendors
from kit.simphone.commands.call import Call
from kit.simphone.settings_state import IME_ADB


def makers(call: Call) -> str:
    """Id of the keyboard the phone came with."""
    return vendors.of(call.phone.profile).keyboard


def installed(call: Call) -> list[str]:
    """Ids of the keyboards on the phone."""
    return [makers(call), IME_ADB] if call.phone.profile.adb_keyboard else [makers(call)]


def canonical(word: str) -> str:
    """A keyboard id with its class shortened, as Android stores it."""
    package, _, name = word.partition("/")
    return f"{package}/{name.removeprefix(package)}" if name.startswith(package + ".") else word


def _list(call: Call, args: list[str]) -> int:
    names = (
        installed(call) if "-a" in args else [i for i in installed(call) if i in call.phone.core.settings.enabled_imes]
    )
    for name in names:
        if "-s" in args:
            call.say(name)
            continue
        package, _, service = name.partition("/")
        service = package + service if service.startswith(".") else service
        call.say(
            f"{name}:", f"  mId={name} mSettingsActivityName=null mIsVrOnly=false", "  mIsDefaultResId=0x0", "  Service:",
            "    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false", "    ServiceInfo:",
            f"      name={service}", f"      packageName={package}",
        )  # fmt: skip
    return 0


def _enable(call: Call, args: list[str]) -> int:
    name = canonical(args[-1])
    if name not in installed(call):
        call.fail(f"Unknown input method {args[-1]} cannot be enabled for user #0")
        return 255
    enabled = call.phone.core.settings.enabled_imes
    already = "already" if name in enabled else "now"
    if name not in enabled:
        enabled.append(name)
    call.say(f"Input method {name}: {already} enabled for user #0")
    return 0


def _disable(call: Call, args: list[str]) -> int:
    name = canonical(args[-1])
    settings = call.phone.core.settings
    already = "now" if name in settings.enabled_imes else "already"
    settings.enabled_imes = [i for i in settings.enabled_imes if i != name]
    if settings.default_ime == name:
        settings.default_ime = makers(call)
    call.phone.touch()
    call.say(f"Input method {name}: {already} disabled for user #0")
    return 0


def _set(call: Call, args: list[str]) -> int:
    name = canonical(args[-1])
    settings = call.phone.core.settings
    if name not in installed(call) or name not in settings.enabled_imes:
        call.fail(f"Unknown input method {args[-1]} cannot be selected for user #0")
        return 255
    leaving = settings.default_ime == IME_ADB and name != IME_ADB
    if leaving and call.phone.faults.draw("keyboard_restore", call.phone.core.now, "ime set"):
        return call.exception(
            "ime", "java.lang.SecurityException", "uid 2000 does not have android.permission.WRITE_SECURE_SETTINGS."
        )
    settings.default_ime = name
    call.phone.touch()
    call.say(f"Input method {name} selected for user #0")
    return 0


def _reset(call: Call, args: list[str]) -> int:
    settings = call.phone.core.settings
    settings.enabled_imes, settings.default_ime = [makers(call)], makers(call)
    call.phone.touch()
    call.say("Reset current and enabled IMEs for user #0", "  Newly selected IMEs:", f"    {makers(call)}")
    return 0


def ime(call: Call, args: list[str]) -> int:
    """`ime list|enable|disable|set|reset`."""
    commands = {"list": _list, "enable": _enable, "disable": _disable, "set": _set, "reset": _reset}
    if not args or args[0] not in commands:
        call.fail(
            "ime <command>:",
            "  list [-a] [-s]",
            "  enable [--user <USER_ID>] <ID>",
            "  disable [--user <USER_ID>] <ID>",
        )
        return 0 if args and args[0] == "help" else 255
    call.wait(0.03)
    if args[0] in ("enable", "disable", "set") and len(args) < 2:
        return call.exception(args[0], "java.lang.IllegalArgumentException", f'Argument expected after "{args[0]}"')
    return commands[args[0]](call, args[1:])


COMMANDS = {"ime": ime}
