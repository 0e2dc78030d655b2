"""The pages of Mail: lists of mail, folders, search, a conversation, settings. Pure views."""

from __future__ import annotations

from datetime import datetime

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps.mail_compose import attach_page, compose_page
from kit.simphone.apps.mail_links import file_page, find, web_page
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.prompts import search_bar

SEARCH = "search_mail"
FOLDERS = {
    "inbox": ("Inbox", "mail"), "drafts": ("Drafts", "edit"), "sent": ("Sent mail", "send"),
    "archive": ("Archived", "archive"), "spam": ("Spam", "dnd"), "trash": ("Trash", "delete"),
}  # fmt: skip
OPTIONS = {"signature": "Signature", "forward_to": "Forward all mail to", "auto_reply": "Automatic reply"}
SNIPPET = 90


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {
        "folders": _folders, "search": _search, "thread": _thread, "compose": compose_page, "attach": attach_page,
        "file": file_page, "web": web_page, "settings": _settings,
    }  # fmt: skip
    return pages.get(run.ui.page.name, _home)(run)


def group(run: Run, id: str) -> list[Record]:
    """The mails that one row of a list stands for: those of one conversation in one folder."""
    one = find(run, id)
    if one is None:
        return []
    same = ("account", "folder", "thread")
    return [m for m in run.data.mails if all(m[key] == one[key] for key in same)]


def _newest(mails: list[Record]) -> list[Record]:
    return sorted(mails, key=lambda m: (m["time"], len(m["id"]), m["id"]), reverse=True)


def _when(run: Run, iso: str) -> str:
    when = datetime.fromisoformat(iso)
    return f"{when:%H:%M}" if when.date() == run.env.today else run.env.day(when.date())


def _mine(run: Run) -> list[Record]:
    return [m for m in run.data.mails if m["account"] == run.data.account]


# --- lists -----------------------------------------------------------------------------------------------------------------


def _shown(run: Run) -> list[Record]:
    """The newest mail of each conversation in the folder, with the label, or starred."""
    args = run.ui.page.args
    folder, label = args.get("folder", "inbox"), args.get("label", "")
    mails = [
        m
        for m in _mine(run)
        if (label in m["labels"] and m["folder"] not in ("trash", "spam") if label else m["folder"] == folder)
        or (folder == "starred" and m["starred"] and m["folder"] != "trash")
    ]
    rows: dict[str, Record] = {}
    for m in _newest(mails):
        rows.setdefault(m["thread"] if m["folder"] != "drafts" else m["id"], m)
    return list(rows.values())


def _title(run: Run) -> str:
    args = run.ui.page.args
    if label := args.get("label"):
        return next((x["name"] for x in run.data.labels if x["id"] == label), "")
    folder = args.get("folder", "inbox")
    return run.t("Starred") if folder == "starred" else run.t(FOLDERS[folder][0])


def _home(run: Run) -> w.Widget:
    chosen = run.ui.memo.get("chosen", [])
    folder = run.ui.page.args.get("folder", "inbox")
    mails = _shown(run)
    rows = [_row(run, m, chosen) for m in mails]
    bar = _selection_bar(run, chosen) if chosen else _list_bar(run, folder, bool(rows))
    body = w.scroll(*rows, w.space(96), id=f"mails_{folder}") if rows else w.empty(run.t("No mail here"))
    return w.page(bar, body, floating=w.fab("edit", run.t("Compose"), ("compose",), id="compose_button"))


def _list_bar(run: Run, folder: str, full: bool) -> w.Widget:
    clear = w.icon_button("delete", run.t("Empty trash"), ("ask_empty",), id="action_empty")
    return page_bar(
        run,
        _title(run),
        *((clear,) if folder == "trash" and full else ()),
        w.icon_button("search", run.t("Search mail"), ("search",), id="action_search"),
        w.icon_button("menu", run.t("Folders"), ("folders",), id="action_folders"),
        up=len(run.ui.pages) > 1,
    )


def _selection_bar(run: Run, chosen: list[str]) -> w.Widget:
    return w.row(
        w.icon_button("close", run.t("Clear"), ("choose_none",), id="selection_close"),
        w.text(run.t("{count} selected", count=len(chosen)), style="headline", weight=1, id="toolbar_title"),
        w.icon_button("archive", run.t("Archive"), ("act", "archive"), id="selection_archive"),
        w.icon_button("delete", run.t("Delete"), ("act", "trash"), id="selection_delete"),
        w.icon_button("check", run.t("Mark as read"), ("act", "read"), id="selection_read"),
        id="toolbar",
        pad=8,
        height=64,
    )


def _row(run: Run, m: Record, chosen: list[str]) -> w.Widget:
    sent = m["folder"] in ("sent", "drafts")
    who = run.t("To: {names}", names=m["to"]) if sent else m["from_name"]
    line = m["body"].split("\n")[0]
    snippet = f"{line[:SNIPPET]}…" if len(line) > SNIPPET else line
    trailing = w.column(
        w.text(_when(run, m["time"]), style="caption", id="mail_date"),
        w.text(run.t("Unread"), style="caption", color="accent", id="unread_marker") if not m["read"] else None,
        w.image(run.t("Starred"), icon="star", width=18, height=18) if m["starred"] else None,
        w.image(run.t("Attachment"), icon="file", width=18, height=18) if m["files"] else None,
        align="end",
    )
    subject = m["subject"] or run.t("(no subject)")
    return w.row(
        w.image("", icon="check" if m["id"] in chosen else "person", width=40, height=40),
        w.column(
            w.text(who, style="title", id="sender"),
            w.text(subject, id="subject"),
            w.text(snippet, style="caption", id="snippet") if snippet else None,
            weight=1,
        ),
        trailing,
        on_tap=("choose", m["id"]) if chosen else ("open", m["id"]),
        on_long=("choose", m["id"]),
        selected=m["id"] in chosen,
        pad=12,
        id="mail_row",
    )


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    query = typed.strip().casefold()
    found = [m for m in _newest(_mine(run)) if query and m["folder"] not in ("trash", "spam") and query in _text(m)]
    bar = search_bar(run, SEARCH, "Search mail")
    nothing = run.t("No matching mail" if query else "Type to search")
    return w.page(bar, w.scroll(*(_row(run, m, []) for m in found), id="results") if found else w.empty(nothing))


def _text(m: Record) -> str:
    return " ".join([m["subject"], m["from"], m["from_name"], m["to"], m["body"], m["quote"]]).casefold()


def _folders(run: Run) -> w.Widget:
    accounts = [
        w.radio(a["address"], a["id"] == run.data.account, ("account", a["id"]), id="account_row")
        for a in run.data.accounts
    ]
    mine = _mine(run)
    rows = [
        w.item(
            run.t(words),
            str(sum(m["folder"] == name for m in mine)),
            icon=icon,
            on_tap=("go", name, ""),
            id="folder_row",
        )
        for name, (words, icon) in FOLDERS.items()
    ]
    labels = [
        w.item(label["name"], icon="label", on_tap=("go", "", label["id"]), id="label_row")
        for label in run.env.arrange(run.data.labels)
    ]
    return w.page(
        page_bar(run, run.t("Folders"), up=True),
        w.scroll(
            w.text(run.t("Accounts"), style="caption", pad=16),
            *accounts,
            w.divider(),
            *rows,
            w.item(run.t("Starred"), icon="star", on_tap=("go", "starred", ""), id="starred_row"),
            w.text(run.t("Labels"), style="caption", pad=16) if labels else None,
            *labels,
            w.divider(),
            w.item(run.t("Mail settings"), icon="settings", on_tap=("settings",), id="settings_row"),
            id="folder_list",
        ),
    )


# --- one conversation ------------------------------------------------------------------------------------------------------


def _thread(run: Run) -> w.Widget:
    id = run.ui.page.args.get("id", "")
    one = find(run, id)
    if one is None:
        return w.page(page_bar(run, "", up=True), w.empty(run.t("This mail is no longer here")))
    shown = [m for m in run.data.mails if _together(m, one)]
    names = [x["name"] for x in run.data.labels if any(x["id"] in m["labels"] for m in shown)]
    buttons = w.row(
        w.button(run.t("Reply"), ("reply", shown[-1]["id"]), style="outlined", weight=1, id="reply_button"),
        w.button(run.t("Forward"), ("forward", shown[-1]["id"]), style="outlined", weight=1, id="forward_button"),
        pad=12,
    )
    return w.page(
        _thread_bar(run, one),
        w.scroll(
            w.text(one["subject"] or run.t("(no subject)"), style="title", pad=16, id="thread_subject"),
            w.text(" · ".join(names), style="caption", pad=16, id="thread_labels") if names else None,
            *(_mail(run, m) for m in shown),
            buttons,
            id=f"thread_{id}",
        ),
    )


def _together(m: Record, one: Record) -> bool:
    """Whether a mail is shown with another: one conversation, and both deleted or both not."""
    apart = ("trash", "spam", "drafts")
    same = m["account"] == one["account"] and m["thread"] == one["thread"]
    return same and (m["folder"] == one["folder"] or not {m["folder"], one["folder"]}.intersection(apart))


def _thread_bar(run: Run, one: Record) -> w.Widget:
    id = one["id"]
    star = ("star", "Remove star") if one["starred"] else ("star_border", "Star")
    back = w.button(run.t("Move to inbox"), ("move", id, "inbox"), style="text", id="action_restore")
    return page_bar(
        run,
        "",
        *((back,) if one["folder"] == "trash" else ()),
        w.icon_button("archive", run.t("Archive"), ("move", id, "archive"), id="action_archive"),
        w.icon_button(
            "delete",
            run.t("Delete forever" if one["folder"] == "trash" else "Delete"),
            ("ask_erase", id) if one["folder"] == "trash" else ("move", id, "trash"),
            id="action_delete",
        ),
        w.icon_button(star[0], run.t(star[1]), ("star", id), id="action_star"),
        w.icon_button("more", run.t("More options"), ("more", id), id="action_more"),
        up=True,
    )


def _mail(run: Run, m: Record) -> w.Widget:
    link = m["link"]
    return w.card(
        w.text(m["from_name"], style="title", id="mail_sender"),
        w.text(run.t("From: {address}", address=m["from"]), style="caption", id="mail_from"),
        w.text(f"{run.t('To: {names}', names=m['to'])} · {_when(run, m['time'])}", style="caption", id="mail_to"),
        w.space(8),
        w.text(m["body"], id="mail_body") if m["body"] else None,
        w.text(m["quote"], style="body", id="mail_quote") if m["quote"] else None,
        w.button(link["label"], ("web", m["id"]), style="text", id="mail_link") if link else None,
        *(_file_row(run, m, n) for n in range(len(m["files"]))),
        id="mail_card",
    )


def _file_row(run: Run, m: Record, index: int) -> w.Widget:
    name = m["files"][index]["name"]
    save = w.icon_button("download", run.t("Save {name}", name=name), ("save_file", m["id"], index), id="save_file")
    return w.item(name, run.t("Attachment"), icon="file", trailing=save, on_tap=("file", m["id"], index), id="file_row")


def _settings(run: Run) -> w.Widget:
    rows = [
        w.item(run.t(words), run.data.settings[key] or run.t("Not set"), on_tap=("ask_option", key), id=f"row_{key}")
        for key, words in OPTIONS.items()
    ]
    return w.page(page_bar(run, run.t("Mail settings"), up=True), w.scroll(*rows, id="mail_settings"))
