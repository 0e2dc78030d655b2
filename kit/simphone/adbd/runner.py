"""One phone behind adbd: its commands run one after another on a shared thread pool, off the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Protocol

from kit.device.transport import ShellResult
from kit.errors import DeviceLost, DeviceTimeout
from kit.simphone.files import FileTree

CRASHED = ShellResult(b"", b"Segmentation fault \n", 139)
"""What a shell reports of a program that died; stands for a command whose own code broke."""


class Machine(Protocol):
    """What adbd needs of a phone; `kit.simphone.phone.Phone` is one."""

    @property
    def serial(self) -> str:
        """Names the phone in logs."""
        ...

    @property
    def properties(self) -> Mapping[str, str]:
        """What getprop prints; the banner uses ro.product.name, .model and .device."""
        ...

    @property
    def files(self) -> FileTree:
        """The tree that push, pull and ls see."""
        ...

    def run(self, command: str, stdin: bytes = b"") -> ShellResult:
        """Runs one shell command line."""
        ...

    def touch(self) -> None:
        """To be called after a file changed: an app on the screen may show it."""
        ...


class Hung(ConnectionError):
    """The phone will never answer this command; the stream stays open and silent, as on a phone that hangs."""


class Unplugged(ConnectionError):
    """The phone went away; its connections break."""


class Runner:
    """Runs a phone's commands for adbd.

    Args:
        machine: the phone.
        pool: threads shared by all phones; a phone uses at most one, so a slow phone never holds up another.
    """

    def __init__(self, machine: Machine, pool: Executor) -> None:
        self.machine = machine
        self._pool = pool
        self._lock = asyncio.Lock()
        self._known = self.boots  # restarts after which it has answered

    @property
    def boots(self) -> int:
        """How often the phone was restarted; when this grows, connections from before are dead. A machine need not count."""
        return int(getattr(self.machine, "boots", 0))

    async def up(self) -> bool:
        """Whether the phone answers since its last restart; asking takes some of its time, as any command does."""
        boots = self.boots
        if boots == self._known:
            return True
        try:
            await self.run("true")
        except Unplugged:
            return False
        except Hung:
            pass  # a phone that hangs is connected
        self._known = boots
        return True

    @property
    def files(self) -> FileTree:
        """The phone's file tree."""
        return self.machine.files

    async def run(self, command: str, stdin: bytes = b"") -> ShellResult:
        """Runs a command line when the phone's earlier ones are done.

        Raises:
            Hung: the phone does not answer (a fault on purpose).
            Unplugged: the phone is gone.
        """
        await self._lock.acquire()
        # from here the lock belongs to the command, not to its client: a client that leaves must not let the next
        # command take a second thread while this one still runs
        future = asyncio.get_running_loop().run_in_executor(self._pool, self._run, command, stdin)
        future.add_done_callback(lambda _: self._lock.release())
        return await asyncio.shield(future)

    def _run(self, command: str, stdin: bytes) -> ShellResult:
        try:
            return self.machine.run(command, stdin)
        except DeviceTimeout as error:
            raise Hung(str(error)) from error
        except DeviceLost as error:
            raise Unplugged(str(error)) from error
        except Exception:
            logging.getLogger(__name__).exception("%s: %r broke", self.machine.serial, command[:200])
            return CRASHED
