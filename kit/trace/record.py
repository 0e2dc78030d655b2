"""Steps as plain JSON values; pure. The way back is `kit.trace.restore`.

Two forms: events for the production trace, whole steps for research.
The production trace has one line for each model and tool event, redacted and clipped (spec: harness, trace). A research
record keeps what a small model needs to learn from: the marks, the texts and the calls, redacted but not clipped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kit.trace.redact import TRACE, WHOLE, Rules, arguments, clean, clean_text, picture, redact
from kit.types import (
    Mark,
    Observation,
    Receipt,
    Reply,
    Step,
    ToolCall,
    Usage,
    Window,
)

TOKENS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


# --- production trace --------------------------------------------------------------------------------------------------


def trace_lines(step: Step) -> list[dict[str, Any]]:
    """One event for the observation, one for the model call, one for each tool call, one for the times."""
    rules = Rules(secrets=typed_secrets(step), halves=cut_secrets(step))
    lines: list[dict[str, Any]] = []
    if step.observation is not None:
        lines.append({"kind": "observation", "step": step.index, **_glance(step.observation)})
    lines.append({"kind": "model_call", "step": step.index, **model_call(step.reply, rules)})
    lines.extend({"kind": "tool_call", "step": step.index, **_tool_call(r, rules)} for r in step.receipts)
    lines.append({"kind": "step", "step": step.index, "seconds": _rounded(step.seconds)})
    return lines


def model_call(reply: Reply, rules: Rules = TRACE) -> dict[str, Any]:
    """A model call's event. Missing token counts are null, zero stays zero; a failed call has no token keys at all.

    A failed call is a reply whose `extras` hold an "error" (spec: harness, context request and cache figures).
    """
    event: dict[str, Any] = {"model": reply.model, "seconds": round(reply.seconds, 6)}
    if "error" in reply.extras:
        return {**event, "error": clean(str(reply.extras["error"]))}
    calls = [clean(call.name) for call in reply.calls]
    return {**event, "text": clean(reply.text, rules), "calls": calls, **usage_dict(reply.usage)}


def usage_dict(usage: Usage) -> dict[str, int | None]:
    """The four token counts under their own names."""
    return {name: getattr(usage, name) for name in TOKENS}


def _glance(seen: Observation) -> dict[str, Any]:
    return {
        "epoch": seen.epoch,
        "screen_seq": seen.screen_seq,
        "front": clean(seen.foreground.component),
        "marks": len(seen.marks),
        "texts": len(seen.texts),
        "marks_code": seen.marks_code,
        "keyboard": seen.keyboard,
        "image": image_note(seen),
        "seconds": round(seen.seconds, 6),
    }


def image_note(seen: Observation) -> dict[str, Any] | None:
    """What stands for the picture: {type, screen_seq, bytes}, bytes those of the raw RGB pixels; None without one."""
    image = seen.image
    return None if image is None else picture(seen.screen_seq, image.width * image.height * 3)


def _tool_call(receipt: Receipt, rules: Rules) -> dict[str, Any]:
    return {
        "call_id": clean(receipt.call.id),
        "name": clean(receipt.call.name),
        "arguments": arguments(receipt.call.arguments, rules),
        "status": receipt.status,
        "code": receipt.code,
        "text": clean(receipt.text, rules),
        "target": receipt.target.id if receipt.target else None,
        "epoch": receipt.observation.epoch if receipt.observation else None,
        "seconds": round(receipt.seconds, 6),
        "final": receipt.final,
    }


def typed_secrets(step: Step) -> tuple[str, ...]:
    """Texts this step typed into password fields: they look like any other word, only the target gives them away."""
    return tuple(
        text
        for receipt in step.receipts
        if receipt.target is not None and "password" in receipt.target.states
        for text in (receipt.call.arguments.get("text"),)
        if isinstance(text, str) and text
    )


def cut_secrets(step: Step) -> tuple[str, ...]:
    """The `cut_labels` of all screens of this step."""
    looks = [step.observation, *(r.observation for r in step.receipts)]
    return cut_labels([*(m for s in looks if s for m in s.marks), *(r.target for r in step.receipts if r.target)])


def cut_labels(marks: Sequence[Mark]) -> tuple[str, ...]:
    """Labels that were cut to 32 characters in the middle of a secret, before anything was redacted.

    Half a card number is no card number any more; only the whole label tells what it was.
    """
    cut = {m.label.rstrip("… ") for m in marks if m.label != m.full_label and redact(m.full_label) != m.full_label}
    return tuple(sorted({text for label in cut if label for text in (label, redact(label))}, key=len, reverse=True))


# --- research record -----------------------------------------------------------------------------------------------------


def step_record(step: Step, *, redacted: bool = True, image: str | None = None) -> dict[str, Any]:
    """The whole step as one JSON object; `image` is the hash of the kept picture."""
    rules = Rules(limit=None, redacted=redacted)
    if redacted:
        rules = replace(rules, secrets=typed_secrets(step), halves=cut_secrets(step))
    inner = _inner_observations(step)
    return {
        "kind": "step",
        "index": step.index,
        "observation": observation_record(step.observation, rules, image=image) if step.observation else None,
        "reply": {
            "text": clean(step.reply.text, rules),
            "calls": [_call_record(c, rules) for c in step.reply.calls],
            "usage": usage_dict(step.reply.usage),
            "seconds": round(step.reply.seconds, 6),
            "model": step.reply.model,
            "confidence": clean(step.reply.confidence),
        },
        "receipts": [_receipt_record(r, inner.get(n), rules) for n, r in enumerate(step.receipts)],
        "seconds": _rounded(step.seconds),
    }


def _inner_observations(step: Step) -> dict[int, Observation]:
    """Observations between two calls of one turn; the last one is the next step's own and is not written twice."""
    seen = {n: r.observation for n, r in enumerate(step.receipts) if r.observation is not None}
    return {n: o for n, o in seen.items() if n != max(seen)}


def _call_record(call: ToolCall, rules: Rules) -> dict[str, Any]:
    return {"id": call.id, "name": clean(call.name, rules), "arguments": clean(call.arguments, rules)}


def _receipt_record(receipt: Receipt, inner: Observation | None, rules: Rules) -> dict[str, Any]:
    record: dict[str, Any] = {
        "call": _call_record(receipt.call, rules),
        "status": receipt.status,
        "code": receipt.code,
        "text": clean(receipt.text, rules),
        "target": mark_record(receipt.target, rules) if receipt.target else None,
        "epoch": receipt.observation.epoch if receipt.observation else None,
        "seconds": round(receipt.seconds, 6),
        "final": receipt.final,
    }
    if inner is not None:
        record["observation"] = observation_record(inner, rules)
    return record


def observation_record(seen: Observation, rules: Rules = WHOLE, *, image: str | None = None) -> dict[str, Any]:
    """An observation without its picture and nodes: app in front, marks, texts and the windows they belong to."""
    return {
        "epoch": seen.epoch,
        "screen_seq": seen.screen_seq,
        "screen": [seen.screen.width, seen.screen.height, seen.screen.density, seen.screen.rotation],
        "front": [seen.foreground.package, seen.foreground.activity],
        "windows": [_window_record(w, rules) for w in seen.windows],
        "marks": [mark_record(m, rules) for m in seen.marks],
        "texts": [clean_text(text, rules) for text in seen.texts],
        "marks_code": seen.marks_code,
        "keyboard": seen.keyboard,
        "grouped": seen.grouped,
        "covered_by": [[above, below] for above, below in seen.covered_by.items()],
        "image": image if image is not None else image_note(seen),
        "seconds": round(seen.seconds, 6),
    }


def mark_record(mark: Mark, rules: Rules = WHOLE) -> list[Any]:
    """[number, epoch, label, role, states, actions, bounds, center] and, if any, a dict of what is not at its default.

    Only texts a person wrote or reads are redacted; the rest is Android's own. What a password field holds is not
    written down unless the phone's data are made up.
    """
    label = clean_text(mark.label, rules)
    about = (
        ("op", mark.op), ("path", mark.path), ("resource_id", mark.resource_id), ("package", mark.package),
        ("window", mark.window), ("node", mark.node),
    )  # fmt: skip
    extra: dict[str, Any] = {name: value for name, value in about if value}
    if mark.full_label != mark.label:
        extra["full_label"] = clean_text(mark.full_label, rules)
    if mark.value:
        hidden = rules.redacted and "password" in mark.states
        extra["value"] = "[secret]" if hidden else clean_text(mark.value, rules)
    box = mark.bounds
    record = [mark.number, mark.epoch, label, mark.role, list(mark.states), list(mark.actions)]
    record += [[box.left, box.top, box.right, box.bottom], list(mark.center)]
    return [*record, extra] if extra else record


def _window_record(window: Window, rules: Rules) -> dict[str, Any]:
    box = window.bounds
    return {
        "index": window.index,
        "package": window.package,
        "bounds": [box.left, box.top, box.right, box.bottom],
        "title": clean_text(window.title, rules),
        "kind": window.kind,
        "layer": window.layer,
        "active": window.active,
        "focused": window.focused,
        "display": window.display,
        "rotation": window.rotation,
    }


def _rounded(seconds: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 6) for name, value in seconds.items()}
