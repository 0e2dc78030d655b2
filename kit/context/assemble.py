"""The prompt as a view of the steps: pure, deterministic, rebuilt every turn (DESIGN section 2).

What is kept of the past (spec: harness, image and observation history): the newest `image_keep` messages that hold a
picture keep it, the newest `obs_marks_keep` observations keep their marks; older ones become one line each. Of several
observing calls in one turn only the last shows its observation whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from kit.screen.describe import describe
from kit.screen.signature import diff
from kit.settings import Settings
from kit.types import Message, Observation, Picture, Receipt, Step, Text

WORDS = {
    "goal": {"en": "Goal: {goal}", "zh": "目标：{goal}"},
    "blind": {
        "en": "The screen could not be read. Call read_screen, home or wait.",
        "zh": "屏幕读取失败。请调用 read_screen、home 或 wait。",
    },
    "pruned": {"en": "[screen#{n} pruned]", "zh": "[screen#{n} 已剪除]"},
    "folded": {
        "en": "[OBS] app={app} screen#{n} [marks folded:{k}]",
        "zh": "[OBS] app={app} screen#{n} [marks 已折叠:{k}]",
    },
    "compact": {
        "en": "[OBS] app={app} screen#{n} marks={k} since the last look: {diff} (read_screen brings the newest marks)",
        "zh": "[OBS] app={app} screen#{n} marks={k} 较上次观测：{diff}（用 read_screen 取回最新批次）",
    },
    "unusable": {
        "en": "Your reply could not be used: {why} Reply with one tool call.",
        "zh": "回复无法使用：{why} 请只回复一个工具调用。",
    },
}


@cache
def system_prompt(lang: str) -> str:
    """The static part: tool contract and safety rules."""
    return files("kit.context").joinpath(f"prompts/system.{lang}.md").read_text(encoding="utf-8").strip()


def assemble(
    goal: str, first: Observation | None, steps: Sequence[Step], settings: Settings, *, pictures: bool = False
) -> tuple[Message, ...]:
    """The whole prompt of one turn.

    Args:
        goal: what the person asked for, verbatim.
        first: the observation before the first step; None when the first look failed.
        steps: everything that happened so far, oldest first.
        settings: language and how much is kept.
        pictures: draw marked screenshots into the prompt; off for models that cannot see.
    """
    view = _View(first, steps, settings, pictures)
    messages = [Message(role="system", parts=(Text(text=system_prompt(settings.lang)),)), view.opening(goal)]
    for step in steps:
        messages += view.turn(step)
    return tuple(messages)


class _View:
    """Which observations are shown whole, folded or compact, and which keep their picture."""

    def __init__(self, first: Observation | None, steps: Sequence[Step], settings: Settings, pictures: bool) -> None:
        self.settings = settings
        self.pictures = pictures and settings.send_images
        self.first = first
        shown = [first] if first is not None else []
        self.compact: dict[int, Observation | None] = {}
        previous = first
        for step in steps:
            seen = [r.observation for r in step.receipts if r.observation is not None]
            for n, observation in enumerate(seen):
                if n < len(seen) - 1 and settings.sibling_receipts:
                    self.compact[observation.epoch] = previous
                else:
                    shown.append(observation)
                previous = observation
        self.whole = {o.epoch for o in shown[-settings.obs_marks_keep :]}
        self.pictured = {o.epoch for o in [o for o in shown if o.image is not None][-settings.image_keep :]}

    def say(self, key: str, **values: object) -> str:
        return WORDS[key][self.settings.lang].format(**values)

    def opening(self, goal: str) -> Message:
        head = Text(text=self.say("goal", goal=goal))
        if self.first is None:
            return Message(role="user", parts=(head, Text(text=self.say("blind"))))
        return Message(role="user", parts=(head, *self.look(self.first)), observation=self.first)

    def turn(self, step: Step) -> list[Message]:
        """The model's reply and one tool message for each receipt; an unusable reply is answered in words."""
        said = (Text(text=step.reply.text),) if step.reply.text else ()
        own = Message(role="assistant", parts=said, calls=step.reply.calls, extras=step.reply.extras)
        if not step.reply.calls:
            why = " ".join(r.text for r in step.receipts)
            return [own, Message(role="user", parts=(Text(text=self.say("unusable", why=why)),))]
        return [own, *(self.receipt(r) for r in step.receipts)]

    def receipt(self, receipt: Receipt) -> Message:
        parts: tuple[Text | Picture, ...] = (Text(text=receipt.text),)
        if receipt.observation is not None:
            parts += self.look(receipt.observation)
        elif receipt.reference is not None and self.pictures:
            parts += (Picture(image=receipt.reference),)
        return Message(role="tool", parts=parts, call_id=receipt.call.id, observation=receipt.observation)

    def look(self, seen: Observation) -> tuple[Text | Picture, ...]:
        common = {"app": seen.foreground.package, "n": seen.screen_seq, "k": len(seen.marks)}
        if seen.epoch in self.compact:
            before = self.compact[seen.epoch]
            return (Text(text=self.say("compact", diff=diff(before, seen) if before else "-", **common)),)
        if seen.epoch in self.whole:
            words = describe(seen, style="full", lang=self.settings.lang)
        else:
            words = self.say("folded", **common)
        if seen.image is None or not self.pictures:
            return (Text(text=words),)
        if seen.epoch in self.pictured:
            from kit.screen.overlay import draw_marks  # Pillow is loaded only where pictures are drawn

            return (
                Text(text=words),
                Picture(image=draw_marks(seen, side=self.settings.image_side), screen_seq=seen.screen_seq),
            )
        return (Text(text=words), Text(text=self.say("pruned", n=seen.screen_seq)))
