"""`settings`, `getprop`, `setprop`, `content`: names and values."""

from __future__ import annotations

from typing import Any

from kit.simphone import settings_state
from kit.simphone.commands.call import Call
from kit.simphone.truth import plain

NAMESPACES = ("system", "secure", "global")


def settings(call: Call, args: list[str]) -> int:
    """`settings [--user N] get|put|delete|list NAMESPACE [KEY [VALUE]]`."""
    rest = list(args)
    while rest and rest[0] == "--user":
        del rest[:2]
    if len(rest) < 2 or rest[0] not in ("get", "put", "delete", "list", "reset"):
        call.fail("Invalid command" if not rest else f"Invalid command: {rest[0]}")
        return 255
    verb, namespace = rest[0], rest[1].lower()
    if namespace not in NAMESPACES:
        call.fail(f"Invalid namespace '{rest[1]}'")
        return 255
    call.wait(0.01)
    state = call.phone.core.settings
    if verb == "list":
        call.say(*settings_state.listing(state, namespace))
        return 0
    if len(rest) < 3 or (verb == "put" and len(rest) < 4):
        call.fail("Bad arguments")
        return 255
    if verb == "get":
        call.say(settings_state.get(state, namespace, rest[2]))
        return 0
    return _change(call, verb, namespace, rest[2:])


def _change(call: Call, verb: str, namespace: str, rest: list[str]) -> int:
    state = call.phone.core.settings
    try:
        if verb == "delete":
            call.say(f"Deleted {settings_state.delete(state, namespace, rest[0])} rows")
        elif verb == "put":
            settings_state.put(state, namespace, rest[0], rest[1])
    except ValueError:
        return call.exception(
            "put", "java.lang.IllegalArgumentException", f"Invalid value: {rest[1]} for setting: {rest[0]}"
        )
    call.phone.display_changed()
    return 0


def getprop(call: Call, args: list[str]) -> int:
    """`getprop [KEY [DEFAULT]]`; an unset key prints an empty line."""
    table = call.phone.properties
    if args:
        call.say(table.get(args[0], args[1] if len(args) > 1 else ""))
    else:
        call.say(*(f"[{k}]: [{v}]" for k, v in sorted(table.items())))
    return 0


def setprop(call: Call, args: list[str]) -> int:
    """`setprop KEY VALUE`; read-only keys are refused."""
    if len(args) != 2:
        call.fail("usage: setprop NAME VALUE")
        return 1
    if args[0].startswith("ro."):
        call.fail(f"Failed to set property '{args[0]}' to '{args[1]}'.", "See dmesg for error reason.")
        return 1
    call.phone.core.system.properties[args[0]] = args[1]
    return 0


def content(call: Call, args: list[str]) -> int:
    """`content query --uri URI`: contacts, sms and settings as rows."""
    if not args or args[0] != "query":
        call.fail("[ERROR] Unsupported operation: " + (args[0] if args else ""))
        return 1
    uri = args[args.index("--uri") + 1] if "--uri" in args[:-1] else ""
    call.wait(0.3)
    rows = _rows(call, uri)
    if rows is None:
        call.fail(f"[ERROR] Could not find provider: {uri.removeprefix('content://').split('/')[0]}")
        return 1
    wanted = args[args.index("--projection") + 1].split(":") if "--projection" in args[:-1] else []
    if not rows:
        call.say("No result found.")
    for n, row in enumerate(rows):
        shown = {k: row.get(k, "NULL") for k in wanted} if wanted else row
        call.say(f"Row: {n} " + ", ".join(f"{k}={v}" for k, v in shown.items()))
    return 0


def _rows(call: Call, uri: str) -> list[dict[str, Any]] | None:
    core = call.phone.core
    if uri.startswith("content://com.android.contacts") and "contacts" in core.apps:
        return _people(plain(core.apps["contacts"].data))
    if uri.startswith("content://sms") and "messages" in core.apps:
        return _texts(plain(core.apps["messages"].data))
    if uri.startswith("content://settings/"):
        namespace = uri.removeprefix("content://settings/").split("/")[0]
        lines = settings_state.listing(core.settings, namespace)
        return [
            {"_id": n, "name": line.split("=", 1)[0], "value": line.split("=", 1)[1]} for n, line in enumerate(lines, 1)
        ]
    return None


def _records(value: Any) -> list[dict[str, Any]]:
    """The first list (or dict) of records in an app's data."""
    for part in value.values():
        rows = list(part.values()) if isinstance(part, dict) else part
        if isinstance(rows, list) and rows and isinstance(rows[0], dict):
            return rows
    return []


def _people(data: dict[str, Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for n, person in enumerate(_records(data), 1):
        name = person.get("name") or " ".join(filter(None, (person.get("first"), person.get("last"))))
        phones = person.get("phones") or person.get("numbers") or [person.get("phone") or person.get("number") or ""]
        first = phones[0] if phones else ""
        number = (
            next((v for v in first.values() if isinstance(v, str) and any(c.isdecimal() for c in v)), "")
            if isinstance(first, dict)
            else first
        )
        rows.append({"_id": n, "display_name": name, "data1": number, "number": number})
    return rows


def _texts(data: dict[str, Any]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for thread in _records(data):
        address = thread.get("number") or thread.get("address") or thread.get("phone") or ""
        for message in next((v for v in thread.values() if isinstance(v, list)), []):
            if isinstance(message, dict):
                mine = bool(message.get("mine") or message.get("sent") or message.get("outgoing"))
                body = message.get("text") or message.get("body") or ""
                rows.append({"_id": len(rows) + 1, "address": address, "type": 2 if mine else 1, "body": body})
    return rows


COMMANDS = {"settings": settings, "getprop": getprop, "setprop": setprop, "content": content}
