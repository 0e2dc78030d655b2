"""What the shop knows: products, cart, orders, and what they cost. All amounts are cents."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record

CATEGORIES = ("Kitchen", "Sports", "Books", "Garden", "Electronics", "Clothing")
SORTS = {"relevance": "Relevance", "cheap": "Price: low to high", "dear": "Price: high to low", "rating": "Best rated"}
LIMITS = (0, 2500, 5000, 10_000)
"""Price limits one can filter by, cents; 0 is none."""
DELIVERIES = {"standard": ("Standard", 490), "express": ("Express", 990), "pickup": ("Pick-up point", 0)}
STATES = {
    "processing": "In preparation", "shipped": "Shipped", "delivered": "Delivered", "cancelled": "Cancelled"
}  # fmt: skip
REASONS = ("Does not fit", "Damaged", "Changed my mind", "Wrong item")


SIZES, COLOURS = ("Small", "Medium", "Large"), ("Blue", "Red", "Black")
SAMPLES: tuple[tuple[str, str, str, int, str, tuple[str, ...]], ...] = (
    ("Cast iron pan", "Hearth", "Kitchen", 3900, "", ()), ("Tea kettle", "Hearth", "Kitchen", 2950, "Colour", COLOURS),
    ("Bread knife", "Kesselbach", "Kitchen", 1890, "", ()), ("Yoga mat", "Lumo", "Sports", 2490, "Colour", COLOURS),
    ("Running belt", "Lumo", "Sports", 1650, "Size", SIZES), ("Skipping rope", "Falke & Rey", "Sports", 990, "", ()),
    ("Atlas of islands", "Lantern Books", "Books", 2200, "Edition", ("Paperback", "Hardcover")),
    ("The tram at night", "Lantern Books", "Books", 1290, "Edition", ("Paperback", "Hardcover")),
    ("Pruning shears", "Greenhand", "Garden", 2150, "", ()), ("Rain barrel", "Greenhand", "Garden", 8900, "", ()),
    ("Seed box", "Oakley Seeds", "Garden", 740, "", ()), ("Desk lamp", "Voltine", "Electronics", 4590, "Colour", COLOURS),
    ("Power bank", "Voltine", "Electronics", 3290, "", ()), ("Travel adapter", "Ampere", "Electronics", 1790, "", ()),
    ("Wool scarf", "Nordlys", "Clothing", 3490, "Colour", COLOURS), ("Rain jacket", "Nordlys", "Clothing", 9900, "Size", SIZES),
    ("Linen shirt", "Casa Pino", "Clothing", 5400, "Size", SIZES), ("Hiking socks", "Casa Pino", "Clothing", 1290, "Size", SIZES),
)  # fmt: skip
SAID = ("Does what it should.", "Smaller than I thought.", "My second one already!", "Arrived a day early.")


@dataclass(slots=True)
class ShoppingData:
    """The shop as one customer sees it."""

    products: list[Record] = field(default_factory=list[Record])
    wishes: list[str] = field(default_factory=list[str])
    cart: list[Record] = field(default_factory=list[Record])
    voucher: str = ""
    vouchers: list[Record] = field(default_factory=list[Record])
    addresses: list[Record] = field(default_factory=list[Record])
    card: str = "0000"
    orders: list[Record] = field(default_factory=list[Record])
    prefs: Record = field(default_factory=lambda: {"sort": "relevance", "in_stock": False, "under": 0})


def product(id: str, name: str, brand: str, category: str, price: int, stock: Mapping[str, int], **more: Any) -> Record:
    """A product's record. `stock` is by option; a product without options has the one option ""."""
    blank: Record = {"kind": "", "rating": 42, "next": "", "about": "", "reviews": []}
    return {"id": id, "name": name, "brand": brand, "category": category, "price": price, "stock": dict(stock),
            **blank, **more}  # fmt: skip


def order(id: str, when: datetime, lines: list[Record], state: str, total: int, **more: Any) -> Record:
    """An order's record; a line is what `line` makes."""
    blank: Record = {"delivery": "standard", "address": "a1", "note": ""}
    return {"id": id, "date": when.date().isoformat(), "lines": lines, "state": state, "total": total, **blank, **more}


def line(p: Record, option: str, count: int = 1) -> Record:
    """One line of an order; it keeps the name and the price of the day."""
    return {"product": p["id"], "name": p["name"], "option": option, "count": count, "price": p["price"] * count,
            "returned": ""}  # fmt: skip


def fresh(rng: random.Random, now: datetime) -> ShoppingData:
    """Most of the sample products, all in stock, two addresses, two past orders."""
    products: list[Record] = []
    for n, (name, brand, category, price, kind, options) in enumerate(rng.sample(SAMPLES, 14), start=1):
        stock = dict.fromkeys(options or ("",), 3 + n % 9)
        said = [{"by": pool.FIRST[n], "stars": 3 + n % 3, "text": SAID[n % 4]}]
        products.append(
            product(f"p{n}", name, brand, category, price, stock, kind=kind, rating=34 + n * 7 % 16, reviews=said)
        )
    streets = rng.sample(("Elm Street 4", "Harbour Road 17", "Kirchgasse 9", "Rue du Port 2"), 2)
    addresses: list[Record] = [
        {"id": "a1", "label": "Home", "street": streets[0], "city": "Lindenau"},
        {"id": "a2", "label": "Work", "street": streets[1], "city": "Port Sol"},
    ]
    first, second = products[0], products[1]
    orders = [
        order(
            "A1041", now - timedelta(days=19), [line(first, next(iter(first["stock"])))], "delivered", first["price"]
        ),
        order(
            "A1042", now - timedelta(days=1), [line(second, next(iter(second["stock"])))], "shipped", second["price"]
        ),
    ]
    vouchers = [{"code": "WELCOME5", "percent": 5, "minimum": 2000}]
    card = f"{rng.randrange(10_000):04d}"
    return ShoppingData(products, [products[2]["id"]], [], "", vouchers, addresses, card, orders)


def money(cents: int) -> str:
    """An amount as the shop writes it: $1,234.50."""
    return f"${cents / 100:,.2f}"


def find(records: list[Record], id: str) -> Record | None:
    """The record with this id."""
    return next((r for r in records if r["id"] == id), None)


def bill(data: ShoppingData, delivery: str = "") -> dict[str, int]:
    """What the cart costs, in cents: subtotal, discount, delivery (when chosen), total."""
    prices = {p["id"]: p["price"] for p in data.products}
    subtotal = sum(prices.get(line["product"], 0) * line["count"] for line in data.cart)
    voucher = next((v for v in data.vouchers if v["code"] == data.voucher), None)
    discount = subtotal * voucher["percent"] // 100 if voucher and subtotal >= voucher["minimum"] else 0
    cost = DELIVERIES[delivery][1] if delivery else 0
    return {"subtotal": subtotal, "discount": discount, "delivery": cost, "total": subtotal - discount + cost}
