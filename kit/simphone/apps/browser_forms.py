"""What the forms of web pages do: choices, checking what was filled in, sending it, signing in and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kit.simphone import widgets as w
from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps import browser_sites as web
from kit.simphone.apps import people as pool
from kit.simphone.apps.browser_blocks import field_id
from kit.simphone.apps.browser_pages import current_page, here
from kit.simphone.apps.people import Record


def submit_handlers(visit: Callable[[Run, str], None]) -> Mapping[str, Handler]:
    """The handlers of forms; `visit` opens the page that confirms what was sent."""

    def submit(run: Run, index: int) -> None:
        if address := _send(run, index):
            visit(run, address)

    return {
        "pick": _pick, "picked": _picked, "check": _check, "submit": submit, "sign_in": _sign_in, "sign_out": _sign_out
    }  # fmt: skip


def _pick(run: Run, label: str, options: list[str]) -> None:
    chosen = run.ui.memo["form"].get(label, "")
    rows = tuple(w.radio(o, o == chosen, ("picked", label, o), id=f"option_{field_id(o)}") for o in options)
    run.ui.dialog = Dialog(title=label, body=rows, buttons=((run.t("Cancel"), ("noop",)),))


def _picked(run: Run, label: str, value: str) -> None:
    run.ui.dialog = None
    run.ui.memo["form"][label] = value


def _check(run: Run, label: str) -> None:
    run.ui.memo["form"][label] = not run.ui.memo["form"].get(label, False)


def _send(run: Run, index: int) -> str:
    """Sends the form that is this block of the page; gives the address of the confirmation, or none with the fault shown."""
    url = here(run)
    form: Record = current_page(run)["blocks"][index][1]
    values: Record = {}
    for kind, label, *_ in form["fields"]:
        chosen = run.ui.memo["form"].get(label, False if kind == "check" else "")
        values[label] = chosen if kind in ("check", "select") else run.ui.fields.get(field_id(label), "").strip()
    run.ui.memo["form_error"] = problem = _problem(run, form, values)
    if problem:
        return ""
    number = f"{form['prefix']}-{run.data.serial}"
    run.data.serial += 37
    run.data.orders.append({"id": pool.next_id("o", run.data.orders), "url": url, "values": values, "number": number})
    return f"{web.host_of(url)}/confirmed/{number}"


def _problem(run: Run, form: Record, values: Record) -> str:
    for kind, label, *_ in form["fields"]:
        if kind != "check" and not values[label]:
            return run.t("Please fill in: {label}", label=label)
        if kind == "number" and not (values[label].isdigit() and int(values[label])):
            return run.t("{label} must be a whole number", label=label)
    return ""


def _sign_in(run: Run, *_: str) -> None:
    host = web.host_of(here(run))
    user, password = (run.ui.fields.get(f, "").strip() for f in ("user_name", "password"))
    known = any((a["host"], a["user"], a["password"]) == (host, user, password) for a in run.data.accounts)
    run.ui.memo["form_error"] = "" if known else run.t("Wrong user name or password")
    if known:
        run.data.sessions[host] = user


def _sign_out(run: Run) -> None:
    run.data.sessions.pop(web.host_of(here(run)), None)
