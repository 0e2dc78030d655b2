"""Calls in, receipts out: the one admission point. Calls of a turn run in declared order under one lock.

Every kit error becomes a receipt the model reads; only a lost device, a broken trace and the kill switch pass through
(DESIGN section 4). A call that may have reached the phone never reads as one that did not.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from kit.errors import (
    DeviceLost,
    DeviceTimeout,
    Killed,
    KitError,
    NeedsConfirmation,
    ObservationFailed,
    OutcomeUnknown,
    TextNotTypable,
    TextOutcomeUnknown,
    TraceError,
    UnknownName,
)
from kit.events import CallEnded, CallStarted, TaskDocCompleted
from kit.screen.kept import Same
from kit.screen.locate import SPOT
from kit.screen.signature import structural
from kit.tools import safety
from kit.tools.catalogue import VERBS, offered
from kit.tools.locate import fell_back
from kit.tools.names import installed
from kit.tools.phrases import say
from kit.tools.phrases_errors import told
from kit.tools.session import Done, Session
from kit.tools.spec import Verb
from kit.types import Observation, Receipt, ReceiptStatus, Tool, ToolCall

__all__ = ["VERBS", "act", "execute", "tools_of"]


def tools_of(session: Session, verbs: Sequence[Verb] | None = None) -> tuple[Tool, ...]:
    """What the model is told: every tool, with the installed apps' names listed in launch_app's schema."""
    lang = session.settings.lang
    tools = [_told(Same(v), lang) for v in (offered(session) if verbs is None else verbs)]
    names = sorted({app.label for app in installed(session.launchables(), session.settings.lang)})
    return tuple(_with_apps(t, names) if t.name == "launch_app" and names else t for t in tools)


@lru_cache(maxsize=256)
def _told(verb: Same[Verb], lang: str) -> Tool:
    """One tool; the same object in every episode, since making its schema costs as much as a step."""
    return safety.confirmable(verb.value.tool(lang), lang)


def _with_apps(tool: Tool, names: list[str]) -> Tool:
    parameters = {**tool.parameters}
    properties = {**parameters["properties"]}
    properties["name"] = {**properties["name"], "examples": names}
    parameters["properties"] = properties
    return replace(tool, parameters=parameters)


def execute(session: Session, calls: Iterable[ToolCall], verbs: Sequence[Verb] | None = None) -> tuple[Receipt, ...]:
    """Runs the calls of one turn in order; after an accepted finish or take_over the rest are skipped, not run.

    Raises:
        DeviceLost, TraceError, Killed: the run cannot go on. Receipts of calls that ran before are in `session.receipts`.
    """
    table = {v.name: v for v in (offered(session) if verbs is None else verbs)}
    session.receipts = []
    with session.lock:
        for call in calls:
            session.bus.emit(CallStarted(episode=session.episode, call=call))
            receipt = _skipped(session, call) if session.ending else _admitted(session, call, table)
            session.receipts.append(receipt)
            if receipt.status != "skipped" and (call.name not in table or table[call.name].observes):
                session.review.last = receipt
            session.bus.emit(CallEnded(episode=session.episode, receipt=receipt))
    return tuple(session.receipts)


def act(session: Session, name: str, /, **arguments: Any) -> Receipt:
    """One call by hand, as a notebook does: `act(session, "tap", target_description="Wi-Fi")`.

    Raises:
        UnknownName: no such tool; the nearest names are suggested.
    """
    known = [v.name for v in offered(session)]
    if name not in known:
        raise UnknownName("tool", name, known)
    if session.ending:
        session.ending = ""  # a person goes on where an agent had ended
    return execute(session, [ToolCall(id=f"by_hand_{session.device.epoch}", name=name, arguments=arguments)])[0]


def _skipped(session: Session, call: ToolCall) -> Receipt:
    return Receipt(call=call, status="skipped", text=say(session.settings.lang, "skipped"), code="run_ended")


def _admitted(session: Session, call: ToolCall, table: Mapping[str, Verb]) -> Receipt:
    """The safety gate outermost, then the around-handlers, then the tool; a veto anywhere becomes the receipt."""
    started = time.perf_counter()
    try:
        plain = safety.admit(session, call, table.get(call.name))

        def inside(given: ToolCall) -> Receipt:  # what a handler changed passes the gate as well
            return _run(
                session, given if given is plain else safety.admit(session, given, table.get(given.name)), table
            )

        receipt = session.bus.through(plain, inside)
    except (DeviceLost, TraceError, Killed):
        raise
    except KitError as error:
        return _failed(session, call, error, started)
    safety.used(session, call)
    return receipt if receipt.call is call else replace(receipt, call=call)


def _run(session: Session, call: ToolCall, table: Mapping[str, Verb]) -> Receipt:
    started = time.perf_counter()
    lang = session.settings.lang
    verb = table.get(call.name)
    if verb is None:
        words = say(lang, "refused", message=say(lang, "no_tool", name=call.name, known=", ".join(table)))
        return Receipt(call=call, status="error", text=words, code="unknown_tool")
    before = session.before
    try:
        done = verb.run(session, call.arguments)
    except (DeviceLost, TraceError, Killed):
        raise
    except KitError as error:
        return _failed(session, call, error, started)
    words = done.text
    if _fell_back(done, before) and call.arguments.get("target_description"):
        words = f"{words}\n{fell_back(lang)}"
    receipt = Receipt(call=call, status="ok", text=words, code=done.code, target=done.target, final=bool(done.final))
    if done.final:
        session.ending, session.answer, session.status = done.final, done.answer, str(done.details.get("status", ""))
    if done.details.get("completed_ids"):
        session.boundary = True
        session.bus.emit(TaskDocCompleted(episode=session.episode, ids=tuple(done.details["completed_ids"])))
    if "observation" in done.details:  # locate opened a batch of its own
        receipt = replace(receipt, observation=done.details["observation"])
    if verb.observes:
        return _look(session, receipt, done, before, started)
    return replace(receipt, seconds=time.perf_counter() - started)


def _fell_back(done: Done, before: Observation | None) -> bool:
    """Whether this very call found its target in the picture; a mark that an earlier locate made reads like any other."""
    spot = done.target is not None and done.target.role == SPOT
    return spot and (before is None or done.target.epoch != before.epoch)  # pyright: ignore[reportOptionalMemberAccess]


def _look(session: Session, receipt: Receipt, done: Done, before: Observation | None, started: float) -> Receipt:
    """The observation after an action. That it fails never turns the action's success into a failure."""
    lang = session.settings.lang
    try:
        seen = session.observe()
    except (DeviceLost, TraceError, Killed):
        session.receipts.append(receipt)  # the run ends here, but the action did happen
        raise
    except KitError as error:
        note = say(lang, "no_look", message=told(lang, error, fix=False))
        reference: Any = error.reference if isinstance(error, ObservationFailed) else None
        if done.details.get("only_looks"):  # looking was all it was for
            receipt = replace(receipt, status="error", text=say(lang, "unread"))
        words = f"{receipt.text} {note}" + (f" {say(lang, 'reference')}" if reference is not None else "")
        code, spent = receipt.code or error.code, time.perf_counter() - started
        return replace(receipt, text=words, code=code, reference=reference, seconds=spent)
    words = receipt.text
    if "scroll" in done.details and before is not None and _same(before, seen):
        words += say(lang, "nothing_moved")
    if (wanted := done.details.get("front")) and seen.foreground.package not in ("", wanted):
        words += say(lang, "elsewhere", front=seen.foreground.package, package=wanted)
    return replace(receipt, text=words, observation=seen, seconds=time.perf_counter() - started)


def _same(a: Observation, b: Observation) -> bool:
    places = [(m.full_label, m.bounds) for m in a.marks], [(m.full_label, m.bounds) for m in b.marks]
    return places[0] == places[1] and a.texts == b.texts and structural(a) == structural(b)


def _failed(session: Session, call: ToolCall, error: KitError, started: float) -> Receipt:
    lang = session.settings.lang
    status: ReceiptStatus = "error"
    if isinstance(error, TextOutcomeUnknown):
        status, words = "unknown", say(lang, "unknown_text")
    elif isinstance(error, OutcomeUnknown | DeviceTimeout):
        status, words = "unknown", say(lang, "unknown_outcome", tool=call.name)
    elif isinstance(error, NeedsConfirmation):
        status, words = "warned", say(lang, "warned", message=told(lang, error))
    elif isinstance(error, TextNotTypable) and error.keyboard:
        words = f"{say(lang, 'not_warmed_up')} {say(lang, f'keyboard_{error.keyboard}')}"
    else:
        words = say(lang, "refused", message=told(lang, error))
    if isinstance(error, TextNotTypable) and error.cleared:
        words += f" {say(lang, 'cleared')}"
    return Receipt(call=call, status=status, text=words, code=error.code, seconds=time.perf_counter() - started)
