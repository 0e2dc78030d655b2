"""What one model is sent: a copy of the prompt made ready for its provider, how many tokens that is, and whether it fits.

Every attempt with every model prepares for itself (spec: harness, context request). Marks are put on the copy only; the
prompt they were made from, and with it the history, never has any. Nothing is ever left out to make a prompt fit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kit.types import Json, Message, Model, Picture, Sampler, Text, Tool, Usage

CacheMode = Literal["off", "ephemeral"]
"""Whether breakpoints for the provider's prompt cache are marked; "ephemeral" is the mark Anthropic's API understands."""

SystemMode = Literal["anywhere", "first", "user"]
"""Where a model takes system messages: anywhere, only one and first, or later ones as the user's."""

Verdict = Literal["unknown", "ok", "remind", "trigger", "over"]

REMIND, TRIGGER = 0.75, 0.92
"""Shares of the window where the model is reminded, and where history must be folded (spec: harness, context)."""

CACHE_MARK = "cache_control"
_EPHEMERAL: Mapping[str, Json] = {"type": "ephemeral"}

MESSAGE_TOKENS = 4
"""What a message costs besides its parts: role and separators."""

RATIO_MIN, RATIO_MAX = 0.25, 4.0
"""A provider's count further from the estimate than this is not about the same prompt."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)

PIXELS_A_TOKEN = 750
"""Anthropic's rule for pictures, which is between those of other providers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preparation:
    """How one model wants its prompt.

    Attributes:
        window: tokens the model can take, prompt and reply together; 0 when it is not known.
        cache: which marks its provider understands.
        system: where it takes system messages.
        ratio: provider's tokens for one of ours, learnt from what it said of earlier requests; 1 when nothing is known.
    """

    window: int = 0
    cache: CacheMode = "off"
    system: SystemMode = "anywhere"
    ratio: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Tokens of a prompt, estimated.

    Attributes:
        tokens: the whole prompt with the tools' schemas.
        source: "heuristic", or "calibrated" by what the provider said of earlier requests.
        covers: what was counted, of system, messages, pictures, calls, extras, tools.
    """

    tokens: int
    source: Literal["heuristic", "calibrated"] = "heuristic"
    covers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A request as one model gets it."""

    messages: tuple[Message, ...]
    estimate: Estimate
    verdict: Verdict
    cache: CacheMode


def prepare(
    messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler, how: Preparation, *, sees: bool = True
) -> Prepared:
    """The request copy for one model. What is given is never altered and marks that came with it are not taken over.

    Args:
        messages: the prompt, oldest first.
        tools: counted, not sent from here.
        sampler: its `max_tokens` must fit into the window as well.
        how: what this model wants.
        sees: whether it gets the pictures; those that are not sent are not counted.
    """
    copy = _place_systems([_without_marks(m) for m in messages], how.system)
    guess = estimate(copy, tools, ratio=how.ratio, pictures=sees)
    if how.cache != "off":
        copy = _marked(copy)
    return Prepared(
        messages=tuple(copy),
        estimate=guess,
        verdict=verdict(guess.tokens, how.window, reserve=sampler.max_tokens),
        cache=how.cache,
    )


def protocol_of(model: Model) -> str:
    """How the client speaks to the model: what the model says of itself, such as "openai_chat", else "in_process"."""
    return str(getattr(model, "protocol", "in_process"))


# --- tokens --------------------------------------------------------------------------------------------------------------


def text_tokens(text: str) -> int:
    """Four characters a token; beyond ASCII, half a token for letters of two bytes (Cyrillic, Arabic), one for those of
    three (Chinese, Japanese, Korean and most other scripts), two for those of four (emoji)."""
    if text.isascii():
        return (len(text) + 3) // 4
    plain = len(text.encode("ascii", "ignore"))
    other = len(text) - plain
    wide = len(text.encode("utf-8", "surrogatepass")) - plain - 2 * other  # one for each third byte, two for a fourth
    return (plain + 3) // 4 + wide + max(other - wide + 1, 0) // 2


def picture_tokens(width: int, height: int) -> int:
    """One token for 750 pixels, as the picture is sent."""
    return -(-width * height // PIXELS_A_TOKEN)


def message_tokens(message: Message, *, pictures: bool = True) -> int:
    """All of one message: texts, pictures, calls with their arguments, and the metadata that go back with a reply."""
    total = MESSAGE_TOKENS
    for part in message.parts:
        if isinstance(part, Text):
            total += text_tokens(part.text)
        elif pictures:
            total += picture_tokens(part.image.width, part.image.height)
    for call in message.calls:
        total += MESSAGE_TOKENS + text_tokens(call.name) + text_tokens(_json(dict(call.arguments)))
    if message.role == "assistant":
        kept = [message.extras.get(name) for name in ("message", "tool_calls")]
        total += sum(text_tokens(_json(value)) for value in kept if value)
    return total


def tools_tokens(tools: Sequence[Tool]) -> int:
    """The tools' names, descriptions and schemas."""
    return sum(text_tokens(t.name) + text_tokens(t.description) + text_tokens(_json(dict(t.parameters))) for t in tools)


def estimate(
    messages: Sequence[Message], tools: Sequence[Tool] = (), *, ratio: float = 1.0, pictures: bool = True
) -> Estimate:
    """Tokens of a whole request. `ratio` other than 1 makes it a calibrated one."""
    tokens = sum(message_tokens(m, pictures=pictures) for m in messages) + tools_tokens(tools)
    return Estimate(
        tokens=round(tokens * ratio),
        source="heuristic" if ratio == 1.0 else "calibrated",
        covers=coverage(messages, tools, pictures=pictures),
    )


def coverage(messages: Sequence[Message], tools: Sequence[Tool] = (), *, pictures: bool = True) -> tuple[str, ...]:
    """What an estimate of this request counts, of system, messages, pictures, calls, extras and tools."""
    held = {
        "system": any(m.role == "system" for m in messages),
        "messages": any(m.role != "system" for m in messages),
        "pictures": pictures and any(isinstance(p, Picture) for m in messages for p in m.parts),
        "calls": any(m.calls for m in messages),
        "extras": any(m.role == "assistant" and m.extras for m in messages),
        "tools": bool(tools),
    }
    return tuple(name for name, there in held.items() if there)


def verdict(tokens: int, window: int, *, reserve: int = 0) -> Verdict:
    """How full the window is: "unknown" without one, "over" when the prompt and `reserve` tokens of reply do not fit."""
    if window <= 0:
        return "unknown"
    if tokens + reserve > window:
        return "over"
    if tokens >= TRIGGER * window:
        return "trigger"
    return "remind" if tokens >= REMIND * window else "ok"


def input_tokens(usage: Usage) -> int | None:
    """The whole prompt of a call, cached tokens included; None when the provider did not say.

    Most providers count cached tokens as input; those that count them apart say less input than cache.
    """
    if usage.input_tokens is None:
        return None
    cached = (usage.cache_read_tokens or 0) + (usage.cache_write_tokens or 0)
    return usage.input_tokens if usage.input_tokens >= cached else usage.input_tokens + cached


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """How a provider's tokens compare to the estimate; learnt from its own figures, half from the newest."""

    ratio: float = 1.0
    samples: int = 0

    def learn(self, estimated: int, usage: Usage) -> Calibration:
        """The calibration after one more call.

        Args:
            estimated: the estimate of its prompt before calibration (ratio 1).
            usage: what the provider said; when it said nothing, or nothing believable, nothing is learnt.
        """
        said = input_tokens(usage)
        if not said or estimated <= 0 or not RATIO_MIN <= said / estimated <= RATIO_MAX:
            return self
        now = said / estimated
        ratio = now if self.samples == 0 else (self.ratio + now) / 2
        return Calibration(ratio=ratio, samples=self.samples + 1)


def _json(value: Json) -> str:
    return _ENCODER.encode(value)


# --- the copy ------------------------------------------------------------------------------------------------------------


def marked(message: Message) -> bool:
    """Whether some part of the message is a cache breakpoint."""
    return any(CACHE_MARK in part.extras for part in message.parts)


def _without_marks(message: Message) -> Message:
    if not marked(message):
        return message
    parts = (replace(p, extras={k: v for k, v in p.extras.items() if k != CACHE_MARK}) for p in message.parts)
    return replace(message, parts=tuple(parts))


def _place_systems(messages: list[Message], mode: SystemMode) -> list[Message]:
    """System messages where this model takes them; none is lost."""
    if mode == "user":
        return [replace(m, role="user") if m.role == "system" and n else m for n, m in enumerate(messages)]
    systems = [m for m in messages if m.role == "system"]
    if mode == "anywhere" or len(systems) < 2:
        return messages
    one = replace(systems[0], parts=tuple(part for m in systems for part in m.parts))
    return [one, *(m for m in messages if m.role != "system")]


def _marked(messages: list[Message]) -> list[Message]:
    """Two breakpoints: after the static system prompt, and where the part begins that the next turn will have changed."""
    out = list(messages)
    ends = [next((n for n, m in enumerate(messages) if m.role != "system"), len(messages))]
    ends.append(next((n for n, m in enumerate(messages) if _changes(m)), len(messages)))
    for end in ends:
        place = next((n for n in range(end - 1, -1, -1) if _can_mark(messages[n])), None)
        if place is not None and not marked(out[place]):
            *before, last = out[place].parts
            mark = replace(last, extras={**last.extras, CACHE_MARK: dict(_EPHEMERAL)})
            out[place] = replace(out[place], parts=(*before, mark))
    return out


def _changes(message: Message) -> bool:
    """Whether a later turn shows this message otherwise: pictures and marks are pruned, the pinned board is replaced."""
    if "id" in message.extras:
        return True
    return any(isinstance(p, Picture) or (p.text.startswith("[OBS] ") and "\nmarks (" in p.text) for p in message.parts)


def _can_mark(message: Message) -> bool:
    return message.role != "assistant" and bool(message.parts) and isinstance(message.parts[-1], Text)
