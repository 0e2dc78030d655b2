"""Takes secrets, personal numbers and pictures out of what is written down; pure (spec: harness, trace and redaction).

The order is fixed by the spec: text is redacted first and clipped afterwards, so a secret is never cut into a half that no
rule knows any more. What is sensitive in a text stands in `kit.trace.sensitive`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from kit.trace.sensitive import BASE64, base64_bytes, data_note, redact

__all__ = ["TRACE", "WHOLE", "Rules", "arguments", "clean", "clean_text", "clip", "figures", "picture", "redact"]

CLIP = 64
"""Characters of a text field that reach the production trace (spec: harness, trace)."""

LONG = 64
"""A text of no more characters holds no picture."""

OMITTED_ARGUMENTS = frozenset({"html"})
"""Top-level tool arguments that are the body of a deliverable and are only counted (spec: harness, trace)."""

_LABEL = re.compile(r"[A-Za-z0-9_.:-]{0,64}")
_PICTURE_TYPES = frozenset({"image", "image_url", "input_image", "picture"})
_SECRET_KEY = re.compile(r"(?i)(.*[_-])?(password|passwd|passcode|secret|authorization|cookie|api_?key|access_?token)")


def clip(text: str, limit: int = CLIP) -> str:
    """At most `limit` characters; an ellipsis is added where more were."""
    return text if len(text) <= limit else text[:limit] + "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a value is made fit to be written.

    Attributes:
        limit: characters of a text that are kept; None keeps all.
        redacted: whether sensitive texts are replaced. Pictures and base64 never get through either way.
        secrets: texts known to be secret for another reason (typed into a password field); replaced wherever they are.
        halves: texts that were cut in the middle of a secret, so that no rule knows them; replaced after all rules.
    """

    limit: int | None = CLIP
    redacted: bool = True
    secrets: tuple[str, ...] = ()
    halves: tuple[str, ...] = ()


TRACE = Rules()
"""The production trace: redacted and clipped."""

WHOLE = Rules(limit=None)
"""Research records and run headers: redacted, not clipped."""


def clean(value: Any, rules: Rules = TRACE) -> Any:
    """A JSON value fit to be written: texts under `rules`, pictures and bytes only counted, no NaN.

    Mappings, sequences, texts and numbers are walked through; anything else is written as its type's name.
    """
    if isinstance(value, str):
        return clean_text(value, rules)
    if value is None or isinstance(value, int):  # a bool is one
        return value
    if isinstance(value, dict):  # nearly all mappings; whether anything else is one takes long to find out
        return _clean_mapping(cast("Mapping[Any, Any]", value), rules)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, bytes | bytearray | memoryview):
        return {"type": "bytes", "bytes": len(value)}
    if isinstance(value, Mapping):
        return _clean_mapping(cast("Mapping[Any, Any]", value), rules)
    if isinstance(value, Sequence | set | frozenset):
        return [clean(item, rules) for item in cast("Sequence[Any]", value)]
    return {"type": type(value).__name__.lower()}


def arguments(given: Mapping[str, Any], rules: Rules = TRACE) -> dict[str, Any]:
    """A call's arguments fit to be written; the HTML of a deliverable is omitted where it is a top-level argument."""
    shown: dict[str, Any] = {}
    for name, value in given.items():
        if name in OMITTED_ARGUMENTS and isinstance(value, str):
            shown[name] = {"type": "text", "omitted": True, "bytes": len(value.encode("utf-8", "surrogatepass"))}
        else:
            shown.update(_clean_mapping({name: value}, rules))
    return shown


def picture(screen_seq: int | None, size: int) -> dict[str, Any]:
    """What stands in the trace for a picture; `size` in bytes."""
    return {"type": "image", "screen_seq": screen_seq, "bytes": size}


def figures(value: Any) -> Any:
    """Only numbers and short labels, as of a context request: no prompt text can slip through (spec: harness, trace).

    A label is at most 64 characters of letters, digits and `_.:-`; any other text becomes its length.
    """
    if isinstance(value, str):
        return value if _LABEL.fullmatch(value) else len(value)
    if isinstance(value, Mapping):
        return {str(k): figures(v) for k, v in cast("Mapping[Any, Any]", value).items() if _LABEL.fullmatch(str(k))}
    if isinstance(value, list | tuple):
        return [figures(item) for item in cast("Sequence[Any]", value)]
    return clean(value)


def clean_text(text: str, rules: Rules) -> str:
    """One text under `rules`."""
    if not rules.redacted and rules.limit is None and len(text) <= LONG:
        return text
    if rules.redacted:
        for secret in rules.secrets:
            text = text.replace(secret, "[secret]")
        text = redact(text)
        for half in rules.halves:
            text = text.replace(half, "[secret]")
    elif len(text) > LONG:
        for pattern in BASE64:
            text = pattern.sub(data_note, text)
    return text if rules.limit is None else clip(text, rules.limit)


def _clean_mapping(value: Mapping[Any, Any], rules: Rules) -> dict[str, Any]:
    kind = value.get("type")
    if isinstance(kind, str) and kind in _PICTURE_TYPES:
        return {"type": kind, "screen_seq": value.get("screen_seq"), "bytes": _picture_bytes(value)}
    shown: dict[str, Any] = {}
    for key, item in value.items():
        name = str(key)
        known_secret = rules.redacted and isinstance(item, str) and item and _is_secret(name)
        shown[clean_text(name, rules)] = "[secret]" if known_secret else clean(item, rules)
    return shown


@lru_cache(maxsize=1024)
def _is_secret(key: str) -> bool:
    return _SECRET_KEY.fullmatch(key) is not None


def _picture_bytes(block: Mapping[Any, Any]) -> int:
    size = block.get("bytes")
    if isinstance(size, int):
        return size
    texts = [text for item in block.values() for text in _texts(item)]
    return max((base64_bytes(text) for text in texts), default=0)


def _texts(item: Any) -> list[str]:
    if isinstance(item, str):
        return [item]
    if isinstance(item, Mapping):
        return [text for inner in cast("Mapping[Any, Any]", item).values() for text in _texts(inner)]
    return []
