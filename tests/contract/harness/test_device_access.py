"""Harness specification, section "设备访问", with P0 row "设备": one test a rule."""

from __future__ import annotations

import ast
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import kit
from kit.device import transport as transport_module
from kit.device.parsing import DeviceInfo
from kit.device.transport import OwnServer, connect_device, disconnect_device, open_adb
from kit.errors import NoDevice, UsageError
from kit.phones.open import open_device
from kit.simphone.phone import Phone
from kit.simphone.serve import PhoneServer

ROOT = Path(kit.__file__).parent
ENDS_PROCESSES = {"subprocess", "os.system", "os.popen", "os.spawn", "os.exec", "asyncio.create_subprocess", "pty"}
GIT, PIP = "trace/header.py", "head/weights.py"
"""The two other modules that start a process: `git` for the commit of a run, the package installer for weights."""


def trees() -> list[tuple[str, ast.AST]]:
    return [(p.relative_to(ROOT).as_posix(), ast.parse(p.read_text(encoding="utf-8"))) for p in ROOT.rglob("*.py")]


@pytest.fixture(scope="module")
def sources() -> list[tuple[str, ast.AST]]:
    return trees()


def listed(monkeypatch: pytest.MonkeyPatch, *rows: tuple[str, str]) -> list[str]:
    """The server lists these phones; the serials that are opened are kept."""
    opened: list[str] = []
    found = tuple(DeviceInfo(serial=serial, state=state) for serial, state in rows)
    monkeypatch.setattr(transport_module, "list_devices", lambda port=5037: found)

    def make(serial: str, **_: Any) -> str:
        opened.append(serial)
        return serial

    monkeypatch.setattr(transport_module, "AdbTransport", make)
    return opened


def test_a_named_serial_is_the_one_that_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """设备访问: the serial can be given."""
    opened = listed(monkeypatch, ("A1", "device"), ("B2", "device"))
    open_adb("B2")
    assert opened == ["B2"]


def test_without_a_serial_the_only_phone_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """设备访问: without one it is detected."""
    opened = listed(monkeypatch, ("A1", "device"))
    open_adb()
    assert opened == ["A1"]


def test_with_several_phones_one_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """设备访问: several phones: must be given; they are listed and nothing is opened."""
    opened = listed(monkeypatch, ("A1", "device"), ("B2", "offline"))
    with pytest.raises(NoDevice) as caught:
        open_adb()
    assert opened == []
    for words in ("A1 (device)", "B2 (offline)", "adb:A1"):
        assert words in str(caught.value)


def test_with_no_phone_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """设备访问: nothing to detect."""
    listed(monkeypatch)
    with pytest.raises(NoDevice, match="No phone is connected"):
        open_adb()


@pytest.mark.slow
def test_the_same_rules_hold_with_a_real_adb_server() -> None:
    """设备访问: two phones behind one server, none named, then one named; then the only one left."""
    from kit.settings import Settings

    with ExitStack() as stack:
        served = PhoneServer([Phone(1), Phone(2)])
        stack.callback(served.stop)
        first, second = served.start()
        server = OwnServer()
        stack.callback(server.close)
        for address in (first, second):
            connect_device(address, server.port)
        settings = Settings(adb_server_port=server.port)  # type: ignore[call-arg]
        with pytest.raises(NoDevice, match="none was named"):
            open_device("adb:", settings=settings)
        with open_device(f"adb:{second}", settings=settings) as device:
            assert device.serial == second
        disconnect_device(first, server.port)
        with open_device("adb:", settings=settings) as device:
            assert device.serial == second
            assert "/" in device.current_ime()


def test_a_spec_that_names_no_phone_is_refused() -> None:
    """设备访问: every phone comes through the one factory, `kit.phones.open.open_device`."""
    with pytest.raises(UsageError, match="names no phone"):
        open_device("usb:1")


def test_no_process_is_started_outside_the_transport(sources: list[tuple[str, ast.AST]]) -> None:
    """设备访问 and P0 设备: no bare subprocess call of adb anywhere; only the transport may start it."""
    starting: dict[str, set[str]] = {}
    for name, tree in sources:
        for node in ast.walk(tree):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if any(called == word or called.startswith(word) for word in ENDS_PROCESSES):
                starting.setdefault(name, set()).add(ast.unparse(node.args[0]) if node.args else called)
    assert set(starting) - {GIT, PIP} == {"device/transport.py"}
    assert starting[GIT] == {"['git', *words]"}
    assert not any("adb" in words for words in starting[PIP])


def test_only_the_transport_knows_adb_itself(sources: list[tuple[str, ast.AST]]) -> None:
    """设备访问: the adb binary and adbutils are behind one door."""
    using = {
        name
        for name, tree in sources
        for node in ast.walk(tree)
        if (isinstance(node, ast.Import) and any(a.name.split(".")[0] == "adbutils" for a in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "adbutils")
        or (isinstance(node, ast.Call) and ast.unparse(node.func).endswith("adb_binary"))
    }
    assert using == {"device/transport.py"}


def test_tools_reach_the_phone_through_their_session_only(sources: list[tuple[str, ast.AST]]) -> None:
    """设备访问: only the session holds the handle; no tool, context or screen module opens one or makes a transport."""
    making = {
        name
        for name, tree in sources
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).split(".")[-1]
        in ("open_device", "open_adb", "AdbTransport", "LocalTransport", "Device")
    }
    assert {name.split("/")[0] for name in making} <= {"device", "phones", "agent", "lab", "cli", "__init__.py"}
    assert not any(
        name.startswith(("tools/", "context/", "screen/", "models/", "memory/", "trace/")) for name in making
    )


def test_no_tool_sends_a_shell_command_of_its_own(sources: list[tuple[str, ast.AST]]) -> None:
    """设备访问: tools use the device's verbs; what is sent to the phone is written in kit.device alone."""
    sending = {
        name
        for name, tree in sources
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "shell"
    }
    rooms = {name.split("/")[0] for name in sending}
    assert not rooms & {"tools", "context", "screen", "models", "memory", "trace"}
