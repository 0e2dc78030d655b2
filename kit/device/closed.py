"""What is left of a phone that was given back."""

from __future__ import annotations

from typing import Any

from kit.device.transport import Transport
from kit.errors import UsageError


class Closed:
    """A transport after its end: what it was, and no way to the phone; every call of it is a UsageError.

    A door that does not exist any more costs the calls of an open phone nothing, unlike a flag each of them asks for.
    """

    def __init__(self, was: Transport) -> None:
        self.serial = was.serial
        self.raw_pixels = was.raw_pixels
        self.simulated = was.simulated
        self.close = was.close  # safe to call twice

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise UsageError(f"The phone {self.serial} was closed.", fix="Open it again: kit.open_device(SPEC).")

    shell = exec_out = push = pull = install = sleep = _refuse
