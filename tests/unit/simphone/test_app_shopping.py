import json
import random
from dataclasses import asdict

import pytest
from app_driver import NOW, Hand
from app_phone import AppPhone
from translated import untranslated

from kit.simphone.apps import shopping, shopping_cart, shopping_orders, shopping_pages
from kit.simphone.apps.shopping import APP
from kit.simphone.apps.shopping_data import (
    CATEGORIES,
    DELIVERIES,
    REASONS,
    SAMPLES,
    SORTS,
    STATES,
    ShoppingData,
    fresh,
    line,
    order,
    product,
)


@pytest.fixture
def hand() -> Hand:
    shirt = product("p1", "Shirt", "Pino", "Clothing", 3000, {"Small": 2, "Large": 0}, kind="Size", rating=48)
    pan = product("p2", "Pan", "Hearth", "Kitchen", 9000, {"": 7}, rating=30)
    gone = product("p3", "Shirt dress", "Pino", "Clothing", 2000, {"": 0}, next="2026-03-20")
    place = [{"id": f"a{n}", "label": x, "street": "Elm 4", "city": "Lindenau"} for n, x in ((1, "Home"), (2, "Work"))]
    past = [order("A7", NOW, [line(shirt, "Small"), line(pan, "")], "delivered", 12_000)]
    data = ShoppingData(products=[shirt, pan, gone], addresses=place, card="4821", orders=past)
    data.vouchers = [{"code": "SAVE10", "percent": 10, "minimum": 5000}]
    return Hand(APP, data)


def put(hand: Hand, name: str, option: str = "") -> None:
    hand.send(("open", next(p["id"] for p in hand.data.products if p["name"] == name)))
    if option:
        hand.tap(option)
    hand.tap("Add to cart")


def test_lists_are_sorted_and_filtered_as_asked_until_the_filters_are_cleared(hand: Hand) -> None:
    hand.tap("Clothing")
    assert "Pino · $20.00 · ★ 4.2 · Out of stock" in hand.texts()
    hand.tap("Filter")
    hand.tap("In stock only")
    hand.tap("Under $25.00")
    hand.tap("Show results")
    assert "Nothing here with these filters" in hand.texts()
    hand.tap("Clear filters")
    hand.tap("Sort")
    hand.tap("Price: low to high")
    assert [t for t in hand.texts() if t.startswith("Shirt")] == ["Shirt dress", "Shirt"]


def test_a_product_says_what_there_is_of_each_option(hand: Hand) -> None:
    hand.tap("Shirt")
    hand.tap("Large")
    assert "Out of stock. No delivery planned" in hand.texts()
    hand.tap("Small")
    assert "Only 2 left" in hand.texts()
    hand.send(("open", "p3"))
    assert "Out of stock. Next delivery: Fri, Mar 20" in hand.texts()


def test_nothing_goes_into_the_cart_without_an_option_or_stock(hand: Hand) -> None:
    put(hand, "Shirt")
    assert "Choose an option first" in hand.texts()
    put(hand, "Shirt", "Large")
    assert "There are no more in stock" in hand.texts()
    assert hand.data.cart == []
    for _ in range(3):
        put(hand, "Shirt", "Small")
    assert hand.data.cart == [{"product": "p1", "option": "Small", "count": 2}]


def test_a_voucher_is_refused_until_it_exists_and_the_order_is_large_enough(hand: Hand) -> None:
    put(hand, "Shirt", "Small")
    hand.tap("Cart")
    hand.type("Voucher code", "nonsense")
    hand.tap("Apply voucher")
    assert "This voucher code is not valid" in hand.texts()
    hand.type("Voucher code", "save10")
    hand.tap("Apply voucher")
    assert "This voucher needs an order of $50.00 or more" in hand.texts()
    hand.tap("One more: Shirt, Small")
    hand.tap("Apply voucher")
    assert {"Voucher SAVE10: 10% off", "Discount: $6.00", "Total: $54.00"} <= set(hand.texts())
    hand.tap("One less: Shirt, Small")
    hand.tap("Remove Shirt, Small")
    assert "Your cart is empty" in hand.texts()


def test_paying_asks_first_then_takes_a_moment_and_makes_an_order(hand: Hand) -> None:
    put(hand, "Pan")
    put(hand, "Shirt", "Small")
    hand.tap("Cart")
    hand.tap("Go to checkout")
    hand.tap("Work: Elm 4, Lindenau")
    hand.tap("Express, $9.90")
    hand.tap("Review and pay")
    assert "2 items to Work. Card ending 4821 will be charged." in hand.texts()
    hand.tap("Cancel")
    assert len(hand.data.orders) == 1
    hand.tap("Review and pay")
    hand.tap("Pay $129.90")
    assert "Payment is being processed" in hand.texts()
    assert len(hand.data.orders) == 1
    (_, event), *_ = hand.env.timers
    hand.send(event)
    assert "Your order number is A8" in hand.texts()
    made = hand.data.orders[-1]
    assert (made["total"], made["delivery"], made["address"], made["state"]) == (12_990, "express", "a2", "processing")
    assert hand.data.cart == []
    assert [p["stock"] for p in hand.data.products[:2]] == [{"Small": 1, "Large": 0}, {"": 6}]


def test_an_order_in_preparation_can_be_called_off_after_a_question(hand: Hand) -> None:
    hand.data.orders[0]["state"] = "processing"
    hand.tap("Orders")
    hand.tap("Order A7")
    hand.tap("Cancel order")
    assert "This cannot be undone. $120.00 will be paid back." in hand.texts()
    hand.tap("Keep order")
    assert hand.data.orders[0]["state"] == "processing"
    hand.tap("Cancel order")
    hand.tap("Cancel order")
    assert "Cancelled" in hand.texts()
    assert hand.data.orders[0]["state"] == "cancelled"


def test_a_return_needs_things_and_a_reason(hand: Hand) -> None:
    hand.tap("Orders")
    hand.tap("Order A7")
    hand.tap("Return items")
    hand.tap("1 × Pan")
    hand.tap("Request return")
    assert "Choose what to return and why" in hand.texts()
    hand.tap("Damaged")
    hand.tap("Request return")
    assert "1 items, $90.00. A courier will pick them up." in hand.texts()
    hand.tap("Request return")
    assert [one["returned"] for one in hand.data.orders[0]["lines"]] == ["", "Damaged"]
    assert "Returned: Damaged" in hand.texts()


def test_the_wish_list_holds_what_was_put_there(hand: Hand) -> None:
    hand.tap("Pan")
    hand.tap("Add to wish list")
    assert hand.data.wishes == ["p2"]
    hand.tap("Remove from wish list")
    assert hand.data.wishes == []


def test_search_reads_names_and_makers_on_a_whole_phone() -> None:
    phone = AppPhone(APP)
    wanted = phone.data.products[3]
    phone.tap("Search products")
    phone.type("Search products", wanted["brand"].upper())
    phone.tap(wanted["name"])
    assert wanted["brand"] in phone.texts()
    phone.back()
    phone.type("Search products", "zzz")
    assert "No products found" in phone.texts()


def test_a_shop_without_anything_says_so() -> None:
    hand = Hand(APP, ShoppingData())
    hand.tap("Cart")
    assert "Your cart is empty" in hand.texts()
    hand.send(("go", "wishes"))
    assert "Your wish list is empty" in hand.texts()
    hand.send(("go", "orders"))
    assert "No orders yet" in hand.texts()


def test_every_text_has_chinese_and_arabic() -> None:
    assert untranslated(APP, shopping, shopping_pages, shopping_cart, shopping_orders) == []
    tables = [*CATEGORIES, *SORTS.values(), *STATES.values(), *REASONS, *(name for name, _ in DELIVERIES.values())]
    kinds = [kind for *_, kind, _ in SAMPLES if kind]
    errors = ["Choose an option first", "There are no more in stock", "Choose what to return and why"]
    assert [t for t in (*tables, *kinds, *errors) for lang in ("zh", "ar") if t not in APP.words[lang]] == []


@pytest.mark.parametrize("seed", range(5))
def test_the_same_seed_gives_the_same_shop_whose_orders_can_be_found(seed: int) -> None:
    one, two = (asdict(fresh(random.Random(seed), NOW)) for _ in range(2))
    assert one == two == json.loads(json.dumps(one))
    assert {o["address"] for o in one["orders"]} <= {a["id"] for a in one["addresses"]}
    assert set(one["wishes"]) <= {p["id"] for p in one["products"]}


def test_a_payment_that_arrives_twice_makes_one_order(hand: Hand) -> None:
    put(hand, "Pan")
    hand.send(("checkout",))
    hand.send(("paid",))
    hand.send(("paid",))
    assert len(hand.data.orders) == 2
