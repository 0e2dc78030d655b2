"""The pages of Store: the shop window, a category, search, an app's page, my apps. Pure views."""

from __future__ import annotations

from collections.abc import Callable

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

SEARCH, CODE = "search_apps_and_games", "gift_code"
CATEGORIES = ("Counters", "Dice", "Bills", "Other")


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages: dict[str, Callable[[Run], w.Widget]] = {
        "search": _search,
        "category": _category,
        "app": _app,
        "manage": _manage,
    }
    return pages.get(run.ui.page.name, _home)(run)


def find(run: Run, id: str) -> Record | None:
    """The listing with this id."""
    return next((p for p in run.data.listings if p["id"] == id), None)


def installed(run: Run, p: Record) -> bool:
    """Whether the app behind a listing is on the phone."""
    phone = run.env.phone
    return bool(p["app"]) and p["app"] in phone.apps and p["app"] not in phone.core.system.removed


def money(cents: int) -> str:
    """An amount: 2.99 €."""
    return f"{cents // 100}.{cents % 100:02d} €"


def _row(run: Run, p: Record) -> w.Widget:
    state = run.t("Installed") if installed(run, p) else money(p["price"]) if p["price"] else run.t("Free")
    about = f"{p['developer']} · {run.t('{rating} of 5', rating=p['rating'])} · {state}"
    return w.item(p["name"], about, icon="apps", on_tap=("open", p["id"]), id="listing")


def _home(run: Run) -> w.Widget:
    bar = w.row(
        w.button(
            run.t("Search apps and games"), ("search",), style="outlined", icon="search", weight=1, id="search_bar"
        ),
        w.icon_button("person", run.t("My apps"), ("manage",), id="manage"),
        id="toolbar",
        pad=8,
    )
    chips = [w.chip(run.t(c), ("category", c), id="category") for c in run.env.arrange(CATEGORIES)]
    rows = [_row(run, p) for p in run.data.listings]
    body = w.scroll(*rows, id="shop") if rows else w.empty(run.t("Nothing on offer"))
    return w.page(bar, w.grid(*chips, columns=len(chips), pad=8, id="categories"), body)


def _category(run: Run) -> w.Widget:
    category = run.ui.page.args["category"]
    rows = [_row(run, p) for p in run.data.listings if p["category"] == category]
    bar = page_bar(run, run.t(category), up=True)
    return w.page(bar, w.scroll(*rows, id="results") if rows else w.empty(run.t("Nothing on offer")))


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    wanted = typed.casefold().split()
    rows = [
        _row(run, p)
        for p in run.data.listings
        if wanted and all(word in f"{p['name']} {p['developer']} {p['category']}".casefold() for word in wanted)
    ]
    bar = w.row(
        w.icon_button("back", run.t("Navigate up"), ("back",)),
        w.text_field(
            SEARCH, typed, hint=run.t("Search apps and games"), action="search", on_submit=("noop",), weight=1
        ),
        id="toolbar",
        pad=8,
    )
    none = run.t("No results") if wanted else run.t("Type the name of an app or of who made it")
    return w.page(bar, w.scroll(*rows, id="results") if rows else w.empty(none))


def _app(run: Run) -> w.Widget:
    p = find(run, run.ui.page.args["id"])
    if p is None:
        return w.page(page_bar(run, run.t("App"), up=True), w.empty(run.t("Nothing on offer")))
    version = run.t("Version {version}", version=p["version"])
    if p["newer"] and installed(run, p):
        version = run.t("Version {version}, update {newer} available", version=p["version"], newer=p["newer"])
    facts = (
        w.text(p["developer"], color="accent", id="developer"),
        w.text(f"{run.t('{rating} of 5', rating=p['rating'])} · {run.t(p['category'])}", style="caption", id="rating"),
        w.text(run.t("Size: {size} MB", size=p["size"]), id="size"),
        w.text(run.t("Price: {price}", price=money(p["price"]) if p["price"] else run.t("Free")), id="price"),
        w.text(version, id="version"),
        w.text(
            run.t("Permissions: {list}", list=", ".join(run.t(x) for x in p["permissions"]) or run.t("None")),
            id="permissions",
        ),
        w.text(p["about"], id="about") if p["about"] else None,
    )
    reviews = [
        w.column(
            w.text(run.t("{who}, {stars} of 5 stars", who=who, stars=stars), style="caption"),
            w.text(words, id="review"),
            pad=16,
        )
        for who, stars, words in p["reviews"]
    ]
    rate = w.button(run.t("Rate"), ("ask_rate", p["id"]), style="text", id="rate")
    given = run.data.ratings.get(p["id"])
    own = w.text(run.t("You gave {stars} of 5", stars=given), style="caption", id="own_rating") if given else None
    parts = (w.column(*facts, pad=16), _actions(run, p), w.text(run.t("Reviews"), style="title"), rate, own, *reviews)
    return w.page(page_bar(run, p["name"], up=True), w.scroll(*parts, id=f"app_{p['id']}"))


def _actions(run: Run, p: Record) -> w.Widget:
    """What can be done with the app now."""
    done = run.ui.memo.get("progress", {}).get(p["id"])
    if done is not None:
        words = w.text(run.t("Installing, {percent}%", percent=done), weight=1, id="progress")
        return w.row(words, w.button(run.t("Cancel"), ("stop", p["id"]), style="outlined", id="cancel"), pad=16)
    if installed(run, p):
        first = w.button(run.t("Open"), ("launch", p["id"]), style="filled", weight=1, id="open")
        if p["newer"]:
            first = w.button(run.t("Update"), ("start", p["id"]), style="filled", weight=1, id="update")
        return w.row(
            w.button(run.t("Uninstall"), ("ask_uninstall", p["id"]), style="outlined", weight=1, id="uninstall"),
            first,
            pad=16,
        )
    if p["price"]:
        label = run.t("Buy for {price}", price=money(p["price"]))
        return w.row(w.button(label, ("ask_buy", p["id"]), style="filled", weight=1, id="buy"), pad=16)
    return w.row(w.button(run.t("Install"), ("start", p["id"]), style="filled", weight=1, id="install"), pad=16)


def _manage(run: Run) -> w.Widget:
    mine = [p for p in run.data.listings if installed(run, p)]
    old = [p for p in mine if p["newer"]]
    rows: list[w.Widget] = [
        w.item(run.t("Balance: {balance}", balance=money(run.data.balance)), icon="card", id="balance")
    ]
    rows.append(w.column(w.button(run.t("Redeem a gift code"), ("ask_code",), style="outlined", id="redeem"), pad=8))
    rows.append(w.text(run.t("Updates: {count}", count=len(old)), style="title", id="updates_title"))
    if old:
        rows.append(w.column(w.button(run.t("Update all"), ("update_all",), style="filled", id="update_all"), pad=8))
    rows += [_row(run, p) for p in old]
    rows.append(w.text(run.t("On this phone"), style="title", id="installed_title"))
    rows += [_row(run, p) for p in mine if not p["newer"]] or [w.text(run.t("No apps from the store"), id="none")]
    return w.page(page_bar(run, run.t("My apps"), up=True), w.scroll(*rows, id="my_apps"))
