"""`am` and `monkey`: starting, stopping, broadcasting."""

from __future__ import annotations

from dataclasses import dataclass, field

from kit.simphone import vendors
from kit.simphone.app import App
from kit.simphone.commands import links, settings_actions
from kit.simphone.commands.call import Call
from kit.simphone.state import LAUNCHER
from kit.simphone.system import adbkeyboard

START_S = 0.3
"""Phone time a start takes."""
MAIN, LAUNCH = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"
HOME_CATEGORY = "android.intent.category.HOME"
_WITH_VALUE = {
    "-t": "type",
    "-i": "identifier",
    "-p": "package",
    "--user": "user",
    "--display": "display",
    "--windowingMode": "mode",
}
_EXTRAS = ("--es", "--ei", "--el", "--ez", "--ef", "--eu", "--ecn", "--eia", "--ela", "--esa", "-e")


@dataclass(slots=True)
class Intent:
    """What the intent options of `am` said."""

    action: str = ""
    data: str = ""
    component: str = ""
    package: str = ""
    type: str = ""
    flags: int = 0
    wait: bool = False
    stop: bool = False
    categories: list[str] = field(default_factory=list[str])
    extras: dict[str, str] = field(default_factory=dict[str, str])
    other: dict[str, str] = field(default_factory=dict[str, str])

    def words(self) -> str:
        """The intent as Android prints it."""
        parts = [
            f"act={self.action}" if self.action else "",
            f"cat=[{','.join(self.categories)}]" if self.categories else "",
            f"dat={self.data}" if self.data else "",
            f"typ={self.type}" if self.type else "",
            f"flg=0x{self.flags:x}" if self.flags else "",
            f"pkg={self.package}" if self.package else "",
            f"cmp={self.short()}" if self.component else "",
            "(has extras)" if self.extras else "",
        ]
        return "Intent { " + " ".join(p for p in parts if p) + " }"

    def short(self) -> str:
        """The component with its package taken off the class."""
        package, _, activity = self.component.partition("/")
        return f"{package}/{activity.removeprefix(package)}" if activity.startswith(package + ".") else self.component


def read_intent(args: list[str]) -> Intent:
    """The options of `am start` and `am broadcast`. Raises IndexError when an option's value is missing."""
    intent = Intent()
    rest = list(args)
    while rest:
        word = rest.pop(0)
        if word == "-W":
            intent.wait = True
        elif word == "-S":
            intent.stop = True
        elif word in ("-a", "-d", "-n", "-f", "-c"):
            _main_option(intent, word, rest.pop(0))
        elif word in _EXTRAS:
            name = rest.pop(0)
            intent.extras[name] = rest.pop(0)
        elif word == "--esn":
            intent.extras[rest.pop(0)] = ""
        elif word in _WITH_VALUE:
            _other_option(intent, _WITH_VALUE[word], rest.pop(0))
        elif not word.startswith("-"):
            _target(intent, word)
    return intent


def _main_option(intent: Intent, word: str, value: str) -> None:
    if word == "-c":
        intent.categories.append(value)
    elif word == "-f":
        intent.flags |= int(value, 0)
    else:
        setattr(intent, {"-a": "action", "-d": "data", "-n": "component"}[word], value)


def _other_option(intent: Intent, name: str, value: str) -> None:
    if name in ("type", "package"):
        setattr(intent, name, value)
    else:
        intent.other[name] = value


def _target(intent: Intent, word: str) -> None:
    if "/" in word and ":" not in word:
        intent.component = word
    elif ":" in word:
        intent.data = word
    else:
        intent.package = word


def settings_page(call: Call, intent: Intent) -> tuple[str, dict[str, str]] | None:
    """The page of Settings an intent names and its arguments; None when Settings does not answer it."""
    if sub := intent.component.partition("$")[2]:
        return (settings_actions.SUB_PAGES[sub], {}) if sub in settings_actions.SUB_PAGES else None
    package = intent.data.removeprefix("package:") or intent.extras.get("android.provider.extra.APP_PACKAGE", "")
    app = app_of(call, package)
    return settings_actions.page(intent.action, app.name if app is not None else "")


def app_of(call: Call, package: str) -> App | None:
    """The installed app with this package."""
    removed = call.phone.core.system.removed
    return next((a for a in call.phone.apps.values() if a.package == package and a.name not in removed), None)


def is_launcher(call: Call, package: str, activity: str) -> bool:
    """Whether a component is the launcher's."""
    maker = vendors.of(call.phone.profile)
    whole = package + activity if activity.startswith(".") else activity
    return (package, whole) == (maker.launcher, maker.launcher_activity)


def is_page(call: Call, app: App, activity: str) -> bool:
    """Whether a class, whole or abbreviated, is an app's first page: by its own name, or by the maker's."""
    names = (app.activity, vendors.of(call.phone.profile).activity(app.package, app.activity))
    return activity.removeprefix(app.package) in names


def component(call: Call, app: App) -> str:
    """An app's first page as Android prints it."""
    return f"{app.package}/{vendors.of(call.phone.profile).activity(app.package, app.activity)}"


def resolve(call: Call, intent: Intent) -> App | str | None:
    """The app an intent leads to, LAUNCHER for home, or None."""
    if intent.component:
        package, _, activity = intent.component.partition("/")
        if is_launcher(call, package, activity):
            return LAUNCHER
        app = app_of(call, package)
        activity, _, sub = activity.partition("$")
        here = not sub or (app is not None and app.name == "settings" and sub in settings_actions.SUB_PAGES)
        return app if app is not None and here and is_page(call, app, activity) else None
    if intent.package:
        return app_of(call, intent.package)
    if HOME_CATEGORY in intent.categories:
        return LAUNCHER
    return _by_action(call, intent)


def _by_action(call: Call, intent: Intent) -> App | None:
    name = ""
    if settings_page(call, intent) is not None:
        name = "settings"
    elif (goal := links.goal(intent.action, intent.data, intent.extras)) is not None:
        name = goal.app
    elif "contact" in intent.type or intent.data.startswith("content://com.android.contacts"):
        name = "contacts"
    elif "event" in intent.type or intent.data.startswith("content://com.android.calendar"):
        name = "calendar"
    elif intent.action in ("android.intent.action.SET_ALARM", "android.intent.action.SHOW_ALARMS"):
        name = "clock"
    app = call.phone.apps.get(name)
    return app if app is not None and name not in call.phone.core.system.removed else None


def start(call: Call, args: list[str]) -> int:
    """`am start [-W] [-S] INTENT`. Warnings and errors go to stderr."""
    intent = read_intent(args)
    found = resolve(call, intent)
    call.say(f"Starting: {intent.words()}")
    if found is None:
        return _not_found(call, intent)
    phone = call.phone
    name = LAUNCHER if isinstance(found, str) else found.name
    was_front = phone.core.system.front == name and not intent.stop
    started = name == LAUNCHER or phone.core.apps[name].started
    if name == LAUNCHER:
        phone.home()
    elif name == "settings":
        page, extra = settings_page(call, intent) or ("", {})
        phone.launch(name, fresh=intent.stop, page=page, args=extra)
    elif (goal := links.goal(intent.action, intent.data, intent.extras)) is not None and goal.app == name:
        links.follow(phone, goal, fresh=intent.stop)
    else:
        phone.launch(name, fresh=intent.stop)
    if was_front:
        call.fail("Warning: Activity not started, intent has been delivered to currently running top-most instance.")
    elif started and not intent.stop:
        call.fail("Warning: Activity not started, its current task has been brought to the front")
    call.wait(START_S)
    if intent.wait:
        _report(call, name, "HOT" if was_front else "WARM" if started and not intent.stop else "COLD")
    return 0


def _report(call: Call, name: str, launch: str) -> None:
    app = call.phone.apps.get(name)
    shown = component(call, app) if app else vendors.of(call.phone.profile).launcher_component
    call.say(
        "Status: ok", f"LaunchState: {launch}", f"Activity: {shown}", "TotalTime: 297", "WaitTime: 300", "Complete"
    )


def _not_found(call: Call, intent: Intent) -> int:
    if not intent.component:
        intent.flags |= 0x10000000
        call.fail(f"Error: Activity not started, unable to resolve {intent.words()}")
        return 1
    package, _, activity = intent.component.partition("/")
    full = package + activity if activity.startswith(".") else activity
    call.fail("Error type 3", f"Error: Activity class {{{package}/{full}}} does not exist.")
    return 1


def broadcast(call: Call, args: list[str]) -> int:
    """`am broadcast INTENT`: result=0 whether or not anything received it."""
    intent = read_intent(args)
    adbkeyboard.receive(call.phone, intent.action, intent.extras)
    intent.flags |= 0x400000
    call.say(f"Broadcasting: {intent.words()}", "Broadcast completed: result=0")
    call.wait(0.05)
    return 0


def stop(call: Call, args: list[str]) -> int:
    """`am force-stop PACKAGE`: silent, also for a package that is not there."""
    names = [a for a in args if not a.startswith("-") and not a.isdecimal()]
    for package in names:
        app = app_of(call, package)
        if app is not None:
            call.phone.stop(app.name)
    call.wait(0.05)
    return 0


def am(call: Call, args: list[str]) -> int:
    """`am COMMAND ...`."""
    commands = {
        "start": start,
        "start-activity": start,
        "broadcast": broadcast,
        "force-stop": stop,
        "kill": stop,
        "stop-app": stop,
    }
    if not args:
        call.say("Activity manager (activity) commands:", "  help", "      Print this help text.")
        return 255
    command = commands.get(args[0])
    if command is not None:
        try:
            return command(call, args[1:])
        except (IndexError, ValueError):
            return call.exception(
                args[0], "java.lang.IllegalArgumentException", f'Argument expected after "{args[-1]}"'
            )
    if args[0] in ("get-current-user", "get-config"):
        call.say("0" if args[0] == "get-current-user" else "config: en-rUS-ldltr-sw411dp")
        return 0
    if args[0] in ("kill-all", "wait-for-broadcast-idle", "startservice", "start-service"):
        return 0
    call.fail(f"Unknown command: {args[0]}")
    return 255


def monkey(call: Call, args: list[str]) -> int:
    """`monkey -p PACKAGE [-c CATEGORY] 1`: opens the app as its icon would."""
    call.say(*(f"  bash arg: {a}" for a in args))
    package = args[args.index("-p") + 1] if "-p" in args[:-1] else ""
    app = app_of(call, package)
    if package == vendors.of(call.phone.profile).launcher:
        call.phone.home()
    elif app is None or app.hidden:
        call.fail("** No activities found to run, monkey aborted.")
        return 252
    else:
        call.phone.launch(app.name)
    call.wait(START_S)
    call.say("Events injected: 1", "## Network stats: elapsed time=4ms (0ms mobile, 0ms wifi, 4ms not connected)")
    return 0


COMMANDS = {"am": am, "monkey": monkey}
