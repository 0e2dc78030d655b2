import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW
from app_phone import AppPhone
from translated import untranslated

from kit.device.device import Device
from kit.errors import SecureScreen
from kit.simphone.apps import bank, bank_pages
from kit.simphone.apps.bank import APP, NEWS, BankData, fresh
from kit.simphone.apps.bank_pages import cents, money
from kit.simphone.local import LocalTransport


@pytest.fixture
def phone() -> AppPhone:
    found = AppPhone(APP)
    found.tap(*found.data.pin)
    return found


def form(phone: AppPhone, amount: str, payee: int | None = 1, about: str = "") -> None:
    phone.tap("Transfer")
    phone.type("Amount", amount)
    phone.type("Reference", about)
    if payee is not None:
        one = phone.data.payees[payee]
        phone.tap(f"{one['name']} · {one['number']}")
    phone.tap("Check transfer")


def test_only_the_right_pin_opens_it_and_three_wrong_ones_close_it_for_a_while() -> None:
    phone = AppPhone(APP)
    pin, wrong = phone.data.pin, "0001" if phone.data.pin != "0001" else "0002"
    phone.tap("1")
    assert "1 of 4 digits" in phone.texts()
    phone.tap("Delete digit", *wrong)
    assert "Wrong PIN" in phone.texts()
    phone.tap(*wrong, *wrong)
    assert "Too many tries. Wait 30 seconds" in phone.texts()
    phone.tap(*pin)
    assert "Enter your PIN" in phone.texts()
    phone.wait(31)
    phone.tap(*pin)
    assert "Accounts" in phone.texts()


def test_coming_back_asks_for_the_pin_again_and_shows_where_one_was(phone: AppPhone) -> None:
    phone.tap("Cards")
    phone.phone.home()
    phone.phone.launch("bank")
    assert "Enter your PIN" in phone.texts()
    phone.tap(*phone.data.pin)
    assert f"Card ending {phone.data.cards[0]['digits']}" in phone.texts()


def test_the_card_number_cannot_be_photographed_but_read(phone: AppPhone) -> None:
    device = Device(LocalTransport(phone.phone))
    digits = phone.data.cards[0]["digits"]
    phone.tap("Cards", f"Card ending {digits}")
    assert device.screenshot().width > 0
    phone.tap("Show card number")
    with pytest.raises(SecureScreen):
        device.screenshot()
    assert f"4000 0012 3450 {digits}".encode() in device.hierarchy(windows=True)


def test_a_transfer_asks_first_and_moves_the_money(phone: AppPhone) -> None:
    before = phone.data.accounts[0]["balance"]
    form(phone, "12.50", 1, "Tickets")
    phone.tap("Cancel")
    assert phone.data.accounts[0]["balance"] == before
    phone.tap("Check transfer", "Transfer $12.50")
    made = phone.data.moves[-1]
    assert phone.data.accounts[0]["balance"] == before - 1250
    assert (made["number"], made["amount"], made["about"]) == (phone.data.payees[1]["number"], -1250, "Tickets")
    assert made["date"] == phone.phone.now.date().isoformat()


@pytest.mark.parametrize(
    ("amount", "payee", "error"),
    [
        ("", 1, "Enter an amount such as 12.50"),
        ("-4", 1, "Enter an amount such as 12.50"),
        ("5", None, "Choose who gets the money"),
        ("999999", 1, "Not enough money in this account"),
    ],
)
def test_a_transfer_says_what_is_wrong_with_it(phone: AppPhone, amount: str, payee: int | None, error: str) -> None:
    form(phone, amount, payee)
    assert error in phone.texts()
    assert len(phone.data.moves) == 10


def test_a_standing_order_can_be_changed_and_ended(phone: AppPhone) -> None:
    phone.tap("Standing orders", phone.data.payees[0]["name"], "Change amount")
    phone.type("New amount", "nothing")
    phone.tap("Save")
    assert "Enter an amount such as 12.50" in phone.texts()
    phone.type("New amount", "1,060")
    phone.tap("Save")
    assert phone.data.standing[0]["amount"] == 106_000
    phone.tap("End standing order", "Keep it")
    assert len(phone.data.standing) == 1
    phone.tap("End standing order", "End it")
    assert phone.data.standing == []
    assert "No standing orders" in phone.texts()


def test_a_card_is_frozen_after_a_question_and_its_limits_have_bounds(phone: AppPhone) -> None:
    phone.tap("Cards", f"Card ending {phone.data.cards[1]['digits']}", "Freeze card", "Cancel")
    assert phone.data.cards[1]["frozen"] is False
    phone.tap("Freeze card", "Freeze")
    assert phone.data.cards[1]["frozen"] is True
    phone.tap("Freeze card", "Unfreeze", "Payments abroad", "Cash limit")
    assert (phone.data.cards[1]["frozen"], phone.data.cards[1]["abroad"]) == (False, False)
    phone.type("New amount", "6000")
    phone.tap("Save")
    assert "The limit must be between $0 and $5,000" in phone.texts()
    phone.type("New amount", "0")
    phone.tap("Save")
    assert phone.data.cards[1]["cash"] == 0


def test_search_reads_shops_references_and_amounts(phone: AppPhone) -> None:
    wanted = phone.data.moves[3]
    phone.tap("Search transactions")
    phone.type("Search transactions", money(wanted["amount"]))
    assert wanted["who"] in phone.texts()
    phone.tap(wanted["who"])
    assert f"Account: {phone.data.accounts[0]['name']}" in phone.texts()


def test_a_message_counts_as_read_once_it_was_opened(phone: AppPhone) -> None:
    assert "1 new" in phone.texts()
    phone.tap("Messages from the bank", NEWS[0][0])
    assert NEWS[0][1] in phone.texts()
    assert all(m["read"] for m in phone.data.messages)


@pytest.mark.parametrize(
    ("typed", "amount"), [("12", 1200), ("$1,234.5", 123_450), ("0.07", 7), ("1.234", 0), ("12 euros", 0), ("", 0)]
)
def test_amounts_are_read_to_the_cent_or_not_at_all(typed: str, amount: int) -> None:
    assert cents(typed) == amount


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, bank, bank_pages) == []
    others = [
        "Wrong PIN", "Too many tries. Wait 30 seconds", "Enter an amount such as 12.50", "Choose who gets the money",
        "Not enough money in this account", "Freeze this card?", "Unfreeze this card?", "Transfer", "Cards",
        "Standing orders", "Messages from the bank", "Online limit", "Cash limit",
    ]  # fmt: skip
    assert [t for t in others for lang in ("zh", "ar") if t not in APP.words[lang]] == []


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_gives_the_same_bank(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert len(one["pin"]) == 4
    assert asdict(BankData()).keys() == one.keys()
