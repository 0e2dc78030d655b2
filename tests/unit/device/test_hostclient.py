"""The adb server's protocol: streams apart, deadlines, and one typed error for each way a phone can be missing."""

from __future__ import annotations

import socket
import struct
import time
from typing import Any

import pytest

from kit.device.hostclient import HostClient
from kit.device.transport import AdbTransport, ensure_server, open_adb
from kit.errors import (
    CommandFailed,
    DeviceOffline,
    DeviceTimeout,
    DeviceUnauthorized,
    NoDevice,
    OutcomeUnknown,
    ServerUnreachable,
    UsageError,
)


def packet(kind: int, data: bytes) -> bytes:
    return bytes((kind,)) + struct.pack("<I", len(data)) + data


def fail(sentence: str) -> bytes:
    return b"FAIL%04x%s" % (len(sentence.encode()), sentence.encode())


def listing(text: str) -> bytes:
    return b"OKAY%04x%s" % (len(text), text.encode())


def answering(*parts: bytes, pause: float = 0.0) -> Any:
    def tail(link: socket.socket) -> None:
        for part in parts:
            link.sendall(part)
            time.sleep(pause)
        link.shutdown(socket.SHUT_WR)
        while link.recv(4096):
            pass

    return tail


def test_streams_and_exit_code_stay_apart_however_packets_are_cut(server: Any) -> None:
    whole = packet(1, b"out") + packet(2, b"err") + packet(1, b"put") + packet(3, b"\7")
    server.tail = answering(*(whole[i : i + 1] for i in range(len(whole))))
    result = AdbTransport("X", port=server.port).shell("x")
    assert (result.stdout, result.stderr, result.code) == (b"output", b"err", 7)
    assert server.asked[-2:] == ["host:transport:X", "shell,v2,raw:x"]


def test_output_that_arrives_together_with_the_okay(server: Any) -> None:
    server.answers["shell,v2,raw:x"] = b"OKAY" + packet(1, b"hi") + packet(3, b"\0")
    assert AdbTransport("X", port=server.port).shell("x").text == "hi"


def test_input_reaches_the_command_while_it_writes(server: Any) -> None:
    def echo(link: socket.socket) -> None:
        stream = link.makefile("rb")
        while True:
            kind, length = struct.unpack("<BI", stream.read(5))
            data = b""
            while len(data) < length:
                data += stream.read(length - len(data))
            link.sendall(packet(1, data) if kind == 0 else packet(3, b"\0"))
            if kind == 4:
                return

    server.tail = echo
    data = bytes(range(256)) * 8192  # 2 MiB: more than both sockets hold
    assert AdbTransport("X", port=server.port).shell("cat", stdin=data, timeout=20).stdout == data


def test_without_shell_v2_streams_come_mixed_and_the_code_is_unknown(server: Any) -> None:
    server.answers["host-serial:X:features"] = b"OKAY0003cmd"
    server.tail = answering(b"all of it")
    transport = AdbTransport("X", port=server.port, simulated=True)
    assert transport.shell("ls").code is None
    assert server.asked[-1] == "exec:ls"
    assert not transport.raw_pixels
    with pytest.raises(UsageError, match="shell_v2"):
        transport.shell("cat", stdin=b"x")


def test_a_hung_shell_ends_at_its_deadline(server: Any) -> None:
    server.tail = answering(packet(1, b"part"), pause=5)
    start = time.monotonic()
    with pytest.raises(DeviceTimeout):
        AdbTransport("X", port=server.port).shell("sleep 100", timeout=0.2)
    assert time.monotonic() - start < 1


def test_a_trickle_does_not_extend_the_deadline(server: Any) -> None:
    server.tail = answering(*[packet(1, b".")] * 100, pause=0.05)
    start = time.monotonic()
    with pytest.raises(DeviceTimeout):
        AdbTransport("X", port=server.port).shell("yes", timeout=0.3)
    assert time.monotonic() - start < 1


def test_a_cut_reply_is_an_unknown_outcome_while_the_phone_is_there(server: Any) -> None:
    server.tail = answering(packet(1, b"part")[:-2])
    with pytest.raises(OutcomeUnknown, match="middle of a reply"):
        AdbTransport("X", port=server.port).shell("input tap 1 1")


def test_a_cut_reply_from_a_phone_that_left_says_so(server: Any) -> None:
    transport = AdbTransport("X", port=server.port)
    server.answers["host-serial:X:get-state"] = fail("device 'X' not found")
    server.tail = answering(b"")
    with pytest.raises(NoDevice):
        transport.shell("x")


def test_connection_reset_is_typed(server: Any) -> None:
    def reset(link: socket.socket) -> None:
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    server.tail = reset
    with pytest.raises(OutcomeUnknown):
        AdbTransport("X", port=server.port).shell("x")


def test_refused_service_on_a_healthy_phone(server: Any) -> None:
    server.answers["shell,v2,raw:x"] = fail("closed")
    with pytest.raises(CommandFailed) as caught:
        AdbTransport("X", port=server.port).shell("x")
    assert caught.value.code == "device_closed"
    server.answers["host-serial:X:get-state"] = fail("device offline")
    with pytest.raises(DeviceOffline):
        HostClient(server.port).shell_v2("X", "x", stdin=b"", timeout=2)


@pytest.mark.parametrize(
    ("sentence", "error"),
    [
        ("device 'X' not found", NoDevice),
        ("device offline", DeviceOffline),
        ("device unauthorized.\nTry 'adb kill-server' if that seems wrong.", DeviceUnauthorized),
    ],
)
def test_opening_an_unusable_phone(server: Any, sentence: str, error: type[Exception]) -> None:
    server.answers["host-serial:X:features"] = fail(sentence)
    server.answers["host:devices-l"] = listing("")
    with pytest.raises(error) as caught:
        open_adb("X", server.port)
    assert "'X'" in str(caught.value)


def test_several_phones_and_none_named_are_listed(server: Any) -> None:
    server.answers["host:devices-l"] = listing("A1  device model:One\nB2  offline\n")
    with pytest.raises(NoDevice, match=r"A1 \(device\), B2 \(offline\)"):
        open_adb("", server.port)


def test_the_only_phone_needs_no_name(server: Any) -> None:
    server.answers["host:devices-l"] = listing("A1  device model:One\n")
    assert open_adb("", server.port).serial == "A1"


def test_no_phone_at_all(server: Any) -> None:
    server.answers["host:devices-l"] = listing("")
    with pytest.raises(NoDevice, match="No phone is connected"):
        open_adb("", server.port)


def test_no_server_on_the_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(ServerUnreachable, match=str(port)):
        AdbTransport("X", port=port)


def test_something_else_on_the_port_is_never_mistaken_for_adb(server: Any) -> None:
    server.answers = {"host:version": b"HTTP/1.1 400 Bad\r\n"}
    with pytest.raises(ServerUnreachable, match="no adb server"):
        HostClient(server.port).query("host:version")


def test_ensure_server_leaves_a_running_one_alone(server: Any) -> None:
    ensure_server(server.port)
    assert server.asked == ["host:version"]


def test_a_command_too_long_for_adb_is_refused_before_it_is_sent(server: Any) -> None:
    transport = AdbTransport("X", port=server.port)
    with pytest.raises(UsageError, match="65535"):
        transport.shell("x" * 70_000)


def test_a_closed_handle_says_so(server: Any) -> None:
    transport = AdbTransport("X", port=server.port)
    transport.close()
    transport.close()
    with pytest.raises(UsageError, match="closed"):
        transport.shell("x")
