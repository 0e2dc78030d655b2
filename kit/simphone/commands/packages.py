"""`pm` and `cmd package`: what is installed, resolving, clearing, installing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from kit.simphone import apk, boot, journal, vendors
from kit.simphone.app import App, Ui
from kit.simphone.commands import links, processes
from kit.simphone.commands.activity import MAIN, app_of, component, is_launcher, is_page
from kit.simphone.commands.call import Call
from kit.simphone.state import LAUNCHER
from kit.simphone.win import SYSTEMUI

ADB_KEYBOARD = "com.android.adbkeyboard"
_BRIEF = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true"


def system_packages(call: Call) -> tuple[str, ...]:
    """The packages of the system itself, which have no icon."""
    maker = vendors.of(call.phone.profile)
    keyboard = maker.keyboard.partition("/")[0]
    return ("android", SYSTEMUI, maker.launcher, maker.permission, keyboard, "com.android.shell", *maker.packages)


def third_party(app: App) -> bool:
    """Whether `pm list packages -3` shows it."""
    return not app.system and not app.package.startswith("com.android.")


def path_of(call: Call, package: str) -> str:
    """The APK's path, or empty when the package is not there."""
    app = app_of(call, package)
    if (app is not None and not third_party(app)) or package in system_packages(call):
        return f"/system/app/{package}/{package}.apk"
    if (
        app is not None
        or package in call.phone.core.system.installed
        or (package == ADB_KEYBOARD and call.phone.profile.adb_keyboard)
    ):
        return f"/data/app/~~c2ltcGhvbmU==/{package}-a2l0==/base.apk"
    return ""


def listed(call: Call) -> list[tuple[str, bool]]:
    """Every package and whether it is a third party's."""
    system = call.phone.core.system
    rows = [(p, False) for p in system_packages(call)]
    rows += [(a.package, third_party(a)) for a in call.phone.apps.values() if a.name not in system.removed]
    rows += [(p, True) for p in system.installed]
    if call.phone.profile.adb_keyboard:
        rows.append((ADB_KEYBOARD, True))
    return sorted(dict(rows).items())


def _list(call: Call, args: list[str]) -> int:
    if not args or args[0] not in ("packages", "package"):
        if args and args[0] == "users":
            call.say("Users:", "\tUserInfo{0:Owner:4c13} running")
            return 0
        call.fail(f"Error: unknown list type '{args[0] if args else ''}'")
        return 255
    options = {a for a in args[1:] if a.startswith("-")}
    words = [a for a in args[1:] if not a.startswith("-") and not a.isdecimal()]
    for package, third in listed(call):
        if ("-3" in options and not third) or ("-s" in options and third) or ("-d" in options):
            continue
        if words and words[0] not in package:
            continue
        prefix = f"{path_of(call, package)}=" if "-f" in options else ""
        suffix = " versionCode:36" if "--show-versioncode" in options else ""
        suffix += f" uid:{processes.uid_of(call, package)}" if "-U" in options else ""
        call.say(f"package:{prefix}{package}{suffix}")
    return 0


def _path(call: Call, args: list[str]) -> int:
    found = path_of(call, args[-1])
    if not found:
        return 1
    call.say(f"package:{found}")
    return 0


def _component(call: Call, args: list[str]) -> str:
    """The launchable component an intent's words ask for; empty when there is none."""
    words = [a for a in args if not a.startswith("-")]
    maker = vendors.of(call.phone.profile)
    if "android.intent.category.HOME" in words:
        return maker.launcher_component
    for word in words:
        package, _, activity = word.partition("/")
        app = app_of(call, package)
        if app is not None and not app.hidden and (not activity or is_page(call, app, activity)):
            return component(call, app)
        if package == maker.launcher and (not activity or is_launcher(call, package, activity)):
            return maker.launcher_component
    action, address = (next((v for k, v in pairwise(args) if k == option), "") for option in ("-a", "-d"))
    goal = links.goal(action, address, {})
    app = call.phone.apps.get(goal.app) if goal is not None else None
    return component(call, app) if app is not None and app.name not in call.phone.core.system.removed else ""


def _resolve(call: Call, args: list[str]) -> int:
    found = _component(call, args)
    if not found:
        call.say("No activity found")
        return 0
    if "--components" in args:
        call.say(found)
        return 0
    call.say(_BRIEF, found)
    return 0


def _query(call: Call, args: list[str]) -> int:
    """`query-activities --brief -a MAIN -c LAUNCHER`: all launchable components."""
    package = next((args[n + 1] for n, a in enumerate(args[:-1]) if a in ("-p", "--package")), "")
    removed = call.phone.core.system.removed
    apps = [
        a for a in call.phone.apps.values() if not a.hidden and a.name not in removed and package in ("", a.package)
    ]
    home = [vendors.of(call.phone.profile).launcher_component]
    components = home if "android.intent.category.HOME" in args else [component(call, a) for a in apps]
    if not {MAIN, "android.intent.category.LAUNCHER", "android.intent.category.HOME"} & set(args):
        components = []
    if not components:
        call.say("No activities found")
        return 0
    if "--components" in args:
        call.say(*components)
        return 0
    call.say(f"{len(components)} activities found:")
    for n, found in enumerate(components):
        call.say(f"  Activity #{n}:", f"    {_BRIEF}", f"    {found}")
    return 0


def _clear(call: Call, args: list[str]) -> int:
    """`clear PACKAGE`: the app is as freshly installed, without the sample data of a new phone (see `boot.empty`)."""
    app = app_of(call, args[-1])
    if app is None:
        call.fail("Failed")
        return 1
    core = call.phone.core
    call.phone.stop(app.name)
    state = core.apps[app.name]
    state.data, state.ui = boot.empty(app, state.data), Ui()
    state.granted, state.denied = [], []
    core.system.notices = [n for n in core.system.notices if n.app != app.name]
    call.phone.touch()
    call.say("Success")
    return 0


def _install(call: Call, args: list[str]) -> int:
    """`install [-r] [-S SIZE] [FILE]`: an APK is a zip with a binary manifest; anything else is refused as on Android.

    The package is listed from then on; it brings no screens, so it has no icon.
    """
    files = [
        a for n, a in enumerate(args) if not a.startswith("-") and (n == 0 or args[n - 1] not in ("-S", "-i", "--user"))
    ]
    where = files[0] if files else "-"
    try:
        data = call.phone.files.read(where) if where != "-" else call.stdin
    except OSError:
        call.fail(f"Error: failed to open file: {where}. Error: java.io.FileNotFoundException")
        return 1
    try:
        name = apk.package_of(data)
    except apk.NotInstallable as error:
        call.say(f"Failure [{error}]")
        return 1
    call.wait(1.0)
    installed = call.phone.core.system.installed
    name = name or f"com.example.installed{len(installed) + 1}"
    if not path_of(call, name):
        installed.append(name)
    journal.note(call.phone.core, "PackageManager", f"installed {name}")
    call.say("Success")
    return 0


def _sessions(name: str) -> Callable[[Call, list[str]], int]:
    """The commands of session installs, which this phone's user may not use."""

    def refuse(call: Call, args: list[str]) -> int:
        return call.exception(name, "java.lang.SecurityException", "User restriction prevents installing")

    return refuse


def _uninstall(call: Call, args: list[str]) -> int:
    package = args[-1]
    app = app_of(call, package)
    system = call.phone.core.system
    if package in system.installed:
        system.installed.remove(package)
    elif app is None or not third_party(app):
        code = "DELETE_FAILED_INTERNAL_ERROR"
        call.say(f"Failure [{code}]")
        return 1
    else:
        call.phone.stop(app.name)
        system.removed.append(app.name)
        call.phone.touch()
    call.say("Success")
    return 0


def _grant(call: Call, args: list[str]) -> int:
    package, permission = args[-2], args[-1].rsplit(".", 1)[-1].lower()
    app = app_of(call, package)
    if app is None:
        return call.exception("grant", "java.lang.IllegalArgumentException", f"Unknown package: {package}")
    for short in (
        "contacts",
        "camera",
        "location",
        "record_audio",
        "notifications",
        "storage",
        "calendar",
        "sms",
        "phone",
    ):
        if short in permission:
            call.phone.core.apps[app.name].granted.append("microphone" if short == "record_audio" else short)
    return 0


def _revoke(call: Call, args: list[str]) -> int:
    app = app_of(call, args[-2])
    if app is not None:
        short = args[-1].rsplit(".", 1)[-1].lower()
        state = call.phone.core.apps[app.name]
        state.granted = [g for g in state.granted if g not in short]
        state.once = [g for g in state.once if g not in short]
    return 0


def pm(call: Call, args: list[str]) -> int:
    """`pm COMMAND ...` and `cmd package COMMAND ...`."""
    commands = {
        "list": _list, "path": _path, "resolve-activity": _resolve, "query-activities": _query, "clear": _clear,
        "install": _install, "uninstall": _uninstall, "grant": _grant, "revoke": _revoke,
        **{n: _sessions(n) for n in ("install-create", "install-write", "install-commit", "install-abandon", "install-add-session")},
    }  # fmt: skip
    if not args:
        call.say("Package manager (package) commands:", "  help", "    Print this help text.")
        return 255
    if args[0] == "dump" and len(args) > 1:
        return dump(call, args[1:])
    command = commands.get(args[0])
    if command is None:
        call.fail(f"Unknown command: {args[0]}")
        return 255
    try:
        return command(call, args[1:])
    except IndexError:
        return call.exception(args[0], "java.lang.IllegalArgumentException", f'Argument expected after "{args[0]}"')


def dump(call: Call, args: list[str]) -> int:
    """`dumpsys package PACKAGE`, shortened to what tools read."""
    package = args[0]
    app = app_of(call, package)
    if not path_of(call, package):
        call.say(f"Unable to find package: {package}")
        return 0
    if app is not None and not app.hidden:
        call.say(
            "Activity Resolver Table:", "  Non-Data Actions:", f"      {MAIN}:",
            f"        5e1f0b2 {component(call, app)} filter c9a4d36", f'          Action: "{MAIN}"',
            '          Category: "android.intent.category.LAUNCHER"', "",
        )  # fmt: skip
    call.say(
        "Packages:", f"  Package [{package}] (7d9c4a1):", f"    appId={processes.uid_of(call, package)}", f"    codePath={path_of(call, package).rsplit('/', 1)[0]}",
        "    versionCode=36 minSdk=28 targetSdk=36", "    versionName=1.0", "    User 0: ceDataInode=0 installed=true hidden=false stopped=false",
    )  # fmt: skip
    if app is not None:
        state = call.phone.core.apps[app.name]
        call.say("      runtime permissions:")
        for name in app.permissions:
            held = name in state.granted or name in state.once
            call.say(f"        android.permission.{name.upper()}: granted={'true' if held else 'false'}")
    return 0


def front_package(call: Call) -> str:
    """The package of the app in front."""
    front = call.phone.core.system.front
    return vendors.of(call.phone.profile).launcher if front == LAUNCHER else call.phone.apps[front].package


COMMANDS = {"pm": pm}
