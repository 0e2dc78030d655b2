"""One adb stream as a service sees it: bytes in with backpressure, bytes out one acknowledged message at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from kit.simphone.adbd.wire import CLSE, MAX_PAYLOAD, OKAY, WRTE, ProtocolError

Send = Callable[[int, int, int, bytes], None]
HIGH_WATER = 4 * MAX_PAYLOAD
"""Bytes a service may leave unread before the peer's next message stays unacknowledged."""


class StreamClosed(ConnectionError):
    """The other end closed the stream, or the connection is gone."""


class Stream:
    """A two-way byte stream inside a connection. Lives on the event loop; nothing here is thread-safe.

    Args:
        local, remote: the two ids; `local` is ours.
        send: puts a message (command, arg0, arg1, payload) on the connection.
        drain: waits until the connection's send buffer has room.
        chunk: the largest payload the peer takes, in bytes.
    """

    def __init__(self, local: int, remote: int, send: Send, drain: Callable[[], Awaitable[None]], chunk: int) -> None:
        self.local, self.remote = local, remote
        self.closed = False
        self._send, self._drain, self._chunk = send, drain, chunk
        self._buffer = bytearray()
        self._owed = False
        self._arrived = asyncio.Event()
        self._acked = asyncio.Event()
        self._acked.set()

    # --- called by the connection -----------------------------------------------------------------------------------

    def feed(self, data: bytes) -> None:
        """Takes one WRTE's payload and acknowledges it, unless the service is behind.

        Raises:
            ProtocolError: the peer did not wait for an acknowledgement.
        """
        if self._owed:
            raise ProtocolError("a message before the last one was acknowledged")
        self._buffer += data
        self._owed = True
        self._arrived.set()
        self._pay()

    def acknowledge(self) -> None:
        """The peer took our last message."""
        self._acked.set()

    def end(self) -> None:
        """The peer closed the stream or the connection went away: readers see the end, writers StreamClosed."""
        self.closed = True
        self._arrived.set()
        self._acked.set()

    # --- called by services -----------------------------------------------------------------------------------------

    def _pay(self) -> None:
        if self._owed and not self.closed and len(self._buffer) < HIGH_WATER:
            self._owed = False
            self._send(OKAY, self.local, self.remote, b"")

    async def read(self) -> bytes:
        """Whatever has arrived; empty at the end of the stream."""
        while not self._buffer and not self.closed:
            self._arrived.clear()
            await self._arrived.wait()
        data = bytes(self._buffer)
        self._buffer.clear()
        self._pay()
        return data

    async def read_exactly(self, size: int) -> bytes:
        """Exactly that many bytes. Raises StreamClosed when the stream ends first."""
        while len(self._buffer) < size:
            if self.closed:
                raise StreamClosed("the stream ended in the middle")
            self._arrived.clear()
            self._pay()
            if len(self._buffer) < size:
                await self._arrived.wait()
        data = bytes(memoryview(self._buffer)[:size])
        del self._buffer[:size]
        self._pay()
        return data

    async def write(self, data: bytes | memoryview) -> None:
        """Sends bytes in messages the peer takes, each after the one before was acknowledged. Raises StreamClosed."""
        view = memoryview(data)
        for start in range(0, len(view), self._chunk):
            await self._acked.wait()
            if self.closed:
                raise StreamClosed("the stream was closed by the other end")
            self._acked.clear()
            self._send(WRTE, self.local, self.remote, bytes(view[start : start + self._chunk]))
            await self._drain()

    async def wait_closed(self) -> None:
        """Reads and drops everything until the peer closes."""
        while not self.closed:
            await self.read()

    def close(self) -> None:
        """Tells the peer that no more comes; messages already sent still arrive."""
        if not self.closed:
            self._send(CLSE, self.local, self.remote, b"")
            self.end()
