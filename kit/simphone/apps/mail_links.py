"""What a mail leads to: its attachments, and the site behind its link, where what is entered is gone for good."""

from __future__ import annotations

from kit.simphone import widgets as w
from kit.simphone.app import Handler, Run
from kit.simphone.apps.mail_compose import unpacked
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

EMAIL, PASSWORD = "email_address", "password"
DOWNLOAD = "/sdcard/Download"


def find(run: Run, id: str) -> Record | None:
    """The mail with this id."""
    return next((m for m in run.data.mails if m["id"] == id), None)


def file_page(run: Run) -> w.Widget:
    """An attachment: its text, where it is one, and the button that saves it."""
    args = run.ui.page.args
    m = find(run, args.get("id", ""))
    if m is None or args["index"] >= len(m["files"]):
        return w.page(page_bar(run, "", up=True), w.empty(run.t("This mail is no longer here")))
    file = m["files"][args["index"]]
    save = w.icon_button(
        "download", run.t("Save {name}", name=file["name"]), ("save_file", m["id"], args["index"]), id="save_file"
    )
    binary = file["data"].startswith("base64:")
    body = w.scroll(w.text(file["data"], pad=16, id="file_text"), id=f"file_{m['id']}_{args['index']}")
    shown = w.empty(run.t("This file cannot be shown here")) if binary else body
    return w.page(page_bar(run, file["name"], save, up=True), shown)


def web_page(run: Run) -> w.Widget:
    """The site behind the link of a mail: it wants an address and a password."""
    m = find(run, run.ui.page.args.get("id", ""))
    site = m["link"]["site"] if m is not None and m["link"] else ""
    fields = run.ui.fields
    error = run.ui.memo.get("web_error", "")
    return w.page(
        page_bar(run, site, up=True),
        w.scroll(
            w.text(run.t("Sign in to continue"), style="title", pad=16),
            w.text(error, color="error", pad=16, id="error") if error else None,
            w.column(w.text_field(EMAIL, fields.get(EMAIL, ""), hint=run.t("Email address"), input="email"), pad=12),
            w.column(
                w.text_field(PASSWORD, fields.get(PASSWORD, ""), hint=run.t("Password"), input="password"), pad=12
            ),
            w.column(w.button(run.t("Sign in"), ("sign_in", site), style="filled", id="sign_in"), pad=12),
            id="web_form",
        ),
    )


# --- events ----------------------------------------------------------------------------------------------------------------


def _file(run: Run, id: str, index: int) -> None:
    run.ui.go("file", id=id, index=index)


def _web(run: Run, id: str) -> None:
    run.ui.fields.update({EMAIL: "", PASSWORD: ""})
    run.ui.memo["web_error"] = ""
    run.ui.go("web", id=id)


def _save_file(run: Run, id: str, index: int) -> None:
    if (m := find(run, id)) is None:
        return
    file = m["files"][index]
    stem, dot, ending = file["name"].rpartition(".")
    stem, tail = (stem, dot + ending) if stem else (ending, "")
    name, n = file["name"], 0
    while run.env.files.exists(f"{DOWNLOAD}/{name}"):
        n += 1
        name = f"{stem} ({n}){tail}"
    run.env.files.write(f"{DOWNLOAD}/{name}", unpacked(file["data"]))
    run.env.toast(run.t("Saved to Download: {name}", name=name))


def _sign_in(run: Run, site: str) -> None:
    email, password = (run.ui.fields.get(key, "").strip() for key in (EMAIL, PASSWORD))
    if not (email and password):
        run.ui.memo["web_error"] = run.t("Fill in both fields")
        return
    run.data.forms.append({"site": site, "email": email, "password": password})
    run.ui.back()
    run.env.toast(run.t("Thank you. We will be in touch."))


LINK_HANDLERS: dict[str, Handler] = {"file": _file, "web": _web, "save_file": _save_file, "sign_in": _sign_in}
