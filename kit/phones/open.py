"""One spec, one phone: `sim:SEED`, `sim+adb:SEED`, `adb:SERIAL` or `adb:` -> `Device`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from kit.device.device import Device
from kit.device.transport import AdbTransport, OwnServer, Transport, connect_device, disconnect_device, open_adb
from kit.errors import UsageError
from kit.phones.leases import acquire
from kit.settings import Settings

if TYPE_CHECKING:
    from kit.simphone.phone import Phone

FORMS = (
    "sim:SEED or sim:SEED,locale=zh-CN,app=module:APP,... (a simphone in this process), sim+adb:SEED (the same behind a "
    "real adb server), "
    "adb:SERIAL (a phone or emulator), adb: (the only one connected)"
)


def open_device(spec: str, *, settings: Settings | None = None) -> Device:
    """Opens a phone.

    Closing the device ends everything that was started for it, and nothing else. A phone behind adb is leased: a second
    process that asks for it is refused while the first one lives.

    Args:
        spec: `sim:SEED`, `sim+adb:SEED`, `adb:SERIAL` or `adb:`; a simphone's seed may be followed by traits of
            `kit.simphone.profiles` and apps of one's own, as in `sim:7,locale=zh-CN,app=module:APP`.
        settings: `adb_server_port`, `command_timeout_s` and `black_screen_detect` are read; default: the defaults.

    Raises:
        UsageError: the spec has none of these forms.
        DeviceLost: a subclass says why the phone cannot be reached.
        DeviceError: code phone_in_use, another process drives this phone.
    """
    settings = settings or Settings.model_validate({})
    opener, rest = check_spec(spec)
    with ExitStack() as resources:
        transport = opener(rest, settings, resources)
        return Device(
            transport,
            black_screen_detect=settings.black_screen_detect,
            command_timeout=settings.command_timeout_s,
            resources=resources.pop_all(),
        )


def check_spec(spec: str) -> tuple[Callable[[str, Settings, ExitStack], Transport], str]:
    """What opens this spec and the words after its colon; nothing is started.

    Raises:
        UsageError: the spec has none of the forms.
    """
    kind, colon, rest = spec.strip().partition(":")
    opener = _OPENERS.get(kind) if colon else None
    if opener is None:
        raise UsageError(f"{spec!r} names no phone.", fix=f"Use {FORMS}.")
    if kind.startswith("sim"):
        _read(rest)
    return opener, rest


def simphone_spec(spec: str, purpose: str) -> tuple[int, str]:
    """Seed and traits of a spec that must be of a simphone; nothing is started.

    Args:
        spec: `sim:SEED` with or without traits.
        purpose: what needs a simphone, for the message: "A proof resets its phone".

    Raises:
        UsageError: the spec is wrong, or of a phone that the kit did not make.
    """
    check_spec(spec)
    kind, _, rest = spec.strip().partition(":")
    if not kind.startswith("sim"):
        raise UsageError(f"{spec!r} is no simphone. {purpose}.", fix="Use sim:SEED, such as sim:0,locale=zh-CN.")
    seed, _, traits = rest.partition(",")
    return int(seed), traits


def _simphone(rest: str, _settings: Settings, _resources: ExitStack) -> Transport:
    from kit.simphone.local import LocalTransport

    return LocalTransport(_phone(rest))


def _simphone_over_adb(rest: str, _settings: Settings, resources: ExitStack) -> Transport:
    from kit.simphone.serve import PhoneServer

    phones = PhoneServer([_phone(rest)])
    resources.callback(phones.stop)
    (address,) = phones.start()
    server = OwnServer()
    resources.callback(server.close)
    connect_device(address, server.port)
    resources.callback(disconnect_device, address, server.port)
    return AdbTransport(address, port=server.port, simulated=True)


def _phone(rest: str) -> Phone:
    """The simphone meant by "SEED" or "SEED,trait=value,..."."""
    from kit.simphone.phone import Phone

    seed, traits = _read(rest)
    return Phone(seed, **traits)


def _read(rest: str) -> tuple[int, dict[str, Any]]:
    from kit.simphone import profiles

    seed, _, traits = rest.partition(",")
    return _seed(seed), profiles.read(traits)


def _real(rest: str, settings: Settings, resources: ExitStack) -> Transport:
    transport = open_adb(rest, settings.adb_server_port)
    resources.callback(acquire(transport.serial).release)
    return transport


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise UsageError(f"{text!r} is no seed: a simphone takes a whole number from 0.", fix=f"Use {FORMS}.")
    return int(text)


_OPENERS: dict[str, Callable[[str, Settings, ExitStack], Transport]] = {
    "sim": _simphone,
    "sim+adb": _simphone_over_adb,
    "adb": _real,
}
