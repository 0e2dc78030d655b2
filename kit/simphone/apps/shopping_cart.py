"""The shop's cart, its vouchers, and the checkout that asks before it pays."""

from __future__ import annotations

from collections.abc import Callable

from kit.simphone import widgets as w
from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar
from kit.simphone.apps.shopping_data import DELIVERIES, bill, find, line, money, order

VOUCHER = "voucher_code"
PAYMENT_MS = 1500


def _cart(run: Run) -> w.Widget:
    data = run.data
    top = bar(run, run.t("Cart"), up=True)
    if not data.cart:
        return w.page(top, w.empty(run.t("Your cart is empty")))
    lines = [_row(run, n, item) for n, item in enumerate(data.cart)]
    costs = bill(data)
    discount = w.text(run.t("Discount: {amount}", amount=money(costs["discount"]))) if costs["discount"] else None
    return w.page(
        top,
        w.scroll(
            *lines,
            _voucher(run),
            w.text(run.t("Subtotal: {amount}", amount=money(costs["subtotal"]))),
            discount,
            w.text(run.t("Total: {amount}", amount=money(costs["total"])), style="title", id="cart_total"),
            id="cart",
        ),
        w.row(w.button(run.t("Go to checkout"), ("checkout",), style="filled", weight=1, id="checkout_button"), pad=12),
    )


def _row(run: Run, n: int, line: Record) -> w.Widget:
    p = find(run.data.products, line["product"])
    name = p["name"] if p else line["product"]
    label = f"{name}, {line['option']}" if line["option"] else name
    price = p["price"] if p else 0
    return w.row(
        w.column(w.text(label, style="title"), w.text(money(price * line["count"]), style="caption"), weight=1),
        w.icon_button("remove", run.t("One less: {name}", name=label), ("count", n, -1)),
        w.text(str(line["count"])),
        w.icon_button("add", run.t("One more: {name}", name=label), ("count", n, 1)),
        w.icon_button("delete", run.t("Remove {name}", name=label), ("drop", n), id="drop"),
        pad=8,
        id="cart_line",
    )


def _voucher(run: Run) -> w.Widget:
    data = run.data
    if data.voucher:
        voucher = next((v for v in data.vouchers if v["code"] == data.voucher), None)
        percent = voucher["percent"] if voucher else 0
        return w.row(
            w.text(run.t("Voucher {code}: {percent}% off", code=data.voucher, percent=percent), weight=1),
            w.button(run.t("Remove voucher"), ("remove_voucher",), style="text"),
            pad=8,
        )
    error = run.ui.memo.get("voucher_error", "")
    typed = run.ui.fields.get(VOUCHER, "")
    return w.column(
        w.row(
            w.text_field(VOUCHER, typed, hint=run.t("Voucher code"), on_submit=("apply",), weight=1),
            w.button(run.t("Apply voucher"), ("apply",), style="text", id="apply_button"),
        ),
        w.text(error, color="error", id="error") if error else None,
        pad=8,
    )


def _checkout(run: Run) -> w.Widget:
    chosen = run.ui.memo["checkout"]
    costs = bill(run.data, chosen["delivery"])
    places = [
        w.radio(f"{a['label']}: {a['street']}, {a['city']}", a["id"] == chosen["address"], ("address", a["id"]))
        for a in run.data.addresses
    ]
    ways = [
        w.radio(
            run.t("{name}, {amount}", name=run.t(name), amount=money(cost)), key == chosen["delivery"], ("way", key)
        )
        for key, (name, cost) in DELIVERIES.items()
    ]
    return w.page(
        bar(run, run.t("Checkout"), up=True),
        w.scroll(
            w.text(run.t("Deliver to"), style="caption"),
            *places,
            w.text(run.t("How to deliver"), style="caption"),
            *ways,
            w.divider(),
            w.text(run.t("Subtotal: {amount}", amount=money(costs["subtotal"]))),
            w.text(run.t("Discount: {amount}", amount=money(costs["discount"]))),
            w.text(run.t("Delivery: {amount}", amount=money(costs["delivery"]))),
            w.text(run.t("Total: {amount}", amount=money(costs["total"])), style="title", id="total"),
            w.text(run.t("Card ending {digits}", digits=run.data.card), style="caption"),
            id="checkout_form",
        ),
        w.row(w.button(run.t("Review and pay"), ("review",), style="filled", weight=1, id="pay_button"), pad=12),
    )


def _paying(run: Run) -> w.Widget:
    busy = run.t("Payment is being processed")
    return w.page(bar(run, run.t("Checkout")), w.column(w.progress(busy), w.text(busy, align="center"), pad=32))


def _done(run: Run) -> w.Widget:
    number = run.ui.page.args.get("number", "")
    return w.page(
        bar(run, run.t("Order placed")),
        w.column(
            w.text(run.t("Your order number is {number}", number=number), id="order_number"),
            w.space(16),
            w.button(run.t("Back to the shop"), ("to_shop",), style="filled"),
            pad=24,
        ),
    )


# --- handlers -------------------------------------------------------------------------------------------------------


def _count(run: Run, n: int, step: int) -> None:
    item = run.data.cart[n]
    p = find(run.data.products, item["product"])
    if item["count"] + step < 1:
        del run.data.cart[n]
    elif step > 0 and p is not None and p["stock"].get(item["option"], 0) <= item["count"]:
        run.env.toast(run.t("There are no more in stock"))
    else:
        item["count"] += step


def _drop(run: Run, n: int) -> None:
    del run.data.cart[n]


def _apply(run: Run, *_: str) -> None:
    code = run.ui.fields.get(VOUCHER, "").strip().upper()
    found = next((v for v in run.data.vouchers if v["code"].upper() == code), None)
    run.ui.memo["voucher_error"] = ""
    if found is None:
        run.ui.memo["voucher_error"] = run.t("This voucher code is not valid")
    elif bill(run.data)["subtotal"] < found["minimum"]:
        least = money(found["minimum"])
        run.ui.memo["voucher_error"] = run.t("This voucher needs an order of {amount} or more", amount=least)
    else:
        run.data.voucher = found["code"]


def _remove_voucher(run: Run) -> None:
    run.data.voucher = ""


def _checkout_start(run: Run) -> None:
    first = run.data.addresses[0]["id"] if run.data.addresses else ""
    run.ui.memo["checkout"] = {"address": first, "delivery": "standard"}
    run.ui.go("checkout")


def _address(run: Run, id: str) -> None:
    run.ui.memo["checkout"]["address"] = id


def _way(run: Run, key: str) -> None:
    run.ui.memo["checkout"]["delivery"] = key


def _review(run: Run) -> None:
    chosen = run.ui.memo["checkout"]
    amount = money(bill(run.data, chosen["delivery"])["total"])
    place = find(run.data.addresses, chosen["address"])
    card = run.t("Card ending {digits}", digits=run.data.card)
    count = sum(c["count"] for c in run.data.cart)
    where = place["label"] if place else ""
    run.ui.dialog = Dialog(
        title=run.t("Pay {amount}?", amount=amount),
        message=run.t("{count} items to {place}. {card} will be charged.", count=count, place=where, card=card),
        buttons=((run.t("Pay {amount}", amount=amount), ("pay",)), (run.t("Cancel"), ("noop",))),
    )


def _pay(run: Run) -> None:
    run.ui.go("paying")
    run.env.later(PAYMENT_MS, ("paid",))


def _paid(run: Run) -> None:
    data, chosen = run.data, run.ui.memo.get("checkout")
    if chosen is None or not data.cart:  # the phone was restarted meanwhile, or this was paid already
        return
    total = bill(data, chosen["delivery"])["total"]
    lines: list[Record] = []
    for item in data.cart:
        if (p := find(data.products, item["product"])) is not None:
            lines.append(line(p, item["option"], item["count"]))
            p["stock"][item["option"]] -= item["count"]
    id = pool.next_id("A", data.orders) if data.orders else "A1001"
    data.orders.append(order(id, run.env.now, lines, "processing", total, **chosen))
    data.cart.clear()
    data.voucher = ""
    del run.ui.pages[1:]
    run.ui.go("done", number=id)


def _to_shop(run: Run) -> None:
    del run.ui.pages[1:]


PAGES: dict[str, Callable[[Run], w.Widget]] = {"cart": _cart, "checkout": _checkout, "paying": _paying, "done": _done}
HANDLERS: dict[str, Handler] = {
    "count": _count, "drop": _drop, "apply": _apply, "remove_voucher": _remove_voucher, "checkout": _checkout_start,
    "address": _address, "way": _way, "review": _review, "pay": _pay, "paid": _paid, "to_shop": _to_shop,
}  # fmt: skip
