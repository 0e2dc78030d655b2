"""Shopping: a catalogue, a wish list, a cart with vouchers, a checkout that asks before it pays, orders and returns.

Data: see `kit.simphone.apps.shopping_data`. What is chosen on a product's page or at the checkout counts only once it is
put into the cart or paid, so it is no data; filters and the order of lists are, since the shop keeps them.
"""

from __future__ import annotations

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import shopping_cart, shopping_orders, shopping_pages
from kit.simphone.apps.shopping_data import SORTS, find, fresh
from kit.simphone.apps.shopping_pages import SEARCH
from kit.simphone.apps.shopping_words import WORDS

PAGES = {**shopping_pages.PAGES, **shopping_cart.PAGES, **shopping_orders.PAGES}


def view(run: Run) -> w.Widget:
    """The page in front."""
    return PAGES.get(run.ui.page.name, PAGES["home"])(run)


# --- catalogue -------------------------------------------------------------------------------------------------------


def _go(run: Run, name: str, id: str = "") -> None:
    run.ui.memo["voucher_error"] = ""
    run.ui.go(name, **({"id": id} if id else {}))


def _category(run: Run, name: str) -> None:
    run.ui.go("list", category=name)


def _search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _ask_sort(run: Run) -> None:
    now = run.data.prefs["sort"]
    rows = tuple(w.radio(run.t(label), key == now, ("sort", key)) for key, label in SORTS.items())
    run.ui.dialog = Dialog(title=run.t("Sort by"), body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _sort(run: Run, key: str) -> None:
    run.ui.dialog = None
    run.data.prefs["sort"] = key


def _in_stock(run: Run) -> None:
    run.data.prefs["in_stock"] = not run.data.prefs["in_stock"]


def _limit(run: Run, cents: int) -> None:
    run.data.prefs["under"] = cents


def _clear_filters(run: Run) -> None:
    run.data.prefs.update(in_stock=False, under=0)


# --- a product -------------------------------------------------------------------------------------------------------


def _open(run: Run, id: str) -> None:
    run.ui.memo["option"] = run.ui.memo["product_error"] = ""
    run.ui.go("product", id=id)


def _choose(run: Run, option: str) -> None:
    run.ui.memo["option"] = option
    run.ui.memo["product_error"] = ""


def _wish(run: Run, id: str) -> None:
    if id in run.data.wishes:
        run.data.wishes.remove(id)
    else:
        run.data.wishes.append(id)


def _add(run: Run, id: str) -> None:
    p = find(run.data.products, id)
    if p is None:
        return
    option = run.ui.memo.get("option", "") if p["kind"] else ""
    if p["kind"] and not option:
        run.ui.memo["product_error"] = "Choose an option first"
        return
    have = next((c for c in run.data.cart if (c["product"], c["option"]) == (id, option)), None)
    if p["stock"].get(option, 0) <= (have["count"] if have else 0):
        run.ui.memo["product_error"] = "There are no more in stock"
        return
    if have:
        have["count"] += 1
    else:
        run.data.cart.append({"product": id, "option": option, "count": 1})
    run.env.toast(run.t("Added to cart"))


HANDLERS: dict[str, Handler] = {
    "go": _go, "category": _category, "search": _search, "ask_sort": _ask_sort, "sort": _sort, "in_stock": _in_stock,
    "limit": _limit, "clear_filters": _clear_filters, "open": _open, "choose": _choose, "wish": _wish, "add": _add,
    **shopping_cart.HANDLERS, **shopping_orders.HANDLERS,
}  # fmt: skip

APP = App(
    name="shopping",
    package="com.simphone.shopping",
    activity=".MainActivity",
    labels={"en": "Shopping", "zh": "购物", "ar": "التسوق"},
    icon="cart",
    color="#c2185b",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
