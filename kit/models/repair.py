"""Reading the call out of what a model wrote, and repairing it only where one meaning is possible (spec: translation, T2.4).

Repaired: code fences and prose around the JSON, Python quotes and trailing commas, a second object after the first, a
doubled verb, a call nested in itself, numbers and booleans in quotes where the schema wants plain ones. Never touched:
the value of an argument that the schema says is text. Everything else is an error the model reads.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from kit.errors import MalformedReply
from kit.head.legal import properties
from kit.types import Json, Reply, Tool

_THOUGHT = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,\s*(?=[}\]])', re.DOTALL)
_PREFIXES = ("functions.", "tools.", "tool_", "function_")


class UnusableReply(MalformedReply):
    """A reply arrived but holds no readable call; `reply` has its text and tokens, so that they can be written down."""

    def __init__(self, message: str, *, reply: Reply, fix: str = "") -> None:
        super().__init__(message, fix=fix)
        self.reply = reply


def read_call(text: str, tools: Sequence[Tool]) -> tuple[str, dict[str, Json], str]:
    """The first call in a text.

    Returns:
        The tool's name, its arguments, and what was repaired ("" when nothing was).

    Raises:
        MalformedReply: there is none; the message says what is wrong.
    """
    found = list(_objects(_THOUGHT.sub("", text)))
    if not found:
        raise MalformedReply(
            "The reply holds no JSON object.", fix='Reply with {"name": ..., "arguments": {...}} only.'
        )
    calls = [c for c in (_as_call(o, tools) for o in found) if c is not None]
    if not calls:
        raise MalformedReply(
            f"The reply's JSON has no known tool under `name`: {_short(found[0])}.",
            fix=f"Tools: {', '.join(t.name for t in tools)}." if tools else "",
        )
    name, arguments, note = calls[0]
    notes = [note] if note else []
    if any(c[:2] != calls[0][:2] for c in calls[1:]):
        notes.append(f"the first of {len(calls)} calls was taken")
    arguments, changed = repair_arguments(name, arguments, tools)
    return name, arguments, "; ".join(notes + ([changed] if changed else []))


def read_arguments(name: str, text: str, tools: Sequence[Tool]) -> tuple[dict[str, Json], str]:
    """The arguments of a native tool call, and what was repaired.

    Raises:
        MalformedReply: they are no JSON object.
    """
    if not text.strip():
        return {}, ""
    first, end = _object_at(text, text.find("{")) if "{" in text else (None, 0)
    if first is None:  # an object inside a broken one is not the arguments
        raise MalformedReply(f"The arguments of {name} are no JSON object: {_short(text)}.")
    found = [first, *_objects(text[end:])]
    notes = ["the first of several argument objects was taken"] if any(f != found[0] for f in found[1:]) else []
    arguments = _unnest(name, found[0])
    notes += ["the call was nested in itself"] if arguments is not found[0] else []
    arguments, changed = repair_arguments(name, arguments, tools)
    return arguments, "; ".join(notes + ([changed] if changed else []))


def repair_name(name: str, tools: Sequence[Tool]) -> str:
    """The known tool a name surely means: a doubled verb ("tap tap") or a prefix taken off; else the name itself."""
    known = {t.name for t in tools}
    if not known or name in known:
        return name
    bare = next((name.removeprefix(p) for p in _PREFIXES if name.removeprefix(p) in known), name)
    doubled = [k for k in known if re.fullmatch(rf"(?:{re.escape(k)}[\s_.,/-]*){{2,}}", name)]
    return doubled[0] if len(doubled) == 1 else bare


def repair_arguments(name: str, arguments: dict[str, Json], tools: Sequence[Tool]) -> tuple[dict[str, Json], str]:
    """Numbers and booleans that were quoted by mistake made plain, as the schema wants them; text is never touched."""
    schemas = properties(next((t for t in tools if t.name == name), None))
    fixed = {k: _fit(v, schemas.get(k) or {}) for k, v in arguments.items()}
    changed = [k for k in fixed if type(fixed[k]) is not type(arguments[k]) or fixed[k] != arguments[k]]
    return fixed, f"unquoted {', '.join(changed)}" if changed else ""


def _objects(text: str) -> Iterator[dict[str, Json]]:
    """The outermost JSON objects in a text, in order; what cannot be read is passed over."""
    at = 0
    while (start := text.find("{", at)) >= 0:
        found, at = _object_at(text, start)
        if found is not None:
            yield found


def _object_at(text: str, start: int) -> tuple[dict[str, Json] | None, int]:
    """The object that begins there and where it ends; None and the next place to look when it cannot be read."""
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(text, start)
    except ValueError:
        value, end = _lenient(text, start)
    return (cast("dict[str, Json]", value), end) if isinstance(value, dict) else (None, end)


def _lenient(text: str, start: int) -> tuple[object, int]:
    """An object with trailing commas or in Python's notation; None and the next place to look when it is neither."""
    end = text.rfind("}") + 1
    body = text[start:end]
    for read, form in ((_loads, _TRAILING.sub(lambda m: m[1] or "", body)), (ast.literal_eval, body)):
        try:
            return read(form), end
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    return None, start + 1


def _loads(text: str) -> object:
    return json.loads(text, strict=False)


def _as_call(found: dict[str, Json], tools: Sequence[Tool]) -> tuple[str, dict[str, Json], str] | None:
    known = {t.name: t for t in tools}
    said = next((found[k] for k in ("name", "tool", "function") if isinstance(found.get(k), str)), None)
    if said is None:
        return _keyed(found, known)
    name = repair_name(str(said), tools)
    if known and name not in known:
        return None
    note = "" if name == said else f"{said!r} read as {name}"
    for key in ("arguments", "parameters", "args"):
        given = _mapping(found.get(key))
        if given is not None:
            return name, _unnest(name, given), note
    rest = {k: v for k, v in found.items() if k not in ("name", "tool", "function")}
    if name in known and rest.keys() <= properties(known[name]).keys() - {"name"}:
        return name, rest, note or ("arguments were beside the name" if rest else "")
    return None


def _keyed(found: dict[str, Json], known: Mapping[str, Tool]) -> tuple[str, dict[str, Json], str] | None:
    """The form {"tap": {...}}."""
    if len(found) != 1:
        return None
    name, given = next(iter(found.items()))
    return (name, _unnest(name, given), "the name was a key") if name in known and isinstance(given, dict) else None


def _mapping(value: Json) -> dict[str, Json] | None:
    if isinstance(value, str):
        inner = list(_objects(value))
        return inner[0] if len(inner) == 1 else None
    return cast("dict[str, Json]", value) if isinstance(value, dict) else None


def _unnest(name: str, given: dict[str, Json]) -> dict[str, Json]:
    """{"name": "tap", "arguments": {...}} or {"tap": {...}} inside a call of tap is that call written twice."""
    if given.keys() == {"name", "arguments"} and given["name"] == name and isinstance(given["arguments"], dict):
        return given["arguments"]
    if given.keys() == {name} and isinstance(given[name], dict):
        return given[name]
    return given


def _fit(value: Json, schema: Mapping[str, Any]) -> Json:
    kind = schema.get("type")
    if kind in ("number", "integer"):
        return _number(value, whole=kind == "integer")
    if kind == "boolean" and isinstance(value, str) and value.casefold() in ("true", "false"):
        return value.casefold() == "true"
    if kind == "array" and isinstance(value, list):
        item = cast("Mapping[str, Any]", schema.get("items") or {})
        return [_fit(v, item) for v in cast("list[Json]", value)]
    return value


def _number(value: Json, *, whole: bool) -> Json:
    if isinstance(value, str):
        try:
            value = int(value)
        except ValueError:
            try:
                value = float(value)
            except ValueError:
                return value
    return int(value) if whole and isinstance(value, float) and value.is_integer() else value


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 160 else text[:157] + "..."
