"""Serving phones: ports, seeds, stopping."""

import contextlib
import signal
import socket
import subprocess
import sys
import threading

import pytest
from adbd_fakes import RawHost, SmallPhone, free_port

from kit.errors import UsageError
from kit.simphone.serve import PhoneServer, serve


def free_ports(count: int) -> int:
    """The first of `count` consecutive free ports."""
    while True:
        first = free_port()
        with contextlib.ExitStack() as stack:
            try:
                for port in range(first, first + count):
                    stack.enter_context(contextlib.closing(socket.create_server(("127.0.0.1", port))))
            except OSError:
                continue
            return first


def test_phones_take_consecutive_ports_in_order():
    first = free_ports(3)
    with PhoneServer([SmallPhone(f"n{index}") for index in range(3)], port=first) as server:
        assert server.addresses == [f"127.0.0.1:{first + index}" for index in range(3)]
        for index, address in enumerate(server.addresses):
            with RawHost(address) as host:
                assert host.ask(b"shell:whoami") == f"n{index}\n".encode()


def test_a_port_in_use_is_named_and_nothing_stays_open():
    first = free_ports(2)
    with contextlib.closing(socket.create_server(("127.0.0.1", first + 1))):
        with pytest.raises(UsageError, match=f"Port {first + 1} on 127.0.0.1 is in use"):
            PhoneServer([SmallPhone(), SmallPhone()], port=first).start()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", first))


def test_ports_that_do_not_exist():
    with pytest.raises(UsageError, match="65535"):
        PhoneServer([SmallPhone(), SmallPhone()], port=65535).start()
    with pytest.raises(UsageError):
        serve(0, 0, 0, stop=threading.Event())


def test_a_hundred_phones_share_a_few_threads():
    before = threading.active_count()
    with PhoneServer([SmallPhone(f"h{index}") for index in range(100)]) as server:
        hosts = [RawHost(address) for address in server.addresses]
        streams = [host.open(b"shell:whoami") for host in hosts]
        assert [host.until_closed(ids) for host, ids in zip(hosts, streams, strict=True)] == [
            f"h{index}\n".encode() for index in range(100)
        ]
        assert threading.active_count() - before <= 33
        for host in hosts:
            host.sock.close()


def test_serve_until_the_event():
    first, stop, found = free_ports(2), threading.Event(), []
    ready = threading.Event()

    def note(address: str) -> None:
        found.append(address)
        if len(found) == 2:
            ready.set()

    thread = threading.Thread(target=serve, args=(2, first, 40), kwargs={"stop": stop, "ready": note})
    thread.start()
    assert ready.wait(20)
    serials = []
    for address in found:
        with RawHost(address) as host:
            serials.append(host.ask(b"shell:getprop ro.serialno"))
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    assert found == [f"127.0.0.1:{first}", f"127.0.0.1:{first + 1}"]
    assert len(set(serials)) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_end_it_cleanly(number):
    code = "from kit.simphone.serve import serve; serve(2, 0, 5, ready=lambda a: print(a, flush=True))"
    words = [sys.executable, "-c", code]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            addresses = [process.stdout.readline().strip() for _ in range(2)]
            with RawHost(addresses[1]) as host:
                assert host.banner[1].startswith(b"device::")
                host.open(b"shell:cat")
                process.send_signal(number)
                _, errors = process.communicate(timeout=20)
        finally:
            process.kill()
    assert (process.returncode, errors) == (0, "")
