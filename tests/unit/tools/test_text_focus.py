"""Typing on a simulated phone: what is said when nothing, or something, has the focus."""

from __future__ import annotations

import pytest

from kit.device.device import Device
from kit.settings import Settings
from kit.simphone.local import LocalTransport
from kit.simphone.phone import Phone
from kit.tools.execute import act
from kit.tools.session import Session, open_session


def opened(lang: str = "en") -> Session:
    settings = Settings(locate="off", screenshots=False, lang=lang)  # type: ignore[call-arg]
    return open_session(Device(LocalTransport(Phone(7))), settings=settings)


@pytest.mark.parametrize("text", ["hello", "héllo"])
@pytest.mark.parametrize(("lang", "words"), [("en", "Tap the field first"), ("zh", "请先点击输入框")])
def test_on_the_home_screen_nothing_is_typed(text: str, lang: str, words: str) -> None:
    session = opened(lang)
    receipt = act(session, "type_text", text=text, submit=True)
    assert (receipt.status, receipt.code) == ("error", "no_focus")
    assert words in receipt.text
    assert text not in receipt.text


def test_a_focused_field_is_typed_into_and_a_dropped_touch_is_told() -> None:
    session = opened()
    act(session, "launch_app", name="Settings")
    act(session, "tap", target_description="Search settings")
    receipt = act(session, "type_text", text="wifi")
    assert (receipt.status, receipt.text) == ("ok", "Typed 'wifi' into the focused field.")
    act(session, "home")
    act(session, "launch_app", name="Contacts")
    act(session, "tap", target_description="Create new contact")
    assert session.observation is not None
    field = next(m for m in session.observation.marks if "type" in m.actions and "focused" not in m.states)
    session.device.transport.phone.faults.set("dropped_tap", 1.0)  # type: ignore[attr-defined]
    receipt = act(session, "type_text", text="Zoë", target_mark_id=field.id)
    assert (receipt.status, receipt.code) == ("error", "no_focus")
    assert f"ax_{field.number}" in receipt.text
