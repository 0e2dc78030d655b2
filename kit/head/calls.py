"""Compact calls for small models and the full calls they stand for (both ways, pure).

The compact calls, one space in front, free text on a line of its own (newlines in it escaped):
    tap N | hold N | type N⏎text | submit N⏎text | scroll DIRECTION [N] | launch NAME | back | home | wait
    finish ok⏎answer | finish impossible⏎reason
"""

from __future__ import annotations

import re

from kit.errors import MalformedReply, UsageError
from kit.head.legal import DIRECTIONS
from kit.types import Json, Mark, Observation, ToolCall

WAIT_S = 2.0

VERBS = {"tap": "tap", "long_press": "hold"}
STATUS = {"completed": "ok", "impossible": "impossible"}
_NAMES = {short: name for name, short in VERBS.items()}
_ID = re.compile(r"ax_(\d+)@e(\d+)")


def serialise(call: ToolCall, observation: Observation, target: Mark | None = None) -> str:
    """The compact form of a call.

    Args:
        call: the full call.
        observation: the one it was made on.
        target: the mark it was carried out on, where a receipt says so; default: found from the call's own words.

    Raises:
        UsageError: the call has none (another tool, no mark of this observation, text to be appended).
    """
    given = call.arguments
    match call.name:
        case "tap" | "long_press":
            return f" {VERBS[call.name]} {_number(call, observation, target)}"
        case "type_text" if given.get("clear", True):
            verb = "submit" if given.get("submit") else "type"
            return f" {verb} {_number(call, observation, target)}\n{escape(str(given['text']))}"
        case "scroll":
            aimed = given.get("target_mark_id") or given.get("target_description")
            return f" scroll {given['direction']}" + (f" {_number(call, observation, target)}" if aimed else "")
        case "launch_app":
            return f" launch {one_line(str(given['name']))}"
        case "back" | "home" | "wait":
            return f" {call.name}"
        case "finish" if given.get("status", "completed") in STATUS:
            return f" finish {STATUS[given.get('status', 'completed')]}\n{escape(str(given.get('answer', '')))}"
        case _:
            raise UsageError(f"A call of {call.name} with {dict(given)} has no compact form.")


def parse(text: str, observation: Observation, *, id: str = "head_1") -> ToolCall:
    """The full call that a compact one stands for.

    Raises:
        MalformedReply: it is none, or names a mark that is not there; the message says what is wrong.
    """
    head, has_text, free = text.removeprefix(" ").partition("\n")
    verb, _, rest = head.partition(" ")
    name, arguments = _read(verb, rest, unescape(free) if has_text else None, observation)
    return ToolCall(id=id, name=name, arguments=arguments)


def escape(text: str) -> str:
    """Free text on one line: backslash, newline and carriage return escaped."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def unescape(text: str) -> str:
    """The text that was escaped; an unknown escape stays as it is."""
    plain = {"\\n": "\n", "\\r": "\r", "\\\\": "\\"}
    return re.sub(r"\\[nr\\]", lambda m: plain[m[0]], text)


def _read(verb: str, rest: str, free: str | None, observation: Observation) -> tuple[str, dict[str, Json]]:
    match verb:
        case "tap" | "hold":
            return _NAMES[verb], {"target_mark_id": _address(rest, observation)}
        case "type" | "submit" if free is not None:
            given: dict[str, Json] = {"text": free, "target_mark_id": _address(rest, observation)}
            return "type_text", given | ({"submit": True} if verb == "submit" else {})
        case "scroll":
            direction, _, number = rest.partition(" ")
            if direction not in DIRECTIONS:
                raise MalformedReply(f"scroll needs one of {', '.join(DIRECTIONS)}, not {direction!r}.")
            aimed = {"target_mark_id": _address(number, observation)} if number else {}
            return "scroll", {"direction": direction, **aimed}
        case "launch" if rest:
            return "launch_app", {"name": rest}
        case "finish" if rest in STATUS.values():
            status = next(k for k, v in STATUS.items() if v == rest)
            return "finish", {"answer": free or "", "status": status}
        case "back" | "home" | "wait" if not rest:
            return verb, {"seconds": WAIT_S} if verb == "wait" else {}
        case _:
            raise MalformedReply(
                f"{verb} {rest}".strip() + " is no compact call.", fix="See kit.head.format for the list."
            )


def _address(number: str, observation: Observation) -> str:
    mark = observation.mark(int(number)) if number.isascii() and number.isdigit() else None
    if mark is None:
        raise MalformedReply(f"There is no mark {number!r} on this screen (1 to {len(observation.marks)}).")
    return mark.id


def _number(call: ToolCall, observation: Observation, target: Mark | None) -> int:
    mark = target or mark_of(call, observation)
    if mark is None or observation.mark(mark.number) != mark:
        raise UsageError(f"{call.name} addresses no mark of observation e{observation.epoch}: {dict(call.arguments)}.")
    return mark.number


def mark_of(call: ToolCall, observation: Observation | None) -> Mark | None:
    """The mark a call addresses: by id, or by a description that is one mark's label or part of only one.

    Text without a target goes to the field that has the focus.
    """
    if observation is None:
        return None
    found = _ID.fullmatch(str(call.arguments.get("target_mark_id") or ""))
    if found is not None:
        return observation.mark(int(found[1])) if int(found[2]) == observation.epoch else None
    words = str(call.arguments.get("target_description") or "")
    if words:
        return _described(words, observation)
    focused = [m for m in observation.marks if "focused" in m.states and "type" in m.actions]
    return focused[0] if call.name == "type_text" and len(focused) == 1 else None


def _described(words: str, observation: Observation) -> Mark | None:
    exact = [m for m in observation.marks if m.full_label == words]
    part = [m for m in observation.marks if words.casefold() in m.full_label.casefold()]
    named = exact or part
    return named[0] if len(named) == 1 else None


def one_line(text: str) -> str:
    """The text with every run of white space made one space."""
    return " ".join(text.split())
