"""adbd for many phones: real `adb connect 127.0.0.1:PORT` works, every phone on a port of its own.

One event loop serves all phones; phones run their commands on a small thread pool. `kit.simphone.serve` puts the loop on
a thread for callers without one.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from kit.errors import UsageError
from kit.simphone.adbd import wire
from kit.simphone.adbd.connection import Auth, Connection
from kit.simphone.adbd.runner import Machine, Runner

MAX_THREADS = 32
_HIGHEST_PORT = 65535


class AdbServer:
    """Listens for adb on behalf of phones.

    Args:
        machines: the phones, in the order of their ports.
        host: the address to listen on.
        port: the first phone's port, the others follow; 0 takes free ports.
        auth: whether clients must authenticate; see `Auth`.
    """

    def __init__(
        self,
        machines: Sequence[Machine],
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        auth: Auth = "none",
    ) -> None:
        self._machines, self._host, self._port = tuple(machines), host, port
        self._auth: Auth = auth
        self._servers: list[asyncio.Server] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool: ThreadPoolExecutor | None = None

    async def start(self) -> list[tuple[str, int]]:
        """Listens; gives each phone's (host, port).

        Raises:
            UsageError: a port is taken or does not exist; the message names it. Nothing is left listening.
        """
        last = self._port + len(self._machines) - 1
        if self._port and not 0 < self._port <= last <= _HIGHEST_PORT:
            raise UsageError(f"Ports {self._port} to {last} are not all between 1 and {_HIGHEST_PORT}.")
        workers = max(1, min(MAX_THREADS, len(self._machines)))
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="simphone")
        try:
            for index, machine in enumerate(self._machines):
                runner = Runner(machine, self._pool)
                self._servers.append(await self._listen(runner, self._port + index if self._port else 0))
        except UsageError:
            await self.stop()
            raise
        return [server.sockets[0].getsockname()[:2] for server in self._servers]

    async def _listen(self, runner: Runner, port: int) -> asyncio.Server:
        def on_connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = Connection(reader, writer, runner, self._auth)
            task = asyncio.get_running_loop().create_task(connection.serve())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        try:
            return await asyncio.start_server(on_connect, self._host, port, limit=2 * wire.MAX_PAYLOAD)
        except OSError as error:
            reason = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
            raise UsageError(f"Port {port} on {self._host} {reason}.", fix="Choose another --port.") from error

    async def stop(self) -> None:
        """Closes every port and connection; commands that are running finish in the background."""
        for server in self._servers:
            server.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._servers.clear()
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
