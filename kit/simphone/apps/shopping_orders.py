"""The shop's orders: the list, one order, cancelling it, sending things back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from kit.simphone import widgets as w
from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar
from kit.simphone.apps.shopping_data import REASONS, STATES, find, money


def _what(line: Record) -> str:
    return f"{line['count']} × {line['name']}" + (f", {line['option']}" if line["option"] else "")


def _orders(run: Run) -> w.Widget:
    rows = [
        w.item(
            run.t("Order {number}", number=o["id"]),
            f"{run.env.day(date.fromisoformat(o['date']))} · {money(o['total'])} · {run.t(STATES[o['state']])}",
            on_tap=("open_order", o["id"]),
            id="order_row",
        )
        for o in reversed(run.data.orders)
    ]
    top = bar(run, run.t("Orders"), up=True)
    return w.page(top, w.scroll(*rows, id="orders") if rows else w.empty(run.t("No orders yet")))


def _order(run: Run) -> w.Widget:
    o = find(run.data.orders, run.ui.page.args.get("id", ""))
    if o is None:
        return w.page(bar(run, run.t("Orders"), up=True), w.empty(run.t("No orders yet")))
    place = find(run.data.addresses, o["address"])
    lines = [
        w.item(
            _what(line),
            run.t("Returned: {reason}", reason=run.t(line["returned"])) if line["returned"] else money(line["price"]),
            id="order_line",
        )
        for line in o["lines"]
    ]
    act = None
    if o["state"] == "processing":
        act = w.button(run.t("Cancel order"), ("ask_cancel", o["id"]), style="outlined", weight=1, id="cancel_order")
    elif o["state"] == "delivered" and any(not line["returned"] for line in o["lines"]):
        act = w.button(run.t("Return items"), ("start_return", o["id"]), style="outlined", weight=1, id="return_items")
    return w.page(
        bar(run, run.t("Order {number}", number=o["id"]), up=True),
        w.scroll(
            w.text(run.t(STATES[o["state"]]), style="title", id="order_state"),
            w.text(run.env.day(date.fromisoformat(o["date"]), year=True), style="caption"),
            *lines,
            w.text(run.t("Total: {amount}", amount=money(o["total"]))),
            w.text(f"{run.t('Deliver to')}: {place['street']}, {place['city']}" if place else "", style="caption"),
            w.text(o["note"], id="courier_note") if o["note"] else None,
            id=f"order_{o['id']}",
        ),
        w.row(act, pad=12) if act else None,
    )


def _return(run: Run) -> w.Widget:
    o = find(run.data.orders, run.ui.page.args.get("id", ""))
    form = run.ui.memo["return"]
    open_lines = [(n, line) for n, line in enumerate(o["lines"]) if not line["returned"]] if o else []
    error = run.ui.memo.get("return_error", "")
    return w.page(
        bar(run, run.t("Return items"), up=True),
        w.scroll(
            w.text(run.t("What do you want to return?"), style="caption"),
            *(w.checkbox(_what(line), n in form["lines"], ("pick", n)) for n, line in open_lines),
            w.text(run.t("Why?"), style="caption"),
            *(w.radio(run.t(r), r == form["reason"], ("reason", r)) for r in REASONS),
            w.text(run.t(error), color="error", id="error", pad=16) if error else None,
            id="return_form",
        ),
        w.row(w.button(run.t("Request return"), ("ask_return",), style="filled", weight=1, id="return_button"), pad=12),
    )


# --- handlers -------------------------------------------------------------------------------------------------------


def _open_order(run: Run, id: str) -> None:
    run.ui.go("order", id=id)


def _ask_cancel(run: Run, id: str) -> None:
    if (o := find(run.data.orders, id)) is not None:
        run.ui.dialog = Dialog(
            title=run.t("Cancel this order?"),
            message=run.t("This cannot be undone. {amount} will be paid back.", amount=money(o["total"])),
            buttons=((run.t("Cancel order"), ("cancel", id)), (run.t("Keep order"), ("noop",))),
        )


def _cancel(run: Run, id: str) -> None:
    if (o := find(run.data.orders, id)) is not None:
        o["state"] = "cancelled"
        run.env.toast(run.t("Order cancelled"))


def _start_return(run: Run, id: str) -> None:
    run.ui.memo["return"] = {"lines": [], "reason": ""}
    run.ui.memo["return_error"] = ""
    run.ui.go("return", id=id)


def _pick(run: Run, n: int) -> None:
    picked = run.ui.memo["return"]["lines"]
    picked.remove(n) if n in picked else picked.append(n)


def _reason(run: Run, reason: str) -> None:
    run.ui.memo["return"]["reason"] = reason


def _ask_return(run: Run) -> None:
    form, o = run.ui.memo["return"], find(run.data.orders, run.ui.page.args["id"])
    if o is None or not form["lines"] or form["reason"] not in REASONS:
        run.ui.memo["return_error"] = "Choose what to return and why"
        return
    amount = money(sum(o["lines"][n]["price"] for n in form["lines"]))
    run.ui.dialog = Dialog(
        title=run.t("Request this return?"),
        message=run.t("{count} items, {amount}. A courier will pick them up.", count=len(form["lines"]), amount=amount),
        buttons=((run.t("Request return"), ("send_back", o["id"])), (run.t("Cancel"), ("noop",))),
    )


def _send_back(run: Run, id: str) -> None:
    form, o = run.ui.memo["return"], find(run.data.orders, id)
    if o is None:
        return
    for n in form["lines"]:
        o["lines"][n]["returned"] = form["reason"]
    run.ui.back()
    run.env.toast(run.t("Return requested"))


PAGES: dict[str, Callable[[Run], w.Widget]] = {"orders": _orders, "order": _order, "return": _return}
HANDLERS: dict[str, Handler] = {
    "open_order": _open_order, "ask_cancel": _ask_cancel, "cancel": _cancel, "start_return": _start_return, "pick": _pick,
    "reason": _reason, "ask_return": _ask_return, "send_back": _send_back,
}  # fmt: skip
