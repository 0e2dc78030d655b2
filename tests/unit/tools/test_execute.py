import pytest
from fake_phone import FakeDevice, look, mark

from kit.errors import (
    DeviceLost,
    DeviceTimeout,
    KeyboardNotRestored,
    NeedsConfirmation,
    ObservationFailed,
    OutcomeUnknown,
    TextNotTypable,
    TextOutcomeUnknown,
    UnknownName,
)
from kit.events import CallEnded, Event
from kit.tools.execute import act, execute, tools_of
from kit.tools.session import Session
from kit.types import Node, Rect, ToolCall


def call(name: str, **arguments: object) -> ToolCall:
    return ToolCall(id=f"{name}_{len(arguments)}", name=name, arguments=arguments)


def test_a_tap_lands_in_the_middle_of_its_mark_and_brings_the_next_look(
    session: Session, device: FakeDevice, looks: list
) -> None:
    looks.append(look([mark(1, "Next", epoch=2)], epoch=2))
    (receipt,) = execute(session, [call("tap", target_description="Wi-Fi")])
    assert device.calls == [("tap", 200, 140)]
    assert (receipt.status, receipt.text) == ("ok", 'Tapped "Wi-Fi" (ax_1).')
    assert receipt.observation is session.observation
    assert session.observation is not None
    assert session.observation.epoch == 2


def test_the_old_batch_is_void_after_an_action(session: Session, looks: list) -> None:
    looks.append(look([mark(1, "Next", epoch=2)], epoch=2))
    first, second = execute(session, [call("tap", target_mark_id="ax_1@e1"), call("tap", target_mark_id="ax_2@e1")])
    assert (first.status, second.status, second.code) == ("ok", "error", "target_stale")


def test_calls_run_in_declared_order(session: Session, device: FakeDevice) -> None:
    execute(session, [call("home"), call("back"), call("wait", seconds=2)])
    assert device.calls == [("key", "HOME"), ("key", "BACK"), ("wait", 2.0)]


@pytest.mark.parametrize(
    "last", [call("finish", answer="42", evidence=["it reads 42"]), call("take_over", reason="pay")]
)
def test_after_the_end_the_rest_of_the_turn_is_skipped(session: Session, device: FakeDevice, last: ToolCall) -> None:
    session.settings = session.settings.model_copy(update={"finish_verify": "off"})
    ended, skipped = execute(session, [last, call("tap", target_description="Wi-Fi")])
    assert (ended.status, ended.final, ended.observation) == ("ok", True, None)
    assert (skipped.status, skipped.code) == ("skipped", "run_ended")
    assert skipped.text.startswith("error:")
    assert device.calls == []
    assert session.ending == last.name


def test_finish_keeps_the_answer_word_for_word(session: Session) -> None:
    said = {"answer": "  7 pm. ", "status": "completed", "evidence": ["the clock reads 7 pm"]}
    execute(session, [call("finish", **said), call("finish", confirm=True, **said)])
    assert (session.ending, session.answer, session.status) == ("finish", "  7 pm. ", "completed")


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (OutcomeUnknown("?"), "unknown", "device_outcome_unknown"),
        (DeviceTimeout("late"), "unknown", "device_timeout"),
        (NeedsConfirmation("pays 5"), "warned", "needs_confirmation"),
    ],
)
def test_receipts_never_claim_more_than_is_known(
    session: Session, device: FakeDevice, error: Exception, status: str, code: str
) -> None:
    device.errors["tap"] = error
    (receipt,) = execute(session, [call("tap", target_description="Wi-Fi")])
    assert (receipt.status, receipt.code, receipt.observation) == (status, code, None)
    if status == "unknown":
        assert "may have been sent" in receipt.text


def test_an_unknown_text_outcome_has_its_own_words(session: Session, device: FakeDevice) -> None:
    device.errors["type_text"] = TextOutcomeUnknown("?")
    (receipt,) = execute(session, [call("type_text", text="hi", target_description="Name")])
    assert (receipt.status, receipt.code) == ("unknown", "text_outcome_unknown")
    assert "text command may have been sent" in receipt.text


def test_text_that_was_sent_is_a_success_even_if_the_keyboard_was_not_restored(
    session: Session, device: FakeDevice
) -> None:
    device.errors["type_text"] = KeyboardNotRestored("ime set failed")
    (receipt,) = execute(session, [call("type_text", text="hi", target_description="Name")])
    assert (receipt.status, receipt.code) == ("ok", "keyboard_not_restored")
    assert "the text was sent" in receipt.text


def test_typing_focuses_clears_types_and_submits(session: Session, device: FakeDevice) -> None:
    (receipt,) = execute(session, [call("type_text", text="Zoë", target_description="Name", submit=True)])
    assert [c[0] for c in device.calls] == ["tap", "wait", "type_text", "press_action"]
    assert device.calls[2] == ("type_text", "Zoë", {"replace": True})
    assert "action key" in receipt.text


def test_typing_without_a_target_goes_to_the_focus(session: Session, device: FakeDevice) -> None:
    execute(session, [call("type_text", text="more", clear=False)])
    assert device.calls == [("type_text", "more", {"replace": False})]


def test_only_a_field_takes_text(session: Session, device: FakeDevice) -> None:
    (receipt,) = execute(session, [call("type_text", text="x", target_description="Wi-Fi")])
    assert "not a text field" in receipt.text
    assert device.calls == []


def test_a_failed_look_never_turns_the_action_into_a_failure(session: Session, device: FakeDevice, looks: list) -> None:
    looks.append(ObservationFailed("The app in front changed twice.", code="observation_drift", reference=object()))
    (receipt,) = execute(session, [call("tap", target_description="Wi-Fi")])
    assert device.calls == [("tap", 200, 140)]
    assert (receipt.status, receipt.code) == ("ok", "observation_drift")
    assert receipt.text.startswith('Tapped "Wi-Fi"')
    assert "unverified" in receipt.text
    assert receipt.reference is not None
    assert session.observation is None


def test_after_a_failed_look_nothing_is_addressable_until_the_next(session: Session, looks: list) -> None:
    looks += [ObservationFailed("no"), look([mark(1, "Wi-Fi", epoch=3)], epoch=3)]
    receipts = execute(
        session,
        [
            call("home"),
            call("tap", target_mark_id="ax_1@e1"),
            call("read_screen"),
            call("tap", target_mark_id="ax_1@e3"),
        ],
    )
    assert [r.status for r in receipts] == ["ok", "error", "ok", "ok"]


def test_a_lost_phone_ends_the_run_and_keeps_what_was_done(session: Session, device: FakeDevice) -> None:
    device.errors["key"] = DeviceLost("unplugged")
    with pytest.raises(DeviceLost):
        execute(session, [call("wait", seconds=1), call("home")])
    assert [r.call.name for r in session.receipts] == ["wait"]


def test_an_unknown_tool_is_an_error_receipt_with_the_tools(session: Session) -> None:
    (receipt,) = execute(session, [call("click")])
    assert (receipt.status, receipt.code) == ("error", "unknown_tool")
    assert "tap" in receipt.text


@pytest.mark.parametrize(("start", "end"), [([0, 1001], [5, 5]), ([5, 5], [-1, 3])])
def test_swipes_outside_the_screen_are_refused_with_the_range(
    session: Session, device: FakeDevice, start: list, end: list
) -> None:
    (receipt,) = execute(session, [call("swipe", start=start, end=end)])
    assert receipt.status == "error"
    assert "0 to 1000" in receipt.text
    assert device.calls == []


def test_swipes_are_relative(session: Session, device: FakeDevice) -> None:
    execute(session, [call("swipe", start=[500, 750], end=[500, 250])])
    assert device.calls == [("swipe", 500, 1500, 500, 500, 300)]


def test_scrolling_down_moves_the_finger_up_in_the_largest_list(session: Session, device: FakeDevice) -> None:
    common = {
        "parent": -1,
        "depth": 0,
        "text": "",
        "content_desc": "",
        "resource_id": "",
        "class_name": "",
        "package": "",
    }
    nodes = [
        Node(index=0, bounds=Rect(0, 0, 1000, 100), scrollable=True, **common),
        Node(index=1, bounds=Rect(0, 200, 1000, 1200), scrollable=True, **common),
    ]
    session.observation = look([], nodes=nodes)
    execute(session, [call("scroll", direction="down")])
    assert device.calls == [("swipe", 500, 1000, 500, 400, 400)]


def test_scrolling_at_the_end_says_that_nothing_moved(session: Session, looks: list) -> None:
    assert session.observation is not None
    looks.append(look(session.observation.marks, epoch=2))
    (receipt,) = execute(session, [call("scroll", direction="down")])
    assert "end of the list" in receipt.text


def test_what_was_typed_is_claimed_only_where_the_phone_said_a_field_takes_it(
    session: Session, device: FakeDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    (unsure,) = execute(session, [call("type_text", text="hi")])
    assert unsure.text == "Sent 'hi' to whatever has the focus; the phone does not say whether a field took it."
    monkeypatch.setattr(device, "type_text", lambda text, replace: True, raising=False)
    (sure,) = execute(session, [call("type_text", text="hi")])
    assert sure.text == "Typed 'hi' into the focused field."


@pytest.mark.parametrize(("lang", "words"), [("en", "nothing was typed"), ("zh", "未输入任何内容")])
def test_without_a_focus_nothing_is_typed_and_nothing_was_cleared(
    session: Session, device: FakeDevice, looks: list, lang: str, words: str
) -> None:
    session.settings = session.settings.model_copy(update={"lang": lang})
    device.errors["type_text"] = TextNotTypable("No field has the focus.", code="no_focus")
    (bare,) = execute(session, [call("type_text", text="hi", submit=True)])
    (named,) = execute(session, [call("type_text", text="hi", target_description="Name", submit=True)])
    for receipt in (bare, named):
        assert (receipt.status, receipt.code) == ("error", "no_focus")
        assert words in receipt.text
        assert "cleared" not in receipt.text
        assert "清空" not in receipt.text
    assert "ax_5" in named.text
    assert not any(c[0] == "press_action" for c in device.calls)


def test_looking_that_saw_nothing_is_not_a_success(session: Session, looks: list) -> None:
    looks.append(ObservationFailed("No picture.", code="observation_failed"))
    (receipt,) = execute(session, [call("read_screen")])
    assert (receipt.status, receipt.code) == ("error", "observation_failed")
    assert receipt.text.startswith("error: the screen could not be read.")


@pytest.mark.parametrize(
    ("front", "told"), [("org.mozilla.firefox", False), ("com.android.permissioncontroller", True), ("", False)]
)
def test_a_launch_that_ends_somewhere_else_says_so(session: Session, looks: list, front: str, told: bool) -> None:
    looks.append(look([], epoch=2, package=front))
    (receipt,) = execute(session, [ToolCall(id="l", name="launch_app", arguments={"name": "Firefox"})])
    assert receipt.status == "ok"
    assert ("in front now is com.android.permissioncontroller" in receipt.text) == told


def test_apps_are_called_in_receipts_what_the_home_screen_calls_them(session: Session, looks: list) -> None:
    home = look([mark(1, "Web browser", epoch=2), mark(2, "People", epoch=2)], epoch=2, package="com.android.launcher3")
    looks += [home, look([], epoch=3, package="com.android.contacts")]
    _, opened = execute(session, [call("home"), ToolCall(id="l", name="launch_app", arguments={"name": "Contacts"})])
    assert opened.text == "Launched People (com.android.contacts)."


def test_act_suggests_the_nearest_tool(session: Session) -> None:
    with pytest.raises(UnknownName, match="long_press"):
        act(session, "longpress")


def test_listeners_hear_every_receipt_and_cannot_stop_the_run(session: Session) -> None:
    heard: list[str] = []

    def failing(event: Event) -> None:
        raise RuntimeError("listener")

    def hearing(event: Event) -> None:
        if isinstance(event, CallEnded):
            heard.append(event.receipt.call.name)

    session.bus.listeners += [failing, hearing]
    execute(session, [call("home"), call("back")])
    assert heard == ["home", "back"]
    assert session.bus.failures


def test_the_model_is_told_the_installed_apps(session: Session) -> None:
    launch = next(t for t in tools_of(session) if t.name == "launch_app")
    assert launch.parameters["properties"]["name"]["examples"] == ["Contacts", "Firefox", "Settings"]


def test_act_passes_arguments_that_share_a_name_with_its_own(session: Session, device: FakeDevice) -> None:
    assert act(session, "launch_app", name="Settings").status == "ok"
    assert device.calls == [("launch", "com.android.settings")]
