"""`kit phone`: what it serves, in whose time, and what it says of it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import fake_hydro
import pytest

from kit.cli import main
from kit.device.transport import OwnServer, connect_device, disconnect_device
from kit.errors import UsageError
from kit.phones.open import open_device
from kit.settings import Settings
from kit.tasks.base import TruePhone


@pytest.fixture(scope="module")
def adb() -> Iterator[OwnServer]:
    server = OwnServer()
    yield server
    server.close()


@contextmanager
def served(*words: str) -> Iterator[tuple[list[str], list[str]]]:
    """The addresses and the lines about them of a `kit phone`, which is ended as a person ends it."""
    count = int(words[words.index("--count") + 1]) if "--count" in words else 1
    command = [sys.executable, "-m", "kit", "phone", "--port", "0", *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, text=True, cwd=Path(fake_hydro.__file__).parent) as process:
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            addresses = [process.stdout.readline().strip() for _ in range(count)]
            yield addresses, [process.stderr.readline().strip() for _ in range(count)]
            process.send_signal(signal.SIGTERM)
            assert process.communicate(timeout=10) == ("", "")
        finally:
            process.kill()
    assert process.returncode == 0


def test_by_default_a_phone_follows_wall_time_and_waits(adb: OwnServer) -> None:
    with served("sim:7,locale=zh-CN,app=fake_hydro:APP,fault.offline=0", "--count", "2") as (addresses, said):
        spec = "locale=zh-CN,app=fake_hydro:APP,fault.offline=0 (wall time): use it as --device adb:"
        assert said == [f"sim:7,{spec}{addresses[0]}", f"sim:8,{spec}{addresses[1]}"]
        connect_device(addresses[1], adb.port)
        with open_device(f"adb:{addresses[1]}", settings=Settings(adb_server_port=adb.port)) as phone:
            assert phone.shell("getprop persist.sys.locale").text == "zh-CN\n"
            assert "hydro" in TruePhone(phone).data()
            first = int(phone.shell("date +%s").text)
            began = time.monotonic()
            assert phone.shell("sleep 0.5").code == 0
            assert time.monotonic() - began >= 0.5
            time.sleep(0.6)
            assert 1 <= int(phone.shell("date +%s").text) - first < 5
        disconnect_device(addresses[1], adb.port)


def test_in_virtual_time_a_wait_costs_nothing_and_nothing_passes_by_itself(adb: OwnServer) -> None:
    with served("--seed", "5", "--virtual-time") as (addresses, said):
        assert said == [f"sim:5 (virtual time): use it as --device adb:{addresses[0]}"]
        connect_device(addresses[0], adb.port)
        with open_device(f"adb:{addresses[0]}", settings=Settings(adb_server_port=adb.port)) as phone:
            before = phone.shell("date +%s").text
            time.sleep(1.1)
            assert phone.shell("date +%s").text == before
            began = time.monotonic()
            phone.shell("sleep 30", timeout=5)
            assert time.monotonic() - began < 5
            assert int(phone.shell("date +%s").text) - int(before) >= 30
        disconnect_device(addresses[0], adb.port)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["sim:x"], "no seed"),
        (["adb:x"], "is no simphone"),
        (["sim:0,colour=red"], "no trait 'colour'"),
        (["sim:0,app=nosuchfile:APP"], "No module named"),
        (["sim:1", "--seed", "2"], "named twice"),
        (["sim:1", "--device", "sim:2"], "named twice"),
    ],
)
def test_what_cannot_be_served_is_told(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kit.simphone.serve.serve", never)
    assert main(["phone", *words]) == 2
    assert sentence in capsys.readouterr().err


def never(*_: object, **__: object) -> None:
    raise UsageError("it was served")
