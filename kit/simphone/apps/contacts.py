"""Contacts: the people list by group, a page a person, a form, favourites, search, sharing.

Data: `people` (each with id, first, last, phone, work_phone, email, company, note, starred, group) and `calls` (id, number,
time).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.contacts_pages import FORM, GROUPS, SEARCH, find, view
from kit.simphone.apps.contacts_words import WORDS
from kit.simphone.apps.people import Record


@dataclass(slots=True)
class ContactsData:
    """The address book and the log of calls made from it."""

    people: list[Record] = field(default_factory=list[Record])
    calls: list[Record] = field(default_factory=list[Record])


def person(id: str, first: str, last: str, phone: str = "", **more: Any) -> Record:
    """A contact's record with every key present; also what tasks put into the address book."""
    blank = {"work_phone": "", "email": "", "company": "", "note": "", "starred": False, "group": ""}
    return {"id": id, "first": first, "last": last, "phone": phone, **blank, **more}


def fresh(rng: random.Random, now: datetime) -> ContactsData:
    """Eight to twelve people, one of them with a name that is not ASCII, one or two of them favourites, some in groups."""
    names = list(zip(rng.sample(pool.FIRST, 11), rng.sample(pool.LAST, 11), strict=True))[: rng.randint(7, 11)]
    made: list[Record] = []
    for n, (first, last) in enumerate([*names, rng.choice(pool.WORLD)], start=1):
        mail = f"{first}.{last}@{rng.choice(pool.MAIL_HOSTS)}".lower() if n <= len(names) and n % 3 else ""
        company = rng.choice(pool.COMPANIES) if n % 4 == 0 else ""
        group = "Work" if company else rng.choice(("", "", "Family", "Friends"))
        more: Record = {"email": mail, "company": company, "starred": n in (2, 5), "group": group}
        made.append(person(f"c{n}", first, last, pool.number(rng), **more))
    return ContactsData(people=made)


# --- handlers --------------------------------------------------------------------------------------------------------


def _open(run: Run, id: str) -> None:
    run.ui.go("contact", id=id)


def _show_group(run: Run, group: str) -> None:
    run.ui.memo["group"] = group
    run.ui.scroll.clear()


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _clear_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""


def _form(run: Run, old: Record | None, **args: Any) -> None:
    for id, key, *_ in FORM:
        run.ui.fields[id] = str(old[key]) if old else ""
    run.ui.memo["form_error"] = ""
    run.ui.memo["more_fields"] = bool(old and (old["work_phone"] or old["note"]))
    run.ui.scroll["editor"] = 0
    run.ui.go("edit", **args)


def _create(run: Run) -> None:
    _form(run, None)


def _start_edit(run: Run, id: str) -> None:
    _form(run, find(run, id), id=id)


def _more_fields(run: Run) -> None:
    run.ui.memo["more_fields"] = True


def _save(run: Run) -> None:
    typed = {key: run.ui.fields.get(id, "").strip() for id, key, *_ in FORM}
    for key in ("phone", "work_phone"):
        typed[key] = pool.tidy_number(typed[key])
    run.ui.memo["form_error"] = error = _problem(typed)
    if error:
        return
    old = find(run, run.ui.page.args.get("id", ""))
    run.ui.back()
    if old is not None:
        old.update(typed)
    else:
        id = pool.next_id("c", run.data.people)
        run.data.people.append({**person(id, "", ""), **typed})
        run.ui.go("contact", id=id)
    run.env.toast(run.t("Contact saved"))


def _problem(typed: dict[str, str]) -> str:
    """What is wrong with a form, in English; empty when it can be saved."""
    if not any(typed.values()):
        return "Add a name or a number to save this contact"
    if typed["email"] and ("@" not in typed["email"] or " " in typed["email"]):
        return "Enter a valid email address"
    if any(typed[key] and not pool.is_number(typed[key]) for key in ("phone", "work_phone")):
        return "Enter a valid phone number"
    return ""


def _star(run: Run, id: str) -> None:
    if (p := find(run, id)) is not None:
        p["starred"] = not p["starred"]


def _more(run: Run, id: str) -> None:
    if (p := find(run, id)) is not None:
        choices = (
            w.item(run.t("Group"), icon="people", on_tap=("ask_group", id), id="menu_group"),
            w.item(run.t("Share contact"), icon="share", on_tap=("share", id), id="menu_share"),
            w.item(run.t("Delete contact"), icon="delete", on_tap=("ask_delete", id), id="menu_delete"),
        )
        run.ui.dialog = Dialog(pool.full_name(p), body=choices, buttons=((run.t("Cancel"), ("noop",)),))


def _ask_group(run: Run, id: str) -> None:
    if (p := find(run, id)) is not None:
        rows = [
            w.radio(run.t(group or "No group"), p["group"] == group, ("set_group", id, group))
            for group in (*run.env.arrange(GROUPS), "")
        ]
        run.ui.dialog = Dialog(run.t("Group"), body=tuple(rows), buttons=((run.t("Cancel"), ("noop",)),))


def _set_group(run: Run, id: str, group: str) -> None:
    run.ui.dialog = None
    if (p := find(run, id)) is not None:
        p["group"] = group


def _share(run: Run, id: str) -> None:
    run.ui.dialog = None
    if (p := find(run, id)) is not None:
        run.env.share("\n".join(t for t in (pool.full_name(p), p["phone"], p["work_phone"], p["email"]) if t))


def _ask_delete(run: Run, id: str) -> None:
    if (p := find(run, id)) is not None:
        buttons = ((run.t("Delete"), ("delete", id)), (run.t("Cancel"), ("noop",)))
        words = run.t("{name} will be deleted.", name=pool.full_name(p))
        run.ui.dialog = Dialog(title=run.t("Delete contact?"), message=words, buttons=buttons)


def _delete(run: Run, id: str) -> None:
    run.data.people[:] = [p for p in run.data.people if p["id"] != id]
    run.ui.dialog = None
    run.ui.back()
    run.env.toast(run.t("Contact deleted"))


def _start_call(run: Run, number: str) -> None:
    id = pool.next_id("k", run.data.calls)
    run.data.calls.append({"id": id, "number": number, "time": pool.stamp(run.env.now)})
    run.ui.go("call", number=number)


def _message(run: Run, number: str) -> None:
    run.env.open("messages", "thread", number=number)


HANDLERS: dict[str, Handler] = {
    "open": _open, "show_group": _show_group, "search": _start_search, "clear_search": _clear_search, "create": _create,
    "edit": _start_edit, "more_fields": _more_fields, "save": _save, "star": _star, "more": _more, "ask_group": _ask_group,
    "set_group": _set_group, "share": _share, "ask_delete": _ask_delete, "delete": _delete, "call": _start_call,
    "message": _message,
}  # fmt: skip


APP = App(
    name="contacts",
    package="com.android.contacts",
    activity=".activities.PeopleActivity",
    labels={"en": "Contacts", "zh": "通讯录", "ar": "جهات الاتصال"},
    icon="person",
    color="#1a73e8",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
    words=WORDS,
)
