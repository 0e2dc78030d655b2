"""Typed verbs over a transport: everything the kit does to a phone goes through one `Device`."""

from __future__ import annotations

import re
import shlex
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self

from kit.device import keyboard
from kit.device.closed import Closed
from kit.device.dump import read_hierarchy
from kit.device.keys import keycode
from kit.device.parsing import (
    Battery,
    check_command,
    check_monkey,
    check_start,
    parse_battery,
    parse_components,
    parse_density,
    parse_display_line,
    parse_foreground,
    parse_input_method,
    parse_keyguard,
    parse_packages,
    parse_resolved,
    parse_size,
    parse_thermal_status,
    parse_viewport,
)
from kit.device.screenshot import take_screenshot
from kit.device.transport import ShellResult, Transport
from kit.errors import CommandFailed, DeviceTimeout, HierarchyError, OutcomeUnknown, ParseError
from kit.types import Foreground, Screen

if TYPE_CHECKING:
    from PIL.Image import Image

_WINDOW_STATE = (
    "dumpsys window displays | grep -E "
    "'mCurrentFocus=|mFocusedApp=|Display: mDisplayId=|init=[0-9]+x|mRotation=|mCurrentRotation=|DUMP TIMEOUT'"
)
_OLDER_STATE = (
    "dumpsys window windows | grep -E 'mCurrentFocus=|mFocusedApp=|DUMP TIMEOUT'; "
    "dumpsys activity activities | grep -E 'ResumedActivity|mFocusedActivity|^ *Display #|DUMP TIMEOUT'"
)
_LAUNCHER = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
_LAUNCHABLES = f"cmd package query-activities --brief {_LAUNCHER}"
_LAUNCHER_FLAGS = "0x10200000"  # NEW_TASK | RESET_TASK_IF_NEEDED: what a tap on the icon sends


class Device:
    """One phone.

    Args:
        transport: the way to it.
        black_screen_detect: treat an all-black picture as a protected screen.
        command_timeout: deadline of one call, seconds.
        resources: closed with the device, after the transport (what was started for it).

    Attributes:
        epoch: the last committed batch of marks on this handle; written only by `kit.screen.observe`.
        frame: the number of the last committed frame; written only there too.
    """

    def __init__(
        self,
        transport: Transport,
        *,
        black_screen_detect: bool = True,
        command_timeout: float = 10.0,
        resources: ExitStack | None = None,
    ) -> None:
        self.transport = transport
        self.epoch = 0
        self.frame = 0
        self.black_screen_detect = black_screen_detect
        self.command_timeout = command_timeout
        self._resources = resources or ExitStack()
        self._screen: Screen | None = None
        self._dumps_by_window = True

    @property
    def serial(self) -> str:
        """As adb lists the phone, or `sim:SEED` in process."""
        return self.transport.serial

    # --- looking -----------------------------------------------------------------------------------------------------

    def shell(self, command: str, timeout: float | None = None) -> ShellResult:
        """Runs one command line in the phone's shell; a bad exit code is the caller's to judge.

        Raises DeviceTimeout past its deadline (seconds; default `command_timeout`), DeviceLost when the phone is gone.
        """
        return self.transport.shell(command, timeout=timeout or self.command_timeout)

    def screen(self) -> Screen:
        """The display as it is rotated now. Read once, then kept fresh by every `foreground` and `screenshot`."""
        if self._screen is None:
            self._screen = parse_display_line(self.shell(_WINDOW_STATE).text) or self._screen_of_old()
        return self._screen

    def _screen_of_old(self) -> Screen:
        said = self.shell("wm size; wm density; dumpsys display | grep DisplayViewport").text
        width, height = parse_size(said)
        density = parse_density(said)
        return parse_viewport(said, density) or Screen(width=width, height=height, density=density)

    def foreground(self) -> Foreground:
        """The app in front: one round trip on Android 10 and later, two on older ones.

        Raises DeviceTimeout when Android's own dump timed out, ParseError when nothing names an app.
        """
        said = self.shell(_WINDOW_STATE).text
        self._screen = parse_display_line(said) or self._screen
        try:
            return parse_foreground(said)
        except ParseError:
            older = self.shell(_OLDER_STATE, timeout=2 * self.command_timeout).text
        try:
            return parse_foreground(said + older)
        except ParseError:
            return parse_foreground(said + older + self.shell("dumpsys window windows").text)

    def screenshot(self) -> Image:
        """A picture of the screen, RGB.

        Raises:
            SecureScreen: the screen forbids pictures.
            ScreenshotFailed: screenshot_unavailable, adb_screencap_failed or screenshot_pull_failed.
        """
        image = take_screenshot(
            self.transport, black_screen_detect=self.black_screen_detect, timeout=max(10.0, self.command_timeout)
        )
        if self._screen is not None and image.size != (self._screen.width, self._screen.height):
            self._screen = None  # it was rotated or resized since
        return image

    def hierarchy(self, *, windows: bool) -> bytes:
        """The raw hierarchy XML; by window when asked.

        Raises:
            HierarchyError: the exact reason is its code; dump_unsupported at once where `windows` never works.
        """
        if windows and not self._dumps_by_window:
            raise HierarchyError("This phone cannot dump by window.", code="dump_unsupported")
        try:
            return read_hierarchy(self.transport, windows=windows, timeout=max(25.0, self.command_timeout))
        except HierarchyError as error:
            if windows and error.code == "dump_unsupported":
                self._dumps_by_window = False
            raise

    def packages(self) -> tuple[str, ...]:
        """Names of all installed packages."""
        return parse_packages(self._ask("pm list packages"))

    def launchables(self) -> tuple[str, ...]:
        """Components (`package/activity`) that have an icon in the launcher."""
        return parse_components(self._ask(_LAUNCHABLES))

    def battery(self) -> Battery:
        """Charge, status and temperature of the battery."""
        return parse_battery(self._ask("dumpsys battery"))

    def thermal(self) -> int:
        """Android's throttling status, 0 (none) to 6 (shutdown)."""
        return parse_thermal_status(self._ask("dumpsys thermalservice"))

    def keyboard_shown(self) -> bool:
        """Whether a soft keyboard is drawn."""
        said = self.shell("dumpsys input_method | grep -E 'mInputShown=|mIsInputViewShown=|mCurMethodId=|mCurId='")
        return parse_input_method(said.text).shown

    def locked(self) -> bool:
        """Whether the lock screen is up; phones that do not say so are taken as unlocked."""
        return bool(parse_keyguard(self.shell("dumpsys window policy").text))

    def current_ime(self) -> str:
        """Id of the selected keyboard (`package/service`); empty when none is."""
        name = self._ask("settings get secure default_input_method").strip()
        return "" if name == "null" else name

    def properties(self) -> dict[str, str]:
        """All system properties (`getprop`)."""
        return dict(re.findall(r"^\[(.+?)\]: \[(.*)\]$", self._ask("getprop"), re.MULTILINE))

    # --- touching ----------------------------------------------------------------------------------------------------

    def tap(self, x: int, y: int) -> None:
        """Taps a pixel. Every verb here raises OutcomeUnknown past its deadline, CommandFailed when Android says no."""
        self._act("input tap", f"input tap {x} {y}")

    def long_press(self, x: int, y: int, ms: int = 600) -> None:
        """Holds a pixel for `ms` milliseconds (Android's own threshold is 400-500)."""
        self._act("input swipe", f"input swipe {x} {y} {x} {y} {ms}", ms / 1000)

    def swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int = 300) -> None:
        """Drags from one pixel to another in `ms` milliseconds."""
        self._act("input swipe", f"input swipe {x1} {y1} {x2} {y2} {ms}", ms / 1000)

    def key(self, name: str) -> None:
        """Presses a key by its Android name, with or without KEYCODE_ ("BACK", "HOME", "ENTER", "APP_SWITCH" ...)."""
        self._act("input keyevent", f"input keyevent {keycode(name)}")

    def launch(self, package: str) -> None:
        """Brings an app to the front as a tap on its icon would; `package/activity` starts that activity.

        Raises:
            CommandFailed: app_not_installed, app_not_launchable, activity_missing, activity_not_exported.
        """
        component = package if "/" in package else self._launcher_of(package)
        if not component:
            self._send_monkey(package)
            return
        command = f"am start {_LAUNCHER} -f {_LAUNCHER_FLAGS} -n {shlex.quote(component)}"
        result = self._send("am start", command)
        check_start(result.text, result.error_text, result.code)

    def stop(self, package: str) -> None:
        """Ends an app; Android says nothing when there is no such app."""
        self._act("am force-stop", f"am force-stop {shlex.quote(package)}")

    def type_text(self, text: str, *, replace: bool = False) -> bool:
        """Types into the focused field (in place of its text if asked); `kit.device.keyboard.type_text` says what it gives."""
        return keyboard.type_text(self.transport, text, replace=replace, timeout=self.command_timeout)

    def clear_field(self) -> None:
        """Empties the focused field."""
        keyboard.clear_field(self.transport, timeout=self.command_timeout)

    def press_action(self) -> None:
        """Presses Enter: in a field of one line its keyboard's action (search, send, done)."""
        self._act("input keyevent", f"input keyevent {keycode('ENTER')}")

    def wait(self, seconds: float) -> None:
        """Lets the phone's time pass."""
        self.transport.sleep(seconds)

    # --- files and lifetime ------------------------------------------------------------------------------------------

    def push(self, data: bytes, remote: str, *, mode: int = 0o644) -> None:
        """Writes a file on the phone."""
        self.transport.push(data, remote, mode=mode)

    def pull(self, remote: str) -> bytes:
        """Reads a file from the phone."""
        return self.transport.pull(remote)

    def install(self, apk: bytes) -> None:
        """Installs an app."""
        self.transport.install(apk)

    def close(self) -> None:
        """Gives the phone back and ends what was started for it; safe to call twice. Any other use is a UsageError then."""
        transport, self.transport = self.transport, Closed(self.transport)
        transport.close()
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- inside ------------------------------------------------------------------------------------------------------

    def _launcher_of(self, package: str) -> str:
        name = shlex.quote(package)
        said = self.shell(f"cmd package resolve-activity --brief -c android.intent.category.LAUNCHER {name}").text
        component = parse_resolved(said)
        if not component:  # several icons resolve to a chooser; the list names them
            listed = parse_components(self.shell(_LAUNCHABLES).text)
            component = next((c for c in listed if c.partition("/")[0] == package), "")
        if not component and package not in self.packages():
            raise CommandFailed(f"{package} is not installed.", code="app_not_installed")
        return component

    def _send_monkey(self, package: str) -> None:
        """Phones before Android 7 cannot tell launcher activities; `monkey` finds them itself, or says there is none."""
        check_monkey(
            self._send("monkey", f"monkey -p {shlex.quote(package)} -c android.intent.category.LAUNCHER 1").text
        )

    def _ask(self, command: str) -> str:
        result = self.shell(command)
        check_command(command, "" if result.code == 0 else result.text, result.error_text, result.code)
        return result.text

    def _act(self, name: str, command: str, seconds: float = 0.0) -> None:
        result = self._send(name, command, seconds)
        check_command(name, result.text, result.error_text, result.code)

    def _send(self, name: str, command: str, seconds: float = 0.0) -> ShellResult:
        try:
            return self.shell(command, timeout=self.command_timeout + seconds)
        except DeviceTimeout:
            raise OutcomeUnknown(f"`{name}` got no answer in time; the phone may have carried it out.") from None
