"""What came of an episode: the phone's true state against what the agent claims, its cost, and what else is known of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kit.agent.loop import End
from kit.agent.verifier import verdict_fields
from kit.device.device import Device
from kit.errors import Fault, KitError, VerifierError
from kit.events import Bus
from kit.tasks.base import Task, TruePhone
from kit.tools.deliverable import deliverable_path
from kit.tools.session import Session
from kit.types import Outcome, Usage


def judge(end: End, task: Task | None, phone: Device) -> Outcome:
    """The outcome: what the agent says counts for nothing, the phone's true state for everything.

    An episode that did not end in `finish` is a failure even if the state is right: the agent did not know it was done.
    """

    def outcome(success: bool | None, fault: Fault | None, code: str, reason: str) -> Outcome:
        return Outcome(success=success, ending=end.ending, answer=end.answer, fault=fault, code=code, reason=reason)

    if task is None:
        return outcome(None, end.fault, end.code, end.reason)
    if task.stuck is not None:
        return outcome(False, task.stuck.fault, task.stuck.code, str(task.stuck))
    if end.ending != "finish":
        return outcome(False, end.fault or "agent", end.code, end.reason or "handed over to the person")
    try:
        verdict = task.check(phone, end.answer, end.status)
    except VerifierError as error:
        return outcome(False, "verifier", error.code, str(error))
    return outcome(verdict.success, None if verdict.success else "agent", end.code, verdict.reason)


def total(usages: Iterable[Usage]) -> Usage:
    """The sum of what providers said; None where none of them said anything."""
    parts: Sequence[Usage] = list(usages)

    def add(name: str) -> int | None:
        known = [v for u in parts if (v := getattr(u, name)) is not None]
        return sum(known) if known else None

    return Usage(
        **{name: add(name) for name in ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")}
    )


def struck(phone: Device) -> dict[str, Any]:
    """Which injected faults struck a simphone during the episode, in order: {"faults": [{"ms", "fault", "command"}]}.

    Who reads results can then tell a failure of the agent from one it was given. A real phone has no such list.
    """
    if not phone.transport.simulated:
        return {}
    try:
        log = TruePhone(phone).faults()
    except KitError:
        return {}  # the phone is gone for good; the outcome says so
    return {"faults": [{"ms": ms, "fault": name, "command": command} for ms, name, command in log]} if log else {}


def extras_of(session: Session | None, bus: Bus) -> dict[str, Any]:
    """What else is known of the episode: the verifier's verdict, the document it wrote, listeners that failed."""
    document = deliverable_path(session) if session is not None else ""
    return {
        **verdict_fields(session),
        **({"deliverable_path": document} if document else {}),
        **({"listener_failures": bus.failures} if bus.failures else {}),
    }
