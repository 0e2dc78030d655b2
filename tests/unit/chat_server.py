"""A real HTTP server that speaks chat completions and misbehaves as told, one behaviour a request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


def native(name: str, arguments: str | dict[str, Any], *, id: str = "c1", **extra: Any) -> dict[str, Any]:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": id, "type": "function", "function": {"name": name, "arguments": text}, **extra}


def reply(
    *calls: dict[str, Any], text: str | None = None, usage: Any = None, finish: str = "stop", **extra: Any
) -> dict[str, Any]:
    message = {"role": "assistant", "content": text, **extra}
    if calls:
        message["tool_calls"] = list(calls)
    body = {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
    }
    return body | ({"usage": usage} if usage is not None else {})


class ChatServer(ThreadingHTTPServer):
    """Answers request n with script[n]; the last one repeats.

    A script entry is a reply (dict), (status, body[, headers]), "drop" (closes the connection), "html",
    ("slow", seconds, reply), or a function of the request's body that gives one of these.
    """

    daemon_threads = True

    def __init__(self, *script: Any) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script = list(script)
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.leaving = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients hang up here on purpose."""


class Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        step = self.server.script[min(len(self.server.requests), len(self.server.script) - 1)]
        step = step(body) if callable(step) else step
        self.server.requests.append(body)
        self.server.headers.append({k.lower(): v for k, v in self.headers.items()})
        if step == "drop":
            self.close_connection = True
            self.connection.close()
        elif step == "html":
            self.answer(200, b"<html>hello</html>", {"content-type": "text/html"})
        elif isinstance(step, tuple) and step[0] == "slow":
            end = time.monotonic() + step[1]
            while time.monotonic() < end and not self.server.leaving.wait(0.05):
                pass
            self.answer(200, json.dumps(step[2]).encode(), {})
        elif isinstance(step, tuple):
            self.answer(step[0], json.dumps(step[1]).encode(), step[2] if len(step) > 2 else {})
        else:
            self.answer(200, json.dumps(step).encode(), {})

    def answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"content-type": "application/json", "content-length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@contextmanager
def serving(*script: Any) -> Iterator[ChatServer]:
    server = ChatServer(*script)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.leaving.set()
        server.shutdown()
        server.server_close()
        thread.join()
