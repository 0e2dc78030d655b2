"""Messages and tools in the form of OpenAI-compatible chat completions.

Provider metadata (thought signatures, cache marks) is kept in `Reply.extras` under "message" and "tool_calls" exactly as
it came, and goes back on the same message and the same calls.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kit.types import Message, Picture, Text, Tool, ToolCall

Chat = dict[str, Any]

JSON_RULE = 'Reply with exactly one JSON object and nothing else: {{"name": "<tool>", "arguments": {{...}}}}. The tools:\n{tools}'


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatForm:
    """How a prompt is put.

    Attributes:
        mode: "tools" for native tool calls, "json" for one JSON object in plain text.
        images: whether pictures are sent.
        image_side: longer side of a sent picture, pixels; pictures are never enlarged.
    """

    mode: Literal["tools", "json"] = "tools"
    images: bool = True
    image_side: int = 768

    def messages(self, messages: Sequence[Message], tools: Sequence[Tool]) -> list[Chat]:
        """The chat messages. Neighbouring user messages become one, as some servers' templates demand."""
        out: list[Chat] = []
        later: list[Chat] = []
        for message in messages:
            if message.role != "tool":
                _add_user(out, later)
                later = []
            match message.role:
                case "system":
                    out.append({"role": "system", "content": _content(message)})
                case "assistant":
                    out += self._assistant(message)
                case "tool" if self.mode == "tools":
                    # Text only here: most servers refuse pictures in tool messages, so they follow as the user's.
                    out.append({"role": "tool", "tool_call_id": message.call_id, "content": _content(message)})
                    later += self._pictures(message)
                case _:
                    _add_user(out, self._parts(message))
        _add_user(out, later)
        return _with_rule(out, tools) if self.mode == "json" else out

    def tools(self, tools: Sequence[Tool]) -> list[Chat]:
        """The function schemas."""
        return [
            {
                "type": "function",
                "function": {"name": t.name, "description": t.description, "parameters": dict(t.parameters)},
            }
            for t in tools
        ]

    def _assistant(self, message: Message) -> list[Chat]:
        if self.mode == "json":
            said = "\n".join(_plain_call(c) for c in message.calls) or message.text
            return [{"role": "assistant", "content": said}] if said else []
        if not message.calls and not message.text:
            return []  # servers refuse an empty message; the next one says what was wrong
        kept: Mapping[str, Any] = message.extras.get("message") or {}
        chat: Chat = {"role": "assistant", "content": message.text or None, **kept}
        if message.calls:
            by_call: Mapping[str, Any] = message.extras.get("tool_calls") or {}
            chat["tool_calls"] = [_native_call(c, by_call.get(c.id) or {}) for c in message.calls]
        return [chat]

    def _parts(self, message: Message) -> list[Chat]:
        texts = [_text(p) for p in message.parts if isinstance(p, Text) and p.text]
        return texts + self._pictures(message)

    def _pictures(self, message: Message) -> list[Chat]:
        pictures = [p for p in message.parts if isinstance(p, Picture)] if self.images else []
        return [{"type": "image_url", "image_url": {"url": data_url(p, self.image_side)}} for p in pictures]


def data_url(picture: Picture, side: int) -> str:
    """A picture as a JPEG data URL, its longer side at most `side` pixels."""
    image = picture.image.convert("RGB")
    image.thumbnail((side, side))
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=90)
    return "data:image/jpeg;base64," + base64.b64encode(stream.getvalue()).decode("ascii")


def _text(part: Text) -> Chat:
    """A text part with its provider metadata, such as a cache mark."""
    return {"type": "text", "text": part.text, **part.extras}


def _content(message: Message) -> str | list[Chat]:
    """The texts as one string, or part by part where one of them carries metadata."""
    texts = [p for p in message.parts if isinstance(p, Text)]
    return [_text(p) for p in texts if p.text] if any(p.extras for p in texts) else message.text


def _native_call(call: ToolCall, extras: Mapping[str, Any]) -> Chat:
    function = {"name": call.name, "arguments": json.dumps(dict(call.arguments), ensure_ascii=False)}
    return {"id": call.id, "type": "function", "function": function, **extras}


def _plain_call(call: ToolCall) -> str:
    return json.dumps({"name": call.name, "arguments": dict(call.arguments)}, ensure_ascii=False)


def _add_user(out: list[Chat], parts: list[Chat]) -> None:
    """Adds parts as a user message, or to the one that is last; a single text is sent as a plain string."""
    if not parts:
        return
    if out and out[-1]["role"] == "user":
        before = out.pop()["content"]
        parts = ([{"type": "text", "text": before}] if isinstance(before, str) else before) + parts
    if all(p.keys() == {"type", "text"} for p in parts):
        out.append({"role": "user", "content": "\n\n".join(p["text"] for p in parts)})
    else:
        out.append({"role": "user", "content": parts})


def _with_rule(chat: list[Chat], tools: Sequence[Tool]) -> list[Chat]:
    lines = [f"- {t.name}: {t.description} {json.dumps(dict(t.parameters), ensure_ascii=False)}" for t in tools]
    rule = JSON_RULE.format(tools="\n".join(lines))
    if chat and chat[0]["role"] == "system":
        said = chat[0]["content"]
        content = f"{said}\n\n{rule}" if isinstance(said, str) else [*said, {"type": "text", "text": rule}]
        return [{"role": "system", "content": content}, *chat[1:]]
    return [{"role": "system", "content": rule}, *chat]
