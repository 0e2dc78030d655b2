"""The figures of one request for the trace: numbers and short labels, never a word of the prompt (spec: harness, context
request and cache figures). Pure.

The fingerprint is over the client's messages in order, as they were before the call. A provider may still lift system
messages or merge blocks, so it is not the provider's own token prefix, and `fingerprint_basis` says so. Pictures count by
frame and size, metadata not at all: a cache mark that moves is no change of the prompt.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

from kit.models.fallback import Attempt
from kit.models.prepare import CacheMode, Estimate, Verdict
from kit.types import Message, Text, Usage

Role = Literal["agent", "summarizer", "verifier", "locator", "safety", "distiller"]

BASIS = "ordered_client_messages"
SCOPE = "handler_invoke"


def fingerprints(messages: Sequence[Message]) -> tuple[bytes, ...]:
    """Eight bytes for each message, over its role, parts, calls and call id."""
    return tuple(_fingerprint(m) for m in messages)


def context_request(
    messages: Sequence[Message],
    estimate: Estimate,
    *,
    before: Sequence[bytes] = (),
    verdict: Verdict = "unknown",
    window: int = 0,
    target: int = 0,
    role: Role = "agent",
    attempt: int = 1,
    protocol: str = "in_process",
    cache: CacheMode = "off",
    labels: Sequence[str] = (),
) -> dict[str, Any]:
    """The fields of a `context_request` event.

    Args:
        messages: what is about to be sent, in order.
        estimate: its tokens, where they come from and what they cover.
        before: fingerprints of the same role's last request; empty for the first.
        verdict, window: whether it fits, and into what.
        target: the working target.
        role: who asks.
        attempt: 1, or the number of the substitute model that is asked.
        protocol: how the client speaks to the model.
        cache: which cache marks the request copy has.
        labels: further short labels, such as soft_target_unattainable.
    """
    now = fingerprints(messages)
    return {
        "role": role,
        "attempt": attempt,
        "attempt_scope": SCOPE,
        "protocol": protocol,
        "cache_mode": cache,
        "messages": len(messages),
        "estimated_tokens": estimate.tokens,
        "estimate_source": estimate.source,
        "estimate_covers": list(estimate.covers),
        "capacity": verdict,
        "window": window,
        "target": target,
        "over_target": bool(target) and estimate.tokens > target,
        "labels": list(labels),
        "fingerprint_basis": BASIS,
        "fingerprint": hashlib.blake2b(b"".join(now), digest_size=8).hexdigest(),
        "diff": difference(before, now),
    }


def of_attempt(
    attempt: Attempt, *, before: Sequence[bytes] = (), target: int = 0, role: Role = "agent", labels: Sequence[str] = ()
) -> dict[str, Any]:
    """The fields of the `context_request` event of one attempt of `kit.models.fallback.Fallback`."""
    return context_request(
        attempt.request.messages,
        attempt.request.estimate,
        before=before,
        verdict=attempt.request.verdict,
        window=attempt.window,
        target=target,
        role=role,
        attempt=attempt.number,
        protocol=attempt.protocol,
        cache=attempt.request.cache,
        labels=[*labels, *([attempt.code] if attempt.code else [])],
    )


def attempt_usage(attempt: Attempt, role: Role = "agent") -> dict[str, Any]:
    """The fields of the `model_attempt_usage` event: the four counts, null where the provider did not say.

    An attempt without a reply has none of the four, only its code.
    """
    head: dict[str, Any] = {"role": role, "attempt": attempt.number, "attempt_scope": SCOPE, "model": attempt.model}
    if attempt.code and attempt.usage is None:
        return {**head, "error": attempt.code}
    usage = attempt.usage or Usage()
    return {
        **head,
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cache_read_tokens": usage.cache_read_tokens,
        "cache_write_tokens": usage.cache_write_tokens,
    }


def difference(before: Sequence[bytes], now: Sequence[bytes]) -> dict[str, int]:
    """How two ordered lists of messages differ: equal ones at the beginning and at the end, and what is between them."""
    most = min(len(before), len(now))
    prefix = next((n for n in range(most) if before[n] != now[n]), most)
    room = most - prefix
    suffix = next((n for n in range(room) if before[-1 - n] != now[-1 - n]), room)
    return {
        "before": len(before),
        "prefix": prefix,
        "suffix": suffix,
        "removed": len(before) - prefix - suffix,
        "added": len(now) - prefix - suffix,
    }


def _fingerprint(message: Message) -> bytes:
    parts = [p.text if isinstance(p, Text) else (p.screen_seq, p.image.size) for p in message.parts]
    calls = [(c.id, c.name, sorted(c.arguments.items())) for c in message.calls]
    words = repr((message.role, message.call_id, parts, calls))
    return hashlib.blake2b(words.encode("utf-8", "surrogatepass"), digest_size=8).digest()
