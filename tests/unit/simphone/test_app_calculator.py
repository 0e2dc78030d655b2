from decimal import Decimal
from fractions import Fraction

import pytest
from app_driver import Hand
from hypothesis import given
from hypothesis import strategies as st
from translated import english_on, untranslated

from kit.simphone.apps import calculator
from kit.simphone.apps.calculator import APP, CalculatorData
from kit.simphone.apps.calculator_math import CannotCompute, evaluate, shown
from kit.simphone.phone import Phone


@pytest.fixture
def hand() -> Hand:
    return Hand(APP, CalculatorData())


def press(hand: Hand, keys: str) -> None:
    for key in keys:
        hand.tap({"(": "()", ")": "()", "<": "DEL"}.get(key, key))


def display(hand: Hand) -> tuple[str, str]:
    nodes = {w.id: w.text for w, _ in hand.widgets()}
    return nodes["formula"], nodes["result"]


@pytest.mark.parametrize(
    ("keys", "result"),
    [
        ("12×34=", "408"),
        ("0.1+0.2=", "0.3"),
        ("2+3×4=", "14"),
        ("(2+3)×4=", "20"),
        ("1÷3=", "0.333333333333"),
        ("7−12=", "−5"),
        ("200×15%=", "30"),
        ("8×−2=", "−16"),
        ("9÷4=", "2.25"),
        ("99999999×99999999=", "9999999800000001"),
    ],
)
def test_sums_come_out_exact(hand: Hand, keys: str, result: str) -> None:
    press(hand, keys)
    assert display(hand)[1] == result
    assert hand.data.history == [{"id": "1", "formula": keys[:-1], "result": result}]


def test_the_result_is_previewed_before_equals(hand: Hand) -> None:
    press(hand, "12+5")
    assert display(hand) == ("12+5", "17")
    press(hand, "−")
    assert display(hand) == ("12+5−", "")


def test_dividing_by_zero_is_an_error_and_leaves_no_history(hand: Hand) -> None:
    press(hand, "5÷0=")
    assert display(hand) == ("5÷0", "Can't divide by 0")
    assert hand.data.history == []
    press(hand, "7")
    assert display(hand)[0] == "7"


def test_an_operator_goes_on_from_the_result_and_a_digit_starts_anew(hand: Hand) -> None:
    press(hand, "6×7=+8=")
    assert display(hand) == ("42+8", "50")
    press(hand, "3")
    assert display(hand)[0] == "3"


def test_keys_that_cannot_stand_somewhere_change_nothing(hand: Hand) -> None:
    press(hand, "+1.2.3+×4")
    assert display(hand)[0] == "1.23×4"


def test_delete_takes_one_character_and_clear_all(hand: Hand) -> None:
    press(hand, "123<<")
    assert display(hand)[0] == "1"
    hand.tap("AC")
    assert display(hand)[0] == ""


def test_history_shows_the_newest_first_and_gives_a_result_back(hand: Hand) -> None:
    press(hand, "1+1=5×5=")
    hand.tap("History")
    rows = [t for t in hand.texts() if t.startswith("= ")]
    assert rows == ["= 25", "= 2"]
    hand.tap("1+1")
    assert display(hand)[0] == "2"


def test_clearing_the_history_asks_first(hand: Hand) -> None:
    press(hand, "1+1=")
    hand.tap("History")
    hand.tap("Clear")
    hand.tap("Cancel")
    assert len(hand.data.history) == 1
    hand.tap("Clear")
    hand.tap("Clear")
    assert hand.data.history == []
    assert "No history" in hand.texts()


def test_one_entry_of_the_history_can_go(hand: Hand) -> None:
    press(hand, "1+1=2+2=3+3=")
    hand.tap("History")
    hand.hold("2+2")
    hand.tap("Cancel")
    assert len(hand.data.history) == 3
    hand.hold("2+2")
    hand.tap("Delete")
    assert [e["formula"] for e in hand.data.history] == ["1+1", "3+3"]


PAGES = ((), (("press", "5"), ("press", "÷"), ("press", "0"), ("equals",)), (("history",),), (("ask_forget", "1"),),
         (("ask_clear",),), (("clear_history",), ("history",)))  # fmt: skip


@pytest.mark.parametrize("locale", ["zh-CN", "ar"])
def test_no_page_speaks_english_on_a_phone_that_does_not(locale: str) -> None:
    assert untranslated(APP, calculator) == []
    phone = Phone(3, locale=locale)
    for events in PAGES:
        phone.core.apps["calculator"].ui.dialog = None
        assert english_on(phone, APP, "home", events, frozenset({"AC", "DEL"})) == set(), events


@given(st.text(alphabet="0123456789.+−×÷%()", max_size=30))
def test_no_formula_breaks_the_evaluator(formula: str) -> None:
    try:
        value = evaluate(formula)
    except CannotCompute:
        return
    assert shown(value)


@given(
    st.decimals(min_value=-9999, max_value=9999, places=3, allow_nan=False),
    st.decimals(min_value=-9999, max_value=9999, places=3, allow_nan=False),
)
def test_short_decimals_lose_no_digit(a: Decimal, b: Decimal) -> None:
    words = [str(x).replace("-", "−") for x in (a, b)]
    for sign, exact in (("+", a + b), ("×", a * b), ("−", a - b)):
        said = shown(evaluate(f"{words[0]}{sign}{words[1]}"))
        assert Fraction(said.replace("−", "-")) == Fraction(exact)
