"""The shop's catalogue: home, lists with filters, search, a product and its reviews, the wish list. Pure views."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar
from kit.simphone.apps.shopping_data import CATEGORIES, LIMITS, find, money

SEARCH = "search_products"


def _bar(run: Run, title: str, *more: w.Widget) -> w.Widget:
    cart = w.icon_button("cart", run.t("Cart"), ("go", "cart"), id="action_cart")
    return bar(run, title, *more, cart, up=True)


def _row(run: Run, p: Record) -> w.Widget:
    about = f"{p['brand']} · {money(p['price'])} · ★ {p['rating'] / 10:.1f}"
    if not any(p["stock"].values()):
        about += f" · {run.t('Out of stock')}"
    return w.item(p["name"], about, on_tap=("open", p["id"]), id="product_row")


def _home(run: Run) -> w.Widget:
    top = bar(
        run,
        run.t("Shop"),
        w.icon_button("search", run.t("Search products"), ("search",), id="action_search"),
        w.icon_button("heart", run.t("Wish list"), ("go", "wishes"), id="action_wishes"),
        w.icon_button("bag", run.t("Orders"), ("go", "orders"), id="action_orders"),
        w.icon_button("cart", run.t("Cart"), ("go", "cart"), id="action_cart"),
    )
    names = run.env.arrange(CATEGORIES)
    kinds = [w.button(run.t(n), ("category", n), id="category_button") for n in names]
    rows = [_row(run, p) for p in run.data.products[:5]]
    return w.page(
        top,
        w.scroll(
            w.text(run.t("Categories"), style="caption"),
            w.grid(*kinds, columns=2, pad=8, id="categories"),
            w.text(run.t("Recommended"), style="caption"),
            *rows,
            id="shop_home",
        ),
    )


def shown(run: Run, products: list[Record]) -> list[Record]:
    """Products as the standing filters and order leave them."""
    prefs = run.data.prefs
    left = [p for p in products if not prefs["under"] or p["price"] < prefs["under"]]
    if prefs["in_stock"]:
        left = [p for p in left if any(p["stock"].values())]
    if prefs["sort"] == "rating":
        return sorted(left, key=lambda p: -int(p["rating"]))
    sign = {"cheap": 1, "dear": -1}.get(prefs["sort"], 0)
    return sorted(left, key=lambda p: sign * int(p["price"]))


def _products(run: Run, products: list[Record], nothing: str, id: str) -> tuple[w.Widget | None, w.Widget]:
    """The note that filters are on, and the list."""
    filtered = run.data.prefs["in_stock"] or run.data.prefs["under"] > 0
    found = shown(run, products)
    note = None
    if filtered:
        clear = w.button(run.t("Clear filters"), ("clear_filters",), style="text", id="clear_filters")
        note = w.row(w.text(run.t("Filters are on"), style="caption", weight=1), clear, pad=8, id="filter_note")
    if not found:
        return note, w.empty(run.t("Nothing here with these filters") if filtered and products else nothing)
    return note, w.scroll(*(_row(run, p) for p in found), id=id)


def _tools(run: Run) -> tuple[w.Widget, w.Widget]:
    return (
        w.icon_button("sort", run.t("Sort"), ("ask_sort",), id="action_sort"),
        w.icon_button("filter", run.t("Filter"), ("go", "filter"), id="action_filter"),
    )


def _list(run: Run) -> w.Widget:
    name = run.ui.page.args.get("category", "")
    own = [p for p in run.data.products if p["category"] == name]
    top = _bar(run, run.t(name), *_tools(run))
    return w.page(top, *_products(run, own, run.t("No products found"), f"products_{name}"))


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [p for p in run.data.products if query and query in f"{p['name']} {p['brand']}".casefold()]
    top = w.row(
        w.icon_button("back", run.t("Navigate up"), ("back",)),
        w.text_field(SEARCH, typed, hint=run.t("Search products"), action="search", on_submit=("noop",), weight=1),
        *_tools(run),
        id="toolbar",
        pad=8,
    )
    if not query:
        return w.page(top, w.empty(run.t("Type to search")))
    return w.page(top, *_products(run, found, run.t("No products found"), "results"))


def _filter(run: Run) -> w.Widget:
    prefs = run.data.prefs
    limits = [
        w.radio(
            run.t("Under {amount}", amount=money(n)) if n else run.t("Any price"), prefs["under"] == n, ("limit", n)
        )
        for n in LIMITS
    ]
    return w.page(
        bar(run, run.t("Filters"), up=True),
        w.scroll(
            w.checkbox(run.t("In stock only"), prefs["in_stock"], ("in_stock",), id="in_stock"),
            w.text(run.t("Price"), style="caption"),
            *limits,
            id="filters",
        ),
        w.row(
            w.button(run.t("Clear filters"), ("clear_filters",), style="text", weight=1),
            w.button(run.t("Show results"), ("back",), style="filled", weight=1),
            pad=12,
        ),
    )


# --- a product -------------------------------------------------------------------------------------------------------


def stock_line(run: Run, p: Record, option: str) -> str:
    """How many there are of an option, or of all of them while none is chosen."""
    left = p["stock"].get(option, 0) if option else sum(p["stock"].values())
    if left > 5:
        return run.t("In stock")
    if left > 0:
        return run.t("Only {count} left", count=left)
    if not p["next"]:
        return run.t("Out of stock. No delivery planned")
    return run.t("Out of stock. Next delivery: {day}", day=run.env.day(date.fromisoformat(p["next"])))


def _product(run: Run) -> w.Widget:
    p = find(run.data.products, run.ui.page.args.get("id", ""))
    if p is None:
        return w.page(_bar(run, ""), w.empty(run.t("This product is gone")))
    option = run.ui.memo.get("option", "")
    choices = [w.radio(o, o == option, ("choose", o), id="option") for o in p["stock"]] if p["kind"] else []
    wished = p["id"] in run.data.wishes
    error = run.ui.memo.get("product_error", "")
    return w.page(
        _bar(run, ""),
        w.scroll(
            w.column(
                w.text(p["name"], style="headline", id="product_name"),
                w.text(p["brand"], style="caption", id="product_brand"),
                w.text(money(p["price"]), style="title", id="product_price"),
                w.text(stock_line(run, p, option), style="caption", id="stock"),
                w.text(p["about"], id="product_about") if p["about"] else None,
                pad=16,
            ),
            w.text(run.t(p["kind"]), style="caption") if choices else None,
            *choices,
            w.item(
                run.t("Reviews"),
                str(len(p["reviews"])),
                icon="chat",
                on_tap=("go", "reviews", p["id"]),
                id="reviews_row",
            ),
            w.text(run.t(error), color="error", id="error", pad=16) if error else None,
            id=f"product_{p['id']}",
        ),
        w.row(
            w.button(
                run.t("Remove from wish list") if wished else run.t("Add to wish list"),
                ("wish", p["id"]),
                style="outlined",
                weight=1,
                id="wish_button",
            ),
            w.button(run.t("Add to cart"), ("add", p["id"]), style="filled", weight=1, id="cart_button"),
            pad=12,
        ),
    )


def _reviews(run: Run) -> w.Widget:
    p = find(run.data.products, run.ui.page.args.get("id", ""))
    made = p["reviews"] if p else []
    cards = [
        w.card(
            w.text(r["by"], style="title"),
            w.text(run.t("{count} of 5 stars", count=r["stars"]), style="caption"),
            w.text(r["text"]),
        )
        for r in made
    ]
    top = bar(run, run.t("Reviews"), up=True)
    return w.page(top, w.scroll(*cards, id="reviews") if cards else w.empty(run.t("No reviews yet")))


def _wishes(run: Run) -> w.Widget:
    found = [p for id in run.data.wishes if (p := find(run.data.products, id)) is not None]
    body = w.scroll(*(_row(run, p) for p in found), id="wishes") if found else w.empty(run.t("Your wish list is empty"))
    return w.page(_bar(run, run.t("Wish list")), body)


PAGES: dict[str, Callable[[Run], w.Widget]] = {
    "home": _home, "list": _list, "filter": _filter, "search": _search, "product": _product, "reviews": _reviews,
    "wishes": _wishes,
}  # fmt: skip
