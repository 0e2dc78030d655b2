"""Harness specification, section "约束（P0）", row "安全", with translation T3.7: one test a rule."""

from __future__ import annotations

from typing import Any

import pytest
from fake_phone import look, mark
from fake_session import do, fake_session

from kit.errors import NeedsConfirmation, ToolRefused
from kit.events import Around
from kit.tools.execute import tools_of
from kit.tools.risks import is_launcher, risks, risky_words
from kit.tools.session import Session
from kit.types import Mark, Observation, Receipt, Rect, ToolCall

INSTALLER = "com.google.android.packageinstaller"


def touched(session: Session) -> list[str]:
    return [c[0] for c in session.device.calls]  # type: ignore[attr-defined]


def screen(label: str, package: str = "shop.app", *texts: str, **more: Any) -> Observation:
    return look(
        [mark(1, label, package=package, **more), mark(2, "Cancel", package=package)], package=package, texts=texts
    )


# --- warned first, run when confirmed ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "package", "rule"),
    [
        ("Pay $12.50", "shop.app", "payment"),
        ("Confirm payment", "shop.app", "payment"),
        ("确认支付 ¥128.00", "shop.app", "payment"),
        ("立即付款", "shop.app", "payment"),
        ("Buy now", "shop.app", "purchase"),
        ("Place order", "shop.app", "purchase"),
        ("提交订单", "shop.app", "purchase"),
        ("$4.99", "com.android.vending", "purchase"),
        ("Send money", "bank.app", "money_transfer"),
        ("确认转账", "bank.app", "money_transfer"),
        ("塞钱进红包", "com.tencent.mm", "money_transfer"),
        ("Install", INSTALLER, "install_outside_store"),
        ("继续安装", "com.miui.packageinstaller", "install_outside_store"),
        ("Allow from this source", "com.android.settings", "install_outside_store"),
        ("Delete account", "chat.app", "account_deletion"),
        ("注销账号", "chat.app", "account_deletion"),
        ("Verify your identity", "bank.app", "identity"),
    ],
)
def test_a_risky_call_is_warned_about_first_and_runs_when_confirmed(
    monkeypatch: pytest.MonkeyPatch, label: str, package: str, rule: str
) -> None:
    session = fake_session(monkeypatch, screen(label, package))
    warned = do(session, "tap", target_mark_id="ax_1@e1")
    assert (warned.status, warned.code, touched(session)) == ("warned", f"confirm_{rule}", [])
    assert "confirm=true" in warned.text
    done = do(session, "tap", target_mark_id="ax_1@e1", confirm=True)
    assert (done.status, touched(session)) == ("ok", ["tap"])
    assert done.call.arguments["confirm"] is True


@pytest.mark.parametrize(
    ("label", "package"),
    [
        ("Buy milk", "com.simphone.notes"),
        ("Delete", "com.android.contacts"),
        ("Delete contact", "com.android.contacts"),
        ("Reset", "com.android.deskclock"),
        ("Reset apps", "com.android.settings"),
        ("Reset Bluetooth & Wi-Fi, Forgets networks", "com.android.settings"),
        ("Uninstall", "com.android.settings"),
        ("Install", "com.android.vending"),
        ("Update", "com.android.vending"),
        ("Payments", "com.android.settings"),
        ("支付宝", "com.android.launcher3"),
        ("Send", "com.android.messaging"),
        ("购买牛奶", "com.simphone.notes"),
    ],
)
def test_ordinary_calls_run_at_once(monkeypatch: pytest.MonkeyPatch, label: str, package: str) -> None:
    session = fake_session(monkeypatch, screen(label, package))
    assert do(session, "tap", target_mark_id="ax_1@e1").status == "ok"


def test_confirm_without_a_warning_before_it_is_warned_about_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, screen("Pay now"))
    assert do(session, "tap", target_description="Pay now", confirm=True).status == "warned"
    assert touched(session) == []


def test_repeating_the_call_without_confirm_is_not_a_confirmation(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, screen("Pay now"))
    assert [do(session, "tap", target_description="Pay now").status for _ in range(3)] == ["warned"] * 3


def test_an_amount_that_changed_meanwhile_is_warned_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = screen("Pay now", "shop.app", "Total $5"), screen("Pay now", "shop.app", "Total $500")
    session = fake_session(monkeypatch, first, second)
    do(session, "tap", target_description="Pay now")
    do(session, "read_screen")
    assert do(session, "tap", target_description="Pay now", confirm=True).status == "warned"
    assert do(session, "tap", target_description="Pay now", confirm=True).status == "ok"


def test_a_confirmation_holds_for_another_look_at_the_same_screen_but_only_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = fake_session(monkeypatch, screen("Pay now"))
    do(session, "tap", target_description="Pay now")
    do(session, "read_screen")
    assert do(session, "tap", target_description="Pay now", confirm=True).status == "ok"
    assert do(session, "tap", target_description="Pay now", confirm=True).status == "warned"


def test_a_confirmation_is_for_its_own_control(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = look([mark(1, "Pay $5"), mark(2, "Pay $500")], package="shop.app")
    session = fake_session(monkeypatch, seen)
    do(session, "tap", target_description="Pay $5")
    assert do(session, "tap", target_description="Pay $500", confirm=True).status == "warned"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_confirm_is_offered_by_the_tools_that_touch_and_by_no_other(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    session = fake_session(monkeypatch, lang=lang)
    with_it = {t.name for t in tools_of(session) if "confirm" in t.parameters["properties"]}
    assert with_it == {"tap", "long_press", "type_text", "swipe", "finish"}


def test_a_tool_that_does_not_offer_it_refuses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert do(fake_session(monkeypatch), "home", confirm=True).code == "bad_arguments"


# --- the ways around it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("tap", {"target_description": "pay now"}),
        ("long_press", {"target_description": "Pay now"}),
        ("swipe", {"start": [200, 70], "end": [201, 71]}),
    ],
)
def test_every_way_to_touch_it_is_warned_about(
    monkeypatch: pytest.MonkeyPatch, name: str, arguments: dict[str, Any]
) -> None:
    session = fake_session(monkeypatch, screen("Pay now"))
    assert do(session, name, **arguments).code == "confirm_payment"
    assert touched(session) == []


def test_a_slider_that_pays_is_warned_about_a_list_scrolled_over_a_button_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slide = {"start": [150, 70], "end": [900, 70]}
    assert do(fake_session(monkeypatch, screen("Slide to pay")), "swipe", **slide).status == "warned"
    assert do(fake_session(monkeypatch, screen("Pay now")), "swipe", **slide).status == "ok"


def test_what_visual_location_finds_passes_the_gate_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, screen("Cancel order"))
    found = mark(1, "Pay now", role="spot")
    monkeypatch.setattr("kit.tools.target.fall_back", lambda session, description: found)
    receipt = do(session, "tap", target_description="the green button at the bottom")
    assert (receipt.code, touched(session)) == ("confirm_payment", [])
    again = do(session, "tap", target_description="the green button at the bottom", confirm=True)
    assert (again.status, touched(session)) == ("ok", ["tap"])


def test_a_call_that_a_handler_changed_passes_the_gate_again(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, screen("Pay now"))

    def aim_elsewhere(call: ToolCall, proceed: Any) -> Receipt:
        return proceed(ToolCall(id=call.id, name="tap", arguments={"target_description": "Pay now"}))

    handler: Around = aim_elsewhere
    session.bus.handlers.append(handler)
    assert do(session, "tap", target_description="Cancel").code == "confirm_payment"
    assert touched(session) == []


def test_card_data_is_warned_about_before_it_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = look([mark(1, "Card number", role="field", actions=("tap", "type"))], package="shop.app")
    session = fake_session(monkeypatch, seen)
    given = {"text": "4111", "target_description": "Card number"}
    assert do(session, "type_text", **given).code == "confirm_identity"
    assert do(session, "type_text", **{**given, "text": "4999"}, confirm=True).status == "warned"
    assert do(session, "type_text", **{**given, "text": "4999"}, confirm=True).status == "ok"


def test_text_into_the_focused_field_is_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = look([mark(1, "支付密码", role="field", actions=("tap", "type"), states=("focused",))], package="shop.app")
    assert do(fake_session(monkeypatch, seen), "type_text", text="123456").code == "confirm_identity"


# --- never -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "package", "texts", "rule"),
    [
        ("Factory data reset", "com.android.settings", (), "factory_reset"),
        ("Erase all data (factory reset), Removes everything", "com.android.settings", (), "factory_reset"),
        ("恢复出厂设置", "com.android.settings", (), "factory_reset"),
        ("清除所有数据（恢复出厂设置）", "com.android.settings", (), "factory_reset"),
        ("System update", "com.android.settings", (), "system_update"),
        ("系统更新", "com.android.settings", (), "system_update"),
        ("软件升级", "com.android.settings", (), "system_update"),
        ("Download and install", "com.google.android.gms", ("System update available",), "system_update"),
        ("OK", "com.android.updater", (), "system_update"),
    ],
)
@pytest.mark.parametrize("safety", [True, False])
def test_updates_and_resets_are_refused_by_package_and_by_label_even_when_confirmed(
    monkeypatch: pytest.MonkeyPatch, label: str, package: str, texts: tuple[str, ...], rule: str, safety: bool
) -> None:
    session = fake_session(monkeypatch, screen(label, package, *texts), safety=safety)
    for confirm in ({}, {"confirm": True}):
        receipt = do(session, "tap", target_mark_id="ax_1@e1", **confirm)
        assert (receipt.status, receipt.code) == ("error", f"blocked_{rule}")
    assert touched(session) == []


@pytest.mark.parametrize("name", ["com.android.updater", "System update", "系统更新"])
def test_they_are_not_launched_either(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    assert do(fake_session(monkeypatch), "launch_app", name=name).code == "blocked_system_update"


def test_a_blocked_app_can_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, screen("OK", "com.android.updater"))
    assert [do(session, name).status for name in ("back", "home", "read_screen")] == ["ok"] * 3


def test_the_deny_list_holds_on_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, screen("OK", "com.bank.app"), launch_deny="com.bank.*")
    receipt = do(session, "tap", target_description="OK")
    assert (receipt.code, touched(session)) == ("app_denied", [])
    assert do(session, "back").status == "ok"


def test_the_deny_list_holds_at_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, launch_deny="org.mozilla.*")
    assert do(session, "launch_app", name="firefox").status == "error"
    assert touched(session) == []


# --- the setting, further guards, the data -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "package", "status"),
    [
        ("Pay now", "shop.app", "warned"),
        ("Buy now", "shop.app", "warned"),
        ("Install", INSTALLER, "warned"),
        ("Delete account", "chat.app", "ok"),
    ],
)
def test_safety_off_keeps_payments_and_installs_from_outside_a_store(
    monkeypatch: pytest.MonkeyPatch, label: str, package: str, status: str
) -> None:
    session = fake_session(monkeypatch, screen(label, package), safety=False)
    assert do(session, "tap", target_mark_id="ax_1@e1").status == status


def test_two_guards_that_both_want_a_word_are_both_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch, screen("Pay now"))

    def second(session: Session, call: ToolCall, target: Mark | None) -> None:
        if target is not None and target.full_label == "Pay now":
            raise NeedsConfirmation("It is late.", code="late")

    session.guards.append(second)
    codes = [do(session, "tap", target_description="Pay now", confirm=c).code for c in (False, True, True)]
    assert codes == ["confirm_payment", "late", ""]
    assert touched(session) == ["tap"]


def test_a_guard_may_refuse_and_the_model_reads_why(monkeypatch: pytest.MonkeyPatch) -> None:
    session = fake_session(monkeypatch)

    def never(session: Session, call: ToolCall, target: Mark | None) -> None:
        raise ToolRefused("Not on Sundays.", code="sunday")

    session.guards.append(never)
    receipt = do(session, "home")
    assert (receipt.status, receipt.code, touched(session)) == ("error", "sunday", [])
    assert "Sundays" in receipt.text


def test_every_rule_has_words_in_both_languages_and_a_condition() -> None:
    from kit.tools.safety import PHRASES

    for rule in risks().rules:
        assert rule.labels or rule.packages
        assert set(PHRASES[rule.name]) == {"en", "zh"}


@pytest.mark.parametrize(("package", "home"), [("com.miui.home", True), ("com.google.android.apps.nexuslauncher", True),
                                               ("com.android.settings", False)])  # fmt: skip
def test_launchers_are_known(package: str, home: bool) -> None:
    assert is_launcher(package) is home


def test_risky_words_are_whole_words_in_english() -> None:
    assert risky_words("Pay Ann, pay Bob") == ("pay",)
    assert risky_words("Open Paypal's stocking") == ()
    assert risky_words("把２００元转账给她") == ("转账",)


def test_a_grid_cell_is_a_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    from kit.tools.safety import targets

    seen = look([mark(1, "Pay now", box=Rect(125, 0, 250, 160))], package="shop.app")
    session = fake_session(monkeypatch, seen)
    hit = targets(session, ToolCall(id="g", name="tap_grid", arguments={"cell": "B1"}))
    missed = targets(session, ToolCall(id="g", name="tap_grid", arguments={"cell": "C1"}))
    assert [m.full_label for m in hit] == ["Pay now"]
    assert missed == ()
