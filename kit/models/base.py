"""What every policy of this process shares: finding the live observation and the goal in a prompt, and making calls.

The protocol itself is `kit.types.Model`. The goal is the rest of the first user text that begins with "Goal:" (in the
prompt's language), else the whole text of the first user message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from kit.head.legal import properties, required
from kit.types import Json, Message, Observation, Text, Tool, ToolCall

GOALS = ("goal:", "目标：", "目标:")
LOOK = "read_screen"
NO_EVIDENCE = "This policy gives no evidence of its own; the screen in front is all there is."
"""What a policy that cannot put evidence into words says where a finish requires some."""


def live(messages: Sequence[Message]) -> Observation | None:
    """The newest observation in the prompt, the only one whose marks resolve.

    None when there is none, and when the newest receipts say that one is needed: they then name read_screen and bring
    no observation of their own (the look after an action failed, or the marks were called stale).
    """
    newest = takewhile(lambda m: m.role == "tool", reversed(messages))
    for message in newest:
        if message.observation is not None:
            return message.observation
        if LOOK in message.text:
            return None
    return next((m.observation for m in reversed(messages) if m.observation is not None), None)


def goal_of(messages: Sequence[Message]) -> str:
    """The goal the prompt states; empty when no user has said anything."""
    said = [m for m in messages if m.role == "user"]
    for text in (p.text.strip() for m in said for p in m.parts if isinstance(p, Text)):
        for mark in GOALS:
            if text.casefold().startswith(mark):
                return text[len(mark) :].strip()
    return next((m.text.strip() for m in said if m.text.strip()), "")


def done(messages: Sequence[Message]) -> Iterator[tuple[ToolCall, Observation | None, Observation | None]]:
    """Every call that was answered, with the observation it was made on and the one that followed, oldest first."""
    calls: dict[str, ToolCall] = {}
    before: Observation | None = None
    for message in messages:
        calls |= {c.id: c for c in message.calls}
        if message.role == "tool" and message.call_id in calls:
            yield calls[message.call_id], before, message.observation
        before = message.observation or before


def turn_of(messages: Sequence[Message]) -> int:
    """How many replies the prompt already holds; 0 at the start of an episode."""
    return sum(m.extras.get("folded_turns", 0) + (m.role == "assistant") for m in messages)


def unsettled(messages: Sequence[Message], tools: Sequence[Tool]) -> dict[str, Json] | None:
    """The arguments of a finish that was answered with a review and waits for `confirm`, confirmed; else None.

    Policies that cannot read a review settle it as it is (spec: harness, finish). One that was refused is not settled:
    the receipt then begins with "error".
    """
    schema = properties(next((t for t in tools if t.name == "finish"), None))
    asked = next((m for m in reversed(messages) if m.role == "assistant"), None)
    if "confirm" not in schema or asked is None or not asked.calls or asked.calls[-1].name != "finish":
        return None
    answer = next((m for m in reversed(messages) if m.role == "tool" and m.call_id == asked.calls[-1].id), None)
    if answer is None or answer.text.startswith("error"):
        return None
    return {**asked.calls[-1].arguments, "confirm": True}


def look_call(tools: Sequence[Tool], *, id: str) -> ToolCall:
    """The call of a policy that sees nothing: read_screen, or what is nearest to it among the tools offered."""
    names = [t.name for t in tools]
    name = next((n for n in (LOOK, "wait", "home", "back", "finish") if n in names or not names), LOOK)
    return make_call(name, {"seconds": 1} if name == "wait" else {}, tools, id=id)


def make_call(
    name: str, arguments: Mapping[str, Json], tools: Sequence[Tool], *, id: str, intent: str = ""
) -> ToolCall:
    """A call of a tool, with `intent` filled in where the schema has it and the caller gave none.

    A finish whose schema requires evidence gets NO_EVIDENCE where the caller gave none.

    Args:
        name: the tool's name.
        arguments: its arguments; never altered, only added to.
        tools: the tools offered.
        id: the call's id, unique within the episode.
        intent: what to say when the schema requires an intent.
    """
    tool = next((t for t in tools if t.name == name), None)
    given = dict(arguments)
    wanted = "intent" in required(tool) or (bool(intent) and "intent" in properties(tool))
    if wanted and "intent" not in given:
        given["intent"] = intent or name.replace("_", " ")
    if name == "finish" and "evidence" in required(tool) and not given.get("evidence"):
        given["evidence"] = [NO_EVIDENCE]
    return ToolCall(id=id, name=name, arguments=given)
