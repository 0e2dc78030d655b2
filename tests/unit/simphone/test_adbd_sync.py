"""The file service, message by message, in both versions."""

import errno
import struct

import pytest
from adbd_fakes import RawHost, SmallPhone
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.simphone.serve import PhoneServer


@pytest.fixture(scope="module")
def phone():
    return SmallPhone()


@pytest.fixture(scope="module")
def address(phone):
    with PhoneServer([phone]) as server:
        yield server.addresses[0]


@pytest.fixture
def ask(address):
    with RawHost(address) as host:
        yield lambda *messages: host.ask(b"sync:", b"".join(messages))


def request(kind: bytes, body: bytes = b"") -> bytes:
    return struct.pack("<4sI", kind, len(body)) + body


def number(kind: bytes, value: int) -> bytes:
    return struct.pack("<4sI", kind, value)


def fail(words: str) -> bytes:
    return request(b"FAIL", words.encode())


QUIT = number(b"QUIT", 0)


def test_stat_v1(ask, phone):
    phone.files.write("/sdcard/s.txt", b"12345", mtime=1_700_000_000)
    reply = ask(request(b"STAT", b"/sdcard/s.txt"), request(b"STAT", b"/sdcard/none"), QUIT)
    assert struct.unpack("<4s3I", reply[:16]) == (b"STAT", 0o100660, 5, 1_700_000_000)
    assert struct.unpack("<4s3I", reply[16:]) == (b"STAT", 0, 0, 0)


def test_stat_v2_says_why(ask, phone):
    phone.files.write("/sdcard/s.txt", b"12345", mtime=1_700_000_000)
    reply = ask(
        request(b"STA2", b"/sdcard/s.txt"),
        request(b"STA2", b"/sdcard/none"),
        request(b"STA2", b"/sdcard/s.txt/x"),
        request(b"STA2", b"/sdcard"),
        request(b"LST2", b"/sdcard"),
        QUIT,
    )
    rows = [struct.unpack("<4sIQQIIIIQqqq", reply[at : at + 72]) for at in range(0, 360, 72)]
    assert [row[0] for row in rows] == [b"STA2"] * 4 + [b"LST2"]
    assert [row[1] for row in rows] == [0, errno.ENOENT, errno.ENOTDIR, 0, 0]
    assert rows[0][4:6] == (0o100660, 1)
    assert rows[0][8:] == (5, 1_700_000_000, 1_700_000_000, 1_700_000_000)
    assert (oct(rows[3][4]), oct(rows[4][4])) == ("0o42770", "0o120777")


def test_list_v1_and_v2_name_the_same(ask, phone):
    phone.files.write("/sdcard/Podcasts/ü.mp3", b"xyz", mtime=5)
    name = "ü.mp3".encode()
    v1 = ask(request(b"LIST", b"/sdcard/Podcasts"), QUIT)
    assert struct.pack("<4s4I", b"DENT", 0o100660, 3, 5, len(name)) + name in v1
    assert v1.count(b"DENT") == 3  # with . and ..
    assert v1.endswith(b"DONE" + bytes(16))


def test_list_v2(ask, phone):
    phone.files.write("/sdcard/Podcasts/ü.mp3", b"xyz", mtime=5)
    v2 = ask(request(b"LIS2", b"/sdcard/Podcasts"), QUIT)
    entries, at = {}, 0
    while v2[at : at + 4] == b"DNT2":
        size = struct.unpack_from("<I", v2, at + 72)[0]
        entries[v2[at + 76 : at + 76 + size].decode()] = struct.unpack_from("<4sIQQIIIIQqqq", v2, at)
        at += 76 + size
    assert v2[at:] == b"DONE" + bytes(72)
    assert set(entries) == {".", "..", "ü.mp3"}
    assert entries["ü.mp3"][8] == 3


@pytest.mark.parametrize("path", [b"/nope", b"/data", b"/system/build.prop"])
def test_a_folder_that_cannot_be_read_lists_as_empty(ask, path):
    assert ask(request(b"LIST", path), QUIT) == b"DONE" + bytes(16)


def test_send_v1_makes_folders_and_keeps_the_time(ask, phone):
    reply = ask(
        request(b"SEND", b"/sdcard/new/deep/a,b.txt,33188"),
        request(b"DATA", b"hello "),
        request(b"DATA", b"world"),
        number(b"DONE", 1_600_000_000),
        QUIT,
    )
    assert reply == number(b"OKAY", 0)
    assert phone.files.read("/sdcard/new/deep/a,b.txt") == b"hello world"
    assert phone.files.status("/sdcard/new/deep/a,b.txt").mtime == 1_600_000_000


def test_send_v2_twice_in_one_session(ask, phone):
    def send(path: bytes, mode: int) -> bytes:
        second = struct.pack("<4sII", b"SND2", mode, 0)
        return request(b"SND2", path) + second + request(b"DATA", path) + number(b"DONE", 7)

    reply = ask(send(b"/data/local/tmp/run", 0o100755), send(b"/data/local/tmp/private", 0o100600), QUIT)
    assert reply == number(b"OKAY", 0) * 2
    assert phone.files.read("/data/local/tmp/run") == b"/data/local/tmp/run"
    modes = [phone.files.lstat("/data/local/tmp/" + name).mode for name in ("run", "private")]
    assert modes == [0o100777, 0o100666]  # adbd gives group and others the owner's rights


def test_a_pushed_link_is_a_link_where_links_exist(ask, phone):
    reply = ask(request(b"SEND", b"/data/local/tmp/l,41471"), request(b"DATA", b"/sdcard\0"), number(b"DONE", 0), QUIT)
    assert reply == number(b"OKAY", 0)
    assert phone.files.readlink("/data/local/tmp/l") == "/sdcard"


def test_recv_comes_in_pieces_of_64_kib(ask, phone):
    data = bytes(range(256)) * 600
    phone.files.write("/sdcard/r.bin", data)
    reply = ask(request(b"RECV", b"/sdcard/r.bin"), QUIT)
    assert reply == b"".join(request(b"DATA", data[at : at + 65536]) for at in range(0, len(data), 65536)) + number(
        b"DONE", 0
    )


def test_recv_v2_and_an_empty_file(ask, phone):
    phone.files.write("/sdcard/empty", b"")
    assert ask(request(b"RCV2", b"/sdcard/empty"), number(b"RCV2", 0), QUIT) == number(b"DONE", 0)


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ([request(b"RECV", b"/sdcard/none")], "open failed: No such file or directory"),
        ([request(b"RECV", b"/sdcard")], "read failed: Is a directory"),
        ([request(b"RCV2", b"/sdcard"), number(b"RCV2", 4)], "unknown flags: 0x4"),
        ([request(b"SEND", b"/sdcard/x")], "missing , in ID_SEND_V1"),
        ([request(b"SEND", b"/sdcard/x,rw")], "bad mode"),
        ([request(b"SEND", b"/system/x,33188"), number(b"DONE", 0)], "couldn't create file: Read-only file system"),
        ([request(b"SEND", b"/data/x,33188"), number(b"DONE", 0)], "couldn't create file: Permission denied"),
        ([request(b"SEND", b"/sdcard,33188"), number(b"DONE", 0)], "couldn't create file: Is a directory"),
        ([request(b"SEND", b"/n/x,33188"), number(b"DONE", 0)], "secure_mkdirs failed: Read-only file system"),
        ([request(b"SEND", b"/sdcard/x,33188"), number(b"DATA", 65537)], "oversize data message"),
        ([request(b"SEND", b"/sdcard/x,33188"), number(b"BLAH", 0)], "invalid data message"),
        ([request(b"SND2", b"/sdcard/x"), struct.pack("<4sII", b"SND2", 33188, 2)], "unknown flags: 0x2"),
        ([number(b"STAT", 1025)], "path too long"),
        ([request(b"NOPE", b"x")], "unknown command 45504f4e"),
    ],
)
def test_refusals_use_adbds_words_and_end_the_session(ask, phone, messages, words):
    assert ask(*messages) == fail(words)
    assert not phone.files.exists("/sdcard/x")


def test_a_push_that_breaks_off_leaves_nothing(address, phone):
    with RawHost(address) as host:
        ids = host.open(b"sync:")
        host.write(ids, request(b"SEND", b"/sdcard/half,33188") + request(b"DATA", b"some"))
    with RawHost(address) as host:
        assert host.ask(b"shell:echo x") == b"x\n"
    assert not phone.files.exists("/sdcard/half")


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=200_000), cuts=st.lists(st.integers(1, 65536), min_size=1, max_size=5))
def test_what_is_pushed_in_any_pieces_is_pulled_back(address, data, cuts):
    parts, rest = [], data
    while rest:
        size = cuts[len(parts) % len(cuts)] if len(parts) < 50 else 65536
        parts, rest = [*parts, rest[:size]], rest[size:]
    push = request(b"SEND", b"/sdcard/any,33188") + b"".join(request(b"DATA", p) for p in parts) + number(b"DONE", 9)
    with RawHost(address) as host:
        assert host.ask(b"sync:", push + QUIT) == number(b"OKAY", 0)
        reply, found = host.ask(b"sync:", request(b"RECV", b"/sdcard/any") + QUIT), bytearray()
    while reply[:4] == b"DATA":
        size = int.from_bytes(reply[4:8], "little")
        found += reply[8 : 8 + size]
        reply = reply[8 + size :]
    assert reply == number(b"DONE", 0)
    assert found == data
