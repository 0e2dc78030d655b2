"""`simphone`: the privileged side door for tasks and tests. JSON in on stdin, JSON out; exit 1 and a sentence on bad use."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version

from kit.errors import UnknownName
from kit.simphone import truth
from kit.simphone.commands.call import Call
from kit.simphone.draws import Part
from kit.simphone.system import prompts

PARTS: tuple[Part, ...] = ("", "train", "dev", "test")


def _state(call: Call, args: list[str]) -> int:
    call.say(json.dumps(truth.state(call.phone), ensure_ascii=False, separators=(",", ":")))
    return 0


def _reset(call: Call, args: list[str]) -> int:
    part = args[1] if len(args) > 1 else ""
    if part not in PARTS:
        raise UnknownName("part", part, PARTS)
    call.phone.reset(int(args[0]) if args else 0, part)
    call.say(json.dumps({"seed": call.phone.core.seed, "part": part}))
    return 0


def _set(call: Call, args: list[str]) -> int:
    truth.put(call.phone, args[0], json.loads(call.stdin))
    call.say("null")
    return 0


def _advance(call: Call, args: list[str]) -> int:
    call.phone.advance(float(args[0]))
    call.say(json.dumps({"clock": call.phone.now.isoformat()}))
    return 0


def _fault(call: Call, args: list[str]) -> int:
    if args:
        call.phone.faults.set(args[0], float(args[1]))
    call.say(json.dumps({"chances": call.phone.faults.chances, "log": call.phone.faults.log}))
    return 0


def _version(call: Call, args: list[str]) -> int:
    try:
        number = version("phone-agent-kit")
    except PackageNotFoundError:
        number = "0"
    call.say(json.dumps({"simphone": number, "api": call.phone.profile.api}))
    return 0


def _errors(call: Call, args: list[str]) -> int:
    call.say(json.dumps(call.phone.internal_errors, ensure_ascii=False))
    return 0


def _prompt(call: Call, args: list[str]) -> int:
    if args[0] not in prompts.KINDS:
        raise UnknownName("prompt", args[0], prompts.KINDS)
    prompts.show(call.phone, args[0], " ".join(args[1:]))
    call.say("null")
    return 0


_COMMANDS = {
    "state": _state,
    "reset": _reset,
    "set": _set,
    "advance": _advance,
    "fault": _fault,
    "prompt": _prompt,
    "version": _version,
    "errors": _errors,
}


def simphone(call: Call, args: list[str]) -> int:
    """`simphone state|reset SEED [PART]|set PATH|advance SECONDS|fault NAME P|prompt KIND [ABOUT]|version|errors`."""
    command = _COMMANDS.get(args[0] if args else "")
    if command is None:
        call.fail(f"simphone: use one of: {', '.join(_COMMANDS)}")
        return 1
    try:
        return command(call, args[1:])
    except IndexError:
        call.fail(f"simphone {args[0]}: an argument is missing")
    except json.JSONDecodeError as error:
        call.fail(f"simphone {args[0]}: stdin is not JSON: {error}")
    except (UnknownName, KeyError, TypeError, ValueError, OSError) as error:
        call.fail(f"simphone {args[0]}: {error}")
    return 1


COMMANDS = {"simphone": simphone}
