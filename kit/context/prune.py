"""Old pictures and old marks out of a prompt: two passes, each idempotent (spec: harness, image and observation history).

Both count by message, newest first: the newest `image_keep` messages with a picture keep it, the newest `obs_marks_keep`
with a whole observation keep its marks. Everything older becomes a placeholder that neither pass touches again, so the
prompt before the rolling window never changes from turn to turn.

A part that carries native replay metadata (a signature, encrypted state) cannot be replaced without breaking it. Nothing
is replaced then: both passes are looked at whole before the first change.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any, TypeVar, cast

from kit.errors import KitError
from kit.tools.recall_text import folded_suffix
from kit.types import Json, Message, Picture, Text

CONFLICT = "native_context_pruning_conflict"

WORDS: dict[str, dict[str, str]] = {
    "pruned": {"en": "[screen#{n} pruned]", "zh": "[screen#{n} 已剪除]"},
    "folded": {
        "en": "[OBS] app={app} screen#{n} [marks folded:{k}]",
        "zh": "[OBS] app={app} screen#{n} [marks 已折叠:{k}]",
    },
}

_WHOLE = re.compile(r"\[OBS\] app=(?P<app>\S*) screen#(?P<n>\d+)\n(?:keyboard: [^\n]*\n)?marks \((?P<k>\d+)\)")
"""The head of an observation shown whole, as `kit.screen.describe` writes it; what is on the screen comes after it."""

_NATIVE = ("signature", "encrypted", "redactedthinking")
"""In a key, or in the value of a `type`: what a provider must get back unchanged and in its place."""

T = TypeVar("T")


def newest(items: Sequence[T], keep: int) -> Sequence[T]:
    """The last `keep` of them; at least one is always kept."""
    return items[-max(keep, 1) :]


def picture_placeholder(screen_seq: int, lang: str = "en") -> str:
    """What stands for a pruned picture. A reference picture was never committed, so it has no number (0): `screen#?`."""
    return WORDS["pruned"][lang].format(n=screen_seq or "?")


def marks_placeholder(app: str, screen_seq: int | str, marks: int | str, lang: str = "en", *, archived: bool) -> str:
    """What stands for a folded observation; with an archive it says how the whole of it can be seen again."""
    words = WORDS["folded"][lang].format(app=app, n=screen_seq, k=marks)
    return words + folded_suffix(lang, archived=archived)


def is_whole(part: Text | Picture) -> bool:
    """Whether the part is an observation with its marks."""
    return isinstance(part, Text) and _WHOLE.match(part.text) is not None


def rolling(message: Message) -> bool:
    """Whether a later turn may still prune or fold something of this message."""
    return any(isinstance(part, Picture) or is_whole(part) for part in message.parts)


def prune(
    messages: Sequence[Message],
    *,
    image_keep: int = 2,
    obs_marks_keep: int = 2,
    lang: str = "en",
    archived: bool = False,
) -> tuple[Message, ...]:
    """The prompt with old pictures pruned and old observations folded. The messages given are never altered.

    Args:
        messages: a whole prompt, oldest first.
        image_keep: newest messages that keep their pictures; at least 1.
        obs_marks_keep: newest messages that keep their marks; at least 1.
        lang: language of the placeholders.
        archived: what is folded can be looked up with recall_screen.

    Raises:
        KitError: native_context_pruning_conflict, when something that has to go carries native replay metadata.
    """
    pictured = [n for n, m in enumerate(messages) if any(isinstance(p, Picture) for p in m.parts)]
    whole = [n for n, m in enumerate(messages) if m.role in ("tool", "user") and any(is_whole(p) for p in m.parts)]
    old_pictures = set(pictured) - set(newest(pictured, image_keep))
    old_marks = set(whole) - set(newest(whole, obs_marks_keep))
    _preflight(messages, old_pictures, old_marks)
    out = list(messages)
    for n in old_pictures | old_marks:
        parts = (
            _fold(part, lang, archived) if _doomed(part, n, old_pictures, old_marks) else part
            for part in messages[n].parts
        )
        out[n] = replace(messages[n], parts=tuple(parts))
    return tuple(out)


def native(extras: Json) -> bool:
    """Whether metadata hold a signature or encrypted state, however deep. An empty value is none."""
    if isinstance(extras, Mapping):
        table = cast("Mapping[Any, Any]", extras)
        return any(_native_entry(str(key), value) or native(value) for key, value in table.items())
    if isinstance(extras, list | tuple):
        return any(native(item) for item in cast("Sequence[Any]", extras))
    return False


def _native_entry(key: str, value: Json) -> bool:
    if not value:
        return False
    named = value if key == "type" and isinstance(value, str) else key
    return any(word in re.sub(r"[^a-z]", "", named.casefold()) for word in _NATIVE)


def _doomed(part: Text | Picture, n: int, pictures: AbstractSet[int], marks: AbstractSet[int]) -> bool:
    return n in pictures if isinstance(part, Picture) else n in marks and is_whole(part)


def _preflight(messages: Sequence[Message], pictures: AbstractSet[int], marks: AbstractSet[int]) -> None:
    """Looks at everything that has to go before anything goes.

    Metadata of another part of the message does not count. Metadata of a tool's or user's whole message do: they are
    over the part as well. Those of a reply belong to its calls and its thoughts, which stay.
    """
    for n in sorted(pictures | marks):
        message = messages[n]
        doomed = [p for p in message.parts if _doomed(p, n, pictures, marks)]
        over_all = message.role != "assistant" and native(message.extras)
        if over_all or any(native(part.extras) for part in doomed):
            raise KitError(
                f"Message {n + 1} of the prompt is too old to be shown whole, but it carries a signature or encrypted "
                "state of the provider, which replacing it would break.",
                fix="Raise image_keep or obs_marks_keep, or turn signed observations off at the provider.",
                code=CONFLICT,
            )


def _fold(part: Text | Picture, lang: str, archived: bool) -> Text:
    if isinstance(part, Picture):
        return Text(text=picture_placeholder(part.screen_seq, lang))
    found = _WHOLE.match(part.text)
    assert found is not None  # only whole observations are doomed
    return Text(text=marks_placeholder(found["app"], found["n"], found["k"], lang, archived=archived))
