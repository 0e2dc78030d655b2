"""The nouns of the kit, in the order of the arrow (DESIGN section 2): a type holds only types above it.

All are frozen, slotted, keyword-only dataclasses of plain values, so they can be compared, recorded and sent between
processes. Pixels are integers with the origin at the top left of the screen as it is rotated now; relative coordinates
run 0-1000 on both axes; times are seconds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from PIL.Image import Image

Json = Any


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in pixels, right and bottom exclusive. Android may print inverted ones; they are kept as they are."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """Right minus left; negative when inverted."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """Bottom minus top; negative when inverted."""
        return self.bottom - self.top

    @property
    def area(self) -> int:
        """Square pixels; 0 when the rectangle is empty or inverted."""
        width, height = self.right - self.left, self.bottom - self.top
        return width * height if width > 0 and height > 0 else 0

    @property
    def center(self) -> tuple[int, int]:
        """The middle pixel (x, y)."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def contains(self, x: int, y: int) -> bool:
        """Whether the pixel lies inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def intersect(self, other: Rect) -> Rect:
        """The common part; empty or inverted when there is none."""
        return Rect(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """The display as it is rotated now: width and height in pixels, density in dpi, rotation in quarter turns (0-3)."""

    width: int
    height: int
    density: int = 420
    rotation: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreground:
    """The app in front. `activity` is the fully qualified class, or empty when Android names none (pop-ups, shade)."""

    package: str
    activity: str = ""

    @property
    def component(self) -> str:
        """`package/activity`, or the package alone."""
        return f"{self.package}/{self.activity}" if self.activity else self.package


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One node of the hierarchy. `index` is its place in the window's `nodes`; `parent` is an index there or -1."""

    index: int
    parent: int
    depth: int
    text: str
    content_desc: str
    resource_id: str
    class_name: str
    package: str
    bounds: Rect
    hint: str = ""
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    naf: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """One window, its nodes in document order.

    `kind` is Android's type name (TYPE_APPLICATION, TYPE_INPUT_METHOD, TYPE_SYSTEM ...) or empty when the dump does not
    say; `layer` is None then too. A window with either is REAL evidence; one inferred from several roots is weak.
    """

    index: int
    nodes: tuple[Node, ...]
    package: str
    bounds: Rect
    title: str = ""
    kind: str = ""
    layer: int | None = None
    active: bool = False
    focused: bool = False
    display: int = 0
    rotation: int = 0

    @property
    def real(self) -> bool:
        """Whether Android itself said what window this is."""
        return self.layer is not None or bool(self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One addressable control of one epoch.

    Attributes:
        number: 1, 2, 3 ... in reading order within the epoch.
        epoch: the observation batch it belongs to; a mark of another epoch never resolves.
        label: what a person reads on it (text over content-desc over resource-id words), at most 32 characters.
        full_label: the same, uncut.
        role: button, switch, field, row, icon, tab, checkbox, radio, slider, image, text, list, web ...
        center: relative (x, y), 0-1000.
        states: of "on", "off", "selected", "focused", "disabled", "password", in that order.
        actions: of "tap", "long_press", "type", "scroll".
        op: confirmed, likely, blocked or unknown; empty in a flat (ungrouped) frame.
        path: a short landmark in the hierarchy (dialog, toolbar, list ...) or empty.
        value: a field's current text, or a slider's position, where the label is something else.
    """

    number: int
    epoch: int
    label: str
    full_label: str
    role: str
    bounds: Rect
    center: tuple[int, int]
    states: tuple[str, ...] = ()
    actions: tuple[str, ...] = ("tap",)
    window: int = 0
    node: int = 0
    op: str = ""
    path: str = ""
    value: str = ""
    resource_id: str = ""
    package: str = ""

    @property
    def id(self) -> str:
        """The badge the model uses, such as `ax_3@e12`."""
        return f"ax_{self.number}@e{self.epoch}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Observation:
    """One committed look at the phone: picture and marks of the same frame, app in front equal before and after.

    Attributes:
        epoch: the batch of marks; grows by one with every commit on this phone handle.
        screen_seq: the number of the frame.
        image: RGB picture (height x width), or None when pictures were not asked for.
        marks_code: why there are no marks (`dump_timeout`, `dump_idle_state` ...); empty when the dump was read.
        texts: visible texts of nodes that cannot be acted on, in reading order: for values, not for tapping.
        keyboard: number of keys of an open soft keyboard; None when none is open.
        grouped: whether marks are presented by window.
        seconds: wall time the observation took, settling included.
    """

    epoch: int
    screen_seq: int
    screen: Screen
    foreground: Foreground
    windows: tuple[Window, ...] = ()
    marks: tuple[Mark, ...] = ()
    texts: tuple[str, ...] = ()
    image: Image | None = field(default=None, compare=False)
    marks_code: str = ""
    keyboard: int | None = None
    grouped: bool = False
    covered_by: Mapping[int, int] = field(default_factory=dict)
    seconds: float = 0.0

    def __repr__(self) -> str:
        picture = f", {self.image.width}x{self.image.height} picture" if self.image is not None else ""
        code = f", {self.marks_code}" if self.marks_code else ""
        where = f"epoch {self.epoch}, frame {self.screen_seq}, {self.foreground.component}"
        return f"<Observation {where}, {len(self.marks)} marks{picture}{code}>"

    def mark(self, number: int) -> Mark | None:
        """The mark with this number, or None."""
        return next((m for m in self.marks if m.number == number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One call the model asked for. `arguments` are as the model gave them, not yet checked."""

    id: str
    name: str
    arguments: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text part of a message. `extras` carries provider metadata of this part alone (signatures, cache marks)."""

    text: str
    extras: Mapping[str, Json] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture part of a message, as the model shall see it (scaled, with badges). `extras` as in `Text`."""

    image: Image = field(compare=False)
    screen_seq: int = 0
    extras: Mapping[str, Json] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of the prompt.

    `role` is system, user, assistant or tool. `observation` is the typed observation the parts were rendered from:
    policies in this process (oracle, random, local models) read it, remote ones see only the parts. `extras` carries
    provider metadata (thought signatures, cache marks) untouched.
    """

    role: Literal["system", "user", "assistant", "tool"]
    parts: tuple[Text | Picture, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""
    observation: Observation | None = None
    extras: Mapping[str, Json] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The text parts joined by newlines."""
        return "\n".join(p.text for p in self.parts if isinstance(p, Text))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """What a model is told of a tool: name, description, JSON schema of the arguments.

    `observes` says whether a successful call brings the next observation.
    """

    name: str
    description: str
    parameters: Mapping[str, Json]
    observes: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampler:
    """How a model draws its reply. None leaves the choice to the model's own default."""

    temperature: float | None = 0.0
    top_p: float | None = None
    top_k: int | None = None
    max_tokens: int = 512
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one model call. None means the provider did not say; 0 means it said zero."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model answered: text (its reasoning, if visible), calls in declared order, tokens, seconds."""

    calls: tuple[ToolCall, ...] = ()
    text: str = ""
    usage: Usage = Usage()
    seconds: float = 0.0
    model: str = ""
    confidence: float | None = None
    extras: Mapping[str, Json] = field(default_factory=dict)


ReceiptStatus = Literal["ok", "error", "unknown", "skipped", "warned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What is known to have happened to one call. Never claims more than is known.

    `observation` is the observation that followed, when there is one; `reference` is an unverified picture that can
    never be used for addressing. `code` is the error's stable code, empty when ok.
    """

    call: ToolCall
    status: ReceiptStatus
    text: str
    code: str = ""
    observation: Observation | None = None
    reference: Image | None = field(default=None, compare=False)
    target: Mark | None = None
    seconds: float = 0.0
    final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Step:
    """One turn of the loop: what was seen, what the model replied, what came of each call, and how long each took.

    `seconds` has the keys observe, context, model, execute, trace (those that were measured).
    """

    index: int
    observation: Observation | None
    reply: Reply
    receipts: tuple[Receipt, ...]
    seconds: Mapping[str, float] = field(default_factory=dict)

    def __repr__(self) -> str:
        done = [f"{r.call.name or '(no call)'} {r.status}{f' [{r.code}]' if r.code else ''}" for r in self.receipts]
        return f"<Step {self.index}: {', '.join(done[:4])}{' ...' if len(done) > 4 else ''}>"


Ending = Literal["finish", "take_over", "budget", "timeout", "error", "killed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How an episode ended.

    Attributes:
        success: the task's check on true state said yes (and the agent had finished); None when there was nothing to
            check against (a free goal).
        ending: what stopped the loop.
        answer: the text given to finish, or the reason given to take_over.
        fault: whose fault a failure is; None for a success. An agent that simply did not manage is "agent".
        code: stable code of the error that ended it, or empty.
        reason: one line for people.
    """

    success: bool | None
    ending: Ending
    answer: str = ""
    fault: Literal["agent", "infrastructure", "verifier"] | None = None
    code: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Episode:
    """One finished episode. `id` is the hash of (setting, task, seed, trial).

    `trace` is the run folder it was written to (for `kit replay`, `kit.load`); None where none was kept or it is one of a
    benchmark's.
    """

    id: str
    task: str
    goal: str
    arm: str
    seed: int
    trial: int
    device: str
    steps: tuple[Step, ...]
    outcome: Outcome
    started: str
    seconds: float
    usage: Usage = Usage()
    extras: Mapping[str, Json] = field(default_factory=dict)
    trace: Path | None = None

    def __repr__(self) -> str:
        what = f"{self.task}, seed {self.seed}" if self.task else f"{self.goal!r:.80}"
        result = {True: "success", False: "failure", None: "not checked"}[self.outcome.success]
        why = f"\n  {self.outcome.reason:.200}" if self.outcome.reason else ""
        place = f"\n  trace: {self.trace}" if self.trace is not None else ""
        return (
            f"<Episode {self.id} of {what}, by {self.arm} on {self.device}: {result} by {self.outcome.ending} after "
            f"{len(self.steps)} steps, {self.seconds:.2f} s{why}{place}>"
        )


class Model(Protocol):
    """Anything that decides: a remote model, a local one, a scripted policy.

    `complete` gets the whole prompt and returns one reply. It raises ModelError and nothing else of its own.
    A model with a true attribute `sees` gets pictures in its prompt.
    """

    name: str

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """One decision."""
        ...
