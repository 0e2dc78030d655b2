"""What the phone's own services write into the log, and the log as `logcat` prints it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kit.simphone.state import PhoneState

KEPT = 200
"""Lines the log holds; older ones are forgotten, as in Android's ring buffer."""
_SERVER_PID = 871
PRIORITIES = "VDIWEF"


def note(core: PhoneState, tag: str, message: str, priority: str = "I") -> None:
    """Adds a line: what happened just now on the phone's clock."""
    log = core.system.log
    log.append((core.now, priority, tag, message))
    del log[:-KEPT]


def shown(core: PhoneState, rules: dict[str, str], form: str = "threadtime") -> list[str]:
    """The log's lines that the filter rules (tag or `*` -> least priority, S for none) let through."""
    lines: list[str] = []
    for when, priority, tag, message in core.system.log:
        least = rules.get(tag, rules.get("*", "V"))
        if least == "S" or PRIORITIES.index(priority) < PRIORITIES.index(least):
            continue
        at = core.start + timedelta(milliseconds=when)
        stamp = f"{at:%m-%d %H:%M:%S}.{at.microsecond // 1000:03}"
        lines.append(
            {
                "brief": f"{priority}/{tag:<8}({_SERVER_PID:>5}): {message}",
                "tag": f"{priority}/{tag:<8}: {message}",
                "raw": message,
                "time": f"{stamp} {priority}/{tag:<8}({_SERVER_PID:>5}): {message}",
            }.get(form, f"{stamp} {_SERVER_PID:>5} {_SERVER_PID + 31:>5} {priority} {tag:<8}: {message}")
        )
    return lines
