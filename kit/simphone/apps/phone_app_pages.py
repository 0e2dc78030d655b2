"""The pages of Phone: its four tabs, the keypad, a number, a voicemail, settings. Pure views."""

from __future__ import annotations

from datetime import datetime

from kit.simphone import widgets as w
from kit.simphone.app import Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.messages_pages import name_of, people_of
from kit.simphone.apps.people import Record
from kit.simphone.apps.prompts import bar as page_bar
from kit.simphone.apps.prompts import search_bar

NUMBER, SEARCH, BLOCK = "phone_number", "search_contacts", "number_to_block"
TABS = ("Favourites", "Recents", "Contacts", "Voicemail")
KINDS = {"missed": "Missed", "incoming": "Incoming", "outgoing": "Outgoing", "declined": "Declined"}
KEYS = "123456789*0#"


def view(run: Run) -> w.Widget:
    """The page in front."""
    pages = {"keypad": _keypad, "number": _number, "voicemail": _voicemail, "search": _search, "blocked": _blocked}
    return (_settings if run.ui.page.name == "settings" else pages.get(run.ui.page.name, _home))(run)


def find(records: list[Record], id: str) -> Record | None:
    """The record with this id."""
    return next((r for r in records if r["id"] == id), None)


def blocked(run: Run, number: str) -> Record | None:
    """The entry of the block list for a number."""
    return next((b for b in run.data.blocked if pool.same_number(b["number"], number)), None)


def _when(run: Run, iso: str) -> str:
    when = datetime.fromisoformat(iso)
    clock = f"{when:%H:%M}"
    return clock if when.date() == run.env.today else f"{run.env.day(when.date())}, {clock}"


def _newest(records: list[Record]) -> list[Record]:
    return sorted(records, key=lambda r: (r["time"], r["id"]), reverse=True)


def _banner(run: Run) -> w.Widget | None:
    if run.data.ongoing is None:
        return None
    record = find(run.data.calls, run.data.ongoing["call"])
    who = name_of(people_of(run), record["number"]) if record else ""
    return w.item(run.t("Return to call"), who, icon="call", on_tap=("to_call",), id="ongoing_banner")


# --- the four tabs -------------------------------------------------------------------------------------------------------


def _home(run: Run) -> w.Widget:
    tab = run.ui.memo.get("tab", 1)
    body = (_favourites, _recents, _people, _voicemails)[tab](run)
    bar = page_bar(
        run,
        run.t(TABS[tab]),
        w.icon_button("search", run.t("Search contacts"), ("search",), id="action_search"),
        w.icon_button("settings", run.t("Call settings"), ("settings",), id="action_settings"),
    )
    names = w.tabs(tuple(run.t(name) for name in TABS), tab, "tab")
    return w.page(
        bar, names, _banner(run), *body, floating=w.fab("apps", run.t("Keypad"), ("keypad",), id="fab_keypad")
    )


def _favourites(run: Run) -> tuple[w.Widget, ...]:
    people = people_of(run)
    rows = [
        w.item(name_of(people, number), number, icon="star", on_tap=("open", number), id="favourite_row")
        for number in run.data.favourites
    ]
    return (w.scroll(*rows, w.space(96), id="favourites") if rows else w.empty(run.t("No favourites yet")),)


def _recents(run: Run) -> tuple[w.Widget, ...]:
    missed = bool(run.ui.memo.get("missed"))
    people = people_of(run)
    shown = [c for c in _newest(run.data.calls) if c["kind"] == "missed" or not missed]
    chips = w.row(
        w.chip(run.t("All"), ("only_missed", False), selected=not missed),
        w.chip(run.t("Missed"), ("only_missed", True), selected=missed),
        pad=8,
    )
    rows = [_log_row(run, c, people) for c in shown]
    if not rows:
        return chips, w.empty(run.t("No missed calls" if missed else "No calls yet"))
    return chips, w.scroll(*rows, w.space(96), id=f"calls_{missed}")


def _log_row(run: Run, c: Record, people: list[Record]) -> w.Widget:
    return w.item(
        name_of(people, c["number"]),
        f"{run.t(KINDS[c['kind']])} · {_when(run, c['time'])}",
        icon=c["kind"],
        on_tap=("open", c["number"]),
        id="call_row",
    )


def _with_number(run: Run) -> list[tuple[str, str]]:
    """(name, first number) of everyone who can be called, by name."""
    pairs = [(pool.full_name(p), p["phone"] or p["work_phone"]) for p in people_of(run)]
    return sorted((pair for pair in pairs if pair[1]), key=lambda pair: pair[0].casefold())


def _people(run: Run) -> tuple[w.Widget, ...]:
    rows = [w.item(name, icon="person", on_tap=("open", number), id="person_row") for name, number in _with_number(run)]
    return (w.scroll(*rows, w.space(96), id="people") if rows else w.empty(run.t("No contacts with a number")),)


def _voicemails(run: Run) -> tuple[w.Widget, ...]:
    people = people_of(run)
    rows = [
        w.item(
            name_of(people, v["number"]),
            f"{_when(run, v['time'])} · {run.t('{seconds} seconds', seconds=v['seconds'])}",
            icon="microphone",
            trailing=None if v["heard"] else w.text(run.t("New"), style="caption", color="accent"),
            on_tap=("open_voicemail", v["id"]),
            id="voicemail_row",
        )
        for v in _newest(run.data.voicemails)
    ]
    return (w.scroll(*rows, w.space(96), id="voicemails") if rows else w.empty(run.t("No voicemail")),)


# --- search and keypad -----------------------------------------------------------------------------------------------------


def _search(run: Run) -> w.Widget:
    typed = run.ui.fields.get(SEARCH, "")
    found = _matching(run, typed)
    rows = [w.item(name, number, icon="person", on_tap=("open", number), id="result_row") for name, number in found]
    bar = search_bar(run, SEARCH, "Search contacts")
    nothing = run.t("No matching contacts" if typed.strip() else "Type a name or a number")
    return w.page(bar, w.scroll(*rows, id="results") if rows else w.empty(nothing))


def _matching(run: Run, typed: str) -> list[tuple[str, str]]:
    query = typed.strip().casefold()
    digits = "".join(c for c in query if c.isdigit())
    found: list[tuple[str, str]] = []
    for p in people_of(run) if query else []:
        name = pool.full_name(p)
        for number in (p["phone"], p["work_phone"]):
            by_number = len(digits) >= 3 and digits in number.replace("-", "")
            found += [(name, number)] if number and (query in name.casefold() or by_number) else []
    return sorted(found, key=lambda pair: pair[0].casefold())


def _keypad(run: Run) -> w.Widget:
    typed = run.ui.fields.get(NUMBER, "")
    digits = sum(c.isdigit() for c in typed)
    hits = _matching(run, typed)[:2] if digits >= 3 and pool.is_number(typed) else []
    entry = w.row(
        w.text_field(NUMBER, typed, hint=run.t("Phone number"), input="phone", on_submit=("dial",), weight=1),
        w.icon_button("backspace", run.t("Erase"), ("erase",), enabled=bool(typed), id="erase"),
        pad=8,
    )
    rows = [w.item(name, number, icon="person", on_tap=("call", number), id="suggestion") for name, number in hits]
    return w.page(
        page_bar(run, run.t("Keypad"), up=True),
        _banner(run),
        entry,
        *rows,
        pad("key"),
        w.column(w.button(run.t("Call"), ("dial",), icon="call", style="filled", id="dial_button"), pad=16),
    )


def pad(event: str) -> w.Widget:
    """Twelve keys that send (event, key)."""
    keys = (w.button(k, (event, k), style="text", id=f"key_{n}") for n, k in enumerate(KEYS))
    return w.grid(*keys, columns=3, id="dialpad", weight=1, ltr=True)


# --- one number ------------------------------------------------------------------------------------------------------------


def _owner(people: list[Record], number: str) -> Record | None:
    keys = ("phone", "work_phone")
    return next((p for p in people if any(p[k] and pool.same_number(p[k], number) for k in keys)), None)


def _number(run: Run) -> w.Widget:
    number = run.ui.page.args.get("number", "")
    people = people_of(run)
    owner = _owner(people, number)
    pairs = [(owner["phone"], "Mobile"), (owner["work_phone"], "Work")] if owner else [(number, "")]
    starred = number in run.data.favourites
    star = "Remove from favourites" if starred else "Add to favourites"
    icon = "star" if starred else "star_border"
    bar = page_bar(run, "", w.icon_button(icon, run.t(star), ("favourite", number), id="action_star"), up=True)
    stopped = blocked(run, number)
    buttons = w.row(
        w.button(run.t("Message"), ("message", number), style="outlined", weight=1, id="action_message"),
        w.button(
            run.t("Unblock number" if stopped else "Block number"),
            ("ask_unblock", stopped["id"]) if stopped else ("ask_block", number),
            style="outlined",
            weight=1,
            id="action_block",
        ),
        pad=8,
    )
    log = [c for c in _newest(run.data.calls) if pool.same_number(c["number"], number)]
    return w.page(
        bar,
        w.scroll(
            w.text(name_of(people, number), style="headline", pad=16, id="number_title"),
            w.text(run.t("Blocked"), color="error", pad=16, id="blocked_mark") if stopped else None,
            *(_callable(run, value, kind) for value, kind in pairs if value),
            buttons,
            w.text(run.t("History"), style="caption", pad=16) if log else None,
            *(_past(run, c) for c in log),
            id=f"number_{number}",
        ),
    )


def _callable(run: Run, number: str, kind: str) -> w.Widget:
    dial = w.icon_button("call", run.t("Call {number}", number=number), ("call", number), id="call_button")
    return w.item(number, run.t(kind) if kind else "", icon="phone", trailing=dial, id="number_row")


def _past(run: Run, c: Record) -> w.Widget:
    drop = w.icon_button("delete", run.t("Delete from history"), ("ask_remove", c["id"]), id="remove_call")
    return w.item(run.t(KINDS[c["kind"]]), _when(run, c["time"]), trailing=drop, id="past_call")


# --- voicemail, blocked numbers, settings ----------------------------------------------------------------------------------


def _voicemail(run: Run) -> w.Widget:
    v = find(run.data.voicemails, run.ui.page.args.get("id", ""))
    if v is None:
        return w.page(page_bar(run, run.t("Voicemail"), up=True), w.empty(run.t("This voicemail was deleted")))
    drop = w.icon_button("delete", run.t("Delete voicemail"), ("ask_drop", v["id"]), id="action_delete")
    number = v["number"]
    return w.page(
        page_bar(run, run.t("Voicemail"), drop, up=True),
        w.scroll(
            w.text(name_of(people_of(run), number), style="headline", pad=16, id="voicemail_from"),
            w.text(f"{number} · {_when(run, v['time'])}", style="caption", pad=16, id="voicemail_when"),
            w.text(run.t("Transcript"), style="caption", pad=16),
            w.text(v["text"], pad=16, id="transcript"),
            w.row(
                w.button(run.t("Call"), ("call", number), style="filled", weight=1, id="action_call"),
                w.button(run.t("Block number"), ("ask_block", number), style="outlined", weight=1, id="action_block"),
                pad=8,
            ),
            id=f"voicemail_{v['id']}",
        ),
    )


def _blocked(run: Run) -> w.Widget:
    people = people_of(run)
    rows = [
        w.item(
            b["number"],
            name if (name := name_of(people, b["number"])) != b["number"] else "",
            icon="dnd",
            trailing=w.button(run.t("Unblock"), ("ask_unblock", b["id"]), style="text"),
            id="blocked_row",
        )
        for b in run.data.blocked
    ]
    add = w.icon_button("add", run.t("Add"), ("start_block",), id="action_add")
    body = w.scroll(*rows, id="blocked_list") if rows else w.empty(run.t("No blocked numbers"))
    return w.page(page_bar(run, run.t("Blocked numbers"), add, up=True), body)


def _settings(run: Run) -> w.Widget:
    forward = run.data.settings["forward_to"]
    where = run.t("All calls go to {number}", number=forward) if forward else run.t("Not forwarding")
    return w.page(
        page_bar(run, run.t("Call settings"), up=True),
        w.scroll(
            w.item(run.t("Blocked numbers"), icon="dnd", on_tap=("blocked",), id="row_blocked"),
            w.switch(run.t("Show my caller ID"), run.data.settings["caller_id"], ("set", "caller_id"), id="caller_id"),
            w.switch(
                run.t("Block unknown callers"),
                run.data.settings["block_unknown"],
                ("set", "block_unknown"),
                subtitle=run.t("Numbers that are not in Contacts do not ring"),
                id="block_unknown",
            ),
            w.item(run.t("Call forwarding"), where, icon="outgoing", id="row_forward"),
            w.item(run.t("Clear call history"), icon="delete", on_tap=("ask_clear",), id="row_clear"),
            id="call_settings",
        ),
    )
