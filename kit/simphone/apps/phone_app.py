"""Phone: keypad, call log, favourites, calls with live captions, voicemail, blocked numbers, call forwarding.

Data: `calls` (id, number, kind, time, seconds, keys pressed), `voicemails` (id, number, time, seconds, text, heard),
`blocked` (id, number), `favourites` (numbers), `settings`, `ongoing` (the running call: call id, state, since, muted,
speaker, held, caption) and `lines`: numbers where a voice answers, as a menu of {says, keys: {digit: menu}}. Everybody
else just picks up. People come from Contacts.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from kit.simphone.app import App, Dialog, Handler, Run
from kit.simphone.apps import people as pool
from kit.simphone.apps.people import Record
from kit.simphone.apps.phone_app_calls import CALL_HANDLERS, call, call_page, current
from kit.simphone.apps.phone_app_pages import BLOCK, SEARCH, blocked, find, view
from kit.simphone.apps.phone_app_words import WORDS
from kit.simphone.apps.prompts import ask
from kit.simphone.widgets import Widget

SAMPLES = (
    "Hi, it's me. Nothing important, call me when you have time.", "Your glasses are ready to be picked up.",
    "This is the school office, please bring the form on Friday.", "The boiler is fixed. The bill comes by post.",
    "Just checking that you got home. Bye!", "We moved your appointment, see you then.",
)  # fmt: skip


def _settings() -> Record:
    return {"caller_id": True, "block_unknown": False, "forward_to": ""}


@dataclass(slots=True)
class PhoneData:
    """The call log, voicemail, blocked numbers, favourites, settings, the running call, and who answers how."""

    calls: list[Record] = field(default_factory=list[Record])
    voicemails: list[Record] = field(default_factory=list[Record])
    blocked: list[Record] = field(default_factory=list[Record])
    favourites: list[str] = field(default_factory=list[str])
    settings: Record = field(default_factory=_settings)
    lines: list[Record] = field(default_factory=list[Record])
    ongoing: Record | None = None


def voicemail(id: str, number: str, text: str, when: datetime, *, heard: bool = False) -> Record:
    """A voicemail's record; it is as long as its words take to say."""
    length = 2 + len(text) // 12
    return {"id": id, "number": number, "text": text, "time": pool.stamp(when), "seconds": length, "heard": heard}


def fresh(rng: random.Random, now: datetime) -> PhoneData:
    """Four to six calls of the last days with numbers nobody knows, two voicemails, a blocked number, a favourite."""
    kinds = ("missed", "incoming", "outgoing", "incoming", "declined")
    calls: list[Record] = []
    for n in range(rng.randint(4, 6)):
        when = (now - timedelta(minutes=rng.randint(40, 300) + 500 * n)).replace(second=0)
        calls.append(
            call(f"k{n + 1}", pool.number(rng), kinds[n % 5], when, rng.randint(20, 600) * (n % 5 in (1, 2, 3)))
        )
    said = rng.sample(SAMPLES, 2)
    days = [(now - timedelta(days=n + 1, minutes=rng.randint(0, 400))).replace(second=0) for n in range(2)]
    mails = [voicemail(f"v{n + 1}", pool.number(rng), said[n], days[n], heard=True) for n in range(2)]
    return PhoneData(
        calls=calls,
        voicemails=mails,
        blocked=[{"id": "b1", "number": pool.number(rng)}],
        favourites=[calls[1]["number"]],
    )


# --- moving about ------------------------------------------------------------------------------------------------------


def _go(name: str) -> Handler:
    def handler(run: Run, *_: Any) -> None:
        run.ui.go(name)

    return handler


def _tab(run: Run, index: int) -> None:
    run.ui.memo["tab"] = index


def _only_missed(run: Run, missed: bool) -> None:
    run.ui.memo["missed"] = missed


def _start_search(run: Run) -> None:
    run.ui.fields[SEARCH] = ""
    run.ui.go("search")
    run.ui.focus = SEARCH


def _open(run: Run, number: str) -> None:
    run.ui.go("number", number=number)


def _open_voicemail(run: Run, id: str) -> None:
    if (v := find(run.data.voicemails, id)) is not None:
        v["heard"] = True
        run.ui.go("voicemail", id=id)


def _message(run: Run, number: str) -> None:
    run.env.open("messages", "thread", number=number)


# --- lists -------------------------------------------------------------------------------------------------------------


def _favourite(run: Run, number: str) -> None:
    if number in run.data.favourites:
        run.data.favourites.remove(number)
    else:
        run.data.favourites.append(number)


def _confirm(run: Run, title: str, message: str, ok: str, event: tuple[Any, ...]) -> None:
    run.ui.dialog = Dialog(title=title, message=message, buttons=((ok, event), (run.t("Cancel"), ("noop",))))


def _ask_block(run: Run, number: str) -> None:
    message = run.t("Calls and messages from this number will not reach you.")
    _confirm(run, run.t("Block {number}?", number=number), message, run.t("Block"), ("block", number))


def _block(run: Run, number: str) -> None:
    if blocked(run, number) is not None:
        run.env.toast(run.t("This number is blocked already"))
        return
    run.data.blocked.append({"id": pool.next_id("b", run.data.blocked), "number": number})


def _ask_unblock(run: Run, id: str) -> None:
    if (b := find(run.data.blocked, id)) is not None:
        _confirm(run, run.t("Unblock {number}?", number=b["number"]), "", run.t("Unblock"), ("unblock", id))


def _unblock(run: Run, id: str) -> None:
    run.data.blocked[:] = [b for b in run.data.blocked if b["id"] != id]


def _start_block(run: Run) -> None:
    ask(run, "Block number", BLOCK, "", hint="Number to block", then=("block_typed",), ok="Block", input="phone")


def _block_typed(run: Run, *_: str) -> None:
    run.ui.dialog = None
    typed = run.ui.fields.get(BLOCK, "")
    if pool.is_number(typed):
        _block(run, pool.tidy_number(typed))
    else:
        run.env.toast(run.t("Enter a valid phone number"))


def _ask_remove(run: Run, id: str) -> None:
    title, message = run.t("Delete this call?"), run.t("It will be removed from the call history.")
    _confirm(run, title, message, run.t("Delete"), ("remove", id))


def _remove(run: Run, id: str) -> None:
    run.data.calls[:] = [c for c in run.data.calls if c["id"] != id or current(run, id)]


def _ask_clear(run: Run) -> None:
    title, message = run.t("Clear call history?"), run.t("All calls will be removed. This cannot be undone.")
    _confirm(run, title, message, run.t("Clear"), ("clear",))


def _clear(run: Run) -> None:
    run.data.calls[:] = [c for c in run.data.calls if current(run, c["id"])]


def _ask_drop(run: Run, id: str) -> None:
    title, message = run.t("Delete this voicemail?"), run.t("It cannot be brought back.")
    _confirm(run, title, message, run.t("Delete"), ("drop", id))


def _drop(run: Run, id: str) -> None:
    run.data.voicemails[:] = [v for v in run.data.voicemails if v["id"] != id]
    run.ui.back()
    run.env.toast(run.t("Voicemail deleted"))


def _set(run: Run, name: str) -> None:
    run.data.settings[name] = not run.data.settings[name]


HANDLERS: dict[str, Handler] = {
    **CALL_HANDLERS, "tab": _tab, "only_missed": _only_missed, "search": _start_search, "open": _open,
    "settings": _go("settings"), "blocked": _go("blocked"), "open_voicemail": _open_voicemail, "message": _message,
    "favourite": _favourite, "ask_block": _ask_block, "block": _block, "ask_unblock": _ask_unblock, "unblock": _unblock,
    "start_block": _start_block, "block_typed": _block_typed, "ask_remove": _ask_remove, "remove": _remove,
    "ask_clear": _ask_clear, "clear": _clear, "ask_drop": _ask_drop, "drop": _drop, "set": _set,
}  # fmt: skip


def _view(run: Run) -> Widget:
    return call_page(run) if run.ui.page.name == "call" else view(run)


APP = App(
    name="phone",
    package="com.simphone.phone",
    activity=".MainActivity",
    labels={"en": "Phone", "zh": "电话", "ar": "الهاتف"},
    icon="call",
    color="#188038",
    fresh=fresh,
    view=_view,
    handlers=HANDLERS,
    words=WORDS,
)
