"""One adb connection to one phone: handshake, then messages to and from its streams."""

from __future__ import annotations

import asyncio
import logging
import os
from typing import Literal

from kit.simphone.adbd import services as adbd_services
from kit.simphone.adbd import wire
from kit.simphone.adbd.runner import Hung, Runner, Unplugged
from kit.simphone.adbd.streams import Stream, StreamClosed
from kit.simphone.adbd.wire import AUTH, CLSE, CNXN, OKAY, OPEN, WRTE, Header, ProtocolError

Auth = Literal["none", "accept", "unauthorized"]
"""none: every computer may connect; accept: any key is accepted; unauthorized: none is, as before a person agrees."""
HANDSHAKE_SECONDS = 30.0
MAX_STREAMS = 1024
_TOKEN_SIZE = 20
_SMALLEST_PAYLOAD = 64
_JOINED = 64 * 1024
"""Payloads up to this many bytes travel with their header: one system call, one packet."""


class Connection:
    """Serves one client.

    Args:
        reader, writer: the socket.
        runner: the phone.
        auth: what happens before the phone is online.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, runner: Runner, auth: Auth) -> None:
        self._reader, self._writer, self._runner, self._auth = reader, writer, runner, auth
        self._streams: dict[int, Stream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._next_id = 0
        self._online = False
        self._checked = True
        self._chunk = wire.MAX_HANDSHAKE
        self._boots = runner.boots

    async def serve(self) -> None:
        """Runs until either side closes. Never raises for what the client sends. A phone that restarts takes nobody in."""
        try:
            if not await self._runner.up():
                self._writer.transport.abort()
                return
            self._boots = self._runner.boots
            header, payload = await asyncio.wait_for(self._receive(), HANDSHAKE_SECONDS)
            while True:
                self._dispatch(header, payload)
                await self._writer.drain()
                header, payload = await self._receive()
        except (ConnectionError, TimeoutError, asyncio.IncompleteReadError, OSError):
            pass
        finally:
            self._end_streams()
            for task in tuple(self._tasks):
                task.cancel()
            self._writer.close()

    async def _receive(self) -> tuple[Header, bytes]:
        limit = wire.MAX_PAYLOAD if self._online else wire.MAX_HANDSHAKE
        header = wire.unpack_header(await self._reader.readexactly(wire.HEADER_SIZE), limit)
        payload = await self._reader.readexactly(header.size) if header.size else b""
        if self._checked and header.command != CNXN and header.check != wire.checksum(payload):
            raise ProtocolError("the payload's checksum is wrong")
        return header, payload

    def _send(self, command: int, arg0: int, arg1: int, payload: bytes = b"") -> None:
        if self._writer.is_closing():
            return
        check = self._checked or command in (CNXN, AUTH)
        header = wire.pack_header(command, arg0, arg1, payload, check=check)
        if len(payload) <= _JOINED:
            self._writer.write(header + payload)
        else:
            self._writer.write(header)
            self._writer.write(payload)

    def _dispatch(self, header: Header, payload: bytes) -> None:
        if header.command == CNXN:
            self._connect(header)
        elif header.command == AUTH:
            self._authenticate(header)
        elif self._runner.boots != self._boots:
            raise ConnectionResetError("the phone has restarted")
        elif not self._online:
            return  # adbd ignores streams before the handshake is done
        elif header.command == OPEN:
            self._open(header, payload)
        else:
            self._to_stream(header, payload)

    # --- handshake ------------------------------------------------------------------------------------------------------

    def _connect(self, header: Header) -> None:
        if header.arg0 < wire.VERSION_MIN or header.arg1 < _SMALLEST_PAYLOAD:
            raise ProtocolError("a protocol version or payload size that no adb has")
        self._end_streams()
        self._chunk = min(header.arg1, wire.MAX_PAYLOAD)
        self._checked = min(header.arg0, wire.VERSION) < wire.VERSION
        if self._auth == "none" or self._online:
            self._go_online()
        else:
            self._send_token()

    def _go_online(self) -> None:
        self._online = True
        properties = self._runner.machine.properties
        self._send(CNXN, wire.VERSION, wire.MAX_PAYLOAD, wire.banner(properties, adbd_services.FEATURES))

    def _send_token(self) -> None:
        self._send(AUTH, wire.AUTH_TOKEN, 0, os.urandom(_TOKEN_SIZE))

    def _authenticate(self, header: Header) -> None:
        if self._online or self._auth == "none":
            return
        if self._auth == "accept" and header.arg0 in (wire.AUTH_SIGNATURE, wire.AUTH_PUBLIC_KEY):
            self._go_online()
        elif header.arg0 == wire.AUTH_SIGNATURE:
            self._send_token()

    # --- streams --------------------------------------------------------------------------------------------------------

    def _open(self, header: Header, payload: bytes) -> None:
        remote = header.arg0
        if remote == 0:
            return
        name = payload.rstrip(b"\0").decode("utf-8", "surrogateescape")
        found = adbd_services.find(name)
        if found is None or header.arg1 != 0 or len(self._streams) >= MAX_STREAMS:
            self._send(CLSE, 0, remote)
            return
        self._next_id = self._next_id % 0xFFFFFFFF + 1
        stream = Stream(self._next_id, remote, self._send, self._writer.drain, self._chunk)
        self._streams[stream.local] = stream
        self._send(OKAY, stream.local, remote)
        task = asyncio.get_running_loop().create_task(self._serve(stream, *found))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, stream: Stream, service: adbd_services.Service, rest: str) -> None:
        try:
            await service(stream, self._runner, rest)
            if self._runner.boots != self._boots:
                stream.close()
                self._writer.close()  # what is written still goes out: the exit code of `reboot`
        except Hung:
            await stream.wait_closed()
        except Unplugged:
            self._writer.transport.abort()
        except (StreamClosed, ProtocolError, ConnectionError):
            pass
        except Exception:
            logging.getLogger(__name__).exception("%s: a service broke", self._runner.machine.serial)
        finally:
            self._streams.pop(stream.local, None)
            stream.close()

    def _to_stream(self, header: Header, payload: bytes) -> None:
        stream = self._streams.get(header.arg1)
        if stream is None or header.arg0 not in ((stream.remote, 0) if header.command == CLSE else (stream.remote,)):
            return  # late words about a stream that is already closed
        if header.command == OKAY:
            stream.acknowledge()
        elif header.command == WRTE:
            stream.feed(payload)
        else:
            del self._streams[stream.local]
            stream.end()
            self._send(CLSE, stream.local, stream.remote)  # as adbd does; some clients wait for it

    def _end_streams(self) -> None:
        for stream in self._streams.values():
            stream.end()
        self._streams.clear()
