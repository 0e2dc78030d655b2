"""The adb wire protocol's bytes: 24-byte message headers, the connect banner, shell v2 packets. Pure.

Rules are those of AOSP packages/modules/adb (protocol.md, adb.h, shell_protocol.h): all integers are little-endian u32,
a header is command, arg0, arg1, payload length, payload checksum, command ^ 0xffffffff.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

CNXN, AUTH, OPEN, OKAY, WRTE, CLSE = (
    int.from_bytes(x, "little") for x in (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"WRTE", b"CLSE")
)
AUTH_TOKEN, AUTH_SIGNATURE, AUTH_PUBLIC_KEY = 1, 2, 3
VERSION_MIN, VERSION = 0x01000000, 0x01000001
"""From VERSION on, payload checksums are 0 and ignored."""
MAX_PAYLOAD = 1 << 20
"""Bytes a peer may put into one message; also what this side says it takes."""
MAX_HANDSHAKE = 4096
HEADER_SIZE = 24
STDIN, STDOUT, STDERR, EXIT, CLOSE_STDIN, WINDOW_SIZE = range(6)
_MASK = 0xFFFFFFFF
_HEADER = struct.Struct("<6I")
_PACKET = struct.Struct("<BI")


class ProtocolError(ConnectionError):
    """The peer sent bytes that no adb sends; the connection cannot be used any more."""


@dataclass(frozen=True, slots=True)
class Header:
    """A message's fixed part, already checked.

    Attributes:
        command: one of CNXN, AUTH, OPEN, OKAY, WRTE, CLSE.
        arg0, arg1: stream ids or, in CNXN, version and largest payload.
        size: payload bytes that follow.
        check: sum of the payload's bytes, or 0.
    """

    command: int
    arg0: int
    arg1: int
    size: int
    check: int


def checksum(payload: bytes) -> int:
    """The protocol's payload check: the sum of all bytes modulo 2**32."""
    return sum(payload) & _MASK


def pack(command: int, arg0: int, arg1: int, payload: bytes = b"", *, check: bool = False) -> bytes:
    """The header of a message followed by its payload; `check` fills in the checksum for old peers."""
    return pack_header(command, arg0, arg1, payload, check=check) + payload


def pack_header(command: int, arg0: int, arg1: int, payload: bytes = b"", *, check: bool = False) -> bytes:
    """Only the header, so that large payloads need no copy."""
    total = checksum(payload) if check else 0
    return _HEADER.pack(command, arg0, arg1, len(payload), total, command ^ _MASK)


def unpack_header(data: bytes, limit: int = MAX_PAYLOAD) -> Header:
    """Reads 24 bytes.

    Raises:
        ProtocolError: the magic does not fit the command, the command is unknown or the length is over `limit` bytes.
    """
    command, arg0, arg1, size, check, magic = _HEADER.unpack(data)
    if magic != command ^ _MASK or command not in (CNXN, AUTH, OPEN, OKAY, WRTE, CLSE):
        raise ProtocolError("not an adb message")
    if size > limit:
        raise ProtocolError(f"a payload of {size} bytes is over {limit}")
    return Header(command, arg0, arg1, size, check)


def banner(properties: Mapping[str, str], features: Iterable[str]) -> bytes:
    """What the device says in CNXN: the three product names and its features.

    `:`, `;` and `=` separate the parts, so they become `_` inside values.
    """
    keys = ("ro.product.name", "ro.product.model", "ro.product.device")
    clean = str.maketrans(":;=", "___")
    named = [f"{key}={properties.get(key, 'simphone').translate(clean)}" for key in keys]
    return ("device::" + ";".join([*named, "features=" + ",".join(features)])).encode()


def features_of(payload: bytes) -> frozenset[str]:
    """The features a peer's CNXN banner names."""
    for part in payload.rstrip(b"\0").decode("utf-8", "replace").split(":", 2)[-1].split(";"):
        key, _, value = part.partition("=")
        if key == "features":
            return frozenset(value.split(","))
    return frozenset()


def shell_packet(kind: int, data: bytes) -> bytes:
    """One shell v2 packet."""
    return _PACKET.pack(kind, len(data)) + data


class ShellPackets:
    """Cuts a byte stream into shell v2 packets, which may span messages."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Adds bytes and yields every (kind, data) that is complete.

        Raises:
            ProtocolError: a packet longer than one message can be.
        """
        self._buffer += data
        while len(self._buffer) >= _PACKET.size:
            kind, size = _PACKET.unpack_from(self._buffer)
            if size > MAX_PAYLOAD:
                raise ProtocolError(f"a shell packet of {size} bytes")
            end = _PACKET.size + size
            if len(self._buffer) < end:
                return
            body = bytes(self._buffer[_PACKET.size : end])
            del self._buffer[:end]
            yield kind, body
