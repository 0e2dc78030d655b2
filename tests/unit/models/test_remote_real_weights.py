"""Remote against a server that really generates: a minimal chat completion endpoint on the default weights."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from kit.head import weights
from kit.models.remote import Remote
from kit.models.repair import UnusableReply
from kit.types import Message, Sampler, Text, Tool, ToolCall

REAL = weights.cache_dir() / "smollm2-135m"


class Generating(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        super().__init__(("127.0.0.1", 0), Handler)
        self.tokenizer = AutoTokenizer.from_pretrained(REAL)
        self.model: Any = AutoModelForCausalLM.from_pretrained(REAL, dtype=torch.bfloat16)
        self.last: dict[str, Any] = {}

    def generate(self, request: dict[str, Any]) -> dict[str, Any]:
        text = self.tokenizer.apply_chat_template(request["messages"], tokenize=False, add_generation_prompt=True)
        ids = self.tokenizer(text, return_tensors="pt", add_special_tokens=False)
        out = self.model.generate(**ids, max_new_tokens=request["max_tokens"], do_sample=False)
        new = out[0, ids["input_ids"].shape[1] :]
        self.last = {"read": int(ids["input_ids"].shape[1]), "written": len(new)}
        return {
            "id": "x",
            "object": "chat.completion",
            "created": 1,
            "model": request["model"],
            "choices": [
                {
                    "index": 0,
                    "finish_reason": "stop",
                    "message": {"role": "assistant", "content": self.tokenizer.decode(new, skip_special_tokens=True)},
                }
            ],
            "usage": {
                "prompt_tokens": self.last["read"],
                "completion_tokens": self.last["written"],
                "total_tokens": self.last["read"] + self.last["written"],
            },
        }


class Handler(BaseHTTPRequestHandler):
    server: Generating

    def do_POST(self) -> None:
        body = json.dumps(self.server.generate(json.loads(self.rfile.read(int(self.headers["content-length"])))))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.mark.slow
def test_what_a_real_model_writes_is_read_or_refused_with_its_words() -> None:
    if not weights.is_model_folder(REAL):
        pytest.skip("the weights were never fetched here")
    tool = Tool(name="back", description="Go back.", parameters={"type": "object", "properties": {}})
    earlier = ToolCall(id="c1", name="back", arguments={})
    messages = [
        Message(role="user", parts=(Text(text="Goal: go back. Reply only with the JSON."),)),
        Message(role="assistant", calls=(earlier,)),
        Message(role="tool", call_id="c1", parts=(Text(text="Pressed Back. Press it again."),)),
    ]
    server = Generating()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    model = Remote("small", base_url=f"http://127.0.0.1:{server.server_address[1]}/v1", tool_mode="json")
    try:
        reply = model.complete(messages, [tool], Sampler(max_tokens=24))
    except UnusableReply as error:
        assert error.reply.text  # noqa: PT017
        reply = error.reply
    else:
        assert [c.name for c in reply.calls] == ["back"]
    finally:
        model.close()
        server.shutdown()
        server.server_close()
        thread.join()
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (server.last["read"], server.last["written"])
    assert reply.usage.output_tokens > 0
