"""The wire, byte by byte, from a host that the tests control."""

import struct
import time

import pytest
from adbd_fakes import EVERY_BYTE, RawHost, SmallPhone
from hypothesis import given
from hypothesis import strategies as st

from kit.simphone.adbd import wire
from kit.simphone.serve import PhoneServer

U32 = st.integers(0, 0xFFFFFFFF)


@pytest.fixture(scope="module")
def phone():
    return SmallPhone()


@pytest.fixture(scope="module")
def address(phone):
    with PhoneServer([phone]) as server:
        yield server.addresses[0]


# --- pure -----------------------------------------------------------------------------------------------------------------


def test_the_commands_are_the_published_numbers():
    assert [wire.CNXN, wire.AUTH, wire.OPEN, wire.OKAY, wire.WRTE, wire.CLSE] == [
        0x4E584E43, 0x48545541, 0x4E45504F, 0x59414B4F, 0x45545257, 0x45534C43,
    ]  # fmt: skip
    assert wire.pack(wire.OKAY, 1, 2).hex() == "4f4b4159" + "01000000" + "02000000" + "00000000" * 2 + "b0b4bea6"


@given(
    command=st.sampled_from([wire.CNXN, wire.OPEN, wire.WRTE]),
    arg0=U32,
    arg1=U32,
    data=st.binary(),
    check=st.booleans(),
)
def test_headers_survive_the_way(command, arg0, arg1, data, check):
    header = wire.unpack_header(wire.pack(command, arg0, arg1, data, check=check)[:24])
    assert (header.command, header.arg0, header.arg1, header.size) == (command, arg0, arg1, len(data))
    assert header.check == (sum(data) % 2**32 if check else 0)


@given(data=st.binary(min_size=24, max_size=24))
def test_noise_is_not_a_header(data):
    with pytest.raises(wire.ProtocolError):
        wire.unpack_header(data)


@given(packets=st.lists(st.tuples(st.integers(0, 5), st.binary(max_size=50))), cuts=st.lists(st.integers(1, 40)))
def test_shell_packets_may_be_cut_anywhere(packets, cuts):
    stream = b"".join(wire.shell_packet(kind, data) for kind, data in packets)
    reader, found = wire.ShellPackets(), []
    for cut in [*cuts, len(stream)]:
        found += reader.feed(stream[:cut])
        stream = stream[cut:]
    assert found == packets


def test_the_banner_keeps_three_parts_whatever_the_model_is_called():
    text = wire.banner({"ro.product.name": "n", "ro.product.model": "A:B;C=D"}, ["x", "y"]).decode()
    assert text == "device::ro.product.name=n;ro.product.model=A_B_C_D;ro.product.device=simphone;features=x,y"
    assert wire.features_of(b"host::features=shell_v2,cmd") == {"shell_v2", "cmd"}
    assert wire.features_of(b"host::") == frozenset()


# --- handshake --------------------------------------------------------------------------------------------------------------


def test_the_phone_introduces_itself(address):
    with RawHost(address) as host:
        header, banner = host.banner
        assert (header.command, header.arg0, header.arg1) == (wire.CNXN, 0x01000001, 1 << 20)
        assert header.check == sum(banner)
        assert banner.startswith(
            b"device::ro.product.name=sim_small;ro.product.model=Sim Phone_small;ro.product.device=simdev;"
        )
        assert {"shell_v2", "cmd", "stat_v2", "ls_v2", "sendrecv_v2", "abb_exec"} <= wire.features_of(banner)
        assert not wire.features_of(banner) & {
            "delayed_ack",
            "sendrecv_v2_lz4",
            "sendrecv_v2_zstd",
            "sendrecv_v2_brotli",
        }


def test_an_old_host_gets_checksums_and_must_send_them(address):
    with RawHost(address, version=wire.VERSION_MIN, payload=4096) as host:
        ids = host.open(b"shell:bytes")
        header, payload = host.receive()
        assert len(payload) == 4096  # never more than the host takes
        assert header.check == sum(payload)
        host.send(wire.OKAY, *ids)
        assert payload + host.until_closed(ids) == EVERY_BYTE
        host.sock.sendall(wire.pack(wire.OPEN, 9, 0, b"shell:echo x\0"))  # checksum 0
        assert host.at_end()


def test_a_second_hello_starts_over(address):
    with RawHost(address) as host:
        host.open(b"shell:cat")
        host.send(wire.CNXN, wire.VERSION, wire.MAX_PAYLOAD, b"host::", check=True)
        assert host.receive()[0].command == wire.CNXN
        assert host.ask(b"shell:echo again") == b"again\n"


def test_nothing_opens_before_the_hello(address):
    with RawHost(address, hello=False) as host:
        host.sock.sendall(wire.pack(wire.OPEN, 1, 0, b"shell:echo x\0", check=True))
        host.send(wire.CNXN, wire.VERSION, wire.MAX_PAYLOAD, b"host::", check=True)
        assert host.receive()[0].command == wire.CNXN


def test_the_token_dance():
    with PhoneServer([SmallPhone()], auth="accept") as server, RawHost(server.addresses[0]) as host:
        header, token = host.banner
        assert (header.command, header.arg0, len(token)) == (wire.AUTH, wire.AUTH_TOKEN, 20)
        host.send(wire.OPEN, 1, 0, b"shell:whoami\0", check=True)  # not yet
        host.send(wire.AUTH, wire.AUTH_SIGNATURE, 0, bytes(256), check=True)
        assert host.receive()[0].command == wire.CNXN
        assert host.ask(b"shell:whoami") == b"small\n"


def test_an_unauthorized_computer_never_gets_in():
    with PhoneServer([SmallPhone()], auth="unauthorized") as server, RawHost(server.addresses[0]) as host:
        tokens = {host.banner[1]}
        for _ in range(3):
            host.send(wire.AUTH, wire.AUTH_SIGNATURE, 0, bytes(256), check=True)
            header, token = host.receive()
            assert (header.command, header.arg0) == (wire.AUTH, wire.AUTH_TOKEN)
            tokens.add(token)
        assert len(tokens) == 4
        host.send(wire.AUTH, wire.AUTH_PUBLIC_KEY, 0, b"AAAA me@here\0", check=True)
        host.send(wire.OPEN, 1, 0, b"shell:whoami\0", check=True)
        host.sock.settimeout(0.3)
        with pytest.raises(TimeoutError):
            host.receive()


# --- streams ------------------------------------------------------------------------------------------------------------------


def test_unknown_services_are_refused_with_our_id(address):
    with RawHost(address) as host:
        for name in (
            b"tcp:80",
            b"localabstract:x",
            b"jdwp:1",
            b"track-jdwp",
            b"track-app",
            b"usb:",
            b"tcpip:5555",
            b"",
            b"\xff",
        ):
            assert host.open(name) == (host.next_id, 0)
        assert host.ask(b"shell:echo still") == b"still\n"


def test_a_window_without_delayed_ack_is_refused(address):
    with RawHost(address) as host:
        host.send(wire.OPEN, 5, 0x2000000, b"shell:echo x\0")
        header, _ = host.receive()
        assert (header.command, header.arg0, header.arg1) == (wire.CLSE, 0, 5)


def test_one_message_at_a_time_and_the_next_after_its_okay(address):
    with RawHost(address, payload=4096) as host:
        ids = host.open(b"exec:zeros 10000")
        assert len(host.receive()[1]) == 4096
        host.sock.settimeout(0.2)
        with pytest.raises(TimeoutError):
            host.sock.recv(1)
        host.sock.settimeout(10)
        host.send(wire.OKAY, *ids)
        assert len(host.until_closed(ids)) == 10_000 - 4096


def test_many_streams_share_a_connection(address):
    with RawHost(address) as host:
        streams = [host.open(b"shell:cat") for _ in range(50)]
        assert len({theirs for _, theirs in streams}) == 50
        other = host.open(b"shell,v2,raw:echo aside")
        assert host.until_closed(other) == wire.shell_packet(1, b"aside\n") + wire.shell_packet(3, b"\0")
        for ids in streams:
            host.send(wire.CLSE, *ids)
        assert host.ask(b"shell:echo x") == b"x\n"


def test_a_client_that_leaves_in_the_middle_of_output_harms_nobody(address):
    with RawHost(address, payload=4096) as host:
        ids = host.open(b"exec:zeros 1000000")
        host.receive()
        host.send(wire.CLSE, *ids)
        assert host.ask(b"shell:echo x") == b"x\n"
    with RawHost(address, payload=4096) as host:
        host.open(b"exec:zeros 1000000")
    with RawHost(address) as host:
        assert host.ask(b"shell:echo y") == b"y\n"


def test_input_is_not_taken_without_end_from_a_phone_that_is_busy(address):
    with RawHost(address) as host:
        ids = host.open(b"shell,v2,raw:nap 0.6")
        acknowledged = 0
        host.sock.settimeout(0.2)
        try:
            for _ in range(8):
                host.write(ids, wire.shell_packet(0, bytes((1 << 20) - 5)))
                while host.receive()[0].command != wire.OKAY:
                    pass
                acknowledged += 1
        except TimeoutError:
            pass
        assert acknowledged == 3  # four MiB wait at the phone, the fourth unacknowledged


def test_shell_v2_packets_may_span_messages(address):
    packets = wire.shell_packet(0, b"abc") + wire.shell_packet(5, b"24x80,0x0\0") + wire.shell_packet(0, b"def")
    with RawHost(address) as host:
        ids = host.open(b"shell,v2,TERM=xterm,raw:cat")
        for byte in packets + wire.shell_packet(4, b""):
            host.write(ids, bytes([byte]))
            assert host.receive()[0].command == wire.OKAY
        assert host.until_closed(ids) == wire.shell_packet(1, b"abcdef") + wire.shell_packet(3, b"\0")


def test_binder_commands(address, phone):
    with RawHost(address) as host:
        assert host.ask(b"abb_exec:settings\0get\0global\0x y") == b"null\n"
        assert phone.log[-1][0] == "cmd settings get global 'x y'"
        assert host.ask(b"abb:settings\0list") == wire.shell_packet(1, b"null\n") + wire.shell_packet(3, b"\0")


def test_the_framebuffer_is_one_picture(address):
    with RawHost(address) as host:
        data = host.ask(b"framebuffer:")
    assert struct.unpack("<14I", data[:56]) == (2, 32, 1, 24, 2, 3, 0, 8, 16, 8, 8, 8, 24, 8)
    assert data[56:] == bytes(range(24))


def test_reverse_has_an_empty_list(address):
    with RawHost(address) as host:
        assert host.ask(b"reverse:list-forward") == b"0000"
        assert host.ask(b"reverse:killforward-all") == b"OKAY"
        assert host.ask(b"reverse:killforward:tcp:1").startswith(b"FAIL001alistener 'tcp:1' not found")


def test_a_phone_that_hangs_answers_nothing_until_the_client_leaves(address):
    with RawHost(address) as host:
        ids = host.open(b"shell:hang")
        host.sock.settimeout(0.2)
        with pytest.raises(TimeoutError):
            host.receive()
        host.sock.settimeout(10)
        host.send(wire.CLSE, *ids)
        assert host.ask(b"shell:echo x") == b"x\n"


def test_a_phone_that_goes_away_takes_its_connection_along(address):
    with RawHost(address) as host:
        host.open(b"shell:vanish")
        assert host.at_end()


def test_stopping_closes_connections_and_ports():
    server = PhoneServer([SmallPhone()])
    server.start()
    with RawHost(server.addresses[0]) as host:
        host.open(b"shell:cat")
        begin = time.monotonic()
        server.stop()
        assert host.at_end()
        assert time.monotonic() - begin < 5
    server.stop()
    with pytest.raises(ConnectionRefusedError):
        RawHost(server.addresses[0])
