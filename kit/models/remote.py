# pyright: basic
"""Models behind an OpenAI-compatible endpoint: hosted ones, and local servers such as vLLM, llama.cpp or Ollama.

The call is retried on 408, 409, 429, 5xx and broken connections, with growing rests; never after a timeout, because the
deadline is meant. A parallel_tool_calls hint of false is sent unless several calls at once are allowed.
"""

from __future__ import annotations

import ipaddress
import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

from kit.errors import MalformedReply, ModelError, ModelRejected, ModelUnreachable, UsageError
from kit.models.base import turn_of
from kit.models.chat import ChatForm
from kit.models.repair import UnusableReply, read_arguments, read_call, repair_name
from kit.types import Message, Reply, Sampler, Tool, ToolCall, Usage

OPENAI = "https://api.openai.com/v1"
_AGAIN = frozenset({408, 409, 429})
_REST_S = 0.5
_MAX_REST_S = 20.0


class Remote:
    """A model on a server.

    It can be pickled; each copy opens its own connection at its first call.

    Args:
        model: the server's name of the model.
        base_url: endpoint with /v1; empty means OpenAI's.
        api_key_env: NAME of the environment variable that holds the key. Empty, or any name for a server on this machine
            while the variable is not set: no key is needed.
        timeout: deadline of one call, seconds.
        retries: how often a call is tried again.
        tool_mode: "tools" for native tool calls, "json" for one JSON object in plain text.
        send_images: whether the model can see.
        image_side: longer side of sent pictures, pixels.
        parallel_tool_calls: allow several calls at once.

    Raises:
        UsageError: the key's variable is not set.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str = "",
        api_key_env: str = "OPENAI_API_KEY",
        timeout: float = 120.0,
        retries: int = 2,
        tool_mode: Literal["tools", "json"] = "tools",
        send_images: bool = True,
        image_side: int = 768,
        parallel_tool_calls: bool = False,
    ) -> None:
        self.name = model
        self.sees = send_images
        self.protocol = "openai_chat_json" if tool_mode == "json" else "openai_chat"
        self._base_url = base_url or OPENAI
        self._api_key_env = api_key_env
        self._timeout = timeout
        self._retries = retries
        self._form = ChatForm(mode=tool_mode, images=send_images, image_side=image_side)
        self._parallel = parallel_tool_calls
        self._client: Any = None
        _key(self._base_url, api_key_env)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_client": None}

    def close(self) -> None:
        """Closes the connection; a later call opens a new one."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def complete(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> Reply:
        """One reply.

        Raises:
            ModelUnreachable: no connection, no answer in time, or the server keeps failing.
            ModelRejected: the server refuses the request, or does not speak this protocol.
            UnusableReply: (a MalformedReply) the reply holds no readable call.
        """
        started = time.perf_counter()
        answer = self._ask(self._request(messages, tools, sampler))
        return self._read(answer, tools, turn_of(messages) + 1, started)

    def _request(self, messages: Sequence[Message], tools: Sequence[Tool], sampler: Sampler) -> dict[str, Any]:
        length = "max_completion_tokens" if self._base_url == OPENAI else "max_tokens"
        request: dict[str, Any] = {"model": self.name, "messages": self._form.messages(messages, tools)}
        drawn = {"temperature": sampler.temperature, "top_p": sampler.top_p, "seed": sampler.seed}
        request |= {k: v for k, v in drawn.items() if v is not None} | {length: sampler.max_tokens}
        if sampler.top_k is not None:
            request["extra_body"] = {"top_k": sampler.top_k}
        if self._form.mode == "tools" and tools:
            request["tools"] = self._form.tools(tools)
            if not self._parallel:
                request["parallel_tool_calls"] = False
        return request

    def _ask(self, request: dict[str, Any]) -> Any:
        import openai

        client = self._open()
        for attempt in range(self._retries + 1):
            last = attempt == self._retries
            try:
                return client.chat.completions.create(**request)
            except openai.APITimeoutError:
                raise ModelUnreachable(
                    f"{self.name} did not answer within {self._timeout:g} s.", fix="Raise model_timeout_s or try again."
                ) from None
            except openai.APIStatusError as error:
                if last or not (error.status_code in _AGAIN or error.status_code >= 500):
                    raise self._refusal(error) from error
                time.sleep(_rest(attempt, error.response.headers.get("retry-after")))
            except openai.APIConnectionError as error:
                if last:
                    raise ModelUnreachable(
                        f"No model server answers at {self._base_url}: {error.__cause__ or error}.",
                        fix="Start it, or set model_base_url.",
                    ) from error
                time.sleep(_rest(attempt, None))
            except (openai.OpenAIError, ValueError) as error:  # a body that is no JSON, a request that cannot be built
                raise self._not_chat(str(error)) from error
        raise ModelUnreachable(f"{self.name} was not asked: retries is {self._retries}.")

    def _open(self) -> Any:
        if self._client is None:
            import openai

            try:
                key = _key(self._base_url, self._api_key_env)
            except UsageError as error:  # another process than the one this was made in
                raise ModelRejected(error.message, fix=error.fix) from error
            # A proxy of the environment is for the world outside, never for a server on this machine.
            http = openai.DefaultHttpxClient(trust_env=not _loopback(self._base_url))
            self._client = openai.OpenAI(
                api_key=key, base_url=self._base_url, timeout=self._timeout, max_retries=0, http_client=http
            )
        return self._client

    def _refusal(self, error: Any) -> ModelError:
        body = error.body if isinstance(error.body, Mapping) else {}
        nested = body.get("error")
        inner = nested if isinstance(nested, Mapping) else body
        why = str(inner.get("message") or body.get("detail") or error.response.text or error.message).strip()[:500]
        status = error.status_code
        if status >= 500:
            return ModelUnreachable(f"The model server keeps failing with {status}: {why}")
        fixes = {
            401: f"Check the key in {self._api_key_env}.",
            403: f"Check what the key in {self._api_key_env} may use.",
            404: f"Check the model name {self.name!r} and the endpoint {self._base_url} (it ends with /v1).",
            429: "Wait, ask for a higher rate, or run fewer episodes at once.",
        }
        return ModelRejected(f"The model server refused the request ({status}): {why}", fix=fixes.get(status, ""))

    def _not_chat(self, what: str) -> ModelRejected:
        return ModelRejected(
            f"{self._base_url} does not answer as a chat completion endpoint: {what[:200]}.",
            fix="Check model_base_url; it ends with /v1.",
        )

    def _read(self, answer: Any, tools: Sequence[Tool], turn: int, started: float) -> Reply:
        choices = getattr(answer, "choices", None)
        if not choices or choices[0].message is None:
            raise self._not_chat("no choices in the reply")
        said = choices[0].message
        text = said.content or ""
        extras: dict[str, Any] = {}
        if said.model_extra:
            extras["message"] = dict(said.model_extra)
        usage = read_usage(getattr(answer, "usage", None))
        seconds = time.perf_counter() - started
        plain = Reply(text=text, usage=usage, seconds=seconds, model=self.name, extras=extras)
        try:
            calls, notes = self._calls(said, text, tools, turn, extras)
        except MalformedReply as error:
            cut = choices[0].finish_reason == "length"
            fix = "It was cut off at max_tokens; answer shorter." if cut else error.fix
            raise UnusableReply(error.message, fix=fix, reply=plain) from error
        if notes:
            extras["repaired"] = notes
        text = text if said.tool_calls else ""  # in json mode the text is the call itself
        return Reply(calls=calls, text=text, usage=usage, seconds=seconds, model=self.name, extras=extras)

    def _calls(
        self, said: Any, text: str, tools: Sequence[Tool], turn: int, extras: dict[str, Any]
    ) -> tuple[tuple[ToolCall, ...], list[str]]:
        if not said.tool_calls:
            if self._form.mode == "tools" and not text.lstrip().startswith("{"):
                raise MalformedReply("The reply holds no tool call.", fix="Reply with one tool call.")
            name, arguments, note = read_call(text, tools)
            return (ToolCall(id=f"call_{turn}", name=name, arguments=arguments),), [note] if note else []
        calls: list[ToolCall] = []
        notes: list[str] = []
        for number, native in enumerate(said.tool_calls, start=1):
            function = getattr(native, "function", None)
            if function is None or not function.name:
                raise MalformedReply("The reply holds a tool call without a function name.")
            name = repair_name(function.name, tools)
            arguments, note = read_arguments(name, function.arguments or "", tools)
            taken = {c.id for c in calls}
            id = native.id if native.id and native.id not in taken else f"call_{turn}_{number}"
            calls.append(ToolCall(id=id, name=name, arguments=arguments))
            notes += [note] if note else []
            if native.model_extra:
                extras.setdefault("tool_calls", {})[id] = dict(native.model_extra)
        return tuple(calls), notes


# ordinary requests, and the details that some gateways name after the service tier (spec: harness, cache figures)
_CACHE_READ = (
    "cached_tokens", "cache_read_input_tokens", "prompt_cache_hit_tokens", "cache_read",
    "priority_cache_read", "priority_cached_tokens", "flex_cache_read", "flex_cached_tokens",
)  # fmt: skip


def read_usage(usage: Any) -> Usage:
    """The four token counts; None where the provider says nothing, 0 where it says zero."""
    if usage is None:
        return Usage()
    said: dict[str, Any] = usage.model_dump()
    details: dict[str, Any] = said.get("prompt_tokens_details") or {}

    def first(*names: str) -> int | None:
        found: list[Callable[[str], Any]] = [details.get, said.get]
        return next((v for n in names for get in found if isinstance(v := get(n), int)), None)

    return Usage(
        input_tokens=first("prompt_tokens"),
        output_tokens=first("completion_tokens"),
        cache_read_tokens=first(*_CACHE_READ),
        cache_write_tokens=first("cache_write_tokens", "cache_creation_tokens", "cache_creation_input_tokens"),
    )


def _key(base_url: str, name: str) -> str:
    key = os.environ.get(name, "") if name else "none"
    if key:
        return key
    if _loopback(base_url):
        return "none"
    raise UsageError(
        f"The environment variable {name} is not set, and {base_url} needs a key.",
        fix=f"Set {name}, or name another variable with model_api_key_env (empty: no key).",
    )


def _loopback(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _rest(attempt: int, asked: str | None) -> float:
    """Seconds until the next attempt: what the server asks for, else twice as long each time."""
    try:
        return min(max(float(asked or ""), 0.0), _MAX_REST_S)
    except ValueError:
        return min(_REST_S * 2**attempt, _MAX_REST_S)
