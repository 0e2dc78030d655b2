"""What the phone's shell can run: name -> function(call, arguments) -> exit code. One file a family."""

from __future__ import annotations

from collections.abc import Callable

from kit.simphone.commands import (
    activity,
    basics,
    binders,
    files,
    filters,
    finding,
    grep,
    hardware,
    input,
    keyboards,
    packages,
    power,
    privileged,
    processes,
    services,
    session,
    system,
    values,
    views,
)
from kit.simphone.commands.call import Call

Command = Callable[[Call, list[str]], int]

TABLE: dict[str, Command] = {
    **activity.COMMANDS,
    **basics.COMMANDS,
    **binders.COMMANDS,
    **files.COMMANDS,
    **filters.COMMANDS,
    **grep.COMMANDS,
    **finding.COMMANDS,
    **hardware.COMMANDS,
    **input.COMMANDS,
    **keyboards.COMMANDS,
    **packages.COMMANDS,
    **power.COMMANDS,
    **privileged.COMMANDS,
    **processes.COMMANDS,
    **services.COMMANDS,
    **session.COMMANDS,
    **system.COMMANDS,
    **values.COMMANDS,
    **views.COMMANDS,
}
