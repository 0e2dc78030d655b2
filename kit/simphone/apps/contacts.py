"""Contacts: the people list, a page a person, a form, favourites, search.

Data: `people` (each with id, first, last, phone, work_phone, email, company, note, starred) and `calls` (id, number, time).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from kit.simphone import widgets as w
from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record

FORM = (
    # field id, key, hint, kind of input, shown only after "More fields"
    ("first_name", "first", "First name", "text", False),
    ("last_name", "last", "Last name", "text", False),
    ("company", "company", "Company", "text", False),
    ("phone", "phone", "Phone", "phone", False),
    ("email", "email", "Email", "email", False),
    ("work_phone", "work_phone", "Work phone", "phone", True),
    ("notes", "note", "Notes", "text", True),
)


@dataclass(slots=True)
class ContactsData:
    """The address book and the log of calls made from it."""

    people: list[Record] = field(default_factory=list[Record])
    calls: list[Record] = field(default_factory=list[Record])


def person(id: str, first: str, last: str, phone: str = "", **more: Any) -> Record:
    """A contact's record with every key present; also what tasks put into the address book."""
    blank = {"work_phone": "", "email": "", "company": "", "note": "", "starred": False}
    return {"id": id, "first": first, "last": last, "phone": phone, **blank, **more}


def fresh(rng: random.Random, now: datetime) -> ContactsData:
    """Eight to twelve people, one of them with a name that is not ASCII, one or two of them favourites."""
    names = list(zip(rng.sample(pool.FIRST, 11), rng.sample(pool.LAST, 11), strict=True))[: rng.randint(7, 11)]
    made: list[Record] = []
    for n, (first, last) in enumerate([*names, rng.choice(pool.WORLD)], start=1):
        mail = f"{first}.{last}@{rng.choice(pool.MAIL_HOSTS)}".lower() if n <= len(names) and n % 3 else ""
        company = rng.choice(pool.COMPANIES) if n % 4 == 0 else ""
        made.append(person(f"c{n}", first, last, pool.number(rng), email=mail, company=company, starred=n in (2, 5)))
    return ContactsData(people=made)


# --- views -----------------------------------------------------------------------------------------------------------


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {"home": _home, "search": _search, "contact": _contact, "edit": _edit, "call": _call}
    return pages.get(run.ui.page.name, _home)(run)


def _sorted(data: ContactsData) -> list[Record]:
    return sorted(data.people, key=lambda p: (pool.full_name(p).casefold(), p["id"]))


def _row(p: Record, subtitle: str = "") -> w.Widget:
    return w.item(pool.full_name(p), subtitle, icon="person", on_tap=("open", p["id"]), id="contact_row")


def _home(run: Run) -> w.Widget:
    everyone = _sorted(run.data)
    starred = [p for p in everyone if p["starred"]]
    rows = [w.text("Favorites", style="caption", pad=8)] if starred else []
    rows += [_row(p) for p in starred]
    letter = ""
    for p in everyone:
        if p["starred"]:
            continue
        if (first := pool.full_name(p)[0].upper()) != letter:
            letter = first
            rows.append(w.text(letter, style="caption", pad=8, id="header"))
        rows.append(_row(p))
    bar = w.app_bar("Contacts", w.icon_button("search", "Search contacts", ("search",), id="menu_search"))
    body = w.scroll(*rows, w.space(96), id="contact_list") if everyone else w.empty("No contacts yet")
    return w.page(bar, body, floating=w.fab("add", "Create new contact", ("create",), id="floating_action_button"))


def _search(run: Run) -> w.Widget:
    query = run.ui.fields.get("search_view", "")
    found = [p for p in _sorted(run.data) if query.strip() and _matches(p, query.strip().casefold())]
    rows = [_row(p, p["phone"] or p["email"]) for p in found]
    bar = w.row(
        w.icon_button("back", "Navigate up", ("back",)),
        w.text_field("search_view", query, hint="Search contacts", action="search", on_submit=("noop",), weight=1),
        w.icon_button("close", "Clear search", ("clear_search",)) if query else None,
        id="toolbar",
        pad=8,
    )
    body = w.empty("No contacts found" if query.strip() else "Type a name or a number")
    return w.page(bar, w.scroll(*rows, id="search_list") if rows else body)


def _matches(p: Record, query: str) -> bool:
    words = " ".join([pool.full_name(p), p["email"], p["company"]]).casefold()
    digits = "".join(c for c in query if c.isdigit())
    numbers = "".join(c for c in p["phone"] + p["work_phone"] if c.isdigit())
    return query in words or (len(digits) >= 3 and digits in numbers)


def _contact(run: Run) -> w.Widget:
    p = _find(run, run.ui.page.args.get("id", ""))
    if p is None:
        return w.page(w.app_bar("Contacts", up=True), w.empty("This contact no longer exists"))
    star = ("star", "Remove from favorites") if p["starred"] else ("star_outline", "Add to favorites")
    bar = w.app_bar(
        "",
        w.icon_button("edit", "Edit contact", ("edit", p["id"]), id="menu_edit"),
        w.icon_button(star[0], star[1], ("star", p["id"]), id="menu_star"),
        w.icon_button("more", "More options", ("more", p["id"]), id="menu_more"),
        up=True,
    )
    name = pool.full_name(p)
    details = [
        w.item(p["company"], "Company", id="company_row") if p["company"] and p["company"] != name else None,
        _number(p["phone"], "Mobile"),
        _number(p["work_phone"], "Work"),
        w.item(p["email"], "Email", icon="mail", id="email_row") if p["email"] else None,
        w.item(p["note"], "Notes", icon="note", id="note_row") if p["note"] else None,
    ]
    head = w.column(
        w.image("", icon="person", width=96, height=96),
        w.text(name, style="headline", id="large_title"),
        align="center",
        pad=16,
    )
    number = p["phone"] or p["work_phone"]
    actions = w.row(
        w.button("Call", ("call", number), enabled=bool(number), id="verb_call", weight=1, style="outlined"),
        w.button("Message", ("message", number), enabled=bool(number), id="verb_text", weight=1, style="outlined"),
        pad=8,
    )
    return w.page(bar, w.scroll(head, actions, *details, id="contact_details"))


def _number(number: str, kind: str) -> w.Widget | None:
    return w.item(number, kind, icon="call", on_tap=("call", number), id="phone_row") if number else None


def _edit(run: Run) -> w.Widget:
    old = run.ui.page.args.get("id")
    more = bool(run.ui.memo.get("more_fields"))
    fields = [
        w.text_field(id, run.ui.fields.get(id, ""), hint=hint, input=kind, action="next")
        for id, _, hint, kind, extra in FORM
        if more or not extra
    ]
    error = run.ui.memo.get("form_error", "")
    bar = w.app_bar(
        "Edit contact" if old else "Create contact",
        w.button("Save", ("save",), id="editor_menu_save_button"),
        up=True,
    )
    return w.page(
        bar,
        w.scroll(
            w.text(error, color="error", id="error", pad=16) if error else None,
            *(w.column(f, pad=8) for f in fields),
            None if more else w.button("More fields", ("more_fields",), style="text", id="more_fields"),
            id="editor",
        ),
    )


def _call(run: Run) -> w.Widget:
    number = run.ui.page.args.get("number", "")
    owner = next((p for p in run.data.people if pool.same_number(number, p["phone"])), None)
    return w.page(
        w.column(
            w.text("Calling…", style="caption", id="call_state"),
            w.text(pool.full_name(owner) if owner else number, style="headline", id="call_name"),
            align="center",
            pad=48,
            weight=1,
        ),
        w.column(w.button("End call", ("back",), id="end_call"), align="center", pad=48),
    )


# --- handlers --------------------------------------------------------------------------------------------------------


def _find(run: Run, id: str) -> Record | None:
    return next((p for p in run.data.people if p["id"] == id), None)


def _open(run: Run, id: str) -> None:
    run.ui.go("contact", id=id)


def _start_search(run: Run) -> None:
    run.ui.fields["search_view"] = ""
    run.ui.go("search")


def _clear_search(run: Run) -> None:
    run.ui.fields["search_view"] = ""


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
    _form(run, _find(run, id), id=id)


def _more_fields(run: Run) -> None:
    run.ui.memo["more_fields"] = True


def _save(run: Run) -> None:
    typed = {key: run.ui.fields.get(id, "").strip() for id, key, *_ in FORM}
    for key in ("phone", "work_phone"):
        typed[key] = pool.tidy_number(typed[key])
    run.ui.memo["form_error"] = error = _problem(typed)
    if error:
        return
    old = _find(run, run.ui.page.args.get("id", ""))
    run.ui.back()
    if old is not None:
        old.update(typed)
    else:
        id = pool.next_id("c", run.data.people)
        run.data.people.append({**person(id, "", ""), **typed})
        run.ui.go("contact", id=id)
    run.env.toast("Contact saved")


def _problem(typed: dict[str, str]) -> str:
    if not any(typed.values()):
        return "Add a name or a number to save this contact"
    if typed["email"] and ("@" not in typed["email"] or " " in typed["email"]):
        return "Enter a valid email address"
    if any(typed[key] and not pool.is_number(typed[key]) for key in ("phone", "work_phone")):
        return "Enter a valid phone number"
    return ""


def _star(run: Run, id: str) -> None:
    if (p := _find(run, id)) is not None:
        p["starred"] = not p["starred"]


def _more(run: Run, id: str) -> None:
    if (p := _find(run, id)) is not None:
        choices = (w.item("Delete", icon="delete", on_tap=("ask_delete", id), id="menu_delete"),)
        run.ui.dialog = Dialog(title=pool.full_name(p), body=choices, buttons=(("Cancel", ("noop",)),))


def _ask_delete(run: Run, id: str) -> None:
    if (p := _find(run, id)) is not None:
        buttons = (("Delete", ("delete", id)), ("Cancel", ("noop",)))
        run.ui.dialog = Dialog(
            title="Delete contact?", message=f"{pool.full_name(p)} will be deleted.", buttons=buttons
        )


def _delete(run: Run, id: str) -> None:
    run.data.people[:] = [p for p in run.data.people if p["id"] != id]
    run.ui.dialog = None
    run.ui.back()
    run.env.toast("Contact deleted")


def _start_call(run: Run, number: str) -> None:
    id = pool.next_id("k", run.data.calls)
    run.data.calls.append({"id": id, "number": number, "time": pool.stamp(run.env.now)})
    run.ui.go("call", number=number)


def _message(run: Run, number: str) -> None:
    run.env.open("messages", "thread", number=number)


HANDLERS: dict[str, Handler] = {
    "open": _open, "search": _start_search, "clear_search": _clear_search, "create": _create, "edit": _start_edit,
    "more_fields": _more_fields, "save": _save, "star": _star, "more": _more, "ask_delete": _ask_delete,
    "delete": _delete, "call": _start_call, "message": _message,
}  # fmt: skip


APP = App(
    name="contacts",
    package="com.android.contacts",
    activity=".activities.PeopleActivity",
    labels={"en": "Contacts", "zh": "通讯录"},
    icon="person",
    color="#1a73e8",
    fresh=fresh,
    view=view,
    handlers=HANDLERS,
)
