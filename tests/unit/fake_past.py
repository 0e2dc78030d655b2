"""Episodes of the past, written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fake_phone import look, mark

from kit.memory.digest import record_of
from kit.types import Episode, Observation, Outcome, Receipt, Reply, Step, ToolCall

HOME, SETTINGS, CHAT = "com.android.launcher3", "com.android.settings", "com.acme.chat"


def screen(epoch: int, *labels: str, package: str = SETTINGS, **more: Any) -> Observation:
    """A screen of buttons; another set of resource ids makes another screen."""
    shown = [
        mark(n, label, epoch=epoch, resource_id=f"id/{label}", package=package) for n, label in enumerate(labels, 1)
    ]
    return look(shown, epoch=epoch, package=package, **more)


def did(
    tool: str,
    before: Observation,
    after: Observation | None,
    /,
    *,
    on: str = "",
    status: str = "ok",
    code: str = "",
    **arguments: Any,
) -> tuple[Observation, Receipt]:
    """One call made on a screen, on the mark with the label `on`."""
    target = next((m for m in before.marks if m.full_label == on), None)
    if on and "target_description" not in arguments:
        arguments["target_description"] = on
    call = ToolCall(id=f"c{before.epoch}", name=tool, arguments=arguments)
    return before, Receipt(call=call, status=status, text="", code=code, target=target, observation=after)  # type: ignore[arg-type]


def episode(
    goal: str, *calls: tuple[Observation, Receipt], success: bool | None = True, id: str = "e1", time: str = "2026-11-01T10:00:00+00:00",
    **more: Any,
) -> Episode:  # fmt: skip
    steps = [
        Step(index=n, observation=seen, reply=Reply(calls=(receipt.call,)), receipts=(receipt,))
        for n, (seen, receipt) in enumerate(calls)
    ]
    given = {"ending": "finish", "fault": "agent" if success is False else None} | {
        k: more.pop(k) for k in ("ending", "fault", "code") if k in more
    }
    return Episode(
        id=id, task="", goal=goal, arm="a", seed=0, trial=0, device="d", steps=tuple(steps),
        outcome=Outcome(success=success, **given), started=time, seconds=1.0, extras=more,
    )  # fmt: skip


def way(*labels: str, package: str = SETTINGS) -> list[tuple[Observation, Receipt]]:
    """Taps on these labels, each of which opens another screen."""
    screens = [screen(n, label, f"page {n}", package=package) for n, label in enumerate([*labels, "end"], 1)]
    return [did("tap", screens[n], screens[n + 1], on=label) for n, label in enumerate(labels)]


def plain(text: str) -> str:
    return text


def record(goal: str, labels: Sequence[str] = ("Connected devices", "Bluetooth"), **more: Any) -> dict[str, Any]:
    """A kept episode that tapped these labels."""
    package = more.pop("package", SETTINGS)
    return record_of(episode(goal, *way(*labels, package=package), **more), plain)
