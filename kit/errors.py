"""The one error tree. Every error has a stable string `code`, a sentence that says what is wrong and, where one exists, a `fix`.

`code` is what traces, receipts and tests compare; the sentence is for people and models and may change.
`fault` says whose fault an episode ended by this error is: "agent", "infrastructure" or "verifier" (DESIGN section 8).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import ClassVar, Literal

Fault = Literal["agent", "infrastructure", "verifier"]
LISTED = 20
"""Names an UnknownName lists; what is left out is counted."""


class KitError(Exception):
    """Base of everything the kit raises on purpose.

    Args:
        message: what is wrong, in one sentence.
        fix: what to do about it, in one sentence; may be empty.
        code: overrides the class's stable code with a more exact one.
    """

    code: ClassVar[str] | str = "kit_error"
    fault: ClassVar[Fault] = "infrastructure"

    def __init__(self, message: str, *, fix: str = "", code: str | None = None) -> None:
        super().__init__(message if not fix else f"{message} {fix}")
        self.message = message
        self.fix = fix
        if code is not None:
            self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(cls: type[KitError], args: tuple[object, ...], state: dict[str, object]) -> KitError:
    error = cls.__new__(cls)
    Exception.__init__(error, *args)
    error.__dict__.update(state)
    return error


# --- what a person asked for is wrong -------------------------------------------------------------------------------


class UsageError(KitError):
    """A name, value or combination given by a person is not valid."""

    code = "usage_error"


class UnknownName(UsageError):
    """A task, policy, setting, tool or model name that does not exist; the message suggests the nearest ones.

    Args:
        kind, name: what was looked for.
        known: every name there is.
        listed: said in place of the list of names when none is near, where that list would be too long to help.
    """

    code = "unknown_name"

    def __init__(self, kind: str, name: str, known: Iterable[str], *, listed: str = "") -> None:
        known = sorted(known)
        near = _nearest(name, known)
        fix = f"Did you mean {' or '.join(near)}?" if near else listed or _all(known)
        super().__init__(f"There is no {kind} named {name!r}.", fix=fix)
        self.kind, self.name, self.near = kind, name, tuple(near)


def _nearest(name: str, known: Sequence[str]) -> list[str]:
    """Up to three names that look like it; else those that hold it as a whole, since people leave out the beginning."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    word = name.casefold()
    return near or [other for other in known if len(word) >= 4 and word in other.casefold()][:3]


def _all(known: Sequence[str]) -> str:
    if not known:
        return "There is none at all."
    more = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
    return f"Known: {', '.join(known[:LISTED])}{more}."


class SettingError(UsageError):
    """A setting's value is outside its range."""

    code = "setting_error"


class MissingDependency(UsageError):
    """An optional package or file (model weights, a font) is not there; `fix` says how to get it."""

    code = "missing_dependency"


# --- the phone ---------------------------------------------------------------------------------------------------------


class DeviceError(KitError):
    """Something between the kit and the phone went wrong."""

    code = "device_error"


class DeviceLost(DeviceError):
    """The phone cannot be reached any more; the only device error that ends a run."""

    code = "device_lost"


class NoDevice(DeviceLost):
    """No phone is connected, or none has the given serial, or several are connected and none was named."""

    code = "no_device"


class DeviceOffline(DeviceLost):
    """adb lists the phone as offline."""

    code = "device_offline"


class DeviceUnauthorized(DeviceLost):
    """The phone has not accepted this computer's key."""

    code = "device_unauthorized"


class ServerUnreachable(DeviceLost):
    """No adb server answers on the port that is set and none could be started there."""

    code = "adb_server_unreachable"


class DeviceTimeout(DeviceError):
    """A call passed its deadline; whether the phone carried it out is unknown."""

    code = "device_timeout"


class CommandFailed(DeviceError):
    """The phone ran the command and said no (exit code or an error text)."""

    code = "device_command_failed"


class OutcomeUnknown(DeviceError):
    """The command may have reached the phone; nobody can say whether it took effect."""

    code = "device_outcome_unknown"


class ParseError(DeviceError):
    """Android printed something the parser does not know; the first line is in the message."""

    code = "device_output_unreadable"


class TextNotTypable(DeviceError):
    """The text cannot be entered; nothing was typed. Codes text_not_typable (no keyboard here can type it), no_focus (no field
    takes it), keyboard_warmup_failed.

    Attributes:
        keyboard: what became of the person's keyboard after a failed warm-up: restored, unknown or none (there was no
            switch to undo); empty for any other reason.
        cleared: what the field held before was cleared already.
    """

    code = "text_not_typable"
    keyboard: Literal["", "restored", "unknown", "none"] = ""
    cleared: bool = False


class KeyboardNotRestored(DeviceError):
    """The text was sent, but the person's keyboard could not be put back."""

    code = "keyboard_not_restored"


class TextOutcomeUnknown(OutcomeUnknown):
    """The text command may have been sent; whether the field holds it is unknown."""

    code = "text_outcome_unknown"


# --- seeing ------------------------------------------------------------------------------------------------------------


class ScreenError(KitError):
    """The screen could not be read."""

    code = "screen_error"


class ScreenshotFailed(ScreenError):
    """No valid picture: codes screenshot_unavailable, adb_screencap_failed, screenshot_pull_failed."""

    code = "screenshot_unavailable"


class SecureScreen(ScreenshotFailed):
    """The screen forbids screenshots (all black, or Android said so); no picture is kept."""

    code = "secure_screenshot_blocked"


class HierarchyError(ScreenError):
    """No hierarchy: the dump failed, timed out, or is not a hierarchy; `code` is the exact reason."""

    code = "hierarchy_unreadable"


class ObservationFailed(ScreenError):
    """The whole observation window failed twice; nothing is addressable until the next successful one.

    Attributes:
        reference: the last valid picture taken during this call, never addressable; None for a pure failure.
    """

    code = "observation_failed"

    def __init__(
        self, message: str, *, reference: object | None = None, fix: str = "", code: str | None = None
    ) -> None:
        super().__init__(message, fix=fix, code=code)
        self.reference = reference


class LocateError(ScreenError):
    """Visual location gave no single place: codes locate_unavailable (the service is down or not installed),
    locate_transient (a late or unreadable reply, a screen that changed meanwhile), locate_ambiguous.

    Attributes:
        hits: the places that fit, when there are several.
    """

    code = "locate_transient"

    def __init__(self, message: str, *, hits: Iterable[object] = (), fix: str = "", code: str | None = None) -> None:
        super().__init__(message, fix=fix, code=code)
        self.hits = tuple(hits)


# --- what the model did -------------------------------------------------------------------------------------------------


class AgentError(KitError):
    """The model asked for something that cannot be done; it reads the message and may try again."""

    code = "agent_error"
    fault = "agent"


class ToolRefused(AgentError):
    """A guard or a rule vetoed the call; nothing was sent to the phone."""

    code = "tool_refused"


class BadArguments(ToolRefused):
    """The call's arguments do not fit the tool's schema."""

    code = "bad_arguments"


class TargetError(ToolRefused):
    """The target does not resolve: codes target_missing, target_ambiguous, target_stale, target_unknown, target_blocked,
    target_contradicts (id and description mean different controls), and for app names app_ambiguous, app_unknown, app_not_installed, app_denied.
    """

    code = "target_unknown"


class NeedsConfirmation(AgentError):
    """A risky call is warned about first and runs when it is confirmed."""

    code = "needs_confirmation"


# --- the model -----------------------------------------------------------------------------------------------------------


class ModelError(KitError):
    """The model gave no usable reply."""

    code = "model_error"


class ModelUnreachable(ModelError):
    """The model server is down or timed out after all retries."""

    code = "model_unreachable"


class ModelRejected(ModelError):
    """The model server refused the request (4xx): key, model name or request form."""

    code = "model_rejected"


class ModelBroken(ModelError):
    """The model's own code failed: it raised something that is no ModelError, or returned no Reply."""

    code = "model_broken"
    fault = "agent"


class MalformedReply(ModelError):
    """The reply holds no tool call, or one that cannot be read."""

    code = "malformed_reply"
    fault = "agent"


# --- writing down and running many ------------------------------------------------------------------------------------------


class TraceError(KitError):
    """The run cannot be written down (disk full, folder gone); a run that cannot be written must stop."""

    code = "trace_error"


class RunError(KitError):
    """A run folder cannot be resumed or read."""

    code = "run_error"


class Killed(KitError):
    """The kill switch was thrown; the run stops and stays resumable."""

    code = "killed"


class VerifierError(KitError):
    """A task's check itself failed: neither the agent nor the phone is to blame."""

    code = "verifier_error"
    fault = "verifier"


class TaskBroken(VerifierError):
    """A task template's own code (draw, setup, expect, oracle ...) failed or gave what it must not; the message names the
    template, the part, the file and the line.
    """

    code = "task_broken"
