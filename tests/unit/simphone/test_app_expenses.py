import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import untranslated

from kit.simphone.apps import expenses, expenses_pages
from kit.simphone.apps.expenses import APP, ExpensesData, cents, entry, fresh
from kit.simphone.apps.expenses_pages import CATEGORIES, money
from kit.simphone.words import table


@pytest.fixture
def hand() -> Hand:
    entries = [
        entry("x1", 1250, "Food", "2026-02-27", "Cash", "Bakery"),
        entry("x2", 4000, "Food", "2026-02-03", "Card", "Market"),
        entry("x3", 999, "Leisure", "2026-02-10", "Cash", "Cinema"),
        entry("x4", 505, "Food", "2026-01-31", "Card", "Bakery"),
    ]
    return Hand(APP, ExpensesData(entries=entries, accounts=["Cash", "Card"], budgets={"Food": 5000, "Leisure": 2000}))


def test_every_text_is_translated() -> None:
    assert untranslated(APP, expenses, expenses_pages) == []
    for lang in ("zh", "ar"):
        assert {*CATEGORIES, "Amount", "Date", "Note"} <= table(lang, APP.words).keys()


@pytest.mark.parametrize(
    ("typed", "value"),
    [("12", 1200), ("12.4", 1240), (" 12,40 ", 1240), ("0.05", 5), ("0", None), ("", None), ("12.345", None), ("-3", None), ("a", None)],
)  # fmt: skip
def test_amounts_are_read_as_people_type_them(typed: str, value: int | None) -> None:
    assert cents(typed) == value


def test_the_months_tab_adds_up_by_category_and_knows_the_budget(hand: Hand) -> None:
    hand.tap("Months")
    assert {"2026-02", "52.50", "2.50 over the budget of 50.00", "9.99", "10.01 left of 20.00", "62.49"} <= {
        *hand.texts()
    }
    hand.tap("Month")
    hand.tap("2026-01")
    assert "44.95 left of 50.00" in hand.texts()
    assert "52.50" not in hand.texts()


def test_an_account_left_chosen_hides_the_others_everywhere(hand: Hand) -> None:
    hand.tap("Show account")
    hand.tap("Cash")
    assert hand.data.account == "Cash"
    assert "Market" not in hand.texts()
    hand.tap("Months")
    assert "12.50" in hand.texts()
    assert not any("budget" in t for t in hand.texts()), "a budget is for all accounts together"
    hand.tap("Search expenses")
    hand.type("Search expenses", "Market")
    assert "No matching entries" in hand.texts()
    assert "Cash" in hand.texts(), "it says why"


def test_a_category_of_a_month_lists_its_entries(hand: Hand) -> None:
    hand.tap("Months")
    hand.tap("Food")
    assert {"Bakery", "Market", "Food · 2026-02"} <= {*hand.texts()}
    assert "5.05" not in hand.texts()


def test_an_entry_is_made_only_with_an_amount_and_a_date(hand: Hand) -> None:
    hand.tap("New entry")
    hand.tap("Save")
    assert "Enter an amount such as 12.40" in hand.texts()
    hand.type("Amount", "31,05")
    hand.type("Date", "tomorrow")
    hand.tap("Save")
    assert "Enter the date as yyyy-mm-dd" in hand.texts()
    hand.type("Date", "2026-03-02")
    hand.type("Note", "Zoë's gift")
    hand.tap("Category")
    hand.tap("Gifts")
    hand.tap("Account")
    hand.tap("Card")
    hand.tap("Save")
    assert hand.data.entries[-1] == entry("x5", 3105, "Gifts", "2026-03-02", "Card", "Zoë's gift")


def test_editing_changes_one_entry_and_nothing_else(hand: Hand) -> None:
    before = [dict(e) for e in hand.data.entries]
    hand.tap("Market")
    hand.tap("Edit entry")
    hand.type("Amount", "41.00")
    hand.tap("Save")
    assert hand.data.entries == [before[0], before[1] | {"amount": 4100}, *before[2:]]
    assert "41.00" in hand.texts()


def test_deleting_asks_first(hand: Hand) -> None:
    hand.tap("Cinema")
    hand.tap("Delete entry")
    assert "9.99 of 2026-02-10 will be gone for good." in hand.texts()
    hand.tap("Cancel")
    assert len(hand.data.entries) == 4
    hand.tap("Delete entry")
    hand.tap("Delete")
    assert [e["id"] for e in hand.data.entries] == ["x1", "x2", "x4"]


def test_budgets_are_set_and_taken_away(hand: Hand) -> None:
    hand.tap("Budgets")
    for category, typed in (("Travel", "lots"), ("Travel", "120"), ("Food", "")):
        hand.tap(category)
        hand.type("Budget", typed)
        hand.tap("Save")
        if typed == "lots":
            assert "Enter an amount such as 12.40" in hand.texts()
            hand.tap("Cancel")
    assert hand.data.budgets == {"Leisure": 2000, "Travel": 12000}


def test_nothing_spent_says_so() -> None:
    empty = Hand(APP, ExpensesData())
    assert "Nothing was spent here" in empty.texts()
    empty.tap("Months")
    assert "0.00" in empty.texts()


@given(st.integers())
def test_the_same_seed_gives_the_same_entries_of_accounts_that_exist(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert {e["account"] for e in one["entries"]} <= {*one["accounts"]}
    assert {e["category"] for e in one["entries"]} <= {*CATEGORIES}


@given(st.integers(1, 10**8))
def test_an_amount_that_is_shown_can_be_typed_again(amount: int) -> None:
    assert cents(money(amount)) == amount
