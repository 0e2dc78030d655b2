"""Whatever arrives: no hang, no traceback, and the phone next door never notices. `KIT_NOISE=N` sends N of each kind."""

import contextlib
import logging
import os
import socket
import struct

import pytest
from adbd_fakes import RawHost, SmallPhone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.simphone.adbd import wire
from kit.simphone.serve import PhoneServer

COUNT = int(os.environ.get("KIT_NOISE", "80"))
QUICK = settings(max_examples=COUNT, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
COMMANDS = st.sampled_from([wire.CNXN, wire.AUTH, wire.OPEN, wire.OKAY, wire.WRTE, wire.CLSE])
SMALL = st.integers(0, 4) | st.integers(0, 0xFFFFFFFF)
SERVICES = st.sampled_from(
    [b"shell:cat\0", b"sync:\0", b"shell,v2,raw:cat\0", b"shell:\0", b"exec:zeros 99999\0", b"x\0"]
)
MESSAGES = st.builds(lambda c, a, b, p: wire.pack(c, a, b, p, check=c in (wire.CNXN, wire.AUTH)), COMMANDS, SMALL, SMALL,
                     st.binary(max_size=60) | SERVICES)  # fmt: skip


@pytest.fixture(scope="module")
def server():
    with PhoneServer([SmallPhone("noisy"), SmallPhone("quiet")]) as server:
        yield server


@pytest.fixture(autouse=True)
def nothing_is_logged(caplog):
    with caplog.at_level(logging.DEBUG):
        yield
    assert not [record for record in caplog.records if record.exc_info]


def shout(address: str, data: bytes, *, hello: bool = False) -> None:
    """Sends the bytes, then closes its half; returns once the phone has closed the other."""
    with RawHost(address, hello=hello) as host:
        with contextlib.suppress(ConnectionError):
            host.sock.sendall(data)
            host.sock.shutdown(socket.SHUT_WR)
        with contextlib.suppress(ConnectionError):
            assert host.at_end()


def all_is_well(server) -> None:
    for address, name in zip(server.addresses, (b"noisy\n", b"quiet\n"), strict=True):
        with RawHost(address) as host:
            assert host.ask(b"shell:whoami") == name


@QUICK
@given(data=st.binary(max_size=400))
def test_random_bytes(server, data):
    shout(server.addresses[0], data)
    all_is_well(server)


@QUICK
@given(messages=st.lists(MESSAGES, max_size=12), hello=st.booleans())
def test_messages_in_any_order(server, messages, hello):
    shout(server.addresses[0], b"".join(messages), hello=hello)
    all_is_well(server)


@QUICK
@given(
    service=st.sampled_from(
        [b"sync:", b"shell,v2,raw:cat", b"shell,v2,pty:", b"shell:", b"abb_exec:package\0install\0-S\x009"]
    ),
    data=st.binary(min_size=1, max_size=300),
)
def test_random_bytes_inside_a_service_leave_the_connection_alive(server, service, data):
    with RawHost(server.addresses[0]) as host:
        ids = host.open(service)
        host.write(ids, data)
        host.send(wire.CLSE, *ids)
        assert host.ask(b"shell:whoami") == b"noisy\n"


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("<6I", wire.WRTE, 1, 1, 0x7FFFFFFF, 0, wire.WRTE ^ 0xFFFFFFFF),
        struct.pack("<6I", wire.OPEN, 1, 0, wire.MAX_PAYLOAD + 1, 0, wire.OPEN ^ 0xFFFFFFFF),
        struct.pack("<6I", 0x4E584E44, 1, 0, 0, 0, 0x4E584E44 ^ 0xFFFFFFFF),
        struct.pack("<6I", wire.OKAY, 1, 1, 0, 0, wire.OKAY),
        wire.pack(wire.CNXN, 1, 1 << 20, b"host::", check=True),
        wire.pack(wire.CNXN, wire.VERSION, 0, b"host::", check=True),
    ],
    ids=["huge", "oversize", "unknown", "magic", "version", "no payload"],
)
def test_what_no_adb_sends_closes_the_connection(server, data):
    with RawHost(server.addresses[0]) as host:
        host.sock.sendall(data)
        assert host.at_end()
    all_is_well(server)


def test_before_the_hello_only_small_messages_are_read(server):
    with RawHost(server.addresses[0], hello=False) as host:
        host.sock.sendall(struct.pack("<6I", wire.CNXN, wire.VERSION, 1 << 20, 4097, 0, wire.CNXN ^ 0xFFFFFFFF))
        assert host.at_end()


def test_a_host_that_does_not_wait_for_okay_is_cut_off(server):
    with RawHost(server.addresses[0]) as host:
        ids = host.open(b"shell:nap 0.5")
        with contextlib.suppress(ConnectionError):
            for _ in range(6):
                host.write(ids, bytes(1 << 20))
        assert host.at_end()
    all_is_well(server)


def test_a_shell_packet_of_four_gigabytes_ends_its_stream(server):
    with RawHost(server.addresses[0]) as host:
        assert host.ask(b"shell,v2,raw:cat", b"\0\xff\xff\xff\xff") == b""
        assert host.ask(b"shell:whoami") == b"noisy\n"


def test_half_open_connections_cost_nothing(server):
    host, port = server.addresses[0].rsplit(":", 1)
    idle = [socket.create_connection((host, int(port))) for _ in range(50)]
    for index, sock in enumerate(idle):
        sock.sendall(wire.pack(wire.CNXN, wire.VERSION, 1 << 20)[: index % 24])
    all_is_well(server)
    for sock in idle:
        sock.close()


def test_more_streams_than_a_phone_keeps_are_refused(server):
    with RawHost(server.addresses[0]) as host:
        for _ in range(1024):
            assert host.open(b"shell:cat")[1]
        assert host.open(b"shell:cat")[1] == 0


def test_clients_that_give_up_on_a_slow_phone_do_not_use_up_the_threads():
    with PhoneServer([SmallPhone("slow"), SmallPhone("quick")]) as pair:
        for _ in range(5):
            with RawHost(pair.addresses[0]) as host:
                host.open(b"shell:nap 0.7")
        with RawHost(pair.addresses[1]) as host:
            host.sock.settimeout(0.6)
            assert host.ask(b"shell:whoami") == b"quick\n"
