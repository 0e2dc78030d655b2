"""Phones whose clock follows wall time: a task that waits for something is solved over adb as it is in process."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

import kit
from kit.device.transport import OwnServer, connect_device, disconnect_device
from kit.simphone.serve import serve


@pytest.fixture
def served() -> Iterator[tuple[str, int]]:
    """The address of a phone as `kit phone` serves it, and the port of an adb server that knows it."""
    stop, there, addresses = threading.Event(), threading.Event(), list[str]()

    def ready(address: str) -> None:
        addresses.append(address)
        there.set()

    thread = threading.Thread(target=serve, args=(1, 0, 0), kwargs={"stop": stop, "ready": ready, "real_time": True})
    thread.start()
    server = OwnServer()
    try:
        assert there.wait(10)
        connect_device(addresses[0], server.port)
        yield addresses[0], server.port
        disconnect_device(addresses[0], server.port)
    finally:
        stop.set()
        server.close()
        thread.join(10)
    assert not thread.is_alive()


@pytest.mark.slow
def test_a_reply_that_is_waited_for_comes_over_adb(served: tuple[str, int]) -> None:
    address, port = served
    settings = {
        "model": "oracle",
        "device": f"adb:{address}",
        "adb_server_port": port,
        "trace": False,
        "screenshots": False,
        "observe_settle_ms": 50,
    }
    episode = kit.run_episode("messages_ask", settings, seed=SEED)
    assert episode.outcome.success, episode.outcome
    assert any(r.call.name == "wait" for step in episode.steps for r in step.receipts)


SEED = 7
"""One whose reply comes soon: the test waits for it in wall time."""


def test_a_long_wait_ends_when_the_phone_is_stopped(served: tuple[str, int]) -> None:
    address, port = served
    with kit.open_device(f"adb:{address}", settings=kit.Settings(adb_server_port=port)) as phone:
        waiting = threading.Thread(target=lambda: phone.transport.shell("sleep 50", timeout=0.3), daemon=True)
        threading.excepthook, before = lambda _: None, threading.excepthook
        try:
            waiting.start()
            waiting.join(5)
        finally:
            threading.excepthook = before
    time.sleep(0.1)  # the fixture ends the phone, and says whether that took long
