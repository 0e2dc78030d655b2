"""Tasks in Shopping's catalogue: find and compare products, fill a cart, pay, and know when something cannot be had."""

from __future__ import annotations

import random
from datetime import datetime

from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts import person
from kit.simphone.apps.notes import note
from kit.simphone.apps.people import Record
from kit.simphone.apps.shopping_data import COLOURS, DELIVERIES, SIZES, line, money, order, product
from kit.simphone.spellings import spellings
from kit.tasks.base import ANY, Data, Oracle, Params, Template, TruePhone
from kit.tasks.simphone import shopping_orders
from kit.tasks.simphone.contacts import add_people, draw_people
from kit.tasks.simphone.messages import READING, add_threads
from kit.tasks.simphone.reading import find_out
from kit.tasks.simphone.shopping_orders import agree, beginning, fill_shop, rows, seek_beginning
from kit.tasks.simphone.steps import Walk, enter, marks, press, seek, until, words
from kit.types import Observation

VISITS = ("shopping.prefs.*",)
"""How lists are filtered and sorted while one looks around."""
MAKES = ("Nova", "Alpine", "Pico", "Orbit", "Mistral", "Tundra", "Solana", "Ember")
BRANDS = ("Lumo", "Hearth", "Voltine", "Nordlys", "Casa Pino", "Ampère", "Kesselbach", "青山")
GOODS: dict[str, tuple[tuple[str, str], ...]] = {
    "Kitchen": (("kettle", "Colour"), ("frying pan", "Size"), ("apron", "Colour")),
    "Sports": (("yoga mat", "Colour"), ("helmet", "Size"), ("water bottle", "Colour")),
    "Clothing": (("rain jacket", "Size"), ("scarf", "Colour"), ("fleece", "Size")),
    "Electronics": (("headphones", "Colour"), ("desk lamp", "Colour"), ("phone case", "Colour")),
}
OPTIONS = {"Colour": COLOURS, "Size": SIZES}
DAY = datetime(2025, 8, 1)
"""Of drawn orders: before any simphone's clock."""


def draw_shelf(rng: random.Random) -> list[Record]:
    """Sixteen products, pairs of near duplicates, all with options and in stock; ids p1 to p16 in listed order."""
    made: list[tuple[str, str, str]] = []
    for category, goods in GOODS.items():
        for make, (good, kind) in zip(rng.sample(MAKES, 2), rng.sample(goods, 2), strict=True):
            made += [
                (f"{make} {good}", category, kind),
                (f"{make} {good} {rng.choice(('Pro', 'Lite', '2'))}", category, kind),
            ]
    rng.shuffle(made)
    shelf: list[Record] = []
    for n, (name, category, kind) in enumerate(made, start=1):
        stock = {option: rng.randint(3, 9) for option in OPTIONS[kind]}
        price = rng.randrange(900, 9000, 10) + rng.choice((0, 5, 9))
        shelf.append(product(f"p{n}", name, rng.choice(BRANDS), category, price, stock, kind=kind,
                             rating=rng.randint(28, 49)))  # fmt: skip
    return shelf


def look_up(seen: Observation, name: str) -> Walk:
    """From a page with the search button: a product's page, found by its name; lifts filters that hide it."""
    seen = yield from press(seen, "Search products")
    return (yield from find_typed(seen, name))


def find_typed(seen: Observation, name: str) -> Walk:
    """From the search page to a product's page."""
    seen = yield from enter(seen, "Search products", name)
    if not marks(seen, name) and marks(seen, "Clear filters"):
        seen = yield from press(seen, "Clear filters")
    return (yield from press(seen, name))


# --- order and pay ---------------------------------------------------------------------------------------------------


def _draw_order(rng: random.Random) -> Params:
    shelf = draw_shelf(rng)
    wanted = rng.choice(shelf)
    way = rng.choice(list(DELIVERIES))
    labels = rng.sample(("Home", "Work", "Studio", "Mum", "Cabin"), 3)
    streets = rng.sample(("Elm Street 4", "Harbour Road 17", "Kirchgasse 9", "Rue du Port 2", "Calle Ancha 30"), 3)
    return {"shelf": shelf, "name": wanted["name"], "option": rng.choice(list(wanted["stock"])), "count": rng.randint(2, 3),
            "way": way, "delivery": DELIVERIES[way][0], "place": rng.choice(labels), "labels": labels,
            "streets": streets}  # fmt: skip


def _setup_order(phone: TruePhone, params: Params) -> None:
    fill_shop(phone, params["shelf"])
    made = [
        {"id": f"a{n}", "label": label, "street": street, "city": "Lindenau"}
        for n, (label, street) in enumerate(zip(params["labels"], params["streets"], strict=True), start=1)
    ]
    phone.set("shopping.addresses", made)


def _expect_order(data: Data, params: Params) -> None:
    shop = data["shopping"]
    wanted = next(p for p in shop["products"] if p["name"] == params["name"])
    total = wanted["price"] * params["count"] + DELIVERIES[params["way"]][1]
    place = next(a["id"] for a in shop["addresses"] if a["label"] == params["place"])
    bought = [line(wanted, params["option"], params["count"])]
    made = order(
        pool.next_id("A", shop["orders"]), DAY, bought, "processing", total, delivery=params["way"], address=place
    )
    shop["orders"].append(made | {"date": ANY})
    wanted["stock"][params["option"]] -= params["count"]


def _solve_order(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Shopping"}
    seen = yield from look_up(seen, params["name"])
    seen = yield from press(seen, params["option"])
    seen = yield from press(seen, "Add to cart")
    seen = yield from press(seen, "Cart")
    more = spellings("One more: {name}", name=f"{params['name']}, {params['option']}")
    for _ in range(params["count"] - 1):
        seen = yield from press(seen, more)
    seen = yield from press(seen, "Go to checkout")
    seen = yield from seek_beginning(seen, f"{params['place']}: ")
    seen = yield from press(seen, beginning(seen, f"{params['place']}: "))
    price = money(DELIVERIES[params["way"]][1])
    ways = spellings(params["delivery"])
    seen = yield from press(
        seen, frozenset(s for way in ways for s in spellings("{name}, {amount}", name=way, amount=price))
    )
    seen = yield from press(seen, "Review and pay")
    yield from agree(seen)
    yield "wait", {"seconds": 3}
    yield "finish", {}


# --- the best one ----------------------------------------------------------------------------------------------------


def _draw_best(rng: random.Random) -> Params:
    shelf = draw_shelf(rng)
    category = rng.choice(list(GOODS))
    limit = rng.choice((5000, 10_000))
    for p, rating in zip(shelf, rng.sample(range(28, 50), len(shelf)), strict=True):
        p["rating"] = rating
        if p["category"] == category and rng.random() < 0.4:
            p["stock"] = dict.fromkeys(p["stock"], 0)
    own = [p for p in shelf if p["category"] == category]
    own[0].update(stock=dict.fromkeys(own[0]["stock"], 4), price=limit - rng.randint(60, 400))  # there is always one
    title = (
        f"{rng.choice(('Gift for', 'Ask', 'Idea for', 'Présent pour'))} {rng.choice(pool.FIRST)} {rng.randint(2, 99)}"
    )
    return {"shelf": shelf, "category": category, "limit": limit, "amount": money(limit), "title": title}


def _best(params: Params) -> Record:
    fit = [p for p in params["shelf"] if p["category"] == params["category"] and p["price"] < params["limit"]]
    return max((p for p in fit if any(p["stock"].values())), key=lambda p: p["rating"])


def _setup_best(phone: TruePhone, params: Params) -> None:
    fill_shop(phone, params["shelf"])


def _expect_best(data: Data, params: Params) -> None:
    best, notes = _best(params), data["notes"]["notes"]
    data["shopping"]["wishes"].append(best["id"])
    made = note(pool.next_id("n", notes), params["title"], DAY, body=best["name"])
    notes.append(made | {"folder": ANY, "edited": ANY})


def _solve_best(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Shopping"}
    seen = yield from press(seen, params["category"])
    seen = yield from press(seen, "Filter")
    seen = yield from press(seen, "In stock only")
    seen = yield from press(seen, spellings("Under {amount}", amount=params["amount"]))
    seen = yield from press(seen, "Show results")
    seen = yield from press(seen, "Sort")
    seen = yield from press(seen, "Best rated")
    first = rows(seen, "product_row")[0]
    name = words(seen, first)[1]
    seen = yield "tap", {"target_mark_id": first.id}
    seen = yield from press(seen, "Add to wish list")
    seen = yield "launch_app", {"name": "Notes"}
    seen = yield from press(seen, "New note")
    seen = yield from press(seen, "Text note")
    seen = yield from enter(seen, "Title", params["title"])
    seen = yield from enter(seen, "Note", name)
    yield from press(seen, "Save")
    yield "finish", {}


# --- out of stock ----------------------------------------------------------------------------------------------------


def _draw_gone(rng: random.Random) -> Params:
    shelf = draw_shelf(rng)
    wanted = rng.choice(shelf)
    option = rng.choice(list(wanted["stock"]))
    wanted["stock"][option] = 0
    return {"shelf": shelf, "name": wanted["name"], "option": option, "price": money(wanted["price"])}


def _answer_gone(_: Data, params: Params) -> tuple[str, ...]:
    return params["price"], params["price"].removeprefix("$")


def _solve_gone(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Shopping"}
    seen = yield from look_up(seen, params["name"])
    seen, price = yield from find_out(seen, r"(\$.+)")
    seen = yield from press(seen, params["option"])
    yield "finish", {"answer": price, "status": "impossible"}


# --- a cart with the wrong things in it ------------------------------------------------------------------------------


def _draw_cart(rng: random.Random) -> Params:
    shelf = draw_shelf(rng)
    wanted, other = rng.sample(shelf, 2)
    wanted["price"] = rng.randrange(5100, 8900, 10)
    right, wrong = rng.sample(list(wanted["stock"]), 2)
    held: list[Record] = [
        {"product": wanted["id"], "option": wrong, "count": rng.randint(1, 2)},
        {"product": other["id"], "option": next(iter(other["stock"])), "count": rng.randint(1, 3)},
    ]
    rng.shuffle(held)
    return {"shelf": shelf, "name": wanted["name"], "option": right, "held": held, "id": wanted["id"]}


def _setup_cart(phone: TruePhone, params: Params) -> None:
    fill_shop(phone, params["shelf"], cart=params["held"])
    phone.set("shopping.prefs", {"sort": "dear", "in_stock": True, "under": 5000})


def _expect_cart(data: Data, params: Params) -> None:
    data["shopping"]["cart"] = [{"product": params["id"], "option": params["option"], "count": 1}]


def _solve_cart(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Shopping"}
    seen = yield from press(seen, "Cart")
    seen = yield from until(seen, lambda now: bool(rows(now, "drop")))
    while found := rows(seen, "drop"):
        seen = yield "tap", {"target_mark_id": found[0].id}
    seen = yield from press(seen, "Navigate up")
    seen = yield from look_up(seen, params["name"])
    seen = yield from press(seen, params["option"])
    yield from press(seen, "Add to cart")
    yield "finish", {}


# --- a voucher from a message ----------------------------------------------------------------------------------------


def _draw_voucher(rng: random.Random) -> Params:
    (first, last, number), (_, other, near) = draw_people(rng, 2)
    shelf = draw_shelf(rng)
    bought = [[p["name"], rng.choice(list(p["stock"]))] for p in rng.sample(shelf, 3)]
    codes = [f"{rng.choice(('SPRING', 'HAPPY', 'CIAO', 'NORD'))}-{rng.randrange(16**4):04X}" for _ in range(2)]
    (a, ao), (b, bo), (c, co) = bought
    return {"shelf": shelf, "first": first, "last": last, "other": other, "number": number, "near": near,
            "a": a, "ao": ao, "b": b, "bo": bo, "c": c, "co": co, "bought": bought, "recall": codes[0],
            "old": codes[1], "percent": rng.choice((10, 15, 20))}  # fmt: skip


def _setup_voucher(phone: TruePhone, params: Params) -> None:
    vouchers = [{"code": params["old"], "percent": 5, "minimum": 0}, {"code": params["recall"], "percent": params["percent"], "minimum": 0}]  # fmt: skip
    fill_shop(phone, params["shelf"], vouchers=vouchers)
    first = params["first"]
    made = [person("", first, params["other"], params["near"]), person("", first, params["last"], params["number"])]
    add_people(phone, made)
    said = [(False, "The shop sent me a voucher, do you want it?"), (True, "Yes please!"),
            (False, f"Here it is: {params['recall']}. It takes {params['percent']} percent off.")]  # fmt: skip
    add_threads(phone, [(params["near"], [(False, f"My voucher is {params['old']}")]), (params["number"], said)])


def _expect_voucher(data: Data, params: Params) -> None:
    shop = data["shopping"]
    ids = {p["name"]: p["id"] for p in shop["products"]}
    shop["cart"] = [{"product": ids[name], "option": option, "count": 1} for name, option in params["bought"]]
    shop["voucher"] = params["recall"]


def _solve_voucher(params: Params, seen: Observation) -> Oracle:
    seen = yield "launch_app", {"name": "Messages"}
    seen = yield from press(seen, f"{params['first']} {params['last']}")
    seen, told = yield from find_out(seen, "(Here it is: .*)", "up")
    code = told.removeprefix("Here it is: ").partition(".")[0]
    seen = yield "launch_app", {"name": "Shopping"}
    seen = yield from press(seen, "Search products")
    for n, (name, option) in enumerate(params["bought"]):
        if n:
            seen = yield from press(seen, "Navigate up")
        seen = yield from find_typed(seen, name)
        seen = yield from press(seen, option)
        seen = yield from press(seen, "Add to cart")
    seen = yield from press(seen, "Cart")
    seen = yield from seek(seen, "Voucher code", "type")
    seen = yield from enter(seen, "Voucher code", code)
    seen = yield from press(seen, "Apply voucher")
    yield "finish", {}


TEMPLATES: tuple[Template, ...] = (
    Template(
        name="shopping_order",
        goals={
            "en": "In Shopping, order {count} pieces of “{name}” ({option}) and nothing else. Have them sent to the address “{place}” with the delivery “{delivery}”, and pay.",
            "zh": "在购物（Shopping）中订购 {count} 件“{name}”（{option}），不要买别的。送到地址“{place}”，配送方式选“{delivery}”，并完成付款。",
        },
        apps=("shopping",),
        tags=("search", "form", "irreversible", "input"),
        difficulty=4,
        budget=40,
        draw=_draw_order,
        setup=_setup_order,
        expect=_expect_order,
        oracle=_solve_order,
        ignore=VISITS,
    ),
    Template(
        name="shopping_best_rated",
        goals={
            "en": "In Shopping, which product of the category {category} has the best rating among those that are in stock and cost less than {amount}? Put it on the wish list, and write its name into a new text note of Notes with the title “{title}”.",
            "zh": "在购物（Shopping）的 {category} 分类里，有货且低于 {amount} 的商品中评分最高的是哪个？把它加入心愿单，并在笔记（Notes）里新建一条标题为“{title}”的文本笔记，内容写它的名称。",
        },
        apps=("shopping", "notes"),
        tags=("read", "list", "navigation", "transfer"),
        difficulty=4,
        budget=40,
        draw=_draw_best,
        setup=_setup_best,
        expect=_expect_best,
        oracle=_solve_best,
        ignore=VISITS,
    ),
    Template(
        name="shopping_out_of_stock",
        goals={
            "en": "In Shopping, put one “{name}” ({option}) into the cart. If it is out of stock, put nothing into the cart: finish as impossible and answer with the price of the product.",
            "zh": "在购物（Shopping）中把一件“{name}”（{option}）放进购物车。如果缺货，就不要放任何东西：以“无法完成”结束，并回答该商品的价格。",
        },
        apps=("shopping",),
        tags=("search", "read", "impossible"),
        difficulty=2,
        budget=18,
        draw=_draw_gone,
        setup=_setup_best,
        answer=_answer_gone,
        oracle=_solve_gone,
        ignore=VISITS,
        impossible=lambda _: True,
    ),
    Template(
        name="shopping_tidy_cart",
        goals={
            "en": "In Shopping, the cart should hold exactly one thing: one “{name}” in {option}. Take everything else out.",
            "zh": "在购物（Shopping）中，购物车里应当只有一样东西：一件“{name}”（{option}）。把其他东西都移除。",
        },
        apps=("shopping",),
        tags=("search", "list", "recovery"),
        difficulty=3,
        budget=32,
        draw=_draw_cart,
        setup=_setup_cart,
        expect=_expect_cart,
        oracle=_solve_cart,
        ignore=VISITS,
    ),
    Template(
        name="shopping_voucher",
        goals={
            "en": "{first} {last} sent you a voucher code in Messages. Fill the empty cart of Shopping in this order with one “{a}” ({ao}), one “{b}” ({bo}) and one “{c}” ({co}), then use the voucher code in the cart. Do not order yet.",
            "zh": "{first} {last} 在信息（Messages）里给你发了一个优惠码。在购物（Shopping）的空购物车里依次放入一件“{a}”（{ao}）、一件“{b}”（{bo}）和一件“{c}”（{co}），然后在购物车里使用该优惠码。先不要下单。",
        },
        apps=("shopping", "messages", "contacts"),
        tags=("memory", "transfer", "search", "input"),
        difficulty=5,
        budget=52,
        draw=_draw_voucher,
        setup=_setup_voucher,
        expect=_expect_voucher,
        oracle=_solve_voucher,
        ignore=(*READING, *VISITS),
    ),
    *shopping_orders.TEMPLATES,
)
