"""The prompt as a view of the steps: pure, deterministic, rebuilt every turn (DESIGN section 2).

    system prompt | goal and first look | folds and turns, oldest first | task board and flow line | newest turn

What is kept of the past is the rule of `kit.context.prune`, applied before anything is rendered: what would be pruned
is never drawn. `prune` of an assembled prompt therefore changes nothing. The board changes every turn, so it stands as
late as it can, before the newest turn: all that comes before it is the same prompt as last turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from kit.context.fold import Fold, fold_message, of_step
from kit.context.prune import marks_placeholder, newest, picture_placeholder
from kit.context.siblings import compact_receipts, compact_text
from kit.screen.describe import describe
from kit.settings import Settings
from kit.types import Message, Observation, Picture, Receipt, Step, Text

if TYPE_CHECKING:
    from PIL.Image import Image

Draw = Callable[[Observation], "Image"]
"""Draws an observation's picture with its marks, as the model shall see it."""

PINNED_ID = "task_doc"
"""The fixed id of the pinned message, in its extras; there is at most one in a prompt."""

WORDS: dict[str, dict[str, str]] = {
    "goal": {"en": "Goal: {goal}", "zh": "目标：{goal}"},
    "blind": {
        "en": "The screen could not be read. Call read_screen, home or wait.",
        "zh": "屏幕读取失败。请调用 read_screen、home 或 wait。",
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
    goal: str,
    first: Observation | None,
    steps: Sequence[Step],
    settings: Settings,
    *,
    pictures: bool = False,
    folds: Sequence[Fold] = (),
    pinned: str = "",
    archived: bool | None = None,
    draw: Draw | None = None,
    blocks: Sequence[str] = (),
) -> tuple[Message, ...]:
    """The whole prompt of one turn.

    Args:
        goal: what the person asked for, verbatim.
        first: the observation before the first step; None when the first look failed.
        steps: everything that happened so far, oldest first.
        settings: language and how much is kept.
        pictures: draw marked screenshots into the prompt; off for models that cannot see.
        folds: summaries that stand for some of the steps (`kit.context.fold.add` makes them fit together).
        pinned: the task board with the flow line, for the pinned message; empty for none.
        archived: what is folded can be looked up again; None means as `settings.obs_archive` says.
        draw: draws one picture; default: `kit.screen.overlay.draw_marks` at `settings.image_side`.
        blocks: further parts of the system prompt, the same every turn.
    """
    parts = compose(
        goal, first, steps, settings, pictures=pictures, folds=folds, pinned=pinned, archived=archived, draw=draw,
        blocks=blocks,
    )  # fmt: skip
    return tuple(message for part in parts for message in part.messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a prompt that is kept or folded whole; `first` and `last` are step indices of folds and turns."""

    kind: Literal["system", "opening", "fold", "turn", "pinned"]
    messages: tuple[Message, ...]
    first: int = -1
    last: int = -1


def compose(
    goal: str,
    first: Observation | None,
    steps: Sequence[Step],
    settings: Settings,
    *,
    pictures: bool = False,
    folds: Sequence[Fold] = (),
    pinned: str = "",
    archived: bool | None = None,
    draw: Draw | None = None,
    blocks: Sequence[str] = (),
) -> tuple[Part, ...]:
    """As `assemble`, with the messages grouped by what they stand for."""
    view = _View(first, steps, settings, pictures=pictures, archived=archived, draw=draw)
    words = [system_prompt(settings.lang), *blocks]
    parts = [Part(kind="system", messages=(Message(role="system", parts=tuple(Text(text=w) for w in words)),))]
    parts.append(Part(kind="opening", messages=(view.opening(goal),)))
    for step in steps:
        fold = of_step(folds, step)
        if fold is None:
            parts.append(Part(kind="turn", messages=view.turn(step), first=step.index, last=step.index))
        elif parts[-1].kind != "fold" or parts[-1].first != fold.first:
            message = fold_message(fold, settings.lang)
            parts.append(Part(kind="fold", messages=(message,), first=fold.first, last=fold.last))
    if pinned:
        parts.insert(len(parts) - 1, Part(kind="pinned", messages=(pin(pinned),)))
    return tuple(parts)


def pin(text: str) -> Message:
    """The pinned message: a system message with the fixed id."""
    return Message(role="system", parts=(Text(text=text),), extras={"id": PINNED_ID})


def replace_pinned(messages: Sequence[Message], text: str) -> tuple[Message, ...]:
    """The prompt with its pinned message replaced in its place; none is added where there was none."""
    return tuple(pin(text) if m.extras.get("id") == PINNED_ID else m for m in messages)


def opening_unread(goal: str, first: Observation | None, lang: str) -> Message:
    """The first message for a model that does not read: the goal, and the first look as it is."""
    return Message(role="user", parts=(Text(text=WORDS["goal"][lang].format(goal=goal)),), observation=first)


def turn_unread(step: Step) -> tuple[Message, ...]:
    """A turn for a model that does not read: calls and receipts with their observations, no screen put into words."""
    own = Message(role="assistant", calls=step.reply.calls, extras=step.reply.extras)
    if not step.reply.calls:
        return (own,)
    return own, *(
        Message(role="tool", parts=(Text(text=r.text),), call_id=r.call.id, observation=r.observation)
        for r in step.receipts
    )


class _View:
    """Which observations are shown whole, folded or compact, and which pictures are kept.

    Windows are counted over all steps, folded ones included, so that folding never brings an old screen back.
    """

    def __init__(
        self,
        first: Observation | None,
        steps: Sequence[Step],
        settings: Settings,
        *,
        pictures: bool,
        archived: bool | None,
        draw: Draw | None,
    ) -> None:
        self.settings = settings
        self.lang = settings.lang
        self.pictures = pictures and settings.send_images
        self.archived = settings.obs_archive if archived is None else archived
        self.draw = draw or self._draw
        self.first = first
        self.compact: dict[int, Observation | None] = {}
        shown = [first.epoch] if first is not None else []
        pictured: list[int | str] = [first.epoch] if first is not None and first.image is not None else []
        previous = first
        for step in steps:
            short = compact_receipts(step.receipts) if settings.sibling_receipts else ()
            for n, receipt in enumerate(step.receipts):
                seen = receipt.observation
                if seen is None:
                    pictured += [_key(receipt)] if receipt.reference is not None else []
                    continue
                if n in short:
                    self.compact[seen.epoch] = previous
                else:
                    shown.append(seen.epoch)
                    pictured += [seen.epoch] if seen.image is not None else []
                previous = seen
        self.whole = frozenset(newest(shown, settings.obs_marks_keep))
        self.pictured = frozenset(newest(pictured, settings.image_keep))

    def _draw(self, seen: Observation) -> Image:
        from kit.screen.overlay import draw_marks  # Pillow is loaded only where pictures are drawn

        return draw_marks(seen, side=self.settings.image_side)

    def say(self, key: str, **values: object) -> str:
        return WORDS[key][self.lang].format(**values)

    def opening(self, goal: str) -> Message:
        head = Text(text=self.say("goal", goal=goal))
        if self.first is None:
            return Message(role="user", parts=(head, Text(text=self.say("blind"))))
        return Message(role="user", parts=(head, *self.look(self.first)), observation=self.first)

    def turn(self, step: Step) -> tuple[Message, ...]:
        """The model's reply and one tool message for each receipt; an unusable reply is answered in words."""
        said = (Text(text=step.reply.text),) if step.reply.text else ()
        own = Message(role="assistant", parts=said, calls=step.reply.calls, extras=step.reply.extras)
        if not step.reply.calls:
            why = " ".join(r.text for r in step.receipts)
            return own, Message(role="user", parts=(Text(text=self.say("unusable", why=why)),))
        return own, *(self.receipt(r) for r in step.receipts)

    def receipt(self, receipt: Receipt) -> Message:
        parts: tuple[Text | Picture, ...] = (Text(text=receipt.text),)
        if receipt.observation is not None:
            parts += self.look(receipt.observation)
        elif receipt.reference is not None and self.pictures:
            kept = _key(receipt) in self.pictured
            parts += (Picture(image=receipt.reference) if kept else Text(text=picture_placeholder(0, self.lang)),)
        return Message(role="tool", parts=parts, call_id=receipt.call.id, observation=receipt.observation)

    def look(self, seen: Observation) -> tuple[Text | Picture, ...]:
        if seen.epoch in self.compact:
            return (Text(text=compact_text(self.compact[seen.epoch], seen, self.lang)),)
        if seen.epoch in self.whole:
            words = describe(seen, style="full", lang=self.lang)
        else:
            app, marks = seen.foreground.package, len(seen.marks)
            words = marks_placeholder(app, seen.screen_seq, marks, self.lang, archived=self.archived)
        if seen.image is None or not self.pictures:
            return (Text(text=words),)
        if seen.epoch in self.pictured:
            return Text(text=words), Picture(image=self.draw(seen), screen_seq=seen.screen_seq)
        return Text(text=words), Text(text=picture_placeholder(seen.screen_seq, self.lang))


def _key(receipt: Receipt) -> str:
    """Names the picture of a receipt that has no observation: an unverified reference."""
    return f"reference of {receipt.call.id} {id(receipt.reference)}"
