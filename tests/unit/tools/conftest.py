"""A session on a fake phone whose looks are written by the test."""

from __future__ import annotations

import pytest
from fake_phone import FakeDevice, look, mark

from kit.settings import Settings
from kit.tools import session as session_module
from kit.tools.session import Session
from kit.types import Observation


@pytest.fixture
def device() -> FakeDevice:
    return FakeDevice()


@pytest.fixture
def looks() -> list[Observation | Exception]:
    """What the phone will show next; an exception is raised, an empty list shows an empty screen."""
    return []


@pytest.fixture
def session(device: FakeDevice, looks: list[Observation | Exception], monkeypatch: pytest.MonkeyPatch) -> Session:
    def next_look(phone: FakeDevice, settings: Settings) -> Observation:
        shown = looks.pop(0) if looks else look([], epoch=phone.epoch + 1)
        if isinstance(shown, Exception):
            raise shown
        phone.epoch = shown.epoch
        return shown

    monkeypatch.setattr(session_module, "observe", next_look)
    opened = Session(device=device, settings=Settings(locate="off"))  # type: ignore[arg-type]
    opened.observation = opened.before = look(
        [
            mark(1, "Wi-Fi"),
            mark(2, "Bluetooth"),
            mark(3, "Delete"),
            mark(4, "Delete"),
            mark(5, "Name", role="field", actions=("tap", "type")),
            mark(6, "Save", states=("disabled",)),
            mark(7, "Ünïcode–Straße"),
        ]
    )
    device.epoch = 1
    return opened
