"""Research records back to typed steps: what `kit.trace.record` wrote, read again; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kit.types import Foreground, Mark, Observation, Receipt, Rect, Reply, Screen, Step, ToolCall, Usage, Window


def to_step(record: Mapping[str, Any]) -> Step:
    """The typed step of a research record. Pictures and nodes are gone; everything a text prompt needs is there."""
    seen = record["observation"]
    reply = record["reply"]
    return Step(
        index=record["index"],
        observation=to_observation(seen) if seen else None,
        reply=Reply(
            calls=tuple(_to_call(c) for c in reply["calls"]),
            text=reply["text"],
            usage=Usage(**reply["usage"]),
            seconds=reply["seconds"],
            model=reply["model"],
            confidence=reply["confidence"],
        ),
        receipts=tuple(_to_receipt(r) for r in record["receipts"]),
        seconds=record["seconds"],
    )


def to_observation(record: Mapping[str, Any]) -> Observation:
    """The typed observation of a research record, without picture and nodes."""
    width, height, density, rotation = record["screen"]
    package, activity = record["front"]
    return Observation(
        epoch=record["epoch"],
        screen_seq=record["screen_seq"],
        screen=Screen(width=width, height=height, density=density, rotation=rotation),
        foreground=Foreground(package=package, activity=activity),
        windows=tuple(_to_window(w) for w in record["windows"]),
        marks=tuple(to_mark(m) for m in record["marks"]),
        texts=tuple(record["texts"]),
        marks_code=record["marks_code"],
        keyboard=record["keyboard"],
        grouped=record["grouped"],
        covered_by=dict(record["covered_by"]),
        seconds=record["seconds"],
    )


def to_mark(record: Sequence[Any]) -> Mark:
    """The typed mark of a research record."""
    number, epoch, label, role, states, actions, bounds, center = record[:8]
    extra: dict[str, Any] = {"full_label": label, **(record[8] if len(record) > 8 else {})}
    return Mark(
        number=number,
        epoch=epoch,
        label=label,
        role=role,
        states=tuple(states),
        actions=tuple(actions),
        bounds=Rect(*bounds),
        center=(center[0], center[1]),
        **extra,
    )


def _to_window(record: Mapping[str, Any]) -> Window:
    fields: dict[str, Any] = {**record, "bounds": Rect(*record["bounds"]), "nodes": ()}
    return Window(**fields)


def _to_call(record: Mapping[str, Any]) -> ToolCall:
    return ToolCall(id=record["id"], name=record["name"], arguments=record["arguments"])


def _to_receipt(record: Mapping[str, Any]) -> Receipt:
    inner = record.get("observation")
    return Receipt(
        call=_to_call(record["call"]),
        status=record["status"],
        text=record["text"],
        code=record["code"],
        observation=to_observation(inner) if inner else None,
        target=to_mark(record["target"]) if record["target"] else None,
        seconds=record["seconds"],
        final=record["final"],
    )
