"""Apps: what `pm`, `cmd package`, `am`, `monkey` and the installers print."""

from __future__ import annotations

import re

from kit.errors import CommandFailed

_PACKAGE = re.compile(r"^package:(\S.*?)(?: versionCode:\d+)?\s*$")
_COMPONENT_LINE = re.compile(r"^\s*([A-Za-z][\w.]*/[\w.$]+)\s*$")
_SECURITY_FIX = "Enable `USB debugging (Security settings)` in the phone's developer options."

CHOOSER = "android/com.android.internal.app.ResolverActivity"


def parse_packages(text: str) -> tuple[str, ...]:
    """Package names of `pm list packages`, also with `-f` (the path may hold `=`: the last one counts) or a version."""
    rows = (_PACKAGE.match(line) for line in text.splitlines())
    return tuple(row[1].rpartition("=")[2] for row in rows if row)


def parse_components(text: str) -> tuple[str, ...]:
    """`package/activity` lines of `cmd package query-activities --brief` (with or without `--components`), each once."""
    return tuple(dict.fromkeys(row[1] for line in text.splitlines() if (row := _COMPONENT_LINE.match(line))))


def parse_resolved(text: str) -> str:
    """The component of `cmd package resolve-activity --brief`; empty for a miss and for the chooser of several."""
    found = parse_components(text)
    return found[-1] if found and found[-1] != CHOOSER else ""


_START_ERROR = re.compile(r"^Error: (.*)$|^Error type (\d+)$|^(java\.lang\.[\w.$]+: .*)$", re.MULTILINE)


def check_start(stdout: str, stderr: str, code: int | None) -> None:
    """Accepts what `am start` printed, or raises. Warnings (`... brought to the front`) mean that it worked.

    Raises:
        CommandFailed: codes activity_missing, activity_not_exported, or device_command_failed with Android's sentence.
    """
    text = f"{stdout}\n{stderr}"
    said = [next(part for part in match.groups() if part) for match in _START_ERROR.finditer(text)]
    if not said and not code:
        return
    reason = max(said, key=len, default=f"exit code {code}")
    if (
        "does not exist" in reason
        or "unable to resolve" in reason
        or "do not match any" in reason
        or "not match" in reason
    ):
        raise CommandFailed(f"There is no such activity: {reason}", code="activity_missing")
    if "Permission Denial" in reason or "SecurityException" in reason:
        raise CommandFailed(f"Android does not let the shell start it: {reason}", code="activity_not_exported")
    raise CommandFailed(f"`am start` failed: {reason}")


def check_monkey(text: str) -> None:
    """Accepts what `monkey -p PACKAGE 1` printed; raises CommandFailed (app_not_launchable) when it found nothing."""
    if "No activities found to run" in text or "monkey aborted" in text:
        raise CommandFailed("The app has no launcher activity, or the phone is locked.", code="app_not_launchable")
    if "Events injected:" not in text:
        raise CommandFailed(f"`monkey` did not run: {_first(text)!r}.")


_INSTALL_FAILURE = re.compile(r"Failure \[([A-Z_0-9]+)(?::? ?(.*?))?\]|^Failure$", re.MULTILINE)


def check_install(text: str) -> None:
    """Accepts an installer's output that says Success, or raises CommandFailed with Android's reason as its code."""
    failure = _INSTALL_FAILURE.search(text)
    if failure is None and re.search(r"^Success\b", text, re.MULTILINE):
        return
    reason = failure[1] if failure and failure[1] else ""
    detail = (failure[2] or "") if failure else _first(text)
    raise CommandFailed(
        f"The phone refused the app: {reason or 'no reason given'}{f' ({detail})' if detail else ''}.",
        code=reason.lower() or None,
    )


_EXCEPTION = re.compile(
    r"^(?:Exception occurred while executing '[^']*':?\s*)?([a-z][\w.]*\.[A-Z]\w+(?:: .*)?)$", re.MULTILINE
)


def check_command(name: str, stdout: str, stderr: str, code: int | None) -> None:
    """Accepts a command that ended well; raises CommandFailed with the Java exception or the first line it printed.

    Args:
        name: the command as people call it, such as `input tap`.
        stdout: what it printed.
        stderr: what it complained about.
        code: its exit code; None when the link cannot carry it.
    """
    text = f"{stderr}\n{stdout}"
    thrown = _EXCEPTION.search(text) if "Exception" in text else None
    if not code and thrown is None:
        return
    reason = thrown[1] if thrown else _first(text)
    fix = _SECURITY_FIX if re.search(r"INJECT_EVENTS|WRITE_SECURE_SETTINGS", text) else ""
    raise CommandFailed(f"`{name}` failed: {reason}.", fix=fix)


def _first(text: str) -> str:
    return next((line.strip()[:160] for line in text.splitlines() if line.strip()), "it printed nothing")
