"""The pages of Contacts: list, search, a person, the form, a call. Pure views of the data of `kit.simphone.apps.contacts`."""

from __future__ import annotations

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as top
from kit.simphone.apps.prompts import search_bar

SEARCH = "search_contacts"
GROUPS = ("Family", "Friends", "Work")

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


def find(run: Run, id: str) -> Record | None:
    """The person with this id."""
    return next((p for p in run.data.people if p["id"] == id), None)


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {"home": _home, "search": _search, "contact": _contact, "edit": _edit, "call": _call}
    return pages.get(run.ui.page.name, _home)(run)


def _sorted(people: list[Record]) -> list[Record]:
    return sorted(people, key=lambda p: (pool.full_name(p).casefold(), p["id"]))


def _row(p: Record, subtitle: str = "") -> w.Widget:
    return w.item(pool.full_name(p), subtitle, icon="person", on_tap=("open", p["id"]), id="contact_row")


def _home(run: Run) -> w.Widget:
    group = str(run.ui.memo.get("group", ""))
    everyone = [p for p in _sorted(run.data.people) if group in ("", p["group"])]
    starred = [p for p in everyone if p["starred"]]
    rows = [w.text(run.t("Favorites"), style="caption", pad=8)] if starred else []
    rows += [_row(p) for p in starred]
    letter = ""
    for p in everyone:
        if p["starred"]:
            continue
        if (first := pool.full_name(p)[0].upper()) != letter:
            letter = first
            rows.append(w.text(letter, style="caption", pad=8, id="header"))
        rows.append(_row(p))
    chips = [
        w.chip(run.t(g or "All contacts"), ("show_group", g), selected=g == group)
        for g in ("", *run.env.arrange(GROUPS))
    ]
    bar = top(run, run.t("Contacts"), w.icon_button("search", run.t("Search contacts"), ("search",), id="menu_search"))
    nobody = w.empty(run.t("Nobody in this group" if group else "No contacts yet"))
    body = w.scroll(*rows, w.space(96), id=f"contact_list_{group}") if everyone else nobody
    new = w.fab("add", run.t("Create new contact"), ("create",), id="floating_action_button")
    return w.page(bar, w.row(*chips, pad=8, id="groups"), body, floating=new)


def _search(run: Run) -> w.Widget:
    query = run.ui.fields.get(SEARCH, "")
    found = [p for p in _sorted(run.data.people) if query.strip() and _matches(p, query.strip().casefold())]
    rows = [_row(p, p["phone"] or p["email"]) for p in found]
    bar = search_bar(
        run,
        SEARCH,
        "Search contacts",
        w.icon_button("close", run.t("Clear search"), ("clear_search",)) if query else None,
    )
    body = w.empty(run.t("No contacts found" if query.strip() else "Type a name or a number"))
    return w.page(bar, w.scroll(*rows, id="search_list") if rows else body)


def _matches(p: Record, query: str) -> bool:
    words = " ".join([pool.full_name(p), p["email"], p["company"]]).casefold()
    digits = "".join(c for c in query if c.isdigit())
    numbers = "".join(c for c in p["phone"] + p["work_phone"] if c.isdigit())
    return query in words or (len(digits) >= 3 and digits in numbers)


def _contact(run: Run) -> w.Widget:
    p = find(run, run.ui.page.args.get("id", ""))
    if p is None:
        return w.page(top(run, run.t("Contacts"), up=True), w.empty(run.t("This contact no longer exists")))
    star = ("star", "Remove from favorites") if p["starred"] else ("star_border", "Add to favorites")
    bar = top(
        run,
        "",
        w.icon_button("edit", run.t("Edit contact"), ("edit", p["id"]), id="menu_edit"),
        w.icon_button(
            star[0],
            run.t(star[1]),
            ("star", p["id"]),
            id="menu_star",
            selected=p["starred"],
            color="accent" if p["starred"] else "",
        ),
        w.icon_button("more", run.t("More options"), ("more", p["id"]), id="menu_more"),
        up=True,
    )
    name = pool.full_name(p)
    details = [
        w.item(p["company"], run.t("Company"), id="company_row") if p["company"] and p["company"] != name else None,
        _number(p["phone"], run.t("Mobile")),
        _number(p["work_phone"], run.t("Work")),
        w.item(p["email"], run.t("Email"), icon="mail", id="email_row") if p["email"] else None,
        w.item(p["note"], run.t("Notes"), icon="note", id="note_row") if p["note"] else None,
        w.item(run.t(p["group"]), run.t("Group"), icon="people", id="group_row") if p["group"] else None,
    ]
    head = w.column(
        w.image("", icon="person", width=96, height=96),
        w.text(name, style="headline", align="center", id="large_title"),
        align="center",
        pad=16,
    )
    number = p["phone"] or p["work_phone"]
    actions = w.row(
        w.button(run.t("Call"), ("call", number), enabled=bool(number), id="verb_call", weight=1, style="outlined"),
        w.button(
            run.t("Message"), ("message", number), enabled=bool(number), id="verb_text", weight=1, style="outlined"
        ),
        pad=8,
    )
    return w.page(bar, w.scroll(head, actions, *details, id="contact_details"))


def _number(number: str, kind: str) -> w.Widget | None:
    return w.item(number, kind, icon="call", on_tap=("call", number), id="phone_row") if number else None


def _edit(run: Run) -> w.Widget:
    old = run.ui.page.args.get("id")
    more = bool(run.ui.memo.get("more_fields"))
    fields = [
        w.text_field(id, run.ui.fields.get(id, ""), hint=run.t(hint), input=kind, action="next")
        for id, _, hint, kind, extra in FORM
        if more or not extra
    ]
    error = run.ui.memo.get("form_error", "")
    bar = top(
        run,
        run.t("Edit contact" if old else "Create contact"),
        w.button(run.t("Save"), ("save",), id="editor_menu_save_button"),
        up=True,
    )
    return w.page(
        bar,
        w.scroll(
            w.text(run.t(error), color="error", id="error", pad=16) if error else None,
            *(w.column(w.text(f.hint, style="caption") if f.text else None, f, pad=8) for f in fields),
            None if more else w.button(run.t("More fields"), ("more_fields",), style="text", id="more_fields"),
            id="editor",
        ),
    )


def _call(run: Run) -> w.Widget:
    number = run.ui.page.args.get("number", "")
    owner = next((p for p in run.data.people if pool.same_number(number, p["phone"])), None)
    return w.page(
        w.column(
            w.text(run.t("Calling…"), style="caption", align="center", id="call_state"),
            w.text(pool.full_name(owner) if owner else number, style="headline", align="center", id="call_name"),
            align="center",
            pad=48,
            weight=1,
        ),
        w.column(w.button(run.t("End call"), ("back",), id="end_call"), align="center", pad=48),
    )
