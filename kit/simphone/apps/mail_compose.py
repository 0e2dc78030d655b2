"""Writing mail: the compose page, attachments, drafts that keep themselves, sending, replies that come."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar

TO, SUBJECT, BODY = "to", "subject", "message"
SHARED = "/sdcard"
ATTACHABLE = ("Documents", "Download", "Pictures", "DCIM", "Music")


def mail(id: str, sender: tuple[str, str], to: str, subject: str, body: str, time: str, **more: Any) -> Record:
    """A mail's record with every key present; `sender` is (name, address). Alone it is a conversation of its own."""
    blank: Record = {
        "account": "a1", "folder": "inbox", "thread": id, "read": True, "starred": False, "labels": [], "files": [],
        "link": None, "quote": "",
    }  # fmt: skip
    head = {"id": id, "from_name": sender[0], "from": sender[1], "to": to, "subject": subject, "body": body}
    return {**head, "time": time, **blank, **more}


def packed(data: bytes) -> str:
    """A file's content as plain text; what is no text, or looks like this very form, is written as base64."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = "base64:"
    return "base64:" + base64.b64encode(data).decode() if text.startswith("base64:") else text


def unpacked(data: str) -> bytes:
    """The bytes of what `packed` made."""
    return base64.b64decode(data[7:]) if data.startswith("base64:") else data.encode()


def recipients(typed: str) -> list[str]:
    """The addresses in a To field, separated by commas, semicolons or blanks."""
    return [part for part in re.split(r"[,;\s]+", typed.strip()) if part]


def _valid(address: str) -> bool:
    return re.fullmatch(r"[^@\s]+@[^@\s]+\.[^@\s]+", address) is not None


def account_of(run: Run) -> Record:
    """The account mail is shown of and sent from."""
    return next(a for a in run.data.accounts if a["id"] == run.data.account)


def _draft(run: Run) -> Record | None:
    id = run.ui.memo.get("draft", "")
    return next((m for m in run.data.mails if m["id"] == id and m["folder"] == "drafts"), None)


# --- the pages -------------------------------------------------------------------------------------------------------------


def compose_page(run: Run) -> w.Widget:
    """The form: From, To with people who fit, Subject, Message, attachments."""
    fields, memo = run.ui.fields, run.ui.memo
    error = memo.get("mail_error", "")
    typed = fields.get(TO, "")
    bar = page_bar(
        run,
        run.t("New message"),
        w.icon_button("attach", run.t("Attach file"), ("attach_page",), id="action_attach"),
        w.icon_button("delete", run.t("Discard"), ("discard",), id="action_discard"),
        w.icon_button("send", run.t("Send"), ("send",), id="action_send"),
        up=True,
    )
    files = [
        w.row(
            w.text(f["name"], weight=1, id="attached"),
            w.icon_button("close", run.t("Remove {name}", name=f["name"]), ("detach", n)),
            pad=8,
            id="attached_row",
        )
        for n, f in enumerate(memo.get("files", []))
    ]
    quote = memo.get("quote", "")
    return w.page(
        bar,
        w.scroll(
            w.text(error, color="error", id="error", pad=16) if error else None,
            w.text(run.t("From {address}", address=account_of(run)["address"]), style="caption", pad=16, id="from"),
            w.column(_field(run, TO, "To", "email"), pad=8),
            *(_suggestion(name, address) for name, address in _people(run, typed)),
            w.column(_field(run, SUBJECT, "Subject", "text"), pad=8),
            w.column(_field(run, BODY, "Message", "multiline"), pad=8),
            *files,
            w.text(quote, style="caption", pad=16, id="quoted") if quote else None,
            id="compose_form",
        ),
    )


def _field(run: Run, id: str, words: str, kind: str) -> w.Widget:
    value = run.ui.fields.get(id, "")
    return w.text_field(id, value, hint=run.t(words), input=kind, action="next", on_change=("keep",))


def _people(run: Run, typed: str) -> list[tuple[str, str]]:
    """Contacts with an address that fit the part of To being typed; nobody once it is a whole address."""
    part = re.split(r"[,;]", typed)[-1].strip().casefold()
    if not part or _valid(part):
        return []
    pairs = [(pool.full_name(p), p["email"]) for p in run.env.data("contacts").people if p["email"]]
    return [(name, address) for name, address in pairs if part in f"{name} {address}".casefold()][:3]


def _suggestion(name: str, address: str) -> w.Widget:
    return w.item(name, address, icon="person", on_tap=("pick", address), id="suggestion")


def attach_page(run: Run) -> w.Widget:
    """The phone's files, newest folders first."""
    rows = [
        w.item(
            path.rsplit("/", 1)[-1],
            path.rsplit("/", 1)[0].removeprefix(f"{SHARED}/"),
            icon="file",
            on_tap=("attach", path),
            id="pick_file",
        )
        for path in _files(run)
    ]
    body = w.scroll(*rows, id="pick_files") if rows else w.empty(run.t("No files on this phone"))
    return w.page(page_bar(run, run.t("Choose a file"), up=True), body)


def _files(run: Run) -> Iterator[str]:
    for folder in ATTACHABLE:
        if run.env.files.is_dir(f"{SHARED}/{folder}"):
            yield from run.env.files.walk(f"{SHARED}/{folder}")


# --- events ----------------------------------------------------------------------------------------------------------------


def _open_form(run: Run, to: str, subject: str, body: str, **more: Any) -> None:
    run.ui.fields.update({TO: to, SUBJECT: subject, BODY: body})
    run.ui.memo.update({"draft": "", "files": [], "quote": "", "thread": "", "mail_error": "", **more})
    run.ui.scroll["compose_form"] = 0
    run.ui.go("compose")


def _compose(run: Run) -> None:
    run.ui.memo["chosen"] = []
    _open_form(run, "", "", "")


def open_draft(run: Run, m: Record) -> None:
    """Goes on with a draft."""
    more = {"draft": m["id"], "files": [dict(f) for f in m["files"]], "quote": m["quote"], "thread": m["thread"]}
    _open_form(run, m["to"], m["subject"], m["body"], **more)


def _subject(prefix: str, subject: str) -> str:
    return subject if subject.casefold().startswith(prefix.casefold()) else f"{prefix} {subject}"


def _reply(run: Run, id: str) -> None:
    if (m := next((m for m in run.data.mails if m["id"] == id), None)) is not None:
        to = m["to"] if m["folder"] == "sent" else m["from"]
        _open_form(run, to, _subject("Re:", m["subject"]), "", thread=m["thread"])


def _forward(run: Run, id: str) -> None:
    if (m := next((m for m in run.data.mails if m["id"] == id), None)) is not None:
        quote = f"> {m['from_name']} <{m['from']}>\n> {m['subject']}\n\n{m['body']}"
        _open_form(run, "", _subject("Fwd:", m["subject"]), "", files=[dict(f) for f in m["files"]], quote=quote)


def _written(run: Run) -> Record:
    """The mail as it stands in the form."""
    mine = account_of(run)
    fields, memo = run.ui.fields, run.ui.memo
    old = _draft(run)
    id = old["id"] if old else pool.next_id("m", run.data.mails)
    body = fields.get(BODY, "").strip()
    made = mail(
        id,
        (mine["name"], mine["address"]),
        ", ".join(recipients(fields.get(TO, ""))),
        fields.get(SUBJECT, "").strip(),
        body,
        pool.stamp(run.env.now),
    )
    more = {"account": mine["id"], "folder": "drafts", "files": memo.get("files", []), "quote": memo.get("quote", "")}
    return {**made, **more, "thread": memo.get("thread") or id}


def _keep(run: Run, *_: str) -> None:
    made = _written(run)
    old = _draft(run)
    if old is not None:
        old.update(made)
    else:
        run.data.mails.append(made)
        run.ui.memo["draft"] = made["id"]


def _pick(run: Run, address: str) -> None:
    parts = re.split(r"[,;]", run.ui.fields.get(TO, ""))[:-1]
    run.ui.fields[TO] = ", ".join([*(p.strip() for p in parts), address])
    _keep(run)


def _attach_page(run: Run) -> None:
    run.ui.go("attach")


def _attach(run: Run, path: str) -> None:
    run.ui.back()
    if run.env.files.is_file(path):
        file = {"name": path.rsplit("/", 1)[-1], "data": packed(run.env.files.read(path))}
        run.ui.memo["files"] = [*run.ui.memo.get("files", []), file]
        _keep(run)


def _detach(run: Run, index: int) -> None:
    run.ui.memo["files"] = [f for n, f in enumerate(run.ui.memo["files"]) if n != index]
    _keep(run)


def _discard(run: Run) -> None:
    old = _draft(run)
    run.data.mails[:] = [m for m in run.data.mails if m is not old]
    run.ui.back()
    run.env.toast(run.t("Draft discarded"))


def _problem(run: Run) -> str:
    addresses = recipients(run.ui.fields.get(TO, ""))
    if not addresses:
        return run.t("Add a recipient")
    if not all(_valid(a) for a in addresses):
        return run.t("Enter a valid address")
    memo = run.ui.memo
    something = run.ui.fields.get(BODY, "").strip() or memo.get("files") or memo.get("quote")
    return "" if something else run.t("An empty message cannot be sent")


def _send(run: Run) -> None:
    run.ui.memo["mail_error"] = error = _problem(run)
    if error:
        return
    if run.ui.fields.get(SUBJECT, "").strip():
        _send_now(run)
        return
    buttons = ((run.t("Send"), ("send_now",)), (run.t("Cancel"), ("noop",)))
    run.ui.dialog = Dialog(run.t("Send without a subject?"), run.t("The message has no subject."), buttons)


def _send_now(run: Run) -> None:
    made = _written(run)
    old = _draft(run)
    run.data.mails[:] = [m for m in run.data.mails if m is not old]
    signature = run.data.settings["signature"]
    made["body"] += f"\n\n{signature}" if signature else ""
    run.data.mails.append({**made, "folder": "sent"})
    run.ui.memo["draft"] = ""
    run.ui.back()
    run.env.toast(run.t("Message sent"))
    for reply in [r for r in run.data.replies if r["to"] in recipients(made["to"])][:1]:
        run.data.replies.remove(reply)
        run.env.later(
            reply["delay"], ("receive", reply["to"], reply["name"], made["subject"], reply["text"], made["thread"])
        )


def _receive(run: Run, address: str, name: str, subject: str, text: str, thread: str) -> None:
    mine = account_of(run)
    id = pool.next_id("m", run.data.mails)
    made = mail(id, (name, address), mine["address"], _subject("Re:", subject), text, pool.stamp(run.env.now))
    run.data.mails.append({**made, "account": mine["id"], "thread": thread, "read": False})
    run.env.notify(name, made["subject"], ("open", id))


COMPOSE_HANDLERS: dict[str, Handler] = {
    "compose": _compose, "reply": _reply, "forward": _forward, "keep": _keep, "pick": _pick, "attach_page": _attach_page,
    "attach": _attach, "detach": _detach, "discard": _discard, "send": _send, "send_now": _send_now, "receive": _receive,
}  # fmt: skip
