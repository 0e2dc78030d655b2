"""`wm`, `svc`, `cmd` and the small commands of a shell."""

from __future__ import annotations

from kit.simphone.commands import activity, binders, input, keyboards, packages, values
from kit.simphone.commands.call import Call
from kit.simphone.state import LAUNCHER, Notice


def wm(call: Call, args: list[str]) -> int:
    """`wm size|density [VALUE|reset]`, `wm user-rotation [free|lock N]`."""
    part = args[0] if args else ""
    if part == "size":
        return _size(call, args[1:])
    if part == "density":
        return _density(call, args[1:])
    if part in ("user-rotation", "set-user-rotation"):
        return _rotation(call, args[1:])
    call.fail(f"Unknown command: {part}")
    return 255


def _size(call: Call, args: list[str]) -> int:
    phone, system = call.phone, call.phone.core.system
    if not args:
        call.say(f"Physical size: {phone.profile.width}x{phone.profile.height}")
        if system.size is not None:
            call.say(f"Override size: {system.size[0]}x{system.size[1]}")
        return 0
    if args[0] == "reset":
        system.size = None
    else:
        width, _, height = args[0].partition("x")
        if not (width.isdecimal() and height.isdecimal()) or min(int(width), int(height)) < 200:
            call.fail(f"Error: bad size {args[0]}")
            return 255
        system.size = (int(width), int(height))
    phone.display_changed()
    return 0


def _density(call: Call, args: list[str]) -> int:
    phone, system = call.phone, call.phone.core.system
    if not args:
        call.say(f"Physical density: {phone.profile.density}")
        if system.density is not None:
            call.say(f"Override density: {system.density}")
        return 0
    if args[0] != "reset" and (not args[0].isdecimal() or int(args[0]) < 72):
        call.fail(f"Error: bad number {args[0]}")
        return 255
    system.density = None if args[0] == "reset" else int(args[0])
    phone.display_changed()
    return 0


def _rotation(call: Call, args: list[str]) -> int:
    settings = call.phone.core.settings
    if not args:
        call.say(f"{'free' if settings.auto_rotate else 'lock'} {settings.rotation}")
        return 0
    settings.auto_rotate = args[0] == "free"
    if args[0] == "lock" and len(args) > 1 and args[1] in "0123":
        settings.rotation = int(args[1])
    call.phone.display_changed()
    return 0


def svc(call: Call, args: list[str]) -> int:
    """`svc wifi|data|bluetooth|nfc enable|disable`, `svc power stayon`."""
    if len(args) < 2:
        call.say("Available commands:", "    help     Show information about the subcommands")
        return 0
    if args[0] in ("wifi", "data", "bluetooth", "nfc") and args[1] in ("enable", "disable"):
        setattr(call.phone.core.settings, args[0], args[1] == "enable")
        call.phone.touch()
    return 0


def cmd(call: Call, args: list[str]) -> int:
    """`cmd SERVICE ...`."""
    services = {
        "package": packages.pm, "activity": activity.am, "input_method": keyboards.ime, "input": input.run, "window": wm,
        "statusbar": _statusbar, "wifi": _wifi, "bluetooth_manager": _bluetooth, "uimode": _uimode,
        "notification": _notification, "connectivity": _connectivity, "settings": values.settings,
        "appops": binders.appops,
    }  # fmt: skip
    if not args or args[0] == "-l":
        call.say("Currently running services:", *(f"  {s}" for s in sorted(services)))
        return 0
    service = services.get(args[0])
    if service is None:
        call.fail(f"cmd: Can't find service: {args[0]}")
        return 20
    call.wait(0.02)
    return service(call, args[1:])


def _unknown(call: Call, args: list[str]) -> int:
    call.fail(f"Unknown command: {args[0]}" if args else "No command specified")
    return 255


def _statusbar(call: Call, args: list[str]) -> int:
    phone = call.phone
    if args and args[0] in ("expand-notifications", "expand-settings"):
        phone.open_shade()
    elif args and args[0] == "collapse":
        phone.core.system.shade = False
        phone.touch()
    else:
        return _unknown(call, args)
    return 0


def _wifi(call: Call, args: list[str]) -> int:
    settings = call.phone.core.settings
    if len(args) > 1 and args[0] == "set-wifi-enabled":
        settings.wifi = args[1] == "enabled"
    elif args and args[0] in ("enable", "disable"):
        settings.wifi = args[0] == "enable"
    elif args and args[0] == "status":
        call.say(f"Wifi is {'enabled' if settings.wifi else 'disabled'}")
        if settings.wifi:
            call.say(f'Wifi is connected to "{settings.wifi_network}"')
    else:
        return _unknown(call, args)
    call.phone.touch()
    return 0


def _bluetooth(call: Call, args: list[str]) -> int:
    if not args or args[0] not in ("enable", "disable"):
        return _unknown(call, args)
    call.phone.core.settings.bluetooth = args[0] == "enable"
    call.phone.touch()
    return 0


def _uimode(call: Call, args: list[str]) -> int:
    settings = call.phone.core.settings
    if not args or args[0] != "night":
        return _unknown(call, args)
    if len(args) > 1:
        settings.dark_theme = args[1] == "yes"
        call.phone.display_changed()
    call.say(f"Night mode: {'yes' if settings.dark_theme else 'no'}")
    return 0


def _connectivity(call: Call, args: list[str]) -> int:
    settings = call.phone.core.settings
    if len(args) > 1 and args[0] == "airplane-mode" and args[1] in ("enable", "disable"):
        settings.airplane = args[1] == "enable"
        call.phone.touch()
        return 0
    call.say("enabled" if settings.airplane else "disabled")
    return 0


def _notification(call: Call, args: list[str]) -> int:
    """`cmd notification post [-t TITLE] TAG TEXT`: as the app in front, or the first one; `set_dnd MODE`."""
    if len(args) == 2 and args[0] == "set_dnd":
        call.phone.core.settings.dnd = args[1] not in ("off", "all")
        call.phone.touch()
        return 0
    if not args or args[0] != "post":
        return _unknown(call, args)
    rest, title, words = list(args[1:]), "", []
    while rest:
        word = rest.pop(0)
        if word in ("-t", "--title"):
            title = rest.pop(0) if rest else ""
        elif word in ("-S", "-i", "-I", "-c", "--style"):
            del rest[:1]
        elif not word.startswith("-"):
            words.append(word)
    system = call.phone.core.system
    owner = system.front if system.front != LAUNCHER else next(iter(call.phone.apps), "")
    if len(words) < 2 or not owner:
        call.fail("usage: cmd notification post [flags] <tag> <text>")
        return 255
    system.counter += 1
    system.notices.insert(0, Notice(system.counter, owner, title or words[0], words[1], None, call.phone.core.now))
    call.phone.touch()
    call.say("posting:", f"  Notification(channel=shell_cmd pri=0 contentView=null tag={words[0]})")
    return 0


COMMANDS = {"wm": wm, "svc": svc, "cmd": cmd}
