"""What the tasks in Phone share: calls, voicemails and voice menus put on the phone, and moves of their solutions."""

from __future__ import annotations

from datetime import datetime, timedelta

from kit.simphone.apps.people import Record
from kit.simphone.apps.phone_app import voicemail
from kit.simphone.apps.phone_app_calls import call
from kit.simphone.spellings import spellings
from kit.tasks.base import ANY, Data, Params, TruePhone
from kit.tasks.simphone.lists import open_each, with_id
from kit.tasks.simphone.steps import Walk, enter, press
from kit.types import Observation

HEARD = ("phone.voicemails.*.heard",)
"""That a voicemail was opened is no change anybody minds."""


def add_calls(phone: TruePhone, made: list[tuple[str, str]]) -> list[Record]:
    """Replaces the call log by these (number, kind), the newest first and about an hour apart; returns the records."""
    now = datetime.fromisoformat(phone.state()["clock"]).replace(second=0, microsecond=0)
    calls = [
        call(f"k{n}", number, kind, now - timedelta(minutes=67 * n), 0 if kind == "missed" else 30 + n)
        for n, (number, kind) in enumerate(made, start=1)
    ]
    phone.set("phone.calls", calls)
    return calls


def add_voicemails(phone: TruePhone, made: list[tuple[str, str]]) -> None:
    """Replaces the voicemails by these (number, text), the newest first."""
    now = datetime.fromisoformat(phone.state()["clock"]).replace(second=0, microsecond=0)
    mails = [
        voicemail(f"v{n}", number, text, now - timedelta(minutes=95 * n))
        for n, (number, text) in enumerate(made, start=1)
    ]
    phone.set("phone.voicemails", mails)


def menu(says: str, **keys: Record) -> Record:
    """One step of a voice menu; keys are written k1, k2 ..."""
    return {"says": says, "keys": {key.removeprefix("k"): then for key, then in keys.items()}}


def expect_call(data: Data, number: str) -> Record:
    """Adds a call that was made and ended to the wanted data; returns its record."""
    calls = data["phone"]["calls"]
    ids = [int(c["id"][1:]) for c in calls]
    made = call(f"k{max(ids, default=0) + 1}", number, "outgoing", datetime.min)
    made |= {"time": ANY, "seconds": ANY, "keys": ANY}
    calls.append(made)
    return made


def dial(seen: Observation, number: str) -> Walk:
    """From the first page: dials a number and waits until somebody answers."""
    seen = yield from press(seen, "Keypad")
    seen = yield from enter(seen, "Phone number", number)
    seen = yield from press(seen, "Call")
    return (yield "wait", {"seconds": 5})


def call_number(seen: Observation, number: str) -> Walk:
    """From a number's page: calls it and waits until somebody answers."""
    seen = yield from press(seen, spellings("Call {number}", number=number))
    return (yield "wait", {"seconds": 5})


def caption(seen: Observation) -> str:
    """What the voice of the running call says; empty while it is silent."""
    nodes = [n for w in seen.windows for n in w.nodes if n.resource_id.endswith("/live_caption")]
    return nodes[0].text if nodes else ""


def texts_of(seen: Observation, id: str) -> list[str]:
    """The texts of all nodes with this resource id, in document order."""
    return [n.text for w in seen.windows for n in w.nodes if n.resource_id.endswith(f"/{id}")]


def read_voicemails(seen: Observation, about: str) -> Walk:
    """From the first page: opens the voicemails from the newest on until one says this; stays on its page."""
    seen = yield from press(seen, "Voicemail")
    told = with_id("voicemail_row")
    return (yield from open_each(seen, told, lambda now: about in " ".join(texts_of(now, "transcript"))))


def answer_number(_: Data, params: Params) -> tuple[str, ...]:
    """The number, written in the usual ways."""
    return params["number"], params["number"].replace("-", ""), params["number"].replace("-", " ")
